"""CPMpy's global functions as expressions of csplib."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from csplib import (
    Constant,
    count_different,
    count_of,
    element,
    max_of,
    min_of,
    truncated_quotient,
    truncated_remainder,
)
from csplib.compat.cpmpy.translation import is_at_least

if TYPE_CHECKING:
    from csplib.compat.cpmpy.translation import Translation

__all__ = ["FUNCTIONS"]


def _least(to: Translation, function: Any) -> Any:
    return min_of([to.number(one) for one in function.args])


def _greatest(to: Translation, function: Any) -> Any:
    return max_of([to.number(one) for one in function.args])


def _magnitude(to: Translation, function: Any) -> Any:
    return abs(to.number(function.args[0]))


def _product(to: Translation, function: Any) -> Any:
    first, second = function.args
    return to.number(first) * to.number(second)


def _quotient(to: Translation, function: Any) -> Any:
    number, divisor = _divided(to, function)
    if type(divisor) is int and _rounds_down(function.args[0], divisor):
        return number // divisor
    return truncated_quotient(number, divisor)


def _remainder(to: Translation, function: Any) -> Any:
    number, divisor = _divided(to, function)
    if type(divisor) is int and _rounds_down(function.args[0], divisor):
        return number % divisor
    return truncated_remainder(number, divisor)


def _divided(to: Translation, function: Any) -> tuple[Any, Any]:
    number, divisor = [to.number(one) for one in function.args]
    return number, Constant(0) if type(divisor) is int and not divisor else divisor


def _rounds_down(number: Any, divisor: int) -> bool:
    """Return whether it makes no difference that Python rounds quotients down and CPMpy towards 0."""
    return divisor > 0 and is_at_least(number, 0)


def _power(to: Translation, function: Any) -> Any:
    base, exponent = function.args
    return to.number(base) ** int(exponent)


def _element(to: Translation, function: Any) -> Any:
    items, index = function.args
    return element([to.number(item) for item in items], to.number(index))


def _entry(to: Translation, function: Any) -> Any:
    array, *indices = function.args
    return element(_nested(to, array), *[to.number(index) for index in indices])


def _nested(to: Translation, array: Any) -> list[Any]:
    if array.ndim == 1:
        return [to.number(item) for item in array]
    return [_nested(to, row) for row in array]


def _count(to: Translation, function: Any) -> Any:
    items, value = function.args
    return count_of(to.terms(items), to.number(value)) if len(items) else 0


def _among(to: Translation, function: Any) -> Any:
    items, values = function.args
    if not len(items) or not len(values):
        return 0
    return count_of(to.terms(items), values=[int(value) for value in values])


def _different(to: Translation, function: Any) -> Any:
    return count_different(to.terms(function.args)) if function.args else 0


def _different_except(to: Translation, function: Any) -> Any:
    items, value = function.args
    return count_different(to.terms(items), except_=int(value)) if len(items) else 0


FUNCTIONS: dict[str, Callable[[Translation, Any], Any]] = {
    "min": _least,
    "max": _greatest,
    "abs": _magnitude,
    "mul": _product,
    "div": _quotient,
    "mod": _remainder,
    "pow": _power,
    "element": _element,
    "nd_element": _entry,
    "count": _count,
    "among": _among,
    "nvalue": _different,
    "nvalue_except": _different_except,
}
"""The translations, by the names that CPMpy gives to its functions."""
