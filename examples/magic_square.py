"""Magic square: fill n by n cells with 1 ... n*n so that all rows, all columns and both diagonals have the same sum.

Source: CSPLib problem 19. There are 8 squares of order 3, all rotations and reflections of the Lo Shu, and 7040 of
order 4: 8 for each of the 880 that Bernard Frénicle de Bessy listed (published in 1693).
"""

from __future__ import annotations

from csplib import AllDifferent, Problem, Solution

Cell = tuple[int, int]


def magic_square(n: int, *, turned: bool = True) -> Problem[Cell, int]:
    """Return the problem. Unless *turned*, keep one of the eight rotations and reflections of each square."""
    p: Problem[Cell, int] = Problem()
    rows = [p.add_variables([(r, c) for c in range(n)], range(1, n * n + 1)) for r in range(n)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    diagonals = [[rows[i][i] for i in range(n)], [rows[i][n - 1 - i] for i in range(n)]]
    p.add(AllDifferent(cell for row in rows for cell in row))
    for line in rows + columns + diagonals:
        p.add(sum(line) == n * (n * n + 1) // 2)
    if not turned:
        corner, right, left, opposite = rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]
        p.add(corner < right, corner < left, corner < opposite, right < left)
    return p


def square(solution: Solution[Cell, int]) -> str:
    """Return the square as text."""
    n = max(solution)[0] + 1
    return "\n".join(" ".join(f"{solution[r, c]:2}" for c in range(n)) for r in range(n))


def main() -> None:
    """Count the squares of order 3, and show one of each order up to 4."""
    print(f"Order 3: {magic_square(3).count()} squares, {magic_square(3, turned=False).count()} up to symmetry.")
    for n in (3, 4):
        print()
        print(square(next(magic_square(n, turned=False).solutions())))


if __name__ == "__main__":
    main()
