"""Numbers and arrays of NumPy, tables of pandas. csplib imports neither library: it recognizes their attributes.

Also which integer a value of any kind equals.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Sequence
from numbers import Number
from operator import index as as_index
from typing import Any, Final

from csplib.display.wording import brief
from csplib.errors import KindError
from csplib.kernel.compiler import because

__all__ = [
    "as_integer",
    "checked_integer",
    "elementwise",
    "has_value",
    "integer_or_none",
    "native",
    "place_in",
    "rows_of",
]

_PLAIN: Final = frozenset([int, str, tuple, bool, float])


def elementwise(ufunc: Any, method: str, inputs: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    """Apply an operator of NumPy element by element. The result is an array of objects, even for a comparison."""
    asarray = sys.modules["numpy"].asarray
    objects = [asarray(native(one), dtype=object) for one in inputs]
    return getattr(ufunc, method)(*objects, **{**settings, "dtype": object})


def native(value: Any) -> Any:
    """Return a number or string of another library, such as ``np.int64(3)``, as the equal Python object."""
    kind: Any = type(value)
    if kind is int or kind is str:
        return value
    if kind in _PLAIN or getattr(value, "ndim", 0) != 0:
        return value
    if kind.__module__ == "numpy":
        own = value.item()
    elif hasattr(value, "__index__") and not isinstance(value, int):
        own = value.__index__()
    else:
        return value
    return own if own == value else value


def checked_integer(number: object, needed: str, hint: str = "") -> int:
    """Return an integer of any library as a Python int; the error for anything else begins with *needed*."""
    if type(number) is int:
        return number
    try:
        return as_index(native(number))
    except TypeError:
        raise because(KindError(f"{needed}, not {brief(number)}{hint}"), None)


def integer_or_none(value: Any) -> int | None:
    """Return an integer of any library as a Python int, or None for anything else, including True and False."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return as_index(value)
    except TypeError:  # an array has the method, but only an array of one integer can use it
        return None


def as_integer(value: Hashable) -> int | None:
    """Return the integer that *value* equals, or None: 1 for 1, True and 1.0.

    The hash of a number that equals an integer of ordinary size is that integer. Only the hash of -1 is -2.

    >>> as_integer(2.0), as_integer(True), as_integer(-1.0), as_integer(2.5), as_integer("2")
    (2, 1, -1, None, None)
    >>> from fractions import Fraction
    >>> as_integer(Fraction(2**70)) == 2**70, as_integer(Fraction(1, 3))
    (True, None)
    """
    if isinstance(value, int):
        return int(value)
    if type(value) is str:
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    hashed = hash(value)
    found = next((integer for integer in (hashed, -1) if value == integer), None)
    return _as_large_integer(value) if found is None and isinstance(value, Number) else found


def _as_large_integer(number: Any) -> int | None:
    """Return the integer that *number* equals, or None. Its hash is another integer from 2^61 on."""
    try:
        integer = int(number)
    except (TypeError, ValueError, OverflowError):  # complex, not a number, infinite
        return None
    return integer if number == integer else None


def place_in(domain: Sequence[object], value: Hashable) -> int:
    """Return the place of *value* in *domain*, which has it. As in `has_value`, a range is not read.

    >>> place_in("abc", "c"), place_in(range(5, 10**9), 7.0)
    (2, 2)
    """
    integer = as_integer(value) if isinstance(domain, range) else None
    wanted: Any = value if integer is None else integer
    return domain.index(wanted)


def has_value(domain: Sequence[object], value: Hashable) -> bool:
    """Return whether *value* is in *domain*.

    For a value that is no integer, Python would look at each integer of a range.
    """
    if not isinstance(domain, range):
        return value in domain
    integer = as_integer(value)
    return integer is not None and integer in domain


def rows_of(table: Any, names: Sequence[str] = ()) -> Any:
    """Return the rows of a table of another library as lists or tuples of Python objects; others unchanged.

    The columns of a DataFrame that are called like the *names* are taken by name, if all of them are there. Otherwise
    all columns are taken in order. (Iteration would yield the columns.)
    """
    if hasattr(table, "itertuples"):
        columns = list(table.columns)
        by_name = bool(names) and set(map(columns.count, names)) == {1}
        places = [columns.index(name) for name in names] if by_name else range(len(columns))
        lists = [table.iloc[:, place].tolist() for place in places]
        return list(zip(*lists, strict=True)) if lists else [()] * len(table)
    if not hasattr(table, "tolist") or not hasattr(table, "ndim"):
        return table
    if table.ndim != 2 or not table.size:
        return table.tolist()
    return list(zip(*table.T.tolist(), strict=True))  # a million lists would keep the garbage collector busy
