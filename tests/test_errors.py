"""Mistakes: each raises early, names the culprit, and leaves the problem as it was."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

import csplib
from csplib import AllDifferent, CSPError, Diff, In, NotIn, Predicate, Problem, Relation, Table


def stated() -> Problem[Any, Any]:
    p: Problem[Any, Any] = Problem()
    p.add_variables("xyz", [1, 2, 3])
    p.add_variable("color", ["red", "green"])
    p.add(Diff("x", "y", name="x and y differ"))
    return p


def other_x() -> csplib.Variable:
    q: Problem[str, int] = Problem()
    return q.add_variable("x", [1])


def two(a: int, b: int) -> bool:
    return a < b


one: Any = lambda a: a > 0  # noqa: E731 - a lambda is what users hand in


class Judge:
    def judge(self, a: int, b: int) -> bool:
        return a < b


WRONG: Any = 5  # whatever the signature says

CASES: list[Any] = [
    ("empty domain", csplib.DomainError, "'w' is empty", lambda p: p.add_variable("w", [])),
    ("nan", csplib.DomainError, "the domain of 'w' contains nan", lambda p: p.add_variable("w", [math.nan])),
    ("sparse range", csplib.DomainError, "more than 10000 values", lambda p: p.add_variable("w", range(0, 10**6, 2))),
    ("endless domain", csplib.DomainError, "more than 10000 values", lambda p: p.add_variable("w", count())),
    ("names are a number", csplib.KindError, "collection of names, not 5", lambda p: p.add_variables(WRONG, [1])),
    ("domain is a number", csplib.KindError, "'w' must be a collection", lambda p: p.add_variable("w", 5)),
    ("unhashable value", csplib.KindError, r"'w' must be .* hashable", lambda p: p.add_variable("w", [[1]])),
    ("variable as value", csplib.KindError, "'w' contains x", lambda p: p.add_variable("w", [p.variable("x")])),
    ("duplicate variable", csplib.DuplicateVariableError, "'x'", lambda p: p.add_variable("x", [1])),
    ("duplicate among new", csplib.DuplicateVariableError, "'v'", lambda p: p.add_variables(["u", "v", "v"], [1])),
    ("unhashable name", csplib.KindError, r"\['w'\]", lambda p: p.add_variable(["w"], [1])),
    ("variable as name", csplib.KindError, "not a name", lambda p: p.add_variable(p.variable("x"), [1])),
    ("unknown variable", csplib.UnknownVariableError, "'w' in w != x", lambda p: p.add(Diff("w", "x"))),
    ("unknown, looked up", csplib.UnknownVariableError, "'w'", lambda p: p.variable("w")),
    ("unknown, judged", csplib.UnknownVariableError, "'w'", lambda p: p.violations({"w": 1})),
    ("unknown, projected", csplib.UnknownVariableError, "'w'", lambda p: p.solutions(on=["w"])),
    (
        "another problem",
        csplib.UnknownVariableError,
        "'x' in .* another problem",
        lambda p: p.add(Diff(other_x(), "y")),
    ),
    ("one good, one bad", csplib.UnknownVariableError, "'w'", lambda p: p.add(Diff("x", "z"), Diff("w", "x"))),
    ("Diff with itself", csplib.ScopeError, "'x' twice", lambda p: p.add(Diff("x", "x"))),
    ("no variables", csplib.ScopeError, "at least one", lambda p: p.add(AllDifferent([]))),
    ("a variable for a scope", csplib.KindError, r"write \[x\]", lambda p: p.add(AllDifferent(p.variable("x")))),
    ("a number for a scope", csplib.KindError, "collection of variables, not 5", lambda p: p.add(AllDifferent(WRONG))),
    ("unhashable in scope", csplib.KindError, "not hashable", lambda p: p.add(AllDifferent([["x"], "y"]))),
    ("constraint in scope", csplib.KindError, "is a constraint where", lambda p: p.add(Diff(Diff("x", "y"), "z"))),
    ("too few arguments", csplib.ScopeError, "3 variables.*takes 2", lambda p: p.add(Predicate("xyz", two))),
    ("too many arguments", csplib.ScopeError, "takes 1 arg", lambda p: p.add(Relation("x", "y", one))),
    ("method arguments", csplib.ScopeError, "takes 2 arg", lambda p: p.add(Predicate("xyz", Judge().judge))),
    ("not callable", csplib.KindError, "needs a callable", lambda p: p.add(Predicate("xy", WRONG))),
    (
        "shifted words",
        csplib.ScopeError,
        "color can be 'red'",
        lambda p: p.add(Diff(p.variable("color") + 1, "x")),
    ),
    ("short row", csplib.RowError, r"row 1 .* 1 values for 2", lambda p: p.add(Table("xy", [(1, 2), (1,)]))),
    ("row is a string", csplib.RowError, "row 0", lambda p: p.add(Table("xy", ["12"]))),
    ("row is a number", csplib.RowError, "row 0", lambda p: p.add(Relation("x", "y", forbidden=[WRONG]))),
    ("unhashable in row", csplib.KindError, "row 0", lambda p: p.add(Table("xy", [(1, [2])]))),
    ("no rows said", csplib.OptionError, "either", lambda p: p.add(Table("xy"))),
    ("both rows said", csplib.OptionError, "either", lambda p: p.add(Table("xy", [], forbidden=[]))),
    ("two rules", csplib.OptionError, "exactly one", lambda p: p.add(Relation("x", "y", two, allowed=[]))),
    ("In, not a collection", csplib.KindError, "In needs", lambda p: p.add(In("x", WRONG))),
    ("not a constraint", csplib.TextError, "an expression, not a constraint", lambda p: p.add("x")),
    ("if x == y", csplib.KindError, "neither true nor false", lambda p: bool(p.variable("x") == p.variable("y"))),
    ("chained comparison", csplib.KindError, "neither true nor false", lambda p: p.add("x" != p.variable("y") != "z")),
    ("compared with a constraint", csplib.KindError, "cannot be compared", lambda p: p.variable("x") != Diff("y", "z")),
    ("shifted compared with a word", csplib.KindError, "integer", lambda p: p.variable("x") + 1 != "red"),
    ("seed and order", csplib.OptionError, "seed=", lambda p: p.solve(seed=1, order=csplib.lcv)),
    ("seed of words", csplib.OptionError, "seed must be an integer, not 'a'", lambda p: p.solve(seed="a")),
    (
        "negative nodes",
        csplib.OptionError,
        "node_limit must be a non-negative integer, not -1",
        lambda p: p.solve(node_limit=-1),
    ),
    (
        "half a solution",
        csplib.OptionError,
        "solution_limit must be a non-negative integer, not 0.5",
        lambda p: p.solutions(solution_limit=0.5),
    ),
    ("a limit that would fake uniqueness", TypeError, "solution_limit", lambda p: p.is_unique(solution_limit=1)),
    ("a limit that would fake no solution", TypeError, "solution_limit", lambda p: p.solve(solution_limit=0)),
    (
        "endless time",
        csplib.OptionError,
        "time_limit must be a number of seconds, not inf",
        lambda p: p.solve(time_limit=math.inf),
    ),
    ("on a number", csplib.KindError, "collection of variables, not 5", lambda p: p.solutions(on=WRONG)),
    ("on one variable", csplib.KindError, r"write \[x\]", lambda p: p.solutions(on=p.variable("x"))),
    ("on an expression", csplib.KindError, r"x \+ 1 is an exp", lambda p: p.solutions(on=[p.variable("x") + 1])),
    ("an expression judged", csplib.KindError, r"x \+ 1 is an", lambda p: p.violations({p.variable("x") + 1: 1})),
    ("an expression looked up", csplib.KindError, r"x \+ 1 is an", lambda p: p.variable(p.variable("x") + 1)),
    ("an expression assumed", csplib.KindError, r"x \+ 1 is an", lambda p: p.solve(assuming={p.variable("x") + 1: 1})),
    ("a list is judged", csplib.KindError, r"mapping .* not \[1\]", lambda p: p.violations([1])),
    ("a number as a name", csplib.KindError, "string, not 5", lambda _: Diff("x", "y").named(WRONG)),
    (
        "a variable in a row",
        csplib.KindError,
        r"row 1 .* has y in it",
        lambda p: Table(["x", "y"], [(1, 1), (p["y"], 1)]),
    ),
    ("an unhashable item", csplib.KindError, r"hashable, not \[2\]", lambda p: csplib.element([1, [2]], p["x"])),
    ("why of a sum", csplib.KindError, r"x \+ y is an expression", lambda p: p.why(p["x"] + p["y"], 3)),
    ("on= a sum", csplib.KindError, r"x \+ y is an expression", lambda p: p.solutions(on=[p["x"] + p["y"]])),
    ("a sum is assumed", csplib.KindError, r"x \+ y is an expr", lambda p: p.solve(assuming={p["x"] + p["y"]: 3})),
    ("a generator is added", csplib.KindError, r"write add\(\*", lambda p: p.add(p["x"] != n for n in (1, 2))),
    ("variables as values", csplib.KindError, "NotIn needs .* not y", lambda p: p.add(NotIn("x", [p.variable("y")]))),
    ("a word as a collection", csplib.KindError, r"write \['red'\]", lambda p: p.add(In("color", "red"))),
    ("rows are a number", csplib.KindError, "collection of rows", lambda p: p.add(Table("xy", WRONG))),
    ("a list of constraints", csplib.KindError, r"write add\(\*", lambda p: p.add([Diff("x", "y")])),
    ("negative count", csplib.OptionError, "limit must be a non-negative integer, not -1", lambda p: p.count(-1)),
    (
        "negative time",
        csplib.OptionError,
        "time_limit must be a number of seconds, not -1",
        lambda p: p.solve(time_limit=-1),
    ),
    (
        "nan time",
        csplib.OptionError,
        "time_limit must be a number of seconds, not nan",
        lambda p: p.solve(time_limit=math.nan),
    ),
    ("infer by name", csplib.OptionError, "infer= must be callable, not 'mac'", lambda p: p.solve(infer="mac")),
    ("projected twice", csplib.OptionError, "twice", lambda p: p.solutions(on=["x", p.variable("x")])),
    ("misspelled option", TypeError, "time_limt", lambda p: p.solve(time_limt=3)),
]


@pytest.mark.parametrize(("kind", "message", "call"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_a_mistake_is_named_at_once_and_changes_nothing(
    kind: type[Exception], message: str, call: Callable[[Problem[Any, Any]], object]
) -> None:
    p = stated()
    before = (p.domains, p.constraints, p.variables)
    with pytest.raises(kind, match=message) as caught:
        call(p)
    assert (p.domains, p.constraints, p.variables) == before
    assert isinstance(caught.value, (ValueError, TypeError))
    assert p.count() == 3 * 2 * 3 * 2


def test_every_exception_is_a_csp_error() -> None:
    kinds = [value for value in vars(csplib).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert len(kinds) == 17
    assert all(issubclass(kind, CSPError) for kind in kinds if kind is not csplib.ModelWarning)


def test_a_predicate_that_raises_is_named_with_its_values_and_keeps_the_cause() -> None:
    p = stated()
    p.add(Predicate("xz", lambda x, z: x / (z - 2) > 0, name="ratio"))
    with pytest.raises(
        csplib.PredicateError, match=r"ratio raised ZeroDivisionError for x=1, z=2: .*division"
    ) as caught:
        p.solve()
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    renamed = Relation("x", "z", lambda x, z: x / (z - 2) > 0).named("renamed ratio")
    with pytest.raises(csplib.PredicateError, match="renamed ratio raised"):
        renamed.satisfied([1, 2])


def test_a_predicate_is_not_asked_about_values_that_a_unary_constraint_excludes() -> None:
    p = stated()
    p.add(Predicate("xz", lambda x, z: x / (z - 2) > 0), p.variable("z") != 2)
    assert p.solve() is not None


def test_control_c_inside_a_predicate_is_not_mistaken_for_an_error() -> None:
    def pressed(*_: int) -> bool:
        raise KeyboardInterrupt

    p = stated()
    p.add(Predicate("xz", pressed))
    with pytest.raises(KeyboardInterrupt):
        p.solve()


def test_no_solution_is_never_an_exception() -> None:
    p = stated()
    p.add(In("x", [99]))
    assert p.solve() is None
    assert p.count() == 0
    assert not p.is_unique()
    assert list(p.solutions()) == []
    for infer in (csplib.no_inference, csplib.forward_check, csplib.mac):
        assert p.solve(infer=infer) is None
