"""Boards and their geometry."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from puzzles import P0

from csplib import CSPError, KindError
from csplib.sudoku import (
    Board,
    ClashError,
    Game,
    Geometry,
    ShapeError,
    ValueRangeError,
    candidates,
    count,
    grade,
    may_place,
    next_step,
    read_many,
    solve,
    solve_steps,
    why_not,
)
from csplib.sudoku.model import CageSum, empty_problem


@pytest.mark.parametrize(
    ("size", "box"),
    [(1, (1, 1)), (4, (2, 2)), (6, (2, 3)), (9, (3, 3)), (12, (3, 4)), (16, (4, 4)), (25, (5, 5)), (36, (6, 6))],
)
def test_boxes_are_square_or_wider_than_high(size: int, box: tuple[int, int]) -> None:
    first = Geometry.of(size).boxes[0]
    assert (first[-1][0] + 1, first[-1][1] + 1) == box
    assert len(Geometry.of(size).units) == 3 * size


def test_a_shape_is_one_object_however_it_is_described() -> None:
    assert Geometry.of(9) is Geometry.of(9, box=(3, 3))
    regions = "".join(str(3 * (r // 3) + c // 3) for r in range(9) for c in range(9))
    assert Geometry.of(9, regions=regions) is Geometry.of(9)
    assert Geometry.of(6, box=(3, 2)) is not Geometry.of(6)
    assert pickle.loads(pickle.dumps(Geometry.of(9, diagonals=True))) is Geometry.of(9, diagonals=True)  # noqa: S301


def test_equal_shapes_are_equal_even_if_they_are_not_one_object() -> None:
    one, other = Geometry.of(4), Geometry(4, Geometry.of(4).boxes)
    assert one is not other
    assert one == other
    assert hash(one) == hash(other)
    assert one != Geometry.of(4, diagonals=True)
    assert Board([0] * 16, one) == Board([0] * 16, other)


def test_each_cell_of_a_plain_board_has_twenty_peers_and_variants_add_more() -> None:
    assert {len(peers) for peers in Geometry.of(9).peers.values()} == {20}
    assert len(Geometry.of(9, diagonals=True).peers[4, 4]) == 20 + 12
    assert len(Geometry.of(9, windows=True).units) == 27 + 4
    assert Geometry.of(9, windows=True).units[-1].cells[0] == (5, 5)
    assert (1, 2) in Geometry.of(9, anti_knight=True).peers[0, 0]
    assert (3, 5) in Geometry.of(9, cages=[(5, [(0, 0), (3, 5)])]).peers[0, 0]
    assert (0, 0) not in Geometry.of(9, anti_knight=True).peers[0, 0]


def test_units_come_as_row_column_box_and_peers_as_row_then_column_then_box() -> None:
    geometry = Geometry.of(9)
    assert [str(unit) for unit in geometry.units[:4]] == ["row 1", "column 1", "box 1", "row 2"]
    assert geometry.peers[1, 1][:3] == ((1, 0), (1, 2), (1, 3))
    assert geometry.peers[1, 1][-4:] == ((0, 0), (0, 2), (2, 0), (2, 2))


@pytest.mark.parametrize(
    ("message", "shape"),
    [
        ("from 1 to 144, not 0", {"size": 0}),
        ("2x4 do not fill", {"size": 9, "box": (2, 4)}),
        ("not both", {"size": 4, "box": (2, 2), "regions": "1122112233443344"}),
        ("each of 16 cells, not 15", {"size": 4, "regions": "112211223344334"}),
        ("region '3' has 5 cells", {"size": 4, "regions": "1122112233443343"}),
        ("windows need", {"size": 6, "windows": True}),
        ("not on the board", {"size": 4, "cages": [(3, [(0, 4)])]}),
        ("the total of a cage must be an integer, not '3'", {"size": 4, "cages": [("3", [(0, 0)])]}),
        ("5 is not a cell", {"size": 4, "cages": [(3, [5])]}),
        ("box must be", {"size": 9, "box": 3}),
        ("in two cages", {"size": 4, "cages": [(3, [(0, 0)]), (3, [(0, 0), (0, 1)])]}),
        ("1 to 4 cells, not 0", {"size": 4, "cages": [(3, [])]}),
    ],
)
def test_an_impossible_shape_is_refused(message: str, shape: dict[str, object]) -> None:
    with pytest.raises(ShapeError, match=message) as caught:
        Geometry.of(**shape)  # type: ignore[arg-type]
    assert isinstance(caught.value, CSPError)


class Index:
    """An integer of another type, such as NumPy's."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __int__(self) -> int:
        return self.value


@pytest.mark.parametrize("name", ["diagonals", "windows", "anti_knight"])
@pytest.mark.parametrize("value", ["no", "", 0, 1, None, []])
def test_a_flag_is_true_or_false_and_nothing_else(name: str, value: object) -> None:
    for make in (Geometry.of, Board.empty):
        with pytest.raises(KindError, match=f"{name} must be True or False, not "):
            make(9, **{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [True, "9", 9.0, None, [9]])
def test_a_size_is_an_integer(size: object) -> None:
    with pytest.raises(ShapeError, match="must be an integer from 1 to 144, not "):
        Geometry.of(size)  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", [{"cages": 5}, {"cages": [5]}, {"cages": [(True, [(0, 0)])]}, {"box": "22"}])
def test_a_shape_of_the_wrong_kind_is_refused(shape: dict[str, object]) -> None:
    with pytest.raises(ShapeError):
        Geometry.of(4, **shape)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [True, False, 1.0, "1", None])
def test_a_value_is_an_integer(value: object) -> None:
    wrong: Any = value
    with pytest.raises(ValueRangeError, match="value number 3 must be an integer, not "):
        Board([1, 2, wrong, *[0] * 13])
    board = Board.empty(4)
    with pytest.raises(ValueRangeError, match="is not a value from 1 to 4"):
        board.with_value((0, 0), wrong)
    for ask in (board.check_value, partial(may_place, board), partial(why_not, board), Game(board).play):
        with pytest.raises(ValueRangeError, match="is not a value from 1 to 4"):
            ask((0, 0), wrong)


def test_integers_of_any_type_are_values() -> None:
    numbers: Any = [Index(value) for value in (1, 0, 0, 4)] * 4
    board = Board(numbers)
    assert board.values == (1, 0, 0, 4) * 4
    assert {type(value) for value in board.values} == {int}
    three: Any = Index(3)
    assert type(board.with_value((0, 1), three)[0, 1]) is int
    assert Geometry.of(Index(4)) is Geometry.of(4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "ask",
    [
        grade,
        next_step,
        solve_steps,
        lambda wrong: why_not(wrong, (0, 0), 1),
        solve,
        lambda wrong: candidates(wrong, (0, 0)),
        Game,
    ],
)
def test_a_text_is_not_a_board(ask: Callable[[Any], object]) -> None:
    with pytest.raises(KindError, match=r"is not a Board: read it with Board\.parse"):
        ask("1..4..1..1..4..1")


def test_a_text_instead_of_another_argument_is_refused() -> None:
    with pytest.raises(KindError, match=r"text\.splitlines\(\)"):
        read_many("1..4..1..1..4..1")
    with pytest.raises(KindError, match="must be a Level, not 'pairs'"):
        next_step(Board.empty(4), "pairs")  # type: ignore[arg-type]
    wrong: Any = [0, 0]
    with pytest.raises(ValueRangeError, match="is not a cell"):
        Game(Board.empty(4)).play(wrong, 1)
    half: Any = (0.5, 0)
    for ask in (lambda: Board.empty(4)[half], lambda: Board.empty(4).with_value(half, 1)):
        with pytest.raises(ValueRangeError, match="is not a cell"):
            ask()


def test_a_text_is_not_a_list_of_values() -> None:
    with pytest.raises(KindError, match=r"Board\.parse reads text"):
        Board("1234" * 4)  # type: ignore[arg-type]
    with pytest.raises(KindError, match="is not a Geometry"):
        Board([0] * 16, 4)  # type: ignore[arg-type]


def test_a_board_is_a_value() -> None:
    board = Board.parse(P0)
    assert board == Board.parse(P0)
    assert hash(board) == hash(Board.parse(P0))
    assert board != board.with_value((0, 0), 1)
    assert len({board, board.with_value((0, 0), 9), Board.parse(P0)}) == 2
    assert board != P0
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301


def test_editing_gives_a_new_board_and_remembers_what_was_given() -> None:
    board = Board.parse(P0)
    edited = board.with_value((0, 0), 9)
    assert (board[0, 0], edited[0, 0]) == (0, 9)
    assert (0, 0) not in edited.given
    assert edited.given == board.given
    assert edited.as_puzzle().given == board.given | {(0, 0)}
    assert edited.without((0, 0), (0, 6)).given == board.given - {(0, 6)}
    assert edited.without((0, 0)) == board


def test_a_cell_or_value_that_is_not_there_is_named() -> None:
    board = Board.parse(P0)
    with pytest.raises(ValueRangeError, match=r"no such cell on a board of size 9 \(cell \(0, 9\)\)"):
        board[0, 9]
    with pytest.raises(ValueRangeError, match=r"10 is not a value from 1 to 9.*cell \(0, 0\)"):
        board.with_value((0, 0), 10)
    with pytest.raises(ValueRangeError):
        Board([0] * 15 + [5])
    with pytest.raises(ShapeError, match="80 values"):
        Board([0] * 80)
    with pytest.raises(ShapeError, match="different symbols"):
        Board([0] * 16, symbols="ABCA")


def test_what_is_not_a_cell_is_refused() -> None:
    board = Board.parse(P0)
    for wrong in (0, "a", (0, 1, 2), None):
        with pytest.raises(ValueRangeError, match="is not a cell"):
            board[wrong]  # type: ignore[index]
    with pytest.raises(ValueRangeError, match="no such cell"):
        Board(board.values, given=[(9, 9)])


def test_cages_are_the_same_in_whatever_order_they_are_listed() -> None:
    cages = [(7, [(0, 2), (0, 3)]), (3, [(0, 0), (0, 1)])]
    assert Geometry.of(4, cages=cages) is Geometry.of(4, cages=cages[::-1])
    board = Board.empty(4, cages=cages)
    assert Board.parse(board.to_text("killer")) == board


def test_clashing_values_are_named_with_their_unit_and_both_cells() -> None:
    board = Board.parse("11.. .... .... ....")
    assert board.clashes() == [("row 1", (0, 0), (0, 1)), ("box 1", (0, 0), (0, 1))]
    with pytest.raises(ClashError, match=r"1 occurs twice in row 1: at \(0, 0\) and \(0, 1\)"):
        board.check()
    knight = Board([1, 0, 0, 0, 0, 0, 1, 0] + [0] * 8, Geometry.of(4, anti_knight=True))
    assert knight.clashes() == [("knight's move", (0, 0), (1, 2))]
    assert Board.parse(P0).check() == Board.parse(P0)


def test_the_model_has_27_all_different_and_1944_arcs() -> None:
    problem = Board.parse(P0).problem()
    assert len(problem.constraints) == 27
    assert len(problem.compile().arcs) == 1944
    assert problem.variables[0].name == (0, 0)
    assert Board.empty(16).problem().compile().arcs.__len__() == 48 * 16 * 15


def test_the_rules_of_a_shape_are_compiled_once() -> None:
    one, other = Board.parse(P0), Board.parse(P0).without((1, 0))
    assert empty_problem(one.geometry) is empty_problem(other.geometry)
    csp = empty_problem(one.geometry).compile()
    solve(one)
    assert empty_problem(one.geometry).compile() is csp


def test_symbols_are_only_how_values_are_written() -> None:
    board = Board([1, 0, 0, 4] + [0] * 12, symbols="abcd")
    assert (board[0, 0], board.symbol((0, 0)), board.symbol((0, 1)), board.to_line()) == (
        1,
        "a",
        ".",
        "a..d............",
    )


def test_a_board_knows_whether_it_is_full_and_solved() -> None:
    solution = solve(Board.parse(P0))
    assert solution is not None
    assert solution.is_full
    assert solution.is_solved
    swapped = solution.with_values({(0, 0): solution[0, 1], (0, 1): solution[0, 0]})
    assert swapped.is_full
    assert not swapped.is_solved


def test_cages_restrict_to_sets_of_digits_with_the_right_sum() -> None:
    geometry = Geometry.of(4, cages=[(3, [(0, 0), (0, 1)]), (10, [(1, 0), (1, 1), (1, 2), (1, 3)])])
    board = Board([0] * 16, geometry)
    unrestricted = count(Board.empty(4))
    assert unrestricted == 288
    by_hand = sum(1 for s in empty_problem(Geometry.of(4)).solutions() if s[0, 0] + s[0, 1] == 3)
    assert count(board) == by_hand
    solved = solve(board)
    assert solved is not None
    assert solved.is_solved
    wrong = solve(Board.empty(4))
    assert wrong is not None
    moved = Board(wrong.values, Geometry.of(4, cages=[(wrong[0, 0] + wrong[0, 1] + 1, [(0, 0), (0, 1)])]))
    assert not moved.is_solved
    assert isinstance(moved.problem().violations(moved.filled)[0], CageSum)
