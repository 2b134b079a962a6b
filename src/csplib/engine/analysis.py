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

from csplib.engine.learned_nogood import Nogood
from csplib.engine.reasons import Reasons
from csplib.kernel.cells import Change
from csplib.kernel.history import BITS, CEILING, FLOOR, HOLES, ROOT, History, Journal, Literal, Track, count_up_to
from csplib.kernel.state import State

__all__ = ["Analysis", "Nogood"]

_MOST_ASKED: Final = 40  # changes before a conflict, in a checked run
_MOST_STEPS: Final = 400  # of the minimization of one nogood


@final
class Analysis(Reasons):
    """The analysis of conflicts in *state*, whose changes are in *history*.

    `marks` has the height of the trail at each decision. `nogood` builds up in `Track.goal`, for the variables in
    `_involved`. `bumped` lists the variables that were met. With `needs`, what each nogood follows from is noted there;
    the last one is the refutation.
    """

    def __init__(self, state: State, history: History, journal: Journal) -> None:
        super().__init__(state, history, journal)
        self.marks: list[int] = []
        self.bumped: list[int] = []
        self._involved: list[Track] = []
        self._mark: int = 0  # the height at which the level that is analyzed begins
        self._count: int = 0  # the literals that became true at that level

    def learn(self) -> tuple[Nogood | None, int]:
        """Return what the conflict in the state teaches, and the level to go back to.

        The first literal of the nogood became true last, the second before it. Without a nogood there is no solution.
        A nogood of one literal goes back to level 0.
        """
        self.history.read()
        self.used: list[Nogood] = []
        self.bumped = []
        self._involved = []
        self._count = 0
        if self.log is not None:
            self.log.begin(self.marks[0] if self.marks else self.state.height)
        if self.needs is not None:
            self.needs.begin()
        if self.state.auditor is not None:
            self._ask_all()
        if not self.marks:
            if self.needs is not None:
                self.needs.facts += self.conflict()
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
        if self.needs is not None:
            self.needs.learn(self.history, [], self.marks[0] if self.marks else self.state.height)
        return None, 0

    def _ask_all(self) -> None:
        """Ask for the reasons of the last changes, so that a checked run sees more of them than this conflict needs."""
        needs, log = self.needs, self.log
        self.needs = self.log = None
        since = max(self.marks[-1] if self.marks else self.history.root, self.state.height - _MOST_ASKED)
        for height in range(since, self.state.height):
            change = self.state.trail[height]
            if change.cell.index < len(self.history.tracks):
                self._ask(self.history.tracks[change.cell.index], change, height)
        self.needs, self.log = needs, log
        self.used.clear()

    def _ask(self, track: Track, change: Change, height: int) -> None:
        """Ask for the reason of all of a *change*."""
        if track.kind == BITS:
            self.reason(change, height, change.old & ~change.new)
        elif track.kind == HOLES and track.owner >= 0:
            self.reason_of_hole(track, height)
        elif track.kind in (FLOOR, CEILING):
            self.reason(change, height, change.new)

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
        if track.kind:
            literals = self.reason(change, height, track.goal)
            track.inside = False  # the reason may have an earlier bound of the same end
            self._count -= 1
            self._add_all(literals)
            return
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
            self.needs.facts.append((track.index, track.goal))

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
            if track.kind:
                self._add_bound(track, mask)
                continue
            if not track.first & ~mask or (track.inside and not track.goal & ~mask):
                continue
            entry = self.history.entry(track, mask, self.marks[0])
            if entry < self.marks[0]:
                if self.needs is not None:
                    self.needs.facts.append((x, mask))
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

    def _add_bound(self, track: Track, bound: int) -> None:
        """Add to the nogood that an end of an interval has reached *bound*."""
        if track.implies(track.first, bound) or (track.inside and track.implies(track.goal, bound)):
            return
        entry = self.history.entry(track, bound, self.marks[0])
        if entry < self.marks[0]:
            if self.needs is not None:
                self.needs.facts.append((track.index, bound))
            return
        if not track.inside:
            track.inside = True
            track.entry = ROOT
            if not track.listed:
                track.listed = True
                self._involved.append(track)
                self.bumped.append(track.owner)
        track.goal = bound
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
                if self.journal.author(track.entry) is None:
                    break
                known = 0 if self.needs is None else self.needs.found
                facts = 0 if self.needs is None else len(self.needs.facts)
                noted = 0 if self.log is None else len(self.log.noted)
                needed = change.old & ~track.goal
                literals = self.reason(change, track.entry, track.goal if track.kind else needed)
                if not self._follows(literals, track):
                    if self.needs is not None:
                        self.needs.found = known
                        del self.needs.facts[facts:]
                    if self.log is not None:
                        del self.log.noted[noted:]
                    break
                if track.kind:
                    self._weaken(track, literals)
                    continue
                track.goal |= needed
                track.entry = self._entry_from(track, change.before)
                if track.entry == ROOT:
                    self._leave(track)

    def _weaken(self, track: Track, literals: list[Literal]) -> None:
        """Let the nogood have the earlier bound of an end that is among *literals*, or none; the rest follows."""
        track.inside = False
        for index, bound in literals:
            if index == track.index:
                self._add_bound(track, bound)

    def _follows(self, literals: list[Literal], own: Track) -> bool:
        """Return whether the nogood, or the root, implies all of *literals* that are not about its *own* track."""
        for x, mask in literals:
            track = self.history.tracks[x]
            if track.kind:
                if track is own or (track.inside and track.implies(track.goal, mask)):
                    continue
                if track.implies(track.first, mask):
                    continue
            elif (track.inside and not track.goal & ~mask) or not track.first & ~mask:
                continue
            if self.history.entry(track, mask, self.marks[0]) >= self.marks[0]:
                return False
            if self.needs is not None:
                self.needs.facts.append((x, mask))
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
            literals = [(track.index, track.goal) for track in tracks]
            nogood.needs = self.needs.learn(self.history, literals, self.marks[0])
        return nogood

    def _level(self, height: int) -> int:
        """Return the level at which the change at this *height* was made."""
        return count_up_to(self.marks, height)

    def _clear(self) -> None:
        for track in self._involved:
            track.inside = track.listed = False


def _entry(track: Track) -> int:
    return track.entry
