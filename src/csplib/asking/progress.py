"""Progress reports of a long search, several times a second."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple, Protocol

from csplib.display.wording import plural
from csplib.kernel.statistics import Statistics

__all__ = ["ProgressLine", "Reporter", "SearchProgress", "reporter_for"]

_BETWEEN_REPORTS = 0.1
_BETWEEN_LINES = 10.0


class SearchProgress(NamedTuple):
    """The progress of a search.

    *depth* is its current depth, *best* the objective of the best solution so far. *explored* is the explored share of
    the search space, if all branches of a node are equally large; None if it is not known, as in a search with
    restarts. *ended* is true in the last report.

    >>> print(SearchProgress(2.5, 12345, 6000, 17, 2, None, 0.25))
    2.5 s, 12,345 nodes, depth 17, 2 solutions, 25.0 % explored
    """

    seconds: float
    nodes: int
    failures: int
    depth: int
    solutions: int
    best: int | None = None
    explored: float | None = None
    ended: bool = False

    def __str__(self) -> str:
        parts = [f"{self.seconds:.1f} s"]
        if self.nodes:
            parts += [f"{self.nodes:,} nodes", f"depth {self.depth}"]
        parts.append(plural(self.solutions, "solution"))
        if self.best is not None:
            parts.append(f"best {self.best}")
        if self.explored is not None:
            parts.append(f"{self.explored:.1%} explored".replace("%", " %"))
        return ", ".join(parts)


class Reporter:
    """Calls *listener* with reports on *statistics* at a fixed rate, if it is called itself often enough.

    *look* returns the depth and the explored share.
    """

    def __init__(
        self,
        listener: Callable[[SearchProgress], object],
        statistics: Statistics,
        look: Callable[[], tuple[int, float | None]],
    ) -> None:
        self.best: int | None = None
        self._listener = listener
        self._statistics = statistics
        self._look = look
        self._started = perf_counter()
        self._next = self._started + _BETWEEN_REPORTS
        self._ended = False

    def __call__(self) -> None:
        now = perf_counter()
        if now >= self._next:
            self._next = now + _BETWEEN_REPORTS
            self._report(now)

    def end(self) -> None:
        """Send the last report."""
        if not self._ended:
            self._ended = True
            self._report(perf_counter())

    def _report(self, now: float) -> None:
        counted = self._statistics
        depth, explored = self._look()
        numbers = (counted.nodes, counted.failures, depth, counted.solutions, self.best, explored, self._ended)
        self._listener(SearchProgress(now - self._started, *numbers))


class _Report(Protocol):
    """A report of any kind: its text, the seconds since the beginning, and whether it is the last one."""

    @property
    def seconds(self) -> float: ...
    @property
    def ended(self) -> bool: ...


class ProgressLine:
    """Writes reports to stderr: on one line of a terminal, else every ten seconds."""

    def __init__(self) -> None:
        self._width = 1
        self._next = _BETWEEN_LINES

    def __call__(self, progress: _Report) -> None:
        if sys.stderr.isatty():
            text = str(progress)
            end = "\n" if progress.ended else ""
            sys.stderr.write(f"\r{text:{self._width}}{end}")
            sys.stderr.flush()
            self._width = len(text)
        elif progress.ended or progress.seconds >= self._next:
            self._next = progress.seconds + _BETWEEN_LINES
            sys.stderr.write(f"{progress}\n")


def reporter_for(
    asked: Callable[[SearchProgress], object] | bool | None,  # noqa: FBT001 - as the user wrote it
    statistics: Statistics,
    look: Callable[[], tuple[int, float | None]],
) -> Reporter | None:
    """Return the reporter for ``progress=``: it writes to stderr for True, and calls a function; None without one."""
    if not asked:
        return None
    return Reporter(asked if callable(asked) else ProgressLine(), statistics, look)
