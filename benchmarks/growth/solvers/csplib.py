"""csplib, as a user would write it."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from itertools import pairwise
from typing import Any

import csplib
from csplib import (
    AllDifferent,
    Cardinality,
    Circuit,
    Cumulative,
    Inverse,
    NoOverlap,
    Problem,
    Regular,
    Table,
    element,
    implies,
    max_of,
)

VERSION = f"{csplib.__version__}, {'compiled' if csplib.COMPILED else 'pure'}"

Model = Problem[int, int]


def compile_model(p: Model) -> None:
    """Compile, which `first` would do otherwise."""
    p.compile()


def first(p: Model) -> list[int] | None:
    """Return a solution."""
    solution = p.solve()
    return None if solution is None else list(solution.values())


def every(p: Model) -> list[tuple[int, ...]]:
    """Return all solutions."""
    return [tuple(solution.values()) for solution in p.solutions()]


def _begin(domains: list[range]) -> tuple[Model, list[Any]]:
    p: Model = Problem()
    if all(domain is domains[0] for domain in domains):
        return p, list(p.add_variables(range(len(domains)), domains[0]))
    return p, list(p.add_variables(dict(enumerate(domains))))


def free(domains: list[range]) -> Model:
    return _begin(domains)[0]


def chain(domains: list[range]) -> Model:
    p, x = _begin(domains)
    p.add(*[a != b for a, b in pairwise(x)])
    return p


def planar(domains: list[range], edges: list[tuple[int, int]]) -> Model:
    p, x = _begin(domains)
    p.add(*[x[a] != x[b] for a, b in edges])
    return p


def overlapping_sums(domains: list[range], bounds: list[tuple[int, int, int]]) -> Model:
    p, x = _begin(domains)
    for i, sign, bound in bounds:
        total = x[i] + x[i + 1] + x[i + 2]
        p.add(total >= bound if sign > 0 else total <= bound)
    return p


def separate_sums(domains: list[range], sums: list[int]) -> Model:
    p, x = _begin(domains)
    for i, total in enumerate(sums):
        p.add(x[3 * i] + x[3 * i + 1] + x[3 * i + 2] == total)
    return p


def tree(domains: list[range], links: list[tuple[int, int, int]]) -> Model:
    p, x = _begin(domains)
    p.add(*[x[parent] + length <= x[child] for parent, length, child in links])
    return p


def permutation(domains: list[range]) -> Model:
    p, x = _begin(domains)
    p.add(AllDifferent(x))
    return p


def bounded_sum(domains: list[range], most: int) -> Model:
    p, x = _begin(domains)
    p.add(sum(x) <= most)
    return p


def exact_sum(domains: list[range], weights: list[int], total: int) -> Model:
    p, x = _begin(domains)
    p.add(sum(weight * one for weight, one in zip(weights, x, strict=True)) == total)
    return p


def maximum(domains: list[range]) -> Model:
    p, x = _begin(domains)
    p.add(max_of(x[:-1]) == x[-1])
    return p


def sequence(domains: list[range], moves: dict[tuple[int, int], int], start: int, accepting: list[int]) -> Model:
    p, x = _begin(domains)
    p.add(Regular(x, moves, start, accepting))
    return p


def cardinality(domains: list[range], bounds: list[tuple[int, int]]) -> Model:
    p, x = _begin(domains)
    p.add(Cardinality(x, dict(enumerate(bounds))))
    return p


def chosen_item(domains: list[range]) -> Model:
    p, (*items, index, item) = _begin(domains)
    p.add(element(items, index) == item)
    return p


def inverse(domains: list[range]) -> Model:
    p, x = _begin(domains)
    p.add(Inverse(x[: len(x) // 2], x[len(x) // 2 :]))
    return p


def circuit(domains: list[range]) -> Model:
    p, x = _begin(domains)
    p.add(Circuit(x))
    return p


def one_machine(domains: list[range], durations: list[int]) -> Model:
    p, x = _begin(domains)
    p.add(NoOverlap(x, durations))
    return p


def crew(domains: list[range], durations: list[int], demands: list[int], capacity: int) -> Model:
    p, x = _begin(domains)
    p.add(Cumulative(x, durations, demands, capacity))
    return p


def either_or(domains: list[range], pairs: list[tuple[int, int, int, int]]) -> Model:
    p, s = _begin(domains)
    p.add(*[(s[x] + a <= s[y]) | (s[y] + b <= s[x]) for x, a, y, b in pairs])
    return p


def rows(domains: list[range], table: list[tuple[int, int, int]]) -> Model:
    p, x = _begin(domains)
    p.add(Table(x, table))
    return p


def equal_tables(domains: list[range], allowed: list[tuple[int, int]]) -> Model:
    p, x = _begin(domains)
    p.add(*[Table([a, b], allowed) for a, b in pairwise(x)])
    return p


def implications(domains: list[range], half: int) -> Model:
    p, x = _begin(domains)
    p.add(*[implies(a > half, b < half) for a, b in pairwise(x)])
    return p


def queens(domains: list[range]) -> Model:
    p, q = _begin(domains)
    p.add(*[AllDifferent([x + sign * i for i, x in enumerate(q)]) for sign in (0, 1, -1)])
    return p


def wide(domains: list[range]) -> Model:
    p, (x, y, z) = _begin(domains)
    p.add(x + y == z)
    return p
