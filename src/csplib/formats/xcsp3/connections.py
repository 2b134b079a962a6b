"""Constraints that connect variables by places: extremes, element, channel; and circuits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from csplib.formats.xcsp3.numbers import Condition, all_of, any_of, as_term, compare, equal, extreme_of, number, total
from csplib.modelling.computed import argmax, argmin
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.circuit import Circuit
from csplib.modelling.constraints.element import Element
from csplib.modelling.constraints.extremes import Maximum, Minimum
from csplib.modelling.constraints.inverse import Inverse
from csplib.modelling.constraints.logic import Fact
from csplib.modelling.constraints.one_hot import OneHot
from csplib.modelling.constraints.sub_circuit import SubCircuit
from csplib.modelling.functions import element, reify
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.formats.xcsp3.given import Given

__all__ = ["channel", "circuit", "element_of", "extreme", "extreme_place"]

_RANKS = {"any", "first", "last"}


def _rank(given: Given, tag: str = "index") -> str:
    child = given.element.find(tag)
    rank = (given.element.get("rank") or (child.get("rank") if child is not None else "") or "any").lower()
    if rank not in _RANKS:
        raise ValueError(f"the rank must be any, first or last, not {rank[:20]!r}")
    return rank


def extreme(given: Given) -> Iterator[Constraint]:
    """Yield a condition on the minimum or maximum of a list; the place of it may be stated, too."""
    given.only("list", "index", "condition")
    kind = given.element.tag
    terms = given.terms()
    best = extreme_of(terms, greatest=kind == "maximum")
    if given.has("index"):
        place = given.one("index") - given.start(given.child("list"))
        yield from _placed(terms, place, best, _rank(given), kind == "maximum")
    if not given.has("condition"):
        return
    condition = given.condition()
    if condition.sign == "eq":
        found = number(condition.operand)
        yield Minimum(terms, found) if kind == "minimum" else Maximum(terms, found)
    else:
        yield condition.holds(best)


def _placed(terms: list[Term], place: Any, best: Any, rank: str, greatest: bool) -> Iterator[Constraint]:  # noqa: FBT001
    """Yield that *place* is a place of the *best* of the *terms*: the one of this *rank*."""
    if rank == "any":
        yield equal(element(terms, place), best)
    else:
        yield equal(_ranked(terms, rank, greatest), place)


def _ranked(terms: list[Term], rank: str, greatest: bool) -> Any:  # noqa: FBT001
    """Return the first or the last place of the greatest or least of *terms*."""
    found = argmax if greatest else argmin
    return found(terms) if rank == "first" else total([len(terms) - 1, found(terms[::-1])], [1, -1])


def extreme_place(given: Given) -> Iterator[Constraint]:
    """Yield a condition on a place of the minimum or maximum: any one, the first or the last."""
    given.only("list", "condition")
    terms, condition, rank = given.terms(), given.condition(), _rank(given)
    start, greatest = given.start(given.child("list")), given.element.tag == "maximumArg"
    if rank != "any":
        yield condition.holds(total([_ranked(terms, rank, greatest), start]))
        return
    best = extreme_of(terms, greatest=greatest)
    if condition.sign == "eq":
        place = number(condition.operand) - start
        if isinstance(place, Term):
            yield equal(element(terms, place), best)
        else:
            yield equal(terms[place], best) if 0 <= place < len(terms) else Fact(False)  # noqa: FBT003
        return
    choices = [(condition.holds(start + place), equal(term, best)) for place, term in enumerate(terms)]
    yield any_of([all_of(choice) for choice in choices])


def element_of(given: Given) -> Iterator[Constraint]:
    """Yield a condition on an item of a list or matrix, chosen by indices; or that a list has a value."""
    given.only("list", "matrix", "index", "value", "condition")
    condition = given.condition() if given.has("condition") else Condition("eq", given.one("value"))
    if given.has("matrix"):
        yield _matrix_entry(given, condition)
        return
    items = given.operands("list")
    if not given.has("index"):
        yield any_of([condition.holds(item) for item in items])
        return
    index = given.one("index")
    place = total([number(index), given.start(given.child("list"))], [1, -1])
    yield _item(items, place, condition)
    rank = _rank(given)
    if rank != "any":
        if condition.sign != "eq":
            raise ValueError(f"<element> with the rank {rank!r} needs a value")
        for other, item in enumerate(items):
            beyond = compare(place, "gt" if rank == "first" else "lt", other)
            yield ~beyond | ~condition.holds(item)


def _item(items: Sequence[Any], place: Any, condition: Condition) -> Constraint:
    if not isinstance(place, Term):
        return condition.holds(items[place]) if 0 <= place < len(items) else Fact(False)  # noqa: FBT003
    if condition.sign == "eq" and isinstance(condition.operand, Term):
        return Element([_as_item(item) for item in items], place, condition.operand)
    return condition.holds(element([_as_item(item) for item in items], place))


def _as_item(item: Any) -> Any:
    return item if isinstance(item, (int, str)) else as_term(item)


def _matrix_entry(given: Given, condition: Condition) -> Constraint:
    rows = [[_as_item(item) for item in row] for row in given.matrix()]
    indices = given.numbers("index")
    if len(indices) != 2:
        raise ValueError(f"<element> of a matrix needs two indices, not {len(indices)}")
    child = given.child("matrix")
    starts = [given.start(child, attribute) for attribute in ("startRowIndex", "startColIndex")]
    row, column = [total([index, start], [1, -1]) for index, start in zip(indices, starts, strict=True)]
    if isinstance(row, Term) and isinstance(column, Term):
        return condition.holds(element(rows, row, column))
    if isinstance(row, Term):
        return _item([line[column] for line in rows], row, condition) if 0 <= column < len(rows[0]) else Fact(False)  # noqa: FBT003
    return _item(rows[row], column, condition) if 0 <= row < len(rows) else Fact(False)  # noqa: FBT003


def channel(given: Given) -> Iterator[Constraint]:
    """Yield that a list is inverse to itself or to another one, or that it has a 1 in one place alone."""
    given.only("list", "value")
    lists = given.element.all("list") or [given.element]
    first = given.of(lists[0])
    start = given.start(lists[0])
    if given.has("value"):
        flags = dict(enumerate(map(as_term, first), start))
        yield OneHot(as_term(given.one("value")), flags)
        return
    if len(lists) > 2:
        raise ValueError(f"<channel> has at most two lists, not {len(lists)}")
    second = given.of(lists[-1])
    other = given.start(lists[-1])
    here = [as_term(number(term) - other) if other else as_term(term) for term in first]
    there = [as_term(number(term) - start) if start else as_term(term) for term in second]
    if len(here) == len(there):
        yield Inverse(here, there)
    elif len(here) > len(there):
        yield Fact(False)  # noqa: FBT003 - two items of the first list would have one place
    else:
        yield AllDifferent(here)
        for place, term in enumerate(here):
            yield Element(there, term, as_term(place))


def circuit(given: Given) -> Iterator[Constraint]:
    """Yield that successors form one circuit, of at least two nodes; a node outside is its own successor."""
    given.only("list", "size")
    child = given.child("list")
    terms, start = [as_term(term) for term in given.of(child)], given.start(child)
    loops = [start + node in given.domain(term) for node, term in enumerate(terms)]
    size = number(given.one("size")) if given.has("size") else None
    if not any(loops) or size == len(terms):
        yield Circuit(terms, start=start)
        if len(terms) == 1:
            yield Fact(False)  # noqa: FBT003
    else:
        yield SubCircuit(terms, start=start)
        if all(loops):
            yield any_of([compare(term, "ne", start + node) for node, term in enumerate(terms)])
    if size is not None and size != len(terms):
        moving = [reify(compare(term, "ne", start + node)) for node, term in enumerate(terms)]
        yield equal(total(moving), size)
