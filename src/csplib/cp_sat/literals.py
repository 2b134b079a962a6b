"""Constraints as literals: for each kind, a literal that is true where the constraint holds and false elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from csplib.cp_sat.arithmetic import quotient_of, total_of
from csplib.cp_sat.model import UnfitError
from csplib.cp_sat.rows import operation_rows, possible_items, rows_literal
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.counting import AtLeast, AtMost, Exactly
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.element import Element
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.lex import Lex
from csplib.modelling.constraints.logic import AllOf, AnyOf, Not
from csplib.modelling.constraints.membership import In, NotIn
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.operated import Operated
from csplib.modelling.constraints.ordering import Ordering
from csplib.modelling.constraints.regular import Regular
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.constraints.relation import Relation
from csplib.modelling.constraints.table import Table
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.cp_sat.model import Linear, Literal, Model, Number
    from csplib.cp_sat.translation import Translation

__all__ = ["LITERALS"]


def _comparison_literal(to: Translation, constraint: Comparison) -> Literal:
    total = total_of(to, constraint).expr
    if constraint.relation == "<=":
        return to.decide(total <= 0, total >= 1)
    equal = to.decide(total == 0, total != 0)
    return equal if constraint.relation == "==" else equal.negated()


def _difference_literal(to: Translation, constraint: Diff | AllDifferent) -> Literal:
    return to.any_of([to.equal(one, other) for one, other in combinations(constraint.terms, 2)]).negated()


def _equality_literal(to: Translation, constraint: AllEqual) -> Literal:
    return to.all_of([to.equal(one, other) for one, other in pairwise(constraint.terms)])


def _table_literal(to: Translation, constraint: Table | Relation) -> Literal:
    if isinstance(constraint, Relation) and constraint.holds is not None:
        raise UnfitError("it is given by a function")
    listed = rows_literal(to, constraint.terms, constraint.rows)
    return listed if constraint.allows else listed.negated()


def _all_literal(to: Translation, constraint: AllOf) -> Literal:
    return to.all_of([to.literal(part) for part in constraint.parts])


def _any_literal(to: Translation, constraint: AnyOf) -> Literal:
    return to.any_of([to.literal(part) for part in constraint.parts])


def _not_literal(to: Translation, constraint: Not) -> Literal:
    return to.literal(constraint.parts[0]).negated()


def _reified_literal(to: Translation, constraint: Reified) -> Literal:
    truth, holds = constraint.terms[0], to.literal(constraint.constraint)
    said = to.all_of([to.takes(truth, 1), holds])
    denied = to.all_of([to.takes(truth, 0), holds.negated()])
    return to.any_of([said, denied])


def _count_of(to: Model, terms: Iterable[Term], values: Any) -> Linear:
    """Return the number of terms that have one of *values*."""
    count: Linear = to.tools.LinearExpr.sum([to.among(term, values) for term in terms])
    return count


def _bounded_literal(to: Translation, constraint: AtMost | AtLeast | Exactly) -> Literal:
    low, high = constraint.bounds()
    count = _count_of(to, constraint.terms, constraint.values)
    return to.between(count, max(low, 0), min(high, constraint.size))


def _increasing_literal(to: Translation, constraint: Increasing) -> Literal:
    gap = int(constraint.strictly)
    row = [to.number(term).expr for term in constraint.terms]
    return to.all_of([_at_most(to, low + gap, high) for low, high in pairwise(row)])


def _lex_literal(to: Translation, constraint: Lex) -> Literal:
    middle = len(constraint.terms) // 2
    row = [to.number(term).expr for term in constraint.terms]
    before = to.false if constraint.strictly else to.true
    for one, other in reversed(list(zip(row[:middle], row[middle:], strict=True))):
        less = _at_most(to, one + 1, other)
        before = to.any_of([less, to.all_of([_at_most(to, one, other), before])])
    return before


def _element_literal(to: Translation, constraint: Element) -> Literal:
    index, result = constraint.terms[:2]
    chosen = []
    for place, (is_term, item) in possible_items(to, constraint).items():
        same = to.equal(constraint.terms[item], result) if is_term else to.takes(result, item)
        chosen.append(to.all_of([to.takes(index, place), same]))
    return to.any_of(chosen)


def _regular_literal(to: Translation, constraint: Regular) -> Literal:
    """Follow all runs of the automaton at once: with a literal for each state that some run can reach."""
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


def _no_overlap_literal(to: Translation, constraint: NoOverlap) -> Literal:
    row = [to.number(term).expr for term in constraint.terms]
    count = constraint.count
    durations = row[count : 2 * count]
    found = [*[_at_most(to, 0, duration) for duration in durations], *_ends_literals(to, constraint, row)]
    tasks = list(zip(row[:count], durations, _absences(to, constraint), strict=True))
    for (start, duration, is_out), (other, long, is_off) in combinations(tasks, 2):
        one_first, other_first = _at_most(to, start + duration, other), _at_most(to, other + long, start)
        found.append(to.any_of([one_first, other_first, is_out, is_off]))
    return to.all_of(found)


def _absences(to: Translation, constraint: NoOverlap | Cumulative) -> list[Literal]:
    """Return for each task a literal for "it is not present"."""
    more = constraint.more.presences
    terms = constraint.terms
    return [to.takes(terms[more[i]], 1).negated() if i in more else to.false for i in range(constraint.count)]


def _ends_literals(to: Translation, constraint: NoOverlap | Cumulative, row: list[Linear]) -> list[Literal]:
    """Return literals for "start plus duration is the end", for each task that has one of its own."""
    absences = _absences(to, constraint)
    found: list[Literal] = []
    for i, place in constraint.more.ends.items():
        end = row[i] + row[constraint.count + i]
        found.append(to.any_of([to.decide(end == row[place], end != row[place]), absences[i]]))
    return found


def _cumulative_literal(to: Translation, constraint: Cumulative) -> Literal:
    """Check the times at which a task starts: the demand rises only there."""
    numbers = [to.number(term) for term in constraint.terms]
    count = constraint.count
    starts, durations = [n.expr for n in numbers[:count]], [n.expr for n in numbers[count : 2 * count]]
    demands, capacity = numbers[2 * count : 3 * count], numbers[3 * count].expr
    to.admit(sum([max(abs(demand.low), abs(demand.high)) for demand in demands]))
    found = [_at_most(to, 0, number.expr) for number in numbers[count : 3 * count + 1]]
    found += _ends_literals(to, constraint, [number.expr for number in numbers])
    for time in starts:
        needed = [
            _where(to, to.all_of([_at_most(to, start, time), _at_most(to, time + 1, start + duration)]), demand)
            for start, duration, demand in zip(starts, durations, demands, strict=True)
        ]
        found.append(_at_most(to, to.tools.LinearExpr.sum(needed), capacity))
    return to.all_of(found)


def _where(to: Model, literal: Literal, number: Number) -> Linear:
    """Return an expression that is *number* where *literal* is true, and 0 elsewhere."""
    found = to.new_number(min(number.low, 0), max(number.high, 0)).expr
    to.cp.add(found == number.expr).only_enforce_if(literal)
    to.cp.add(found == 0).only_enforce_if(literal.negated())
    return found


def _at_most(to: Model, one: Linear, other: Linear) -> Literal:
    return to.decide(one <= other, one >= other + 1)


def _member_literal(to: Translation, constraint: In) -> Literal:
    return to.is_one_of(constraint.terms[0], constraint.values)


def _no_member_literal(to: Translation, constraint: NotIn) -> Literal:
    return to.is_one_of(constraint.terms[0], constraint.values).negated()


def _operated_literal(to: Translation, constraint: Operated) -> Literal:
    rows = operation_rows(to, constraint)
    if rows is not None and constraint.equal:
        return rows_literal(to, constraint.terms, rows)
    if rows is not None:
        defined = to.fits(constraint.scope[1], lambda value: constraint.has_value(value + constraint.terms[1].offset))
        return to.all_of([defined, rows_literal(to, constraint.terms, rows).negated()])
    if constraint.kind == "**":
        raise UnfitError("it has too many powers")
    first, second, result = [to.number(term) for term in constraint.terms]
    truncated = constraint.kind in {"quotient", "remainder"}
    quotient, rest, defined = quotient_of(to, first, second, truncated=truncated)
    value = quotient.expr if constraint.kind in {"//", "quotient"} else rest.expr
    same = to.decide(value == result.expr, value != result.expr)
    return to.all_of([defined, same if constraint.equal else same.negated()])


def _ordering_literal(to: Translation, constraint: Ordering) -> Literal:
    first, second = constraint.terms
    found = []
    for value in to.values(second):
        fits = to.fits(first.name, lambda one, value=value: constraint.satisfied([one, value]))  # type: ignore[misc]
        found.append(to.all_of([to.takes(second, value), fits]))
    return to.any_of(found)


LITERALS: dict[type[Constraint], Callable[[Any, Any], Any]] = {
    AllDifferent: _difference_literal,
    AllEqual: _equality_literal,
    AllOf: _all_literal,
    AnyOf: _any_literal,
    AtLeast: _bounded_literal,
    AtMost: _bounded_literal,
    Comparison: _comparison_literal,
    Cumulative: _cumulative_literal,
    Diff: _difference_literal,
    Element: _element_literal,
    Exactly: _bounded_literal,
    In: _member_literal,
    Increasing: _increasing_literal,
    Lex: _lex_literal,
    NoOverlap: _no_overlap_literal,
    Not: _not_literal,
    NotIn: _no_member_literal,
    Operated: _operated_literal,
    Ordering: _ordering_literal,
    Regular: _regular_literal,
    Reified: _reified_literal,
    Relation: _table_literal,
    Table: _table_literal,
}
"""The rule for each kind of constraint. Over one variable, a rule is used only if its values are too many to list."""
