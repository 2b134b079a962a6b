"""Numbers and arrays of NumPy, tables of pandas: recognized by what they have, since csplib imports neither."""

from __future__ import annotations

import sys
from operator import index as as_index
from typing import Any, Final

from csplib.errors import KindError
from csplib.kernel.compiler import because

__all__ = ["elementwise", "native", "rows_of", "whole"]

_PLAIN: Final = frozenset([int, str, tuple, bool, float])


def elementwise(ufunc: Any, method: str, inputs: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    """Apply an operator of NumPy to objects, one by one; of a comparison too the results are objects, not bools."""
    asarray = sys.modules["numpy"].asarray
    objects = [asarray(native(one), dtype=object) for one in inputs]
    return getattr(ufunc, method)(*objects, **{**settings, "dtype": object})


def native(value: Any) -> Any:
    """Return a number or text of another library, such as ``np.int64(3)``, as one of Python's own that equals it."""
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


def whole(number: object, needed: str) -> int:
    """Take an integer, of whatever library; else say what was *needed*."""
    if type(number) is int:
        return number
    try:
        return as_index(native(number))
    except TypeError:
        raise because(KindError(f"{needed}, not {number!r}"), None)


def rows_of(table: Any) -> Any:
    """Return the rows of a DataFrame, which by itself iterates over its columns; anything else as it is."""
    return table.itertuples(index=False, name=None) if hasattr(table, "itertuples") else table
