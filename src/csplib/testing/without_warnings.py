"""State random constraints in tests, which may name values that no variable has, without a warning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from csplib.errors import ModelWarning
from csplib.modelling.constraints.base import Constraint

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = ["add_quietly"]


def add_quietly(problem: Problem[Any, Any], *constraints: Constraint) -> None:
    """State *constraints* without a `ModelWarning`."""
    with catch_warnings():
        simplefilter("ignore", ModelWarning)
        problem.add(*constraints)
