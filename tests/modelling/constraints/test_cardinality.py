"""Cardinality, and the flow behind it: against brute force."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import run_once, run_to_fixpoint, supported_masks

from csplib import Constraint, KindError, OptionError, Problem, ScopeError, forward_check, mac, no_inference, reify
from csplib.kernel.propagators.flow import Flow
from csplib.kernel.propagators.long_flow import LongFlow
from csplib.kernel.propagators.matching import Matching
from csplib.kernel.propagators.variable_flow import VariableFlow
from csplib.modelling.constraints.cardinality import Cardinality
from csplib.testing import check_constraint

# A value that no variable has is taken 0 times.
pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")

Bounds = tuple[int, int, int]  # a bit, at least, at most


def flow(
    size: int, counts: Sequence[Bounds], *, closed: bool = False, kind: type[Flow | LongFlow] = Flow
) -> Flow | LongFlow:
    bits, least, most = [one[0] for one in counts], [one[1] for one in counts], [one[2] for one in counts]
    return kind(range(size), bits, least, most, closed=closed)


@st.composite
def counts(draw: Any) -> list[Bounds]:
    """Draw bounds for some of four values, and for values that nobody has."""
    bits = draw(st.lists(st.sampled_from([1, 2, 4, 8]), min_size=1, max_size=4, unique=True))
    bits += draw(st.sampled_from([[], [], [], [0], [0, 0]]))
    least = [draw(st.sampled_from([0, 0, 0, 1, 1, 2])) if bit else draw(st.sampled_from([0, 0, 0, 1])) for bit in bits]
    return [(bit, few, few + draw(st.sampled_from([0, 0, 1, 2, 9]))) for bit, few in zip(bits, least, strict=True)]


@settings(max_examples=400)
@given(st.lists(st.integers(1, 0b1111), min_size=1, max_size=5), counts(), st.booleans())
def test_one_run_leaves_exactly_the_supported_values(
    domains: list[int],
    counts: list[Bounds],
    closed: bool,  # noqa: FBT001 - drawn
) -> None:
    named = {bit for bit, _, _ in counts}

    def holds(row: Sequence[int]) -> bool:
        taken = all(least <= row.count(bit) <= most for bit, least, most in counts)
        return taken and (not closed or named.issuperset(row))

    expected = supported_masks(domains, holds)
    for kind in (Flow, LongFlow):
        propagator = flow(len(domains), counts, closed=closed, kind=kind)
        assert run_once(propagator, domains) == expected
        if expected is not None:
            assert run_once(propagator, expected) == expected


@settings(max_examples=80)
@given(st.integers(2, 25), st.integers(0, 4), st.integers(1, 4), st.randoms(use_true_random=False))
def test_with_one_of_each_at_most_it_is_a_matching(size: int, more: int, width: int, random: Any) -> None:
    values = [1 << (7 * value) for value in range(size + more)]
    domains = [sum({random.choice(values) for _ in range(width + 1)}) for _ in range(size)]
    propagator = flow(size, [(value, 0, 1) for value in values])
    assert run_once(propagator, domains) == run_once(Matching(range(size)), domains)


@pytest.mark.parametrize(
    ("domains", "counts", "closed", "expected"),
    [
        pytest.param([1, 3, 3], [(1, 0, 1)], False, [1, 2, 2], id="a value that is used up goes elsewhere"),
        pytest.param([3, 2, 2], [(1, 1, 3)], False, [1, 2, 2], id="a value that is needed gets its only home"),
        pytest.param([3, 3, 3], [(1, 1, 2)], False, [3, 3, 3], id="nothing to say"),
        pytest.param(
            [3, 3, 7, 7], [(1, 0, 1), (2, 0, 1)], False, [3, 3, 4, 4], id="two values that are as good as gone"
        ),
        pytest.param([3, 3, 7, 7], [(4, 2, 2)], False, [3, 3, 4, 4], id="a need for all who can"),
        pytest.param([7, 7], [(1, 1, 1), (2, 1, 1)], False, [3, 3], id="needs that take everybody"),
        pytest.param([7, 7], [(1, 0, 9), (2, 0, 9)], True, [3, 3], id="closed counts rule out the rest"),
        pytest.param([5, 4], [(1, 0, 9)], True, None, id="closed counts fail where there is only the rest"),
        pytest.param([6, 5], [(2, 0, 9)], True, None, id="closed counts fail where one has only the rest"),
        pytest.param([3, 3], [(1, 0, 0)], False, [2, 2], id="a value that is ruled out"),
        pytest.param([1, 3], [(1, 0, 0)], False, None, id="a value that is ruled out but fixed"),
        pytest.param([3, 3], [(1, 3, 3)], False, None, id="more needed than there are variables"),
        pytest.param([3, 3, 3], [(1, 0, 1), (2, 0, 1)], False, None, id="less room than there are variables"),
        pytest.param([3, 3], [(0, 1, 1)], False, None, id="a need for a value that nobody has"),
        pytest.param([3, 3], [(0, 0, 1), (0, 0, 2)], False, [3, 3], id="no need for values that nobody has"),
        pytest.param([12, 13], [(1, 1, 1)], False, [12, 1], id="the rest stays whole"),
        pytest.param([1, 1], [(1, 2, 2)], True, [1, 1], id="fixed and right"),
        pytest.param([1, 1], [(1, 0, 1)], False, None, id="fixed too often"),
        pytest.param([1, 1], [(2, 1, 1)], False, None, id="fixed too seldom"),
    ],
)
def test_flow_cases(domains: list[int], counts: list[Bounds], closed: bool, expected: list[int] | None) -> None:  # noqa: FBT001
    assert run_once(flow(len(domains), counts, closed=closed), domains) == expected


COUNTS = st.integers(0, 3) | st.sampled_from([(0, 1), (1, 2), (0, 4), [2, 3], range(2), range(1, 4)])


def makers(values: Sequence[Hashable]) -> st.SearchStrategy[Callable[[Any], Constraint]]:
    """Draw counts of some of *values*, closed or not."""
    mappings = st.dictionaries(st.sampled_from(values), COUNTS, min_size=1, max_size=3)
    return st.builds(
        lambda counts, closed: lambda variables: Cardinality(variables, counts, closed=closed), mappings, st.booleans()
    )


def test_it_means_what_it_says() -> None:
    check_constraint(makers([0, 1, 2, 3, 7]), variables=(1, 4), max_examples=40)
    check_constraint(makers(["a", None, (1, 2), 2.5]), domain=["a", None, (1, 2), 2.5, 1], max_examples=40)
    check_constraint(makers([1, 2.0, 10**9]), domain=[0, 1, 2, 10**9], max_examples=40)


def test_terms_are_counted_with_their_offsets() -> None:
    check_constraint(lambda x: Cardinality([x[0] + 1, x[1], abs(x[2] - x[0])], {1: 1, 2: (0, 1)}), max_examples=40)


@pytest.mark.parametrize("infer", [None, no_inference, forward_check, mac])
@pytest.mark.parametrize(
    ("counts", "closed", "expected"),
    [
        pytest.param({"a": 2}, False, 6, id="exactly two"),
        pytest.param({"a": 2}, True, 0, id="exactly two and nothing else"),
        pytest.param({"a": (1, 3), "b": (1, 3)}, True, 6, id="between, and nothing else"),
        pytest.param({"a": 1, "b": 1, "c": 1}, False, 6, id="one of each"),
        pytest.param({"a": range(2), "b": range(2)}, False, 13, id="a range"),
        pytest.param({"z": 0}, False, 27, id="no need for a value that no domain has"),
        pytest.param({"z": (0, 5), "a": 3}, True, 1, id="room for a value that no domain has"),
        pytest.param({"z": 1}, False, 0, id="a need for a value that no domain has"),
        pytest.param({"a": 4}, False, 0, id="more than there are variables"),
        pytest.param({"a": (0, 10**30)}, False, 27, id="a bound without end"),
    ],
)
def test_counts_of_three_letters(counts: Mapping[Any, Any], closed: bool, expected: int, infer: Any) -> None:  # noqa: FBT001
    p: Problem[str, str] = Problem()
    p.add(Cardinality(p.add_variables("xyz", "abc"), counts, closed=closed))
    assert p.count(**({} if infer is None else {"infer": infer})) == expected


def test_propagation_alone_leaves_the_supported_values() -> None:
    p: Problem[str, str] = Problem()
    early, late = (
        p.add_variables(["Mon", "Tue"], ["early", "late"]),
        p.add_variables(["Wed", "Thu"], ["late", "off", "on"]),
    )
    p.add(Cardinality([*early, *late], {"early": (0, 1), "late": 1}))
    csp = p.compile()
    state = csp.state()
    assert csp.propagators[0].propagate(state)
    days = csp.domains_in(state)
    assert days == {"Mon": ("early", "late"), "Tue": ("early", "late"), "Wed": ("off", "on"), "Thu": ("off", "on")}


def test_a_magic_series_counts_itself() -> None:
    p: Problem[int, int] = Problem()
    series = p.add_variables(range(4), range(4))
    for taken in range(4):
        for value in range(4):
            p.add((series[value] != taken) | Cardinality(series, {value: taken}))
    assert sorted(tuple(solution.values()) for solution in p.solutions()) == [(1, 2, 1, 0), (2, 0, 2, 0)]


def test_one_variable_is_restricted_at_once() -> None:
    p: Problem[str, int] = Problem()
    x = p.add_variable("x", range(5))
    p.add(Cardinality([x + 1], {2: (0, 1), 3: 0, 4: (0, 7)}, closed=True))
    assert not p.compile().propagators
    assert [solution["x"] for solution in p.solutions()] == [1, 3]


def test_equal_values_are_counted_together() -> None:
    p: Problem[str, Any] = Problem()
    p.add(Cardinality([p.add_variable("x", [1, 2]), p.add_variable("y", [True, 2.0])], {1.0: 2}))
    assert p.count() == 1


def test_what_it_states_can_be_read() -> None:
    assert str(Cardinality("xy", {7: 2, "a": (0, 3)})) == "Cardinality(2 of 7, 0 to 3 of 'a' in x, y)"
    assert str(Cardinality("x", {7: range(1, 2)}, closed=True)) == "Cardinality(1 of 7, nothing else in x)"
    assert str(Cardinality("x", {7: 1}, name="sevens")) == "sevens"


@pytest.mark.parametrize(
    ("counts", "error", "message"),
    [
        pytest.param([1, 2], KindError, "a mapping from values to counts", id="no mapping"),
        pytest.param(None, KindError, "a mapping from values to counts", id="nothing"),
        pytest.param({}, OptionError, "at least one value", id="an empty mapping"),
        pytest.param({1: -1}, OptionError, "the count of 1 must not be negative, as in -1", id="a negative count"),
        pytest.param({1: (-1, 2)}, OptionError, "must not be negative", id="a negative bound"),
        pytest.param({1: range(-1, 2)}, OptionError, "must not be negative", id="a range from below 0"),
        pytest.param({1: (3, 2)}, OptionError, "at least 3 and at most 2", id="bounds the wrong way round"),
        pytest.param({1: range(2, 2)}, OptionError, "consecutive", id="an empty range"),
        pytest.param({1: range(0, 5, 2)}, OptionError, "consecutive", id="a range with gaps"),
        pytest.param({1: "2"}, KindError, "the count of 1 must be an integer", id="a string"),
        pytest.param({1: 2.0}, KindError, "must be an integer", id="a float"),
        pytest.param({1: (1, 2, 3)}, KindError, "must be an integer", id="three bounds"),
        pytest.param({1: (1,)}, KindError, "must be an integer", id="one bound"),
        pytest.param({1: (1, None)}, KindError, "must be an integer", id="no upper bound"),
        pytest.param({1: None}, KindError, "must be an integer", id="no count"),
    ],
)
def test_counts_that_make_no_sense_are_refused(counts: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Cardinality("xy", counts)


def test_variables_are_no_values() -> None:
    x, y = Problem[str, int]().add_variables("xy", range(3))
    with pytest.raises(KindError, match="<Variable x> is not a value"):
        Cardinality([y], {x: 1})


def test_a_wrong_scope_is_refused() -> None:
    with pytest.raises(ScopeError, match="at least one variable"):
        Cardinality([], {1: 1})
    with pytest.raises(KindError, match="collection of variables"):
        Cardinality(3, {1: 1})  # type: ignore[arg-type]


def test_counts_that_are_variables_mean_what_they_say() -> None:
    for closed in (False, True):
        check_constraint(
            lambda x, closed=closed: Cardinality(x[:-2], {0: x[-2], 1: x[-1]}, closed=closed),  # type: ignore[misc]
            variables=(3, 5),
            max_examples=40,
        )
        check_constraint(
            lambda x, closed=closed: Cardinality(x[:3], {0: x[3] + 1, 1: (0, 2), 2: 1}, closed=closed),  # type: ignore[misc]
            variables=4,
            max_examples=40,
        )
    check_constraint(lambda x: Cardinality(x, dict(enumerate(x))), variables=(2, 4), max_examples=30)
    check_constraint(lambda x: reify(Cardinality(x[:2], {0: x[2]})) == x[3], variables=4, max_examples=30)


@pytest.mark.parametrize(("size", "expected"), [(4, 2), (5, 1), (6, 0), (7, 1), (10, 1), (40, 1)])
def test_magic_series(size: int, expected: int) -> None:
    p: Problem[int, int] = Problem()
    series = p.add_variables(range(size), range(size))
    p.add(Cardinality(series, dict(enumerate(series)), closed=True))
    assert p.count() == expected


@settings(max_examples=200)
@given(
    st.lists(st.integers(1, 0b111), min_size=1, max_size=4),
    st.lists(st.integers(1, 0b11111), min_size=2, max_size=2),
    st.booleans(),
)
def test_a_flow_with_variables_prunes_more_than_counts_alone(
    domains: list[int],
    totals: list[int],
    closed: bool,  # noqa: FBT001 - drawn
) -> None:
    size = len(domains)
    scope = [*domains, *totals]

    def holds(row: Sequence[int]) -> bool:
        counts = [1 << list(row[:size]).count(bit) for bit in (1, 2)]
        return counts == list(row[size:]) and not (closed and 4 in row[:size])

    propagator = VariableFlow(range(size), [1, 2], [0, 0], [size, size], [size, size + 1], closed=closed)
    used, left = supported_masks(scope, holds), run_to_fixpoint(propagator, scope)
    assert left is not None or used is None
    if left is not None and used is not None:
        assert all(kept & ~mask == 0 for kept, mask in zip(used, left, strict=True))


def test_variable_counts_can_be_read() -> None:
    x, y = Problem[str, int]().add_variables("xy", range(3))
    stated = Cardinality([x], {1: y + 1, 2: 0}, closed=True)
    assert str(stated) == "Cardinality(y + 1 of 1, 0 of 2, nothing else in x)"
    assert str(pickle.loads(pickle.dumps(stated))) == str(stated)  # noqa: S301 - our own bytes
