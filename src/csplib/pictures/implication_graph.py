"""The implication graph of a conflict as a picture: the decisions, what they have implied, and what was learned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.markup import domain_shown
from csplib.display.reason_graph import Fact, reason_graph_svg
from csplib.display.svg import Picture
from csplib.display.wording import called, either
from csplib.engine.fixpoint import propagate_all
from csplib.engine.learning import Learner
from csplib.errors import DomainError, OptionError
from csplib.kernel.bits import Mask
from csplib.kernel.csp import CSP
from csplib.kernel.events import Event, Learn, Narrow, WipeOut
from csplib.kernel.history import Literal
from csplib.kernel.state import State

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = ["implication_graph_svg"]


def implication_graph_svg(
    problem: Problem[Any, Any], *, conflict: int = 1, most: int = 200, title: str | None = None
) -> Picture:
    """Return an SVG of a *conflict* of a search that learns, by number: why it failed, and what it has learned.

    Boxes are literals: a variable and the values that it has left. Decisions have a dashed outline. Lines lead from
    reasons, through a constraint, to what it forces. Literals of the nogood are violet. What is true before any
    decision is left out. Of more than *most* literals, those nearest to the conflict are shown.

    >>> from csplib import Problem, implies
    >>> p = Problem()
    >>> z, y, x, a = p.add_variables("zyxa", [0, 1])
    >>> p.add(x != y, y != z, implies(a == 0, x != z))
    >>> "Learned: not all of x = 0, a = 0; back to decision 1." in implication_graph_svg(p)
    True
    """
    for name, one in (("conflict", conflict), ("most", most)):
        if not isinstance(one, int) or one < 1:
            raise OptionError(f"{name} must be a positive integer, not {one!r}")
    csp = problem.compile()
    for x in csp.intervals:
        raise DomainError(f"an implication graph shows values, and {called(csp.names[x])} has too many")
    facts, note = _Conflicts(csp).facts(conflict)
    named = f"Implication graph of conflict {conflict}" if title is None else title
    return reason_graph_svg(facts, title=named, most=most, note=note)


class _Conflicts:
    """A search that learns, and who has removed what in it. The graph is read when a nogood is told, before a jump."""

    def __init__(self, csp: CSP) -> None:
        self._csp: CSP = csp
        self._by: dict[tuple[object, object], Narrow] = {}
        self._failed: object = ""
        self._facts: list[Fact] = []
        self._note: str = ""
        self._waiting: int = 0
        self._state: State = csp.state(self._note_event)

    def facts(self, number: int) -> tuple[list[Fact], str]:
        """Return the literals that led to conflict *number*, and a sentence about what was learned."""
        self._waiting = number
        if propagate_all(self._csp, self._state):
            self._learner: Learner = Learner(self._csp, self._state)
            self._learner.run(number)
        if self._waiting:
            raise OptionError(f"there is no conflict {number} to learn from, only {number - self._waiting}")
        return self._facts, self._note

    def _note_event(self, event: Event) -> None:
        if isinstance(event, Narrow):
            self._by[event.variable, event.left] = event
        elif isinstance(event, WipeOut):
            self._failed = event.constraint
        elif isinstance(event, Learn):
            self._waiting -= 1
            if not self._waiting:
                learned = [_written(*literal) for literal in event.literals]
                self._note = f"Learned: not all of {', '.join(learned)}; back to decision {event.depth}."
                self._read(set(self._want([self._masked(*literal) for literal in event.literals], {})))

    def _masked(self, variable: object, values: Sequence[object]) -> Literal:
        x = self._csp.index[variable]
        return x, sum([self._csp.bit_of(x, value) for value in values])

    def _read(self, learned: set[int]) -> None:
        """Follow the reasons from the conflict back to the decisions, from the top of the trail downwards."""
        analysis, top = self._learner.analysis, self._state.height
        goals: dict[int, Mask] = {}  # for each height the values that its literal has
        reasons = {top: self._want(analysis.conflict(), goals)}
        while waiting := goals.keys() - reasons.keys():
            height = max(waiting)
            change = self._state.trail[height]
            if height in analysis.marks:
                reasons[height] = []
                continue
            gone = change.old & ~goals[height]
            before: Literal = (change.cell.index, goals[height] | gone)
            reasons[height] = self._want([before, *analysis.reason(change, height, gone)], goals)
        place = {height: place for place, height in enumerate(sorted(reasons))}
        for height in sorted(goals):
            since = tuple([place[reason] for reason in reasons[height]])
            self._facts.append(self._fact(height, goals[height], since, learned=height in learned))
        last = tuple([place[reason] for reason in reasons[top]])
        wiped = self._state.wiped
        by = str(self._failed) if wiped < 0 else self._authors(self._learner.history.tracks[wiped].last, 0)
        self._facts.append(Fact("Conflict", "conflict", by, last))

    def _want(self, literals: list[Literal], goals: dict[int, Mask]) -> list[int]:
        """Return the heights at which *literals* became true after the root; note what has to be true there."""
        history = self._learner.history
        heights = []
        for x, mask in literals:
            track = history.tracks[x]
            height = history.entry(track, mask & track.first)
            if height >= self._learner.analysis.marks[0]:
                goals[height] = goals.get(height, track.first) & mask
                heights.append(height)
        return sorted(set(heights))

    def _fact(self, height: int, goal: Mask, since: tuple[int, ...], *, learned: bool) -> Fact:
        csp, change, marks = self._csp, self._state.trail[height], self._learner.analysis.marks
        x = change.cell.index
        text = _written(csp.names[x], csp.values_in(x, goal & csp.domains[x]))
        if height in marks:
            return Fact(f"decision {marks.index(height) + 1}: {text}", "decided", learned=learned)
        return Fact(text, "implied", self._authors(height, goal), since, learned=learned)

    def _authors(self, height: int, goal: Mask) -> str:
        """Return the constraints that have removed the values outside *goal* with the change at this *height*.

        One value can break several differences. They were told one by one, and are read from the last one back.
        """
        change = self._state.trail[height]
        x = change.cell.index
        name, gone = self._csp.names[x], {*self._csp.values_in(x, change.old & ~goal)}
        left: Sequence[object] = self._csp.values_in(x, change.new)
        found: list[str] = []
        while gone and (told := self._by.get((name, left))) is not None:
            if gone & {*told.removed}:
                found.append(str(told.constraint))
            gone -= {*told.removed}
            left = told.before
        return either(found[::-1], "and") if found else ""


def _written(variable: object, values: Sequence[object]) -> str:
    if len(values) == 1:
        return f"{called(variable)} = {called(values[0])}"
    return f"{called(variable)} in {domain_shown(values, 30)}"
