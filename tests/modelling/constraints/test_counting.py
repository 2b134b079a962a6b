"""Count, AtMost, AtLeast, Exactly: against brute force."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_complete, run_once, supported_masks

from csplib import AnyOf, Constraint, KindError, OptionError, Problem, ScopeError, count_of, forward_check, mac, reify
from csplib.kernel.axis import Axis
from csplib.kernel.bits import split
from csplib.kernel.propagators.count_same import CountSame
from csplib.kernel.propagators.counting import CountBetween, CountEquals
from csplib.modelling.constraints.counting import AtLeast, AtMost, Count, Exactly
from csplib.testing import check_constraint

# A value that no variable has is taken 0 times.
pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")

MASKS = st.integers(1, 0b1111)
AXIS = Axis(range(4))


def count_in(row: Sequence[int], counted: int) -> int:
    return sum(1 for bit in row if bit & counted)


@settings(max_examples=250)
@given(st.lists(MASKS, min_size=1, max_size=4), st.integers(0, 0b1111), st.integers(-1, 5), st.integers(0, 5))
def test_one_run_between_two_bounds_leaves_exactly_the_supported_values(
    domains: list[int], counted: int, least: int, room: int
) -> None:
    most = least + room
    propagator = CountBetween(range(len(domains)), counted, least, most)
    expected = supported_masks(domains, lambda row: least <= count_in(row, counted) <= most)
    assert run_once(propagator, domains) == expected


@settings(max_examples=250)
@given(st.lists(MASKS, min_size=1, max_size=4), st.integers(0, 0b1111), MASKS)
def test_one_run_with_a_variable_total_leaves_exactly_the_supported_values(
    domains: list[int], counted: int, total: int
) -> None:
    size = len(domains)
    propagator = CountEquals(range(size), counted, size)
    expected = supported_masks([*domains, total], lambda row: AXIS.least(row[-1]) == count_in(row[:-1], counted))
    assert run_once(propagator, [*domains, total]) == expected


@settings(max_examples=250)
@given(st.lists(MASKS, min_size=1, max_size=4), st.integers(0, 0b1111), st.data())
def test_a_total_among_the_counted_loses_no_row_and_is_judged_right_in_the_end(
    domains: list[int], counted: int, data: Any
) -> None:
    total = data.draw(st.integers(0, len(domains) - 1))
    propagator = CountEquals(range(len(domains)), counted, total)

    def holds(row: Sequence[int]) -> bool:
        return AXIS.least(row[total]) == count_in(row, counted)

    left, expected = run_once(propagator, domains), supported_masks(domains, holds)
    assert expected is None or left is not None
    if left is not None and expected is not None:
        assert all(kept & used == used for kept, used in zip(left, expected, strict=True))
    row = [data.draw(st.sampled_from(split(domain))) for domain in domains]
    assert run_once(propagator, row) == (row if holds(row) else None)


@pytest.mark.parametrize(
    ("least", "most", "domains", "expected"),
    [
        pytest.param(0, 1, [0b01, 0b11, 0b11], [0b01, 0b10, 0b10], id="enough have it, so the others lose it"),
        pytest.param(2, 3, [0b10, 0b11, 0b11], [0b10, 0b01, 0b01], id="just enough can have it, so they do"),
        pytest.param(0, 1, [0b01, 0b01, 0b11], None, id="too many have it"),
        pytest.param(2, 3, [0b10, 0b10, 0b11], None, id="too few can have it"),
        pytest.param(1, 2, [0b11, 0b11, 0b11], [0b11, 0b11, 0b11], id="nothing to say yet"),
    ],
)
def test_count_between_cases(least: int, most: int, domains: list[int], expected: list[int] | None) -> None:
    assert run_once(CountBetween([0, 1, 2], 0b01, least, most), domains) == expected


@pytest.mark.parametrize(
    ("domains", "expected"),
    [
        pytest.param([0b01, 0b11, 0b10, 0b1111], [0b01, 0b11, 0b10, 0b0110], id="the total keeps to what is possible"),
        pytest.param([0b01, 0b11, 0b10, 0b0010], [0b01, 0b10, 0b10, 0b0010], id="the total is reached"),
        pytest.param([0b01, 0b11, 0b11, 0b1001], [0b01, 0b01, 0b01, 0b1000], id="the total needs them all"),
        pytest.param([0b01, 0b11, 0b11, 0b1010], [0b01, 0b11, 0b11, 0b1010], id="a gap between totals removes nothing"),
        pytest.param([0b01, 0b01, 0b11, 0b0001], None, id="the total is too small"),
    ],
)
def test_count_equals_cases(domains: list[int], expected: list[int] | None) -> None:
    assert run_once(CountEquals([0, 1, 2], 0b01, 3), domains) == expected


WITH_TEXT: list[Any] = [0, 1, 2, "a", None, 10**9]


@pytest.mark.parametrize("kind", [AtMost, AtLeast, Exactly])
def test_bounded_counts_keep_their_promises(kind: Any) -> None:
    values = st.lists(st.sampled_from([*WITH_TEXT, "nowhere"]), min_size=1, max_size=3)
    makers = st.builds(lambda number, some: lambda x: kind(number, x, values=some), st.integers(-1, 4), values)
    check_constraint(makers, variables=(1, 4), domain=WITH_TEXT, max_examples=20)


def test_a_count_keeps_its_promises_for_a_total_of_any_kind() -> None:
    totals: list[Callable[[list[Any]], Any]] = [
        lambda _: 2,
        lambda x: x[-1],
        lambda x: x[-1] + 1,
        lambda x: x[0],
        lambda x: x[0] + x[-1] - 1,
        lambda x: abs(x[-1] - 2),
    ]
    makers = st.builds(
        lambda total, value: lambda x: Count(x[:-1] or x, value, total(x)), st.sampled_from(totals), st.integers(-1, 3)
    )
    check_constraint(makers, variables=(1, 4), max_examples=30)


def test_a_count_of_shifted_variables_keeps_its_promises() -> None:
    check_constraint(
        lambda x: Count([x[0] + 1, x[1] - 2, x[2]], total=x[3], values=[1, 2]), variables=4, max_examples=10
    )
    check_constraint(lambda x: AtMost(1, [x[0] + 1, x[1] * 2, x[2]], 2), max_examples=10)


@pytest.mark.parametrize(
    ("constraint", "opposite"),
    [
        pytest.param(AtMost(2, "xyz", 7), AtLeast(3, "xyz", 7), id="at most two or at least three"),
        pytest.param(AtLeast(2, "xyz", 7), AtMost(1, "xyz", 7), id="at least two or at most one"),
    ],
)
def test_the_negation_of_a_bound_is_the_other_bound(constraint: Constraint, opposite: Constraint) -> None:
    assert str(~constraint) == str(opposite)
    assert str(~~constraint) == str(constraint)


def test_the_negation_of_an_exact_count_is_fewer_or_more() -> None:
    for constraint in (Exactly(1, "xyz", 7), Count("xyz", 7, 1)):
        negated = ~constraint
        assert isinstance(negated, AnyOf)
        assert str(negated) == "(AtMost(0 of 7 in x, y, z)) | (AtLeast(2 of 7 in x, y, z))"


@pytest.mark.parametrize(
    ("constraint", "shown"),
    [
        pytest.param(AtMost(2, ["x", "y"], 7), "AtMost(2 of 7 in x, y)", id="one value"),
        pytest.param(Exactly(2, "xy", values=["a", "b"]), "Exactly(2 of ['a', 'b'] in x, y)", id="several values"),
        pytest.param(Count("xy", None, 1), "Count(None in x, y) == 1", id="a value that is None"),
        pytest.param(AtLeast(2, "xy", 7, name="enough"), "enough", id="a name of its own"),
    ],
)
def test_a_count_says_what_it_states(constraint: Constraint, shown: str) -> None:
    assert str(constraint) == shown


def magic_series(size: int) -> Problem[int, int]:
    p: Problem[int, int] = Problem()
    series = p.add_variables(range(size), range(size))
    p.add(*[Count(series, number, total) for number, total in enumerate(series)])
    return p


def test_a_magic_series_counts_itself() -> None:
    assert [tuple(solution.values()) for solution in magic_series(7).solutions()] == [(3, 2, 1, 1, 0, 0, 0)]
    assert magic_series(6).solve() is None
    assert magic_series(5).count(infer=mac) == magic_series(5).count(infer=forward_check) == 1


def test_equal_values_are_counted_alike() -> None:
    p: Problem[str, object] = Problem()
    p.add_variables("xyz", [1, True, 1.0, "one"])
    p.add(Exactly(2, "xyz", 1.0))
    assert p.count() == 3


def test_a_total_that_no_domain_has_is_no_solution() -> None:
    p: Problem[str, int] = Problem()
    x, y, total = p.add_variables("xy", range(2)) + p.add_variables("t", [5, 7])
    p.add(Count([x, y], 1, total))
    assert p.solve() is None
    assert [str(broken) for broken in p.violations({"x": 1, "y": 1, "t": 5})] == ["Count(1 in x, y) == t"]


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        pytest.param(lambda: AtMost("xy", 2, 7), KindError, "AtMost needs an integer first", id="bound not first"),  # type: ignore[arg-type]
        pytest.param(lambda: AtMost(1, "xy"), OptionError, "a value to count or values=", id="no value"),
        pytest.param(
            lambda: AtMost(1, "xy", 7, values=[8]), OptionError, "needs either a value", id="both kinds of values"
        ),
        pytest.param(lambda: AtLeast(1, "xy", [7, 8]), KindError, "pass several as values=", id="a list as value"),  # type: ignore[arg-type]
        pytest.param(lambda: AtLeast(1, "xy", values="ab"), KindError, "write .'ab'. or list", id="a text as values"),
        pytest.param(lambda: AtLeast(1, "xy", values=7), KindError, "collection as values=", id="a number as values"),  # type: ignore[arg-type]
        pytest.param(lambda: Exactly(1, [], 7), ScopeError, "at least one variable", id="no variables"),
        pytest.param(lambda: Count([], 7, 1), ScopeError, "at least one variable", id="no variables to count"),
        pytest.param(lambda: Exactly(1, 5, 7), KindError, "a collection of variables", id="no collection"),  # type: ignore[arg-type]
        pytest.param(lambda: Count("xy", 7), KindError, "needs a total", id="no total"),
        pytest.param(lambda: Count("xy", 7, "t"), KindError, "the total of a Count must be", id="a name as total"),
        pytest.param(
            lambda: Exactly(1, "xy", Problem().add_variable("v", [1])),
            KindError,
            "<Variable v> is not a value",
            id="a variable",
        ),
        pytest.param(
            lambda: AtMost(Problem().add_variable("v", [1]), "xy", 1),  # type: ignore[arg-type]
            KindError,
            "not v; use Count for variables",
            id="a variable as bound",
        ),
    ],
)
def test_misuse_is_told(make: Callable[[], object], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        make()


def test_a_total_must_be_an_integer() -> None:
    p: Problem[str, object] = Problem()
    p.add_variables("xy", "ab")
    total = p.add_variable("t", [1, "two"])
    with pytest.raises(ScopeError, match="'two'"):
        p.add(Count("xy", "a", total))


def test_a_count_may_have_more_values_than_bits() -> None:
    p: Problem[object, object] = Problem()
    shifts = p.add_variables(range(5), ["early", "late"])
    nights = p.add_variable("nights", range(10**6))
    p.add(Count(shifts, "late", nights), nights >= 4)
    assert p.count() == 6
    assert "LastVariable" not in {type(one).__name__ for one in p.compile().propagators}


def test_values_of_intervals_can_be_counted() -> None:
    p: Problem[object, object] = Problem()
    x, y, z = p.add_variables("xyz", range(10**5))
    p.add(Exactly(2, [x, y, z], 77_000), AtMost(0, [z], values=range(5, 99_999)), x + y + z == 154_003)
    assert [tuple(s.values()) for s in p.solutions()] == [(77_000, 77_000, 3)]
    p.add(AtLeast(1, [x, y, z], "a word"))
    assert p.solve() is None


def test_the_value_of_a_variable_is_counted() -> None:
    check_constraint(lambda x: Count(x[:-2], x[-2], x[-1]), variables=(3, 5), max_examples=80)
    check_constraint(lambda x: Count(x[:-1], x[-1] + 1, x[0]), variables=(2, 4), max_examples=30)
    check_constraint(lambda x: Count(x, x[0], x[1]), variables=(2, 4), max_examples=30)
    check_constraint(lambda x: Count(x[:-1], x[-1], 2), domain=["a", None, (1, 2), 2.5, 1], max_examples=30)


def test_the_number_is_an_expression() -> None:
    check_constraint(lambda x: count_of(x[:-1], x[-1]) <= 1, variables=(2, 4), max_examples=30)
    check_constraint(lambda x: count_of(x, values=[1, 2]) == x[0], max_examples=30)
    check_constraint(lambda x: reify(Count(x[:2], x[2], 1)) == x[0], max_examples=30)
    check_constraint(lambda x: Count(x[:2], 1, x[2]) | (x[0] == x[1]), max_examples=30)


@settings(max_examples=300)
@given(st.lists(st.integers(1, 0b111), min_size=1, max_size=4), st.integers(1, 0b111), st.integers(1, 0b11111))
def test_one_run_leaves_exactly_the_supported_values_of_a_variable(counting: list[int], same: int, total: int) -> None:
    size = len(counting)

    def holds(row: Sequence[int]) -> bool:
        return 1 << list(row[:size]).count(row[size]) == row[size + 1]

    check_complete(CountSame(range(size), size, size + 1), [*counting, same, total], holds)


def test_the_value_of_a_variable_can_be_read() -> None:
    x, y, v = Problem[str, int]().add_variables("xyv", range(3))
    stated = Count([x, y], v + 1, 2)
    assert str(stated) == "Count(v + 1 in x, y) == 2"
    assert str(~stated) == "Count(v + 1 in x, y) != 2"
    assert str(pickle.loads(pickle.dumps(stated))) == str(stated)  # noqa: S301 - our own bytes
    assert str(count_of([x, y], values=[1, 2])) == "Count([1, 2] in x, y)"
    with pytest.raises(OptionError, match="either a value to count or values="):
        Count([x, y], v, 2, values=[1])
    with pytest.raises(OptionError, match="Count needs either"):
        count_of([x, y])
