"""A program that prints answers of every kind: the same for every hash seed, build and version of Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import csplib
from csplib import AllDifferent, Cardinality, Count, In, Problem, Regular, Table, reify, sudoku


class Color(Enum):
    RED = "red"
    GREEN = "green"
    BLUE = "blue"


@dataclass(frozen=True)
class Place:
    street: str
    number: int


def shown(value: Any) -> Any:
    """Return a value as text, with sets in order."""
    if isinstance(value, (set, frozenset)):
        return sorted([shown(one) for one in value], key=repr)
    if isinstance(value, tuple):
        return [shown(one) for one in value]
    return repr(value)


def tell(*answers: Any) -> None:
    for answer in answers:
        items = answer.items() if hasattr(answer, "items") else [("", answer)]
        print([(shown(name), shown(value)) for name, value in items])  # noqa: T201 - what it is for


PAIRS = {frozenset(pair) for pair in ("ab", "bc", "cd", "de", "ea", "ac")}
DOMAINS: list[Any] = [
    PAIRS,
    {("x", pair) for pair in PAIRS},
    {(1, frozenset([("p", frozenset(pair))])) for pair in ("ab", "cb", "ad", "ef")},
    {"lisbon", "oslo", "rome", "vienna"},
    {"lisbon", 3, None, (1, "b"), Fraction(1, 3), 2.5, True, frozenset("xyz"), frozenset("zu")},
    {Color.RED, Color.GREEN, Color.BLUE},
    {Place("high", 3), Place("low", 1), Place("high", 1)},
    frozenset([b"b", b"a", b"c"]),
    {(1, 2), (1, "a"), ("a", 1), ()},
]


def about_domains() -> None:
    for domain in DOMAINS:
        p: Problem[str, Any] = Problem()
        v = p.add_variables(["first", "second", "third"], domain)
        p.add(AllDifferent(v))
        tell(p.solve(), p.solve(seed=3), *list(p.solutions(seed=4))[:3])
        tell(*list(p.solutions())[:5], *csplib.sample(p, 2, seed=5), *csplib.sample(p, 2, seed=5, uniform=True))
        tell(csplib.min_conflicts(p, seed=6).assignment, csplib.tabu_search(p, seed=6).assignment)


def teams() -> Problem[Any, Any]:
    """Return a problem stated with sets: names, scopes, rows, values, states."""
    p: Problem[Any, Any] = Problem()
    names = {"ann", "bob", "cleo", "dan", "eve"}
    p.add_variables(names, {"red", "green", "blue", "black"})
    handles = {p[name] for name in names}
    p.add(Count(handles, "red", 2), Cardinality(handles, {"blue": (1, 2)}))
    p.add(AllDifferent({p["ann"], p["cleo"], p["eve"]}))
    p.add(Table([p["ann"], p["bob"]], {("red", "red"), ("green", "blue"), ("blue", "red"), ("black", "red")}))
    moves: dict[Any, Any] = {(s, c): {"even", "odd"} - {s} for s in ("even", "odd") for c in ("red", "blue")}
    moves |= {(s, c): s for s in ("even", "odd") for c in ("green", "black")}
    p.add(Regular([p[name] for name in sorted(names)], moves, "even", {"odd"}))
    p.add(In(p["dan"], {"blue", "black", "white"}))
    return p


def about_teams() -> None:
    p = teams()
    print(*p.constraints)  # noqa: T201
    tell(p.solve(), *list(p.solutions(seed=2)), *list(p.solutions(on={"ann", "eve"})), p.count())
    tell(*list(p.solutions(select=csplib.mrv, infer=csplib.mac)))
    cost = sum(reify(p[name] == "red") * len(name) for name in sorted({"ann", "bob", "cleo", "dan", "eve"}))
    tell(p.minimize(cost).finish(), p.maximize(cost, seed=1).finish())
    found = csplib.diverse(p, 3)
    tell(*found)
    tell(*[one for seed in range(3) for one in csplib.sample(p, 3, seed=seed, uniform=True)])
    for search in (csplib.min_conflicts, csplib.tabu_search, csplib.simulated_annealing, csplib.genetic_search):
        tell(search(p, seed=7).assignment)
    with ThreadPoolExecutor(2) as executor:
        tell(p.solve(executor=executor, seed=3), *p.solutions(executor=executor))
    p.add(p["ann"] == "red", p["cleo"] == "red")
    print(p.explain())  # noqa: T201
    tell(csplib.State([1]).domains)


def about_restarts() -> None:
    p: Problem[Any, int] = Problem()
    queens = p.add_variables(range(12), range(12))
    p.add(*[AllDifferent([q + k * i for i, q in enumerate(queens)]) for k in (-1, 0, 1)])
    for seed in range(3):
        found = p.solutions(seed=seed)
        tell(next(found), found.statistics.nodes, p.solve(seed=seed, restarts=[2, 2, 3, 4]))


def about_sudoku() -> None:
    board = sudoku.generate(seed=11)
    print(board, sudoku.solve(board), sudoku.grade(board))  # noqa: T201


if __name__ == "__main__":
    about_domains()
    about_teams()
    about_restarts()
    about_sudoku()
