"""Division, remainder and power of expressions: the operators ``//``, ``%``, ``**``, and truncated division."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from operator import index as as_index
from typing import Any

from csplib.display.wording import ATOM, PRODUCT, Written, bracketed
from csplib.errors import OptionError
from csplib.kernel.bounds import Bounds
from csplib.kernel.cells import OPEN
from csplib.kernel.clock import look_up
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.formulas import Leaf
from csplib.kernel.running_formula import bounds_of
from csplib.kernel.state import State
from csplib.modelling.arguments import as_number, checked_divisor, integer_operand
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import Constraint, nested
from csplib.modelling.constraints.comparison import equality
from csplib.modelling.constraints.logic import AllOf, AnyOf
from csplib.modelling.constraints.membership import In
from csplib.modelling.constraints.operated import KINDS, Operated, is_defined
from csplib.modelling.expressions import Constant, Expression, Formula, factors_of
from csplib.modelling.functions import Compound, rebuilt
from csplib.modelling.linear import is_array
from csplib.modelling.operations import FloorDivision, Modulo, Multiplication
from csplib.modelling.refused_operators import ARITHMETIC
from csplib.modelling.terms import Composite, Domain, Term, UndefinedError

__all__ = ["OperationOf", "truncated_quotient", "truncated_remainder"]

_MOST_FACTORS = 1000
_MOST_PAIRS = 10_000
_MOST_SHOWN = 10**20


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class OperationOf(Compound):
    """An operation of two terms that has no value for some of them: for a divisor 0, or a negative exponent."""

    __slots__ = ("first", "kind", "second")

    def __init__(self, kind: str, first: Term, second: Term) -> None:
        self.kind: str = kind
        self.first: Term = first
        self.second: Term = second
        depths = [term.depth for term in (first, second) if isinstance(term, Composite)]
        owner = second.owner if first.owner is None else first.owner
        super().__init__(owner, nested(depths, "divisions and powers"), fallible=True)

    def operands(self) -> tuple[Term, ...]:
        return (self.first, self.second)

    def structure(self) -> Hashable:
        return (self.kind, self.first.key(), self.second.key())

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        first, second = self.first.evaluate(values), self.second.evaluate(values)
        if not _has_value(self.kind, second):
            raise UndefinedError(f"{self} has no value if {self.second} is {second}")
        return KINDS[self.kind].compute(int(first), int(second))

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        firsts, seconds = domain_of(self.first), domain_of(self.second)
        few = not isinstance(firsts, range) and not isinstance(seconds, range)
        if few and len(firsts) * len(seconds) <= _MOST_PAIRS:
            found: set[int] = set()
            integers: list[Any] = [firsts, seconds]
            for first, second in product(*integers):
                look_up(4)
                if _has_value(self.kind, second):
                    found.add(KINDS[self.kind].compute(int(first), int(second)))
            return sorted(found) or [0]  # without any value there is no solution, but the variable needs a domain
        state = State([OPEN, OPEN], intervals={0: _bounds(firsts), 1: _bounds(seconds)})
        low, high = bounds_of(KINDS[self.kind].node([Leaf(0), Leaf(1)]), state)
        return range(low, high + 1)

    def definition(self) -> Constraint:
        return Operated(self.kind, self.first, self.second, Term(self.name))

    def condition(self) -> Constraint:
        return is_defined(self.kind, self.second)

    def stand_in(self, domain: Domain, domain_of: Callable[[Term], Domain]) -> Constraint:
        seconds = domain_of(self.second)
        if self.kind != "**" and 0 not in seconds:
            return self.definition()
        # An operand that can be undefined is replaced by its hidden variable, which always has a value.
        first, second = [Term(term.name) if term.partial() else term for term in self.operands()]
        undefined = ~is_defined(self.kind, second)
        inside = Operated(self.kind, first, second, Term(self.name))
        return AnyOf([inside, AllOf([undefined, In(Term(self.name), domain[:1])])])

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]  # as in Expression
        """Return the constraint that this equals another expression or a value. Another variable is the result."""
        if isinstance(other, Term) and not other.inline and other.name != self.name:
            return Operated(self.kind, self.first, self.second, other)
        return equality(self, other, equal=True) if not is_array(other) else NotImplemented

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __reduce__(self) -> Any:
        return rebuilt, (OperationOf, (self.kind, self.first, self.second), self._key)

    def written(self) -> Written:
        text = KINDS[self.kind].text
        if text.startswith("{"):
            both = [bracketed(term.written()) for term in self.operands()]
            return text.format(*both), PRODUCT
        return text.format(self.first, self.second), ATOM

    def __str__(self) -> str:
        return self.written()[0]


def _has_value(kind: str, second: int) -> bool:
    return second >= 0 if kind == "**" else second != 0


def _bounds(domain: Any) -> Bounds:
    return (domain[0], domain[-1]) if isinstance(domain, range) else (min(domain), max(domain))


def _operation(kind: str, first: object, second: object) -> Expression:
    """Return the operation of two terms or integers; that of two integers is computed at once."""
    one, two = as_number(first, "the first operand"), as_number(second, "the second operand")
    found = OperationOf(kind, one, two)
    if isinstance(one, Known) and isinstance(two, Known) and _has_value(kind, two.compute({})):
        return Constant(found.compute({}))
    return found


def _floor(number: object, divisor: object) -> Expression:
    if isinstance(number, Term) and not isinstance(divisor, Term):
        return Formula(FloorDivision(checked_divisor(divisor)), [number])
    return _operation("//", number, divisor)


def _modulo(number: object, divisor: object) -> Expression:
    if isinstance(number, Term) and not isinstance(divisor, Term):
        return Formula(Modulo(checked_divisor(divisor)), [number])
    return _operation("%", number, divisor)


def _power(base: object, exponent: object) -> Expression:
    if not isinstance(base, Term) or isinstance(exponent, Term):
        return _operation("**", base, exponent)
    times = integer_operand(exponent)
    if times < 0:
        raise OptionError(f"the exponent of {base} must not be negative, as {exponent} is")
    if times == 0 and isinstance(base, Expression):
        return 0 * base + 1
    factors = factors_of(base)
    if len(factors) * times > _MOST_FACTORS:
        shown = str(times) if times < _MOST_SHOWN else "..."
        raise OptionError(f"({base}) ** {shown} has more than {_MOST_FACTORS} factors")
    return Formula(Multiplication(), factors * times)


ARITHMETIC.update({"//": _floor, "%": _modulo, "**": _power})


def truncated_quotient(number: object, divisor: object) -> Expression:
    """Return *number* divided by *divisor* and rounded towards 0, as in C; ``//`` rounds down, as in Python.

    Both are integers, variables or expressions. Where the divisor is 0, the quotient has no value, and the constraint
    around it does not hold.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variable("x", [-7, 7]), p.add_variable("y", [-2, 0, 2])
    >>> [(s["x"], s["y"], s[truncated_quotient(x, y)], s[x // y]) for s in p.solutions(assuming={"y": 2})]
    [(-7, 2, -3, -4), (7, 2, 3, 3)]
    """
    return _operation("quotient", number, _checked(divisor))


def truncated_remainder(number: object, divisor: object) -> Expression:
    """Return the remainder of *number* by *divisor*, with the sign of *number*: that of `truncated_quotient`.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x = p.add_variable("x", range(-7, 8))
    >>> p.add(truncated_remainder(x, 4) == -3)
    >>> [s["x"] for s in p.solutions()]
    [-7, -3]
    """
    return _operation("remainder", number, _checked(divisor))


def _checked(divisor: object) -> object:
    """Return *divisor*; refuse the integer 0."""
    return divisor if isinstance(divisor, Term) else checked_divisor(as_index(divisor))  # type: ignore[arg-type]
