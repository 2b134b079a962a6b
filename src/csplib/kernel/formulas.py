"""Formulas as graphs of nodes, for reasoning about their bounds.

In the forward pass each node computes its bounds from the nodes below it. In the backward pass each node passes the
bounds that are wanted of it on to the nodes below, until a `Leaf` prunes the domain of its variable. The method is
HC4-revise (Benhamou, Goualard, Granvilliers, Puget 1999). It keeps every value that a solution uses. Once all leaves
are fixed, the bounds at the root are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, final

from csplib.kernel.bounds import bounds_of_factor, bounds_of_modulo, bounds_of_product, root, within_remainders

if TYPE_CHECKING:
    from csplib.kernel.state import State

__all__ = [
    "Absolute",
    "Extreme",
    "Leaf",
    "Node",
    "Power",
    "Product",
    "Quotient",
    "Remainder",
    "Span",
    "Weighted",
    "in_order",
]


@final
class Span:
    """The bounds of every node during one run, and whether the run has tightened them."""

    def __init__(self, state: State, size: int) -> None:
        self.state: State = state
        self.low: list[int] = [0] * size
        self.high: list[int] = [0] * size
        self.is_cut: list[bool] = [False] * size

    def cut(self, place: int, low: int, high: int) -> bool:
        """Keep node number *place* within *low* and *high*. Return False if no value is left."""
        if low > self.low[place]:
            self.low[place] = low
            self.is_cut[place] = True
        if high < self.high[place]:
            self.high[place] = high
            self.is_cut[place] = True
        return self.low[place] <= self.high[place]


class Node:
    """A part of one formula, with the nodes *below* it. The formula sets its `place`, and owns it from then on."""

    def __init__(self, below: Sequence[Node]) -> None:
        self.below: list[Node] = list(below)
        self.place: int = -1

    def forward(self, span: Span) -> None:
        """Compute the bounds of this node from the nodes below it."""

    def backward(self, span: Span) -> bool:  # noqa: ARG002 - the most lenient node
        """Pass the wanted bounds of this node on to the nodes below. Return False if they cannot be met."""
        return True


@final
class Leaf(Node):
    """A variable, plus *offset*."""

    def __init__(self, x: int, offset: int = 0) -> None:
        super().__init__([])
        self.x: int = x
        self.offset: int = offset

    def forward(self, span: Span) -> None:
        cell = span.state.cells[self.x]
        low = cell.low() + self.offset
        span.low[self.place] = low
        span.high[self.place] = cell.high() + self.offset if cell.mask & (cell.mask - 1) else low

    def backward(self, span: Span) -> bool:
        if not span.is_cut[self.place]:
            return True
        low = span.low[self.place] - self.offset
        high = span.high[self.place] - self.offset
        return span.state.at_least(self.x, low) and span.state.at_most(self.x, high)


@final
class Weighted(Node):
    """A weighted sum plus a constant. No weight is 0."""

    def __init__(self, below: Sequence[Node], weights: Sequence[int], constant: int) -> None:
        super().__init__(below)
        self.weights: list[int] = list(weights)
        self.constant: int = constant

    def forward(self, span: Span) -> None:
        low = high = self.constant
        for index, node in enumerate(self.below):
            weight = self.weights[index]
            low += weight * (span.low[node.place] if weight > 0 else span.high[node.place])
            high += weight * (span.high[node.place] if weight > 0 else span.low[node.place])
        span.low[self.place] = low
        span.high[self.place] = high

    def backward(self, span: Span) -> bool:
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

    def forward(self, span: Span) -> None:
        bounds = (1, 1)
        for node in self.below:
            bounds = bounds_of_product(bounds, (span.low[node.place], span.high[node.place]))
        span.low[self.place], span.high[self.place] = bounds

    def backward(self, span: Span) -> bool:
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
            bounds = bounds_of_factor(wanted, others)
            if bounds is not None and not span.cut(node.place, bounds[0], bounds[1]):
                return False
        return True


@final
class Power(Node):
    """The node below to a power of 2 or more."""

    def __init__(self, below: Node, exponent: int) -> None:
        super().__init__([below])
        self.exponent: int = exponent

    def forward(self, span: Span) -> None:
        low, high = span.low[self.below[0].place], span.high[self.below[0].place]
        ends = (low**self.exponent, high**self.exponent)
        span.low[self.place] = 0 if self.exponent % 2 == 0 and low < 0 < high else min(ends)
        span.high[self.place] = max(ends)

    def backward(self, span: Span) -> bool:
        place = self.below[0].place
        low, high = span.low[self.place], span.high[self.place]
        least = self._at_least(low)
        most = -self._at_least(-high) if high < 0 and self.exponent % 2 else root(max(high, 0), self.exponent)
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
        """Return the least integer whose power is at least *power*. For an even exponent it is not negative."""
        if power <= 0:
            return -root(-power, self.exponent) if self.exponent % 2 else 0
        return 1 + root(power - 1, self.exponent)


@final
class Absolute(Node):
    """The absolute value of the node below."""

    def forward(self, span: Span) -> None:
        low, high = span.low[self.below[0].place], span.high[self.below[0].place]
        span.low[self.place] = max(0, low, -high)
        span.high[self.place] = max(-low, high)

    def backward(self, span: Span) -> bool:
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

    def forward(self, span: Span) -> None:
        place = self.below[0].place
        first, last = span.low[place] // self.divisor, span.high[place] // self.divisor
        span.low[self.place] = min(first, last)
        span.high[self.place] = max(first, last)

    def backward(self, span: Span) -> bool:
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

    def forward(self, span: Span) -> None:
        place = self.below[0].place
        bounds = bounds_of_modulo((span.low[place], span.high[place]), self.divisor)
        span.low[self.place], span.high[self.place] = bounds

    def backward(self, span: Span) -> bool:
        place = self.below[0].place
        low, high = span.low[self.place], span.high[self.place]
        if self.divisor > 0:
            bounds = within_remainders((span.low[place], span.high[place]), self.divisor, low, high)
            return span.cut(place, bounds[0], bounds[1])
        # Mirrored at 0, everything has the opposite sign.
        bounds = within_remainders((-span.high[place], -span.low[place]), -self.divisor, -high, -low)
        return span.cut(place, -bounds[1], -bounds[0])


@final
class Extreme(Node):
    """The greatest of the nodes below or, with *least*, the least."""

    def __init__(self, below: Sequence[Node], *, least: bool) -> None:
        super().__init__(below)
        self.least: bool = least

    def forward(self, span: Span) -> None:
        lows = [span.low[node.place] for node in self.below]
        highs = [span.high[node.place] for node in self.below]
        span.low[self.place] = min(lows) if self.least else max(lows)
        span.high[self.place] = min(highs) if self.least else max(highs)

    def backward(self, span: Span) -> bool:
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


def in_order(root: Node) -> list[Node]:
    """Return the nodes of a formula in topological order, operands first."""
    found: list[Node] = []
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting[-1]
        ahead = [one for one in node.below if id(one) not in seen]
        if ahead:
            waiting.extend(ahead)
            continue
        waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            found.append(node)
    return found
