"""Balanced incomplete block design: put v points into blocks of k so that any two of them share exactly l blocks.

Source: CSPLib problem 28. With v = 7, k = 3, l = 1 it is the Fano plane: 30 designs on seven given points, and a single
one up to renaming the points.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from csplib import Lex, Problem, Solution

Cell = tuple[int, int]


def bibd(v: int, k: int, l: int, *, renamed: bool = False) -> Problem[Cell, int]:  # noqa: E741 - the usual letters
    """Return the problem: a matrix with a row for each point, a column for each block, and 1 for a point in a block.

    Blocks are in order, and so are points. With *renamed*, designs with other names of the points count too.
    """
    p: Problem[Cell, int] = Problem()
    in_blocks = l * (v - 1) // (k - 1)  # the number of blocks that a point is in
    points, blocks = range(v), range(v * in_blocks // k)
    rows = [p.add_variables([(point, block) for block in blocks], [0, 1]) for point in points]
    columns = [[row[block] for row in rows] for block in blocks]
    p.add(*[sum(row) == in_blocks for row in rows])
    p.add(*[sum(column) == k for column in columns])
    for one, other in combinations(rows, 2):
        p.add(sum(a * b for a, b in zip(one, other, strict=True)) == l)
    p.add(*[Lex(before, after) for before, after in pairwise(columns)])
    if not renamed:
        p.add(*[Lex(before, after) for before, after in pairwise(rows)])
    return p


def matrix(solution: Solution[Cell, int]) -> str:
    """Return the matrix as text."""
    points, blocks = max(solution)
    return "\n".join(" ".join(".o"[solution[p, b]] for b in range(blocks + 1)) for p in range(points + 1))


def main() -> None:
    """Show the Fano plane and a larger design."""
    for v, k, l in [(7, 3, 1), (9, 3, 1)]:  # noqa: E741
        print(f"{v} points, blocks of {k}, any two points together in {l}:\n")
        print(matrix(next(bibd(v, k, l).solutions())), end="\n\n")


if __name__ == "__main__":
    main()
