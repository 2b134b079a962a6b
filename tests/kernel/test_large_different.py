"""AllDifferent over many variables: the same solutions as brute force, with and without sweeps, over both domains."""

from __future__ import annotations

from itertools import product

import pytest
from catalogue import many, total
from hypothesis import given, settings
from hypothesis import strategies as st

from csplib import AllDifferent, In, Problem, State
from csplib.kernel.propagators.large_different import LargeDifferent
from csplib.kernel.propagators.permutation import Permutation

WIDE = 10**6


def rows_of(domains: list[list[int]], offsets: list[int], bound: int) -> set[tuple[int, ...]]:
    """Return the rows with different terms whose sum is at most *bound*."""
    found = set()
    for row in product(*domains):
        terms = [value + offset for value, offset in zip(row, offsets, strict=True)]
        if len(set(terms)) == len(terms) and sum(row) <= bound:
            found.add(row)
    return found


DOMAINS = st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=6, unique=True), min_size=2, max_size=5)


@settings(max_examples=150)
@given(DOMAINS, st.integers(0, 30), st.booleans(), st.booleans())
def test_sets_of_values_have_the_solutions_of_brute_force(
    domains: list[list[int]],
    bound: int,
    alone: bool,  # noqa: FBT001
    sums: bool,  # noqa: FBT001
) -> None:
    p: Problem[int, int] = Problem()
    x = [p.add_variable(name, values) for name, values in enumerate(domains)]
    values = {value for domain in domains for value in domain}
    p.add(many(x, alone=alone, permutes=len(values) == len(x)))
    if sums:
        p.add(total(x) <= bound)
    expected = rows_of(domains, [0] * len(x), bound if sums else 99)
    assert {tuple(s.values()) for s in p.solutions()} == expected
    assert p.count() == len(expected)
    found = p.solve()
    assert (found is None) == (not expected)


@settings(max_examples=150)
@given(DOMAINS, st.data(), st.booleans())
def test_intervals_have_the_solutions_of_brute_force(
    domains: list[list[int]],
    data: st.DataObject,
    sums: bool,  # noqa: FBT001
) -> None:
    p: Problem[int, int] = Problem()
    shift = data.draw(st.sampled_from([-WIDE, -3, 0, WIDE // 2]))
    offsets = [data.draw(st.integers(-2, 2)) for _ in domains]
    x = []
    for name, values in enumerate(domains):
        small = name > 0 and data.draw(st.booleans())
        x.append(p.add_variable(name, [v + shift for v in values] if small else range(-WIDE, WIDE)))
        if not small:
            p.add(In(x[-1], [v + shift for v in values]))
    p.add(many([term + offset for term, offset in zip(x, offsets, strict=True)], integers=True))
    bound = data.draw(st.integers(0, 30)) if sums else 99
    if sums:
        p.add(total(x) <= bound + shift * len(x))
    expected = rows_of(domains, offsets, bound)
    assert {tuple(value - shift for value in s.values()) for s in p.solutions()} == expected
    assert p.count() == len(expected)


@given(DOMAINS)
def test_a_run_at_the_root_leaves_what_is_possible_for_all_fixed_values(domains: list[list[int]]) -> None:
    masks = [sum(1 << value for value in domain) for domain in domains]
    state, again = State(masks), State(masks)
    one = LargeDifferent(range(len(masks)))
    consistent = one.propagate(state)
    expected = _without_fixed(masks)
    assert consistent == (expected is not None)
    if expected is not None:
        assert state.domains == expected
    mark = again.mark()
    for _ in range(2):  # what was undone is forgotten
        assert one.propagate(again) == consistent
        again.undo(mark)
        assert again.domains == masks


def _without_fixed(masks: list[int]) -> list[int] | None:
    left = list(masks)
    changed = True
    while changed:
        changed = False
        for i, mask in enumerate(left):
            for j, other in enumerate(left):
                if i != j and not mask & (mask - 1) and other & mask:
                    left[j] &= ~mask
                    changed = True
                    if not left[j]:
                        return None
    return left


@pytest.mark.parametrize(("size", "values"), [(65, 65), (300, 300), (300, 450), (1500, 1500), (700, 5000)])
def test_many_variables_get_different_values_without_a_failure(size: int, values: int) -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(size), range(values))
    p.add(AllDifferent(x))
    found = p.solutions()
    assert len(set(next(found).values())) == size
    assert found.statistics is not None
    assert found.statistics.failures == 0
    (one,) = p.compile().propagators
    assert isinstance(one, LargeDifferent)


def test_many_pigeons_need_no_search() -> None:
    p: Problem[int, int] = Problem()
    p.add(AllDifferent(p.add_variables(range(301), range(300))))
    assert p.count() == 0


def test_small_domains_among_many_are_seen() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(300), range(300))
    p.add(AllDifferent(x), In(x[7], [3]), In(x[9], [3, 4]), *[In(one, range(5, 299)) for one in x[20:]])
    csp = p.compile()
    assert not any(isinstance(one, Permutation) for one in csp.propagators)
    found = p.solve()
    assert found is not None
    assert (found[7], found[9]) == (3, 4)
    assert not p.violations(found)


def test_a_large_all_different_works_with_other_constraints() -> None:
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(300), range(320))
    p.add(AllDifferent(x), x[0] > x[1], x[1] > x[2], x[0] + x[299] == 20, total(x[:10]) <= 60)
    found = p.solve()
    assert found is not None
    assert not p.violations(found)
