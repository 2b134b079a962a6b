"""Measure the features of the search: each one switched on and off.

    python benchmarks/features.py [--quick] [FAMILY ...]

Each family of problems is solved with the default and with one change at a time, in one process and in turns, so that
a busy machine slows all of them. Every answer is checked. A cell of the table has the number of problems solved within
the limit, the nodes of all of them, and the CPU time as a multiple of the default's. Where the limit was reached, both
are lower bounds and are marked with a plus.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, pairwise, product
from math import exp, log
from random import Random
from statistics import fmean
from time import process_time
from typing import Any, Literal, TypeAlias

from csplib import (
    AllDifferent,
    Expression,
    LimitReached,
    Optimization,
    Problem,
    Relation,
    SearchOptions,
    Select,
    Solutions,
    Status,
    geometric,
    luby,
    mrv,
    mrv_degree,
)
from csplib.asking.launching import one_solution
from csplib.kernel.clock import Clock

Consistency: TypeAlias = Literal["bounds", "full"] | None
Model: TypeAlias = tuple[Problem[Any, int], Expression | None]
"""A problem, and its objective to minimize, or None."""
Answer: TypeAlias = bool | int | None
"""Whether there is a solution, or the optimum; None if unknown."""
Edges: TypeAlias = list[tuple[int, int]]


def quasigroup(order: int, holes: float, seed: int, consistency: Consistency) -> Model:
    """Complete a Latin square with holes."""
    random = Random(seed)
    square = latin_square(order, random)
    cells = list(product(range(order), repeat=2))
    empty = set(random.sample(cells, round(holes * order * order)))
    p: Problem[Any, int] = Problem()
    for i, j in cells:
        p.add_variable((i, j), range(order) if (i, j) in empty else [square[i][j]])
    for i in range(order):
        p.add(AllDifferent([(i, j) for j in range(order)], consistency=consistency))
        p.add(AllDifferent([(j, i) for j in range(order)], consistency=consistency))
    return p, None


def quasigroups(count: int, order: int, holes: float, seed: int, consistency: Consistency) -> Model:
    """Complete several Latin squares in one problem. No constraint connects them."""
    p: Problem[Any, int] = Problem()
    for number in range(count):
        square, _ = quasigroup(order, holes, count * seed + number, consistency)
        p.add_variables({(number, cell): domain for cell, domain in square.domains.items()})
        for constraint in square.constraints:
            p.add(AllDifferent([(number, cell) for cell in constraint.scope], consistency=consistency))
    return p, None


def latin_square(order: int, random: Random) -> list[list[int]]:
    """Return a random Latin square: in the cyclic one, repeatedly swap two rows along one of their cycles."""
    square = [[(i + j) % order for j in range(order)] for i in range(order)]
    for _ in range(40 * order):
        one, other = random.sample(square, 2)
        place = {value: j for j, value in enumerate(one)}
        cycle = [random.randrange(order)]
        while (following := place[other[cycle[-1]]]) != cycle[0]:
            cycle.append(following)
        for j in cycle:
            one[j], other[j] = other[j], one[j]
    return square


def sudoku(box: int, holes: float, seed: int, consistency: Consistency) -> Model:
    """Complete a Sudoku of side *box* squared, made by shuffling the simplest solution."""
    random = Random(seed)
    side = box * box
    rows, columns = [
        [band * box + line for band in random.sample(range(box), box) for line in random.sample(range(box), box)]
        for _ in "rc"
    ]
    digits = random.sample(range(side), side)
    cells = list(product(range(side), repeat=2))
    empty = set(random.sample(cells, round(holes * side * side)))
    p: Problem[Any, int] = Problem()
    for i, j in cells:
        r, c = rows[i], columns[j]
        given = digits[(r % box * box + r // box + c) % side]
        p.add_variable((i, j), range(side) if (i, j) in empty else [given])
    for unit in range(side):
        top, left = unit // box * box, unit % box * box
        box_cells = [(top + k // box, left + k % box) for k in range(side)]
        for scope in ([(unit, k) for k in range(side)], [(k, unit) for k in range(side)], box_cells):
            p.add(AllDifferent(scope, consistency=consistency))
    return p, None


def mycielski(steps: int) -> Edges:
    """Return the DIMACS graph myciel-*steps*: no triangles, yet *steps* + 1 colors are needed."""
    size, edges = 2, [(0, 1)]
    for _ in range(steps - 1):
        twins = [(a, b + size) for a, b in edges] + [(b, a + size) for a, b in edges]
        edges = edges + twins + [(x + size, 2 * size) for x in range(size)]
        size = 2 * size + 1
    return edges


def queen_graph(side: int) -> Edges:
    """Return the DIMACS graph queen-*side*: edges join the cells between which a queen can move."""
    cells = list(product(range(side), repeat=2))
    return [
        (a, b)
        for (a, (i, j)), (b, (k, m)) in combinations(enumerate(cells), 2)
        if i == k or j == m or abs(i - k) == abs(j - m)
    ]


def coloring(edges: Edges, colors: int, _: Consistency) -> Model:
    """Give connected nodes different colors."""
    p: Problem[Any, int] = Problem()
    nodes = p.add_variables(sorted({x for edge in edges for x in edge}), range(colors))
    p.add(*[nodes[a] != nodes[b] for a, b in edges])
    return p, None


def planted_colorings(count: int, nodes: int, edges: int, colors: int, seed: int, _: Consistency) -> Model:
    """Color several random graphs in one problem. Each has a coloring, which decides where edges can be."""
    random = Random(seed)
    p: Problem[Any, int] = Problem()
    for number in range(count):
        x = p.add_variables([(number, node) for node in range(nodes)], range(colors))
        group = [random.randrange(colors) for _ in x]
        links = [(a, b) for a, b in combinations(range(nodes), 2) if group[a] != group[b]]
        p.add(*[x[a] != x[b] for a, b in random.sample(links, edges)])
    return p, None


def random_binary(size: int, values: int, density: float, tightness: float, seed: int, _: Consistency) -> Model:
    """Forbid some pairs of values between some pairs of variables: model B."""
    random = Random(seed)
    p: Problem[Any, int] = Problem()
    x = p.add_variables(range(size), range(values))
    links = list(combinations(x, 2))
    pairs = list(product(range(values), repeat=2))
    for a, b in random.sample(links, round(density * len(links))):
        p.add(Relation(a, b, forbidden=random.sample(pairs, round(tightness * len(pairs)))))
    return p, None


def golomb(marks: int, consistency: Consistency) -> Model:
    """Find the shortest ruler whose marks are all at different distances."""
    p: Problem[Any, int] = Problem()
    m = p.add_variables(range(marks), range(marks * marks))
    p.add(m[0] == 0, *[a < b for a, b in pairwise(m)])
    p.add(AllDifferent([b - a for a, b in combinations(m, 2)], consistency=consistency))
    return p, m[-1]


def queens(side: int, consistency: Consistency) -> Model:
    """Place queens that do not attack each other."""
    p: Problem[Any, int] = Problem()
    q = p.add_variables(range(side), range(side))
    p.add(*[AllDifferent([x + k * i for i, x in enumerate(q)], consistency=consistency) for k in (-1, 0, 1)])
    return p, None


@dataclass
class Family:
    """Problems of one kind; *answer* is known for all of them, or None."""

    name: str
    models: list[Callable[[Consistency], Model]]
    answer: Answer = None


def families(count: int) -> Iterator[Family]:
    """Yield the families, random ones with *count* problems each."""
    seeds = range(count)
    for order in (15, 20, 30):
        yield Family(f"quasigroup {order}", [partial(quasigroup, order, 0.42, seed) for seed in seeds], answer=True)
    yield Family("4 quasigroups 24", [partial(quasigroups, 4, 24, 0.42, seed) for seed in seeds], answer=True)
    yield Family("Sudoku 25x25", [partial(sudoku, 5, 0.55, seed) for seed in seeds], answer=True)
    yield Family("queens 50", [partial(queens, 50)], answer=True)
    yield Family("myciel4, 4 colors", [partial(coloring, mycielski(4), 4)], answer=False)
    yield Family("myciel5, 6 colors", [partial(coloring, mycielski(5), 6)], answer=True)
    yield Family("queen7_7, 7 colors", [partial(coloring, queen_graph(7), 7)], answer=True)
    yield Family("queen8_8, 9 colors", [partial(coloring, queen_graph(8), 9)], answer=True)
    for copies, nodes, edges in ((1, 110, 500), (3, 100, 455)):
        planted: list[Callable[[Consistency], Model]]
        planted = [partial(planted_colorings, copies, nodes, edges, 4, seed) for seed in seeds]
        yield Family(f"{copies} planted, 4 colors", planted, answer=True)
    yield Family("random 40", [partial(random_binary, 40, 9, 0.2, 0.43, seed) for seed in seeds])
    yield Family("random 50", [partial(random_binary, 50, 10, 0.15, 0.45, seed) for seed in seeds])
    yield Family("Golomb 8", [partial(golomb, 8)], answer=34)
    yield Family("Golomb 9", [partial(golomb, 9)], answer=44)


@dataclass
class Variant:
    """A way to search: restarts, variable selection, a feature switched off, consistency of AllDifferent."""

    name: str
    restarts: Iterable[int] = geometric()
    select: Select | None = None
    without: str = ""
    consistency: Consistency = None


VARIANTS = [
    Variant("default"),
    Variant("no restarts", ()),
    Variant("luby", luby()),
    Variant("mrv", select=mrv),
    Variant("mrv + degree", select=mrv_degree),
    Variant("bounds AllDifferent", consistency="bounds"),
    Variant("full AllDifferent", consistency="full"),
    Variant("no nogoods", without="nogoods"),
    Variant("no saved values", without="saved"),
    Variant("no parts", without="parts"),
    Variant("no symmetry", without="symmetry"),
]


@dataclass
class Cell:
    """The results of one variant on one family."""

    solved: int = 0
    nodes: int = 0
    seconds: float = 0.0
    answers: list[Answer] = field(default_factory=list)

    def add(self, answer: Answer, nodes: int, seconds: float) -> None:
        """Add a run."""
        self.answers.append(answer)
        self.solved += answer is not None
        self.nodes += nodes
        self.seconds += seconds

    @property
    def is_complete(self) -> bool:
        """Whether no run was stopped."""
        return self.solved == len(self.answers)

    def text(self, default: Cell) -> str:
        """Return the cell as text, with the time as a multiple of the *default*."""
        more = "" if self.is_complete else "+"
        return f"{self.solved}/{len(self.answers)} · {self.nodes:,}{more} · {self.seconds / default.seconds:.2f}{more}"


def run(model: Model, variant: Variant, limit: int) -> tuple[Answer, int, float]:
    """Solve once; return the answer, the nodes and the seconds."""
    problem, objective = model
    restarts = None if variant.select else variant.restarts
    if objective is None:
        csp = problem.compile()
        options = SearchOptions(select=variant.select, restarts=restarts, node_limit=limit)
        solutions = one_solution(csp, csp.state(), options, Clock())
        asked: Solutions[Any, int] | Optimization[Any, int] = solutions
    else:
        asked = problem.minimize(objective, select=variant.select, restarts=restarts, node_limit=limit)
        solutions = asked._solutions  # noqa: SLF001 - features cannot be switched off by users
    search: Any = solutions._source  # noqa: SLF001
    search.uses -= {variant.without}
    started = process_time()
    try:
        answer = optimum(problem, asked) if isinstance(asked, Optimization) else is_satisfiable(problem, asked)
    except LimitReached:
        answer = None
    return answer, solutions.statistics.nodes, process_time() - started


def is_satisfiable(problem: Problem[Any, int], solutions: Solutions[Any, int]) -> bool:
    """Find one solution, and check it."""
    found = next(solutions, None)
    check(found is None or not problem.violations(found), "a solution violates a constraint")
    return found is not None


def optimum(problem: Problem[Any, int], improvements: Optimization[Any, int]) -> int | None:
    """Find the best solution, and check it; return None at a limit."""
    best = improvements.finish()
    check(best is not None and not problem.violations(best.solution), "the best solution violates a constraint")
    return best.objective if best is not None and improvements.status is Status.OPTIMAL else None


def check(holds: bool, wrong: str) -> None:  # noqa: FBT001
    """Exit at a wrong answer."""
    if not holds:
        raise SystemExit(f"wrong: {wrong}")


def compare(family: Family, limit: int) -> list[Cell]:
    """Measure each variant on the problems of *family*, in turns."""
    cells = [Cell() for _ in VARIANTS]
    for make in family.models:
        models: dict[Consistency, Model] = {variant.consistency: make(variant.consistency) for variant in VARIANTS}
        for cell, variant in zip(cells, VARIANTS, strict=True):
            model = models[variant.consistency]
            runs = [run(model, variant, limit)]
            while len(runs) < 3 and sum(seconds for *_, seconds in runs) < 0.2:
                runs.append(run(model, variant, limit))
            answer, nodes, _ = runs[0]
            cell.add(answer, nodes, min(seconds for *_, seconds in runs))
        answers = {cell.answers[-1] for cell in cells} | {family.answer}
        check(len(answers - {None}) <= 1, f"{family.name} has the answers {answers}")
    return cells


def main(words: list[str]) -> None:
    """Print the table, row by row."""
    quick = "--quick" in words
    wanted = [word for word in words if not word.startswith("--")]
    limit = 2_000 if quick else 20_000
    print("| family |", " | ".join(variant.name for variant in VARIANTS), "|")
    print("|---|" + "---|" * len(VARIANTS))
    ratios: list[list[float]] = [[] for _ in VARIANTS]
    for family in families(2 if quick else 8):
        if wanted and not any(family.name.startswith(word) for word in wanted):
            continue
        cells = compare(family, limit)
        print("|", family.name, "|", " | ".join(cell.text(cells[0]) for cell in cells), "|", flush=True)
        for column, cell in zip(ratios, cells, strict=True):
            if cell.is_complete and cells[0].is_complete:
                column.append(cell.seconds / cells[0].seconds)
    means = [f"{exp(fmean(map(log, column))):.2f} of {len(column)}" if column else "" for column in ratios]
    print("| geometric mean of the times where both solved all |", " | ".join(means), "|")


if __name__ == "__main__":
    main(sys.argv[1:])
