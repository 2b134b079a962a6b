"""A search that learns: sound reasons, sound nogoods, the same answers as without."""

from __future__ import annotations

import random
from functools import partial
from math import prod
from typing import Any

import pytest
from catalogue import CATALOGUE, solutions_of, stated
from hypothesis import given
from hypothesis import strategies as st
from models import pigeons
from reasons import forces, rows_of
from test_combined_features import mixed_problems

from csplib import (
    AllDifferent,
    Assign,
    Found,
    Learn,
    LimitReached,
    OptionError,
    Problem,
    Undo,
)
from csplib.engine.analysis import Analysis
from csplib.engine.escalation import Escalation
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.engine.learning import REFUTED, SOLVED, Learner
from csplib.engine.search import Search
from csplib.kernel.csp import CSP
from csplib.kernel.history import History, Journal
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.hall import HallIntervals
from csplib.kernel.propagators.large_different import LargeDifferent
from csplib.kernel.propagators.matching import Matching
from csplib.kernel.propagators.permutation import Permutation
from csplib.kernel.state import State

Masks = tuple[int, ...]
MOST_ROWS = 4000


def all_masks(csp: CSP, problem: Problem[Any, Any]) -> list[Masks]:
    """Return the solutions as the single bits of all variables, hidden ones included."""
    found = []
    for row in solutions_of(problem):
        state = csp.state()
        for x, value in enumerate(row):
            state.narrow(x, csp.bit_of(x, value))
        assert propagate_all(csp, state)
        found.append(tuple(state.domains))
    return found


def learned_solutions(csp: CSP, conflicts: int) -> tuple[list[Masks], Learner | None]:
    """Return all solutions, by a search that learns and excludes each solution that it has found."""
    state = csp.state()
    if not propagate_all(csp, state):
        return [], None
    learner = Learner(csp, state)
    found: list[Masks] = []
    while True:
        ended = learner.run(conflicts)
        if ended == REFUTED:
            return found, learner
        if ended == SOLVED:
            found.append(tuple(state.domains))
            if not learner.exclude_solution():
                return found, learner


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_reason_forces_what_it_explains(name: str) -> None:
    """Random narrowing of random variables: no solution agrees with a reason and has a value that it explains away."""
    problem = stated(name)
    csp = problem.compile()
    solutions = all_masks(csp, problem)
    meanings = Meanings(csp)
    explained = 0
    for seed in range(12):
        rng = random.Random(seed)
        state = csp.state()
        if not propagate_all(csp, state):
            continue
        state.journal = Journal()
        analysis = Analysis(state, History(state, state.size), state.journal)
        consistent = True
        while consistent:
            unfixed = [x for x in range(state.size) if state.domain(x).bit_count() > 1]
            if not unfixed:
                break
            x = rng.choice(unfixed)
            before = state.height
            state.journal.note(before, None)
            bits = [1 << place for place in range(state.domain(x).bit_length()) if state.domain(x) >> place & 1]
            kept = rng.sample(bits, rng.randint(1, max(1, len(bits) - 1)))
            state.narrow(x, sum(kept))
            consistent = propagate(csp, state, before)
            analysis.history.read()
            explained += check_reasons(analysis, state, before + 1, solutions, meanings)
        if not consistent:
            analysis.marks = [0]
            conflict = analysis.conflict()
            assert conflict
            assert not any(all(row[y] & mask for y, mask in conflict) for row in solutions)
            if state.wiped < 0:
                assert meanings.force(state.journal.author(state.height), conflict, -1, 0)
            for y, mask in conflict:
                assert not state.domain(y) & ~mask
    assert explained or "few" in name or "wide" in name or not solutions


class Meanings:
    """The rows that each propagator of *csp* allows, by brute force over its scope, within the domains at the root."""

    def __init__(self, csp: CSP) -> None:
        self.csp = csp
        root = csp.state()
        propagate_all(csp, root)
        self.root = root.domains
        self.known: dict[object, list[dict[int, int]] | None] = {}

    def force(self, author: object, reason: list[tuple[int, int]], x: int, gone: int) -> bool:
        """Return whether *author* alone, with *reason*, forbids *gone*. Scopes with very many rows are left out."""
        if not isinstance(author, Propagator):
            return True
        if author not in self.known:
            domains = {y: self.root[y] for y in dict.fromkeys(author.scope)}
            few = prod(domain.bit_count() for domain in domains.values()) <= MOST_ROWS
            self.known[author] = rows_of(domains, partial(self.allows, author)) if few else None
        rows = self.known[author]
        return rows is None or forces(rows, reason, x, gone)

    def allows(self, propagator: Propagator, row: dict[int, int]) -> bool:
        """Return whether *row*, of single bits, satisfies *propagator*."""
        if isinstance(propagator, (Permutation, HallIntervals, Matching, LargeDifferent)):  # stated with differences
            offsets = propagator.offsets or [0] * len(propagator.scope)
            terms = [row[y] << offset for y, offset in zip(propagator.scope, offsets, strict=True)]
            return len(set(terms)) == len(terms)
        state = self.csp.state()
        for y, bit in row.items():
            state.narrow(y, bit)
        return propagator.propagate(state)


def check_reasons(analysis: Analysis, state: State, since: int, solutions: list[Masks], meanings: Meanings) -> int:
    """Check the reasons of all changes of domains from height *since* on; return their number."""
    checked = 0
    for height in range(since, state.height):
        change = state.trail[height]
        x = change.cell.index
        if x < state.size:
            checked += 1
            gone = change.old & ~change.new
            reason = analysis.reason(change, height, gone)
            assert x not in dict(reason)
            assert meanings.force(analysis.journal.author(height), reason, x, gone)
            for row in solutions:
                assert not row[x] & gone or not all(row[y] & mask for y, mask in reason)
            for y, mask in reason:
                assert analysis.history.entry(analysis.history.tracks[y], mask) < height
    return checked


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("conflicts", [1, 1000])
def test_a_search_that_learns_finds_every_solution_once(name: str, conflicts: int) -> None:
    problem = stated(name)
    csp = problem.compile()
    found, _ = learned_solutions(csp, conflicts)
    assert sorted(found) == sorted(all_masks(csp, problem))


@pytest.mark.parametrize("name", CATALOGUE)
def test_no_solution_breaks_a_learned_nogood(name: str) -> None:
    problem = stated(name)
    csp = problem.compile()
    solutions = all_masks(csp, problem)
    state = csp.state()
    if propagate_all(csp, state):
        learner = Learner(csp, state)
        learner.run(1000)
        for nogood in learner.learned.nogoods:
            for row in solutions:
                assert not all(row[t.index] & mask for t, mask in zip(nogood.tracks, nogood.masks, strict=True))


@pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
@given(mixed=mixed_problems(), seed=st.none() | st.integers(0, 3), data=st.data())
def test_questions_have_the_same_answers(mixed: Any, seed: int | None, data: st.DataObject) -> None:
    problem = mixed.problem
    solution = problem.solve(learning=True, seed=seed)
    assert (solution is None) == (not mixed.solutions)
    assert solution is None or dict(solution) in mixed.solutions
    x = data.draw(st.sampled_from([problem[name] for name in problem.domains]))
    y = data.draw(st.sampled_from([problem[name] for name in problem.domains]))
    best = problem.minimize(2 * x - y, learning=True).finish()
    if mixed.solutions:
        assert best.objective == min(2 * row[x.name] - row[y.name] for row in mixed.solutions)
    else:
        assert best is None


@pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
@given(mixed=mixed_problems(), fewest=st.sampled_from([1, 2, 50]), lists=st.booleans(), data=st.data())
def test_taking_turns_loses_and_repeats_no_solution(mixed: Any, fewest: int, lists: bool, data: st.DataObject) -> None:  # noqa: FBT001
    """A restart after each failure, and a turn of learning after each restart."""
    csp = mixed.problem.compile()
    state = csp.state()
    turns = Escalation(csp, state, lists=lists, hopeless=0.0, fewest=fewest)
    restarts = data.draw(st.just([1] * 60) | st.lists(st.integers(1, 4), max_size=30))
    search = Search(csp, state, restarts=restarts, lists=lists, learning=turns)
    found = []
    while search.advance():
        found.append(csp.assignment_in(state))
        assert found[-1] in mixed.solutions
        if not lists:
            break
    if lists:
        assert len(found) == len(mixed.solutions)
        assert all(found.count(row) == 1 for row in found)
    else:
        assert bool(found) == bool(mixed.solutions)


@pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
@given(mixed=mixed_problems(), learning=st.sampled_from([True, "auto", False]), most=st.integers(0, 3))
def test_a_few_solutions_are_counted_and_listed(mixed: Any, learning: Any, most: int) -> None:
    assert mixed.problem.count(limit=most, learning=learning) == min(most, len(mixed.solutions))
    found = list(map(dict, mixed.problem.solutions(solution_limit=most, learning=learning)))
    assert len(found) == min(most, len(mixed.solutions))
    assert all(row in mixed.solutions and found.count(row) == 1 for row in found)


@pytest.mark.parametrize("learning", [True, "auto", None, False])
def test_pigeons_do_not_fit_whatever_the_search(learning: Any) -> None:
    assert pigeons(5).solve(learning=learning) is None


def squares(seed: int, size: int, holes: int) -> Problem[Any, int]:
    """Return a Latin square with holes: hard for a search without learning."""
    rng = random.Random(seed)
    rows, columns = rng.sample(range(size), size), rng.sample(range(size), size)
    cells = [(i, j) for i in range(size) for j in range(size)]
    empty = set(rng.sample(cells, holes))
    p: Problem[Any, int] = Problem()
    for i, j in cells:
        p.add_variable((i, j), range(size) if (i, j) in empty else [(rows[i] + columns[j]) % size])
    for i in range(size):
        p.add(AllDifferent([p[i, j] for j in range(size)]), AllDifferent([p[j, i] for j in range(size)]))
    return p


def test_a_hard_problem_is_learned_from_by_default() -> None:
    solutions = squares(3, 27, 320)
    with solutions.solutions() as never:
        assert never.statistics.learned == 0
    learned = {}
    for learning in ("auto", False, True):
        events: list[Any] = []
        try:
            solution = solutions.solve(learning=learning, node_limit=3000, observer=events.append)
        except LimitReached:
            solution = None
        learned[learning] = sum(isinstance(event, Learn) for event in events)
        assert solution is None or not solutions.violations(solution)
    assert learned[False] == 0
    assert learned[True] > 0


@pytest.mark.parametrize("seed", range(6))
def test_what_is_learned_can_come_true(seed: int) -> None:
    """A literal has values, and a nogood one literal for each variable, also if a fixed variable was wiped out."""
    problem = squares(seed, 13, 85)
    csp = problem.compile()
    state = csp.state()
    assert propagate_all(csp, state)
    learner = Learner(csp, state)
    for _ in range(400):
        ended = learner.run(1)
        if ended == REFUTED or (ended == SOLVED and not learner.exclude_solution()):
            break
    assert learner.learned.nogoods
    for nogood in learner.learned.nogoods:
        assert all(nogood.masks)
        assert len({track.index for track in nogood.tracks}) == len(nogood.tracks)


def test_the_same_question_is_answered_by_the_same_steps() -> None:
    def steps() -> list[str]:
        events: list[Any] = []
        assert pigeons(6).solve(learning=True, observer=events.append) is None
        assert any(isinstance(event, Learn) for event in events)
        return list(map(str, events))

    assert steps() == steps()


def test_decisions_and_their_ends_are_told_in_pairs() -> None:
    path: list[Any] = []
    found = []

    def note(event: Any) -> None:
        if isinstance(event, Assign):
            path.append((event.variable, event.value))
            assert len(path) == event.depth
        elif isinstance(event, Undo):
            assert len(path) == event.depth
            assert path.pop() == (event.variable, event.value)
        elif isinstance(event, Learn):
            assert 0 <= event.depth < len(path)
            assert all(values for _, values in event.literals)
        elif isinstance(event, Found):
            found.append(event)

    p = squares(1, 12, 70)
    assert p.solve(learning=True, observer=note) is not None
    assert len(found) == 1


def test_limits_stop_a_search_that_learns() -> None:
    with pytest.raises(LimitReached) as stopped:
        pigeons(12).solve(learning=True, node_limit=500)
    statistics: Any = stopped.value.statistics
    assert statistics.nodes == 500
    assert statistics.learned > 100
    with pytest.raises(LimitReached):
        pigeons(12).solve(learning=True, time_limit=0.05)


def test_a_search_that_learns_decides_by_itself() -> None:
    p = pigeons(3)
    for options in ({"select": min}, {"order": sorted}, {"restarts": [3]}):
        with pytest.raises(OptionError, match="decides by itself"):
            p.solve(learning=True, **options)
    with pytest.raises(OptionError, match='learning= must be True, False or "auto", not 3'):
        p.solve(learning=3)  # type: ignore[arg-type]


def test_a_search_that_will_end_soon_does_not_learn() -> None:
    """The share explored so far says that few failures are left."""
    events: list[Any] = []
    rng = random.Random(2)
    p: Problem[int, int] = Problem()
    xs = p.add_variables(range(30), range(6))
    for i in range(30):
        for j in range(i):
            if rng.random() < 0.35:
                a, b = rng.randint(1, 5), rng.randint(1, 5)
                p.add((a * xs[i] + b * xs[j]) % 7 != rng.randint(0, 6), (xs[i] - xs[j]) % 6 != rng.randint(0, 5))
    p.solve(observer=events.append)
    assert not any(isinstance(event, Learn) for event in events)
