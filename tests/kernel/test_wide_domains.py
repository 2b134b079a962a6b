"""Domains of one word and of several: the same operations, compared with sets of integers."""

from __future__ import annotations

import operator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from csplib import AllDifferent, Axis, Problem, State
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.kernel.arcs import AtLeastArc, AtMostArc, SupportArc
from csplib.kernel.bits import bit_at, bits_below, last_word, lower_part, lowest, single_or_none, size_of, split

WIDTHS = st.sampled_from([1, 5, 61, 62, 63, 64, 100, 130, 300, 5000])


@st.composite
def sets(draw: Any, least: int = 0) -> tuple[int, set[int]]:
    """Return a width, and a set of numbers below it with *least* of them at least, dense or sparse."""
    width = draw(WIDTHS)
    some = set(draw(st.lists(st.integers(0, width - 1), min_size=least, max_size=12)))
    return width, set(range(width)) - some or {0} if draw(st.booleans()) else some


def mask_of(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


@given(sets(least=1), st.integers(0, 5100))
def test_functions_of_masks_do_what_they_say_for_any_width(chosen: tuple[int, set[int]], place: int) -> None:
    _, numbers = chosen
    mask = mask_of(numbers)
    assert bit_at(place) == 1 << place
    assert bits_below(place) == (1 << place) - 1
    assert lower_part(mask, place) == mask_of({number for number in numbers if number < place})
    assert lowest(mask) == min(numbers)
    assert size_of(mask) == len(numbers)
    assert single_or_none(mask) == (len(numbers) == 1)
    assert 0 < mask >> last_word(mask) < 1 << 62
    assert lower_part(mask, last_word(mask)) | mask >> last_word(mask) << last_word(mask) == mask


@given(st.data())
def test_narrowing_and_undoing_a_domain_of_any_width_does_what_sets_do(data: Any) -> None:
    width, numbers = data.draw(sets(least=1))
    base = data.draw(st.sampled_from([-7, 0, 3]))
    state = State([mask_of(numbers)], axes=[Axis(range(base, base + width))])
    left = {base + number for number in numbers}
    marks = [(state.mark(), left)]
    bounds = st.integers(base - 2, base + width + 1)
    for _ in range(data.draw(st.integers(1, 8))):
        if len(marks) > 1 and data.draw(st.booleans()):
            mark, left = marks.pop()
            state.undo(mark)
        first, last = data.draw(bounds), data.draw(bounds)
        kind = data.draw(st.sampled_from(["at_least", "at_most", "exclude", "fix", "remove_range", "narrow"]))
        marks.append((state.mark(), left))
        if kind == "narrow":
            kept = state.narrow(0, mask_of({number - base for number in left if number % 3}))
            left = {number for number in left if number % 3}
        elif kind == "remove_range":
            kept = state.remove_range(0, first, last)
            left = {number for number in left if not first <= number <= last}
        else:
            kept = getattr(state, kind)(0, first)
            keeps: Any = getattr(operator, {"at_least": "ge", "at_most": "le", "exclude": "ne", "fix": "eq"}[kind])
            left = {number for number in left if keeps(number, first)}
        assert kept == bool(left)
        assert state.domain(0) == mask_of({number - base for number in left})
        state._check()
        if not left:
            mark, left = marks.pop()
            state.undo(mark)
        assert (state.low(0), state.high(0), state.cells[0].count()) == (min(left), max(left), len(left))


@given(sets(least=1), sets(least=1), st.integers(-70, 70))
def test_arcs_keep_what_is_supported_in_domains_of_any_width(
    one: tuple[int, set[int]], other: tuple[int, set[int]], shift: int
) -> None:
    xs, ys = one[1], other[1]
    dx, dy = mask_of(xs), mask_of(ys)
    assert AtMostArc(0, 1, shift=shift).supported(dx, dy) == mask_of({x for x in xs if x <= max(ys) + shift})
    assert AtLeastArc(0, 1, shift=shift).supported(dx, dy) == mask_of({x for x in xs if x >= min(ys) + shift})
    table = [mask_of({(7 * y + k) % 301 for k in range(3)}) for y in range(max(ys) + 1)]
    supported = {(7 * y + k) % 301 for y in ys for k in range(3)}
    assert SupportArc(0, 1, table, 0).supported(dx, dy) == mask_of(xs & supported)


@given(st.data())
def test_differences_with_offsets_remove_what_they_forbid_in_domains_of_any_width(data: Any) -> None:
    n, width = data.draw(st.integers(2, 5)), data.draw(st.sampled_from([4, 30, 62, 63, 70, 140]))
    rows = data.draw(st.lists(st.lists(st.integers(-9, 9), min_size=n, max_size=n), min_size=1, max_size=3))
    p: Problem[int, int] = Problem()
    xs = p.add_variables(range(n), range(width))
    p.add(*[AllDifferent([x + by for x, by in zip(xs, row, strict=True)]) for row in rows])
    csp = p.compile()
    state = csp.state()
    if not propagate_all(csp, state):
        return
    for _ in range(3):  # the first removal is computed, the second makes a list, the third reads it
        mark = state.mark()
        domains = state.domains
        value = data.draw(st.sampled_from(split(domains[0]))).bit_length() - 1
        state.narrow(0, 1 << value)
        if propagate(csp, state, mark):
            for y in range(1, n):
                gone = {value + row[0] - row[y] for row in rows}
                allowed = {bit.bit_length() - 1 for bit in split(domains[y])} - gone
                left = {bit.bit_length() - 1 for bit in split(state.domain(y))}
                assert left <= allowed
                assert left == allowed or len(rows) > 1 or any(size_of(state.domain(z)) == 1 for z in range(1, n))
        state.undo(mark)
