"""Problems as JSON: what is read means the same, and is written as the same text."""

from __future__ import annotations

import io
import json
from collections import Counter
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import pytest
from catalogue import CATALOGUE, stated
from hypothesis import given, note
from hypothesis import strategies as st
from models import every_kind_of_expression
from test_combined_features import Mixed, mixed_problems

import csplib
from csplib import Constraint, FormatError, Model, Predicate, Problem
from csplib.formats.values import decoded, encoded

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")


def written(model: Any, **objective: Any) -> str:
    to = io.StringIO()
    csplib.write(model, to, format="json", **objective)
    return to.getvalue()


def read(text: str) -> Model:
    return csplib.read(io.StringIO(text), format="json")


def again(model: Any, **objective: Any) -> Model:
    """Write and read *model*; check that the text is JSON, and the same when it is written again."""
    text = written(model, **objective)
    json.loads(text)
    found = read(text)
    assert written(found) == text
    return found


def assert_kept(problem: Problem[Any, Any], *, in_order: bool = True) -> None:
    """Check that *problem* has the same variables and solutions when it is read again; in the same order."""
    most = 400 if in_order else None
    twin = again(problem).problem
    assert twin.domains == problem.domains
    assert list(map(type, twin.variables)) == list(map(type, problem.variables))
    found, expected = [
        [tuple(solution.values()) for solution in one.solutions(solution_limit=most)] for one in (twin, problem)
    ]
    assert found == expected if in_order else Counter(found) == Counter(expected)


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_problem_of_the_catalogue_is_kept(name: str) -> None:
    assert_kept(stated(name))


@given(mixed_problems())
def test_random_problems_are_kept(mixed: Mixed) -> None:
    note(str(mixed.problem.constraints))
    assert_kept(mixed.problem)


def test_expressions_names_and_ranks_are_kept() -> None:
    p = every_kind_of_expression()
    assert_kept(p)
    twin = again(p).problem
    assert list(map(str, twin.constraints)) == list(map(str, p.constraints))
    assert (twin.constraints[-1].name, twin.constraints[-1].rank) == ("größer", 3)


def test_preferences_and_the_objective_are_kept() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(5))
    p.add(x + y <= 6)
    p.prefer(x == y, weight=7)
    p.prefer((x > 3).named("more"))
    twin = again(p, maximize=2 * x + y - p.penalty)
    assert [(str(wish), weight) for wish, weight in twin.problem.preferences] == [("x == y", 7), ("more", 1)]
    best = p.maximize(2 * x + y - p.penalty).finish()
    assert twin.maximize
    assert (found := twin.best()) is not None
    assert best is not None
    assert found.objective == best.objective
    least = again(p, minimize=x).best()
    assert least is not None
    assert least.objective == 0


VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(allow_nan=False),
        st.text(),
        st.binary(max_size=5),
        st.fractions(),
        st.decimals(allow_nan=False),
        st.dates(),
        st.times(),
        st.datetimes(timezones=st.sampled_from([None, timezone.utc, timezone(timedelta(hours=-3))])),
        st.timedeltas(),
        st.complex_numbers(allow_nan=False, allow_infinity=False),
    ),
    lambda inside: st.one_of(st.lists(inside, max_size=3).map(tuple), st.frozensets(inside, max_size=3)),
    max_leaves=3,
)


@given(VALUES)
def test_values_are_kept_with_their_types(value: Any) -> None:
    found = decoded(json.loads(json.dumps(encoded(value))))
    assert found == value
    assert type(found) is type(value)


def test_names_and_values_of_all_types_are_kept() -> None:
    p: Problem[Any, Any] = Problem()
    names: list[Any] = [1, "1", ("a", 2), None, date(2026, 1, 2), Fraction(1, 2), "\ud800", "größer"]
    values: list[Any] = [
        "1",
        1.5,
        None,
        (1, 2),
        Decimal("1.50"),
        time(12, 30),
        inf,
        datetime.fromisoformat("2026-01-02"),
    ]
    values.append(True)
    variables = p.add_variables(names, values)
    p.add(csplib.AllDifferent(variables), csplib.In(variables[0], values[:3]), variables[1] == (1, 2))
    p.add(csplib.Table(variables[2:4], [(csplib.ANY, "1"), (None, csplib.ANY)]))
    assert_kept(p)
    assert list(again(p).problem.domains) == names


def test_a_long_range_stays_a_range() -> None:
    p: Problem[str, int] = Problem()
    x = p.add_variable("x", range(10**18))
    p.add(x * 2 == 14)
    assert len(written(p)) < 300
    assert again(p).problem.solve() == {"x": 7}


def test_an_expression_in_many_places_is_written_once() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(5))
    total = x * y
    for _ in range(40):
        total = abs(total - total * 2)  # written out, it would have 2 ** 40 parts
    p.add(total >= 0)
    assert len(written(p)) < 20_000
    assert written(again(p)) == written(p)


def test_a_deep_expression_is_kept() -> None:
    p: Problem[str, int] = Problem()
    total: Any = p.add_variable("x", range(5))
    for _ in range(2_000):
        total = abs(total - 1)
    p.add(total == 1)
    assert again(p).problem.count() == p.count()


def test_small_functions_are_listed_and_large_ones_are_an_error() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(60))
    p.add(Predicate([x, y + 1], lambda a, b: a * b == 12), csplib.Relation(x, y, lambda a, b: a < b), z < 3)
    assert_kept(p, in_order=False)
    p.add(Predicate([x, y, z], lambda a, b, c: a + b == c))
    with pytest.raises(FormatError, match=r"JSON cannot state Predicate.*x, y, z.*only functions with up to 100,000"):
        written(p)


def test_a_constraint_of_an_unknown_class_is_listed() -> None:
    class Even(Constraint):
        def satisfied(self, values: Any) -> bool:
            return not sum(self.shifted_values(values)) % 2

        def lower(self, to: Any) -> None:
            to.ask(self)

    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(4))
    p.add(Even([x, y + 1]) | (x == 3))
    assert_kept(p, in_order=False)


def test_a_value_that_json_has_no_words_for_is_named() -> None:
    p: Problem[Any, Any] = Problem()
    p.add_variable("x", [object])
    with pytest.raises(FormatError, match=r"the value <class 'object'> is of a type that JSON has no words for: type"):
        written(p)


DATA = Path(__file__).parents[1] / "data"
INSTANCES = [*sorted((DATA / "xcsp3").glob("*.xml"))[::5], *sorted((DATA / "flatzinc").glob("*.fzn"))[::3]]


@pytest.mark.parametrize("path", INSTANCES, ids=lambda path: path.name)
def test_instances_in_other_formats_are_kept(path: Path) -> None:
    model = csplib.read(path)
    twin = again(model)
    assert twin.problem.count(200) == model.problem.count(200)
    assert str(twin.objective) == str(model.objective)
    assert twin.maximize == model.maximize


HEAD = '{"csplib": 1, "variables": [{"names": ["x", "y"], "domain": {"from": 0, "to": 3}}]'
MISTAKES = {
    "[]": r"the text: this is not a problem of csplib",
    '{"csplib": 2}': r"this is not a problem of csplib",
    '{"csplib": 1,}': r"the text:1:14: ",
    '{"csplib": 1, "csplib": 1}': r"the key 'csplib' comes twice",
    '{"csplib": 1, "constraint": []}': r"a problem has no 'constraint', only",
    '{"csplib": NaN}': r"NaN is not JSON",
    "[" * 100_000: r"it is nested too deeply",
    f'{{"csplib": 1{"0" * 10_000}}}': r"the text: .*",
    f'{HEAD}, "constraints": [{{}}]}}': r"constraints\[0\]: \{\} is not a constraint",
    f'{HEAD}, "constraints": [{{"kind": "q"}}]}}': r"constraints\[0\]: there is no kind 'q'",
    f'{HEAD}, "constraints": [{{"kind": "different"}}]}}': r"different needs the fields x, y",
    f'{HEAD}, "constraints": [{{"kind": "different", "x": "x", "y": "q"}}]}}': r"there is no variable 'q'",
    f'{HEAD}, "constraints": [{{"kind": "different", "x": "x", "y": "x"}}]}}': r"Diff needs two variables",
    f'{HEAD}, "constraints": [{{"kind": "different", "x": "x", "q": "x"}}]}}': r"has no field 'q', only x, y",
    f'{HEAD}, "constraints": [{{"kind": "abs", "term": "x"}}]}}': r"abs is an expression where a constraint",
    f'{HEAD}, "constraints": [{{"kind": "different", "x": {{"kind": "fact", "truth": true}}}}]}}': r"is a constraint",
    f'{HEAD}, "constraints": [{{"kind": "different", "x": {{"expression": 0}}}}]}}': r"there is no expression 0 before",
    f'{HEAD}, "constraints": [{{"kind": "predicate", "scope": ["x"], "holds": "print"}}]}}': r"functions cannot",
    f'{HEAD}, "objective": {{"minimize": "x", "maximize": "y"}}}}': r"objective: .* does not say what to minimize",
    f'{HEAD}, "objective": {{"minimize": true}}}}': r"objective: True is not an expression",
    f'{HEAD}, "preferences": [{{"weight": 0, "constraint": {{"kind": "fact", "truth": true}}}}]}}': r"weight must be",
    '{"csplib": 1, "variables": [{"names": ["x"], "domain": {"from": 1, "to": 0}}]}': r"variables\[0\]: .* is empty",
    '{"csplib": 1, "variables": [{"names": ["x", "x"], "domain": [1]}]}': r"variables\[0\]: there is a variable 'x'",
    '{"csplib": 1, "variables": [{"names": [[[]], {"q": 1}], "domain": [1]}]}': r"a value is of the type 'q'",
    '{"csplib": 1, "variables": [{"names": [{"date": "x"}], "domain": [1]}]}': r"\{'date': 'x'\} is not a value",
    '{"csplib": 1, "variables": [{"names": ["x"], "domain": 5}]}': r"variables\[0\]: 5 is not an array",
    '{"csplib": 1, "variables": 5}': r"variables: 5 is not an array",
}


@pytest.mark.parametrize("text", MISTAKES, ids=lambda text: text[-60:])
def test_a_mistake_in_a_file_is_named(text: str) -> None:
    with pytest.raises(FormatError, match=MISTAKES[text]):
        read(text)


def test_constraints_inside_constraints_without_end_are_an_error() -> None:
    inside = '{"kind": "not", "constraint": ' * 400 + '{"kind": "fact", "truth": true}' + "}" * 400
    with pytest.raises(FormatError, match=r"the text: constraints\[0\]"):
        read(f'{HEAD}, "constraints": [{inside}]}}')
