"""Knight's tour: a knight visits every square of the board once and returns to where it started.

Source: known since the ninth century; Leonhard Euler, 1759. On a board of 5 by 6 there are 8 closed tours, each in two
directions; on 6 by 6 there are 9862. On 5 by 5 there is none: a tour has as many white squares as black ones.
"""

from __future__ import annotations

from csplib import Circuit, Problem, Solution

JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def knights_tour(rows: int, columns: int) -> Problem[int, int]:
    """Return the problem: which square comes after each square, numbered row by row."""
    p: Problem[int, int] = Problem()
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    for square, (row, column) in enumerate(squares):
        reached = [(row + down, column + right) for down, right in JUMPS]
        p.add_variable(square, [squares.index(other) for other in reached if other in squares])
    p.add(Circuit(p.variables))
    return p


def tour(solution: Solution[int, int]) -> list[int]:
    """Return the squares in the order of the visit."""
    visited = [0]
    while (following := solution[visited[-1]]) != 0:
        visited.append(following)
    return visited


def main() -> None:
    """Show a tour of the board of 6 by 6, with the squares numbered as they are visited."""
    visited = tour(next(knights_tour(6, 6).solutions()))
    for row in range(6):
        print(" ".join(f"{visited.index(6 * row + column) + 1:2}" for column in range(6)))


if __name__ == "__main__":
    main()
