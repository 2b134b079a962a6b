"""Models of CPMpy with csplib and with OR-Tools as the solver: ``python benchmarks/through_cpmpy.py``.

The times include the translation of the model. OR-Tools has one worker, since csplib works in one thread. The runs of
both take turns; the median of five is shown. It needs the extra `cpmpy`.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import cpmpy as cp
import numpy as np

import csplib.compat.cpmpy

RUNS = 5
ONE_THREAD: dict[str, dict[str, int]] = {"csplib": {}, "ortools": {"num_search_workers": 1}}
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def queens() -> Any:
    """Return 20 queens on a board."""
    row, place = cp.intvar(1, 20, shape=20), np.arange(20)
    return cp.Model(cp.AllDifferent(row), cp.AllDifferent(row + place), cp.AllDifferent(row - place))


def letters() -> Any:
    """Return SEND + MORE = MONEY."""
    s, e, n, d, m, o, r, y = letters = cp.intvar(0, 9, shape=8)
    summands = 1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
    total = 10000 * m + 1000 * o + 100 * n + 10 * e + y
    return cp.Model(cp.AllDifferent(letters), summands == total, s > 0, m > 0)


def sudoku() -> Any:
    """Return an easy Sudoku."""
    cells = cp.intvar(1, 9, shape=(9, 9))
    boxes = [cells[i : i + 3, j : j + 3] for i in (0, 3, 6) for j in (0, 3, 6)]
    given = [cells[k // 9, k % 9] == int(digit) for k, digit in enumerate(SUDOKU) if digit != "."]
    return cp.Model([cp.AllDifferent(part) for part in [*cells, *cells.T, *boxes]], given)


def knapsack() -> Any:
    """Return a choice of 20 things."""
    random = np.random.default_rng(1)
    weights, values = random.integers(1, 30, size=(2, 20))
    taken = cp.boolvar(shape=20)
    return cp.Model(cp.sum(weights * taken) <= 120, maximize=cp.sum(values * taken))


def job_shop() -> Any:
    """Return five jobs on four machines."""
    random = np.random.default_rng(2)
    long = random.integers(1, 8, size=(5, 4))
    machines = [[int(one) for one in random.permutation(4)] for _ in range(5)]
    start = cp.intvar(0, 60, shape=(5, 4))
    model = cp.Model([start[i, j] + long[i, j] <= start[i, j + 1] for i in range(5) for j in range(3)])
    for machine in range(4):
        used = [(job, machines[job].index(machine)) for job in range(5)]
        model += cp.NoOverlap([start[at] for at in used], [long[at] for at in used])
    model.minimize(cp.max([start[job, 3] + long[job, 3] for job in range(5)]))
    return model


def tour() -> Any:
    """Return the shortest tour through eight towns."""
    distances = np.random.default_rng(3).integers(1, 50, size=(8, 8)).tolist()
    after = cp.intvar(0, 7, shape=8)
    return cp.Model(cp.Circuit(after), minimize=cp.sum(cp.Element(distances[i], after[i]) for i in range(8)))


def golomb() -> Any:
    """Return the shortest ruler with six marks."""
    marks = cp.intvar(0, 36, shape=6)
    distances = [marks[j] - marks[i] for i in range(6) for j in range(i + 1, 6)]
    return cp.Model(marks[0] == 0, marks[:-1] < marks[1:], cp.AllDifferent(distances), minimize=marks[-1])


def logic() -> Any:
    """Return clauses and implications about booleans and comparisons."""
    random = np.random.default_rng(5)
    claim, number = cp.boolvar(shape=40), cp.intvar(0, 20, shape=10)
    model = cp.Model()
    for _ in range(120):
        a, b, c = random.choice(40, 3, replace=False)
        i, j = random.choice(10, 2, replace=False)
        model += claim[a] | ~claim[b] | (number[i] + number[j] >= int(random.integers(5, 30)))
        model += claim[c].implies((number[i] > number[j]) | claim[a])
    return model


MODELS: list[Callable[[], Any]] = [queens, letters, sudoku, knapsack, job_shop, tour, golomb, logic]


def measure(make: Callable[[], Any]) -> dict[str, float]:
    """Return the seconds that each solver needs for a model; the answers must be equally good."""
    seconds: dict[str, list[float]] = {solver: [] for solver in ONE_THREAD}
    answers = set()
    for _ in range(RUNS):
        for solver, options in ONE_THREAD.items():
            model = make()
            began = perf_counter()
            found = model.solve(solver=solver, **options)
            seconds[solver].append(perf_counter() - began)
            answers.add((found, model.objective_value()))
    if len(answers) > 1:
        raise AssertionError(f"{make.__name__}: the solvers do not agree: {answers}")
    return {solver: median(times) for solver, times in seconds.items()}


def main() -> None:
    """Print a table."""
    print(f"csplib {'compiled' if csplib.COMPILED else 'pure'}, CPMpy {cp.__version__}; milliseconds")
    for make in MODELS:
        times = measure(make)
        ratio = times["ortools"] / times["csplib"]
        shown = " ".join([f"{solver} {1000 * time:8.1f}" for solver, time in times.items()])
        print(f"{make.__name__:10} {shown}   ortools / csplib {ratio:7.2f}", flush=True)


if __name__ == "__main__":
    main()
