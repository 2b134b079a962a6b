"""AllDifferent over as many variables as values: hidden singles, on top of the arcs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, shifted, size_of
from csplib.kernel.cells import new_place
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Permutation"]


@final
class Permutation(Propagator):
    """A value that fits only one place goes there. Two such values for one place, or no place for a value, fail.

    It is stated together with the arcs of the same AllDifferent. Both prune less than bounds consistency, at less cost.
    *values* are those of the terms ``x + offset``, where no offset is negative.
    Complexity: two passes over the scope.

    >>> from csplib import State
    >>> state = State([0b111, 0b011, 0b011])
    >>> Permutation([0, 1, 2], 0b111).propagate(state), state.domains
    (True, [4, 3, 3])
    """

    def __init__(self, scope: Sequence[int], values: Mask, offsets: Sequence[int] = (), origin: object = None) -> None:
        super().__init__(scope, origin, decides=False)
        # With fewer values than places every run fails, because -1 demands values that do not exist.
        self.values: Mask = values if size_of(values) >= len(self.scope) else -1
        self.offsets: list[int] = list(offsets)
        self.symmetric: bool = not self.offsets
        self.place: int = new_place()

    def key(self) -> object:
        return ("permutation", tuple(self.scope), self.values, tuple(self.offsets))

    def propagate(self, state: State) -> bool:
        if not self.symmetric:  # some term has an offset
            return self._propagate_shifted(state)
        group = state.groups[self.place]
        cells = group.cells if group.owner is self else state.group(self, self.place, self.scope)
        once = 0
        twice = 0
        fixed = 0
        for cell in cells:
            domain = cell.mask
            if domain & (domain - 1):
                twice |= once & domain
                once |= domain
            else:
                fixed |= domain
        if once | fixed != self.values:
            return False
        once &= ~(twice | fixed)
        if once:
            for cell in cells:
                only = cell.mask & once
                if only:
                    if only & (only - 1):
                        return False
                    state.write(cell, only)
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        offsets = self.offsets or [0] * len(self.scope)
        once = 0
        twice = 0
        kept = 0
        for place, y in enumerate(self.scope):
            domain = shifted(gone if y == x else past.domain(y), offsets[place])
            if y == x:
                kept |= domain
            else:
                twice |= once & domain
                once |= domain
        lacking = max(self.values, 0) & ~once & ~kept
        if lacking:  # x is the only place for this value or, without x, there is none
            return self._without(past, x, lacking & -lacking, offsets)
        if x < 0:
            for place, y in enumerate(self.scope):  # the only place for two values
                both = shifted(past.domain(y), offsets[place]) & ~twice
                if both & (both - 1):
                    return self._without(past, y, both, offsets)
        return super().explain(past, x, gone)

    def _without(self, past: History, x: int, values: Mask, offsets: list[int]) -> list[Literal]:
        """Return that all variables but *x* are without *values*."""
        found: dict[int, Mask] = {}
        for place, y in enumerate(self.scope):
            if y != x:
                found[y] = found.get(y, past.first(y)) & ~shifted(values, -offsets[place])
        return list(found.items())

    def _propagate_shifted(self, state: State) -> bool:
        """Do the same for terms that have offsets."""
        offsets = self.offsets
        domains = [shifted(state.cells[x].mask, offsets[place]) for place, x in enumerate(self.scope)]
        once = 0
        twice = 0
        for domain in domains:
            twice |= once & domain
            once |= domain
        if once != self.values:
            return False
        once &= ~twice
        if once:
            for place, domain in enumerate(domains):
                only = domain & once
                if only & (only - 1):
                    return False
                if only and only != domain:
                    state.narrow(self.scope[place], shifted(only, -offsets[place]))
        return True
