"""What happens during propagation and search, told in the problem's own names and values.

An observer is any callable that takes one event. Without an observer no event is ever made.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

__all__ = ["REFUTED", "Assign", "Event", "Found", "Narrow", "Undo", "WipeOut"]


class Assign(NamedTuple):
    """Search tries *value* for *variable*, as decision number *depth* on the current path."""

    variable: object
    value: object
    depth: int


REFUTED = "what was refuted"
"""Stands where a constraint is named, when values go because they were tried in vain."""


class Narrow(NamedTuple):
    """The domain of *variable* went from *before* to *left*, because of *constraint*.

    *arc* is the arc (variable, neighbor) that was revised, or None when the constraint reasoned as a whole. Where the
    search itself takes values off, since it has tried and refuted them, *constraint* is `REFUTED`.
    *waiting* is how many arcs AC-3 still had queued at that moment, None outside AC-3.
    """

    variable: object
    before: tuple[object, ...]
    left: tuple[object, ...]
    constraint: object
    arc: tuple[object, object] | None = None
    waiting: int | None = None

    @property
    def removed(self) -> tuple[object, ...]:
        """The values that went."""
        left = set(self.left)
        return tuple([value for value in self.before if value not in left])


class WipeOut(NamedTuple):
    """No way on: *variable* has no value left, or (None) *constraint* as a whole cannot hold."""

    variable: object | None
    constraint: object
    arc: tuple[object, object] | None


class Undo(NamedTuple):
    """Search takes back *value* for *variable* and all that followed from it."""

    variable: object
    value: object
    depth: int


class Found(NamedTuple):
    """Every variable has a value; *values* are in the order in which the variables were stated."""

    values: tuple[object, ...]


Event: TypeAlias = Assign | Narrow | WipeOut | Undo | Found
