"""Functions that build expressions from lists of variables: how many, where, and at which cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csplib.modelling.constants import Known
from csplib.modelling.constraints.count_different import CountDifferent
from csplib.modelling.constraints.counting import ABSENT, Count
from csplib.modelling.expressions import Expression
from csplib.modelling.results import ResultOf

__all__ = ["count_different", "count_of"]

_LATER = Known(None)
"""Takes the place of a result that is not there yet."""


def count_of(variables: Iterable[Any], value: Any = ABSENT, *, values: Iterable[Any] | None = None) -> Expression:
    """Return the number of variables that take *value*, or one of *values*, as an expression.

    *value* can be a variable or an expression. Also called *count*, *occurrence* and, for several values, *among*.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> week = p.add_variables(["Mo", "Tu", "We"], ["night", "day", "off"])
    >>> p.add(count_of(week, "night") > count_of(week, values=["day", "off"]))
    >>> p.count()
    7
    """
    return ResultOf(Count(variables, value, _LATER, values=values))


def count_different(variables: Iterable[Any], *, except_: Any = ()) -> Expression:
    """Return the number of different values that the variables take, as an expression.

    *except_* is a value that does not count, or a list or set of them. Also called *nvalue*, or the number of distinct
    values.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> teachers = p.add_variables(["math", "art", "music"], ["Ada", "Bob", "Cy"])
    >>> p.add(teachers[0] != teachers[1])
    >>> p.minimize(count_different(teachers)).finish().objective
    2
    """
    return ResultOf(CountDifferent(variables, _LATER, except_=except_))
