"""Pictures of the steps of a human solution: the pattern, what follows from it, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from math import gcd
from typing import NamedTuple, TypeAlias

from csplib import OptionError
from csplib.display.svg import LIGHT_BLUE, PALE_BLUE, PALE_GREEN, PALE_YELLOW, Picture
from csplib.sudoku.board import Board
from csplib.sudoku.geometry import Cell
from csplib.sudoku.svg import svg
from csplib.sudoku.svg_marks import Candidate, Spot
from csplib.sudoku.techniques import Marks, Step, next_step, steps

__all__ = ["step_pictures", "step_svg"]

_Open: TypeAlias = Mapping[Cell, set[int]]
_Pair: TypeAlias = tuple[Spot, Spot]
_Link: TypeAlias = tuple[Candidate, Candidate]


class Pointers(NamedTuple):
    """The arguments of `svg` that show the parts of a step."""

    highlight: dict[Cell, str]
    circled: dict[Candidate, str]
    struck: list[Candidate]
    links: list[_Pair]
    arrows: list[_Pair]


def step_svg(board: Board, step: Step | None = None, *, marks: Marks | None = None, cell_size: int = 56) -> Picture:
    """Return a picture of *step*, by default of the step that `next_step` finds, with all candidates.

    The cells of the pattern are highlighted, its candidates are on discs, and removed candidates are crossed out. Links
    join candidates of which one must be true, or that follow from each other. Arrows point from them to the candidates
    that they rule out. *marks* are the pencil marks before the step, if steps before it have removed any.

    >>> from csplib.sudoku import Board
    >>> picture = step_svg(Board.parse("1... ..3. .1.. 4..."))
    >>> "<title>naked single: Only 2 is left for r2c1, because" in picture
    True
    """
    before = Marks.of(board) if marks is None else marks
    step = next_step(before) if step is None else step
    if step is None:
        raise OptionError("there is no step to draw: the board is full, or no technique applies here")
    filled, open_cells, pointers = pointers_of(board, step, before)
    return svg(filled, candidates=open_cells, cell_size=cell_size, title=str(step), **pointers._asdict())


def pointers_of(board: Board, step: Step, marks: Marks) -> tuple[Board, Mapping[Cell, set[int]], Pointers]:
    """Return the board before *step*, with the values placed in *marks*, its candidates, and what to point at."""
    left = _left(marks)
    filled = board.with_values({cell: min(left[cell]) for cell in _placed(marks) if not board[cell]})
    open_cells = {cell: values for cell, values in left.items() if not filled[cell]}
    found = _single(filled, step, open_cells) if step.placed else _pattern(filled, step, open_cells)
    return filled, open_cells, found


def step_pictures(board: Board, *, cell_size: int = 56) -> Iterator[tuple[Step, Picture]]:
    """Yield the steps of the human solution of *board*, each with its picture."""
    marks = Marks.of(board)
    while (step := next_step(marks)) is not None:
        yield step, step_svg(board, step, marks=marks, cell_size=cell_size)
        next(steps(marks))


def _left(marks: Marks) -> dict[Cell, set[int]]:
    return {cell: marks.candidates(cell) for cell in marks.shape.geometry.cells}


def _placed(marks: Marks) -> list[Cell]:
    return [cell for place, cell in enumerate(marks.shape.geometry.cells) if marks.placed >> place & 1]


def _single(board: Board, step: Step, left: _Open) -> Pointers:
    """Point at the value placed; for a hidden single also at its unit, and at what rules out its other cells."""
    highlight: dict[Cell, str] = {}
    arrows: list[_Pair] = []
    if len(step.placed) == 1:
        [(cell, value)] = step.placed
        others = (unit for unit in board.units if cell in unit.cells)
        home = next(
            (unit for unit in others if not any(value in left.get(c, ()) for c in unit.cells if c != cell)), None
        )
        if len(left[cell]) > 1 and home is not None:
            highlight = dict.fromkeys(home.cells, PALE_BLUE)
            arrows = _ruling_out(board, value, [c for c in home.cells if c in left and c != cell])
    highlight |= dict.fromkeys(step.cells, PALE_YELLOW)
    return Pointers(highlight, dict.fromkeys(step.placed, PALE_GREEN), [], [], arrows)


def _ruling_out(board: Board, value: int, cells: list[Cell]) -> list[_Pair]:
    """Return arrows to *cells* from the values that rule them out: from few values, and one arrow for each line."""
    sources = {source: {*board.peers[source]} & {*cells} for source, filled in board.filled.items() if filled == value}
    farthest: dict[tuple[Cell, object], _Pair] = {}
    while sources:
        source = max(sources, key=lambda source: len(sources[source]))
        seen = sources.pop(source)
        for cell in sorted(seen, key=lambda cell: _length(source, cell)):
            line = "row" if cell[0] == source[0] else "column" if cell[1] == source[1] else cell
            farthest[source, line] = (source, cell)
        sources = {other: rest for other, cells in sources.items() if (rest := cells - seen)}
    return list(farthest.values())


def _length(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _pattern(board: Board, step: Step, left: _Open) -> Pointers:
    """Point at the candidates of a pattern, and at those it rules out."""
    basis, links = _basis_and_links(board, step, left)
    gone = {*step.removed}
    circled = {spot: color for spot, color in _colored(basis, links).items() if spot not in gone}
    arrows = [
        (spot, struck)
        for struck in step.removed
        if struck not in basis
        for spot in _nearest_seeing(board, struck, circled)
    ]
    highlight = dict.fromkeys(step.cells, PALE_YELLOW)
    return Pointers(highlight, circled, list(step.removed), list(links), list(arrows))


def _nearest_seeing(board: Board, struck: Candidate, spots: Iterable[Candidate]) -> Iterable[Candidate]:
    """Return the candidates of the same value that see *struck*, only the nearest in each direction."""
    (row, column), value = struck
    seeing = [spot for spot in spots if spot[1] == value and spot[0] in board.peers[row, column]]
    nearest: dict[tuple[int, int], Candidate] = {}
    for spot in sorted(seeing, key=lambda spot: _length(spot[0], (row, column))):
        down, right = spot[0][0] - row, spot[0][1] - column
        steps_between = gcd(down, right)
        nearest.setdefault((down // steps_between, right // steps_between), spot)
    return nearest.values()


def _basis_and_links(board: Board, step: Step, left: _Open) -> tuple[list[Candidate], list[_Link]]:
    """Return the candidates that the step is based on, and the links between them."""
    every = [(cell, value) for cell in step.cells for value in sorted(left[cell])]
    values = {value for _, value in every}
    groups = [*(unit.cells for unit in board.units), *(cage.cells for cage in board.geometry.cages)]
    if len(values) == len(step.cells) and any({*step.cells} <= {*cells} for cells in groups):
        return every, []
    removed = {value for _, value in step.removed}
    same = [spot for spot in every if spot[1] in removed]
    if len(removed) == 1 and len(same) == len(step.cells) and {*same} - {*step.removed}:
        return same, _strong_links(board, same, left)
    if len(step.cells) > 2 and all(len(left[cell]) == 2 for cell in step.cells):
        return every, _chain_links(board, step, left)
    rest = [spot for spot in every if spot not in step.removed]
    return rest, _strong_links(board, rest, left)


def _strong_links(board: Board, basis: list[Candidate], left: _Open) -> list[_Link]:
    """Link the places of a value in a unit if all of them belong to the pattern: one of them must be true."""
    found: dict[_Link, None] = {}
    for value in dict.fromkeys(value for _, value in basis):
        for unit in board.units:
            places = [cell for cell in unit.cells if value in left.get(cell, ())]
            if len(places) > 1 and all((cell, value) in basis for cell in places):
                found.update(dict.fromkeys(((one, value), (other, value)) for one, other in pairwise(sorted(places))))
    return list(found)


def _chain_links(board: Board, step: Step, left: _Open) -> list[_Link]:
    """Link cells of two candidates that see each other, by the values they share."""
    near = [(one, other) for one, other in combinations(step.cells, 2) if other in board.peers[one]]
    return [((one, value), (other, value)) for one, other in near for value in sorted(left[one] & left[other])]


def _colored(basis: list[Candidate], links: list[_Link]) -> dict[Candidate, str]:
    """Return the colors of the discs: one color, or two that alternate along the links of a single value."""
    color: dict[Candidate, str] = {}
    for start in basis:
        fringe = [] if start in color else [start]
        color.setdefault(start, PALE_GREEN)
        while fringe:
            here = fringe.pop()
            ends = [one if other == here else other for one, other in links if here in {one, other}]
            for far in ends:
                if far not in color:
                    color[far] = LIGHT_BLUE if color[here] == PALE_GREEN else PALE_GREEN
                    fringe.append(far)
    alternate = len({value for _, value in basis}) == 1 and all(color[one] != color[other] for one, other in links)
    return color if alternate else dict.fromkeys(basis, PALE_GREEN)
