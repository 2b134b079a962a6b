"""Learn from a conflict: which decisions made it, and what follows from that.

A *literal* is a variable with a set of values. It is true once all values left to the variable are in the set. A
*nogood* is a list of literals that cannot all be true. Literals of this kind are those of signed clauses (Katsirelos,
Bacchus 2005; Veksler, Strichman 2010). All of learning is set operations on masks then.

Resolution replaces a literal by the reason of the change that made it true. What that change removed goes back into the
set. The analysis ends at the first unique implication point, as in CDCL: when only one literal became true at the
current level (Marques-Silva, Sakallah 1999; Zhang, Madigan, Moskewicz, Malik 2001).
"""

from __future__ import annotations

from typing import Final, final

from csplib.engine.needs import Needs
from csplib.engine.proof_log import ProofLog
from csplib.kernel.arcs import Arc
from csplib.kernel.bits import Mask
from csplib.kernel.cells import Cell, Change
from csplib.kernel.history import ROOT, History, Journal, Literal, Track, count_up_to
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Analysis", "Nogood"]

_MOST_STEPS: Final = 400  # of the minimization of one nogood


@final
class Nogood:
    """Literals that cannot all be true: the masks of `tracks`. The first two are watched.

    `levels` is the number of different levels at which its literals were true when it was learned (Audemard, Simon
    2009). `activity` says how much it was used lately. Once it is `dropped`, nobody needs to look at it. `needs` is the
    set of constraints that it follows from, if the analysis keeps them.
    """

    __slots__ = ("activity", "dropped", "levels", "masks", "needs", "tracks")

    def __init__(self, tracks: list[Track], masks: list[Mask], levels: int) -> None:
        self.tracks: list[Track] = tracks
        self.masks: list[Mask] = masks
        self.levels: int = levels
        self.activity: float = 0.0
        self.dropped: bool = False
        self.needs: int = 0

    def reason(self, x: int) -> list[Literal]:
        """Return the literals of the other variables than *x*."""
        found: list[Literal] = []
        for place, track in enumerate(self.tracks):
            if track.index != x:
                found.append((track.index, self.masks[place]))
        return found


@final
class Analysis:
    """The analysis of conflicts in *state*, whose changes are in *history*.

    `marks` has the height of the trail at each decision. `nogood` builds up in `Track.goal`, for the variables in
    `_involved`. `used` lists the nogoods that gave a reason, `bumped` the variables that were met. With `needs`, each
    nogood knows the constraints that it follows from, and `needs.found` has those of the whole refutation in the end.
    `log` is there if a proof is wanted.
    """

    def __init__(self, state: State, history: History, journal: Journal) -> None:
        self.state: State = state
        self.history: History = history
        self.journal: Journal = journal
        self.marks: list[int] = []
        self.used: list[Nogood] = []
        self.bumped: list[int] = []
        self.needs: Needs | None = None
        self.log: ProofLog | None = None
        self._involved: list[Track] = []
        self._mark: int = 0  # the height at which the level that is analyzed begins
        self._count: int = 0  # the literals that became true at that level

    def learn(self) -> tuple[Nogood | None, int]:
        """Return what the conflict in the state teaches, and the level to go back to.

        The first literal of the nogood became true last, the second before it. Without a nogood there is no solution.
        A nogood of one literal goes back to level 0.
        """
        self.history.read()
        self.used = []
        self.bumped = []
        self._involved = []
        self._count = 0
        if self.log is not None:
            self.log.begin(self.marks[0] if self.marks else self.state.height)
        if self.needs is not None:
            self._explain_root(self.needs)
        if not self.marks:
            if self.needs is not None:
                self._add_needs(self.needs, self.conflict(), self.state.height)
            return self._end()
        self._mark = self.marks[-1]
        self._add_all(self.conflict())
        if not self._first_implication_point():
            self._clear()
            return self._end()
        self._minimize()
        nogood, level = self._result()
        if self.log is not None:
            self.log.learned([(track.index, nogood.masks[place]) for place, track in enumerate(nogood.tracks)], nogood)
        return nogood, level

    def _end(self) -> tuple[None, int]:
        """Return that there is no solution."""
        if self.log is not None:
            if not self.marks and self.state.wiped < 0:
                self.log.failed = self.journal.author(self.state.height)
            self.log.learned([], None)
        return None, 0

    def _explain_root(self, needs: Needs) -> None:
        """Find the needs of the facts that were added to the root since the last conflict."""
        top = self.marks[0] if self.marks else self.state.height
        for height in range(len(needs.root), top):
            change = self.state.trail[height]
            needs.found = 0
            if change.cell.index < len(self.history.tracks):
                self._add_needs(needs, self.reason(change, height, change.old & ~change.new), height)
            needs.root.append(needs.found)
        needs.found = 0

    def _add_needs(self, needs: Needs, literals: list[Literal], before: int) -> None:
        """Add what makes *literals* true at the root, by changes below the height *before*."""
        for x, mask in literals:
            needs.add_facts(self.history, self.history.tracks[x], mask, before)

    def conflict(self) -> list[Literal]:
        """Return the literals that are true, and cannot all be."""
        state = self.state
        wiped = state.wiped
        if wiped >= 0:
            height = self.history.tracks[wiped].last
            change = state.trail[height]
            return [(wiped, change.old), *self.reason(change, height, change.old)]
        author = self.journal.author(state.height)
        if isinstance(author, Propagator):
            if self.log is not None:
                self.log.failed = author
            self.history.look(self.journal.began(state.height), state.height)
            if self.needs is not None:
                self.needs.add(self.history, author, -1, 0)
            return author.explain(self.history, -1, 0)
        return []

    def reason(self, change: Change, height: int, gone: Mask) -> list[Literal]:
        """Return why the *change* at this *height* removed the values *gone*; it may have removed more."""
        author = self.journal.author(height)
        x = change.cell.index
        if self.log is not None:
            self.log.noted.append((height, (author, x, gone)))
        if self.needs is not None:
            self.needs.add(self.history, author, x, gone)
        if isinstance(author, Cell):  # it was fixed, and x must differ
            return [(author.index, self.history.fixed_value(author.index))]
        if isinstance(author, Nogood):
            self.used.append(author)
            if self.needs is not None:
                self.needs.found |= author.needs
            return author.reason(x)
        if isinstance(author, Arc):
            return [(author.y, author.without_support(gone, self.history.first(author.y)))]
        if isinstance(author, Propagator):
            self.history.look(self.journal.began(height), height)
            return author.explain(self.history, x, gone)
        return []

    def _first_implication_point(self) -> bool:
        """Resolve until one literal is left that became true at the last level; return False if there is none at all.

        If no literal became true at a level, the conflict is one of a lower level.
        """
        trail = self.state.trail
        tracks = self.history.tracks
        level = len(self.marks)
        while not self._count:
            level -= 1
            if not level:
                return False
            self._mark = self.marks[level - 1]
            for track in self._involved:
                if track.inside and track.entry >= self._mark:
                    self._count += 1
        height = self.state.height
        while self._count > 1:
            height -= 1
            index = trail[height].cell.index
            if index < len(tracks) and tracks[index].inside and tracks[index].entry == height:
                self._resolve(tracks[index], trail[height], height)
        return True

    def _resolve(self, track: Track, change: Change, height: int) -> None:
        """Replace the literal of *track* by the reason of the *change* that made it true."""
        needed = change.old & ~track.goal
        track.goal |= needed
        track.entry = self._entry_from(track, change.before)
        if track.entry == ROOT:
            self._leave(track)
        if track.entry < self._mark:
            self._count -= 1
        self._add_all(self.reason(change, height, needed))

    def _leave(self, track: Track) -> None:
        """Take the literal of *track* out of the nogood, since it is true at the root."""
        track.inside = False
        if self.needs is not None:
            self.needs.add_facts(self.history, track, track.goal, self.marks[0])

    def _entry_from(self, track: Track, place: int) -> int:
        """Return when the literal of *track*, which was true after the change at *place*, became true."""
        trail = self.state.trail
        while place >= self.marks[0]:
            change = trail[place]
            if change.old & ~track.goal:
                return place
            place = change.before
        return ROOT

    def _add_all(self, literals: list[Literal]) -> None:
        """Add *literals*, which are true, to the nogood."""
        for x, mask in literals:
            track = self.history.tracks[x]
            if not track.first & ~mask or (track.inside and not track.goal & ~mask):
                continue
            entry = self.history.entry(track, mask)
            if entry < self.marks[0]:
                if self.needs is not None:
                    self.needs.add_facts(self.history, track, mask, self.marks[0])
                continue
            if not track.inside:
                track.inside = True
                track.goal = mask & track.first
                track.entry = ROOT
                self._involved.append(track)
                self.bumped.append(x)
            else:
                track.goal &= mask
            if entry > track.entry:
                if track.entry < self._mark <= entry:
                    self._count += 1
                track.entry = entry

    def _minimize(self) -> None:
        """Weaken or drop each literal whose reason follows from the other literals (self-subsumption)."""
        steps = 0
        for track in self._involved:
            while track.inside and track.entry < self._mark and steps < _MOST_STEPS:
                steps += 1
                change = self.state.trail[track.entry]
                needed = change.old & ~track.goal
                if self.journal.author(track.entry) is None:
                    break
                known = 0 if self.needs is None else self.needs.found
                noted = 0 if self.log is None else len(self.log.noted)
                if not self._follows(self.reason(change, track.entry, needed)):
                    if self.needs is not None:
                        self.needs.found = known
                    if self.log is not None:
                        del self.log.noted[noted:]
                    break
                track.goal |= needed
                track.entry = self._entry_from(track, change.before)
                if track.entry == ROOT:
                    self._leave(track)

    def _follows(self, literals: list[Literal]) -> bool:
        """Return whether the nogood, or the root, implies all of *literals*."""
        for x, mask in literals:
            track = self.history.tracks[x]
            if (track.inside and not track.goal & ~mask) or not track.first & ~mask:
                continue
            if self.history.entry(track, mask) >= self.marks[0]:
                return False
            if self.needs is not None:
                self.needs.add_facts(self.history, track, mask, self.marks[0])
        return True

    def _result(self) -> tuple[Nogood, int]:
        """Return the nogood with the two newest literals in front, and the level of the second."""
        tracks = list(dict.fromkeys([track for track in self._involved if track.inside]))  # one may have come back
        newest = max(tracks, key=_entry)
        others = [track for track in tracks if track is not newest]
        self._clear()
        if not others:
            return self._nogood([newest], 1), 0
        second = max(others, key=_entry)
        ordered = [newest, second, *[track for track in others if track is not second]]
        levels = len({self._level(track.entry) for track in tracks})
        return self._nogood(ordered, levels), self._level(second.entry)

    def _nogood(self, tracks: list[Track], levels: int) -> Nogood:
        nogood = Nogood(tracks, [track.goal for track in tracks], levels)
        if self.needs is not None:
            nogood.needs = self.needs.learn([(track.index, track.goal) for track in tracks])
        return nogood

    def _level(self, height: int) -> int:
        """Return the level at which the change at this *height* was made."""
        return count_up_to(self.marks, height)

    def _clear(self) -> None:
        for track in self._involved:
            track.inside = False


def _entry(track: Track) -> int:
    return track.entry
