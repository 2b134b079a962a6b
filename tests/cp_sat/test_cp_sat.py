"""CP-SAT as an engine: the same solutions as brute force and as csplib itself, for every kind of constraint."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Hashable, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, note, reject, settings
from hypothesis import strategies as st
from strategies import Stated, key, problems

from csplib import (
    ANY,
    MDD,
    AllDifferent,
    AllDifferentExcept,
    AllEqual,
    AllEqualExcept,
    AllOf,
    AnyOf,
    ArgMax,
    ArgMin,
    AtLeast,
    AtMost,
    BinPacking,
    Circuit,
    Comparison,
    Connected,
    Constant,
    Constraint,
    Count,
    CountDifferent,
    CSPError,
    Diff,
    DomainError,
    Element,
    Exactly,
    In,
    Increasing,
    Inverse,
    KindError,
    Knapsack,
    Lex,
    LimitReached,
    Loop,
    Lowering,
    NoOverlapBoxes,
    Not,
    NotAllEqual,
    NotIn,
    OneHot,
    OptionError,
    Path,
    Predicate,
    Problem,
    Regions,
    Regular,
    Reified,
    Relation,
    ScopeError,
    SpanningTree,
    Status,
    Stretch,
    SubCircuit,
    Table,
    Tree,
    UnknownVariableError,
    ValuePrecedence,
    Variable,
    at_most_one,
    cost_of,
    element,
    exactly_one,
    if_then_else,
    implies,
    max_of,
    min_of,
    reify,
    truncated_quotient,
    truncated_remainder,
)
from csplib.cp_sat import (
    MissingSolverError,
    TranslationError,
    translate,
)
from csplib.cp_sat.model import _codes_of
from csplib.cp_sat.run import Run
from csplib.cp_sat.translation import _LITERALS, _POSTED
from csplib.kernel.clock import Clock
from csplib.modelling.constraints.cardinality import Cardinality
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.extremes import Maximum, Minimum
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.ordering import Ordering
from csplib.modelling.constraints.product import Product
from csplib.modelling.expressions import Formula
from csplib.modelling.operations import Magnitude

pytest.importorskip("ortools")
# Random constraints may name values that no variable has.
pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")

Terms = Sequence[Any]

SMALL = (-1, 0, 1, 2, 3)
SPARSE = (0, 1, 2, 10**9, -(10**12))
MIXED = ("a", None, (1, 2), 2.5, 1.0, 0, 2, True)


def by_brute_force(problem: Problem) -> set[frozenset[Any]]:
    """Let the judge look at every row."""
    names = list(problem.domains)
    rows = [dict(zip(names, row, strict=True)) for row in product(*problem.domains.values())]
    return {key(row) for row in rows if not problem.violations(row)}


def by_cp_sat(problem: Problem) -> set[frozenset[Any]]:
    found = list(problem.solutions(engine="cp-sat"))
    distinct = {key(solution) for solution in found}
    assert len(found) == len(distinct), "a solution came twice"
    for solution in found:
        for name, value in solution.items():
            assert any(value is other for other in problem.domains[name]), "a value that the domain writes otherwise"
    return distinct


def solved(*constraints: Constraint, **domains: Sequence[Hashable]) -> list[tuple[Any, ...]]:
    """Solve a little problem with named variables."""
    problem = Problem()
    for name, domain in domains.items():
        problem.add_variable(name, domain)
    problem.add(*constraints)
    found = by_cp_sat(problem)
    assert found == by_brute_force(problem)
    return sorted([tuple([dict(row)[name] for name in domains]) for row in found], key=repr)


@settings(max_examples=60)
@given(problems())
def test_random_problems_have_the_same_solutions_as_brute_force_and_as_the_engine(stated: Stated) -> None:
    expected = {key(solution) for solution in stated.solutions()}
    assert by_cp_sat(stated.problem) == expected
    assert {key(solution) for solution in stated.problem.solutions()} == expected
    one = stated.problem.solve(engine="cp-sat")
    assert (one is None) == (not expected)
    assert one is None or key(one) in expected


# Each kind of constraint, with random parameters, over terms: variables, shifted ones, and expressions where they fit.


def shapes(x: list[Variable]) -> list[Any]:
    """What a term may look like over integers."""
    return [x[0], x[1] + 2, x[2] - 1, 2 * x[0] - x[1], abs(x[1] - x[2]), x[2] // -2, min_of(x[0], x[2]), x[3], x[3] % 3]


@st.composite
def terms(draw: Any, x: list[Variable], least: int, most: int) -> list[Any]:
    chosen = draw(st.lists(st.sampled_from(range(9)), min_size=least, max_size=most, unique=True))
    every = shapes(x)
    return [every[place] for place in chosen]


@st.composite
def values(draw: Any, least: int = 1) -> list[Hashable]:
    return draw(st.lists(st.sampled_from([*SMALL, 10**9, "a", 1.0]), min_size=least, max_size=3))  # type: ignore[no-any-return]


def numbers(draw: Any, x: list[Variable], low: int = -1) -> Any:
    """An integer, a variable or an expression."""
    return draw(st.one_of(st.integers(max(low, 0), 3), st.sampled_from([x[3], x[2] + 1, abs(x[3])])))


def draw_rows(draw: Any, width: int) -> list[tuple[Any, ...]]:
    row = st.tuples(*[st.sampled_from([*SMALL, ANY, "a", 10**9])] * width)
    return draw(st.lists(row, max_size=6))  # type: ignore[no-any-return]


def draw_table(draw: Any, x: list[Variable]) -> Constraint:
    scope = draw(terms(x, 1, 3))
    rows = draw_rows(draw, len(scope))
    if draw(st.booleans()):
        rows = [row for row in rows if ANY not in row]
    return Table(scope, rows) if draw(st.booleans()) else Table(scope, forbidden=rows)


def draw_relation(draw: Any, x: list[Variable]) -> Constraint:
    one, other = draw(terms(x, 2, 2))
    kind = draw(st.sampled_from(["allowed", "forbidden", "function"]))
    if kind == "function":
        number = draw(st.integers(2, 4))
        return Relation(one, other, lambda a, b: (3 * a + b) % number != 1)
    rows = draw_rows(draw, 2)
    return Relation(one, other, allowed=rows) if kind == "allowed" else Relation(one, other, forbidden=rows)


def draw_regular(draw: Any, x: list[Variable]) -> Constraint:
    states = st.sampled_from(["p", "q", "r"])
    several = draw(st.booleans())
    behind = st.lists(states, max_size=2, unique=True) if several else states
    moves = draw(st.dictionaries(st.tuples(states, st.sampled_from([*SMALL, "a"])), behind, min_size=2, max_size=12))
    moves["p", 0] = "q"
    return Regular(draw(terms(x, 1, 4)), moves, "p", draw(st.lists(states, max_size=2)))


def draw_operated(draw: Any, x: list[Variable]) -> Constraint:
    first, second, result = draw(terms(x, 3, 3))
    kinds = [lambda: first // second, lambda: first % second, lambda: truncated_quotient(first, second)]
    kinds += [lambda: truncated_remainder(first, second), lambda: first ** (second % 4)]
    return draw(st.sampled_from(kinds))() == result  # type: ignore[no-any-return]


def draw_ordering(draw: Any, x: list[Variable]) -> Constraint:
    sign = draw(st.sampled_from(["<", "<=", ">", ">=", "==", "!="]))
    return Ordering(x[0], sign, draw(st.sampled_from([x[1], x[2], 1])))


def draw_no_overlap(draw: Any, x: list[Variable]) -> Constraint:
    starts = draw(terms(x, 1, 4))
    return NoOverlap(starts, [numbers(draw, x) for _ in starts])


def draw_cumulative(draw: Any, x: list[Variable]) -> Constraint:
    starts = draw(terms(x, 1, 4))
    durations, demands = [numbers(draw, x) for _ in starts], [numbers(draw, x) for _ in starts]
    return Cumulative(starts, durations, demands, numbers(draw, x))


def draw_bin_packing(draw: Any, x: list[Variable]) -> Constraint:
    items = draw(terms(x, 1, 4))
    sizes = [draw(st.integers(0, 3)) for _ in items]
    kind = draw(st.sampled_from(["capacity", "capacities", "loads"]))
    if kind == "capacity":
        return BinPacking(items, sizes, draw(st.integers(0, 5)))
    keys = draw(st.lists(st.sampled_from([*SMALL, "a", 10**9]), min_size=1, max_size=4, unique=True))
    amounts = {key: numbers(draw, x) for key in keys}
    return BinPacking(items, sizes, amounts) if kind == "capacities" else BinPacking(items, sizes, loads=amounts)


def draw_knapsack(draw: Any, x: list[Variable]) -> Constraint:
    items = draw(terms(x, 1, 4))
    weights, profits = [draw(st.integers(0, 3)) for _ in items], [draw(st.integers(0, 3)) for _ in items]
    amounts = {draw(st.sampled_from(["capacity", "weight"])): numbers(draw, x)}
    amounts[draw(st.sampled_from(["profit", "least_profit"]))] = numbers(draw, x)
    return Knapsack(items, weights, profits, **amounts)


def draw_boxes(draw: Any, x: list[Variable]) -> Constraint:
    width, ignore_empty = draw(st.integers(1, 3)), draw(st.booleans())
    places = draw(terms(x, width, width)), draw(terms(x, width, width))
    least = draw(st.integers(0, 1))
    sizes = [[draw(st.integers(least, 3)) if least else numbers(draw, x) for _ in range(width)] for _ in places]
    return NoOverlapBoxes(places, sizes, ignore_empty=ignore_empty)


def draw_element(draw: Any, x: list[Variable]) -> Constraint:
    items = draw(st.lists(st.sampled_from([*SMALL, "a", 2.5, x[0], x[1] + 1, abs(x[2])]), min_size=1, max_size=4))
    index, result = draw(terms(x, 2, 2))
    return Element(items, index, result)


def draw_cardinality(draw: Any, x: list[Variable]) -> Constraint:
    bounds = st.tuples(st.integers(0, 2), st.integers(0, 3)).map(sorted)
    counts = draw(st.dictionaries(st.sampled_from([*SMALL, "a", 10**9]), bounds, min_size=1, max_size=4))
    return Cardinality(draw(terms(x, 1, 4)), counts, closed=draw(st.booleans()))


def draw_variable_cardinality(draw: Any, x: list[Variable]) -> Constraint:
    chosen = draw(st.lists(st.sampled_from([*SMALL, "a"]), min_size=1, max_size=3, unique=True))
    counts = {value: numbers(draw, x) for value in chosen}
    return Cardinality(draw(terms(x, 1, 4)), counts, closed=draw(st.booleans()))


def draw_stretch(draw: Any, x: list[Variable]) -> Constraint:
    bounds = st.tuples(st.integers(1, 2), st.integers(1, 4)).map(sorted)
    lengths = draw(st.dictionaries(st.sampled_from([*SMALL, "a"]), bounds, max_size=4))
    pairs = st.lists(st.tuples(st.sampled_from(SMALL), st.sampled_from(SMALL)), max_size=15)
    return Stretch(draw(terms(x, 1, 4)), lengths, changes=draw(st.none() | pairs))


def draw_diagram(draw: Any, x: list[Variable]) -> Constraint:
    value, node = st.sampled_from([*SMALL, "a"]), st.sampled_from([1, 2])
    edges = [("in", draw(value), draw(node)) for _ in range(3)]
    edges += [(draw(node), draw(value), draw(st.sampled_from([3, 4, "end"]))) for _ in range(4)]
    edges += [(draw(st.sampled_from([3, 4])), draw(value), "end") for _ in range(4)]
    try:
        return MDD(draw(terms(x, 1, 3)), edges)
    except OptionError:
        reject()


def draw_formula(draw: Any, x: list[Variable]) -> Constraint:
    a, b, c = draw(st.permutations(x))[:3]
    k = draw(st.sampled_from([-3, -2, -1, 1, 2, 3, 10**9]))
    formulas = [a * b, a * a * b, abs(a - b) * c, (a + b) // k, (a - 3 * b) % k, min_of(a, b, k), max_of(a * b, c, 1)]
    left, right = draw(st.sampled_from(formulas)), draw(st.sampled_from([*formulas, c, k]))
    compare = draw(st.sampled_from(["__le__", "__lt__", "__eq__", "__ne__", "__ge__"]))
    found: Constraint = getattr(left, compare)(right)
    return found


def draw_halves(draw: Any, x: list[Variable]) -> tuple[list[Any], list[Any]]:
    size = draw(st.integers(1, 3))
    return draw(terms(x, size, size)), draw(terms(x, size, size))


costs = st.dictionaries(st.sampled_from([*SMALL, *SPARSE]), st.integers(-2, 4), min_size=3)


def draw_comparison(draw: Any, x: list[Variable]) -> Any:
    one, other = draw(terms(x, 2, 2))
    return draw(st.sampled_from([one <= other, one == other, one != other + 1]))


RING = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0), (3, 1)]


def draw_connected(draw: Any, x: list[Variable]) -> Constraint:
    cells = dict(enumerate(draw(terms(x, 1, 4))))
    edges = [edge for edge in RING if max(edge) < len(cells)][: draw(st.integers(0, 4))]
    return Connected(cells, edges, values=draw(values()), size=draw(st.sampled_from([None, None, 2, (1, 3)])))


def draw_regions(draw: Any, x: list[Variable]) -> Constraint:
    sizes = draw(
        st.dictionaries(st.sampled_from([*SMALL, "a"]), st.sampled_from([(0, 1), 1, (1, 4), (0, 2)]), max_size=2)
    )
    return Regions([draw(terms(x, 1, 4))], sizes=sizes, except_=draw(values(0)))


KINDS: dict[str, Callable[[Any, list[Variable]], Constraint]] = {
    "AllDifferent": lambda draw, x: AllDifferent(draw(terms(x, 1, 4))),
    "AllEqual": lambda draw, x: AllEqual(draw(terms(x, 1, 3))),
    "AtLeast": lambda draw, x: AtLeast(draw(st.integers(-1, 4)), draw(terms(x, 1, 4)), values=draw(values())),
    "AtMost": lambda draw, x: AtMost(draw(st.integers(-1, 4)), draw(terms(x, 1, 4)), values=draw(values())),
    "BinPacking": draw_bin_packing,
    "Cardinality": draw_cardinality,
    "Circuit": lambda draw, x: Circuit(draw(terms(x, 1, 4)), start=draw(st.integers(-1, 1))),
    "Comparison": draw_formula,
    "Count": lambda draw, x: Count(draw(terms(x, 1, 4)), total=numbers(draw, x), values=draw(values())),
    "CountDifferent": lambda draw, x: CountDifferent(draw(terms(x, 1, 4)), numbers(draw, x), except_=draw(values(0))),
    "Count of a variable": lambda draw, x: Count(draw(terms(x, 1, 4)), draw(terms(x, 1, 1))[0], numbers(draw, x)),
    "AllDifferentExcept": lambda draw, x: AllDifferentExcept(draw(terms(x, 1, 4)), draw(values())),
    "AllEqualExcept": lambda draw, x: AllEqualExcept(draw(terms(x, 1, 4)), draw(values())),
    "NotAllEqual": lambda draw, x: NotAllEqual(draw(terms(x, 1, 4))),
    "Cardinality with variables": draw_variable_cardinality,
    "ValuePrecedence": lambda draw, x: ValuePrecedence(
        draw(terms(x, 1, 4)), draw(st.lists(st.sampled_from([*SMALL, "a"]), min_size=1, max_size=4, unique=True))
    ),
    "Stretch": draw_stretch,
    "MDD": draw_diagram,
    "ArgMax": lambda draw, x: ArgMax(draw(terms(x, 1, 4)), numbers(draw, x)),
    "ArgMin": lambda draw, x: ArgMin(draw(terms(x, 1, 4)), numbers(draw, x)),
    "Inverse of different lengths": lambda draw, x: Inverse(draw(terms(x, 1, 3)), draw(terms(x, 1, 3))),
    "OneHot": lambda draw, x: OneHot(draw(terms(x, 1, 1))[0], draw(terms(x, 1, 3))),
    "Path": lambda draw, x: Path(draw(terms(x, 3, 4)), draw(st.integers(0, 2)), draw(st.integers(0, 2))),
    "Connected": draw_connected,
    "Loop": lambda draw, x: Loop(dict(zip(RING, draw(terms(x, 1, 6)), strict=False))),
    "Regions": draw_regions,
    "SpanningTree": lambda draw, x: SpanningTree(dict(zip(RING, draw(terms(x, 1, 5)), strict=False))),
    "Tree": lambda draw, x: Tree(
        draw(terms(x, 1, 4)), start=draw(st.integers(-1, 1)), roots=draw(st.sampled_from([1, 1, 2, None, (0, 2)]))
    ),
    "SubCircuit": lambda draw, x: SubCircuit(draw(terms(x, 1, 4)), start=draw(st.integers(-1, 1))),
    "a matrix": lambda draw, x: element([x[:2], [x[3], 1, 2]], *draw(terms(x, 2, 2))) == numbers(draw, x),
    "a cost": lambda draw, x: cost_of(x[:3], [draw(costs) for _ in range(3)]) <= numbers(draw, x),
    "a choice of constraints": lambda draw, x: if_then_else(x[0] <= 1, *[draw_comparison(draw, x) for _ in range(2)]),
    "a choice of numbers": lambda draw, x: if_then_else(draw_comparison(draw, x), *draw(terms(x, 2, 2))) <= x[3],
    "exactly one": lambda draw, x: exactly_one([draw_comparison(draw, x) for _ in range(3)]),
    "at most one": lambda draw, x: at_most_one([draw_comparison(draw, x) for _ in range(3)]),
    "Cumulative": draw_cumulative,
    "Diff": lambda draw, x: Diff(*draw(terms(x, 2, 2))),
    "Element": draw_element,
    "Exactly": lambda draw, x: Exactly(draw(st.integers(-1, 4)), draw(terms(x, 1, 4)), values=draw(values())),
    "In": lambda draw, x: In(draw(terms(x, 1, 1))[0], draw(values(0))),
    "Increasing": lambda draw, x: Increasing(draw(terms(x, 1, 4)), strictly=draw(st.booleans())),
    "Inverse": lambda draw, x: Inverse(*draw_halves(draw, x)),
    "Lex": lambda draw, x: Lex(*draw_halves(draw, x), strictly=draw(st.booleans())),
    "Maximum": lambda draw, x: Maximum(draw(terms(x, 1, 4)), numbers(draw, x)),
    "Minimum": lambda draw, x: Minimum(draw(terms(x, 1, 4)), numbers(draw, x)),
    "NoOverlap": draw_no_overlap,
    "Knapsack": draw_knapsack,
    "NoOverlapBoxes": draw_boxes,
    "NotIn": lambda draw, x: NotIn(draw(terms(x, 1, 1))[0], draw(values(0))),
    "Predicate": lambda draw, x: Predicate(draw(terms(x, 1, 3)), lambda *row: sum(row) % 3 != 1),
    "Product": lambda draw, x: Product(draw(terms(x, 1, 3)), numbers(draw, x)),
    "Operated": draw_operated,
    "Ordering": draw_ordering,
    "Regular": draw_regular,
    "Relation": draw_relation,
    "Table": draw_table,
}


@st.composite
def states(draw: Any, make: Callable[[Any, list[Variable]], Constraint]) -> Problem:
    """Draw a problem around one constraint: stated, denied, reified, or as one of two choices."""
    problem = Problem()
    pool = st.sampled_from(draw(st.sampled_from([SMALL, SMALL, SPARSE])))
    domain = st.lists(pool, min_size=1, max_size=4, unique=True)
    x = [problem.add_variable(name, draw(domain)) for name in "abcd"]
    try:
        constraint = make(draw, x)
        role = draw(st.sampled_from(["stated", "stated", "denied", "reified", "chosen"]))
        if role == "reified":
            problem.add_variable("t", draw(st.sampled_from([(0, 1), (1, 0, "?"), (1,), (True, 2)])))
            constraint = Reified("t", constraint)
        elif role == "chosen":
            constraint = AnyOf([constraint, x[0] == 1])
        problem.add(Not(constraint) if role == "denied" else constraint)
    except (ScopeError, DomainError):
        reject()
    return problem


@pytest.mark.parametrize("make", [pytest.param(make, id=kind) for kind, make in KINDS.items()])
def test_each_kind_of_constraint_means_the_same(make: Callable[[Any, list[Variable]], Constraint]) -> None:
    @settings(max_examples=40)
    @given(states(make))
    def check(problem: Problem) -> None:
        note(f"{problem.domains} {problem.constraints}")
        expected = by_brute_force(problem)
        assert by_cp_sat(problem) == expected
        assert {key(solution) for solution in problem.solutions()} == expected

    check()


def test_every_kind_with_a_rule_is_checked() -> None:
    joined = {AllOf, AnyOf, Not, Reified}
    assert {kind.__name__ for kind in (_LITERALS.keys() | _POSTED.keys()) - joined} <= KINDS.keys()


# What is easily got wrong.

X = Variable("x")
Y = Variable("y")


@pytest.mark.parametrize("divisor", [-7, -3, -2, -1, 1, 2, 3, 7])
def test_division_rounds_down_and_remainders_have_the_sign_of_the_divisor(divisor: int) -> None:
    domains = {"x": range(-8, 9), "q": range(-9, 10), "r": range(-7, 8)}
    rows = solved(X // divisor == Variable("q"), X % divisor == Variable("r"), **domains)
    assert sorted(rows) == [(x, x // divisor, x % divisor) for x in range(-8, 9)]


@pytest.mark.parametrize(
    ("constraint", "count"),
    [
        pytest.param(NoOverlap([X, Y], [0, 2]), 16 - 3, id="a task of no duration must not fall inside another"),
        pytest.param(NoOverlap([X, Y], [0, 0]), 16, id="two tasks of no duration do not disturb each other"),
        pytest.param(NoOverlap([X, Y + 1], [2, Y]), None, id="a duration varies"),
        pytest.param(Cumulative([X, Y], [0, 2], [9, 1], 1), 16, id="a task of no duration never runs"),
        pytest.param(Cumulative([X, Y], [2, 2], [1, 1], 1), 6, id="two tasks for one place"),
        pytest.param(Cumulative([X, X], [2, Y], [1, 1], Y - 1), None, id="everything varies, a variable comes twice"),
        pytest.param(Table([X, Y], [(1, ANY), (ANY, 2)]), 7, id="rows with wildcards are allowed"),
        pytest.param(Table([X, Y], forbidden=[(1, ANY), (ANY, 2)]), 9, id="rows with wildcards are forbidden"),
        pytest.param(Table([X, Y], [(ANY, ANY)]), 16, id="a row of wildcards allows everything"),
        pytest.param(Table([X, Y], forbidden=[(ANY, ANY)]), 0, id="a row of wildcards forbids everything"),
        pytest.param(Table([X, Y], []), 0, id="no row at all"),
        pytest.param(Element([5, 1], X, Y), 1, id="an index out of range is not possible"),
        pytest.param(element([3, 1], X) == Y, 2, id="an element out of range is no solution"),
        pytest.param((element([3, 1], X) == Y) | (X == 3), 6, id="an element out of range leaves the rest of a choice"),
        pytest.param(~(element([3, 1], X) == Y), 14, id="an element out of range equals nothing"),
        pytest.param(Element([-1, 9], X, Y - 1), 1, id="a value that only a shifted variable can have is the result"),
        pytest.param(
            Regular([X + 9, Y], {("s", 9): "s", ("s", 1): "t"}, "s", ["t"]), 1, id="such a value moves a state"
        ),
        pytest.param(Count([X + 9, Y], 12, 1), 4, id="such a value is counted"),
        pytest.param(Table([X + 9, Y], [(12, 0), (9, ANY)]), 5, id="such a value stands in a row"),
        pytest.param(reify(reify(X == 1) == Y) == reify(X < Y), None, id="reified truths of truths"),
        pytest.param(Reified(X, Reified(Y, X == 1)), None, id="a truth about its own variable"),
        pytest.param(~((X == 1) & ((Y == 2) | ~(X <= Y))), None, id="nested combinations"),
        pytest.param(((X == 1) & (X + Y >= 3)) | ((Y == 0) & Diff(X, Y)), 5, id="a choice between conjunctions"),
        pytest.param(implies(AllDifferent([X, Y + 1]), X * Y == 2), None, id="an implication between two kinds"),
        pytest.param(
            Regular([X, Y], {("s", 0): ["s", "t"], ("s", 1): "s", ("t", 1): "u"}, "s", ["u"]), 1, id="guessing"
        ),
        pytest.param(Regular([X, Y], {("s", 0): "s"}, "s", []), 0, id="an automaton that accepts nothing"),
        pytest.param(Regular([X, Y], {("s", 9): "s"}, "s", ["s"]), 0, id="an automaton that no value moves"),
        pytest.param(Circuit([X, Y], start=1), 1, id="a circuit from 1 on"),
        pytest.param(Circuit([X]), 4, id="a circuit of a single node"),
        pytest.param(Inverse([X, Y], [X, Y]), 2, id="a row that is its own inverse"),
        pytest.param(X - X == 0, 16, id="everything cancels out"),
        pytest.param(X - X == 1, 0, id="everything cancels out, and nothing is left"),
        pytest.param(10**30 * X == 2 * 10**30, 4, id="weights beyond 64 bits"),
        pytest.param(X * 10**30 + Y <= 10**30, None, id="weights beyond 64 bits, tabulated"),
        pytest.param(X + 10**30 != Y, 16, id="an offset beyond 64 bits"),
        pytest.param(X % 10**30 == Y, 4, id="a divisor beyond 64 bits"),
        pytest.param(Count([X, Y], 1, 10**30), 0, id="a count beyond 64 bits"),
        pytest.param(AtLeast(10**30, [X, Y], 1), 0, id="a bound beyond 64 bits"),
    ],
)
def test_small_problems(constraint: Constraint, count: int | None) -> None:
    rows = solved(constraint, x=range(4), y=range(4))
    assert count is None or len(rows) == count


def test_values_of_any_kind_come_back_as_the_domains_write_them() -> None:
    domains: dict[str, tuple[Hashable, ...]] = {
        "x": (1.0, "a", None),
        "y": (True, "a", (1, 2)),
        "z": (1, 2.5, frozenset()),
    }
    assert solved(AllEqual(["x", "y", "z"]), **domains) == [(1.0, True, 1)]
    assert len(solved(AllDifferent(["x", "y", "z"]), **domains)) == 27 - 10
    assert len(solved(Diff("x", "y"), x=["a", 3], y=["a", 4])) == 3


def test_a_code_is_never_taken_for_a_shifted_integer() -> None:
    for offset in range(-3, 4):
        assert len(solved(Diff(X + offset, "y"), x=[0, 1, 2], y=["a", "b", "c"])) == 9
        assert solved(AllEqual([X * X + offset, "y"]), x=[2], y=["a", "b", 4 + offset]) == [(2, 4 + offset)]
        assert solved(Element(["p", "q", "r"], "y", "x"), x=["p", "q"], y=["a", 1, "b"]) == [("q", 1)]


def test_integers_beyond_64_bits_are_compared_and_in_small_numbers_reckoned_with() -> None:
    huge = [10**30, -(10**30), 2**58 + 5, 3]
    assert len(solved(X != Y, x=huge, y=huge)) == 12
    assert len(solved(X + Y == 0, x=huge, y=huge)) == 2
    assert len(solved(AllDifferent([X - 10**30, Y + 10**30]), x=huge, y=huge)) == 15
    problem = Problem()
    x = problem.add_variables(range(5), [*range(40), 10**30])
    problem.add(sum(x) == 3)
    with pytest.raises(TranslationError, match=r"0 \+ 1 .* == 3 .*too large for 64 bits, and it has 115856201 rows"):
        translate(problem)


def test_numbers_of_more_than_31_bits_lose_no_solution() -> None:
    low = [-(10**12), 0, 2, 10**9]
    assert len(solved(Lex(["x"], [2 * X - Y]), x=[0, 10**9], y=low)) == 6
    assert len(solved(AnyOf([X + 1 <= X - Y, X <= Y - X]), x=[0, 10**9], y=low)) == 5
    domains = {"x": (0, 1), "y": (0, 1), "z": (-(10**12), 0)}
    assert len(solved(X * (Variable("z") - 1) * abs(Y - Variable("z")) == 0, **domains)) == 5
    money = {"x": (0, 28879720, 28879721), "y": (3, 28879721)}
    assert len(solved((583 * X - 2 * Y <= 28879721) | (583 * Y == X + 1749), **money)) == 2


def test_rows_beside_other_constraints_lose_no_solution() -> None:
    """OR-Tools 9.15 finds no solution here if its own tables are used."""
    equations = AnyOf([X + 2 * Y == -2, X + Y == 1, 2 * X - Y == 8])
    rows = Table(["x", "y"], forbidden=[(x, y) for x in (1, 4) for y in (-3, -2, 1)])
    assert solved(equations, rows, x=[1, 3, 4], y=[-3, -2, 1]) == [(3, -2)]


class Digits(Constraint):
    """The digits add up to *total*."""

    numeric = True

    def __init__(self, variables: Terms, total: int, *, name: str | None = None) -> None:
        super().__init__(variables, name=name)
        self.total = total

    def satisfied(self, values: Sequence[Any]) -> bool:
        return sum(int(digit) for value in self.shifted_values(values) for digit in str(abs(value))) == self.total

    def lower(self, to: Lowering) -> None:
        to.ask(self)


class AlmostDifferent(AllDifferent):
    """Two may be equal: a meaning of its own, under another's name."""

    def satisfied(self, values: Sequence[object]) -> bool:
        return len(set(self.shifted_values(values))) >= len(values) - 1

    def lower(self, to: Lowering) -> None:
        to.ask(self)


class Squared(Magnitude):
    """An operation that CP-SAT has never heard of."""

    def compute(self, values: Sequence[int]) -> int:
        return values[0] * values[0]


def test_constraints_and_operations_of_your_own_are_tabulated() -> None:
    assert len(solved(Digits(["x", Y + 1], 5), x=range(30), y=range(30))) == 36
    assert len(solved(Digits(["x", "y"], 5) | (X == Y), x=range(30), y=range(30))) == 66
    assert len(solved(~Digits(["x", "y"], 5), x=range(30), y=range(30))) == 864
    assert len(solved(AlmostDifferent(["x", "y", "z"]), x="ab", y="ab", z="ab")) == 6
    assert solved(Comparison([(Formula(Squared(), [X]), 1), (Y, -1)], 0, "=="), x=[-2, 3], y=[4, 5]) == [(-2, 4)]


def test_values_that_a_restriction_rules_out_do_not_count_as_rows() -> None:
    problem = Problem()
    x = problem.add_variables("abcd", range(100))
    problem.add(Digits(x, 3), *[one <= 9 for one in x])
    assert problem.count(engine="cp-sat") == 20
    problem.add(In("a", []))
    assert problem.solve(engine="cp-sat") is None


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        pytest.param(
            lambda x: Digits(x, 3, name="my digits"),
            "my digits cannot be passed to CP-SAT: it has no translation, and it has 160000 rows of values, "
            "more than the 100000",
            id="too many rows for a constraint of your own",
        ),
        pytest.param(lambda x: Predicate(x, lambda *_: True), r"Predicate\(a, b, c, d\) cannot", id="a predicate"),
        pytest.param(
            lambda x: Circuit(x) | (x[0] == 1), r"Circuit\(a, b, c, d\) .* than the 10000", id="inside a choice"
        ),
        pytest.param(lambda x: reify(Circuit(x)) == x[0], "it has 160000 rows", id="inside a truth"),
        pytest.param(lambda x: x[0] * x[1] * x[2] * x[3] * 10**60 == 0, "too large for 64 bits", id="a large product"),
    ],
)
def test_what_cannot_be_translated_is_refused_by_name(
    constraint: Callable[[list[Variable]], Constraint], message: str
) -> None:
    problem = Problem()
    problem.add(constraint(problem.add_variables("abcd", range(20))))
    with pytest.raises(TranslationError, match=message):
        translate(problem)
    assert issubclass(TranslationError, CSPError)
    assert issubclass(TranslationError, ValueError)


# The questions.


def coins(count: int = 40) -> Problem:
    problem = Problem()
    problem.add_variables(range(count), ["heads", "tails"])
    return problem


def test_assumptions_hold_for_one_question_or_inside_a_with() -> None:
    problem = Problem()
    x, y = problem.add_variables("xy", range(3))
    problem.add(x < y)
    assert problem.solve(engine="cp-sat", assuming={x: 1}) == {"x": 1, "y": 2}
    assert problem.solve(engine="cp-sat", assuming={"x": 2}) is None
    with pytest.raises(OptionError, match="x is assumed to be 7"):
        problem.solve(engine="cp-sat", assuming={"x": 7})
    with problem.assume(y=1):
        assert problem.count(engine="cp-sat") == 1
        assert list(problem.solutions(engine="cp-sat", assuming={"x": 1})) == []
    assert problem.count(engine="cp-sat") == 3
    with pytest.raises(UnknownVariableError, match="no variable 'z'"):
        problem.solve(engine="cp-sat", assuming={"z": 1})


def test_a_hint_is_passed_on_by_the_codes_of_values() -> None:
    problem = Problem()
    x, color = problem.add_variable("x", range(10)), problem.add_variable("color", ["red", "blue"])
    long = problem.add_variable("long", range(10**12))
    problem.add((x < 5) | (color == "red"), long >= 3 * x)
    model = translate(problem)
    model.hint({"x": 7, "color": "blue", "long": 10**11})
    hinted = dict(zip(model.cp.proto.solution_hint.vars, model.cp.proto.solution_hint.values, strict=True))
    values = {model.variables[name].index: name for name in model.stated}
    assert {values[place]: model.value(values[place], code) for place, code in hinted.items()} == {
        "x": 7,
        "color": "blue",
        "long": 10**11,
    }
    model = translate(problem)
    model.hint({"x": 77, "color": "green", "long": []})
    assert not list(model.cp.proto.solution_hint.vars)
    solution = problem.solve(engine="cp-sat", hint={x: 4, color: "blue", long: 999})
    assert solution is not None
    assert not problem.violations(solution)
    best = problem.maximize(x, engine="cp-sat", hint={x: 4, color: 1}).finish()
    assert best is not None
    assert best.objective == 9
    with pytest.raises(UnknownVariableError, match="no variable 'z'"):
        problem.solve(engine="cp-sat", hint={"z": 1})


def test_a_problem_without_variables_has_one_solution() -> None:
    assert [dict(solution) for solution in Problem().solutions(engine="cp-sat")] == [{}]
    assert Problem().solve(engine="cp-sat") == {}


def test_projection_yields_each_combination_once() -> None:
    problem = coins()
    problem.add(AtMost(1, [0, 1, 2], "heads"))
    found = problem.solutions(engine="cp-sat", on=[0, 1, 2])
    assert {tuple(solution.values()) for solution in found} == {
        ("tails", "tails", "tails"),
        ("heads", "tails", "tails"),
        ("tails", "heads", "tails"),
        ("tails", "tails", "heads"),
    }
    assert (found.status, found.statistics.solutions) == (Status.COMPLETE, 4)
    assert problem.count(engine="cp-sat", on=[5, 6]) == 4
    assert problem.count(3, engine="cp-sat", on=[5, 6]) == 3
    assert problem.count(engine="cp-sat", on=[]) == 1
    problem.add(AtLeast(2, [0, 1, 2], "heads"))
    assert problem.count(engine="cp-sat", on=[5, 6]) == 0
    with pytest.raises(OptionError, match="on= names a variable twice"):
        problem.solutions(engine="cp-sat", on=[0, 0])
    with pytest.raises(UnknownVariableError, match="no variable 'z'"):
        problem.solutions(engine="cp-sat", on=["z"])


def test_the_status_tells_how_an_iteration_ended() -> None:
    problem = coins(3)
    found = problem.solutions(engine="cp-sat")
    assert found.status is Status.RUNNING
    assert len(list(found)) == 8
    assert (found.status, next(found, None)) == (Status.COMPLETE, None)
    found = problem.solutions(engine="cp-sat", solution_limit=8)
    assert (len(list(found)), found.status) == (8, Status.LIMIT)
    found = problem.solutions(engine="cp-sat", solution_limit=0)
    assert (list(found), found.status) == ([], Status.LIMIT)
    with problem.solutions(engine="cp-sat") as found:
        next(found)
    assert (list(found), found.status) == ([], Status.CLOSED)
    problem.add(Exactly(4, range(3), "tails"))
    found = problem.solutions(engine="cp-sat")
    assert (list(found), found.status) == ([], Status.UNSATISFIABLE)
    assert problem.solve(engine="cp-sat") is None
    assert coins().count(5, engine="cp-sat") == 5


def test_a_time_limit_is_never_mistaken_for_no_solution() -> None:
    problem = coins()
    questions: list[Callable[..., object]] = [problem.solve, problem.count]
    for question in questions:
        with pytest.raises(LimitReached, match=r"stopped at time_limit=0\.0") as stopped:
            question(engine="cp-sat", time_limit=0.0)
    for on in (None, [0]):
        found = problem.solutions(engine="cp-sat", on=on, time_limit=1000)
        found._clock._spent = 1000.0  # the translation took all of it
        with pytest.raises(LimitReached) as stopped:
            next(found)
        assert stopped.value.statistics is found.statistics
        assert found.status is Status.LIMIT
    problem.add_variable("cost", range(9))
    with pytest.raises(LimitReached):
        problem.minimize(problem.variable("cost"), engine="cp-sat", time_limit=0).finish()


def test_an_enumeration_that_is_stopped_by_time_keeps_what_it_has() -> None:
    problem = coins()
    found = problem.solutions(engine="cp-sat", time_limit=0.3)
    assert len(list(found)) > 0
    assert found.status is Status.LIMIT
    with pytest.raises(LimitReached) as stopped:
        problem.count(engine="cp-sat", time_limit=0.3)
    assert stopped.value.found > 0


def test_an_objective_says_nothing_about_what_holds() -> None:
    p: Problem[str, int] = Problem()
    a, b = p.add_variable("a", range(3)), p.add_variable("b", range(5, 8))
    p.add(AllDifferent([b - a, a - b]))
    least = p.minimize(b - a, engine="cp-sat").finish()
    assert least is not None
    assert least.objective == 3


def test_a_difference_that_comparisons_leave_no_value_means_no_solution() -> None:
    p: Problem[str, int] = Problem()
    a, b = p.add_variable("a", range(5, 8)), p.add_variable("b", range(3))
    p.add(a < b, AllDifferent([b - a, a - b]))
    assert p.solve(engine="cp-sat") is None
    assert p.count(engine="cp-sat") == 0
    assert p.minimize(b - a, engine="cp-sat").finish() is None


def test_the_best_solution_is_found_and_proven() -> None:
    problem = Problem()
    x, y = problem.add_variables("xy", range(1, 20))
    problem.add(x * y >= 50, x != y)
    found = problem.minimize(x + y, engine="cp-sat")
    (best,) = found
    assert (best, best.objective, found.status) == (found.best, 15, Status.OPTIMAL)
    assert problem.violations(best.solution) == []
    assert found.statistics.solutions == 1
    assert found.statistics.seconds > 0
    widest = problem.maximize(abs(x - 2 * y), engine="cp-sat").finish()
    assert widest is not None
    assert widest.solution == {"x": 3, "y": 19}
    most = problem.maximize(max_of(x % 7, reify(x < y) * 10) - element([3, 2, 1], y % 3), engine="cp-sat").finish()
    assert most is not None
    assert most.objective == 9
    assert problem.minimize(x - x, engine="cp-sat").finish() is not None
    problem.prefer(x == 1, y == 1, weight=3)
    problem.prefer(x + y == 20)
    cheapest = problem.minimize(problem.penalty, engine="cp-sat", workers=2, seed=10**10).finish()
    assert cheapest is not None
    assert cheapest.objective == 6
    problem.add(x == 1, y <= 2)
    found = problem.minimize(x, engine="cp-sat")
    assert (found.finish(), found.status) == (None, Status.UNSATISFIABLE)
    problem.add(In(x, []))
    assert problem.minimize(x, engine="cp-sat").finish() is None


def test_the_objective_is_held_to_the_rules_of_the_problem() -> None:
    problem = Problem()
    x, color = problem.add_variable("x", range(3)), problem.add_variable("color", ["red", "green"])
    for objective in (3.5, [x], x == 1):
        with pytest.raises(KindError, match="the objective must be an integer, a variable or an expression"):
            problem.minimize(objective, engine="cp-sat")
        with pytest.raises(KindError, match="the objective must be an integer, a variable or an expression"):
            translate(problem, objective=objective)
    with pytest.raises(ScopeError, match="but color can be 'red'"):
        problem.minimize(x + color, engine="cp-sat")
    with pytest.raises(UnknownVariableError, match="y"):
        problem.minimize(Y, engine="cp-sat")
    with pytest.raises(TranslationError, match=r"the objective cannot be passed to CP-SAT: .*too large for 64 bits"):
        problem.minimize(10**30 * x, engine="cp-sat")


def test_a_model_that_the_solver_refuses_is_no_answer() -> None:
    translation = translate(coins(2))
    translation.cp.new_int_var(1, 0, "spoilt")
    with pytest.raises(TranslationError, match="CP-SAT refuses the model: "):
        list(Run(translation, Clock(), seed=None).first())


def stop_early(monkeypatch: pytest.MonkeyPatch, *, at_limit: bool = False) -> None:
    """Let the solver say that it was stopped, when it has found the best solution."""
    call = Run._call

    def stopped(run: Run, callback: Any) -> Any:
        call(run, callback)
        if at_limit:
            run.clock._end = 0.0
        return run.translation.tools.FEASIBLE

    monkeypatch.setattr(Run, "_call", stopped)


def test_a_solution_that_is_not_proven_to_be_the_best_is_given_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem()
    x = problem.add_variable("x", range(5))
    stop_early(monkeypatch, at_limit=True)
    found = problem.minimize(x, engine="cp-sat", time_limit=1000)
    best = found.finish()
    assert best is not None
    assert (best.objective, found.status) == (0, Status.LIMIT)


def test_a_solver_that_stops_without_a_limit_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem()
    x = problem.add_variable("x", range(5))
    stop_early(monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        problem.minimize(x, engine="cp-sat").finish()
    with pytest.raises(KeyboardInterrupt):
        problem.count(engine="cp-sat", time_limit=1000)


def test_the_same_seed_gives_the_same_solution() -> None:
    problem = Problem()
    x = problem.add_variables(range(12), range(12))
    problem.add(AllDifferent(x), sum(i * one for i, one in enumerate(x)) == 350)
    first = [problem.solve(engine="cp-sat", seed=seed) for seed in range(4)]
    assert first == [problem.solve(engine="cp-sat", seed=seed) for seed in range(4)]
    assert all(one is not None and problem.violations(one) == [] for one in first)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        pytest.param(
            lambda p: p.solve(engine="cp-sat", workers=0), "workers must be a positive integer, not 0", id="workers"
        ),
        pytest.param(
            lambda p: p.solve(engine="cp-sat", time_limit=-1),
            "time_limit must be a number of seconds, not -1",
            id="time limit",
        ),
        pytest.param(lambda p: p.solve(engine="cp-sat", seed=1.5), "seed must be an integer, not 1.5", id="seed"),
        pytest.param(
            lambda p: p.solutions(engine="cp-sat", solution_limit=-1),
            "solution_limit must be a non-negative integer, not -1",
            id="solution limit",
        ),
        pytest.param(
            lambda p: p.count(-1, engine="cp-sat"),
            "limit must be a non-negative integer, not -1",
            id="limit of a count",
        ),
        pytest.param(
            lambda p: p.count(engine="cp-sat", workers=2), "workers= is for one solution or the best one", id="listing"
        ),
    ],
)
def test_options_that_make_no_sense_are_refused(ask: Callable[[Problem], object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        ask(coins(2))


def test_a_missing_solver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python.cp_model", None)
    with pytest.raises(MissingSolverError, match=r"pip install csplib\[ortools\]"):
        coins(2).solve(engine="cp-sat")
    assert issubclass(MissingSolverError, CSPError)


def test_the_solver_is_imported_only_when_it_is_needed() -> None:
    script = "import sys, csplib.cp_sat; print(any(name.startswith('ortools') for name in sys.modules))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout.strip() == "False"


def test_ctrl_c_interrupts_the_solver() -> None:
    script = """
import os, signal, threading
from csplib import Problem
problem = Problem()
problem.add_variables(range(40), [0, 1])
problem.solve(engine="cp-sat")
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    problem.count(engine="cp-sat", time_limit=60)
except KeyboardInterrupt:
    print("interrupted")
"""
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout.strip() == "interrupted"


def test_ctrl_c_is_an_exception_again_after_a_call() -> None:
    script = """if True:
        from signal import SIGINT, raise_signal
        from csplib import Problem
        p = Problem()
        p.add_variable("x", [1, 2])
        assert p.solve(engine="cp-sat") is not None
        try:
            raise_signal(SIGINT)
        except KeyboardInterrupt:
            print("interrupted")
    """
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout == "interrupted\n"


def test_what_is_about_no_variable_and_what_is_looked_up_by_key_mean_the_same() -> None:
    for make in (
        lambda x, _: element({"a": 3, "b": x}, "name") == 3,
        lambda x, _: (element({"a": 3, "c": x}, "name") == 3) | (x == 1),
        lambda x, y: Element({2: y, 5: 1}, x, y),
        lambda x, y: Not(Element({2: y, 5: 1}, x, y)),
        lambda *_: True,
        lambda *_: False,
        lambda x, _: AnyOf([AllOf([]), x == 1]),
        lambda x, _: AnyOf([AnyOf([]), x == 1]),
        lambda x, y: (x == 1) == (y == 2),
        lambda x, y: (x == 1) ^ (y == 2) ^ (x < y),
        lambda x, y: AllDifferent([x, y, Constant(2)]),
    ):
        problem: Problem[Any, Any] = Problem()
        x, y = problem.add_variables("xy", range(6))
        problem.add_variable("name", ["a", "b", "c"])
        built: Any = make(x, y)
        problem.add(built)
        assert by_cp_sat(problem) == by_brute_force(problem) == {key(s) for s in problem.solutions()}


def test_a_word_never_has_the_code_of_a_truth_value() -> None:
    """Without any integer in the domains, codes would begin at 1: a word would equal what is true."""
    assert set(_codes_of([["a", "b"]], 0).values()).isdisjoint([0, 1])
