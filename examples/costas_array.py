"""Costas array: one dot in each row and column of a grid, and no two vectors between dots are equal.

Source: John P. Costas, 1965, for sonar signals; CSPLib problem 76. The number of arrays is A008404 of the OEIS:
116 of order 6.
"""

from __future__ import annotations

from csplib import AllDifferent, Problem, Solution


def costas_array(n: int) -> Problem[int, int]:
    """Return the problem: in which row each column has its dot. For each distance of columns, all slopes differ."""
    p: Problem[int, int] = Problem()
    row = p.add_variables(range(n), range(n))
    p.add(AllDifferent(row))
    for distance in range(1, n - 1):
        p.add(AllDifferent([row[i + distance] - row[i] for i in range(n - distance)]))
    return p


def grid(solution: Solution[int, int]) -> str:
    """Return the grid as text."""
    n = len(solution)
    return "\n".join(" ".join("o" if solution[column] == row else "." for column in range(n)) for row in range(n))


def main() -> None:
    """Count the small arrays and show one of order 9."""
    print("Order    ", *[f"{n:4}" for n in range(1, 7)])
    print("Arrays   ", *[f"{costas_array(n).count():4}" for n in range(1, 7)], end="\n\n")
    print(grid(next(costas_array(9).solutions())))


if __name__ == "__main__":
    main()
