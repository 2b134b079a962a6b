"""Solutions as a DataFrame of pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from csplib.asking.optimization import Improvement
from csplib.errors import CSPError, import_extra

__all__ = ["MissingPandasError", "to_frame"]


class MissingPandasError(CSPError, ImportError):
    """Pandas is not installed."""


def to_frame(solutions: Iterable[Mapping[Any, Any] | Improvement[Any, Any]]) -> Any:
    """Return a ``pandas.DataFrame`` with a row for each solution, and a column for each variable.

    The columns have the names of the variables, also where these are tuples. Better and better solutions, those of
    `Problem.minimize` and `Problem.maximize`, have a last column ``objective``. Needs the extra ``pandas``.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(3))
    >>> p.add(x < y)
    >>> print(to_frame(p.solutions()))
       x  y
    0  0  1
    1  0  2
    2  1  2
    """
    pandas = import_extra("pandas", "pandas", MissingPandasError)
    names: list[Any] = []
    rows: list[tuple[Any, ...]] = []
    for found in solutions:
        solution = found.solution if isinstance(found, Improvement) else found
        if not rows:
            names = [*solution, "objective"] if isinstance(found, Improvement) else list(solution)
        values = solution.values()
        rows.append((*values, found.objective) if isinstance(found, Improvement) else tuple(values))
    columns = pandas.Index(names, tupleize_cols=False, dtype=None if names else object)
    return pandas.DataFrame.from_records(rows, columns=columns) if rows else pandas.DataFrame()
