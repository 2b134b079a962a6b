"""A board as a `Problem`: variables are cells, named (row, column), values are 1 … n."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from csplib import AllDifferent, Constraint, Diff, Lowering, Problem, Propagator, State, look_up
from csplib.sudoku.geometry import UNIT_RANK, Cage, Cell, Geometry

__all__ = ["CageSum", "digit_sets", "empty_problem", "stated_problem"]

_MOST_SETS = 5000


@lru_cache(maxsize=256)
def empty_problem(geometry: Geometry) -> Problem[Cell, int]:
    """Return the cached problem of an empty board. Puzzles pass their values by ``assuming=``. Do not add to it."""
    return stated_problem(geometry, [0] * geometry.size**2)


def stated_problem(geometry: Geometry, values: Sequence[int]) -> Problem[Cell, int]:
    """Return a new problem with the rules of a shape. Cells that have a value get a domain of one value.

    Units are added as row i, column i, box i for i = 0, 1, …; rows rank before columns, and columns before boxes. This
    is the order of arcs and neighbors in published traces of AC-3.
    """
    problem: Problem[Cell, int] = Problem()
    digits = range(1, geometry.size + 1)
    variables = {}
    for cell, value in zip(geometry.cells, values, strict=True):
        variables[cell] = problem.add_variable(cell, [value] if value else digits)
    look_up(256)
    problem.add(*[AllDifferent(u.cells, name=str(u), rank=UNIT_RANK[u.kind]) for u in geometry.units])
    problem.add(*[Diff(*pair, name=f"knight's move {pair[0]} {pair[1]}", rank=5) for pair in geometry.knight_moves])
    for cage in geometry.cages:
        problem.add(AllDifferent(cage.cells, name=str(cage), rank=6))
        look_up(256)
        if digit_sets(geometry.size, len(cage.cells), cage.total) is None:
            total: Any = sum(variables[cell] for cell in cage.cells)
            problem.add((total == cage.total).named(f"sum of {cage}"))
        else:
            problem.add(CageSum(cage, geometry.size))
    return problem


@lru_cache(maxsize=1024)
def digit_sets(size: int, cells: int, total: int) -> tuple[tuple[int, ...], ...] | None:
    """Return the sets of digits that fill a cage with this number of *cells*, or None if there are thousands.

    >>> digit_sets(9, 2, 5)
    ((4, 1), (3, 2))
    """
    found: list[tuple[int, ...]] = []
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), cells, total)]
    while waiting and len(found) <= _MOST_SETS:
        chosen, more, rest = waiting.pop()
        if not more:
            found.append(chosen)
            continue
        highest = min(chosen[-1] - 1 if chosen else size, rest - more * (more - 1) // 2)
        # The rest must not exceed the sum of the largest digits below.
        least = next((d for d in range(more, highest + 1) if d * more - more * (more - 1) // 2 >= rest), highest + 1)
        waiting += [((*chosen, digit), more - 1, rest - digit) for digit in range(least, highest + 1)]
    return None if len(found) > _MOST_SETS else tuple(found)


class CageSum(Constraint):
    """The cells of a cage add up to its total. Another constraint makes them differ.

    >>> problem = stated_problem(Geometry.of(4, cages=[(3, [(0, 0), (0, 1)])]), [0] * 16)
    >>> sorted(s[0, 0] for s in problem.solutions(on=[(0, 0)]))
    [1, 2]
    """

    def __init__(self, cage: Cage, size: int) -> None:
        super().__init__(cage.cells, name=f"sum of {cage}")
        self.total: int = cage.total
        self.size: int = size

    def satisfied(self, values: Sequence[object]) -> bool:
        return sum(value for value in values if isinstance(value, int)) == self.total

    def lower(self, to: Lowering) -> None:
        sets = digit_sets(self.size, len(self.terms), self.total) or ()
        masks = [sum(to.bit(digit) for digit in digits) for digits in sets]
        scope = to.scope(self)
        to.add(_DigitSets(scope, [mask for mask in masks if mask.bit_count() == len(scope)], self))


class _DigitSets(Propagator):
    """The cells hold, in any order, one of the listed sets of digits. Another constraint makes them differ."""

    def __init__(self, scope: Sequence[int], sets: list[int], origin: Constraint) -> None:
        super().__init__(scope, origin)
        self.sets = sets

    def propagate(self, state: State) -> bool:
        domains = [state.cells[x].mask for x in self.scope]
        together = 0
        for domain in domains:
            together |= domain
        allowed = 0
        for digits in self.sets:
            if digits & together == digits and all(domain & digits for domain in domains):
                allowed |= digits
        return all(state.narrow(x, allowed) for x in self.scope)
