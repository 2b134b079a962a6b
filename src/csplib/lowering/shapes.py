"""The shapes of constraints: equal for those that say the same, whatever their variables are called.

Only the kinds that are known here have a shape. A constraint of another class is like no other, and so is one of a
subclass: it may mean something else.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import FunctionType
from typing import TypeAlias

from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.logic import AllOf, AnyOf, Defined, Not
from csplib.modelling.constraints.membership import In, NotIn
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.constraints.rows import Predicate, Relation, Table

__all__ = ["shape_of"]

Places: TypeAlias = "Mapping[Hashable, int]"

_WORDS: dict[type, str] = {
    AllOf: "and",
    Defined: "and",
    AnyOf: "or",
    Not: "not",
    Reified: "reified",
    Diff: "different",
    AllDifferent: "different",
    AllEqual: "equal",
    In: "in",
    NotIn: "not in",
    Comparison: "comparison",
    Predicate: "predicate",
    Relation: "relation",
    Table: "table",
}


def shape_of(constraint: Constraint) -> Hashable:
    """Return a key that is equal for constraints that say the same about the variables in the same places.

    It is None if *constraint* is like no other. Predicates are alike if they call the same function, or functions that
    the same line of a loop has made from the same objects.

    >>> shape_of(Diff("a", "b")) == shape_of(Diff("c", "d")), shape_of(Diff("a", "b")) == shape_of(AllEqual("ab"))
    (True, False)
    """
    return _shape(constraint, {term.name: place for place, term in enumerate(constraint.terms)})


def _shape(constraint: Constraint, places: Places) -> Hashable:
    """Return the shape of *constraint* as a part of one whose terms have *places*."""
    word = _WORDS.get(type(constraint))
    if word is None:
        return None
    where: list[Hashable] = []
    for term in constraint.terms:
        place = places.get(term.name, -1)
        if place < 0:  # an expression that may have no value: the whole speaks of the variables inside it
            return None
        where.append((place, term.offset))
    said = _said(constraint, places)
    parts = [_shape(part, places) for part in constraint.parts]
    return None if None in parts else (word, said, *where, *parts)


def _said(constraint: Constraint, places: Places) -> Hashable:
    """Return what *constraint* says apart from its terms and parts."""
    if isinstance(constraint, Comparison):
        weighted = [(weight, term.shape(places)) for term, weight in constraint.weights]
        return (constraint.relation, constraint.constant, *weighted)
    if isinstance(constraint, (In, NotIn)):
        return frozenset(constraint.values)
    if isinstance(constraint, (Predicate, Relation)) and constraint.holds is not None:
        return _function(constraint.holds)
    if isinstance(constraint, (Table, Relation)):
        return (constraint.allows, constraint.rows)
    return None


def _function(holds: object) -> Hashable:
    """Return a key for a predicate: its code and all that it goes by, as long as that stays alive."""
    if not isinstance(holds, FunctionType) or holds.__kwdefaults__:
        return id(holds)
    try:
        inside = [id(cell.cell_contents) for cell in holds.__closure__ or ()]
    except ValueError:  # a variable that has no value yet
        return id(holds)
    return (id(holds.__code__), id(holds.__globals__), *map(id, holds.__defaults__ or ()), None, *inside)
