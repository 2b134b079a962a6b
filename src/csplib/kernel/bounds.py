"""Interval arithmetic on integers: the bounds of products, factors, remainders and roots."""

from __future__ import annotations

from typing import TypeAlias

__all__ = ["Bounds", "bounds_of_factor", "bounds_of_modulo", "bounds_of_product", "root", "within_remainders"]

Bounds: TypeAlias = tuple[int, int]


def bounds_of_product(a: Bounds, b: Bounds) -> Bounds:
    """Return the bounds of ``x * y`` for x within *a* and y within *b*.

    >>> bounds_of_product((-2, 3), (4, 5))
    (-10, 15)
    """
    if a[0] >= 0 and b[0] >= 0:  # the common case
        return a[0] * b[0], a[1] * b[1]
    corners = [a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]]
    return min(corners), max(corners)


def bounds_of_modulo(a: Bounds, divisor: int) -> Bounds:
    """Return the bounds of ``x % divisor`` for x within *a*. The sign is that of the divisor, as in Python.

    >>> bounds_of_modulo((3, 12), 5), bounds_of_modulo((6, 8), 5), bounds_of_modulo((6, 8), -5)
    ((0, 4), (1, 3), (-4, -2))
    """
    if a[0] // divisor == a[1] // divisor:
        return min(a[0] % divisor, a[1] % divisor), max(a[0] % divisor, a[1] % divisor)
    return (0, divisor - 1) if divisor > 0 else (divisor + 1, 0)


def bounds_of_factor(product: Bounds, other: Bounds) -> Bounds | None:
    """Return the bounds of the integers x with ``x * y`` within *product* for some y within *other*.

    Return None if x can be any integer. If there is no such x, the lower bound is above the upper one.
    """
    low, high = product
    if low >= 0 and other[0] > 0:  # the common case
        return -(-low // other[1]), high // other[0]
    if other[0] <= 0 <= other[1]:
        if low <= 0 <= high:
            return None
        ends = [y for y in (other[0], -1) if y < 0 and other[0] < 0] + [y for y in (1, other[1]) if other[1] > 0]
    else:
        ends = [other[0], other[1]]
    # For one y the bounds are plain divisions. Between two ends of the same sign they are monotone.
    lows = [-(-(low if y > 0 else high) // y) for y in ends]
    highs = [(high if y > 0 else low) // y for y in ends]
    return (min(lows), max(highs)) if ends else (1, 0)


def within_remainders(a: Bounds, divisor: int, low: int, high: int) -> Bounds:
    """Move the ends of *a* inwards to integers whose remainder by a positive *divisor* is between *low* and *high*.

    >>> within_remainders((-3, 0), 3, 1, 1), within_remainders((4, 9), 5, 1, 2)
    ((-2, -2), (6, 7))
    """
    first, last = a[0] % divisor, a[1] % divisor
    up = low - first if first <= low else 0 if first <= high else divisor - first + low
    down = last - high if last >= high else 0 if last >= low else last + divisor - high
    return a[0] + up, a[1] - down


def root(number: int, exponent: int) -> int:
    """Return the greatest integer whose power is at most *number*, which is not negative.

    >>> root(26, 3), root(27, 3), root(0, 2), root(10**30, 2) == 10**15
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
