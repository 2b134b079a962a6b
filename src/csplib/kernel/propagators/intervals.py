"""Arithmetic on intervals: formulas with products, quotients and the like, reasoned about by their bounds.

A formula is a tree of nodes, or a graph where parts of it are shared. Going up, each node learns its bounds from the
nodes below; going down, the bounds that are wanted of a node are passed on to those below, until they cut values off
the domains at the leaves. The method is known as HC4 (Benhamou, Goualard, Granvilliers, Puget 1999). It keeps every
value that a solution uses, and when all leaves are fixed the bounds at the top are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.axis import Axis
from csplib.kernel.propagator import Ceiling, Propagator
from csplib.kernel.state import State

__all__ = ["Arithmetic", "FormulaCeiling", "Leaf", "Node", "Span", "bounds_of"]


@final
class Span:
    """The bounds of every node of a formula, while it is being reasoned about, and whether they have been cut."""

    def __init__(self, state: State, size: int) -> None:
        self.state: State = state
        self.low: list[int] = [0] * size
        self.high: list[int] = [0] * size
        self.is_cut: list[bool] = [False] * size

    def cut(self, place: int, low: int, high: int) -> bool:
        """Keep node number *place* within *low* and *high*; return False if nothing is left."""
        if low > self.low[place]:
            self.low[place] = low
            self.is_cut[place] = True
        if high < self.high[place]:
            self.high[place] = high
            self.is_cut[place] = True
        return self.low[place] <= self.high[place]


class Node:
    """A part of a formula, with the nodes *below* it."""

    def __init__(self, below: Sequence[Node]) -> None:
        self.below: list[Node] = list(below)
        self.place: int = -1

    def rise(self, span: Span) -> None:
        """Learn the bounds of this node from those below it."""

    def sink(self, span: Span) -> bool:  # noqa: ARG002 - the most lenient node
        """Pass the bounds that are wanted of this node on to those below; return False if they cannot be met."""
        return True


@final
class Leaf(Node):
    """A variable, plus *offset*."""

    def __init__(self, x: int, axis: Axis, offset: int = 0) -> None:
        super().__init__([])
        self.x: int = x
        self.axis: Axis = axis
        self.offset: int = offset

    def rise(self, span: Span) -> None:
        domain = span.state.cells[self.x].mask
        low = self.axis.least(domain) + self.offset
        span.low[self.place] = low
        span.high[self.place] = self.axis.most(domain) + self.offset if domain & (domain - 1) else low

    def sink(self, span: Span) -> bool:
        if not span.is_cut[self.place]:
            return True
        low = span.low[self.place] - self.offset
        high = span.high[self.place] - self.offset
        return span.state.narrow(self.x, self.axis.at_least(low) & self.axis.at_most(high))


@final
class Arithmetic(Propagator):
    """The formula *root* is at most 0 or, with *equal*, exactly 0.

    Complexity: one pass up and one down the formula.
    """

    def __init__(self, scope: Sequence[int], root: Node, *, equal: bool, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.retires: bool = True
        self.nodes: list[Node] = _numbered(root)
        self.equal: bool = equal

    def propagate(self, state: State) -> bool:
        return _keep_within(state, self.nodes, 0 if self.equal else None, 0)


@final
class FormulaCeiling(Ceiling):
    """The formula *root* is at most the bound."""

    def __init__(self, scope: Sequence[int], root: Node, origin: object = None) -> None:
        super().__init__(scope, origin)
        self.on_bounds: bool = True
        self.nodes: list[Node] = _numbered(root)

    def propagate(self, state: State) -> bool:
        bound = self.bound_in(state)
        return bound is None or _keep_within(state, self.nodes, None, bound)


def _keep_within(state: State, nodes: list[Node], low: int | None, high: int) -> bool:
    """Go up the formula and down again, with its root kept between *low* and *high*."""
    span = Span(state, len(nodes))
    for node in nodes:
        node.rise(span)
    top = len(nodes) - 1
    if span.high[top] <= high and (low is None or span.low[top] >= low):
        state.entailed = True
        return True
    if not span.cut(top, span.low[top] if low is None else low, high):
        return False
    for place in range(top, -1, -1):
        if not nodes[place].sink(span):
            return False
    return True


def bounds_of(root: Node, state: State) -> tuple[int, int]:
    """Bound a formula, given the domains in *state*."""
    nodes = _numbered(root)
    span = Span(state, len(nodes))
    for node in nodes:
        node.rise(span)
    return span.low[-1], span.high[-1]


def _numbered(root: Node) -> list[Node]:
    """List the nodes of a formula, each once, those below before those above, and tell each its place."""
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
            node.place = len(found)
            found.append(node)
    return found
