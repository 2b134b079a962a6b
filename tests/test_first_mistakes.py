"""Mistakes of beginners: each error message helps to mend them."""

# ruff: noqa: ARG005 (True and False are what is tried, and all the cases have one shape)
from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from models import Given

import csplib
from csplib import (
    AllDifferent,
    AnyOf,
    Constant,
    Element,
    KindError,
    OptionError,
    Predicate,
    PredicateError,
    Relation,
    Table,
    element,
    implies,
    min_of,
    reify,
)

WRONG: Any = 5  # whatever the signature says


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
    ("AddHint", AttributeError, "solve(hint={x: 1})", lambda g: g.p.AddHint(g.x, 1)),
    ("add_array", AttributeError, "array(name, shape, domain)", lambda g: g.p.add_array("w", 3, range(3))),
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
        "for one write ['queens']",
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
    ("an unknown name in a text", csplib.TextError, "there is no variable 'w'", lambda g: g.p.add("x != w")),
    ("text is joined", KindError, "write x != y with what add_variable returned", lambda g: (g.x != g.y) & "x != y"),
    ("a name for a constraint", csplib.TextError, ".named('...')", lambda g: g.p.add(g.x != g.y, "they differ")),
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
    ("an assumption as a constraint", OptionError, "as in {x: 1}", lambda g: g.p.solve(assuming=g.x == 1)),
    ("assumed of nothing", csplib.UnknownVariableError, "no variable 'w'", lambda g: g.p.solve(assuming={"w": 1})),
    ("a misspelled option", KindError, "no option timeout=", lambda g: g.p.solve(timeout=3)),
    ("an option by another name", KindError, "did you mean time_limit=?", lambda g: g.p.solve(timeout=3)),
    ("a limit of solutions", KindError, "solutions(solution_limit=...)", lambda g: g.p.solutions(limit=3)),
    ("workers", OptionError, "pass executor= instead", lambda g: g.p.count(workers=3)),
    ("a class of executors", KindError, "with Thread", lambda g: g.p.count(executor=ThreadPoolExecutor)),
    ("AC-3 as inference", OptionError, "infer=mac", lambda g: g.p.solve(infer=csplib.ac3)),
    ("an objective of words", csplib.ScopeError, "but name can be 'Ada'", lambda g: g.p.minimize(g.name)),
    ("an objective misspelled", csplib.TextError, "there is no variable 'w'", lambda g: g.p.minimize("x + w")),
    ("a name in capitals", csplib.UnknownVariableError, "did you mean 'x'?", lambda g: g.p["X"]),
    ("words in order", KindError, "== and != compare other values; for an order", lambda g: g.name < "Bob"),
    ("any of constraints", KindError, "AnyOf(...) instead of all(...), any(...)", lambda g: any([g.x == 1])),
    ("a constraint as objective", KindError, "the objective must be", lambda g: g.p.minimize(g.x == 1)),
    (
        "a weight without its keyword",
        KindError,
        "prefer needs constraints, and weight=",
        lambda g: g.p.prefer(g.x == 1, 5),
    ),
    (
        "a negative weight",
        OptionError,
        "weight must be a positive integer, not -1",
        lambda g: g.p.prefer(g.x == 1, weight=-1),
    ),
    ("a strategy by name", OptionError, "select= must be callable, not 'mrv'", lambda g: g.p.solve(select="mrv")),
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
