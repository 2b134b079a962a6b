"""The techniques: each on marks made for it, and all together on random boards of every kind."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from csplib.sudoku.board import Board
from csplib.sudoku.errors import BoardError, ClashError
from csplib.sudoku.geometry import Cell, Geometry
from csplib.sudoku.solver import is_unique, solve
from csplib.sudoku.techniques import (
    DeadEndError,
    Level,
    Marks,
    NotUniqueError,
    Step,
    next_step,
    open_singles,
    solve_steps,
    solved_at,
    steps,
)
from csplib.sudoku.techniques.findings import finish

NINE = Geometry.of(9)
ROW = [(0, column) for column in range(9)]
VALUES = range(1, 10)

# From norvig/pytudes (MIT): hardest.txt.
NEEDS_TRIAL = "12..4......5.69.1...9...5.........7.7...52.9..3......2.9.6...5.4..9..8.1..3...9.4"
NEEDS_SEARCH = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."

JIGSAW_ROWS = ("111122", "113222", "333342", "536444", "556644", "555666")

SHAPES: dict[str, dict[str, Any]] = {
    "4x4": {"size": 4},
    "6x6": {"size": 6},
    "9x9": {"size": 9},
    "X": {"size": 9, "diagonals": True},
    "windoku": {"size": 9, "windows": True},
    "anti-knight": {"size": 9, "anti_knight": True},
    "jigsaw": {"size": 6, "regions": "".join(JIGSAW_ROWS)},
    "killer": {"size": 6, "cages": True},
}

FEWEST = {4: 4, 6: 0, 9: 22}  # with fewer givens, making a board takes longer, and it is no harder


def blank(geometry: Geometry = NINE) -> Marks:
    return Marks.of_values(geometry, [0] * geometry.size**2)


def bits(cells: Iterable[Cell], size: int = 9) -> int:
    return sum(1 << row * size + column for row, column in cells)


def leave(marks: Marks, cell: Cell, values: Iterable[int]) -> None:
    """Remove all candidates of *cell* except *values*."""
    for value in set(VALUES) - set(values):
        marks.remove(value - 1, bits([cell]))


def only_in(marks: Marks, value: int, unit: Iterable[Cell], places: Iterable[Cell]) -> None:
    """Remove *value* from *unit* except at *places*."""
    marks.remove(value - 1, bits(set(unit) - set(places)))


def row(number: int) -> tuple[Cell, ...]:
    return NINE.rows[number]


def column(number: int) -> tuple[Cell, ...]:
    return NINE.columns[number]


def first(marks: Marks) -> Step:
    step = next_step(marks)
    assert step is not None
    assert step.reason.endswith(".")
    return step


def all_of(cells: Iterable[Cell], values: Iterable[int]) -> set[tuple[Cell, int]]:
    values = [*values]
    return {(cell, value) for cell in cells for value in values}


def test_a_naked_single_is_placed_and_leaves_its_peers() -> None:
    marks = blank()
    leave(marks, (4, 4), [7])
    step = first(marks)
    assert (step.level, step.technique) == (Level.NAKED_SINGLE, "naked single")
    assert step.cells == ((4, 4),)
    assert step.placed == (((4, 4), 7),)
    assert set(step.removed) == all_of(NINE.peers[4, 4], [7])
    assert "7" in step.reason
    assert "r5c5" in step.reason


def test_a_hidden_single_is_the_only_place_of_a_value_in_a_unit() -> None:
    marks = blank()
    only_in(marks, 5, row(2), [(2, 6)])
    step = first(marks)
    assert (step.level, step.technique, step.placed) == (Level.HIDDEN_SINGLE, "hidden single", (((2, 6), 5),))
    assert step.reason == "In row 3, 5 can only go into r3c7."


def test_pointing_clears_the_line_outside_the_box() -> None:
    marks = blank()
    only_in(marks, 5, NINE.boxes[0], [(0, 0), (0, 1)])
    step = first(marks)
    assert (step.level, step.technique, step.cells) == (Level.LOCKED, "pointing", ((0, 0), (0, 1)))
    assert set(step.removed) == all_of(ROW[3:], [5])
    assert step.placed == ()
    assert step.reason == "In box 1, 5 can only be in row 1, so no other cell of row 1 can be 5."


def test_claiming_clears_the_box_outside_the_line() -> None:
    marks = blank()
    only_in(marks, 5, row(0), [(0, 0), (0, 1)])
    step = first(marks)
    assert (step.level, step.technique, step.cells) == (Level.LOCKED, "claiming", ((0, 0), (0, 1)))
    assert set(step.removed) == all_of(set(NINE.boxes[0]) - set(ROW), [5])


def test_a_diagonal_locks_a_value_into_a_box() -> None:
    marks = blank(Geometry.of(9, diagonals=True))
    only_in(marks, 5, [(i, i) for i in range(9)], [(3, 3), (4, 4), (5, 5)])
    step = first(marks)
    assert (step.level, step.technique) == (Level.LOCKED, "locked candidates")
    assert set(step.removed) == all_of(set(NINE.boxes[4]) - {(3, 3), (4, 4), (5, 5)}, [5])
    assert "diagonal 1" in step.reason


def test_knights_moves_lock_a_value_where_no_unit_does() -> None:
    marks = blank(Geometry.of(9, anti_knight=True))
    only_in(marks, 5, row(0), [(0, 2), (0, 4)])
    step = first(marks)
    assert (step.level, step.technique, step.cells) == (Level.LOCKED, "locked candidates", ((0, 2), (0, 4)))
    assert set(step.removed) == all_of([(1, 2), (1, 4), (2, 3)], [5])
    assert next_step(_plain(marks)) is None


def _plain(marks: Marks) -> Marks:
    """Return the same candidates on a board without other rules."""
    plain = blank()
    plain.spots = marks.spots[:]
    return plain


def test_a_cage_keeps_only_the_values_that_make_its_total() -> None:
    marks = blank(Geometry.of(9, cages=[(3, [(0, 0), (1, 0)])]))
    step = first(marks)
    assert (step.level, step.technique, step.cells) == (Level.LOCKED, "cage combinations", ((0, 0), (1, 0)))
    assert set(step.removed) == all_of([(0, 0), (1, 0)], range(3, 10))


def test_a_value_that_a_cage_needs_leaves_what_sees_all_its_places() -> None:
    marks = blank(Geometry.of(9, cages=[(6, [(0, 0), (0, 1), (1, 0)])]))
    found = [*steps(marks, Level.LOCKED)]
    assert found[0].removed
    needed = found[1]
    assert needed.technique == "cage combinations"
    assert {cell for cell, _ in needed.removed} == set(NINE.boxes[0]) - {(0, 0), (0, 1), (1, 0)}


def test_a_board_whose_cages_have_the_wrong_total_is_not_solved() -> None:
    full = solve(Board.empty(4))
    assert full is not None
    for total, solved in ((sum(full.values[:2]), True), (sum(full.values[:2]) + 1, False)):
        caged = Geometry.of(4, cages=[(total, [(0, 0), (0, 1)])])
        assert Marks.of_values(caged, full.values).is_solved is solved
        assert solved_at(Board(full.values, caged), Level.NAKED_SINGLE) is solved


def test_a_naked_pair_leaves_the_rest_of_the_unit() -> None:
    marks = blank()
    for cell in [(0, 0), (0, 4)]:
        leave(marks, cell, [2, 7])
    step = first(marks)
    assert (step.level, step.technique, step.cells) == (Level.PAIRS, "naked pair", ((0, 0), (0, 4)))
    assert set(step.removed) == all_of(set(ROW) - {(0, 0), (0, 4)}, [2, 7])
    assert step.reason == "In row 1, r1c1 and r1c5 share 2 and 7 among them, so no other cell of row 1 can be 2 or 7."


def test_a_hidden_pair_keeps_only_its_values() -> None:
    marks = blank()
    for value in (2, 7):
        only_in(marks, value, row(0), [(0, 0), (0, 4)])
    step = first(marks)
    assert (step.level, step.technique, step.cells) == (Level.PAIRS, "hidden pair", ((0, 0), (0, 4)))
    assert set(step.removed) == all_of([(0, 0), (0, 4)], set(VALUES) - {2, 7})


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("naked triple", {(0, 0): [1, 2], (0, 4): [2, 3], (0, 8): [1, 3]}),
        ("naked quad", {(0, 0): [1, 2], (0, 3): [2, 3], (0, 6): [3, 4], (0, 8): [1, 4]}),
    ],
)
def test_a_naked_subset_needs_no_cell_that_has_all_its_values(name: str, held: dict[Cell, list[int]]) -> None:
    marks = blank()
    for cell, values in held.items():
        leave(marks, cell, values)
    step = first(marks)
    assert (step.level, step.technique, step.cells) == (Level.SUBSETS, name, tuple(held))
    assert set(step.removed) == all_of(set(ROW) - set(held), range(1, len(held) + 1))


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("hidden triple", {1: [(0, 0), (0, 4)], 2: [(0, 4), (0, 8)], 3: [(0, 0), (0, 8)]}),
        ("hidden quad", {1: [(0, 0), (0, 3)], 2: [(0, 3), (0, 6)], 3: [(0, 4), (0, 6)], 4: [(0, 0), (0, 4)]}),
    ],
)
def test_a_hidden_subset_keeps_only_its_values(name: str, places: dict[int, list[Cell]]) -> None:
    marks = blank()
    for value, found in places.items():
        only_in(marks, value, row(0), found)
    step = first(marks)
    cells = tuple(sorted({cell for held in places.values() for cell in held}))
    assert (step.level, step.technique, step.cells) == (Level.SUBSETS, name, cells)
    assert set(step.removed) == all_of(cells, set(VALUES) - set(places))


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("X-wing", {0: (1, 7), 4: (1, 7)}),
        ("swordfish", {0: (1, 4), 3: (4, 7), 6: (1, 7)}),
        ("jellyfish", {0: (0, 7), 3: (3, 6), 6: (3, 7), 8: (0, 6)}),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_fish_clears_the_lines_across(name: str, lines: dict[int, tuple[int, int]], *, turned: bool) -> None:
    marks = blank()
    for line, places in lines.items():
        cells = [(line, place) for place in places]
        only_in(marks, 5, column(line) if turned else row(line), [_turn(cell) if turned else cell for cell in cells])
    step = first(marks)
    across = {place for places in lines.values() for place in places}
    struck = {(line, place) for line in set(range(9)) - set(lines) for place in across}
    assert (step.level, step.technique) == (Level.FISH, name)
    assert set(step.removed) == all_of((_turn(cell) if turned else cell for cell in struck), [5])
    assert step.reason.startswith("In columns" if turned else "In rows")
    assert set(step.cells) == {_turn((a, b)) if turned else (a, b) for a, places in lines.items() for b in places}


def _turn(cell: Cell) -> Cell:
    return cell[1], cell[0]


def test_an_xy_wing_clears_what_sees_both_ends() -> None:
    marks = blank()
    for cell, values in {(0, 0): [1, 2], (0, 5): [1, 3], (2, 2): [2, 3]}.items():
        leave(marks, cell, values)
    step = first(marks)
    assert (step.level, step.technique, step.cells) == (Level.WINGS, "XY-wing", ((0, 0), (0, 5), (2, 2)))
    assert set(step.removed) == all_of([(0, 1), (0, 2), (2, 3), (2, 4), (2, 5)], [3])
    assert step.reason == "Whether r1c1 is 1 or 2, one of r1c6 and r3c3 is 3, so no cell that sees both can be 3."


def test_simple_coloring_clears_what_sees_both_colors() -> None:
    marks = blank()
    only_in(marks, 5, row(0), [(0, 0), (0, 4)])
    only_in(marks, 5, column(0), [(0, 0), (6, 0)])
    only_in(marks, 5, column(4), [(0, 4), (7, 4)])
    step = first(marks)
    assert (step.level, step.technique) == (Level.WINGS, "simple coloring")
    assert step.cells == ((0, 0), (0, 4), (6, 0), (7, 4))
    assert set(step.removed) == all_of([(6, 3), (6, 5), (7, 1), (7, 2)], [5])


def test_simple_coloring_clears_a_color_that_sees_itself() -> None:
    marks = blank()
    only_in(marks, 5, row(0), [(0, 0), (0, 4)])
    only_in(marks, 5, column(0), [(0, 0), (3, 0)])
    only_in(marks, 5, row(3), [(3, 0), (3, 5)])
    only_in(marks, 5, column(5), [(1, 5), (3, 5)])
    step = first(marks)
    assert (step.level, step.technique) == (Level.WINGS, "simple coloring")
    assert set(step.removed) == all_of([(0, 4), (1, 5), (3, 0)], [5])


def test_a_trial_removes_a_value_that_singles_refute() -> None:
    board = Board.parse(NEEDS_TRIAL)
    found = [step for step in solve_steps(board) if step.level == Level.TRIAL]
    assert found
    for step in found:
        ((cell, value),) = step.removed
        assert step.cells == (cell,)
        assert solve(board.with_value(cell, value)) is None
        assert step.reason.startswith(
            f"If r{cell[0] + 1}c{cell[1] + 1} were {value}, following singles would leave no "
        )
    assert not solved_at(board, Level.WINGS)
    assert solved_at(board, Level.TRIAL)


def test_a_search_ends_the_solution_where_no_technique_helps() -> None:
    board = Board.parse(NEEDS_SEARCH)
    *before, last = solve_steps(board)
    assert (last.level, last.technique) == (Level.SEARCH, "search")
    assert all(step.level < Level.SEARCH for step in before)
    assert _filled(board, [*before, last]) == solve(board)
    assert not solved_at(board, Level.TRIAL)
    assert solved_at(board, Level.SEARCH)


def _filled(board: Board, found: Iterable[Step]) -> Board:
    return board.with_values({cell: value for step in found for cell, value in step.placed})


@lru_cache(maxsize=64)
def made(kind: str, seed: int) -> tuple[Board, Board]:
    """Return a board with one solution, and the solution: fill it, rename digits, remove values while it is unique."""
    random = Random(seed)
    shape = dict(SHAPES[kind])
    caged = shape.pop("cages", False)
    full = solve(Board.empty(**shape))
    assert full is not None
    names = random.sample(range(1, full.size + 1), full.size)
    values = [names[value - 1] for value in full.values]
    if kind == "9x9":
        order = [3 * band + line for band in random.sample(range(3), 3) for line in random.sample(range(3), 3)]
        values = [values[9 * line + place] for line in order for place in range(9)]
    cages = _cages(values, full.size, random) if caged else []
    solution = Board(values, Geometry.of(**shape, cages=cages)) if caged else Board(values, full.geometry)
    board = solution
    for cell in random.sample(board.cells, len(board.cells)):
        if len(board.filled) <= FEWEST[board.size]:
            break
        fewer = board.without(cell)
        board = fewer if is_unique(fewer) else board
    return board.as_puzzle(), solution


def _cages(values: list[int], size: int, random: Random) -> list[tuple[int, list[Cell]]]:
    """Return cages of one to three cells that cover every row."""
    found = []
    for line in range(size):
        place = 0
        while place < size:
            width = min(random.randint(1, 3), size - place)
            cells = [(line, place + offset) for offset in range(width)]
            found.append((sum(values[line * size + place : line * size + place + width]), cells))
            place += width
    return found


EVERY_KIND = [(kind, seed) for kind in SHAPES for seed in range(3)]


@pytest.mark.parametrize(("kind", "seed"), EVERY_KIND)
def test_every_step_is_sound_and_together_they_solve(kind: str, seed: int) -> None:
    board, solution = made(kind, seed)
    found = solve_steps(board)
    for step in found:
        assert step.placed or step.removed
        assert all(solution[cell] == value for cell, value in step.placed), step
        assert all(solution[cell] != value for cell, value in step.removed), step
    assert _filled(board, found).values == solution.values


@pytest.mark.parametrize(("kind", "seed"), EVERY_KIND)
def test_every_step_is_the_easiest_and_removes_what_was_there(kind: str, seed: int) -> None:
    marks = Marks.of(made(kind, seed)[0])
    while True:
        before = marks.copy()
        step = next(steps(marks), None)
        if step is None:
            break
        assert all(value in before.candidates(cell) for cell, value in step.removed)
        assert all(value not in marks.candidates(cell) for cell, value in step.removed)
        assert all(marks.candidates(cell) == {value} for cell, value in step.placed)
        if step.level > Level.NAKED_SINGLE:
            assert next_step(before, Level(step.level - 1)) is None
        assert (open_singles(before) > 0) == (step.level <= Level.HIDDEN_SINGLE)


@pytest.mark.parametrize(("kind", "seed"), EVERY_KIND)
def test_the_quick_answer_is_that_of_the_steps_and_grows_with_the_level(kind: str, seed: int) -> None:
    board, _ = made(kind, seed)
    answers = []
    for level in list(Level)[:-1]:
        marks = Marks.of(board)
        explained = [*steps(marks, level)]
        assert all(step.level <= level for step in explained)
        assert solved_at(board, level) is marks.is_solved
        assert solved_at(Marks.of(board), level) is marks.is_solved
        answers.append(marks.is_solved)
    assert answers == sorted(answers)
    assert solved_at(board, Level.SEARCH)


def test_the_random_boards_need_many_techniques() -> None:
    used = {(kind, step.technique) for kind, seed in EVERY_KIND for step in solve_steps(made(kind, seed)[0])}
    assert ("killer", "cage combinations") in used
    assert {technique for _, technique in used} >= {
        "naked single",
        "hidden single",
        "pointing",
        "claiming",
        "naked pair",
    }


def test_a_hint_leaves_the_marks_alone_and_following_steps_does_not() -> None:
    marks = Marks.of(Board.parse(NEEDS_TRIAL))
    before = marks.spots[:]
    assert next_step(marks) == next_step(marks)
    solved_at(marks, Level.TRIAL)
    assert marks.spots == before
    next(steps(marks))
    assert marks.spots != before


def test_steps_use_the_symbols_of_the_board() -> None:
    board = Board([1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2], symbols="ABCD")
    assert {step.reason[5] for step in solve_steps(board)} == set("ABCD")
    assert solve_steps(board)[0].placed[0][1] in {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("." * 16, "more than one solution"),
        ("123. ...4 .... ....", "no value"),
        ("1... .1.. ..2. ...3", "twice"),
        ("12.. ..3. .... ....", "no solution"),
    ],
)
def test_a_board_without_exactly_one_solution_is_refused(line: str, words: str) -> None:
    board = Board.parse(line)
    assert not is_unique(board)
    with pytest.raises(BoardError, match=words):
        solve_steps(board)
    assert not any(solved_at(board, level) for level in Level)


def test_a_clash_and_a_dead_end_are_different_errors() -> None:
    with pytest.raises(ClashError):
        Marks.of(Board.parse("1... .1.. .... ...."))
    with pytest.raises(DeadEndError) as caught:
        Marks.of(Board.parse("123. ...4 .... ...."))
    assert caught.value.cell == (0, 3)
    assert isinstance(caught.value, NotUniqueError)


def test_steps_stop_at_a_contradiction_without_solving() -> None:
    board = Board.parse("12.. ..3. .... ....")
    assert solve(board) is None
    marks = Marks.of(board)
    assert len([*steps(marks)]) < 16
    assert not marks.is_solved


def test_a_value_without_a_place_in_a_unit_is_a_contradiction() -> None:
    marks = blank()
    only_in(marks, 5, row(3), [])
    assert [*steps(marks)] == []
    assert marks.broken


def test_placing_a_value_that_is_not_a_candidate_is_a_contradiction() -> None:
    marks = blank()
    marks.place(0, 4)
    assert not marks.broken
    marks.place(1, 4)
    assert marks.broken
    assert not marks.copy().is_solved


def test_a_full_board_that_breaks_a_rule_ends_as_a_contradiction() -> None:
    full = solve(Board.empty(4))
    assert full is not None
    wrong = sum(full.values[:2]) + 1
    marks = Marks.of_values(Geometry.of(4, cages=[(wrong, [(0, 0), (0, 1)])]), full.values)
    assert not marks.broken
    assert not finish(marks)
    assert marks.broken


def test_levels_have_names_and_an_order() -> None:
    assert [int(level) for level in Level] == [*range(1, 10)]
    assert str(Level.WINGS) == "wings and coloring"
    assert len({str(level) for level in Level}) == 9
