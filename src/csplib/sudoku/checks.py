"""Checks of arguments that many functions share: flags, whole numbers, sizes, symbols; input quoted in messages."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from csplib import KindError
from csplib.sudoku.errors import ShapeError

__all__ = ["LARGEST", "checked_flag", "checked_size", "checked_symbols", "quoted", "whole"]

LARGEST = 144
"""The largest size of a board. Beyond it a shape alone takes too much memory."""

_SHOWN = 40


def checked_flag(name: str, value: object) -> bool:
    """Return a flag; refuse what is not True or False, since `"no"` would count as yes."""
    if not isinstance(value, bool):
        raise KindError(f"{name}={quoted(value)} is neither True nor False")
    return value


def whole(value: Any) -> int | None:
    """Return a whole number of any kind, NumPy's included, as an int; None for anything else, True and False too.

    >>> whole(3), whole(True), whole(3.0), whole("3")
    (3, None, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return index(value)
    except TypeError:  # an array has the method, and refuses
        return None


def checked_size(size: object) -> int:
    """Return the size of a board."""
    number = whole(size)
    if number is None or number < 1:
        raise ShapeError(f"a board cannot have size {quoted(size)}: sizes are whole numbers from 1 on")
    if number > LARGEST:
        raise ShapeError(f"a board cannot have size {quoted(number)}: the largest is {LARGEST}")
    return number


def checked_symbols(symbols: Iterable[str], size: int) -> tuple[str, ...]:
    """Return the symbols for 1 … *size*. Each can be printed safely and read back: no control codes, no spaces."""
    found = tuple(symbols)
    if len(found) != size or len(set(found)) != size:
        raise ShapeError(f"a board of size {size} needs {size} different symbols, not {quoted(found)}")
    for symbol in found:
        if not isinstance(symbol, str) or not symbol.isprintable() or symbol in {"", "."} or " " in symbol:
            raise ShapeError(f"{quoted(symbol)} cannot be a symbol: use visible characters; . is an empty cell")
    return found


def quoted(value: object) -> str:
    """Return *value* as it is quoted in a message: safe to print, and not too long."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")
    if type(value) is int:
        return str(value) if abs(value) < 10**_SHOWN else "an integer of more than 40 digits"
    text = repr(value)
    return text if len(text) <= 2 * _SHOWN else f"{text[: 2 * _SHOWN]}…"
