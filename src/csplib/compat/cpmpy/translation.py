"""From expressions of CPMpy to those of csplib: nested as they are, without auxiliary variables.

Both libraries take an expression without a value, such as ``x // 0``, as a reason for the nearest constraint around it
not to hold (the relational semantics of Frisch and Stuckey), so nothing has to be made safe. CPMpy rounds quotients
towards 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Any

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Operator
from cpmpy.expressions.core import Expression as CPMpyExpression
from cpmpy.expressions.utils import get_bounds, is_boolexpr, is_int
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl

from csplib import AllOf, AnyOf, Boolean, Constant, Constraint, Expression, Problem, implies, reify

if TYPE_CHECKING:
    from typing import TypeAlias

    Claim: TypeAlias = Constraint | Boolean | bool

__all__ = ["Translation", "UnknownExpressionError", "is_at_least", "negated"]

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


class UnknownExpressionError(Exception):
    """An expression that csplib has no words for: CPMpy has to decompose it."""


class Translation:
    """The variables of a CPMpy model in a `Problem`, and the translation of expressions over them.

    *variables* maps the names of CPMpy's variables to those of the problem. *functions* and *constraints* map the names
    of global functions and global constraints to their translations.
    """

    def __init__(
        self,
        problem: Problem[str, int],
        variables: dict[str, Any],
        functions: Mapping[str, Callable[[Translation, Any], Any]],
        constraints: Mapping[str, Callable[[Translation, Any], Claim]],
    ) -> None:
        self.problem = problem
        self.variables = variables
        self._claims: dict[str, Claim] = {}
        self._functions = functions
        self._constraints = constraints

    def variable(self, variable: Any) -> Any:
        """Return the variable of the problem for one of CPMpy; for the opposite of a boolean, a constraint."""
        name = variable.name
        found = self.variables.get(name)
        if found is None:
            found = self.variables[name] = self._added(variable, name)
        return found

    def _added(self, variable: Any, name: str) -> Any:
        if isinstance(variable, NegBoolView):
            return ~self.variable(variable._bv)  # noqa: SLF001 - CPMpy's way to the variable
        if not isinstance(variable, _BoolVarImpl):
            return self.problem.add_variable(name, range(variable.lb, variable.ub + 1))
        added = self.problem.add_boolean(name)
        if variable.lb == variable.ub:
            self.problem.add(added == bool(variable.lb))
        return added

    def _claim(self, variable: Any) -> Claim:
        """Return the constraint that a boolean *variable*, or the opposite of one, is true: one for all its uses."""
        found = self._claims.get(variable.name)
        if found is None:
            known = self.variable(variable)
            found = self._claims[variable.name] = known if isinstance(variable, NegBoolView) else ~~known
        return found

    def constraint(self, expression: Any) -> Claim:
        """Return the constraint that a boolean *expression* is true."""
        if isinstance(expression, _BoolVarImpl):
            return self._claim(expression)
        if isinstance(expression, Comparison):
            return self._comparison(expression)
        if isinstance(expression, Operator):
            return self._connective(expression.name, expression.args)
        if isinstance(expression, BoolVal) or not isinstance(expression, CPMpyExpression):
            return bool(expression)
        found: Claim = self._known(self._constraints, expression)
        return found

    def _connective(self, name: str, operands: Any) -> Claim:
        parts: list[Any] = [self.constraint(operand) for operand in operands]
        if name == "not":
            return negated(parts[0])
        if name == "->":
            return implies(parts[0], parts[1])
        return AllOf(parts) if name == "and" else AnyOf(parts)

    def _comparison(self, expression: Any) -> Claim:
        relation, (left, right) = expression.name, expression.args
        left_is_claim, right_is_claim = is_boolexpr(left), is_boolexpr(right)
        if left_is_claim and right_is_claim:
            return _between_truths(relation, self.constraint(left), self.constraint(right))
        if left_is_claim and is_int(right):
            truths = [_COMPARISONS[relation](truth, int(right)) for truth in (0, 1)]
            return _if_one_of(truths, self.constraint(left))
        if right_is_claim and is_int(left):
            truths = [_COMPARISONS[relation](int(left), truth) for truth in (0, 1)]
            return _if_one_of(truths, self.constraint(right))
        compared: Claim = _COMPARISONS[relation](self.number(left), self.number(right))
        return compared

    def number(self, expression: Any) -> Any:
        """Return *expression* as an integer or an expression of csplib; a constraint is 1 or 0."""
        if isinstance(expression, _NumVarImpl):
            is_opposite = isinstance(expression, NegBoolView)
            return 1 - self.variable(expression._bv) if is_opposite else self.variable(expression)  # noqa: SLF001 - as above
        if not isinstance(expression, CPMpyExpression):
            return expression if type(expression) is int else _integer(expression)
        if expression.is_bool():
            return reify(self.constraint(expression))
        if isinstance(expression, Operator):
            return self._arithmetic(expression.name, expression.args)
        return self._known(self._functions, expression)

    def _arithmetic(self, name: str, operands: Any) -> Any:
        if name == "wsum":
            weights, summands = operands
            return sum([_integer(w) * self.number(one) for w, one in zip(weights, summands, strict=True)])
        if name == "sum":
            return sum([self.number(operand) for operand in operands])
        if name == "-":
            return -self.number(operands[0])
        return self.number(operands[0]) - self.number(operands[1])  # sub

    def _known(self, translations: Mapping[str, Callable[[Translation, Any], Any]], expression: Any) -> Any:
        found = translations.get(expression.name)
        if found is None:
            raise UnknownExpressionError(expression.name)
        return found(self, expression)

    def terms(self, expressions: Iterable[Any]) -> list[Expression]:
        """Return *expressions* as terms, for a constraint on a list of them."""
        return [self.term(expression) for expression in expressions]

    def term(self, expression: Any) -> Expression:
        """Return *expression* as a term; an integer would be taken as a name."""
        number = self.number(expression)
        return Constant(number) if isinstance(number, int) else number


def is_at_least(expression: Any, least: int) -> bool:
    """Return whether the bounds that CPMpy computes for *expression* say that it is never less than *least*."""
    try:
        low: int = get_bounds(expression)[0]
    except ZeroDivisionError:  # some part of it never has a value
        return False
    return low >= least


def negated(claim: Claim) -> Claim:
    """Return the constraint that *claim* does not hold."""
    return not claim if isinstance(claim, bool) else ~claim


def _between_truths(relation: str, left: Claim, right: Claim) -> Claim:
    """Return a comparison of two constraints, which are 1 where they hold and 0 elsewhere."""
    if relation == "==":
        return left == right
    if relation == "!=":
        return left != right
    if relation in {">", ">="}:
        left, right = right, left
    both: list[Any] = [negated(left), right]
    return AllOf(both) if relation in {"<", ">"} else implies(left, right)


def _if_one_of(truths: list[Any], claim: Claim) -> Claim:
    """Return the constraint that the truth of *claim* is one of those for which *truths* has True."""
    if truths[0] == truths[1]:
        return bool(truths[0])
    return claim if truths[1] else negated(claim)


def _integer(number: Any) -> int:
    """Return a number, which may be one of NumPy, as an integer."""
    integer = int(number)
    if integer != number:
        raise NotSupportedError(f"csplib works with integers, and {number} is none")
    return integer
