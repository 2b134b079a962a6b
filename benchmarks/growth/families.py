"""The families of problems: data for any size, and a judge of answers that shares no code with any solver.

The data of each family begins with the domains, a range for each variable. An answer is a list of values in this order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, isqrt
from random import Random
from typing import Any

from benchmarks.growth.judges import JUDGES, WrongAnswerError, require

__all__ = ["FAMILIES", "Data", "Family"]

Data = tuple[Any, ...]


@dataclass(frozen=True)
class Family:
    """Problems of one kind.

    *question* names the function of each solver's module that builds the model, *size* what n counts. *tiny* returns
    the data of a problem so small that all assignments can be tried. *why* explains an exponent other than 1.
    """

    name: str
    question: str
    size: str
    sizes: tuple[int, ...]
    data: Callable[[int], Data]
    tiny: Callable[[], Data]
    why: str = ""

    def judge(self, answer: Sequence[int] | None, data: Data) -> None:
        """Raise WrongAnswerError if *answer* is no solution of the problem with these data."""
        domains, *facts = data
        if answer is None:
            raise WrongAnswerError("no solution was found, but there is one")
        require(len(answer) == len(domains), f"{len(answer)} values for {len(domains)} variables")
        within = (value in domain for value, domain in zip(answer, domains, strict=True))
        require(all(within), "a value is outside its domain")
        JUDGES[self.question](answer, *facts)


def free(n: int, values: int = 10) -> Data:
    """Return variables without constraints."""
    return ([range(values)] * n,)


def chain(n: int, values: int = 5) -> Data:
    """Return variables, each to differ from the next."""
    return ([range(values)] * n,)


def planar(n: int, colors: int = 4) -> Data:
    """Return a square grid of about *n* nodes, with one diagonal in each field: a planar graph to color."""
    random = Random(n)
    side = isqrt(n)
    edges = [(i, i + 1) for i in range(side * side) if (i + 1) % side] + [
        (i, i + side) for i in range(side * side - side)
    ]
    for row, column in product(range(side - 1), repeat=2):
        corner = row * side + column
        edges.append((corner, corner + side + 1) if random.random() < 0.5 else (corner + 1, corner + side))
    return [range(colors)] * (side * side), edges


def overlapping_sums(n: int, values: int = 10) -> Data:
    """Return bounds for the sums of three neighbors, from above and from below in turns: (first, sign, bound)."""
    bounds = [(i, 1, values) if i % 2 else (i, -1, 2 * values - 3) for i in range(n)]
    return [range(values)] * (n + 2), bounds


def separate_sums(n: int, values: int = 10) -> Data:
    """Return three variables for each sum, and the sums."""
    random = Random(n)
    return [range(values)] * (3 * n), [random.randint(values // 2, 5 * values // 2 - 3) for _ in range(n)]


def tree(n: int, values: int = 1000, longest: int = 40) -> Data:
    """Return a binary tree of tasks: each begins after its parent has ended. A row is (parent, duration, child)."""
    random = Random(n)
    return [range(values)] * n, [((i - 1) // 2, random.randint(1, longest), i) for i in range(1, n)]


def permutation(n: int) -> Data:
    """Return n variables with n values, all different."""
    return ([range(n)] * n,)


def bounded_sum(n: int) -> Data:
    """Return digits, and the most that their sum can be."""
    return [range(10)] * n, 3 * n


def exact_sum(n: int) -> Data:
    """Return digits, a weight for each, and the sum that they have with random values."""
    random = Random(n)
    weights = [random.randint(1, 5) for _ in range(n)]
    return [range(10)] * n, weights, sum(weight * random.randrange(10) for weight in weights)


def maximum(n: int, values: int = 100) -> Data:
    """Return variables and, as the last one, their maximum in the upper half."""
    return ([*[range(values)] * n, range(values // 2, values)],)


def sequence(n: int) -> Data:
    """Return shifts, with an automaton: at most two equal shifts in a row, and no 0 after 2."""
    moves = {}
    for last, length, shift in product(range(3), (1, 2), range(3)):
        run = length + 1 if shift == last else 1
        if run < 3 and (last, shift) != (2, 0):
            moves[2 * last + length - 1, shift] = 2 * shift + run - 1
    return [range(3)] * n, moves, 0, [0, 1, 2, 3]


def cardinality(n: int, values: int = 10, window: int = 4) -> Data:
    """Return variables with some of the *values*, and how often each value is taken at least and at most."""
    random = Random(n)
    firsts = [random.randrange(values - window + 1) for _ in range(n)]
    taken = [first + random.randrange(window) for first in firsts]
    bounds = [(max(0, taken.count(value) - 1), taken.count(value) + 1) for value in range(values)]
    return [range(first, first + window) for first in firsts], bounds


def chosen_item(n: int, values: int = 10) -> Data:
    """Return n items, an index, and the item at the index, which is in the upper half."""
    return ([*[range(values)] * n, range(n), range(values // 2, values)],)


def inverse(n: int) -> Data:
    """Return two permutations that are inverse to each other: twice n variables with n values."""
    return ([range(n)] * (2 * n),)


def circuit(n: int) -> Data:
    """Return n nodes, of which each can follow each other one."""
    return ([range(n)] * n,)


def one_machine(n: int, slack: float = 1) -> Data:
    """Return the starts and durations of tasks on one machine, which is idle for a share *slack* of the time."""
    random = Random(n)
    durations = [random.randint(1, 10) for _ in range(n)]
    horizon = ceil(sum(durations) * (1 + slack))
    return [range(horizon - duration + 1) for duration in durations], durations


def crew(n: int, slack: float = 1, capacity: int = 10) -> Data:
    """Return the starts, durations and demands of tasks for a crew, with a share *slack* of its time to spare."""
    random = Random(n)
    durations, demands = ([random.randint(1, most) for _ in range(n)] for most in (10, 5))
    energy = sum(duration * demand for duration, demand in zip(durations, demands, strict=True))
    horizon = ceil(energy / capacity * (1 + slack)) + 10
    return [range(horizon - duration + 1) for duration in durations], durations, demands, capacity


def either_or(n: int, horizon: int = 200, longest: int = 10) -> Data:
    """Return pairs of tasks of which one must end before the other begins: (x, duration, y, duration)."""
    random = Random(n)
    tasks = max(3, n // 5)
    durations = [random.randint(1, longest) for _ in range(tasks)]
    pairs: dict[tuple[int, int], None] = {}
    while len(pairs) < min(n, tasks * (tasks - 1) // 2):
        x, y = sorted(random.sample(range(tasks), 2))
        pairs[x, y] = None
    return [range(horizon)] * tasks, [(x, durations[x], y, durations[y]) for x, y in pairs]


def _wide_either_or(n: int) -> Data:
    return either_or(n, horizon=10_000, longest=400)


def rows(n: int) -> Data:
    """Return three variables and a table of *n* rows, an eighth of all that their values have."""
    random = Random(n)
    values = ceil((8 * n) ** (1 / 3))
    chosen = random.sample(range(values**3), n)
    table = [(row // values**2, row // values % values, row % values) for row in chosen]
    return [range(values)] * 3, table


def equal_tables(n: int, values: int = 100) -> Data:
    """Return a chain of variables, and the rows that are allowed for each pair of neighbors."""
    allowed = [(a, b) for a, b in product(range(values), repeat=2) if (3 * a + b) % 10]
    return [range(values)] * (n + 1), allowed


def implications(n: int, values: int = 100) -> Data:
    """Return a chain of variables: above *half*, the next one is below it."""
    return [range(values)] * (n + 1), values // 2


def queens(n: int) -> Data:
    """Return a row for the queen of each column."""
    return ([range(n)] * n,)


def wide(n: int) -> Data:
    """Return three variables of n values: the sum of two is the third, which is not below half."""
    return ([range(n), range(n), range(n // 2, n)],)


def _sizes(least: int, most: int, *steps: int) -> tuple[int, ...]:
    """Return the sizes between two powers of ten: *steps* and their multiples by ten."""
    return tuple(
        step * 10**power for power in range(10) for step in steps or (1, 3) if least <= step * 10**power <= most
    )


_SOME = _sizes(100, 10**5)
_SQUARE = _sizes(50, 10**4, 1, 2, 5)
_TASKS = _sizes(40, 10**4, 1, 2, 4)
_FAILS = "The search backtracks, at some sizes more than at others."
_EACH = "Each of n decisions moves the bounds of most tasks that are left. Beyond 64 tasks, domains are intervals."
_PAIRS = "An instance has n² pairs of variable and value."

FAMILIES: dict[str, Family] = {
    family.name: family
    for family in [
        Family("free variables", "free", "variables", _SOME, free, lambda: free(3, 3)),
        Family("chain of !=", "chain", "variables", _SOME, chain, lambda: chain(5, 3)),
        Family("planar coloring", "planar", "nodes", _SOME, planar, lambda: planar(10, 3), _FAILS),
        Family("sums of three", "separate_sums", "sums", _SOME, separate_sums, lambda: separate_sums(2, 3)),
        Family("overlapping sums", "overlapping_sums", "sums", _SOME, overlapping_sums, lambda: overlapping_sums(3, 5)),
        Family("precedence tree, 1,000 values", "tree", "tasks", _SOME, tree, lambda: tree(4, 6, 3)),
        Family("AllDifferent", "permutation", "variables", _SQUARE, permutation, lambda: permutation(5), _PAIRS),
        Family("sum <=", "bounded_sum", "digits", _SOME, bounded_sum, lambda: bounded_sum(3)),
        Family("weighted sum ==", "exact_sum", "digits", _SOME, exact_sum, lambda: exact_sum(3)),
        Family("max_of", "maximum", "variables", _SOME, maximum, lambda: maximum(3, 6)),
        Family("Regular", "sequence", "shifts", _SOME, sequence, lambda: sequence(6)),
        Family("Cardinality", "cardinality", "variables", _SOME, cardinality, lambda: cardinality(5, 3, 2)),
        Family("element", "chosen_item", "items", _sizes(100, 10**4), chosen_item, lambda: chosen_item(3, 4)),
        Family("Inverse", "inverse", "pairs of variables", _SQUARE, inverse, lambda: inverse(3), _PAIRS),
        Family("Circuit", "circuit", "nodes", _SQUARE, circuit, lambda: circuit(5), _PAIRS),
        Family(
            "NoOverlap, loose",
            "one_machine",
            "tasks",
            _TASKS,
            lambda n: one_machine(n, 1),
            lambda: one_machine(3, 0.5),
            _EACH,
        ),
        Family(
            "NoOverlap, tight",
            "one_machine",
            "tasks",
            _TASKS,
            lambda n: one_machine(n, 0),
            lambda: one_machine(3, 0),
            _EACH,
        ),
        Family("Cumulative, loose", "crew", "tasks", _TASKS, lambda n: crew(n, 1), lambda: crew(3, 0, 5), _EACH),
        Family("Cumulative, tight", "crew", "tasks", _TASKS, lambda n: crew(n, 0.05), lambda: crew(3, -0.5, 5), _EACH),
        Family("either-or", "either_or", "disjunctions", _SOME, either_or, lambda: either_or(4, 8, 3)),
        Family(
            "either-or, 10,000 values", "either_or", "disjunctions", _SOME, _wide_either_or, lambda: either_or(4, 9, 4)
        ),
        Family("rows of a table", "rows", "rows", _sizes(1000, 10**6), rows, lambda: rows(9)),
        Family(
            "tables with equal rows",
            "equal_tables",
            "tables",
            _sizes(1, 10**4),
            equal_tables,
            lambda: equal_tables(2, 11),
        ),
        Family("implications", "implications", "implications", _SOME, implications, lambda: implications(3, 6)),
        Family("queens", "queens", "queens", _sizes(10, 2000, 1, 2, 5), queens, lambda: queens(6), _PAIRS),
        Family("wide domains", "wide", "values", _sizes(10, 10**9, 1), wide, lambda: wide(7)),
    ]
}
"""All families by name."""
