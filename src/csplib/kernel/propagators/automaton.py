"""A sequence accepted by a finite automaton: domain consistency on the layered graph of Pesant (2004)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, final

from csplib.kernel.bits import Mask, shifted
from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Automaton", "Moves"]

Moves: TypeAlias = list[tuple[int, Mask]]
"""The transitions for one value: pairs (difference of state numbers, states that move by it)."""


@final
class Automaton(Propagator):
    """The values of the scope, in order, lead from *start* to one of the states in *accepting*.

    States are numbered. *start* and *accepting* are sets of states. *steps* has the transitions for each set of values
    with the same effect. A set of states is moved by a few shifts, because many states move by the same difference.

    A forward pass finds the states that can be reached, a backward pass those that lead to acceptance. A value stays if
    it leads from one such state to another. That leaves exactly the supported values, unless a variable occurs twice.
    Complexity: for each place and each set of values, two operations on a set of states for each different move.

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
        """Return the states that one step with a value of *domain* leads to."""
        found = 0
        for number, values in enumerate(self.values):
            if domain & values:
                for by, movers in self.moves[number]:
                    found |= shifted(states & movers, by)
        return found


def _moved_back(states: Mask, moves: Moves) -> Mask:
    """Return the states from which *moves* lead to one of *states*."""
    found = 0
    for by, movers in moves:
        found |= shifted(states, -by) & movers
    return found
