"""Checks of the arguments of expressions: integers of any library, hashable values, arrays."""

from __future__ import annotations

from collections.abc import Hashable
from operator import index as as_index

from csplib.display.wording import brief
from csplib.errors import KindError, OptionError
from csplib.kernel.arrays import native
from csplib.kernel.compiler import because
from csplib.modelling.constants import Known
from csplib.modelling.terms import Term

__all__ = ["as_divisor", "as_hashable", "as_integer", "as_number", "is_array"]


def as_number(value: object, needed: str) -> Term:
    """Return an integer, a variable or an expression as a term. Refuse names: they would look like values."""
    if isinstance(value, Term):
        return value
    try:
        return Known(as_index(value))  # type: ignore[arg-type]
    except TypeError:
        raise because(KindError(f"{needed} must be an integer, a variable or an expression, not {brief(value)}"), None)


def as_integer(value: object) -> int:
    """Return an integer of any library as one of Python's; refuse everything else."""
    if type(value) is int:
        return value
    number = native(value)
    if not hasattr(number, "__index__"):
        needed = "arithmetic takes integers, variables and expressions"
        raise because(KindError(f"{needed}, not {brief(value)}{_instead(value)}"), None)
    return as_index(number)


def _instead(value: object) -> str:
    """Return a hint at what to write instead of *value* in arithmetic, if there is one."""
    if isinstance(value, float):
        return ": state everything in a smaller unit, such as cents"
    return ": reify(constraint) is 1 or 0" if hasattr(value, "satisfied") else ""


def as_divisor(value: object) -> int:
    """Return an integer that can be divided by."""
    if isinstance(value, Term):
        raise KindError(f"the divisor must be an integer, not {value}")
    divisor = as_integer(value)
    if not divisor:
        raise OptionError("the divisor must not be 0")
    return divisor


def as_hashable(value: object, needed: str) -> Hashable:
    """Return a hashable value; the error for anything else begins with *needed*."""
    try:
        hash(value)
    except TypeError:
        raise because(KindError(f"{needed}, not {brief(value)}"), None)
    return value


def is_array(value: object) -> bool:
    """Return whether *value* has dimensions, as an array of NumPy or a Series of pandas has."""
    if type(value) is int or isinstance(value, Term):
        return False
    return bool(getattr(value, "ndim", 0))
