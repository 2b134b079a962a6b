"""Boards with candidates, and the steps of a human solution as pictures."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from svg import elements, parsed

from csplib import OptionError
from csplib.display.svg import GREEN, PALE_RED, PALE_YELLOW, RED
from csplib.sudoku import Board, Step, ValueRangeError, solve
from csplib.sudoku.geometry import Cell
from csplib.sudoku.picture import step_pictures, step_svg
from csplib.sudoku.svg import svg
from csplib.sudoku.techniques import Marks, next_step

WITH_FISH = Board.parse(".35.2..9..8..3....1..5....3...3...5...9....27....6.9....61.4...5..2.........85.7.")
WITH_WING = Board.parse("9.8.....65....9......7....1.75.68......4..7..38.1.7........4....9....2..1..6....4")
WITH_COLORS = Board.parse(".6...7..171..934.53.....7.....91......8.3...44..8..6.3..5.....9...7.....94....5.7")
KILLER = Board.empty(4, cages=[(3, [(0, 0), (0, 1)]), (7, [(0, 2), (0, 3)]), (5, [(1, 0), (2, 0)])])


def place(x: float, y: float) -> tuple[Cell, int]:
    """Return the candidate of a 9x9 board whose middle is at (x, y)."""
    row, column = int(y // 40), int(x // 40)
    return (row, column), 3 * int((y - 40 * row - 3) * 3 / 34) + int((x - 40 * column - 3) * 3 / 34) + 1


def discs(picture: str, *, struck: bool = False) -> dict[tuple[Cell, int], str | None]:
    circles = [c for c in elements(picture, "circle") if (c.get("stroke") == RED) == struck]
    return {place(float(c.get("cx", "")), float(c.get("cy", ""))): c.get("fill") for c in circles}


def lines(picture: str, *, dashed: bool) -> list[ET.Element]:
    """The links of a picture if *dashed*, else its arrows."""
    color, mark = (GREEN, "4 2.5") if dashed else (RED, None)
    found = [p for p in elements(picture, "path") if p.get("stroke") == color and p.get("fill")]
    return [path for path in found if path.get("stroke-dasharray") == mark]


def highlighted(picture: str) -> set[Cell]:
    cells = [rect for rect in elements(picture, "rect") if rect.get("fill") == PALE_YELLOW]
    return {(int(cell.get("y", "")) // 40, int(cell.get("x", "")) // 40) for cell in cells}


def step_of(board: Board, technique: str) -> tuple[Step, str]:
    return next((step, picture) for step, picture in step_pictures(board) if step.technique == technique)


def test_circled_and_struck_candidates_are_drawn_even_where_no_candidates_were_asked_for() -> None:
    picture = svg(Board.empty(9), circled=[((0, 0), 1)], struck=[((8, 8), 9)])
    assert set(discs(picture)) == {((0, 0), 1)}
    assert discs(picture, struck=True) == {((8, 8), 9): PALE_RED}
    assert [text.text for text in elements(picture, "text")] == ["1", "9"]


def test_circles_have_the_colors_that_are_told() -> None:
    picture = svg(Board.empty(9), candidates=True, circled={((4, 4), 5): "gold"})
    assert discs(picture) == {((4, 4), 5): "gold"}
    assert len(elements(picture, "text")) == 729


def test_candidates_of_filled_cells_are_passed_over() -> None:
    assert not discs(svg(Board.empty(9).with_value((0, 0), 3), circled=[((0, 0), 1)]))


def test_links_and_arrows_run_between_candidates_or_cells() -> None:
    picture = svg(
        Board.empty(9), links=[(((0, 0), 1), ((0, 8), 1))], arrows=[((0, 0), ((0, 3), 9)), (((1, 1), 1), ((1, 1), 9))]
    )
    [link] = lines(picture, dashed=True)
    x, y, end_x, end_y = map(float, re.findall(r"[\d.]+", link.get("d", "")))
    assert y == end_y == pytest.approx(8.67, abs=0.01)
    assert 8.67 < x < 16
    assert 320 < end_x < 328.67
    assert len(lines(picture, dashed=False)) == 2


@pytest.mark.parametrize("spot", [((9, 0), 1), ((0, 0), 0), ((0, 0), 10)])
def test_candidates_beyond_the_board_are_refused(spot: tuple[Cell, int]) -> None:
    for pointers in (
        {"circled": [spot]},
        {"struck": [spot]},
        {"arrows": [((0, 0), spot)]},
        {"links": [(spot, (0, 0))]},
    ):
        with pytest.raises(ValueRangeError):
            Board.empty(9).to_svg(**pointers)


@pytest.mark.parametrize("board", [WITH_FISH, WITH_WING, WITH_COLORS], ids=["fish", "wing", "colors"])
def test_every_step_of_a_solution_shows_what_it_says(board: Board) -> None:
    filled: dict[Cell, int] = {}
    for step, picture in step_pictures(board):
        assert parsed(picture)[0].text == str(step)
        assert set(step.cells) <= highlighted(picture)
        if step.placed:
            assert set(discs(picture)) == set(step.placed)
            assert not discs(picture, struck=True)
        else:
            assert set(discs(picture, struck=True)) == set(step.removed)
            assert {cell for cell, _ in discs(picture)} <= set(step.cells)
            assert discs(picture)
        filled.update(step.placed)
    assert board.with_values(filled) == solve(board)


def test_an_x_wing_has_two_links_and_arrows_to_all_it_removes() -> None:
    step, picture = step_of(WITH_FISH, "X-wing")
    assert step.cells == ((0, 0), (0, 8), (5, 0), (5, 8))
    assert set(discs(picture)) == {(cell, 4) for cell in step.cells}
    assert len(set(discs(picture).values())) == 2
    assert len(lines(picture, dashed=True)) == 2
    assert len(step.removed) == 6
    assert len(lines(picture, dashed=False)) == 9


def test_an_xy_wing_links_its_pivot_to_its_wings_and_both_wings_point_at_what_goes() -> None:
    step, picture = step_of(WITH_WING, "XY-wing")
    assert len(discs(picture)) == 6
    assert len(lines(picture, dashed=True)) == 2
    assert len(lines(picture, dashed=False)) == 2 * len(step.removed)


def test_coloring_alternates_along_the_chain() -> None:
    step, picture = step_of(WITH_COLORS, "simple coloring")
    [value] = {value for _, value in step.removed}
    assert sorted(Counter(discs(picture).values()).values()) == [4, 4]
    assert set(discs(picture)) == {(cell, value) for cell in step.cells}
    assert len(lines(picture, dashed=True)) >= len(step.cells) - 1


def test_a_naked_subset_has_all_its_candidates_circled_and_no_links() -> None:
    _, picture = step_of(WITH_WING, "naked triple")
    assert len({value for _, value in discs(picture)}) == 3
    assert not lines(picture, dashed=True)


def test_a_hidden_single_shows_the_values_that_rule_out_its_other_cells() -> None:
    board = Board.parse("..9.7.....8.4.......3....281.....67..2..13.4..4...78..6...3.....1.............284")
    picture = step_svg(board)
    assert "In box 1, 1 can only go into r2c3." in picture
    assert highlighted(picture) == {(1, 2)}
    assert len(lines(picture, dashed=False)) == 2


def test_the_step_of_some_marks_is_drawn_over_these_marks() -> None:
    marks = Marks.of(WITH_FISH)
    marks.remove(3, 1 << 1)
    step = next_step(marks)
    assert step is not None
    assert step_svg(WITH_FISH, step, marks=marks) == step_svg(WITH_FISH, marks=marks)


def test_killers_and_other_shapes_are_drawn_too() -> None:
    pictures = list(step_pictures(KILLER))
    assert pictures
    for _, picture in pictures:
        assert parsed(picture).get("viewBox") == "-3 -3 166 166"


def test_a_board_without_a_next_step_is_refused() -> None:
    full = solve(WITH_FISH)
    assert full is not None
    with pytest.raises(OptionError, match="there is no step to draw"):
        step_svg(full)
    assert not list(step_pictures(full))


def test_pictures_of_steps_are_the_same_each_time() -> None:
    assert step_svg(WITH_FISH) == step_svg(WITH_FISH)
