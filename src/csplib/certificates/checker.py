"""Check a certificate: a problem, a claim about its solutions, and a proof. This file needs nothing but Python.

"The format of certificates", a page of csplib's documentation, defines the lines. A set of values is a number: bit 0
stands for the first value. A *nogood* is a list of variables, each with a set: they do not all lie within their sets.
A solution is kept as what any other one has to satisfy: the nogood of its visible values, or that it is better.

A step is a nogood with hints. It follows from the items before it: suppose a row of values satisfies them and breaks
the nogood. Then its values are in the domains, and in the sets of the nogood. Each hint removes values, but none of
this row: see "Why" of its rule. So no variable is left without a value, but that is what the step has to show. An empty
nogood supposes nothing, so what its hints remove is removed for good.
"""

import argparse
import json
import sys
from collections.abc import Iterable
from functools import reduce
from itertools import product
from math import prod
from typing import Any

__all__ = ["FREE", "Checker", "RefutedError", "check", "keep", "main", "need", "number", "possible", "tell_apart"]
WORDS = ("variables", "hidden", "constraint", "solution")  # lines that begin with a word, in order
LEAVES, RELATIONS = ("different", "linear", "table"), ("<", "<=", ">", "==", "!=")
FEW, MANY, DEEP, MOST = 100, 100_000, 128, 20_000  # rows listed if need be, if asked for; depth of lists; values
FREE, EACH = 3_000_000, 3000  # rows may be listed for so much work: at first, and more for each number of the file


class RefutedError(Exception):
    """A variable has no value left."""


def need(condition: object, complaint: str) -> None:
    """Complain that the certificate is wrong, unless *condition* is true."""
    if not condition:
        raise ValueError(complaint)


def _size(thing: Any, deep: int = DEEP) -> int:
    """Return of how many integers, texts and lists a thing consists. Nothing else will do: True is no integer."""
    need(type(thing) in (int, str) or (type(thing) is list and deep), "only integers, texts and lists, not too deep")
    return 1 + sum([_size(each, deep - 1) for each in thing] if type(thing) is list else [])


def keep(domains: list[int], x: int, mask: int) -> None:
    """Keep only the values of *x* in *mask*."""
    domains[x] &= mask
    if not domains[x]:
        raise RefutedError


def possible(relation: str, low: int, high: int) -> bool:
    """Return whether a number from *low* to *high* can have this *relation* to 0."""
    return bool({"<": low < 0, "<=": low <= 0, ">": high > 0, "==": low <= 0 <= high, "!=": low or high}[relation])


def tell_apart(masks: list[int]) -> list[int]:
    """Remove fixed values from other masks. Why: n variables have n values; if there are no more, each is taken."""
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
    """The problem, and what is known: domains that always hold, and the items."""

    def __init__(self, values: Any, claim: Any) -> None:
        need(isinstance(values, list) and len(values) <= MOST and len({*values}) == len(values), "wrong values")
        match [*claim.items()]:
            case [("solutions" | "at least", int())] | [("better", ["linear", [*_], [*_], "<" | ">", int()])]:
                need(claim.get("solutions", 0) >= 0 and claim.get("at least", 1) > 0, "a claim is about a number")
            case _:
                raise ValueError("there must be one claim: solutions, at least, or better")
        _size([values, *claim.values()])
        self.claim: dict[str, Any] = claim
        self.bits: dict[Any, int] = {value: 1 << k for k, value in enumerate(values)}
        self.integers: int = sum([bit for value, bit in self.bits.items() if isinstance(value, int)])
        self.names: set[str] = set()
        self.domains: list[int] = []
        self.items: list[Any] = []  # a constraint is a list, a nogood is a tuple: variable, set, variable, set, ...
        self.solutions: set[tuple[Any, ...]] = set()
        self.visible: int = 0
        self.place: int = 0  # of the last line's word in WORDS
        self.refuted: bool = False
        self.spare: int = FREE
        self.same: dict[int, int] = {}  # so that equal numbers in nogoods share their memory

    def line(self, *content: Any) -> None:
        """Read a line: a step has two lists, all others begin with a word."""
        self.spare += EACH * _size([*content])
        place = WORDS.index(content[0]) if content and content[0] in WORDS else len(WORDS)
        need(place >= self.place, "it comes too late")
        self.place = place
        match content:
            case ["variables" | "hidden", [*names], [*values]]:
                self.declare(names, values)
            case ["constraint", str(), part]:
                self.state(part)
                self.items.append(part)
            case ["solution", [*row]]:
                self.solution(row, tuple(row[: self.visible]))
            case [[*nogood], [*hints]]:
                pairs = [*zip(nogood[::2], nogood[1::2], strict=True)]
                sets = [mask for x, mask in pairs if self.is_variable(x) and isinstance(mask, int)]
                need(len(sets) == len(pairs) and not any(m >> len(self.bits) for m in sets), "wrong variables or sets")
                rules = [self.rule(hint) for hint in hints]
                domains = [*self.domains] if nogood else self.domains
                self.accept(nogood, self.refuted or self.refutes(domains, nogood, rules))
            case _:
                raise ValueError("it is no line of a certificate")

    def declare(self, names: list[str], values: list[Any]) -> None:
        """Add variables, all with the same values."""
        self.names.update([name for name in names if isinstance(name, str)])
        need(len(self.names) == len(self.domains) + len(names), "two variables have one name")
        need(values and self.are_values(values) and len({*values}) == len(values), "a domain has different values")
        self.domains += [sum([self.bits[value] for value in values])] * len(names)
        self.visible += len(names) * (WORDS[self.place] == "variables")

    def state(self, part: Any) -> bool:
        """Return True; complain unless *part* is a constraint as it must be."""
        fits = False
        scope: list[Any] = []
        match part:
            case ["not", _] | ["iff", _, *_] | ["and" | "or", *_]:
                fits = all(self.state(inner) for inner in part[1:])
            case ["different", [*scope]]:
                fits = True
            case ["linear", [*scope], [*weights], relation, int()]:
                fits = relation in RELATIONS and len(weights) == len(scope) and all(map(self.is_weight, weights, scope))
            case ["table", [*scope], [*rows]]:
                fits = all(isinstance(r, list) and len(r) == len(scope) and self.are_values(r) for r in rows)
        need(fits and all(self.is_variable(x) for x in scope), "there is no such constraint of these variables")
        return True

    def is_variable(self, x: Any) -> bool:
        return isinstance(x, int) and 0 <= x < len(self.domains)

    def are_values(self, row: list[Any]) -> bool:
        return all(not isinstance(value, list) and value in self.bits for value in row)

    def is_weight(self, weight: Any, x: Any) -> bool:
        match weight:
            case [int(), [*values]]:
                return self.are_values(values) and len({*values}) == len(values)
        return isinstance(weight, int) and self.is_variable(x) and not self.domains[x] & ~self.integers

    def solution(self, row: list[Any], seen: tuple[Any, ...]) -> None:
        """Check a solution. Any other one must differ in what is *seen* or, if it is the optimum, be better."""
        need(len(row) == len(self.domains) and self.are_values(row), "it is not a row of values")
        need(all(self.bits[value] & self.domains[x] for x, value in enumerate(row)), "a value is not in its domain")
        need(all(self.holds(item, row) for item in self.items if isinstance(item, list)), "it breaks a constraint")
        need(seen not in self.solutions, "it is not new")
        self.solutions.add(seen)
        if "better" in self.claim:
            self.state(better := self.claim["better"])
            need(self.holds([*better[:3], "==", better[4]], row), "its objective is another one")
            self.items.append(better)
        else:
            self.items.append(tuple([number for x, v in enumerate(seen) for number in (x, self.bits[v])]))
            self.refuted = self.refuted or not seen

    def rule(self, hint: Any) -> tuple[Any, int, list[int]]:
        """Return what *hint* asks for: an item, how many rows it may list, and the variables of a Hall set."""
        n, *hall = hint if isinstance(hint, list) else [hint]
        need(isinstance(n, int) and -len(self.items) <= n < len(self.items), "a hint to an item that is not there")
        item = self.items[max(n, -1 - n)]
        if isinstance(hint, list):
            fits = n >= 0 and hall and item and item[0] == "different" and len({*hall}) == len(hall)
            need(fits and {*hall} <= {*item[1]}, "that is no Hall set")
        return item, MANY if n < 0 else FEW, hall

    def accept(self, nogood: list[int], refuted: bool) -> None:  # noqa: FBT001
        """Keep a nogood if it is *refuted*. If it has a single variable, its domain is narrowed for good."""
        need(refuted or not nogood, "the hints do not refute it")
        self.items.append(tuple([self.same.setdefault(n, n) for n in nogood]))
        if len(nogood) == 2:
            refuted = self.refutes(self.domains, [nogood[0], ~nogood[1]], [])
        self.refuted = self.refuted or (refuted and len(nogood) <= 2)

    def refutes(self, domains: list[int], nogood: list[int], rules: list[Any]) -> bool:
        """Return whether *rules* refute *nogood*. Why one may: if all but one lie in their sets, that one does not."""
        try:
            for x, mask in zip(nogood[::2], nogood[1::2], strict=True):
                keep(domains, x, mask)
            for item, most, hall in rules:
                if isinstance(item, list):
                    self.narrow(domains, item, most, hall)
                elif item:
                    free = [(x, m) for x, m in zip(item[::2], item[1::2], strict=True) if domains[x] & ~m]
                    x, mask = free[0] if free else (item[0], -1)
                    if len(free) <= 1:
                        keep(domains, x, ~mask)
        except RefutedError:
            return True
        return False

    def narrow(self, domains: list[int], part: Any, most: int, hall: list[int]) -> None:
        """Keep the values that are possible in a case. Why: each row that satisfies the constraint is in one."""
        scope = self.scope(part)
        cases = [case for case in self.cases(domains, part, scope, most, hall) if all(case)]
        if not cases:
            raise RefutedError
        masks = cases[0] if len(cases) == 1 else [reduce(int.__or__, column) for column in zip(*cases, strict=True)]
        for x, mask in zip(scope, masks, strict=True):
            keep(domains, x, mask)

    def cases(self, domains: list[int], part: Any, scope: list[int], most: int, hall: list[int]) -> list[list[int]]:
        """Return for each case the sets of values of the variables in *scope*.

        Why they are all: the variables of a Hall set have as many values as variables, so they take all of these. A row
        of a table, or one that is listed, is a case. All parts of an "and" are true. One part of an "or" is true.
        """
        masks = [domains[x] for x in scope]
        if part[0] == "different":
            taken = reduce(int.__or__, [domains[x] for x in hall], 0)
            need(not hall or taken.bit_count() <= len(hall), "these variables have more values")
            apart = [m if x in hall else m & ~taken for x, m in zip(scope, masks, strict=True)]
            return [apart if hall else tell_apart(masks)]
        if part[0] == "linear" and most == FEW:
            return [self.bounded(masks, part[2], part[3], part[4])]
        if part[0] == "table":
            return [[self.bits[v] & mask for v, mask in zip(row, masks, strict=True)] for row in part[2]]
        if (many := prod([mask.bit_count() for mask in masks])) <= most:
            self.spare -= many * _size(part)
            need(self.spare >= 0, "the hints ask for too much work")
            rows = product(*[[v for v, bit in self.bits.items() if bit & mask] for mask in masks])
            return [[self.bits[v] for v in r] for r in rows if self.holds(part, dict(zip(scope, r, strict=True)))]
        rules: list[Any] = [(inner, FEW, []) for inner in part[1:]] if part[0] in ("and", "or") else []
        found: list[list[int]] = []
        for trial in [[rule] for rule in rules] if part[0] == "or" else [rules]:
            if not self.refutes(domains, [], trial):
                found.append([domains[x] for x in scope])
            for x, mask in zip(scope, masks, strict=True):
                domains[x] = mask
        return found

    def bounded(self, masks: list[int], weights: list[Any], relation: str, limit: int) -> list[int]:
        """Keep each value with which the least and the greatest sum allow this *relation* to *limit*."""
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
        [(kind, claimed)], found = self.claim.items(), len(self.solutions)
        if kind == "at least":
            need(found >= claimed, "there are fewer solutions than claimed")
            return f"there are at least {claimed} solutions"
        need(found == (claimed if kind == "solutions" else 1), "it has not as many solutions as claimed")
        need(self.refuted, "the steps do not exclude a further solution")
        if kind == "better":
            return f"the {'least' if claimed[3] == '<' else 'greatest'} objective is {claimed[4]}"
        return "there is exactly one solution" if found == 1 else f"there are {found or 'no'} solutions"


def number(weight: Any, value: Any) -> int:
    """Return a weight times a value; [weight, values] counts whether it is one of the values."""
    return weight[0] * (value in weight[1]) if isinstance(weight, list) else weight * value  # type: ignore[no-any-return]


def check(text: str | Iterable[bytes]) -> str:
    """Return what a text, or lines one by one, prove; raise ValueError with the number of the line that is wrong."""
    place, checker = 1, None
    try:
        for place, line in enumerate(text.removesuffix("\n").split("\n") if isinstance(text, str) else text, 1):  # noqa: B007
            content = json.loads(line.decode() if isinstance(line, bytes) else str(line), object_pairs_hook=tuple)
            if checker is None:
                need(isinstance(content, tuple) and sorted([k for k, _ in content]) == ["claim", "values"], "no claim")
                need(isinstance(claim := dict(content)["claim"], tuple) and len(claim) == 1, "it needs one claim")
                checker = Checker(dict(content)["values"], dict(claim))
            else:
                checker.line(*content)
        need(checker, "it is empty")
        return checker.verdict() if checker else ""
    except Exception as error:  # noqa: BLE001
        raise ValueError(f"line {place}: {error}")  # noqa: B904


def main() -> None:
    """Check the files that the command line names."""
    parser = argparse.ArgumentParser("csplib-check", epilog="example: csplib-check proof.jsonl")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate to check; - is standard input")
    files, wrong = parser.parse_args().files, []
    for name in files:
        prefix = f"{name}: " if len(files) > 1 else ""
        try:
            with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
                print(f"{prefix}Proven: {check(file)}.", flush=True)  # noqa: T201
        except (OSError, ValueError) as error:
            wrong.append(f"{prefix}Not proven: {error}")
    sys.exit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
