"""A flow from variables to values that is kept from run to run: each variable has a value, as often as it may be taken.

The graph of its *moves* is kept, too: value a leads to value b if a variable that has a could take b instead. After a
change, only the variables that have lost their values look for others, along paths in this graph.
"""

from __future__ import annotations

from typing import final

from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up

__all__ = ["ValueFlow"]


@final
class ValueFlow:
    """The values that *size* variables have, by number. Value *i* is taken ``least[i]`` to ``most[i]`` times.

    Its bit is ``bits[i]``, or 0 if no variable has it, and ``number[bit.bit_length()]`` is its number. *pool* is the
    bit of one more node, the last one: each value that may be taken once more leads to it, and it leads to each value
    that may be taken once less.

    `domains` has the values that each variable may take. `owners` has the variables with a value that could take
    another one, too. `graph` has the nodes that each node leads to.
    """

    def __init__(
        self, size: int, bits: list[Mask], least: list[int], most: list[int], number: list[int], pool: Mask
    ) -> None:
        self.run: int = 0
        self.domains: list[Mask] = [0] * size
        self.chosen: list[int] = [-1] * size
        self.owners: list[list[int]] = [[] for _ in bits]
        self.graph: list[Mask] = [0] * (len(bits) + 1)
        self._bits: list[Mask] = bits
        self._least: list[int] = least
        self._most: list[int] = most
        self._number: list[int] = number
        self._pool: Mask = pool
        self._waiting: list[int] = list(range(size - 1, -1, -1))  # the variables without a value
        self._counts: list[int] = [0] * len(bits)
        self._place: list[int] = [-1] * size  # of a variable among the owners of its value
        self._moves: list[Mask] = [0] * len(bits)  # and perhaps moves that have become impossible
        self._touched: list[int] = []
        self._is_touched: list[bool] = [False] * len(bits)
        # The values that may be taken once more, must be, and may be taken once less.
        self._spare: Mask = 0
        self._lacking: Mask = 0
        self._surplus: Mask = 0
        for value in range(len(bits)):
            self._recount(value)

    def update(self, variable: int, domain: Mask) -> None:
        """Let a *variable* have this *domain* now. It loses its value if that is not there any more."""
        self.domains[variable] = domain
        value = self.chosen[variable]
        if value < 0:
            return
        if not domain & self._bits[value]:
            self._release(variable)
            self._waiting.append(variable)
            return
        self._touch(value)
        if not domain & (domain - 1):
            self._leave(variable)
        else:
            self._join(variable)

    def complete(self) -> bool:
        """Let each variable have a value, and each value be taken as often as it must; return False if they cannot."""
        while self._waiting:
            if not self._seat(self._waiting[-1]):
                return False
            self._waiting.pop()
        while self._lacking:
            path = self._path(self._surplus, self._lacking)
            if not path:
                return False
            self._shift(path)
        return True

    def settle(self) -> bool:
        """Compute the graph; return whether it has lost a move since the last time."""
        has_lost = False
        for value in self._touched:
            self._is_touched[value] = False
            self._correct(value)
            leads_to = self._moves[value]
            if self._spare & self._bits[value]:
                leads_to |= self._pool
            if self.graph[value] & ~leads_to:
                has_lost = True
            self.graph[value] = leads_to
        self._touched.clear()
        has_lost = has_lost or self.graph[-1] & ~self._surplus != 0
        self.graph[-1] = self._surplus
        return has_lost

    def keep(self, value: int, kept: Mask) -> list[int]:
        """Let the owners of a *value* keep only the values in *kept*; return those that have lost some."""
        changed: list[int] = []
        for owner in self.owners[value]:
            if self.domains[owner] & ~kept:
                self.domains[owner] &= kept
                changed.append(owner)
        for owner in changed:
            if not self.domains[owner] & (self.domains[owner] - 1):
                self._leave(owner)
        self._moves[value] &= kept
        self.graph[value] &= kept | self._pool
        return changed

    def _touch(self, value: int) -> None:
        if not self._is_touched[value]:
            self._is_touched[value] = True
            self._touched.append(value)

    def _recount(self, value: int) -> None:
        """Note how often a value may still be taken, or must be."""
        bit = self._bits[value]
        count = self._counts[value]
        self._spare = self._spare | bit if count < self._most[value] else self._spare & ~bit
        self._lacking = self._lacking | bit if count < self._least[value] else self._lacking & ~bit
        self._surplus = self._surplus | bit if count > self._least[value] else self._surplus & ~bit
        self._touch(value)

    def _release(self, variable: int) -> None:
        """Take its value from a variable."""
        value = self.chosen[variable]
        self._leave(variable)
        self.chosen[variable] = -1
        self._counts[value] -= 1
        self._recount(value)

    def _give(self, variable: int, value: int) -> None:
        """Give a value to a variable without one."""
        self.chosen[variable] = value
        self._counts[value] += 1
        self._recount(value)
        if self.domains[variable] & (self.domains[variable] - 1):
            self._join(variable)

    def _join(self, variable: int) -> None:
        """Let a variable be among the owners of its value."""
        value = self.chosen[variable]
        self._moves[value] |= self.domains[variable]
        if self._place[variable] < 0:
            self._place[variable] = len(self.owners[value])
            self.owners[value].append(variable)

    def _leave(self, variable: int) -> None:
        """Let a variable be among the owners of its value no more."""
        place = self._place[variable]
        if place >= 0:
            owners = self.owners[self.chosen[variable]]
            last = owners.pop()
            if last != variable:
                owners[place] = last
                self._place[last] = place
            self._place[variable] = -1

    def _seat(self, variable: int) -> bool:
        """Find a value for a variable, best one that is lacking; others may have to move. Return False if none does."""
        domain = self.domains[variable]
        while not domain & self._spare:
            path = self._path(domain, self._spare)
            if not path:
                return False
            self._shift(path)
        bit = domain & self._lacking
        if not bit:
            bit = domain & self._spare
        self._give(variable, self._number[(bit & -bit).bit_length()])
        return True

    def _path(self, sources: Mask, targets: Mask) -> list[int]:
        """Return the values on a shortest path of moves from one of *sources* to one of *targets*; empty if none."""
        look_up(len(self._bits) >> 3)
        found: list[int] = [self._number[bit.bit_length()] for bit in split(sources)]
        before: list[int] = [-1] * len(found)
        unseen = ~sources
        place = 0
        while place < len(found):
            seen = self._moves[found[place]] & unseen
            end = seen & targets
            if end:
                path = [self._number[(end & -end).bit_length()]]
                while place >= 0:
                    path.append(found[place])
                    place = before[place]
                path.reverse()
                return path
            unseen ^= seen
            for bit in split(seen):
                found.append(self._number[bit.bit_length()])
                before.append(place)
            place += 1
        return []

    def _shift(self, path: list[int]) -> None:
        """Let a variable move along each edge of a *path*, the last edge first. Stop at an edge that is not there."""
        for step in range(len(path) - 2, -1, -1):
            value, following = path[step], path[step + 1]
            bit = self._bits[following]
            mover = -1
            for owner in self.owners[value]:
                if self.domains[owner] & bit:
                    mover = owner
                    break
            if mover < 0:
                self._correct(value)
                return
            self._release(mover)
            self._give(mover, following)

    def _correct(self, value: int) -> None:
        """Remove moves that have become impossible from those of a value."""
        known = self._moves[value]
        found = 0
        for owner in self.owners[value]:
            found |= self.domains[owner]
            if found == known:
                return
        self._moves[value] = found
