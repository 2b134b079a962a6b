"""OR-Tools CP-SAT with one worker, as its documentation writes models."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from itertools import pairwise
from typing import Any

from ortools.sat.python import cp_model  # type: ignore[import-not-found, import-untyped, unused-ignore]

VERSION = version("ortools")


@dataclass
class Model:
    """A model and its variables, those of the data."""

    cp: Any
    x: list[Any]


class _Listener(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, unused-ignore]
    def __init__(self, variables: list[Any]) -> None:
        super().__init__()
        self.variables = variables
        self.rows: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        self.rows.append(tuple([self.value(x) for x in self.variables]))


def _solver() -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver


def compile_model(_: Model) -> None:
    """CP-SAT compiles when it solves."""


def first(m: Model) -> list[int] | None:
    """Return a solution."""
    solver = _solver()
    found = solver.solve(m.cp) in {cp_model.OPTIMAL, cp_model.FEASIBLE}
    return [solver.value(x) for x in m.x] if found else None


def every(m: Model) -> list[tuple[int, ...]]:
    """Return all solutions."""
    solver, listener = _solver(), _Listener(m.x)
    solver.parameters.enumerate_all_solutions = True
    solver.solve(m.cp, listener)
    return listener.rows


def _begin(domains: list[range]) -> Model:
    cp = cp_model.CpModel()
    return Model(cp, [cp.new_int_var(domain[0], domain[-1], "") for domain in domains])


def free(domains: list[range]) -> Model:
    return _begin(domains)


def chain(domains: list[range]) -> Model:
    m = _begin(domains)
    for a, b in pairwise(m.x):
        m.cp.add(a != b)
    return m


def planar(domains: list[range], edges: list[tuple[int, int]]) -> Model:
    m = _begin(domains)
    for a, b in edges:
        m.cp.add(m.x[a] != m.x[b])
    return m


def overlapping_sums(domains: list[range], bounds: list[tuple[int, int, int]]) -> Model:
    m = _begin(domains)
    for i, sign, bound in bounds:
        total = m.x[i] + m.x[i + 1] + m.x[i + 2]
        m.cp.add(total >= bound if sign > 0 else total <= bound)
    return m


def separate_sums(domains: list[range], sums: list[int]) -> Model:
    m = _begin(domains)
    for i, total in enumerate(sums):
        m.cp.add(m.x[3 * i] + m.x[3 * i + 1] + m.x[3 * i + 2] == total)
    return m


def tree(domains: list[range], links: list[tuple[int, int, int]]) -> Model:
    m = _begin(domains)
    for parent, length, child in links:
        m.cp.add(m.x[parent] + length <= m.x[child])
    return m


def permutation(domains: list[range]) -> Model:
    m = _begin(domains)
    m.cp.add_all_different(m.x)
    return m


def bounded_sum(domains: list[range], most: int) -> Model:
    m = _begin(domains)
    m.cp.add(cp_model.LinearExpr.sum(m.x) <= most)
    return m


def exact_sum(domains: list[range], weights: list[int], total: int) -> Model:
    m = _begin(domains)
    m.cp.add(cp_model.LinearExpr.weighted_sum(m.x, weights) == total)
    return m


def maximum(domains: list[range]) -> Model:
    m = _begin(domains)
    m.cp.add_max_equality(m.x[-1], m.x[:-1])
    return m


def sequence(domains: list[range], moves: dict[tuple[int, int], int], start: int, accepting: list[int]) -> Model:
    m = _begin(domains)
    m.cp.add_automaton(m.x, start, accepting, [(a, label, b) for (a, label), b in moves.items()])
    return m


def cardinality(domains: list[range], bounds: list[tuple[int, int]]) -> Model:
    m = _begin(domains)
    takes: list[list[Any]] = [[] for _ in bounds]
    for x, domain in zip(m.x, domains, strict=True):
        literals = [m.cp.new_bool_var("") for _ in domain]
        m.cp.add_exactly_one(literals)
        m.cp.add(x == sum(value * literal for value, literal in zip(domain, literals, strict=True)))
        for value, literal in zip(domain, literals, strict=True):
            takes[value].append(literal)
    for literals, (least, most) in zip(takes, bounds, strict=True):
        m.cp.add_linear_constraint(sum(literals), least, most)
    return m


def chosen_item(domains: list[range]) -> Model:
    m = _begin(domains)
    m.cp.add_element(m.x[-2], m.x[:-2], m.x[-1])
    return m


def inverse(domains: list[range]) -> Model:
    m = _begin(domains)
    m.cp.add_inverse(m.x[: len(m.x) // 2], m.x[len(m.x) // 2 :])
    return m


def circuit(domains: list[range]) -> Model:
    m = _begin(domains)
    arcs = []
    for node, x in enumerate(m.x):
        literals = {other: m.cp.new_bool_var("") for other in domains[node] if other != node}
        m.cp.add(x == sum(other * literal for other, literal in literals.items()))
        arcs += [(node, other, literal) for other, literal in literals.items()]
    m.cp.add_circuit(arcs)
    return m


def one_machine(domains: list[range], durations: list[int]) -> Model:
    m = _begin(domains)
    m.cp.add_no_overlap(_intervals(m, durations))
    return m


def _intervals(m: Model, durations: list[int]) -> list[Any]:
    return [m.cp.new_fixed_size_interval_var(x, length, "") for x, length in zip(m.x, durations, strict=True)]


def crew(domains: list[range], durations: list[int], demands: list[int], capacity: int) -> Model:
    m = _begin(domains)
    m.cp.add_cumulative(_intervals(m, durations), demands, capacity)
    return m


def either_or(domains: list[range], pairs: list[tuple[int, int, int, int]]) -> Model:
    m = _begin(domains)
    for x, a, y, b in pairs:
        before = m.cp.new_bool_var("")
        m.cp.add(m.x[x] + a <= m.x[y]).only_enforce_if(before)
        m.cp.add(m.x[y] + b <= m.x[x]).only_enforce_if(~before)
    return m


def rows(domains: list[range], table: list[tuple[int, int, int]]) -> Model:
    m = _begin(domains)
    m.cp.add_allowed_assignments(m.x, table)
    return m


def equal_tables(domains: list[range], allowed: list[tuple[int, int]]) -> Model:
    m = _begin(domains)
    for a, b in pairwise(m.x):
        m.cp.add_allowed_assignments([a, b], allowed)
    return m


def implications(domains: list[range], half: int) -> Model:
    m = _begin(domains)
    for a, b in pairwise(m.x):
        above, below = m.cp.new_bool_var(""), m.cp.new_bool_var("")
        m.cp.add(a > half).only_enforce_if(above)
        m.cp.add(a <= half).only_enforce_if(~above)
        m.cp.add(b < half).only_enforce_if(below)
        m.cp.add(b >= half).only_enforce_if(~below)
        m.cp.add_implication(above, below)
    return m


def queens(domains: list[range]) -> Model:
    m = _begin(domains)
    for sign in (0, 1, -1):
        m.cp.add_all_different([x + sign * i for i, x in enumerate(m.x)])
    return m


def wide(domains: list[range]) -> Model:
    m = _begin(domains)
    x, y, z = m.x
    m.cp.add(x + y == z)
    return m
