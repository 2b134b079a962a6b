"""A sequence accepted by a finite automaton: domain consistency on the layered graph of Pesant (2004)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, final

from csplib.kernel.bits import Mask, shifted
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.news import NEVER, News
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import Cell, State

__all__ = ["Automaton", "Moves"]

Moves: TypeAlias = list[tuple[int, Mask]]
"""The transitions for one value: pairs (difference of state numbers, states that move by it)."""


@final
class Automaton(Propagator):
    """The values of the scope, in order, lead from *start* to one of the states in *accepting*.

    States are numbered. *start* and *accepting* are sets of states. *steps* has the transitions for each set of values
    with the same effect. A set of states is moved by a few shifts, because many states move by the same difference.
    *layers* has steps for each place instead, if they differ from place to place.

    A forward pass finds the states that can be reached, a backward pass those that lead to acceptance. A value stays if
    it leads from one such state to another. That leaves exactly the supported values, unless a variable occurs twice.

    The states before each place that are left by both passes are in a memory cell. So a run starts from the places that
    have changed, and each pass goes on only while the states change.
    Complexity: for each of these places and each set of values, two operations on a set of states for each different
    move.

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
        *,
        layers: Sequence[Sequence[tuple[Mask, Moves]]] = (),
    ) -> None:
        super().__init__(scope, origin)
        values = [mask for mask, _ in steps]
        moves = [several for _, several in steps]
        self.values: list[list[Mask]] = [values] * len(self.scope)
        self.moves: list[list[Moves]] = [moves] * len(self.scope)
        self.size: int = sum([len(several) for several in moves])
        if layers:
            self.values = [[mask for mask, _ in layer] for layer in layers]
            self.moves = [[several for _, several in layer] for layer in layers]
            self.size = sum([len(several) for layer in self.moves for several in layer]) // len(layers)
        self.start: Mask = start
        self.accepting: Mask = accepting
        self.news: News = News(scope)
        self.idempotent: bool = not self.news.others

    def propagate(self, state: State) -> bool:
        memory = state.memory(self, 2 + len(self.scope), NEVER)
        seen = memory[-1]
        if seen.mask == NEVER:  # the other cells contain -1, which is the set of all states
            state.write(memory[0], self.start)
        changed = self.news.since(state, seen)
        if not changed:
            return bool(self.scope) or self.start & self.accepting != 0
        if self.news.others:  # a value that is pruned in one place is news for another one
            self.news.all_seen(state, seen)
        dirty = self._go_forward(state, memory, changed)
        if not dirty or not self._go_back(state, memory, dirty):
            return False
        if not self.news.others:
            self.news.all_seen(state, seen)
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        """Return at each place the values that lead on from the start without reaching a state that still accepts.

        After the reasons of decision diagrams (Gange, Stuckey, Szymanek 2011). A value that was removed is put back
        unless it leads from a state that can be reached then to one from which the rest of the domains can accept.
        """
        if self.news.others:
            return super().explain(past, x, gone)
        domains = [gone if y == x else past.domain(y) for y in self.scope]
        accepting = [self.accepting]  # the states after each place, last one first, that can accept
        for place in reversed(range(len(domains))):
            look_up(self.size)
            found = 0
            for number, values in enumerate(self.values[place]):
                if domains[place] & values:
                    found |= _moved_back(accepting[-1], self.moves[place][number])
            accepting.append(found)
        if accepting[-1] & self.start:
            return super().explain(past, x, gone)
        states = self.start
        reason: list[Literal] = []
        for place, y in enumerate(self.scope):
            forbidden = accepting[-2 - place]
            blocked = after = 0
            for number, values in enumerate(self.values[place]):
                if y != x or gone & values:
                    found = _moved(states, self.moves[place][number])
                    if found & forbidden:
                        blocked |= values
                    else:
                        after |= found
            states = after
            if y != x and past.first(y) & blocked:
                reason.append((y, past.first(y) & ~blocked))
        return reason

    def _go_forward(self, state: State, memory: list[Cell], changed: list[int]) -> list[int]:
        """Keep the states that can be reached. Return the places with news, or an empty list if no state is left."""
        dirty: list[int] = []
        place = 0
        for start in changed:
            if start < place:
                continue
            place = start
            moved = True
            while moved and place < len(self.scope):
                dirty.append(place)
                look_up(self.size)
                after = memory[place + 1]
                states = after.mask & self._after(place, memory[place].mask, state.cells[self.scope[place]].mask)
                place += 1
                if place == len(self.scope):
                    states &= self.accepting
                if not states:
                    return []
                moved = states != after.mask
                if moved:
                    state.write(after, states)
        return dirty

    def _go_back(self, state: State, memory: list[Cell], dirty: list[int]) -> bool:
        """Keep the states that lead to acceptance, and the values that lead from one such state to another."""
        place = len(self.scope)
        for start in reversed(dirty):
            if start >= place:
                continue
            place = start
            moved = True
            while moved and place >= 0:
                look_up(self.size)
                x = self.scope[place]
                domain = state.cells[x].mask
                after = memory[place + 1].mask
                states = 0
                kept = 0
                moves = self.moves[place]
                for number, values in enumerate(self.values[place]):
                    if domain & values:
                        found = _moved_back(after, moves[number]) & memory[place].mask
                        if found:
                            kept |= values
                            states |= found
                if not state.narrow(x, kept):
                    return False
                moved = states != memory[place].mask
                if moved:
                    state.write(memory[place], states)
                place -= 1
            place += 1
        return True

    def _after(self, place: int, states: Mask, domain: Mask) -> Mask:
        """Return the states that a step in *place* with a value of *domain* leads to."""
        found = 0
        moves = self.moves[place]
        for number, values in enumerate(self.values[place]):
            if domain & values:
                found |= _moved(states, moves[number])
        return found


def _moved(states: Mask, moves: Moves) -> Mask:
    """Return the states that *moves* lead to from one of *states*."""
    found = 0
    for by, movers in moves:
        found |= shifted(states & movers, by)
    return found


def _moved_back(states: Mask, moves: Moves) -> Mask:
    """Return the states from which *moves* lead to one of *states*."""
    found = 0
    for by, movers in moves:
        found |= shifted(states, -by) & movers
    return found
