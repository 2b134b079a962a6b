"""What a notebook shows: problems, solutions and counters as small HTML tables. Colors are left to the notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from csplib.display.markup import brief, counters_html, domain_shown, escaped, table, tag

__all__ = ["counted", "problem_html", "rated_html", "run_html", "solution_html"]

_MOST_ROWS = 30
_MOST_COLUMNS = 30
_T = TypeVar("_T")


def problem_html(
    domains: Mapping[Any, Sequence[object]],
    constraints: Sequence[object],
    preferences: Sequence[tuple[object, int]] = (),
) -> str:
    """Show the variables with their domains, what the *constraints* state, and the *preferences* with their weights.

    >>> print(problem_html({"x": (1, 2)}, [])[:52])
    <div><p>Problem: 1 variable, no constraint</p><table
    """
    stated = f"Problem: {counted(len(domains), 'variable')}, {counted(len(constraints), 'constraint')}"
    if preferences:
        stated += f", {counted(len(preferences), 'preference')}"
    rows = [(brief(name), domain_shown(values, 60)) for name, values in _first(domains.items())]
    parts = [tag("p", escaped(stated)), table(("variable", "domain"), rows, len(domains), "variables")]
    if constraints:
        lines = [(brief(constraint, 100),) for constraint in _first(constraints)]
        parts.append(table(("constraint",), lines, len(constraints), "constraints"))
    if preferences:
        wishes = [(brief(wish, 100), f"{weight:,}") for wish, weight in _first(preferences)]
        parts.append(table(("preference", "weight"), wishes, len(preferences), "preferences"))
    return tag("div", *parts)


def solution_html(values: Mapping[Any, object]) -> str:
    """Show the value of each variable: as a grid if all are named by a row and a column, as a list if not."""
    grid = _grid(values)
    if grid is not None:
        rows, columns = grid
        cells = [(brief(r), *[brief(values[r, c]) if (r, c) in values else "" for c in columns]) for r in rows]
        return table(("", *map(brief, columns)), cells, len(rows), "rows")
    lines = [(brief(name), brief(value, 60)) for name, value in _first(values.items())]
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
    """Show how a search stands and, of an optimization, the *best* solution so far with its objective."""
    parts = [tag("p", escaped(f"Search: {status}")), counters_html(counters)]
    return tag("div", *parts, *([] if best is None else [rated_html(f"Best objective: {best[1]}", best[0])]))


def rated_html(verdict: object, solution: Mapping[Any, object]) -> str:
    """Show an assignment, and what is to be said about it."""
    return tag("div", tag("p", escaped(brief(verdict, 200))), solution_html(solution))


def _first(things: Iterable[_T]) -> list[_T]:
    return [thing for thing, _ in zip(things, range(_MOST_ROWS), strict=False)]


def counted(count: int, noun: str) -> str:
    """Write a number of things in words that fit it.

    >>> counted(0, "variable"), counted(1, "variable"), counted(2000, "variable")
    ('no variable', '1 variable', '2,000 variables')
    """
    return f"{count:,} {noun}{'s' if count > 1 else ''}" if count else f"no {noun}"
