"""Boards drawn in text and as SVG."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from svg import SVG, elements, parsed

from csplib import KindError, OptionError
from csplib.sudoku.board import Board
from csplib.sudoku.board_text import drawing
from csplib.sudoku.errors import ValueRangeError
from csplib.sudoku.geometry import Cell, Geometry
from csplib.sudoku.svg import svg

JIGSAW = "aaabbaabbbccdddcceddceeee"
ARMS = {
    "up": "└│├┘┴┤┼",
    "down": "│┌├┐┤┬┼",
    "left": "┘─┴┐┤┬┼",
    "right": "└┌├─┴┬┼",
}


def texts(picture: str) -> list[ET.Element]:
    return elements(picture, "text")


def paths(picture: str) -> list[ET.Element]:
    return elements(picture, "path")


def thick_segments(picture: str) -> set[tuple[int, int, str]]:
    """The pieces of thick line as (row, column, direction) of the lattice point at which they start."""
    [thick] = [path for path in paths(picture) if path.get("stroke-linecap") == "square"]
    found = re.findall(r"M(\d+) (\d+)([hv])40", thick.get("d", ""))
    return {(int(y) // 40, int(x) // 40, way) for x, y, way in found}


def layouts() -> st.SearchStrategy[Board]:
    """Boards with arbitrary regions, connected or not."""
    sizes = st.integers(1, 6)
    return sizes.flatmap(
        lambda n: st.permutations([place // n for place in range(n * n)]).map(
            lambda regions: Board.empty(n, regions=regions)
        )
    )


def test_a_nine_by_nine_has_lines_around_its_boxes_and_dots_for_empty_cells() -> None:
    lines = str(Board.empty(9).with_value((1, 4), 5)).splitlines()
    assert lines[0] == "┌───────┬───────┬───────┐"
    assert lines[2] == "│ . . . │ . 5 . │ . . . │"
    assert lines[4] == lines[8] == "├───────┼───────┼───────┤"
    assert len(lines) == 13


def test_boxes_that_are_wider_than_high_are_drawn_as_they_are() -> None:
    assert str(Board.empty(6)).splitlines()[:4] == [
        "┌───────┬───────┐",
        "│ . . . │ . . . │",
        "│ . . . │ . . . │",
        "├───────┼───────┤",
    ]


def test_irregular_regions_get_corners_and_junctions_where_they_bend_and_meet() -> None:
    assert str(Board.empty(5, regions=JIGSAW)).splitlines() == [
        "┌───────────┬─────┐",
        "│ .   .   . │ . . │",
        "│       ┌───┘     │",
        "│ .   . │ .   . . │",
        "├───────┼─────────┤",
        "│ .   . │ .   . . │",
        "│       ├───┐     │",
        "│ .   . │ . │ . . │",
        "│   ┌───┘   └─────┤",
        "│ . │ .   .   . . │",
        "└───┴─────────────┘",
    ]


def test_ascii_drawings_have_no_other_character() -> None:
    picture = drawing(Board.empty(5, regions=JIGSAW), ascii=True)
    assert picture.isascii()
    assert picture.splitlines()[2] == "|       +---+     |"
    assert len(picture) == len(str(Board.empty(5, regions=JIGSAW)))


def test_symbols_of_two_characters_are_aligned_to_the_right() -> None:
    board = Board([9, 10, *[0] * 98], Geometry.of(10), symbols=[str(value) for value in range(1, 11)])
    assert drawing(board).splitlines()[1] == "│  9 10  .  .  . │  .  .  .  .  . │"


def test_candidates_are_written_into_empty_cells_only() -> None:
    board = Board([1, 2, 3, 0, *[0] * 12])
    assert drawing(board, candidates=True).splitlines()[1] == "│   1   2 │   3    4 │"
    assert drawing(board, candidates={(0, 0): [4], (0, 3): [4, 2, 2]}).splitlines()[1] == "│ 1 2 │ 3 24 │"


def test_candidates_of_two_characters_are_told_apart() -> None:
    board = Board([0] * 100, symbols=[str(value) for value in range(1, 11)])
    assert "│ 1,10 " in drawing(board, candidates={(0, 0): [10, 1]})


@given(layouts())
def test_lines_of_a_drawing_join_their_neighbors(board: Board) -> None:
    lines = str(board).splitlines()
    assert len({len(line) for line in lines}) == 1
    grid = {(y, x): mark for y, line in enumerate(lines) for x, mark in enumerate(line)}
    for (y, x), mark in grid.items():
        assert (mark in ARMS["right"]) == (grid.get((y, x + 1), " ") in ARMS["left"])
        assert (mark in ARMS["down"]) == (grid.get((y + 1, x), " ") in ARMS["up"])


@given(layouts())
def test_exactly_the_cells_of_different_regions_are_separated_in_both_kinds_of_picture(board: Board) -> None:
    number = board.geometry.box_of
    expected = Counter({"h": 2 * board.size, "v": 2 * board.size})
    for row, column in board.cells:
        expected["h"] += number.get((row + 1, column), number[row, column]) != number[row, column]
        expected["v"] += number.get((row, column + 1), number[row, column]) != number[row, column]
    segments = thick_segments(board.to_svg())
    assert Counter(way for _, _, way in segments) == expected
    for row, column in board.cells:
        if row:
            apart = number[row, column] != number[row - 1, column]
            assert ((row, column, "h") in segments) == apart
    filled = [line for line in str(board).splitlines() if "." in line]
    assert sum(line.count("│") for line in filled) == expected["v"]


def test_an_svg_scales_and_says_what_it_shows() -> None:
    root = parsed(Board.empty(4).to_svg(cell_size=80))
    assert root.tag == SVG + "svg"
    assert root.get("role") == "img"
    assert root.get("viewBox") == "-3 -3 166 166"
    assert root.get("width") == root.get("height") == "332"
    assert root[0].tag == SVG + "title"
    assert root[0].text == "Sudoku, 0 of 16 cells filled"


PRINTABLE = st.text(min_size=1).filter(lambda text: text.isprintable() and " " not in text and text != ".")


@given(st.text(), PRINTABLE, st.text())
def test_any_text_makes_valid_xml(title: str, symbol: str, color: str) -> None:
    board = Board([1], symbols=[symbol])
    root = parsed(board.to_svg(title=title, highlight={(0, 0): color}))
    [shown] = root.iter(SVG + "text")
    plain = re.compile("[\x20-\x7e]*")
    if plain.fullmatch(symbol):
        assert shown.text == symbol
    if title and plain.fullmatch(title):
        assert root[0].text == title
    if plain.fullmatch(color):
        assert [*root.iter(SVG + "rect")][1].get("fill") == color


def test_givens_look_other_than_values_filled_in_later() -> None:
    first, second = texts(Board([1, *[0] * 15]).with_value((0, 1), 2).to_svg())
    assert (first.text, first.get("font-weight")) == ("1", "bold")
    assert (second.text, second.get("font-weight")) == ("2", "normal")
    assert first.get("fill") != second.get("fill")


def test_candidates_have_fixed_places_inside_their_cell() -> None:
    board = Board.empty(9).with_value((0, 0), 5)
    marks = texts(svg(board, candidates={(8, 8): [1, 3, 7], (0, 0): [2]}))
    assert [mark.text for mark in marks] == ["5", "1", "3", "7"]
    one, three, seven = [(float(mark.get("x", "")), float(mark.get("y", ""))) for mark in marks[1:]]
    assert 320 < one[0] < three[0] < 360
    assert 320 < one[1] < seven[1] < 360
    assert (one[1], one[0]) == (three[1], seven[0])


def test_computed_candidates_are_those_that_no_peer_has() -> None:
    small = texts(svg(Board([1, 2, 3, *[0] * 13]), candidates=True))[3:]
    assert [mark.text for mark in small[:3]] == ["4", "3", "4"]
    assert texts(svg(Board.empty(4))) == []


@pytest.mark.parametrize("marks", [{(0, 0): [0]}, {(0, 0): [5]}, {(4, 0): [1]}])
def test_candidates_that_the_board_does_not_have_are_refused(marks: dict[Cell, list[int]]) -> None:
    with pytest.raises(ValueRangeError):
        svg(Board.empty(4), candidates=marks)
    with pytest.raises(ValueRangeError):
        drawing(Board.empty(4), candidates=marks)


def test_highlighted_cells_have_the_given_colors() -> None:
    def colored(picture: str) -> list[tuple[str | None, str | None, str | None]]:
        return [(rect.get("x"), rect.get("y"), rect.get("fill")) for rect in elements(picture, "rect")][1:]

    assert colored(svg(Board.empty(4), highlight={(1, 2): "red"})) == [("80", "40", "red")]
    [(x, y, color)] = colored(svg(Board.empty(4), highlight=[(3, 0)]))
    assert (x, y) == ("0", "120")
    assert color


def test_an_arrow_runs_between_its_cells_without_covering_their_middles() -> None:
    [arrow] = paths(svg(Board.empty(4), arrows=[((0, 0), (0, 3)), ((1, 1), (1, 1))]))[2:]
    numbers = [float(number) for number in re.findall(r"[\d.]+", arrow.get("d", ""))]
    across, down = numbers[::2], numbers[1::2]
    assert 20 < min(across) < 40
    assert 120 < max(across) < 140
    assert min(down) >= 15
    assert max(down) <= 25


def test_cells_beyond_the_board_are_refused() -> None:
    with pytest.raises(ValueRangeError):
        svg(Board.empty(4), highlight=[(0, 4)])
    with pytest.raises(ValueRangeError):
        svg(Board.empty(4), arrows=[((0, 0), (4, 0))])
    with pytest.raises(OptionError, match="cell_size must be a number above 0, not 0"):
        svg(Board.empty(4), cell_size=0)


def test_diagonals_and_windows_are_drawn_only_where_they_are_rules() -> None:
    plain, crossed = Board.empty(9).to_svg(), Board.empty(9, diagonals=True).to_svg()
    assert len(paths(crossed)) == len(paths(plain)) + 1
    assert "M0 0L360 360M360 0L0 360" in crossed
    shaded = parsed(Board.empty(9, windows=True).to_svg())
    assert len([*shaded.iter(SVG + "rect")]) == 1 + 36


def cage_path(*cells: Cell) -> str:
    picture = Board.empty(9, cages=[(15, cells)]).to_svg()
    [dashed] = [path for path in paths(picture) if path.get("stroke-dasharray")]
    return dashed.get("d", "")


def corners(path: str) -> list[set[tuple[int, int]]]:
    return [{(int(x), int(y)) for x, y in re.findall(r"(\d+) (\d+)", loop)} for loop in path.split("Z")[:-1]]


def test_a_cage_is_outlined_just_inside_its_cells() -> None:
    assert corners(cage_path((0, 0))) == [{(4, 4), (36, 4), (36, 36), (4, 36)}]
    bent = corners(cage_path((0, 0), (1, 0), (1, 1)))
    assert bent == [{(4, 4), (36, 4), (36, 44), (76, 44), (76, 76), (4, 76), (4, 40), (40, 76)}]


def test_a_cage_around_a_hole_or_in_two_pieces_has_two_loops() -> None:
    ring = [(row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    assert len(corners(cage_path(*ring))) == 2
    assert {(36, 36), (84, 36), (84, 84), (36, 84)} <= min(corners(cage_path(*ring)), key=len)
    assert len(corners(cage_path((0, 0), (1, 1)))) == 2


def test_the_total_of_a_cage_is_in_its_first_cell() -> None:
    [total] = texts(Board.empty(9, cages=[(15, [(3, 4), (2, 5), (3, 5)])]).to_svg())
    assert total.text == "15"
    assert 200 < float(total.get("x", "")) < 220
    assert 80 < float(total.get("y", "")) < 100


def test_candidates_and_values_leave_room_for_the_total_of_a_cage() -> None:
    caged = Board.empty(9, cages=[(15, [(0, 0), (0, 1)])])
    total, *marks = texts(svg(caged, candidates={(0, 0): range(1, 10)}))
    tops = [float(mark.get("y", "")) - 0.72 * float(mark.get("font-size", "")) for mark in marks]
    assert min(tops) > float(total.get("y", ""))
    assert len({mark.get("y") for mark in marks}) == 3
    assert min(float(mark.get("font-size", "")) for mark in marks) > 5
    lowered, plain = (texts(svg(base.with_value((8, 8), 1)))[-1] for base in (caged, Board.empty(9)))
    assert float(lowered.get("y", "")) > float(plain.get("y", ""))


def test_a_notebook_shows_the_svg() -> None:
    assert Board.empty(4)._repr_html_() == svg(Board.empty(4))


def test_svg_can_be_imported_before_the_board() -> None:
    script = "import csplib.sudoku.svg; from csplib.sudoku.board import Board; print(Board.empty(1))"
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)  # noqa: S603


def test_the_values_of_cells_are_not_taken_for_colors() -> None:
    board = Board.parse("1..." * 4)
    with pytest.raises(KindError, match=r"highlight= needs cells, or cells with CSS colors, not 1 for \(0, 0\)"):
        board.to_svg(highlight=board.filled)
    assert board.to_svg(highlight=list(board.filled))
