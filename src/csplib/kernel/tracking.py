"""What Python's garbage collector need not track: objects that can never be part of a reference cycle.

The collector visits every tracked object again and again, so with many of them its time grows faster than their number.
Python itself can neither untrack an object nor make a class without tracking. The compiled build gets the two functions
here from ``tools/csplib_outside.py``. In the pure build they do nothing, which only takes longer.

An untracked object may refer only to what cannot lead back to it: numbers, text, and other objects of this kind. Then
it is freed as soon as nothing refers to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

__all__ = ["are_tracked", "cannot_refer", "is_plain", "is_tracked", "untrack", "untrack_lists"]

_PLAIN: Final = frozenset([int, str, bool, float, complex, bytes, type(None)])


def untrack(thing: object) -> None:
    """Tell the garbage collector not to track *thing*."""


def is_tracked(thing: object) -> bool:  # noqa: ARG001 - the compiled build looks at it
    """Return whether *thing* is, or may be, tracked by the garbage collector. Numbers and text never are."""
    return True


def are_tracked(things: tuple[object, ...]) -> bool:
    """Return whether one of *things* is tracked. If none is, the tuple is untracked."""
    for thing in things:
        if is_tracked(thing):
            return True
    untrack(things)
    return False


def untrack_lists(lists: Iterable[list[Any]]) -> None:
    """Untrack those of *lists* that contain nothing that is tracked."""
    for things in lists:
        for thing in things:
            if is_tracked(thing):
                break
        else:
            untrack(things)


def cannot_refer(things: Iterable[object]) -> bool:
    """Return whether *things* are numbers, text, and tuples of these: none can be part of a reference cycle.

    >>> cannot_refer([1, "one", (1, None)]), cannot_refer([(1, [])])
    (True, False)
    """
    for thing in things:
        if not is_plain(thing):
            return False
    return True


def is_plain(thing: object) -> bool:
    """Return whether *thing* is a number, a text, or a tuple of these."""
    kind = type(thing)
    if kind is int or kind is str or kind in _PLAIN:
        return True
    inside: Any = thing
    return kind is tuple and cannot_refer(inside)
