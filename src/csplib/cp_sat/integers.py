"""Long ranges for CP-SAT: codes that are the values themselves."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

__all__ = ["MOST_BOUND", "Integers"]

MOST_BOUND = (1 << 62) - 1
"""The greatest integer that the domain of a variable can have. So `len` of a range of them does not overflow."""


class Integers(Mapping[int, Hashable]):
    """Codes that are the values themselves: consecutive integers, which may be too many to list."""

    def __init__(self, integers: range) -> None:
        self._integers = integers

    def __getitem__(self, code: int) -> Hashable:
        if code not in self._integers:
            raise KeyError(code)
        return code

    def __iter__(self) -> Iterator[int]:
        return iter(self._integers)

    def __len__(self) -> int:
        return len(self._integers)
