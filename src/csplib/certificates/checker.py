"""Check a certificate: a problem, a claim about its solutions, and a proof. This file needs nothing but Python.

Each line is JSON: first the values and the claim, then variables, constraints, solutions and steps. A set of values is
a number: bit 0 stands for the first value. A *nogood* is a list of variables, each with a set: they do not all lie
within their sets. A step is a nogood with hints: assume it, follow the hints, and a variable has no value left. A hint
is the number of a constraint, a solution or an earlier step; -1 - number lists all rows of a constraint; a list is the
number of a "different" with variables that have only as many values. What follows from the empty nogood is kept.
"""

import json
import sys
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

FEW, MANY = 100, 100_000  # rows to list if a constraint has no better rule, and if a hint asks for it


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
    if once.bit_count() == len(masks):
        for k, mask in enumerate(masks):
            alone = mask & ~twice
            masks[k] = (0 if alone & (alone - 1) else alone) if alone else mask
    return masks


class Checker:
    """The problem, and what is known: domains that always hold; constraints and nogoods, which are the items."""

    def __init__(self, values: list[Any], claim: dict[str, Any]) -> None:
        need(all(type(v) in (int, str) for v in values) and len({*values}) == len(values), "values must be different")
        self.claim, self.bits = claim, {value: 1 << k for k, value in enumerate(values)}
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
        elif kind == "solution":
            self.solution(first, tuple(first[: self.visible]))
        else:
            nogood = list(zip(kind[::2], kind[1::2], strict=True))
            need(self.has(kind[::2]), "there is no such variable")
            self.accept(nogood, self.refutes([*self.domains] if nogood else self.domains, nogood, first))

    def has(self, scope: list[int]) -> bool:
        """Return whether there are such variables."""
        return all(type(x) is int and 0 <= x < len(self.domains) for x in scope)

    def solution(self, row: list[Any], seen: tuple[Any, ...]) -> None:
        """Check a solution. Any other one must differ in what is *seen* or, if it is the optimum, be better."""
        need(len(row) == len(self.domains) and seen not in self.solutions, "it is not a new row of values")
        need(all(self.bits[v] & self.domains[x] for x, v in enumerate(row)), "a value is not in its domain")
        need(all(self.holds(item, row) for item in self.items[: self.constraints]), "it breaks a constraint")
        self.solutions.add(seen)
        self.items.append([(x, self.bits[v]) for x, v in enumerate(seen)])
        if "better" in self.claim:
            terms, relation, best = self.claim["better"]
            need(relation in ("<", ">") and self.holds(["linear", terms, "==", best], row), "it is not the optimum")
            self.items[-1] = ["linear", terms, relation, best]

    def accept(self, nogood: list[tuple[int, int]], refuted: bool) -> None:  # noqa: FBT001
        """Keep a nogood if it is *refuted*. If it has a single variable, its domain is narrowed for good."""
        need(refuted or not nogood, "the hints do not refute it")
        self.items.append(nogood)
        if len(nogood) == 1:
            refuted = self.refutes(self.domains, [(nogood[0][0], ~nogood[0][1])], [])
        self.refuted |= refuted and len(nogood) <= 1

    def refutes(self, domains: list[int], nogood: list[tuple[int, int]], hints: list[Any]) -> bool:
        """Return whether *hints* lead to a variable without a value if *nogood* is assumed."""
        try:
            for x, mask in nogood:
                keep(domains, x, mask)
            for hint in hints:
                number, *few = hint if isinstance(hint, list) else [hint]
                item = self.items[max(number, -1 - number)]
                if item and isinstance(item[0], str):
                    self.narrow(domains, item, MANY if number < 0 else FEW, {*few})
                else:  # if all literals of a nogood but one are true, that one is false
                    free = [(x, mask) for x, mask in item if domains[x] & ~mask] or [(0, -1)]
                    if len(free) == 1:
                        keep(domains, free[0][0], ~free[0][1])
        except RefutedError:
            return True
        return False

    def narrow(self, domains: list[int], part: Any, most: int, few: set[int]) -> None:
        """Remove the values of a constraint that are possible in none of the cases."""
        scope = self.scope(part)
        masks = [domains[x] for x in scope]
        cases = [masks]
        if part[0] == "different":
            cases = [self.set_aside(masks, scope, few) if few else tell_apart(masks)]
        elif part[0] == "linear" and most == FEW:
            cases = [self.bounded(masks, part[1], part[2], part[3])]
        elif part[0] == "table":
            cases = [[self.bits.get(v, 0) & m for v, m in zip(row, masks, strict=True)] for row in part[2]]
        elif prod([mask.bit_count() for mask in masks]) <= most:
            rows = product(*[[v for v, bit in self.bits.items() if bit & mask] for mask in masks])
            cases = [[self.bits[v] for v in r] for r in rows if self.holds(part, dict(zip(scope, r, strict=True)))]
        elif part[0] in ("and", "or"):
            together = [part[1:]] if part[0] == "and" else [[inner] for inner in part[1:]]
            cases = [self.left_by(parts, [*domains], scope) for parts in together]
        cases = [case for case in cases if all(case)]
        if not cases:
            raise RefutedError
        for k, x in enumerate(scope):
            mask = 0
            for case in cases:
                mask |= case[k]
            keep(domains, x, mask)

    def left_by(self, parts: list[Any], domains: list[int], scope: list[int]) -> list[int]:
        """Return what *parts*, which all hold, leave to the variables in *scope*."""
        try:
            for part in parts:
                self.narrow(domains, part, FEW, set())
        except RefutedError:
            return [0]
        return [domains[x] for x in scope]

    def set_aside(self, masks: list[int], scope: list[int], few: set[int]) -> list[int]:
        """Remove from the others the values of a *few* variables that need them all (a Hall set)."""
        union = 0
        for x, mask in zip(scope, masks, strict=True):
            union |= mask if x in few else 0
        need(few <= {*scope} and union.bit_count() <= len(few), "these variables do not need all their values")
        spare = 0 if union.bit_count() < len(few) else -1
        return [spare & (mask if x in few else mask & ~union) for x, mask in zip(scope, masks, strict=True)]

    def bounded(self, masks: list[int], terms: Any, relation: str, limit: int) -> list[int]:
        """Keep each value with which the sum can have this *relation* to *limit*, as far as bounds tell."""
        pairs = []
        for mask, term in zip(masks, terms, strict=True):
            pairs.append([(bit, self.number(term, value)) for value, bit in self.bits.items() if bit & mask])
        ends = [(min([n for _, n in each]), max([n for _, n in each])) for each in pairs]
        low, high = sum([least for least, _ in ends]) - limit, sum([most for _, most in ends]) - limit
        kept = []
        for each, (least, most) in zip(pairs, ends, strict=True):
            kept.append(sum([bit for bit, n in each if possible(relation, low - least + n, high - most + n)]))
        return kept

    def number(self, term: Any, value: Any) -> int:
        """Return a weight times a value or, if values are listed, times whether it is one of them."""
        factor = value in term[2] if len(term) > 2 else value
        need(type(term[0]) is int and isinstance(factor, int), "a sum needs integers")
        return int(term[0] * factor)

    def scope(self, part: Any) -> list[int]:
        """Return the variables of a constraint."""
        if part[0] in ("different", "table"):
            return list(part[1])
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
        if kind in ("and", "or"):
            return all(truths) if kind == "and" else any(truths)
        return {"not": truths == [False], "iff": len({*truths}) == 1, "implies": truths != [True, False]}[kind]

    def verdict(self) -> str:
        """Return what is proven, as a sentence."""
        found, claim = len(self.solutions), self.claim
        if "at least" in claim:
            need(found >= claim["at least"], f"only {found} solutions are given")
            return f"there are at least {claim['at least']} solutions"
        need(self.refuted and found == claim.get("solutions", 1), "the steps or solutions do not suffice for the claim")
        if "better" in claim:
            return f"the {'least' if claim['better'][1] == '<' else 'greatest'} objective is {claim['better'][2]}"
        return "there is exactly one solution" if found == 1 else f"there are {found or 'no'} solutions"


def check(text: str) -> str:
    """Return what a certificate proves; raise ValueError with the number of the line that is wrong."""
    number, lines = 1, text.splitlines()
    try:
        first = json.loads(lines[0])
        checker = Checker(first["values"], first["claim"])
        for number, line in enumerate(lines[1:], 2):  # noqa: B007
            checker.line(*json.loads(line))
        return checker.verdict()
    except (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError) as error:
        raise ValueError(f"line {number}: {error}") from error


def main() -> int:
    """Check the file that the command line names."""
    try:
        proven = check(Path(sys.argv[1]).read_text(encoding="utf-8"))
    except (IndexError, OSError, ValueError) as error:
        print(f"Not proven: {error}", file=sys.stderr)  # noqa: T201
        return 1
    print(f"Proven: {proven}.")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
