"""The compiled problem: variables are indices, domains are bitsets, constraints are arcs and propagators.

A `CSP` is made by `Problem.compile()` and never changes afterwards, so any number of searches may share it.
Arcs are kept as *links* (a clique of differences, or a pair of supporting tables) and are spelled out as `Arc`
objects only for those who ask: the engine reads `peers`, `above`, `below` and `supports` instead. Propagators that
watch a variable are the bits of `on_change` and `on_fix`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, final

from csplib.bits import Mask, is_single, shifted, split
from csplib.events import Event
from csplib.native import mypyc_attr
from csplib.state import State

__all__ = ["CSP", "Arc", "Clique", "DiffArc", "Link", "Pair", "Propagator", "Restriction", "SupportArc"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Arc:
    """The directed arc (x, y) of a binary constraint: which values of *x* can stay, given those of *y*.

    `supported` is a pure function of two masks: no state, no failure. Subclass it for a binary constraint of
    your own; `origin` is the constraint that the arc speaks for.
    """

    def __init__(self, x: int, y: int, origin: object = None) -> None:
        self.x: int = x
        self.y: int = y
        self.origin: object = origin

    def supported(self, dx: Mask, dy: Mask) -> Mask:  # noqa: ARG002 - the most lenient arc; subclasses look at dy
        """Give the values of *dx* that some value of *dy* supports."""
        return dx

    def same_relation(self, other: Arc) -> bool:
        """Say whether *other*, over the same two variables in the same direction, always keeps the same values."""
        return self is other

    def reverses(self, other: Arc) -> bool:
        """Say whether *other* is the same relation between the same two variables, seen from the other side."""
        return self.x == other.y and self.y == other.x and self.origin is not None and self.origin is other.origin

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.x}, {self.y})"


@final
class DiffArc(Arc):
    """The arc of ``x != y + shift``: only a single value left in *y* can remove anything.

    >>> DiffArc(0, 1).supported(0b111, 0b010), DiffArc(0, 1, shift=1).supported(0b111, 0b010)
    (5, 3)
    """

    def __init__(self, x: int, y: int, origin: object = None, shift: int = 0) -> None:
        super().__init__(x, y, origin)
        self.shift: int = shift

    def supported(self, dx: Mask, dy: Mask) -> Mask:
        return dx & ~shifted(dy, self.shift) if is_single(dy) else dx

    def same_relation(self, other: Arc) -> bool:
        return isinstance(other, DiffArc) and other.shift == self.shift

    def reverses(self, other: Arc) -> bool:
        return isinstance(other, DiffArc) and (self.x, self.y, self.shift) == (other.y, other.x, -other.shift)


@final
class SupportArc(Arc):
    """An arc with a table: ``table[i]`` holds the values of *x* that go with value number ``base + i`` of *y*."""

    def __init__(self, x: int, y: int, table: list[Mask], base: int, origin: object = None) -> None:
        super().__init__(x, y, origin)
        self.table: list[Mask] = table
        self.base: int = base

    def supported(self, dx: Mask, dy: Mask) -> Mask:
        found = 0
        behind = self.base + 1
        while dy:
            low = dy & -dy
            found |= self.table[low.bit_length() - behind]
            if found & dx == dx:
                return dx
            dy ^= low
        return found & dx

    def same_relation(self, other: Arc) -> bool:
        return isinstance(other, SupportArc) and other.table is self.table


@mypyc_attr(allow_interpreted_subclasses=True)
class Propagator:
    """A constraint over any number of variables, as something that narrows domains.

    Checklist for authors:

    1. *Sound*: remove a value only if no solution within the current domains uses it.
    2. *Complete on a full assignment*: when every variable of `scope` has one value left, return False if and only
       if they break the constraint.
    3. Return False on failure, True otherwise; pass on a False from `State.narrow` at once.
    4. *Stateless*: one propagator serves many searches. What must survive between two calls goes into a cell
       of the state (`State.new_cell`).
    5. `on_fix = True` if only variables that are down to one value can teach it anything: nothing less wakes it then.
    6. `decides = False` if the arcs of the same constraint already reject every wrong full assignment.
    """

    def __init__(
        self, scope: Sequence[int], origin: object = None, *, on_fix: bool = False, decides: bool = True
    ) -> None:
        self.scope: list[int] = list(scope)
        self.origin: object = origin
        self.on_fix: bool = on_fix
        self.decides: bool = decides

    def propagate(self, state: State) -> bool:  # noqa: ARG002 - the most lenient propagator
        """Narrow the domains of the scope as far as it goes; return False if the constraint cannot hold."""
        return True


@final
class Restriction:
    """A unary constraint: *x* must take one of the values in *allowed*."""

    def __init__(self, x: int, allowed: Mask, origin: object = None) -> None:
        self.x: int = x
        self.allowed: Mask = allowed
        self.origin: object = origin


class Link:
    """A binary constraint or a clique of them, as it was stated; *rank* orders neighbors (see `CSP.neighbors`)."""

    def __init__(self, scope: list[int], rank: int) -> None:
        self.scope: list[int] = scope
        self.rank: int = rank

    def arcs(self) -> list[Arc]:
        """Spell out the arcs, in the order in which they are stated."""
        return []


@final
class Clique(Link):
    """Pairwise differences: ``scope[i] + offsets[i]`` takes no value twice."""

    def __init__(self, scope: list[int], offsets: list[int], origin: object = None, rank: int = 0) -> None:
        super().__init__(scope, rank)
        self.offsets: list[int] = offsets
        self.origin: object = origin

    def arcs(self) -> list[Arc]:
        found: list[Arc] = []
        for j in range(len(self.scope)):
            for k in range(j + 1, len(self.scope)):
                shift = self.offsets[k] - self.offsets[j]
                found.append(DiffArc(self.scope[j], self.scope[k], self.origin, shift))
                found.append(DiffArc(self.scope[k], self.scope[j], self.origin, -shift))
        return found


@final
class Pair(Link):
    """Both directions of one binary constraint."""

    def __init__(self, forward: Arc, backward: Arc, rank: int = 0) -> None:
        super().__init__([forward.x, forward.y], rank)
        self.forward: Arc = forward
        self.backward: Arc = backward

    def arcs(self) -> list[Arc]:
        return [self.forward, self.backward]


Shift: TypeAlias = tuple[int, int]


@final
class CSP:
    """A frozen constraint network over the variables 0, 1, ….

    `names` and `values` give the words of the problem back: the name of a variable, the value of a bit.
    """

    def __init__(
        self,
        domains: list[Mask],
        restrictions: list[Restriction],
        links: list[Link],
        propagators: list[Propagator],
        names: list[object],
        values: list[dict[Mask, object]],
    ) -> None:
        self.size: int = len(domains)
        self.domains: list[Mask] = domains
        self.restrictions: list[Restriction] = restrictions
        self.links: list[Link] = links
        self.propagators: list[Propagator] = propagators
        self.names: list[object] = names
        self.values: list[dict[Mask, object]] = values
        self.peers: list[list[int]] = [[] for _ in range(self.size)]
        self.above: list[list[Shift]] = [[] for _ in range(self.size)]
        self.below: list[list[Shift]] = [[] for _ in range(self.size)]
        self.supports: list[list[Arc]] = [[] for _ in range(self.size)]
        self.on_fix: list[int] = [0] * self.size
        self.on_change: list[int] = [0] * self.size
        self.deciders: list[list[Propagator]] = [[] for _ in range(self.size)]
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

    def _wire_propagators(self) -> None:
        for number, propagator in enumerate(self.propagators):
            watchers = self.on_fix if propagator.on_fix else self.on_change
            for x in propagator.scope:
                watchers[x] |= 1 << number
                if propagator.decides:
                    self.deciders[x].append(propagator)

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
        return State(self.domains, observer)

    def values_in(self, x: int, mask: Mask) -> tuple[object, ...]:
        """Give the values of *x* that *mask* stands for."""
        return tuple([self.values[x][bit] for bit in split(mask)])

    def domains_in(self, state: State) -> dict[object, tuple[object, ...]]:
        """Give the values that each variable has left in *state*, by name."""
        return {self.names[x]: self.values_in(x, state.cells[x]) for x in range(self.size)}

    def assignment_in(self, state: State) -> dict[object, object]:
        """Give the one value that each variable has in *state*, by name."""
        return {self.names[x]: self.values[x][state.cells[x]] for x in range(self.size)}


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
