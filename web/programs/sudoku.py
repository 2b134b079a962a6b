"""Sudoku: solve, grade, and give a hint."""

from csplib.sudoku import Board, grade, next_step, solve

board = Board.parse(
    """
    . . . | . . . | 6 . .
    8 . 4 | . . . | . . 7
    . . 5 | . . 3 | . 9 .
    ------+-------+------
    . . 1 | . 9 8 | . 5 2
    6 9 2 | . . 7 | 3 . .
    4 5 . | 1 . . | . . 6
    ------+-------+------
    5 . . | 3 6 . | 2 4 9
    2 4 . | 8 7 . | 1 . 3
    3 . 6 | 2 4 9 | 7 8 5
    """
)
solved = solve(board)
print("Grade:", grade(board))
print("Hint:", next_step(board))
