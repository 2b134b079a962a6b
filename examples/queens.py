"""Queens: place n of them on an n by n board so that none attacks another.

Source: Max Bezzel, Berliner Schachzeitung, 1848, for n = 8; CSPLib problem 54. There are 92 ways for eight queens.
"""

from __future__ import annotations

from csplib import AllDifferent, Problem, Solution


def queens(n: int) -> Problem[int, int]:
    """Return the problem: the column of the queen in each row. All columns and all diagonals differ."""
    p: Problem[int, int] = Problem()
    q = p.add_variables(range(n), range(n))
    p.add(AllDifferent(q))
    p.add(AllDifferent([q[i] + i for i in range(n)]))
    p.add(AllDifferent([q[i] - i for i in range(n)]))
    return p


def board(solution: Solution[int, int]) -> str:
    """Return the board as text."""
    n = len(solution)
    return "\n".join(" ".join("Q" if solution[row] == column else "." for column in range(n)) for row in range(n))


def main() -> None:
    """Count and show the eight queens, then place a hundred."""
    eight = queens(8)
    print(f"Eight queens can be placed in {eight.count()} ways. The first:\n")
    print(board(next(eight.solutions())))
    hundred = next(queens(100).solutions())
    print("\nA hundred queens, row by row:", *hundred.values())


if __name__ == "__main__":
    main()
