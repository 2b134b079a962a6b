"""Each propagator against brute force: sound, complete on a full assignment, and as strong as promised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csplib import (
    CSP,
    Arc,
    Constraint,
    Lowering,
    Pair,
    Problem,
    Propagator,
    State,
    ac3,
)
from csplib.engine.fixpoint import propagate_all
from csplib.engine.search import Search
from csplib.kernel.bits import is_single, shifted, split
from csplib.kernel.propagators.last_variable import LastVariable
from csplib.kernel.propagators.permutation import Permutation
from csplib.kernel.propagators.table import AllowedRows

DOMAINS = st.lists(st.integers(1, 0b1111), min_size=3, max_size=4)


def check_propagator(propagator: Propagator, domains: list[int], holds: Callable[[Sequence[int]], bool]) -> State:
    """Run it once and compare with all rows within *domains*, written as bits."""
    state = State(domains)
    rows = oracle.supported_rows([split(domain) for domain in domains], holds)
    ok = propagator.propagate(state)
    assert ok or not rows[0], "a failure where a row is left"
    if ok:
        for domain, used, stated in zip(state.domains, rows, domains, strict=True):
            assert used <= set(split(domain)), "a value removed that a row uses"
            assert domain & stated == domain
    for row in product(*[split(domain) for domain in domains]):
        full = State(row)
        assert propagator.propagate(full) == holds(row) or not propagator.decides
        if holds(row):
            assert full.domains == list(row)
    state._check()
    return state


@settings(max_examples=300)
@given(DOMAINS, st.data())
def test_allowed_rows_are_sound_and_leave_exactly_the_supported_values(domains: list[int], data: Any) -> None:
    universe = list(product((1, 2, 4, 8), repeat=len(domains)))
    rows = data.draw(st.lists(st.sampled_from(universe), unique=True, max_size=20))
    propagator = AllowedRows(range(len(domains)), rows)
    state = check_propagator(propagator, domains, lambda row: tuple(row) in rows)
    used = oracle.supported_rows([split(domain) for domain in domains], lambda row: tuple(row) in rows)
    if used[0]:
        assert [set(split(domain)) for domain in state.domains] == used


@settings(max_examples=300)
@given(DOMAINS, st.booleans(), st.data())
def test_a_permutation_is_sound_and_places_every_value_that_fits_once(
    domains: list[int],
    shift: bool,  # noqa: FBT001 - drawn
    data: Any,
) -> None:
    offsets = [data.draw(st.integers(0, 2)) if shift else 0 for _ in domains]
    seen = [shifted(domain, offset) for domain, offset in zip(domains, offsets, strict=True)]
    values = 0
    for mask in seen:
        values |= mask
    if values.bit_count() > len(domains):
        return
    propagator = Permutation(range(len(domains)), values, offsets if shift else ())

    def different(row: Sequence[int]) -> bool:
        return len({bit << offset for bit, offset in zip(row, offsets, strict=True)}) == len(row)

    state = check_propagator(propagator, domains, different)
    if state.wiped < 0 and oracle.supported_rows([split(domain) for domain in domains], different)[0]:
        for value in split(values):
            homes = [x for x, mask in enumerate(seen) if mask & value]
            if len(homes) == 1:
                assert shifted(state.domains[homes[0]], offsets[homes[0]]) == value


@settings(max_examples=200)
@given(DOMAINS, st.sets(st.integers(0, 60)))
def test_the_last_variable_keeps_just_what_the_test_accepts(domains: list[int], sums: set[int]) -> None:
    values = [{bit: bit for bit in (1, 2, 4, 8)}] * len(domains)
    propagator = LastVariable(range(len(domains)), lambda row: sum(row) in sums, values)  # type: ignore[arg-type]
    state = check_propagator(propagator, domains, lambda row: sum(row) in sums)
    waiting = [x for x, domain in enumerate(domains) if not is_single(domain)]
    if len(waiting) > 1:
        assert state.domains == domains
    elif state.wiped < 0 and waiting:
        used = oracle.supported_rows([split(domain) for domain in domains], lambda row: sum(row) in sums)
        assert set(split(state.domains[waiting[0]])) == used[waiting[0]]


@pytest.mark.parametrize(
    ("domains", "expected"),
    [
        pytest.param([0b011, 0b011, 0b111], [0b011, 0b011, 0b100], id="a value with one home goes there"),
        pytest.param([0b011, 0b011, 0b011], None, id="a value without a home fails"),
        pytest.param([0b001, 0b001, 0b110], None, id="two values for one home fail"),
        pytest.param([0b111, 0b111, 0b111], [0b111, 0b111, 0b111], id="nothing to say"),
        pytest.param([0b001, 0b011, 0b110], [0b001, 0b011, 0b100], id="no more than one step is promised"),
    ],
)
def test_permutation_cases(domains: list[int], expected: list[int] | None) -> None:
    state = State(domains)
    assert Permutation([0, 1, 2], 0b111).propagate(state) == (expected is not None)
    if expected is not None:
        assert state.domains == expected


def test_a_propagator_written_in_plain_python_works_in_the_engine() -> None:
    class Increasing(Propagator):
        def propagate(self, state: State) -> bool:
            floor = 0
            for x in self.scope:
                if not state.narrow(x, -1 << floor):
                    return False
                lowest = state.cells[x].mask & -state.cells[x].mask
                floor = lowest.bit_length()
            ceiling = 1 << 30
            for x in reversed(self.scope):
                if not state.narrow(x, ceiling - 1):
                    return False
                ceiling = 1 << (state.cells[x].mask.bit_length() - 1)
            return True

    csp = CSP([0b1111] * 3, [], [], [Increasing([0, 1, 2])], list("abc"), [{1 << i: i for i in range(4)}] * 3, {})
    search = Search(csp, csp.state())
    found = []
    while search.advance():
        found.append(tuple(csp.assignment_in(search.state).values()))
    assert found == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


def test_an_arc_written_in_plain_python_works_in_the_engine_and_in_ac3() -> None:
    class Below(Arc):
        def supported(self, dx: int, dy: int) -> int:
            return dx & ((1 << (dy.bit_length() - 1)) - 1)

    class Above(Arc):
        def supported(self, dx: int, dy: int) -> int:
            return dx & ~((dy & -dy) * 2 - 1)

    class Less(Constraint):
        def satisfied(self, values: Sequence[Any]) -> bool:
            return bool(values[0] < values[1])

        def lower(self, to: Lowering) -> None:
            x, y = to.scope(self)
            to.link(Pair(Below(x, y, self), Above(y, x, self)))

    p = Problem()
    x, y, z = p.add_variables("xyz", range(3))
    p.add(Less([x, y]), Less([y, z]))
    csp = p.compile()
    state = csp.state()
    assert ac3(csp, state)
    assert csp.domains_in(state) == {"x": (0,), "y": (1,), "z": (2,)}
    assert [tuple(s.values()) for s in p.solutions()] == [(0, 1, 2)]


def test_a_propagator_that_forgets_to_return_is_not_taken_for_no_solution() -> None:
    class Forgetful(Propagator):
        def propagate(self, state: State) -> bool:  # type: ignore[return]
            state.narrow(self.scope[0], 1)

    csp = CSP([0b11], [], [], [Forgetful([0])], ["x"], [{1: 1, 2: 2}], {})
    with pytest.raises(TypeError, match="None"):
        propagate_all(csp, csp.state())


def test_a_propagator_that_wipes_a_domain_and_says_nothing_fails_all_the_same() -> None:
    class Careless(Propagator):
        def propagate(self, state: State) -> bool:
            state.narrow(self.scope[0], 0)
            return True

    csp = CSP([0b11], [], [], [Careless([0])], ["x"], [{1: 1, 2: 2}], {})
    assert not propagate_all(csp, csp.state())


def test_an_arc_that_gives_back_more_than_it_got_removes_nothing_and_ends() -> None:
    class Lenient(Arc):
        def supported(self, dx: int, dy: int) -> int:
            return dx | ~dy

    csp = CSP([0b11, 0b11], [], [Pair(Lenient(0, 1), Lenient(1, 0))], [], ["x", "y"], [{1: 1, 2: 2}] * 2, {})
    state = csp.state()
    assert ac3(csp, state)
    assert state.domains == [0b11, 0b11]


def test_a_constraint_may_answer_with_anything_true_or_false() -> None:
    class Odd(Constraint):
        def satisfied(self, values: Sequence[Any]) -> bool:
            return sum(values) % 2  # type: ignore[no-any-return]

        def lower(self, to: Lowering) -> None:
            to.ask(self)

    for size in (2, 30):
        p: Problem[int, int] = Problem()
        p.add(Odd(p.add_variables(range(3), range(size))))
        assert p.count() == size**3 // 2


class Watching(Propagator):
    """Count the runs, and narrow the first variable to what is drawn for each run."""

    def __init__(self, scope: Sequence[int], masks: Sequence[int], *, on_bounds: bool, idempotent: bool) -> None:
        super().__init__(scope, on_bounds=on_bounds)
        self.idempotent = idempotent
        self.masks = list(masks)
        self.runs = 0

    def propagate(self, state: State) -> bool:
        self.runs += 1
        return not self.masks or state.narrow(self.scope[0], self.masks.pop(0))


def settled(*propagators: Propagator) -> list[int]:
    values: list[dict[int, object]] = [{1 << bit: bit for bit in range(4)}] * 2
    csp = CSP([0b1111, 0b1111], [], [], list(propagators), ["x", "y"], values, {bit: 1 << bit for bit in range(4)})
    state = csp.state()
    assert propagate_all(csp, state)
    return state.domains


def test_a_gap_does_not_wake_what_goes_by_bounds() -> None:
    for on_bounds, mask, runs in [(True, 0b1011, 1), (False, 0b1011, 2), (True, 0b0111, 2), (True, 0b1110, 2)]:
        watching = Watching([0, 1], [], on_bounds=on_bounds, idempotent=False)
        assert settled(watching, Watching([0], [mask], on_bounds=False, idempotent=True)) == [mask, 0b1111]
        assert watching.runs == runs


def test_a_propagator_that_is_done_after_one_run_does_not_wake_itself_but_others_wake_it() -> None:
    for idempotent, runs in [(True, 1), (False, 3)]:
        alone = Watching([0], [0b0111, 0b0011], on_bounds=False, idempotent=idempotent)
        settled(alone)
        assert alone.runs == runs
    first = Watching([0, 1], [], on_bounds=False, idempotent=True)
    second = Watching([1], [0b0111], on_bounds=False, idempotent=True)
    assert settled(first, second) == [0b1111, 0b0111]
    assert first.runs == 2, "one that has changed nothing hears of what the next one does"


def test_heavy_propagators_wait_for_the_others() -> None:
    order: list[str] = []

    class Noting(Watching):
        def __init__(self, name: str, masks: Sequence[int], *, heavy: bool) -> None:
            super().__init__([0], masks, on_bounds=False, idempotent=True)
            self.heavy = heavy
            self.name = name

        def propagate(self, state: State) -> bool:
            order.append(self.name)
            return super().propagate(state)

    settled(Noting("heavy", [], heavy=True), Noting("first", [0b0111], heavy=False), Noting("second", [3], heavy=False))
    assert order == ["first", "second", "first", "heavy"]
