"""Names of variables as identifiers of XCSP3: those that are identifiers or cells of an array stay as they are."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from math import prod

from csplib.formats.xcsp3.arrays import MOST_CELLS

__all__ = ["Naming"]

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_CELL = re.compile(r"([A-Za-z_]\w*)((?:\[\d+\])+)", re.ASCII)
_SPARSE = 4
_KEYWORDS = re.compile(r"c\d+|\d.*")  # which have a meaning of their own in rows


class Naming:
    """The text that stands for each variable: `names`. Arrays are those of `arrays`, with their sizes and cells."""

    def __init__(self, variables: Iterable[Hashable]) -> None:
        given = list(variables)
        self.names: dict[Hashable, str] = {}
        self.arrays: dict[str, tuple[list[int], list[str]]] = {}
        self.renamed: dict[str, Hashable] = {}
        for prefix, cells in _cells(given).items():
            sizes = _sizes(cells)
            if sizes and prefix not in given:
                self.arrays[prefix] = sizes, [name for name, _ in cells]
                self.names.update({name: name for name, _ in cells})
        taken = {*self.arrays, *[name for name in given if isinstance(name, str)]}
        number = 0
        for name in given:
            if name in self.names:
                continue
            if isinstance(name, str) and _IDENTIFIER.fullmatch(name) and not _KEYWORDS.fullmatch(name):
                self.names[name] = name
                continue
            while f"v{number}" in taken:
                number += 1
            self.names[name] = f"v{number}"
            self.renamed[f"v{number}"] = name
            number += 1


def _cells(names: Sequence[Hashable]) -> dict[str, list[tuple[str, list[int]]]]:
    """Return the names that look like cells of arrays, by the names of these arrays."""
    found: dict[str, list[tuple[str, list[int]]]] = {}
    for name in names:
        match = _CELL.fullmatch(name) if isinstance(name, str) else None
        if match is not None:
            indices = re.findall(r"\d+", match[2])
            if all(str(int(index)) == index for index in indices):
                found.setdefault(match[1], []).append((match[0], [int(index) for index in indices]))
    return found


def _sizes(cells: list[tuple[str, list[int]]]) -> list[int]:
    """Return the sizes of an array with these cells; none if they are no array, or hardly fill it."""
    if len({len(indices) for _, indices in cells}) != 1:
        return []
    sizes = [max(column) + 1 for column in zip(*[indices for _, indices in cells], strict=True)]
    return sizes if prod(sizes) <= min(_SPARSE * len(cells) + 16, MOST_CELLS) else []
