"""FlatZinc's constraints over booleans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from csplib.formats.flatzinc.posting import compared, iff, linear, opposite, same
from csplib.modelling.choices import at_least_one
from csplib.modelling.constraints.logic import AllOf
from csplib.modelling.constraints.regular import Regular
from csplib.modelling.functions import implies

__all__ = ["LOGIC", "conjunction"]

_PARITY = {(0, False): 0, (0, True): 1, (1, False): 1, (1, True): 0}


def conjunction(row: Sequence[Any]) -> Any:
    """Return the constraint that all of *row* hold: constraints, booleans, True and False."""
    if any(one is False for one in row):
        return False
    return AllOf([one for one in row if one is not True])


def _clause(positive: Sequence[Any], negative: Sequence[Any]) -> Any:
    return at_least_one([*positive, *map(opposite, negative)])


def _is_all(row: Sequence[Any], truth: Any) -> Any:
    """Return the constraint that *truth* says whether all of *row* are true, as clauses."""
    if isinstance(truth, bool):
        return iff(truth, conjunction(row))
    each = [at_least_one([opposite(truth), one]) for one in row]
    return conjunction([*each, at_least_one([truth, *map(opposite, row)])])


def _is_any(row: Sequence[Any], truth: Any) -> Any:
    """Return the constraint that *truth* says whether one of *row* is true, as clauses."""
    if isinstance(truth, bool):
        return iff(truth, at_least_one(list(row)))
    each = [at_least_one([truth, opposite(one)]) for one in row]
    return conjunction([*each, at_least_one([opposite(truth), *row])])


def _odd(row: Sequence[Any]) -> Any:
    """Return the constraint that an odd number of *row* is true."""
    terms = [one for one in row if not isinstance(one, bool)]
    start = sum([one for one in row if isinstance(one, bool)]) % 2
    if not terms:
        return bool(start)
    return Regular(terms, _PARITY, start, [1])


def _different(a: Any, b: Any, *result: Any) -> Any:
    different = compared("!=", a, b)
    return iff(result[0], different) if result else different


LOGIC: dict[str, Callable[..., Any]] = {
    "array_bool_and": _is_all,
    "array_bool_or": _is_any,
    "array_bool_xor": _odd,
    "bool2int": same,
    "bool_and": lambda a, b, c: _is_all([a, b], c),
    "bool_clause": _clause,
    "bool_eq": same,
    "bool_ge": lambda a, b: implies(b, a),
    "bool_gt": lambda a, b: conjunction([a, opposite(b)]),
    "bool_le": implies,
    "bool_lin_eq": lambda weights, row, total: linear(weights, row, "==", total),
    "bool_lin_ge": lambda weights, row, total: linear(weights, row, ">=", total),
    "bool_lin_gt": lambda weights, row, total: linear(weights, row, ">", total),
    "bool_lin_le": lambda weights, row, total: linear(weights, row, "<=", total),
    "bool_lin_lt": lambda weights, row, total: linear(weights, row, "<", total),
    "bool_lin_ne": lambda weights, row, total: linear(weights, row, "!=", total),
    "bool_lt": lambda a, b: conjunction([opposite(a), b]),
    "bool_ne": _different,
    "bool_not": _different,
    "bool_or": lambda a, b, c: _is_any([a, b], c),
    "bool_xor": _different,
}
"""The constraints by name; each returns a constraint of csplib, or True or False."""
