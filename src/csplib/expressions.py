"""`Variable` and the operators that build expressions and constraints from it.

Comparisons, ``==`` included, build constraints, and a constraint is neither true nor false: ``if x == y:`` raises an
error. To ask whether two handles are the same one write ``x is y``; as keys of dictionaries they go by that too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Any, NoReturn, SupportsIndex, TypeAlias

from csplib.axis import Axis
from csplib.constraints.all_equal import AllEqual
from csplib.constraints.base import Constraint
from csplib.constraints.comparison import Comparison
from csplib.constraints.diff import Diff
from csplib.constraints.membership import In, NotIn
from csplib.errors import KindError, OptionError, UnknownVariableError
from csplib.formulas import FloorDivision, Magnitude, Modulo, Multiplication, Operation, WeightedSum, shortened
from csplib.native import mypyc_attr, trait
from csplib.propagation.intervals import Node, bounds_of
from csplib.state import State
from csplib.terms import Composite, Term, divisor_of, integer, ordered
from csplib.universe import Domain

__all__ = ["Compound", "Expression", "Formula", "Shifted", "Variable", "added"]

Steps: TypeAlias = "list[tuple[Term, tuple[int, ...]]]"

_MOST_ROWS = 10_000
_LONG = 10
_NOTHING = WeightedSum([], 0)  # what a long sum does until it is spelled out


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class Expression(Term):
    """What has the operators: a `Variable`, a variable plus an integer (`Shifted`), or anything made of them."""

    __slots__ = ()
    __array_ufunc__ = None  # numbers of numpy on the left leave the operation to us

    def __add__(self, other: Term | SupportsIndex) -> Expression:
        return _sum_of(self, other, 1)

    def __radd__(self, other: SupportsIndex) -> Expression:
        return _sum_of(self, other, 1)

    def __sub__(self, other: Term | SupportsIndex) -> Expression:
        return _sum_of(self, other, -1)

    def __rsub__(self, other: SupportsIndex) -> Expression:
        return _total([(other, 1), (self, -1)])

    def __neg__(self) -> Expression:
        return _times(self, -1)

    def __pos__(self) -> Expression:
        return self

    def __mul__(self, other: Term | SupportsIndex) -> Expression:
        if isinstance(other, Term):
            return Formula(Multiplication(), [*_factors(self), *_factors(other)])
        return _times(self, integer(other))

    def __rmul__(self, other: SupportsIndex) -> Expression:
        return _times(self, integer(other))

    def __floordiv__(self, divisor: SupportsIndex) -> Expression:
        return Formula(FloorDivision(divisor_of(divisor)), [self])

    def __mod__(self, divisor: SupportsIndex) -> Expression:
        return Formula(Modulo(divisor_of(divisor)), [self])

    def __pow__(self, exponent: SupportsIndex) -> Expression:
        if isinstance(exponent, Term) or integer(exponent) < 1:
            raise OptionError(f"the exponent of {self} must be a positive integer, not {exponent}")
        return Formula(Multiplication(), _factors(self) * integer(exponent))

    def __truediv__(self, divisor: object) -> Expression:
        raise KindError(f"{self} / {divisor} could be a fraction: integers are divided with //")

    # An integer cannot be divided by a variable, nor raised to one. The compiler must be told what Python finds out.

    def __rfloordiv__(self, _: NoReturn) -> Expression:
        return NotImplemented

    def __rmod__(self, _: NoReturn) -> Expression:
        return NotImplemented

    def __rpow__(self, _: NoReturn) -> Expression:
        return NotImplemented

    def __rtruediv__(self, _: NoReturn) -> Expression:
        return NotImplemented

    def __abs__(self) -> Expression:
        return Formula(Magnitude(), [self])

    def __le__(self, other: Term | SupportsIndex) -> Constraint:
        return _compared(self, other, 0)

    def __lt__(self, other: Term | SupportsIndex) -> Constraint:
        return _compared(self, other, 1)

    def __ge__(self, other: Term | SupportsIndex) -> Constraint:
        return _compared(other, self, 0)

    def __gt__(self, other: Term | SupportsIndex) -> Constraint:
        return _compared(other, self, 1)

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]  # builds a constraint, as the module says
        """State that this equals another expression, or takes a value.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> print(x == y, "|", x == 2, "|", 2 * x == y + 1, "|", x + 1 == 2)
        x == y | x in [2] | 2*x == y + 1 | x + 1 in [2]
        """
        return _equated(self, other, equal=True)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        """State that this differs from another expression, or does not take a value.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> print(x + 2 != y - 1, "|", x != 0, "|", x + 1 != 2)
        x + 2 != y - 1 | x not in [0] | x + 1 not in [2]
        """
        return _equated(self, other, equal=False)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __bool__(self) -> bool:
        raise KindError(f"{self} has no value yet: it is neither true nor false")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Shifted(Expression):
    """A variable plus an integer, as in ``x + 2``."""

    __slots__ = ()


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Variable(Expression):
    """A handle on one variable of a problem, made by `Problem.add_variable`. It works wherever its name does."""

    __slots__ = ()


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Compound(Composite, Expression):
    """An expression that is no plain variable, with the operators."""

    __slots__ = ()

    def __pos__(self) -> Expression:  # Compiled, a class takes a second base's operators over if it has one of its own.
        return self


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Formula(Compound):
    """Arithmetic on other terms."""

    __slots__ = ("_below", "_operation", "_steps")

    inline: bool = True

    def __init__(self, operation: Operation, below: Iterable[Term]) -> None:
        self._operation: Operation = operation
        self._below: tuple[Term, ...] = tuple(below)
        self._steps: Steps | None = None
        owner: object = None
        depth = 0
        for term in self._below:
            if owner is None:
                owner = term.owner
            if isinstance(term, Composite):
                depth = max(depth, term.depth)
        super().__init__(owner, depth)

    @property
    def operation(self) -> Operation:
        """What is done with the terms below."""
        return self._operation

    @property
    def below(self) -> tuple[Term, ...]:
        """The terms that it is done with."""
        return self._below

    def operands(self) -> tuple[Term, ...]:
        return self.below

    def leaves(self) -> list[Term]:
        return [term for term, _ in self.steps() if not term.inline]

    def structure(self) -> Hashable:
        return (self.operation.key(), *[term.key() for term in self.below])

    def steps(self) -> Steps:
        """List the terms down to the leaves, each once and with the numbers of its operands, which come before it."""
        if self._steps is None:
            self._steps = _low_steps(self) or _high_steps(self)
        return self._steps

    def shape(self, places: Mapping[Hashable, int]) -> Hashable:
        found: list[Hashable] = []
        for term, operands in self.steps():
            if isinstance(term, Formula):
                found.append((term.operation.key(), operands))
            else:
                found.append(term.shape(places))
        return tuple(found)

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        found: list[Any] = []
        for term, operands in self.steps():
            if isinstance(term, Formula):
                found.append(term.operation.compute([found[place] for place in operands]))
            else:
                found.append(term.evaluate(values))
        return found[-1]

    def node(self, leaves: Mapping[Hashable, int], axis: Axis) -> Node:
        found: list[Node] = []
        for term, operands in self.steps():
            if isinstance(term, Formula):
                found.append(term.operation.node([found[place] for place in operands]))
            else:
                found.append(term.node(leaves, axis))
        return found[-1]

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        """List the values: just those, where there are few combinations; else everything between the bounds."""
        leaves = dict.fromkeys([leaf.name for leaf in self.leaves()])
        domains: list[Any] = [domain_of(Term(name)) for name in leaves]
        if not self.operation.is_gapless(domains) and prod(map(len, domains)) <= _MOST_ROWS:
            return sorted({self.compute(dict(zip(leaves, row, strict=True))) for row in product(*domains)})
        axis = Axis(sorted({end for domain in domains for end in (min(domain), max(domain))}))
        state = State([axis.bit(min(domain)) | axis.bit(max(domain)) for domain in domains])
        low, high = bounds_of(self.node({name: x for x, name in enumerate(leaves)}, axis), state)
        return range(low, high + 1)

    def definition(self) -> Constraint:
        weights, constant = added([(self, 1)])
        return Comparison([*weights, (Term(self.name), -1)], constant, "==")

    def __str__(self) -> str:
        found: list[str] = []
        for term, operands in self.steps():
            if isinstance(term, Formula):
                found.append(term.operation.text([shortened(found[place]) for place in operands]))
            else:
                found.append(str(term))
        return found[-1]


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


def _high_steps(root: Formula) -> Steps:
    """Give the steps of any formula: parts that are equal are one."""
    steps: Steps = []
    places: dict[Hashable, int] = {}
    for place, term in enumerate(ordered(root, inline=True)):
        places[term.key()] = place
        operands = term.operands() if term.inline else ()
        steps.append((term, tuple([places[operand.key()] for operand in operands])))
    return steps


def _low_steps(root: Formula) -> Steps:
    """Give the steps of a formula in which no two parts but leaves can be equal, without their keys; else nothing."""
    steps: Steps = []
    places: dict[Hashable, int] = {}
    numbers: list[int] = []
    inner: Formula | None = None
    for term in root.below:
        if not term.inline:
            numbers.append(_leaf_step(term, places, steps))
        elif inner is None and isinstance(term, Formula) and not _has_inline(term.below):
            inner = term
            below = [_leaf_step(leaf, places, steps) for leaf in term.below]
            numbers.append(len(steps))
            steps.append((term, tuple(below)))
        else:
            return []
    steps.append((root, tuple(numbers)))
    return steps


def _has_inline(terms: tuple[Term, ...]) -> bool:
    for term in terms:
        if term.inline:
            return True
    return False


def _leaf_step(leaf: Term, places: dict[Hashable, int], steps: Steps) -> int:
    """Give the number of the step for *leaf*, a new one if it is a new leaf."""
    place = places.setdefault(leaf.key(), len(steps))
    if place == len(steps):
        steps.append((leaf, ()))
    return place


def _sum_of(left: Expression, right: object, times: int) -> Expression:
    """Add two terms. A long sum to which something new is added is not gone through again."""
    base = _long(left)
    if base is None:
        return _total([(left, 1), (right, times)])
    weights, more = _weights_of(right)
    if any(term.key() in base.shared for term, _ in weights):
        return _total([(left, 1), (right, times)])
    base.shared.update({term.key(): (term, times * weight) for term, weight in weights})
    depths = [term.depth for term, _ in weights if isinstance(term, Composite)]
    owner = left.owner
    if owner is None and isinstance(right, Term):
        owner = right.owner
    return _LongSum(base.shared, base.constant + times * more, owner, max([base.depth, *depths]))


def _long(term: Expression) -> _LongSum | None:
    """Give *term* as a long sum that nothing has grown out of yet, if it is long."""
    if isinstance(term, _LongSum) and term.length == len(term.shared):
        return term
    if isinstance(term, _LongSum) or (isinstance(term, Formula) and len(term.below) >= _LONG):
        weights, constant = _weights_of(term)
        return _LongSum({one.key(): (one, weight) for one, weight in weights}, constant, term.owner, term.depth)
    return None


def _weights_of(term: object) -> tuple[list[tuple[Term, int]], int]:
    """Read anything that can be part of a sum as a weighted sum."""
    if not isinstance(term, Term):
        return [], integer(term)
    if isinstance(term, Formula) and isinstance(term.operation, WeightedSum):
        return list(zip(term.below, term.operation.weights, strict=True)), term.operation.constant
    if term.offset:
        return [(Variable(term.name, 0, term.owner), 1)], term.offset
    return [(term, 1)], 0


def added(parts: Sequence[tuple[object, int]]) -> tuple[list[tuple[Term, int]], int]:
    """Add weighted terms and integers up, terms that are always equal together."""
    constant = 0
    summands: list[tuple[list[tuple[Term, int]], int]] = []
    for part, times in parts:
        terms, more = _weights_of(part)
        constant += times * more
        if terms:
            summands.append((terms, times))
    if len(summands) == 1 and summands[0][1]:
        terms, times = summands[0]
        return (terms if times == 1 else [(term, times * weight) for term, weight in terms]), constant
    return _merged(summands), constant


def _merged(summands: list[tuple[list[tuple[Term, int]], int]]) -> list[tuple[Term, int]]:
    """Take terms that are always equal together."""
    places: dict[Hashable, int] = {}
    found: list[Term] = []
    weights: list[int] = []
    for terms, times in summands:
        for term, weight in terms:
            place = places.setdefault(term.key(), len(found))
            if place == len(found):
                found.append(term)
                weights.append(times * weight)
                continue
            weights[place] += times * weight
            same = found[place]
            if same.owner is not term.owner and same.owner is not None and term.owner is not None:
                raise UnknownVariableError(f"there are two variables {same}, and one belongs to another problem")
    # What may have no value stays, even with weight 0: the whole has none then.
    kept = [(found[place], weight) for place, weight in enumerate(weights) if weight or found[place].partial()]
    # Where everything cancels out one term stays, with weight 0, so that there is something to speak about.
    return kept or [(term, 0) for term in found[:1]]


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


def _compared(lesser: object, greater: object, gap: int) -> Constraint:
    """State that *greater* is at least *lesser* plus *gap*."""
    weights, constant = added([(lesser, 1), (greater, -1)])
    return Comparison(weights, constant + gap, "<=")


def _equated(left: Expression, right: object, *, equal: bool) -> Constraint:
    """State that both are equal, or different; between variables and values these can be anything, not only numbers."""
    if isinstance(right, Term):
        if not left.inline and not right.inline and left.name != right.name:
            return AllEqual((left, right)) if equal else Diff(left, right)
    elif isinstance(right, Constraint):
        raise KindError(f"{left} and ({right}) cannot be compared: one is a term, the other a constraint; see reify")
    elif not left.inline:
        value: Any = integer(right) if left.offset else right
        return In(left, [value]) if equal else NotIn(left, [value])
    weights, constant = added([(left, 1), (right, -1)])
    return Comparison(weights, constant, "==" if equal else "!=")


def _factors(term: Term) -> tuple[Term, ...]:
    return term.below if isinstance(term, Formula) and isinstance(term.operation, Multiplication) else (term,)
