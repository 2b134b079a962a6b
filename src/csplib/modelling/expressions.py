"""`Variable` and the operators that build expressions and constraints from it.

Comparisons, ``==`` included, build constraints, and a constraint is neither true nor false: ``if x == y:`` raises an
error. To ask whether two handles are the same one write ``x is y``; as keys of dictionaries they go by that too.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, overload

from csplib.errors import KindError, OptionError
from csplib.kernel.arrays import elementwise
from csplib.kernel.compiler import mypyc_attr, trait
from csplib.modelling.calculations import Calculation
from csplib.modelling.comparing import compared, equated
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.operations import FloorDivision, Magnitude, Modulo, Multiplication, Operation, WeightedSum
from csplib.modelling.sums import added, may_be_in, weights_of
from csplib.modelling.terms import Composite, Term
from csplib.modelling.unjoined import Unjoined
from csplib.modelling.values import divisor_of, integer, is_array

if TYPE_CHECKING:
    from csplib.kernel.compiler import Array

__all__ = ["Compound", "Expression", "Formula", "Shifted", "Variable"]

_LONG = 10
_MOST_FACTORS = 1000
_SHORT = 10**20
_NOTHING = WeightedSum([], 0)  # what a long sum does until it is spelled out


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class Expression(Term, Unjoined):
    """What has the operators: a `Variable`, a variable plus an integer (`Shifted`), or anything made of them."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **settings: Any) -> Any:
        return elementwise(ufunc, method, inputs, settings)

    # With an array, an operator is applied to each of its elements; NumPy does that, if we leave it to.

    @overload
    def __add__(self, other: Term | SupportsIndex) -> Expression: ...
    @overload
    def __add__(self, other: Array) -> Any: ...
    def __add__(self, other: Any) -> Any:
        return NotImplemented if is_array(other) else _sum_of(self, other, 1)

    def __radd__(self, other: SupportsIndex) -> Expression:
        return _sum_of(self, other, 1)

    @overload
    def __sub__(self, other: Term | SupportsIndex) -> Expression: ...
    @overload
    def __sub__(self, other: Array) -> Any: ...
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
            return Formula(Multiplication(), [*_factors(self), *_factors(other)])
        return NotImplemented if is_array(other) else _times(self, integer(other))

    def __rmul__(self, other: SupportsIndex) -> Expression:
        return _times(self, integer(other))

    @overload
    def __floordiv__(self, divisor: SupportsIndex) -> Expression: ...
    @overload
    def __floordiv__(self, divisor: Array) -> Any: ...
    def __floordiv__(self, divisor: Any) -> Any:
        return NotImplemented if is_array(divisor) else Formula(FloorDivision(divisor_of(divisor)), [self])

    @overload
    def __mod__(self, divisor: SupportsIndex) -> Expression: ...
    @overload
    def __mod__(self, divisor: Array) -> Any: ...
    def __mod__(self, divisor: Any) -> Any:
        return NotImplemented if is_array(divisor) else Formula(Modulo(divisor_of(divisor)), [self])

    def __pow__(self, exponent: SupportsIndex) -> Expression:
        if isinstance(exponent, Term) or integer(exponent) < 1:
            raise OptionError(f"the exponent of {self} must be a positive integer, not {exponent}")
        factors, times = _factors(self), integer(exponent)
        if len(factors) * times > _MOST_FACTORS:
            shown = str(times) if times < _SHORT else "..."
            raise OptionError(f"({self}) ** {shown} has more than {_MOST_FACTORS} factors")
        return Formula(Multiplication(), factors * times)

    def __truediv__(self, divisor: object) -> Expression:
        raise KindError(f"{self} / {divisor} could be a fraction: integers are divided with //")

    # An integer cannot be divided by a variable, nor raised to one. The compiler must be told what Python finds out.

    def __rfloordiv__(self, _: NoReturn) -> Any:
        return NotImplemented

    def __rmod__(self, _: NoReturn) -> Any:
        return NotImplemented

    def __rpow__(self, _: NoReturn) -> Any:
        return NotImplemented

    def __rtruediv__(self, _: NoReturn) -> Any:
        return NotImplemented

    def __abs__(self) -> Expression:
        return Formula(Magnitude(), [self])

    def __le__(self, other: Term | SupportsIndex) -> Constraint:
        return NotImplemented if is_array(other) else compared(self, other, 0)

    def __lt__(self, other: Term | SupportsIndex) -> Constraint:
        return NotImplemented if is_array(other) else compared(self, other, 1)

    def __ge__(self, other: Term | SupportsIndex) -> Constraint:
        return NotImplemented if is_array(other) else compared(other, self, 0)

    def __gt__(self, other: Term | SupportsIndex) -> Constraint:
        return NotImplemented if is_array(other) else compared(other, self, 1)

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]  # builds a constraint, as the module says
        """State that this equals another expression, or takes a value.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> print(x == y, "|", x == 2, "|", 2 * x == y + 1, "|", x + 1 == 2)
        x == y | x == 2 | 2*x == y + 1 | x + 1 == 2
        """
        return NotImplemented if is_array(other) else equated(self, other, equal=True)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        """State that this differs from another expression, or does not take a value."""
        return NotImplemented if is_array(other) else equated(self, other, equal=False)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __bool__(self) -> bool:
        raise KindError(f"{self} has no value yet: it is neither true nor false")

    def __int__(self) -> int:
        raise KindError(f"{self} has no value yet: a solution has one, as in solution[x]")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Shifted(Expression):
    """A variable plus an integer, as in ``x + 2``."""

    __slots__ = ()


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Variable(Expression):
    """A handle on one variable of a problem, made by `Problem.add_variable`. It works wherever its name does."""

    __slots__ = ()

    @property
    def domain(self) -> NoReturn:
        """Not here: a problem has the domains."""
        raise AttributeError(f"a variable does not know its domain: problem.domains[{self.name!r}] has it")

    @property
    def value(self) -> NoReturn:
        """Not here: a solution has the values."""
        raise AttributeError(f"a variable has no value of its own: a solution has it, solution[{self.name!r}]")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Compound(Composite, Expression):
    """An expression that is no plain variable, with the operators."""

    __slots__ = ()

    def __pos__(self) -> Expression:  # Compiled, a class takes a second base's operators over if it has one of its own.
        return self


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Formula(Calculation, Expression):
    """Arithmetic on other terms, with the operators."""

    __slots__ = ()

    def __pos__(self) -> Expression:  # as above
        return self


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class _LongSum(Formula):
    """A sum of many terms, the first so many of those it shares with longer ones. It is spelled out on request."""

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
        if not self._spelled:
            self._spell_out()
        return self._operation

    @property
    def below(self) -> tuple[Term, ...]:
        if not self._spelled:
            self._spell_out()
        return self._below

    def _spell_out(self) -> None:
        own = list(islice(self.shared.values(), self.length))
        self._below = tuple([term for term, _ in own])
        self._operation = WeightedSum([weight for _, weight in own], self.constant)
        self._spelled = True


def _sum_of(left: Expression, right: object, times: int) -> Expression:
    """Add two terms. A long sum to which something new is added is not gone through again."""
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
    depths = [term.depth for term, _ in weights if isinstance(term, Composite)]
    owner = left.owner
    if owner is None and isinstance(right, Term):
        owner = right.owner
    return _LongSum(base.shared, base.constant + times * more, owner, max([base.depth, *depths]))


def _appended(left: Expression, right: object, times: int) -> Expression | None:
    """Add a weighted variable to a short sum that does not have it yet, without any keys; None for all the rest."""
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
    """Give *term* as a long sum that nothing has grown out of yet, if it is long."""
    if isinstance(term, _LongSum) and term.length == len(term.shared):
        return term
    if isinstance(term, _LongSum) or (isinstance(term, Formula) and len(term.below) >= _LONG):
        weights, constant = weights_of(term)
        return _LongSum({one.key(): (one, weight) for one, weight in weights}, constant, term.owner, term.depth)
    return None


def _times(term: Expression, factor: int) -> Expression:
    """Multiply by an integer."""
    if factor in (0, 1) or term.offset or isinstance(term, Composite):
        return _total([(term, factor)])
    return Formula(WeightedSum((factor,), 0), (term,))


def _total(parts: Sequence[tuple[object, int]]) -> Expression:
    """Build the simplest expression for a sum."""
    weights, constant = added(parts)
    if len(weights) == 1 and weights[0][1] == 1:
        term = weights[0][0]
        if not isinstance(term, Composite):
            return Shifted(term.name, constant, term.owner)
        if not constant and isinstance(term, Expression):
            return term
    return Formula(WeightedSum([weight for _, weight in weights], constant), [term for term, _ in weights])


def _factors(term: Term) -> tuple[Term, ...]:
    return term.below if isinstance(term, Formula) and isinstance(term.operation, Multiplication) else (term,)
