"""A state made by hand, copied or used before works everywhere: what propagators remember is in the state alone."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import product
from pkgutil import iter_modules
from random import Random
from typing import Any

import pytest
from catalogue import CATALOGUE, FOR_INTERVALS, ODD_ROWS, propagators_in, solutions_of, stated

import csplib.kernel.propagators
from csplib import (
    CSP,
    AllDifferent,
    KindError,
    Problem,
    Propagator,
    State,
    Table,
    backward_check,
    forward_check,
    mac,
    no_inference,
    node_consistency,
    propagate_all,
)
from csplib.engine.fixpoint import propagate
from csplib.kernel.bits import Mask, split
from csplib.kernel.propagator import Ceiling
from csplib.kernel.propagators.hall import HallIntervals
from csplib.kernel.propagators.linear_equals import Total
from csplib.kernel.propagators.permutation import Permutation

Infer = Callable[[CSP, State, int, int], bool]
Bits = tuple[Mask, ...]

INFERENCES: dict[str, Infer] = {
    "no_inference": lambda csp, state, x, _: no_inference(csp, state, x),
    "backward_check": lambda csp, state, x, _: backward_check(csp, state, x),
    "forward_check": lambda csp, state, x, _: forward_check(csp, state, x),
    "mac": lambda csp, state, x, _: mac(csp, state, x),
    "engine": lambda csp, state, _, since: propagate(csp, state, since),
    "engine from scratch": lambda csp, state, _x, _since: propagate_all(csp, state),
}
REMEMBERING = [
    "a large table",
    "a sum",
    "permutation",
    "different and a sum",
    "a wide table or a sum",
    "a wide formula",
]


@cache
def network(name: str) -> tuple[CSP, list[Bits]]:
    """Compile a problem of the catalogue, and list its solutions as bits."""
    problem = stated(name)
    csp = problem.compile()
    return csp, [tuple(csp.bits[value] for value in row) for row in solutions_of(problem)]


def walk(csp: CSP, state: State, solutions: list[Bits], infer: Infer, seed: int = 0, steps: int = 16) -> Iterator[None]:
    """Assign at random, infer, go back, and compare with *solutions* after each step."""
    random = Random(seed)
    decided: list[tuple[int, int, Mask]] = []  # the mark to go back to, the variable and its value
    assert (propagate_all if infer is INFERENCES["engine"] else node_consistency)(csp, state)
    for _ in range(steps):
        waiting = [x for x in range(csp.size) if state.is_open(x)]
        if decided and (not waiting or random.random() < 0.15):
            place = int(random.random() * len(decided))
            state.undo(decided[place][0])
            del decided[place:]
            yield
            continue
        x = waiting[int(random.random() * len(waiting))]
        values = split(state.cells[x].mask)
        bit = values[int(random.random() * len(values))]
        mark = state.mark()
        alive = state.assign(x, bit) and infer(csp, state, x, mark)
        decided.append((mark, x, bit))
        known = [(y, value) for _, y, value in decided if y < csp.stated]
        left = [row for row in solutions if all(row[y] == value for y, value in known)]
        if not alive:
            assert not left or any(y >= csp.stated for _, y, _ in decided)
            state.undo(mark)
            decided.pop()
        elif csp.size == csp.stated:
            used = [0] * csp.size
            for row in left:
                used = [mask | value for mask, value in zip(used, row, strict=True)]
            assert all(mask & domain == mask for mask, domain in zip(used, state.domains, strict=True))
            assert left or state.open_count
        state._check()
        yield


def run(walks: Sequence[Iterator[None]]) -> None:
    """Go step by step, in turn."""
    for _ in zip(*walks, strict=True):
        pass


def test_the_catalogue_has_every_propagator_but_those_of_one_search() -> None:
    found: set[type] = set()
    for module in iter_modules(csplib.kernel.propagators.__path__, "csplib.kernel.propagators."):
        for kind in vars(import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, Propagator) and not issubclass(kind, Ceiling):
                found.add(kind)
    used = {type(propagator) for name in CATALOGUE for propagator in propagators_in(network(name)[0])}
    assert {kind.__name__ for kind in found - used} == {
        "Propagator",
        "ElementRule",
        "Occurrences",
        "_ListedIntegers",
        "_Rows",
        *FOR_INTERVALS,
    }


@pytest.mark.parametrize("infer", INFERENCES)
@pytest.mark.parametrize("name", CATALOGUE)
def test_a_state_made_by_hand_is_as_good_as_one_from_the_network(name: str, infer: str) -> None:
    csp, solutions = network(name)
    for seed in range(3):
        run([walk(csp, State(csp.domains), solutions, INFERENCES[infer], seed)])


@pytest.mark.parametrize("infer", INFERENCES)
@pytest.mark.parametrize("name", REMEMBERING)
def test_two_states_of_one_network_do_not_hear_of_each_other(name: str, infer: str) -> None:
    csp, solutions = network(name)
    early = State(csp.domains)
    early.new_cell(7)  # the cells of others must not be taken for one's own
    states = [early, csp.state(), State(csp.domains)]
    run([walk(csp, state, solutions, INFERENCES[infer], seed) for seed, state in enumerate(states)])


@pytest.mark.parametrize("infer", INFERENCES)
def test_states_of_different_networks_do_not_hear_of_each_other(infer: str) -> None:
    run([walk(csp, State(csp.domains), solutions, INFERENCES[infer]) for csp, solutions in map(network, REMEMBERING)])


@pytest.mark.parametrize("infer", INFERENCES)
def test_one_state_can_serve_one_network_after_the_other(infer: str) -> None:
    networks = [network(name) for name in ("a large table", "an addition", "a bounded sum", "a sum that differs")]
    state = State(networks[0][0].domains)
    for seed, (csp, solutions) in enumerate([*networks, *networks]):
        run([walk(csp, state, solutions, INFERENCES[infer], seed)])
        state.undo(0)


def test_what_has_retired_in_one_network_has_not_in_another() -> None:
    first, second = Problem[str, int](), Problem[str, int]()
    for problem in (first, second):
        problem.add_variables("xyz", range(4))
    first.add(first["x"] + first["y"] + first["z"] <= 8)
    second.add(second["x"] + second["y"] + second["z"] <= 1)
    loose, tight = first.compile(), second.compile()
    state = State(loose.domains)
    assert propagate_all(loose, state)
    assert state.narrow(0, 0b0111)
    assert propagate(loose, state, state.height - 1)
    assert state.agenda.retired == 1
    for _ in range(3):
        mark = state.mark()
        assert propagate_all(tight, state)
        assert state.domains == [0b0011, 0b0011, 0b0011]
        state.undo(mark)
        assert propagate_all(loose, state)
        assert state.agenda.retired == 1
    state.undo(0)
    assert propagate_all(tight, state)
    assert state.domains == [0b0011, 0b0011, 0b0011]


COPIES: dict[str, Callable[[State], State]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),  # noqa: S301 - our own
}


@pytest.mark.parametrize("made", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("name", REMEMBERING)
def test_a_copy_of_a_state_stands_on_its_own(name: str, made: Callable[[State], State]) -> None:
    csp, solutions = network(name)
    state = csp.state(lambda _: None)
    assert propagate_all(csp, state)
    row = solutions[len(solutions) // 2]
    state.assign(1, row[1])
    assert propagate(csp, state, state.height - 2)
    before = state.domains
    twin = made(state)
    twin._check()
    assert (twin.domains, twin.open_variables()) == (before, state.open_variables())
    assert (twin.height, twin.observer, twin.wiped) == (0, None, -1)
    assert twin.assign(0, row[0])
    assert propagate_all(csp, twin)
    assert state.domains == before
    assert state.assign(0, row[0])
    assert propagate_all(csp, state)
    assert twin.domains == state.domains
    twin.undo(0)
    assert (twin.domains, twin.is_open(1), twin.is_open(0)) == (before, False, True)


def test_a_copy_of_a_state_without_a_solution_says_so() -> None:
    state = State([0b1, 0b11])
    assert not state.narrow(0, 0b10)
    assert copy.copy(state).wiped == 0


class Parity(Propagator):
    """The sum of the numbers of bits is even: it remembers the sum over what it has seen fixed."""

    def propagate(self, state: State) -> bool:
        seen, total = state.memory(self, 2)
        for place, x in enumerate(self.scope):
            mask = state.cells[x].mask
            if not mask & (mask - 1) and not seen.mask >> place & 1:
                state.write(seen, seen.mask | 1 << place)
                state.write(total, total.mask + mask.bit_length() - 1)
        waiting = [x for place, x in enumerate(self.scope) if not seen.mask >> place & 1]
        if not waiting:
            return total.mask % 2 == 0
        if len(waiting) == 1:
            odd = sum(1 << number for number in range(total.mask % 2, 64, 2))
            return state.narrow(waiting[0], odd)
        return True


@pytest.mark.parametrize("infer", INFERENCES)
def test_a_propagator_of_somebody_else_remembers_in_the_state(infer: str) -> None:
    domains = [0b1111] * 3
    values: list[dict[Mask, object]] = [{1 << value: value for value in range(4)}] * 3
    parity = Parity(range(3), on_fix=True)
    networks = [CSP(domains, [], [], [parity], list("xyz"), values, {}) for _ in range(2)]
    bits = [1 << value for value in range(4)]
    even = [row for row in product(bits, repeat=3) if sum(bit.bit_length() - 1 for bit in row) % 2 == 0]
    states = [networks[0].state(), State(domains), networks[1].state(), State(domains)]
    for round_ in range(4):
        walks = [walk(networks[i % 2], state, even, INFERENCES[infer], i + round_) for i, state in enumerate(states)]
        run(walks)
        for state in states:
            state.undo(0)


def test_equal_propagators_have_a_memory_each() -> None:
    state = State([0b1111] * 4)
    first, second = Parity([0, 1, 2], on_fix=True), Parity([1, 2, 3], on_fix=True)
    for x, bit in enumerate([1, 2, 1]):
        state.assign(x, bit)
    assert not first.propagate(state)
    assert second.propagate(state)
    assert state.domains[3] == 0b1010


def test_a_state_is_used_again_with_everything_forgotten() -> None:
    p: Problem[int, int] = Problem()
    v = p.add_variables(range(4), range(5))
    p.add(Table(v[:3], ODD_ROWS), AllDifferent(v), sum(v) == 7)
    expected = {tuple(row) for row in solutions_of(p)}
    for value in [*range(5), *range(5)]:
        assert {tuple(s.values()) for s in p.solutions(assuming={v[0]: value})} == {
            row for row in expected if row[0] == value
        }


@pytest.mark.parametrize("ask", [node_consistency, propagate_all])
def test_a_state_of_another_size_is_refused(ask: Callable[[CSP, State], bool]) -> None:
    csp, _ = network("a sum")
    with pytest.raises(KindError, match="the state has 3 variables, but the CSP has 4"):
        ask(csp, State([0b111] * 3))


@pytest.mark.parametrize("kind", [Permutation, HallIntervals])
def test_propagators_that_share_a_place_for_their_cells_keep_apart(kind: Callable[..., Any]) -> None:
    """There are fewer places than propagators may be, and all states have the same ones."""
    first, second = [kind(scope, 0b11) if kind is Permutation else kind(scope) for scope in ([0, 1], [2, 3])]
    second.place = first.place
    state, other = State([0b11] * 4), State([0b11] * 4)
    for _ in range(2):
        assert first.propagate(state)
        assert second.propagate(state)
        assert first.propagate(other)
        mark = state.mark()
        state.narrow(0, 0b01)
        state.narrow(2, 0b10)
        assert first.propagate(state)
        assert second.propagate(state)
        expected = [0b01, 0b10, 0b10, 0b01] if kind is Permutation else [0b01, 0b11, 0b10, 0b11]
        assert (state.domains, other.domains) == (expected, [0b11] * 4)
        state.undo(mark)


def test_sums_that_share_a_place_for_their_cells_keep_apart() -> None:
    sums = [Total([x, x + 1], 3) for x in range(3)]
    for one in sums:
        one.place = 7
    state = State([0b1111] * 4)
    state.narrow(0, 0b0001)
    assert all(one.propagate(state) for one in sums)
    assert state.domains == [0b0001, 0b1000, 0b0001, 0b1000]
