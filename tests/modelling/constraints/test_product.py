"""Product: against brute force, over few values and over many."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import domains_left

from csplib import Constraint, KindError, Problem, ScopeError, Variable
from csplib.modelling.constraints.product import Product
from csplib.testing import check_constraint

WIDE = st.integers(-9, 5).flatmap(lambda low: st.builds(range, st.just(low), st.integers(low + 11, low + 14)))


@pytest.mark.parametrize(
    ("make", "variables"),
    [
        pytest.param(lambda v: Product(v[:2], v[2]), 3, id="a variable"),
        pytest.param(lambda v: Product(v, 6), (1, 4), id="an integer"),
        pytest.param(lambda v: Product(v, 0), (1, 3), id="nothing"),
        pytest.param(lambda v: Product([v[0] + 1, v[1] - v[2]], v[2] * 2), 3, id="expressions"),
        pytest.param(lambda v: Product([v[0], v[0], v[1]], v[1]), 2, id="repeated variables"),
    ],
)
def test_it_does_what_it_says(make: Callable[[list[Variable]], Constraint], variables: int | tuple[int, int]) -> None:
    check_constraint(make, variables=variables, domain=range(-3, 4), max_examples=40)


def test_over_few_values_exactly_the_supported_ones_are_left() -> None:
    p: Problem[str, int] = Problem()
    domains = {"x": (-2, 0, 3), "y": (-1, 2, 5), "z": (-5, -2, 1, 4, 6)}
    for name, values in domains.items():
        p.add_variable(name, values)
    p.add(Product(["x", "y"], p.variable("z")))
    used = oracle.supported_rows(list(domains.values()), lambda row: row[0] * row[1] == row[2])
    assert domains_left(p) == {name: tuple(sorted(values)) for name, values in zip(domains, used, strict=True)}


@settings(max_examples=80)
@given(st.lists(WIDE, min_size=3, max_size=3), st.integers(-2, 2))
def test_over_many_values_no_row_is_lost(domains: list[range], offset: int) -> None:
    p: Problem[str, int] = Problem()
    x, y, z = [p.add_variable(name, domain) for name, domain in zip("xyz", domains, strict=True)]
    p.add(Product([x, y + offset], z))

    def holds(row: tuple[int, ...]) -> bool:
        return row[0] * (row[1] + offset) == row[2]

    rows = [row for row in product(*domains) if holds(row)]
    left = domains_left(p)
    assert left is not None or not rows
    if left is not None:
        assert all(row[place] in values for row in rows for place, values in enumerate(left.values()))
    assert sorted(tuple(solution.values()) for solution in p.solutions()) == rows


@pytest.mark.parametrize(
    ("domains", "result", "expected"),
    [
        pytest.param([range(2, 140), range(2, 140)], 160, [(2, 80), (2, 80)], id="a factor leaves room for the other"),
        pytest.param([range(-140, 0), range(-140, 140)], 160, [(-80, -2), (-80, -2)], id="signs go together"),
        pytest.param([range(140), range(140)], 177, [(3, 59), (3, 59)], id="a factor of something is not 0"),
        pytest.param([range(1, 40), range(1, 40), range(3, 40)], 8, [(1, 2), (1, 2), (3, 8)], id="three factors"),
        pytest.param([range(5, 140), range(5, 140)], 20, None, id="too small a product"),
        pytest.param([range(-9, 9), range(-9, 9), range(-9, 9)], -1000, None, id="too great a product"),
    ],
)
def test_the_bounds_that_are_left(domains: list[range], result: int, expected: list[tuple[int, int]] | None) -> None:
    p: Problem[str, int] = Problem()
    factors = [p.add_variable(name, domain) for name, domain in zip("xyz", domains, strict=False)]
    p.add(Product(factors, result))
    left = domains_left(p)
    assert (left is not None) == (expected is not None)
    if left is not None:
        assert [(values[0], values[-1]) for values in left.values()] == expected


def test_known_numbers_of_boxes() -> None:
    """A box of 72 with whole sides: in 12 ways, as the story of the census taker goes."""
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(1, 73))
    p.add(Product([x, y, z], 72), x <= y, y <= z)
    found = [tuple(solution.values()) for solution in p.solutions()]
    assert len(found) == 12
    assert all(prod(box) == 72 for box in found)
    assert sorted(map(sum, found)).count(14) == 2


def test_it_is_described_as_it_would_be_written() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(3))
    assert str(Product(["x", y + 1], 2)) == "x * (y + 1) == 2"
    assert str(~Product([x, x], y)) == "x * x != y"
    assert str(Product([x, y], 1, name="area")) == "area"
    assert Product([x, y], 1, rank=3).rank == 3


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(lambda: Product([], 1), ScopeError, "Product needs at least one variable", id="nothing"),
        pytest.param(lambda: Product("xy", "z"), KindError, "a product must be an integer", id="a name"),
        pytest.param(lambda: Product(3, 3), KindError, "Product needs a collection", id="no collection"),  # type: ignore[arg-type]
    ],
)
def test_misuse_is_refused(make: Callable[[], Constraint], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_values_that_are_no_integers_are_refused() -> None:
    p: Problem[str, object] = Problem()
    p.add_variables("xy", [0.5, 2])
    with pytest.raises(ScopeError, match="needs integers, but "):
        p.add(Product("xy", 1))
