"""The compiled problem: variables are indices, domains are bitsets, constraints are arcs and propagators.

`Problem.compile()` makes a `CSP`. It never changes, so any number of searches may share it. Constraints between two
variables are kept as *links*: a clique of differences, or a pair of arcs. The list of all `Arc` objects is only made on
request; the engine reads `peers`, `reach` and `supports` instead, and `watches` for the propagators that watch a
variable.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, final

from csplib.display.wording import called, counted
from csplib.errors import DomainError, KindError
from csplib.kernel.agenda import Agenda, Watch
from csplib.kernel.arcs import Arc
from csplib.kernel.auditing import AUDITING
from csplib.kernel.axis import Axis
from csplib.kernel.bits import Mask
from csplib.kernel.bounds import Bounds
from csplib.kernel.clock import look_up
from csplib.kernel.compiler import unfit
from csplib.kernel.events import Event
from csplib.kernel.links import Clique, Link
from csplib.kernel.peers import drop_repeated
from csplib.kernel.reach import Reach
from csplib.kernel.state import NO_AGENDA, Cell, State
from csplib.kernel.tracking import untrack, untrack_lists
from csplib.kernel.values import Values
from csplib.kernel.watches import light_pages, preparers_of, watches_of, watches_of_interval

if TYPE_CHECKING:
    from csplib.kernel.propagator import Propagator

__all__ = ["CSP", "Restriction", "expect", "expect_bits"]


@final
class Restriction:
    """A unary constraint: *x* must take one of the values in *allowed*."""

    def __init__(self, x: int, allowed: Mask, origin: object = None) -> None:
        self.x: int = x
        self.allowed: Mask = allowed
        self.origin: object = origin

    def __repr__(self) -> str:
        return f"Restriction({self.x}, {bin(self.allowed)})"


_LINKS_PER_LOOK: Final = 16
_MOST_SPARE: Final = 4
_SMALL: Final = 64
_NO_PEERS: list[list[int]] = [[]]
_NO_ARCS: list[list[Arc]] = [[]]
_NOT_CACHED: list[list[Cell] | None] = [None]
_NO_PROPAGATORS: list[list[Propagator]] = [[]]


def expect(csp: object, state: object) -> None:
    """Raise `KindError` unless *csp* is a `CSP` and *state* a `State` of its size."""
    if not isinstance(csp, CSP):
        raise KindError(unfit("CSP", csp))
    if not isinstance(state, State):
        raise KindError(unfit("State", state))
    if state.size != csp.size:
        raise KindError(f"the state has {state.size} variables, but the CSP has {csp.size}: use csp.state()")
    if csp.size and csp.axes and state.cells[0].axis is not csp.axes[0]:  # it was made by hand
        for x, axis in enumerate(csp.axes):
            state.cells[x].axis = axis


def expect_bits(csp: object, state: object) -> None:
    """Raise `KindError` as `expect` does, and `DomainError` if a variable has too many values for bits."""
    expect(csp, state)
    if isinstance(csp, CSP):
        for x in csp.intervals:
            low, high = csp.intervals[x]
            raise DomainError(
                f"{called(csp.names[x])} has too many values for this, from {low} to {high}: it needs domains as bits"
            )


@final
class CSP(Values):
    """A frozen constraint network. `Values` has its variables 0, 1, …, their names and domains."""

    def __init__(
        self,
        domains: list[Mask],
        restrictions: list[Restriction],
        links: list[Link],
        propagators: list[Propagator],
        names: list[object],
        values: list[dict[Mask, object]],
        bits: dict[Hashable, Mask],
        *,
        stated: int = -1,
        axes: Sequence[Axis] = (),
        intervals: Mapping[int, Bounds] | None = None,
        starts: Sequence[int] = (),
    ) -> None:
        count = len(domains) if stated < 0 else stated
        super().__init__(domains, names, values, bits, count, axes, intervals or {}, starts=starts)
        untrack(domains)
        self.restrictions: list[Restriction] = restrictions
        self.links: list[Link] = links
        self.propagators: list[Propagator] = propagators
        # Variables without entries share one empty list.
        self.peers: list[list[int]] = _NO_PEERS * self.size
        untrack(self.peers)
        self.reach: Reach = Reach(self.peers, domains)
        self.supports: list[list[Arc]] = _NO_ARCS * self.size
        self.has_arcs: bool = False
        self.watches: list[Watch | None] = watches_of(propagators, self.size)
        self._lights: list[int] = light_pages(propagators)
        self._deciders: list[list[Propagator]] | None = None
        self._preparing: dict[int, list[Propagator]] = preparers_of(propagators)
        self._spare: list[State] = []
        self._arcs: list[Arc] | None = None
        self._neighbors: list[list[int]] | None = None
        self._arcs_to: list[list[Arc]] | None = None
        self._wire_links()

    def __repr__(self) -> str:
        hidden = f" and {self.size - self.stated} hidden" if self.size > self.stated else ""
        sizes = [len(self.restrictions), len(self.links), len(self.propagators)]
        nouns = ["restriction", "link", "propagator"]
        shapes = [counted(size, noun) for size, noun in zip(sizes, nouns, strict=True) if size]
        return f"<CSP: {', '.join([counted(self.stated, 'variable') + hidden, *shapes])}>"

    def _wire_links(self) -> None:
        crossed = False
        for number, link in enumerate(self.links):
            if not number % _LINKS_PER_LOOK:
                look_up(4 * _LINKS_PER_LOOK)
            if not isinstance(link, Clique):
                self.has_arcs = True
                for arc in link.arcs():
                    if self.supports[arc.y]:
                        self.supports[arc.y].append(arc)
                    else:
                        self.supports[arc.y] = [arc]
            elif link.offsets.count(link.offsets[0]) == len(link.offsets):
                if not link.large:  # else a propagator sees to it
                    crossed = self._wire_clique(link.scope) or crossed
            else:
                self.reach.add(link)
        if crossed:
            drop_repeated(self.peers)
        if self.has_arcs:
            untrack_lists(self.supports)

    def _wire_clique(self, scope: list[int]) -> bool:
        """Add the others of *scope* to the peers of each variable; return whether one had peers before."""
        crossed = False
        for place, x in enumerate(scope):
            if len(scope) > _SMALL:
                look_up(len(scope) >> 3)
            others = scope.copy()
            others.pop(place)
            untrack(others)
            if self.peers[x]:
                self.peers[x].extend(others)
                crossed = True
            else:
                self.peers[x] = others
        return crossed

    @property
    def deciders(self) -> list[list[Propagator]]:
        """For each variable, the propagators over it that can reject a full assignment."""
        if self._deciders is None:
            found = _NO_PROPAGATORS * self.size
            for propagator in self.propagators:
                if propagator.decides:
                    look_up(len(propagator.scope))
                    for x in propagator.scope:
                        if found[x]:
                            found[x].append(propagator)
                        else:
                            found[x] = [propagator]
            self._deciders = found
        return self._deciders

    def prepare(self, state: State, x: int) -> None:
        """Let propagators that work lazily narrow the domain of *x*, which is to be decided."""
        if self._preparing:
            for propagator in self._preparing.get(x, ()):
                if state.journal is not None:
                    state.journal.note(state.height, propagator)
                propagator.prepare(state, x)

    def is_watched(self, x: int) -> bool:
        """Return whether losing a value of *x* can wake anything but ``!=`` arcs."""
        if self.supports[x]:
            return True
        watch = self.watches[x]
        while watch is not None:
            if watch.on_bounds or watch.decides:
                return True
            watch = watch.more
        return False

    @property
    def arcs(self) -> list[Arc]:
        """All arcs, in the order in which constraints state them. An arc that is stated twice is here twice."""
        if self._arcs is None:
            found: list[Arc] = []
            for link in self.links:
                look_up(len(link.scope))
                found.extend(link.arcs())
            self._arcs = found
        return self._arcs

    @property
    def neighbors(self) -> list[list[int]]:
        """For each variable, the others that share a constraint with it, each once.

        They come constraint by constraint: lower rank first, then in the order stated. Within a constraint they come in
        the order of its scope.
        """
        if self._neighbors is None:
            found: list[dict[int, None]] = [{} for _ in range(self.size)]
            scopes = [link.scope for link in sorted(self.links, key=lambda link: link.rank)]
            scopes.extend(propagator.scope for propagator in self.propagators)
            for scope in scopes:
                for x in scope:
                    look_up(len(scope))
                    found[x].update(dict.fromkeys(scope))
            for x in range(self.size):
                found[x].pop(x, None)
            self._neighbors = [list(names) for names in found]
        return self._neighbors

    @property
    def arcs_to(self) -> list[list[Arc]]:
        """For each variable, the distinct arcs (neighbor, variable) in the order of its neighbors."""
        if self._arcs_to is None:
            by_source: list[dict[int, list[Arc]]] = [{y: [] for y in self.neighbors[x]} for x in range(self.size)]
            for arc in self.arcs:
                look_up()
                known = by_source[arc.y][arc.x]
                if not any(arc.same_relation(other) for other in known):
                    known.append(arc)
            self._arcs_to = [[arc for arcs in sources.values() for arc in arcs] for sources in by_source]
        return self._arcs_to

    def state(self, observer: Callable[[Event], None] | None = None) -> State:
        """Return a state with the stated domains, an empty trail and all variables open."""
        try:
            state = self._spare.pop() if self._spare else None
        except IndexError:  # another thread was faster
            state = None
        if state is None:
            state = State(self.domains, axes=self.axes, intervals=self.intervals)
        state.observer = observer
        state.auditor = AUDITING.auditor
        return state

    def connect(self, state: State) -> None:
        """Write the parts of this network that the engine needs into the cells of *state*."""
        look_up(self.size)
        state.peers = _NOT_CACHED * self.size
        untrack(state.peers)
        cliques = self.reach.cliques
        state.ruled_out = [{} if x in cliques else None for x in range(self.size)] if cliques else []
        if self.propagators or state.is_watched:
            state.is_watched = True
            for x in range(self.size):
                state.cells[x].watch = self.watches[x]
        for x in self.intervals:
            self._connect_interval(x, state.cells[x])
        state.agenda = NO_AGENDA
        if self.propagators:
            state.agenda = Agenda(self._lights, state.memory(self, len(self._lights)))
        state.network = self

    def _connect_interval(self, x: int, cell: Cell) -> None:
        """Let the ends and the holes of an interval wake the propagators, instead of its status."""
        interval = cell.interval
        if interval is None:
            raise KindError("the state has no intervals, but the CSP does: use csp.state()")
        ends, interval.holes.watch, cell.watch = watches_of_interval(self.watches[x])
        interval.floor.watch = interval.ceiling.watch = ends

    def recycle(self, state: State) -> None:
        """Keep a state that is no longer used, connected as it is, for the next call of `state`."""
        if len(self._spare) < _MOST_SPARE:
            state.reset()
            self._spare.append(state)
