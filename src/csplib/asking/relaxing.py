"""Relax a problem: the cheapest statements to drop so that all others can hold together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from csplib.asking.preferences import Preference
from csplib.asking.solution import Solution
from csplib.display.markup import sentences
from csplib.kernel.bits import split
from csplib.kernel.clock import look_up
from csplib.modelling.constraints.base import Constraint

if TYPE_CHECKING:
    from csplib.asking.refuting import Refuter

__all__ = ["Relaxation", "cheapest_hits", "cheapest_to_drop"]

_STEPS_OF_A_SET: Final = 4
_ROUNDS: Final = 5  # of refuting what the last refutation has needed


class Relaxation(NamedTuple):
    """What to drop from a problem, and a *solution* of the rest: see `Problem.relax`. Printed, it reads as sentences.

    *dropped* are constraints, and *unmet* preferences. None of both need be dropped if there is a solution anyway.
    """

    dropped: tuple[Constraint, ...]
    unmet: tuple[Preference, ...]
    solution: Solution[Any, Any]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the constraints that are dropped; for those without a name, their text."""
        return tuple([str(constraint) for constraint in self.dropped])

    def __str__(self) -> str:
        lines = [f"- {line}" for line in (*self.names, *[f"preferred: {one}" for one in self.unmet])]
        if not lines:
            return "There is a solution, and nothing needs to be dropped."
        return "\n".join(["There is a solution without:", *lines])

    def _repr_html_(self) -> str:
        return sentences(self)


def cheapest_to_drop(
    always: Sequence[Constraint], droppable: Sequence[Constraint], costs: Sequence[int], refuter: Refuter
) -> list[int] | None:
    """Return the places of the cheapest *droppable* statements without which the others can hold, or None.

    Every refutation names statements of which one must be dropped. The cheapest set that has one of each is dropped
    next (implicit hitting sets: Moreno-Centeno, Karp 2013; Davies, Bacchus 2011). Before that, conflicts that share
    nothing are collected.
    """
    if refuter.fails(always):
        return None
    conflicts: list[int] = []
    while True:
        gone = cheapest_hits(conflicts, costs)
        tried = gone
        while (conflict := _conflict_without(always, droppable, tried, refuter)) is not None:
            conflicts.append(conflict)
            tried |= conflict
        if tried == gone:
            return [place for place in range(len(droppable)) if gone >> place & 1]


def _conflict_without(
    always: Sequence[Constraint], droppable: Sequence[Constraint], gone: int, refuter: Refuter
) -> int | None:
    """Return *droppable* statements, none of them *gone*, that cannot all hold, as bits; or None if they can.

    They are few, but not a smallest conflict: to find one takes longer than it saves.
    """
    places = {id(one): place for place, one in enumerate(droppable) if not gone >> place & 1}
    left = [one for one in droppable if id(one) in places]
    needed = refuter.refute([*always, *left])
    if needed is None:
        return None
    proven = [*always, *left]
    for _ in range(_ROUNDS):
        again = refuter.refute(needed) if len(needed) < len(proven) else None
        if again is None:
            break
        proven, needed = needed, again
    found = 0
    for one in proven:
        if id(one) in places:
            found |= 1 << places[id(one)]
    return found


def cheapest_hits(sets: Sequence[int], costs: Sequence[int]) -> int:
    """Return the cheapest numbers, as bits, so that each of *sets* has one of them. Numbers cost *costs*.

    Branch and bound: sets that share nothing cost at least their cheapest numbers together.

    >>> bin(cheapest_hits([0b0011, 0b0110, 0b1100], [1, 1, 1, 1]))
    '0b110'
    >>> bin(cheapest_hits([0b0011, 0b0110, 0b1100], [1, 9, 1, 1]))
    '0b101'
    """
    search = _Hits(costs)
    search.branch(sorted(sets, key=int.bit_count), 0, 0)
    return search.best


class _Hits:
    """A branch-and-bound search for the cheapest numbers that hit some sets."""

    def __init__(self, costs: Sequence[int]) -> None:
        self.best: int = 0
        self._least: int | None = None
        self._costs: Sequence[int] = costs

    def branch(self, sets: list[int], chosen: int, cost: int) -> None:
        """Hit *sets* in the cheapest way, by numbers in addition to those *chosen*, which cost *cost*."""
        look_up(_STEPS_OF_A_SET * (1 + len(sets)))
        if self._least is not None and cost + self._bound(sets) >= self._least:
            return
        if not sets:
            self.best, self._least = chosen, cost
            return
        smallest = min(sets, key=int.bit_count)
        hits = {number: sum([1 for one in sets if one & number]) for number in split(smallest)}
        for number in sorted(hits, key=lambda number: (self._cost(number) / hits[number], number)):
            self.branch([one for one in sets if not one & number], chosen | number, cost + self._cost(number))
            sets = [one & ~number for one in sets]
            if not all(sets):
                return

    def _bound(self, sets: list[int]) -> int:
        """Return what *sets* cost at least."""
        taken = found = 0
        for one in sets:
            if not one & taken:
                taken |= one
                found += min([self._cost(number) for number in split(one)])
        return found

    def _cost(self, number: int) -> int:
        return self._costs[number.bit_length() - 1]
