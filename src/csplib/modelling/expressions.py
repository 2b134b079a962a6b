"""`Variable`, `Constant`, and the operators that build expressions and constraints from them.

Comparisons, ``==`` included, build constraints, and a constraint is neither true nor false: ``if x == y:`` raises an
error. To test whether two handles are the same object write ``x is y``; dictionaries compare their keys so, too.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, overload

from csplib.errors import KindError
from csplib.kernel.compiler import mypyc_attr, trait
from csplib.kernel.other_libraries import elementwise
from csplib.modelling.arguments import checked_hashable, integer_operand
from csplib.modelling.calculations import Calculation
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison, at_least, equality
from csplib.modelling.linear import is_array, linear_sum, may_be_in, weights_of
from csplib.modelling.operations import Magnitude, Multiplication, Operation, WeightedSum
from csplib.modelling.refused_operators import ARITHMETIC, RefusedOperators
from csplib.modelling.terms import Composite, Term, depth_of

if TYPE_CHECKING:
    from csplib.kernel.compiler import Array, Delay, Moment

__all__ = ["Constant", "Expression", "Formula", "Shifted", "Variable", "factors_of"]

_LONG = 10
_NOTHING = WeightedSum([], 0)  # the operation of a long sum until it is expanded


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class Expression(Term, RefusedOperators):
    """A term with operators: a `Variable`, a variable plus an integer (`Shifted`), or an expression made of them."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **settings: Any) -> Any:
        return elementwise(ufunc, method, inputs, settings)

    # With an array, an operator is applied to each of its elements: NumPy does so after NotImplemented.

    @overload
    def __add__(self, other: Term | SupportsIndex) -> Expression: ...
    @overload
    def __add__(self, other: Array | Delay) -> Any: ...
    def __add__(self, other: Any) -> Any:
        return NotImplemented if is_array(other) else _sum_of(self, other, 1)

    def __radd__(self, other: SupportsIndex) -> Expression:
        return _sum_of(self, other, 1)

    @overload
    def __sub__(self, other: Term | SupportsIndex) -> Expression: ...
    @overload
    def __sub__(self, other: Array | Delay) -> Any: ...
    def __sub__(self, other: Any) -> Any:
        return NotImplemented if is_array(other) else _sum_of(self, other, -1)

    def __rsub__(self, other: SupportsIndex) -> Expression:
        return _total([(other, 1), (self, -1)])

    def __neg__(self) -> Expression:
        return _times(self, -1)

    def __pos__(self) -> Expression:
        return self

    @overload
    def __mul__(self, other: Term | SupportsIndex) -> Expression: ...
    @overload
    def __mul__(self, other: Array) -> Any: ...
    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Term):
            return Formula(Multiplication(), [*factors_of(self), *factors_of(other)])
        return NotImplemented if is_array(other) else _times(self, integer_operand(other))

    def __rmul__(self, other: SupportsIndex) -> Expression:
        return _times(self, integer_operand(other))

    @overload
    def __floordiv__(self, divisor: Term | SupportsIndex) -> Expression: ...
    @overload
    def __floordiv__(self, divisor: Array) -> Any: ...
    def __floordiv__(self, divisor: Any) -> Any:
        return NotImplemented if is_array(divisor) else ARITHMETIC["//"](self, divisor)

    @overload
    def __mod__(self, divisor: Term | SupportsIndex) -> Expression: ...
    @overload
    def __mod__(self, divisor: Array) -> Any: ...
    def __mod__(self, divisor: Any) -> Any:
        return NotImplemented if is_array(divisor) else ARITHMETIC["%"](self, divisor)

    @overload
    def __pow__(self, exponent: Term | SupportsIndex) -> Expression: ...
    @overload
    def __pow__(self, exponent: Array) -> Any: ...
    def __pow__(self, exponent: Any) -> Any:
        return NotImplemented if is_array(exponent) else ARITHMETIC["**"](self, exponent)

    def __abs__(self) -> Expression:
        return Formula(Magnitude(), [self])

    def __le__(self, other: Term | SupportsIndex | Moment | Delay) -> Constraint:
        return NotImplemented if is_array(other) else at_least(other, self, 0)

    def __lt__(self, other: Term | SupportsIndex | Moment | Delay) -> Constraint:
        return NotImplemented if is_array(other) else at_least(other, self, 1)

    def __ge__(self, other: Term | SupportsIndex | Moment | Delay) -> Constraint:
        return NotImplemented if is_array(other) else at_least(self, other, 0)

    def __gt__(self, other: Term | SupportsIndex | Moment | Delay) -> Constraint:
        return NotImplemented if is_array(other) else at_least(self, other, 1)

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]  # builds a constraint, as the module says
        """Return the constraint that this equals another expression or a value.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> print(x == y, "|", x == 2, "|", 2 * x == y + 1, "|", x + 1 == 2)
        x == y | x == 2 | 2*x == y + 1 | x + 1 == 2
        """
        return NotImplemented if is_array(other) else equality(self, other, equal=True)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        """Return the constraint that this differs from another expression or a value."""
        return NotImplemented if is_array(other) else equality(self, other, equal=False)

    def __hash__(self) -> int:
        return object.__hash__(self)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Shifted(Expression):
    """A variable plus an integer, as in ``x + 2``."""

    __slots__ = ("_plain",)

    def __init__(self, name: Hashable, offset: int = 0, owner: object = None, plain: Term | None = None) -> None:
        super().__init__(name, offset, owner)
        self._plain: Term = Term(name, 0, owner) if plain is None else plain

    def plain(self) -> Term:
        return self._plain


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Variable(Expression):
    """A handle for one variable of a problem, made by `Problem.add_variable`. It works wherever its name does."""

    __slots__ = ()

    @property
    def domain(self) -> NoReturn:
        """Raises AttributeError: the problem has the domains."""
        raise AttributeError(f"a variable has no domain of its own: write problem.domains[{self.name!r}]")

    @property
    def value(self) -> NoReturn:
        """Raises AttributeError: a solution has the values."""
        raise AttributeError(f"a variable has no value of its own: write solution[{self.name!r}]")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Constant(Known, Expression):
    """A value as an expression, for places where a plain value would be taken as the name of a variable.

    >>> from csplib import AllDifferent, Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(1, 4))
    >>> p.add(AllDifferent([x, y, Constant(3)]))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(1, 2), (2, 1)]
    """

    __slots__ = ()

    def __init__(self, value: Hashable) -> None:
        if isinstance(value, Term):
            raise KindError(f"Constant needs a value, not the expression {value}")
        super().__init__(checked_hashable(value, "Constant needs a hashable value"))

    def __pos__(self) -> Expression:  # Compiled, a class inherits operators of a second base if it has one of its own.
        return self


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Formula(Calculation, Expression):
    """An operation on other terms, with the operators."""

    __slots__ = ()

    def __pos__(self) -> Expression:  # as above
        return self

    def definition(self) -> Constraint:
        weights, constant = self.weights()
        return Comparison([*weights, (Term(self.name), -1)], constant, "==")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class _LongSum(Formula):
    """A sum of many terms: the first *length* of a dictionary shared with longer sums. It is expanded on demand."""

    __slots__ = ("_spelled", "constant", "length", "shared")

    def __init__(self, shared: dict[Hashable, tuple[Term, int]], constant: int, owner: object, depth: int) -> None:
        super().__init__(_NOTHING, ())
        self.shared: dict[Hashable, tuple[Term, int]] = shared
        self.length: int = len(shared)
        self.constant: int = constant
        self.owner = owner
        self.depth = depth
        self._spelled: bool = False

    @property
    def operation(self) -> Operation:
        self._expand()
        return self._operation

    @property
    def below(self) -> tuple[Term, ...]:
        self._expand()
        return self._below

    def _expand(self) -> None:
        if not self._spelled:
            own = list(islice(self.shared.values(), self.length))
            self._below = tuple([term for term, _ in own])
            self._operation = WeightedSum([weight for _, weight in own], self.constant)
            self._spelled = True


def _sum_of(left: Expression, right: object, times: int) -> Expression:
    """Return ``left + times * right``. Adding a new term to a long sum does not copy the sum."""
    if type(right) is int and (type(left) is Variable or type(left) is Shifted):
        plain = left.plain()
        return Shifted(plain.name, left.offset + times * right, plain.owner, plain)
    short = _appended(left, right, times)
    if short is not None:
        return short
    base = _long(left)
    if base is None:
        return _total([(left, 1), (right, times)])
    weights, more = weights_of(right)
    if any(term.key() in base.shared for term, _ in weights):
        return _total([(left, 1), (right, times)])
    base.shared.update({term.key(): (term, times * weight) for term, weight in weights})
    depth = max(base.depth, depth_of(tuple([term for term, _ in weights])))
    owner = right.owner if left.owner is None and isinstance(right, Term) else left.owner
    return _LongSum(base.shared, base.constant + times * more, owner, depth)


def _appended(left: Expression, right: object, times: int) -> Expression | None:
    """Return a short sum plus a variable that is not in it yet, without computing keys; None in all other cases."""
    weights: tuple[int, ...] = (1,)
    below: tuple[Term, ...] = (left,)
    constant = 0
    if type(left) is Formula:
        operation = left.operation
        if not isinstance(operation, WeightedSum) or not operation.weights or not operation.weights[0]:
            return None
        weights, below, constant = operation.weights, left.below, operation.constant
    elif left.offset or isinstance(left, Composite):
        return None
    term = right
    if type(right) is Formula:
        scaled = right.operation
        if not isinstance(scaled, WeightedSum) or len(scaled.weights) != 1:
            return None
        term = right.below[0]
        constant += times * scaled.constant
        times *= scaled.weights[0]
    if not times or len(below) >= _LONG or not isinstance(term, Term) or may_be_in(term, below):
        return None
    return Formula(WeightedSum(weights + (times,), constant), below + (term,))  # noqa: RUF005 - compiled, it is faster


def _long(term: Expression) -> _LongSum | None:
    """Return *term* as a long sum whose dictionary has no more terms than it, or None if it is not long."""
    if isinstance(term, _LongSum) and term.length == len(term.shared):
        return term
    if isinstance(term, _LongSum) or (isinstance(term, Formula) and len(term.below) >= _LONG):
        weights, constant = weights_of(term)
        return _LongSum({one.key(): (one, weight) for one, weight in weights}, constant, term.owner, term.depth)
    return None


def _times(term: Expression, factor: int) -> Expression:
    """Return ``factor * term``."""
    if factor in (0, 1) or term.offset or isinstance(term, Composite):
        return _total([(term, factor)])
    return Formula(WeightedSum((factor,), 0), (term,))


def _total(parts: Sequence[tuple[object, int]]) -> Expression:
    """Return the simplest expression for a sum."""
    weights, constant = linear_sum(parts)
    if len(weights) == 1 and weights[0][1] == 1:
        term = weights[0][0]
        if not isinstance(term, Composite):
            return Shifted(term.name, constant, term.owner, term)
        if not constant and isinstance(term, Expression):
            return term
    return Formula(WeightedSum([weight for _, weight in weights], constant), [term for term, _ in weights])


def factors_of(term: Term) -> tuple[Term, ...]:
    """Return the factors of a product, or the term alone."""
    return term.below if isinstance(term, Formula) and isinstance(term.operation, Multiplication) else (term,)
