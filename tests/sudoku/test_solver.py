"""Solving, counting, comparing, streams of boards, and why a board has no or several solutions."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from executors import Idle, interrupted_executor
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import P0, P6

import csplib
from csplib.sudoku import (
    METHODS,
    Board,
    BoardError,
    Geometry,
    ValueRangeError,
    ambiguity,
    candidates,
    compare,
    conflict,
    count,
    is_unique,
    may_place,
    search,
    solutions,
    solve,
    solve_many,
    trace,
    why_not,
)

DATA = Path(__file__).parent.parent / "data"
# A board with exactly two solutions and, with its last 2 changed to 3, with exactly one.
TWO = "39..5.......2....5...719.8..5..68...2.6..3...........45........67.1.5.4.1.9...2.."
ONE = TWO[:78] + "3.."


def obeys_the_rules(solution: Board, puzzle: Board) -> bool:
    """Return whether a 9x9 solution is right, without code of the library."""
    grid = [[solution.values[9 * r + c] for c in range(9)] for r in range(9)]
    groups = grid + [list(column) for column in zip(*grid, strict=True)]
    groups += [[grid[3 * (b // 3) + k // 3][3 * (b % 3) + k % 3] for k in range(9)] for b in range(9)]
    keeps = all(given in (0, value) for given, value in zip(puzzle.values, solution.values, strict=True))
    return keeps and all(sorted(group) == list(range(1, 10)) for group in groups)


def sample() -> list[tuple[str, str]]:
    lines = (DATA / "sudoku_sample.txt").read_text().splitlines()
    return [tuple(line.split()) for line in lines if line and not line.startswith("#")]  # type: ignore[misc]


@pytest.mark.parametrize(("name", "line"), sample())
def test_published_puzzles_have_one_solution_that_obeys_the_rules(name: str, line: str) -> None:
    board = Board.parse(line)
    solution = solve(board)
    assert solution is not None, name
    assert obeys_the_rules(solution, board)
    assert is_unique(board)


def test_the_board_with_two_solutions_and_the_one_with_one() -> None:
    board = Board.parse(TWO)
    assert not may_place(board, (2, 1), 9)
    assert may_place(board, (2, 1), 4)
    found = {solution.to_line() for solution in solutions(board)}
    assert len(found) == 2
    assert "391856427867234915425719683754968132216473598938521764543692871672185349189347256" in found
    only = [solution.to_line() for solution in solutions(Board.parse(ONE))]
    assert only == ["397856421861234975425719683754968132216473598938521764542397816673185249189642357"]
    assert (count(board), count(board, limit=1), is_unique(board), is_unique(Board.parse(ONE))) == (2, 1, False, True)


def test_candidates_are_what_no_peer_has() -> None:
    board = Board.parse(TWO)
    assert candidates(board, (0, 2)) == {1, 2, 4, 7, 8}
    assert candidates(board, (0, 0)) == {3}
    with pytest.raises(ValueRangeError, match="0 is not a value"):
        may_place(board, (0, 2), 0)
    with pytest.raises(csplib.KindError, match=r"Board\.parse"):
        solve(TWO)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_solution(method: str) -> None:
    assert [s.to_line() for s in solutions(Board.parse(P6), method)] == [
        s.to_line() for s in solutions(Board.parse(P6))
    ]


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(csplib.OptionError, match="must be one of 'backtracking'"):
        search(Board.parse(P6), "magic")


def test_unsolvable_and_clashing_boards_have_no_solution() -> None:
    for line in ("..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..", "55" + "." * 79):
        board = Board.parse(line)
        assert solve(board) is None
        assert count(board) == 0
        assert not is_unique(board)


@settings(max_examples=40)
@given(st.sets(st.integers(0, 80), max_size=60), st.integers(0, 1000))
def test_a_full_board_with_cells_removed_is_solved_back_by_the_rules(holes: set[int], seed: int) -> None:
    full = solve(Board.empty(9), seed=seed)
    assert full is not None
    puzzle = full.without(*[divmod(hole, 9) for hole in holes]).as_puzzle()
    solution = solve(puzzle)
    assert solution is not None
    assert obeys_the_rules(solution, puzzle)
    assert all(solution[cell] == value for cell, value in puzzle.filled.items())


@pytest.mark.parametrize(
    "geometry",
    [
        Geometry.of(6),
        Geometry.of(9, diagonals=True),
        Geometry.of(9, windows=True),
        Geometry.of(9, anti_knight=True),
        Geometry.of(9, regions="111222233111222233114452333144455633444555666774556669777856699778888999778888999"),
        Geometry.of(16),
    ],
    ids=repr,
)
def test_every_shape_can_be_filled_by_its_rules(geometry: Geometry) -> None:
    solution = solve(Board([0] * geometry.size**2, geometry))
    assert solution is not None
    for cell in solution.cells:
        assert all(solution[peer] != solution[cell] for peer in geometry.peers[cell])
    for unit in geometry.units:
        assert sorted(solution[cell] for cell in unit.cells) == list(range(1, geometry.size + 1))


def test_methods_are_compared_in_a_table() -> None:
    table = compare({"P0": Board.parse(P0), "none": Board.parse("55" + "." * 79)}, ["ac3", "full"], node_limit=5000)
    assert [(run.board, run.method, run.outcome) for run in table] == [
        ("P0", "ac3", "solved"),
        ("P0", "full", "solved"),
        ("none", "ac3", "no solution"),
        ("none", "full", "no solution"),
    ]
    assert table[1].nodes == 0
    shown = str(table).splitlines()
    assert shown[0].split() == ["board", "method", "nodes", "failures", "ms", "outcome"]
    assert len({line.index("solved") for line in shown if line.endswith("solved")}) == 1
    (stopped,) = compare([Board.parse(P6)], ["backtracking"], node_limit=10)
    assert (stopped.board, stopped.outcome, stopped.nodes) == ("board 1", "stopped at a limit", 10)


def test_a_stream_is_solved_lazily_and_in_order() -> None:
    taken: list[int] = []

    def endless() -> Iterator[str]:
        while True:
            taken.append(0)
            yield P0

    outcomes = list(islice(solve_many(endless()), 3))
    assert len(taken) == 3
    assert [outcome.number for outcome in outcomes] == [0, 1, 2]
    assert all(outcome.solution is not None for outcome in outcomes)


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_a_stream_keeps_its_order_and_survives_a_bad_board(executor: type | None) -> None:
    lines = [P0, "12345", "55" + "." * 79, *[P6] * 250]
    if executor is None:
        outcomes = list(solve_many(lines))
    else:
        with executor(2) as pool:
            outcomes = list(solve_many(lines, executor=pool))
    assert [outcome.number for outcome in outcomes] == list(range(253))
    assert isinstance(outcomes[1].error, BoardError)
    assert (outcomes[2].error, outcomes[2].solution) == (None, None)
    expected = solve(Board.parse(P6))
    assert all(outcome.solution == expected for outcome in outcomes[3:])


def test_an_invalid_board_is_reported_and_the_stream_goes_on() -> None:
    wrong: Any = [P0, None, 5, [[1, 0], [0, 1]], P0]
    outcomes = list(solve_many(wrong))
    assert [outcome.error is None for outcome in outcomes] == [True, False, False, True, True]
    with pytest.raises(csplib.KindError, match="splitlines"):
        solve_many(P0)


def test_only_a_few_tasks_of_a_stream_are_under_way_at_any_time() -> None:
    taken: list[int] = []

    def counted() -> Iterator[str]:
        for number in range(10_000):
            taken.append(number)
            yield "1234341221434321"

    with ThreadPoolExecutor(1) as pool:
        stream = solve_many(counted(), executor=pool)
        next(stream)
        assert len(taken) < 300
        stream.close()  # type: ignore[attr-defined]


def test_leaving_a_stream_cancels_no_task() -> None:
    executor = Idle([0])
    stream = solve_many([P0] * 1000, executor=executor)
    next(stream)
    assert executor.waiting
    stream.close()  # type: ignore[attr-defined]
    assert not [future for future in executor.futures if future.cancelled()]


def test_a_conflict_is_a_set_of_givens_of_which_each_is_needed() -> None:
    board = Board.parse("..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..")
    core = conflict(board)
    assert solve(core) is None
    assert set(core.filled.items()) < set(board.filled.items())
    assert all(solve(core.without(cell)) is not None for cell in core.filled)
    with pytest.raises(csplib.OptionError, match="has a solution"):
        conflict(Board.parse(P0))


@pytest.mark.parametrize(
    ("line", "fewest"),
    [
        (TWO, 1),
        ("59.....486.8...3.7...2.1.......4.....753.698.....9.......8.3...2.6...7.934.....65", 2),
        ("12.. 34.. .... ....", 2),
    ],
)
def test_an_ambiguous_board_is_repaired_with_as_few_givens_as_possible(line: str, fewest: int) -> None:
    board = Board.parse(line)
    found = ambiguity(board)
    assert found is not None
    assert found.first != found.second
    assert all(found.first[cell] != found.second[cell] for cell in found.differing)
    assert found.smallest
    assert len(found.repair) == fewest
    assert is_unique(board.with_values(found.repair))
    if fewest == 2:
        empty = [cell for cell in board.cells if not board[cell]]
        assert not any(is_unique(board.with_value(cell, found.first[cell])) for cell in empty)


def test_a_very_ambiguous_board_is_repaired_without_superfluous_givens() -> None:
    board = Board.parse("1" + "." * 80)
    found = ambiguity(board)
    assert found is not None
    assert not found.smallest
    assert is_unique(board.with_values(found.repair))
    for cell in found.repair:
        fewer = {other: value for other, value in found.repair.items() if other != cell}
        assert not is_unique(board.with_values(fewer))


def test_ambiguity_of_a_proper_board_is_none_and_of_a_hopeless_one_an_error() -> None:
    assert ambiguity(Board.parse(P0)) is None
    with pytest.raises(csplib.OptionError, match="no solution"):
        ambiguity(Board.parse("55" + "." * 79))


def test_why_not_is_right_about_every_value_of_every_cell() -> None:
    board = Board.parse(P6)
    solution = solve(board)
    assert solution is not None
    for cell in board.cells:
        for value in range(1, 10):
            answer = why_not(board, cell, value)
            assert answer.impossible == (solution[cell] != value)
            assert answer.reasons


def test_why_not_tells_a_chain_that_ends_in_a_contradiction() -> None:
    chain = why_not(Board.parse(P6), (0, 0), 1)
    assert chain.reasons[0] == "Suppose r1c1 is 1."
    assert chain.reasons[-1] == "Then there is no place for 4 in column 3."
    assert not chain.needs_search
    assert str(why_not(Board.parse(P6), (0, 0), 7)) == "r1c2, which r1c1 sees, is 7."
    assert str(why_not(Board.parse(P6), (0, 1), 1)) == "r1c2 is 7 already."
    for wrong in (0, -1, 10, "1"):
        with pytest.raises(ValueRangeError):
            why_not(Board.parse(P6), (0, 0), wrong)  # type: ignore[arg-type]


def test_traces_for_any_board_to_a_stream() -> None:
    out = io.StringIO()
    assert trace(Board.parse(P0), out)
    lines = out.getvalue().splitlines()
    assert len(lines) == 320
    assert lines[0] == "step 1  set.size():1933  AC:(0,0)(0,6)  (0,0).remove(6)  domain:[12345789]"
    assert lines[-1] == "step 320  set.size():392  AC:(0,7)(0,2)  (0,7).remove(3)  domain:[2]"
    assert not trace(Board.parse(P6), io.StringIO())
    out = io.StringIO()
    assert trace(Board.parse(P6), out, "ac3")
    assert "  try " in out.getvalue()
    with pytest.raises(csplib.OptionError, match="'ac3 alone', 'backtracking'"):
        trace(Board.parse(P6), out, "magic")


def test_an_interrupt_waits_until_the_executor_has_taken_the_boards() -> None:
    with interrupted_executor() as executor:
        with pytest.raises(KeyboardInterrupt):
            next(iter(solve_many([P0], executor=executor)))
        assert executor.taken == 1
