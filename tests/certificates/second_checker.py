"""A second checker of certificates, written from docs/reference/certificates.md alone: sets of values, no bit masks.

It shares no code with the first. Speed does not matter here, clear sentences do.
"""

from __future__ import annotations

import json
import math
from itertools import product
from typing import Any

__all__ = ["WrongError", "second_check"]

Domains = dict[int, set[Any]]


class WrongError(Exception):
    """The file is wrong, or does not prove its claim."""


class Nothing(Exception):  # noqa: N818 - what a step has to show is no error
    """A variable has no value left."""


def demand(condition: object) -> None:
    if not condition:
        raise WrongError


def no_double(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    demand(sorted(keys) == sorted(set(keys)))
    return dict(pairs)


def weigh(thing: Any, above: int) -> int:
    """Return the size of a thing that lies in so many lists."""
    if thing.__class__ is list:
        demand(above < 128)
        return 1 + sum(weigh(one, above + 1) for one in thing)
    demand(thing.__class__ is int or thing.__class__ is str)
    return 1


class File:
    """What has been read of a certificate."""

    def __init__(self, first: Any) -> None:
        demand(isinstance(first, dict) and sorted(first) == ["claim", "values"])
        self.values: list[Any] = first["values"]
        claim = first["claim"]
        demand(isinstance(self.values, list) and isinstance(claim, dict) and len(claim) == 1)
        demand(len(self.values) <= 20_000 and all(v.__class__ in {int, str} for v in self.values))
        self.order: dict[Any, int] = {value: place for place, value in enumerate(self.values)}
        demand(len(self.order) == len(self.values))
        [(self.kind, self.claimed)] = claim.items()
        demand(self.kind in {"solutions", "at least", "better"})
        if self.kind == "better":
            demand(isinstance(self.claimed, list) and len(self.claimed) == 5)
            weigh(self.claimed, 1)
            demand(self.claimed[0] == "linear" and self.claimed[3] in ["<", ">"])
        else:
            demand(self.claimed.__class__ is int and self.claimed >= ["solutions", "at least"].index(self.kind))
        self.names: list[str] = []
        self.visible = 0
        self.root: Domains = {}
        self.items: list[tuple[str, Any]] = []
        self.found: list[tuple[Any, ...]] = []
        self.refuted = False
        self.section = "variables"
        self.budget = 3_000_000

    # Reading

    def read(self, line: Any) -> None:
        demand(isinstance(line, list) and line)
        self.budget += 3000 * weigh(line, 0)
        section = "step" if isinstance(line[0], list) else line[0]
        sections = ["variables", "hidden", "constraint", "solution", "step"]
        demand(section in sections and sections.index(section) >= sections.index(self.section))
        self.section = section
        demand(len(line) == (2 if section in {"solution", "step"} else 3))
        if section in {"variables", "hidden"}:
            self.read_variables(line[1], line[2])
        elif section == "constraint":
            demand(isinstance(line[1], str))
            self.well_formed(line[2])
            self.items.append(("constraint", line[2]))
        elif section == "solution":
            self.read_solution(line[1])
        else:
            self.read_step(line[0], line[1])

    def is_known(self, value: Any) -> bool:
        return not isinstance(value, list) and value in self.order

    def are_different_and_known(self, values: Any) -> bool:
        return isinstance(values, list) and all(map(self.is_known, values)) and len(set(values)) == len(values)

    def read_variables(self, names: Any, values: Any) -> None:
        demand(isinstance(names, list) and all(isinstance(name, str) for name in names))
        demand(self.are_different_and_known(values) and values)
        for name in names:
            self.root[len(self.names)] = set(values)
            self.names.append(name)
        demand(len(set(self.names)) == len(self.names))
        if self.section == "variables":
            self.visible = len(self.names)

    def well_formed(self, part: Any) -> None:
        demand(isinstance(part, list) and part and isinstance(part[0], str))
        word, rest = part[0], part[1:]
        if word in {"and", "or", "not", "iff"}:
            demand(word != "not" or len(rest) == 1)
            demand(word != "iff" or rest)
            for inner in rest:
                self.well_formed(inner)
            return
        demand({"different": 1, "linear": 4, "table": 2}.get(word) == len(rest))
        scope = rest[0]
        demand(isinstance(scope, list) and all(x.__class__ is int and x in self.root for x in scope))
        if word == "table":
            demand(isinstance(rest[1], list))
            for row in rest[1]:
                demand(isinstance(row, list) and len(row) == len(scope) and all(map(self.is_known, row)))
        if word == "linear":
            demand(isinstance(rest[1], list) and len(rest[1]) == len(scope))
            demand(rest[2] in ["<", "<=", "==", "!=", ">"] and rest[3].__class__ is int)
            for x, weight in zip(scope, rest[1], strict=True):
                if isinstance(weight, list):
                    demand(len(weight) == 2 and weight[0].__class__ is int and self.are_different_and_known(weight[1]))
                else:
                    demand(weight.__class__ is int and all(v.__class__ is int for v in self.root[x]))

    def read_solution(self, row: Any) -> None:
        demand(isinstance(row, list) and len(row) == len(self.names))
        demand(all(self.is_known(value) and value in self.root[x] for x, value in enumerate(row)))
        whole = dict(enumerate(row))
        demand(all(true(part, whole) for kind, part in self.items if kind == "constraint"))
        seen = tuple(row[: self.visible])
        demand(seen not in self.found)
        self.found.append(seen)
        if self.kind == "better":
            self.well_formed(self.claimed)
            demand(total(self.claimed, whole) == self.claimed[4])
            self.items.append(("constraint", self.claimed))
        else:
            self.items.append(("nogood", [(x, {value}) for x, value in enumerate(seen)]))
            if not seen:
                self.refuted = True

    def read_step(self, flat: Any, hints: Any) -> None:
        demand(isinstance(flat, list) and isinstance(hints, list) and len(flat) % 2 == 0)
        nogood = []
        for x, number in zip(flat[0::2], flat[1::2], strict=True):
            demand(x.__class__ is int and x in self.root and number.__class__ is int)
            demand(0 <= number < 2 ** len(self.values))
            digits = reversed(f"{number:b}")
            nogood.append((x, {self.values[place] for place, digit in enumerate(digits) if digit == "1"}))
        for hint in hints:
            self.check_hint(hint)
        if not self.refuted:
            refuted = self.follow(self.root if not nogood else {x: set(d) for x, d in self.root.items()}, nogood, hints)
            demand(refuted or not nogood)
            self.refuted = refuted and not nogood
            if len(nogood) == 1:
                self.root[nogood[0][0]] -= nogood[0][1]
                self.refuted = not self.root[nogood[0][0]]
        self.items.append(("nogood", nogood) if nogood else ("nothing", None))

    def check_hint(self, hint: Any) -> None:
        if isinstance(hint, list):
            demand(len(hint) > 1 and hint[0].__class__ is int and 0 <= hint[0] < len(self.items))
            kind, part = self.items[hint[0]]
            demand(kind == "constraint" and part[0] == "different")
            demand(all(x.__class__ is int and x in part[1] for x in hint[1:]) and len(set(hint)) >= len(hint) - 1)
            demand(len(set(hint[1:])) == len(hint[1:]))
        else:
            demand(hint.__class__ is int and (0 <= hint < len(self.items) or 0 <= -1 - hint < len(self.items)))

    # Steps

    def follow(self, left: Domains, nogood: list[tuple[int, set[Any]]], hints: list[Any]) -> bool:
        """Return whether a variable of *left* loses its last value."""
        try:
            for x, some in nogood:
                restrict(left, x, some)
            for hint in hints:
                number = hint[0] if isinstance(hint, list) else hint if hint >= 0 else -1 - hint
                kind, content = self.items[number]
                if kind == "nogood":
                    use_nogood(left, content)
                elif isinstance(hint, list):
                    use_hall_set(left, content[1], hint[1:])
                elif kind == "constraint":
                    self.use(left, content, 100_000 if hint < 0 else 100, exact=hint < 0)
        except Nothing:
            return True
        return False

    def use(self, left: Domains, part: Any, most: int, *, exact: bool = False) -> None:
        """Follow the rule of a constraint."""
        word = part[0]
        if word == "different":
            use_different(left, part[1])
        elif word == "table":
            use_rows(
                left, part[1], [row for row in part[2] if all(v in left[x] for x, v in zip(part[1], row, strict=True))]
            )
        elif word == "linear" and not exact:
            use_bounds(left, part)
        else:
            scope = part[1] if word == "linear" else variables_of(part)
            count = math.prod(len(left[x]) for x in scope)
            if count <= most:
                self.budget -= count * weigh(part, 0)
                demand(self.budget >= 0)
                every = product(*(left[x] for x in scope))
                use_rows(left, scope, [row for row in every if true(part, dict(zip(scope, row, strict=True)))])
            elif word == "and":
                for inner in part[1:]:
                    self.use(left, inner, 100)
            elif word == "or":
                self.use_one_of(left, part[1:], scope)

    def use_one_of(self, left: Domains, parts: list[Any], scope: list[int]) -> None:
        possible: dict[int, set[Any]] = {x: set() for x in scope}
        for inner in parts:
            trial = {x: set(domain) for x, domain in left.items()}
            try:
                self.use(trial, inner, 100)
            except Nothing:
                continue
            for x in scope:
                possible[x] |= trial[x]
        if not any(possible.values()):
            raise Nothing
        for x in scope:
            restrict(left, x, possible[x])

    def conclude(self) -> str:
        count = len(self.found)
        if self.kind == "at least":
            demand(count >= self.claimed)
            return f"there are at least {self.claimed} solutions"
        demand(self.refuted)
        if self.kind == "better":
            demand(count == 1)
            end = {"<": "least", ">": "greatest"}[self.claimed[3]]
            return f"the {end} objective is {self.claimed[4]}"
        demand(count == self.claimed)
        known = {0: "there are no solutions", 1: "there is exactly one solution"}
        return known.get(count, f"there are {count} solutions")


def restrict(left: Domains, x: int, some: set[Any]) -> None:
    left[x] &= some
    if not left[x]:
        raise Nothing


def use_nogood(left: Domains, nogood: list[tuple[int, set[Any]]]) -> None:
    unsure = [literal for literal in nogood if not left[literal[0]] <= literal[1]]
    if not unsure and nogood:
        raise Nothing
    if len(unsure) == 1:
        [(x, some)] = unsure
        restrict(left, x, left[x] - some)


def use_different(left: Domains, scope: list[int]) -> None:
    places = [set(left[x]) for x in scope]
    fixed = [next(iter(place)) for place in places if len(place) == 1]
    if len(set(fixed)) < len(fixed):
        raise Nothing
    places = [place if len(place) == 1 else place - set(fixed) for place in places]
    together = set().union(*places)
    if len(together) < len(places):
        raise Nothing
    if len(together) == len(places):
        for k, place in enumerate(places):
            others: set[Any] = set().union(*places[:k], *places[k + 1 :])
            lone = place - others
            if lone:
                restrict(left, scope[k], lone)
    for x, place in zip(scope, places, strict=True):
        restrict(left, x, place)


def use_hall_set(left: Domains, scope: list[int], hall: list[int]) -> None:
    taken = set().union(*(left[x] for x in hall))
    demand(len(taken) <= len(hall))
    for x in scope:
        if x not in hall:
            restrict(left, x, left[x] - taken)


def use_rows(left: Domains, scope: list[int], rows: list[Any]) -> None:
    if not rows:
        raise Nothing
    for x, column in zip(scope, zip(*rows, strict=True), strict=True) if scope else ():
        restrict(left, x, set(column))


def use_bounds(left: Domains, part: Any) -> None:
    _, scope, weights, relation, limit = part
    ranges = [sorted(times(w, v) for v in left[x]) for x, w in zip(scope, weights, strict=True)]
    kept = []
    for k, (x, weight) in enumerate(zip(scope, weights, strict=True)):
        low = sum(products[0] for place, products in enumerate(ranges) if place != k) - limit
        high = sum(products[-1] for place, products in enumerate(ranges) if place != k) - limit
        fitting = {v for v in left[x] if can_be(relation, low + times(weight, v), high + times(weight, v))}
        kept.append((x, fitting))
    for x, fitting in kept:
        restrict(left, x, fitting)


def can_be(relation: str, low: int, high: int) -> bool:
    if relation == "!=":
        return not low == high == 0
    if relation == "==":
        return low <= 0 and high >= 0
    return high > 0 if relation == ">" else low < 0 or (low == 0 and relation == "<=")


def times(weight: Any, value: Any) -> int:
    if isinstance(weight, list):
        return int(weight[0]) if value in weight[1] else 0
    return int(weight * value)


def total(part: Any, row: dict[int, Any]) -> int:
    return sum(times(weight, row[x]) for x, weight in zip(part[1], part[2], strict=True))


def variables_of(part: Any) -> list[int]:
    """Return the variables of a constraint, each once."""
    if part[0] in {"different", "linear", "table"}:
        return sorted(set(part[1]))
    return sorted({x for inner in part[1:] for x in variables_of(inner)})


def true(part: Any, row: dict[int, Any]) -> bool:
    """Return whether a row satisfies a constraint."""
    word = part[0]
    if word == "different":
        values = [row[x] for x in part[1]]
        return all(a != b for k, a in enumerate(values) for b in values[:k])
    if word == "table":
        return [row[x] for x in part[1]] in part[2]
    if word == "linear":
        difference = total(part, row) - part[4]
        signs = {"<": [-1], "<=": [-1, 0], "==": [0], ">": [1], "!=": [-1, 1]}
        return (difference > 0) - (difference < 0) in signs[part[3]]
    truths = {true(inner, row) for inner in part[1:]}
    return {"and": False not in truths, "or": True in truths, "not": truths == {False}, "iff": len(truths) == 1}[word]


def second_check(text: str) -> str:
    """Return what a certificate proves; raise `WrongError` if it is wrong."""
    lines = text.split("\n")
    if lines[-1] == "":
        del lines[-1]
    demand(lines)
    try:
        contents = [json.loads(line, object_pairs_hook=no_double) for line in lines]
    except (ValueError, RecursionError):
        raise WrongError from None
    file = File(contents[0])
    for content in contents[1:]:
        file.read(content)
    return file.conclude()
