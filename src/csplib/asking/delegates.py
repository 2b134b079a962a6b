"""Questions that are answered outside the engine: by the workers of an executor, or by CP-SAT.

The package of a delegate is loaded at the first question to it: most programs have none.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Protocol

from csplib.asking.options import QuestionOptions, check_options
from csplib.errors import OptionError

if TYPE_CHECKING:
    from csplib.asking.optimization import Optimization
    from csplib.asking.solution import N, Solution, V
    from csplib.asking.solutions import Solutions
    from csplib.kernel.statistics import Statistics
    from csplib.modelling.terms import Term
    from csplib.problem import Problem

__all__ = ["Delegate", "RowSource", "delegate_for"]


class Delegate(Protocol):
    """Answers the questions about a problem in place of the engine."""

    def solve(self, problem: Problem[N, V]) -> Solution[N, V] | None:
        """Return a solution, or None if there is none."""
        ...

    def solutions(self, problem: Problem[N, V], on: list[Any] | None, limit: int | None) -> Solutions[N, V]:
        """Return the iterator over all solutions, or over the combinations of the variables *on*."""
        ...

    def count(self, problem: Problem[Any, Any], limit: int | None, on: list[Any] | None) -> int:
        """Return the number of solutions, or of combinations, up to *limit*."""
        ...

    def optimize(self, problem: Problem[N, V], objective: Term, sign: int) -> Optimization[N, V]:
        """Return the search for the solution with the least *objective*, or the greatest if *sign* is negative."""
        ...


def delegate_for(options: QuestionOptions) -> Delegate | None:
    """Return the delegate that *options* ask for, with the rest of them; None if the engine answers."""
    if options.get("executor") is None and options.get("engine") in (None, "csplib"):
        return None
    check_options(options)
    if options.get("engine") not in (None, "csplib", "cp-sat"):
        raise OptionError(f"engine must be 'csplib' or 'cp-sat', not {options.get('engine')!r}")
    given: dict[str, Any] = {keyword: value for keyword, value in options.items() if value is not None}
    package, name = ("cp_sat", "CPSat") if given.pop("engine", None) == "cp-sat" else ("parallel", "Workers")
    delegate: Delegate = getattr(__import__(f"csplib.{package}.delegate", fromlist=[name]), name)(given)
    return delegate


class RowSource:
    """The `Source` of `Solutions` that a delegate finds: *rows* of values, one after the other."""

    block = None

    def __init__(self, rows: Generator[tuple[Any, ...], None, None], statistics: Statistics) -> None:
        self._rows = rows
        self._row: tuple[Any, ...] = ()
        self._statistics = statistics

    def advance(self) -> bool:
        """Take the next row."""
        row = next(self._rows, None)
        if row is None:
            return False
        self._row = row
        self._statistics.solutions += 1
        return True

    def row(self) -> tuple[Any, ...]:
        """Return the row that was taken last."""
        return self._row

    def look(self) -> tuple[int, float | None]:
        """Return nothing: only the delegate knows."""
        return 0, None

    def improve(self, _bound: int) -> None:
        """Do nothing: the delegate knows which rows it has found."""

    def release(self) -> None:
        """Let the delegate abandon its work."""
        self._rows.close()
