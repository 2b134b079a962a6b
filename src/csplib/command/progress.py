"""The progress of a long run on stderr: a bar on a terminal, else a line every second."""

from __future__ import annotations

import sys
from importlib import import_module
from math import inf
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Progress", "clock", "start"]

_BAR_BEAT = 0.1
_WIDTH = 24
_ENOUGH = 0.02  # the share after which the remaining time can be estimated
_CLEAR = "\r\x1b[K"


def clock(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours if necessary.

    >>> clock(75), clock(3675)
    ('1:15', '1:01:15')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Progress:
    """Progress that is not shown, and the base of all others. *total* and offsets are in characters read."""

    beat: float = inf
    """The seconds between two times that the progress is shown."""

    def __init__(self, total: int | None = None) -> None:
        self.total: int | None = total
        self.done: int = 0
        self.share: float = 0.0
        self.began: float = monotonic()
        self._shown = self.began

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trail: TracebackType | None
    ) -> None:
        if kind is None:
            self.share = 1.0
        self.close()

    def advance(self, offset: int) -> None:
        """Count one more puzzle; the source has been read up to *offset*."""
        self.done += 1
        if self.total:
            self.share = min(1.0, offset / self.total)
        now = monotonic()
        if now - self._shown >= self.beat:
            self._shown = now
            self.show()

    def write(self, text: str, stream: TextIO) -> None:
        """Write a result or a message without disturbing the display."""
        stream.write(text)

    def show(self, end: str = "") -> None:
        """Show the current state."""

    def close(self) -> None:
        """Show the final state."""
        self.show(end="\n")

    def summary(self) -> str:
        """Return the number of puzzles done, the rate, and the time left or spent."""
        spent = monotonic() - self.began
        rate = self.done / spent if spent else 0.0
        parts = [f"{self.done:,} done", f"{rate:,.0f} a second" if rate >= 10 else f"{rate:.2g} a second"]
        if _ENOUGH <= self.share < 1:
            parts.append(f"{clock(spent / self.share - spent)} left")
        else:
            parts.append(clock(spent))
        return ", ".join(parts)


class _Log(Progress):
    """Progress as lines, for a file or another program."""

    beat = 1.0

    def show(self, end: str = "") -> None:  # noqa: ARG002 - every line ends here
        share = f"{self.share:4.0%}  " if self.total else ""
        sys.stderr.write(f"{share}{self.summary()}\n")
        sys.stderr.flush()


class _Bar(Progress):
    """A bar that is redrawn. Other output is collected, and written above the bar at each redraw."""

    beat = _BAR_BEAT

    def __init__(self, total: int | None = None) -> None:
        super().__init__(total)
        self._above: list[tuple[TextIO, str]] = []

    def write(self, text: str, stream: TextIO) -> None:
        if stream.isatty():
            self._above.append((stream, text))
        else:
            stream.write(text)

    def show(self, end: str = "") -> None:
        filled = round(self.share * _WIDTH)
        bar = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {self.share:4.0%}  " if self.total else ""
        sys.stderr.write(_CLEAR)
        sys.stderr.flush()
        for stream, text in self._above:
            stream.write(text)
            stream.flush()
        self._above.clear()
        sys.stderr.write(f"{bar}{self.summary()}{end}")
        sys.stderr.flush()


class _RichBar(Progress):
    """A bar of `rich`, for results that do not go to the terminal."""

    beat = _BAR_BEAT

    def __init__(self, bar: Any, total: int | None = None) -> None:
        super().__init__(total)
        self._bar = bar
        self._task = bar.add_task("", total=1.0 if total else None, summary="")
        bar.start()

    def show(self, end: str = "") -> None:  # noqa: ARG002 - the bar of rich ends its line itself
        self._bar.update(self._task, completed=self.share, summary=self.summary(), refresh=True)

    def write(self, text: str, stream: TextIO) -> None:
        if stream is sys.stderr:
            self._bar.console.print(text, end="", markup=False, highlight=False, soft_wrap=True)
        else:
            stream.write(text)

    def close(self) -> None:
        self._bar.update(self._task, total=1.0)
        self.show()
        self._bar.stop()


def start(total: int | None, *, wanted: bool, many: bool, beside: TextIO) -> Progress:
    """Return the progress for results that go to *beside*: invisible for one puzzle, unless *wanted*."""
    if not sys.stderr.isatty():
        return _Log(total) if wanted else Progress(total)
    if not many and not wanted:
        return Progress(total)
    bar = None if beside.isatty() else _rich()
    return _Bar(total) if bar is None else _RichBar(bar, total)


def _rich() -> Any:
    """Return a bar of `rich`, or None if it is not installed. It is imported here because that is slow."""
    try:
        console, progress = import_module("rich.console"), import_module("rich.progress")
    except ImportError:
        return None
    summary = progress.TextColumn("{task.fields[summary]}", markup=False)
    columns = (progress.BarColumn(), progress.TaskProgressColumn(), summary)
    # No automatic refresh: it needs a thread, and threads conflict with worker processes.
    return progress.Progress(*columns, console=console.Console(file=sys.stderr), auto_refresh=False)
