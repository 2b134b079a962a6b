"""Reasons of sums: bounds of the other terms, each as weak as the slack allows.

Without *x*, the least values of the other terms leave some room for the term of x. If a value that x has lost would
need more, the difference is slack. It is spent on bounds: those that are not needed at all are dropped first, and what
is left weakens the others, in the order of the scope (after Ohrimenko, Stuckey and Codish 2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from csplib.kernel.bits import Mask

if TYPE_CHECKING:
    from csplib.kernel.history import History, Literal

__all__ = ["reason_at_most", "reason_equals"]

_Found: TypeAlias = "tuple[Mask, dict[int, Mask]]"  # values that are explained, and the literals


def reason_at_most(
    past: History, scope: Sequence[int], weights: Sequence[int], bound: int, x: int, gone: Mask
) -> list[Literal] | None:
    """Return why ``sum(weight * x) <= bound`` forbids *gone* or, if *x* is -1, why it cannot hold, or None."""
    terms = _joined(scope, weights, 1)
    while True:
        explained, literals = _exceeds(past, terms, bound, x, gone)
        if explained & gone == gone and explained:
            return list(literals.items())
        if not past.later():
            return None


def reason_equals(
    past: History, scope: Sequence[int], weights: Sequence[int], total: int, x: int, gone: Mask
) -> list[Literal] | None:
    """Return why ``sum(weight * x) == total`` forbids *gone* or, if *x* is -1, why it cannot hold, or None.

    Some values of *gone* may be too small, and others too great. Each bound of another variable explains one side.
    """
    terms = _joined(scope, weights, 1)
    opposite = _joined(scope, weights, -1)
    while True:
        explained, literals = _exceeds(past, terms, total, x, gone)
        rest = gone & ~explained
        if rest or not explained:
            also, more = _exceeds(past, opposite, -total, x, rest)
            explained |= also
            for y, mask in more.items():
                past.meet(literals, (y, mask))
        if explained & gone == gone and explained:
            return list(literals.items())
        if not past.later():
            return None


def _joined(scope: Sequence[int], weights: Sequence[int], sign: int) -> dict[int, int]:
    """Return the weight of each variable, times *sign*."""
    terms: dict[int, int] = {}
    for place, y in enumerate(scope):
        terms[y] = terms.get(y, 0) + sign * weights[place]
    return terms


def _exceeds(past: History, terms: dict[int, int], bound: int, x: int, gone: Mask) -> _Found:
    """Return the values of *gone* with which the sum exceeds *bound*, and why. If *x* is -1, -1 stands for all."""
    room = bound
    for y, weight in terms.items():
        if y != x:
            room -= weight * (past.low(y) if weight > 0 else past.high(y))
    weight = 0 if x < 0 else terms[x]
    if not weight:
        return (-1, _weakened(past, terms, -room - 1, x)) if room < 0 else (0, {})
    first_over = room // weight + 1 if weight > 0 else -(room // -weight) - 1
    over = gone
    if past.is_interval(x):
        if past.gone_low < first_over if weight > 0 else past.gone_high > first_over:
            return 0, {}
        if weight > 0:
            past.widen(x, past.gone_low, past.first_high(x))
        else:
            past.widen(x, past.first_low(x), past.gone_high)
    else:
        axis = past.tracks[x].cell.axis
        over &= axis.at_least(first_over) if weight > 0 else axis.at_most(first_over)
        if not over:
            return 0, {}
    nearest = past.least(x, over) if weight > 0 else past.most(x, over)
    return over, _weakened(past, terms, weight * nearest - room - 1, x)


def _weakened(past: History, terms: dict[int, int], slack: int, x: int) -> dict[int, Mask]:
    """Return literals for the least values of all terms but that of *x*, after they were lowered by *slack* in all."""
    needed: list[int] = []
    for y, weight in terms.items():
        if y != x and weight:
            cost = _cost(past, y, weight)
            if cost > slack:
                needed.append(y)
            else:
                slack -= cost
    literals: dict[int, Mask] = {}
    for y in needed:
        weight = terms[y]
        step = slack // abs(weight)
        slack -= step * abs(weight)
        index, mask = past.at_least(y, past.low(y) - step) if weight > 0 else past.at_most(y, past.high(y) + step)
        literals[index] = mask
    return literals


def _cost(past: History, y: int, weight: int) -> int:
    """Return how much smaller the least value of a term was at the root."""
    if weight > 0:
        return weight * (past.low(y) - past.first_low(y))
    return -weight * (past.first_high(y) - past.high(y))
