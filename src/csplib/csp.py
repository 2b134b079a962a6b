"""The compiled problem: variables are indices, domains are bitsets, constraints are arcs and propagators.

A `CSP` is made by `Problem.compile()` and never changes afterwards, so any number of searches may share it.
Arcs are kept as *links* (a clique of differences, or a pair of supporting tables) and are spelled out as `Arc`
objects only for those who ask: the engine reads `peers`, `above`, `below` and `supports` instead. Propagators that
watch a variable are the bits of `on_change`, `on_bounds` and `on_fix`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeAlias, final

from csplib.arcs import Arc, Clique, Link
from csplib.bits import Mask, split
from csplib.events import Event
from csplib.propagator import Propagator
from csplib.state import State

__all__ = ["CSP", "Restriction"]


@final
class Restriction:
    """A unary constraint: *x* must take one of the values in *allowed*."""

    def __init__(self, x: int, allowed: Mask, origin: object = None) -> None:
        self.x: int = x
        self.allowed: Mask = allowed
        self.origin: object = origin


Shift: TypeAlias = tuple[int, int]

_MOST_SPARE: Final = 4


@final
class CSP:
    """A frozen constraint network over the variables 0, 1, ….

    `names`, `index`, `values` and `bits` lead to the words of the problem and back: the name of a variable and its
    index, the value of a bit and its bit. The first `stated` variables are the problem's own; those behind them are
    hidden: each has the value of an expression, which is its name, and nobody hears of it.
    """

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
    ) -> None:
        self.size: int = len(domains)
        self.stated: int = self.size if stated < 0 else stated
        self.domains: list[Mask] = domains
        self.restrictions: list[Restriction] = restrictions
        self.links: list[Link] = links
        self.propagators: list[Propagator] = propagators
        self.names: list[object] = names
        self.index: dict[object, int] = {name: x for x, name in enumerate(names)}
        self.values: list[dict[Mask, object]] = values
        self.bits: dict[Hashable, Mask] = bits
        self.peers: list[list[int]] = [[] for _ in range(self.size)]
        self.above: list[list[Shift]] = [[] for _ in range(self.size)]
        self.below: list[list[Shift]] = [[] for _ in range(self.size)]
        self.rays: list[list[Shift]] = [[] for _ in range(self.size)]
        self.lone_peers: list[list[int]] = []
        self.lone_shifts: list[list[Shift]] = []
        self.supports: list[list[Arc]] = [[] for _ in range(self.size)]
        self.on_fix: list[int] = [0] * self.size
        self.on_bounds: list[int] = [0] * self.size
        self.on_change: list[int] = [0] * self.size
        self.light: int = 0
        self.deciders: list[list[Propagator]] = [[] for _ in range(self.size)]
        self._spare: list[State] = []
        self._remembering: list[Propagator] = [propagator for propagator in propagators if propagator.remembers]
        self._arcs: list[Arc] | None = None
        self._neighbors: list[list[int]] | None = None
        self._arcs_to: list[list[Arc]] | None = None
        self._wire_links()
        self._wire_propagators()

    def _wire_links(self) -> None:
        peers: list[dict[int, None]] = [{} for _ in range(self.size)]
        shifts: list[dict[Shift, None]] = [{} for _ in range(self.size)]
        for link in self.links:
            if isinstance(link, Clique):
                _wire_clique(link, peers, shifts)
            else:
                for arc in link.arcs():
                    self.supports[arc.y].append(arc)
        for x in range(self.size):
            self.peers[x] = list(peers[x])
            self.above[x] = [pair for pair in shifts[x] if pair[1] > 0]
            self.below[x] = [(y, -by) for y, by in shifts[x] if by < 0]
            self._gather_rays(x)

    def _gather_rays(self, x: int) -> None:
        """Take together what *x* rules out for another variable in its line and on both diagonals, as queens do."""
        peers, above, below = self.peers[x], self.above[x], self.below[x]
        rays: dict[int, int] = {}
        if peers and above and below:
            same, lower = set(peers), set(below)
            for y, by in above:
                if y in same and (y, by) in lower:
                    rays.setdefault(y, by)
        self.rays[x] = list(rays.items())
        taken = set(self.rays[x])
        self.lone_peers.append([y for y in peers if y not in rays] if rays else peers)
        shifts = [shift for shift in above if shift not in taken]
        self.lone_shifts.append(shifts + [(y, -by) for y, by in below if (y, by) not in taken])

    def _wire_propagators(self) -> None:
        for number, propagator in enumerate(self.propagators):
            if not propagator.heavy:
                self.light |= 1 << number
            watchers = self.on_change
            if propagator.on_fix:
                watchers = self.on_fix
            elif propagator.on_bounds:
                watchers = self.on_bounds
            for x in propagator.scope:
                watchers[x] |= 1 << number
                if propagator.decides:
                    self.deciders[x].append(propagator)

    def is_watched(self, x: int) -> bool:
        """Say whether more may follow from a value that *x* has lost than that it has lost it."""
        return (self.on_change[x] | self.on_bounds[x]) != 0 or len(self.supports[x]) > 0

    @property
    def arcs(self) -> list[Arc]:
        """Every arc, in the order in which the constraints state them; one that is stated twice is here twice."""
        if self._arcs is None:
            self._arcs = [arc for link in self.links for arc in link.arcs()]
        return self._arcs

    @property
    def neighbors(self) -> list[list[int]]:
        """For each variable the others that share a constraint with it, each named once.

        They come constraint by constraint, lower rank first and then as stated, and within a constraint in the
        order of its scope.
        """
        if self._neighbors is None:
            found: list[dict[int, None]] = [{} for _ in range(self.size)]
            scopes = [link.scope for link in sorted(self.links, key=_rank)]
            scopes.extend(propagator.scope for propagator in self.propagators)
            for scope in scopes:
                for x in scope:
                    found[x].update(dict.fromkeys(scope))
            for x in range(self.size):
                found[x].pop(x, None)
            self._neighbors = [list(names) for names in found]
        return self._neighbors

    @property
    def arcs_to(self) -> list[list[Arc]]:
        """For each variable the distinct arcs (neighbor, variable), in the order of its neighbors."""
        if self._arcs_to is None:
            by_source: list[dict[int, list[Arc]]] = [{y: [] for y in self.neighbors[x]} for x in range(self.size)]
            for arc in self.arcs:
                known = by_source[arc.y][arc.x]
                if not any(arc.same_relation(other) for other in known):
                    known.append(arc)
            self._arcs_to = [[arc for arcs in sources.values() for arc in arcs] for sources in by_source]
        return self._arcs_to

    def state(self, observer: Callable[[Event], None] | None = None) -> State:
        """Start from the stated domains, with an empty trail and every variable open."""
        try:
            state = self._spare.pop()
        except IndexError:
            state = State(self.domains)
            for propagator in self._remembering:
                propagator.prepare(state)
        state.observer = observer
        return state

    def connect(self, state: State) -> None:
        """Note in the cells of *state* what the engine needs of this network."""
        for x in range(self.size):
            cell = state.cells[x]
            cell.peers = None
            cell.reaches = bool(self.rays[x] or self.lone_shifts[x])
            cell.arcs = self.supports[x] or None
            cell.on_bounds = self.on_bounds[x]
            cell.on_change = self.on_change[x]
            cell.on_fix = self.on_fix[x]
        state.network = self

    def give_back(self, state: State) -> None:
        """Take a state that nobody looks at any more, for `state` to hand out again: it is all set up."""
        if len(self._spare) < _MOST_SPARE:
            state.begin_anew()
            self._spare.append(state)

    def bit_of(self, x: int, value: Hashable) -> Mask:
        """Give the bit of *value*, or 0 if it was never in the domain of *x*."""
        return self.bits.get(value, 0) & self.domains[x]

    def values_in(self, x: int, mask: Mask) -> tuple[object, ...]:
        """Give the values of *x* that *mask* stands for."""
        return tuple([self.values[x][bit] for bit in split(mask)])

    def domains_in(self, state: State) -> dict[object, tuple[object, ...]]:
        """Give the values that each variable has left in *state*, by name."""
        return {self.names[x]: self.values_in(x, state.cells[x].mask) for x in range(self.stated)}

    def assignment_in(self, state: State) -> dict[object, object]:
        """Give the one value that each variable has in *state*, by name."""
        return {self.names[x]: self.values[x][state.cells[x].mask] for x in range(self.stated)}


def _rank(link: Link) -> int:
    return link.rank


def _wire_clique(clique: Clique, peers: list[dict[int, None]], shifts: list[dict[Shift, None]]) -> None:
    """Note who must change when a variable of *clique* is fixed: value v of x rules out v + shift for y."""
    if len(set(clique.offsets)) == 1:
        everyone = dict.fromkeys(clique.scope)
        for x in clique.scope:
            peers[x].update(everyone)
            del peers[x][x]
        return
    terms = list(zip(clique.scope, clique.offsets, strict=True))
    for x, x_offset in terms:
        for y, y_offset in terms:
            by = x_offset - y_offset
            if x == y:
                continue
            if by:
                shifts[x][y, by] = None
            else:
                peers[x][y] = None
