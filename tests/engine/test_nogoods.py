"""What was refuted before a restart is not tried again, and no answer changes for it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product, repeat
from typing import Any

import models
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Stated, problems

import csplib
from csplib import CSP, AllDifferent, Diff, Problem, State
from csplib.engine.decisions import Decision
from csplib.engine.guided import GuidedSearch
from csplib.engine.nogoods import Nogoods
from csplib.engine.search import Search
from csplib.kernel.bits import is_single, split


def searching(csp: CSP, select: csplib.Select | None = None, **options: Any) -> Search:
    """Restart after every single failure, forever: the search only ends because of nogoods."""
    if select is not None:
        return GuidedSearch(csp, csp.state(), select, None, restarts=repeat(1), node_limit=2_000, **options)
    return Search(csp, csp.state(), restarts=repeat(1), node_limit=2_000, **options)


@settings(max_examples=150)
@given(problems(), st.sampled_from([None, csplib.mrv, csplib.first_open]), st.booleans())
def test_restarting_after_every_failure_finds_what_brute_force_finds(
    stated: Stated,
    select: csplib.Select | None,
    shuffle: bool,  # noqa: FBT001
) -> None:
    csp = stated.problem.compile()
    search = searching(csp, select=select, order=csplib.shuffled(5) if shuffle else None)
    found = search.advance()
    assert found == bool(stated.solutions())
    if found:
        values: Any = csp.assignment_in(search.state)
        assert not stated.problem.violations(values)


@settings(max_examples=100)
@given(problems(), st.integers(-2, 2), st.data())
def test_restarting_after_every_failure_finds_the_optimum(stated: Stated, weight: int, data: st.DataObject) -> None:
    problem = stated.problem
    integral = [v for v in problem.variables if all(isinstance(value, int) for value in problem.domains[v.name])]
    if not integral:
        return
    objective: Any = sum([data.draw(st.integers(-3, 3)) * x for x in integral]) + weight * integral[0]
    steps = [step.objective for step in problem.minimize(objective, restarts=repeat(1), node_limit=2_000)]
    assert steps == sorted(set(steps), reverse=True)
    assert steps[-1:] == sorted([objective.evaluate(s) for s in stated.solutions()])[:1]


@settings(max_examples=100)
@given(st.integers(2, 7), st.integers(1, 4), st.data())
def test_colorings_with_swappable_values_and_parts_are_judged_rightly(n: int, k: int, data: st.DataObject) -> None:
    edges = data.draw(st.lists(st.sampled_from(list(combinations(range(n), 2))), unique=True))
    some = st.sets(st.integers(0, k - 1), min_size=1)
    domains = [data.draw(some) if data.draw(st.booleans()) else set(range(k)) for _ in range(n)]
    p: Problem[int, int] = Problem()
    for x, domain in enumerate(domains):
        p.add_variable(x, domain)
    p.add(*[Diff(a, b) for a, b in edges])
    expected = any(all(row[a] != row[b] for a, b in edges) for row in product(*domains))
    assert searching(p.compile()).advance() == expected


@st.composite
def paths(draw: st.DrawFn) -> list[Decision]:
    """Draw decisions as a run leaves them: a value that is taken now, and others refuted before."""
    decisions = []
    for x in draw(st.permutations(range(4)))[: draw(st.integers(1, 4))]:
        decision = Decision(x, 0, 0, False)  # noqa: FBT003
        decision.tried = 1 << draw(st.integers(0, 3))
        decision.refuted = draw(st.integers(0, 15)) & ~decision.tried
        decisions.append(decision)
    return decisions


def forbids(decisions: list[Decision], row: tuple[int, ...]) -> bool:
    """Say whether *row*, one bit for each variable, is among what the run has refuted."""
    for decision in decisions:
        refuted = decision.refuted | (decision.tried if decision is decisions[-1] else 0)
        if row[decision.x] & refuted:
            return True
        if row[decision.x] != decision.tried:
            return False
    return False


@settings(max_examples=150)
@given(st.lists(paths(), max_size=3), st.lists(st.integers(1, 15), min_size=4, max_size=4))
def test_only_values_go_that_no_allowed_row_uses(runs: list[list[Decision]], domains: list[int]) -> None:
    nogoods = Nogoods()
    for decisions in runs:
        nogoods.record(decisions)
    state = State(domains)
    consistent = nogoods.propagate(state)
    rows = [row for row in product(*map(split, domains)) if not any(forbids(decisions, row) for decisions in runs)]
    if not consistent:
        assert not rows
        return
    for x in range(4):
        assert all(row[x] & state.cells[x].mask for row in rows)
    if all(is_single(domain) for domain in domains):
        assert rows


@settings(max_examples=150)
@given(paths(), st.lists(st.integers(1, 15), min_size=4, max_size=4))
def test_each_value_that_stays_goes_with_every_single_nogood(decisions: list[Decision], domains: list[int]) -> None:
    nogoods = Nogoods()
    nogoods.record(decisions)
    state = State(domains)
    if not nogoods.propagate(state):
        return
    rows = list(product(*map(split, state.domains)))
    for place, last in enumerate(decisions):
        refuted = last.refuted | (last.tried if last is decisions[-1] else 0)
        above = decisions[:place]
        allowed = [row for row in rows if not row[last.x] & refuted or any(row[f.x] != f.tried for f in above)]
        for x, bits in enumerate(map(split, state.domains)):
            assert {row[x] for row in allowed} == set(bits)


def pigeons(*switched_off: str, observer: Callable[[csplib.Event], None] | None = None) -> Search:
    """Search in vain for different places for seven pigeons in six holes, with restarts."""
    csp = models.pigeons(6).compile()
    search = Search(csp, csp.state(observer), restarts=iter([5] * 20))
    search.uses -= set(switched_off)
    assert not search.advance()
    return search


def test_a_proof_goes_on_where_the_restart_broke_it_off() -> None:
    kept, forgotten = pigeons("symmetry"), pigeons("symmetry", "nogoods")
    assert kept.state.statistics.nodes < forgotten.state.statistics.nodes


def test_an_observer_is_told_what_was_refuted() -> None:
    told: list[csplib.Event] = []
    pigeons("symmetry", observer=told.append)
    origins = [event.constraint for event in told if isinstance(event, csplib.Narrow)]
    assert any(isinstance(origin, str) and origin == "what was refuted before a restart" for origin in origins)


def test_nothing_is_remembered_while_enumerating() -> None:
    p: Problem[int, int] = Problem()
    q = p.add_variables(range(6), range(6))
    p.add(*[AllDifferent([x + k * i for i, x in enumerate(q)]) for k in (-1, 0, 1)])
    csp = p.compile()
    search = Search(csp, csp.state())
    found = 0
    while search.advance():
        found += 1
    assert found == 4
    assert search.state.statistics.failures
    assert search._nogoods is None
