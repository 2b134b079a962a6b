"""Random boards: solvable by default, of every size and number of clues."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from csplib.sudoku import Board, count, solve
from csplib.sudoku.testing import boards


@settings(max_examples=60)
@given(boards())
def test_a_board_has_a_solution_that_keeps_its_clues(board: Board) -> None:
    assert board.size in {4, 6, 9}
    solved = solve(board.check())
    assert solved is not None
    assert solved.is_solved
    assert solved.filled.items() >= board.filled.items()
    assert board.given == board.filled.keys()


@pytest.mark.parametrize("size", [4, 6, 9])
def test_full_boards_are_solved_and_come_in_many_forms(size: int) -> None:
    seen: set[str] = set()

    @settings(max_examples=30)
    @given(boards(sizes=[size], clues=(size**2, size**2)))
    def look(board: Board) -> None:
        assert board.is_solved
        seen.add(board.to_line())

    look()
    assert len(seen) > 20


@settings(max_examples=30)
@given(boards(sizes=[6], clues=(10, 12)))
def test_a_board_has_as_many_clues_as_asked(board: Board) -> None:
    assert board.size == 6
    assert 10 <= len(board.filled) <= 12


def test_unless_solvable_is_asked_for_everything_happens() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=200)
    @given(boards(sizes=[4, 6], solvable=None))
    def look(board: Board) -> None:
        if board.clashes():
            seen["clash"] += 1
        else:
            seen[("no solution", "unique", "several")[count(board, 2)]] += 1

    look()
    assert seen.keys() >= {"clash", "no solution", "unique", "several"}
