"""The techniques of human solvers, from easy to hard, with every step explained in words.

A new technique is a function from `Marks` to `Finding` objects in a module of its own, and a row in `ladder.LADDER`.
"""

from csplib.sudoku.techniques.hints import steps_to_value
from csplib.sudoku.techniques.ladder import (
    next_step,
    open_singles,
    solve_steps,
    solved_at,
    steps,
)
from csplib.sudoku.techniques.levels import Level, Step
from csplib.sudoku.techniques.marks import DeadEndError, Marks, NotUniqueError

__all__ = [
    "DeadEndError",
    "Level",
    "Marks",
    "NotUniqueError",
    "Step",
    "next_step",
    "open_singles",
    "solve_steps",
    "solved_at",
    "steps",
    "steps_to_value",
]


def __dir__() -> list[str]:
    return __all__
