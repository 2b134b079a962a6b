"""FlatZinc's global constraints that count: how often values are taken, and how many different ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from csplib.formats.flatzinc.arithmetic import member
from csplib.formats.flatzinc.logic import conjunction
from csplib.formats.flatzinc.posting import as_term, as_terms, compared, linear
from csplib.modelling.computed import count_of
from csplib.modelling.constraints.cardinality import Cardinality
from csplib.modelling.constraints.count_different import CountDifferent
from csplib.modelling.constraints.counting import AtLeast, AtMost, Count, Exactly

__all__ = ["COUNTING"]

_Row = Sequence[Any]


def _counted(relation: str) -> Callable[[_Row, Any, Any], Any]:
    """Return the constraint that ``total relation count(row, value)``."""

    def post(row: _Row, value: Any, total: Any) -> Any:
        if not row:
            return compared(relation, total, 0)
        if relation == "==":
            return Count(as_terms(row), value, total)
        return linear([1], [as_term(total)], relation, count_of(as_terms(row), value))

    return post


def _bounded(kind: Callable[[int, list[Any], Any], Any]) -> Callable[..., Any]:
    def post(number: int, row: _Row, value: Any) -> Any:
        if isinstance(value, int) and row:
            return kind(number, as_terms(row), value)
        relation = {"AtLeast": "<=", "AtMost": ">="}.get(getattr(kind, "__name__", ""), "==")
        return _counted(relation)(row, value, number)

    return post


def _among(total: Any, row: _Row, values: Sequence[int]) -> Any:
    return Count(as_terms(row), values=list(values), total=total) if row and values else compared("==", total, 0)


def _different_values(total: Any, row: _Row) -> Any:
    return CountDifferent(as_terms(row), total) if row else compared("==", total, 0)


def _cardinality(row: _Row, cover: Sequence[int], counts: _Row) -> Any:
    """Return the constraint that each value of *cover* is taken as often as its count says."""
    if _is_plain(row, cover) and not any(isinstance(count, int) and count < 0 for count in counts):
        return Cardinality(as_terms(row), dict(zip(cover, counts, strict=True)))
    return conjunction([_counted("==")(row, value, count) for value, count in zip(cover, counts, strict=True)])


def _cardinality_between(row: _Row, cover: Sequence[int], least: Sequence[int], most: Sequence[int]) -> Any:
    """Return the constraint that each value of *cover* is taken at least and at most so many times."""
    bounds = [(max(0, low), high) for low, high in zip(least, most, strict=True)]
    if _is_plain(row, cover) and all(low <= high for low, high in bounds):
        return Cardinality(as_terms(row), dict(zip(cover, bounds, strict=True)))
    found: list[Any] = []
    for value, (low, high) in zip(cover, bounds, strict=True):
        found += [_at_least(low, row, value), _at_most(high, row, value)]
    return conjunction(found)


def _is_plain(row: _Row, cover: Sequence[int]) -> bool:
    """Return whether there are variables, and each value is listed once."""
    return bool(row) and 0 < len(cover) == len(set(cover))


def _closed(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return the constraint of *rule*, together with the one that no other value is taken."""

    def post(row: _Row, cover: Sequence[int], *bounds: _Row) -> Any:
        return conjunction([rule(row, cover, *bounds), *[member(x, cover) for x in row]])

    return post


def _member(row: _Row, x: Any) -> Any:
    """Return the constraint that *x* is among *row*."""
    return linear([1], [count_of(as_terms(row), x)], ">=", 1) if row else False


_at_least, _at_most = _bounded(AtLeast), _bounded(AtMost)

COUNTING: dict[str, Callable[..., Any]] = {
    "among": _among,
    "at_least_int": _at_least,
    "at_most_int": _at_most,
    "count_eq": _counted("=="),
    "count_geq": _counted(">="),
    "count_gt": _counted(">"),
    "count_leq": _counted("<="),
    "count_lt": _counted("<"),
    "count_neq": _counted("!="),
    "exactly_int": _bounded(Exactly),
    "member_bool": _member,
    "member_int": _member,
    "nvalue": _different_values,
    "global_cardinality": _cardinality,
    "global_cardinality_closed": _closed(_cardinality),
    "global_cardinality_low_up": _cardinality_between,
    "global_cardinality_low_up_closed": _closed(_cardinality_between),
}
"""The constraints by name; each returns a constraint of csplib, or True or False."""
