"""Names and values as JSON: strings, numbers, true, false and null as they are, tuples as arrays, others as objects.

>>> encoded(("x", 1, 2.5, None)), encoded(Fraction(1, 3))
(['x', 1, 2.5, None], {'fraction': '1/3'})
>>> decoded({"date": "2026-01-31"})
datetime.date(2026, 1, 31)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from math import isinf
from typing import Any, Final

from csplib.display.wording import brief
from csplib.errors import FormatError
from csplib.modelling.rows import ANY
from csplib.modelling.set_order import in_order

__all__ = ["OBJECTS", "decoded", "encoded"]

_PLAIN: Final = (str, int, bool, type(None))
_MOST_NESTED: Final = 50


def encoded(value: Any, depth: int = 0) -> Any:
    """Return *value* as `json` takes it; raise a `FormatError` for one of another type."""
    kind = type(value)
    if kind in _PLAIN or (kind is float and not isinf(value)):
        return value
    if value is ANY:
        return {"any": True}
    if depth > _MOST_NESTED:
        raise FormatError("a value has tuples inside tuples more than 50 deep")
    if kind is tuple:
        return [encoded(one, depth + 1) for one in value]
    if kind is frozenset:
        return {"set": [encoded(one, depth + 1) for one in in_order(value)]}
    write = _WRITERS.get(kind)
    if write is None or (kind in {datetime, time} and not isinstance(value.tzinfo, (timezone, type(None)))):
        raise FormatError(f"the value {brief(value)} is of a type that JSON has no words for: {kind.__qualname__}")
    return write(value)


def decoded(found: Any, depth: int = 0) -> Hashable:
    """Return the value that `encoded` has written as *found*; raise `ValueError` if there is none."""
    if isinstance(found, (str, int, float, bool, type(None))):
        return found
    if depth > _MOST_NESTED:
        raise ValueError("a value has arrays inside arrays more than 50 deep")
    if isinstance(found, list):
        return tuple([decoded(one, depth + 1) for one in found])
    if not isinstance(found, dict) or len(found) != 1:
        raise ValueError(f"{brief(found)} is not a value")
    ((word, content),) = found.items()
    if word == "set" and isinstance(content, list):
        return frozenset([decoded(one, depth + 1) for one in content])
    if word not in OBJECTS:
        raise ValueError(f"a value is of the type {brief(word)}, not one of {', '.join(OBJECTS)}")
    kind, read = OBJECTS[word]
    if type(content) is not kind:
        raise ValueError(f"{brief(found)} is not a value")
    try:
        value: Hashable = read(content)
    except (ValueError, TypeError, ArithmeticError) as fault:
        raise ValueError(f"{brief(found)} is not a value") from fault
    return value


def _infinite(text: str) -> float:
    if text not in {"inf", "-inf"}:
        raise ValueError(text)
    return float(text)


def _fraction(text: str) -> Fraction:
    if not re.fullmatch(r"-?\d{1,1000}/\d{1,1000}", text):
        raise ValueError(text)
    return Fraction(text)


def _decimal(text: str) -> Decimal:
    value = Decimal(text)
    if len(text) > 1000 or value.is_nan():
        raise ValueError(text)
    return value


def _any(true: bool) -> Any:  # noqa: FBT001 - what is written is always true
    if not true:
        raise ValueError(true)
    return ANY


OBJECTS: Final[dict[str, tuple[type, Callable[[Any], Any]]]] = {
    "date": (str, date.fromisoformat),
    "datetime": (str, datetime.fromisoformat),
    "time": (str, time.fromisoformat),
    "timedelta": (list, lambda parts: timedelta(*parts)),
    "fraction": (str, _fraction),
    "decimal": (str, _decimal),
    "float": (str, _infinite),
    "complex": (list, lambda parts: complex(*parts)),
    "bytes": (str, bytes.fromhex),
    "set": (list, frozenset),
    "any": (bool, _any),
}
"""The words for values that JSON has no notation for: what is behind the word, and how to read it."""

_WRITERS: Final[dict[type, Callable[[Any], Any]]] = {
    date: lambda value: {"date": value.isoformat()},
    datetime: lambda value: {"datetime": value.isoformat()},
    time: lambda value: {"time": value.isoformat()},
    timedelta: lambda value: {"timedelta": [value.days, value.seconds, value.microseconds]},
    Fraction: lambda value: {"fraction": f"{value.numerator}/{value.denominator}"},
    Decimal: lambda value: {"decimal": str(value)},
    float: lambda value: {"float": str(value)},
    complex: lambda value: {"complex": [value.real, value.imag]},
    bytes: lambda value: {"bytes": value.hex()},
}
