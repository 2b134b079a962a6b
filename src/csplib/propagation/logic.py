"""Constraints about constraints: one of several holds; a variable says whether one holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.bits import Mask
from csplib.propagation.bundle import Bundle
from csplib.propagator import Propagator
from csplib.state import State

__all__ = ["Disjunction", "Reified"]


def _joint_scope(bundles: Sequence[Bundle]) -> list[int]:
    return list(dict.fromkeys([x for bundle in bundles for x in bundle.scope]))


@final
class Disjunction(Propagator):
    """At least one of *choices* holds: when all but one are seen to fail, the last one is enforced.

    Complexity: as a rule two choices are tried and found possible, which ends the matter.
    """

    def __init__(self, choices: Sequence[Bundle], origin: object = None) -> None:
        super().__init__(_joint_scope(choices), origin)
        self.choices: list[Bundle] = list(choices)

    def propagate(self, state: State) -> bool:
        possible: Bundle | None = None
        for choice in self.choices:
            if not choice.fails(state):
                if possible is not None:
                    return True
                possible = choice
        return possible is not None and possible.propagate(state)


@final
class Reified(Propagator):
    """Variable *x* is *one* if a constraint holds and *zero* if it does not.

    *holds* is the constraint, *fails* its negation; an *x* that has lost a value enforces one of the two.
    """

    def __init__(self, x: int, one: Mask, zero: Mask, holds: Bundle, fails: Bundle, origin: object = None) -> None:
        super().__init__(list(dict.fromkeys([x, *holds.scope, *fails.scope])), origin)
        self.x: int = x
        self.one: Mask = one
        self.zero: Mask = zero
        self.holds: Bundle = holds
        self.fails: Bundle = fails

    def propagate(self, state: State) -> bool:
        if not state.narrow(self.x, self.one | self.zero):
            return False
        if state.cells[self.x].mask & self.one and self.holds.fails(state) and not state.narrow(self.x, ~self.one):
            return False
        if state.cells[self.x].mask & self.zero and self.fails.fails(state) and not state.narrow(self.x, ~self.zero):
            return False
        if state.cells[self.x].mask == self.one:
            return self.holds.propagate(state)
        if state.cells[self.x].mask == self.zero:
            return self.fails.propagate(state)
        return True
