"""What a notebook shows: problems, solutions and counters as small HTML tables. Colors are left to the notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from csplib.markup import brief, domain_shown, escaped, tag

__all__ = ["counters_html", "problem_html", "run_html", "solution_html"]

_MOST_ROWS = 30
_LEFT = "text-align: left"
_T = TypeVar("_T")


def problem_html(domains: Mapping[Any, Sequence[object]], constraints: Sequence[object]) -> str:
    """Show the variables with their domains, and what the *constraints* state.

    >>> print(problem_html({"x": (1, 2)}, [])[:52])
    <div><p>Problem: 1 variable, no constraint</p><table
    """
    counted = f"Problem: {_counted(len(domains), 'variable')}, {_counted(len(constraints), 'constraint')}"
    rows = [(brief(name), domain_shown(values, 60)) for name, values in _first(domains.items())]
    parts = [tag("p", escaped(counted)), _table(("variable", "domain"), rows, len(domains), "variables")]
    if constraints:
        stated = [(brief(constraint, 100),) for constraint in _first(constraints)]
        parts.append(_table(("constraint",), stated, len(constraints), "constraints"))
    return tag("div", *parts)


def solution_html(values: Mapping[Any, object]) -> str:
    """Show the value of each variable."""
    rows = [(brief(name), brief(value, 60)) for name, value in _first(values.items())]
    return _table(("variable", "value"), rows, len(values), "variables")


def counters_html(counters: Mapping[str, int | float]) -> str:
    """Show what a search did, in numbers."""
    return _table(tuple(counters), [tuple(_figures(count) for count in counters.values())], 1, "rows")


def run_html(
    status: str, counters: Mapping[str, int | float], best: tuple[Mapping[Any, object], object] | None = None
) -> str:
    """Show how a search stands and, of an optimization, the *best* solution so far with its objective."""
    parts = [tag("p", escaped(f"Search: {status}")), counters_html(counters)]
    if best is not None:
        parts += [tag("p", escaped(f"Best objective: {brief(best[1])}")), solution_html(best[0])]
    return tag("div", *parts)


def _first(things: Iterable[_T]) -> list[_T]:
    return [thing for thing, _ in zip(things, range(_MOST_ROWS), strict=False)]


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'s' if count > 1 else ''}"


def _figures(count: int | float) -> str:
    return f"{count:,}" if isinstance(count, int) else f"{count:.3f}"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]], every: int, noun: str) -> str:
    """Write a table; if it has fewer than *every* row, a last one says so."""
    shown = [tag("tr", *(tag("td", escaped(cell), style=_LEFT) for cell in row)) for row in rows]
    if every > len(shown):
        rest = f"… and {every - len(shown):,} more {noun}"
        shown.append(tag("tr", tag("td", escaped(rest), style=_LEFT, colspan=len(heads))))
    head = tag("tr", *(tag("th", escaped(head), style=_LEFT) for head in heads))
    return tag("table", tag("thead", head), tag("tbody", *shown))
