"""Problems for many tests: some whose number of solutions is known, and some to add constraints to."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import csplib
from csplib import AllDifferent, Diff, In, Predicate, Problem, Relation, Variable


def queens(n: int) -> Problem[int, int]:
    p: Problem[int, int] = Problem()
    q = p.add_variables(range(n), range(n))
    p.add(AllDifferent(q))
    p.add(AllDifferent([x + i for i, x in enumerate(q)]), AllDifferent([x - i for i, x in enumerate(q)]))
    return p


def latin_squares(n: int) -> Problem[tuple[int, int], int]:
    p: Problem[tuple[int, int], int] = Problem()
    p.add_variables([(r, c) for r in range(n) for c in range(n)], range(n))
    p.add(*[AllDifferent([(r, c) for c in range(n)]) for r in range(n)])
    p.add(*[AllDifferent([(r, c) for r in range(n)]) for c in range(n)])
    return p


def australia() -> Problem[str, str]:
    p: Problem[str, str] = Problem()
    p.add_variables(["WA", "NT", "SA", "Q", "NSW", "V", "T"], ["red", "green", "blue"])
    borders = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
    p.add(*[csplib.Diff(*border.split("-")) for border in borders.split()])
    return p


def zebra() -> Problem[str, int]:
    """The puzzle as Life International printed it on 17 December 1962."""
    p: Problem[str, int] = Problem()
    for group in (
        "English Spanish Ukrainian Norwegian Japanese",
        "red green ivory yellow blue",
        "dog snails fox horse zebra",
        "coffee tea milk juice water",
        "OldGold Kools Chesterfield LuckyStrike Parliament",
    ):
        p.add(AllDifferent(p.add_variables(group.split(), range(1, 6))))
    same = "English-red Spanish-dog coffee-green Ukrainian-tea OldGold-snails Kools-yellow"
    for pair in f"{same} LuckyStrike-juice Japanese-Parliament".split():
        here, there = pair.split("-")
        p.add(Relation(here, there, lambda a, b: a == b))
    p.add(Relation("ivory", "green", lambda a, b: a + 1 == b))
    for pair in ["Chesterfield-fox", "Kools-horse", "Norwegian-blue"]:
        here, there = pair.split("-")
        p.add(Relation(here, there, lambda a, b: abs(a - b) == 1))
    p.add(In("milk", [3]), In("Norwegian", [1]))
    return p


def send_more_money() -> Problem[str, int]:
    """One predicate over all eight letters: it can only be called when a single letter is open."""
    p: Problem[str, int] = Problem()
    s, e, n, d, m, o, r, y = p.add_variables("SENDMORY", range(10))
    p.add(AllDifferent([s, e, n, d, m, o, r, y]), s != 0, m == 1)  # a carry: without it, ten times as many rows

    def adds_up(s: int, e: int, n: int, d: int, m: int, o: int, r: int, y: int) -> bool:  # noqa: PLR0917
        send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
        return send + more == 10000 * m + 1000 * o + 100 * n + 10 * e + y

    p.add(Predicate([s, e, n, d, m, o, r, y], adds_up))
    return p


def pigeons(holes: int) -> Problem[int, int]:
    """One pigeon too many, stated so that only search can tell: pair by pair, and each numbers the holes otherwise."""
    p: Problem[int, int] = Problem()
    birds = [p.add_variable(i, range(i, i + holes)) for i in range(holes + 1)]
    p.add(*[Diff(a - i, b - j) for (i, a), (j, b) in combinations(enumerate(birds), 2)])
    return p


def coins(n: int) -> Problem[int, int]:
    """Every row of *n* bits is a solution."""
    p: Problem[int, int] = Problem()
    p.add_variables(range(n), [0, 1])
    return p


def stated(domain: Any = range(4), names: str = "xyz") -> tuple[Problem, list[Variable]]:
    """Return a problem without constraints, and its variables."""
    p = Problem()
    return p, p.add_variables(names, domain)


def rows_of(p: Problem, **options: Any) -> list[tuple[Any, ...]]:
    """Return the solutions as rows of values, sorted."""
    return sorted(tuple(solution.values()) for solution in p.solutions(**options))


class Given:
    """A problem as a beginner has it."""

    def __init__(self) -> None:
        self.p: Any = Problem()
        self.x, self.y, self.z = self.p.add_variables("xyz", range(4))
        self.name: Any = self.p.add_variable("name", ["Ada", "Bob"])
        self.v: Any = [self.p.add_variable(n, range(3)) for n in range(3)]


def hidden_clash(seed: int, decoys: int) -> Problem[Any, int]:
    """Return a Mycielski graph that three colors are not enough for, among edges that they are enough for."""
    rng = random.Random(seed)
    edges, size = [(0, 1)], 2
    for _ in range(2):
        edges = [*edges, *[pair for a, b in edges for pair in ((a, size + b), (b, size + a))]]
        edges += [(size + i, 2 * size) for i in range(size)]
        size = 2 * size + 1
    colors = [rng.randrange(3) for _ in range(120)]
    places = rng.sample(range(120), size)
    pairs = {(places[a], places[b]) for a, b in edges}
    while len(pairs) < decoys:
        a, b = rng.sample(range(120), 2)
        if colors[a] != colors[b]:
            pairs.add((a, b))
    p: Problem[Any, int] = Problem()
    xs = p.add_variables(range(120), range(3))
    p.add(*[(xs[a] != xs[b]).named(f"{a}-{b}") for a, b in sorted(pairs)])
    return p


def every_kind_of_expression() -> Problem[Any, Any]:
    """Expressions and combinations of every kind, in constraints that have a solution."""
    p: Problem[Any, Any] = Problem()
    x, y, z = p.add_variables("xyz", range(-2, 4))
    a, b = p.add_booleans("ab")
    color = p.add_variable("color", ["red", "blue"])
    shared = x * y + z
    p.add(
        shared // 2 + shared % 3 >= z - 5,
        x // y != 3,
        x ** abs(z) <= 30,
        csplib.truncated_quotient(x, y) + csplib.truncated_remainder(z, 3) <= 4,
        csplib.element([[1, 2], [3, 4]], a, b) >= 2,
        csplib.element([[x, 2], [3, y]], a, b) >= 1,
        csplib.element({"red": x, "blue": y}, color) <= 2,
        csplib.if_then_else(a, x, y) <= csplib.if_then_else(b, x // y, 2),
        csplib.if_then_else(x > y, a, y > z),
        (x < y) == (y < z),
        ((x < 2) ^ (y < 1)) | ~(a & b),
        a == (x > 0),
        csplib.exactly_one(a, b, x == 3),
        csplib.at_most_one(a, x == 2),
        csplib.count_of([x, y, z], 1) + csplib.count_different([x, y], except_=2) <= 3,
        csplib.argmin([x, y, z]) <= csplib.argmax([x, y, z]) + 2,
        csplib.min_of(x, y) <= csplib.max_of(y, z) + csplib.reify(a) * x,
        csplib.In(x, range(-10_000, 10_000)),
        csplib.implies(x == 1, y >= 0).named("a rule"),
        csplib.Diff(x, z, rank=3, name="größer"),
    )
    return p
