"""The values that variables have taken, for an AllDifferent over many of them."""

from __future__ import annotations

from typing import Final, final

from csplib.kernel.bits import Mask, lowest
from csplib.kernel.cells import Cell
from csplib.kernel.clock import look_up

__all__ = ["Taken", "is_watched", "pick", "seed"]

_WORD: Final = 32
_ALL: Final = (1 << _WORD) - 1


@final
class Taken:
    """What the fixed variables of a `LargeDifferent` have taken in one state, and which values the others watch.

    Values are numbers: of bits, or integers. The first ones of `numbers` are taken, by the variables at `places`. How
    many they are is in a cell of the state; what stands behind them was undone. The first `synced` ones are in `used`
    as bits or, if they are integers, in `words` of a few bits each. Each place watches two numbers; those in `eager`
    lose every taken number at once instead. Those `at_ends` watch their bounds, which other propagators use. `nowhere`
    is below the numbers of all values.
    """

    def __init__(self, size: int, integers: bool) -> None:  # noqa: FBT001 - one caller
        self.integers: bool = integers
        self.nowhere: int = -1
        self.words: dict[int, int] = {}
        self.numbers: list[int] = []
        self.places: list[int] = []
        self.where: dict[int, int] = {}
        self.used: Mask = 0
        self.synced: int = 0
        self.watchers: dict[int, list[int]] = {}
        self.one: list[int] = [-1] * size
        self.two: list[int] = [-1] * size
        self.at_ends: list[bool] = [False] * size
        self.eager: list[int] = []
        self.every: Mask = 0

    def owner(self, number: int, count: int) -> int:
        """Return the place that has taken *number*, which is one of the first *count*, or -1."""
        entry = self.where.get(number, count)
        return self.places[entry] if entry < count and self.numbers[entry] == number else -1

    def push(self, number: int, place: int, count: int) -> None:
        """Let *place* take *number*, behind the first *count* numbers."""
        if count == len(self.numbers):
            self.numbers.append(number)
            self.places.append(place)
        else:
            self.numbers[count] = number
            self.places[count] = place
        self.where[number] = count

    def sync(self, count: int) -> Mask:
        """Return the first *count* numbers as bits."""
        while self.synced > count:
            self.synced -= 1
            self._flip(self.numbers[self.synced])
        while self.synced < count:
            self._flip(self.numbers[self.synced])
            self.synced += 1
        return self.used

    def _flip(self, number: int) -> None:
        if self.integers:
            self.words[number // _WORD] = self.words.get(number // _WORD, 0) ^ (1 << (number % _WORD))
        else:
            self.used ^= 1 << number

    def next_free(self, number: int) -> int:
        """Return the least integer from *number* up that is not taken."""
        word = number // _WORD
        free = ~self.words.get(word, 0) & _ALL & (-1 << (number % _WORD))
        while not free:
            look_up()
            word += 1
            free = ~self.words.get(word, 0) & _ALL
        return word * _WORD + lowest(free)

    def last_free(self, number: int) -> int:
        """Return the greatest integer up to *number* that is not taken."""
        word = number // _WORD
        free = ~self.words.get(word, 0) & ((2 << (number % _WORD)) - 1)
        while not free:
            look_up()
            word -= 1
            free = ~self.words.get(word, 0) & _ALL
        return word * _WORD + free.bit_length() - 1

    def watch(self, place: int, number: int) -> None:
        """Tell *place* when *number* is taken."""
        known = self.watchers.get(number)
        if known is None:
            self.watchers[number] = [place]
        else:
            known.append(place)

    def rewatch(self, place: int, old: int, new: int) -> None:
        """Let *place* watch *new* instead of *old*."""
        if self.one[place] == old:
            self.one[place] = new
        else:
            self.two[place] = new
        self.watch(place, new)


def is_watched(cell: Cell) -> bool:
    """Return whether another propagator looks at the bounds of a variable."""
    interval = cell.interval
    watch = cell.watch if interval is None else interval.floor.watch
    while watch is not None:
        if watch.on_bounds or (interval is not None and watch.on_change):
            return True
        watch = watch.more
    return False


def seed(place: int, count: int) -> int:
    """Return a number that spreads watches over the values: the same in every run."""
    mixed = (place * 0x9E377 + count * 0x85EBD + 0x7F4A7) & 0x3FFFFFFF
    mixed ^= mixed >> 13
    mixed = ((mixed & 0xFFFFF) * 0xC2B2B + (mixed >> 20)) & 0x3FFFFFFF
    return mixed ^ mixed >> 11


def pick(mask: Mask, seed: int) -> int:
    """Return the number of a bit of *mask*."""
    start = seed % mask.bit_length()
    return start + lowest(mask >> start)
