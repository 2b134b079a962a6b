"""Arcs: binary constraints as pure functions on masks. An `Arc` is one direction of one binary constraint."""

from __future__ import annotations

from typing import Final, final

from csplib.kernel.bits import LARGEST_WORD, WORD, Mask, is_single, last_word, lower_part, lowest, shifted
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.tracking import is_tracked, untrack, untrack_lists

__all__ = [
    "Arc",
    "AtLeastArc",
    "AtMostArc",
    "DiffArc",
    "EitherArc",
    "EqualArc",
    "SupportArc",
]


_VALUES_PER_LOOK: Final = 8


@mypyc_attr(allow_interpreted_subclasses=True)
class Arc:
    """The directed arc (x, y) of a binary constraint: which values of *x* can stay, given those of *y*.

    `supported` is a pure function of two masks: no state, no failure. Write a subclass for a binary constraint of
    your own. `origin` is the constraint that the arc belongs to.
    """

    def __init__(self, x: int, y: int, origin: object = None) -> None:
        self.x: int = x
        self.y: int = y
        self.origin: object = origin

    def supported(self, dx: Mask, dy: Mask) -> Mask:  # noqa: ARG002 - the most lenient arc; subclasses look at dy
        """Return the values of *dx* that some value of *dy* supports."""
        return dx

    def without_support(self, gone: Mask, dy: Mask) -> Mask:
        """Return the values of *dy* that support nothing of *gone*: if *y* has only these left, *x* loses *gone*."""
        found = 0
        while dy:
            bit = dy & -dy
            dy ^= bit
            if not self.supported(gone, bit):
                found |= bit
        return found

    def same_relation(self, other: Arc) -> bool:
        """Return whether *other*, over the same two variables in the same direction, always keeps the same values."""
        return self is other

    def reverses(self, other: Arc) -> bool:
        """Return whether *other* is the opposite direction of the same relation between the same two variables."""
        return self.x == other.y and self.y == other.x and self.origin is not None and self.origin is other.origin

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.x}, {self.y})"


class _ShiftedArc(Arc):
    """The arc of a relation between *x* and ``y + shift``."""

    def __init__(self, x: int, y: int, origin: object = None, shift: int = 0) -> None:
        super().__init__(x, y, origin)
        self.shift: int = shift
        if not is_tracked(origin):
            untrack(self)

    def same_relation(self, other: Arc) -> bool:
        return isinstance(other, _ShiftedArc) and type(other) is type(self) and other.shift == self.shift


def _mirror(arc: _ShiftedArc, other: Arc) -> bool:
    """Return whether *other* is the same symmetric relation, with x and y swapped."""
    if not isinstance(other, _ShiftedArc) or type(other) is not type(arc):
        return False
    return arc.x == other.y and arc.y == other.x and arc.shift == -other.shift


@final
class DiffArc(_ShiftedArc):
    """The arc of ``x != y + shift``: only a single value left in *y* can remove anything.

    >>> DiffArc(0, 1).supported(0b111, 0b010), DiffArc(0, 1, shift=1).supported(0b111, 0b010)
    (5, 3)
    """

    def supported(self, dx: Mask, dy: Mask) -> Mask:
        return dx & ~shifted(dy, self.shift) if is_single(dy) else dx

    def reverses(self, other: Arc) -> bool:
        return _mirror(self, other)


@final
class EqualArc(_ShiftedArc):
    """The arc of ``x == y + shift``.

    >>> EqualArc(0, 1).supported(0b110, 0b011), EqualArc(0, 1, shift=1).supported(0b110, 0b011)
    (2, 6)
    """

    def supported(self, dx: Mask, dy: Mask) -> Mask:
        return dx & shifted(dy, self.shift)

    def without_support(self, gone: Mask, dy: Mask) -> Mask:
        return dy & ~shifted(gone, -self.shift)

    def reverses(self, other: Arc) -> bool:
        return _mirror(self, other)


@final
class AtMostArc(_ShiftedArc):
    """The arc of ``x <= y + shift``, between integers.

    >>> AtMostArc(0, 1).supported(0b1111, 0b0110), AtMostArc(0, 1, shift=-1).supported(0b1111, 0b0110)
    (7, 3)
    """

    def supported(self, dx: Mask, dy: Mask) -> Mask:
        reach = dy.bit_length() + self.shift
        if reach <= 0 or not dy:
            return 0
        return dx & ((1 << reach) - 1) if reach < WORD else lower_part(dx, reach)

    def without_support(self, gone: Mask, dy: Mask) -> Mask:
        reach = lowest(gone) - self.shift
        return dy & ((1 << reach) - 1) if reach > 0 else 0


@final
class AtLeastArc(_ShiftedArc):
    """The arc of ``x >= y + shift``, between integers.

    >>> AtLeastArc(0, 1).supported(0b1111, 0b0110), AtLeastArc(0, 1, shift=1).supported(0b1111, 0b0110)
    (14, 12)
    """

    def supported(self, dx: Mask, dy: Mask) -> Mask:
        if not dy:
            return 0
        least = lowest(dy) + self.shift
        if least <= 0:
            return dx
        return dx ^ (dx & ((1 << least) - 1) if least < WORD else lower_part(dx, least))

    def without_support(self, gone: Mask, dy: Mask) -> Mask:
        beyond = gone.bit_length() - self.shift
        return dy & (-1 << beyond) if beyond > 0 else dy


@final
class SupportArc(Arc):
    """An arc with a table: ``table[i]`` has the values of *x* that value number ``base + i`` of *y* supports."""

    def __init__(self, x: int, y: int, table: list[Mask], base: int, origin: object = None) -> None:
        super().__init__(x, y, origin)
        self.table: list[Mask] = table
        self.base: int = base

    def supported(self, dx: Mask, dy: Mask) -> Mask:
        if dy > LARGEST_WORD:
            return self._supported_by_many(dx, dy)
        found = 0
        behind = self.base + 1
        while dy:
            low = dy & -dy
            found |= self.table[low.bit_length() - behind]
            if found & dx == dx:
                return dx
            dy ^= low
        return found & dx

    def _supported_by_many(self, dx: Mask, dy: Mask) -> Mask:
        """Do what `supported` does, for a wide mask: word by word, with few operations on wide masks."""
        found = 0
        values = 0
        while dy:
            up = last_word(dy)
            word = dy >> up
            dy = lower_part(dy, up)
            behind = self.base + 1 - up
            while word:
                low = word & -word
                found |= self.table[low.bit_length() - behind]
                word ^= low
                values += 1
            if values >= _VALUES_PER_LOOK:
                values = 0
                if found & dx == dx:
                    return dx
        return found & dx

    def without_support(self, gone: Mask, dy: Mask) -> Mask:
        found = 0
        place = lowest(dy)
        dy >>= place
        while dy:
            if dy & 1 and not self.table[place - self.base] & gone:
                found |= 1 << place
            dy >>= 1
            place += 1
        return found

    def same_relation(self, other: Arc) -> bool:
        return isinstance(other, SupportArc) and other.table is self.table


@final
class _Choice:
    """The values that one choice leaves to *x* and to *y*, and the arc between the two if there is one."""

    __slots__ = ("arc", "xs", "ys")

    def __init__(self, xs: Mask, ys: Mask, arc: Arc | None) -> None:
        self.xs: Mask = xs
        self.ys: Mask = ys
        self.arc: Arc | None = arc
        if not is_tracked(arc):
            untrack(self)


@final
class EitherArc(Arc):
    """The arc of a disjunction over two variables: a value stays if one of the choices supports it.

    >>> arc = EitherArc(0, 1)
    >>> arc.add(0b001, -1)
    >>> arc.add(-1, -1, EqualArc(0, 1))
    >>> arc.supported(0b111, 0b010), arc.supported(0b110, 0b001)
    (3, 0)
    """

    def __init__(self, x: int, y: int, origin: object = None) -> None:
        super().__init__(x, y, origin)
        self.choices: list[_Choice] = []

    def add(self, xs: Mask, ys: Mask, arc: Arc | None = None) -> None:
        """Add a choice: the values that it leaves to *x* and to *y*, and the arc between the two."""
        self.choices.append(_Choice(xs, ys, arc))

    def finish(self) -> None:
        """Note that all choices are there."""
        untrack_lists([self.choices])
        if not is_tracked(self.choices) and not is_tracked(self.origin):
            untrack(self)

    def supported(self, dx: Mask, dy: Mask) -> Mask:
        found = 0
        for choice in self.choices:
            within = dy & choice.ys
            if within:
                kept = dx & choice.xs
                arc = choice.arc
                found |= kept if arc is None else arc.supported(kept, within)
                if found == dx:
                    break
        return found
