"""PySAT with CaDiCaL, where a model is natural: a literal for each value of each variable."""

# ruff: noqa: D103 (a function is named after the question that it answers)
from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import combinations, pairwise, product
from typing import Any

from pysat.card import CardEnc, EncType  # type: ignore[import-not-found, import-untyped, unused-ignore]
from pysat.solvers import Solver  # type: ignore[import-not-found, import-untyped, unused-ignore]

from benchmarks.facts import lines, units

VERSION = f"{version('python-sat')}, cadical195"


@dataclass
class Model:
    """Clauses over *number* variables with *values* values each, and over further literals.

    Literals in *false* are known to be false. Clauses leave them out.
    """

    number: int
    values: int
    false: set[int] = field(default_factory=set)
    clauses: list[list[int]] = field(default_factory=list)
    top: int = 0

    def __post_init__(self) -> None:
        """Let each variable have one value."""
        self.top = self.number * self.values
        self.clauses += [[-literal] for literal in sorted(self.false)]
        for x in range(self.number):
            self.exactly_one(self.literal(x, value) for value in range(self.values))

    def literal(self, x: int, value: int) -> int:
        """Return the literal that says that *x* has this value."""
        return x * self.values + value + 1

    def new_literal(self) -> int:
        """Return a further literal."""
        self.top += 1
        return self.top

    def exactly_one(self, literals: Iterable[int]) -> None:
        """Let one of the literals be true."""
        some = [literal for literal in literals if literal not in self.false]
        self.clauses += [some, *[[-a, -b] for a, b in combinations(some, 2)]]

    def count(self, literals: list[int], bound: int, encode: Callable[..., Any]) -> None:
        """Let as many literals be true as *encode* says, by a sequential counter."""
        made = encode(lits=literals, bound=bound, top_id=self.top, encoding=EncType.seqcounter)
        self.clauses += made.clauses
        self.top = max(self.top, made.nv)

    def permute(self, scopes: list[list[int]]) -> None:
        """Let each value occur once in each scope."""
        for scope, value in product(scopes, range(self.values)):
            self.exactly_one(self.literal(x, value) for x in scope)

    def row(self, model: list[int]) -> list[int]:
        """Return the values in a model of the clauses."""
        return [(literal - 1) % self.values for literal in model[: self.number * self.values] if literal > 0]


def first(m: Model) -> list[int] | None:
    """Return a solution."""
    with Solver("cadical195", bootstrap_with=m.clauses) as solver:
        return m.row(solver.get_model()) if solver.solve() else None


def every(m: Model) -> list[tuple[int, ...]]:
    """Return all solutions."""
    with Solver("glucose4", bootstrap_with=m.clauses) as solver:
        return [tuple(m.row(model)) for model in solver.enum_models()]


def _square(n: int, givens: list[int], scopes: list[list[int]]) -> Model:
    """Return a square without the values that the givens rule out."""
    false = {x * n + value + 1 for x, given in enumerate(givens) for value in range(n) if given not in {-1, value}}
    for scope in scopes:
        given_at = {givens[x]: x for x in scope if givens[x] >= 0}
        false |= {x * n + value + 1 for value, place in given_at.items() for x in scope if x != place}
    return Model(n * n, n, false)


def latin(n: int, givens: list[int]) -> Model:
    m = _square(n, givens, lines(n))
    m.permute(lines(n))
    return m


def latin_tables(n: int, givens: list[int]) -> Model:
    m = _square(n, givens, lines(n))
    for line, value in product(lines(n), range(n)):
        literals = [literal for x in line if (literal := m.literal(x, value)) not in m.false]
        m.clauses += [[-a, -b] for a, b in combinations(literals, 2)]
    return m


def sudoku(n: int, givens: list[int]) -> Model:
    m = _square(n, givens, units(n))
    m.permute(units(n))
    return m


def orthogonal(n: int) -> Model:
    m = Model(2 * n * n, n)
    for start in (0, n * n):
        m.permute([[start + i for i in line] for line in lines(n)])
        m.clauses += [[m.literal(start + j, j)] for j in range(n)]
    for a, b in product(range(n), repeat=2):
        here = [m.new_literal() for _ in range(n * n)]
        m.exactly_one(here)
        for i, literal in enumerate(here):
            one, other = m.literal(i, a), m.literal(n * n + i, b)
            m.clauses += [[-literal, one], [-literal, other], [literal, -one, -other]]
    return m


def identity(kind: int, n: int) -> Model:
    m = Model(n * n, n)
    m.permute(lines(n))
    m.clauses += [[m.literal(i * n + i, i)] for i in range(n)]
    m.clauses += [[-m.literal(i * n + n - 1, value)] for i in range(n) for value in range(i - 1)]

    def is_product(a: int, b: int, value: int) -> int:
        return m.literal(a * n + b, value)

    for i, j, k, o in product(range(n), repeat=4):
        if i != j:
            given, follows = {
                3: ((is_product(i, j, k), is_product(j, i, o)), is_product(k, o, i)),
                4: ((is_product(j, i, k), is_product(i, j, o)), is_product(k, o, i)),
                5: ((is_product(j, i, k), is_product(k, j, o)), is_product(o, j, i)),
                6: ((is_product(i, j, k), is_product(k, j, o)), is_product(i, k, o)),
                7: ((is_product(j, i, k), is_product(k, j, o)), is_product(i, k, o)),
            }[kind]
            m.clauses.append([-given[0], -given[1], follows])
    return m


def cars(demand: list[int], rules: list[tuple[int, int, list[int]]]) -> Model:
    m = Model(sum(demand), len(demand))
    for car, wanted in enumerate(demand):
        m.count([m.literal(x, car) for x in range(m.number)], wanted, CardEnc.equals)
    for most, window, some in rules:
        for start in range(m.number - window + 1):
            m.count([m.literal(start + x, car) for x in range(window) for car in some], most, CardEnc.atmost)
    return m


def design(points: int, blocks: int, replication: int, size: int, meeting: int) -> Model:
    m = Model(points * blocks, 2)
    rows = [[m.literal(i * blocks + j, 1) for j in range(blocks)] for i in range(points)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    for some, total in ((rows, replication), (columns, size)):
        for line in some:
            m.count(line, total, CardEnc.equals)
        for one, other in pairwise(some):
            _in_order(m, one, other)
    for one, other in combinations(rows, 2):
        both = [m.new_literal() for _ in one]
        for a, b, meet in zip(one, other, both, strict=True):
            m.clauses += [[-meet, a], [-meet, b], [meet, -a, -b]]
        m.count(both, meeting, CardEnc.equals)
    return m


def _in_order(m: Model, one: list[int], other: list[int]) -> None:
    """Order two rows of literals lexicographically; a literal says that they are equal so far."""
    equal = m.new_literal()
    m.clauses.append([equal])
    for a, b in zip(one, other, strict=True):
        further = m.new_literal()
        m.clauses += [[-equal, -a, b], [-equal, -a, further], [-equal, b, further]]
        equal = further


def coloring(nodes: int, edges: list[tuple[int, int]], colors: int) -> Model:
    m = Model(nodes, colors)
    m.clauses += [[-m.literal(a, color), -m.literal(b, color)] for a, b in edges for color in range(colors)]
    return m


def network(variables: int, values: int, links: list[Any]) -> Model:
    m = Model(variables, values)
    m.clauses += [[-m.literal(x, a), -m.literal(y, b)] for (x, y), pairs in links for a, b in pairs]
    return m
