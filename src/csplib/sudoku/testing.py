"""Random boards for property tests. This module needs hypothesis; csplib itself does not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from csplib.sudoku.board import Board
from csplib.sudoku.geometry import Geometry

try:
    from hypothesis import strategies as st
except ImportError as _cause:
    raise ImportError("csplib.sudoku.testing needs hypothesis: pip install csplib[testing]") from _cause

__all__ = ["boards"]


@st.composite
def boards(
    draw: st.DrawFn,
    *,
    sizes: Sequence[int] = (4, 6, 9),
    clues: tuple[int, int] | None = None,
    solvable: bool | None = True,
) -> Board:
    """Return a strategy for boards of one of *sizes*. *clues* is (at least, at most); by default any number.

    Each is a solved board with some cells emptied, so it has a solution, though rarely just one. With
    ``solvable=None``, some clues may be changed to any value: then there may be no solution, and clues may clash.

    >>> from hypothesis import given, settings
    >>> @settings(max_examples=20)
    ... @given(boards(sizes=[4]))
    ... def test_what_is_solved_keeps_its_clues(board):
    ...     solved = solve(board)
    ...     assert solved.is_solved
    ...     assert solved.filled.items() >= board.filled.items()
    >>> from csplib.sudoku import solve
    >>> test_what_is_solved_keeps_its_clues()
    """
    size = draw(st.sampled_from(sizes))
    least, most = (0, size**2) if clues is None else clues
    count = draw(st.integers(least, min(most, size**2)))
    random = Random(draw(st.integers(0, 2**32)))
    values = _solved(size, random)
    kept = random.sample(range(size**2), count)
    changed = 0 if solvable or not kept else draw(st.integers(0, 3))
    for place in kept[:changed]:
        values[place] = random.randint(1, size)
    for place in set(range(size**2)) - set(kept):
        values[place] = 0
    return Board(values)


def _solved(size: int, random: Random) -> list[int]:
    """Return a solved board, shuffled: its digits, its bands, the rows within them, and the same for columns."""
    box = Geometry.of(size).boxes[0]
    height, width = box[-1][0] + 1, box[-1][1] + 1
    digits = random.sample(range(1, size + 1), size)
    rows = _shuffled(size, height, random)
    columns = _shuffled(size, width, random)
    return [digits[(width * (row % height) + row // height + column) % size] for row in rows for column in columns]


def _shuffled(size: int, group: int, random: Random) -> list[int]:
    """Return the numbers of lines, shuffled within their groups; the groups are shuffled, too."""
    starts = random.sample(range(0, size, group), size // group)
    return [start + line for start in starts for line in random.sample(range(group), group)]
