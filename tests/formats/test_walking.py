"""The walk over expressions and constraints: every kind is known, and what is made from its fields means the same."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest
from catalogue import CATALOGUE, stated
from hypothesis import given, note
from models import every_kind_of_expression
from test_combined_features import Mixed, mixed_problems

import csplib
from csplib import Constraint, KindError, Predicate, Problem, Relation
from csplib.formats.kinds import Field
from csplib.formats.walking import KINDS, Node, make, node_of, nodes_in, variables_of
from csplib.modelling.terms import Term

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")


def made_again(thing: Term | Constraint, problem: Problem[Any, Any]) -> Any:
    """Return *thing*, made from its fields, and those inside from theirs."""
    node = node_of(thing)
    if node.kind == "variable":
        return problem[node.fields["name"]]
    fields = {name: _again(value, problem) for name, value in node.fields.items()}
    if isinstance(thing, Constraint):
        return make(node.kind, fields, name=thing.name, rank=thing.rank)
    return make(node.kind, fields)


def _again(value: Any, problem: Problem[Any, Any]) -> Any:
    if isinstance(value, (Term, Constraint)):
        return made_again(value, problem)
    if isinstance(value, (tuple, list)):
        return type(value)([_again(one, problem) for one in value])
    return {key: _again(one, problem) for key, one in value.items()} if isinstance(value, dict) else value


def assert_same_when_made_again(problem: Problem[Any, Any]) -> None:
    twin: Problem[Any, Any] = Problem()
    for variable in problem.variables:
        if isinstance(variable, csplib.Boolean):
            twin.add_boolean(variable.name)
        else:
            twin.add_variable(variable.name, problem.domains[variable.name])
    for constraint in problem.constraints:
        again = made_again(constraint, twin)
        assert str(again) == str(constraint) or type(again) is not type(constraint)
        assert kinds_in(again) == kinds_in(constraint)
        twin.add(again)
    found, expected = [Counter(tuple(solution.values()) for solution in one.solutions()) for one in (twin, problem)]
    assert found == expected


def kinds_in(thing: Term | Constraint) -> list[str]:
    return [node.kind for node in nodes_in(thing)]


@pytest.mark.parametrize("name", CATALOGUE)
def test_constraints_of_every_kind_mean_the_same_when_they_are_made_again(name: str) -> None:
    assert_same_when_made_again(stated(name))


@given(mixed_problems())
def test_random_problems_mean_the_same_when_they_are_made_again(mixed: Mixed) -> None:
    note(str(mixed.problem.constraints))
    assert_same_when_made_again(mixed.problem)


def test_expressions_of_every_kind_mean_the_same_when_they_are_made_again() -> None:
    assert_same_when_made_again(every_kind_of_expression())


def test_values_with_an_order_mean_the_same_when_they_are_made_again() -> None:
    p: Problem[Any, Any] = Problem()
    days = [date(2026, 1, day) for day in range(1, 6)]
    start, end = p.add_variables(["start", "end"], days)
    p.add(start + timedelta(days=1) < end, end != days[3], start > days[0])
    assert_same_when_made_again(p)


def test_a_term_that_is_named_twice_is_two_equal_operands() -> None:
    x = Problem[str, int]().add_variable("x", range(3))
    node = node_of(csplib.AllEqual([x, x]))
    assert node.operands == (x, x)
    assert variables_of(csplib.AllEqual([x, x])) == ["x"]


def test_a_deep_expression_needs_no_deep_stack() -> None:
    x = Problem[str, int]().add_variable("x", range(3))
    total: Any = x
    for _ in range(3_000):
        total = abs(total - 1)
    assert sum(1 for _ in nodes_in(total)) == 6_001


def test_classes_that_csplib_does_not_know_are_custom() -> None:
    class Even(Constraint):
        def satisfied(self, values: Any) -> bool:
            return not sum(values) % 2

    x = Problem[str, int]().add_variable("x", range(3))
    assert node_of(Even([x])) == Node("custom", {"terms": (x,)})


def test_functions_are_fields() -> None:
    function = max
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(3))
    assert node_of(Predicate([x, y], function)).fields["holds"] is function
    assert node_of(Relation(x, y, function)).fields["holds"] is function


@pytest.mark.parametrize(
    ("kind", "fields", "message"),
    [
        ("nonsense", {}, "there is no kind 'nonsense'"),
        ("all_equal", {"terms": ["x"]}, "all_equal has no field 'terms', only variables"),
        ("in", {"variable": "x"}, "in needs the fields variable, values, not variable"),
        ("comparison", {"terms": []}, "comparison needs the fields"),
    ],
)
def test_a_mistake_in_what_is_made_is_named(kind: str, fields: dict[str, Any], message: str) -> None:
    with pytest.raises(KindError, match=message):
        make(kind, fields)


def test_only_expressions_and_constraints_have_a_kind() -> None:
    wrong: Any = 3
    with pytest.raises(KindError, match="not 3"):
        node_of(wrong)


def test_every_public_constraint_has_a_kind() -> None:
    known = {kind.type for kind in KINDS.values()}
    public = [getattr(csplib, name) for name in csplib.__all__]
    missing = {one for one in public if isinstance(one, type) and issubclass(one, Constraint)} - known
    assert missing == {Constraint}
    assert {field for kind in KINDS.values() for field in kind.fields.values()} == set(Field)
