"""The half of the solver that takes a CPMpy model: variables, constraints, an objective and a hint."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from cpmpy.expressions.globalconstraints import DirectConstraint
from cpmpy.expressions.globalfunctions import FloatSum
from cpmpy.expressions.utils import flatlist, is_int
from cpmpy.expressions.variables import NegBoolView
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.negation import push_down_negation, push_down_negation_objective
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

import csplib
from csplib import Constant, Expression, Problem
from csplib.compat.cpmpy.functions import FUNCTIONS
from csplib.compat.cpmpy.global_constraints import CONSTRAINTS
from csplib.compat.cpmpy.interface import SolverInterface
from csplib.compat.cpmpy.translation import Translation, UnknownExpressionError

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Stating"]

_PARTIAL = frozenset(["div", "mod", "element", "nd_element"])
_WORDS = frozenset([*FUNCTIONS, *CONSTRAINTS])


class Stating(SolverInterface):
    """A solver that states what it is given in a `Problem`."""

    supported_global_constraints: frozenset[str] = _WORDS
    supported_reified_global_constraints: frozenset[str] = frozenset(CONSTRAINTS)

    def __init__(self, name: str, cpm_model: Any, subsolver: str | None) -> None:
        self.problem: Problem[str, int] = Problem()
        self.objective_term: Any = None  # a term
        self.stated_objective: Any = None
        self.maximizes: bool = False
        self.hint: dict[str, int] = {}
        self._translation = Translation(self.problem, {}, FUNCTIONS, CONSTRAINTS)
        super().__init__(name=name, cpm_model=cpm_model, subsolver=subsolver)

    @property
    def native_model(self) -> Problem[str, int]:
        """The problem that the model was translated to."""
        return self.problem

    def solver_var(self, cpm_var: Any) -> Any:
        """Return the variable of the problem for one of CPMpy."""
        return int(cpm_var) if is_int(cpm_var) else self._translation.variable(cpm_var)

    def transform(self, cpm_expr: Any) -> list[Any]:
        """Return the constraints of a nested list one by one. csplib takes them as they are."""
        found: list[Any] = toplevel_list(cpm_expr)
        return found

    def add(self, cpm_expr: Any) -> Self:
        """State a constraint, or a list of them."""
        get_variables(cpm_expr, collect=self.user_vars)
        for one in self.transform(cpm_expr):
            self._post(one, _WORDS)
        return self

    __add__ = add

    def _post(self, stated: Any, words: frozenset[str]) -> None:
        """State one constraint. If csplib has no word for a part of it, CPMpy decomposes that part.

        *words* are the names of global functions and constraints that csplib has a word for.
        """
        if isinstance(stated, DirectConstraint):
            direct: Any = stated
            self.problem.add(direct.callSolver(self, csplib))
            return
        try:
            self.problem.add(self._translation.constraint(stated))
        except UnknownExpressionError as unknown:
            words -= {str(unknown)}
            safe = push_down_negation(no_partial_functions([stated], safen_toplevel=_PARTIAL))
            for part in decompose_in_tree(safe, words, words & CONSTRAINTS.keys(), csemap=self._csemap):
                self._post(part, words)

    def objective(self, expr: Any, minimize: bool = True) -> None:  # noqa: FBT001, FBT002 - as CPMpy calls it
        """Minimize or maximize *expr* from now on."""
        self.maximizes = not minimize
        self.stated_objective = expr
        if isinstance(expr, FloatSum):
            self.objective_term = self._scaled(expr)
            return
        get_variables(expr, collect=self.user_vars)
        try:
            self.objective_term = self._translation.term(expr)
        except UnknownExpressionError as unknown:
            self.objective_term = self._decomposed(expr, _WORDS - {str(unknown)})

    def _decomposed(self, expression: Any, words: frozenset[str]) -> Expression:
        """Return an objective of which csplib has no word for some part."""
        safe, conditions = safen_objective(expression)
        positive = push_down_negation_objective(safe)
        simple, definitions = decompose_objective(positive, words, words & CONSTRAINTS.keys(), csemap=self._csemap)
        for one in [*conditions, *definitions]:
            self._post(one, words)
        return self._translation.term(simple)

    def _scaled(self, summed: Any) -> Expression:
        """Return a sum with decimal weights times the least number that makes them integers."""
        weights, variables, _ = summed.components()
        self.user_vars.update(variables)
        exact = [Fraction(str(float(weight))) for weight in weights]
        factor = lcm(*[weight.denominator for weight in exact])
        total: Any = Constant(0)
        for weight, variable in zip(exact, variables, strict=True):
            total += int(weight * factor) * self.solver_var(variable)
        term: Expression = total
        return term

    def has_objective(self) -> bool:
        """Return whether there is an objective."""
        return self.objective_term is not None

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Try these values first in the next searches, and forget earlier hints. The values may be wrong."""
        self.hint = {}
        variables: list[Any] = flatlist(cpm_vars)
        values: list[Any] = flatlist(vals)
        for variable, value in zip(variables, values, strict=True):
            is_opposite = isinstance(variable, NegBoolView)
            plain = variable._bv if is_opposite else variable  # noqa: SLF001 - CPMpy's way to the variable
            self.solver_var(plain)
            self.hint[plain.name] = 1 - int(value) if is_opposite else int(value)

    def state_all(self) -> None:
        """State the variables of the user that no constraint has."""
        missing = [variable for variable in self.user_vars if variable.name not in self._translation.variables]
        self.solver_vars(sorted(missing, key=lambda variable: str(variable.name)))
