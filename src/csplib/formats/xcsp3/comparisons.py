"""Constraints that compare variables: all different, all equal, ordered, lexicographic, precedence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

from csplib.formats.xcsp3.numbers import all_of, any_of, as_term, compare, equal, total
from csplib.formats.xcsp3.tables import tuples_of
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.counting import AtLeast
from csplib.modelling.constraints.except_values import AllDifferentExcept, AllEqualExcept
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.lex import Lex
from csplib.modelling.constraints.value_precedence import ValuePrecedence

if TYPE_CHECKING:
    from csplib.formats.xcsp3.given import Given

__all__ = ["all_different", "all_equal", "lexicographic", "ordered", "precedence"]

_WORDS = {"<": "lt", "<=": "le", ">=": "ge", ">": "gt"}
_STRICT = {"lt": True, "le": False, "gt": True, "ge": False}


def all_different(given: Given) -> Iterator[Constraint]:
    """Yield allDifferent over one list, several lists, or the rows and columns of a matrix."""
    given.only("list", "matrix", "except")
    if given.has("matrix"):
        rows = [[as_term(entry) for entry in row] for row in given.matrix()]
        excepted = given.values("except") if given.has("except") else []
        for line in (*rows, *map(list, zip(*rows, strict=True))):
            yield from _one_list(line, excepted)
    elif len(given.element.all("list")) > 1:
        yield from _different_lists(given)
    else:
        yield from _one_list(given.terms(), given.values("except") if given.has("except") else [])


def _one_list(terms: list[Any], excepted: list[Any]) -> Iterator[Constraint]:
    if len(terms) > 1:
        yield AllDifferentExcept(terms, excepted) if excepted else AllDifferent(terms)


def _lists(given: Given) -> list[list[Any]]:
    """Return several lists of one length."""
    lists = given.lists()
    if len({len(one) for one in lists}) != 1:
        raise ValueError(f"the lists of <{given.element.tag}> have different lengths")
    return lists


def _excepted_rows(given: Given) -> list[list[Any]]:
    if not given.has("except"):
        return []
    return [[given.names.operand(entry) for entry in row] for row in tuples_of(given.child("except").text)]


def _same(one: Sequence[Any], other: Sequence[Any]) -> Constraint:
    return all_of([equal(x, y) for x, y in zip(one, other, strict=True)])


def _different_lists(given: Given) -> Iterator[Constraint]:
    excepted = _excepted_rows(given)
    for one, other in combinations(_lists(given), 2):
        unequal = [~equal(x, y) for x, y in zip(one, other, strict=True)]
        yield any_of([*unequal, *[_same(one, row) for row in excepted]])


def all_equal(given: Given) -> Iterator[Constraint]:
    """Yield allEqual over one list, or several ones."""
    given.only("list", "except")
    if len(given.element.all("list")) > 1:
        yield from _equal_lists(given)
        return
    terms = given.terms()
    if given.has("except"):
        yield AllEqualExcept(terms, given.values("except"))
    elif len(terms) > 1:
        yield AllEqual(terms)


def _equal_lists(given: Given) -> Iterator[Constraint]:
    lists, excepted = _lists(given), _excepted_rows(given)
    for one, other in combinations(lists, 2) if excepted else pairwise(lists):
        others = [_same(row, known) for row in (one, other) for known in excepted]
        yield any_of([_same(one, other), *others])


def _operator(given: Given) -> str:
    text = given.child("operator").text.strip().lower()
    sign = _WORDS.get(text, text)
    if sign not in _STRICT:
        raise ValueError(f"{text[:20]!r} is no operator of an order")
    return sign


def ordered(given: Given) -> Iterator[Constraint]:
    """Yield an order of a list, perhaps with lengths between neighbors."""
    given.only("list", "lengths", "operator")
    sign, terms = _operator(given), given.terms()
    if not given.has("lengths"):
        if sign in {"gt", "ge"}:
            terms = terms[::-1]
        yield Increasing(terms, strictly=_STRICT[sign])
        return
    lengths = given.numbers("lengths")
    if not len(terms) - 1 <= len(lengths) <= len(terms):
        raise ValueError(f"<ordered> has {len(terms)} variables and {len(lengths)} lengths")
    for (one, other), length in zip(pairwise(terms), lengths, strict=False):
        yield compare(total([one, length]), sign, other)


def lexicographic(given: Given) -> Iterator[Constraint]:
    """Yield a lexicographic order of lists, or of the rows and of the columns of a matrix."""
    given.only("list", "matrix", "limit", "operator")
    sign = _operator(given)
    if given.has("matrix"):
        rows = given.matrix()
        groups: list[Any] = [rows, list(zip(*rows, strict=True))]
    elif given.has("limit"):
        groups = [[given.operands("list"), given.operands("limit")]]
    else:
        groups = [_lists(given)]
    for group in groups:
        for one, other in pairwise(group):
            first, second = (one, other) if sign in {"lt", "le"} else (other, one)
            yield Lex(list(map(as_term, first)), list(map(as_term, second)), strictly=_STRICT[sign])


def precedence(given: Given) -> Iterator[Constraint]:
    """Yield precedence of values, all of which are taken if they are "covered"."""
    given.only("list", "values")
    terms = given.terms()
    child = given.element.find("values")
    values = given.values_of(terms) if child is None else given.values()
    if len(values) > 1:
        yield ValuePrecedence(terms, values)
    if values and (given.flag("covered", given.element) or (child is not None and given.flag("covered", child))):
        yield AtLeast(1, terms, values[-1])
