"""Which value a symbol stands for.

Up to 9 values there is little doubt: digits, or letters where there are no digits. Beyond, live conventions differ:
1-9A-G, 0-9A-F, A-P and decimal numbers from 1 or from 0 for sixteen values. The symbols in use decide between them:

- A board with a digit from 1 to 9 is not one of letters. A board with letters beyond the last of 1-9A-G is. One with
  nothing but earlier letters is refused: A may be 1 or 10.
- 0 is an empty cell if the last symbol (G, or 16) is in use, or if it stands in more cells than a value can. It is a
  value if cells are left empty in another way, or if the board is full with it. Else it is refused.
- Where there is neither a 0 nor the last symbol, nothing speaks for counting from 0, so 1 is 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from csplib.sudoku.checks import checked_symbols, quoted
from csplib.sudoku.errors import SymbolError, ValueRangeError
from csplib.sudoku.text.lines import EMPTY, Token, plain

__all__ = ["Meaning", "conventions", "declared", "infer", "meaning_of", "usual_symbols", "values_of"]

_DIGITS = "123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Meaning(NamedTuple):
    """The symbols for 1 … n, and the value of everything that may stand in a cell."""

    symbols: tuple[str, ...]
    values: dict[str, int]


@lru_cache
def usual_symbols(size: int) -> tuple[str, ...]:
    """Give the symbols in which values are written unless told otherwise: 1-9, then A, B, …; numbers beyond 35.

    >>> "".join(usual_symbols(16))
    '123456789ABCDEFG'
    """
    single = _DIGITS + _LETTERS
    return tuple(single[:size]) if size <= len(single) else _numbers(size, 1)


def _numbers(size: int, first: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, first + size))


def conventions(size: int) -> list[tuple[str, ...]]:
    """List the conventions for *size* values, the usual one first."""
    from_zero = "0" + _DIGITS + _LETTERS
    found = [usual_symbols(size)]
    found += [tuple(_LETTERS[:size])] if size <= len(_LETTERS) else []
    found += [tuple(from_zero[:size])] if 9 < size <= len(from_zero) else []
    return found


def meaning_of(symbols: Sequence[str]) -> Meaning:
    """Add the empty cell, and letters of the other case where they mean nothing else."""
    values: dict[str, int] = dict.fromkeys((*EMPTY, "0", "-1", "X", "x", ""), 0)
    other_case = {symbol.swapcase(): value for value, symbol in enumerate(symbols, 1) if symbol not in "xX"}
    values.update((symbol, value) for symbol, value in other_case.items() if symbol not in values)
    values.update((symbol, value) for value, symbol in enumerate(symbols, 1))
    return Meaning(tuple(symbols), values)


def declared(symbols: Sequence[str], size: int) -> Meaning:
    """Take the caller's word for it."""
    return meaning_of(checked_symbols(map(str, symbols), size))


def infer(cells: Sequence[Token], size: int) -> Meaning:
    """Find the one convention that fits, or say why there is none."""
    used: Counter[str] = Counter()
    for text, count in Counter(cell.text for cell in cells).items():
        used[plain(text)] += count
    if any(len(text) > 1 and (text.isdecimal() or text == "-1") for text in used) or size > 36:
        return meaning_of(_numbers(size, 0 if "-1" in used or _zero_is_value(used, _numbers(size, 1)) else 1))
    letters = [text for text in used if text.isalpha() and text not in "xX"]
    lower = bool(letters) and all(text.islower() for text in letters)
    symbols = _single(_upper(used, size, lower=lower), size)
    doubtful = "x" if lower else "X"
    if "X" in symbols and used[doubtful] > size:
        raise SymbolError(f"{doubtful} may be a value or an empty cell; say symbols=")
    return meaning_of(tuple(symbol.lower() for symbol in symbols) if lower else symbols)


def _upper(used: Counter[str], size: int, *, lower: bool) -> Counter[str]:
    """Fold the case of letters. X is an empty cell if its case is not that of the others, or no convention has it."""
    folded = Counter({text: count for text, count in used.items() if not text.isalpha()})
    no_value = size < 24 or (size < 33 and bool(used.keys() & set(_DIGITS)))
    for text, count in used.items():
        if text.isalpha():
            empty = text in "xX" and (no_value or text.islower() != lower)
            folded["." if empty else text.upper()] += count
    return folded


def _single(used: Counter[str], size: int) -> tuple[str, ...]:
    """Choose among the conventions of one character for each value."""
    usual = usual_symbols(size)
    letters = used.keys() & set(_LETTERS) - {"X"}
    if letters and not used.keys() & set(_DIGITS) and size <= len(_LETTERS):
        if letters <= set(usual):
            raise SymbolError(f"{min(letters)} may count from A = 1 or from A = 10; say symbols=")
        return tuple(_LETTERS[:size])
    return tuple(("0" + _DIGITS + _LETTERS)[:size]) if _zero_is_value(used, usual) else usual


def _zero_is_value(used: Counter[str], usual: tuple[str, ...]) -> bool:
    """Decide whether 0 is the first value of a board that would usually be written in *usual*."""
    size = len(usual)
    if size <= 9 or "0" not in used or usual[-1] in used or used["0"] > size:
        return False
    if any(symbol in used for symbol in EMPTY):
        return True
    if all(used[symbol] == size for symbol in ("0", *usual[:-1])):
        return True
    raise SymbolError(
        f"0 may be a value or an empty cell: {used['0']} cells have it, none has {usual[-1]}; say symbols="
    )


def values_of(cells: Sequence[Token], size: int, meaning: Meaning, fault: ValueRangeError | None = None) -> list[int]:
    """Look up each cell; raise for the first unknown symbol, then *fault*, then for the first number out of range."""
    found = [meaning.values.get(cell.text) for cell in cells]
    for place, cell in enumerate(cells):
        if found[place] is None:
            found[place] = meaning.values.get(plain(cell.text))
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
    message = f"{quoted(token.text)} is neither one of {expected} nor an empty cell"
    return SymbolError(message, line=token.line, column=token.column, cell=token.cell or cell)
