"""The problems: the question, its data, and a check of answers that shares no code with any solver."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt
from pathlib import Path
from typing import Any

from benchmarks.facts import SYMBOLS, magic_lines, units

__all__ = ["WORKLOADS", "Workload"]

DATA = Path(__file__).parent / "data"
QUEENS = {8: 92, 9: 352, 10: 724, 11: 2680}
GOLOMB = {7: 25, 8: 34}
ZEBRA = [3, 4, 2, 1, 5, 3, 5, 4, 1, 2, 4, 3, 1, 2, 5, 5, 2, 3, 4, 1, 3, 1, 2, 4, 5]
SEND_MORE = [9, 5, 6, 7, 1, 0, 8, 2]

Edges = list[tuple[int, int]]


@dataclass(frozen=True)
class Workload:
    """One problem, or a batch of them.

    *question* names the function of each solver's module that builds a model from *data* and returns a function
    that solves it. *digest* makes an answer short enough to send, outside the time measured. *judge* turns the
    digest into a verdict, the same for all correct answers, or raises ValueError.
    """

    name: str
    family: str
    question: str
    data: Callable[[], tuple[Any, ...]]
    judge: Callable[..., object]
    digest: Callable[[Any], Any] = lambda answer: answer


def require(condition: bool, complaint: str) -> None:  # noqa: FBT001
    """Reject an answer if *condition* does not hold."""
    if not condition:
        raise ValueError(complaint)


def boards(name: str) -> list[str]:
    """Return the boards of a file, one per line."""
    return [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]


def judge_sudoku(answer: Sequence[str], givens: Sequence[str]) -> object:
    """Every unit must have every symbol, and the givens must be unchanged."""
    require(len(answer) == len(givens), "a board is missing")
    for solution, board in zip(answer, givens, strict=True):
        n = isqrt(len(board))
        whole = [{solution[cell] for cell in unit} == set(SYMBOLS[:n]) for unit in units(n)]
        require(all(whole), "a unit is not a permutation")
        require(all(given in {".", value} for given, value in zip(board, solution, strict=True)), "a given was changed")
    return "filled"


def judge_queens(columns: Sequence[int], n: int) -> object:
    """No two queens may share a column or a diagonal."""
    for line in (columns, [c + r for r, c in enumerate(columns)], [c - r for r, c in enumerate(columns)]):
        require(len(set(line)) == n, "two queens attack each other")
    return "placed"


def judge_queens_all(count: int, n: int) -> object:
    """Compare with the known number."""
    require(count == QUEENS[n], f"{count} ways to place {n} queens")
    return count


def judge_coloring(answer: Sequence[int] | None, n: int, edges: Edges, colors: int) -> object:
    """Neighbors must differ."""
    if answer is None:
        return "impossible"
    require(len(answer) == n and all(0 <= color < colors for color in answer), "a color is missing")
    require(all(answer[a] != answer[b] for a, b in edges), "neighbors have the same color")
    return "colored"


def judge_zebra(houses: Sequence[int]) -> object:
    """There is one solution; the order is that of THINGS in the solvers."""
    require(list(houses) == ZEBRA, f"the houses are {houses}")
    return "solved"


def judge_send_more(digits: Sequence[int]) -> object:
    """There is one solution: 9567 + 1085 = 10652."""
    require(list(digits) == SEND_MORE, f"the digits are {digits}")
    return "solved"


def judge_magic(cells: Sequence[int], n: int) -> object:
    """All lines must have the same sum."""
    require(sorted(cells) == list(range(1, n * n + 1)), "the cells are not a permutation")
    sums = {sum(cells[i] for i in line) for line in magic_lines(n)}
    require(len(sums) == 1, f"the lines have the sums {sums}")
    return "magic"


def judge_magic_all(count: int, n: int) -> object:
    """Frénicle counted 880 squares of order 4."""
    require((n, count) == (4, 880), f"{count} squares of order {n}")
    return count


def judge_golomb(marks: Sequence[int], n: int) -> object:
    """All distances must differ, and the length is known."""
    require(len(marks) == n, f"there are {len(marks)} marks")
    require(len({b - a for a, b in combinations(marks, 2)}) == n * (n - 1) // 2, "two distances are equal")
    require(max(marks) - min(marks) == GOLOMB[n], f"the length is {max(marks) - min(marks)}")
    return GOLOMB[n]


def judge_latin(answer: Sequence[Sequence[int]], squares: Sequence[Sequence[int]]) -> object:
    """Every row and column must be a permutation, and the givens (not negative) must be unchanged."""
    for cells, givens in zip(answer, squares, strict=True):
        n = isqrt(len(givens))
        rows = [cells[i * n : i * n + n] for i in range(n)]
        require(all(len(set(line)) == n for line in [*rows, *zip(*rows, strict=True)]), "a line is no permutation")
        require(all(given in {-1, cell} for given, cell in zip(givens, cells, strict=True)), "a given was changed")
    return "completed"


def judge_networks(answer: Sequence[Sequence[int] | None], networks: Sequence[Any]) -> object:
    """No pair of values may be forbidden; the solvers must agree on which networks have a solution."""
    for values, (_, _, forbidden) in zip(answer, networks, strict=True):
        require(
            values is None or all([values[x], values[y]] not in pairs for (x, y), pairs in forbidden),
            "a pair is forbidden",
        )
    return [values is not None for values in answer]


def judge_tuning(answer: Sequence[int], *_: object) -> object:
    """Return number and checksum, on which the solvers must agree."""
    return list(answer)


def digest_tuning(rows: Sequence[Mapping[str, int] | Sequence[int]]) -> list[int]:
    """Return the number of rows, and a checksum that depends on the order of values in each row."""
    plain = (row.values() if isinstance(row, Mapping) else row for row in rows)
    return [len(rows), sum(sum(i * value for i, value in enumerate(row, 1)) ** 2 for row in plain)]


def mycielski(order: int) -> tuple[int, Edges]:
    """Return the graph myciel<order> of DIMACS: no triangles, and order + 1 colors needed."""
    n, edges = 2, [(0, 1)]
    for _ in range(order - 1):
        edges += [(a + n, b) for a, b in edges] + [(a, b + n) for a, b in edges] + [(n + a, 2 * n) for a in range(n)]
        n = 2 * n + 1
    return n, edges


def queen_graph(n: int) -> tuple[int, Edges]:
    """Return the graph queen<n>_<n> of DIMACS: edges join the fields between which a queen can move."""
    fields = [(r, c) for r in range(n) for c in range(n)]
    joined = [
        (a[0] * n + a[1], b[0] * n + b[1])
        for a, b in combinations(fields, 2)
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])
    ]
    return n * n, joined


def named_graph(borders: str) -> tuple[int, Edges]:
    """Return the graph of borders written as ``A: B C  D: E``."""
    pairs: list[tuple[str, str]] = []
    name = ""
    for word in borders.split():
        if word.endswith(":"):
            name = word.removesuffix(":")
        else:
            pairs.append((name, word))
    number = {name: i for i, name in enumerate(sorted({name for pair in pairs for name in pair}))}
    return len(number), [(number[a], number[b]) for a, b in pairs]


AUSTRALIA = "WA: NT SA  NT: SA Q  SA: Q NSW V  Q: NSW  NSW: V"
US_MAP = """
AL: FL GA MS TN   AR: LA MO MS OK TN TX   AZ: CA NM NV UT   CA: NV OR   CO: KS NE NM OK UT WY   CT: MA NY RI
DC: MD VA   DE: MD NJ PA   FL: GA   GA: NC SC TN   IA: IL MN MO NE SD WI   ID: MT NV OR UT WA WY   IL: IN KY MO WI
IN: KY MI OH   KS: MO NE OK   KY: MO OH TN VA WV   LA: MS TX   MA: NH NY RI VT   MD: PA VA WV   ME: NH   MI: OH WI
MN: ND SD WI   MO: NE OK TN   MS: TN   MT: ND SD WY   NC: SC TN VA   ND: SD   NE: SD WY   NH: VT   NJ: NY PA
NM: OK TX   NV: OR UT   NY: PA VT   OH: PA WV   OK: TX   OR: WA   PA: WV   SD: WY   TN: VA   UT: WY   VA: WV
"""


def quasigroups(n: int, count: int) -> list[list[int]]:
    """Return shuffled cyclic Latin squares with holes (-1) in 42 % of the cells."""
    squares = []
    for seed in range(count):
        rng = random.Random(seed)
        rows, columns, symbols = (rng.sample(range(n), n) for _ in range(3))
        cells = [symbols[(r + c) % n] for r in rows for c in columns]
        for hole in rng.sample(range(n * n), round(0.42 * n * n)):
            cells[hole] = -1
        squares.append(cells)
    return squares


def shuffled_boards(box: int, share: float, count: int) -> list[str]:
    """Return Sudoku boards with this share of given cells, from a shuffled pattern; most have many solutions."""
    n = box * box
    made = []
    for seed in range(count):
        rng = random.Random(seed)
        symbols = rng.sample(SYMBOLS[:n], n)
        rows, columns = (
            [band * box + i for band in rng.sample(range(box), box) for i in rng.sample(range(box), box)]
            for _ in range(2)
        )
        cells = [symbols[(r % box * box + r // box + c) % n] for r in rows for c in columns]
        for hole in rng.sample(range(n * n), round((1 - share) * n * n)):
            cells[hole] = "."
        made.append("".join(cells))
    return made


def random_networks(n: int, d: int, density: float, count: int) -> list[Any]:
    """Return binary networks (model B) so tight that some have a solution and some have none.

    A network is the number of variables, the size of their domains, and ((x, y), forbidden pairs of values). With two
    more forbidden pairs, the expected number of solutions would be 1, but few networks would have one.
    """
    number = round(density * n * (n - 1) / 2)
    tightness = round((1 - d ** (-n / number)) * d * d) - 2
    networks = []
    for seed in range(count):
        rng = random.Random(seed)
        values = [[a, b] for a in range(d) for b in range(d)]
        chosen = rng.sample(list(combinations(range(n), 2)), number)
        networks.append((n, d, [(pair, rng.sample(values, tightness)) for pair in chosen]))
    return networks


def tuning_space(tiles: int) -> dict[str, list[int]]:
    """Return the parameters of Kernel Tuner's benchmark hotspot, with tiles up to *tiles* (there: 10)."""
    return {
        "block_size_x": [1, 2, 4, 8, 16, *range(32, 1025, 32)],
        "block_size_y": [1, 2, 4, 8, 16, 32],
        "tile_size_x": list(range(1, tiles + 1)),
        "tile_size_y": list(range(1, tiles + 1)),
        "temporal_tiling_factor": list(range(1, tiles + 1)),
        "loop_unroll_factor_t": list(range(1, tiles + 1)),
        "sh_power": [0, 1],
        "blocks_per_sm": [0, 1, 2, 3, 4],
    }


def _all() -> list[Workload]:
    def sudoku(name: str, file: str) -> Workload:
        return Workload(name, "Sudoku", "sudoku", lambda: (boards(file),), judge_sudoku)

    def coloring(name: str, graph: tuple[int, Edges], colors: int, family: str = "classics") -> Workload:
        return Workload(name, family, "coloring", lambda: (*graph, colors), judge_coloring)

    def numbered(name: str, family: str, question: str, n: int, judge: Callable[..., object]) -> Workload:
        return Workload(name, family, question, lambda: (n,), judge)

    def tuning(tiles: int) -> Workload:
        name = f"parameter space (tiles to {tiles})"
        return Workload(name, "enumeration", "tuning", lambda: (tuning_space(tiles),), judge_tuning, digest_tuning)

    return [
        sudoku("9x9 easy", "easy.txt"),
        sudoku("9x9 17 clues", "seventeen.txt"),
        sudoku("9x9 top 95", "top95.txt"),
        sudoku("9x9 hardest", "hardest.txt"),
        sudoku("16x16", "16x16.txt"),
        Workload("25x25 (35 % given)", "Sudoku", "sudoku", lambda: (shuffled_boards(5, 0.35, 4),), judge_sudoku),
        Workload("25x25 (45 % given)", "Sudoku", "sudoku", lambda: (shuffled_boards(5, 0.45, 2),), judge_sudoku),
        *[numbered(f"queens {n} (first)", "queens", "queens_first", n, judge_queens) for n in (8, 20, 50, 100, 200)],
        *[numbered(f"queens {n} (all)", "queens", "queens_all", n, judge_queens_all) for n in QUEENS],
        coloring("Australia", named_graph(AUSTRALIA), 3),
        coloring("US map", named_graph(US_MAP), 4),
        Workload("zebra", "classics", "zebra", lambda: (), judge_zebra),
        Workload("SEND+MORE", "classics", "send_more", lambda: (), judge_send_more),
        numbered("magic square 4 (first)", "numbers", "magic_first", 4, judge_magic),
        numbered("magic square 4 (all)", "numbers", "magic_all", 4, judge_magic_all),
        *[numbered(f"Golomb {n}", "numbers", "golomb", n, judge_golomb) for n in GOLOMB],
        coloring("myciel4 (4 colors)", mycielski(4), 4, "networks"),
        coloring("queen7_7 (7 colors)", queen_graph(7), 7, "networks"),
        *[
            Workload(f"quasigroup {n}", "networks", "latin", lambda n=n: (quasigroups(n, 3),), judge_latin)  # type: ignore[misc]
            for n in (15, 20, 30)
        ],
        *[
            Workload(
                f"random binary {n}",
                "networks",
                "networks",
                lambda n=n: (random_networks(n, 10, 0.4, 4),),  # type: ignore[misc]
                judge_networks,
            )
            for n in (20, 30)
        ],
        tuning(5),
        tuning(10),
    ]


WORKLOADS: dict[str, Workload] = {workload.name: workload for workload in _all()}
