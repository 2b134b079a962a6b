"""The number of solutions of one linear constraint, by a formula instead of a search."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Final

from csplib.kernel.csp import CSP
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.linear import LinearAtMost
from csplib.kernel.propagators.linear_equals import LinearEquals
from csplib.kernel.state import State

__all__ = ["count_of_sum"]

_MOST_VARIABLES: Final = 12


def count_of_sum(csp: CSP, state: State, part: list[int]) -> int | None:
    """Return the number of solutions of *part* if one sum with weights 1 and -1 is all that ties it; else None.

    Each variable of the sum must have all integers between its bounds. The integers from 0 to a bound that add up to a
    total are counted by inclusion and exclusion: without the bounds there are binomially many, and one or several of
    them are too large. Complexity: 2 to the number of variables.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y, z = p.add_variables("xyz", range(10**6 + 1))
    >>> p.add(x + y == z)
    >>> p.count()
    500001500001
    """
    among = set(part)
    if any(len(among.intersection(link.scope)) > 1 for link in csp.links) or len(part) > _MOST_VARIABLES:
        return None
    ties = [propagator for propagator in csp.propagators if not among.isdisjoint(propagator.scope)]
    if len(ties) != 1 or not among.issubset(ties[0].scope):
        return None
    found = _weights_and_total(ties[0])
    if found is None:
        return None
    weights, total, is_equation = found
    rooms: list[int] = [] if is_equation else [-1]  # what is missing to the bound has no bound itself
    for x, weight in zip(ties[0].scope, weights, strict=True):
        cell = state.cells[x]
        low, high = cell.low(), cell.high()
        if x not in among:
            total -= weight * low
        elif abs(weight) == 1 and cell.count() == high - low + 1:
            total -= low if weight > 0 else -high
            rooms.append(high - low)
        else:
            return None
    return _count_within(rooms, total)


def _weights_and_total(propagator: Propagator) -> tuple[list[int], int, bool] | None:
    """Return the weights and the total of a sum, and whether it equals the total; None for other propagators."""
    if isinstance(propagator, LinearAtMost):
        found = (propagator.weights, propagator.bound, False)
    elif isinstance(propagator, LinearEquals):
        found = (propagator.weights, propagator.total, True)
    else:
        return None
    return found if len(set(propagator.scope)) == len(propagator.scope) else None


def _count_within(rooms: list[int], total: int) -> int:
    """Return in how many ways numbers from 0 to the *rooms* add up to *total*; a room of -1 has no end.

    >>> _count_within([2, 2], 3), _count_within([-1, 5], 3), _count_within([], 0)
    (2, 4, 1)
    """
    if not rooms:
        return int(not total)
    count = 0
    bounded = [room for room in rooms if room >= 0]
    for size in range(len(bounded) + 1):
        for exceeded in combinations(bounded, size):
            rest = total - sum(exceeded) - size
            if rest >= 0:
                count += (-1) ** size * comb(rest + len(rooms) - 1, len(rooms) - 1)
    return count
