"""The families of hard problems: data for each, and whether there is a solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from benchmarks.growth.judges import WrongAnswerError, require
from benchmarks.hard.generators import Data, board, cars, leighton, network, published_board, quasigroup
from benchmarks.hard.judges import JUDGES
from benchmarks.workloads import mycielski, queen_graph

__all__ = ["FAMILIES", "Family"]


@dataclass(frozen=True)
class Family:
    """Problems of one kind.

    *question* names the function of each solver's module that builds the model, and *data* makes a problem from a
    number. There are *count* problems, or as many as are wanted. *tiny* has the data of a small problem: for a first
    run that does not count, and for the tests. *solvable* says whether there are solutions, or is None if unknown.
    """

    name: str
    question: str
    data: Callable[[int], Data]
    tiny: Data
    solvable: bool | None = True
    count: int | None = None

    def problems(self, wanted: int) -> Iterable[Data]:
        """Yield the data of the problems, *wanted* of them if there are endlessly many."""
        return map(self.data, range(self.count or wanted))

    def judge(self, answer: Sequence[int] | None, data: Data) -> None:
        """Raise WrongAnswerError if *answer* is no solution, or if None is known to be wrong."""
        if answer is None:
            require(not self.solvable, "no solution was found, but there is one")
        elif self.solvable is False:
            raise WrongAnswerError("there is no solution")
        else:
            JUDGES[self.question](answer, *data)


_LATIN: Data = (3, [0, *[-1] * 8])
_BOARD: Data = (4, [0, 1, 2, 3, 2, 3, 0, 1, *[-1] * 8])
_GRAPH: Data = (5, [(i, (i + 1) % 5) for i in range(5)], 3)
_NETWORK: Data = (4, 3, [((i, i + 1), [[0, 0], [1, 2], [2, 1]]) for i in range(3)])


def _identities() -> Iterable[Family]:
    """Yield the quasigroup existence problems QG3 to QG7; an entry is (kind, order, solvable, tiny order)."""
    for kind, order, solvable, tiny in (
        (3, 9, False, 4),
        (4, 9, True, 5),
        (5, 12, False, 5),
        (6, 12, False, 4),
        (7, 10, False, 5),
    ):
        yield _one(f"QG{kind} of order {order}", "identity", (kind, order), (kind, tiny), solvable=solvable)


def _one(name: str, question: str, data: Data, tiny: Data, *, solvable: bool | None = True) -> Family:
    return Family(name, question, lambda _: data, tiny, solvable, 1)


def _all() -> Iterable[Family]:
    for n in (33, 36, 40):
        yield Family(f"quasigroup {n}", "latin", lambda seed, n=n: quasigroup(n, n * n * 42 // 100, seed), _LATIN)  # type: ignore[misc]
    yield Family("balanced quasigroup 30", "latin", lambda seed: quasigroup(30, 375, seed, balanced=True), _LATIN)
    yield Family("Sudoku 25x25, 45 % given", "sudoku", lambda seed: board(5, 0.45, seed), _BOARD)
    yield Family("published Sudoku 25x25", "sudoku", published_board, _BOARD, count=18)
    yield _one("orthogonal Latin squares 7", "orthogonal", (7,), (3,))
    yield from _identities()
    yield Family("Latin square 20 as tables", "latin_tables", lambda seed: quasigroup(20, 168, seed), _LATIN)
    for n in (20, 40, 60):
        yield Family(f"{n} cars", "cars", lambda seed, n=n: cars(n, seed), cars(5, 0, 3))  # type: ignore[misc]
    yield _one("golfers 5-3-6", "golfers", (5, 3, 6, False), (2, 2, 2, False))
    yield _one("golfers 5-3-6, first week fixed", "golfers", (5, 3, 6, True), (2, 2, 3, True))
    yield _one("design (8, 14, 7, 4, 3)", "design", (8, 14, 7, 4, 3), (3, 3, 2, 2, 1))
    yield _one("design (13, 26, 6, 3, 1)", "design", (13, 26, 6, 3, 1), (3, 3, 2, 2, 1))
    yield _one("myciel5, 5 colors", "coloring", (*mycielski(5), 5), _GRAPH, solvable=False)
    yield _one("queen8_8, 8 colors", "coloring", (*queen_graph(8), 8), _GRAPH, solvable=False)
    for colors, solvable in ((14, False), (15, True)):
        yield Family(
            f"Leighton graph 450_15, {colors} colors",
            "coloring",
            lambda seed, colors=colors: leighton(450, 15, 8168, colors, seed),  # type: ignore[misc]
            _GRAPH,
            solvable,
        )
    for n, values, density in ((40, 10, 0.25), (50, 10, 0.2), (60, 8, 0.15)):
        yield Family(
            f"random binary {n}",
            "network",
            lambda seed, n=n, values=values, density=density: network(n, values, density, seed),  # type: ignore[misc]
            _NETWORK,
            None,
        )


FAMILIES: dict[str, Family] = {family.name: family for family in _all()}
"""All families by name."""
