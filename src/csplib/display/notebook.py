"""Problems, solutions and counters as HTML tables for notebooks. Without colors, they suit light and dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from csplib.display.markup import counters_html, domain_shown, escaped, one_line, table, tag
from csplib.display.wording import counted

__all__ = ["problem_html", "rated_html", "run_html", "solution_html"]

_MOST_ROWS = 30
_MOST_COLUMNS = 30
_T = TypeVar("_T")


def problem_html(
    domains: Mapping[Any, Sequence[object]],
    constraints: Sequence[object],
    preferences: Sequence[tuple[object, int]] = (),
) -> str:
    """Return tables of the variables with their domains, the *constraints*, and the *preferences* with their weights.

    >>> print(problem_html({"x": (1, 2)}, [])[:52])
    <div><p>Problem: 1 variable, no constraint</p><table
    """
    stated = f"Problem: {counted(len(domains), 'variable')}, {counted(len(constraints), 'constraint')}"
    if preferences:
        stated += f", {counted(len(preferences), 'preference')}"
    rows = [(one_line(name), domain_shown(values, 60)) for name, values in _first(domains.items())]
    parts = [tag("p", escaped(stated)), table(("variable", "domain"), rows, len(domains), "variables")]
    if constraints:
        lines = [(one_line(constraint, 100),) for constraint in _first(constraints)]
        parts.append(table(("constraint",), lines, len(constraints), "constraints"))
    if preferences:
        wishes = [(one_line(wish, 100), f"{weight:,}") for wish, weight in _first(preferences)]
        parts.append(table(("preference", "weight"), wishes, len(preferences), "preferences"))
    return tag("div", *parts)


def solution_html(values: Mapping[Any, object]) -> str:
    """Return a table of the values: a grid if all variables are named by a row and a column, a list if not."""
    grid = _grid(values)
    if grid is not None:
        rows, columns = grid
        cells = [(one_line(r), *[one_line(values[r, c]) if (r, c) in values else "" for c in columns]) for r in rows]
        return table(("", *map(one_line, columns)), cells, len(rows), "rows")
    lines = [(one_line(name), one_line(value, 60)) for name, value in _first(values.items())]
    return table(("variable", "value"), lines, len(values), "variables")


def _grid(values: Mapping[Any, object]) -> tuple[list[Any], list[Any]] | None:
    """Return the rows and the columns if the names are pairs that fill most of a grid that is not too large."""
    pairs = [name for name in values if isinstance(name, tuple) and len(name) == 2]
    if len(pairs) < len(values):
        return None
    rows, columns = _line_up([row for row, _ in pairs]), _line_up([column for _, column in pairs])
    few = 1 < len(rows) <= _MOST_ROWS and 1 < len(columns) <= _MOST_COLUMNS
    return (rows, columns) if few and len(pairs) * 2 > len(rows) * len(columns) else None


def _line_up(labels: Iterable[Any]) -> list[Any]:
    """Return each of *labels* once: numbers in ascending order, anything else as it came."""
    once = list(dict.fromkeys(labels))
    return sorted(once) if all(isinstance(label, int) for label in once) else once


def run_html(
    status: str, counters: Mapping[str, int | float], best: tuple[Mapping[Any, object], object] | None = None
) -> str:
    """Return the status of a search, its counters and, of an optimization, the *best* solution with its objective."""
    parts = [tag("p", escaped(f"Search: {status}")), counters_html(counters)]
    return tag("div", *parts, *([] if best is None else [rated_html(f"Best objective: {best[1]}", best[0])]))


def rated_html(verdict: object, solution: Mapping[Any, object]) -> str:
    """Return an assignment, with a *verdict* above it."""
    return tag("div", tag("p", escaped(one_line(verdict, 200))), solution_html(solution))


def _first(things: Iterable[_T]) -> list[_T]:
    return [thing for thing, _ in zip(things, range(_MOST_ROWS), strict=False)]
