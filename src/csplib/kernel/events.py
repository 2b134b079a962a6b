"""Events: what happens during propagation and search, in the names and values of the problem.

An observer is any callable that takes one event. Without an observer no event is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

__all__ = ["LEARNED", "REFUTED", "Assign", "Event", "Found", "Learn", "Narrow", "Undo", "WipeOut"]


class Assign(NamedTuple):
    """The search tries *value* for *variable*, as decision number *depth* on the current path."""

    variable: object
    value: object
    depth: int


REFUTED = "what was refuted"
"""The constraint of a `Narrow` event when the search removes values that it has tried and refuted."""


LEARNED = "what was learned"
"""The constraint of a `Narrow` event when a nogood removes values that the search has learned from a conflict."""


class Narrow(NamedTuple):
    """The domain of *variable* went from *before* to *left*, because of *constraint*.

    Both are ranges if the variable has very many values. An integer that is lost between the ends is not told then.

    *arc* is the arc (variable, neighbor) that was revised, or None if a propagator removed the values. If the search
    removed them, since it has tried and refuted them, *constraint* is `REFUTED`. *waiting* is the length of AC-3's
    queue at that moment, None outside AC-3.
    """

    variable: object
    before: Sequence[object]
    left: Sequence[object]
    constraint: object
    arc: tuple[object, object] | None = None
    waiting: int | None = None

    @property
    def removed(self) -> tuple[object, ...]:
        """The values that were removed."""
        left = self.left if isinstance(self.left, range) else set(self.left)
        return tuple([value for value in self.before if value not in left])


class WipeOut(NamedTuple):
    """A contradiction: *variable* has no value left or, if it is None, *constraint* cannot hold."""

    variable: object | None
    constraint: object
    arc: tuple[object, object] | None


class Undo(NamedTuple):
    """The search takes back *value* for *variable*, with all its consequences."""

    variable: object
    value: object
    depth: int


class Learn(NamedTuple):
    """The search has learned a nogood from a conflict: not all variables can have one of these values of theirs.

    *literals* has pairs of a variable and some of its values: a range if it has very many. The search goes back to
    decision number *depth*.
    """

    literals: tuple[tuple[object, Sequence[object]], ...]
    depth: int


class Found(NamedTuple):
    """A solution; *values* are in the order in which the variables were stated."""

    values: tuple[object, ...]


Event: TypeAlias = Assign | Narrow | WipeOut | Undo | Learn | Found
