"""`csplib.compat.constraint` against brute force: every constraint, texts, functions, solvers, subclasses of users."""

from __future__ import annotations

import operator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import csplib.compat.constraint as module
from csplib.compat.constraint import (
    AllDifferentConstraint,
    AllEqualConstraint,
    BacktrackingSolver,
    Constraint,
    Domain,
    ExactProdConstraint,
    ExactSumConstraint,
    FunctionConstraint,
    InSetConstraint,
    MaxProdConstraint,
    MaxSumConstraint,
    MinConflictsSolver,
    MinProdConstraint,
    MinSumConstraint,
    NotInSetConstraint,
    ParallelSolver,
    Problem,
    Solver,
    SomeInSetConstraint,
    SomeNotInSetConstraint,
    VariableExactProdConstraint,
    VariableExactSumConstraint,
    VariableMaxProdConstraint,
    VariableMaxSumConstraint,
    VariableMinProdConstraint,
    VariableMinSumConstraint,
    compile_to_constraints,
)

NAMES = ["x", "y", "z"]

INTEGERS = st.integers(-3, 4)
TENTHS = st.sampled_from([-1.5, -0.3, 0.1, 0.2, 0.7, 1, 2])
RELATIONS = {"exact": operator.eq, "min": operator.ge, "max": operator.le}
SUMS = {"exact": ExactSumConstraint, "min": MinSumConstraint, "max": MaxSumConstraint}
PRODUCTS = {"exact": ExactProdConstraint, "min": MinProdConstraint, "max": MaxProdConstraint}
SUM_TARGETS = {"exact": VariableExactSumConstraint, "min": VariableMinSumConstraint, "max": VariableMaxSumConstraint}
PRODUCT_TARGETS = {
    "exact": VariableExactProdConstraint,
    "min": VariableMinProdConstraint,
    "max": VariableMaxProdConstraint,
}


def rounded(number: float) -> float:
    return round(number, 10)


@st.composite
def ruled(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> tuple[Any, Any]:
    """Return a constraint over x, y, z and its meaning, as a function of their values."""
    how = draw(st.sampled_from(list(RELATIONS)))
    relation = RELATIONS[how]
    bound = draw(values)
    listed = draw(st.lists(values, max_size=4))
    count = draw(st.integers(0, 3))
    factors = draw(st.none() | st.lists(values, min_size=3, max_size=3))
    weights = factors or [1, 1, 1]
    exact = draw(st.booleans())
    counted = operator.eq if exact else operator.ge
    choices: list[tuple[Any, Any]] = [
        (AllDifferentConstraint(), lambda *v: len(set(v)) == 3),
        (AllEqualConstraint(), lambda *v: len(set(v)) == 1),
        (InSetConstraint(listed), lambda *v: all(one in listed for one in v)),
        (NotInSetConstraint(set(listed)), lambda *v: not any(one in listed for one in v)),
        (SomeInSetConstraint(listed, count, exact), lambda *v: counted(sum(one in listed for one in v), count)),
        (SomeNotInSetConstraint(listed, count, exact), lambda *v: counted(sum(one not in listed for one in v), count)),
        (
            SUMS[how](bound, factors),
            lambda *v: relation(rounded(sum(a * b for a, b in zip(v, weights, strict=True))), bound),
        ),
        (PRODUCTS[how](bound), lambda *v: relation(rounded(v[0] * v[1] * v[2]), bound)),
        (SUM_TARGETS[how]("y", ["x", "z"]), lambda x, y, z: relation(rounded(x + z), y)),
        (PRODUCT_TARGETS[how]("x", ["y", "z"]), lambda x, y, z: relation(rounded(y * z), x)),
        (FunctionConstraint(lambda x, y, z: x < y or z == bound), lambda x, y, z: x < y or z == bound),
    ]
    chosen: tuple[Any, Any] = draw(st.sampled_from(choices))
    return chosen


@st.composite
def problems(draw: st.DrawFn) -> tuple[dict[str, list[Any]], list[tuple[Any, Any]]]:
    values = draw(st.sampled_from([INTEGERS, TENTHS]))
    domains = {name: draw(st.lists(values, min_size=1, max_size=5, unique=True)) for name in NAMES}
    return domains, draw(st.lists(ruled(values), min_size=1, max_size=3))


@given(problems())
def test_solutions_are_those_of_brute_force(made: Any) -> None:
    domains, rules = made
    problem = Problem()
    for name, values in domains.items():
        problem.addVariable(name, values)
    for constraint, _ in rules:
        problem.addConstraint(constraint, NAMES)
    rows = [row for row in product(*domains.values()) if all(meaning(*row) for _, meaning in rules)]
    found = [tuple(solution[name] for name in NAMES) for solution in problem.getSolutions()]
    assert sorted(found) == sorted(rows)
    assert sorted(tuple(s[name] for name in NAMES) for s in problem.getSolutionIter()) == sorted(rows)
    first = problem.getSolution()
    assert first is None if not rows else tuple(first[name] for name in NAMES) in rows  # type: ignore[index]


@st.composite
def texts(draw: st.DrawFn) -> str:
    def number(depth: int) -> str:
        if depth == 0 or draw(st.booleans()):
            return draw(st.sampled_from([*NAMES, "1", "2", "-3", "5"]))
        sign = draw(st.sampled_from("+-*"))
        return f"({number(depth - 1)} {sign} {number(depth - 1)})"

    def comparison() -> str:
        sign = draw(st.sampled_from(["<", "<=", "==", "!=", ">", ">="]))
        return f"{number(2)} {sign} {number(2)}" + (f" < {number(1)}" if draw(st.booleans()) and sign != "!=" else "")

    word = draw(st.sampled_from([" and ", " or ", None]))
    return comparison() if word is None else f"{comparison()}{word}not ({comparison()})"


@given(st.lists(texts(), min_size=1, max_size=3), st.sampled_from([[-2, 0, 1, 3], [0.5, 1, -2], [2, 4, 6, 12]]))
def test_texts_mean_what_python_means(stated: list[str], values: list[Any]) -> None:
    def meaning(row: tuple[Any, ...]) -> bool:
        return all(eval(text, {}, dict(zip(NAMES, row, strict=True))) for text in stated)  # noqa: S307

    rows = [row for row in product(values, repeat=3) if meaning(row)]
    problem = Problem()
    problem.addVariables(NAMES, values)
    problem.addConstraint(stated)
    assert sorted(problem.getSolutionsOrderedList(NAMES)) == sorted(rows)
    problem = Problem()
    problem.addVariables(NAMES, values)
    compiled = compile_to_constraints(stated, dict.fromkeys(NAMES, values))
    assume(all(used for _, used, _ in compiled))  # without variables, a constraint would get all of them
    for constraint, used, _ in compiled:
        problem.addConstraint(constraint, used)
    assert sorted(problem.getSolutionsOrderedList(NAMES)) == sorted(rows)


def test_a_constraint_of_ones_own_is_asked_with_domains_and_assignments() -> None:
    class Apart(Constraint):
        def __call__(self, variables: Any, domains: Any, assignments: Any, *_: Any) -> bool:
            assert all(isinstance(domains[x], Domain) for x in variables)
            known = [assignments[x] for x in variables if x in assignments]
            return bool(max(known) - min(known) >= len(known) - 1)

    problem = Problem()
    problem.addConstraint(Apart(), ["a", "b"])  # variables can come later
    problem.addVariables("ab", range(3))
    assert sorted(problem.getSolutionsOrderedList("ab")) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]


def test_a_solver_of_ones_own_gets_what_it_expects() -> None:
    class First(Solver):
        def getSolution(self, domains: Any, constraints: Any, vconstraints: Any) -> Any:  # noqa: N802
            assert set(vconstraints) == {"a", "b"}
            for row in product(*domains.values()):
                assignment = dict(zip(domains, row, strict=True))
                if all(one(used, domains, assignment) for one, used in constraints):
                    return assignment
            return None

    problem = Problem(First())
    problem.addVariables("ab", [1, 2, 3])
    problem.addConstraint("a > b")
    problem.addConstraint(MinSumConstraint(5))
    assert problem.getSolution() == {"a": 3, "b": 2}
    with pytest.raises(NotImplementedError, match="First has no getSolutions"):
        problem.getSolutions()


def test_solutions_come_from_the_end_of_the_domains() -> None:
    problem = Problem()
    problem.addVariables(["a", "b"], ["first", "second", "third"])
    problem.addConstraint(lambda a, b: a != b)
    assert problem.getSolution() == {"a": "third", "b": "second"}
    assert problem.getSolutions()[:2] == [{"a": "third", "b": "second"}, {"a": "third", "b": "first"}]


def test_what_a_function_raises_reaches_the_program() -> None:
    problem = Problem()
    problem.addVariables("ab", [0, 1])
    problem.addConstraint(lambda a, b: a / b > 1)
    for ask in (problem.getSolution, problem.getSolutions, lambda: list(problem.getSolutionIter())):
        with pytest.raises(ZeroDivisionError):
            ask()


def test_a_function_that_returns_nothing_is_false() -> None:
    def holds(a: int, b: int) -> Any:
        return True if a < b else None

    for function in (holds, lambda *values: holds(*values) or None):
        problem = Problem()
        problem.addVariables("ab", [0, 1])
        problem.addConstraint(function, "ab")
        assert problem.getSolutions() == [{"a": 0, "b": 1}]


def test_without_solutions_and_without_variables() -> None:
    problem = Problem()
    assert (problem.getSolution(), problem.getSolutions(), list(problem.getSolutionIter())) == (None, [], [])
    problem.addVariable("a", [1, 2])
    problem.addConstraint(lambda a: a > 2)
    assert (problem.getSolution(), problem.getSolutions(), list(problem.getSolutionIter())) == (None, [], [])
    problem.reset()
    problem.addVariables("ab", [1])
    problem.addConstraint(AllDifferentConstraint())
    assert (problem.getSolution(), problem.getSolutions(), list(problem.getSolutionIter())) == (None, [], [])


def test_other_solvers() -> None:
    problem = Problem(MinConflictsSolver(rand=Random(1)))
    problem.addVariables(range(8), range(8))
    for i in range(8):
        for j in range(i):
            problem.addConstraint(lambda a, b, d=i - j: a != b and abs(a - b) != d, (j, i))
    found = problem.getSolution()
    assert found is not None
    assert all(abs(found[i] - found[j]) not in {0, i - j} for i in range(8) for j in range(i))
    with pytest.raises(NotImplementedError):
        problem.getSolutions()
    problem.setSolver(ParallelSolver())
    assert isinstance(problem.getSolver(), ParallelSolver)
    assert problem.getSolutionsAsListDict(order=range(8))[2] == 92
    problem.setSolver(ParallelSolver(process_mode=True))
    with pytest.raises(AssertionError, match="text"):
        problem.getSolutions()
    problem.setSolver(BacktrackingSolver(forwardcheck=False))
    assert len(problem.getSolutions()) == 92


@pytest.mark.parametrize(
    ("state", "error", "told"),
    [
        (lambda p: p.addVariable("a", [1]), ValueError, "'a' already"),
        (lambda p: p.addVariable("b", []), ValueError, "'b' is empty"),
        (lambda p: p.addVariable("b", 7), TypeError, "not 7"),
        (lambda p: p.addConstraint(7), ValueError, "not 7"),
        (lambda p: p.addConstraint(["a > 1", 7]), TypeError, "list of texts"),
    ],
)
def test_mistakes_are_named(state: Any, error: type[Exception], told: str) -> None:
    problem = Problem()
    problem.addVariable("a", [1, 2])
    with pytest.raises(error, match=told):
        state(problem)


def test_domains_can_hide_values_and_get_them_back() -> None:
    domain = Domain("abc")
    domain.pushState()
    domain.hideValue("b")
    domain.pushState()
    domain.hideValue("a")
    assert domain == ["c"]
    domain.popState()
    assert sorted(domain) == ["a", "c"]
    domain.resetState()
    assert sorted(domain) == ["a", "b", "c"]


def test_the_module_has_the_names_of_python_constraint() -> None:
    original = pytest.importorskip("constraint")
    names = {name for name, value in vars(original).items() if isinstance(value, type) and name[0].isupper()}
    names -= {"Callable", "FunctionType", "Hashable", "Iterable", "Sequence"}
    names = {name for name in names if getattr(original, name).__module__.startswith("constraint")}
    assert names <= set(module.__all__)


FIXED: list[tuple[Constraint, Any]] = [
    (AllEqualConstraint(), lambda x, y, z: x == y == z),
    (AllDifferentConstraint(), lambda x, y, z: len({x, y, z}) == 3),
    (InSetConstraint([1, 2]), lambda x, y, z: {x, y, z} <= {1, 2}),
    (NotInSetConstraint([1]), lambda x, y, z: 1 not in {x, y, z}),
    (SomeInSetConstraint([1, 2]), lambda x, y, z: {x, y, z} & {1, 2}),
    (SomeInSetConstraint([9]), lambda x, y, z: False),  # noqa: ARG005
    (SomeInSetConstraint([1, 2], 2, exact=True), lambda x, y, z: sum(v in {1, 2} for v in (x, y, z)) == 2),
    (SomeNotInSetConstraint([1, 2], 2), lambda x, y, z: sum(v not in {1, 2} for v in (x, y, z)) >= 2),
    (ExactSumConstraint(4), lambda x, y, z: x + y + z == 4),
    (ExactSumConstraint(0.5, [1, 2, 3]), lambda x, y, z: x + 2 * y + 3 * z == 0.5),
    (MinSumConstraint(2.5, [1, 0.5, 1]), lambda x, y, z: x + y / 2 + z >= 2.5),
    (MaxSumConstraint(float("inf")), lambda x, y, z: True),  # noqa: ARG005
    (MaxSumConstraint(3), lambda x, y, z: x + y + z <= 3),
    (ExactProdConstraint(2), lambda x, y, z: x * y * z == 2),
    (MinProdConstraint(1.5), lambda x, y, z: x * y * z >= 1.5),
    (MaxProdConstraint(2), lambda x, y, z: x * y * z <= 2),
    (VariableExactSumConstraint("z", ["x", "y"]), lambda x, y, z: x + y == z),
    (VariableMinSumConstraint("z", ["x", "y"], [2, 1, 1]), lambda x, y, z: 2 * x + y >= z),
    (VariableMaxSumConstraint("x", ["z", "y"]), lambda x, y, z: z + y <= x),
    (VariableExactProdConstraint("z", ["x", "y"]), lambda x, y, z: x * y == z),
    (VariableMinProdConstraint("z", ["x", "y"]), lambda x, y, z: x * y >= z),
    (VariableMaxProdConstraint("y", ["x", "z"]), lambda x, y, z: x * z <= y),
]


@pytest.mark.parametrize("values", [[-1, 0, 1, 2], [0.5, 1, 2]])
@pytest.mark.parametrize(("constraint", "meaning"), FIXED, ids=lambda one: type(one).__name__)
def test_each_constraint_alone(constraint: Constraint, meaning: Any, values: list[Any]) -> None:
    rows = sorted(row for row in product(values, repeat=3) if meaning(*row))
    problem = Problem()
    problem.addVariables(NAMES, values)
    problem.addConstraint(constraint, NAMES)
    assert sorted(problem.getSolutionsOrderedList(NAMES)) == rows
    domains = {name: Domain(values) for name in NAMES}
    called = [
        row for row in product(values, repeat=3) if constraint(NAMES, domains, dict(zip(NAMES, row, strict=True)))
    ]
    assert sorted(called) == rows
    for row in rows:  # no value of a solution is hidden
        assert constraint(NAMES, domains, {"x": row[0], "y": row[1]}, forwardcheck=True)
        assert row[2] in domains["z"]
        domains["z"].resetState()


@pytest.mark.parametrize(
    ("text", "kind", "bound"),
    [
        ("x + y <= 3", MaxSumConstraint, 3),
        ("3 >= x + y", MaxSumConstraint, 3),
        ("x + y < 3", MaxSumConstraint, 3 - 1e-12),
        ("x * y > 2 * 2", MinProdConstraint, 4 + 1e-12),
        ("x * y * z == 4 / 2", ExactProdConstraint, 2),
        ("x == -1", ExactSumConstraint, -1),
        ("5 - y >= x", MaxSumConstraint, None),
        ("x + y == z", VariableExactSumConstraint, None),
        ("z <= x + y", VariableMinSumConstraint, None),
        ("z - y == x", VariableExactSumConstraint, None),
        ("x * y >= z", VariableMinProdConstraint, None),
        ("z / y <= x", VariableMinProdConstraint, None),
        ("x != y", FunctionConstraint, None),
        ("x + 1 == y", FunctionConstraint, None),
        ("x + x <= 3", FunctionConstraint, None),
        ("x ** y < 9", FunctionConstraint, None),
        ("x - y / z <= 1", FunctionConstraint, None),
        ("x < y or not z", FunctionConstraint, None),
        ("x == y == z", AllEqualConstraint, None),
        ("min(x, y) < 1 / 0 + z", FunctionConstraint, None),
    ],
)
def test_a_text_becomes_the_constraint_that_says_it(text: str, kind: type[Constraint], bound: float | None) -> None:
    domains = {name: [1, 2, 4] for name in NAMES}
    [(constraint, used, source)] = compile_to_constraints([text], domains)
    assert type(constraint) is kind
    assert set(used) == {name for name in NAMES if name in text}
    assert (source is None) == (kind is not FunctionConstraint)
    if bound is not None:
        assert constraint._bound == bound  # type: ignore[attr-defined]


def test_a_chain_is_taken_apart_and_a_text_that_is_stated_twice_counts_once() -> None:
    domains = {"x": [1, 2], "y": [1, 2]}
    kinds = [type(one) for one, _, _ in compile_to_constraints(["1 < x * y <= 4", "1<x*y <=4"], domains)]
    assert kinds == [MinProdConstraint, MaxProdConstraint]
    [(text, used, _)] = compile_to_constraints(["x != 1 or y != 1"], domains, picklable=True)
    assert type(text).__name__ == "CompilableFunctionConstraint"
    assert used == ["x", "y"]
    with pytest.raises(NotImplementedError):
        text(used, domains, {"x": 1, "y": 2})
