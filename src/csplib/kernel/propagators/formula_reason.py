"""Reasons of formulas: why the bounds of a formula forbid values, as few bounds of variables as suffice.

The values in question are assumed. Then the bounds of the formula, computed from the domains of that time, leave out
what is allowed. From the root down, each node needs a bound, and asks the nodes below it for bounds that suffice: a sum
drops operands as long as it has slack, and a product that is 0 needs only one factor. At the leaves these are literals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

from csplib.kernel.formulas import Leaf, Node, Product, Span, Weighted
from csplib.kernel.state import State

if TYPE_CHECKING:
    from csplib.kernel.bits import Mask
    from csplib.kernel.history import History, Literal

__all__ = ["reason_of_formula"]

_NONE: Final = 0
_LOW: Final = 1
_HIGH: Final = 2


def reason_of_formula(
    past: History, nodes: Sequence[Node], low: int | None, high: int, x: int, gone: Mask
) -> list[Literal] | None:
    """Return why a formula between *low* and *high* forbids *gone* or, if *x* is -1, why it cannot be, or None."""
    if not isinstance(past.trail, State):
        return None
    now = Span(past.trail, len(nodes))
    top = len(nodes) - 1
    while True:
        _compute(past, now, nodes, x, gone, is_first=False)
        if now.low[top] > high or (low is not None and now.high[top] < low):
            if x >= 0:
                past.widen(x, past.gone_low, past.gone_high)
            first = Span(past.trail, len(nodes))
            _compute(past, first, nodes, x, gone, is_first=True)
            needs = _Needs(now, first)
            if now.low[top] > high:
                needs.at_least(top, high + 1)
            elif low is not None:
                needs.at_most(top, low - 1)
            return _literals(past, needs, nodes, x)
        if not past.later():
            return None


def _compute(past: History, span: Span, nodes: Sequence[Node], x: int, gone: Mask, *, is_first: bool) -> None:
    """Compute the bounds of all *nodes*, at the height of the view or at the root, with *gone* as the domain of *x*."""
    for node in nodes:
        if not isinstance(node, Leaf):
            node.forward(span)
            continue
        y = node.x
        if y == x:
            least, most = past.least(x, gone), past.most(x, gone)
        elif is_first:
            least, most = past.first_low(y), past.first_high(y)
        else:
            least, most = past.low(y), past.high(y)
        span.low[node.place] = least + node.offset
        span.high[node.place] = most + node.offset


@final
class _Needs:
    """What is needed of each node: a lower bound, an upper bound, both or nothing.

    `now` has the bounds that the nodes had, and `first` those that they had at the root: these need no reason.
    """

    def __init__(self, now: Span, first: Span) -> None:
        self.now: Span = now
        self.first: Span = first
        self.kinds: list[int] = [_NONE] * len(now.low)
        self.low: list[int] = list(first.low)
        self.high: list[int] = list(first.high)

    def at_least(self, place: int, bound: int) -> None:
        """Need that node number *place* is at least *bound*."""
        if bound > self.low[place]:
            self.low[place] = bound
            self.kinds[place] |= _LOW

    def at_most(self, place: int, bound: int) -> None:
        """Need that node number *place* is at most *bound*."""
        if bound < self.high[place]:
            self.high[place] = bound
            self.kinds[place] |= _HIGH

    def all_of(self, node: Node) -> None:
        """Need all bounds of the nodes below *node*."""
        for one in node.below:
            self.at_least(one.place, self.now.low[one.place])
            self.at_most(one.place, self.now.high[one.place])


def _literals(past: History, needs: _Needs, nodes: Sequence[Node], x: int) -> list[Literal]:
    """Return the needs of the leaves, which follow from those of the nodes above them. What is about *x* is assumed."""
    found: dict[int, Mask] = {}
    for node in reversed(nodes):
        place = node.place
        kind = needs.kinds[place]
        if kind == _NONE:
            continue
        if isinstance(node, Leaf):
            if node.x != x and kind & _LOW:
                past.meet(found, past.at_least(node.x, needs.low[place] - node.offset))
            if node.x != x and kind & _HIGH:
                past.meet(found, past.at_most(node.x, needs.high[place] - node.offset))
        elif isinstance(node, Weighted):
            if kind & _LOW:
                _ask_sum(needs, node, 1)
            if kind & _HIGH:
                _ask_sum(needs, node, -1)
        elif isinstance(node, Product) and min([needs.first.low[one.place] for one in node.below]) >= 0:
            if kind & _LOW:
                _ask_great_factors(needs, node)
            if kind & _HIGH:
                _ask_small_factors(needs, node)
        else:
            needs.all_of(node)
    return list(found.items())


def _ask_sum(needs: _Needs, node: Weighted, sign: int) -> None:
    """Ask the operands of a sum for the bounds that it needs below it or, if *sign* is -1, above it.

    Those that fit into the slack are not needed. What is left of it weakens the others.
    """
    now, first = needs.now, needs.first
    slack = now.low[node.place] - needs.low[node.place] if sign > 0 else needs.high[node.place] - now.high[node.place]
    needed: list[int] = []
    for index, one in enumerate(node.below):
        weight = sign * node.weights[index]
        place = one.place
        moved = now.low[place] - first.low[place] if weight > 0 else first.high[place] - now.high[place]
        cost = abs(weight) * moved
        if cost > slack:
            needed.append(index)
        else:
            slack -= cost
    for index in needed:
        weight = sign * node.weights[index]
        place = node.below[index].place
        step = slack // abs(weight)
        slack -= step * abs(weight)
        if weight > 0:
            needs.at_least(place, now.low[place] - step)
        else:
            needs.at_most(place, now.high[place] + step)


def _ask_great_factors(needs: _Needs, node: Product) -> None:
    """Ask factors that are not negative to be so great that the product is as great as needed."""
    bounds = [needs.now.low[one.place] for one in node.below]
    for index, one in enumerate(node.below):
        kept = bounds[index]
        bounds[index] = needs.first.low[one.place]
        if _product(bounds) < needs.low[node.place]:
            bounds[index] = kept
            needs.at_least(one.place, kept)


def _ask_small_factors(needs: _Needs, node: Product) -> None:
    """Ask factors that are not negative to be so small that the product is as small as needed."""
    bounds = [needs.now.high[one.place] for one in node.below]
    for index, one in enumerate(node.below):
        kept = bounds[index]
        bounds[index] = needs.first.high[one.place]
        if _product(bounds) > needs.high[node.place]:
            bounds[index] = kept
            needs.at_most(one.place, kept)


def _product(factors: Sequence[int]) -> int:
    product = 1
    for factor in factors:
        product *= factor
    return product
