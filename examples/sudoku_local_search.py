"""Sudoku by local search: four ways to repair a full board step by step, beside backtracking search.

Source: a small board of our own, Project Euler problem 96 (grid 1), and the first of Peter Norvig's "top 95".
A Sudoku has one solution among very many boards that are nearly right. Local search is bad at that.
"""

from __future__ import annotations

from csplib import local_search, sudoku

BOARDS = {
    "a 4x4 board": "1... ..3. .1.. 4...",
    "an easy board": "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    "a hard board": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
}


def attempts(board: sudoku.Board) -> dict[str, local_search.LocalResult[sudoku.Cell, int]]:
    """Run each local search. The limit is a number of steps, so that every run is the same."""
    p = board.problem()
    return {
        "min-conflicts": local_search.min_conflicts(p, step_limit=30_000),
        "simulated annealing": local_search.simulated_annealing(p, step_limit=200_000),
        "tabu search": local_search.tabu_search(p, step_limit=3_000),
        "genetic search": local_search.genetic_search(p, step_limit=1_500),
    }


def table(board: sudoku.Board) -> str:
    """Return the results as text. Each method counts its own *steps*; for the systematic search they are nodes."""
    rows = [f"{'method':20} solved    steps  violated  seconds"]
    for method, result in attempts(board).items():
        solved = "yes" if result.solved else "no"
        rows.append(f"{method:20} {solved:6} {result.steps:8,} {len(result.violated):9} {result.seconds:8.2f}")
    with sudoku.search(board) as found:
        solution = next(found)
        nodes, seconds = found.statistics.nodes, found.statistics.seconds
    violated = len(board.problem().violations(solution))
    rows.append(f"{'systematic search':20} {'yes':6} {nodes:8,} {violated:9} {seconds:8.2f}")
    return "\n".join(rows)


def main() -> None:
    """Compare the methods on three boards."""
    for name, line in BOARDS.items():
        board = sudoku.Board.parse(line)
        print(f"{name.capitalize()}, {len(board.problem().constraints)} constraints:\n\n{table(board)}\n")
    print("The steps of the systematic search are the values it tried, and it proves what it finds.")


if __name__ == "__main__":
    main()
