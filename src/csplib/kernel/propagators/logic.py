"""Constraints about constraints: one of several holds; a variable says whether one holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.bundle import Bundle
from csplib.kernel.state import State

__all__ = ["Disjunction", "Reified"]


def _joint_scope(bundles: Sequence[Bundle]) -> list[int]:
    return list(dict.fromkeys([x for bundle in bundles for x in bundle.scope]))


@final
class Disjunction(Propagator):
    """At least one of *choices* holds: what none of them leaves goes (constructive disjunction).

    Complexity: each choice is tried in turn, until those that are possible leave everything there is. Often that is the
    first or the second one.
    """

    def __init__(self, choices: Sequence[Bundle], origin: object = None) -> None:
        super().__init__(_joint_scope(choices), origin)
        self.choices: list[Bundle] = list(choices)
        self.exact: bool = all(choice.exact for choice in choices)
        self.idempotent: bool = self.exact
        self.disjoint: bool = sum([len(choice.scope) for choice in choices]) == len(self.scope)  # no variable in two
        place = {x: place for place, x in enumerate(self.scope)}
        self.places: list[list[int]] = [[place[x] for x in choice.scope] for choice in choices]

    def propagate(self, state: State) -> bool:
        cells = state.cells
        scope = self.scope
        possible: Bundle | None = None
        several = False
        lacking: list[Mask] = []  # the values of each variable that no choice so far leaves
        for number, choice in enumerate(self.choices):
            mark = state.height
            if not choice.propagate(state):
                state.undo(mark)
                continue
            if state.height == mark:
                return True
            several = possible is not None
            possible = choice
            if self.disjoint:  # where one choice holds, the variables of the others are free
                state.undo(mark)
                if several:
                    return True
                continue
            left = [cells[x].mask for x in choice.scope]
            state.undo(mark)
            before = lacking if several else [cells[x].mask for x in scope]
            lacking = [0] * len(scope)
            lacks = 0
            for place, mask in zip(self.places[number], left, strict=True):
                lacking[place] = before[place] & ~mask
                lacks |= lacking[place]
            if not lacks:
                return True
        if not several:
            return possible is not None and possible.propagate(state)
        for place, x in enumerate(scope):
            if lacking[place] and not state.narrow(x, ~lacking[place]):
                return False
        return True


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
        self.exact: bool = holds.exact and fails.exact
        self.idempotent: bool = self.exact and x not in holds.scope and x not in fails.scope

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
