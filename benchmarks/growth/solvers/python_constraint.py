"""python-constraint2: its default solver, and the constraints its documentation calls fastest."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from importlib.metadata import version
from itertools import combinations, pairwise
from typing import Any

from constraint import (  # type: ignore[import-not-found, unused-ignore]
    AllDifferentConstraint,
    ExactSumConstraint,
    MaxSumConstraint,
    MinSumConstraint,
    Problem,
)

VERSION = version("python-constraint2")

Model = Any


def compile_model(_: Model) -> None:
    """Prepare nothing: python-constraint2 compiles when it solves."""


def first(p: Model) -> list[int] | None:
    """Return a solution."""
    solution = p.getSolution()
    return None if solution is None else [solution[i] for i in range(len(solution))]


def every(p: Model) -> list[tuple[int, ...]]:
    """Return all solutions."""
    return [tuple(solution[i] for i in range(len(solution))) for solution in p.getSolutions()]


def _begin(domains: list[range]) -> Model:
    p = Problem()
    for i, domain in enumerate(domains):
        p.addVariable(i, list(domain))
    return p


def free(domains: list[range]) -> Model:
    return _begin(domains)


def chain(domains: list[range]) -> Model:
    return planar(domains, list(pairwise(range(len(domains)))))


def planar(domains: list[range], edges: list[tuple[int, int]]) -> Model:
    p = _begin(domains)
    for edge in edges:
        p.addConstraint(AllDifferentConstraint(), edge)
    return p


def overlapping_sums(domains: list[range], bounds: list[tuple[int, int, int]]) -> Model:
    p = _begin(domains)
    for i, sign, bound in bounds:
        p.addConstraint(MinSumConstraint(bound) if sign > 0 else MaxSumConstraint(bound), [i, i + 1, i + 2])
    return p


def separate_sums(domains: list[range], sums: list[int]) -> Model:
    p = _begin(domains)
    for i, total in enumerate(sums):
        p.addConstraint(ExactSumConstraint(total), [3 * i, 3 * i + 1, 3 * i + 2])
    return p


def tree(domains: list[range], links: list[tuple[int, int, int]]) -> Model:
    p = _begin(domains)
    for parent, length, child in links:
        p.addConstraint(lambda a, b, length=length: a + length <= b, (parent, child))
    return p


def permutation(domains: list[range]) -> Model:
    p = _begin(domains)
    p.addConstraint(AllDifferentConstraint())
    return p


def bounded_sum(domains: list[range], most: int) -> Model:
    p = _begin(domains)
    p.addConstraint(MaxSumConstraint(most))
    return p


def exact_sum(domains: list[range], weights: list[int], total: int) -> Model:
    p = _begin(domains)
    p.addConstraint(ExactSumConstraint(total, weights), range(len(domains)))
    return p


def maximum(domains: list[range]) -> Model:
    p = _begin(domains)
    p.addConstraint(lambda *x: max(x[:-1]) == x[-1], range(len(domains)))
    return p


def sequence(domains: list[range], moves: dict[tuple[int, int], int], start: int, accepting: list[int]) -> Model:
    def accepts(*shifts: int) -> bool:
        state: int | None = start
        for shift in shifts:
            state = None if state is None else moves.get((state, shift))
        return state in accepting

    p = _begin(domains)
    p.addConstraint(accepts, range(len(domains)))
    return p


def one_machine(domains: list[range], durations: list[int]) -> Model:
    pairs = combinations(range(len(domains)), 2)
    return either_or(domains, [(x, durations[x], y, durations[y]) for x, y in pairs])


def either_or(domains: list[range], pairs: list[tuple[int, int, int, int]]) -> Model:
    p = _begin(domains)
    for x, a, y, b in pairs:
        p.addConstraint(lambda s, t, a=a, b=b: s + a <= t or t + b <= s, (x, y))
    return p


def rows(domains: list[range], table: list[tuple[int, int, int]]) -> Model:
    p = _begin(domains)
    known = set(table)
    p.addConstraint(lambda *row: row in known, (0, 1, 2))
    return p


def equal_tables(domains: list[range], allowed: list[tuple[int, int]]) -> Model:
    p = _begin(domains)
    known = set(allowed)
    for pair in pairwise(range(len(domains))):
        p.addConstraint(lambda a, b: (a, b) in known, pair)
    return p


def implications(domains: list[range], half: int) -> Model:
    p = _begin(domains)
    for pair in pairwise(range(len(domains))):
        p.addConstraint(lambda a, b: a <= half or b < half, pair)
    return p


def queens(domains: list[range]) -> Model:
    p = _begin(domains)
    for i, j in combinations(range(len(domains)), 2):
        p.addConstraint(lambda a, b, d=j - i: a != b and abs(a - b) != d, (i, j))
    return p


def wide(domains: list[range]) -> Model:
    p = _begin(domains)
    p.addConstraint(lambda x, y, z: x + y == z, (0, 1, 2))
    return p
