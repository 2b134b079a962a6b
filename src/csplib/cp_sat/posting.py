"""Constraints that must hold: a rule for each kind, with CP-SAT's global constraints where they mean the same.

A kind without a rule here is posted by requiring its literal, see `csplib.cp_sat.literals`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from csplib.cp_sat.arithmetic import total_of
from csplib.cp_sat.model import UnfitError
from csplib.cp_sat.rows import allow_rows, forbid_rows, possible_items
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.circuit import Circuit
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.element import Element
from csplib.modelling.constraints.inverse import Inverse
from csplib.modelling.constraints.logic import AnyOf
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.regular import Regular
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.constraints.relation import Relation
from csplib.modelling.constraints.sub_circuit import Path, SubCircuit
from csplib.modelling.constraints.table import Table

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    from csplib.cp_sat.model import Linear, Literal, Model, Number
    from csplib.cp_sat.translation import Translation

__all__ = ["POSTED", "interval_of"]


def _post_comparison(to: Translation, constraint: Comparison) -> None:
    total = total_of(to, constraint).expr
    if constraint.relation == "<=":
        to.cp.add(total <= 0)
    else:
        to.cp.add(total == 0 if constraint.relation == "==" else total != 0)


def _post_difference(to: Translation, constraint: Diff | AllDifferent) -> None:
    to.cp.add_all_different([to.code(term) for term in constraint.terms])


def _post_equality(to: Translation, constraint: AllEqual) -> None:
    for one, other in pairwise([to.code(term) for term in constraint.terms]):
        to.cp.add(one == other)


def _post_table(to: Translation, constraint: Table | Relation) -> None:
    if isinstance(constraint, Relation) and constraint.holds is not None:
        raise UnfitError("it is given by a function")
    (allow_rows if constraint.allows else forbid_rows)(to, constraint.terms, constraint.rows)


def _post_any(to: Translation, constraint: AnyOf) -> None:
    to.cp.add_bool_or([to.literal(part) for part in constraint.parts])


def _post_reified(to: Translation, constraint: Reified) -> None:
    holds = to.literal(constraint.constraint)
    to.equate(to.takes(constraint.terms[0], 1), holds)
    to.equate(to.takes(constraint.terms[0], 0), holds.negated())


def _post_element(to: Translation, constraint: Element) -> None:
    if not constraint.is_list:
        to.require(to.literal(constraint))
        return
    index, result = constraint.terms[:2]
    places = possible_items(to, constraint)
    to.require(to.among(index, places))
    items: list[Linear] = [0] * len(constraint.items)
    for place, (is_term, item) in places.items():
        items[place] = to.code(constraint.terms[item]) if is_term else to.code_of(item) or 0
    to.cp.add_element(to.code(index), items, to.code(result))


def _post_inverse(to: Translation, constraint: Inverse) -> None:
    short, long = constraint.rows(constraint.terms)
    to.require(*[to.among(term, range(len(long))) for term in short])
    to.cp.add_all_different([to.code(term) for term in short])
    if len(short) == len(long):
        to.require(*[to.among(term, range(len(short))) for term in long])
        to.cp.add_all_different([to.code(term) for term in long])
    for here, there in enumerate(short):
        for place, back in enumerate(long):
            to.equate(to.takes(there, place), to.takes(back, here))


def _post_circuit(to: Translation, constraint: Circuit) -> None:
    nodes = range(len(constraint.terms))
    arcs = [
        (node, after, literal)
        for node, term in enumerate(constraint.terms)
        for after in nodes
        # A loop would leave its node out of the circuit.
        if after != node and not to.is_false(literal := to.takes(term, constraint.start + after))
    ]
    for ends in ({node for node, _, _ in arcs}, {after for _, after, _ in arcs}):
        if len(ends) < len(nodes):
            to.require(to.false)
            return
    to.cp.add_circuit(arcs)


def _post_sub_circuit(to: Translation, constraint: SubCircuit) -> None:
    nodes = range(constraint.start, constraint.start + len(constraint.terms))
    to.require(*[to.among(term, nodes) for term in constraint.terms])
    arcs = []
    for node, term in enumerate(constraint.terms):
        arcs += [(node, after, to.takes(term, constraint.start + after)) for after in range(len(nodes))]
    to.cp.add_circuit(arcs)


def _post_path(to: Translation, constraint: Path) -> None:
    if constraint.start == constraint.end:
        to.require(*[to.takes(term, node) for node, term in enumerate(constraint.terms)])
        return
    nodes = [node for node in range(len(constraint.terms)) if node != constraint.start]
    to.require(to.takes(constraint.terms[constraint.end], constraint.end))
    arcs = [(constraint.end, constraint.start, to.true)]
    for node, term in enumerate(constraint.terms):
        if node != constraint.end:
            to.require(to.among(term, nodes))
            arcs += [(node, after, to.takes(term, after)) for after in nodes]
    to.cp.add_circuit(arcs)


def _post_regular(to: Translation, constraint: Regular) -> None:
    moves = [
        (state, code, behind)
        for (state, value), behind in constraint.transitions.items()
        if (code := to.code_of(value)) is not None
    ]
    if not moves or not constraint.accepting or any(len(behind) > 1 for _, _, behind in moves):
        to.require(to.literal(constraint))
        return
    numbers: dict[Hashable, int] = {constraint.start: 0}
    for state in (*[state for move in moves for state in (move[0], *move[2])], *constraint.accepting):
        numbers.setdefault(state, len(numbers))
    triples = [(numbers[state], code, numbers[behind[0]]) for state, code, behind in moves if behind]
    accepting = [numbers[state] for state in constraint.accepting]
    to.cp.add_automaton([to.code(term) for term in constraint.terms], 0, accepting, triples)


def _post_no_overlap(to: Translation, constraint: NoOverlap) -> None:
    to.cp.add_no_overlap(_intervals(to, constraint, [to.number(term) for term in constraint.terms]))


def _post_cumulative(to: Translation, constraint: Cumulative) -> None:
    numbers = [to.number(term) for term in constraint.terms]
    _, _, needs, capacity = constraint.parted(numbers)
    demands = [_natural(to, number).expr for number in needs]
    to.admit(sum([number.high for number in needs]))
    to.cp.add_cumulative(_intervals(to, constraint, numbers), demands, _natural(to, capacity).expr)


def _intervals(to: Model, constraint: NoOverlap | Cumulative, numbers: list[Number]) -> list[cp_model.IntervalVar]:
    """Return an interval for each task, an optional one if it need not be present; state where its end is."""
    found: list[cp_model.IntervalVar] = []
    for place in range(constraint.count):
        start, duration = numbers[place], numbers[constraint.count + place]
        present = to.true
        if place in constraint.more.presences:
            present = to.takes(constraint.terms[constraint.more.presences[place]], 1)
        if place in constraint.more.ends:
            end = numbers[constraint.more.ends[place]].expr
            to.cp.add(start.expr + duration.expr == end).only_enforce_if(present)
        found.append(interval_of(to, start, duration, present))
    return found


def interval_of(to: Model, start: Number, duration: Number, present: Literal | None = None) -> cp_model.IntervalVar:
    """Return an interval, whose duration is at least 0. If there is a literal for *present*, it is optional."""
    size = _natural(to, duration)
    literal = to.true if present is None else present
    is_known = literal.index == to.true.index
    if size.low == size.high:
        if is_known:
            return to.cp.new_fixed_size_interval_var(start.expr, size.low, "")
        return to.cp.new_optional_fixed_size_interval_var(start.expr, size.low, literal, "")
    end = to.new_number(start.low + size.low, start.high + size.high)
    to.cp.add(start.expr + size.expr == end.expr)
    if is_known:
        return to.cp.new_interval_var(start.expr, size.expr, end.expr, "")
    return to.cp.new_optional_interval_var(start.expr, size.expr, end.expr, literal, "")


def _natural(to: Model, number: Number) -> Number:
    """Return *number* with a domain without negative values, as CP-SAT requires."""
    if number.low >= 0:
        return number
    found = to.new_number(0, max(number.high, 0))
    to.cp.add(found.expr == number.expr)
    return found


POSTED: dict[type[Constraint], Callable[[Any, Any], None]] = {
    AllDifferent: _post_difference,
    AllEqual: _post_equality,
    AnyOf: _post_any,
    Circuit: _post_circuit,
    Comparison: _post_comparison,
    Cumulative: _post_cumulative,
    Diff: _post_difference,
    Element: _post_element,
    Inverse: _post_inverse,
    NoOverlap: _post_no_overlap,
    Path: _post_path,
    Regular: _post_regular,
    Reified: _post_reified,
    Relation: _post_table,
    SubCircuit: _post_sub_circuit,
    Table: _post_table,
}
"""The rule for each kind of constraint."""
