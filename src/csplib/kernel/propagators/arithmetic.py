"""Formulas with products, quotients and other operations: bounds propagation by HC4, see `csplib.kernel.formulas`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask
from csplib.kernel.formulas import Node
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Ceiling, Propagator
from csplib.kernel.propagators.formula_reason import reason_of_formula
from csplib.kernel.running_formula import Formula, formula_of
from csplib.kernel.state import State

__all__ = ["Arithmetic", "FormulaCeiling", "NotZero"]


@final
class Arithmetic(Propagator):
    """The formula *root* is at most 0 or, with *equal*, exactly 0.

    Complexity: one forward and one backward pass over the formula; a long one only looks at what has changed, see
    `RunningFormula`.
    """

    def __init__(self, scope: Sequence[int], root: Node, *, equal: bool, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.retires: bool = True
        self.formula: Formula = formula_of(root)
        self.equal: bool = equal

    def propagate(self, state: State) -> bool:
        return self.formula.keep_within(state, 0 if self.equal else None, 0)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found = reason_of_formula(past, self.formula.nodes, 0 if self.equal else None, 0, x, gone)
        return past.bounds_or_domains(self.scope, x) if found is None else found


@final
class NotZero(Propagator):
    """The formula *root* is not 0. Nothing is pruned until its value is known.

    Complexity: one forward pass over the formula.
    """

    def __init__(self, scope: Sequence[int], root: Node, origin: object = None) -> None:
        super().__init__(scope, origin, on_bounds=True)
        self.retires: bool = True
        self.formula: Formula = Formula(root)

    def propagate(self, state: State) -> bool:
        low, high = self.formula.bounds(state)
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
        self.formula: Formula = formula_of(root)

    def least(self, state: State) -> int | None:
        return self.formula.bounds(state)[0]

    def propagate(self, state: State) -> bool:
        bound = self.bound_in(state)
        return bound is None or self.formula.keep_within(state, None, bound)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        bound = self.bound_in(past.trail)
        if bound is not None:
            found = reason_of_formula(past, self.formula.nodes, None, bound, x, gone)
            if found is not None:
                return found
        return past.bounds_or_domains(self.scope, x)
