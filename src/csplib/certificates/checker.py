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
from pathlib import Path
from typing import Any

FEW, MANY = 100, 100_000  # rows that are listed for "or" and the like, and by exact rules
COMBINED = ("and", "or", "not", "implies", "iff")


class RefutedError(Exception):
    """A variable has no value left."""


def need(condition: object, complaint: str) -> None:
    """Complain that the certificate is wrong, unless *condition* is true."""
    if not condition:
        raise ValueError(complaint)


def keep(domains: list[int], x: int, mask: int) -> None:
    """Keep only the values of *x* in *mask*."""
    domains[x] &= mask
    if not domains[x]:
        raise RefutedError


def possible(relation: str, low: int, high: int) -> bool:
    """Return whether a number from *low* to *high* can have this *relation* to 0."""
    equal, differ = low <= 0 <= high, low != 0 or high != 0
    return {"<": low < 0, "<=": low <= 0, ">": high > 0, ">=": high >= 0, "==": equal, "!=": differ}[relation]


def tell_apart(masks: list[int]) -> list[int]:
    """Remove fixed values from the other masks. If there are as many values as masks, each value needs a place."""
    singles = [mask for mask in masks if not mask & (mask - 1)]
    fixed = sum(set(singles))
    masks = [mask & ~fixed if mask & (mask - 1) else mask for mask in masks]
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    if once.bit_count() < len(masks) or len(set(singles)) < len(singles):
        raise RefutedError
    if once.bit_count() > len(masks):
        return masks
    alone = [mask & ~twice for mask in masks]
    return [mask if not one else 0 if one & (one - 1) else one for one, mask in zip(alone, masks, strict=True)]


def place(masks: list[int], k: int, owner: dict[int, int], tried: set[int]) -> bool:
    """Give mask *k* a bit of its own. The owner of a bit may have to change to another one (augmenting path)."""
    for bit in [1 << n for n in range(masks[k].bit_length()) if masks[k] >> n & 1]:
        if bit not in tried:
            tried.add(bit)
            if bit not in owner or place(masks, owner[bit], owner, tried):
                owner[bit] = k
                return True
    return False


def matched(masks: list[int]) -> list[int]:
    """Keep each bit that is part of a choice of different bits, one from each mask."""
    kept = [0] * len(masks)
    for k, mask in enumerate(masks):
        for bit in [1 << n for n in range(mask.bit_length()) if mask >> n & 1]:
            trial, owner = [*masks[:k], bit, *masks[k + 1 :]], dict[int, int]()
            kept[k] |= bit * all(place(trial, other, owner, set()) for other in range(len(masks)))
    return kept


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
        """Read a line: a step has two lists, all others begin with a word."""
        if kind in ("variables", "hidden"):  # hidden ones stand for expressions, and come last
            need(not self.items and (kind == "hidden" or self.visible == len(self.domains)), "a variable too late")
            self.domains += [sum(self.bits[v] for v in {*second})] * len(first)
            self.visible += len(first) * (kind == "variables")
        elif kind == "constraint":
            need(self.constraints == len(self.items) and self.has(self.scope(second)), "a constraint in a wrong place")
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
                terms, better = self.claim["objective"], self.claim["better"]
                best = self.claim["optimum"] - self.claim["constant"]
                need(better in ("<", ">") and self.holds(["linear", terms, "==", best], first), "it is not the optimum")
                self.items[-1] = ["linear", terms, better, best]
        else:
            nogood = list(zip(kind[::2], kind[1::2], strict=True))
            need(self.has(kind[::2]), "there is no such variable")
            self.accept(nogood, refuted=self.refutes([*self.domains] if nogood else self.domains, nogood, first))

    def has(self, scope: list[int]) -> bool:
        """Return whether there are such variables."""
        return all(type(x) is int and 0 <= x < len(self.domains) for x in scope)

    def accept(self, nogood: list[tuple[int, int]], *, refuted: bool) -> None:
        """Keep a nogood if it is *refuted*. One of a single variable narrows the domains for good."""
        need(refuted or not nogood, "the hints do not refute it")
        self.items.append(nogood)
        if len(nogood) == 1:
            refuted = self.refutes(self.domains, [(nogood[0][0], ~nogood[0][1])], [])
        self.refuted |= refuted and len(nogood) <= 1

    def refutes(self, domains: list[int], nogood: list[tuple[int, int]], hints: list[int]) -> bool:
        """Return whether *hints* lead to a variable without a value if *nogood* is assumed."""
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

    def narrow(self, domains: list[int], part: Any, *, exact: bool = False) -> None:
        """Remove values with which a constraint cannot hold."""
        scope = self.scope(part)
        masks = [domains[x] for x in scope]
        if part[0] == "different":
            masks = matched(masks) if exact else tell_apart(masks)
        elif part[0] == "linear" and not exact:
            masks = self.bounded(masks, part[1], part[2], part[3])
        elif part[0] == "table" or prod([mask.bit_count() for mask in masks]) <= (MANY if exact else FEW):
            every = product(*[[v for v in self.values if self.bits[v] & mask] for mask in masks])
            rows = part[2] if part[0] == "table" else [r for r in every if self.holds(part, dict(zip(scope, r)))]  # noqa: B905
            found = [[self.bits.get(v, 0) & mask for v, mask in zip(row, masks, strict=True)] for row in rows]
            masks = self.union([bits for bits in found if all(bits)])
        elif part[0] in ("and", "or"):  # "or" keeps what is left in some case
            cases = [part[1:]] if part[0] == "and" else [[inner] for inner in part[1:]]
            masks = self.union([left for case in cases if (left := self.narrowed(domains, scope, case))])
        for x, mask in zip(scope, masks, strict=True):
            keep(domains, x, mask)

    def narrowed(self, domains: list[int], scope: list[int], parts: list[Any]) -> list[int]:
        """Return what all *parts* together leave of the variables in *scope*; nothing if they cannot hold."""
        trial = [*domains]
        try:
            for part in parts:
                self.narrow(trial, part)
        except RefutedError:
            return []
        return [trial[x] for x in scope]

    def union(self, cases: list[list[int]]) -> list[int]:
        """Return what is possible in one of the *cases*, place by place."""
        if not cases:
            raise RefutedError
        masks = [0] * len(cases[0])
        for case in cases:
            masks = [mask | more for mask, more in zip(masks, case, strict=True)]
        return masks

    def bounded(self, masks: list[int], terms: Any, relation: str, limit: int) -> list[int]:
        """Keep each value with which the sum can have this *relation* to *limit*, as far as bounds tell."""
        pairs = []
        for mask, term in zip(masks, terms, strict=True):
            pairs.append([(bit, self.number(term, value)) for value, bit in self.bits.items() if bit & mask])
        least, most = [min(n for _, n in each) for each in pairs], [max(n for _, n in each) for each in pairs]
        low, high, kept = sum(least) - limit, sum(most) - limit, []
        for k, each in enumerate(pairs):
            rest = low - least[k], high - most[k]
            kept.append(sum([bit for bit, n in each if possible(relation, rest[0] + n, rest[1] + n)]))
        return kept

    def number(self, term: Any, value: Any) -> int:
        """Return a weight times a value or, if values are listed, times whether it is one of them."""
        factor = value in term[2] if len(term) > 2 else value
        need(type(term[0]) is int and isinstance(factor, int), "a sum needs integers")
        return int(term[0] * factor)

    def scope(self, part: Any) -> list[int]:
        """Return the variables of a constraint."""
        if part[0] in ("different", "table"):
            return part[1]  # type: ignore[no-any-return]
        if part[0] == "linear":
            return [term[1] for term in part[1]]
        return list(dict.fromkeys([x for inner in part[1:] for x in self.scope(inner)]))

    def holds(self, part: Any, row: Any) -> bool:
        """Return whether a row of values satisfies a constraint: its meaning."""
        kind, *rest = part
        if kind == "linear":
            total = sum([self.number(term, row[term[1]]) for term in rest[0]]) - rest[2]
            return possible(rest[1], total, total)
        if kind in ("different", "table"):
            values = [row[x] for x in rest[0]]
            return len({*values}) == len(values) if kind == "different" else values in rest[1]
        truths = [self.holds(inner, row) for inner in rest]
        if kind in ("not", "implies"):  # the first part is false, or the second one is true
            return not truths[0] or truths[1:] == [True]
        return {"and": all(truths), "or": any(truths), "iff": truths[:1] == truths[1:]}[kind]

    def verdict(self) -> str:
        """Return what is proven, as a sentence."""
        found, claim = len(self.solutions), self.claim
        if "at least" in claim:
            need(found >= claim["at least"], f"only {found} solutions are given")
            return f"there are at least {claim['at least']} solutions"
        need(self.refuted, "the steps do not show that there are no others")
        need(found == claim.get("solutions", 1), f"{found} solutions are given")
        if "optimum" in claim:
            return (
                f"{claim['optimum']} is the {'least' if claim['better'] == '<' else 'greatest'} value of the objective"
            )
        return f"there is exactly one solution" if found == 1 else f"there are {found or 'no'} solutions"


def check(text: str) -> str:
    """Return what a certificate proves; raise ValueError with the number of the line that is wrong."""
    number = 1
    try:
        lines = [json.loads(line) for line in text.splitlines()]
        checker = Checker(lines[0]["values"], lines[0]["claim"])
        for number, line in enumerate(lines[1:], 2):
            checker.line(*line)
        return checker.verdict()
    except (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"line {number}: {error}") from error


def main() -> int:
    """Check the file that the command line names."""
    try:
        proven = check(Path(sys.argv[1]).read_text(encoding="utf-8"))
    except (IndexError, OSError, ValueError) as error:
        print(f"Not proven: {error}", file=sys.stderr)
        return 1
    print(f"Proven: {proven}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
