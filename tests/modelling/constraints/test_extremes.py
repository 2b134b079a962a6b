"""Minimum and Maximum: against brute force, over few values and over many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import domains_left

from csplib import Constraint, KindError, Problem, ScopeError, Variable, element
from csplib.modelling.constraints.extremes import Maximum, Minimum
from csplib.testing import check_constraint

KINDS = pytest.mark.parametrize(("kind", "best"), [(Minimum, min), (Maximum, max)], ids=["Minimum", "Maximum"])
WIDE = st.integers(-9, 9).flatmap(lambda low: st.builds(range, st.just(low), st.integers(low + 11, low + 14)))

Kind = type[Minimum] | type[Maximum]
Best = Callable[[Sequence[int]], int]


@KINDS
@pytest.mark.parametrize(
    "scope",
    [
        pytest.param(lambda v: (v[:2], v[2]), id="a variable"),
        pytest.param(lambda v: (v, 1), id="an integer"),
        pytest.param(lambda v: (v[:1], v[1]), id="of one variable"),
        pytest.param(lambda v: ([v[0] + 1, v[1] * v[2]], v[2] - 1), id="expressions"),
        pytest.param(lambda v: ([v[0], v[1], v[0]], v[1]), id="one of them"),
        pytest.param(lambda v: ([element([3, 0, v[1]], v[0]), v[2]], v[0]), id="elements"),
    ],
)
def test_it_does_what_it_says(
    kind: Kind, best: Best, scope: Callable[[list[Variable]], tuple[list[object], object]]
) -> None:
    del best
    check_constraint(lambda v: kind(*scope(v)), domain=range(-2, 4), max_examples=30)


@KINDS
def test_over_few_values_exactly_the_supported_ones_are_left(kind: Kind, best: Best) -> None:
    p: Problem[str, int] = Problem()
    domains = {"x": (1, 5, 7), "y": (0, 2, 5), "z": (0, 3, 4, 5, 7)}
    for name, values in domains.items():
        p.add_variable(name, values)
    p.add(kind(["x", "y"], p.variable("z")))
    used = oracle.supported_rows(list(domains.values()), lambda row: best(row[:2]) == row[2])
    assert domains_left(p) == {name: tuple(sorted(values)) for name, values in zip(domains, used, strict=True)}


@KINDS
@settings(max_examples=60)
@given(domains=st.lists(WIDE, min_size=3, max_size=3))
def test_over_ranges_of_many_values_the_bounds_are_exact(kind: Kind, best: Best, domains: list[range]) -> None:
    p: Problem[str, int] = Problem()
    x, y, z = [p.add_variable(name, domain) for name, domain in zip("xyz", domains, strict=True)]
    p.add(kind([x, y], z))
    used = oracle.supported_rows(domains, lambda row: best(row[:2]) == row[2])
    left = domains_left(p)
    assert (left is not None) == bool(used[0])
    if left is not None:
        assert [(min(u), max(u)) for u in used] == [(values[0], values[-1]) for values in left.values()]
    assert p.count() == sum(best(row[:2]) == row[2] for row in product(*domains))


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        pytest.param(lambda x, y, z: Minimum([x, y], z + 50), (50, 50, 0), id="all are at least the least"),
        pytest.param(lambda x, y, z: Maximum([x + 60, y], z), (0, 0, 60), id="the greatest is at least each"),
        pytest.param(lambda x, y, z: Minimum([x + 90, y + 95, z], 93), (3, 0, 93), id="a least that is known"),
        pytest.param(lambda x, y, z: Maximum([x, y - 90, z - 95], 20), (20, 0, 0), id="only one can be the greatest"),
    ],
)
def test_what_is_the_smallest_value_left(
    make: Callable[[Variable, Variable, Variable], Constraint], expected: tuple[int, int, int]
) -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(100))
    p.add(make(x, y, z))
    left = domains_left(p)
    assert left is not None
    assert tuple(values[0] for values in left.values()) == expected


def test_it_is_described_as_it_would_be_written() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(3))
    assert str(Minimum(["x", y + 1], 2)) == "min_of(x, y + 1) == 2"
    assert str(Maximum([x, y], x)) == "max_of(x, y) == x"
    assert str(~Maximum([x, y], 2 * x)) == "max_of(x, y) != 2*x"
    assert str(Minimum([x, y], 1, name="the first")) == "the first"
    assert Minimum([x, y], 1, rank=3).rank == 3


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(lambda: Minimum([], 2), ScopeError, "Minimum needs at least one variable", id="nothing"),
        pytest.param(lambda: Maximum("xy", "z"), KindError, "the greatest must be an integer", id="a name"),
        pytest.param(lambda: Minimum("xy", 1.5), KindError, "the least must be an integer", id="a fraction"),
        pytest.param(lambda: Minimum(3, 3), KindError, "Minimum needs a collection", id="no collection"),  # type: ignore[arg-type]
    ],
)
def test_misuse_is_refused(make: Callable[[], Constraint], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_values_that_are_no_integers_are_refused() -> None:
    p: Problem[str, object] = Problem()
    p.add_variable("x", ["low", "high"])
    with pytest.raises(ScopeError, match="needs integers, but "):
        p.add(Minimum(["x"], 1))
