"""Time limits hold for every question about a board of any size, and oversized input is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Thread
from time import process_time
from typing import Any

import pytest

from csplib import CSPError, LimitReached, look_up
from csplib.sudoku import (
    Board,
    BoardError,
    Game,
    Geometry,
    ShapeError,
    ambiguity,
    conflict,
    count,
    generate,
    grade,
    next_step,
    read_many,
    solve_steps,
    steps_to_value,
    why_not,
)
from csplib.sudoku.game import SavedGameError
from csplib.sudoku.model import digit_sets
from csplib.sudoku.time_limit import within

LARGE = Board([1] + [0] * (64**2 - 1))
SOON = 10.0  # generous: a slow machine may take seconds where another takes a tenth


def in_good_time(work: Callable[[], object]) -> float:
    began = process_time()  # other load on the machine does not count
    work()
    return process_time() - began


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(lambda: generate(100, time_limit=0.2), id="generate"),
        pytest.param(lambda: generate(geometry=Geometry.of(144, anti_knight=True), time_limit=0.2), id="variant"),
        pytest.param(lambda: generate(25, clues="minimal", time_limit=0.2), id="minimal"),
        pytest.param(lambda: grade(LARGE, time_limit=0.2), id="grade"),
        pytest.param(lambda: solve_steps(LARGE, time_limit=0.2), id="solve_steps"),
        pytest.param(lambda: next_step(LARGE, time_limit=0.0), id="next_step"),
        pytest.param(lambda: steps_to_value(LARGE, time_limit=0.2), id="steps_to_value"),
        pytest.param(lambda: conflict(LARGE.with_value((0, 1), 1), time_limit=0.2), id="conflict"),
        pytest.param(lambda: ambiguity(LARGE, time_limit=0.2), id="ambiguity"),
        pytest.param(lambda: why_not(LARGE, (1, 1), 2, time_limit=0.2), id="why_not"),
        pytest.param(lambda: Game(LARGE, time_limit=0.2), id="Game"),
    ],
)
def test_a_time_limit_reaches_every_question(question: Callable[[], object]) -> None:
    def stopped() -> None:
        with pytest.raises(LimitReached, match=r"time_limit=0"):
            question()

    assert in_good_time(stopped) < SOON


def test_an_inner_limit_does_not_outlast_an_outer_one_and_each_thread_has_its_own() -> None:
    inner = within(1000)
    with within(100), inner:
        assert inner.left <= 100
    seen: list[str] = []

    def goes_on() -> None:
        look_up(10**6)
        seen.append("went on")

    with within(0), within(1000):
        thread = Thread(target=goes_on)
        thread.start()
        thread.join()
        with pytest.raises(LimitReached, match="time_limit=0"):
            look_up(10**6)
    assert seen == ["went on"]


def test_the_limit_that_is_named_is_the_one_that_was_given() -> None:
    with pytest.raises(LimitReached, match=r"^stopped at time_limit=0\.3$"):
        ambiguity(Board.empty(36), time_limit=0.3)


@pytest.mark.parametrize("size", [145, 1000, 10**6, 10**30, pytest.param(10**5000, id="many digits")])
def test_an_oversized_board_is_refused_at_once(size: int) -> None:
    for work in (lambda: Geometry.of(size), lambda: Board.empty(size), lambda: generate(size, time_limit=2)):
        with pytest.raises(ShapeError, match="must be an integer from 1 to 144"):
            work()


def long_way() -> str:
    """Pointers that lead through every cell of a large board."""
    size = 140
    rows = [[(">" if line % 2 == 0 else "<")] * size for line in range(size)]
    for line, row in enumerate(rows):
        row[-1 if line % 2 == 0 else 0] = "v"
    rows[-1][0] = "5"
    return "\n".join(map("".join, rows))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("-" * 70_000 + "x", id="nearly a rule"),
        pytest.param("grid" + " " * 70_000 + "x", id="nearly a header"),
        pytest.param("1" + "v" * 70_000 + "z", id="nearly cages"),
        pytest.param(long_way(), id="pointers all around"),
        pytest.param("1000000\n0", id="a listing of a size"),
        pytest.param("99999\n1\n0 0 1", id="a listing of a size and a cell"),
        pytest.param("9" * 10_000 + "\n0", id="a size of many digits"),
        pytest.param("R1C1=5 R" + "9" * 9000 + "C1=2", id="a row of many digits"),
        pytest.param("R1C1=" + "a" * 100_000, id="a long value"),
        pytest.param("1" * 250_000, id="digits"),
        pytest.param("1 " * 140_000, id="words"),
        pytest.param("1" * 10_000_000, id="ten million digits"),
        pytest.param(("1" * 500 + "\n") * 500, id="a board of 500"),
        pytest.param("SumoCueV1=" + "9" * 5000 + "=1=1=1", id="a sum of many digits"),
        pytest.param("quizzes,solutions\n" + "1" * 250_000 + ",", id="a table"),
        pytest.param("[" * 100_000, id="brackets"),
    ],
)
def test_a_hostile_text_is_refused_soon_and_in_few_words(text: str) -> None:
    def refused() -> None:
        with pytest.raises(BoardError) as caught:
            Board.parse(text)
        assert len(str(caught.value)) < 300
        assert list(read_many(text.split("\n")[:3]))

    assert in_good_time(refused) < SOON


def test_endless_rows_are_refused() -> None:
    def rows() -> Any:
        while True:
            yield [0] * 9

    with pytest.raises(ShapeError, match="more cells than the largest board has"):
        Board.parse(rows())
    with pytest.raises(ShapeError):
        Board(value for row in rows() for value in row)


def test_cages_with_very_many_fillings_are_summed_instead() -> None:
    assert digit_sets(144, 72, 72 * 73) is None
    cells = [(0, column) for column in range(20)]
    wide = Geometry.of(36, cages=[(sum(range(1, 21)), cells), (400, [(1, column) for column in range(20)])])
    found = Board([0] * 36**2, wide).problem().violations({cell: 1 + cell[1] for cell in wide.cells})
    assert any("sum of cage of 400" in str(each) for each in found)
    assert not any("sum of cage of 210" in str(each) for each in found)
    with pytest.raises(LimitReached):
        grade(Board([0] * 36**2, wide), time_limit=0.2)


def test_both_ways_to_add_up_a_cage_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(row: int) -> int:
        return count(Board.empty(4, cages=[(6, [(row, 0), (row, 1), (row, 2)])]))

    by_sets = counted(0)
    monkeypatch.setattr("csplib.sudoku.model._MOST_SETS", 0)
    digit_sets.cache_clear()
    by_sum = counted(1)
    digit_sets.cache_clear()
    assert by_sets == by_sum > 0


def saved(size: int, **parts: object) -> str:
    data = json.loads(Game(Board.empty(4)).to_json())
    shape = Board.empty(size).geometry
    data |= {"size": size, "regions": [shape.box_of[cell] for cell in shape.cells], "values": [0] * size**2}
    data |= {"symbols": [str(number) for number in range(1, size + 1)], **parts}
    return json.dumps(data)


def test_a_saved_game_that_claims_a_large_board_is_refused_before_it_is_built() -> None:
    text = saved(100)
    assert len(text) > 60_000

    def refused() -> None:
        with pytest.raises(SavedGameError, match="from 1 to 64"):
            Game.from_json(text)

    assert in_good_time(refused) < SOON


def test_loading_a_game_takes_no_longer_than_its_limit() -> None:
    def stopped(text: str) -> None:
        with pytest.raises(LimitReached, match=r"time_limit=0\.01"):
            Game.from_json(text, time_limit=0.01)

    assert in_good_time(lambda: stopped(saved(49))) < SOON
    # Where there are several solutions, each move is a search.
    moves = [step for _ in range(20_000) for step in (["play", 8, 0, 2], ["erase", 8, 0])]
    assert in_good_time(lambda: stopped(saved(9, steps=moves))) < SOON


def test_a_saved_game_has_an_end() -> None:
    with pytest.raises(SavedGameError, match="at most 5,000,000 characters"):
        Game.from_json(" " * 5_000_001)


@pytest.mark.parametrize("symbol", ["\x1b[2J", "\x9b2J", "\u202e", "\n", "", ".", " ", "a b", 3, None])
def test_a_symbol_is_visible_and_harmless(symbol: Any) -> None:
    symbols = [symbol, "2", "3", "4"]
    with pytest.raises(CSPError, match="cannot be a symbol"):
        Board([0] * 16, symbols=symbols)
    data = json.loads(Game(Board.empty(4)).to_json())
    with pytest.raises(SavedGameError) as caught:
        Game.from_json(json.dumps({**data, "symbols": symbols}))
    assert str(caught.value).isprintable()
    if isinstance(symbol, str) and len(symbol) == 1:
        with pytest.raises(ShapeError, match="cannot be a symbol"):
            Board.parse("...." * 4, symbols=symbols)
