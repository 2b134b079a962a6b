"""The kinds of expressions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from csplib.errors import KindError, OptionError, RowError
from csplib.formats.kinds import Field, Kind, kind
from csplib.modelling.arguments import checked_divisor
from csplib.modelling.calculations import Calculation
from csplib.modelling.choices import Chosen, Picked
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.operated import KINDS
from csplib.modelling.divisions import OperationOf
from csplib.modelling.expressions import Constant, Expression, Formula
from csplib.modelling.functions import ElementOf, EntryOf, Truth
from csplib.modelling.operations import (
    FloorDivision,
    Greatest,
    Least,
    Magnitude,
    Modulo,
    Multiplication,
    Operation,
    WeightedSum,
)
from csplib.modelling.places import Entry
from csplib.modelling.results import ResultOf
from csplib.modelling.terms import Term

__all__ = ["EXPRESSIONS", "OPERATIONS"]


def _sum(terms: Sequence[Term], weights: Sequence[int], constant: int = 0) -> Expression:
    if len(terms) != len(weights):
        raise RowError(f"a sum of {len(terms)} terms has {len(weights)} weights")
    return Formula(WeightedSum(weights, constant), terms)


def _of_many(operation: Callable[[], Operation]) -> Callable[..., Expression]:
    def made(terms: Sequence[Term]) -> Expression:
        if not terms:
            raise RowError("an operation needs a term")
        return Formula(operation(), terms)

    return made


def _divided(operation: Callable[[int], Operation]) -> Callable[..., Expression]:
    def made(term: Term, divisor: int) -> Expression:
        return Formula(operation(checked_divisor(divisor)), [term])

    return made


def _operation(operator: str, first: Term, second: Term) -> Expression:
    if operator not in KINDS:
        raise OptionError(f"there is no operator {operator!r}, only {', '.join(KINDS)}")
    return OperationOf(operator, first, second)


def _element(items: Sequence[Term], index: Term, keys: Sequence[Hashable] | None = None) -> Expression:
    found = range(len(items)) if keys is None else keys
    if len(found) != len(items) or not items:
        raise RowError(f"an element has {len(items)} items and {len(found)} keys")
    return ElementOf(items, index, found)


def _entry(keys: Sequence[Any], indices: Sequence[Term], entries: Sequence[Hashable]) -> Expression:
    _check_keys(keys, indices, len(entries))
    return EntryOf(keys, indices, entries)


def _place(keys: Sequence[Any], indices: Sequence[Term]) -> Term:
    _check_keys(keys, indices, len(keys))
    return Entry(keys, indices)


def _check_keys(keys: Sequence[Any], indices: Sequence[Term], entries: int) -> None:
    if not keys or len(keys) != entries or {len(key) for key in keys} != {len(indices)}:
        raise RowError(f"each of {entries} entries needs a key for {len(indices)} indices")


def _chosen(condition: Constraint, then: Term, otherwise: Term) -> Expression:
    return (Chosen if then.partial() or otherwise.partial() else Picked)(condition, then, otherwise)


def _result(of: Constraint) -> Expression:
    if not hasattr(of, "with_result"):
        raise KindError(f"{of} computes nothing")
    return ResultOf(of)


OPERATIONS: dict[type, Kind] = {
    WeightedSum: kind(
        "sum",
        Calculation,
        {"terms": Field.TERMS, "weights": Field.INTEGERS, "constant": Field.INTEGER},
        lambda one: (one.below, one.operation.weights, one.operation.constant or None),
        _sum,
    ),
    Multiplication: kind(
        "times", Calculation, {"terms": Field.TERMS}, lambda one: (one.below,), _of_many(Multiplication)
    ),
    Magnitude: kind(
        "abs",
        Calculation,
        {"term": Field.TERM},
        lambda one: one.below,
        lambda term: Formula(Magnitude(), [term]),
    ),
    FloorDivision: kind(
        "floor_division",
        Calculation,
        {"term": Field.TERM, "divisor": Field.INTEGER},
        lambda one: (one.below[0], one.operation.divisor),
        _divided(FloorDivision),
    ),
    Modulo: kind(
        "modulo",
        Calculation,
        {"term": Field.TERM, "divisor": Field.INTEGER},
        lambda one: (one.below[0], one.operation.divisor),
        _divided(Modulo),
    ),
    Least: kind("min", Calculation, {"terms": Field.TERMS}, lambda one: (one.below,), _of_many(Least)),
    Greatest: kind("max", Calculation, {"terms": Field.TERMS}, lambda one: (one.below,), _of_many(Greatest)),
}
"""The kinds of calculations, by the class of their operation."""

_CHOICE = {"condition": Field.CONSTRAINT, "then": Field.TERM, "otherwise": Field.TERM}

EXPRESSIONS: dict[type, Kind] = {
    one.type: one
    for one in (
        kind("constant", Known, {"value": Field.VALUE}, None, Constant),
        kind(
            "operator",
            OperationOf,
            {"operator": Field.WORD, "first": Field.TERM, "second": Field.TERM},
            lambda one: (one.kind, one.first, one.second),
            _operation,
        ),
        kind(
            "item",
            ElementOf,
            {"items": Field.TERMS, "index": Field.TERM, "keys": Field.VALUES},
            lambda one: (one.items, one.index, None if isinstance(one.keys, range) else one.keys),
            _element,
        ),
        kind(
            "entry",
            EntryOf,
            {"keys": Field.ROWS, "indices": Field.TERMS, "entries": Field.VALUES},
            lambda one: (one.keys, one.indices, tuple(one.entries.values())),
            _entry,
        ),
        kind("place", Entry, {"keys": Field.ROWS, "indices": Field.TERMS}, None, _place),
        kind("truth", Truth, {"constraint": Field.CONSTRAINT}),
        kind("choice", Chosen, _CHOICE, lambda one: (one.given, one.then, one.other), _chosen),
        kind("choice", Picked, _CHOICE, lambda one: (one.given, one.items[1], one.items[0]), _chosen),
        kind("result", ResultOf, {"of": Field.CONSTRAINT}, lambda one: (one.rule,), _result),
    )
}
"""The kinds of all other expressions, by their class. A variable, perhaps plus a number, has no class of its own."""

EXPRESSIONS[Constant] = EXPRESSIONS[Known]
