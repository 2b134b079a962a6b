"""Check a certificate: a problem, a claim about its solutions, and a proof. This file needs nothing but Python.

Each line is JSON: first the values and the claim, then variables, constraints, solutions and steps. A set of values is
a number: bit 0 stands for the first value. A *nogood* is a list of variables, each with a set: they do not all lie
within their sets. A step is a nogood with hints: assume it, follow the hints, and a variable has no value left. A hint
is the number of a constraint, a solution or an earlier step; -1 - number asks for the exact rule of a constraint. What
follows from the empty nogood holds always, and is kept.
"""

import json
import sys
from itertools import product
from math import prod
from typing import Any

FEW, MANY = 100, 100_000  # rows that a combination of constraints, or an exact rule, may list
OPPOSITE = {"<": ">=", ">=": "<", "<=": ">", ">": "<=", "==": "!=", "!=": "=="}
COMBINED = ("and", "or", "not", "implies", "iff")


class RefutedError(Exception):
    """A variable has no value left."""


def need(condition: object, complaint: str) -> None:
    if not condition:
        raise ValueError(complaint)


def keep(domains: list[int], x: int, mask: int) -> None:
    domains[x] &= mask
    if not domains[x]:
        raise RefutedError


def possible(relation: str, low: int, high: int) -> bool:
    """Return whether a number from *low* to *high* can have this relation to 0."""
    equal, differs = low <= 0 <= high, low != 0 or high != 0
    return {"<": low < 0, "<=": low <= 0, ">": high > 0, ">=": high >= 0, "==": equal, "!=": differs}[relation]


def tell_apart(masks: list[int]) -> list[int]:
    """Remove fixed values from the other masks. If there are as many values as masks, each value needs a place."""
    fixed = once = twice = 0
    for mask in masks:
        if not mask & (mask - 1):
            if mask & fixed:
                raise RefutedError
            fixed |= mask
    masks = [mask & ~fixed if mask & (mask - 1) else mask for mask in masks]
    for mask in masks:
        twice |= once & mask
        once |= mask
    if once.bit_count() <= len(masks):
        masks = [mask & ~twice or mask for mask in masks]
        if once.bit_count() < len(masks) or any([mask & (mask - 1) and not mask & twice for mask in masks]):
            raise RefutedError
    return masks


def place(masks: list[int], k: int, owner: dict[int, int], tried: set[int]) -> bool:
    """Give mask *k* a bit of its own. The owner of a bit may have to change to another one (augmenting path)."""
    for bit in [1 << n for n in range(masks[k].bit_length()) if masks[k] >> n & 1]:
        if bit not in tried:
            tried.add(bit)
            if bit not in owner or place(masks, owner[bit], owner, tried):
                owner[bit] = k
                return True
    return False


class Checker:
    """The problem, and what is known: domains that always hold; constraints and nogoods, which are the items."""

    def __init__(self, values: list[Any], claim: dict[str, Any]) -> None:
        need(all(type(v) in (int, str) for v in values) and len({*values}) == len(values), "values must be different")
        self.values, self.claim, self.bits = values, claim, {value: 1 << k for k, value in enumerate(values)}
        self.domains: list[int] = []
        self.items: list[Any] = []
        self.solutions: set[tuple[Any, ...]] = set()
        self.visible, self.constraints, self.refuted = 0, 0, False

    def line(self, kind: Any, first: Any, second: Any = None) -> None:
        """Read a line of the file: a step has two lists, all others begin with a word."""
        if kind in ("variables", "hidden"):  # hidden ones stand for expressions, and come last
            need(not self.items and (kind == "hidden" or self.visible == len(self.domains)), "a variable too late")
            self.domains += [sum(self.bits[v] for v in {*second})] * len(first)
            self.visible += len(first) * (kind == "variables")
        elif kind == "constraint":
            need(self.constraints == len(self.items) and self.scope(second) is not None, "a constraint too late")
            self.items.append(second)
            self.constraints += 1
        elif kind == "solution":  # any other one must differ from it or, if it is optimal, be better
            seen = tuple(first[: self.visible])
            need(len(first) == len(self.domains) and seen not in self.solutions, "it is not a new row of values")
            need(all(self.bits[v] & self.domains[x] for x, v in enumerate(first)), "a value is not in its domain")
            need(all(self.holds(item, first) for item in self.items[: self.constraints]), "it breaks a constraint")
            self.solutions.add(seen)
            self.items.append([(x, self.bits[v]) for x, v in enumerate(seen)])
            if "optimum" in self.claim:
                terms, better, best = (self.claim[key] for key in ("objective", "better", "optimum"))
                need(better in ("<", ">") and self.holds(["linear", terms, "==", best], first), "it is not the optimum")
                self.items[-1] = ["linear", terms, better, best]
        else:
            self.step(list(zip(kind[::2], kind[1::2], strict=True)), first)

    def step(self, nogood: list[tuple[int, int]], hints: list[int]) -> None:
        self.scope(["different", [x for x, _ in nogood]])
        found = self.refutes([*self.domains] if nogood else self.domains, nogood, hints)
        need(found or not nogood, "the hints do not refute it")
        self.items.append(nogood)
        if len(nogood) <= 1:
            self.refuted |= self.refutes(self.domains, [(x, ~mask) for x, mask in nogood], []) if nogood else found

    def refutes(self, domains: list[int], nogood: list[tuple[int, int]], hints: list[int]) -> bool:
        """Return whether the hints lead to a variable without a value if *nogood* is assumed."""
        try:
            for x, mask in nogood:
                keep(domains, x, mask)
            for hint in hints:
                item = self.items[max(hint, -1 - hint)]
                if item and isinstance(item[0], str):
                    self.narrow(domains, item, exact=hint < 0)
                else:  # if all literals of a nogood but one are true, that one is false
                    free = [(x, mask) for x, mask in item if domains[x] & ~mask] or [(0, -1)]
                    if len(free) == 1:
                        keep(domains, free[0][0], ~free[0][1])
        except RefutedError:
            return True
        return False

    def narrow(self, domains: list[int], part: Any, *, exact: bool = False, truth: bool = True) -> None:
        """Remove values with which *part* cannot be true or, if *truth* is False, cannot be false."""
        scope = self.scope(part)
        masks = [domains[x] for x in scope]
        if part[0] == "different" and truth:
            masks = self.matched(masks) if exact else tell_apart(masks)
        elif part[0] == "linear" and not exact:
            masks = self.bounded(masks, part[1], part[2] if truth else OPPOSITE[part[2]], part[3])
        elif (part[0] == "table" and truth) or prod([mask.bit_count() for mask in masks]) <= (MANY if exact else FEW):
            listed = [[value for value in self.values if self.bits[value] & mask] for mask in masks]
            rows = part[2] if part[0] == "table" and truth else product(*listed)
            masks = [0] * len(scope)
            for row in rows:
                bits = [self.bits.get(v, 0) & domains[x] for x, v in zip(scope, row, strict=True)]
                if all(bits) and self.holds(part, dict(zip(scope, row, strict=True))) == truth:
                    masks = [mask | bit for mask, bit in zip(masks, bits, strict=True)]
        elif part[0] in COMBINED:  # what is left in some case
            masks = [0] * len(scope)
            for case in self.cases(part, truth=truth):
                trial = [*domains]
                try:
                    for inner, is_true in case:
                        self.narrow(trial, inner, truth=is_true)
                    masks = [mask | trial[x] for mask, x in zip(masks, scope, strict=True)]
                except RefutedError:
                    continue
        for x, mask in zip(scope, masks, strict=True):
            keep(domains, x, mask)

    def cases(self, part: Any, *, truth: bool) -> list[list[tuple[Any, bool]]]:
        """Return the ways in which a combination can be true, or false: each is a list of parts with their truth."""
        kind, *parts = part
        if kind == "iff":
            return [[(parts[0], True), (parts[1], truth)], [(parts[0], False), (parts[1], not truth)]]
        signed = [(inner, truth != (kind == "not" or (kind == "implies" and inner is parts[0]))) for inner in parts]
        return [signed] if (kind == "and") == truth else [[one] for one in signed]

    def matched(self, masks: list[int]) -> list[int]:
        """Keep each bit with which all masks can have different bits."""
        kept = [0] * len(masks)
        for k, mask in enumerate(masks):
            for n in range(mask.bit_length()):
                trial, owner = [*masks[:k], mask & 1 << n, *masks[k + 1 :]], dict[int, int]()
                if all(place(trial, j, owner, set()) for j in range(len(masks))):
                    kept[k] |= 1 << n
        return kept

    def bounded(self, masks: list[int], terms: Any, relation: str, limit: int) -> list[int]:
        """Keep each value with which the sum can have this relation to *limit*, as far as bounds tell."""
        bits = [[bit for bit in self.bits.values() if bit & mask] for mask in masks]
        sums = [
            [self.number(term, self.values[bit.bit_length() - 1]) for bit in each] for term, each in zip(terms, bits)
        ]
        low, high = sum(map(min, sums)) - limit, sum(map(max, sums)) - limit
        kept = []
        for each, found in zip(bits, sums, strict=True):
            least, most = low - min(found), high - max(found)
            pairs = zip(each, found, strict=True)
            kept.append(sum(bit for bit, number in pairs if possible(relation, least + number, most + number)))
        return kept

    def number(self, term: Any, value: Any) -> int:
        """Return a summand: a weight times a value or, if values are listed, times whether it is one of them."""
        factor = value in term[2] if len(term) > 2 else value
        need(isinstance(factor, int) and type(term[0]) is int, "a sum needs integers")
        return int(term[0] * factor)

    def scope(self, part: Any) -> list[int]:
        """Return the variables of a constraint, or of the parts of a combination."""
        if part[0] in COMBINED:
            return list(dict.fromkeys([x for inner in part[1:] for x in self.scope(inner)]))
        scope: list[int] = [term[1] for term in part[1]] if part[0] == "linear" else part[1]
        need(all([type(x) is int and 0 <= x < len(self.domains) for x in scope]), "there is no such variable")
        return scope

    def holds(self, part: Any, row: Any) -> bool:
        """Return whether a row of values satisfies a constraint: its meaning."""
        kind, *rest = part
        if kind == "linear":
            total = sum([self.number(term, row[term[1]]) for term in rest[0]]) - rest[2]
            return possible(rest[1], total, total)
        if kind in COMBINED:
            return any(
                all(self.holds(inner, row) == truth for inner, truth in case) for case in self.cases(part, truth=True)
            )
        values = [row[x] for x in rest[0]]
        return len({*values}) == len(values) if kind == "different" else {"table": values in rest[1]}[kind]

    def verdict(self) -> str:
        """Return what is proven, as a sentence."""
        found, claim = len(self.solutions), self.claim
        if "at least" in claim:
            need(found >= claim["at least"], f"only {found} solutions")
            return f"there are at least {claim['at least']} solutions"
        need(self.refuted, "the steps do not refute that there are others")
        if "optimum" in claim:
            need(found == 1, f"{found} solutions")
            return (
                f"{claim['optimum']} is the {'least' if claim['better'] == '<' else 'greatest'} value of the objective"
            )
        need(found == claim["solutions"], f"{found} solutions")
        return f"there {'is' if found == 1 else 'are'} {['no solutions', 'exactly one solution', f'exactly {found} solutions'][min(found, 2)]}"


def check(text: str) -> str:
    """Return what the certificate proves, or raise ValueError with the number of the line that is wrong."""
    number, checker = 0, None
    try:
        for number, line in enumerate(text.splitlines(), 1):
            content = json.loads(line)
            if checker is None:
                checker = Checker(content["values"], content["claim"])
            else:
                checker.line(*content)
        need(checker, "there is nothing in it")
        return checker.verdict()
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError, MemoryError) as error:
        raise ValueError(f"line {number}: {error or type(error).__name__}") from None


def main() -> int:
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print(f"Proven: {check(file.read())}.")
        return 0
    except (OSError, ValueError, IndexError) as error:
        print(f"Not proven: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
