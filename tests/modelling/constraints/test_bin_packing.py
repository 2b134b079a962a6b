"""`BinPacking`: compared with adding up, and counts that are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from propagation import check_sound, domains_left

from csplib import BinPacking, Constraint, KindError, OptionError, Problem, RowError, ScopeError, Variable, reify
from csplib.kernel.propagators.packing import Packing
from csplib.testing import check_constraint

SIZES = [2, 3, 1, 2]


def half(v: list[Variable]) -> int:
    return (len(v) + 1) // 2


@pytest.mark.parametrize(
    ("make", "variables"),
    [
        pytest.param(lambda v: BinPacking(v, SIZES[: len(v)], 4), (1, 4), id="one capacity"),
        pytest.param(lambda v: BinPacking(v, SIZES[: len(v)], [3, 2, 4]), (1, 4), id="capacities"),
        pytest.param(lambda v: BinPacking(v, SIZES[: len(v)], {3: 3, 1: 4, 9: 2}), (1, 4), id="a mapping"),
        pytest.param(lambda v: BinPacking(v[:2], [1, 2], loads=v[2:]), (3, 4), id="loads"),
        pytest.param(lambda v: BinPacking(v[:3], [1, 1, 2], loads={0: v[3], 2: 2}), 4, id="a load that is known"),
        pytest.param(lambda v: BinPacking(v[:2], [3, 2], [v[2], v[3] + 1]), 4, id="variable capacities"),
        pytest.param(lambda v: BinPacking(v, [1, 2, 0], loads=v), 3, id="items are loads"),
        pytest.param(lambda v: BinPacking([v[0], v[0] + 1, v[1]], [1, 2, 2], [2, 3, v[0]]), 2, id="an item twice"),
        pytest.param(lambda v: BinPacking(v, [0] * len(v), [0, 0]), (1, 3), id="items of no size"),
    ],
)
def test_it_does_what_it_says(make: Callable[[list[Variable]], Constraint], variables: int | tuple[int, int]) -> None:
    check_constraint(make, variables=variables, domain=range(-1, 5), max_examples=25)


def test_bins_have_any_names() -> None:
    check_constraint(lambda v: BinPacking(v, SIZES[: len(v)], {"a": 3, "b": 4}), variables=(1, 4), domain=["a", "b", 2])


Packed = tuple[list[int], list[int], list[int], list[int], list[int], bool]


@st.composite
def packings(draw: Any) -> Packed:
    """Draw domains, sizes, bits, loads and capacities: with variables for some of the loads, or none."""
    count, bins = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    sizes = [draw(st.integers(0, 5)) for _ in range(count)]
    domains = [draw(st.integers(1, 7)) for _ in range(count)]
    equal = draw(st.booleans())
    loads = [count + b if draw(st.booleans()) or equal else -1 for b in range(bins)]
    domains += [draw(st.integers(1, 1023)) for _ in range(bins)]
    capacities = [draw(st.integers(0, 12)) if load < 0 else 20 for load in loads]
    return domains, sizes, [1 << b for b in range(bins)], loads, capacities, equal


def holds_for(packed: Packed) -> Callable[[Sequence[int]], bool]:
    _, sizes, bits, loads, capacities, equal = packed

    def holds(row: Sequence[int]) -> bool:
        if any(row[i] not in bits for i in range(len(sizes))):
            return False
        for b, bit in enumerate(bits):
            total = sum(size for i, size in enumerate(sizes) if row[i] == bit)
            limit = row[loads[b]].bit_length() - 1 if loads[b] >= 0 else capacities[b]
            if total != limit if equal else total > limit:
                return False
        return True

    return holds


@given(packings(), st.data())
def test_no_packing_is_lost_and_full_ones_are_judged_right(packed: Packed, data: Any) -> None:
    domains, sizes, bits, loads, capacities, equal = packed
    row = [1 << data.draw(st.sampled_from([p for p in range(10) if mask >> p & 1])) for mask in domains]
    check_sound(
        Packing(range(len(sizes)), sizes, bits, loads, capacities, equal=equal), domains, holds_for(packed), row
    )


@given(packings())
def test_one_bin_keeps_only_what_some_sum_supports(packed: Packed) -> None:
    domains, sizes, _, _, _, _ = packed
    load = len(sizes)
    p: Problem[str, int] = Problem()
    items = [p.add_variable(f"i{place}", [0, 1]) for place in range(load)]
    total = p.add_variable("total", [value for value in range(10) if domains[load] >> value & 1])
    p.add(BinPacking(items, sizes, loads={0: total, 1: p.add_variable("rest", range(21))}))
    rows = [
        row
        for row in product([0, 1], repeat=load)
        if sum(sizes) - sum(s * t for s, t in zip(sizes, row, strict=True)) in p.domains["total"]
    ]
    left = domains_left(p)
    assert (left is None) == (not rows)
    for place in range(load):
        assert left is None or set(left[f"i{place}"]) == {row[place] for row in rows}


def test_loads_are_bounded_by_all_bins_together() -> None:
    p: Problem[str, int] = Problem()
    items = p.add_variables("abc", range(3))
    loads = p.add_variables(["l0", "l1", "l2"], [*range(4)])
    p.add(BinPacking(items, [2, 3, 3], loads=loads))
    left = domains_left(p)
    assert left is not None
    assert left["l0"] == left["l1"] == (2, 3)


def test_more_bins_than_there_are_is_noticed_without_search() -> None:
    p: Problem[int, int] = Problem()
    p.add(BinPacking(p.add_variables(range(7), range(6)), [6] * 7, 11))
    assert domains_left(p) is None


def test_loads_may_be_long_ranges() -> None:
    p: Problem[str, Any] = Problem()
    items = p.add_variables("abcd", ["x", "y"])
    x, y = p.add_variables(["in x", "in y"], range(10**6))
    p.add(BinPacking(items, [70_000, 20_000, 5_000, 300], loads={"x": x, "y": y}), x - y <= 100, y - x <= 60_000)
    found = sorted(s["in x"] for s in p.solutions())
    every = [
        sum(size for size, taken in zip([70_000, 20_000, 5_000, 300], row, strict=True) if taken)
        for row in product([0, 1], repeat=4)
    ]
    assert found == sorted(a for a in every if -60_000 <= 2 * a - 95_300 <= 100)


def test_bins_may_be_many() -> None:
    p: Problem[str, int] = Problem()
    a, b = p.add_variables("ab", range(5000))
    p.add(BinPacking([a, b], [2, 3], 4), a <= 1, b <= 1)
    assert p.count() == 2


def test_distributions_are_counted() -> None:
    """Seven different items of size 1 fill bins of 2, 2 and 3 in 7! / (2! 2! 3!) ways."""
    p: Problem[int, str] = Problem()
    p.add(BinPacking(p.add_variables(range(7), "abc"), [1] * 7, {"a": 2, "b": 2, "c": 3}))
    assert p.count() == 210


def test_partitions_into_equal_sums_are_counted() -> None:
    """The numbers from 1 to 12 are split into two equal sums in 124 / 2 ways (OEIS A058377)."""
    p: Problem[int, int] = Problem()
    p.add(BinPacking(p.add_variables(range(12), [0, 1]), range(1, 13), 39))
    assert p.count() == 124


def test_the_fewest_bins_are_those_of_brute_force() -> None:
    sizes = [6, 5, 5, 4, 3, 3, 2, 2]
    p: Problem[int | str, int] = Problem()
    items = p.add_variables(range(8), range(5))
    last = p.add_variable("last", range(5))
    p.add(BinPacking(items, sizes, 10), *[item <= last for item in items])
    found = p.minimize(last).finish()
    assert found is not None
    best = found.solution
    loads = Counter[int]()
    for place, size in enumerate(sizes):
        loads[best[place]] += size
    assert best["last"] == 2
    assert max(loads.values()) <= 10


def test_it_can_be_denied_and_counted() -> None:
    p: Problem[str, int] = Problem()
    items = p.add_variables("abc", range(2))
    fits = BinPacking(items, [2, 2, 1], [3, 3])
    rows = list(product(range(2), repeat=3))
    good = [
        row for row in rows if all(sum(s for s, w in zip([2, 2, 1], row, strict=True) if w == b) <= 3 for b in (0, 1))
    ]
    p.add(~fits)
    assert p.count() == len(rows) - len(good)
    q: Problem[str, int] = Problem()
    items = q.add_variables("abc", range(2))
    q.add(reify(BinPacking(items, [2, 2, 1], [3, 3])) + items[0] == 1)
    assert q.count() == sum((row in good) + row[0] == 1 for row in rows)


def test_it_is_described_by_items_and_bins() -> None:
    assert str(BinPacking("ab", [3, 4], 5)) == "BinPacking(a of 3, b of 4; capacity 5)"
    assert str(BinPacking("ab", [3, 4], {"van": 5})) == "BinPacking(a of 3, b of 4; capacities 'van': 5)"
    assert str(BinPacking("ab", [3, 4], loads=[3, 4])) == "BinPacking(a of 3, b of 4; loads 0: 3, 1: 4)"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        pytest.param(lambda: BinPacking("ab", [1], 3), RowError, "2 items but 1 sizes", id="lengths"),
        pytest.param(lambda: BinPacking([], [], 3), ScopeError, "at least one item", id="nothing"),
        pytest.param(lambda: BinPacking("a", [1]), OptionError, "either capacity= or loads=", id="no capacity"),
        pytest.param(lambda: BinPacking("a", [1], 3, loads=[1]), OptionError, "either capacity= or loads=", id="both"),
        pytest.param(lambda: BinPacking("a", [-1], 3), OptionError, "each size .* at least 0, not -1", id="size"),
        pytest.param(lambda: BinPacking("a", [1], -3), OptionError, "each capacity .* not -3", id="capacity"),
        pytest.param(lambda: BinPacking("a", ["b"], 3), KindError, "each size .* integer, not 'b'", id="a word"),
        pytest.param(lambda: BinPacking("a", [1], loads=3), KindError, "a list or a mapping, not 3", id="one load"),
        pytest.param(lambda: BinPacking("a", [1], ["b"]), KindError, "a capacity must be an integer", id="a name"),
    ],
)
def test_misuse_is_refused(make: Callable[[], Constraint], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()
