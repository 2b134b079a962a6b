"""The reasons of changes, whoever has made them, and of conflicts.

A reason has literals of domains of bits, and of the ends of intervals. An interval may have holes, too, which no
literal tells. Where one matters, the reason of the hole takes its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib.engine.learned_nogood import Nogood
from csplib.kernel.arcs import Arc
from csplib.kernel.bits import Mask
from csplib.kernel.cells import Cell, Change
from csplib.kernel.history import FLOOR, ROOT, STATUS, History, Journal, Literal, Track
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

if TYPE_CHECKING:
    from csplib.engine.needs import Needs
    from csplib.engine.proof_log import ProofLog

__all__ = ["Reasons"]


class Reasons:
    """The reasons of changes of *state*, which are in *history*.

    `used` lists the nogoods that gave a reason. With `needs`, the constraints behind the reasons are noted there. `log`
    is there if a proof is wanted.
    """

    def __init__(self, state: State, history: History, journal: Journal) -> None:
        self.state: State = state
        self.history: History = history
        self.journal: Journal = journal
        self.used: list[Nogood] = []
        self.needs: Needs | None = None
        self.log: ProofLog | None = None
        self._told: set[int] = set()  # the heights of holes whose reasons were given

    def conflict(self) -> list[Literal]:
        """Return the literals that are true, and cannot all be."""
        self._told.clear()
        state = self.state
        wiped = state.wiped
        if wiped >= 0:
            track = self.history.tracks[wiped]
            if track.kind == STATUS:
                height = track.last - 1
                return self._audited(self._ends_have_met(track), height, self.journal.author(height), -1, 0)
            change = state.trail[track.last]
            return [(wiped, change.old), *self.reason(change, track.last, change.old)]
        author = self.journal.author(state.height)
        if isinstance(author, Propagator):
            if self.log is not None:
                self.log.failed = author
            self.history.look(self.journal.began(state.height), state.height)
            if self.needs is not None:
                self.needs.add(self.history, author, -1, 0)
            found = self._in_literals(author.explain(self.history, -1, 0), author)
            return self._audited(found, state.height, author, -1, 0)
        return []

    def reason(self, change: Change, height: int, gone: Mask) -> list[Literal]:
        """Return why the *change* at this *height* removed the values *gone*; it may have removed more.

        For an end of an interval, *gone* is the bound that it has reached with this change, or passed.
        """
        x = change.cell.index
        self._told.clear()
        author = self.journal.author(height)
        if x >= self.history.size:
            found = self._reason_of_end(self.history.tracks[x], height, gone, author)
        else:
            found = self._reason_of_values(x, height, gone, author)
        return self._audited(found, height, author, x, gone)

    def _audited(self, found: list[Literal], height: int, author: object, x: int, gone: Mask) -> list[Literal]:
        """Return a reason, once a checked run has looked at it, if there is one."""
        if self.state.auditor is not None:
            self.state.auditor.explained(self.history, height, author, x, gone, found)
        return found

    def _reason_of_values(self, x: int, height: int, gone: Mask, author: object) -> list[Literal]:
        """Return why *author* removed the values *gone* from the bits of *x*."""
        if self.log is not None:
            self.log.noted.append((height, (author, x, gone)))
        if self.needs is not None:
            self.needs.add(self.history, author, x, gone)
        if isinstance(author, Cell):  # it was fixed, and x must differ
            return [(author.index, self.history.fixed_value(author.index))]
        if isinstance(author, Nogood):
            return self._use(author, x)
        if isinstance(author, Arc):
            return [(author.y, author.without_support(gone, self.history.first(author.y)))]
        if isinstance(author, Propagator):
            self.history.look(self.journal.began(height), height)
            return self._in_literals(author.explain(self.history, x, gone), author)
        return []

    def _use(self, nogood: Nogood, index: int) -> list[Literal]:
        """Return the literals of *nogood* but that of the track *index*, and note that it was used."""
        self.used.append(nogood)
        if self.needs is not None:
            self.needs.found |= nogood.needs
        return nogood.reason(index)

    def _ends_have_met(self, track: Track) -> list[Literal]:
        """Return why an interval has no integer left: one end has gone beyond the other one."""
        height = track.last - 1
        change = self.state.trail[height]
        end = self.history.tracks[change.cell.index]
        author = self.journal.author(height)
        if isinstance(author, Nogood):
            return self._use(author, -1)
        stays = self.history.tracks[end.other].cell.mask
        reached = stays + 1 if end.kind == FLOOR else stays - 1
        return [(end.other, stays), *self.reason(change, height, reached)]

    def _reason_of_end(self, track: Track, height: int, bound: int, author: object) -> list[Literal]:
        """Return why an end of an interval has reached *bound* with the change of *author* at this *height*."""
        history = self.history
        x = track.owner
        step = 1 if track.kind == FLOOR else -1
        found: list[Literal] = []
        while self._hole_before(x, bound - step, height) >= 0:  # it has gone on over a hole
            bound -= step
            self._add_holes(found, x, bound, bound, height)
        if self.needs is not None:
            self.needs.add(self.history, author, x, 0)
        if isinstance(author, Nogood):
            return found + self._use(author, track.other)
        if not isinstance(author, Propagator):
            return found
        history.look(self.journal.began(height), height)
        own = history.domain(track.index)
        low, high = (own, bound - 1) if step > 0 else (bound + 1, own)
        history.gone_low, history.gone_high = low, high
        told = author.explain(history, x, 1)
        own = history.gone_low if step > 0 else history.gone_high
        skips_holes = history.skips_holes
        found += self._in_literals(told, author)
        if not track.implies(track.first, own):
            found.append((track.index, own))
        if skips_holes:
            self._add_holes(found, x, low, high, height)
        return found

    def reason_of_hole(self, track: Track, height: int) -> list[Literal]:
        """Return why the change at this *height* made a hole; *track* is that of the number of holes."""
        interval = self.state.cells[track.owner].interval
        author = self.journal.author(height)
        if self.needs is not None:
            self.needs.add(self.history, author, track.owner, 0)
        if interval is None or not isinstance(author, Propagator):
            return []
        history = self.history
        integer = interval.all_holes()[self.state.trail[height].old]
        history.look(self.journal.began(height), height)
        history.gone_low = history.gone_high = integer
        found = self._in_literals(author.explain(history, track.owner, 1), author)
        return self._audited(found, height, author, track.index, integer)

    def _hole_before(self, x: int, integer: int, height: int) -> int:
        """Return the number of the hole *integer* of *x* if it was made below this *height*, or -1."""
        interval = self.state.cells[x].interval
        if interval is None or not interval.holes.mask or not interval.is_hole(integer):
            return -1
        place = interval.place_of(integer)
        return place if self._made(interval.holes.index, place) < height else -1

    def _made(self, index: int, place: int) -> int:
        """Return the height at which hole number *place* was made, or `ROOT`; *index* is the track of the holes."""
        trail = self.state.trail
        found = self.history.tracks[index].last
        while found != ROOT and trail[found].old != place:
            found = trail[found].before
        return found

    def _add_holes(self, found: list[Literal], x: int, low: int, high: int, before: int) -> None:
        """Add the reasons of the holes of *x* from *low* to *high* that were made below the height *before*."""
        interval = self.state.cells[x].interval
        if interval is None or not interval.holes.mask:
            return
        index = interval.holes.index
        for place, integer in enumerate(interval.all_holes()):
            if low <= integer <= high:
                height = self._made(index, place)
                if height != ROOT and height < before and height not in self._told:
                    self._told.add(height)
                    found += self.reason_of_hole(self.history.tracks[index], height)

    def _in_literals(self, literals: list[Literal], author: Propagator) -> list[Literal]:
        """Return *literals* of bits and ends only. A variable that is an interval stands for all of its domain."""
        history = self.history
        if not history.has_intervals:
            return literals
        found: list[Literal] = []
        view = history.view
        for literal in literals:
            interval = self.state.cells[literal[0]].interval
            if interval is None:
                found.append(literal)
                continue
            history.view = view
            low, high = history.low(literal[0]), history.high(literal[0])
            found.append((interval.floor.index, low))
            found.append((interval.ceiling.index, high))
            if not author.on_bounds and not author.on_fix:
                self._add_holes(found, literal[0], low, high, view)
        return found
