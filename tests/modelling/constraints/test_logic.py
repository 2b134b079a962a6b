"""Constraints about constraints: and, or, not, implies, truth values; tabulated, or propagated over many values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, NamedTuple

import pytest
from catalogue import INFERENCES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from models import Given

import csplib
from csplib import (
    AllDifferent,
    AllEqual,
    AllOf,
    AnyOf,
    Constraint,
    Element,
    In,
    KindError,
    Not,
    NotIn,
    Predicate,
    Problem,
    Reified,
    Table,
    Variable,
    implies,
    max_of,
    reify,
)
from csplib.kernel.propagators.linear import LinearAtMost
from csplib.kernel.propagators.logic import Bundle, Disjunction
from csplib.kernel.propagators.logic import Reified as ReifiedPropagator
from csplib.kernel.state import State
from csplib.testing import check_constraint

WRONG: Any = 7  # whatever the signature says


class Formula(NamedTuple):
    """A way to build a constraint over three variables, and what it means, in plain Python."""

    make: Callable[[list[Variable]], Constraint]
    holds: Callable[..., bool]


def total(terms: Iterable[Any]) -> Any:
    return sum(terms)


def _sum_of_truths(*formulas: Formula, least: int) -> Formula:
    return Formula(
        lambda v: total(reify(formula.make(v)) for formula in formulas) >= least,
        lambda *row: sum([bool(formula.holds(*row)) for formula in formulas]) >= least,
    )


ROWS = [(0, 1, 2), (1, 1, 0), (2, 0, 1), (2, 2, 2)]
LEAVES = [
    Formula(lambda v: v[0] < v[1], lambda x, y, _: x < y),
    Formula(lambda v: v[1] == v[2], lambda _, y, z: y == z),
    Formula(lambda v: v[0] != v[2] + 1, lambda x, _, z: x != z + 1),
    Formula(lambda v: v[1] == 1, lambda _, y, __: y == 1),
    Formula(lambda v: NotIn(v[2], [0, 7]), lambda _, __, z: z not in {0, 7}),
    Formula(lambda v: v[0] + v[1] + v[2] == 3, lambda x, y, z: x + y + z == 3),
    Formula(lambda v: 2 * v[0] - v[1] <= v[2], lambda x, y, z: 2 * x - y <= z),
    Formula(lambda v: v[0] * v[1] != v[2], lambda x, y, z: x * y != z),
    Formula(lambda v: max_of(v) == 2, lambda *row: max(row) == 2),
    Formula(AllDifferent, lambda *row: len(set(row)) == 3),
    Formula(AllEqual, lambda *row: len(set(row)) == 1),
    Formula(lambda v: Table(v, ROWS), lambda *row: row in ROWS),
    Formula(lambda v: Table(v, forbidden=ROWS), lambda *row: row not in ROWS),
    Formula(lambda v: Predicate(v, lambda x, y, z: (x - y) * z >= 0), lambda x, y, z: (x - y) * z >= 0),
    Formula(lambda v: AllDifferent([v[0] * v[1], v[2] + 1]), lambda x, y, z: x * y != z + 1),
    Formula(lambda v: Element([1, v[0], 2], v[1], v[2]), lambda x, y, z: y < 3 and [1, x, 2][y] == z),
    Formula(lambda v: Reified(v[0], v[1] == v[2]), lambda x, y, z: x == int(y == z)),
]


@st.composite
def formulas(draw: Any, depth: int = 3) -> Formula:
    """Draw a combination of constraints, nested at random."""
    kind = (
        draw(st.sampled_from(["leaf", "not", "and", "or", "implies", "same", "count", "any", "all"]))
        if depth
        else "leaf"
    )
    if kind == "leaf":
        return draw(st.sampled_from(LEAVES))  # type: ignore[no-any-return]
    a, b, c = (draw(formulas(depth - 1)) for _ in range(3))
    made: dict[str, Formula] = {
        "not": Formula(lambda v: ~a.make(v), lambda *row: not a.holds(*row)),
        "and": Formula(lambda v: a.make(v) & b.make(v), lambda *row: a.holds(*row) and b.holds(*row)),
        "or": Formula(lambda v: a.make(v) | b.make(v), lambda *row: a.holds(*row) or b.holds(*row)),
        "implies": Formula(lambda v: implies(a.make(v), b.make(v)), lambda *row: not a.holds(*row) or b.holds(*row)),
        "same": Formula(
            lambda v: reify(a.make(v)) == reify(b.make(v)), lambda *row: bool(a.holds(*row)) == bool(b.holds(*row))
        ),
        "count": _sum_of_truths(a, b, c, least=2),
        "any": Formula(
            lambda v: AnyOf([a.make(v), b.make(v), Not(c.make(v))]),
            lambda *row: a.holds(*row) or b.holds(*row) or not c.holds(*row),
        ),
        "all": Formula(
            lambda v: AllOf([a.make(v), b.make(v).implies(c.make(v))]),
            lambda *row: a.holds(*row) and (not b.holds(*row) or c.holds(*row)),
        ),
    }
    return made[kind]


def stated(formula: Formula, domain: Any = range(3)) -> Problem:
    p = Problem()
    p.add(formula.make(p.add_variables("xyz", domain)))
    return p


def agree(formula: Formula, domain: Any, infers: Any) -> None:
    """Compare engine, textbook and judge with what the formula means."""
    p = stated(formula, domain)
    expected = [row for row in product(domain, repeat=3) if formula.holds(*row)]
    judged = [row for row in product(domain, repeat=3) if not p.violations(dict(zip("xyz", row, strict=True)))]
    assert judged == expected
    for infer in infers:
        assert Counter(tuple(s.values()) for s in p.solutions(infer=infer)) == Counter(expected)


@pytest.mark.usefixtures("way")
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(formulas())
def test_nested_combinations_mean_what_python_means(formula: Formula) -> None:
    negated = Formula(lambda v: ~formula.make(v), lambda *row: not formula.holds(*row))
    agree(formula, range(3), [None])
    agree(negated, range(3), [None])


@pytest.mark.parametrize("formula", LEAVES, ids=lambda leaf: str(stated(leaf).constraints[0]))
@pytest.mark.usefixtures("way")
def test_every_kind_of_constraint_can_be_negated_and_reified(formula: Formula) -> None:
    agree(formula, range(3), INFERENCES)
    agree(Formula(lambda v: ~formula.make(v), lambda *row: not formula.holds(*row)), range(3), INFERENCES)
    agree(Formula(lambda v: ~~formula.make(v), formula.holds), range(3), INFERENCES)
    agree(Formula(lambda v: reify(formula.make(v)) == 1, formula.holds), range(3), INFERENCES)
    agree(Formula(lambda v: reify(formula.make(v)) < 1, lambda *row: not formula.holds(*row)), range(3), INFERENCES)


@pytest.mark.usefixtures("way")
def test_nested_combinations_keep_every_promise_of_a_constraint() -> None:
    check_constraint(formulas(2).map(lambda formula: formula.make), domain=range(4), max_examples=60)


MANY = range(30)
FIRST, SECOND = ROWS[0], (29, 28, 27)
LARGE = [
    pytest.param(
        Formula(lambda v: (total(v) <= 1) | (total(v) >= 86), lambda *row: sum(row) <= 1 or sum(row) >= 86),
        Disjunction,
        id="either of two sums",
    ),
    pytest.param(
        Formula(
            lambda v: Table(v, [FIRST, SECOND]) | (AllEqual(v) & (v[0] >= 27)),
            lambda *row: row in {FIRST, SECOND} or (len(set(row)) == 1 and row[0] >= 27),
        ),
        Disjunction,
        id="rows or equal variables",
    ),
    pytest.param(
        Formula(
            lambda v: ~(AllDifferent(v) | (v[0] < 28) | (v[2] < 28)),
            lambda x, y, z: len({x, y, z}) < 3 and x >= 28 and z >= 28,
        ),
        None,
        id="not all different, near the top",
    ),
    pytest.param(
        Formula(
            lambda v: implies(v[0] < 29, AllDifferent(v) & (total(v) == 3)) & implies(v[0] == 29, v[1] * v[2] == 29),
            lambda x, y, z: (len({x, y, z}) == 3 and x + y + z == 3) if x < 29 else y * z == 29,
        ),
        Disjunction,
        id="two implications",
    ),
    pytest.param(
        Formula(
            lambda v: Predicate(v, lambda x, y, z: x * y * z == 1001) | ~(v[0] + v[1] + v[2] >= 1),
            lambda x, y, z: x * y * z == 1001 or x + y + z < 1,
        ),
        Disjunction,
        id="a predicate or nothing",
    ),
    pytest.param(
        Formula(
            lambda v: reify(AllDifferent(v)) + reify(total(v) >= 85) + reify(Table(v, [FIRST, SECOND])) >= 2,
            lambda *row: (len(set(row)) == 3) + (sum(row) >= 85) + (row in {FIRST, SECOND}) >= 2,
        ),
        ReifiedPropagator,
        id="two of three hold",
    ),
    pytest.param(
        Formula(
            lambda v: (reify(total(v) <= 40) == reify(v[0] >= 1)) & (v[0] * v[1] >= 800) | (max_of(v) == 0),
            lambda x, y, z: ((x + y + z <= 40) == (x >= 1) and x * y >= 800) or max(x, y, z) == 0,
        ),
        Disjunction,
        id="two truth values are the same",
    ),
    pytest.param(
        Formula(
            lambda v: ~implies(total(v) >= 2, reify(v[0] * v[1] == v[2]) + reify(v[0] <= 27) >= 1),
            lambda x, y, z: x + y + z >= 2 and x * y != z and x > 27,
        ),
        ReifiedPropagator,
        id="a negated implication with truth values",
    ),
    pytest.param(
        Formula(
            lambda v: Reified(v[0], AnyOf([v[1] == v[2] + 29, AllOf([v[1] >= 28, v[2] >= 28])])) & (v[1] + v[2] >= 56),
            lambda x, y, z: x == int(y == z + 29 or (y >= 28 and z >= 28)) and y + z >= 56,
        ),
        ReifiedPropagator,
        id="a variable says which",
    ),
]


@pytest.mark.parametrize(("formula", "kind"), LARGE)
def test_combinations_over_many_values_are_propagated_and_right(formula: Formula, kind: type | None) -> None:
    p = stated(formula, MANY)
    propagators = p.compile().propagators
    assert kind is None or any(isinstance(propagator, kind) for propagator in propagators)
    expected = [row for row in product(MANY, repeat=3) if formula.holds(*row)]
    assert 0 < len(expected) < 2000
    assert sorted(tuple(s.values()) for s in p.solutions()) == expected
    for row in [*expected[:20], (0, 0, 0), (29, 29, 29), (3, 2, 1), (5, 5, 5)]:
        assert (not p.violations(dict(zip("xyz", row, strict=True)))) == formula.holds(*row)


def test_the_last_choice_is_enforced_once_the_others_fail() -> None:
    p = Problem()
    x, y, z = p.add_variables("xyz", range(100))
    p.add((x + y <= z) | (x >= 90), x <= 80)
    csp = p.compile()
    state = csp.state()
    assert csplib.propagate_all(csp, state)
    assert csp.domains_in(state) == {"x": tuple(range(81)), "y": tuple(range(100)), "z": tuple(range(100))}
    state.narrow(1, csp.bit_of(1, 60))
    state.narrow(2, sum(csp.bit_of(2, value) for value in range(70)))
    assert csplib.propagate_all(csp, state)
    assert csp.domains_in(state) == {"x": tuple(range(10)), "y": (60,), "z": tuple(range(60, 70))}


def test_a_truth_value_follows_its_constraint_and_the_other_way_round() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(1000))
    truth = p.add_variable("truth", [0, 1])
    p.add(Reified(truth, x + 2 * y <= 1500))
    small, large, told, untold = (
        {"x": 10, "y": 20},
        {"x": 900, "y": 800},
        {"truth": 1, "y": 740},
        {"truth": 0, "y": 260},
    )
    assert [s["truth"] for s in p.solutions(assuming=small)] == [1]
    assert [s["truth"] for s in p.solutions(assuming=large)] == [0]
    assert [s["x"] for s in p.solutions(assuming=told)] == list(range(21))
    assert [s["x"] for s in p.solutions(assuming=untold)] == list(range(981, 1000))


def test_words_are_joined_flat_and_names_stay_together() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(3))
    a, b, c = x == 1, y == 2, x != y
    assert str(a | b | c) == "(x == 1) | (y == 2) | (x != y)"
    assert str(a & b & c) == "(x == 1) & (y == 2) & (x != y)"
    assert str((a & b).named("both") & c) == "(both) & (x != y)"
    assert str(~(a | b)) == "(x != 1) & (y != 2)"
    assert str(~(a & b)) == "(x != 1) | (y != 2)"
    assert str(implies(a, b)) == "(x != 1) | (y == 2)"
    assert str(~Predicate([x, y], max)) == "~(Predicate(x, y))"
    assert ~~a is not a
    assert str(~~a) == str(a)


@pytest.mark.parametrize(
    ("build", "error", "message"),
    [
        pytest.param(lambda x, _: (x == 1) & 1, KindError, "& joins constraints, not 1", id="and 1"),
        pytest.param(lambda x, y: (x == 1) | y, KindError, "put brackets around", id="or a variable"),
        pytest.param(lambda x, _: ~x, KindError, "put brackets around", id="not a variable"),
        pytest.param(lambda x, y: (x == 1) ^ y, KindError, "see reify", id="either or a variable"),
        pytest.param(lambda x, _: (x == 1).implies(WRONG), KindError, "not 7", id="a number follows"),
        pytest.param(lambda x, y: implies(x, y == 1), KindError, "implies needs", id="from a variable follows"),
        pytest.param(lambda x, _: AnyOf(x == 1), KindError, "write", id="any of one constraint"),
        pytest.param(lambda x, _: AnyOf([x]), KindError, "AnyOf needs constraints, not", id="any of a variable"),
        pytest.param(lambda x, _: Not(x), KindError, "Not needs constraints", id="the negation of a variable"),
        pytest.param(lambda x, _: Reified(x, WRONG), KindError, "not 7", id="a variable says whether 7"),
        pytest.param(lambda x, _: (x == 1) and True, KindError, "& | ~", id="the word and"),
    ],
)
def test_what_is_no_constraint_cannot_be_joined(build: Any, error: type[Exception], message: str) -> None:
    x, y = Problem().add_variables("xy", range(3))
    with pytest.raises(error, match=message):
        build(x, y)


def test_a_truth_variable_without_0_or_1_decides_by_what_it_has() -> None:
    p = Problem()
    x, never, always = (
        p.add_variable("x", range(4)),
        p.add_variable("never", [0, 7]),
        p.add_variable("always", [1, "a"]),
    )
    p.add(Reified(never, x == 2), Reified(always, In(x, [1, 2, 3])))
    assert sorted(tuple(s.values()) for s in p.solutions()) == [(1, 0, 1), (3, 0, 1)]


def test_combinations_of_other_values_than_integers_work() -> None:
    p = Problem()
    x, y = p.add_variables("xy", ["a", "b", None, (1, 2)])
    p.add(((x == "a") & (y != x)) | (x == None) | (Table([x, y], [((1, 2), "b")])))  # noqa: E711 - a value
    domain: list[Any] = ["a", "b", None, (1, 2)]
    expected = [(a, b) for a in domain for b in domain if (a == "a" and b != a) or a is None or (a, b) == ((1, 2), "b")]
    assert {tuple(s.values()) for s in p.solutions()} == set(expected)
    assert p.count() == len(expected)


@pytest.mark.parametrize(
    ("truth", "holds", "domains"),
    [
        pytest.param(1, True, [0b0111, 0b0111], id="enforced where it is 1"),
        pytest.param(0, True, [0b1110, 0b1110], id="and its negation where it is 0"),
        pytest.param(2, False, None, id="anything else fails"),
        pytest.param(None, True, [0b1111, 0b1111], id="nothing follows while it is open"),
    ],
)
def test_a_reified_constraint_is_enforced_as_its_truth_says(
    truth: int | None,
    holds: bool,  # noqa: FBT001
    domains: list[int] | None,
) -> None:
    at_most = Bundle([], [], [LinearAtMost([0, 1], [1, 1], 2)])
    more = Bundle([], [], [LinearAtMost([0, 1], [-1, -1], -4)])
    state = State([0b1111, 0b1111, 0b111 if truth is None else 1 << truth])
    assert ReifiedPropagator(2, 0b10, 0b01, at_most, more).propagate(state) is holds
    if domains is not None:
        assert state.domains[:2] == domains


@pytest.mark.parametrize("truth", [0, 1])
def test_what_a_truth_value_says_narrows_before_anything_is_tried(truth: int) -> None:
    """Domains too wide for a table, so that the propagator itself is asked."""
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(60))
    b = p.add_variable("b", [0, 1])
    p.add(Reified(b, x + y + z <= 100), b == truth)
    csp = p.compile()
    state = csp.state()
    assert csplib.propagate_all(csp, state)
    found = csplib.propagate_all(csp, state) and state.assign(0, csp.bits[0]) and csplib.propagate_all(csp, state)
    assert found
    bounds = [(values[0], values[-1]) for values in (csp.values_in(i, state.domains[i]) for i in (1, 2))]
    assert bounds == ([(0, 59), (0, 59)] if truth else [(42, 59), (42, 59)])


def test_combinations_that_grow_out_of_each_other_do_not_mix() -> None:
    x, y, z = Problem().add_variables("xyz", range(4))
    both = (x == 1) | (y == 1)
    one, other = both | (z == 1), both | (z + 1 != 2) | (x == 3)
    assert [len(c.parts) for c in (both, one, other)] == [2, 3, 4]
    assert [c.scope for c in (both, one, other)] == [("x", "y"), ("x", "y", "z"), ("x", "y", "z")]
    assert str(other) == "(x == 1) | (y == 1) | (z + 1 != 2) | (x == 3)"


def test_false_is_named_by_explain() -> None:
    g = Given()
    g.p.add(g.x != g.y, False, g.y != g.z)  # noqa: FBT003 - in the place of a constraint
    assert str(g.p.explain()).splitlines()[1:] == ["- False, which was added as a constraint"]
    empty: Problem[Any, Any] = Problem()
    assert empty.count() == 1
    empty.add(False)  # noqa: FBT003
    assert (empty.count(), empty.solve()) == (0, None)


@pytest.mark.parametrize("values", [[0, 1], [False, True]])
def test_the_truth_of_a_constraint_on_itself_is_one_variable(values: list[int]) -> None:
    for wanted in (0, 1):
        p: Problem[str, int] = Problem()
        x = p.add_variable("x", values)
        p.add(csplib.Reified(x, csplib.In(x, [wanted])))
        assert [s["x"] for s in p.solutions()] == (values if wanted else [])
