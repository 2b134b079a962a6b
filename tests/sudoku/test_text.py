"""Reading and writing of boards: every style can be read back, and errors name the right place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import P0

from csplib import KindError, OptionError
from csplib.sudoku.board import Board
from csplib.sudoku.errors import BoardError, BoardWarning, ShapeError, SymbolError, ValueRangeError
from csplib.sudoku.geometry import Cell, Geometry
from csplib.sudoku.solver import candidates
from csplib.sudoku.text import STYLES, Read, read, read_many, usual_symbols, write, write_line

DATA = Path(__file__).parent.parent / "data"
SIZES = (4, 6, 9, 12, 16, 25)
VALUES = tuple(int(symbol) if symbol.isdigit() else 0 for symbol in P0)
ROWS = [P0[start : start + 9] for start in range(0, 81, 9)]
NUMBERS = [[int(symbol) if symbol.isdigit() else 0 for symbol in row] for row in ROWS]
LAYOUT = "111222233111222233114452333144455633444555666774556669777856699778888999778888999"
FROM_ONE, FROM_ZERO, LETTERS = "123456789ABCDEFG", "0123456789ABCDEF", "ABCDEFGHIJKLMNOP"


@st.composite
def values_for(draw: st.DrawFn, size: int) -> tuple[int, ...]:
    """Any values, few or many. They may clash."""
    random = Random(draw(st.integers(0, 2**32)))
    share = draw(st.sampled_from([0.0, 0.05, 0.3, 0.7, 0.97, 1.0]))
    return tuple(random.randint(1, size) if random.random() < share else 0 for _ in range(size**2))


@st.composite
def caged(draw: st.DrawFn, size: int, highest: int) -> Geometry:
    """Connected cages, some of one cell. Some cells are in no cage."""
    random = Random(draw(st.integers(0, 2**32)))
    free = {(row, column) for row in range(size) for column in range(size)}
    cages: list[tuple[int, list[Cell]]] = []
    for _ in range(draw(st.integers(0, size))):
        cells = [random.choice(sorted(free))]
        while len(cells) < random.randint(1, size) and (near := _near(cells, free)):
            cells.append(random.choice(near))
        free -= set(cells)
        cages.append((random.randint(1, highest), sorted(cells)))
        if not free:
            break
    ordered = sorted(cages, key=lambda cage: cage[1])
    return Geometry.of(size, cages=ordered)


def _near(cells: list[Cell], free: set[Cell]) -> list[Cell]:
    steps = [(row + down, column + right) for row, column in cells for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return sorted(free & set(steps) - set(cells))


def grid_of(rows: list[str], bar: str = "|", rule: str = "+-------+-------+-------+") -> str:
    lines = [f"{bar} " + f" {bar} ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) + f" {bar}" for row in rows]
    return "\n".join([rule, *lines[:3], rule, *lines[3:6], rule, *lines[6:], rule])


def sparse(symbols: str | list[str], empty: str, filled: int, size: int = 16) -> list[str]:
    """A board in which each of the symbols is used about as often."""
    cells = [symbols[place % len(symbols)] if place < filled else empty for place in range(size**2)]
    Random(7).shuffle(cells)
    return cells


# Every style is written and read back


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=60)
@given(size=st.sampled_from(SIZES), data=st.data())
def test_every_style_is_read_back(style: str, size: int, data: st.DataObject) -> None:
    values = data.draw(values_for(size))
    geometry, symbols = Geometry.of(size), usual_symbols(size)
    text = write(values, geometry, symbols, style)
    assert read(text, symbols=symbols) == Read(values, geometry, symbols)
    if size <= 9:
        assert read(text) == Read(values, geometry, symbols)


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=60)
@given(size=st.sampled_from([12, 16, 25]), data=st.data())
def test_a_large_board_with_its_first_and_last_symbol_needs_no_explanation(
    style: str, size: int, data: st.DataObject
) -> None:
    values = (1, size, *data.draw(values_for(size))[2:])
    text = write(values, Geometry.of(size), usual_symbols(size), style)
    assert read(text) == Read(values, Geometry.of(size), usual_symbols(size))


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=60)
@given(values=values_for(16))
def test_a_large_board_is_read_right_or_refused(style: str, values: tuple[int, ...]) -> None:
    text = write(values, Geometry.of(16), usual_symbols(16), style)
    try:
        found = read(text)
    except SymbolError as error:
        assert "pass symbols=" in str(error)  # noqa: PT017
    else:
        assert found.values == values


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "symbols",
    [
        tuple("ABCDEFGHI"),
        tuple("987654321"),
        tuple(FROM_ZERO),
        tuple(LETTERS.lower()),
        tuple(str(number) for number in range(1, 17)),
        tuple(str(number) for number in range(25)),
        tuple("ABCDEFGHIJKLMNOPQRSTUVWXY"),
    ],
    ids=lambda symbols: f"{symbols[0]}-{symbols[-1]}",
)
@settings(max_examples=25)  # for each style and each of seven sets of symbols
@given(data=st.data())
def test_every_style_takes_any_symbols(style: str, symbols: tuple[str, ...], data: st.DataObject) -> None:
    values = data.draw(values_for(len(symbols)))
    geometry = Geometry.of(len(symbols))
    assert read(write(values, geometry, symbols, style), symbols=symbols) == Read(values, geometry, symbols)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_takes_a_board_of_36(style: str) -> None:
    values = tuple(place * 7 % 37 for place in range(36**2))
    text = write(values, Geometry.of(36), usual_symbols(36), style)
    assert read(text) == Read(values, Geometry.of(36), tuple(str(number) for number in range(1, 37)))


@settings(max_examples=60)
@given(values=values_for(25))
def test_numbers_from_zero_are_told_by_how_cells_are_left_empty(values: tuple[int, ...]) -> None:
    symbols = tuple(str(number) for number in range(25))
    shown = (0, 11, *values[2:])
    assert read(write(shown, Geometry.of(25), symbols, "tokens")) == Read(shown, Geometry.of(25), symbols)


@pytest.mark.parametrize("style", ["jigsaw", "killer"])
@settings(max_examples=60)
@given(size=st.sampled_from(SIZES), data=st.data())
def test_regions_of_any_form_are_read_back(style: str, size: int, data: st.DataObject) -> None:
    random = Random(data.draw(st.integers(0, 2**32)))
    layout = [label for label in range(size) for _ in range(size)]
    for _ in range(data.draw(st.integers(0, size))):
        one, other = random.randrange(size**2), random.randrange(size**2)
        layout[one], layout[other] = layout[other], layout[one]
    geometry, values = Geometry.of(size, regions=layout), data.draw(values_for(size))
    symbols = usual_symbols(size)
    assert read(write(values, geometry, symbols, style), symbols=symbols) == Read(values, geometry, symbols)


@pytest.mark.parametrize("highest", [9, 45, 400])
@settings(max_examples=60)
@given(size=st.sampled_from(SIZES), data=st.data())
def test_cages_are_read_back(size: int, highest: int, data: st.DataObject) -> None:
    geometry, values = data.draw(caged(size, highest)), data.draw(values_for(size))
    symbols = usual_symbols(size)
    text = write(values, geometry, symbols, "killer")
    assert read(text, symbols=symbols) == Read(values, geometry, symbols)
    bare = write([0] * size**2, geometry, symbols, "killer")
    assert read(bare) == Read((0,) * size**2, geometry, symbols)


def test_cages_that_pointers_cannot_express_are_written_as_sumocue() -> None:
    apart = Geometry.of(4, cages=[(5, [(0, 0), (3, 3)])])
    assert write([0] * 16, apart, "1234", "killer") == f"SumoCueV1=5{'=0' * 14}+0"
    assert read(f"SumoCueV1=5{'=0' * 14}+0").geometry is apart


def test_regions_and_cages_together_are_read_back() -> None:
    geometry = Geometry.of(9, regions=LAYOUT, cages=[(12, [(0, 0), (0, 1)]), (9, [(4, 4), (5, 4)])])
    text = write(VALUES, geometry, usual_symbols(9), "killer")
    assert [line[:3] for line in text.splitlines()] == ["...", "111", "C<0"]
    assert read(text) == Read(VALUES, geometry, usual_symbols(9))


@pytest.mark.parametrize("style", STYLES)
def test_a_board_of_unusual_shape_keeps_the_geometry_that_was_passed(style: str) -> None:
    geometry = Geometry.of(6, box=(3, 2), diagonals=True, cages=[(7, [(5, 0), (5, 1)]), (3, [(0, 0), (0, 1)])])
    values = (1, 2, 3, 4, 5, 6) + (0,) * 30
    assert read(write(values, geometry, usual_symbols(6), style), geometry).geometry is geometry


def test_an_unknown_style_is_refused_with_the_styles_there_are() -> None:
    with pytest.raises(OptionError, match=r"line, grid, rows, .*killer"):
        write(VALUES, Geometry.of(9), usual_symbols(9), "poem")


def test_the_styles_look_as_expected() -> None:
    values = (1, 0, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0, 4, 0, 0, 1)
    geometry = Geometry.of(4, cages=[(5, [(0, 1), (1, 1), (1, 0)])])
    shown = {style: write(values, geometry, "1234", style) for style in STYLES}
    assert shown == {
        "line": "1..4..1..1..4..1",
        "grid": "1 . | . 4\n. . | 1 .\n----+----\n. 1 | . .\n4 . | . 1",
        "rows": "1..4\n..1.\n.1..\n4..1",
        "tokens": "1 . . 4\n. . 1 .\n. 1 . .\n4 . . 1",
        "csv": "1,0,0,4\n0,0,1,0\n0,1,0,0\n4,0,0,1",
        "sdk": "[Puzzle]\n1..4\n..1.\n.1..\n4..1",
        "sdm": "1004001001004001",
        "ss": "*-----*\n|1.|.4|\n|..|1.|\n|--+--|\n|.1|..|\n|4.|.1|\n*-----*",
        "kaggle": "quizzes,solutions\n1004001001004001,",
        "listing": "4\n6\n0 0 1\n0 3 4\n1 2 1\n2 1 1\n3 0 4\n3 3 1",
        "rc": "4\nR1C1=1 R1C4=4\nR2C3=1\nR3C2=1\nR4C1=4 R4C4=1",
        "pencilmarks": "1...12341234...4123412341...123412341...12341234...4123412341...",
        "jigsaw": "1..4..1..1..4..1\n1122112233443344",
        "killer": "1..4..1..1..4..1\n0500>^0000000000",
    }


def test_a_full_board_is_its_own_solution_in_a_table() -> None:
    assert write((1, 2, 2, 1), Geometry.of(2), "12", "kaggle") == "quizzes,solutions\n1221,1221"


def test_long_symbols_are_kept_apart_in_a_line() -> None:
    assert write_line([1, 0, 2, 1], ["one", "two"], "-") == "one - two one"


# Texts from other programs


@pytest.mark.parametrize("empty", list("0.*_-xX? "))
@pytest.mark.parametrize("form", ["line", "rows"])
def test_an_empty_cell_is_written_in_many_ways(empty: str, form: str) -> None:
    assert read("\n".join(ROWS).replace(".", empty) if form == "rows" else P0.replace(".", empty)).values == VALUES


@pytest.mark.parametrize(
    "comment", [" 24 clues", "\teasy", ",24,1.5", ";by hand; 2006", "#9 2", " # nine", f",{'1' * 81}"]
)
def test_a_comment_may_follow_a_line(comment: str) -> None:
    assert read(P0 + comment).values == VALUES


MARKS = {digit: "".join(mark if mark == digit else "." for mark in "123456789") for digit in "123456789"}
MARKS["."] = "123456789"
SOLVED = "".join(str((3 * row + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9))
PASTED = {
    "comments and CRLF": "# mine\r\n% yours\r\n\r\n" + "\r\n".join(ROWS) + "\r\n",
    "old line ends": "\r".join(ROWS),
    "a byte-order mark": "\ufeff" + P0,
    "a margin": "\n".join(f"   {row}  " for row in ROWS),
    "a grid": grid_of(ROWS),
    "a grid of = and !": grid_of(ROWS, "!", "+=======+=======+=======+"),
    "a grid without +": grid_of(ROWS, rule="-------------------------"),
    "a grid with - for empty": grid_of([row.replace(".", "-") for row in ROWS], rule="-------------------------"),
    "a grid with * for empty": "Grid 01\n" + grid_of([row.replace(".", "*") for row in ROWS]),
    "a drawn grid": grid_of(ROWS, "│", "├───────┼───────┼───────┤"),
    "a header": "Grid 07\n" + "\n".join(ROWS),
    "another header": "Puzzle #3:\n" + "\n".join(ROWS),
    "bands apart": "\n\n".join("\n".join(ROWS[top : top + 3]) for top in (0, 3, 6)),
    "rows in a line": " ".join(ROWS),
    "sdk": "#A me\n#D a puzzle\n#C none\n#L easy\n" + "\n".join(ROWS),
    "sdk with sections": "[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(ROWS).replace(".", "1"),
    "sdm": P0.replace(".", "0") + "\r\n\r\n",
    "ss": grid_of(ROWS, rule="*-----------------------*").replace(" ", ""),
    "tokens": "\n".join(" ".join(row) for row in ROWS),
    "tokens in a line": " ".join(P0),
    "tabs": "\n".join("\t".join(row) for row in ROWS),
    "tabs with nothing between": "\n".join("\t".join(row).replace(".", "") for row in ROWS),
    "CSV": "\n".join(",".join(row).replace(".", "0") for row in ROWS),
    "CSV with nothing between": "\n".join(",".join(row).replace(".", "") for row in ROWS),
    "CSV with semicolons": "\n".join(";".join(row) for row in ROWS),
    "a table": "\n".join("| " + " | ".join(row).replace(".", " ") + " |" for row in ROWS),
    "nested lists": str(NUMBERS),
    "lists of strings": str([list(row) for row in ROWS]),
    "a list of rows": str(ROWS),
    "spaces cut off at the end": "\n".join(row.replace(".", " ").rstrip() for row in ROWS),
    "spaces between bars": "\n".join("|".join(row[i : i + 3] for i in (0, 3, 6)).replace(".", " ") for row in ROWS),
    "Kaggle": f"quizzes,solutions\n{P0.replace('.', '0')},{'1' * 81}\n",
    "Kaggle's other table": f"id,puzzle,solution,clues,difficulty\n1,{P0},{'1' * 81},24,1.2\n",
    "a solution beside it": f"{P0} {SOLVED}",
    "a count beside it": f"{P0}:1:{SOLVED}",
    "pencil marks": "".join(MARKS[symbol] for symbol in P0),
    "pencil marks in rows": "\n".join(" ".join(MARKS[symbol] for symbol in row) for row in ROWS),
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_a_pasted_text_is_read_without_being_told_its_format(text: str) -> None:
    assert read(text) == Read(VALUES, Geometry.of(9), usual_symbols(9))


@pytest.mark.parametrize(
    "source",
    [NUMBERS, tuple(map(tuple, NUMBERS)), ROWS, [list(row) for row in ROWS], list(P0), list(VALUES)],
    ids=["lists", "tuples", "strings", "symbols", "flat symbols", "flat numbers"],
)
def test_lists_are_read_as_text_is(source: object) -> None:
    assert read(source).values == VALUES


def test_none_and_blank_entries_are_empty_cells() -> None:
    assert read([[1, None], ["", "2"]]).values == (1, 0, 0, 2)
    assert read(["1", "", " ", "2"]).values == (1, 0, 0, 2)


def test_arrays_are_read() -> None:
    class Table:
        def tolist(self) -> list[list[int]]:
            return NUMBERS

    assert read(Table()).values == VALUES


def test_a_row_of_dashes_is_a_rule_only_if_enough_rows_are_left() -> None:
    assert read("1---\n----\n----\n---4").values == (1, *[0] * 14, 4)
    assert read("1-|--\n-----\n--|--\n--|--\n--|-4").values == (1, *[0] * 14, 4)
    assert read("-" * 81).values == (0,) * 81


def test_a_line_of_spaces_is_not_taken_for_a_smaller_board() -> None:
    places = range(0, 75, 3)
    line = "".join(str(place % 9 + 1) if place in places else " " for place in range(81))
    assert len(line.replace(" ", "")) == 25
    assert read(line).values == tuple(place % 9 + 1 if place in places else 0 for place in range(81))


def spaced(symbols: str, filled: int, seed: int) -> tuple[str, tuple[int, ...]]:
    """Write a board with spaces as empty cells, and without spaces at the ends of lines, as editors do."""
    random, size = Random(seed), len(symbols)
    values = [0] * size**2
    for place in random.sample(range(size**2), filled):
        values[place] = random.randint(1, size)
    rows = [values[start : start + size] for start in range(0, size**2, size)]
    lines = ["".join(symbols[value - 1] if value else " " for value in row).rstrip() for row in rows]
    return "\n".join(lines), tuple(values)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("symbols", "filled"),
    [
        pytest.param("ABCDEFGHIJKLMNOPQRSTUVWXY", 144, id="144 of A-Y could be a board of 12x12"),
        pytest.param("ABCDEFGHIJKLMNOPQRSTUVWXY", 300, id="A-Y"),
        pytest.param("123456789ABCDEFGHIJKLMNOP", 256, id="256 of 1-P could be a board of 16x16"),
        pytest.param("0123456789ABCDEF", 100, id="100 of 0-F could be a board of 10x10"),
        pytest.param("ABCDEFGHIJKLMNOP", 81, id="81 of A-P could be a board of 9x9"),
        pytest.param("123456789", 36, id="36 of 1-9 could be a board of 6x6"),
    ],
)
def test_spaces_for_empty_cells_are_read_right_or_refused(symbols: str, filled: int, seed: int) -> None:
    text, values = spaced(symbols, filled, seed)
    found = read(text)
    assert (found.geometry.size, found.values) == (len(symbols), values)
    assert "".join(found.symbols) == symbols
    assert read(text.split("\n")).values == values
    assert read(f"\n{text}\n").values == values


def test_rows_of_spaces_keep_their_place_in_a_list() -> None:
    rows = ["  34", "3   ", " 1  ", "43  "]
    assert read(rows).values == (0, 0, 3, 4, 3, 0, 0, 0, 0, 1, 0, 0, 4, 3, 0, 0)
    assert read(["1", " ", "", "4"] * 4).values == (1, 0, 0, 4) * 4


def test_a_last_column_that_is_blank_is_not_cut_off() -> None:
    rows = ["1", " 2", "  3", "", "12  5", " 1 2 3 4", "", "2", "    1"]
    size_nine = read("\n".join(rows) + "\n").values
    assert len(size_nine) == 81
    assert [place for place, value in enumerate(size_nine) if value] == [0, 10, 20, 36, 37, 40, 46, 48, 50, 52, 63, 76]


def test_lines_of_many_lengths_are_not_a_board() -> None:
    with pytest.raises(ShapeError, match="16 cells do not make"):
        read("1234\n34.2\n1\n23\n41.3.")
    assert read("12344321\n21433412").geometry.size == 4


@pytest.mark.parametrize("text", ["1 2\n2 1\n1 2\n2 1", "1 2 3\n" * 6])
def test_a_text_that_fits_two_sizes_needs_a_size(text: str) -> None:
    with pytest.raises(ShapeError, match=r"can be read as a board of .* or .*: pass size="):
        read(text)
    assert read(text, size=len(text.split("\n")[:-1]) if text.endswith("\n") else 4)


def test_a_long_first_word_of_a_row_is_not_a_board_with_a_comment() -> None:
    row = "ABCDEFGHIJKLMNOP QRSTUVWX"
    rows = [row, *[row[shift:] + row[:shift] for shift in range(1, 25)]]
    assert sum(value > 0 for value in read("\n".join(rows)).values) == 24 * 25


def test_pencil_marks_that_say_more_than_the_values_are_reported() -> None:
    board = Board.parse(P0)
    every = board.to_text("pencilmarks")
    assert read(every).notice == ""
    fewer = every.replace("123456789", "12345678.")
    lost = sum(9 in candidates(board, cell) for cell in board.cells if not board[cell])
    assert read(fewer).notice == f"pencil marks are left out: {lost} cells have fewer of them than the values allow"
    assert read(fewer).values == board.values
    with pytest.warns(BoardWarning, match=f"pencil marks are left out: {lost} cells"):
        assert Board.parse(fewer) == board


def test_a_grid_of_pencil_marks_is_read_as_such() -> None:
    board = Board.parse(P0)
    words = ["".join(map(str, sorted(candidates(board, cell)))) for cell in board.cells]
    rows = [" ".join(word.ljust(6) for word in words[start : start + 9]) for start in range(0, 81, 9)]
    singles = tuple(int(word) if len(word) == 1 else 0 for word in words)
    for text in ("\n".join(rows), "\n+----+\n".join(f"| {row.replace(' ', ' | ', 2)} |" for row in rows)):
        found = read(text)
        assert found.values == singles
        assert found.notice == ""
    place = next(place for place, word in enumerate(words) if len(word) > 2)
    words[place] = words[place][1:]
    rows = [" ".join(words[start : start + 9]) for start in range(0, 81, 9)]
    assert read("\n".join(rows)).notice == "pencil marks are left out: 1 cell has fewer of them than the values allow"


@pytest.mark.parametrize("entry", [True, False, 1.0, 2.5, float("nan"), b"1", [1], {1}])
def test_an_entry_that_is_neither_a_number_nor_a_symbol_is_refused(entry: object) -> None:
    rows: list[list[object]] = [[0] * 4 for _ in range(4)]
    rows[1][2] = entry
    with pytest.raises(SymbolError, match=r"a cell must be an integer or a symbol, not .* \(cell \(1, 2\)\)"):
        read(rows)


@pytest.mark.parametrize(
    ("error", "options"),
    [
        (KindError, {"one_based": "no"}),
        (KindError, {"one_based": 0}),
        (ShapeError, {"size": True}),
        (ShapeError, {"size": "4"}),
        (ShapeError, {"size": 4.0}),
        (KindError, {"geometry": 4}),
        (KindError, {"symbols": 1234}),
    ],
)
def test_options_of_the_wrong_kind_are_refused(error: type[Exception], options: dict[str, object]) -> None:
    with pytest.raises(error):
        read("1..4" * 4, **options)  # type: ignore[arg-type]


def test_a_few_clues_in_their_own_columns_are_not_taken_for_pencil_marks() -> None:
    assert read("1" + "." * 62 + "4").values == (1, *[0] * 62, 4)
    assert read("." * 729).geometry.size == 27
    assert read("1..." * 16).values == (1,) * 16


def test_a_full_board_in_groups_is_not_taken_for_one_with_spaces() -> None:
    full = [[(3 * row + row // 3 + column) % 5 + 1 for column in range(5)] for row in range(5)]
    line = " ".join(str(value) for row in full for value in row)
    assert len(line) == 49
    assert read(line).values == tuple(value for row in full for value in row)


def test_cells_are_listed_by_name() -> None:
    read_values = read("R1C1=5, r2c3=7\nR9C9: 1").values
    assert {place: value for place, value in enumerate(read_values) if value} == {0: 5, 11: 7, 80: 1}
    assert read("16\nR1C1=1 R16C16=G").values[-1] == 16
    assert read("R1C1=1 R4C4=2", size=4).values == (1, *[0] * 14, 2)


@pytest.mark.parametrize("text", ["4\n2\n0 0 1\n3 2 4\n", "4 2\r\n0 0 1\r\n3 2 4", "4\n2\n0,0,1\n3,2,4"])
def test_cells_are_listed_by_numbers_from_zero(text: str) -> None:
    assert read(text).values == (1, *[0] * 13, 4, 0)


def test_cells_are_listed_by_numbers_from_one_if_one_based() -> None:
    assert read("4\n2\n1 1 1\n4 3 4", one_based=True).values == (1, *[0] * 13, 4, 0)
    assert read("4\n0").values == (0,) * 16


@pytest.mark.parametrize(
    "text", [f"{P0}\n{LAYOUT}", f"# both\r\n{P0} givens\r\n{LAYOUT} regions\r\n", f"{P0},{LAYOUT}"]
)
def test_a_jigsaw_is_givens_and_regions(text: str) -> None:
    assert read(text) == Read(VALUES, Geometry.of(9, regions=LAYOUT), usual_symbols(9))


def test_a_jigsaw_may_be_two_grids() -> None:
    layout = "\n".join(LAYOUT[start : start + 9] for start in range(0, 81, 9)).translate(
        str.maketrans("123456789", "abcdefghi")
    )
    found = read("\n".join(ROWS) + "\n\n" + layout)
    assert found == Read(VALUES, Geometry.of(9, regions=LAYOUT), usual_symbols(9))


def test_a_killer_is_sums_and_pointers() -> None:
    found = read("A<>4\n0^<^\nv50^\nA000")
    cages = [
        (10, [(0, 0), (0, 1), (1, 1), (1, 2)]),
        (4, [(0, 2), (0, 3), (1, 3), (2, 3)]),
        (10, [(2, 0), (3, 0)]),
        (5, [(2, 1)]),
    ]
    assert found == Read((0,) * 16, Geometry.of(4, cages=cages), usual_symbols(4))


def test_a_killer_has_letters_for_large_sums_and_may_point_diagonally() -> None:
    found = read("j<00\n0`7,\n.'a0\n0Z00")
    cages = [
        (45, [(0, 0), (0, 1), (1, 1)]),
        (7, [(1, 2), (2, 1)]),
        (36, [(1, 3), (2, 2)]),
        (35, [(2, 0), (3, 1)]),
    ]
    assert found.geometry is Geometry.of(4, cages=cages)


def test_sumocue_may_add_diagonals_and_regions() -> None:
    cells = zip(["=5", "+0", *["=0"] * 14], "1122112233443344", strict=True)
    found = read("1..............4\nSumoCueV1D" + "".join(f"{cell}J{region}" for cell, region in cells))
    assert found.geometry is Geometry.of(4, diagonals=True, cages=[(5, [(0, 0), (0, 1)])])
    assert found.values == (1, *[0] * 14, 4)


def test_large_files_are_read_as_they_are() -> None:
    lines = [line for line in (DATA / "sudoku_large.txt").read_text().splitlines() if not line.startswith("#")]
    boards = [read(line) for line in lines]
    assert [board.geometry.size for board in boards] == [16, 16, 25]
    assert [write_line(board.values, board.symbols) for board in boards] == lines
    assert [board.symbols for board in boards] == [usual_symbols(16), usual_symbols(16), usual_symbols(25)]


def test_boards_use_read_and_write() -> None:
    board = Board.parse(grid_of(ROWS))
    assert board.to_line() == P0
    assert Board.parse(board.to_text("ss")) == board


# The values of symbols


@pytest.mark.parametrize(
    ("cells", "symbols"),
    [
        (sparse(FROM_ONE, ".", 100), FROM_ONE),
        (sparse(FROM_ONE, "0", 100), FROM_ONE),
        (sparse(FROM_ONE, "X", 100), FROM_ONE),
        (sparse(FROM_ONE[:-1], ".", 100), FROM_ONE),
        (sparse(FROM_ONE[:-1], "0", 100), FROM_ONE),
        (sparse(FROM_ONE.lower(), ".", 100), FROM_ONE.lower()),
        (sparse(FROM_ZERO, ".", 100), FROM_ZERO),
        (sparse(FROM_ZERO, "x", 100), FROM_ZERO),
        (sparse(FROM_ZERO, ".", 256), FROM_ZERO),
        (sparse(LETTERS, ".", 100), LETTERS),
        (sparse(LETTERS, "0", 100), LETTERS),
        (sparse(LETTERS.lower(), "X", 100), LETTERS.lower()),
        (sparse("123456789ABCDEFGHIJKLMNOP", ".", 300, 25), "123456789ABCDEFGHIJKLMNOP"),
        (sparse("123456789ABCDEFGHIJKLMNOP", "X", 300, 25), "123456789ABCDEFGHIJKLMNOP"),
        (sparse("ABCDEFGHIJKLMNOPQRSTUVWXY", ".", 300, 25), "ABCDEFGHIJKLMNOPQRSTUVWXY"),
        (sparse("ABCDEFGHIJKLMNOPQRSTUVWXY", "x", 300, 25), "ABCDEFGHIJKLMNOPQRSTUVWXY"),
        (sparse("abcdefghijklmnopqrstuvwxy", "_", 300, 25), "abcdefghijklmnopqrstuvwxy"),
        (sparse("ABCDEFGHI", ".", 30, 9), "ABCDEFGHI"),
    ],
)
def test_the_symbols_in_use_tell_the_convention(cells: list[str], symbols: str) -> None:
    empty = set(".0xX_") - set(symbols)
    expected = tuple(0 if cell in empty else symbols.index(cell) + 1 for cell in cells)
    assert read("".join(cells)) == Read(expected, Geometry.of(len(symbols)), tuple(symbols))


@pytest.mark.parametrize(
    ("first", "last", "empty", "filled"),
    [
        (1, 16, ".", 90),
        (1, 16, "0", 90),
        (1, 15, "0", 90),
        (0, 15, "-1", 90),
        (1, 15, "-1", 90),
        (0, 15, ".", 90),
        (0, 15, "", 256),
    ],
)
def test_numbers_are_counted_from_one_or_from_zero(first: int, last: int, empty: str, filled: int) -> None:
    cells = sparse([str(number) for number in range(first, last + 1)], empty, filled)
    base = 0 if empty == "-1" or first == 0 else 1
    expected = tuple(0 if cell == empty else int(cell) - base + 1 for cell in cells)
    assert read(" ".join(cells)).values == expected
    assert read(" ".join(cells)).symbols == tuple(str(number) for number in range(base, base + 16))


def test_numbers_may_have_leading_zeros_and_wide_empty_cells() -> None:
    cells = sparse([f"{number:02}" for number in range(1, 17)], "..", 90)
    assert read(" ".join(cells)).values == tuple(0 if cell == ".." else int(cell) for cell in cells)


def test_a_board_of_36_is_read_from_numbers() -> None:
    cells = sparse([str(number) for number in range(1, 37)], "0", 500, 36)
    assert read([cells[start : start + 36] for start in range(0, 1296, 36)]).values == tuple(map(int, cells))


@pytest.mark.parametrize(
    "text",
    [
        "".join(sparse("ABCDEFG", ".", 60)),
        "".join(sparse("ABCDEF", "0", 60)),
        "".join(sparse(FROM_ONE[:-1], "0", 250)),
        " ".join(sparse([str(number) for number in range(1, 16)], "0", 250)),
        "".join(sparse("ABCDEFGHIJKLMNOPQRSTUVWY", "X", 300, 25)),
    ],
    ids=["A is 1 or 10", "and 0 is empty", "0 is a value or empty", "so among numbers", "X is a value or empty"],
)
def test_symbols_that_may_mean_two_things_are_refused(text: str) -> None:
    with pytest.raises(SymbolError, match="pass symbols="):
        read(text)


def test_the_caller_settles_what_symbols_mean() -> None:
    text = "".join(sparse(FROM_ONE[:-1], "0", 250))
    assert read(text, symbols=FROM_ONE).values.count(0) == 6
    assert read(text, symbols=FROM_ZERO).values.count(0) == 0
    letters = "".join(sparse("ABCDEFG", ".", 60))
    assert max(read(letters, symbols=LETTERS).values) == 7
    assert max(read(letters, symbols=FROM_ONE).values) == 16
    assert read("dcba" * 4, symbols="DCBA").values == (1, 2, 3, 4) * 4


# Errors and their places


@pytest.mark.parametrize(
    ("text", "kind", "line", "column", "cell"),
    [
        ("", ShapeError, None, None, None),
        ("# nothing\n", ShapeError, None, None, None),
        ("()", ShapeError, None, None, None),
        (P0[:-1], ShapeError, 1, None, None),
        ("# a board\n" + P0[:-1] + "@", SymbolError, 2, 81, (8, 8)),
        ("\n".join([*ROWS[:4], ROWS[4][1:], *ROWS[5:]]), ShapeError, 5, None, None),
        ("\n".join(ROWS[:8]), ShapeError, 8, None, None),
        (f"{P0}\n{P0}", ShapeError, 2, None, None),
        ("\n".join([P0] * 5), ShapeError, 2, None, None),
        ("Grid 1\n" + "\n".join(ROWS) + "\nGrid 2\n" + "\n".join(ROWS), ShapeError, 11, None, None),
        (f"quizzes,solutions\n{P0},\n{P0},", ShapeError, 3, None, None),
        ("\n".join(ROWS) + "\nGrid 1", ShapeError, 10, None, None),
        (P0[:40] + "a" + P0[41:], SymbolError, 1, 41, (4, 4)),
        (grid_of([*ROWS[:8], "3.62497@5"]), SymbolError, 12, 21, (8, 7)),
        ("1..4\n..5.\n.1@.\n4..1", SymbolError, 3, 3, (2, 2)),
        ("1..4\n..5.\n.1..\n4..1", ValueRangeError, 2, 3, (1, 2)),
        ("\n".join(" ".join(row) for row in [*ROWS[:8], "3.624978"]) + " 10", ValueRangeError, 9, 17, (8, 8)),
        ("\n".join(" ".join(row) for row in [*ROWS[:8], "3.624978"]) + " 1a", SymbolError, 9, 17, (8, 8)),
        ("9 10 16 " + ". " * 252 + "17", ValueRangeError, 1, 513, (15, 15)),
        (f"id,puzzle,solution\n7,{P0[:80]}@,", SymbolError, 2, 83, (8, 8)),
        ("id,puzzle,solution\n7", ShapeError, 2, None, None),
        ("12|  \n 3!4 \n @|  \n  |1", SymbolError, 3, 2, (2, 1)),
        ("R1C1=5 R2C2=", SymbolError, 1, 8, None),
        ("R1C1=5\nR2C2=@", SymbolError, 2, 6, (1, 1)),
        ("R1C1=5 R2C0=1", ValueRangeError, 1, None, None),
        ("R1C1=10", ValueRangeError, 1, 6, (0, 0)),
        ("R1C12=1", ShapeError, None, None, None),
        ("9\n3\n0 0 5\n1 1 5", ShapeError, 4, None, None),
        ("9\n2\n0 0 5\n1 1", ShapeError, 4, None, None),
        ("9\n2\n0 0 5\n0 0 6", ShapeError, 4, 5, (0, 0)),
        ("9\n1\n0 a 5", SymbolError, 3, 3, None),
        ("9\n2\n9 0 5\n0 1 @", SymbolError, 4, 5, (0, 1)),
        ("9\n2\n0 0 10\n0 9 1", ValueRangeError, 4, None, None),
        ("0\n0", ShapeError, 1, None, None),
        ("1234" * 15 + "....", ValueRangeError, 1, 61, (3, 3)),
        ("123456" * 35 + "12345" + "1", SymbolError, 1, 216, (5, 5)),
        ("A<>4\n0^<^\nv50^\n@000", SymbolError, 4, 1, (3, 0)),
        ("A<>4\n0^<^\nv50^\n<000", ShapeError, 4, 1, (3, 0)),
        ("A<>4\n0^<^\nv50^\n^000", ShapeError, 4, 1, (3, 0)),
        ("0<>4\n0^<^\nv50^\nA000", ShapeError, 1, 1, (0, 0)),
        ("SumoCueV1=5+0=0", ShapeError, 1, None, None),
        ("SumoCueV1=5+0=0+9", ShapeError, 1, None, (1, 1)),
        ("SumoCueV1=5+0=0+0?", SymbolError, 1, None, None),
        (f"{'.' * 16}\n{'.' * 16}\nSumoCueV1{'=0' * 16}", ShapeError, 2, None, None),
    ],
)
def test_a_fault_is_found_where_it_is(
    text: str, kind: type[BoardError], line: int | None, column: int | None, cell: Cell | None
) -> None:
    with pytest.raises(BoardError) as caught:
        read(text)
    error = caught.value
    assert (type(error), error.line, error.column, error.cell) == (kind, line, column, cell)


@pytest.mark.parametrize(
    ("source", "kind", "cell"),
    [
        ([[0] * 9] * 8, ShapeError, None),
        ([*[[0] * 9] * 8, [0] * 8], ShapeError, None),
        ([[0] * 9] * 8 + [[0] * 8 + [10]], ValueRangeError, (8, 8)),
        ([[0] * 9] * 8 + [[0] * 8 + [-2]], ValueRangeError, (8, 8)),
        ([*[[0] * 9] * 8, [*[0] * 8, "@"]], SymbolError, (8, 8)),
        ([*[[0] * 9] * 8, [*[0] * 8, 1.5]], SymbolError, (8, 8)),
        ([[10] + [0] * 8, *[[0] * 9] * 7, [*[0] * 8, "@"]], SymbolError, (8, 8)),
    ],
)
def test_a_fault_in_a_list_is_found_where_it_is(source: object, kind: type[BoardError], cell: Cell | None) -> None:
    with pytest.raises(BoardError) as caught:
        read(source)
    assert (type(caught.value), caught.value.cell) == (kind, cell)


def test_a_ragged_list_names_its_row() -> None:
    with pytest.raises(ShapeError, match="row 1 has 3"):
        read([[1, 2, 3, 4], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4]])


@pytest.mark.parametrize("source", [5, None, b"1234", {1: 2}])
def test_other_objects_are_refused(source: object) -> None:
    with pytest.raises(KindError, match=re.escape(type(source).__name__)):
        read(source)


def test_an_index_just_beyond_the_board_hints_at_counting_from_one() -> None:
    with pytest.raises(ValueRangeError, match="row must be from 0 to 8, not 9; pass one_based=True"):
        read("9\n1\n9 1 5")
    with pytest.raises(ValueRangeError, match="column must be from 0 to 8, not 12 "):
        read("9\n1\n1 12 5")
    with pytest.raises(ValueRangeError, match="row must be from 1 to 9, not 0"):
        read("9\n1\n0 1 5", one_based=True)


def test_a_size_is_respected() -> None:
    assert read("1" * 64, size=8).geometry.size == 8
    assert read("1234" * 16, size=4).values == (0,) * 16
    assert read("1234" * 16, size=8).values[:5] == (1, 2, 3, 4, 1)
    for text in (P0, "9\n0", "9\nR1C1=1", f"SumoCueV1{'=0' * 81}"):
        with pytest.raises(ShapeError, match="4"):
            read(text, size=4)


def test_sizes_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ShapeError, match=r"\[4, 9\]"):
        read("1" * 16, Geometry.of(9), size=4)
    with pytest.raises(ShapeError, match=r"\[4, 9\]"):
        read(P0, size=9, symbols="1234")
    with pytest.raises(ShapeError, match="different symbols"):
        read("1" * 16, symbols="1123")


def test_clashing_givens_are_read() -> None:
    assert read("1" * 81).values == (1,) * 81


# Many boards


def test_files_are_read_line_by_line_or_block_by_block() -> None:
    lines = (DATA / "sudoku_17_clues.sdm").read_text().splitlines()
    found = list(read_many(f"{line}\r\n" for line in [*lines, ""]))
    assert [number for number, _ in found] == [2, 3, 4, 5, 6]
    assert all(isinstance(board, Read) and 81 - board.values.count(0) == 17 for _, board in found)
    with (DATA / "sudoku_grids.txt").open() as grids:
        blocks = list(read_many(grids))
    assert [number for number, _ in blocks] == [2, 12, 22]
    first = blocks[0][1]
    assert isinstance(first, Read)
    assert write_line(first.values, first.symbols, "0").startswith("003020600900305001")
    large = list(read_many((DATA / "sudoku_large.txt").read_text().splitlines()))
    assert [board.geometry.size for _, board in large if isinstance(board, Read)] == [16, 16, 25]


def test_a_table_is_read_row_by_row() -> None:
    rows = ["id,puzzle,solution", f'1,"{P0}",', "", "2", f"3,{P0[:80]}@,x"]
    found = list(read_many(rows))
    assert [number for number, _ in found] == [2, 4, 5]
    assert found[0][1] == Read(VALUES, Geometry.of(9), usual_symbols(9))
    errors = [error for _, error in found[1:] if isinstance(error, BoardError)]
    assert [(type(error), error.line, error.column) for error in errors] == [
        (ShapeError, 4, None),
        (SymbolError, 5, 83),
    ]


def test_a_bad_line_does_not_stop_the_stream() -> None:
    bad = P0[:40] + "@" + P0[41:]
    found = list(read_many(["% boards", P0, bad, "", P0[:7], f"{P0} # the last"]))
    kinds = [(number, type(board)) for number, board in found]
    assert kinds == [(2, Read), (3, SymbolError), (5, ShapeError), (6, Read)]
    assert [board.line for _, board in found if isinstance(board, BoardError)] == [3, 5]


def test_a_fault_in_a_block_is_found_in_the_file() -> None:
    lines = ["Grid 01", *ROWS, "Grid 02", *ROWS[:3], "@" * 9, *ROWS[4:], "Grid 03"]
    (first, _), (second, error) = read_many(lines)
    assert (first, second) == (1, 11)
    assert isinstance(error, SymbolError)
    assert (error.line, error.column, error.cell) == (15, 1, (3, 0))


def test_boards_are_read_only_when_asked_for() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield P0

    assert next(read_many(endless()))[0] == 1


def test_many_boards_take_the_same_options() -> None:
    geometry = Geometry.of(9, diagonals=True)
    ((_, board),) = read_many([P0], geometry, symbols="987654321")
    assert board == Read(tuple(10 - value if value else 0 for value in VALUES), geometry, tuple("987654321"))


@given(st.text("0123456789.", min_size=81, max_size=81))
def test_the_fast_path_for_plain_lines_reads_the_same_as_the_slow_path(line: str) -> None:
    assert read(line) == read(line, Geometry.of(9))
    assert read(f" {line}\r\n") == read(line)


@pytest.mark.parametrize("text", ["12", "123", "12x", "1 2", "1\n2"])
def test_a_few_cells_are_not_a_board_of_size_one(text: str) -> None:
    with pytest.raises(ShapeError):
        Board.parse(text)
