"""Nodes of formulas for division, remainder and power, where both operands are formulas. See `csplib.kernel.formulas`.

A divisor is never 0, and an exponent never negative: the constraint around the node rules these values out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from csplib.errors import DomainError
from csplib.kernel.bounds import Bounds, bounds_of_modulo, root, within_remainders
from csplib.kernel.formulas import Node, Span

__all__ = ["PowerOf", "QuotientOf", "RemainderOf", "power", "truncated_division"]

_MOST_BITS: Final = 1 << 16
_NONE: Final = (1, 0)


def power(base: int, exponent: int) -> int:
    """Return a power with an exponent that is not negative. Refuse a very large one: it would take all memory."""
    if abs(base) > 1 and exponent * abs(base).bit_length() > _MOST_BITS:
        raise DomainError(f"a power has more than {_MOST_BITS} bits: give its base and its exponent smaller values")
    return int(base**exponent)


def truncated_division(number: int, divisor: int) -> int:
    """Return a quotient rounded towards 0.

    >>> truncated_division(7, -2), truncated_division(-7, -2), -7 // 2
    (-3, 3, -4)
    """
    quotient = abs(number) // abs(divisor)
    return quotient if (number >= 0) == (divisor > 0) else -quotient


def _halves(low: int, high: int) -> list[Bounds]:
    """Return the negative and the positive part of an interval."""
    found: list[Bounds] = []
    if low < 0:
        found.append((low, min(high, -1)))
    if high > 0:
        found.append((max(low, 1), high))
    return found


def _most_multiplier(weight: int, limit: int, within: Bounds) -> Bounds:
    """Return the part of *within* whose integers d fulfil ``weight * d <= limit``."""
    low, high = within
    if weight > 0:
        return low, min(high, limit // weight)
    if weight < 0:
        return max(low, -(-limit // weight)), high
    return within if limit >= 0 else _NONE


@final
class QuotientOf(Node):
    """The first node below divided by the second, rounded down or, if *truncated*, towards 0."""

    def __init__(self, below: Sequence[Node], *, truncated: bool) -> None:
        super().__init__(below)
        self.truncated: bool = truncated

    def forward(self, span: Span) -> None:
        first, second = self.below[0].place, self.below[1].place
        found: list[int] = []
        for half in _halves(span.low[second], span.high[second]):
            for divisor in half:  # for one number, and a divisor of one sign, the quotient is monotone
                low, high = span.low[first], span.high[first]
                if self.truncated:
                    found += [truncated_division(low, divisor), truncated_division(high, divisor)]
                else:
                    found += [low // divisor, high // divisor]
        most = max(1, abs(span.low[first]), abs(span.high[first]))
        span.low[self.place] = min(found) if found else -most
        span.high[self.place] = max(found) if found else most

    def backward(self, span: Span) -> bool:
        first, second = self.below[0].place, self.below[1].place
        numbers: list[int] = []
        divisors: list[int] = []
        for low, high in _halves(span.low[second], span.high[second]):
            # If both signs are changed, the quotient stays the same.
            sign = 1 if low > 0 else -1
            number = (span.low[first], span.high[first]) if sign > 0 else (-span.high[first], -span.low[first])
            fitting = self._fitting(span, number, (low, high) if sign > 0 else (-high, -low))
            if fitting is not None:
                numbers += [sign * fitting[0][0], sign * fitting[0][1]]
                divisors += [sign * fitting[1][0], sign * fitting[1][1]]
        if not numbers:
            return False
        return span.cut(first, min(numbers), max(numbers)) and span.cut(second, min(divisors), max(divisors))

    def _fitting(self, span: Span, number: Bounds, divisor: Bounds) -> tuple[Bounds, Bounds] | None:
        """Return the bounds that the wanted quotient leaves to a number and a positive divisor; None if there are none.

        The quotient is at least q where ``number >= q * divisor``, and at most q where ``number < (q + 1) * divisor``.
        Rounded towards 0, a quotient up to 0 is at least q where ``number > (q - 1) * divisor``, and so on.
        """
        low, high = span.low[self.place], span.high[self.place]
        low_weight, low_add = (low - 1, 1) if self.truncated and low <= 0 else (low, 0)
        high_weight, high_add = (high, 0) if self.truncated and high < 0 else (high + 1, -1)
        divisor = _most_multiplier(low_weight, number[1] - low_add, divisor)
        divisor = _most_multiplier(-high_weight, high_add - number[0], divisor)
        if divisor[0] > divisor[1]:
            return None
        least = min(low_weight * divisor[0], low_weight * divisor[1]) + low_add
        most = max(high_weight * divisor[0], high_weight * divisor[1]) + high_add
        number = (max(least, number[0]), min(most, number[1]))
        return (number, divisor) if number[0] <= number[1] else None


@final
class RemainderOf(Node):
    """The remainder of the first node below by the second, with the sign of the divisor or, if *truncated*, the other.

    The remainder of a division that is rounded down has the sign of the divisor, that of a truncated one the sign of
    the number.
    """

    def __init__(self, below: Sequence[Node], *, truncated: bool) -> None:
        super().__init__(below)
        self.truncated: bool = truncated

    def forward(self, span: Span) -> None:
        first, second = self.below[0].place, self.below[1].place
        number = (span.low[first], span.high[first])
        found: list[int] = []
        for low, high in _halves(span.low[second], span.high[second]):
            if self.truncated:
                found += _truncated_remainders(number, (low, high) if low > 0 else (-high, -low))
            elif low > 0:
                found += _remainders(number, (low, high))
            else:  # mirrored at 0, everything has the opposite sign
                least, most = _remainders((-number[1], -number[0]), (-high, -low))
                found += [-most, -least]
        most = max(1, abs(number[0]), abs(number[1]))
        span.low[self.place] = min(found) if found else -most
        span.high[self.place] = max(found) if found else most

    def backward(self, span: Span) -> bool:
        first, second = self.below[0].place, self.below[1].place
        number = (span.low[first], span.high[first])
        rest = (span.low[self.place], span.high[self.place])
        numbers: list[int] = []
        divisors: list[int] = []
        for low, high in _halves(span.low[second], span.high[second]):
            sign = 1 if low > 0 else -1
            divisor = (low, high) if sign > 0 else (-high, -low)
            if self.truncated or sign > 0:
                fitting = (
                    _fitting_truncated(number, divisor, rest) if self.truncated else _fitting(number, divisor, rest)
                )
                mirrored = 1
            else:
                fitting = _fitting((-number[1], -number[0]), divisor, (-rest[1], -rest[0]))
                mirrored = -1
            if fitting is not None:
                numbers += [mirrored * fitting[0][0], mirrored * fitting[0][1]]
                divisors += [sign * fitting[1][0], sign * fitting[1][1]]
        if not numbers:
            return False
        return span.cut(first, min(numbers), max(numbers)) and span.cut(second, min(divisors), max(divisors))


def _remainders(number: Bounds, divisor: Bounds) -> Bounds:
    """Return the bounds of the remainders by positive divisors."""
    low, high = divisor
    if low == high:
        return bounds_of_modulo(number, low)
    if number[0] >= 0 and number[1] < low:
        return number
    return 0, min(high - 1, number[1]) if number[0] >= 0 else high - 1


def _truncated_remainders(number: Bounds, divisor: Bounds) -> Bounds:
    """Return the bounds of the remainders by positive divisors, with the signs of the numbers."""
    least = most = 0
    if number[1] >= 0:
        least, most = _remainders((max(number[0], 0), number[1]), divisor)
    if number[0] < 0:
        lowest, highest = _remainders((max(-number[1], 0), -number[0]), divisor)
        return -highest, most if number[1] >= 0 else -lowest
    return least, most


def _fitting(number: Bounds, divisor: Bounds, rest: Bounds) -> tuple[Bounds, Bounds] | None:
    """Return the bounds that wanted remainders leave to numbers and positive divisors; None if there are none."""
    low, high = max(rest[0], 0), rest[1]
    divisor = (max(divisor[0], low + 1), divisor[1])
    if low > high or divisor[0] > divisor[1]:
        return None
    if divisor[0] == divisor[1]:
        number = within_remainders(number, divisor[0], low, min(high, divisor[0] - 1))
    elif number[0] >= 0:
        number = (max(number[0], low), min(number[1], high) if number[1] < divisor[0] else number[1])
    return (number, divisor) if number[0] <= number[1] else None


def _fitting_truncated(number: Bounds, divisor: Bounds, rest: Bounds) -> tuple[Bounds, Bounds] | None:
    """Return the same for remainders with the signs of the numbers."""
    found: list[tuple[Bounds, Bounds]] = []
    if number[1] >= 0:
        above = _fitting((max(number[0], 0), number[1]), divisor, rest)
        if above is not None:
            found.append(above)
    if number[0] < 0:
        below = _fitting((max(-number[1], 0), -number[0]), divisor, (-rest[1], -rest[0]))
        if below is not None:
            found.append(((-below[0][1], -below[0][0]), below[1]))
    if not found:
        return None
    lows, highs = [one[0][0] for one in found], [one[0][1] for one in found]
    least, most = [one[1][0] for one in found], [one[1][1] for one in found]
    return (min(lows), max(highs)), (min(least), max(most))


@final
class PowerOf(Node):
    """The first node below to the power of the second."""

    def __init__(self, below: Sequence[Node]) -> None:
        super().__init__(below)

    def forward(self, span: Span) -> None:
        first, second = self.below[0].place, self.below[1].place
        low, high = span.low[first], span.high[first]
        least, most = max(span.low[second], 0), max(span.high[second], 0)
        if low >= 0 or least == most:
            ends = [power(low, least), power(low, most), power(high, least), power(high, most)]
            if least == most and least and least % 2 == 0 and low < 0 < high:
                ends.append(0)
        else:
            odd, even = most - 1 + most % 2, most - most % 2
            ends = [power(low, odd), power(low, even), power(max(high, 0), most)]
        span.low[self.place] = min(ends)
        span.high[self.place] = max(ends)

    def backward(self, span: Span) -> bool:
        first, second = self.below[0].place, self.below[1].place
        if not span.cut(second, 0, span.high[second]):
            return False
        least, most = span.low[second], span.high[second]
        if most == 0:
            return span.low[self.place] <= 1 <= span.high[self.place]
        if span.low[first] < 0:
            return least < most or _cut_signed_base(span, self.place, first, least)
        low, high = span.low[self.place], span.high[self.place]
        if high < 0:
            return False
        return self._cut_exponent(span, low, high) and _cut_base(span, self.place, first, (least, most))

    def _cut_exponent(self, span: Span, low: int, high: int) -> bool:
        """Cut the exponent of a base that is not negative."""
        first, second = self.below[0].place, self.below[1].place
        least, most = span.low[second], span.high[second]
        if span.low[first] > 1:
            most = _exponent(span.low[first], high, least - 1, most)
        if span.high[first] > 1 and low > 1:
            least = _exponent(span.high[first], low - 1, least - 1, most) + 1
        return least <= most and span.cut(second, least, most)


def _exponent(base: int, limit: int, low: int, high: int) -> int:
    """Return the greatest exponent from *low* to *high* whose power is at most *limit*. That of *low* is."""
    while low < high:
        middle = (low + high + 1) // 2
        if power(base, middle) <= limit:
            low = middle
        else:
            high = middle - 1
    return low


def _cut_base(span: Span, place: int, base: int, exponent: Bounds) -> bool:
    """Cut a *base* that is not negative, given the bounds of its power at *place*."""
    low, high = span.low[place], span.high[place]
    least = 0 if low <= 0 or (low == 1 and not exponent[0]) else 1 + root(low - 1, exponent[1])
    return span.cut(base, least, root(high, exponent[0]) if exponent[0] else span.high[base])


def _cut_signed_base(span: Span, place: int, base: int, exponent: int) -> bool:
    """Cut a *base* that may be negative, given the bounds of its power at *place* and an *exponent* that is not 0."""
    low, high = span.low[place], span.high[place]
    if exponent % 2:
        least = 1 + root(low - 1, exponent) if low > 0 else -root(-low, exponent)
        most = root(high, exponent) if high >= 0 else -1 - root(-high - 1, exponent)
        return span.cut(base, least, most)
    if high < 0:
        return False
    far, near = root(high, exponent), 1 + root(low - 1, exponent) if low > 0 else 0
    if span.low[base] > -near:
        return span.cut(base, near, far)
    return span.cut(base, -far, -near if span.high[base] < near else far)
