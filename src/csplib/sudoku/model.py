"""A board as a `Problem`: variables are cells, named (row, column), values are 1 … n."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from csplib import AllDifferent, Constraint, Diff, Lowering, Problem, Propagator, State, look_up
from csplib.sudoku.geometry import Cage, Cell, Geometry

__all__ = ["CageSum", "empty_problem", "stated_problem"]

_RANK = {"row": 0, "column": 1, "box": 2, "diagonal": 3, "window": 4}


@lru_cache(maxsize=256)
def empty_problem(geometry: Geometry) -> Problem[Cell, int]:
    """State the rules of a shape once; puzzles are solved on top of it by ``assuming=``. Do not add to it."""
    return stated_problem(geometry, [0] * geometry.size**2)


def stated_problem(geometry: Geometry, values: Sequence[int]) -> Problem[Cell, int]:
    """State a board of its own: the rules, and the cells that have a value as domains of one value.

    Units come as row i, column i, box i for i = 0, 1, … and rank rows before columns before boxes: the order of arcs
    and neighbors in published traces of AC-3.
    """
    problem: Problem[Cell, int] = Problem()
    digits = range(1, geometry.size + 1)
    for cell, value in zip(geometry.cells, values, strict=True):
        look_up(8)
        problem.add_variable(cell, [value] if value else digits)
    for unit in geometry.units:
        look_up(len(unit.cells))
        problem.add(AllDifferent(unit.cells, name=str(unit), rank=_RANK[unit.kind]))
    problem.add(*[Diff(*pair, name=f"knight's move {pair[0]} {pair[1]}", rank=5) for pair in geometry.knight_moves])
    for cage in geometry.cages:
        problem.add(AllDifferent(cage.cells, name=str(cage), rank=6))
        problem.add(CageSum(cage, geometry.size))
    return problem


class CageSum(Constraint):
    """The cells of a cage, which differ, add up to its total.

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
        sets = combinations(range(1, self.size + 1), len(self.terms))
        masks = [sum(to.bit(digit) for digit in digits) for digits in sets if sum(digits) == self.total]
        scope = to.scope(self)
        to.add(_DigitSets(scope, [mask for mask in masks if mask.bit_count() == len(scope)], self))


class _DigitSets(Propagator):
    """The cells, which differ, hold together one of the listed sets of digits."""

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
