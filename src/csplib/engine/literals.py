"""Literals of a search that learns: make one true, see that one is false, and put one into the words of the problem."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.kernel.bits import Mask
from csplib.kernel.csp import CSP
from csplib.kernel.history import BITS, FLOOR, History, Track
from csplib.kernel.state import State

__all__ = ["enforce", "in_words", "is_false", "left_by", "undone"]


def is_false(state: State, track: Track, mask: Mask) -> bool:
    """Return whether a literal can no longer become true."""
    if track.kind == BITS:
        return not track.cell.mask & mask
    other = state.cells[track.other].mask
    return other < mask if track.kind == FLOOR else other > mask


def enforce(state: State, track: Track, mask: Mask) -> None:
    """Make a literal true, which is not false."""
    if track.kind == BITS:
        state.narrow(track.index, mask)
    elif track.kind == FLOOR:
        state.at_least(track.owner, mask)
    else:
        state.at_most(track.owner, mask)


def left_by(csp: CSP, state: State, track: Track, mask: Mask) -> object:
    """Return the value of a decision that makes a literal true, or the integers that it leaves to an interval."""
    if track.kind == BITS:
        return csp.values[track.index][mask]
    return _integers(track, mask, state.cells[track.other].mask)


def undone(csp: CSP, history: History, track: Track, mark: int) -> object:
    """Return the same for the decision at height *mark*, from which on all is to be undone."""
    new = history.trail.trail[mark].new
    if track.kind == BITS:
        return csp.values[track.index][new]
    history.view = mark
    return _integers(track, new, history.domain(track.other))


def _integers(track: Track, end: int, other: int) -> object:
    """Return the integers between one *end* of an interval and the *other*; one integer alone as such."""
    low, high = (end, other) if track.kind == FLOOR else (other, end)
    return low if low == high else range(low, high + 1)


def in_words(csp: CSP, history: History, track: Track, mask: Mask) -> tuple[object, Sequence[object]]:
    """Return the name of a variable, and the values with which a literal is true."""
    name = csp.names[track.owner]
    if track.kind == BITS:
        return name, csp.values_in(track.index, mask)
    other = history.first(track.other)
    return name, range(mask, other + 1) if track.kind == FLOOR else range(other, mask + 1)
