"""AllDifferent at each level of consistency, and Matching: against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import domains_left, run_once, supported_masks

from csplib import KindError, OptionError, Problem, ScopeError, forward_check, mac, no_inference
from csplib.engine.fixpoint import propagate_all
from csplib.kernel.propagators.hall import HallIntervals
from csplib.kernel.propagators.matching import Matching
from csplib.kernel.propagators.permutation import Permutation
from csplib.modelling.constraints.all_different import AllDifferent, Consistency
from csplib.testing import check_constraint

LEVELS: list[Consistency | None] = [None, "arcs", "values", "bounds", "full"]


def supported(domains: Sequence[int], offsets: Sequence[int]) -> list[int] | None:
    """Give the values that some row uses; None if there is no row."""

    def different(row: Sequence[int]) -> bool:
        return len({bit << offset for bit, offset in zip(row, offsets, strict=True)}) == len(row)

    return supported_masks(domains, different)


def can_differ(domains: list[set[int]]) -> bool:
    """Kuhn's algorithm on sets: slow, short, and of another kind."""
    owner: dict[int, int] = {}

    def place(x: int, tried: set[int]) -> bool:
        for value in domains[x] - tried:
            tried.add(value)
            if value not in owner or place(owner[value], tried):
                owner[value] = x
                return True
        return False

    return all(place(x, set()) for x in range(len(domains)))


@pytest.mark.parametrize(
    ("domains", "expected"),
    [
        pytest.param([0b011, 0b011, 0b111], [0b011, 0b011, 0b100], id="two values for two keep the third off them"),
        pytest.param([0b0111, 0b0111, 0b0111, 0b1001], [7, 7, 7, 8], id="three values for three leave one"),
        pytest.param([0b011, 0b011, 0b011], None, id="fewer values than variables fail"),
        pytest.param([0b0011, 0b0011, 0b0011, 0b1100], None, id="three variables with two values fail among others"),
        pytest.param([0b001, 0b011, 0b111], [0b001, 0b010, 0b100], id="a chain of single values runs to its end"),
        pytest.param([0b001, 0b001, 0b110], None, id="one value for two variables fails"),
        pytest.param([0b001, 0b001], None, id="two equal fixed variables fail"),
        pytest.param([0b001, 0b100, 0b010], [0b001, 0b100, 0b010], id="nothing but different fixed variables pass"),
        pytest.param([0b001, 0b001 | 0b010, 0b001], None, id="two fixed ones fail before the others matter"),
        pytest.param([0b111, 0b111, 0b111], [0b111] * 3, id="as many values as variables say nothing by themselves"),
        pytest.param([0b1111, 0b0011, 0b1111], [0b1111, 0b0011, 0b1111], id="with a value to spare all is possible"),
        pytest.param([0b0011, 0b0110, 0b0101, 0b1110], [3, 6, 5, 8], id="a circle of moves keeps its values"),
        pytest.param(
            [0b00011, 0b00011, 0b01100, 0b01100, 0b11111], [3, 3, 12, 12, 16], id="two components, and what they leave"
        ),
        pytest.param([0b0011, 0b0011, 0b0110, 0b1100], [3, 3, 4, 8], id="a component rules out what the next then has"),
        pytest.param([0b1], [0b1], id="one fixed variable"),
        pytest.param([0b11], [0b11], id="one variable"),
    ],
)
def test_matching_cases(domains: list[int], expected: list[int] | None) -> None:
    assert run_once(Matching(range(len(domains))), domains) == expected


@settings(max_examples=400)
@given(st.lists(st.integers(1, 0b11111), min_size=1, max_size=5), st.booleans(), st.data())
def test_one_run_of_matching_leaves_exactly_the_supported_values(
    domains: list[int],
    shift: bool,  # noqa: FBT001 - drawn
    data: Any,
) -> None:
    offsets = [data.draw(st.integers(0, 3)) if shift else 0 for _ in domains]
    matching = Matching(range(len(domains)), offsets if shift else ())
    expected = supported(domains, offsets)
    assert run_once(matching, domains) == expected
    if expected is not None:
        assert run_once(matching, expected) == expected


@settings(max_examples=60)
@given(st.integers(2, 25), st.integers(0, 6), st.integers(1, 5), st.integers(0, 90), st.randoms(use_true_random=False))
def test_matching_leaves_exactly_the_supported_values_of_many_variables(
    size: int, more: int, width: int, high: int, random: Any
) -> None:
    sets = [{high + random.randrange(size + more) for _ in range(random.randint(1, width) + 1)} for _ in range(size)]
    masks = [sum(1 << value for value in values) for values in sets]
    left = run_once(Matching(range(size)), masks)
    assert (left is not None) == can_differ(sets)
    if left is not None:
        for x in range(size):
            for value in sets[x]:
                assert bool(left[x] >> value & 1) == can_differ([*sets[:x], {value}, *sets[x + 1 :]])


@settings(max_examples=200)
@given(st.lists(st.integers(1, 0b1111), min_size=1, max_size=4), st.data())
def test_smaller_domains_never_leave_more(domains: list[int], data: Any) -> None:
    smaller = [data.draw(st.sampled_from([mask for mask in range(1, 16) if mask & ~domain == 0])) for domain in domains]
    matching = Matching(range(len(domains)))
    wide, narrow = run_once(matching, domains), run_once(matching, smaller)
    if narrow is not None:
        assert wide is not None
        assert all(less & ~more == 0 for less, more in zip(narrow, wide, strict=True))


def test_a_variable_that_occurs_twice_has_no_value() -> None:
    assert run_once(Matching([0, 0]), [0b1]) is None
    assert run_once(Matching([0, 0, 1]), [0b11, 0b110]) == [0b11, 0b100]


@settings(max_examples=400)
@given(st.lists(st.integers(1, 0b111111), min_size=1, max_size=5), st.booleans(), st.data())
def test_hall_intervals_are_sound(domains: list[int], shift: bool, data: Any) -> None:  # noqa: FBT001 - drawn
    offsets = [data.draw(st.integers(0, 3)) if shift else 0 for _ in domains]
    left = run_once(HallIntervals(range(len(domains)), offsets if shift else ()), domains)
    used = supported(domains, offsets)
    if used is not None:
        assert left is not None
        assert all(kept & ~mask == 0 for kept, mask in zip(used, left, strict=True))


@settings(max_examples=300)
@given(st.lists(st.tuples(st.integers(0, 70), st.integers(0, 4)), min_size=3, max_size=12))
def test_bounds_consistency_leaves_the_bounds_that_full_consistency_leaves(ends: list[tuple[int, int]]) -> None:
    left: dict[Consistency, dict[object, Sequence[object]] | None] = {}
    levels: tuple[Consistency, Consistency] = ("bounds", "full")
    for level in levels:
        p: Problem[int, int] = Problem()
        x = [p.add_variable(i, range(low % 13, low % 13 + more + 1)) for i, (low, more) in enumerate(ends)]
        p.add(AllDifferent(x, consistency=level))
        state = p.compile().state()
        left[level] = p.compile().domains_in(state) if propagate_all(p.compile(), state) else None
    bounds, full = left["bounds"], left["full"]
    assert (bounds is None) == (full is None)
    if bounds is not None and full is not None:
        assert all((bounds[x][0], bounds[x][-1]) == (full[x][0], full[x][-1]) for x in bounds)


@pytest.mark.parametrize(
    ("domains", "expected"),
    [
        pytest.param([0b0110, 0b0110, 0b1111, 0b1110], [6, 6, 1, 8], id="least values go off what two others fill"),
        pytest.param([0b0110, 0b0110, 0b1111, 0b0111], [6, 6, 8, 1], id="and so do greatest values"),
        pytest.param([0b01010, 0b01010, 0b11010], [10, 10, 16], id="values that nobody has are no room"),
        pytest.param([0b011, 0b011, 0b011], None, id="too few values fail"),
        pytest.param([0b1100, 0b1100, 0b1111, 0b1100], None, id="too few values fail at the top"),
        pytest.param([0b111, 0b111, 0b111], [7, 7, 7], id="nobody is left outside"),
        pytest.param([0b1, 0b10], [1, 2], id="nothing to decide"),
    ],
)
def test_hall_interval_cases(domains: list[int], expected: list[int] | None) -> None:
    assert run_once(HallIntervals(range(len(domains))), domains) == expected


def kinds(problem: Problem[Any, Any]) -> set[type[object]]:
    return {type(propagator) for propagator in problem.compile().propagators}


def test_bounds_are_the_rule_where_sums_go_by_them_and_values_have_one_line_only() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(4), range(4))
    p.add(AllDifferent(x))
    assert kinds(p) == {Permutation}
    p.add(sum(x[1:], x[0]) == 6)
    assert HallIntervals in kinds(p)
    assert Permutation not in kinds(p)
    p.add(AllDifferent(x[:3]))
    assert HallIntervals not in kinds(p)
    assert Permutation in kinds(p)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_means_the_same(level: Consistency | None) -> None:
    check_constraint(lambda x: AllDifferent(x, consistency=level), variables=(1, 4), max_examples=20)
    check_constraint(
        lambda x: AllDifferent([x[0] + 2, x[1] - 1, x[2]], consistency=level), domain=range(-2, 4), max_examples=20
    )
    check_constraint(lambda x: AllDifferent(x, consistency=level), domain=["a", 1, 2.5, None], max_examples=20)
    check_constraint(
        lambda x: AllDifferent([x[0], x[1] + 5, x[2]], consistency=level), domain=[0, 5, 10**9], max_examples=20
    )


def left_at_the_root(p: Problem[Any, Any]) -> list[Sequence[Any]] | None:
    """Return the domains after propagation without search, or None for a contradiction."""
    left = domains_left(p)
    return None if left is None else list(left.values())


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        pytest.param("arcs", [(1, 2), (1, 2), (1, 2, 3), (3, 4, 5)], id="arcs wait for a fixed variable"),
        pytest.param("values", [(1, 2), (1, 2), (1, 2, 3), (3, 4, 5)], id="values wait for as many as variables"),
        pytest.param("full", [(1, 2), (1, 2), (3,), (4, 5)], id="full leaves what is supported"),
        pytest.param(None, [(1, 2), (1, 2), (1, 2, 3), (3, 4, 5)], id="the default is values"),
    ],
)
@pytest.mark.parametrize("offset", [0, 4])
def test_what_each_level_finds(level: Consistency | None, offset: int, expected: list[tuple[int, ...]]) -> None:
    p: Problem[str, int] = Problem()
    w, x = p.add_variables("wx", [1, 2])
    y = p.add_variable("y", [1 - offset, 2 - offset, 3 - offset])
    z = p.add_variable("z", [3, 4, 5])
    p.add(AllDifferent([w, x, y + offset, z], consistency=level))
    left = left_at_the_root(p)
    assert left is not None
    assert [*left[:2], tuple(value + offset for value in left[2]), left[3]] == expected


def test_values_place_a_value_that_fits_once() -> None:
    for level, expected in [("arcs", (0, 1, 2)), ("values", (0,)), ("full", (0,))]:
        p: Problem[str, int] = Problem()
        x = p.add_variable("x", range(3))
        p.add(AllDifferent([x, *p.add_variables("yz", [1, 2])], consistency=level))  # type: ignore[arg-type]
        left = left_at_the_root(p)
        assert left is not None
        assert left[0] == expected


@pytest.mark.parametrize(
    ("level", "size", "values", "kinds"),
    [
        pytest.param(None, 9, 9, [Permutation], id="the default with as many values"),
        pytest.param(None, 40, 40, [Permutation], id="the default with many variables"),
        pytest.param(None, 40, 41, [], id="the default with more values"),
        pytest.param("arcs", 9, 9, [], id="arcs"),
        pytest.param("values", 9, 9, [Permutation], id="values with as many values"),
        pytest.param("values", 9, 10, [], id="values with more values"),
        pytest.param("full", 9, 9, [Matching], id="full with as many values"),
        pytest.param("full", 9, 30, [Matching], id="full with more values"),
        pytest.param("full", 9, 8, [Matching], id="full with fewer values"),
        pytest.param("full", 2, 2, [], id="full between two, where arcs are enough"),
    ],
)
def test_what_each_level_adds_to_the_arcs(
    level: Consistency | None, size: int, values: int, kinds: list[type[object]]
) -> None:
    for offset in (0, 7):
        p: Problem[int, int] = Problem()
        handles = p.add_variables(range(size), range(values))
        p.add(AllDifferent([handle + offset for handle in handles], consistency=level))
        csp = p.compile()
        assert [type(propagator) for propagator in csp.propagators] == kinds
        assert len(csp.arcs) == size * (size - 1)


def test_integers_far_apart_leave_it_at_the_arcs() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", [0, 5, 10**9])
    p.add(AllDifferent([x, y + 5, z], consistency="full"))
    assert not p.compile().propagators
    assert p.count() == sum(
        len({a, b + 5, c}) == 3 for a in (0, 5, 10**9) for b in (0, 5, 10**9) for c in (0, 5, 10**9)
    )


@pytest.mark.parametrize("level", LEVELS)
def test_expressions_differ_at_every_level(level: Consistency | None) -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(4))
    p.add(AllDifferent([abs(x - y), abs(y - z) + 1, z], consistency=level))
    rows = [(a, b, c) for a in range(4) for b in range(4) for c in range(4)]
    expected = {row for row in rows if len({abs(row[0] - row[1]), abs(row[1] - row[2]) + 1, row[2]}) == 3}
    assert {tuple(solution.values()) for solution in p.solutions()} == expected


@pytest.mark.parametrize("level", LEVELS)
def test_it_can_be_part_of_other_constraints(level: Consistency | None) -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(30))
    p.add(AllDifferent([x, y, z], consistency=level) | (x + y + z == 0))
    assert p.count() == 30 * 29 * 28 + 1


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("infer", [None, no_inference, forward_check, mac])
def test_queens_have_as_many_solutions_at_every_level(level: Consistency | None, infer: Any) -> None:
    p: Problem[int, int] = Problem()
    queens = p.add_variables(range(6), range(6))
    for sign in (-1, 0, 1):
        p.add(AllDifferent([queen + sign * row for row, queen in enumerate(queens)], consistency=level))
    assert p.count(**({} if infer is None else {"infer": infer})) == 4


def test_too_many_pigeons_are_seen_at_once() -> None:
    p: Problem[int, int] = Problem()
    pigeons = p.add_variables(range(30), range(60))
    p.add(AllDifferent(pigeons, consistency="full"), *[pigeon < 15 for pigeon in pigeons[:16]])
    assert left_at_the_root(p) is None


@pytest.mark.parametrize("wrong", ["all", "", "Full", 3, True, ["full"]])
def test_an_unknown_consistency_is_refused_with_the_choices(wrong: Any) -> None:
    with pytest.raises(OptionError, match="must be one of None, 'arcs', 'values', 'bounds', 'full', not"):
        AllDifferent("xy", consistency=wrong)


def test_a_wrong_scope_is_refused() -> None:
    with pytest.raises(ScopeError, match="at least one variable"):
        AllDifferent([])
    with pytest.raises(KindError, match="collection of variables"):
        AllDifferent(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("shift", [3001, -3000, 1_000_000, 7])
@pytest.mark.parametrize("gap", [1, 1000])
def test_differences_between_integers_too_far_apart_to_be_shifted(shift: int, gap: int) -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(0, 3000 * gap, gap))
    p.add(x + shift * gap != y)
    for value in (0, 8 * gap, 2999 * gap):
        assert p.count(assuming={"x": value}) == 3000 - (0 <= value + shift * gap < 3000 * gap)
