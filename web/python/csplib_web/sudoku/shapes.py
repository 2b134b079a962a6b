"""Shapes for new puzzles: regions of a jigsaw, cages of a killer."""

from __future__ import annotations

from random import Random
from typing import Any

from csplib.sudoku import Board, Cell, Geometry, solve
from csplib_web.sudoku.boards import RULES

__all__ = ["KINDS", "shape_of"]

KINDS = ("plain", *RULES, "jigsaw", "killer")
"""The kinds of puzzles that can be made."""

_SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def shape_of(size: int, kind: str, seed: int) -> Geometry:
    """Return the shape of a new puzzle; regions and cages depend on the *seed*."""
    if kind == "jigsaw":
        return _jigsaw(size, Random(seed))
    if kind == "killer":
        return _killer(size, Random(seed))
    extra: dict[str, Any] = {RULES[name]: True for name in RULES if name == kind}
    return Geometry.of(size, **extra)


def _jigsaw(size: int, random: Random) -> Geometry:
    """Return regions that differ from boxes: cells change sides as long as each region stays in one piece."""
    while True:
        owner = dict(Geometry.of(size).box_of)
        for _ in range(size * size * 6):
            _exchange(owner, random)
        shape = Geometry.of(size, regions=[owner[cell] for cell in sorted(owner)])
        if solve(Board([0] * size * size, shape), node_limit=20_000) is not None:
            return shape


def _exchange(owner: dict[Cell, int], random: Random) -> None:
    """Let two neighboring regions exchange one cell each, if both stay in one piece."""
    cell = random.choice(sorted(owner))
    near = {owner[other] for other in _around(cell) if other in owner} - {owner[cell]}
    if not near:
        return
    mine, theirs = owner[cell], random.choice(sorted(near))
    back = [c for c in sorted(owner) if owner[c] == theirs and any(owner.get(o) == mine for o in _around(c))]
    other = random.choice(back)
    owner[cell], owner[other] = theirs, mine
    if not (_in_one_piece(owner, mine) and _in_one_piece(owner, theirs)):
        owner[cell], owner[other] = mine, theirs


def _around(cell: Cell) -> list[Cell]:
    return [(cell[0] + down, cell[1] + right) for down, right in _SIDES]


def _in_one_piece(owner: dict[Cell, int], region: int) -> bool:
    cells = {cell for cell, name in owner.items() if name == region}
    reached = [min(cells)]
    for cell in reached:
        reached += [other for other in _around(cell) if other in cells and other not in reached]
    return len(reached) == len(cells)


def _killer(size: int, random: Random) -> Geometry:
    """Return cages of two to four cells that fit a random solution."""
    full = solve(Board.empty(size), seed=random.randrange(2**32)) or Board.empty(size)  # there is always one
    free = set(full.cells)
    cages = []
    while free:
        cage = [min(free)]
        wanted = random.choice((2, 2, 3, 3, 4))
        while len(cage) < wanted:
            taken = {full[cell] for cell in cage}
            near = {other for cell in cage for other in _around(cell)} & free
            next_to = sorted(cell for cell in near if full[cell] not in taken)
            if not next_to:
                break
            cage.append(random.choice(next_to))
        free -= {*cage}
        cages.append((sum(full[cell] for cell in cage), cage))
    return Geometry.of(size, cages=cages)
