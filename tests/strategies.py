"""Random small problems, each with an independent statement of what its constraints mean."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import oracle
from hypothesis import strategies as st

from csplib import AllDifferent, Constraint, Diff, In, NotIn, Predicate, Problem, Relation, Shifted, Table

INTEGERS: tuple[Hashable, ...] = (-1, 0, 1, 2, 3, 90)
SPARSE: tuple[Hashable, ...] = (-1, 0, 1, 2, 10**9, 10**9 + 1)
OTHERS: tuple[Hashable, ...] = ("a", "b", None, (1, 2), 0.5, 1.0, True, 2.0, 4.0)
NAMES: tuple[Hashable, ...] = ("x", 7, ("t", 1), None, frozenset({2}))


class Stated(NamedTuple):
    """A problem, and the same thing for the oracle."""

    problem: Problem
    checks: list[oracle.Check]

    def solutions(self) -> list[oracle.Assignment]:
        return oracle.all_solutions(self.problem.domains, self.checks)


def key(assignment: Any) -> frozenset[Any]:
    """Make an assignment comparable whatever its order."""
    return frozenset(assignment.items())


def _term(name: Hashable, offset: int) -> Any:
    return Shifted(name, offset)


def _plus(value: Any, offset: int) -> Any:
    return value + offset if offset else value


@st.composite
def _offsets(draw: Any, scope: list[Hashable], integral: set[Hashable]) -> list[int]:
    """Draw an offset for each variable that can have one."""
    return [draw(st.integers(-2, 2)) if name in integral else 0 for name in scope]


@st.composite
def _diff(draw: Any, names: list[Hashable], integral: set[Hashable]) -> tuple[Constraint, oracle.Check]:
    x, y = draw(st.permutations(names))[:2]
    i, j = draw(_offsets([x, y], integral))
    return Diff(_term(x, i), _term(y, j)), lambda row: bool(_plus(row[x], i) != _plus(row[y], j))


@st.composite
def _all_different(draw: Any, names: list[Hashable], integral: set[Hashable]) -> tuple[Constraint, oracle.Check]:
    scope = draw(_scopes(names, 1))
    shifts = draw(_offsets(scope, integral)) if draw(st.booleans()) else [0] * len(scope)
    terms = [_term(name, shift) for name, shift in zip(scope, shifts, strict=True)]

    def check(row: oracle.Assignment) -> bool:
        values = [_plus(row[name], shift) for name, shift in zip(scope, shifts, strict=True)]
        return all(values[i] != values[j] for i in range(len(values)) for j in range(i))

    return AllDifferent(terms), check


@st.composite
def _scopes(draw: Any, names: list[Hashable], least: int) -> list[Hashable]:
    return draw(st.permutations(names))[: draw(st.integers(least, len(names)))]  # type: ignore[no-any-return]


@st.composite
def _judges(draw: Any) -> Callable[..., bool]:
    """Draw a deterministic rule about any number of values, true for about half of all rows."""
    salt, modulus = draw(st.integers(0, 1000)), draw(st.integers(2, 4))
    pool = INTEGERS + SPARSE + OTHERS

    def judge(*values: Any) -> bool:
        mixed = salt
        for value in values:
            mixed = mixed * 31 + pool.index(value) * 17 + 5
        return bool(mixed // 7 % modulus)

    return judge


@st.composite
def _rows(draw: Any, scope: list[Hashable], domains: dict[Hashable, tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    row = st.tuples(*[st.sampled_from((*domains[name], "not there")) for name in scope])
    return draw(st.sets(row, max_size=12))  # type: ignore[no-any-return]


@st.composite
def _listed(
    draw: Any, names: list[Hashable], domains: dict[Hashable, tuple[Any, ...]]
) -> tuple[Constraint, oracle.Check]:
    scope = draw(_scopes(names, 1))
    rows = draw(_rows(scope, domains))
    allows = draw(st.booleans())
    options = {"allowed": rows} if allows else {"forbidden": rows}
    as_relation = len(scope) == 2 and draw(st.booleans())
    constraint = Relation(scope[0], scope[1], **options) if as_relation else Table(scope, **options)
    return constraint, lambda row: (tuple(row[name] for name in scope) in rows) == allows


@st.composite
def _judged(draw: Any, names: list[Hashable]) -> tuple[Constraint, oracle.Check]:
    scope = draw(_scopes(names, 1))
    judge = draw(_judges())
    as_relation = len(scope) == 2 and draw(st.booleans())
    constraint = Relation(scope[0], scope[1], judge) if as_relation else Predicate(scope, judge)
    return constraint, lambda row: judge(*[row[name] for name in scope])


@st.composite
def _unary(draw: Any, names: list[Hashable]) -> tuple[Constraint, oracle.Check]:
    x = draw(st.sampled_from(names))
    values = draw(st.lists(st.sampled_from(INTEGERS + OTHERS), min_size=1))
    if draw(st.booleans()):
        return In(x, values), lambda row: row[x] in values
    return NotIn(x, values), lambda row: row[x] not in values


@st.composite
def problems(draw: Any, *, binary: bool = False, most_variables: int = 4) -> Stated:
    """Draw a problem that mixes every kind of constraint, names and values; with *binary*, over pairs only."""
    names = draw(st.permutations(NAMES))[: draw(st.integers(1, most_variables))]
    problem = Problem()
    values = st.lists(st.sampled_from(draw(st.sampled_from([INTEGERS, SPARSE]))), min_size=1, max_size=4, unique=True)
    mixed = st.lists(st.sampled_from(INTEGERS + OTHERS), min_size=1, max_size=4, unique=True)
    for name in names:
        problem.add_variable(name, draw(st.one_of(values, mixed)))
    domains = problem.domains
    integral = {name for name in names if all(isinstance(value, int) for value in domains[name])}
    kinds = [_unary(names)]
    if len(names) > 1:
        kinds.append(_diff(names, integral))
    if not binary:
        kinds += [_all_different(names, integral), _listed(names, domains), _judged(names)]
    elif len(names) > 1:
        pair = st.permutations(names).map(lambda order: list(order[:2]))
        kinds += [pair.flatmap(lambda two: _listed(two, domains)), pair.flatmap(_judged)]
    stated = draw(st.lists(st.one_of(kinds), max_size=6))
    problem.add(*[constraint for constraint, _ in stated])
    return Stated(problem, [check for _, check in stated])
