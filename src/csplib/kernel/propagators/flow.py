"""How often each value is taken, within bounds: a flow from variables to values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Flow"]


@final
class Flow(Propagator):
    """Value ``bits[i]`` is taken at least ``least[i]`` and at most ``most[i]`` times: full arc consistency.

    Régin's algorithm (1996). A flow gives every variable a value within the bounds. Value a leads to value b if a
    variable that has a could take b instead; one more node, the *pool*, is reached from each value that may be taken
    once more and leads to each that may be taken once less. A variable can move from its value to another if and only
    if both are in the same strongly connected component.

    The bits differ, but that 0 may stand for any number of values that no variable has. All values without bounds
    count as one, the *rest*; *closed* rules them out.

    Complexity for n open variables and m values: O(n + m) operations on masks for the components, and O(n + m) for each
    variable that does not find room at once.

    >>> state = State([0b011, 0b011, 0b111, 0b111])
    >>> Flow([0, 1, 2, 3], [1, 2, 4], [0, 0, 1], [1, 1, 2]).propagate(state), state.domains
    (True, [3, 3, 4, 4])
    """

    def __init__(
        self,
        scope: Sequence[int],
        bits: Sequence[Mask],
        least: Sequence[int],
        most: Sequence[int],
        origin: object = None,
        *,
        closed: bool = False,
    ) -> None:
        super().__init__(scope, origin)
        named = 0
        for bit in bits:
            named |= bit
        self.named: Mask = named
        self.closed: bool = closed
        # Inside, every value has a number; the rest comes last, and behind it the pool.
        self.rest: Mask = 1 << named.bit_length()
        self.bits: list[Mask] = [*bits, self.rest]
        self.least: list[int] = [*least, 0]
        self.most: list[int] = [*most, len(self.scope)]
        self.pool: Mask = self.rest << 1
        self.number: list[int] = [0] * (self.pool.bit_length() + 1)
        for number, bit in enumerate([*self.bits, self.pool]):
            self.number[bit.bit_length()] = number

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
            state, variables, domains, chosen, self._rows(domains, owners, need, room)
        )

    def _fill(self, domains: list[Mask], chosen: list[Mask], owners: list[list[int]], limit: list[int]) -> None:
        """Choose a value for as many as possible of those without, such that none is chosen beyond its *limit*.

        What has been chosen before is moved at most: no value is chosen less often than before.
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
        """Choose a value for *first*, moving others along a shortest chain to a *spare* one; return that, or 0."""
        look_up(first)
        movers = [first]
        before = [0]  # the place of the one that gets what the mover gives up
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

    def _rows(self, domains: list[Mask], owners: list[list[int]], need: list[int], room: list[int]) -> list[Mask]:
        """Give the nodes that each node leads to, by number."""
        rows: list[Mask] = []
        from_pool = 0
        for number, bit in enumerate(self.bits):
            row = self.pool if len(owners[number]) < room[number] else 0
            for owner in owners[number]:
                row |= domains[owner]
            rows.append(row)
            if len(owners[number]) > need[number] and owners[number]:
                from_pool |= bit
        rows.append(from_pool)
        return rows

    def _prune(
        self, state: State, variables: list[int], domains: list[Mask], chosen: list[Mask], rows: list[Mask]
    ) -> bool:
        """Let each variable keep the component of the value that was chosen for it."""
        components = self._components(rows)
        for place, x in enumerate(variables):
            component = components[self.number[chosen[place].bit_length()]]
            if domains[place] & ~component:
                kept = component & self.named
                if component & self.rest:
                    kept |= ~self.named
                if not state.narrow(x, kept):
                    return False
        return True

    def _components(self, rows: list[Mask]) -> list[Mask]:
        """Give the strongly connected component of each node, by number.

        The path-based algorithm of Purdom and Munro: walk from node to node, and contract what lies on a circle. The
        path is a stack of components, each with the nodes that it leads to.
        """
        look_up(len(rows))
        components = [0] * len(rows)
        left = self.named | self.rest | self.pool
        path = 0
        tops: list[Mask] = []
        reach: list[Mask] = []
        while left:
            out = reach[-1] & left & ~tops[-1] if tops else left
            if out & path:
                top = tops.pop()
                tops[-1] |= top
                below = reach.pop()
                reach[-1] |= below
            elif out:
                bit = out & -out
                path |= bit
                tops.append(bit)
                reach.append(rows[self.number[bit.bit_length()]])
            else:
                top = tops.pop()
                reach.pop()
                left ^= top
                path ^= top
                for bit in split(top):
                    components[self.number[bit.bit_length()]] = top
        return components


def _is_idle(need: list[int], room: list[int], count: int) -> bool:
    """Say whether *count* more variables can do as they like."""
    for number, lacking in enumerate(need):
        if lacking > 0 or room[number] < count:
            return False
    return True
