"""Global cardinality by a flow from variables to values: domain consistency, by the algorithm of Régin (1996)."""

from __future__ import annotations

from typing import final

from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.components import strong_components
from csplib.kernel.history import History, Literal
from csplib.kernel.propagators.occurrences import Occurrences
from csplib.kernel.state import State

__all__ = ["Flow"]


@final
class Flow(Occurrences):
    """Value ``bits[i]`` is taken at least ``least[i]`` and at most ``most[i]`` times.

    A flow gives every variable a value within the bounds. Value a leads to value b if a variable that has a could take
    b instead. One more node is the *pool*: each value that may be taken once more leads to it, and it leads to each
    value that may be taken once less. A variable can move from its value to another if and only if both are in the
    same strongly connected component.

    Complexity for n open variables and m values: O(n + m) operations on masks for the components, and O(n + m) for each
    variable that does not find room at once.

    >>> state = State([0b011, 0b011, 0b111, 0b111])
    >>> Flow([0, 1, 2, 3], [1, 2, 4], [0, 0, 1], [1, 1, 2]).propagate(state), state.domains
    (True, [3, 3, 4, 4])
    """

    def propagate(self, state: State) -> bool:
        need = self.least.copy()
        room = self.most.copy()
        variables: list[int] = []
        domains: list[Mask] = []
        for x in self.scope:
            if self.closed and not state.narrow(x, self.named):
                return False
            domain = state.cells[x].mask & self.named
            if domain != state.cells[x].mask:
                domain |= self.rest
            if domain & (domain - 1):
                variables.append(x)
                domains.append(domain)
            else:
                number = self.number[domain.bit_length()]
                need[number] -= 1
                room[number] -= 1
                if room[number] < 0:
                    return False
        if _is_idle(need, room, len(domains)):
            return True
        chosen = [0] * len(domains)
        owners: list[list[int]] = [[] for _ in self.bits]
        self._fill(domains, chosen, owners, need)
        for number, lacking in enumerate(need):
            if len(owners[number]) < lacking:
                return False
        self._fill(domains, chosen, owners, room)
        return 0 not in chosen and self._prune(
            state, variables, domains, chosen, self._moves(domains, owners, need, room)
        )

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        variables = list(dict.fromkeys(self.scope))
        if x >= 0 and self.closed and not gone & self.named:
            return []
        if len(variables) < len(self.scope):
            return super().explain(past, x, gone)
        domains: list[Mask] = []
        for y in variables:
            left = gone if y == x else past.domain(y)
            domain = left & self.named
            domains.append(domain | self.rest if domain != left and not self.closed else domain)
        found = self._too_many(domains)
        if found:
            values, members = found
            mask = values | ~self.named if self.closed or values & self.rest else values & self.named
            reason = [(variables[place], mask) for place in members]
        else:
            values = self._too_few(domains)
            if not values:
                return super().explain(past, x, gone)
            reason = [(y, ~values) for place, y in enumerate(variables) if not domains[place] & values]
        return [(y, past.first(y) & mask) for y, mask in reason if y != x]

    def _too_many(self, domains: list[Mask]) -> tuple[Mask, list[int]] | None:
        """Return values that some variables must share and that have too little room for them, with these variables."""
        chosen = [0] * len(domains)
        owners: list[list[int]] = [[] for _ in self.bits]
        self._fill(domains, chosen, owners, self.most)
        if 0 not in chosen:
            return None
        movers = [chosen.index(0)]
        values = 0
        for mover in movers:  # it grows
            seen = domains[mover] & ~values
            values |= seen
            for bit in split(seen):
                movers += owners[self.number[bit.bit_length()]]
        return values, movers

    def _too_few(self, domains: list[Mask]) -> Mask:
        """Return values that must be taken more often than there are variables with one of them, or 0."""
        chosen = [0] * len(domains)
        owners: list[list[int]] = [[] for _ in self.bits]
        self._fill(domains, chosen, owners, self.least)
        values = 0
        for number, bit in enumerate(self.bits):
            if len(owners[number]) < self.least[number]:
                values = bit
                break
        before = 0
        while values != before:  # a variable that is needed elsewhere brings that value along
            before = values
            for place, domain in enumerate(domains):
                if domain & values:
                    values |= chosen[place]
        return values

    def _fill(self, domains: list[Mask], chosen: list[Mask], owners: list[list[int]], limit: list[int]) -> None:
        """Choose a value for as many variables without one as possible, such that no value exceeds its *limit*.

        Earlier choices may move, but no value is chosen less often than before.
        """
        spare = 0
        for number, bit in enumerate(self.bits):
            if len(owners[number]) < limit[number]:
                spare |= bit
        for mover in range(len(domains)):
            if not spare:
                return
            if not chosen[mover]:
                bit = self._augment(domains, chosen, owners, spare, mover)
                number = self.number[bit.bit_length()]
                if bit and len(owners[number]) == limit[number]:
                    spare ^= bit

    def _augment(
        self, domains: list[Mask], chosen: list[Mask], owners: list[list[int]], spare: Mask, first: int
    ) -> Mask:
        """Choose a value for *first* along a shortest augmenting path to a *spare* value. Return that value, or 0."""
        look_up(first)
        movers = [first]
        before = [0]  # for each mover, the place of the mover that gets its old value
        unseen = -1
        place = 0
        while place < len(movers):
            seen = domains[movers[place]] & unseen
            if seen & spare:
                found = bit = seen & spare & -(seen & spare)
                while bit:
                    mover = movers[place]
                    given_up = chosen[mover]
                    chosen[mover] = bit
                    owners[self.number[bit.bit_length()]].append(mover)
                    if given_up:
                        owners[self.number[given_up.bit_length()]].remove(mover)
                    bit = given_up
                    place = before[place]
                return found
            unseen ^= seen
            for bit in split(seen):
                for mover in owners[self.number[bit.bit_length()]]:
                    movers.append(mover)
                    before.append(place)
            place += 1
        return 0

    def _moves(self, domains: list[Mask], owners: list[list[int]], need: list[int], room: list[int]) -> list[Mask]:
        """Return the nodes that each node leads to, by number."""
        moves: list[Mask] = []
        from_pool = 0
        for number, bit in enumerate(self.bits):
            found = self.pool if len(owners[number]) < room[number] else 0
            for owner in owners[number]:
                found |= domains[owner]
            moves.append(found)
            if len(owners[number]) > need[number] and owners[number]:
                from_pool |= bit
        moves.append(from_pool)
        return moves

    def _prune(
        self, state: State, variables: list[int], domains: list[Mask], chosen: list[Mask], moves: list[Mask]
    ) -> bool:
        """Keep each variable to the component of the value that was chosen for it."""
        look_up(len(moves))
        components = [0] * len(moves)
        for component in strong_components(moves, self.number, ~(self.named | self.rest | self.pool)):
            for bit in split(component):
                components[self.number[bit.bit_length()]] = component
        for place, x in enumerate(variables):
            component = components[self.number[chosen[place].bit_length()]]
            if domains[place] & ~component:
                kept = component & self.named
                if component & self.rest:
                    kept |= ~self.named
                if not state.narrow(x, kept):
                    return False
        return True


def _is_idle(need: list[int], room: list[int], count: int) -> bool:
    """Return whether *count* more variables can take any value."""
    for number, lacking in enumerate(need):
        if lacking > 0 or room[number] < count:
            return False
    return True
