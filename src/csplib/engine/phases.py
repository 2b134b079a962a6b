"""The value to try first for each variable: from a hint, from the run before, or from the last solution.

A value that survived propagation is tried first when its variable is decided again (phase saving: Pipatsrisawat,
Darwiche 2007). Before the first restart there is nothing to remember but the hint.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from csplib.engine.decisions import Decision, pieces_around, pieces_of
from csplib.kernel.bits import Mask
from csplib.kernel.bounds import Bounds
from csplib.kernel.csp import CSP
from csplib.kernel.history import History
from csplib.kernel.state import State

__all__ = ["Hint", "Phases", "hint_for"]


@final
class Hint:
    """A value for some of *size* variables: its bit in `masks`, or else 0; for an interval, a number in `integers`."""

    def __init__(self, size: int) -> None:
        self.masks: list[Mask] = [0] * size
        self.integers: dict[int, int] = {}

    def suggest(self, csp: CSP, x: int, value: Any) -> None:
        """Let *value* be tried first for *x*. If it is not in the stated domain, that has no effect."""
        try:
            is_stated = csp.is_stated(x, value)
        except TypeError:  # it is not hashable
            return
        if is_stated and x in csp.intervals:
            self.integers[x] = int(value)
        elif is_stated:
            self.masks[x] = csp.bit_of(x, value)

    def variables(self) -> list[int]:
        """Return the variables that have a value."""
        return [x for x, mask in enumerate(self.masks) if mask or x in self.integers]

    def give_to(self, history: History) -> None:
        """Let a search that learns start with these values, as if its variables had had them before."""
        for x, mask in enumerate(self.masks):
            if mask:
                history.tracks[x].saved = mask
        for x, integer in self.integers.items():
            history.tracks[x].saved = integer
            history.tracks[x].is_saved = True


@final
class Phases:
    """The values to try first. Only once they are `saving`, they change with each value that survives propagation."""

    def __init__(self, hint: Hint | None) -> None:
        self.saving: bool = False
        self._masks: list[Mask] = [] if hint is None else hint.masks.copy()
        self._integers: dict[int, int] = {} if hint is None else hint.integers.copy()

    def begin_saving(self, size: int) -> None:
        """Save values from now on, for this number of variables."""
        self.saving = True
        if not self._masks:
            self._masks = [0] * size

    def take_solution(self, state: State) -> None:
        """Take the values of the solution in *state*, and save values from now on."""
        self.saving = True
        self._masks = state.domains
        for x in self._integers:
            self._integers[x] = state.low(x)

    def save(self, decision: Decision) -> None:
        """Save the value that is tried now. Of an interval, only the values of a hint or a solution are known."""
        if decision.pieces is None:
            self._masks[decision.x] = decision.tried

    def first(self, decision: Decision) -> Mask:
        """Return the bit of the value or piece to try first, which may have been tried already; 0 if none is known."""
        pieces = decision.pieces
        if pieces is None:
            return self._masks[decision.x] if self._masks else 0
        integer = self._integers.get(decision.x) if self._integers else None
        return 0 if integer is None else _piece_of(pieces, integer)

    def pieces(self, x: int, low: int, high: int, from_top: bool) -> list[Bounds]:  # noqa: FBT001 - of the engine
        """Return the pieces into which to cut an interval: the integer to try first is one of them."""
        integer = self._integers.get(x) if self._integers else None
        if integer is None or not low <= integer <= high:
            return pieces_of(low, high, from_top)
        return pieces_around(low, high, integer)


def _piece_of(pieces: list[Bounds], integer: int) -> Mask:
    """Return the bit of the piece that has *integer* alone, or 0."""
    for place, (low, high) in enumerate(pieces):
        if low == high == integer:
            return 1 << place
    return 0


def hint_for(csp: CSP, values: Mapping[Any, Any] | None) -> Hint | None:
    """Return the hint with these *values*, by name; None if there are none."""
    if not values:
        return None
    hint = Hint(csp.size)
    for name, value in values.items():
        hint.suggest(csp, csp.index[name], value)
    return hint
