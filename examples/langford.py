"""Langford's problem: arrange two blocks of each of n colors in a row, with k blocks between the two of color k.

Source: C. Dudley Langford, Mathematical Gazette, 1958; CSPLib problem 24. There are twice as many arrangements as
in A014552 of the OEIS, which counts a row and its mirror image once. For n = 3 these are 3 1 2 1 3 2 and 2 3 1 2 1 3.
"""

from __future__ import annotations

from csplib import AllDifferent, Problem, Solution


def langford(n: int) -> Problem[str, int]:
    """Return the problem: the places of the two blocks of each color."""
    p: Problem[str, int] = Problem()
    first = p.add_variables([f"first {k}" for k in range(1, n + 1)], range(2 * n))
    second = p.add_variables([f"second {k}" for k in range(1, n + 1)], range(2 * n))
    p.add(AllDifferent(first + second))
    for between in range(1, n + 1):
        p.add(second[between - 1] == first[between - 1] + between + 1)
    return p


def row(solution: Solution[str, int]) -> str:
    """Return the colors from left to right."""
    blocks = sorted(solution, key=lambda block: solution[block])
    return " ".join(block.split()[1] for block in blocks)


def main() -> None:
    """Count the arrangements and show the first of each size."""
    for n in range(2, 9):
        arrangements = [row(solution) for solution in langford(n).solutions()]
        print(f"n = {n}: {len(arrangements):3} arrangements.", *arrangements[:1])


if __name__ == "__main__":
    main()
