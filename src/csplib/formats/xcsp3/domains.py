"""Domains of variables: texts such as ``0..9 12 20..29``."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from csplib.modelling.constraints.membership import NotIn
from csplib.modelling.domains import MOST_VALUES
from csplib.modelling.terms import Domain

if TYPE_CHECKING:
    from csplib.formats.xcsp3.arrays import Array
    from csplib.formats.xcsp3.elements import Element
    from csplib.formats.xcsp3.operands import Names
    from csplib.problem import Problem

__all__ = ["Domains", "domain_ranges"]

_MOST_VARIABLES = 2_000_000


class Domains:
    """States variables with the domains that texts describe."""

    def __init__(self, names: Names, problem: Problem[str, Any]) -> None:
        self._names = names
        self._problem = problem
        self._read: dict[tuple[str, str], tuple[Domain, list[range]]] = {}

    def declare(self, names: list[str], element: Element, kind: str = "") -> None:
        """State variables with the domain in *element*."""
        if len(self._names.variables) + len(names) > _MOST_VARIABLES:
            raise ValueError(f"the instance has more than {_MOST_VARIABLES:,} variables")
        kind = kind or element.get("type") or "integer"
        if kind not in {"integer", "symbolic"}:
            raise ValueError(f"variables of the type {kind[:30]!r} are not read, only integer and symbolic ones")
        key = kind, " ".join(element.text.split())
        if key not in self._read:
            self._read[key] = _symbols(key[1]) if kind == "symbolic" else _integers(key[1])
        domain, gaps = self._read[key]
        if kind == "symbolic":
            self._names.symbols.update(map(str, domain))
        for variable in self._problem.add_variables(names, domain):
            self._names.variables[str(variable.name)] = variable
            self._names.domains[variable.name] = domain
            self._problem.add(*[NotIn(variable, gap) for gap in gaps])

    def declare_parts(self, array: Array, parts: list[Element], element: Element) -> None:
        """State the variables of an array whose cells have different domains. Cells without one are left out."""
        domains: dict[str, Element] = {}
        others: Element | None = None
        for part in parts:
            if part.get("for").strip() == "others":
                others = part
                continue
            for token in part.get("for").split():
                domains.update(dict.fromkeys(array.expand(token), part))
        for name in array.names():
            part_of_it = domains.get(name, others)
            if part_of_it is not None:
                self.declare([name], part_of_it, element.get("type"))


def _symbols(text: str) -> tuple[Domain, list[range]]:
    return tuple(dict.fromkeys(text.split())), []


def _integers(text: str) -> tuple[Domain, list[range]]:
    """Return a domain, and the ranges in it that do not belong to it because there are too many values to list."""
    ranges = domain_ranges(text)
    if len(ranges) == 1:
        return ranges[0], []
    if sum([part.stop - part.start for part in ranges]) <= MOST_VALUES:
        return tuple([value for part in ranges for value in part]), []
    gaps = [range(one.stop, other.start) for one, other in pairwise(ranges)]
    return range(ranges[0].start, ranges[-1].stop), gaps


def domain_ranges(text: str) -> list[range]:
    """Return the integers that *text* lists, as ranges that are apart, in ascending order."""
    found: list[range] = []
    for token in text.split():
        low, dots, high = token.partition("..")
        if "infinity" in token:
            raise ValueError("a variable has infinitely many values: state bounds for it")
        part = range(int(low), int(high if dots else low) + 1)
        if not part:
            raise ValueError(f"the range {token[:40]!r} is empty")
        found.append(part)
    if not found:
        raise ValueError("the domain is empty")
    found.sort(key=lambda part: part.start)
    merged = [found[0]]
    for part in found[1:]:
        last = merged[-1]
        if part.start <= last.stop:
            merged[-1] = range(last.start, max(last.stop, part.stop))
        else:
            merged.append(part)
    return merged
