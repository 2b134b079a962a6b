"""From python-constraint's domains and constraints to a problem of csplib, and back to its solutions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any

import csplib
from csplib.compat.constraint.base import Constraint, FunctionConstraint, Target, Terms
from csplib.compat.constraint.parser import compile_to_constraints, function_from

__all__ = ["Solved", "TextConstraint", "constraints_from", "in_turn", "iterated", "listed", "one", "rows_of", "stated"]

Solved = dict[Any, Any]

Scoped = tuple[Constraint, Sequence[Any]]

_FIRST_NODES = 2_000
"""The first solution in the order of the domains is looked for among so many nodes, then any solution."""

_LISTED = 10_000
"""A text that has up to so many combinations of values is called for each: a table prunes most."""

_SORTED = 10_000
"""Up to so many solutions are listed in the order of the domains."""


class TextConstraint(FunctionConstraint):
    """A text about integers. If csplib cannot read it, it is a function."""

    def __init__(self, text: str, params: Sequence[str]) -> None:
        super().__init__(function_from(f"def r({', '.join(params)}): return {text}\n"))
        self._text = text

    def stated(self, terms: Terms, to: Target) -> Iterable[csplib.Constraint]:
        if prod([len(to.domains[x.name]) for x in terms]) <= _LISTED:
            yield from super().stated(terms, to)
            return
        try:
            found = to.problem.parse(self._text)
            yield found if isinstance(found, csplib.Constraint) else found != 0
        except csplib.CSPError:
            yield from super().stated(terms, to)


def constraints_from(text: str, domains: Mapping[Any, Sequence[Any]]) -> list[tuple[Constraint, Sequence[Any]]]:
    """Return the constraints that *text* stands for, each with its variables."""
    line = " ".join(text.split())
    tree = ast.parse(line, mode="eval")
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    params = list(dict.fromkeys([name for name in names if name in domains]))
    integers = all(type(value) is int for name in params for value in domains[name])
    if params and integers and not any(isinstance(node, ast.Pow | ast.Div) for node in ast.walk(tree)):
        return [(TextConstraint(line, params), params)]
    found = [(constraint, used) for constraint, used, _ in compile_to_constraints([line], domains)]
    return [(constraint, used) if used else _about_nothing(constraint, domains) for constraint, used in found]


def _about_nothing(constraint: Constraint, domains: Mapping[Any, Sequence[Any]]) -> tuple[Constraint, Sequence[Any]]:
    """Return a *constraint* without variables as one over some variable, which it does not ask."""
    return FunctionConstraint(lambda _: constraint([], {}, {})), [next(iter(domains))]


def in_turn(domains: Mapping[Any, Sequence[Any]], constraints: Sequence[Scoped]) -> list[Any]:
    """Return the variables as python-constraint assigns them: those with the most constraints first."""
    uses = dict.fromkeys(domains, 0)
    for _, variables in constraints:
        for x in variables:
            uses[x] += 1
    return sorted(domains, key=lambda x: (-uses[x], len(domains[x])))


def stated(
    domains: Mapping[Any, Sequence[Any]], constraints: Sequence[Scoped], order: Sequence[Any] | None = None
) -> Any:
    """Return the problem of csplib with *domains* and *constraints*, its variables in this *order*."""
    problem: csplib.Problem[Any, Any] = csplib.Problem()
    for x in in_turn(domains, constraints) if order is None else order:
        problem.add_variable(x, domains[x])
    to = Target(problem, domains)
    for constraint, variables in constraints:
        problem.add(*constraint.stated([problem[x] for x in variables], to))
    return problem


def one(problem: csplib.Problem[Any, Any]) -> Solved | None:
    """Return a solution: the first in the order of the domains, if that is easy to find."""
    with _own_errors():
        try:
            found = problem.solve(select=csplib.first_open, order=_from_the_end(problem), node_limit=_FIRST_NODES)
        except (csplib.LimitReached, csplib.DomainError):  # or a domain is too large for an order
            found = problem.solve()
    return None if found is None else dict(found.items())


def listed(problem: csplib.Problem[Any, Any]) -> list[Solved]:
    """Return all solutions; if they are few, in the order of the domains."""
    names = list(problem.domains)
    return [dict(zip(names, row, strict=True)) for row in rows_of(problem, names)]


def rows_of(problem: csplib.Problem[Any, Any], turns: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return all solutions as tuples; if they are few, as if the variables had values in these *turns*."""
    with _own_errors():
        rows = list(problem.solutions().rows())
    if 1 < len(rows) <= _SORTED:
        places = _places(problem)
        at = {x: number for number, x in enumerate(places)}
        ranked = [(at[x], places[x]) for x in turns]
        rows.sort(key=lambda row: [place[row[number]] for number, place in ranked], reverse=True)
    return rows


def iterated(problem: csplib.Problem[Any, Any]) -> Iterator[Solved]:
    """Return an iterator over the solutions."""
    with _own_errors():
        for solution in problem.solutions():
            yield dict(solution.items())


def _places(problem: csplib.Problem[Any, Any]) -> dict[Any, dict[Any, int]]:
    """Return the place of each value in its domain."""
    return {x: {value: place for place, value in enumerate(domain)} for x, domain in problem.domains.items()}


def _from_the_end(problem: csplib.Problem[Any, Any]) -> csplib.Order:
    """Return an order of values: the last of a domain first, as in python-constraint."""
    places = _places(problem)

    def from_the_end(csp: csplib.CSP, state: csplib.State, x: int) -> list[int]:
        bits = csplib.ascending(csp, state, x)
        place = places.get(csp.names[x], {})
        return sorted(bits, key=lambda bit: place.get(csp.values[x][bit], 0), reverse=True)

    return from_the_end


@contextmanager
def _own_errors() -> Iterator[None]:
    """Raise what a function of the program raised, as python-constraint does."""
    try:
        yield
    except csplib.PredicateError as error:
        if error.__cause__ is None:
            raise
        raise error.__cause__ from None
