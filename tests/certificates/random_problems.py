"""Small random problems with every kind of constraint that a certificate states, and an objective."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from csplib import AllDifferent, AtMost, Count, Exactly, Problem, Table, reify

__all__ = ["few_variables"]


def few_variables(rng: random.Random) -> tuple[Problem[str, int], Any]:
    """Return a problem of two to five variables, and an objective."""
    size, most = rng.choice([2, 2, 3, 4, 5]), rng.choice([2, 3, 4])
    problem: Problem[str, int] = Problem()
    variables = [problem.add_variable(f"x{k}", rng.sample(range(-2, most + 1), most)) for k in range(size)]

    def total() -> Any:
        return sum(rng.choice([-3, -2, -1, 1, 2, 3]) * x for x in rng.sample(variables, rng.randint(1, size)))

    def some() -> list[Any]:
        return rng.sample(variables, rng.randint(1, size))

    def table() -> Any:
        scope = some()[:3]
        rows = [tuple(rng.randint(-2, most) for _ in scope) for _ in range(rng.randint(1, 8))]
        return Table(scope, allowed=rows) if rng.random() < 0.5 else Table(scope, forbidden=rows)

    def constraint(depth: int) -> Any:
        a, b = rng.sample(variables, 2)
        value, amount = rng.randint(-2, 2), rng.randint(0, 2)
        kind = rng.randrange(8 if depth else 11)
        if kind >= 8:
            inner = constraint(depth + 1)
            return [inner | constraint(depth + 1), reify(inner) + a <= amount, ~inner][kind - 8]
        plain: list[Callable[[], Any]] = [
            lambda: total() <= rng.randint(-4, 6),
            lambda: total() == rng.randint(-3, 5),
            lambda: total() != rng.randint(-3, 5),
            lambda: AllDifferent(rng.sample(variables, rng.randint(2, size))),
            table,
            lambda: a * b == value,
            lambda: abs(a - b) >= amount,
            lambda: rng.choice(
                [AtMost(amount, some(), value), Exactly(amount, some(), value), Count(some(), value, a)]
            ),
        ]
        return plain[kind]()

    for _ in range(rng.randint(1, 4)):
        problem.add(constraint(0))
    a, b = rng.sample(variables, 2)
    return problem, total() + a * b if rng.random() < 0.3 else total()
