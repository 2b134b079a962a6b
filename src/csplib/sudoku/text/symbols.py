"""The values of symbols.

Up to 9 values, symbols are digits, or letters if there are no digits. For more values there are several conventions.
For sixteen values these are 1-9A-G, 0-9A-F, A-P, and decimal numbers from 1 or from 0. The symbols in use decide:

- With a digit from 1 to 9, letters do not start at 1. With no digits and a letter beyond the last of 1-9A-G, they do.
  With no digits and only earlier letters, it is an error: A may be 1 or 10.
- 0 is an empty cell if the last symbol (G, or 16) is in use, or if more cells have it than can have one value. 0 is a
  value if there is another symbol for empty cells, or if the board is full with it. Else it is an error.
- Without a 0 and without the last symbol, values count from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from csplib.sudoku.arguments import checked_symbols, quoted
from csplib.sudoku.errors import SymbolError, ValueRangeError
from csplib.sudoku.text.lines import EMPTY, Token, normalized

__all__ = ["Meaning", "conventions", "declared_meaning", "inferred_meaning", "meaning_of", "usual_symbols", "values_of"]

_DIGITS = "123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Meaning(NamedTuple):
    """The symbols for 1 … n, and the value of each possible text of a cell."""

    symbols: tuple[str, ...]
    values: dict[str, int]


@lru_cache
def usual_symbols(size: int) -> tuple[str, ...]:
    """Return the default symbols: 1-9, then A, B, …; above 35 values, numbers.

    >>> "".join(usual_symbols(16))
    '123456789ABCDEFG'
    """
    single = _DIGITS + _LETTERS
    return tuple(single[:size]) if size <= len(single) else _numbers(size, 1)


def _numbers(size: int, first: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, first + size))


def conventions(size: int) -> list[tuple[str, ...]]:
    """Return the conventions for *size* values, the usual one first."""
    from_zero = "0" + _DIGITS + _LETTERS
    found = [usual_symbols(size)]
    found += [tuple(_LETTERS[:size])] if size <= len(_LETTERS) else []
    found += [tuple(from_zero[:size])] if 9 < size <= len(from_zero) else []
    return found


def meaning_of(symbols: Sequence[str]) -> Meaning:
    """Return the values of *symbols*, of empty cells, and of letters in the other case if they have no other value."""
    values: dict[str, int] = dict.fromkeys((*EMPTY, "0", "-1", "X", "x", ""), 0)
    other_case = {symbol.swapcase(): value for value, symbol in enumerate(symbols, 1) if symbol not in "xX"}
    values.update((symbol, value) for symbol, value in other_case.items() if symbol not in values)
    values.update((symbol, value) for value, symbol in enumerate(symbols, 1))
    return Meaning(tuple(symbols), values)


def declared_meaning(symbols: Sequence[str], size: int) -> Meaning:
    """Return the meaning of the symbols that the caller passed."""
    return meaning_of(checked_symbols(map(str, symbols), size))


def inferred_meaning(cells: Sequence[Token], size: int) -> Meaning:
    """Return the only convention that fits the cells, or raise `SymbolError`."""
    used: Counter[str] = Counter()
    for text, count in Counter(cell.text for cell in cells).items():
        used[normalized(text)] += count
    if any(len(text) > 1 and (text.isdecimal() or text == "-1") for text in used) or size > 36:
        return meaning_of(_numbers(size, 0 if "-1" in used or _zero_is_value(used, _numbers(size, 1)) else 1))
    letters = [text for text in used if text.isalpha() and text not in "xX"]
    lower = bool(letters) and all(text.islower() for text in letters)
    symbols = _single(_upper(used, size, lower=lower), size)
    doubtful = "x" if lower else "X"
    if "X" in symbols and used[doubtful] > size:
        raise SymbolError(f"{doubtful} may be a value or an empty cell: pass symbols=")
    return meaning_of(tuple(symbol.lower() for symbol in symbols) if lower else symbols)


def _upper(used: Counter[str], size: int, *, lower: bool) -> Counter[str]:
    """Return the symbols in upper case. X is an empty cell if its case differs from others, or it has no value."""
    folded = Counter({text: count for text, count in used.items() if not text.isalpha()})
    no_value = size < 24 or (size < 33 and bool(used.keys() & set(_DIGITS)))
    for text, count in used.items():
        if text.isalpha():
            empty = text in "xX" and (no_value or text.islower() != lower)
            folded["." if empty else text.upper()] += count
    return folded


def _single(used: Counter[str], size: int) -> tuple[str, ...]:
    """Return the convention with one character for each value."""
    usual = usual_symbols(size)
    letters = used.keys() & set(_LETTERS) - {"X"}
    if letters and not used.keys() & set(_DIGITS) and size <= len(_LETTERS):
        if letters <= set(usual):
            raise SymbolError(f"A may be 1 or 10, so {min(letters)} is not clear: pass symbols=")
        return tuple(_LETTERS[:size])
    return tuple(("0" + _DIGITS + _LETTERS)[:size]) if _zero_is_value(used, usual) else usual


def _zero_is_value(used: Counter[str], usual: tuple[str, ...]) -> bool:
    """Return whether 0 is the first value, for a board with the default symbols *usual*."""
    size = len(usual)
    if size <= 9 or "0" not in used or usual[-1] in used or used["0"] > size:
        return False
    if any(symbol in used for symbol in EMPTY):
        return True
    if all(used[symbol] == size for symbol in ("0", *usual[:-1])):
        return True
    raise SymbolError(
        f"0 may be a value or an empty cell: {used['0']} cells have it, none has {usual[-1]}: pass symbols="
    )


def values_of(cells: Sequence[Token], size: int, meaning: Meaning, fault: ValueRangeError | None = None) -> list[int]:
    """Return the values. Raise for the first unknown symbol, else *fault*, else for the first number out of range."""
    found = [meaning.values.get(cell.text) for cell in cells]
    for place, cell in enumerate(cells):
        if found[place] is None:
            found[place] = meaning.values.get(normalized(cell.text))
        if found[place] is None:
            problem = _problem(cell, divmod(place, size), meaning)
            if isinstance(problem, SymbolError):
                raise problem
            fault = fault or problem
    if fault is not None:
        raise fault
    return [value or 0 for value in found]


def _problem(token: Token, cell: tuple[int, int], meaning: Meaning) -> SymbolError | ValueRangeError:
    symbols = meaning.symbols
    digits = token.text.removeprefix("-")
    if digits.isdecimal() and digits.isascii() and all(symbol.isdecimal() for symbol in symbols[:9]):
        number = token.text if len(token.text) < 10 else quoted(token.text)
        message = f"{number} is not a value from {symbols[0]} to {symbols[-1]}"
        return ValueRangeError(message, line=token.line, column=token.column, cell=token.cell or cell)
    expected = "".join(symbols) if all(len(symbol) == 1 for symbol in symbols) else f"{symbols[0]} … {symbols[-1]}"
    message = f"{quoted(token.text)} is not one of {expected} or an empty cell"
    return SymbolError(message, line=token.line, column=token.column, cell=token.cell or cell)
