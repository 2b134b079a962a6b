r"""Kakuro: fill in digits so that each run of cells has the sum at its beginning, and no digit occurs twice in a run.

Source: known as Cross Sums before it got its Japanese name; this puzzle was made for csplib. "12\15" is above a run
down with the sum 12, and left of a run across with the sum 15. There is one answer.
"""

from __future__ import annotations

from csplib import AllDifferent, Problem, Solution, Variable

PUZZLE = r"""
  #      #    29\    15\     #    32\    12\
  #    12\12    .      .    4\17    .      .
  \30    .      .      .      .     .      .
  \4     .      .    10\3     .     .     6\
  #     6\15    .      .    13\5    .      .
  \29    .      .      .      .     .      .
  \12    .      .      \12    .     .      #
"""
Cell = tuple[int, int]


def kakuro(text: str) -> Problem[Cell, int]:
    """Return the puzzle as a problem."""
    p: Problem[Cell, int] = Problem()
    words = {(r, c): word for r, line in enumerate(text.strip().splitlines()) for c, word in enumerate(line.split())}
    digit = {cell: p.add_variable(cell, range(1, 10)) for cell in words if words[cell] == "."}
    for (r, c), word in words.items():
        if "\\" in word:
            for total, down, right in zip(word.split("\\"), (1, 0), (0, 1), strict=True):
                if total:
                    run = run_from(digit, (r, c), down, right)
                    p.add(sum(run) == int(total), AllDifferent(run))
    return p


def run_from(digit: dict[Cell, Variable], clue: Cell, down: int, right: int) -> list[Variable]:
    """Return the cells in a line after the *clue*, up to the next cell without a digit."""
    run: list[Variable] = []
    r, c = clue
    while (following := digit.get((r := r + down, c := c + right))) is not None:
        run.append(following)
    return run


def answer(solution: Solution[Cell, int]) -> str:
    """Return the digits as text."""
    rows, columns = range(1, max(solution)[0] + 1), range(1, max(c for _, c in solution) + 1)
    return "\n".join(" ".join(str(solution.get((r, c), "#")) for c in columns) for r in rows)


def main() -> None:
    """Show the answer."""
    puzzle = kakuro(PUZZLE)
    print(answer(next(puzzle.solutions())))
    print("\nThis is the only answer." if puzzle.is_unique() else "\nThere are others.")


if __name__ == "__main__":
    main()
