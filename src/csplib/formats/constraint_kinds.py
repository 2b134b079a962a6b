"""The kinds of constraints that have no other constraints inside, by their classes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from csplib.errors import OptionError, RowError
from csplib.formats.kinds import ABSENT, Field, Kind, kind, placed
from csplib.modelling.constants import Known
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.cardinality import Cardinality
from csplib.modelling.constraints.circuit import Circuit
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.count_different import CountDifferent
from csplib.modelling.constraints.counting import AtLeast, AtMost, Count, Exactly
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.element import Element
from csplib.modelling.constraints.except_values import AllDifferentExcept, AllEqualExcept
from csplib.modelling.constraints.extreme_places import ArgMax, ArgMin
from csplib.modelling.constraints.extremes import Maximum, Minimum
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.inverse import Inverse
from csplib.modelling.constraints.lex import Lex
from csplib.modelling.constraints.mdd import MDD
from csplib.modelling.constraints.membership import In, NotIn
from csplib.modelling.constraints.not_all_equal import NotAllEqual
from csplib.modelling.constraints.one_hot import OneHot
from csplib.modelling.constraints.operated import KINDS, Operated
from csplib.modelling.constraints.ordering import SIGNS, Ordering
from csplib.modelling.constraints.predicate import Predicate
from csplib.modelling.constraints.product import Product
from csplib.modelling.constraints.regular import Regular
from csplib.modelling.constraints.relation import Relation
from csplib.modelling.constraints.stretch import Stretch
from csplib.modelling.constraints.sub_circuit import Path, SubCircuit
from csplib.modelling.constraints.table import Table
from csplib.modelling.constraints.value_precedence import ValuePrecedence
from csplib.modelling.expressions import Constant
from csplib.modelling.set_order import in_order
from csplib.modelling.terms import Term

__all__ = ["PLAIN"]


def _comparison(terms: Sequence[Term], weights: Sequence[int], relation: Any, constant: int = 0) -> Comparison:
    if len(terms) != len(weights):
        raise RowError(f"a comparison of {len(terms)} terms has {len(weights)} weights")
    if relation not in {"<=", "==", "!="}:
        raise OptionError(f"there is no relation {relation!r}, only <=, == and !=")
    return Comparison(list(zip(terms, weights, strict=True)), constant, relation)


def _operated(operator: str, first: Term, second: Term, result: Term, *, equal: bool) -> Operated:
    if operator not in KINDS:
        raise OptionError(f"there is no operator {operator!r}, only {', '.join(KINDS)}")
    return Operated(operator, first, second, result, equal=equal)


def _ordering(sign: str, first: Term, second: Term, delay: Any = None) -> Ordering:
    if sign not in SIGNS or not isinstance(delay, (timedelta, type(None))):
        raise OptionError(f"values have no order {sign!r} with the delay {delay!r}")
    return Ordering(first, sign, second.value if isinstance(second, Known) else second, delay)


def _element(items: Sequence[Term], index: Term, result: Term, keys: Sequence[Hashable] | None = None) -> Element:
    return Element(items if keys is None else _mapping(keys, items), index, result)


def _one_hot(variable: Term, flags: Sequence[Term], keys: Sequence[Hashable]) -> OneHot:
    return OneHot(variable, _mapping(keys, flags))


def _mapping(keys: Sequence[Hashable], items: Sequence[Any]) -> dict[Hashable, Any]:
    if len(keys) != len(items) or len(set(keys)) != len(keys):
        raise RowError(f"{len(items)} items need as many different keys, not {len(keys)}")
    return dict(zip(keys, items, strict=True))


def _count(
    variables: Sequence[Term], total: Term, values: Sequence[Hashable] | None = None, value: Term | None = None
) -> Count:
    return Count(variables, total=total, values=values) if value is None else Count(variables, value, total)


def _regular(
    variables: Sequence[Term], transitions: Mapping[Any, Any], start: Hashable, accepting: Sequence[Hashable]
) -> Regular:
    return Regular(variables, {pair: list(states) for pair, states in transitions.items()}, start, accepting)


def _items(one: Element) -> list[Term]:
    return [one.terms[item] if is_term else Constant(item) for is_term, item in one.items]


def _counts(one: Cardinality) -> dict[Hashable, Any]:
    return {value: one.terms[one.places[value]] if value in one.places else one.counts[value] for value in one.counts}


def _automaton(one: Regular) -> tuple[Any, ...]:
    return one.terms, one.transitions, one.start, one.accepting


def _ordered(one: Ordering) -> tuple[Any, ...]:
    second = one.terms[1] if len(one.terms) == 2 else Constant(one.bound)
    return one.sign, one.terms[0], second, ABSENT if one.delay is None else one.delay


def _edges(one: MDD) -> list[tuple[Hashable, ...]]:
    return [(*pair, after) for pair, several in one.transitions.items() for after in several]


def _members(one: Any) -> Sequence[Hashable]:
    values: Any = one.values
    return values if isinstance(values, range) else tuple(values)


def _listed(one: Any) -> tuple[Any, Any]:
    return (one.rows, None) if one.allows else (None, one.rows)


def _related(one: Relation) -> tuple[Any, ...]:
    return (*one.terms, *_listed(one), None) if one.holds is None else (*one.terms, None, None, one.holds)


def _number(one: Any) -> tuple[Any, ...]:
    return one.number, one.terms, tuple(one.values)


def _halves(one: Constraint) -> tuple[Any, ...]:
    half = len(one.terms) // 2
    return one.terms[:half], one.terms[half:]


def _last(one: Constraint) -> tuple[Any, ...]:
    return one.terms[:-1], one.terms[-1]


def _calculated(one: Comparison) -> tuple[Any, ...]:
    return one.summands[0].operands(), one.summands[1]


_TERM, _TERMS, _VALUES, _INTEGER, _FLAG = Field.TERM, Field.TERMS, Field.VALUES, Field.INTEGER, Field.FLAG
_VARIABLES = {"variables": _TERMS}
_CONSISTENCY = {"consistency": Field.WORD}
_ONE = {"variable": _TERM, "values": _VALUES}
_LISTED = {"allowed": Field.ROWS, "forbidden": Field.ROWS}
_OPERATOR = {"operator": Field.WORD, "first": _TERM, "second": _TERM, "result": _TERM, "equal": _FLAG}
_ORDER = {"sign": Field.WORD, "first": _TERM, "second": _TERM, "delay": Field.VALUE}
_MOVES = {"transitions": Field.MOVES, "start": Field.VALUE, "accepting": _VALUES}

PLAIN: tuple[Kind, ...] = (
    kind("all_different", AllDifferent, _VARIABLES | _CONSISTENCY, lambda c: (c.terms, c.consistency)),
    kind(
        "all_different_except",
        AllDifferentExcept,
        _VARIABLES | {"value": _VALUES} | _CONSISTENCY,
        lambda c: (c.terms, tuple(c.excepted), c.consistency),
        lambda variables, value, consistency=None: AllDifferentExcept(variables, list(value), consistency=consistency),
    ),
    kind(
        "all_equal",
        AllEqual,
        _VARIABLES,
        lambda c: (c.terms,),
        placed(AllEqual, _VARIABLES),
    ),
    kind(
        "all_equal_except",
        AllEqualExcept,
        _VARIABLES | {"value": _VALUES},
        lambda c: (c.terms, tuple(c.excepted)),
        lambda variables, value: AllEqualExcept(variables, list(value)),
    ),
    kind("not_all_equal", NotAllEqual, _VARIABLES, lambda c: (c.terms,), placed(NotAllEqual, _VARIABLES)),
    kind("different", Diff, {"x": _TERM, "y": _TERM}, lambda c: c.terms),
    kind("in", In, _ONE, lambda c: (c.terms[0], _members(c)), placed(In, _ONE)),
    kind("not_in", NotIn, _ONE, lambda c: (c.terms[0], _members(c)), placed(NotIn, _ONE)),
    kind(
        "comparison",
        Comparison,
        {"terms": _TERMS, "weights": Field.INTEGERS, "relation": Field.WORD, "constant": _INTEGER},
        lambda c: (c.summands, c.factors, c.relation, c.constant or None),
        _comparison,
    ),
    kind("product", Product, _VARIABLES | {"result": _TERM}, _calculated),
    kind("minimum", Minimum, _VARIABLES | {"least": _TERM}, _calculated),
    kind("maximum", Maximum, _VARIABLES | {"greatest": _TERM}, _calculated),
    kind("operation", Operated, _OPERATOR, lambda c: (c.kind, *c.terms, c.equal), _operated),
    kind(
        "order",
        Ordering,
        _ORDER,
        _ordered,
        _ordering,
    ),
    kind("at_most", AtMost, {"most": _INTEGER} | _VARIABLES | {"values": _VALUES}, _number),
    kind("at_least", AtLeast, {"least": _INTEGER} | _VARIABLES | {"values": _VALUES}, _number),
    kind("exactly", Exactly, {"number": _INTEGER} | _VARIABLES | {"values": _VALUES}, _number),
    kind(
        "count",
        Count,
        _VARIABLES | {"total": _TERM, "values": _VALUES, "value": _TERM},
        lambda c: (c.terms[: c.size], c.total, tuple(c.values) if c.target is None else None, c.target),
        _count,
    ),
    kind(
        "count_different",
        CountDifferent,
        _VARIABLES | {"total": _TERM, "except_": _VALUES},
        lambda c: (c.terms[:-1], c.terms[-1], tuple(c.ignored) or None),
        lambda variables, total, except_=(): CountDifferent(variables, total, except_=list(except_)),
    ),
    kind(
        "cardinality",
        Cardinality,
        _VARIABLES | {"counts": Field.COUNTS, "closed": _FLAG},
        lambda c: (c.terms[: c.size], _counts(c), c.closed or None),
    ),
    kind("arg_min", ArgMin, _VARIABLES | {"place": _TERM}, _last),
    kind("arg_max", ArgMax, _VARIABLES | {"place": _TERM}, _last),
    kind("increasing", Increasing, _VARIABLES | {"strictly": _FLAG}, lambda c: (c.terms, c.strictly or None)),
    kind(
        "lexicographic",
        Lex,
        {"first": _TERMS, "second": _TERMS, "strictly": _FLAG},
        lambda c: (*_halves(c), c.strictly or None),
    ),
    kind("inverse", Inverse, {"first": _TERMS, "second": _TERMS}, lambda c: (c.terms[: c.size], c.terms[c.size :])),
    kind("precedence", ValuePrecedence, _VARIABLES | {"values": _VALUES}, lambda c: (c.terms, tuple(c.values))),
    kind(
        "element",
        Element,
        {"items": _TERMS, "index": _TERM, "result": _TERM, "keys": _VALUES},
        lambda c: (_items(c), c.terms[0], c.terms[1], None if c.is_list else tuple(c.places)),
        _element,
    ),
    kind(
        "one_hot",
        OneHot,
        {"variable": _TERM, "flags": _TERMS, "keys": _VALUES},
        lambda c: (c.terms[0], c.terms[1:], tuple(c.keys)),
        _one_hot,
    ),
    kind("circuit", Circuit, {"successors": _TERMS, "start": _INTEGER}, lambda c: (c.terms, c.start or None)),
    kind("sub_circuit", SubCircuit, {"successors": _TERMS, "start": _INTEGER}, lambda c: (c.terms, c.start or None)),
    kind("path", Path, {"successors": _TERMS, "start": _INTEGER, "end": _INTEGER}, lambda c: (c.terms, c.start, c.end)),
    kind("table", Table, {"scope": _TERMS, **_LISTED}, lambda c: (c.terms, *_listed(c))),
    kind("relation", Relation, {"x": _TERM, "y": _TERM, **_LISTED, "holds": Field.FUNCTION}, _related),
    kind("regular", Regular, _VARIABLES | _MOVES, _automaton, _regular),
    kind("mdd", MDD, _VARIABLES | {"edges": Field.ROWS}, lambda c: (c.terms, _edges(c))),
    kind(
        "stretch",
        Stretch,
        _VARIABLES | {"lengths": Field.BOUNDS, "changes": Field.ROWS},
        lambda c: (c.terms, c.lengths, None if c.changes is None else in_order(c.changes)),
    ),
    kind("predicate", Predicate, {"scope": _TERMS, "holds": Field.FUNCTION}, lambda c: (c.terms, c.holds)),
)
"""The kinds of constraints whose parts are terms and values."""
