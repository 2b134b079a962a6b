"""Functions that build expressions from lists of variables: how many, where, and at which cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from csplib.errors import RowError
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import listed
from csplib.modelling.constraints.count_different import CountDifferent
from csplib.modelling.constraints.counting import ABSENT, Count
from csplib.modelling.constraints.extreme_places import ArgMax, ArgMin
from csplib.modelling.expressions import Constant, Expression
from csplib.modelling.functions import element
from csplib.modelling.results import ResultOf

__all__ = ["argmax", "argmin", "cost_of", "count_different", "count_of"]

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


def argmin(variables: Iterable[Any]) -> Expression:
    """Return the place of the least of the variables, as an expression: the first one, counted from 0.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y, z = p.add_variables("xyz", range(3))
    >>> p.add(argmin([x, y, z]) == 2, x + y <= 2)
    >>> p.solve()
    Solution({'x': 1, 'y': 1, 'z': 0})
    """
    return ResultOf(ArgMin(variables, _LATER))


def argmax(variables: Iterable[Any]) -> Expression:
    """Return the place of the greatest of the variables, as an expression: the first one, counted from 0.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y, z = p.add_variables("xyz", range(3))
    >>> p.add(argmax([x, y, z]) == argmin([x, y, z]), x >= 2)
    >>> p.count()
    1
    """
    return ResultOf(ArgMax(variables, _LATER))


def cost_of(variables: Iterable[Any], costs: Iterable[Iterable[Any] | Mapping[Any, Any]]) -> Expression:
    """Return the sum of what the values of the variables cost, as an expression.

    *costs* has a list or a mapping for each variable. With the successors of a `Circuit`, `SubCircuit` or `Path` it is
    the length of the tour. Also called *assignment cost*, or *circuit with costs*.

    >>> from csplib import Circuit, Problem
    >>> p = Problem()
    >>> towns = p.add_variables(["Graz", "Linz", "Wels"], range(3))
    >>> p.add(Circuit(towns))
    >>> p.minimize(cost_of(towns, [[0, 9, 5], [2, 0, 4], [8, 3, 0]])).finish().objective
    10
    """
    given = listed(variables, "cost_of needs a collection of variables")
    rows = listed(costs, "cost_of needs a collection of costs for each variable")
    if len(given) != len(rows):
        raise RowError(f"cost_of needs a row of costs for each variable, not {len(rows)} for {len(given)}")
    total: Expression = Constant(0)
    for variable, row in zip(given, rows, strict=True):
        total += element(row, variable)
    return total
