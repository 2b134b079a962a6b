"""Grades: bands by givens, and levels by solving."""

from __future__ import annotations

import pytest

from csplib.sudoku.board import Board
from csplib.sudoku.geometry import Geometry
from csplib.sudoku.grading import band, band_notes, grade
from csplib.sudoku.techniques import Level, Marks, NotUniqueError, open_singles, steps

FULL = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"

# From norvig/pytudes (MIT): easy50.txt, hardest.txt; the level that each needs.
GRADED = {
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300": Level.NAKED_SINGLE,
    "200080300060070084030500209000105408000000000402706000301007040720040060004010003": Level.HIDDEN_SINGLE,
    "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.": Level.LOCKED,
    ".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.": Level.FISH,
    "12..4......5.69.1...9...5.........7.7...52.9..3......2.9.6...5.4..9..8.1..3...9.4": Level.TRIAL,
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..": Level.SEARCH,
}


def with_givens(count: int) -> Board:
    return Board.parse(FULL[:count] + "." * (81 - count))


@pytest.mark.parametrize(
    ("fewest", "most", "name"),
    [
        (51, 81, "extremely easy"),
        (36, 50, "easy"),
        (32, 35, "medium"),
        (28, 31, "hard"),
        (0, 27, "very hard"),
    ],
)
def test_the_band_goes_by_the_number_of_givens(fewest: int, most: int, name: str) -> None:
    assert {band(with_givens(count)) for count in range(fewest, most + 1)} == {name}


def test_the_band_of_another_size_goes_by_the_share_of_givens() -> None:
    assert band(Board([*range(1, 17)] + [0] * 240)) == "very hard"
    assert band(Board.parse("1234 3412 .... ....")) == "easy"


def test_a_board_with_cages_has_no_band() -> None:
    board = Board.empty(9, cages=[(3, [(0, 0), (0, 1)])])
    assert band(board) is None
    assert band_notes(board) == ()


def test_notes_say_which_side_conditions_hold() -> None:
    easy = Board.parse(FULL[:45] + "." * 36)
    assert band_notes(easy) == (
        "more than one given in every box: no",
        "every digit at least three times: yes",
    )
    assert "some boxes empty: yes" in band_notes(with_givens(27))
    assert "several digits once: no" in band_notes(with_givens(27))
    assert "most digits two or three times: yes" in band_notes(with_givens(27))
    assert band_notes(Board.parse(FULL)) == ()
    assert band_notes(Board.empty(4)) == ()


@pytest.mark.parametrize(("line", "level"), GRADED.items())
def test_the_level_is_the_hardest_that_the_solution_needs(line: str, level: Level) -> None:
    found = grade(Board.parse(line))
    assert found.level == level
    assert max(found.steps) == level
    assert list(found.steps) == sorted(found.steps)
    assert all(count > 0 for count in found.steps.values())


def test_singles_count_one_step_for_each_empty_cell() -> None:
    board = Board.parse(next(iter(GRADED)))
    found = grade(board)
    assert found.steps == {Level.NAKED_SINGLE: 81 - 32}
    assert found.givens == 32
    assert found.band == "medium"


def test_openness_is_the_average_number_of_cells_that_singles_could_fill() -> None:
    one_cell = Board.parse(FULL).without((0, 0))
    assert grade(one_cell).openness == 1
    four_apart = Board.parse(FULL).without((0, 0), (1, 3), (4, 4), (8, 8))
    assert grade(four_apart).openness == (4 + 3 + 2 + 1) / 4


def test_openness_counts_only_steps_that_are_singles() -> None:
    board = next(Board.parse(line) for line, level in GRADED.items() if level == Level.LOCKED)
    marks = Marks.of(board)
    choices = [open_singles(marks)]
    choices += [open_singles(marks) for _ in steps(marks)]
    assert 0 in choices[:-1]
    taken = [count for count in choices if count]
    assert grade(board).openness == sum(taken) / len(taken)


def test_a_full_board_needs_no_step() -> None:
    found = grade(Board.parse(FULL))
    assert (found.level, found.steps, found.openness) == (Level.NAKED_SINGLE, {}, 0)


def test_a_board_with_several_solutions_has_no_grade() -> None:
    with pytest.raises(NotUniqueError):
        grade(Board.empty(4))


def test_a_killer_board_is_graded_by_solving_only() -> None:
    full = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    cages = [(full[4 * r] + full[4 * r + 1], [(r, 0), (r, 1)]) for r in range(4)]
    board = Board([1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 4, 0, 4, 0, 0, 0], Geometry.of(4, cages=cages))
    found = grade(board)
    assert found.band is None
    assert found.steps == {Level.NAKED_SINGLE: 12, Level.LOCKED: 1}
    assert "by givens: 4" in str(found).splitlines()


def test_a_grade_reads_well() -> None:
    assert str(grade(Board.parse(FULL).without((0, 0), (4, 4)))).splitlines() == [
        "by solving: naked singles; steps: naked singles 2; 1.5 singles open on average",
        "by givens: 79 (extremely easy)",
    ]
