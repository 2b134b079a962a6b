"""Check a certificate: a problem, a claim about its solutions, and a proof. This file needs nothing but Python.

Each line is JSON: first the values and the claim, then variables, constraints, solutions and steps. A set of values is
a number: bit 0 stands for the first value. A *nogood* is a list of variables, each with a set: they do not all lie
within their sets. A step is a nogood with hints: assume it, follow the hints, and a variable has no value left. A hint
is the number of a constraint, a solution or an earlier step; -1 - number lists all rows of a constraint; a list is the
number of a "different" with variables that have only as many values. What follows from the empty nogood is kept.
"""

import json
import sys
from functools import reduce
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

__all__ = ["Checker", "RefutedError", "check", "keep", "main", "need", "number", "possible", "tell_apart"]
# The kinds of constraints without parts; how many rows to list if there is no better rule, and if a hint asks for it.
LEAVES, FEW, MANY = ("different", "linear", "table"), 100, 100_000


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
    return bool({"<": low < 0, "<=": low <= 0, ">": high > 0, "==": low <= 0 <= high, "!=": low or high}[relation])


def tell_apart(masks: list[int]) -> list[int]:
    """Remove fixed values from the other masks. If there are as many values as masks, each value needs a place."""
    fixed = sum({*(singles := [mask for mask in masks if not mask & (mask - 1)])})
    masks = [mask & ~fixed if mask & (mask - 1) else mask for mask in masks]
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    if once.bit_count() < len(masks) or fixed.bit_count() < len(singles):
        raise RefutedError
    return masks if once.bit_count() > len(masks) else [mask & ~twice or mask for mask in masks]


class Checker:
    """The problem, and what is known: domains that always hold; constraints and nogoods, which are the items."""

    def __init__(self, values: list[Any], claim: dict[str, Any]) -> None:
        need(all(type(v) in (int, str) for v in values) and len({*values}) == len(values), "values must be different")
        self.claim: dict[str, Any] = claim
        self.bits: dict[Any, int] = {value: 1 << k for k, value in enumerate(values)}
        self.domains: list[int] = []
        self.items: list[Any] = []
        self.solutions: set[tuple[Any, ...]] = set()
        self.visible: int = 0
        self.refuted: bool = False

    def line(self, kind: Any, first: Any, second: Any = None) -> None:
        """Read a line: a step has two lists, all others begin with a word."""
        if kind in ("variables", "hidden"):  # hidden ones stand for expressions, and come last
            need(not self.items and (kind == "hidden" or self.visible == len(self.domains)), "a variable too late")
            self.domains += [sum(self.bits[v] for v in {*second})] * len(first)
            self.visible += len(first) * (kind == "variables")
        elif kind == "constraint":
            need([self.domains[x] for x in self.scope(second)] and not self.solutions, "it comes too late, or is empty")
            self.items.append(second)
        elif kind == "solution":
            self.solution(first, tuple(first[: self.visible]))
        else:
            nogood = list(zip(kind[::2], kind[1::2], strict=True))
            self.accept(nogood, self.refutes([*self.domains] if nogood else self.domains, nogood, self.rules(first)))

    def solution(self, row: list[Any], seen: tuple[Any, ...]) -> None:
        """Check a solution. Any other one must differ in what is *seen* or, if it is the optimum, be better."""
        need(len(row) == len(self.domains) and seen not in self.solutions, "it is not a new row of values")
        need(all(self.bits[v] & self.domains[x] for x, v in enumerate(row)), "a value is not in its domain")
        need(all(self.holds(i, row) for i in self.items if i and isinstance(i[0], str)), "it breaks a constraint")
        self.solutions.add(seen)
        self.items.append([(x, self.bits[v]) for x, v in enumerate(seen)])
        if "better" in self.claim:
            kind, scope, weights, relation, best = self.items[-1] = self.claim["better"]
            need(self.holds([kind, scope, weights, "==", best], row) and relation in ("<", ">"), "it is not optimal")

    def rules(self, hints: list[Any]) -> list[Any]:
        """Return what *hints* ask for: items, how many rows they may list, and the variables of a Hall set."""
        split = [hint if isinstance(hint, list) else [hint] for hint in hints]
        return [(self.items[max(n, -1 - n)], MANY if n < 0 else FEW, hall) for n, *hall in split]

    def accept(self, nogood: list[tuple[int, int]], refuted: bool) -> None:  # noqa: FBT001
        """Keep a nogood if it is *refuted*. If it has a single variable, its domain is narrowed for good."""
        need(refuted or not nogood, "the hints do not refute it")
        self.items.append(nogood)
        if len(nogood) <= 1:
            self.refuted |= self.refutes(self.domains, [(x, ~mask) for x, mask in nogood], []) if nogood else refuted

    def refutes(self, domains: list[int], nogood: list[tuple[int, int]], rules: list[Any]) -> bool:
        """Return whether *rules* lead to a variable without a value if *nogood* is assumed."""
        try:
            for x, mask in nogood:
                keep(domains, x, mask)
            for item, most, hall in rules:
                if item and isinstance(item[0], str):
                    self.narrow(domains, item, most, hall)
                else:  # if all literals of a nogood but one are true, that one is false
                    free = [(x, mask) for x, mask in item if domains[x] & ~mask] or [(0, -1)]
                    if len(free) == 1:
                        keep(domains, free[0][0], ~free[0][1])
        except RefutedError:
            return True
        return False

    def narrow(self, domains: list[int], part: Any, most: int, hall: list[int]) -> None:
        """Remove the values of a constraint that are possible in none of the cases."""
        scope = self.scope(part)
        cases = [masks := [domains[x] for x in scope]]
        if part[0] == "different":
            taken = reduce(int.__or__, [domains[x] for x in hall], 0)
            need(not hall or taken.bit_count() <= len({*hall} & {*scope}), "these variables have more values")
            cases = [tell_apart([m if x in hall else m & ~taken for x, m in zip(scope, masks)] if hall else masks)]  # noqa: B905
        elif part[0] == "linear" and most == FEW:
            cases = [self.bounded(masks, part[2], part[3], part[4])]
        elif part[0] == "table":
            cases = [[self.bits.get(v, 0) & m for v, m in zip(row, masks, strict=True)] for row in part[2]]
        elif prod([mask.bit_count() for mask in masks]) <= most:
            rows = product(*[[v for v, bit in self.bits.items() if bit & mask] for mask in masks])
            cases = [[self.bits[v] for v in r] for r in rows if self.holds(part, dict(zip(scope, r, strict=True)))]
        elif part[0] in ("and", "or"):
            inner: list[Any] = [(one, FEW, []) for one in part[1:]]
            trials = [([*domains], [rule]) for rule in inner] if part[0] == "or" else [([*domains], inner)]
            cases = [[trial[x] for x in scope] for trial, rules in trials if not self.refutes(trial, [], rules)]
        cases = [case for case in cases if all(case)] or [[0] * len(scope)]
        masks = cases[0] if len(cases) == 1 else [reduce(int.__or__, column) for column in zip(*cases, strict=True)]
        for x, mask in zip(scope, masks, strict=True):
            keep(domains, x, mask)

    def bounded(self, masks: list[int], weights: list[Any], relation: str, limit: int) -> list[int]:
        """Keep each value with which the sum can have this *relation* to *limit*, as far as bounds tell."""
        every = zip(weights, masks, strict=True)
        pairs = [[(bit, number(w, v)) for v, bit in self.bits.items() if bit & mask] for w, mask in every]
        ends = [(min([n for _, n in each]), max([n for _, n in each])) for each in pairs]
        low, high = sum([least for least, _ in ends]) - limit, sum([most for _, most in ends]) - limit
        rest = [(low - least, high - most, each) for each, (least, most) in zip(pairs, ends, strict=True)]
        return [sum([bit for bit, n in each if possible(relation, lo + n, hi + n)]) for lo, hi, each in rest]

    def scope(self, part: Any) -> list[int]:
        """Return the variables of a constraint, or of its parts."""
        return list(part[1] if part[0] in LEAVES else {x: None for inner in part[1:] for x in self.scope(inner)})

    def holds(self, part: Any, row: Any) -> bool:
        """Return whether a row of values satisfies a constraint: its meaning."""
        if part[0] in LEAVES:
            values = [row[x] for x in part[1]]
            if part[0] == "linear":
                total = sum([number(w, v) for w, v in zip(part[2], values, strict=True)]) - part[4]
                return possible(part[3], total, total)
            return len({*values}) == len(values) if part[0] == "different" else values in part[2]
        truths = [self.holds(inner, row) for inner in part[1:]]
        return {"and": all(truths), "or": any(truths), "not": truths == [False], "iff": len({*truths}) == 1}[part[0]]

    def verdict(self) -> str:
        """Return what is proven, as a sentence."""
        found, claim, least = len(self.solutions), self.claim, self.claim.get("at least", 0)
        need(found >= least and (least or (found == claim.get("solutions", 1) and self.refuted)), "it does not suffice")
        if least:
            return f"there are at least {least} solutions"
        if "better" in claim:
            return f"the {'least' if claim['better'][3] == '<' else 'greatest'} objective is {claim['better'][4]}"
        return "there is exactly one solution" if found == 1 else f"there are {found or 'no'} solutions"


def number(weight: Any, value: Any) -> int:
    """Return a weight times a value; [weight, values] counts whether it is one of the values."""
    return weight[0] * (value in weight[1]) if isinstance(weight, list) else weight * value  # type: ignore[no-any-return]


def check(text: str) -> str:
    """Return what a certificate proves; raise ValueError with the number of the line that is wrong."""
    place = 1
    try:
        lines = [json.loads(line, parse_float=str, parse_constant=str) for line in text.splitlines()]
        checker = Checker(lines[0]["values"], lines[0]["claim"])
        for place, line in enumerate(lines[1:], 2):  # noqa: B007
            checker.line(*line)
        return checker.verdict()
    except Exception as error:  # noqa: BLE001
        raise ValueError(f"line {place}: {error}")  # noqa: B904


def main() -> None:
    """Check the file that the command line names."""
    try:
        print(f"Proven: {check(Path(sys.argv[1]).read_text(encoding='utf-8'))}.")  # noqa: T201
    except (IndexError, OSError, ValueError) as error:
        sys.exit(f"Not proven: {error}")


if __name__ == "__main__":
    main()
