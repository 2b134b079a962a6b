"""Writing XCSP3: what is read again has the same solutions."""

from __future__ import annotations

from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from catalogue import CATALOGUE, stated
from hypothesis import given, note
from test_combined_features import Mixed, mixed_problems

import csplib
from csplib import Constraint, FormatError, Problem, element, if_then_else, reify
from csplib.formats import Model, read, write
from csplib.formats.xcsp3.naming import Naming

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")

DATA = Path(__file__).parent.parent / "data" / "xcsp3"
INSTANCES = sorted(path.stem for path in DATA.glob("*.xml"))


def written(model: Model | Problem[Any, Any], **aim: Any) -> str:
    to = StringIO()
    write(model, to, format="xcsp3", **aim)
    return to.getvalue()


def again(model: Model | Problem[Any, Any], **aim: Any) -> Model:
    return read(StringIO(written(model, **aim)), format="xcsp3")


def rows_of(problem: Problem[Any, Any], names: list[Any] | None = None) -> set[tuple[Any, ...]]:
    order = list(problem.domains) if names is None else names
    return {tuple(solution[name] for name in order) for solution in problem.solutions()}


def assert_same(problem: Problem[Any, Any], twin: Problem[Any, Any]) -> None:
    names = Naming(problem.domains).names
    assert rows_of(twin, [names[name] for name in problem.domains]) == rows_of(problem)


@pytest.mark.parametrize("name", INSTANCES)
def test_an_instance_that_is_written_has_the_same_solutions_and_objective(name: str) -> None:
    model = read(DATA / f"{name}.xml")
    twin = again(model)
    symbolic = any(isinstance(value, str) for domain in model.problem.domains.values() for value in domain)
    assert list(twin.problem.domains) == list(model.problem.domains)
    if symbolic:
        assert twin.count() == model.count()
        return
    assert_same(model.problem, twin.problem)
    assert (twin.objective is None) == (model.objective is None)
    if model.objective is not None and twin.objective is not None:
        assert twin.maximize == model.maximize
        for solution in model.problem.solutions(solution_limit=50):
            assert twin.objective.evaluate(solution) == model.objective.evaluate(solution)


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_problem_of_every_kind_has_the_same_solutions(name: str) -> None:
    problem = stated(name)
    assert_same(problem, again(problem).problem)


@given(mixed_problems())
def test_random_problems_have_the_same_solutions(mixed: Mixed) -> None:
    problem = mixed.problem
    note(written(problem))
    twin = again(problem).problem
    assert twin.count() == problem.count()


def test_expressions_of_every_kind_have_the_same_solutions() -> None:
    p: Problem[Any, Any] = Problem()
    x, y, z = p.add_variables("xyz", range(-2, 4))
    a, b = p.add_booleans("ab")
    color = p.add_variable("color", ["red", "blue"])
    stated_by_one: list[Constraint] = [
        x // 2 + y % 3 >= z - 5,
        x // -2 + y % -3 >= z - 5,
        x // y != 3,
        x % y == z,
        ~(x // y == z),
        x ** abs(z) <= 30,
        (x**z == 1) | (y > 2),
        csplib.truncated_quotient(x, y) + csplib.truncated_remainder(z, 3) <= 4,
        element([[1, 2], [3, 4]], a, b) >= 2,
        element({"red": x, "blue": y}, color) <= 2,
        element([1, x, 5], y) != z,
        if_then_else(a, x, y) <= if_then_else(b, x // y, 2),
        if_then_else(x > y, a, y > z),
        (x < y) == (y < z),
        ((x < 2) ^ (y < 1)) | ~(a & b),
        a == (x > 0),
        csplib.exactly_one(a, b, x == 3),
        csplib.at_most_one(a, x == 2),
        csplib.count_of([x, y, z], 1) + csplib.count_different([x, y], except_=2) <= 3,
        csplib.argmin([x, y, z]) <= csplib.argmax([x, y, z]) + 2,
        csplib.min_of(x, y) <= csplib.max_of(y, z) + reify(a) * x,
        csplib.In(x, range(-10_000, 10_000)),
        csplib.implies(x == 1, csplib.Table([y, z], [(0, 1), (2, 3)])),
        csplib.Cardinality([x, y], {0: (0, 1)}) | csplib.Circuit([x, y, z]),
        ~csplib.AllDifferent([x, y, z]),
        csplib.Predicate([x, y], lambda one, other: one * other > 1),
    ]
    codes = {"blue": 4, "red": 5}  # behind the greatest integer, in order
    names = Naming(p.domains).names
    for constraint in stated_by_one:
        p._constraints, p._compiled = [constraint], None
        expected = {tuple(codes.get(value, value) for value in row) for row in rows_of(p)}
        assert rows_of(again(p).problem, [names[name] for name in p.domains]) == expected, str(constraint)


def test_names_that_are_no_identifiers_are_replaced_and_noted() -> None:
    p: Problem[Any, int] = Problem()
    p.add_variables([("a", 1), "two words", "x[0]", "x[2]", "y[7000000]", "c1", "v0", 3], range(2))
    text = written(p)
    assert '<var id="v1" note="(&apos;a&apos;, 1)"> 0 1 </var>' in text.replace("'", "&apos;")
    assert '<array id="x" size="[3]"> <domain for="x[0] x[2]"> 0 1 </domain> </array>' in text
    twin = read(StringIO(text), format="xcsp3")
    assert twin.count() == p.count() == 256
    assert {"x[0]", "x[2]", "v0"} < twin.problem.domains.keys()


def test_values_that_are_no_integers_have_codes_in_order() -> None:
    p: Problem[Any, Any] = Problem()
    days = [date(2026, 1, day) for day in (3, 1, 2)]
    start, end = p.add_variables(["start", "end"], days)
    p.add(start < end)
    assert 'note="0 = datetime.date(2026, 1, 1), 1 = datetime.date(2026, 1, 2), ' in written(p)
    assert rows_of(again(p).problem) == {(0, 1), (0, 2), (1, 2)}
    p.add(start + timedelta(days=1) < end)  # which is a table
    assert rows_of(again(p).problem) == {(0, 2)}


def test_objectives_and_names_of_constraints_are_written() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(1, 6))
    p.add((x + 2 <= y).named('early & "late"'))
    assert """<intension note='early &amp; "late"'> """ in written(p)
    for aim in (2 * x - 3 * y, x * y, abs(x - 3) + y, csplib.max_of(x, y)):
        best = again(p, minimize=aim).best()
        known = p.minimize(aim).finish()
        assert best is not None
        assert known is not None
        assert best.objective == known.objective
    found = again(p, maximize=y - x).best()
    assert found is not None
    assert found.objective == 4


def test_what_cannot_be_written_is_an_error_that_names_it() -> None:
    p: Problem[str, int] = Problem()
    variables = p.add_variables([f"x{place}" for place in range(9)], range(9))
    p.add(csplib.Path(variables, 0, 8))
    with pytest.raises(FormatError, match="no word for Path"):
        written(p)
    q: Problem[str, int] = Problem()
    q.prefer(q.add_variable("x", range(3)) == 1)
    with pytest.raises(FormatError, match="no preferences"):
        written(q)
    assert again(q, minimize=q.penalty).best() is not None


def test_what_is_undefined_inside_a_combination_is_guarded() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variable("x", [0, 1, 2]), p.add_variable("y", [0, 3])
    p.add((element([-1], x) == y) | (x == 1), x == reify(element([1], x) != y) * x)
    assert again(p).problem.count() == p.count()


def test_a_number_that_equals_an_integer_is_that_integer() -> None:
    p: Problem[str, float] = Problem()
    x = p.add_variable("x", [0, 1, 2.5])
    p.add(x != 1.0)
    assert again(p).problem.count() == p.count() == 2


def partial_objectives(a: Any, b: Any, c: Any) -> list[Any]:
    return [
        element({1: 3}, a),
        element([4, 5], a),
        element([4, 5], a + b),
        element([1, 2], element([1, 0, 7], b)),
        element([5, 6], b // (a + 1)),
        6 // a,
        6 // a + b,
        7 // (a - b),
        5 % a,
        csplib.max_of([6 // a, a]),
        if_then_else(a == 1, 6 // b, c),
        abs(6 // a - 4),
    ]


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("maximize", [False, True])
def test_an_objective_without_a_value_rules_a_solution_out_in_the_file_too(number: int, *, maximize: bool) -> None:
    p = Problem[str, int]()
    a, b, c = p.add_variables("abc", range(3))
    p.add(a + b >= 1)
    objective = partial_objectives(a, b, c)[number]
    found = again(Model(p, objective, maximize=maximize))
    expected = (p.maximize if maximize else p.minimize)(objective).finish()
    best = found.best()
    assert expected is not None
    assert best is not None
    assert best.objective == expected.objective
    p.add(objective <= 10**6)  # where it has a value
    assert found.problem.count() == p.count()


def test_an_objective_that_always_has_a_value_needs_no_condition() -> None:
    p = Problem[str, int]()
    a = p.add_variable("a", range(1, 3))
    found = again(Model(p, element([7, 8, 9], a) + 6 // a))
    assert not found.problem.constraints
