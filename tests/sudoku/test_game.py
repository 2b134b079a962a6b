"""Games: the cost of moves, undo and redo, notes, hints, the clock, and saved games."""

from __future__ import annotations

import json
from itertools import permutations, product
from typing import Any, Literal

import hypothesis.strategies as st
import pytest
from hypothesis import given
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from csplib import OptionError
from csplib.sudoku.board import Board
from csplib.sudoku.errors import BoardError, ClashError, ValueRangeError
from csplib.sudoku.game import Game, GameError, Hint, Policy, SavedGameError, UnsolvableError
from csplib.sudoku.geometry import Cell, Geometry

UNIQUE = "1..4..1..1..4.3."
SOLVED = "1324241331424231"
OPEN = "12.............."
CELLS = [(row, column) for row in range(4) for column in range(4)]


def board(line: str, **shape: Any) -> Board:
    return Board([int(symbol.replace(".", "0")) for symbol in line], Geometry.of(4, **shape))


def four_by_fours() -> list[dict[Cell, int]]:
    """All 288 boards of 4x4, found by brute force."""
    rows = list(permutations(range(1, 5)))
    found = []
    for top in product(rows, rows):
        if len({*top[0][:2], *top[1][:2]}) == 4:
            for low in product(rows, rows):
                grid = dict(zip(CELLS, (value for row in (*top, *low) for value in row), strict=True))
                columns = all(len({grid[row, column] for row in range(4)}) == 4 for column in range(4))
                if columns and len({*low[0][:2], *low[1][:2]}) == 4:
                    found.append(grid)
    return found


EVERY = four_by_fours()


class FakeClock:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_oracle_knows_every_board_of_four_by_four() -> None:
    assert len(EVERY) == 288
    assert [s for s in EVERY if s.items() >= board(UNIQUE).filled.items()] == [board(SOLVED).filled]


def test_a_right_value_is_placed_and_costs_nothing() -> None:
    game = Game(board(UNIQUE))
    assert game.play((0, 1), 3) == ((0, 1), 3, True, False, "", 3)
    assert game.board[0, 1] == 3
    assert (game.mistakes, game.state) == (0, "playing")


@pytest.mark.parametrize("policy", ["solution", "rules"])
def test_a_broken_rule_costs_a_life_and_names_the_unit_and_the_cells(policy: Policy) -> None:
    game = Game(board(UNIQUE), policy=policy)
    move = game.play((0, 1), 4)
    assert (move.accepted, move.mistake, move.lives) == (False, True, 2)
    assert move.reason == "4 occurs twice in row 1: at (0, 1) and (0, 3)"
    assert game.board == board(UNIQUE)
    assert not game.undo()


def test_a_value_that_differs_from_the_solution_is_a_mistake_by_the_solution_but_not_by_the_rules() -> None:
    strict, lenient = Game(board(UNIQUE)), Game(board(UNIQUE), policy="rules")
    assert "differs from the solution" in strict.play((0, 1), 2).reason
    assert strict.board[0, 1] == 0
    assert lenient.play((0, 1), 2).accepted
    assert (lenient.board[0, 1], lenient.lives) == (2, 3)


def test_where_several_solutions_are_left_only_a_dead_end_is_a_mistake() -> None:
    game = Game(board(OPEN))
    assert game.play((2, 2), 1).accepted
    assert game.play((1, 2), 2).accepted
    assert game.play((3, 0), 2).accepted
    dead_ends = [
        (cell, value)
        for cell in CELLS
        for value in range(1, 5)
        if not game.board[cell]
        and all(game.board[peer] != value for peer in game.board.peers[cell])
        and not any(s.items() >= {**game.board.filled, cell: value}.items() for s in EVERY)
    ]
    assert dead_ends
    assert "can no longer be solved" in game.play(*dead_ends[0]).reason


def test_the_same_wrong_entry_costs_once_and_another_one_again() -> None:
    game = Game(board(UNIQUE))
    assert [game.play((0, 1), 2).mistake for _ in range(3)] == [True, False, False]
    assert game.play((0, 1), 4).mistake
    assert (game.mistakes, game.lives) == (2, 1)


def test_a_life_once_lost_stays_lost_whatever_is_undone() -> None:
    game = Game(board(UNIQUE))
    game.play((0, 1), 3)
    game.play((0, 2), 3)
    assert game.undo()
    assert (game.mistakes, game.lives) == (1, 2)
    assert game.redo()
    assert (game.mistakes, game.lives) == (1, 2)


def test_the_last_life_ends_the_game_and_nothing_more_can_be_done() -> None:
    game = Game(board(UNIQUE), lives=2)
    game.play((0, 1), 3)
    game.play((0, 2), 4)
    assert game.play((0, 2), 3).lives == 0
    assert game.state == "lost"
    attempts = (lambda: game.play((0, 2), 2), lambda: game.note((0, 2), 2), lambda: game.erase((0, 1)))
    for attempt in (*attempts, game.undo, game.redo, game.undo_to_sound, game.hint):
        with pytest.raises(GameError, match="the game is lost"):
            attempt()


def test_the_last_cell_wins_the_game() -> None:
    game = Game(board(SOLVED[:15] + "."))
    game.play((3, 3), 1)
    assert game.state == "won"
    assert game.board.is_solved
    with pytest.raises(GameError, match="the game is won"):
        game.erase((3, 3))


@pytest.mark.parametrize("line", ["123...4.........", "12....34........"])
def test_a_board_without_solution_is_refused(line: str) -> None:
    assert not board(line).clashes()
    assert not any(solution.items() >= board(line).filled.items() for solution in EVERY)
    with pytest.raises(UnsolvableError, match="this board has no solution"):
        Game(board(line))


def test_a_board_whose_values_clash_is_refused_with_the_clash() -> None:
    with pytest.raises(ClashError, match="1 occurs twice in row 1"):
        Game(board("1..1............"))


def test_values_filled_in_before_the_game_must_lead_to_a_solution_too() -> None:
    assert Game(board(UNIQUE).with_value((0, 1), 3)).state == "playing"
    with pytest.raises(UnsolvableError):
        Game(board(UNIQUE).with_value((0, 1), 2))


def test_values_filled_in_before_the_game_do_not_choose_the_solution() -> None:
    one, *_, other = [solution for solution in EVERY if solution.items() >= board(OPEN).filled.items()]
    game = Game(board(OPEN).with_values(one).with_value((3, 3), 0))
    for cell in set(game.board.filled) - game.board.given:
        game.erase(cell)
    for cell in [cell for cell in CELLS if cell not in game.board.given]:
        assert game.play(cell, other[cell]).accepted
    assert game.board.filled == other != one


def test_a_given_cannot_be_changed_but_a_value_filled_in_can() -> None:
    game = Game(board(UNIQUE).with_value((0, 1), 3))
    for change in (lambda: game.play((0, 0), 2), lambda: game.note((0, 0), 2), lambda: game.erase((0, 0))):
        with pytest.raises(GameError, match="a given cannot be changed") as caught:
            change()
        assert isinstance(caught.value, BoardError)
        assert caught.value.cell == (0, 0)
    game.erase((0, 1))
    assert game.board[0, 1] == 0


@pytest.mark.parametrize(("cell", "value"), [((4, 0), 1), ((0, -1), 1), ((0, 1), 0), ((0, 1), 5), ((0, 1), True)])
def test_cells_and_values_that_the_board_does_not_have_are_refused(cell: Cell, value: int) -> None:
    game = Game(board(UNIQUE))
    with pytest.raises(ValueRangeError):
        game.play(cell, value)
    with pytest.raises(ValueRangeError):
        game.note(cell, value)
    assert game.lives == 3


@pytest.mark.parametrize("options", [{"lives": 0}, {"lives": True}, {"lives": 1.5}, {"policy": "kind"}])
def test_invalid_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Game(board(UNIQUE), **options)


def test_a_cage_with_the_wrong_sum_breaks_a_rule() -> None:
    cages = [(4, [(0, 0), (0, 1)]), (5, [(3, 2), (3, 3), (2, 2)])]
    caged = Board([0] * 16, Geometry.of(4, cages=cages[:1]))
    game = Game(caged, policy="rules")
    assert game.play((0, 0), 2).accepted
    assert game.play((0, 1), 1).reason == "the cage of 4 at (0, 0) adds up to 3"
    assert game.play((0, 1), 4).reason == "the cage of 4 at (0, 0) adds up to 6"
    with pytest.raises(UnsolvableError):
        Game(Board([0] * 16, Geometry.of(4, cages=cages)))
    long = Game(Board([0] * 16, Geometry.of(4, cages=[(6, [(0, 0), (0, 1), (0, 2)])])), policy="rules")
    assert long.play((0, 0), 3).accepted
    assert long.play((0, 1), 4).reason == "the cage of 6 at (0, 0) adds up to 7"


def test_a_clash_in_a_variant_is_named_after_its_rule() -> None:
    game = Game(board("1...............", diagonals=True), policy="rules")
    assert "diagonal 1" in game.play((3, 3), 1).reason


def test_notes_are_toggled_and_go_when_a_peer_gets_the_value() -> None:
    game = Game(board(UNIQUE))
    assert game.note((0, 1), 2)
    assert game.note((0, 1), 3)
    assert not game.note((0, 1), 2)
    game.note((0, 2), 3)
    game.note((0, 2), 2)
    game.note((3, 3), 3)
    assert game.notes == {(0, 1): {3}, (0, 2): {2, 3}, (3, 3): {3}}
    game.play((0, 1), 3)
    assert game.notes == {(0, 2): {2}, (3, 3): {3}}
    game.undo()
    assert game.notes == {(0, 1): {3}, (0, 2): {2, 3}, (3, 3): {3}}


def test_notes_of_peers_stay_if_tidying_is_off() -> None:
    game = Game(board(UNIQUE), tidy_notes=False)
    game.note((0, 1), 3)
    game.note((0, 2), 3)
    game.play((0, 1), 3)
    assert game.notes == {(0, 2): {3}}


def test_a_cell_with_a_value_cannot_have_notes_and_is_erased_value_first() -> None:
    game = Game(board(UNIQUE))
    game.play((0, 1), 3)
    with pytest.raises(GameError, match="cannot have notes"):
        game.note((0, 1), 2)
    game.erase((0, 1))
    game.note((0, 1), 2)
    game.erase((0, 1))
    assert game.notes == {}
    assert game.board == board(UNIQUE)


def test_the_notes_of_a_game_are_read_only() -> None:
    game = Game(board(UNIQUE))
    with pytest.raises(TypeError):
        game.notes[0, 1] = frozenset({2})  # type: ignore[index]


def test_a_change_that_changes_nothing_needs_no_undo_and_keeps_redo() -> None:
    game = Game(board(UNIQUE))
    game.play((0, 1), 3)
    game.play((0, 2), 2)
    game.undo()
    game.erase((3, 3))
    game.play((0, 1), 3)
    assert game.redo()
    assert game.board[0, 2] == 2


def test_undo_to_sound_goes_back_to_before_the_mistake_and_can_be_redone() -> None:
    game = Game(board(UNIQUE), policy="rules")
    game.play((0, 1), 3)
    assert game.undo_to_sound() == 0
    game.play((2, 0), 2)
    assert game.play((3, 3), 2).accepted
    with pytest.raises(GameError, match="can no longer be solved"):
        game.hint()
    assert game.undo_to_sound() == 2
    assert game.board == board(UNIQUE).with_value((0, 1), 3)
    assert game.redo()
    assert game.board[2, 0] == 2


def test_a_hint_is_the_solutions_value_for_the_cell_with_the_fewest_candidates() -> None:
    assert Game(board("........123.....")).hint() == ((2, 3), 4, "only 4 fits at (2, 3)")
    game = Game(board(OPEN))
    assert game.hint() == ((0, 2), 3, "of 2 values that fit, a solution has 3 at (0, 2)")
    assert game.board == board(OPEN)


@pytest.mark.parametrize("line", [UNIQUE, OPEN])
def test_following_hints_wins_without_a_mistake(line: str) -> None:
    game = Game(board(line))
    while game.state == "playing":
        cell, value, _ = game.hint()
        assert game.play(cell, value).accepted
    assert (game.state, game.mistakes) == ("won", 0)
    assert line == OPEN or game.board == game.solution


def test_a_hinter_comes_before_the_solution_and_may_pass() -> None:
    answers: list[tuple[Cell, int, str] | None] = [((3, 3), 1, "a friend told me"), None]
    seen = []

    def friend(position: Board) -> tuple[Cell, int, str] | None:
        seen.append(position)
        return answers.pop(0)

    game = Game(board(UNIQUE), hinter=friend)
    assert game.hint() == Hint((3, 3), 1, "a friend told me")
    assert game.hint() == Game(board(UNIQUE)).hint()
    assert seen == [game.board, game.board]


def test_the_clock_runs_while_the_game_is_played_and_not_paused() -> None:
    clock = FakeClock()
    game = Game(board(SOLVED[:14] + ".."), clock=clock)
    clock.now += 5
    assert game.elapsed == 5
    game.pause()
    clock.now += 50
    assert (game.elapsed, game.paused) == (5, True)
    with pytest.raises(GameError, match="paused"):
        game.play((3, 3), 1)
    game.resume()
    game.resume()
    clock.now += 2
    assert (game.elapsed, game.paused) == (7, False)
    game.play((3, 2), 3)
    game.play((3, 3), 1)
    clock.now += 50
    game.resume()
    assert (game.elapsed, game.paused, game.state) == (7, False, "won")


def test_the_clock_stops_when_the_last_life_is_lost() -> None:
    clock = FakeClock()
    game = Game(board(UNIQUE), lives=1, clock=clock)
    clock.now += 3
    game.play((0, 1), 2)
    clock.now += 50
    assert game.elapsed == 3


def test_a_saved_game_keeps_the_shape_the_symbols_and_the_givens() -> None:
    shape = Geometry.of(4, regions="aabbaabbccddccdd", diagonals=True, cages=[(3, [(0, 1), (0, 0)])])
    start = Board([1, *[0] * 15], shape, symbols="♠♥♦♣").with_value((0, 1), 2)
    loaded = Game.from_json(Game(start).to_json())
    assert loaded.board == start
    assert loaded.board.geometry is shape
    assert loaded.board.given == {(0, 0)}
    knights = Board.empty(9, anti_knight=True, windows=True)
    assert Game.from_json(Game(knights).to_json()).board == knights


def test_the_time_between_saving_and_loading_does_not_count() -> None:
    clock = FakeClock()
    game = Game(board(UNIQUE), clock=clock)
    clock.now += 5
    text = game.to_json()
    clock.now += 1000
    loaded = Game.from_json(text, clock=clock)
    assert loaded.elapsed == 5
    clock.now += 1
    assert loaded.elapsed == 6
    loaded.pause()
    assert Game.from_json(loaded.to_json(), clock=clock).paused


def test_a_loaded_game_takes_a_hinter() -> None:
    loaded = Game.from_json(Game(board(UNIQUE)).to_json(), hinter=lambda _: ((3, 3), 1, "told"))
    assert loaded.hint().reason == "told"


SAVED: dict[str, Any] = json.loads(Game(board(UNIQUE), clock=FakeClock()).to_json())
WRONG_PARTS: list[tuple[str, Any]] = [
    ("format", "another"),
    ("policy", "kind"),
    ("lives", 0),
    ("lives", True),
    ("tidy_notes", 1),
    ("elapsed", -1.0),
    ("elapsed", float("nan")),
    ("elapsed", "1"),
    ("paused", None),
    ("size", 5),
    ("size", "4"),
    ("regions", [0] * 16),
    ("regions", [[]] * 16),
    ("cages", [[3]]),
    ("cages", [[3, [[0, 9]]]]),
    ("diagonals", "no"),
    ("windows", 0),
    ("symbols", [1, 2, 3, 4]),
    ("symbols", ["1"]),
    ("values", [9] * 16),
    ("values", [1] * 16),
    ("values", [1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8]),
    ("given", [[0]]),
    ("given", [[7, 7]]),
    ("given", 3),
    ("steps", {}),
    ("steps", [["dance"]]),
    ("steps", [["play", 0, 1]]),
    ("steps", [["play", 0, 0, 2]]),
    ("steps", [["play", 0, 1, "3"]]),
    ("steps", [["note", 0, 1, 9]]),
    ("steps", [["erase", 9, 9]]),
    ("steps", [["play", 0, 1, 2], ["play", 0, 1, 4], ["play", 0, 1, 1], ["undo"]]),
]


@pytest.mark.parametrize(("name", "value"), WRONG_PARTS)
def test_a_saved_game_that_was_tampered_with_is_refused(name: str, value: object) -> None:
    assert Game.from_json(json.dumps(SAVED)).board == board(UNIQUE)
    with pytest.raises(SavedGameError, match=r"this is not a saved game: ."):
        Game.from_json(json.dumps({**SAVED, name: value}))


@pytest.mark.parametrize("name", sorted(SAVED))
def test_a_saved_game_that_lacks_a_part_is_refused_by_the_name_of_the_part(name: str) -> None:
    with pytest.raises(SavedGameError, match=f"'{name}' is missing"):
        Game.from_json(json.dumps({part: value for part, value in SAVED.items() if part != name}))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '"game"', "[" * 100_000])
def test_a_text_that_is_not_a_saved_game_is_refused(text: str) -> None:
    with pytest.raises(SavedGameError, match="this is not a saved game"):
        Game.from_json(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 20) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(sorted(SAVED)), JSON)
def test_a_saved_game_with_anything_in_it_is_loaded_or_refused(name: str, value: object) -> None:
    try:
        game = Game.from_json(json.dumps({**SAVED, name: value}))
    except SavedGameError:
        return
    assert Game.from_json(game.to_json()).board == game.board


Snapshot = tuple[dict[Cell, int], dict[Cell, set[int]]]


class GameBesideCopies(RuleBasedStateMachine):
    """Play the same random steps in a game and in copies of it; they must never differ."""

    @initialize(
        line=st.sampled_from([UNIQUE, OPEN]),
        policy=st.sampled_from(["solution", "rules"]),
        lives=st.integers(1, 8),
        tidy=st.booleans(),
    )
    def start(self, line: str, policy: Literal["solution", "rules"], lives: int, *, tidy: bool) -> None:
        self.clock = FakeClock()
        self.game = Game(board(line), policy=policy, lives=lives, tidy_notes=tidy, clock=self.clock)
        self.given = set(board(line).filled)
        self.policy, self.all_lives, self.tidy = policy, lives, tidy
        self.values: dict[Cell, int] = dict(board(line).filled)
        self.notes: dict[Cell, set[int]] = {}
        self.past: list[Snapshot] = []
        self.future: list[Snapshot] = []
        self.wrong: set[tuple[Cell, int]] = set()
        self.seconds = 0.0
        self.running = True

    def over(self) -> bool:
        return len(self.wrong) == self.all_lives or len(self.values) == 16

    def may_act(self) -> bool:
        return self.running and not self.over()

    def copy(self) -> Snapshot:
        return dict(self.values), {cell: set(marks) for cell, marks in self.notes.items()}

    def sound(self) -> bool:
        return any(solution.items() >= self.values.items() for solution in EVERY)

    def changed(self, before: Snapshot) -> None:
        self.notes = {cell: marks for cell, marks in self.notes.items() if marks}
        if before != self.copy():
            self.past.append(before)
            self.future.clear()

    def peers(self, cell: Cell) -> list[Cell]:
        row, column = cell
        near = [(r, c) for r, c in CELLS if r == row or c == column or (r // 2, c // 2) == (row // 2, column // 2)]
        return [peer for peer in near if peer != cell]

    def free(self, data: Any) -> Cell:
        return data.draw(st.sampled_from([cell for cell in CELLS if cell not in self.given]))  # type: ignore[no-any-return]

    @precondition(may_act)
    @rule(data=st.data(), value=st.integers(1, 4))
    def play(self, data: Any, value: int) -> None:
        cell = self.free(data)
        before = self.copy()
        self.values[cell] = value
        clash = any(self.values.get(peer) == value for peer in self.peers(cell))
        wrong = clash or (self.policy == "solution" and not self.sound())
        move = self.game.play(cell, value)
        assert move.accepted == (not wrong) == (not move.reason)
        assert move.mistake == (wrong and (cell, value) not in self.wrong)
        assert ("occurs twice" in move.reason) == clash
        if wrong:
            self.values, self.notes = before
            self.wrong.add((cell, value))
            return
        self.notes.pop(cell, None)
        for peer in self.peers(cell) if self.tidy else []:
            self.notes.get(peer, set()).discard(value)
        self.changed(before)

    @precondition(may_act)
    @rule(data=st.data(), value=st.integers(1, 4))
    def note(self, data: Any, value: int) -> None:
        cell = self.free(data)
        if cell in self.values:
            return
        before = self.copy()
        self.notes[cell] = self.notes.get(cell, set()) ^ {value}
        assert self.game.note(cell, value) == (value in self.notes[cell])
        self.changed(before)

    @precondition(may_act)
    @rule(data=st.data())
    def erase(self, data: Any) -> None:
        cell = self.free(data)
        before = self.copy()
        self.values.pop(cell, None)
        self.notes.pop(cell, None)
        self.game.erase(cell)
        self.changed(before)

    @precondition(may_act)
    @rule()
    def undo(self) -> None:
        assert self.game.undo() == bool(self.past)
        if self.past:
            self.future.append(self.copy())
            self.values, self.notes = self.past.pop()

    @precondition(may_act)
    @rule()
    def redo(self) -> None:
        assert self.game.redo() == bool(self.future)
        if self.future:
            self.past.append(self.copy())
            self.values, self.notes = self.future.pop()

    @precondition(may_act)
    @rule()
    def undo_to_sound(self) -> None:
        steps = 0
        while not self.sound():
            self.future.append(self.copy())
            self.values, self.notes = self.past.pop()
            steps += 1
        assert self.game.undo_to_sound() == steps

    @rule(seconds=st.integers(0, 1000))
    def wait(self, seconds: int) -> None:
        self.clock.now += seconds
        if self.may_act():
            self.seconds += seconds

    @precondition(lambda self: not self.over())
    @rule()
    def pause_or_resume(self) -> None:
        (self.game.pause if self.running else self.game.resume)()
        self.running = not self.running

    @rule()
    def save_and_load(self) -> None:
        text = self.game.to_json()
        self.game = Game.from_json(text, clock=self.clock)
        assert self.game.to_json() == text

    @invariant()
    def same(self) -> None:
        assert self.game.board.filled == self.values
        assert self.game.board.given == self.given
        assert self.game.notes == self.notes
        assert self.game.mistakes == len(self.wrong)
        assert self.game.lives == self.all_lives - len(self.wrong)
        assert (self.game.state != "playing") == self.over()
        assert (self.game.state == "won") == (self.values in EVERY)
        assert self.game.paused == (not self.running and not self.over())
        assert self.game.elapsed == self.seconds


TestGame = GameBesideCopies.TestCase
