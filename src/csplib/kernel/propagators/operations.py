"""The kinds of nodes in a formula: sums, products, powers, absolute values, quotients, remainders, least, greatest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, final

from csplib.kernel.propagators.intervals import Node, Span

__all__ = [
    "Absolute",
    "Bounds",
    "Extreme",
    "Power",
    "Product",
    "Quotient",
    "Remainder",
    "Weighted",
    "bounds_of_modulo",
    "bounds_of_product",
]

Bounds: TypeAlias = tuple[int, int]


def bounds_of_product(a: Bounds, b: Bounds) -> Bounds:
    """Bound ``x * y`` for x within *a* and y within *b*.

    >>> bounds_of_product((-2, 3), (4, 5))
    (-10, 15)
    """
    if a[0] >= 0 and b[0] >= 0:  # as most often
        return a[0] * b[0], a[1] * b[1]
    corners = [a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]]
    return min(corners), max(corners)


def bounds_of_modulo(a: Bounds, divisor: int) -> Bounds:
    """Bound ``x % divisor`` for x within *a*; the sign follows the divisor, as everywhere in Python.

    >>> bounds_of_modulo((3, 12), 5), bounds_of_modulo((6, 8), 5), bounds_of_modulo((6, 8), -5)
    ((0, 4), (1, 3), (-4, -2))
    """
    if a[0] // divisor == a[1] // divisor:
        return min(a[0] % divisor, a[1] % divisor), max(a[0] % divisor, a[1] % divisor)
    return (0, divisor - 1) if divisor > 0 else (divisor + 1, 0)


def _factor_bounds(product: Bounds, other: Bounds) -> Bounds | None:
    """Bound the integers x with ``x * y`` within *product* for some y within *other*; None if nothing is known of x.

    If there is no such x the bounds are the wrong way round.
    """
    low, high = product
    if low >= 0 and other[0] > 0:  # as most often
        return -(-low // other[1]), high // other[0]
    if other[0] <= 0 <= other[1]:
        if low <= 0 <= high:
            return None
        ends = [y for y in (other[0], -1) if y < 0 and other[0] < 0] + [y for y in (1, other[1]) if other[1] > 0]
    else:
        ends = [other[0], other[1]]
    # For one y the bounds are plain divisions. Between two ends of the same sign they move one way only.
    lows = [-(-(low if y > 0 else high) // y) for y in ends]
    highs = [(high if y > 0 else low) // y for y in ends]
    return (min(lows), max(highs)) if ends else (1, 0)


def _within_remainders(a: Bounds, divisor: int, low: int, high: int) -> Bounds:
    """Move the ends of *a* inwards to integers whose remainder by a positive *divisor* is between *low* and *high*.

    >>> _within_remainders((-3, 0), 3, 1, 1), _within_remainders((4, 9), 5, 1, 2)
    ((-2, -2), (6, 7))
    """
    first, last = a[0] % divisor, a[1] % divisor
    up = low - first if first <= low else 0 if first <= high else divisor - first + low
    down = last - high if last >= high else 0 if last >= low else last + divisor - high
    return a[0] + up, a[1] - down


@final
class Weighted(Node):
    """A weighted sum plus a constant. No weight is 0."""

    def __init__(self, below: Sequence[Node], weights: Sequence[int], constant: int) -> None:
        super().__init__(below)
        self.weights: list[int] = list(weights)
        self.constant: int = constant

    def rise(self, span: Span) -> None:
        low = high = self.constant
        for index, node in enumerate(self.below):
            weight = self.weights[index]
            low += weight * (span.low[node.place] if weight > 0 else span.high[node.place])
            high += weight * (span.high[node.place] if weight > 0 else span.low[node.place])
        span.low[self.place] = low
        span.high[self.place] = high

    def sink(self, span: Span) -> bool:
        if not span.is_cut[self.place]:
            return True
        least = most = self.constant
        for index, node in enumerate(self.below):
            weight = self.weights[index]
            least += weight * (span.low[node.place] if weight > 0 else span.high[node.place])
            most += weight * (span.high[node.place] if weight > 0 else span.low[node.place])
        room = span.high[self.place] - least
        need = span.low[self.place] - most
        for index, node in enumerate(self.below):
            weight = self.weights[index]
            low, high = span.low[node.place], span.high[node.place]
            if weight > 0:
                fits = span.cut(node.place, high - -need // weight, low + room // weight)
            else:
                fits = span.cut(node.place, high - room // -weight, low + -need // -weight)
            if not fits:
                return False
        return True


@final
class Product(Node):
    """The product of all nodes below."""

    def rise(self, span: Span) -> None:
        bounds = (1, 1)
        for node in self.below:
            bounds = bounds_of_product(bounds, (span.low[node.place], span.high[node.place]))
        span.low[self.place], span.high[self.place] = bounds

    def sink(self, span: Span) -> bool:
        if not span.is_cut[self.place]:
            return True
        behind = [(1, 1)]
        for index in range(len(self.below) - 1, 0, -1):
            place = self.below[index].place
            behind.append(bounds_of_product(behind[-1], (span.low[place], span.high[place])))
        before = (1, 1)
        wanted = (span.low[self.place], span.high[self.place])
        for node in self.below:
            others = bounds_of_product(before, behind.pop())
            before = bounds_of_product(before, (span.low[node.place], span.high[node.place]))
            bounds = _factor_bounds(wanted, others)
            if bounds is not None and not span.cut(node.place, bounds[0], bounds[1]):
                return False
        return True


def _root(number: int, exponent: int) -> int:
    """Give the greatest integer whose power is at most *number*, which is not negative.

    >>> _root(26, 3), _root(27, 3), _root(0, 2), _root(10**30, 2) == 10**15
    (2, 3, 0, True)
    """
    low, high = 0, 1 << (number.bit_length() // exponent + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if middle**exponent <= number:
            low = middle
        else:
            high = middle
    return low


@final
class Power(Node):
    """The node below to a power of 2 or more."""

    def __init__(self, below: Node, exponent: int) -> None:
        super().__init__([below])
        self.exponent: int = exponent

    def rise(self, span: Span) -> None:
        low, high = span.low[self.below[0].place], span.high[self.below[0].place]
        ends = (low**self.exponent, high**self.exponent)
        span.low[self.place] = 0 if self.exponent % 2 == 0 and low < 0 < high else min(ends)
        span.high[self.place] = max(ends)

    def sink(self, span: Span) -> bool:
        place = self.below[0].place
        low, high = span.low[self.place], span.high[self.place]
        least = self._at_least(low)
        most = -self._at_least(-high) if high < 0 and self.exponent % 2 else _root(max(high, 0), self.exponent)
        if self.exponent % 2:
            return span.cut(place, least, most)
        if high < 0 or not span.cut(place, -most, most):
            return False
        if span.low[place] > -least:
            return span.cut(place, least, most)
        if span.high[place] < least:
            return span.cut(place, -most, -least)
        return True

    def _at_least(self, power: int) -> int:
        """Give the least integer whose power is at least *power*; not a negative one if it is even."""
        if power <= 0:
            return -_root(-power, self.exponent) if self.exponent % 2 else 0
        return 1 + _root(power - 1, self.exponent)


@final
class Absolute(Node):
    """The absolute value of the node below."""

    def rise(self, span: Span) -> None:
        low, high = span.low[self.below[0].place], span.high[self.below[0].place]
        span.low[self.place] = max(0, low, -high)
        span.high[self.place] = max(-low, high)

    def sink(self, span: Span) -> bool:
        place = self.below[0].place
        low, high = span.low[self.place], span.high[self.place]
        if not span.cut(place, -high, high):
            return False
        if span.low[place] > -low:
            return span.cut(place, low, high)
        if span.high[place] < low:
            return span.cut(place, -high, -low)
        return True


@final
class Quotient(Node):
    """The node below, divided by an integer that is not 0 and rounded down."""

    def __init__(self, below: Node, divisor: int) -> None:
        super().__init__([below])
        self.divisor: int = divisor

    def rise(self, span: Span) -> None:
        place = self.below[0].place
        first, last = span.low[place] // self.divisor, span.high[place] // self.divisor
        span.low[self.place] = min(first, last)
        span.high[self.place] = max(first, last)

    def sink(self, span: Span) -> bool:
        low, high, divisor = span.low[self.place], span.high[self.place], self.divisor
        if divisor > 0:
            return span.cut(self.below[0].place, low * divisor, high * divisor + divisor - 1)
        return span.cut(self.below[0].place, high * divisor + divisor + 1, low * divisor)


@final
class Remainder(Node):
    """The remainder of the node below by an integer that is not 0, with the sign of that integer."""

    def __init__(self, below: Node, divisor: int) -> None:
        super().__init__([below])
        self.divisor: int = divisor

    def rise(self, span: Span) -> None:
        place = self.below[0].place
        bounds = bounds_of_modulo((span.low[place], span.high[place]), self.divisor)
        span.low[self.place], span.high[self.place] = bounds

    def sink(self, span: Span) -> bool:
        place = self.below[0].place
        low, high = span.low[self.place], span.high[self.place]
        if self.divisor > 0:
            bounds = _within_remainders((span.low[place], span.high[place]), self.divisor, low, high)
            return span.cut(place, bounds[0], bounds[1])
        # Seen from the other side of 0 everything has the other sign.
        bounds = _within_remainders((-span.high[place], -span.low[place]), -self.divisor, -high, -low)
        return span.cut(place, -bounds[1], -bounds[0])


@final
class Extreme(Node):
    """The greatest of the nodes below or, with *least*, the least."""

    def __init__(self, below: Sequence[Node], *, least: bool) -> None:
        super().__init__(below)
        self.least: bool = least

    def rise(self, span: Span) -> None:
        lows = [span.low[node.place] for node in self.below]
        highs = [span.high[node.place] for node in self.below]
        span.low[self.place] = min(lows) if self.least else max(lows)
        span.high[self.place] = min(highs) if self.least else max(highs)

    def sink(self, span: Span) -> bool:
        low, high = span.low[self.place], span.high[self.place]
        able: list[int] = []
        for node in self.below:
            place = node.place
            if self.least:
                fits = span.cut(place, low, span.high[place])
                if span.low[place] <= high:
                    able.append(place)
            else:
                fits = span.cut(place, span.low[place], high)
                if span.high[place] >= low:
                    able.append(place)
            if not fits:
                return False
        if len(able) == 1:
            return span.cut(able[0], low, high)
        return bool(able)
