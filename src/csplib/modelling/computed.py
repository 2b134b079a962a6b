"""Functions that build expressions from lists of variables: how many, where, and at which cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csplib.modelling.constraints.count_different import CountDifferent
from csplib.modelling.constraints.functional import ResultOf
from csplib.modelling.expressions import Expression

__all__ = ["count_different"]


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
    return ResultOf(CountDifferent(variables, 0, except_=except_))
