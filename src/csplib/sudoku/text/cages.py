"""Killer cages in text, in two formats.

*Pointers*: one character for each cell. The first cell of a cage has its sum, 0-9, A-Z for 10-35, a-j for 36-45; each
other cell points to a neighbor of the same cage with `<`, `>`, `^`, `v`, or diagonally (up left, up right, down left,
down right) with a backquote, `'`, `,` and `.`. A cell in no cage is 0.

*SumoCue*: `SumoCueV1`, then for each cell `=sum` or, for the further cells of a cage, `+place` with the place of its
first cell, counted from 0. A sum of 0 means no cage. `D` after the name adds diagonals, `J` and a number after each
cell a region. It is written if pointers are not enough: for sums above 45, cages in pieces, or only cages of one cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from csplib.sudoku.arguments import checked_size, quoted
from csplib.sudoku.errors import ShapeError, SymbolError
from csplib.sudoku.geometry import Cage, Cell, Geometry
from csplib.sudoku.text.lines import Line, Token, parse_number, root_of
from csplib.sudoku.text.parsed import Cages

__all__ = ["Sumo", "are_pointers", "read_pointers", "read_sumo", "write_pointers", "write_sumo"]

_SUMS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
_STEPS = {"<": (0, -1), "^": (-1, 0), ">": (0, 1), "v": (1, 0), "`": (-1, -1), "'": (-1, 1), ",": (1, -1), ".": (1, 1)}
_NAME = re.compile(r"\s*SumoCueV1\s*(D?)", re.IGNORECASE)
_ENTRY = re.compile(r"([=+])(\d+)(?:J(\d+))?\s*")


class Sumo(NamedTuple):
    """The shape of a board that a SumoCue text describes."""

    size: int
    cages: Cages
    regions: tuple[str, ...] | None
    diagonals: bool


def are_pointers(cells: Sequence[Token], size: int) -> bool:
    """Return whether the cells are pointers and sums of cages. On large boards v may be a value."""
    marks = "<>^v" if size <= 9 else "<>^"
    return any(cell.text in marks for cell in cells)


def read_pointers(cells: Sequence[Token], size: int) -> Cages:
    """Return the cages, by following the pointers to the first cell of each cage."""
    for place, token in enumerate(cells):
        if token.text not in _STEPS and token.text not in _SUMS:
            message = f"{quoted(token.text)} is not the sum of a cage or a pointer"
            raise SymbolError(message, line=token.line, column=token.column, cell=divmod(place, size))
    members: dict[int, list[Cell]] = {}
    roots: dict[int, int] = {}
    for place in range(len(cells)):
        members.setdefault(_root(place, cells, size, roots), []).append(divmod(place, size))
    found = {root: (_SUMS.index(cells[root].text), tuple(group)) for root, group in members.items()}
    for root, (total, group) in found.items():
        if total == 0 and len(group) > 1:
            line, column = cells[root].line, cells[root].column
            raise ShapeError("a cage of several cells needs a sum", line=line, column=column, cell=divmod(root, size))
    return tuple(sorted((cage for cage in found.values() if cage[0]), key=lambda cage: cage[1]))


def _root(place: int, cells: Sequence[Token], size: int, roots: dict[int, int]) -> int:
    """Return the first cell of the cage of *place*. *roots* is a cache of first cells."""
    seen = {place}
    here = place
    while here not in roots and cells[here].text in _STEPS:
        token, (row, column) = cells[here], divmod(here, size)
        down, right = _STEPS[token.text]
        if not (0 <= row + down < size and 0 <= column + right < size):
            raise ShapeError("this points out of the board", line=token.line, column=token.column, cell=(row, column))
        here = (row + down) * size + column + right
        if here in seen:
            raise ShapeError("this points in a circle", line=token.line, column=token.column, cell=(row, column))
        seen.add(here)
    root = roots.get(here, here)
    roots.update(dict.fromkeys(seen, root))
    return root


def write_pointers(geometry: Geometry) -> str | None:
    """Return the cages as pointers, or None if pointers cannot express them."""
    found = dict.fromkeys(geometry.cells, "0")
    for cage in geometry.cages:
        tree = _tree(cage)
        if tree is None or not 0 < cage.total < len(_SUMS):
            return None
        found.update(tree)
    line = "".join(found.values())
    return line if set(line) & set("<>^") else None


def _tree(cage: Cage) -> dict[Cell, str] | None:
    """Return the pointers of a cage: each cell points at one that was reached before, diagonally only if necessary."""
    if not 0 < cage.total < len(_SUMS):
        return None
    reached = {cage.cells[0]: _SUMS[cage.total]}
    while len(reached) < len(cage.cells):
        steps = (
            (cell, mark)
            for mark, (down, right) in _STEPS.items()
            for cell in cage.cells
            if cell not in reached and (cell[0] + down, cell[1] + right) in reached
        )
        cell, mark = next(steps, (None, ""))
        if cell is None:
            return None
        reached[cell] = mark
    return reached


def write_sumo(geometry: Geometry) -> str:
    """Return the cages and diagonals as SumoCue text."""
    size = geometry.size
    found = dict.fromkeys(geometry.cells, "=0")
    for cage in geometry.cages:
        row, column = cage.cells[0]
        found.update(dict.fromkeys(cage.cells, f"+{row * size + column}"))
        found[cage.cells[0]] = f"={cage.total}"
    return f"SumoCueV1{'D' if geometry.diagonals else ''}{''.join(found.values())}"


def read_sumo(lines: Sequence[Line]) -> tuple[list[Line], Sumo | None]:
    """Return the lines before a SumoCue text, which goes on to the end, and its contents, or None."""
    start = next((place for place, line in enumerate(lines) if _NAME.match(line.text)), None)
    if start is None:
        return list(lines), None
    name = _NAME.match(lines[start].text)
    text = "".join(line.text.strip() for line in lines[start:])[name.end() - _margin(lines[start]) if name else 0 :]
    entries = list(_ENTRY.finditer(text))
    size = root_of(len(entries), 2)
    if size is None:
        raise ShapeError(f"{len(entries)} cells do not make a square board", line=lines[start].number)
    checked_size(size)
    if sum(len(entry.group()) for entry in entries) != len(text):
        raise SymbolError("a cell of SumoCue must be =sum or +place", line=lines[start].number)
    regions = tuple(entry[3] or "" for entry in entries)
    cages = _numbered_cages(entries, size, lines[start])
    return list(lines[:start]), Sumo(size, cages, regions if all(regions) else None, bool(name and name[1]))


def _margin(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip())


def _numbered_cages(entries: Sequence[re.Match[str]], size: int, line: Line) -> Cages:
    numbers = [parse_number(entry[2], line.number) for entry in entries]
    totals = {place: numbers[place] for place, entry in enumerate(entries) if entry[1] == "="}
    members: dict[int, list[Cell]] = {}
    for place, entry in enumerate(entries):
        first = place if entry[1] == "=" else numbers[place]
        if first not in totals:
            raise ShapeError(f"no cage begins at place {first}", line=line.number, cell=divmod(place, size))
        members.setdefault(first, []).append(divmod(place, size))
    cages = ((totals[first], tuple(cells)) for first, cells in members.items() if totals[first])
    return tuple(sorted(cages, key=lambda cage: cage[1]))
