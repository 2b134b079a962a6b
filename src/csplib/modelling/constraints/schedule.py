"""`Schedule`: what constraints about the starts of tasks share."""

from __future__ import annotations

from csplib.modelling.constraints.base import Constraint

__all__ = ["Schedule"]


class Schedule(Constraint):
    """A constraint about tasks: its first terms are their starts."""

    count: int
    """The number of tasks."""
