"""Nonogram: fill cells so that each row and column has blocks of the given lengths, in that order.

Source: Werner Hett, Ninety-Nine Prolog Problems, number 98; CSPLib problem 12. There is one picture.
"""

from __future__ import annotations

from csplib import Problem, Regular, Solution

HEN_ROWS = [[3], [2, 1], [3, 2], [2, 2], [6], [1, 5], [6], [1], [2]]
HEN_COLUMNS = [[1, 2], [3, 1], [1, 5], [7, 1], [5], [3], [4], [3]]
Cell = tuple[int, int]


def nonogram(rows: list[list[int]], columns: list[list[int]]) -> Problem[Cell, int]:
    """Return the problem: each line has blocks of 1, with 0 between them."""
    p: Problem[Cell, int] = Problem()
    p.add_variables([(r, c) for r in range(len(rows)) for c in range(len(columns))], [0, 1])
    for r, runs in enumerate(rows):
        p.add(Regular.from_runs([(r, c) for c in range(len(columns))], runs))
    for c, runs in enumerate(columns):
        p.add(Regular.from_runs([(r, c) for r in range(len(rows))], runs))
    return p


def picture(solution: Solution[Cell, int]) -> str:
    """Return the cells as text."""
    rows, columns = max(solution)
    return "\n".join("".join(" #"[solution[r, c]] * 2 for c in range(columns + 1)).rstrip() for r in range(rows + 1))


def main() -> None:
    """Show the picture."""
    puzzle = nonogram(HEN_ROWS, HEN_COLUMNS)
    print(picture(next(puzzle.solutions())))
    print("\nThis is the only answer." if puzzle.is_unique() else "\nThere are others.")


if __name__ == "__main__":
    main()
