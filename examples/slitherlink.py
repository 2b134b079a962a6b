"""Slitherlink: draw one closed loop along the lines of a grid; a number says how many of its sides belong to the loop.

Source: the publisher Nikoli, 1989; this puzzle was made for csplib. There is one answer.
"""

from __future__ import annotations

from csplib import Loop, Problem, Solution, grid_edges

PUZZLE = """
0 . 1 . . 1 .
. . . 3 . . 3
. 0 . . 2 . .
. . . 1 . . 3
3 0 . 2 . . .
. . 1 1 1 . 3
. . 2 . . . 1
"""
Point = tuple[int, int]
Side = tuple[Point, Point]


def slitherlink(text: str) -> Problem[Side, int]:
    """Return the puzzle as a problem: whether each side of a cell, between two points, belongs to the loop."""
    clues = [line.split() for line in text.strip().splitlines()]
    p: Problem[Side, int] = Problem()
    p.add(Loop(p.add_variables(grid_edges(len(clues) + 1, len(clues[0]) + 1), [0, 1])))
    for r, line in enumerate(clues):
        for c, clue in enumerate(line):
            if clue != ".":
                top, bottom = ((r, c), (r, c + 1)), ((r + 1, c), (r + 1, c + 1))
                left, right = ((r, c), (r + 1, c)), ((r, c + 1), (r + 1, c + 1))
                p.add(sum(p[side] for side in (top, bottom, left, right)) == int(clue))
    return p


def drawn(solution: Solution[Side, int], text: str) -> str:
    """Return the loop as text, with the clues."""
    clues = [line.split() for line in text.strip().splitlines()]
    lines = []
    for r in range(len(clues) + 1):
        row = ["-" if solution.get(((r, c), (r, c + 1))) else " " for c in range(len(clues[0]))]
        lines.append("+" + "+".join(row) + "+")
        if r < len(clues):
            sides = ["|" if solution[(r, c), (r + 1, c)] else " " for c in range(len(clues[0]) + 1)]
            inside = [clue.replace(".", " ") for clue in clues[r]] + [""]
            lines.append("".join(side + clue for side, clue in zip(sides, inside, strict=True)))
    return "\n".join(line.rstrip() for line in lines)


def main() -> None:
    """Show the answer."""
    puzzle = slitherlink(PUZZLE)
    print(drawn(next(puzzle.solutions()), PUZZLE))
    print("\nThis is the only answer." if puzzle.is_unique() else "\nThere are others.")


if __name__ == "__main__":
    main()
