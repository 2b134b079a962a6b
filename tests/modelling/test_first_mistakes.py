"""Mistakes of somebody who is new to csplib: each is answered by words that help."""

# ruff: noqa: ARG005, FBT003 (True and False are what is tried, and all the cases have one shape)
from __future__ import annotations

import copy
import math
import pickle
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import csplib
from csplib import (
    AllDifferent,
    AllOf,
    AnyOf,
    Constant,
    Diff,
    Element,
    In,
    KindError,
    ModelWarning,
    Not,
    OptionError,
    Predicate,
    PredicateError,
    Problem,
    Relation,
    Table,
    element,
    implies,
    max_of,
    min_of,
    reify,
)

WRONG: Any = 5  # whatever the signature says


class Given:
    """A problem as a beginner has it."""

    def __init__(self) -> None:
        self.p: Any = Problem()
        self.x, self.y, self.z = self.p.add_variables("xyz", range(4))
        self.name: Any = self.p.add_variable("name", ["Ada", "Bob"])
        self.v: Any = [self.p.add_variable(n, range(3)) for n in range(3)]


def forgotten(x: int, y: int) -> None:
    x < y  # noqa: B015 - the return is what is forgotten


MISTAKES: list[tuple[str, type[BaseException], str, Callable[[Any], object]]] = [
    # Names from other libraries.
    ("addConstraint", AttributeError, "add(constraint)", lambda g: g.p.addConstraint(g.x != g.y)),
    ("add_constraint", AttributeError, "add(constraint)", lambda g: g.p.add_constraint(g.x != g.y)),
    ("Add", AttributeError, "add(constraint)", lambda g: g.p.Add(g.x != g.y)),
    ("addVariable", AttributeError, "add_variable(name, domain)", lambda g: g.p.addVariable("w", [1])),
    ("addVariables", AttributeError, "add_variables(names, domain)", lambda g: g.p.addVariables("w", [1])),
    ("NewIntVar", AttributeError, "add_variable('x', range(10))", lambda g: g.p.NewIntVar(0, 9, "w")),
    ("new_int_var", AttributeError, "add_variable('x', range(10))", lambda g: g.p.new_int_var(0, 9, "w")),
    ("getSolution", AttributeError, "solve() returns a solution", lambda g: g.p.getSolution()),
    ("getSolutions", AttributeError, "solutions() iterates", lambda g: g.p.getSolutions()),
    ("Maximize", AttributeError, "maximize(x).finish()", lambda g: g.p.Maximize(g.x)),
    ("Minimize", AttributeError, "minimize(x).finish()", lambda g: g.p.Minimize(g.x)),
    ("AddAllDifferent", AttributeError, "add(AllDifferent(variables))", lambda g: g.p.AddAllDifferent([g.x, g.y])),
    ("addAllDifferent", AttributeError, "add(AllDifferent(variables))", lambda g: g.p.addAllDifferent([g.x, g.y])),
    ("AddBoolOr", AttributeError, "| & ~ and implies", lambda g: g.p.AddBoolOr([g.x == 1])),
    ("hasSolution", AttributeError, "solve() returns a solution, or None", lambda g: g.p.hasSolution()),
    ("pareto", AttributeError, "csplib.pareto(problem, objectives)", lambda g: g.p.pareto([g.x])),
    ("a problem +=", KindError, "+=: add(constraint)", lambda g: _enlarge(g.p, g.x == 1)),
    ("the objective of a problem", AttributeError, "minimize(x).finish()", lambda g: g.p.objective),
    ("a misspelled method", AttributeError, "no attribute 'sovle'", lambda g: g.p.sovle()),
    # Variables and domains.
    ("two bounds", KindError, "did you mean range(0, 10)?", lambda g: g.p.add_variable("w", 0, 9)),
    ("a number as a domain", KindError, "write range(9) or [9]", lambda g: g.p.add_variable("w", 9)),
    ("no domain", TypeError, "domain", lambda g: g.p.add_variable("w")),
    ("no domain for several", KindError, "{name: domain, ...}", lambda g: g.p.add_variables(["v", "w"])),
    ("an empty domain", csplib.DomainError, "'w' is empty", lambda g: g.p.add_variable("w", [])),
    ("one of several domains is empty", csplib.DomainError, "'w' is empty", lambda g: g.p.add_variables({"w": []})),
    (
        "a word for names",
        csplib.DuplicateVariableError,
        "['queens'] has one",
        lambda g: g.p.add_variables("queens", [1]),
    ),
    ("a name twice", csplib.DuplicateVariableError, "'x' already", lambda g: g.p.add_variable("x", [1])),
    ("a list as a name", KindError, "not hashable", lambda g: g.p.add_variable([1], [1])),
    ("a misspelled name", csplib.UnknownVariableError, "no variable 'xx'", lambda g: g.p["xx"]),
    ("the domain of a variable", AttributeError, "problem.domains['x']", lambda g: g.x.domain),
    ("the value of a variable", AttributeError, "solution['x']", lambda g: g.x.value),
    ("an attribute that nothing has", AttributeError, "no attribute 'foo'", lambda g: g.x.foo),
    ("nan in a domain", csplib.DomainError, "nan", lambda g: g.p.add_variable("w", [math.nan])),
    # Constraints.
    ("a function is added", KindError, "Predicate([x, y], function)", lambda g: g.p.add(lambda x, y: x < y)),
    ("text is added", KindError, "write x != y with what add_variable returned", lambda g: g.p.add("x != y")),
    ("a name for a constraint", KindError, ".named('...')", lambda g: g.p.add(g.x != g.y, "they differ")),
    ("a list is added", KindError, "write add(*constraints)", lambda g: g.p.add([g.x != g.y, g.y != g.z])),
    ("a variable is added", KindError, "put brackets around each comparison", lambda g: g.p.add(g.x)),
    ("None is added", KindError, "is a return missing", lambda g: g.p.add(None)),
    ("a number is added", KindError, "add needs constraints, not 5", lambda g: g.p.add(5)),
    ("or without brackets", KindError, "(x == 1) | (y == 2)", lambda g: g.x == 1 | g.y == 2),
    ("and without brackets", KindError, "(x == 1) | (y == 2)", lambda g: g.x == 1 & g.y == 2),
    ("or, half of the brackets", KindError, "(x == 1) | (y == 2)", lambda g: (g.x == 1) | g.y == 2),
    ("variables joined", KindError, "(x == 1) | (y == 2)", lambda g: g.x & g.y),
    ("variables, one of", KindError, "(x == 1) | (y == 2)", lambda g: g.x ^ g.y),
    ("the opposite of a variable", KindError, "~ joins constraints", lambda g: ~g.x),
    ("the word and", KindError, "& | ~ instead of and, or, not", lambda g: g.x == 1 and g.y == 1),
    ("the word or", KindError, "& | ~ instead of and, or, not", lambda g: g.x == 1 or g.y == 1),
    ("the word not", KindError, "& | ~ instead of and, or, not", lambda g: not (g.x == 1)),  # noqa: SIM201
    ("a variable and another", KindError, "x has no value yet", lambda g: g.x and g.y),
    ("if", KindError, "implies(a, b) instead of if", lambda g: 1 if g.x == g.y else 2),
    ("a chain", KindError, "(a <= x) & (x <= b) instead of a <= x <= b", lambda g: 0 <= g.x <= 3),
    ("in", KindError, "In(x, values) instead of x in", lambda g: g.x in [1, 2]),
    ("max", KindError, "max_of(x, y) instead of max(x, y)", lambda g: max(g.x, g.y)),
    ("sorted", KindError, "neither true nor false", lambda g: sorted([g.x, g.y])),
    ("a sum of constraints", KindError, "sum(reify(c) for c in ...)", lambda g: sum([g.x == 1, g.y == 1])),
    ("a weighted constraint", KindError, "sum(reify(c) for c in ...)", lambda g: 3 * (g.x == 1)),
    ("a constraint in a sum", KindError, "reify(constraint) is 1 or 0", lambda g: g.x + (g.y == 1)),
    ("a constraint equals a variable", KindError, "see reify", lambda g: (g.x == 1) == g.y),
    ("a constraint equals None", KindError, "is compared with None", lambda g: (g.x == 1) == None),  # noqa: E711
    ("a constraint equals 5", KindError, "is compared with 5", lambda g: (g.x == 1) != 5),
    ("division", KindError, "write // to divide integers", lambda g: g.x / 2),
    ("division by a variable", KindError, "the divisor must be an integer, not y", lambda g: g.x // g.y),
    ("half", KindError, "not 0.5: state everything in a smaller unit", lambda g: 0.5 * g.x),
    ("a float on the right", KindError, "not 2.5", lambda g: g.x <= 2.5),
    ("int", KindError, "x has no value yet", lambda g: int(g.x)),
    ("range", TypeError, "cannot be interpreted as an integer", lambda g: range(g.x)),
    ("a list at a variable", TypeError, "list indices must be integers", lambda g: [5, 6, 7][g.x]),
    ("a sum of words", csplib.ScopeError, "but name can be 'Ada'", lambda g: g.p.add(g.name + g.x <= 3)),
    (
        "a constant among names",
        csplib.UnknownVariableError,
        "write Constant(7)",
        lambda g: g.p.add(AllDifferent([g.x, 7])),
    ),
    ("a foreign variable", csplib.UnknownVariableError, "another problem", lambda g: g.p.add(Given().x != g.y)),
    ("the same variable twice", csplib.ScopeError, "'x' twice", lambda g: AllDifferent([g.x, g.x])),
    ("one variable for a list", KindError, "write [x]", lambda g: AllDifferent(g.x)),
    ("variables one by one", KindError, "write AllDifferent([x, y])", lambda g: AllDifferent(g.x, g.y)),
    ("an order one by one", KindError, "write Increasing([x, y])", lambda g: csplib.Increasing(g.x, g.y)),
    ("a set of items", KindError, "a set has none", lambda g: element({4, 5, 6}, g.x)),
    ("a set of items, as a constraint", KindError, "a set has none", lambda g: Element({4, 5, 6}, g.x, g.y)),
    ("a variable as a key", KindError, "a key must be a value", lambda g: element({g.x: 1}, g.y)),
    ("nothing to choose from", csplib.ScopeError, "not an empty one", lambda g: element({}, g.y)),
    ("the arguments of a predicate", csplib.ScopeError, "takes 1 arg", lambda g: Predicate([g.x, g.y], lambda x: x)),
    ("a comparison for a predicate", KindError, "needs a callable", lambda g: Predicate([g.x, g.y], g.x < g.y)),
    ("a short row", csplib.RowError, "1 values for 2 variables", lambda g: Table([g.x, g.y], [(1,)])),
    ("a constraint without a list", KindError, "write [x == 1]", lambda g: AnyOf(g.x == 1)),
    ("a number to join", KindError, "AnyOf needs constraints, not 5", lambda g: AnyOf([g.x == 1, WRONG])),
    ("the truth of a variable", KindError, "reify needs a constraint", lambda g: reify(g.x)),
    ("a variable implies", KindError, "implies needs two constraints", lambda g: implies(g.x, g.y == 1)),
    ("the least of nothing", csplib.ScopeError, "at least one", lambda g: min_of([])),
    ("a constant is counted", KindError, "<Constant 1> is not a value", lambda g: csplib.Count([g.x], Constant(1), 1)),
    ("a constant expression", KindError, "Constant needs a value", lambda g: Constant(g.x + 1)),
    (
        "a forgotten return",
        PredicateError,
        "returned None for x=0, y=0: is a return missing?",
        lambda g: (g.p.add(Predicate([g.x, g.y], forgotten)), g.p.solve()),
    ),
    (
        "a forgotten return of a pair",
        PredicateError,
        "returned None",
        lambda g: (g.p.add(Relation(g.x, g.y, forgotten)), g.p.solve()),
    ),
    ("removed, but never added", csplib.UnknownConstraintError, "to remove", lambda g: g.p.remove(g.x != g.y)),
    # Questions.
    (
        "assumed, but impossible",
        OptionError,
        "x is assumed to be 99, but it can only be 0, 1, 2, 3",
        lambda g: g.p.solve(assuming={"x": 99}),
    ),
    ("counted, but impossible", OptionError, "x is assumed to be 99", lambda g: g.p.count(assuming={g.x: 99})),
    ("listed, but impossible", OptionError, "x is assumed to be 99", lambda g: g.p.solutions(assuming={g.x: 99})),
    ("best, but impossible", OptionError, "x is assumed to be 99", lambda g: g.p.minimize(g.x, assuming={g.x: 99})),
    ("explained, but impossible", OptionError, "x is assumed to be 99", lambda g: g.p.explain(assuming={g.x: 99})),
    ("why, but impossible", OptionError, "x is assumed to be 99", lambda g: g.p.why("y", 1, assuming={g.x: 99})),
    ("assume, but impossible", OptionError, "x is assumed to be 99", lambda g: g.p.assume(x=99).__enter__()),
    ("an unhashable assumption", csplib.CSPError, "x is assumed to be [1]", lambda g: g.p.solve(assuming={"x": [1]})),
    ("an assumption as a constraint", OptionError, "write {x: 1}", lambda g: g.p.solve(assuming=g.x == 1)),
    ("assumed of nothing", csplib.UnknownVariableError, "no variable 'w'", lambda g: g.p.solve(assuming={"w": 1})),
    ("a misspelled option", KindError, "no option timeout=", lambda g: g.p.solve(timeout=3)),
    ("an option by another name", KindError, "did you mean time_limit=?", lambda g: g.p.solve(timeout=3)),
    ("a limit of solutions", KindError, "solutions(solution_limit=...)", lambda g: g.p.solutions(limit=3)),
    ("workers", KindError, "did you mean executor=?", lambda g: g.p.count(workers=3)),
    ("a class of executors", KindError, "with Thread", lambda g: g.p.count(executor=ThreadPoolExecutor)),
    ("AC-3 as inference", OptionError, "infer=mac", lambda g: g.p.solve(infer=csplib.ac3)),
    ("an objective of words", csplib.ScopeError, "but name can be 'Ada'", lambda g: g.p.minimize(g.name)),
    ("an objective by name", KindError, "the objective must be an integer", lambda g: g.p.minimize("x")),
    ("a constraint as objective", KindError, "the objective must be", lambda g: g.p.minimize(g.x == 1)),
    (
        "a weight without its keyword",
        KindError,
        "prefer needs constraints, and weight=",
        lambda g: g.p.prefer(g.x == 1, 5),
    ),
    ("a negative weight", OptionError, "weight=-1", lambda g: g.p.prefer(g.x == 1, weight=-1)),
    ("a strategy by name", OptionError, "select='mrv' is not callable", lambda g: g.p.solve(select="mrv")),
    # Results.
    ("the number of solutions", KindError, "problem.count() counts", lambda g: len(g.p.solutions())),
    ("the first of the solutions", KindError, "next(solutions)", lambda g: g.p.solutions()[0]),
    ("if there are solutions", KindError, "problem.solve() is None if there are none", lambda g: bool(g.p.solutions())),
    ("count of solutions", AttributeError, "problem.count()", lambda g: g.p.solutions().count()),
    ("the objective of a search", AttributeError, "finish() returns the best", lambda g: g.p.minimize(g.x).objective),
    ("the solution of a search", AttributeError, "finish() returns the best", lambda g: g.p.minimize(g.x).solution),
    ("a value of a search", KindError, "finish().solution[x]", lambda g: g.p.minimize(g.x)["x"]),
    ("a search is solved", AttributeError, "finish() returns the best", lambda g: g.p.minimize(g.x).solve()),
    ("a name that is not in a solution", KeyError, "w", lambda g: g.p.solve()["w"]),
    ("a solution is changed", TypeError, "does not support item assignment", lambda g: _change(g.p.solve())),
    ("violations of a list", KindError, "needs a mapping", lambda g: g.p.violations([1, 2])),
    ("why not this expression", KindError, "x + y is an expression", lambda g: g.p.why(g.x + g.y, 3)),
]


def _enlarge(problem: Any, constraint: Any) -> None:
    problem += constraint


def _change(solution: Any) -> None:
    solution["x"] = 1


@pytest.mark.parametrize(("kind", "words", "make"), [pytest.param(*case[1:], id=case[0]) for case in MISTAKES])
def test_a_mistake_is_answered_by_words_that_help(
    kind: type[BaseException], words: str, make: Callable[[Any], object]
) -> None:
    with pytest.raises(kind) as caught:
        make(Given())
    assert words in str(caught.value)


MISSPELLED: list[tuple[str, Callable[[Any], object]]] = [
    ("equal", lambda g: g.name == "Adda"),
    ("different", lambda g: g.name != "Adda"),
    ("among", lambda g: In(g.name, ["Ada", "Adda"])),
    ("a number as text", lambda g: g.x == "1"),
    ("a number for text", lambda g: g.name == 77),
    ("inside or", lambda g: (g.x == 1) | (g.name == "Adda")),
    ("inside not", lambda g: Not(In(g.name, ["Adda", "Bob"]))),
    ("inside a truth value", lambda g: reify(g.name == "Adda") + g.x == 2),
    ("inside a truth variable", lambda g: csplib.Reified(g.x, g.name == "Adda")),
    ("inside if and only if", lambda g: (g.name == "Adda") == (g.x == 1)),
    ("counted", lambda g: csplib.AtMost(1, [g.name], "Adda")),
    ("by cardinality", lambda g: csplib.Cardinality([g.name], {"Ada": (0, 1), "Adda": (0, 1)})),
]


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in MISSPELLED])
def test_a_value_that_no_variable_has_is_warned_of_where_it_is_stated(make: Callable[[Any], Any]) -> None:
    g = Given()
    constraint = make(g)
    for state in (g.p.add, g.p.prefer):
        with pytest.warns(ModelWarning, match=r"which no variable can be: .* can be ") as caught:
            state(constraint)
        assert [warning.filename for warning in caught] == [__file__]


def test_the_warning_is_silenced_or_raised_by_the_usual_filters() -> None:
    g = Given()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        g.p.add(g.name == "Adda")
    assert g.p.solve() is None
    with warnings.catch_warnings():
        warnings.simplefilter("error", ModelWarning)
        with pytest.raises(ModelWarning, match="name can be 'Ada', 'Bob'"):
            g.p.add(g.name == "Adda")
    assert len(g.p.constraints) == 1


def test_values_that_some_variable_has_and_integers_are_not_warned_of() -> None:
    g = Given()
    other = g.p.add_variable("other", ["Cleo", (1, 2), None])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        g.p.add(g.x != 99, In(g.x, [1, 99, -5]), g.name != "Cleo", In(other, [None, (1, 2)]))
        g.p.add(implies(g.name == "Cleo", g.x == 77), element({"Ada": "red", "Bob": "blue"}, g.name) == "red")
        g.p.add(csplib.Exactly(0, [g.x, g.y], 12), g.x + 1 != 99)
    assert g.p.solve() is not None


def test_a_price_list_is_looked_up_by_key() -> None:
    p: Problem[Any, Any] = Problem()
    i = p.add_variable("i", range(5))
    p.add(element({0: 5, 1: 7, 3: 9}, i) >= 7)
    assert [s["i"] for s in p.solutions()] == [1, 3]
    fruit, price = p.add_variable("fruit", ["fig", "pear", "plum"]), p.add_variable("price", range(10))
    p.add(Element({"pear": 2, "fig": 5, (0, 1): 7}, fruit, price), i == 1)
    assert [(s["fruit"], s["price"]) for s in p.solutions()] == [("fig", 5), ("pear", 2)]
    best = p.maximize(element({"pear": 2, "fig": price + i}, fruit)).finish()
    assert best is not None
    assert (best.solution["fruit"], best.objective) == ("fig", 6)
    assert str(element({"pear": 2, "fig": price}, fruit)) == "element({'pear': 2, 'fig': price}, fruit)"


def test_a_constant_stands_where_a_plain_value_would_be_a_name() -> None:
    g = Given()
    g.p.add(AllDifferent([g.v[0], g.v[1], 2]))  # the variable that is named 2
    assert g.p.count(on=g.v) == 6
    q = Given()
    q.p.add(AllDifferent([q.v[0], q.v[1], Constant(2)]))
    assert sorted({(s[0], s[1]) for s in q.p.solutions(on=q.v)}) == [(0, 1), (1, 0)]
    r = Given()
    r.p.add(Diff(Constant("Ada"), r.name), Constant(2) == r.x, r.y == Constant(1) + 2, Constant(5) - r.z > 4)
    assert {(s["name"], s["x"], s["y"], s["z"]) for s in r.p.solutions()} == {("Bob", 2, 3, 0)}
    solution = r.p.solve()
    assert solution[Constant(7) * r.x] == 14


def _count(*constraints: Any) -> int:
    g = Given()
    g.p.add(*[make(g) for make in constraints])
    found: int = g.p.count(on=[g.x, g.y])
    return found


@pytest.mark.parametrize(
    ("make", "count"),
    [
        (lambda g: True, 16),
        (lambda g: False, 0),
        (lambda g: sum([]) == 0, 16),
        (lambda g: sum([]) == 3, 0),
        (lambda g: AllOf([]), 16),
        (lambda g: AnyOf([]), 0),
        (lambda g: Not(True), 0),
        (lambda g: AnyOf([False, g.x == 1]), 4),
        (lambda g: AllOf([True, g.x == 1, AllOf([])]), 4),
        (lambda g: AllOf([g.y == 1, AnyOf([])]), 0),
        (lambda g: AnyOf([g.x == 1, AllOf([g.y == 1, AnyOf([])])]), 4),
        (lambda g: implies(g.x == 1, True), 16),
        (lambda g: implies(g.x == 1, False), 12),
        (lambda g: implies(True, g.x == 1), 4),
        (lambda g: implies(False, g.x == 1), 16),
        (lambda g: (g.x == 1).implies(g.y == 1), 13),
        (lambda g: (g.x == 1) & True, 4),
        (lambda g: True & (g.x == 1), 4),
        (lambda g: (g.x == 1) & False, 0),
        (lambda g: (g.x == 1) | False, 4),
        (lambda g: False | (g.x == 1), 4),
        (lambda g: (g.x == 1) | True, 16),
        (lambda g: (g.x == 1) ^ True, 12),
        (lambda g: True ^ (g.x == 1), 12),
        (lambda g: (g.x == 1) == True, 4),  # noqa: E712
        (lambda g: (g.x == 1) == False, 12),  # noqa: E712
        (lambda g: (g.x == 1) != True, 12),  # noqa: E712
        (lambda g: (g.x == 1) == (g.y == 1), 10),
        (lambda g: (g.x == 1) != (g.y == 1), 6),
        (lambda g: (g.x == 1) ^ (g.y == 1), 6),
        (lambda g: ~((g.x == 1) == (g.y == 1)), 6),
        (lambda g: ((g.x == 1) == (g.y == 1)) == (g.x < g.y), 6),
        (lambda g: (g.x == g.y) == AllOf([]), 4),
        (lambda g: reify(True) == g.x, 4),
        (lambda g: reify(AnyOf([])) == g.x, 4),
        (lambda g: reify(False) + g.x == 2, 4),
        (lambda g: max_of([3, 4]) == g.x + 1, 4),
        (lambda g: max_of(3, 4) == 4, 16),
        (lambda g: min_of([3, 4]) == 4, 0),
        (lambda g: element([1, 2], 0) == g.x, 4),
        (lambda g: element([1, 2], 2) == g.x, 0),
        (lambda g: element({"a": g.y}, Constant("a")) == g.x, 4),
        (lambda g: Constant(3) == 3, 16),
        (lambda g: Constant(3) < 3, 0),
        (lambda g: (Constant(3) < 3) | (g.x == 1), 4),
        (lambda g: reify(Constant(3) < 3) == g.x, 4),
        (lambda g: csplib.Reified(g.x, True), 4),
        (lambda g: AllDifferent([g.x, Constant(2) + 1]), 12),
        (lambda g: AllDifferent([g.x, sum([reify(True), reify(False)])]), 12),
        (lambda g: In(Constant(2) * 2, [3]), 0),
        (lambda g: abs(Constant(-1) * 2) == g.x, 4),
        (lambda g: max_of([-Constant(-2), g.x]) == 2, 12),
        (lambda g: element([g.x, g.y], Constant(2) - 1) == 2, 4),
        (lambda g: reify(Table([g.x, Constant(1) * 2], [(1, 2), (3, 0)])) == 0, 12),
    ],
)
@pytest.mark.parametrize("infer", [None, csplib.no_inference, csplib.forward_check, csplib.mac])
def test_true_and_false_are_constraints_and_numbers_are_expressions(make: Any, count: int, infer: Any) -> None:
    g = Given()
    g.p.add(make(g))
    assert g.p.count(on=[g.x, g.y], infer=infer) == count
    assert (g.p.solve(infer=infer) is None) == (count == 0)
    rows = [{"x": x, "y": y, "z": 0, "name": "Ada", 0: 0, 1: 0, 2: 0} for x in range(4) for y in range(4)]
    assert sum([not g.p.violations(row) for row in rows]) == count


def test_false_is_named_by_explain() -> None:
    g = Given()
    g.p.add(g.x != g.y, False, g.y != g.z)
    assert str(g.p.explain()).splitlines()[1:] == ["- False, which was added as a constraint"]
    empty: Problem[Any, Any] = Problem()
    assert empty.count() == 1
    empty.add(False)
    assert (empty.count(), empty.solve()) == (0, None)


def test_constants_can_be_preferred_and_optimized() -> None:
    g = Given()
    g.p.prefer(True, weight=3)
    g.p.prefer(False, g.x == 2, weight=5)
    assert [str(wish) for wish in g.p.preferences] == ["True (weight 3)", "False (weight 5)", "x == 2 (weight 5)"]
    best = g.p.minimize(g.p.penalty).finish()
    assert (best.objective, best.solution["x"]) == (5, 2)
    assert g.p.minimize(5).finish().objective == 5
    assert g.p.maximize(Constant(7) + 1).finish().objective == 8
    empty: Any = Problem()
    assert empty.minimize(3).finish().objective == 3


def test_constraints_are_keys_by_identity_and_stay_so() -> None:
    g = Given()
    one, other = g.x == 1, g.x == 1
    assert {one: "one", other: "other"}[one] == "one"
    assert len({one, other, one}) == 2
    assert hash(one) == hash(one)
    g.p.add(one, other)
    assert g.p.remove(other) == [other]
    assert g.p.constraints[0] is one
    with pytest.raises(KindError, match="neither true nor false"):
        bool(one == other)


def test_variables_may_have_a_domain_each() -> None:
    p: Problem[Any, Any] = Problem()
    size, color = p.add_variables({"size": range(3), "color": ["red", "blue"]})
    assert (size.name, color.name, p.domains) == ("size", "color", {"size": (0, 1, 2), "color": ("red", "blue")})
    with pytest.raises(csplib.DomainError, match="'w' is empty"):
        p.add_variables({"v": [1], "w": []})
    with pytest.raises(csplib.DuplicateVariableError, match="'size' already"):
        p.add_variables({"v": [1], "size": [1]})
    assert len(p.variables) == 2
    assert p.add_variables({}) == []


def test_hints_do_not_disturb_what_looks_for_attributes() -> None:
    g = Given()
    g.p.add(g.x < g.y)
    for thing in (g.p, g.p.solutions(), g.p.minimize(g.x), g.x):
        assert not hasattr(thing, "addConstraint")
        assert not hasattr(thing, "_repr_svg_")
        assert getattr(thing, "__deepcopy__", None) is None
        assert getattr(thing, "domain", "none") == "none"
    for twin in (copy.copy(g.p), copy.deepcopy(g.p), pickle.loads(pickle.dumps(g.p))):  # noqa: S301
        assert twin.count() == g.p.count()
    assert len(list(g.p.solutions(on=["x", "y"]))) == 6
    with pytest.raises(AttributeError) as caught:
        g.p.slove()
    assert (caught.value.name, caught.value.obj) == ("slove", g.p)
