"""Arrays of variables, and texts that name several of them: ``x[]``, ``x[1..3][2]``."""

from __future__ import annotations

import re
from itertools import product
from math import prod

__all__ = ["MOST_CELLS", "Array", "sizes_of"]

MOST_CELLS = 1_000_000
"""The greatest number of variables in an array."""

_SIZES = re.compile(r"(?:\[\s*\d+\s*\])+")
_INDEX = re.compile(r"\[([^\[\]]*)\]")


def sizes_of(text: str) -> list[int]:
    """Return the sizes of an array, written as ``[3][4]``."""
    text = text.strip()
    if not _SIZES.fullmatch(text):
        raise ValueError(f"the size of an array must look like [3][4], not {text[:40]!r}")
    sizes = [int(size) for size in _INDEX.findall(text)]
    if prod(sizes) > MOST_CELLS:
        raise ValueError(f"an array of {prod(sizes):,} variables is too large: {MOST_CELLS:,} are possible")
    return sizes


class Array:
    """An array of variables. A cell without a domain has no variable."""

    def __init__(self, name: str, sizes: list[int]) -> None:
        self.name: str = name
        self.sizes: list[int] = sizes

    def names(self) -> list[str]:
        """Return the names of all cells, in the order of their indices."""
        return self._named([range(size) for size in self.sizes])

    def expand(self, text: str) -> list[str]:
        """Return the names of the cells that *text* stands for, such as ``x[1..3][]``."""
        return self._named(self.ranges(text))

    def ranges(self, text: str) -> list[range]:
        """Return the range of each index that *text* stands for."""
        suffix = text[len(self.name) :]
        found = _INDEX.findall(suffix)
        if len(found) != len(self.sizes) or "".join([f"[{index}]" for index in found]) != suffix:
            raise ValueError(f"{text[:60]!r} does not have {len(self.sizes)} indices")
        return [_range_of(index, size, text) for index, size in zip(found, self.sizes, strict=True)]

    def matrix(self, text: str) -> list[list[str]]:
        """Return the names of the cells that *text* stands for, in rows. Two indices must be ranges."""
        ranges = self.ranges(text)
        found = _INDEX.findall(text[len(self.name) :])
        wide = [place for place, index in enumerate(found) if not index.strip() or ".." in index]
        if len(wide) != 2:
            raise ValueError(f"{text[:60]!r} is not a matrix: two of its indices must be ranges")
        rows: list[list[str]] = []
        for first in ranges[wide[0]]:
            ranges_in_row = list(ranges)
            ranges_in_row[wide[0]] = range(first, first + 1)
            rows.append(self._named(ranges_in_row))
        return rows

    def _named(self, ranges: list[range]) -> list[str]:
        if len(ranges) == 1:
            return [f"{self.name}[{index}]" for index in ranges[0]]
        return [f"{self.name}[{']['.join(map(str, row))}]" for row in product(*ranges)]


def _range_of(index: str, size: int, text: str) -> range:
    """Return the indices that *index* stands for: all, one, or from one to another."""
    index = index.strip()
    if not index:
        return range(size)
    low, dots, high = index.partition("..")
    found = range(int(low), int(high if dots else low) + 1)
    if not found or found[0] < 0 or found[-1] >= size:
        raise ValueError(f"{text[:60]!r} has an index outside of 0..{size - 1}")
    return found
