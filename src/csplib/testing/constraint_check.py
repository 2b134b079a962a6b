"""`check_constraint`: compares a constraint with brute force on random small problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from itertools import product
from operator import contains
from random import Random
from typing import Any, TypeAlias

from hypothesis import given, reject
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from csplib.engine.analysis import Analysis
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.errors import DomainError, ScopeError
from csplib.kernel.bits import split
from csplib.kernel.clock import Clock
from csplib.kernel.history import History, Journal, Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.expressions import Variable
from csplib.modelling.terms import UndefinedError, value_of
from csplib.problem import Problem
from csplib.testing.examples import Choices, choices_of, quiet
from csplib.testing.without_warnings import add_quietly
from csplib.textbook.inference import forward_check, mac, no_inference

__all__ = ["check_constraint"]

Make: TypeAlias = Callable[[list[Variable]], Constraint]
Row: TypeAlias = tuple[Any, ...]
Steps: TypeAlias = Sequence[tuple[int, int]]

_MOST_ROWS = 300
_MOST_TRIED = 40
_MOST_PULSES = 300
_NARROWINGS = 4
_OTHER_DOMAINS: tuple[tuple[Hashable, ...], ...] = ((), (), (-9,), (1, 50), ("other", 0), (1000, -70))


def check_constraint(
    make: Make | st.SearchStrategy[Make],
    *,
    variables: int | tuple[int, int] = 3,
    domain: Collection[Any] = range(4),
    max_examples: int = 100,
) -> None:
    """Check a constraint against its `satisfied` on random small problems; raise AssertionError if it is wrong.

    *make* builds the constraint from a list of variables; a strategy of such functions draws parameters as well.
    *variables* is their number, exactly or as (least, most). Each variable gets a few values of *domain*. A list of
    collections has a domain for each variable, so it sets their number. Domains that raise `DomainError` or
    `ScopeError` are skipped. Examples are the same on every run unless the active hypothesis profile differs.

    - *soundness*: no value is pruned that a satisfying row within the domains uses, and none is added;
    - *end*, *idempotence*: propagation ends, and a second run right after the first prunes nothing;
    - *completeness*: a full row passes propagation if and only if it satisfies the constraint;
    - *order*: narrowing variables one by one and all at once leaves them the same domains, also after an undo;
    - *reasons*: what `Propagator.explain` returns is true, and forbids the values that it explains, or all if it fails;
    - *solutions*: the engine and the textbook's search find the satisfying rows, each once;
    - *negation*: ``~constraint`` holds where the constraint does not, and has exactly these rows as solutions.

    >>> from csplib import AllDifferent
    >>> check_constraint(AllDifferent, variables=(1, 4), max_examples=20)
    >>> gaps = st.integers(-3, 3)
    >>> check_constraint(gaps.map(lambda gap: lambda x: x[0] + gap <= x[1]), variables=2, max_examples=20)
    """
    refusals: list[Exception] = []
    makers = make if isinstance(make, st.SearchStrategy) else st.just(make)

    @quiet(max_examples)
    @given(_cases(makers, choices_of(variables, domain), refusals), st.integers(0, 2**32))
    def check(case: _Case, seed: int) -> None:
        random = Random(seed)
        for steps in ([], *[case.some_steps(random) for _ in range(_NARROWINGS)]):
            case.check_soundness(steps)
            case.check_order(steps)
            case.check_reasons(steps)
        case.check_completeness(random.sample(case.rows, min(_MOST_TRIED, len(case.rows))))
        case.check_solutions()
        case.check_negation()

    try:
        check()
    except Unsatisfiable as nothing:
        raise (refusals or [nothing])[-1] from None


@st.composite
def _cases(draw: st.DrawFn, makers: st.SearchStrategy[Make], choices: Choices, refusals: list[Exception]) -> _Case:
    """Draw domains that leave few enough rows for brute force, and a constraint over them."""
    count, values = draw(choices[0]), choices[1]
    domains: dict[str, Sequence[Hashable]] = {}
    room = float(_MOST_ROWS)
    for place in range(count):
        most = max(1, round(room ** (1 / (count - place))))
        chosen = draw(st.lists(st.sampled_from(values[place]), min_size=1, max_size=most, unique=True))
        domains[f"x{place}"] = chosen
        room /= len(chosen)
    names = list(domains)
    if beside := draw(st.sampled_from(_OTHER_DOMAINS)):
        domains["beside"] = beside
    order = draw(st.permutations(list(domains)))
    make = draw(makers)
    try:
        return _Case({name: domains[name] for name in order}, names, make)
    except (DomainError, ScopeError) as refusal:
        refusals.append(refusal)
        reject()


def _stated(domains: dict[str, Sequence[Hashable]], names: list[str], make: Make) -> tuple[Problem, Constraint]:
    """Return a new problem with the constraint that *make* builds."""
    problem: Problem = Problem()
    handles = {name: problem.add_variable(name, values) for name, values in domains.items()}
    constraint = make([handles[name] for name in names])
    add_quietly(problem, constraint)
    return problem, constraint


class _Case:
    """A random problem with the constraint, and its satisfying rows by brute force."""

    def __init__(self, domains: dict[str, Sequence[Hashable]], names: list[str], make: Make) -> None:
        self.problem, self.constraint = _stated(domains, names, make)
        self.opposite, self.negated = _stated(domains, names, lambda variables: make(variables).negated())
        self.csp = self.problem.compile()
        self.names: list[str] = list(domains)
        self.rows: list[Row] = list(product(*domains.values()))
        self.verdicts: dict[Row, bool | None] = {row: self._verdict(self.constraint, row) for row in self.rows}

    def _verdict(self, constraint: Constraint, row: Row) -> bool | None:
        """Return whether *constraint* holds for *row*, or None if an expression in it has no value there."""
        values: dict[Hashable, Any] = dict(zip(self.names, row, strict=True))
        try:
            return bool(constraint.satisfied([value_of(name, values) for name in constraint.scope]))
        except UndefinedError:
            return None

    def some_steps(self, random: Random) -> Steps:
        """Return some variables in random order, with the values that each keeps."""
        chosen = random.sample(range(self.csp.stated), random.randint(1, self.csp.stated))
        kept = [random.sample(bits, random.randint(1, len(bits))) for bits in map(split, self.csp.domains)]
        return [(x, sum(kept[x])) for x in chosen]

    def check_soundness(self, steps: Steps) -> None:
        state = self._narrowed(steps)
        before, start = state.domains, self._values(state)
        alive = [row for row in self.rows if self.verdicts[row] and all(map(contains, start, row))]
        if not self._propagate(state):
            if alive:
                raise self._failure("soundness", f"propagation fails, but {self._row(alive[0])} satisfies it", start)
            return
        once = state.domains
        for x, name in enumerate(self.names):
            if once[x] & ~before[x]:
                finding = f"propagation adds to the domain of {name}; did it write without narrow()?"
                raise self._failure("soundness", finding, start)
            for row in alive:
                if not once[x] & self.csp.bit_of(x, row[x]):
                    finding = f"propagation removes {row[x]!r} from {name}, but {self._row(row)} satisfies it"
                    raise self._failure("soundness", finding, start)
        again = state.domains if self._propagate(state) else None
        if again != once:
            finding = f"propagation leaves {self._shown(once)}, and repeated at once {self._shown(again)}"
            raise self._failure("idempotence", finding, start)

    def check_order(self, steps: Steps) -> None:
        state = self._narrowed(steps)
        start = self._values(state)
        at_once = state.domains if self._propagate(state) else None
        state = self._narrowed([])
        consistent = self._propagate(state)
        mark, before = state.mark(), state.domains
        for when in ("one after the other", "again after an undo"):
            stepwise = state.domains if consistent and self._take(state, steps) else None
            if self._stated(stepwise) != self._stated(at_once):
                names = ", ".join([self.names[x] for x, _ in steps])
                finding = f"narrowing {names} {when} leaves {self._shown(stepwise)}, and at once {self._shown(at_once)}"
                raise self._failure("order", finding, start)
            state.undo(mark)
            if consistent and not (self._propagate(state) and state.domains == before):
                finding = f"propagation after an undo leaves {self._shown(state.domains)} of {self._shown(before)}"
                raise self._failure("order", finding)

    def _stated(self, domains: list[int] | None) -> list[int] | None:
        """Return the domains of the stated variables: a hidden difference may keep a gap until a bound moves."""
        return None if domains is None else domains[: self.csp.stated]

    def check_reasons(self, steps: Steps) -> None:
        state = self._narrowed([])
        if not self._propagate(state) or state.size > self.csp.stated or self.csp.intervals:
            return  # it is about the stated variables, and their bits
        start = self._values(state)
        state.journal = Journal()
        analysis = Analysis(state, History(state, state.size), state.journal)
        for x, kept in steps:
            before = state.height
            state.journal.note(before, None)
            consistent = state.narrow(x, kept) and self._propagate(state, before)
            analysis.history.read()
            for height in range(before + 1, state.height):
                change = state.trail[height]
                if change.cell.index < state.size:
                    gone = change.old & ~change.new
                    reason = analysis.reason(change, height, gone)
                    self._check_reason(analysis.history, height, reason, change.cell.index, gone, start)
            if not consistent:
                self._check_failure(state, analysis, start)
                return

    def _check_failure(self, state: State, analysis: Analysis, start: list[tuple[object, ...]]) -> None:
        """Ask why the constraint cannot hold: a combination asks so, whether a domain is empty or not."""
        if state.wiped < 0:
            self._check_reason(analysis.history, state.height, analysis.conflict(), -1, 0, start)
            return
        journal, last = analysis.journal, state.height - 1
        author = journal.author(last)
        if isinstance(author, Propagator):
            began = journal.began(last)
            analysis.history.look(began, began)
            self._check_reason(analysis.history, began, author.explain(analysis.history, -1, 0), -1, 0, start)

    def _check_reason(
        self, past: History, height: int, reason: list[Literal], x: int, gone: int, start: list[tuple[object, ...]]
    ) -> None:
        """Check that *reason* was true before, and that no satisfying row agrees with it and has a value of *gone*."""
        what = "a failure" if x < 0 else f"{self.names[x]} losing {list(self.csp.values_in(x, gone))}"
        told = ", ".join([f"{self.names[y]} in {list(self.csp.values_in(y, mask))}" for y, mask in reason])
        for y, mask in reason:
            track = past.tracks[y]
            if y == x or track.cell.mask & ~mask or past.entry(track, mask) >= height:
                raise self._failure("reasons", f"{what} is explained by {told}, which is not true before", start)
        for row in self.rows:
            bits = [self.csp.bit_of(y, value) for y, value in enumerate(row)]
            if self.verdicts[row] and (x < 0 or bits[x] & gone) and all(bits[y] & mask for y, mask in reason):
                finding = f"{what} is explained by {told}, but {self._row(row)} satisfies it"
                raise self._failure("reasons", finding, start)

    def _take(self, state: State, steps: Steps) -> bool:
        """Narrow the variables one by one, with propagation after each."""
        for x, kept in steps:
            since = state.mark()
            if not state.narrow(x, kept) or not self._propagate(state, since):
                return False
        return True

    def check_completeness(self, rows: Iterable[Row]) -> None:
        for row in rows:
            passes = self._propagate(self._narrowed([(x, self.csp.bit_of(x, v)) for x, v in enumerate(row)]))
            if passes != bool(self.verdicts[row]):
                finding = "passes propagation, but does not satisfy it" if passes else "fails, but satisfies it"
                raise self._failure("completeness", f"{self._row(row)} {finding}")

    def check_solutions(self) -> None:
        self._solve("solutions", self.problem, [row for row in self.rows if self.verdicts[row]])

    def check_negation(self) -> None:
        fails = {row: bool(self._verdict(self.negated, row)) for row in self.rows}
        for row, verdict in self.verdicts.items():
            if fails[row] == verdict:
                word = "satisfies" if verdict else "violates"
                raise self._failure("negation", f"{self._row(row)} {word} it and its negation {self.negated} as well")
        self._solve("negation", self.opposite, [row for row in self.rows if fails[row]])

    def _solve(self, rule: str, problem: Problem, expected: list[Row]) -> None:
        """Compare the solutions of *problem* by several strategies with the *expected* rows."""
        for infer in (None, forward_check, mac, no_inference):
            found = Counter([tuple([s[name] for name in self.names]) for s in problem.solutions(infer=infer)])
            for row in found.keys() | set(expected):
                wanted = int(row in expected)
                if found[row] != wanted:
                    how = "the engine" if infer is None else f"infer={infer.__name__}"
                    times = f"{found[row]} times instead of {wanted}"
                    raise self._failure(rule, f"{how} solves {problem.constraints[0]} by {self._row(row)} {times}")

    def _narrowed(self, steps: Steps) -> State:
        """Return a new state with some values removed, and reset the count of pulses."""
        state, self.pulses = self.csp.state(), 0
        for x, kept in steps:
            state.narrow(x, kept)
        return state

    def _propagate(self, state: State, since: int = -1) -> bool:
        with Clock(listener=self._pulse):
            return propagate_all(self.csp, state) if since < 0 else propagate(self.csp, state, since)

    def _pulse(self) -> None:
        self.pulses += 1
        if self.pulses > _MOST_PULSES:
            raise self._failure("end", "propagation does not end; does it report a change where nothing changed?")

    def _values(self, state: State) -> list[tuple[object, ...]]:
        """Return the values that each variable has left in *state*."""
        return [self.csp.values_in(x, state.cells[x].mask) for x in range(self.csp.stated)]

    def _row(self, row: Row) -> str:
        return ", ".join([f"{name}={value!r}" for name, value in zip(self.names, row, strict=True)])

    def _shown(self, domains: list[int] | None) -> str:
        """Return *domains* as text, with those of hidden variables; None stands for a failure."""
        shown = [f"{self.csp.names[x]} in {list(self.csp.values_in(x, m))}" for x, m in enumerate(domains or [])]
        return "a failure" if domains is None else ", ".join(shown)

    def _failure(self, rule: str, finding: str, start: list[tuple[object, ...]] | None = None) -> AssertionError:
        domains = self._values(self.csp.state()) if start is None else start
        where = ", ".join([f"{name} in {list(values)}" for name, values in zip(self.names, domains, strict=True)])
        return AssertionError(f"{rule}: {finding}\nconstraint: {self.constraint}\ndomains: {where}")
