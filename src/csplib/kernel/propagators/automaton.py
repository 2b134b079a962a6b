"""A sequence that a finite automaton accepts, by sets of states as bitsets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, final

from csplib.kernel.bits import Mask, shifted
from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Automaton", "Moves"]

Moves: TypeAlias = list[tuple[int, Mask]]
"""Which states move by how much: pairs (difference of the numbers, states that move by it)."""


@final
class Automaton(Propagator):
    """The values of the scope, in order, lead from *start* to one of the states in *accepting*.

    States are numbered; *start* and *accepting* are sets of them. *steps* says, for each set of values that have the
    same effect, how the states move. To move a whole set of states takes a few shifts, since many move alike.
    The layered graph of Pesant (2004): forward which states can be reached, backward from which the rest of the way is
    open; a value stays if it leads from one such state to another. Leaves exactly the supported values, unless a
    variable has two places.
    Complexity: for each place and each set of values, one operation on a set of states for each different move, twice.

    >>> state = State([0b11, 0b11, 0b11])
    >>> no_two_ones = [(0b01, [(0, 0b01), (-1, 0b10)]), (0b10, [(1, 0b01)])]
    >>> Automaton([0, 1, 2], no_two_ones, 0b01, 0b10).propagate(state), state.domains
    (True, [3, 1, 2])
    """

    def __init__(
        self,
        scope: Sequence[int],
        steps: Sequence[tuple[Mask, Moves]],
        start: Mask,
        accepting: Mask,
        origin: object = None,
    ) -> None:
        super().__init__(scope, origin)
        self.values: list[Mask] = [values for values, _ in steps]
        self.moves: list[Moves] = [moves for _, moves in steps]
        self.size: int = sum([len(moves) for moves in self.moves])
        self.start: Mask = start
        self.accepting: Mask = accepting

    def propagate(self, state: State) -> bool:
        cells = state.cells
        reached = [self.start]
        for x in self.scope:
            look_up(self.size)
            states = self._after(reached[-1], cells[x].mask)
            if not states:
                return False
            reached.append(states)
        useful = reached[-1] & self.accepting
        if not useful:
            return False
        for place in range(len(self.scope) - 1, -1, -1):
            look_up(self.size)
            x = self.scope[place]
            domain = cells[x].mask
            kept = 0
            before = 0
            for number, values in enumerate(self.values):
                if domain & values:
                    states = _moved_back(useful, self.moves[number]) & reached[place]
                    if states:
                        kept |= values
                        before |= states
            if not state.narrow(x, kept):
                return False
            useful = before
        return True

    def _after(self, states: Mask, domain: Mask) -> Mask:
        """Give the states that one step with a value of *domain* leads to."""
        found = 0
        for number, values in enumerate(self.values):
            if domain & values:
                for by, movers in self.moves[number]:
                    found |= shifted(states & movers, by)
        return found


def _moved_back(states: Mask, moves: Moves) -> Mask:
    """Give the states that *moves* lead from into one of *states*."""
    found = 0
    for by, movers in moves:
        found |= shifted(states, -by) & movers
    return found
