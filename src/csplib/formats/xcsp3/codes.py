"""Codes: integers for values that are not integers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from csplib.kernel.other_libraries import as_integer
from csplib.modelling.rows import ANY

__all__ = ["Codes"]


class Codes:
    """The integer of each value. Integers, and what equals one, such as 1.0, stay.

    Other values follow the greatest one, in order if they have one.
    """

    def __init__(self, values: Iterable[Any]) -> None:
        others: dict[Any, None] = {}
        most = -1
        for value in values:
            integer = as_integer(value)
            if integer is not None:
                most = max(most, integer)
            else:
                others[value] = None
        try:
            found = sorted(others)
        except TypeError:
            found = list(others)
        self._codes: dict[Hashable, int] = {value: most + 1 + place for place, value in enumerate(found)}
        self._next: int = most + 1 + len(found)

    def of(self, value: Any) -> str:
        """Return the code of a value as text; a value that no variable has gets one of its own."""
        integer = as_integer(value)
        if integer is not None:
            return str(integer)
        if value is ANY:
            return "*"
        if value not in self._codes:
            self._codes[value] = self._next
            self._next += 1
        return str(self._codes[value])

    def note(self) -> str:
        """Return what the codes mean, as text; empty if there are none."""
        return ", ".join([f"{code} = {value!r}" for value, code in self._codes.items()])
