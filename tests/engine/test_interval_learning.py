"""A search that learns on intervals: sound reasons, sound nogoods, the same answers as by brute force."""

from __future__ import annotations

import random
from itertools import product
from math import prod
from typing import Any

import pytest
from catalogue import CATALOGUE, solutions_of, stated
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from test_combined_features import mixed_problems

from csplib import Assign, Cumulative, DomainError, Learn, LimitReached, NoOverlap, Problem, Undo
from csplib.engine.analysis import Analysis
from csplib.engine.escalation import Escalation
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.engine.learning import REFUTED, SOLVED, Learner
from csplib.engine.search import Search
from csplib.kernel.csp import CSP
from csplib.kernel.history import BITS, FLOOR, HOLES, STATUS, History, Journal, Literal, Track
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State
from csplib.lowering import narrowing
from csplib.modelling import domains

Row = dict[int, int]
"""Integers by variable; bits where a variable has no interval."""

MOST_ROWS = 1000
MOST_SOLUTIONS = 200


@pytest.fixture(params=[1, 3])
def tiny_bits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a range of two integers or more, or of four, be an interval. In the latter case problems have both kinds."""
    monkeypatch.setattr(domains, "MOST_BITS", request.param)
    monkeypatch.setattr(narrowing, "MOST_VALUES", 0)


def row_of(state: State, variables: range | list[int]) -> Row:
    """Return the values of *variables*, which are fixed in *state*."""
    cells = [state.cells[x] for x in variables]
    return {cell.index: cell.mask if cell.interval is None else cell.low() for cell in cells}


def holds(history: History, row: Row, literals: list[Literal]) -> bool:
    """Return whether all *literals* are true in a *row*."""
    return all(is_true(history.tracks[index], row, mask) for index, mask in literals)


def is_true(track: Track, row: Row, mask: int) -> bool:
    """Return whether one literal is true in a *row*."""
    value = row[track.owner]
    if track.kind == BITS:
        return bool(value & mask)
    return value >= mask if track.kind == FLOOR else value <= mask


def all_rows(csp: CSP, problem: Problem[int, int]) -> list[Row]:
    """Return the solutions, some of them if they are many, with their hidden variables."""
    found = []
    rows = solutions_of(problem)
    for row in rows if len(rows) <= MOST_SOLUTIONS else random.Random(1).sample(rows, MOST_SOLUTIONS):
        state = csp.state()
        assert all(csp.take(state, x, value) for x, value in enumerate(row))
        assert propagate_all(csp, state)
        found.append(row_of(state, range(csp.size)))
    return found


class Meanings:
    """The rows that each propagator of *csp* allows, by brute force over its scope, within the domains at the root."""

    def __init__(self, csp: CSP) -> None:
        self.csp = csp
        self.root = csp.state()
        propagate_all(csp, self.root)
        self.known: dict[object, list[Row] | None] = {}

    def rows(self, author: object) -> list[Row]:
        """Return the rows that *author* alone allows; none if there are too many to test, or it is not a propagator."""
        if not isinstance(author, Propagator):
            return []
        if author not in self.known:
            scope = list(dict.fromkeys(author.scope))
            values = [self.values(x) for x in scope]
            few = prod(map(len, values)) <= MOST_ROWS
            rows = [dict(zip(scope, row, strict=True)) for row in product(*values)] if few else []
            self.known[author] = [row for row in rows if self.allows(author, row)]
        return self.known[author] or []

    def values(self, x: int) -> list[int]:
        cell = self.root.cells[x]
        if cell.interval is None:
            return [1 << place for place in range(cell.mask.bit_length()) if cell.mask >> place & 1]
        return [integer for integer in range(cell.low(), cell.high() + 1) if cell.has(integer)]

    def allows(self, propagator: Propagator, row: Row) -> bool:
        state = self.csp.state()
        for x, value in row.items():
            if state.cells[x].interval is None:
                state.narrow(x, value)
            else:
                state.fix(x, value)
        return propagator.propagate(state) and state.wiped < 0


def decide(state: State, rng: random.Random) -> bool:
    """Narrow a random variable at random; return False if all are fixed."""
    unfixed = [cell for cell in state.cells[: state.size] if cell.mask & (cell.mask - 1)]
    if not unfixed:
        return False
    cell = rng.choice(unfixed)
    if cell.interval is None:
        bits = [1 << place for place in range(cell.mask.bit_length()) if cell.mask >> place & 1]
        state.narrow(cell.index, sum(rng.sample(bits, rng.randint(1, len(bits) - 1))))
    elif rng.random() < 0.5:
        state.at_least(cell.index, rng.randint(cell.low() + 1, cell.high()))
    else:
        state.at_most(cell.index, rng.randint(cell.low(), cell.high() - 1))
    return True


def check_reasons(analysis: Analysis, since: int, solutions: list[Row], meanings: Meanings) -> int:
    """Check the reasons of all changes from height *since* on; return their number."""
    checked = 0
    history, state = analysis.history, analysis.state
    for height in range(since, state.height):
        change = state.trail[height]
        if change.cell.index >= len(history.tracks) or history.tracks[change.cell.index].kind == STATUS:
            continue
        track = history.tracks[change.cell.index]
        reason: list[Literal] = []
        rows = [*solutions]
        if not any(track.cell.mask for track in history.tracks if track.kind == HOLES and track.owner >= 0):
            rows += meanings.rows(analysis.journal.author(height))  # else another constraint may be behind a hole
        if track.kind == HOLES:
            interval = state.cells[track.owner].interval
            assert interval is not None
            hole = interval.all_holes()[change.old]
            reason = analysis.reason_of_hole(track, height)
            assert not any(row[track.owner] == hole and holds(history, row, reason) for row in rows)
        elif track.kind == BITS:
            gone = change.old & ~change.new
            reason = analysis.reason(change, height, gone)
            assert not any(row[track.index] & gone and holds(history, row, reason) for row in rows)
        else:
            step = 1 if track.kind == FLOOR else -1
            reason = []
            for bound in range(change.old + step, change.new + step, step):
                reason = analysis.reason(change, height, bound)
                told = (track.owner, track.kind, bound, reason, analysis.journal.author(height))
                for row in rows:
                    assert is_true(track, row, bound) or not holds(history, row, reason), (told, row)
        for index, mask in reason:
            assert history.entry(history.tracks[index], mask) < height
        checked += 1
    return checked


@pytest.mark.usefixtures("tiny_bits")
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_reason_forces_what_it_explains(name: str) -> None:
    """Random narrowing: no row of the constraint, and no solution, agrees with a reason and has what it forbids."""
    problem = stated(name)
    csp = problem.compile()
    solutions = all_rows(csp, problem)
    meanings = Meanings(csp)
    for seed in range(10):
        rng = random.Random(seed)
        state = csp.state()
        if not propagate_all(csp, state):
            continue
        state.journal = Journal()
        analysis = Analysis(state, History(state, state.size), state.journal)
        consistent = True
        while consistent:
            before = state.height
            state.journal.note(before, None)
            if not decide(state, rng):
                break
            consistent = propagate(csp, state, before)
            analysis.history.read()
            check_reasons(analysis, before + 1, solutions, meanings)
        if not consistent:
            conflict = analysis.conflict()
            assert conflict
            assert not any(holds(analysis.history, row, conflict) for row in solutions)
            for index, mask in conflict:
                analysis.history.entry(analysis.history.tracks[index], mask)  # it raises an error if it is not true


def learned_solutions(csp: CSP, conflicts: int) -> tuple[list[tuple[object, ...]], Learner | None]:
    """Return all solutions, by a search that learns and excludes each solution that it has found."""
    state = csp.state()
    if not propagate_all(csp, state):
        return [], None
    learner = Learner(csp, state)
    found: list[tuple[object, ...]] = []
    while True:
        ended = learner.run(conflicts)
        if ended == SOLVED:
            found.append(tuple(csp.assignment_in(state).values()))
        if ended == REFUTED or (ended == SOLVED and not learner.exclude_solution()):
            return found, learner


@pytest.mark.usefixtures("tiny_bits")
@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize("conflicts", [1, 1000])
@pytest.mark.untraced
def test_every_solution_is_found_once(name: str, conflicts: int) -> None:
    problem = stated(name)
    csp = problem.compile()
    found, learner = learned_solutions(csp, conflicts)
    assert sorted(found) == sorted(solutions_of(problem))
    for nogood in [] if learner is None else learner.learned.nogoods:
        literals = [(track.index, mask) for track, mask in zip(nogood.tracks, nogood.masks, strict=True)]
        if nogood.levels:  # it was learned from a conflict: no solution that was not excluded before breaks it
            assert len(dict(literals)) == len(literals)


@pytest.mark.usefixtures("tiny_bits")
@pytest.mark.parametrize("name", CATALOGUE)
def test_no_solution_breaks_a_learned_nogood(name: str) -> None:
    problem = stated(name)
    csp = problem.compile()
    solutions = all_rows(csp, problem)
    state = csp.state()
    if propagate_all(csp, state):
        learner = Learner(csp, state)
        learner.run(1000)
        for nogood in learner.learned.nogoods:
            literals = [(track.index, mask) for track, mask in zip(nogood.tracks, nogood.masks, strict=True)]
            assert not any(holds(learner.history, row, literals) for row in solutions)


EXAMPLES = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def compiled(problem: Problem[Any, Any]) -> CSP:
    """Return the compiled *problem*; reject the example if a constraint cannot be stated about an interval."""
    try:
        return problem.compile()
    except DomainError:
        return reject()


@pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
@EXAMPLES
@given(mixed=mixed_problems(), seed=st.none() | st.integers(0, 3), data=st.data())
def test_questions_have_the_same_answers(tiny_bits: None, mixed: Any, seed: int | None, data: st.DataObject) -> None:  # noqa: ARG001
    problem = mixed.problem
    compiled(problem)
    solution = problem.solve(learning=True, seed=seed)
    assert (solution is None) == (not mixed.solutions)
    assert solution is None or dict(solution) in mixed.solutions
    x, y = [problem[data.draw(st.sampled_from(list(problem.domains)))] for _ in range(2)]
    rated = [2 * row[x.name] - row[y.name] for row in mixed.solutions]
    for ask, best in ((problem.minimize, min), (problem.maximize, max)):
        found = ask(2 * x - y, learning=True).finish()
        assert (None if found is None else found.objective) == best(rated, default=None)
    most = data.draw(st.integers(0, 3))
    assert problem.count(limit=most, learning=True) == min(most, len(mixed.solutions))


@pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
@EXAMPLES
@given(mixed=mixed_problems(), fewest=st.sampled_from([1, 2, 50]), lists=st.booleans())
def test_taking_turns_loses_and_repeats_no_solution(tiny_bits: None, mixed: Any, fewest: int, lists: bool) -> None:  # noqa: ARG001, FBT001
    """A restart after each failure, and a turn of learning after each restart."""
    csp = compiled(mixed.problem)
    state = csp.state()
    turns = Escalation(csp, state, lists=lists, hopeless=0.0, fewest=fewest)
    search = Search(csp, state, restarts=[1] * 60, lists=lists, learning=turns)
    found = []
    while search.advance():
        found.append(csp.assignment_in(state))
        assert found[-1] in mixed.solutions
        if not lists:
            break
    assert len(found) == (len(mixed.solutions) if lists else min(1, len(mixed.solutions)))
    assert all(found.count(row) == 1 for row in found)


LONG = 100_000
NUMBERS = st.integers(-9, 9).filter(bool)


@st.composite
def long_sums(draw: Any) -> tuple[Problem[int, int], Any]:
    """Draw sums over long ranges, of which few values are left, and an objective."""
    p: Problem[int, int] = Problem()
    xs = p.add_variables(range(4), range(-LONG, LONG))
    least = [draw(st.integers(-90_000, 90_000)) for _ in xs]
    for x, low in zip(xs, least, strict=True):
        p.add(x >= low, x <= low + draw(st.integers(0, 9)))
    for _ in range(draw(st.integers(1, 3))):
        some = draw(st.lists(st.integers(0, 3), min_size=2, max_size=3, unique=True))
        weights = [draw(NUMBERS) for _ in some]
        at = sum(weight * (least[x] + draw(st.integers(0, 9))) for weight, x in zip(weights, some, strict=True))
        total = sum(weight * xs[x] for weight, x in zip(weights, some, strict=True))
        p.add(draw(st.sampled_from([total == at, total <= at, total != at])))
    return p, sum(draw(NUMBERS) * x for x in xs)


@settings(max_examples=60)
@given(stated=long_sums())
def test_long_ranges_have_the_same_best_values(stated: Any) -> None:
    problem, objective = stated
    answers = []
    for learning in (True, False):
        best = problem.minimize(objective, learning=learning).finish()
        answers.append(None if best is None else best.objective)
        assert best is None or not problem.violations(best.solution)
    assert answers[0] == answers[1]


def shop(seed: int, jobs: int, machines: int) -> tuple[Problem[Any, int], Any]:
    """Return a job shop with long durations, and its makespan."""
    rng = random.Random(seed)
    p: Problem[Any, int] = Problem()
    makespan = p.add_variable("end", range(LONG))
    by_machine: dict[int, list[tuple[Any, int]]] = {}
    for job in range(jobs):
        before: Any = None
        for machine in rng.sample(range(machines), machines):
            start, duration = p.add_variable((job, machine), range(LONG)), rng.randint(500, 3000)
            if before is not None:
                p.add(before <= start)
            before = start + duration
            by_machine.setdefault(machine, []).append((start, duration))
        p.add(before <= makespan)
    for tasks in by_machine.values():
        p.add(NoOverlap([start for start, _ in tasks], [duration for _, duration in tasks]))
    return p, makespan


@pytest.mark.parametrize("seed", range(3))
def test_a_job_shop_has_the_same_optimum(seed: int) -> None:
    p, makespan = shop(seed, 4, 3)
    assert p.compile().intervals
    found = [p.minimize(makespan, learning=learning).finish() for learning in (True, False)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].objective == found[1].objective
    assert not p.violations(found[0].solution)


@pytest.mark.parametrize("seed", range(3))
def test_a_schedule_with_a_capacity_has_the_same_optimum(seed: int) -> None:
    rng = random.Random(seed)
    p: Problem[Any, int] = Problem()
    starts = p.add_variables(range(6), range(LONG))
    durations = [rng.randint(500, 4000) for _ in starts]
    p.add(Cumulative(starts, durations, [rng.randint(1, 4) for _ in starts], 5))
    p.add(starts[0] + durations[0] <= starts[3], starts[1] + durations[1] <= starts[4])
    makespan = p.add_variable("end", range(LONG))
    p.add(*[start + duration <= makespan for start, duration in zip(starts, durations, strict=True)])
    found = [p.minimize(makespan, learning=learning).finish() for learning in (True, False)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0].objective == found[1].objective


def test_decisions_and_what_is_learned_are_told_as_ranges() -> None:
    p, makespan = shop(1, 4, 4)
    path: list[tuple[object, object]] = []
    learned: list[Learn] = []

    def note(event: Any) -> None:
        if isinstance(event, Assign):
            path.append((event.variable, event.value))
            assert len(path) == event.depth
        elif isinstance(event, Undo):
            assert path.pop() == (event.variable, event.value)
        elif isinstance(event, Learn):
            learned.append(event)

    p.minimize(makespan, learning=True, observer=note).finish()
    assert learned
    assert all(isinstance(values, range) and values for event in learned for _, values in event.literals)
    assert any(isinstance(value, range) for event in learned for _, value in event.literals)


def test_a_limit_stops_a_search_on_intervals() -> None:
    p, makespan = shop(2, 9, 6)
    found = p.minimize(makespan, learning=True, node_limit=300)
    with pytest.raises(LimitReached):
        found.finish()
    assert found.statistics.nodes == 300


def test_possible_values_and_conflicts_are_found_beside_intervals() -> None:
    p: Problem[Any, Any] = Problem()
    price, kind = p.add_variable("price", range(LONG)), p.add_variable("kind", [1, 2, 3])
    p.add(price >= 20_000 * kind, price + 10_000 * kind <= 70_000)
    assert p.possible(kind) == {"kind": (1, 2)}
    assert p.possible(kind, assuming={"price": 55_000}) == {"kind": (1,)}
    assert p.possible(kind, assuming={"price": 65_000}) == {"kind": ()}
    p.add((kind == 2).named("second"), (price >= 51_000).named("dear"), (price != 60_000).named("not so"))
    conflict = p.explain()
    assert conflict is not None
    assert {"second", "dear"} <= set(conflict.names)
    assert "not so" not in conflict.names
