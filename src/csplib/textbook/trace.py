"""A printed trace of a run: one line for each removed value, each assignment and each undo."""

from __future__ import annotations

from typing import Protocol

from csplib.display.wording import counted
from csplib.kernel.events import Assign, Event, Narrow, Undo

__all__ = ["Trace"]


class _Writable(Protocol):
    def write(self, text: str, /) -> object: ...


class Trace:
    """An observer that writes to *stream*, for example ``sys.stdout`` or an open file.

    Removals and assignments are numbered from 1. A line for a removal shows the length of the queue, the arc, the value
    and the domain that is left.

    >>> import sys
    >>> from csplib import Problem, ac3
    >>> p = Problem()
    >>> x, y = p.add_variable("x", [1, 2, 3]), p.add_variable("y", [2])
    >>> p.add(x != y)
    >>> csp = p.compile()
    >>> ac3(csp, csp.state(observer=Trace(sys.stdout)))
    step 1  set.size():1  AC:(x)(y)  (x).remove(2)  domain:[13]
    True
    """

    def __init__(self, stream: _Writable) -> None:
        self._stream = stream
        self._removals = 0
        self._tries = 0

    def __repr__(self) -> str:
        return f"<Trace: {counted(self._removals, 'removal')}, {counted(self._tries, 'assignment')}>"

    def __call__(self, event: Event) -> None:
        """Write the lines for *event*."""
        if isinstance(event, Narrow):
            left = list(event.before)
            for value in event.removed:
                self._removals += 1
                left.remove(value)
                step = f"step {self._removals}  {_cause(event)}  {_cell(event.variable)}.remove({value})"
                self._write(f"{step}  domain:{_listed(left)}")
        elif isinstance(event, Assign):
            self._tries += 1
            self._write(f"step {self._tries}  try {event.value} for {_cell(event.variable)}")
        elif isinstance(event, Undo):
            self._write(f"undo {event.value} for {_cell(event.variable)}")

    def _write(self, line: str) -> None:
        self._stream.write(f"{line}\n")


def _cause(event: Narrow) -> str:
    if event.arc is None:
        return f"by {event.constraint}"
    waiting = "" if event.waiting is None else f"set.size():{event.waiting}  "
    return f"{waiting}AC:{_cell(event.arc[0])}{_cell(event.arc[1])}"


def _cell(name: object) -> str:
    """Return (0,6) for the variable (0, 6), and (x) for x."""
    return f"({','.join(map(str, name))})" if isinstance(name, tuple) else f"({name})"


def _listed(values: list[object]) -> str:
    """Return [123] if every value has one character, else [10,11]."""
    shown = [str(value) for value in values]
    return f"[{('' if all(len(text) == 1 for text in shown) else ',').join(shown)}]"
