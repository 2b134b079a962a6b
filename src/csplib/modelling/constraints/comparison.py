"""Comparisons: a linear sum is at most, equal to or different from 0; and the constraints that ``==`` and ``<=`` build.

Between variables and values ``==`` and ``!=`` need no arithmetic: they build `AllEqual`, `Diff`, `In` and `NotIn`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from csplib.errors import KindError
from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.other_libraries import native
from csplib.kernel.propagators.arithmetic import Arithmetic, NotZero
from csplib.kernel.propagators.linear import LinearAtMost, LinearDiffers
from csplib.kernel.propagators.linear_equals import Addition, LinearEquals, Total
from csplib.kernel.tracking import are_tracked, untrack
from csplib.modelling.arguments import integer_operand
from csplib.modelling.constants import Known
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint, as_label
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.logic import Fact
from csplib.modelling.constraints.membership import In, NotIn
from csplib.modelling.linear import are_different, linear_sum
from csplib.modelling.operations import WeightedSum
from csplib.modelling.terms import Composite, Term, depth_of, variables_in

if TYPE_CHECKING:
    from typing import Any

    from csplib.kernel.compiler import Label
    from csplib.lowering.lowering import Lowering

__all__ = ["Comparison", "Weights", "at_least", "equality"]

Weights: TypeAlias = "Sequence[tuple[Term, int]]"

_MIRRORED = {"<=": ">=", "==": "==", "!=": "!="}


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Comparison(Constraint):
    """A linear sum, *weights* plus *constant*, compared with 0. The operators on expressions build it.

    It prunes the bounds of the variables. A formula that is not linear is tabulated over few values. Between
    two variables ``x == y + 2``, ``x != y + 2`` and ``x <= y + 2`` are arcs.
    """

    numeric: ClassVar[bool] = True
    shifts: ClassVar[bool] = True
    repeats: ClassVar[bool] = True  # equal terms are merged already
    empty: ClassVar[bool] = True  # if all terms are constants
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"

    def __init__(
        self,
        weights: Weights,
        constant: int,
        relation: Literal["<=", "==", "!="],
        *,
        name: Label | None = None,
    ) -> None:
        self.summands: tuple[Term, ...] = tuple([term for term, _ in weights])
        self.factors: tuple[int, ...] = tuple([weight for _, weight in weights])
        self.constant: int = constant
        self.relation: Literal["<=", "==", "!="] = relation
        # As Constraint.__init__, but without most of its checks, because comparisons are stated by the thousands.
        stated: Constraint = self  # terms are not declared again: see Diff
        stated.terms = _leaves(self.summands)
        self.name: str | None = name if name is None else as_label(name)
        self.rank: int = 0
        self.depth: int = depth_of(self.terms)
        if type(self) is Comparison and not are_tracked(self.summands):
            untrack(self.factors)
            untrack(self)

    @property
    def weights(self) -> Weights:
        """The terms of the sum with their weights."""
        return [(term, self.factors[place]) for place, term in enumerate(self.summands)]

    def satisfied(self, values: Sequence[object]) -> bool:
        return self.holds_for({term.name: values[place] for place, term in enumerate(self.terms)})

    def holds_for(self, known: dict[Hashable, Any]) -> bool:
        """Return whether it holds where the leaves have the *known* values, by their names."""
        total: int = self.constant
        for place, term in enumerate(self.summands):
            total += self.factors[place] * _value(term, known)
        if self.relation == "<=":
            return total <= 0
        return (total == 0) == (self.relation == "==")

    def pairs(self, values: list[dict[Mask, object]], domains: list[Mask]) -> list[tuple[Mask, Mask]]:
        """Return the pairs of bits for which a comparison of two terms holds."""
        first, second = self.terms[0].name, self.terms[1].name
        xs, ys = values
        bits = split(domains[1])
        known: dict[Hashable, object] = {}
        found: list[tuple[Mask, Mask]] = []
        for a in split(domains[0]):
            known[first] = xs[a]
            look_up(16 * len(bits))
            for b in bits:
                known[second] = ys[b]
                if self.holds_for(known):
                    found.append((a, b))
        return found

    def reads(self) -> list[Term]:
        return variables_in(self.summands)

    def negated(self) -> Constraint:
        if self.relation == "<=":
            return Comparison([(term, -weight) for term, weight in self.weights], 1 - self.constant, "<=")
        return Comparison(self.weights, self.constant, "!=" if self.relation == "==" else "==")

    def lower(self, to: Lowering) -> None:
        if not self.terms:
            to.settle(self)
        elif len(self.terms) == 1 and not to.has_interval(self):
            to.restrict(self)
        elif 0 in self.factors or _has_inline(self.summands):
            self._lower_formula(to)
        else:
            self._lower_sum(to)

    def _lower_formula(self, to: Lowering) -> None:
        if self.relation == "!=":
            if to.has_interval(self):
                to.add(NotZero(to.scope(self), to.formula(self), self))
            else:
                to.ask(self)
            return
        place = self._defined_place()
        if place >= 0 and to.tabulate(self, "defined", rows=self._rows(to, place), defined=place):
            return
        if to.tabulate(self, "computed"):
            return
        to.add(Arithmetic(to.scope(self), to.formula(self), equal=self.relation == "==", origin=self))

    def _defined_place(self) -> int:
        """Return the place of a variable that the others determine, as z in ``z == x * y``; -1 if there is none."""
        if self.relation == "==":
            for term, weight in self.weights:
                others = [leaf.name for other, _ in self.weights if other is not term for leaf in other.leaves()]
                if not term.inline and abs(weight) == 1 and term.name not in others:
                    return self.scope.index(term.name)
        return -1

    def _rows(self, to: Lowering, place: int) -> Iterator[tuple[Any, ...]]:
        """Yield a row for each combination of the other values, with the value in *place* computed from them."""
        name = self.scope[place]
        ((defined, weight),) = [pair for pair in self.weights if not pair[0].inline and pair[0].name == name]
        rest = [(term, factor) for term, factor in self.weights if term.inline or term.name != name]
        domains: list[Any] = [to.values_left(x) for x in to.scope(self)]
        domains[place] = [0]
        for row in product(*domains):
            look_up(16)
            known = dict(zip(self.scope, row, strict=True))
            total = self.constant + sum([factor * _value(term, known) for term, factor in rest])
            yield (*row[:place], -weight * total - defined.offset, *row[place + 1 :])

    def _lower_sum(self, to: Lowering) -> None:
        scope, weights = to.scope(self), list(self.factors)
        if len(scope) == 2 and sorted(weights) == [-1, 1] and self._lower_pair(to, scope, weights):
            return
        if len(scope) == 2 and self.relation == "==" and to.tabulate(self, "computed"):
            return
        if self.relation == "<=":
            if self._greatest(to, scope, weights) > 0:  # else it always holds
                to.add(LinearAtMost(scope, weights, -self.constant, self))
        elif self.relation == "==":
            self._lower_equation(to, scope, weights)
        else:
            to.add(LinearDiffers(scope, weights, -self.constant, self))

    def _greatest(self, to: Lowering, scope: list[int], weights: list[int]) -> int:
        """Return the greatest value of the sum."""
        total = self.constant
        for x, weight in zip(scope, weights, strict=True):
            total += weight * (to.high(x) if weight > 0 else to.low(x))
        return total

    def _lower_equation(self, to: Lowering, scope: list[int], weights: list[int]) -> None:
        """Add a propagator for an equation; ``x + y == z + 2`` and plain sums have propagators of their own."""
        total = -self.constant
        if sum(weights) < 0:
            weights, total = [-weight for weight in weights], -total
        plain = len(set(scope)) == len(scope) > 2 and not to.has_interval(self)
        base = 0
        for place, x in enumerate(scope):
            axis = to.axis_of(x)
            plain = plain and axis.dense
            base += axis.base * weights[place]
        if plain and sorted(weights) == [-1, 1, 1]:
            x, y = [x for x, weight in zip(scope, weights, strict=True) if weight == 1]
            to.add(Addition(x, y, scope[weights.index(-1)], total, self, base=base))
        elif plain and set(weights) == {1}:
            to.add(Total(scope, total, self, base=base))
        else:
            to.add(LinearEquals(scope, weights, total, self))

    def _lower_pair(self, to: Lowering, scope: list[int], weights: list[int]) -> bool:
        """Add arcs for comparisons such as ``x == y + 2`` if possible; return whether it was."""
        by = -self.constant if weights[0] == 1 else self.constant
        if self.relation == "==":
            to.equate(self, scope[0], scope[1], by)
        elif self.relation == "!=":
            if to.start(scope[0]) != to.start(scope[1]):
                return False
            to.differ(self, [0, by])
        else:
            lesser, greater = (scope[0], scope[1]) if weights[0] == 1 else (scope[1], scope[0])
            return to.order(self, lesser, greater, -self.constant)
        return True

    def describe(self) -> str:
        left = [(term, weight) for term, weight in self.weights if weight > 0]
        right = [(term, -weight) for term, weight in self.weights if weight <= 0]
        relation: str = self.relation
        constant = -self.constant
        if not left:
            left, right, constant, relation = right, [], -constant, _MIRRORED[relation]
        if right and left and relation == "<=" and constant == -1:
            return f"{_shown(left, 0)} < {_shown(right, 0)}"
        if right and constant < 0:
            return f"{_shown(left, -constant)} {relation} {_shown(right, 0)}"
        return f"{_shown(left, 0)} {relation} {_shown(right, constant)}"


def _leaves(summands: tuple[Term, ...]) -> tuple[Term, ...]:
    """Return the terms that a sum needs variables for, each once."""
    if not _has_inline(summands):
        return summands
    leaves: dict[Hashable, Term] = {}
    for term in summands:
        for leaf in term.leaves():
            leaves[leaf.name] = leaf
    return tuple(leaves.values())


def _has_inline(terms: tuple[Term, ...]) -> bool:
    for term in terms:
        if term.inline:
            return True
    return False


def _value(term: Term, known: dict[Hashable, Any]) -> Any:
    return term.compute(known) if term.inline and isinstance(term, Composite) else term.evaluate(known)


def _shown(weights: Weights, constant: int) -> str:
    return WeightedSum([weight for _, weight in weights], constant).text([term.written() for term, _ in weights])[0]


def at_least(greater: object, lesser: object, gap: int) -> Constraint:
    """Return the constraint that *greater* is at least *lesser* plus *gap*."""
    if isinstance(lesser, Term) and isinstance(greater, Term) and are_different(lesser, greater):
        terms = [(lesser.plain(), 1), (greater.plain(), -1)]  # as below, without looking at what cannot be there
        return Comparison(terms, lesser.offset - greater.offset + gap, "<=")
    weights, constant = linear_sum([(lesser, 1), (greater, -1)])
    return Comparison(weights, constant + gap, "<=")


def equality(left: Term, right: object, *, equal: bool) -> Constraint:
    """Return the constraint that *left* and *right* are equal, or different; values need not be numbers."""
    if left.inline and isinstance(left, Known):
        if isinstance(right, Term) and not isinstance(right, Known):
            return equality(right, left.value, equal=equal)
        return Fact((left.value == (right.value if isinstance(right, Known) else right)) == equal)
    if isinstance(right, Term):
        term: Term = right
        if term.inline and isinstance(term, Known):
            return equality(left, term.value, equal=equal)
        if not left.inline and not term.inline and left.name != term.name:
            return AllEqual((left, term)) if equal else Diff(left, term)
    elif isinstance(right, Constraint):
        raise KindError(f"{left} and ({right}) cannot be compared: one is a term, the other a constraint; see reify")
    elif not left.inline:
        value: Any = integer_operand(right) if left.offset else native(right)
        return In(left, [value]) if equal else NotIn(left, [value])
    weights, constant = linear_sum([(left, 1), (right, -1)])
    return Comparison(weights, constant, "==" if equal else "!=")
