"""Integers in order: an increasing row, and two rows in lexicographic order. Both are domain consistent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal
from csplib.kernel.news import NEVER, News
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import Cell, State

__all__ = ["IncreasingChain", "LexOrder"]

_SHORT_CHAIN: Final = 8
_SHORT_ROW: Final = 20
_SEEN: Final = 0
_PLACE: Final = 1
_DECIDING: Final = 2


@final
class IncreasingChain(Propagator):
    """Each variable is at least the one before it plus *gap*. One run leaves exactly the supported values.

    If a variable occurs twice, a run is sound, and exact once all are fixed.
    Complexity: two passes over the scope, one forward and one backward. A long chain goes on from the places that have
    changed, as far as values are pruned.

    >>> state = State([0b1110, 0b1011, 0b1111])
    >>> IncreasingChain([0, 1, 2], 0).propagate(state), state.domains
    (True, [14, 10, 14])
    """

    def __init__(self, scope: Sequence[int], gap: int, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.gap: int = gap
        self.idempotent: bool = len(set(scope)) == len(scope)
        self.news: News | None = News(scope) if len(scope) > _SHORT_CHAIN else None

    def propagate(self, state: State) -> bool:
        if self.news is not None:
            return self._spread(state, self.news)
        scope = self.scope
        least = state.low(scope[0])
        for place in range(1, len(scope)):
            if not state.at_least(scope[place], least + self.gap):
                return False
            least = state.low(scope[place])
        most = state.high(scope[-1])
        for place in range(len(scope) - 2, -1, -1):
            if not state.at_most(scope[place], most - self.gap):
                return False
            most = state.high(scope[place])
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if self.scope.count(x) != 1:
            return super().explain(past, x, gone)
        found = self._neighbor(past, x, gone)
        if found is None and past.later():  # the run has moved a bound between the two, over a hole
            found = self._neighbor(past, x, gone)
        return super().explain(past, x, gone) if found is None else found

    def _neighbor(self, past: History, x: int, gone: Mask) -> list[Literal] | None:
        """Return a bound of one other variable that forbids *gone*, or None: of the nearest one that does."""
        least, most = past.least(x, gone), past.most(x, gone)
        place = self.scope.index(x)
        for before in range(place - 1, -1, -1):
            bound = most + 1 - (place - before) * self.gap
            if past.low(self.scope[before]) >= bound:
                past.widen(x, past.first_low(x), most)
                return [past.at_least(self.scope[before], bound)]
        for after in range(place + 1, len(self.scope)):
            bound = least - 1 + (after - place) * self.gap
            if past.high(self.scope[after]) <= bound:
                past.widen(x, least, past.first_high(x))
                return [past.at_most(self.scope[after], bound)]
        return None

    def _spread(self, state: State, news: News) -> bool:
        """Prune from the places that have changed, upwards and downwards."""
        seen = state.memory(self, 1, NEVER)[0]
        changed = news.since(state, seen)
        if not changed:
            return True
        if news.others:  # a change in one place is news for another one
            news.all_seen(state, seen)
        for place in changed:
            if not self._push_up(state, place):
                return False
        for place in reversed(changed):
            if not self._push_down(state, place):
                return False
        if not news.others:
            news.all_seen(state, seen)
        return True

    def _push_up(self, state: State, place: int) -> bool:
        """Raise the least values behind *place*, as far as they change."""
        scope = self.scope
        for following in range(place + 1, len(scope)):
            least = state.low(scope[following - 1]) + self.gap
            if state.low(scope[following]) >= least:
                return True
            if not state.at_least(scope[following], least):
                return False
        return True

    def _push_down(self, state: State, place: int) -> bool:
        """Lower the greatest values before *place*, as far as they change."""
        scope = self.scope
        for before in range(place - 1, -1, -1):
            most = state.high(scope[before + 1]) - self.gap
            if state.high(scope[before]) <= most:
                return True
            if not state.at_most(scope[before], most):
                return False
        return True


@final
class LexOrder(Propagator):
    """Row *first* is lexicographically before row *second* or, unless *strictly*, equal to it.

    After Frisch, Hnich, Kiziltan, Miguel and Walsh (2002). Only the first place where the rows can differ loses values:
    there *first* may not be greater, and must be less if the rest of the rows cannot be in order. That is decided by
    the next place where the least value of *first* is not the greatest one of *second*. One run leaves exactly the
    supported values. If a variable occurs twice, a run is sound, and exact once all are fixed.
    Complexity: one pass over both rows. For long rows both places are in memory cells, and a run goes on from there.

    >>> state = State([0b100, 0b100, 0b111, 0b001])
    >>> LexOrder([0, 1], [2, 3], strictly=False).propagate(state), state.domains
    (False, [4, 4, 4, 1])
    >>> state = State([0b110, 0b100, 0b111, 0b001])
    >>> LexOrder([0, 1], [2, 3], strictly=False).propagate(state), state.domains
    (True, [2, 4, 4, 1])
    """

    def __init__(self, first: Sequence[int], second: Sequence[int], *, strictly: bool, origin: object = None) -> None:
        super().__init__(list(dict.fromkeys([*first, *second])), origin)
        self.first: list[int] = list(first)
        self.second: list[int] = list(second)
        self.strictly: bool = strictly
        self.news: News | None = News([*first, *second]) if len(self.first) > _SHORT_ROW else None

    def propagate(self, state: State) -> bool:
        if self.news is None:
            return self._order_short(state)
        memory = state.memory(self, 3, NEVER)
        place = max(0, memory[_PLACE].mask)
        deciding = max(1, memory[_DECIDING].mask)
        changed = {number % len(self.first) for number in self.news.since(state, memory[_SEEN])}
        if changed:
            self.news.all_seen(state, memory[_SEEN])
        near = [number for number in changed if place <= number <= deciding]
        if not near:
            return True
        for number in sorted(near):
            if number > place and self._compared(state, number) > 0:
                deciding = number
                break
        return self._order(state, place, deciding, memory)

    def _order_short(self, state: State) -> bool:
        """Prune the first place where the rows can differ, with a look at all places."""
        cells = state.cells
        for place, x in enumerate(self.first):
            y = self.second[place]
            if x == y:
                continue
            least = cells[x].low()
            most = cells[y].high()
            if least < most:
                gap = 0 if self._can_follow(state, place + 1) else 1
                return state.at_most(x, most - gap) and state.at_least(y, least + gap)
            if least > most or not state.at_most(x, most) or not state.at_least(y, least):
                return False
        return not self.strictly

    def _can_follow(self, state: State, start: int) -> bool:
        """Return whether the rows from *start* on can be in order: least values in one, greatest in the other."""
        for place in range(start, len(self.first)):
            x = self.first[place]
            y = self.second[place]
            if x != y:
                least = state.low(x)
                most = state.high(y)
                if least != most:
                    return least < most
        return not self.strictly

    def _order(self, state: State, place: int, deciding: int, memory: list[Cell]) -> bool:
        """Prune the first place where the rows can differ.

        The rows are equal before *place*. Between the two places they can be equal or in the wrong order.
        """
        while place < len(self.first):
            compared = self._compared(state, place)
            if compared < 0:
                break
            x, y = self.first[place], self.second[place]
            if compared > 0 or not state.at_most(x, state.high(y)) or not state.at_least(y, state.low(x)):
                return False
            place += 1
        deciding = max(deciding, place + 1)
        while deciding < len(self.first) and not self._compared(state, deciding):
            deciding += 1
        if place != memory[_PLACE].mask:
            state.write(memory[_PLACE], place)
        if deciding != memory[_DECIDING].mask:
            state.write(memory[_DECIDING], deciding)
        if place >= len(self.first):
            return not self.strictly
        can_follow = not self.strictly if deciding >= len(self.first) else self._compared(state, deciding) < 0
        gap = 0 if can_follow else 1
        x, y = self.first[place], self.second[place]
        return state.at_most(x, state.high(y) - gap) and state.at_least(y, state.low(x) + gap)

    def _compared(self, state: State, place: int) -> int:
        """Return the least value of *first* in *place* minus the greatest of *second*; 0 for the same variable."""
        x, y = self.first[place], self.second[place]
        return 0 if x == y else state.low(x) - state.high(y)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if len(self.scope) < 2 * len(self.first):
            return super().explain(past, x, gone)
        found = self._disorder(past, x, gone)
        if found is None and past.later():
            found = self._disorder(past, x, gone)
        if found is None:
            return super().explain(past, x, gone)
        if x >= 0 and past.is_interval(x):
            low, high = (past.gone_low, past.first_high(x)) if x in self.first else (past.first_low(x), past.gone_high)
            past.widen(x, low, high)
        return found

    def _disorder(self, past: History, x: int, gone: Mask) -> list[Literal] | None:
        """Return why the rows are not in order with a value of *gone* for *x*, or None. No variable occurs twice.

        Up to a place, no value of *first* is below one of *second*. At the last of them it is above.
        """
        found: list[Literal] = []
        for place, one in enumerate(self.first):
            two = self.second[place]
            if x not in {one, two}:
                low, high = past.low(one), past.high(two)
                if low < high:
                    return None
                found.append(past.at_least(one, low))
                found.append(past.at_most(two, low - 1 if low > high else low))
                if low > high:
                    return found
                continue
            low = past.least(x, gone) if x == one else past.low(one)
            high = past.most(x, gone) if x == two else past.high(two)
            if low < high:
                return None
            equal = 0 if low > high else 1
            found.append(past.at_most(two, low - 1 + equal) if x == one else past.at_least(one, high + 1 - equal))
            if not equal:
                return found
        return found if self.strictly else None
