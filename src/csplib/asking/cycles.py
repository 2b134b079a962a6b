"""Cycles of comparisons, such as x < y, y < z, z < x: a conflict that is seen without a search.

Propagation moves the bounds of such variables step by step until a domain is empty: very many steps over long ranges.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from csplib.kernel.clock import look_up
from csplib.lowering.difference_bounds import gaps
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.domains import are_consecutive
from csplib.modelling.terms import Domain

__all__ = ["cycle_among"]


class _Edge(NamedTuple):
    """*end* is at least its start plus *gap*, because of *constraint*."""

    end: Hashable
    gap: int
    constraint: Constraint


def cycle_among(domains: Mapping[Hashable, Domain], statements: Sequence[Constraint]) -> list[Constraint] | None:
    """Return comparisons among *statements* that cannot hold together, but without any one of them; or None.

    Not every such cycle is found.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y, z = p.add_variables("xyz", range(10**9))
    >>> print(*cycle_among(p.domains, [x < y, y <= z, x != z, z < x]), sep=", ")
    x < y, y <= z, z < x
    """
    edges: dict[Hashable, list[_Edge]] = {}
    for constraint in statements:
        look_up(4)
        # An equation goes both ways, so one that is left out would take two edges away.
        if type(constraint) is Comparison and constraint.relation == "<=":
            for start, end, gap in gaps(constraint):
                edges.setdefault(start, []).append(_Edge(end, gap, constraint))
    cycle = _walk(_core(edges))
    if not cycle or not _is_smallest(cycle, domains):
        return None
    chosen = {id(edge.constraint) for edge in cycle}
    return [one for one in statements if id(one) in chosen]


def _core(edges: dict[Hashable, list[_Edge]]) -> dict[Hashable, list[_Edge]]:
    """Return the edges without those that lead to nothing but ends: a walk along the others never ends."""
    before: dict[Hashable, list[Hashable]] = {}
    left: dict[Hashable, int] = {}
    for start, several in edges.items():
        left[start] = len(several)
        for edge in several:
            before.setdefault(edge.end, []).append(start)
    ended = [name for name in before if name not in left]
    gone = set(ended)
    for name in ended:  # the list grows
        for start in before.get(name, ()):
            look_up()
            left[start] -= 1
            if not left[start]:
                gone.add(start)
                ended.append(start)
    return {
        start: [edge for edge in several if edge.end not in gone]
        for start, several in edges.items()
        if start not in gone
    }


def _walk(edges: dict[Hashable, list[_Edge]]) -> list[_Edge]:
    """Return the edges of the cycle that a walk comes to, if it cannot be; else an empty list."""
    place: dict[Hashable, int] = {}
    path: list[_Edge] = []
    name = next(iter(edges), None)
    while edges and name not in place:
        look_up()
        place[name] = len(path)
        edge = max(edges[name], key=_gap)
        path.append(edge)
        name = edge.end
    cycle = path[place[name] :] if edges else []
    return cycle if sum([edge.gap for edge in cycle]) > 0 else []


def _gap(edge: _Edge) -> int:
    return edge.gap


def _is_smallest(cycle: list[_Edge], domains: Mapping[Hashable, Domain]) -> bool:
    """Return whether the rest can hold without any one of them: if there is room for the longest path."""
    names = {edge.end for edge in cycle}
    consecutive = all(isinstance(domains[name], range) or are_consecutive(domains[name]) for name in names)
    if len(names) < len(cycle) or not consecutive:
        return False
    low, high = max([domains[name][0] for name in names]), min([domains[name][-1] for name in names])  # type: ignore[type-var]
    rises = [max(0, edge.gap) for edge in cycle]
    falls = len([edge for edge in cycle if edge.gap < 0])
    return bool(sum(rises) - (0 if falls else min(rises)) <= high - low)  # type: ignore[operator]
