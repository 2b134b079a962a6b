"""Where compiled code lets Ctrl-C through. This module is never compiled.

Compiled code does not return to the interpreter's loop by itself, so a pending Ctrl-C would wait for the end of the
run. Python delivers signals when an interpreted function is called.
"""

from __future__ import annotations

from typing import Protocol

__all__ = ["Cancel", "deliver_signals"]


class Cancel(Protocol):
    """The type of ``cancel=``: a `threading.Event`, or another object that has ``is_set``."""

    def is_set(self) -> bool:
        """Return whether to stop."""
        ...


def deliver_signals() -> None:
    """Let Python deliver pending signals."""
