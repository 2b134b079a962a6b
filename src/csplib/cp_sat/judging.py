"""Constraints as literals: for each kind, a literal that is true where the constraint holds and false elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from csplib.cp_sat.arithmetic import total_of
from csplib.cp_sat.model import Model, Number, UnfitError
from csplib.cp_sat.rows import judge_rows
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.cardinality import Cardinality
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.counting import AtLeast, AtMost, Count, Exactly
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.element import Element
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.inverse import Inverse
from csplib.modelling.constraints.lex import Lex
from csplib.modelling.constraints.logic import AllOf, AnyOf, Not
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.regular import Regular
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.constraints.relation import Relation
from csplib.modelling.constraints.table import Table
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.cp_sat.model import Linear, Literal
    from csplib.cp_sat.translation import Translation

__all__ = ["JUDGED", "places_of"]


def _judge_comparison(to: Translation, constraint: Comparison) -> Literal:
    total = total_of(to, constraint).expr
    if constraint.relation == "<=":
        return to.decide(total <= 0, total >= 1)
    equal = to.decide(total == 0, total != 0)
    return equal if constraint.relation == "==" else equal.negated()


def _judge_difference(to: Translation, constraint: Diff | AllDifferent) -> Literal:
    return to.any_of([to.equal(one, other) for one, other in combinations(constraint.terms, 2)]).negated()


def _judge_equality(to: Translation, constraint: AllEqual) -> Literal:
    return to.all_of([to.equal(one, other) for one, other in pairwise(constraint.terms)])


def _judge_table(to: Translation, constraint: Table | Relation) -> Literal:
    if isinstance(constraint, Relation) and constraint.holds is not None:
        raise UnfitError("it is given by a function")
    listed = judge_rows(to, constraint.terms, constraint.rows)
    return listed if constraint.allows else listed.negated()


def _judge_all(to: Translation, constraint: AllOf) -> Literal:
    return to.all_of([to.literal(part) for part in constraint.parts])


def _judge_any(to: Translation, constraint: AnyOf) -> Literal:
    return to.any_of([to.literal(part) for part in constraint.parts])


def _judge_not(to: Translation, constraint: Not) -> Literal:
    return to.literal(constraint.parts[0]).negated()


def _judge_reified(to: Translation, constraint: Reified) -> Literal:
    truth, holds = constraint.terms[0], to.literal(constraint.constraint)
    said = to.all_of([to.takes(truth, 1), holds])
    denied = to.all_of([to.takes(truth, 0), holds.negated()])
    return to.any_of([said, denied])


def _count_of(to: Model, terms: Iterable[Term], values: Any) -> Linear:
    """Count the terms that have one of *values*."""
    count: Linear = to.tools.LinearExpr.sum([to.among(term, values) for term in terms])
    return count


def _judge_bounded(to: Translation, constraint: AtMost | AtLeast | Exactly) -> Literal:
    low, high = constraint.bounds()
    count = _count_of(to, constraint.terms, constraint.values)
    return to.between(count, max(low, 0), min(high, constraint.size))


def _judge_count(to: Translation, constraint: Count) -> Literal:
    count = _count_of(to, constraint.terms[: constraint.size], constraint.values)
    if constraint.number is not None:
        return to.between(count, max(constraint.number, 0), min(constraint.number, constraint.size))
    total = to.number(constraint.total).expr
    return to.decide(count == total, count != total)


def _judge_cardinality(to: Translation, constraint: Cardinality) -> Literal:
    most = len(constraint.terms)
    found = [
        to.between(_count_of(to, constraint.terms, (value,)), low, min(high, most))
        for value, (low, high) in constraint.counts.items()
    ]
    if constraint.closed:
        found += [to.among(term, constraint.counts) for term in constraint.terms]
    return to.all_of(found)


def _judge_increasing(to: Translation, constraint: Increasing) -> Literal:
    gap = int(constraint.strictly)
    row = [to.number(term).expr for term in constraint.terms]
    return to.all_of([_at_most(to, low + gap, high) for low, high in pairwise(row)])


def _judge_lex(to: Translation, constraint: Lex) -> Literal:
    middle = len(constraint.terms) // 2
    row = [to.number(term).expr for term in constraint.terms]
    before = to.false if constraint.strictly else to.true
    for one, other in reversed(list(zip(row[:middle], row[middle:], strict=True))):
        less = _at_most(to, one + 1, other)
        before = to.any_of([less, to.all_of([_at_most(to, one, other), before])])
    return before


def _judge_element(to: Translation, constraint: Element) -> Literal:
    index, result = constraint.terms[:2]
    chosen = []
    for place, (is_term, item) in places_of(to, constraint).items():
        same = to.equal(constraint.terms[item], result) if is_term else to.takes(result, item)
        chosen.append(to.all_of([to.takes(index, place), same]))
    return to.any_of(chosen)


def places_of(to: Model, constraint: Element) -> dict[Any, tuple[bool, Any]]:
    """Return the items that the index can point to and that the result can be, by their places or keys."""
    index, result = constraint.terms[:2]
    return {
        place: (is_term, item)
        for place, (is_term, item) in zip(constraint.places, constraint.items, strict=True)
        if not to.is_false(to.takes(index, place)) and (is_term or not to.is_false(to.takes(result, item)))
    }


def _judge_inverse(to: Translation, constraint: Inverse) -> Literal:
    first, second = constraint.terms[: constraint.size], constraint.terms[constraint.size :]
    found = []
    for here, there in enumerate(first):
        pairs = [to.all_of([to.takes(there, place), to.takes(back, here)]) for place, back in enumerate(second)]
        found.append(to.any_of(pairs))
    return to.all_of(found)


def _judge_regular(to: Translation, constraint: Regular) -> Literal:
    """Follow every run of the automaton at once: a literal for each state that some run can be in."""
    reached: dict[Hashable, Literal] = {constraint.start: to.true}
    for term in constraint.terms:
        values: dict[tuple[Hashable, Hashable], list[Hashable]] = {}
        for (state, value), behind in constraint.transitions.items():
            if state in reached:
                for after in behind:
                    values.setdefault((state, after), []).append(value)
        ways: dict[Hashable, list[Literal]] = {}
        for (state, after), several in values.items():
            way = to.all_of([reached[state], to.among(term, frozenset(several))])
            ways.setdefault(after, []).append(way)
        reached = {state: to.any_of(found) for state, found in ways.items()}
    return to.any_of([reached[state] for state in constraint.accepting if state in reached])


def _judge_no_overlap(to: Translation, constraint: NoOverlap) -> Literal:
    row = [to.number(term).expr for term in constraint.terms]
    middle = len(row) // 2
    tasks = list(zip(row[:middle], row[middle:], strict=True))
    found = [_at_most(to, 0, duration) for duration in row[middle:]]
    for (start, duration), (other, long) in combinations(tasks, 2):
        found.append(to.any_of([_at_most(to, start + duration, other), _at_most(to, other + long, start)]))
    return to.all_of(found)


def _judge_cumulative(to: Translation, constraint: Cumulative) -> Literal:
    """Look at the times at which a task starts: what is needed rises only there."""
    numbers = [to.number(term) for term in constraint.terms]
    count = len(numbers) // 3
    starts, durations = [n.expr for n in numbers[:count]], [n.expr for n in numbers[count : 2 * count]]
    demands, capacity = numbers[2 * count : -1], numbers[-1].expr
    to.admit(sum([max(abs(demand.low), abs(demand.high)) for demand in demands]))
    found = [_at_most(to, 0, number.expr) for number in numbers[count:]]
    for time in starts:
        needed = [
            _where(to, to.all_of([_at_most(to, start, time), _at_most(to, time + 1, start + duration)]), demand)
            for start, duration, demand in zip(starts, durations, demands, strict=True)
        ]
        found.append(_at_most(to, to.tools.LinearExpr.sum(needed), capacity))
    return to.all_of(found)


def _where(to: Model, literal: Literal, number: Number) -> Linear:
    """Give *number* where *literal* is true and 0 elsewhere."""
    found = to.new_number(min(number.low, 0), max(number.high, 0)).expr
    to.cp.add(found == number.expr).only_enforce_if(literal)
    to.cp.add(found == 0).only_enforce_if(literal.negated())
    return found


def _at_most(to: Model, one: Linear, other: Linear) -> Literal:
    return to.decide(one <= other, one >= other + 1)


JUDGED: dict[type[Constraint], Callable[[Any, Any], Any]] = {
    AllDifferent: _judge_difference,
    AllEqual: _judge_equality,
    AllOf: _judge_all,
    AnyOf: _judge_any,
    AtLeast: _judge_bounded,
    AtMost: _judge_bounded,
    Cardinality: _judge_cardinality,
    Comparison: _judge_comparison,
    Count: _judge_count,
    Cumulative: _judge_cumulative,
    Diff: _judge_difference,
    Element: _judge_element,
    Exactly: _judge_bounded,
    Increasing: _judge_increasing,
    Inverse: _judge_inverse,
    Lex: _judge_lex,
    NoOverlap: _judge_no_overlap,
    Not: _judge_not,
    Regular: _judge_regular,
    Reified: _judge_reified,
    Relation: _judge_table,
    Table: _judge_table,
}
"""How each kind of constraint becomes a literal. In and NotIn, and all others over one variable, need no rule."""
