"""Arc consistency, the inferences and the engine's fixpoint."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzles import AC3_DOMAINS, P0, P6, sudoku
from strategies import Stated, problems

import csplib
from csplib import CSP, AllDifferent, Problem, State, ac3, ac3_steps, forward_check, node_consistency, revise
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.kernel.bits import is_single, split
from csplib.modelling.terms import UndefinedError, value_of


def consistent(csp: CSP, arcs: list[csplib.Arc] | None = None) -> tuple[bool, State]:
    state = csp.state()
    return node_consistency(csp, state) and ac3(csp, state, arcs), state


def values_used(stated: Stated) -> dict[Any, set[Any]]:
    return {name: {s[name] for s in stated.solutions()} for name in stated.problem.domains}


@settings(max_examples=200)
@given(problems())
def test_ac3_loses_no_solution(stated: Stated) -> None:
    csp = stated.problem.compile()
    ok, state = consistent(csp)
    assert ok or not stated.solutions()
    if ok:
        for name, left in csp.domains_in(state).items():
            assert values_used(stated)[name] <= set(left)


@settings(max_examples=200)
@given(problems(binary=True))
def test_ac3_ends_where_no_arc_has_anything_left_to_remove(stated: Stated) -> None:
    csp = stated.problem.compile()
    ok, state = consistent(csp)
    if ok:
        assert not any(revise(csp, state, arc) for arc in csp.arcs)


@given(problems(binary=True), st.randoms(use_true_random=False))
def test_ac3_leaves_the_same_domains_for_any_order_of_the_queue(stated: Stated, rng: random.Random) -> None:
    csp = stated.problem.compile()
    arcs = list(csp.arcs)
    rng.shuffle(arcs)
    ok, state = consistent(csp)
    other_ok, other = consistent(csp, arcs)
    assert ok == other_ok
    if ok:
        assert state.domains == other.domains


@settings(max_examples=200)
@given(problems(binary=True))
def test_ac3_agrees_with_the_pseudo_code_on_sets(stated: Stated) -> None:
    csp = stated.problem.compile()
    start = csp.state()
    if not node_consistency(csp, start):
        return
    sets = {x: set(split(domain)) for x, domain in enumerate(start.domains)}
    arcs: Any = [(arc.x, arc.y, lambda a, b, arc=arc: bool(arc.supported(a, b))) for arc in csp.arcs]
    ok = ac3(csp, start)
    assert ok == oracle.ac3(sets, arcs)
    if ok:
        assert [set(split(domain)) for domain in start.domains] == list(sets.values())


@settings(max_examples=200)
@given(problems(binary=True))
def test_the_engine_reaches_the_fixpoint_of_ac3(stated: Stated) -> None:
    csp = stated.problem.compile()
    ok, textbook = consistent(csp)
    engine = csp.state()
    assert propagate_all(csp, engine) == ok
    if ok:
        assert engine.domains == textbook.domains


def naive_fixpoint(csp: CSP, state: State) -> bool:
    """Repeat AC-3 and every propagator until nothing changes."""
    if not node_consistency(csp, state):
        return False
    while True:
        before = state.domains
        if not ac3(csp, state) or not all(propagator.propagate(state) for propagator in csp.propagators):
            return False
        if state.domains == before:
            return True


@settings(max_examples=300)
@given(problems())
def test_the_engine_reaches_the_fixpoint_of_all_constraints(stated: Stated) -> None:
    csp = stated.problem.compile()
    naive, engine = csp.state(), csp.state()
    ok = naive_fixpoint(csp, naive)
    assert propagate_all(csp, engine) == ok
    if ok:
        assert engine.domains == naive.domains


@settings(max_examples=300)
@given(problems(), st.data())
def test_propagating_a_decision_reaches_the_same_domains_as_starting_over(stated: Stated, data: Any) -> None:
    csp = stated.problem.compile()
    state = csp.state()
    if not propagate_all(csp, state):
        return
    while any(not is_single(domain) for domain in state.domains):
        x = data.draw(st.sampled_from([x for x, domain in enumerate(state.domains) if not is_single(domain)]))
        bit = data.draw(st.sampled_from(split(state.domains[x])))
        fresh = csp.state()
        for y, domain in enumerate(state.domains):
            fresh.narrow(y, bit if y == x else domain)
        mark = state.mark()
        state.assign(x, bit)
        ok = propagate(csp, state, mark)
        assert ok == propagate_all(csp, fresh)
        if not ok:
            return
        assert state.domains == fresh.domains


@settings(max_examples=200)
@given(problems())
def test_the_engine_never_removes_a_value_that_a_solution_uses(stated: Stated) -> None:
    csp = stated.problem.compile()
    state = csp.state()
    ok = propagate_all(csp, state)
    assert ok or not stated.solutions()
    if ok:
        for name, left in csp.domains_in(state).items():
            assert values_used(stated)[name] <= set(left)


def fits(solution: dict[Any, Any], taken: dict[Any, Any]) -> bool:
    """Say whether *solution* has the values that were *taken*; what an undefined expression may have is not known."""
    try:
        return all((value_of(name, solution),) == value for name, value in taken.items())
    except UndefinedError:
        return False


@given(problems(), st.data())
def test_an_inference_never_removes_a_value_that_a_completion_uses(stated: Stated, data: Any) -> None:
    infer = data.draw(st.sampled_from([csplib.no_inference, csplib.backward_check, forward_check, csplib.mac]))
    csp = stated.problem.compile()
    state = csp.state()
    alive = node_consistency(csp, state)
    while alive and state.open_count:
        x = data.draw(st.sampled_from(state.open_variables()))
        state.assign(x, data.draw(st.sampled_from(split(state.domains[x]))))
        alive = infer(csp, state, x)
        taken = {csp.names[y]: csp.values_in(y, state.domains[y]) for y in range(csp.size) if not state.is_open(y)}
        completions = [s for s in stated.solutions() if fits(s, taken)]
        if alive:
            for name, left in csp.domains_in(state).items():
                assert {s[name] for s in completions} <= set(left)
        else:
            assert not completions


def test_ac3_solves_p0_in_320_removals() -> None:
    csp = sudoku(P0).compile()
    state = csp.state()
    assert len(list(ac3_steps(csp, state))) == 320
    assert all(is_single(domain) for domain in state.domains)
    assert not sudoku(P0).violations(csp.assignment_in(state))


def test_ac3_can_be_watched_step_by_step() -> None:
    p = Problem()
    x, y = p.add_variable("x", [1]), p.add_variable("y", [1, 2])
    p.add(x != y)
    csp = p.compile()
    state = csp.state()
    steps = ac3_steps(csp, state)
    assert csp.domains_in(state)["y"] == (1, 2)
    arc = next(steps)
    assert (csp.names[arc.x], csp.names[arc.y]) == ("y", "x")
    assert csp.domains_in(state)["y"] == (2,)
    assert list(steps) == []


def test_ac3_leaves_the_published_domains_of_p6() -> None:
    csp = sudoku(P6).compile()
    ok, state = consistent(csp)
    assert ok
    assert ["".join(map(str, left)) for left in csp.domains_in(state).values()] == AC3_DOMAINS.split()


def test_forward_checking_cascaded_over_all_one_value_cells_reaches_the_domains_of_ac3() -> None:
    for line in (P0, P6):
        csp = sudoku(line).compile()
        state = csp.state()
        while True:
            single = [x for x in state.open_variables() if is_single(state.domains[x])]
            if not single:
                break
            state.assign(single[0], state.domains[single[0]])
            assert forward_check(csp, state, single[0])
        assert state.domains == consistent(csp)[1].domains


def test_forward_checking_does_not_follow_up_what_it_narrows() -> None:
    p = Problem()
    x, y, z = p.add_variables("xyz", [1, 2])
    p.add(x != y, y != z, x != z)
    csp = p.compile()
    state = csp.state()
    state.assign(0, 1)
    assert forward_check(csp, state, 0)
    assert csp.domains_in(state) == {"x": (1,), "y": (2,), "z": (2,)}
    looking_further = csp.state()
    looking_further.assign(0, 1)
    assert not csplib.mac(csp, looking_further, 0)


def test_an_all_different_finds_the_one_place_of_a_value() -> None:
    p = Problem()
    x, y, z = p.add_variables("xyz", [1, 2, 3])
    p.add(AllDifferent([x, y, z]), y != 3, z != 3)
    csp = p.compile()
    state = csp.state()
    assert propagate_all(csp, state)
    assert csp.domains_in(state)["x"] == (3,)
    assert consistent(csp)[1].domains[0] != state.domains[0], "the arcs alone do not see it"


def test_a_shifted_all_different_finds_the_one_place_of_a_value() -> None:
    p = Problem()
    x = p.add_variable("x", [1, 2, 3])
    y, z = p.add_variable("y", [2, 3]), p.add_variable("z", [1, 2])
    p.add(AllDifferent([x, y - 1, z]))
    csp = p.compile()
    state = csp.state()
    assert propagate_all(csp, state)
    assert csp.domains_in(state)["x"] == (3,)


def test_more_variables_than_values_fail_at_the_root() -> None:
    p = Problem()
    p.add(AllDifferent(p.add_variables(range(30), range(29))))
    found = p.solutions()
    assert next(found, None) is None
    assert found.statistics.nodes == 0


def test_a_table_prunes_every_value_without_a_row() -> None:
    domains = [(0, 1, 2)] * 3
    rows = [row for row in product(*domains) if sum(row) == 5]
    p = Problem()
    p.add_variables("abc", domains[0])
    p.add(csplib.Table("abc", rows))
    csp = p.compile()
    state = csp.state()
    assert propagate_all(csp, state)
    assert [set(left) for left in csp.domains_in(state).values()] == oracle.supported_rows(
        domains, lambda r: sum(r) == 5
    )


def test_a_large_predicate_is_first_asked_when_one_variable_is_left() -> None:
    asked: list[tuple[int, ...]] = []

    def rising(*values: int) -> bool:
        asked.append(values)
        return list(values) == sorted(values)

    p = Problem()
    p.add_variables("abcde", range(10))
    p.add(csplib.Predicate("abcde", rising))
    csp = p.compile()
    assert not asked, "too many rows to tabulate"
    state = csp.state()
    assert propagate_all(csp, state)
    for x, digit in enumerate((1, 2, 4)):
        mark = state.mark()
        state.assign(x, 1 << digit)
        assert propagate(csp, state, mark)
        assert not asked
    mark = state.mark()
    state.assign(3, 1 << 7)
    assert propagate(csp, state, mark)
    assert len(asked) == 10
    assert csp.domains_in(state)["e"] == (7, 8, 9)


def test_a_small_predicate_prunes_at_the_root() -> None:
    p = Problem()
    p.add_variables("abc", range(5))
    p.add(csplib.Predicate("abc", lambda a, b, c: a + b + c == 12))
    csp = p.compile()
    state = csp.state()
    assert propagate_all(csp, state)
    assert csp.domains_in(state)["a"] == (4,)


def test_relations_over_the_same_function_and_domains_share_one_table() -> None:
    calls: list[object] = []

    def close(a: int, b: int) -> bool:
        calls.append(None)
        return abs(a - b) <= 1

    p = Problem()
    x = p.add_variables(range(50), range(5))
    p.add(*[csplib.Relation(a, b, close) for a, b in pairwise(x)])
    p.compile()
    assert len(calls) == 25


@settings(max_examples=300)
@given(problems())
def test_a_propagator_that_retires_is_satisfied_by_whatever_is_left(stated: Stated) -> None:
    csp = stated.problem.compile()
    state = csp.state()
    if not propagate_all(csp, state):
        return
    for number in [bit.bit_length() - 1 for bit in split(state.agenda.retired)]:
        propagator = csp.propagators[number]
        scope = list(dict.fromkeys(propagator.scope))
        for row in product(*[split(state.cells[x].mask) for x in scope]):
            full = csp.state()
            for x, value in zip(scope, row, strict=True):
                full.narrow(x, value)
            assert propagator.propagate(full)


def test_a_retired_propagator_comes_back_when_the_search_does() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(10))
    p.add(3 * x + 2 * y <= 20)
    csp = p.compile()
    state = csp.state()
    assert propagate_all(csp, state)
    before = state.agenda.retired
    mark = state.mark()
    state.narrow(0, 1)
    assert propagate(csp, state, mark)
    assert (before, state.agenda.retired) == (0, 1)
    state.undo(mark)
    assert state.agenda.retired == before


def test_a_state_made_by_hand_is_as_good_as_one_of_the_network_whoever_has_searched_before() -> None:
    p: Problem[str, int] = Problem()
    a, b, c, d = p.add_variables("abcd", range(4))
    p.add(AllDifferent([a, b, c, d]), a + b + c == 4, csplib.Table([a, b, d], [(0, 1, 2), (1, 0, 2), (3, 0, 2)]))
    for _ in range(2):
        csp = p.compile()
        ours, theirs = State(csp.domains), csp.state()
        assert propagate_all(csp, ours)
        assert propagate_all(csp, theirs)
        assert ours.domains == theirs.domains
        p.solve()


def test_a_propagator_hears_of_what_followed_from_its_own_changes() -> None:
    """The sum leaves x the 2; then y and z lose it, which breaks the sum: it has to look again."""
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variable("x", [2, 5]), p.add_variable("y", [1, 2]), p.add_variable("z", [1, 2])
    p.add(x + y + z == 5, x != y, x != z)
    assert [type(propagator).__name__ for propagator in p.compile().propagators] == ["Total"]
    assert list(p.solutions()) == []
    assert p.solve() is None
