"""Which constraints a refutation needs: kept for each nogood, and for each fact at the root.

A set of constraints is an integer with one bit for each. So the needs of a nogood are united by ``|`` while a conflict
is analyzed. Conflicts from refutations: "unsatisfiable cores" (Goldberg, Novikov 2003; Zhang, Malik 2003).
"""

from __future__ import annotations

from typing import Final, TypeAlias, final

from csplib.kernel.arcs import Arc
from csplib.kernel.bits import Mask, shifted
from csplib.kernel.cells import Cell
from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP, Restriction
from csplib.kernel.history import ROOT, History, Literal, Track
from csplib.kernel.links import Clique
from csplib.kernel.propagator import Propagator

__all__ = ["Needs"]

Difference: TypeAlias = tuple[int, int]
"""By how much the bits of one variable are shifted against those of another, and the constraints behind that."""

_NOTHING: Final = 0


@final
class Needs:
    """The constraints behind the authors of changes in *csp*, and behind the facts at the root.

    *behind* has the set of constraints for the ``id`` of each origin. `found` is the set that builds up, `root` has
    one for each change at the root. `learned` has the literals and the set of each nogood, if they are numbered.
    """

    def __init__(self, csp: CSP, behind: dict[int, int]) -> None:
        self.found: int = 0
        self.root: list[int] = []
        self.learned: list[tuple[list[Literal], int]] = []
        self._first: int = -1
        self._behind: dict[int, int] = behind
        self._size: int = csp.size
        self._cliques: list[dict[int, tuple[Clique, int]]] = [{} for _ in range(csp.size)]
        self._differences: dict[int, list[Difference]] = {}
        for number, link in enumerate(csp.links):
            if isinstance(link, Clique):
                look_up(len(link.scope))
                for place, x in enumerate(link.scope):
                    self._cliques[x][number] = link, link.offsets[place]

    def number_from(self, first: int) -> None:
        """Give each nogood a bit of its own from number *first* on, and keep it in `learned`.

        So a set has the nogoods that were used, not the constraints behind these.
        """
        self._first = first

    def learn(self, literals: list[Literal]) -> int:
        """Return the set of what a nogood of these *literals* stands for: the constraints found, or its own bit."""
        if self._first < 0:
            return self.found
        self.learned.append((literals, self.found))
        return 1 << (self._first + len(self.learned) - 1)

    def add(self, history: History, author: object, x: int, gone: Mask) -> None:
        """Add the constraints by which *author* has removed the values *gone* from *x*."""
        if isinstance(author, Cell):
            self.found |= self._difference(x, author.index, history.fixed_value(author.index), gone)
        elif isinstance(author, (Propagator, Arc, Restriction)):
            self.found |= self._behind.get(id(author.origin), _NOTHING)

    def _difference(self, x: int, y: int, value: Mask, gone: Mask) -> int:
        """Return the differences by which the one *value* of *y* removes *gone* from *x*: as few as possible."""
        key = x * self._size + y
        known = self._differences.get(key)
        if known is None:
            theirs = self._cliques[y]
            known = []
            for number, (clique, offset) in self._cliques[x].items():
                if number in theirs:
                    known.append((theirs[number][1] - offset, self._behind.get(id(clique.origin), _NOTHING)))
            self._differences[key] = known
        found = 0
        for shift, behind in known:
            removed = shifted(value, shift) & gone
            if removed:
                found |= behind
                gone &= ~removed
        return found

    def add_facts(self, history: History, track: Track, mask: Mask, before: int) -> None:
        """Add the constraints that the root needs to remove all values outside *mask* below the height *before*."""
        trail = history.trail.trail
        if track.kind:  # the change that reached the bound has the needs of those before
            reached = history.entry(track, mask)
            if ROOT < reached < before:
                self.found |= self.root[reached]
            return
        place = track.last
        while place != ROOT:
            change = trail[place]
            if place < before and change.old & ~change.new & ~mask:
                self.found |= self.root[place]
            place = change.before
