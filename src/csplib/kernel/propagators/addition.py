"""The sum of two integers is a third: the equation that differences under other constraints come down to."""

from __future__ import annotations

from typing import final

from csplib.kernel.axis import Axis
from csplib.kernel.bits import Mask, shifted
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Addition"]


@final
class Addition(Propagator):
    """``x + y == z + constant``, for three different variables and integers that lie one apart.

    It goes by bounds; when it runs while x or y is fixed, exactly the supported values remain.
    Complexity: a few operations on masks for each time that a bound moves.

    >>> state = State([0b1110, 0b1100, 0b1111])
    >>> Addition(0, 1, 2, 0, Axis(range(4))).propagate(state), state.domains
    (True, [2, 4, 8])
    """

    def __init__(self, x: int, y: int, z: int, constant: int, axis: Axis, origin: object = None) -> None:
        super().__init__([x, y, z], origin, on_bounds=True)
        self.idempotent: bool = True
        self.x: int = x
        self.y: int = y
        self.z: int = z
        # Lengths of masks instead of integers: each is greater by one than the number of its highest bit.
        self.shift: int = constant - axis.base + 1

    def key(self) -> object:
        return ("addition", *sorted([self.x, self.y]), self.z, self.shift)

    def propagate(self, state: State) -> bool:
        xs = state.cells[self.x].mask
        ys = state.cells[self.y].mask
        zs = state.cells[self.z].mask
        shift = self.shift
        least_x = (xs & -xs).bit_length()
        least_y = (ys & -ys).bit_length()
        least_z = (zs & -zs).bit_length() + shift
        most_x = xs.bit_length()
        most_y = ys.bit_length()
        most_z = zs.bit_length() + shift
        moved = True
        while moved:
            moved = False
            if least_z < least_x + least_y or most_z > most_x + most_y:
                zs = _between(zs, least_x + least_y - shift, most_x + most_y - shift)
                least_z = (zs & -zs).bit_length() + shift
                most_z = zs.bit_length() + shift
            if least_x < least_z - most_y or most_x > most_z - least_y:
                xs = _between(xs, least_z - most_y, most_z - least_y)
                least_x = (xs & -xs).bit_length()
                most_x = xs.bit_length()
                moved = True
            if least_y < least_z - most_x or most_y > most_z - least_x:
                ys = _between(ys, least_z - most_x, most_z - least_x)
                least_y = (ys & -ys).bit_length()
                most_y = ys.bit_length()
                moved = True
            if not (xs and ys and zs):
                return False
        if least_x == most_x:
            zs &= shifted(ys, least_x - shift)
            ys &= shifted(zs, shift - least_x)
        elif least_y == most_y:
            zs &= shifted(xs, least_y - shift)
            xs &= shifted(zs, shift - least_y)
        return state.narrow(self.x, xs) and state.narrow(self.y, ys) and state.narrow(self.z, zs)


def _between(mask: Mask, least: int, most: int) -> Mask:
    """Keep the bits from length *least* to length *most*."""
    if most <= 0:
        return 0
    mask &= (1 << most) - 1
    return mask & (-1 << (least - 1)) if least > 1 else mask
