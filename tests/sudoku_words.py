"""`Reader`: checks that the sentences that explain a step of Sudoku are true of what a player sees.

It knows the board, the rules and the words, but not the techniques. It checks every sentence by looking at candidates,
as a player with pencil and paper, and then applies only what the sentence says.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any

from csplib.sudoku import Board, Cell, Geometry


@lru_cache(maxsize=64)
def _peers(geometry: Geometry) -> dict[Cell, set[Cell]]:
    groups = [set(unit.cells) for unit in geometry.units] + [set(cage.cells) for cage in geometry.cages]
    found = {cell: set().union(*(group for group in groups if cell in group)) - {cell} for cell in geometry.cells}
    for (row, column), seen in found.items():
        if geometry.anti_knight:
            seen |= {(r, c) for r, c in geometry.cells if {abs(r - row), abs(c - column)} == {1, 2}}
    return found


class Reader:
    """What a player sees: the values, their candidates, and what sentences have ruled out."""

    def __init__(self, board: Board) -> None:
        self.board = board
        geometry = board.geometry
        self.units = {str(unit): set(unit.cells) for unit in geometry.units}
        self.cages = {(cage.total, frozenset(cage.cells)) for cage in geometry.cages}
        self.groups = {**self.units, **{str(cage): set(cage.cells) for cage in geometry.cages}}
        self.peers = _peers(board.geometry)
        self.left = {cell: set(range(1, board.size + 1)) for cell in geometry.cells}
        self.value: dict[Cell, int] = {}
        for cell, value in board.filled.items():
            self.put(cell, value)

    def sees(self, one: Cell, other: Cell) -> bool:
        return other in self.peers[one]

    def put(self, cell: Cell, value: int) -> None:
        self.value[cell] = value
        self.left[cell] = {value}
        for other in self.peers[cell]:
            self.left[other].discard(value)

    def places(self, value: int, cells: set[Cell]) -> set[Cell]:
        return {cell for cell in cells if value in self.left[cell]}

    def strike(self, value: int, cells: set[Cell]) -> None:
        for cell in cells:
            self.left[cell].discard(value)

    # The words

    def cell(self, word: str) -> Cell:
        found = re.fullmatch(r"r(\d+)c(\d+)", word)
        assert found, word
        return int(found[1]) - 1, int(found[2]) - 1

    def cells(self, words: str) -> set[Cell]:
        return {self.cell(word) for word in re.split(r", | and | or ", words)}

    def digit(self, word: str) -> int:
        return self.board.symbols.index(word) + 1

    def digits(self, words: str) -> set[int]:
        return {self.digit(word) for word in re.split(r", | and | or ", words)}

    def check(self, sentence: str) -> tuple[Cell, int] | None:
        """Check "technique: reason", apply it, and return the value that it places, or None."""
        reason = sentence.split(": ", 1)[1]
        for pattern, judge in _SENTENCES:
            found = re.fullmatch(pattern, reason)
            if found:
                before = {cell: set(values) for cell, values in self.left.items()}
                placed: tuple[Cell, int] | None = judge(self, *found.groups())
                assert placed or before != self.left, f"{sentence} rules out nothing"
                return placed
        raise AssertionError(f"what does this mean: {sentence}")

    def only_candidate(self, value: str, cell: str) -> tuple[Cell, int]:
        assert self.left[self.cell(cell)] == {self.digit(value)}
        return self.placed(cell, value)

    def only_place(self, unit: str, value: str, cell: str) -> tuple[Cell, int]:
        assert self.places(self.digit(value), self.units[unit]) == {self.cell(cell)}
        return self.placed(cell, value)

    def placed(self, cell: str, value: str) -> tuple[Cell, int]:
        assert self.cell(cell) not in self.value
        self.put(self.cell(cell), self.digit(value))
        return self.cell(cell), self.digit(value)

    def locked(self, home: str, value: str, other: str, again: str, same: str) -> None:
        assert (other, value) == (again, same)
        places = self.places(self.digit(value), self.units[home])
        assert places
        assert places <= self.units[other]
        self.strike(self.digit(value), self.units[other] - places)

    def all_seen(self, home: str, value: str, places: str, seeing: str, same: str) -> None:
        assert value == same
        assert self.places(self.digit(value), self.units[home]) == self.cells(places)
        assert all(self.sees(one, other) for one in self.cells(places) for other in self.cells(seeing))
        self.strike(self.digit(value), self.cells(seeing))

    def naked(self, group: str, cells: str, values: str, again: str, same: str) -> None:
        found, taken = self.cells(cells), self.digits(values)
        assert group == again
        assert self.digits(same) == taken
        assert found <= self.groups[group]
        assert len(found) == len(taken)
        assert {value for cell in found for value in self.left[cell]} == taken
        for value in taken:
            self.strike(value, self.groups[group] - found)

    def hidden(self, unit: str, values: str, cells: str) -> None:
        found, kept = self.cells(cells), self.digits(values)
        assert len(found) == len(kept)
        for value in kept:
            assert self.places(value, self.units[unit])
            assert self.places(value, self.units[unit]) <= found
        for cell in found:
            self.left[cell] &= kept

    def fish(self, kind: str, base: str, value: str, other: str, cover: str, again: str, same: str) -> None:
        assert (other, value) == (again, same)
        assert kind != other
        lines = {cell for number in re.findall(r"\d+", base) for cell in self.units[f"{kind} {number}"]}
        across = {cell for number in re.findall(r"\d+", cover) for cell in self.units[f"{other} {number}"]}
        assert len(re.findall(r"\d+", base)) == len(re.findall(r"\d+", cover))
        assert self.places(self.digit(value), lines) <= across
        self.strike(self.digit(value), across - lines)

    def wing(self, pivot: str, x: str, y: str, ends: str, z: str, same: str) -> None:
        assert z == same
        middle, last, wings = self.cell(pivot), self.digit(z), self.cells(ends)
        assert self.left[middle] == {self.digit(x), self.digit(y)}
        for value in self.left[middle]:
            assert any(self.sees(middle, end) and self.left[end] == {value, last} for end in wings)
        self.strike(last, {cell for cell in self.left if all(self.sees(cell, end) for end in wings)})

    def _colors(self, value: int, one: set[Cell], other: set[Cell]) -> None:
        """Check that either all of *one* or all of *other* have the value: links of two places connect them."""
        pairs = [p for cells in self.units.values() if len(p := self.places(value, cells)) == 2]
        reached = {min(one | other)}
        while more := {cell for pair in pairs if pair & reached for cell in pair} - reached:
            reached |= more
        assert reached == one | other
        assert all(len(pair & one) == 1 for pair in pairs if pair <= reached)

    def wrong_color(self, wrong: str, value: str, right: str, same: str, again: str) -> None:
        assert value == same == again
        former = self.cells(wrong)
        self._colors(self.digit(value), former, self.cells(right))
        assert any(self.sees(one, other) for one in former for other in former)
        self.strike(self.digit(value), former)

    def both_colors(self, one: str, value: str, other: str, same: str, struck: str, again: str) -> None:
        assert value == same == again
        first, second = self.cells(one), self.cells(other)
        self._colors(self.digit(value), first, second)
        for cell in self.cells(struck):
            assert any(self.sees(cell, each) for each in first)
            assert any(self.sees(cell, each) for each in second)
        self.strike(self.digit(value), self.cells(struck))

    def fillings(self, total: str, cells: set[Cell]) -> list[dict[Cell, int]]:
        assert (int(total), frozenset(cells)) in self.cages
        order = sorted(cells)
        rows = (row for row in product(*(self.left[cell] for cell in order)) if len(set(row)) == len(row))
        return [dict(zip(order, row, strict=True)) for row in rows if sum(row) == int(total)]

    def barred(self, total: str, cells: str, values: str) -> None:
        inside = self.cells(cells)
        fillings = self.fillings(total, inside)
        for value in self.digits(values):
            assert all(value not in filling.values() for filling in fillings)
            self.strike(value, inside)

    def needed(self, total: str, value: str, places: str, struck: str) -> None:
        inside = self.cells(places)
        cage = next(set(cells) for cage, cells in self.cages if inside <= cells and cage == int(total))
        assert all(self.digit(value) in filling.values() for filling in self.fillings(total, cage))
        assert self.places(self.digit(value), cage) == inside
        assert all(self.sees(one, other) for one in inside for other in self.cells(struck))
        self.strike(self.digit(value), self.cells(struck))

    def trial(self, cell: str, value: str, followed: str, *again: str) -> None:
        assert again[-2:] == (cell, value)
        copy = Reader(Board.empty(1))
        copy.__dict__.update(self.__dict__, left={c: set(v) for c, v in self.left.items()}, value=dict(self.value))
        copy.put(self.cell(cell), self.digit(value))
        assert copy._contradicted(cages=followed == "singles and cages")
        self.strike(self.digit(value), {self.cell(cell)})

    def _contradicted(self, *, cages: bool) -> bool:
        """Apply singles, and cages if wanted, until nothing changes."""
        while True:
            if not all(self.left.values()):
                return True
            for cells in self.units.values():
                for value in range(1, self.board.size + 1):
                    if not self.places(value, cells):
                        return True
            forced = {cell: min(values) for cell, values in self.left.items() if len(values) == 1}
            for cells in self.units.values():
                for value in range(1, self.board.size + 1):
                    found = self.places(value, cells)
                    forced |= dict.fromkeys(found, value) if len(found) == 1 else {}
            before = [set(values) for values in self.left.values()]
            for cell, value in forced.items():
                if cell not in self.value and value in self.left[cell]:
                    self.put(cell, value)
            for total, inside in self.cages if cages else ():
                fillings = self.fillings(str(total), set(inside))
                for cell in inside:
                    self.left[cell] &= {filling[cell] for filling in fillings}
            if before == [*self.left.values()]:
                return False


_C, _V, _U = r"(r\d+c\d+)", r"(\w+)", r"([a-z]+ \d+)"
_CS, _VS, _G = r"(r\d+c\d+(?:(?:, | and | or )r\d+c\d+)*)", r"(\w+(?:(?:, | and | or )\w+)*)", r"([a-z]+ [^:]+?)"
_SENTENCES: list[tuple[str, Callable[..., Any]]] = [
    (rf"Only {_V} is left for {_C}, because every other value has been ruled out there\.", Reader.only_candidate),
    (rf"In {_U}, {_V} can only go into {_C}\.", Reader.only_place),
    (rf"In {_U}, {_V} can only be in {_U}, so no other cell of {_U} can be {_V}\.", Reader.locked),
    (
        rf"In {_U}, {_V} is in one of {_CS}, and {_CS} sees? all of these, so {_V} cannot go there\.",
        Reader.all_seen,
    ),
    (rf"In {_G}, {_CS} share {_VS} among them, so no other cell of {_G} can be {_VS}\.", Reader.naked),
    (rf"In {_U}, {_VS} can only go into {_CS}, so no other value can go there\.", Reader.hidden),
    (
        (
            rf"In (row|column)s (\d[\d, and]*), {_V} can only be in (row|column)s (\d[\d, and]*), "
            rf"so no other cell of these (row|column)s can be {_V}\."
        ),
        Reader.fish,
    ),
    (
        rf"Whether {_C} is {_V} or {_V}, one of {_CS} is {_V}, so no cell that sees both can be {_V}\.",
        Reader.wing,
    ),
    (
        (
            rf"Either {_CS} (?:is|are both|are all) {_V} or {_CS} (?:is|are both|are all) {_V}; "
            rf"two of the former see each other, so none of them is {_V}\."
        ),
        Reader.wrong_color,
    ),
    (
        (
            rf"Either {_CS} (?:is|are both|are all) {_V} or {_CS} (?:is|are both|are all) {_V}, "
            rf"and {_CS} (?:sees|each see) cells of both groups, so {_V} cannot go there\."
        ),
        Reader.both_colors,
    ),
    (rf"The cage of (\d+) in {_CS} cannot be filled with {_VS} in it\.", Reader.barred),
    (
        rf"The cage of (\d+) needs {_V} in {_CS}, so it cannot be in {_CS}, seen from all of these\.",
        Reader.needed,
    ),
    (
        (
            rf"If {_C} were {_V}, following (singles|singles and cages) would leave "
            rf"(?:no value for r\d+c\d+|no place for \w+ in [a-z]+ \d+|a cage without its total), so {_C} is not {_V}\."
        ),
        Reader.trial,
    ),
]
