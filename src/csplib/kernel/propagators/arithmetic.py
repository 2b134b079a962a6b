"""Formulas with products, quotients and other operations: bounds propagation by HC4, see `csplib.kernel.formulas`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.formulas import Node, Span, in_order
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Ceiling, Propagator
from csplib.kernel.propagators.formula_reason import reason_of_formula
from csplib.kernel.running_formula import RunningFormula, running_formula
from csplib.kernel.state import State

__all__ = ["Arithmetic", "FormulaCeiling", "NotZero", "bounds_of"]


@final
class Arithmetic(Propagator):
    """The formula *root* is at most 0 or, with *equal*, exactly 0.

    Complexity: one forward and one backward pass over the formula; a long one only looks at what has changed, see
    `RunningFormula`.
    """

    def __init__(self, scope: Sequence[int], root: Node, *, equal: bool, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.retires: bool = True
        self.running: RunningFormula | None = running_formula(root)
        self.nodes: list[Node] = in_order(root) if self.running is None else []
        self.equal: bool = equal

    def propagate(self, state: State) -> bool:
        low = 0 if self.equal else None
        if self.running is not None:
            return self.running.keep_within(state, low, 0)
        return _keep_within(state, self.nodes, low, 0)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        nodes = self.nodes if self.running is None else self.running.nodes
        found = reason_of_formula(past, nodes, 0 if self.equal else None, 0, x, gone)
        return past.bounds(self.scope, x) if found is None else found


@final
class NotZero(Propagator):
    """The formula *root* is not 0. Nothing is pruned until its value is known.

    Complexity: one forward pass over the formula.
    """

    def __init__(self, scope: Sequence[int], root: Node, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.retires: bool = True
        self.nodes: list[Node] = in_order(root)

    def propagate(self, state: State) -> bool:
        span = Span(state, len(self.nodes))
        for node in self.nodes:
            node.forward(span)
        low, high = span.low[-1], span.high[-1]
        state.entailed = low > 0 or high < 0
        return low != 0 or high != 0

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:  # noqa: ARG002 - all bounds
        return past.bounds(self.scope, x)


@final
class FormulaCeiling(Ceiling):
    """The formula *root* is at most the bound."""

    def __init__(self, scope: Sequence[int], root: Node, origin: object = None) -> None:
        super().__init__(scope, origin)
        self.on_bounds: bool = True
        self.root: Node = root
        self.running: RunningFormula | None = running_formula(root)
        self.nodes: list[Node] = in_order(root) if self.running is None else []

    def least(self, state: State) -> int | None:
        return bounds_of(self.root, state)[0]

    def propagate(self, state: State) -> bool:
        bound = self.bound_in(state)
        if bound is not None and self.running is not None:
            return self.running.keep_within(state, None, bound)
        return bound is None or _keep_within(state, self.nodes, None, bound)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        bound = self.bound_in(past.trail)
        if bound is not None:
            nodes = self.nodes if self.running is None else self.running.nodes
            found = reason_of_formula(past, nodes, None, bound, x, gone)
            if found is not None:
                return found
        return past.bounds(self.scope, x)


def _keep_within(state: State, nodes: list[Node], low: int | None, high: int) -> bool:
    """Run a forward and a backward pass, with the root kept between *low* and *high*."""
    span = Span(state, len(nodes))
    for node in nodes:
        node.forward(span)
    top = len(nodes) - 1
    if span.high[top] <= high and (low is None or span.low[top] >= low):
        state.entailed = True
        return True
    if not span.cut(top, span.low[top] if low is None else low, high):
        return False
    for place in range(top, -1, -1):
        if not nodes[place].backward(span):
            return False
    return True


def bounds_of(root: Node, state: State) -> tuple[int, int]:
    """Return the bounds of a formula, given the domains in *state*."""
    nodes = in_order(root)
    span = Span(state, len(nodes))
    for node in nodes:
        node.forward(span)
    return span.low[-1], span.high[-1]
