"""Items of certain sizes are packed into bins: the sizes in each bin sum up to its load, or to no more than it holds.

Each bin is a knapsack of its own: sums of sizes are kept as bits, and items and the load keep exactly the values that
some sum supports (Trick 2003). What all bins hold together bounds the load of each (Shaw 2004). A lower bound for the
number of bins rejects what cannot be packed (Martello and Toth 1990, with dual feasible functions as in Fekete and
Schepers 2001).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.kernel.bits import Mask, lowest
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.news import NEVER, News
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.packing_reason import reason_of_item, reason_of_load, reason_of_overflow
from csplib.kernel.propagators.packing_rules import MOST_BITS, load_sums, too_many
from csplib.kernel.propagators.subset_sums import needless, sums_of
from csplib.kernel.state import State

__all__ = ["Packing"]

_PER_BIN: Final = 6


@final
class Packing(Propagator):
    """Item *i*, of size ``sizes[i]``, is in the bin that the variable ``items[i]`` says; bin *b* is bit ``bits[b]``.

    The sizes in bin *b* sum up to at most ``capacities[b]``. If ``loads[b]`` is not -1, it is the variable of the load:
    the sizes sum up to that or, unless *equal*, to at most that. No size is negative, and no item occurs twice.

    Sums are not kept for a bin with room for too many of them. Then only items that are too large, or too large to be
    left out, are moved. Complexity: O(n) operations on as many bits as there is room, for each bin that has changed.

    >>> state = State([0b11, 0b11, 0b01])
    >>> Packing([0, 1, 2], [3, 4, 3], [0b01, 0b10], [-1, -1], [6, 4]).propagate(state), state.domains
    (True, [1, 2, 1])
    """

    def __init__(
        self,
        items: Sequence[int],
        sizes: Sequence[int],
        bits: Sequence[Mask],
        loads: Sequence[int],
        capacities: Sequence[int],
        origin: object = None,
        *,
        equal: bool = False,
    ) -> None:
        super().__init__(list(dict.fromkeys([*items, *[x for x in loads if x >= 0]])), origin)
        self.items: list[int] = list(items)
        self.sizes: list[int] = list(sizes)
        self.bits: list[Mask] = list(bits)
        self.loads: list[int] = list(loads)
        self.capacities: list[int] = list(capacities)
        self.equal: bool = equal
        self.number: dict[Mask, int] = {bit: b for b, bit in enumerate(bits)}
        self.every: Mask = 0
        for bit in bits:
            self.every |= bit
        self.total: int = sum(self.sizes)
        self.largest: int = min(max(self.capacities, default=0), self.total)
        self.idempotent: bool = len(self.scope) == len(self.items) + len(self.loads) - self.loads.count(-1)
        self.retires: bool = not equal and not any(x >= 0 for x in self.loads)
        self._news: News = News(self.items)
        # The cells: what was seen; then for each bin the packed and the possible sum, the open items, and the bounds
        # and the domain of the load that its items were compared with; then the last known domain of each item.
        self._size: int = 1 + _PER_BIN * len(self.bits) + len(self.items)

    def propagate(self, state: State) -> bool:
        cells = state.memory(self, self._size, NEVER)
        if cells[0].mask == NEVER and not self._begin(state):
            return False
        lows, highs = [0] * len(self.bits), [0] * len(self.bits)
        is_new = False
        while True:
            dirty = self._note(state)
            if not self._bound(state, lows, highs):
                return False
            dirty |= self._note_loads(state, lows, highs)
            if not dirty:
                break
            is_new = True
            while dirty:
                b = lowest(dirty)
                dirty &= dirty - 1
                if not self._fill(state, b, lows[b], highs[b]):
                    return False
        if self.retires and self._has_room(state):
            state.entailed = True
            return True
        return not is_new or not self._is_too_much(state, highs)

    def _has_room(self, state: State) -> bool:
        """Return whether each bin holds everything that can still be in it."""
        cells = state.memory(self)
        for b, capacity in enumerate(self.capacities):
            if cells[2 + _PER_BIN * b].mask > capacity:
                return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = self._reason(past, x, gone)
        if found is None and past.later():
            found = self._reason(past, x, gone)
        if found is None:
            past.later()
            return super().explain(past, x, gone)
        return [literal for literal in found if literal[0] != x]

    def _reason(self, past: History, x: int, gone: Mask) -> list[Literal] | None:
        if not self.idempotent:
            return None  # a variable occurs twice
        if x < 0:
            return reason_of_overflow(past, self)
        return reason_of_load(past, self, x, gone) if x in self.loads else reason_of_item(past, self, x, gone)

    def _begin(self, state: State) -> bool:
        """Keep the items to the bins, and start with open items only."""
        cells = state.memory(self)
        look_up(len(cells) >> 2)
        members = 0
        for place, x in enumerate(self.items):
            if not state.narrow(x, self.every):
                return False
            if self.sizes[place]:
                members |= 1 << place
            state.write(cells[1 + _PER_BIN * len(self.bits) + place], self.every if self.sizes[place] else 0)
        for b in range(len(self.bits)):
            at = 1 + _PER_BIN * b
            state.write(cells[at], 0)
            state.write(cells[at + 1], self.total if self.bits[b] else 0)
            state.write(cells[at + 2], members if self.bits[b] else 0)
        return True

    def _note(self, state: State) -> int:
        """Take the items that have changed out of the bins that they have lost; return these bins as bits."""
        cells = state.memory(self)
        dirty = 0
        first = 1 + _PER_BIN * len(self.bits)
        changed = self._news.since(state, cells[0])
        for place in changed:
            known = cells[first + place]
            domain = state.cells[self.items[place]].mask
            gone = known.mask & ~domain
            if not gone:
                continue
            size = self.sizes[place]
            state.write(known, known.mask & domain)
            if not domain & (domain - 1):  # it is packed now, and open nowhere
                at = 1 + _PER_BIN * self.number[domain]
                state.write(cells[at], cells[at].mask + size)
                state.write(cells[at + 2], cells[at + 2].mask & ~(1 << place))
                dirty |= 1 << self.number[domain]
            while gone:
                bit = gone & -gone
                gone ^= bit
                at = 1 + _PER_BIN * self.number[bit]
                state.write(cells[at + 1], cells[at + 1].mask - size)
                state.write(cells[at + 2], cells[at + 2].mask & ~(1 << place))
                dirty |= 1 << self.number[bit]
        if changed:
            self._news.all_seen(state, cells[0])
        return dirty

    def _note_loads(self, state: State, lows: list[int], highs: list[int]) -> int:
        """Return the bins of which the load has changed as bits."""
        cells = state.memory(self)
        dirty = 0
        for b, x in enumerate(self.loads):
            at = 1 + _PER_BIN * b
            domain = state.cells[x].mask if x >= 0 and self.equal else 0
            if cells[at + 3].mask != lows[b] or cells[at + 4].mask != highs[b] or cells[at + 5].mask != domain:
                dirty |= 1 << b
                state.write(cells[at + 3], lows[b])
                state.write(cells[at + 4], highs[b])
                state.write(cells[at + 5], domain)
        return dirty

    def _bound(self, state: State, lows: list[int], highs: list[int]) -> bool:
        """Find the bounds of all loads; return False if one has none."""
        cells = state.memory(self)
        least = most = 0
        for b, x in enumerate(self.loads):
            packed, possible = cells[1 + _PER_BIN * b].mask, cells[2 + _PER_BIN * b].mask
            low, high = 0, self.capacities[b]
            if x >= 0:
                high = min(high, state.cells[x].high())
                low = state.cells[x].low() if self.equal else 0
            lows[b], highs[b] = max(low, packed), min(high, possible)
            if lows[b] > highs[b]:
                return False
            least += lows[b]
            most += highs[b]
        if least > self.total or most < self.total:
            return False
        for b, x in enumerate(self.loads):
            low, high = lows[b], highs[b]
            lows[b] = max(low, self.total - most + high)
            highs[b] = min(high, self.total - least + low)
            if x >= 0:
                if not state.at_least(x, lows[b]) or (self.equal and not state.at_most(x, highs[b])):
                    return False
                lows[b] = max(lows[b], state.cells[x].low()) if self.equal else lows[b]  # it may lack some integers
                highs[b] = min(highs[b], state.cells[x].high())
                if lows[b] > highs[b]:
                    return False
        return True

    def _fill(self, state: State, b: int, low: int, high: int) -> bool:
        """Move the items that must, or cannot, be in bin *b*, so that its load is from *low* to *high*."""
        at = 1 + _PER_BIN * b
        cells = state.memory(self)
        packed, possible, members = cells[at].mask, cells[at + 1].mask, cells[at + 2].mask
        x = self.loads[b] if self.equal else -1
        if low <= packed and high >= possible and (x < 0 or state.cells[x].interval is not None):
            return True
        places: list[int] = []
        while members:
            places.append(lowest(members))
            members &= members - 1
        room = high - packed
        is_one_sided = x < 0 and (low <= packed or high >= possible)  # then sums conclude no more
        if is_one_sided or len(places) * room > MOST_BITS:
            return self._squeeze(state, b, places, room, possible - low)
        sizes = [self.sizes[place] for place in places]
        wanted = (2 << room) - (1 << (low - packed) if low > packed else 1)
        if x >= 0:
            wanted &= load_sums(state.cells[x], state.cells[x].mask, packed, room)
        sums = sums_of(sizes, (2 << room) - 1)
        wanted &= sums[-1]
        if not wanted or (x >= 0 and not _keep_sums(state, x, packed, wanted)):
            return False
        bit = self.bits[b]
        for number, verdict in enumerate(needless(sizes, sums, wanted)):
            if verdict != 3 and not state.narrow(self.items[places[number]], bit if verdict == 1 else ~bit):
                return False
        return True

    def _squeeze(self, state: State, b: int, places: list[int], room: int, spare: int) -> bool:
        """Move items that need more than the *room* of bin *b*, or more than there is to *spare* for other bins."""
        bit = self.bits[b]
        for place in places:
            size = self.sizes[place]
            if size > room and not state.narrow(self.items[place], ~bit):
                return False
            if size > spare and not state.narrow(self.items[place], bit):
                return False
        return True

    def _is_too_much(self, state: State, highs: list[int]) -> bool:
        """Return whether the items cannot be packed: they need more bins than there are."""
        cells = state.memory(self)
        first = 1 + _PER_BIN * len(self.bits)
        largest = self.largest
        sizes: list[int] = []
        for place, size in enumerate(self.sizes):
            known = cells[first + place].mask
            if known & (known - 1):
                sizes.append(size)
        if not sizes:
            return False
        look_up(len(sizes) + len(highs))
        sizes += [cells[1 + _PER_BIN * b].mask + largest - high for b, high in enumerate(highs)]
        return too_many(sizes, largest, len(highs))


def _keep_sums(state: State, x: int, packed: int, sums: Mask) -> bool:
    """Keep a load to *packed* plus one of *sums*."""
    cell = state.cells[x]
    low, high = packed + lowest(sums), packed + sums.bit_length() - 1
    if cell.interval is not None:
        return state.at_least(x, low) and state.at_most(x, high)
    axis = cell.axis
    kept = 0
    if axis.dense:
        by = packed - axis.base
        kept = sums << by if by >= 0 else sums >> -by
    else:
        for integer in axis.integers(cell.mask & axis.at_least(low) & axis.at_most(high)):
            if sums >> (integer - packed) & 1:
                kept |= axis.bit(integer)
    return state.narrow(x, kept)
