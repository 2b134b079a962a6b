"""Checks of the arguments of expressions: integers of any library, and hashable values."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum
from operator import index as as_index

from csplib.display.wording import brief
from csplib.errors import KindError, OptionError
from csplib.kernel.compiler import because
from csplib.kernel.other_libraries import checked_integer
from csplib.modelling.constants import Known
from csplib.modelling.terms import Term

__all__ = ["as_number", "checked_divisor", "checked_hashable", "integer_operand"]


def as_number(value: object, needed: str) -> Term:
    """Return an integer, a variable or an expression as a term. Refuse names: they would look like values."""
    if isinstance(value, Term):
        return value
    try:
        return Known(as_index(value))  # type: ignore[arg-type]
    except TypeError:
        raise because(KindError(f"{needed} must be an integer, a variable or an expression, not {brief(value)}"), None)


def integer_operand(value: object) -> int:
    """Return an integer of any library as a Python int; refuse everything else."""
    if type(value) is int:
        return value
    return checked_integer(value, "arithmetic takes integers, variables and expressions", _instead(value))


def _instead(value: object) -> str:
    """Return a hint at what to write instead of *value* in arithmetic, if there is one."""
    if isinstance(value, float):
        return ": state everything in a smaller unit, such as cents"
    if isinstance(value, (str, Enum)):
        return ": == and != compare other values; for an order or a sum give them numbers, as in element({'S': 1}, x)"
    return ": reify(constraint) is 1 or 0" if hasattr(value, "satisfied") else ""


def checked_divisor(value: object) -> int:
    """Return an integer that can be divided by."""
    divisor = integer_operand(value)
    if not divisor:
        raise OptionError("the divisor must not be 0")
    return divisor


def checked_hashable(value: object, needed: str) -> Hashable:
    """Return a hashable value; the error for anything else begins with *needed*."""
    try:
        hash(value)
    except TypeError:
        raise because(KindError(f"{needed}, not {brief(value)}"), None)
    return value
