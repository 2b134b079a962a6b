"""FlatZinc's constraints over integers: comparisons, sums, arithmetic, and items of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from csplib.errors import OptionError
from csplib.formats.flatzinc.posting import as_term, as_terms, compared, linear, same
from csplib.modelling.constraints.element import Element
from csplib.modelling.constraints.extremes import Maximum, Minimum
from csplib.modelling.constraints.logic import AllOf, AnyOf
from csplib.modelling.constraints.membership import In
from csplib.modelling.divisions import truncated_quotient, truncated_remainder
from csplib.modelling.terms import Term

__all__ = ["ARITHMETIC", "member"]


def member(x: Any, values: Any) -> Any:
    """Return the constraint that *x* is one of the integers *values*."""
    return In(x, values) if isinstance(x, Term) else x in values


def _divided(operation: Callable[[Any, Any], Any], x: Any, y: Any, z: Any) -> Any:
    if isinstance(y, int) and y == 0:
        return False
    return operation(x, y) == z


def _power(x: Any, y: Any, z: Any) -> Any:
    """Return ``x ** y == z``; a negative power is 1 divided by the positive one, and rounded towards 0."""
    x, y, z = as_term(x), as_term(y), as_term(z)
    cases = [[x == 1, z == 1], [x == -1, z == 1 - 2 * (y % 2)], [compared("!=", abs(x), 1), x != 0, z == 0]]
    return AnyOf([AllOf([y >= 0, x**y == z]), *[AllOf([compared("<", y, 0), *case]) for case in cases]])


def _element(index: Any, items: Sequence[Any], result: Any) -> Any:
    if isinstance(index, int):
        return same(items[index - 1], result) if 1 <= index <= len(items) else False
    if not items:
        return False
    return Element(dict(enumerate(items, 1)), index, as_term(result))


def _extreme(kind: Callable[[Any, Any], Any], result: Any, row: Sequence[Any]) -> Any:
    if not row:
        raise OptionError("an empty array has no maximum or minimum")
    return kind(as_terms(row), as_term(result))


def _relations() -> dict[str, Callable[..., Any]]:
    """Return the comparisons, of two terms and of a sum with a number."""
    found: dict[str, Callable[..., Any]] = {}
    for name, relation in {"eq": "==", "ne": "!=", "le": "<=", "lt": "<", "ge": ">=", "gt": ">"}.items():
        found[f"int_{name}"] = lambda x, y, relation=relation: compared(relation, x, y)
        found[f"int_lin_{name}"] = lambda weights, row, total, relation=relation: linear(weights, row, relation, total)
    return found


ARITHMETIC: dict[str, Callable[..., Any]] = {
    **_relations(),
    "array_bool_element": _element,
    "array_int_element": _element,
    "array_int_maximum": lambda result, row: _extreme(Maximum, result, row),
    "array_int_minimum": lambda result, row: _extreme(Minimum, result, row),
    "array_var_bool_element": _element,
    "array_var_int_element": _element,
    "int_abs": lambda x, y: abs(x) == y,
    "int_div": lambda x, y, z: _divided(truncated_quotient, x, y, z),
    "int_max": lambda x, y, z: _extreme(Maximum, z, [x, y]),
    "int_min": lambda x, y, z: _extreme(Minimum, z, [x, y]),
    "int_minus": lambda x, y, z: linear([1, -1, -1], [x, y, z], "==", 0),
    "int_mod": lambda x, y, z: _divided(truncated_remainder, x, y, z),
    "int_negate": lambda x, y: linear([1, 1], [x, y], "==", 0),
    "int_plus": lambda x, y, z: linear([1, 1, -1], [x, y, z], "==", 0),
    "int_pow": _power,
    "int_times": lambda x, y, z: x * y == z,
    "set_in": member,
}
"""The constraints by name; each returns a constraint of csplib, or True or False."""
