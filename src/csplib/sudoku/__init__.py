"""Sudoku on top of csplib: boards of any shape, solved, made, graded, explained and played.

>>> from csplib.sudoku import Board, grade, solve
>>> board = Board.parse("......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785")
>>> solve(board).to_line()[:9], str(grade(board).level)
('973584621', 'naked singles')
"""

from __future__ import annotations

from csplib.sudoku.batch import Outcome, solve_many
from csplib.sudoku.board import Board
from csplib.sudoku.certifying import certify
from csplib.sudoku.comparison import Comparison, Run, compare
from csplib.sudoku.diagnosis import Ambiguity, ambiguity, conflict
from csplib.sudoku.errors import BoardError, BoardWarning, ClashError, ShapeError, SymbolError, ValueRangeError
from csplib.sudoku.game import Game, GameError, Hint, Move
from csplib.sudoku.generator import SYMMETRIES, generate
from csplib.sudoku.geometry import Cage, Cell, Geometry, Unit
from csplib.sudoku.grading import Grade, grade
from csplib.sudoku.picture import step_pictures, step_svg
from csplib.sudoku.solver import METHODS, candidates, count, is_unique, may_place, search, solutions, solve
from csplib.sudoku.techniques import Level, NotUniqueError, Step, next_step, solve_steps, steps_to_value
from csplib.sudoku.text import STYLES, read_many
from csplib.sudoku.tracing import trace
from csplib.sudoku.why import WhyNot, why_not

__all__ = [
    "METHODS",
    "STYLES",
    "SYMMETRIES",
    "Ambiguity",
    "Board",
    "BoardError",
    "BoardWarning",
    "Cage",
    "Cell",
    "ClashError",
    "Comparison",
    "Game",
    "GameError",
    "Geometry",
    "Grade",
    "Hint",
    "Level",
    "Move",
    "NotUniqueError",
    "Outcome",
    "Run",
    "ShapeError",
    "Step",
    "SymbolError",
    "Unit",
    "ValueRangeError",
    "WhyNot",
    "ambiguity",
    "candidates",
    "certify",
    "compare",
    "conflict",
    "count",
    "generate",
    "grade",
    "is_unique",
    "may_place",
    "next_step",
    "read_many",
    "search",
    "solutions",
    "solve",
    "solve_many",
    "solve_steps",
    "step_pictures",
    "step_svg",
    "steps_to_value",
    "trace",
    "why_not",
]


def __dir__() -> list[str]:
    return __all__
