"""Checks of arguments that many functions share: flags, integers, sizes and symbols."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from csplib import KindError
from csplib.sudoku.errors import ShapeError

__all__ = ["LARGEST", "as_int", "checked_flag", "checked_size", "checked_symbols", "quoted"]

LARGEST = 144
"""The largest size of a board. The shape of a larger one alone would take too much memory."""

_SHOWN = 40


def checked_flag(name: str, value: object) -> bool:
    """Return a flag, or raise `KindError` if it is not True or False: `"no"` would count as true."""
    if not isinstance(value, bool):
        raise KindError(f"{name} must be True or False, not {quoted(value)}")
    return value


def as_int(value: Any) -> int | None:
    """Return an integer of any type, such as NumPy's, as an int; None for anything else, including True and False.

    >>> as_int(3), as_int(True), as_int(3.0), as_int("3")
    (3, None, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return index(value)
    except TypeError:  # an array has the method, but no integer
        return None


def checked_size(size: object) -> int:
    """Return the size of a board as an int, or raise `ShapeError`."""
    number = as_int(size)
    if number is None or not 1 <= number <= LARGEST:
        raise ShapeError(f"the size of a board must be an integer from 1 to {LARGEST}, not {quoted(size)}")
    return number


def checked_symbols(symbols: Iterable[str], size: int) -> tuple[str, ...]:
    """Return the symbols for 1 … *size*, or raise `ShapeError` for any that cannot be printed safely and read back."""
    found = tuple(symbols)
    if len(found) != size or len(set(found)) != size:
        raise ShapeError(f"a board of size {size} needs {size} different symbols, not {quoted(found)}")
    for symbol in found:
        if not isinstance(symbol, str) or not symbol.isprintable() or symbol in {"", "."} or " " in symbol:
            raise ShapeError(f"{quoted(symbol)} cannot be a symbol: use visible characters; . is an empty cell")
    return found


def quoted(value: object) -> str:
    """Return *value* as text for a message: safe to print, and not too long."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")
    if type(value) is int:
        return str(value) if abs(value) < 10**_SHOWN else "an integer of more than 40 digits"
    text = repr(value)
    return text if len(text) <= 2 * _SHOWN else f"{text[: 2 * _SHOWN]}…"
