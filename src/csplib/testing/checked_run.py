"""`checked`: a run in which every conclusion of a search, and every reason for one, is compared with brute force."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from random import Random
from typing import Any

from csplib.engine.learned_nogood import Nogood
from csplib.engine.nogoods import Nogoods
from csplib.kernel.arcs import Arc
from csplib.kernel.auditing import AUDITING, Auditor
from csplib.kernel.cells import Cell
from csplib.kernel.csp import CSP
from csplib.kernel.history import BITS, History, Literal
from csplib.kernel.propagator import Ceiling, Propagator
from csplib.kernel.state import State
from csplib.modelling.constraints.base import Constraint
from csplib.problem import Problem
from csplib.testing.meanings import Meaning, Network, Row
from csplib.testing.reading import (
    Before,
    agrees_with,
    differences,
    has,
    holds_if_defined,
    is_explained,
    makers_of_holes,
    named,
    origins_of,
    same,
    scope_of,
    shown,
    told,
)

__all__ = ["CheckedRun", "checked"]

_SETTLED_PER_CHECK = 4
_SHOWN = 12


@contextmanager
def checked(
    problem: Problem[Any, Any],
    *,
    most: int = 2000,
    rows: Sequence[Mapping[Hashable, Any]] = (),
    seed: int = 0,
) -> Iterator[CheckedRun]:
    """Check whatever is concluded about *problem* in a ``with`` block; raise AssertionError where it is wrong.

    Inside ``with checked(problem):``, whatever is asked, with any options:

    - *every removal* by a propagator, a table, an arc, a learned nogood or the bound of an objective is compared with
      all rows of values that satisfy the constraint, as `Constraint.satisfied` says. No value with a support may go;
    - *every reason* that learning, ``why``, ``explain`` or a proof takes must have been true before, and the constraint
      must forbid with it what it explains. A propagator that fails is asked for a reason of the failure, too;
    - *every fixpoint* (one in four) must be one for each propagator that begins from scratch, and an `exact` one must
      leave only values with a support;
    - *every solution* must satisfy all constraints.

    Rows are enumerated up to *most* for each constraint. For longer scopes they are taken from *rows*, if you know
    assignments of the whole problem that satisfy some of its constraints; otherwise a few are drawn with this *seed*,
    so that not every fault is found.

    >>> p = Problem()
    >>> x, y, z = p.add_variables("xyz", range(4))
    >>> p.add(x + y == z, x != y)
    >>> with checked(p) as run:
    ...     best = p.maximize(x * y, learning=True).finish()
    >>> best.objective, run.removals > 0, run.reasons > 0
    (2, True, True)
    """
    before, run = AUDITING.auditor, CheckedRun(problem, most, rows, seed)
    AUDITING.auditor = run
    try:
        yield run
    finally:
        AUDITING.auditor = before


class CheckedRun(Auditor):
    """What was checked: the numbers of `removals`, `reasons`, `fixpoints` and `solutions`, and of drawn rows only."""

    def __init__(
        self, problem: Problem[Any, Any], most: int, rows: Sequence[Mapping[Hashable, Any]], seed: int
    ) -> None:
        super().__init__()
        self.removals: int = 0
        self.reasons: int = 0
        self.fixpoints: int = 0
        self.solutions: int = 0
        self.drawn: int = 0
        self._names = {variable.name for variable in problem.variables}
        self._most, self._rows, self._random = most, rows, Random(seed)
        self._networks: dict[int, tuple[CSP, Network]] = {}
        self._settled = 0

    def __repr__(self) -> str:
        return (
            f"<CheckedRun: {self.removals:,} removals, {self.reasons:,} reasons, {self.fixpoints:,} fixpoints, "
            f"{self.solutions:,} solutions; drawn rows for {self.drawn:,}>"
        )

    def _network(self, csp: CSP) -> Network | None:
        """Return the network of *csp*, or None if it is about other variables."""
        known = self._networks.get(id(csp))
        if known is None:
            if not self._names.issuperset(csp.names[: csp.stated]):
                return None
            known = self._networks[id(csp)] = csp, Network(csp, self._most, self._rows, self._random)
        return known[1]

    def changed(self, csp: CSP, state: State, since: int, author: object, consistent: bool) -> None:  # noqa: FBT001
        network = self._network(csp)
        if network is None or isinstance(author, Nogoods):
            return
        before = Before(state, since)
        if isinstance(author, Nogood):
            self._check_nogood(before, author)
            return
        if isinstance(author, Cell):  # each of its peers was looked at alone
            parts = [(differences(csp, x, author.index), [x, author.index]) for x in before.changed]
            consistent = True
        else:
            parts = [([author], scope_of(author))]
        for behind, scope in parts:
            meaning = network.of(behind, scope)
            self.removals += 1
            self.drawn += not meaning.exact
            bound = author.bound_in(state) if isinstance(author, Ceiling) else None
            looked_at = scope[:1] if isinstance(author, Cell) else None  # others may have lost values by another one
            for row in meaning.rows(before.has, bound):
                gone = [x for x in looked_at or row if not has(state, x, row[x])]
                if consistent and not gone:
                    continue
                what = f"{named(network, gone[0], row)} is removed" if gone and consistent else "it fails"
                raise self._failure(network, author, f"{what}, but {shown(network, row)} satisfies it")

    def _check_nogood(self, before: Before, nogood: Nogood) -> None:
        """Check that all literals but one were true, and that only its values went."""
        self.removals += 1
        loose = [
            track
            for track, mask in zip(nogood.tracks, nogood.masks, strict=True)
            if not (before.reached(track, mask) if track.kind else not before.mask(track.index) & ~mask)
        ]
        if len(loose) > 1:
            raise AssertionError(f"a learned nogood asserts something, but {len(loose)} literals are not true")

    def explained(self, past: History, height: int, author: object, x: int, gone: int, literals: list[Literal]) -> None:
        state = past.trail
        csp = state.network if isinstance(state, State) else None
        if not isinstance(state, State) or not isinstance(csp, CSP):
            return
        network = self._network(csp)
        if network is None:
            return
        track = past.tracks[x] if x >= 0 else None
        self._check_true(past, height, author, x, literals, network)
        if isinstance(author, Nogood):
            self._check_reason_of_nogood(author, x, literals)
        if isinstance(author, (Cell, Arc, Propagator)) and not isinstance(author, Nogoods):
            owner = -1 if track is None else track.owner
            behind: list[Any] = differences(csp, x, author.index) if isinstance(author, Cell) else [author]
            scope = [x, author.index] if isinstance(author, Cell) else scope_of(author)
            involved = makers_of_holes(past, state, [*scope, owner])
            others = [one for one in involved if one is not author]
            every = dict.fromkeys([*scope, *[y for one in others for y in one.scope]])
            meaning = network.of([*behind, *others], list(every))
            bound = author.bound_in(state) if isinstance(author, Ceiling) else None
            for other in involved:
                if isinstance(other, Ceiling):
                    bound = other.bound_in(state)
            self.reasons += 1
            self.drawn += not meaning.exact
            for row in self._agreeing(past, meaning, literals, bound):
                if track is None or is_explained(track, gone, row):
                    text = told(network, past, literals)
                    what = (
                        "a failure" if track is None else f"{network.csp.names[owner]} losing {gone:#b} ({track.kind})"
                    )
                    raise self._failure(
                        network, author, f"{what} is explained by [{text}], but {shown(network, row)} satisfies it"
                    )
        if x >= 0 and state.wiped >= 0 and height >= state.height - 2 and isinstance(author, Propagator):
            self._ask_failure(past, state, author)

    def _check_reason_of_nogood(self, nogood: Nogood, x: int, literals: list[Literal]) -> None:
        """Check that a reason has all literals of *nogood* but the one that its change has made false."""
        stated = [(track.index, mask) for track, mask in zip(nogood.tracks, nogood.masks, strict=True)]
        left_out = [literal for literal in stated if literal not in literals]
        if len(left_out) > (x >= 0):
            raise AssertionError(f"a reason leaves out {len(left_out)} literals of a learned nogood")

    def _ask_failure(self, past: History, state: State, author: Propagator) -> None:
        """Ask *author* why it cannot hold, as a propagator around it would."""
        journal = state.journal
        if journal is None or state.wiped not in author.scope or author is not journal.author(state.height - 1):
            return
        began = journal.began(state.height - 1)
        past.look(began, began)
        literals = author.explain(past, -1, 0)
        if any(index < state.size and past.is_interval(index) for index, _ in literals):
            return  # an interval without a bound stands for all of its domain: see `Reasons`
        self.explained(past, began, author, -1, 0, literals)

    def _check_true(
        self, past: History, height: int, author: object, x: int, literals: list[Literal], network: Network
    ) -> None:
        """Check that each literal was true before the change at this *height*, and is about another variable."""
        for index, mask in literals:
            track = past.tracks[index]
            fine = index != x and not track.cell.mask & ~mask if track.kind == BITS else track.has_reached(mask)
            if not fine or past.entry(track, mask) >= height:
                text = told(network, past, [(index, mask)])
                raise self._failure(network, author, f"a reason has the literal {text}, which was not true before")

    def _agreeing(
        self, past: History, meaning: Meaning, literals: Sequence[Literal], bound: int | None
    ) -> Iterator[Row]:
        """Yield the satisfying rows within the first domains with which all *literals* are true."""
        about: dict[int, list[Literal]] = {}
        for index, mask in literals:
            about.setdefault(past.tracks[index].owner, []).append((index, mask))

        def agrees(x: int, content: int) -> bool:
            track = past.tracks[x]
            interval = track.cell.interval
            if interval is None:
                return content & track.first != 0 and all(content & mask for _, mask in about.get(x, ()))
            if not past.first(interval.floor.index) <= content <= past.first(interval.ceiling.index):
                return False
            if content in interval.all_holes()[: past.first(interval.holes.index)]:
                return False
            return all(agrees_with(past, one, content) for one in about.get(x, ()))

        return meaning.rows(agrees, bound)

    def settled(self, csp: CSP, state: State) -> None:
        self._settled += 1
        network = self._network(csp)
        if network is None or self._settled % _SETTLED_PER_CHECK:
            return
        self.fixpoints += 1
        twin: State | None = None
        for propagator in csp.propagators:
            if propagator.prepares or len(set(propagator.scope)) < len(propagator.scope):
                continue  # it leaves impossible values until they matter, or does not reason about a variable twice
            if twin is None or twin.has_narrowed(0):
                twin = copy(state)
            bound = propagator.bound_in(state) if isinstance(propagator, Ceiling) else None
            if isinstance(propagator, Ceiling) and bound is not None:
                propagator.lower_to(twin, bound)
            consistent = propagator.propagate(twin) and twin.wiped < 0
            if not consistent and propagator.on_bounds:
                continue  # a gap does not wake it
            if not consistent:
                raise self._failure(network, propagator, "it fails from scratch at a fixpoint")
            lost = [x for x in propagator.scope if not same(state, twin, x, only_bounds=propagator.on_bounds)]
            if lost:
                raise self._failure(
                    network, propagator, f"from scratch it removes more from {network.csp.names[lost[0]]} at a fixpoint"
                )
            if propagator.exact:
                self._check_exact(network, state, propagator)

    def _check_exact(self, network: Network, state: State, propagator: Propagator) -> None:
        """Check that each value left has a support."""
        meaning = network.of([propagator], propagator.scope)
        if not meaning.exact or meaning.hidden or self._rows or {*meaning.variables} != {*propagator.scope}:
            return
        if isinstance(propagator.origin, Constraint) and propagator.origin.parts:
            return  # the propagator may be of one of its parts
        left: dict[int, set[int]] = {x: set() for x in meaning.variables}
        for row in meaning.rows(lambda x, content: has(state, x, content), None):
            for x, content in row.items():
                left[x].add(content)
        for x, contents in left.items():
            for content in network.contents(x):
                if has(state, x, content) and content not in contents:
                    value = network.value(x, content)
                    raise self._failure(
                        network, propagator, f"it leaves {value!r} to {network.csp.names[x]} without a support"
                    )

    def found(self, csp: CSP, state: State) -> None:
        network = self._network(csp)
        if network is None:
            return
        self.solutions += 1
        if any(cell.mask & (cell.mask - 1) for cell in state.cells[: csp.stated]):
            return  # a block: its rows are counted and listed elsewhere
        values = csp.assignment_in(state)
        for origin in origins_of(csp):
            if (
                isinstance(origin, Constraint)
                and getattr(origin, "ceiling", None) is None
                and not holds_if_defined(origin, values)
            ):
                raise AssertionError(f"a solution breaks {origin}: {values}")

    def _failure(self, network: Network, author: object, finding: str) -> AssertionError:
        origin = getattr(author, "origin", None)
        first = [[network.value(x, one) for one in network.contents(x)[:_SHOWN]] for x in range(network.csp.stated)]
        shown_domains = [f"{network.csp.names[x]} in {values}" for x, values in enumerate(first[:_SHOWN])]
        domains = ", ".join(shown_domains)
        return AssertionError(f"{type(author).__name__} of {origin}: {finding}\ndomains: {domains}")
