"""The decisions of a search: which variable, what of it is tried now, what is left, what was refuted."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from csplib.kernel.bits import Mask, size_of
from csplib.kernel.bounds import Bounds
from csplib.kernel.state import Cell, State
from csplib.kernel.tracking import untrack

if TYPE_CHECKING:
    from csplib.kernel.csp import CSP
    from csplib.textbook.heuristics import Shuffled

__all__ = ["Decision", "explored", "pieces_around", "pieces_of"]


@final
class Decision:
    """A level of the search: a variable, the values still to try, and the heights of the trail.

    `left` has the values still to try. They are taken from there one by one, since a list of them for each decision
    would take much time and memory; only an order of the user's is listed in `values` (next one last).

    `mark` is the height before the decision. `level` is the height to return to before the next value: above the mark,
    it keeps the conclusions from the values refuted so far. `tried` is the value assigned now, `refuted` holds the
    values tried before.

    An interval has too many values to try them one by one. It is cut into `pieces`: its least value, the lower half of
    the others, the upper half. Bit *i* stands for piece *i* then. If `from_top`, the greatest value comes first.

    `groups` has the interchangeable values, of which one is tried. `rest` lists the variables that were not fixed at
    the decision, if they are few. `base` and `floor` are those of the choice (see `Choice`).
    """

    __slots__ = (
        "base",
        "floor",
        "from_top",
        "groups",
        "left",
        "level",
        "mark",
        "pieces",
        "projected",
        "refuted",
        "rest",
        "size",
        "tried",
        "values",
        "x",
    )

    def __init__(self, x: int, left: Mask, mark: int, projected: bool) -> None:  # noqa: FBT001 - two callers
        self.x: int = x
        self.left: Mask = left
        self.values: list[Mask] | None = None
        self.groups: list[Mask] | None = None
        self.pieces: list[Bounds] | None = None
        self.from_top: bool = False
        self.size: int = size_of(left)
        self.mark: int = mark
        self.level: int = mark
        self.projected: bool = projected
        self.tried: Mask = 0
        self.refuted: Mask = 0
        self.base: int = 0
        self.floor: int = 2
        self.rest: list[Cell] | None = None
        untrack(self)

    def take(self, value: Mask) -> None:
        """Try *value* now. Neither it nor a value that is interchangeable with it is left then."""
        self.tried = value
        self.left ^= value
        if self.groups is not None:
            for group in self.groups:
                if group & value:
                    self.left &= ~group

    def take_next(self, first: Mask, shuffle: Shuffled | None) -> None:
        """Take what comes next: the value or piece *first* if it is left, one that *shuffle* draws, or the least."""
        left = self.left
        if first & left:
            self.take(first)
        elif self.values is not None:
            value = self.values.pop()
            while not value & left:
                value = self.values.pop()
            self.take(value)
        elif shuffle is not None:
            self.take(shuffle.draw(left))
        else:
            self.take(1 << (left.bit_length() - 1) if self.from_top else left & -left)

    def enforce(self, state: State) -> bool:
        """Leave only what is tried now to the variable; return False if nothing is left."""
        if self.pieces is None:
            return state.narrow(self.x, self.tried)
        low, high = self.pieces[self.tried.bit_length() - 1]
        return state.at_least(self.x, low) and state.at_most(self.x, high)

    def words(self, csp: CSP) -> tuple[object, object]:
        """Return the name of the variable and the value that is tried now, as events have them.

        A piece of an interval is a range unless it is a single integer.
        """
        name = csp.names[self.x]
        if self.pieces is None:
            return name, csp.values[self.x][self.tried]
        low, high = self.pieces[self.tried.bit_length() - 1]
        return name, low if low == high else range(low, high + 1)

    def remove_refuted(self, state: State) -> bool:
        """Remove what was refuted from the variable; from an interval, only at its ends."""
        pieces = self.pieces
        if pieces is None:
            return state.narrow(self.x, ~self.refuted)
        first, last = 0, len(pieces) - 1
        while self.refuted >> first & 1:
            first += 1
        while last > first and self.refuted >> last & 1:
            last -= 1
        return state.at_least(self.x, pieces[first][0]) and state.at_most(self.x, pieces[last][1])

    def keep_possible(self, state: State) -> None:
        """Keep only what the variable still has of what is left to try."""
        pieces = self.pieces
        if pieces is None:
            self.left &= state.cells[self.x].mask
            return
        for place, (low, high) in enumerate(pieces):
            if high < state.low(self.x) or low > state.high(self.x):
                self.left &= ~(1 << place)


def pieces_of(low: int, high: int, from_top: bool = False) -> list[Bounds]:  # noqa: FBT001, FBT002 - of the engine
    """Return the least integer of an interval, and the others in two halves, as pairs of bounds in ascending order.

    With *from_top* it is the greatest integer, and then the others.

    >>> pieces_of(0, 9), pieces_of(4, 5), pieces_of(6, 6)
    ([(0, 0), (1, 5), (6, 9)], [(4, 4), (5, 5)], [(6, 6)])
    >>> pieces_of(0, 9, True)
    [(0, 3), (4, 8), (9, 9)]
    """
    if high - low < 2:
        return [(integer, integer) for integer in range(low, high + 1)]
    if from_top:
        return [(-last, -first) for first, last in reversed(pieces_of(-high, -low))]
    middle = (low + 1 + high) // 2
    return [(low, low), (low + 1, middle), (middle + 1, high)] if middle < high else [(low, low), (low + 1, high)]


def pieces_around(low: int, high: int, integer: int) -> list[Bounds]:
    """Return an *integer* of an interval, and the others below and above it, as pairs of bounds in ascending order.

    >>> pieces_around(0, 9, 4), pieces_around(0, 9, 9)
    ([(0, 3), (4, 4), (5, 9)], [(0, 8), (9, 9)])
    """
    pieces = [(low, integer - 1), (integer, integer), (integer + 1, high)]
    return [(first, last) for first, last in pieces if first <= last]


def explored(decisions: list[Decision]) -> float:
    """Return the share of the search space that was explored, if each value covers an equal part of it."""
    share = 1.0
    behind = 0.0
    for decision in decisions:
        if decision.pieces is not None:
            tried, left = _parts(decision.pieces, decision.tried), _parts(decision.pieces, decision.left)
            behind += share * (1.0 - tried - left)
            share *= tried
            continue
        share /= decision.size
        behind += share * (decision.size - size_of(decision.left) - (1 if decision.tried else 0))
    return behind


def _parts(pieces: list[Bounds], chosen: Mask) -> float:
    """Return the share of an interval that the *chosen* ones of its *pieces* have, by length."""
    length = 0
    for place, (low, high) in enumerate(pieces):
        if chosen >> place & 1:
            length += high - low + 1
    return length / (pieces[-1][1] - pieces[0][0] + 1)
