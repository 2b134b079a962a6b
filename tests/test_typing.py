"""What type checkers know of answers: mypy and pyright check this file, and it runs as well."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from typing import Any

from typing_extensions import assert_type

import csplib
from csplib import Constraint, Improvement, Optimization, Preference, Problem, Solution, Solutions
from csplib.local_search import LocalResult


class Color(Enum):
    """Values that are no numbers."""

    RED = "red"
    GREEN = "green"


def painted() -> Problem[str, Color]:
    p: Problem[str, Color] = Problem()
    p.add_variables("cd", Color)
    p.add(p["c"] != p["d"])
    return p


def found(solution: Solution[str, Color] | None) -> Solution[str, Color]:
    assert solution is not None
    return solution


def test_a_solution_has_the_values_of_its_problem_by_name_and_by_variable() -> None:
    p = painted()
    solution = p.solve()
    assert solution is not None
    assert_type(solution, Solution[str, Color])
    assert_type(solution["c"], Color)
    assert_type(solution[p["c"]], Color)
    assert_type(solution.get("c"), "Color | None")
    assert_type(solution.get(p["c"]), "Color | None")
    assert_type(solution.get("q", 5), "Color | int")
    assert_type(list(solution.values()), list[Color])
    assert_type(dict(solution), dict[str, Color])
    assert {name: value.value for name, value in solution.items()} == {"c": "red", "d": "green"}


def test_an_expression_has_a_value_of_the_problem_or_a_number() -> None:
    p = painted()
    assert_type(found(p.solve())[csplib.reify(p["c"] == p["d"])], "Color | int")
    numbers: Problem[str, int] = Problem()
    x = numbers.add_variable("x", [3])
    solution = numbers.solve()
    assert solution is not None
    assert_type(solution[x * x + 1], int)
    assert solution[x * x + 1] == 10


def test_iterators_give_solutions_of_the_same_kind() -> None:
    p = painted()
    every = p.solutions()
    assert_type(every, Solutions[str, Color])
    assert_type(next(every), Solution[str, Color])
    assert_type([solution["c"] for solution in every], list[Color])
    assert_type([solution["c"] for solution in csplib.solutions(p)], list[Color])
    assert_type([solution["c"] for solution in csplib.sample(p, 2, seed=1)], list[Color])
    assert_type([solution["c"] for solution in csplib.diverse(p, 2)], list[Color])
    with ThreadPoolExecutor(1) as executor:
        assert_type([solution["c"] for solution in p.solutions(executor=executor)], list[Color])


def test_the_best_solution_is_of_the_same_kind() -> None:
    p = painted()
    p.prefer(p["c"] == Color.GREEN, weight=2)
    assert_type(p.preferences, tuple[Preference, ...])
    search = p.minimize(p.penalty)
    assert_type(search, Optimization[str, Color])
    best = search.finish()
    assert best is not None
    assert_type(best, Improvement[str, Color])
    assert_type(best.solution["c"], Color)
    assert_type(p.unmet(best.solution), list[Preference])
    assert_type(p.remove(*p.constraints), list[Constraint])
    assert_type(p.remove(*p.preferences), list[Preference])


def test_local_search_gives_an_assignment_of_the_same_kind() -> None:
    result = csplib.min_conflicts(painted())
    assert_type(result, LocalResult[str, Color])
    assert_type(result.assignment["c"], Color)


def test_a_problem_that_does_not_say_can_have_any_value() -> None:
    p = Problem()
    p.add_variables("xy", range(2))
    solution = p.solve()
    assert solution is not None
    assert_type(solution["x"], Any)
    assert_type([one["x"] for one in p.solutions()], list[Any])
