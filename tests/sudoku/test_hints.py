"""Each sentence of a hint is true of what the player sees, on any board at any time of a game."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sudoku_words import Reader

from csplib.command.play.messages import ask_hint, begin
from csplib.sudoku import Board, Geometry, Level, generate, solve, solve_steps, steps_to_value
from csplib.sudoku.techniques import steps

# In column 1, 8 fits three cells; the board does not show that two of them are ruled out.
UNSEEN = ".1.856..9.5.793.6.96.142.8579.621..364.53791..31489.761.6974.......6..9...9.1.6.."
# From norvig/pytudes (MIT): hardest.txt; the first needs trials, the others need eliminations before any value.
HARD = [
    "12..4......5.69.1...9...5.........7.7...52.9..3......2.9.6...5.4..9..8.1..3...9.4",
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
]
SHAPES = [
    Geometry.of(6),
    Geometry.of(9, diagonals=True),
    Geometry.of(9, windows=True),
    Geometry.of(9, anti_knight=True),
    Geometry.of(6, regions="111122113222333342536444556644555666"),
]


def check_hint(board: Board) -> list[str]:
    """Ask for a hint as `play` does, and check each sentence in turn; return the techniques."""
    hint = begin(board, 3).hint()
    told = hint.reason.split("\n")
    reader = Reader(board)
    if "solution has" in hint.reason or hint.reason.startswith("only "):
        return []
    placed = [reader.check(sentence) for sentence in told]
    assert placed[-1] == (hint.cell, hint.value)
    assert not any(placed[:-1])
    return [sentence.split(":")[0] for sentence in told]


def test_a_hint_has_the_eliminations_that_its_value_needs() -> None:
    board = Board.parse(UNSEEN)
    assert check_hint(board) == ["claiming", "hidden single"]
    cell, message = ask_hint(begin(board, 3))
    assert cell == (1, 0)
    assert message.split("\n") == [
        "Hint: 8 goes to r2c1, in 2 steps:",
        "1. claiming: In column 2, 8 can only be in box 7, so no other cell of box 7 can be 8.",
        "2. hidden single: In column 1, 8 can only go into r2c1.",
    ]


@lru_cache(maxsize=64)
def _start(kind: int, seed: int) -> tuple[Board, Board]:
    if kind < len(HARD):
        board = Board.parse(HARD[kind])
    elif kind < len(HARD) + len(SHAPES):
        board = generate(geometry=SHAPES[kind - len(HARD)], seed=seed)
    else:
        board = _killer(seed)
    solution = solve(board)
    assert solution is not None
    return board, solution


def _killer(seed: int) -> Board:
    """Return a board with few givens, whose rows are cut into cages."""
    random = Random(seed)
    full = generate(6, clues=36, seed=seed)
    cages, place = [], 0
    while place < 36:
        width = min(random.randint(2, 3), 6 - place % 6)
        cells = [divmod(at, 6) for at in range(place, place + width)]
        cages.append((sum(full[cell] for cell in cells), cells))
        place += width
    given = random.sample(full.cells, 8)
    return Board([full[cell] if cell in given else 0 for cell in full.cells], Geometry.of(6, cages=cages))


@settings(max_examples=100)
@given(st.integers(0, len(HARD) + len(SHAPES)), st.integers(0, 3), st.randoms(use_true_random=False), st.data())
def test_every_sentence_of_a_hint_is_true_of_what_can_be_seen(
    kind: int, seed: int, random: Random, data: st.DataObject
) -> None:
    board, solution = _start(kind, seed)
    empty = [cell for cell in board.cells if not board[cell]]
    known = random.sample(empty, data.draw(st.integers(0, len(empty) // 3)))
    position = board.with_values({cell: solution[cell] for cell in known})
    # When there are no singles, values need eliminations.
    singles = [step.placed[0] for step in steps(position, Level.HIDDEN_SINGLE)]
    position = position.with_values(dict(singles[: data.draw(st.sampled_from([0, len(singles)]))]))
    if not position.is_full:
        check_hint(position)


@pytest.mark.parametrize("line", HARD[:2])
def test_a_game_is_won_by_hints_that_are_all_true(line: str) -> None:
    board = Board.parse(line)
    while not board.is_full:
        check_hint(board)
        *_, last = steps_to_value(board)
        board = board.with_values(dict(last.placed))
    assert board.is_solved


def test_every_step_of_a_solution_is_true_after_those_before_it() -> None:
    grids = Path(__file__).parent.parent / "data" / "sudoku_sample.txt"
    lines = [line.split()[-1] for line in grids.read_text().splitlines() if line.strip() and not line.startswith("#")]
    used: Counter[str] = Counter()
    for line in lines[::3]:
        board = Board.parse(line)
        reader = Reader(board)
        for step in solve_steps(board):
            if step.technique != "search":
                placed = reader.check(str(step))
                assert [placed] == [*step.placed] or not step.placed
                used[step.technique] += 1
    assert {"naked single", "hidden single", "pointing", "claiming", "naked pair", "trial"} <= used.keys()


def test_a_hint_has_no_step_that_its_value_does_not_need() -> None:
    board, _ = _start(0, 0)
    for told in [steps_to_value(Board.parse(UNSEEN)), steps_to_value(board)]:
        assert told[-1].placed
        assert not any(step.placed for step in told[:-1])
    assert len(steps_to_value(Board.parse(UNSEEN))) < 1 + next(
        place for place, step in enumerate(solve_steps(Board.parse(UNSEEN))) if step.placed
    )


def test_a_board_that_needs_a_search_gets_a_hint_without_techniques() -> None:
    board = Board.parse(HARD[2])
    while told := steps_to_value(board):
        board = board.with_values(dict(told[-1].placed))
    assert not board.is_full
    assert "the solution has" in begin(board, 3).hint().reason
