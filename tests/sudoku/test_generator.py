"""Generated puzzles: unique, symmetric, minimal and of the wanted difficulty, checked by independent code."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from csplib import LimitReached, OptionError
from csplib.sudoku import SYMMETRIES, Board, Geometry, Level, generate, solve_steps

JIGSAW = "111222233111222233114452333144455633444555666774556669777856699778888999778888999"


def solutions_by_search_alone(board: Board) -> int:
    """Return the number of solutions, at most two, by a search that shares no code with the generator."""
    size = board.size
    peers = board.geometry.peers
    values = {cell: board[cell] for cell in board.cells}
    found = 0

    def search() -> None:
        nonlocal found
        choices = {
            cell: set(range(1, size + 1)) - {values[peer] for peer in peers[cell]}
            for cell in values
            if not values[cell]
        }
        if not choices:
            found += 1
            return
        cell = min(choices, key=lambda open_cell: len(choices[open_cell]))
        for value in choices[cell]:
            values[cell] = value
            search()
            values[cell] = 0
            if found > 1:
                return

    search()
    return found


def moved(cells: set[tuple[int, int]], size: int, symmetry: str) -> set[tuple[int, int]]:
    last = size - 1
    turns: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "none": lambda r, c: (r, c),
        "rotational": lambda r, c: (last - r, last - c),
        "mirror": lambda r, c: (r, last - c),
        "flip": lambda r, c: (last - r, c),
        "diagonal": lambda r, c: (c, r),
        "four-fold": lambda r, c: (c, last - r),
        "both mirrors": lambda r, c: (r, last - c),
        "full": lambda r, c: (c, r),
    }
    return {turns[symmetry](*cell) for cell in cells}


@pytest.mark.parametrize(("size", "symmetry", "seed"), [*product([4, 6, 9], SYMMETRIES, [1, 2])])
def test_puzzles_are_unique_and_symmetric(size: int, symmetry: str, seed: int) -> None:
    board = generate(size, symmetry=symmetry, seed=seed)
    assert solutions_by_search_alone(board) == 1
    assert moved(set(board.filled), size, symmetry) == set(board.filled)
    assert board.given == set(board.filled)


@pytest.mark.parametrize("level", [level for level in Level if level not in {Level.SUBSETS, Level.FISH, Level.SEARCH}])
@pytest.mark.parametrize("seed", [1, 2])
def test_difficulty_is_exact(level: Level, seed: int) -> None:
    board = generate(difficulty=level, seed=seed)
    assert solutions_by_search_alone(board) == 1
    assert max(step.level for step in solve_steps(board)) == level


@pytest.mark.parametrize("clues", [26, 30, 45, 81])
def test_a_stated_number_of_clues_is_reached(clues: int) -> None:
    board = generate(clues=clues, seed=3)
    assert len(board.filled) == clues
    assert solutions_by_search_alone(board) == 1


@pytest.mark.parametrize("size", [4, 6, 9])
def test_minimal_means_that_no_clue_can_go(size: int) -> None:
    board = generate(size, clues="minimal", seed=5)
    assert solutions_by_search_alone(board) == 1
    assert all(solutions_by_search_alone(board.without(cell)) == 2 for cell in board.filled)


def test_a_puzzle_can_be_minimal_and_symmetric() -> None:
    board = generate(4, clues="minimal", symmetry="rotational", seed=1)
    assert moved(set(board.filled), 4, "rotational") == set(board.filled)
    assert all(solutions_by_search_alone(board.without(cell)) == 2 for cell in board.filled)


@pytest.mark.parametrize(
    "geometry",
    [
        Geometry.of(9, diagonals=True),
        Geometry.of(9, windows=True),
        Geometry.of(9, anti_knight=True),
        Geometry.of(9, regions=JIGSAW),
        Geometry.of(6, box=(3, 2)),
    ],
    ids=repr,
)
def test_variants_can_be_generated(geometry: Geometry) -> None:
    board = generate(geometry=geometry, difficulty="hidden singles", seed=1)
    assert board.geometry is geometry
    assert solutions_by_search_alone(board) == 1
    assert max(step.level for step in solve_steps(board)) == Level.HIDDEN_SINGLE


@pytest.mark.parametrize("size", [12, 16])
def test_large_boards_are_solved_by_locked_candidates(size: int) -> None:
    board = generate(size, seed=1)
    assert len(board.filled) < size * size / 2
    assert max(step.level for step in solve_steps(board)) <= Level.LOCKED


def test_the_same_seed_gives_the_same_puzzle_everywhere() -> None:
    # If these puzzles change, published seeds no longer make the same puzzles.
    assert generate(4, seed=1).to_line() == "...3.1.....4.4.."
    assert generate(9, seed=1) == generate(9, seed=1)
    assert generate(9, seed=1) != generate(9, seed=2)


@pytest.mark.parametrize(
    ("message", "options"),
    [
        ("from 1 to 81, not 0", {"clues": 0}),
        ("at least 17 clues", {"clues": 16}),
        ("at least 4 clues", {"size": 4, "clues": 3}),
        ("seed must be an integer, not 'abc'", {"seed": "abc"}),
        ("time_limit must be a number of seconds, 0 or more, not -1", {"time_limit": -1}),
        ("from 1 to 81, not 82", {"clues": 82}),
        ("not 'few'", {"clues": "few"}),
        ("not 'sideways'", {"symmetry": "sideways"}),
        ("not 'fiendish'", {"difficulty": "fiendish"}),
        ("no puzzle of this symmetry has exactly 30 clues", {"clues": 30, "symmetry": "four-fold"}),
        ("does not match", {"size": 4, "geometry": Geometry.of(9)}),
    ],
)
def test_impossible_wishes_are_refused_at_once(message: str, options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match=message):
        generate(**options)  # type: ignore[arg-type]


def test_a_puzzle_that_is_not_found_in_time_raises_an_error() -> None:
    with pytest.raises(
        LimitReached, match=r"no rotational puzzle with 18 clues within time_limit=0\.3 \(\d+ attempts\)"
    ):
        generate(clues=18, symmetry="rotational", seed=1, time_limit=0.3)
