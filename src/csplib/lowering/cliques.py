"""Cliques of differences: variables that differ pairwise, however that was stated, are seen as an AllDifferent.

Differences stated one by one prune once a variable is fixed. An AllDifferent over the same variables also sees that
there are too few values, or that a value has a single place left. So the network gets the propagators that an
AllDifferent would get, in addition to everything that was stated.

The edges of the graph are ``x != y`` and binary constraints that imply it: tables, predicates, "either before or
after". A clique grows greedily from an edge that no clique has yet. The effort is linear in the number of edges, so
in a dense graph without large cliques the search for them ends early.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from csplib.kernel.arcs import Arc, AtLeastArc, AtMostArc, EitherArc, SupportArc
from csplib.kernel.bits import Mask, size_of, split
from csplib.kernel.clock import look_up
from csplib.kernel.links import Clique, Link, Pair
from csplib.kernel.propagators.hall import HallIntervals
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import AllOf

if TYPE_CHECKING:
    from collections.abc import Iterable

    from csplib.kernel.propagator import Propagator
    from csplib.lowering.lowering import Lowering

__all__ = ["Context", "complete"]

_SMALLEST: Final = 4
_SMALLEST_FULL: Final = 5  # with as many values as variables; below, the differences alone are as fast
_ROUNDS: Final = 2
_STEPS_PER_EDGE: Final = 16
_STEPS_AT_LEAST: Final = 10_000


def complete(to: Lowering) -> None:
    """Let deferred constraints and cliques of differences choose propagators, now that all else is stated."""
    has_pairs = _may_have_cliques(to.links, len(to.left))
    if not to.deferred and not has_pairs:
        return
    context = Context(to.propagators, to.links)
    deferred, to.deferred = to.deferred, []
    for constraint in deferred:
        constraint.complete(to, context)
    if has_pairs:
        _add_cliques(to, context)


def _may_have_cliques(links: list[Link], size: int) -> bool:
    """Return whether variables enough differ from enough others, so that a look for cliques can pay."""
    pairs = [link.scope for link in links if len(link.scope) == 2 and _may_differ(link)]
    if len(pairs) < _SMALLEST:
        return False
    stated = [0] * size
    needed = _SMALLEST * (_SMALLEST - 1) // 2
    for link in links:
        if len(link.scope) > 2 and _may_differ(link):
            needed = _SMALLEST
            for x in link.scope:
                stated[x] = stated[x] + len(link.scope) - 1
    for _ in range(_ROUNDS):
        look_up(len(links))
        pairs = _joined(pairs, stated, _SMALLEST - 1)
        if len(pairs) < needed:
            return False
    # A clique has as many edges that no single constraint states as variables, at least. So some of these form a cycle.
    return len(_joined(pairs, [0] * size, 2)) > 0


def _joined(pairs: list[list[int]], others: list[int], least: int) -> list[list[int]]:
    """Return the *pairs* of variables that are both in *least* pairs, counted from the number of *others* on."""
    degrees = others.copy()
    for pair in pairs:
        x, y = pair[0], pair[1]
        degrees[x] = degrees[x] + 1
        degrees[y] = degrees[y] + 1
    return [pair for pair in pairs if degrees[pair[0]] >= least and degrees[pair[1]] >= least]


def _add_cliques(to: Lowering, context: Context) -> None:
    """Add the propagators of an AllDifferent for each clique of differences that no single constraint states."""
    graph = _Graph(to, context)
    graph.add_edges()
    for clique in graph.cliques():
        graph.state(clique)


@final
class Context:
    """What all *propagators* and *links* use of their variables. Deferred constraints choose propagators by it."""

    def __init__(self, propagators: Iterable[Propagator], links: Iterable[Link]) -> None:
        self._bounded = {x for propagator in propagators if propagator.on_bounds for x in propagator.scope}
        self._crossed: set[int] = set()
        once: set[int] = set()
        for link in links:
            if isinstance(link, Clique) and len(link.scope) > 2:
                self._crossed.update(once.intersection(link.scope))
                once.update(link.scope)

    def are_bounded(self, scope: Iterable[int]) -> bool:
        """Return whether each variable of *scope* is in a sum, or in another propagator that uses its bounds."""
        return self._bounded.issuperset(scope)

    def are_crossed(self, scope: Iterable[int]) -> bool:
        """Return whether some variable of *scope* is in two cliques of differences."""
        return not self._crossed.isdisjoint(scope)


@final
class _Graph:
    """The differences of a network under construction.

    `near` has the neighbors of each variable, with the constraint behind each edge. `covered` has the edges of the
    cliques found so far, and of those that single constraints state. A clique with fewer variables than one of them
    `needs` would get no propagator.
    """

    def __init__(self, to: Lowering, context: Context) -> None:
        self.to: Lowering = to
        self.context: Context = context
        self.size: int = len(to.left)
        self.near: dict[int, dict[int, Constraint]] = {}
        self.covered: set[int] = set()
        self.edges: int = 0
        self.needs: list[int] = [_SMALLEST] * self.size
        self.in_cliques: list[int] = [0] * self.size
        self.verdicts: dict[object, bool] = {}

    def add_edges(self) -> None:
        """Add the edges between variables that can be in a clique worth a propagator."""
        links = [link for link in self.to.links if _may_differ(link)]
        degrees = [0] * self.size
        for link in links:
            look_up(4)
            for x in link.scope:
                degrees[x] += len(link.scope) - 1
                if len(link.scope) > 2:
                    self.in_cliques[x] += 1
        for x, degree in enumerate(degrees):
            if degree >= _SMALLEST - 1 and not self.context.are_bounded([x]):
                self.needs[x] = max(_SMALLEST, size_of(self.to.left[x]))
        for link in links:
            x, y = link.scope[0], link.scope[-1]
            if len(link.scope) == 2 and min(degrees[x], degrees[y]) + 1 >= max(self.needs[x], self.needs[y]):
                origin = self._origin(link)
                if origin is not None:
                    self._add_edge(x, y, origin)
        # The edges of a stated clique may complete another one. More than a few times the other edges cost too much.
        allowed = _STEPS_PER_EDGE * self.edges
        for link in links:
            allowed -= len(link.scope) * len(link.scope)
            if len(link.scope) > 2 and allowed >= 0:
                self._add_stated([x for x in link.scope if x in self.near], link)

    def _origin(self, link: Link) -> Constraint | None:
        """Return the constraint behind a link between two variables that must differ, or None if they need not.

        Variables with bits of different windows are not compared.
        """
        origin: object = None
        if self.to.start(link.scope[0]) != self.to.start(link.scope[1]):
            return None
        if isinstance(link, Clique):
            origin = link.origin
        elif isinstance(link, Pair) and self._implies_difference(link.forward):
            origin = link.forward.origin
        return origin if isinstance(origin, Constraint) else None

    def _implies_difference(self, arc: Arc) -> bool:
        """Return whether the two variables of *arc* cannot be equal. Equal tables are looked at once."""
        left = self.to.left
        if isinstance(arc, SupportArc):
            common = left[arc.x] & left[arc.y]
            key = (id(arc.table), arc.base, common)
            known = self.verdicts.get(key)
            if known is None:
                known = self.verdicts[key] = _excludes_equal(arc, common)
            return known
        if isinstance(arc, EitherArc):
            for choice in arc.choices:
                if not _is_strict(choice.arc):
                    return False
            return True
        return False

    def _add_edge(self, x: int, y: int, origin: Constraint) -> None:
        near = self.near.setdefault(x, {})
        if y not in near:
            near[y] = origin
            self.near.setdefault(y, {})[x] = origin
            self.edges += 1

    def _add_stated(self, scope: list[int], link: Link) -> None:
        """Add the edges of a clique that one constraint states. Nothing more is to be found for them."""
        origin = link.origin if isinstance(link, Clique) else None
        if isinstance(origin, Constraint):
            for place, x in enumerate(scope):
                look_up(len(scope))
                for y in scope[:place]:
                    self._add_edge(x, y, origin)
                    self.covered.add(self._number(x, y))

    def _number(self, x: int, y: int) -> int:
        return x * self.size + y if x < y else y * self.size + x

    def cliques(self) -> list[list[int]]:
        """Return cliques that are worth a propagator, each with many edges that no other one has."""
        found: list[list[int]] = []
        steps = _STEPS_AT_LEAST + _STEPS_PER_EDGE * self.edges
        for x, near in self.near.items():
            for y in near:
                need = max(self.needs[x], self.needs[y])
                if x > y or len(near) + 1 < need or self._number(x, y) in self.covered:
                    continue
                shared = near.keys() & self.near[y].keys()
                cost = min(len(near), len(self.near[y])) + len(shared) * len(shared)
                look_up(cost)
                steps -= cost
                if steps < 0:
                    return found
                clique = self._grow(x, y, shared) if len(shared) + 2 >= need else []
                if len(clique) >= _SMALLEST and self._cover(clique) >= len(clique):
                    found.append(clique)
                    for z in clique:
                        self.in_cliques[z] += 1
        return found

    def _grow(self, x: int, y: int, shared: set[int]) -> list[int]:
        """Return a clique with *x*, *y* and some of their *shared* neighbors: those with the most edges among them.

        Neighbors with further values come last. They are left out if that leaves no more values than variables.
        """
        left = self.to.left
        values = left[x] | left[y]
        ranked = sorted([(left[z] & ~values != 0, -len(shared & self.near[z].keys()), z) for z in shared])
        clique = [x, y]
        tight = 0
        for _, _, z in ranked:
            if z in shared:
                clique.append(z)
                shared = shared & self.near[z].keys()
                values |= left[z]
                if size_of(values) <= len(clique):
                    tight = len(clique)
        return clique[:tight] if tight else clique

    def _cover(self, clique: list[int]) -> int:
        """Note the edges of *clique*. Return how many of them are new."""
        before = len(self.covered)
        for place, x in enumerate(clique):
            for y in clique[:place]:
                self.covered.add(self._number(x, y))
        return len(self.covered) - before

    def state(self, clique: list[int]) -> None:
        """Add the propagator of an AllDifferent over *clique*, if there is one that pays."""
        values: Mask = 0
        for x in clique:
            values |= self.to.left[x]
        spare = size_of(values) - len(clique)
        if spare < 0 or (spare == 0 and len(clique) >= _SMALLEST_FULL):
            clique.sort()
            self.to.permute(self._constraint(clique), clique, [0] * len(clique))
        elif self.context.are_bounded(clique) and not self._is_crossed(clique):
            clique.sort()
            self.to.add(HallIntervals(clique, [], self._constraint(clique)))

    def _is_crossed(self, clique: list[int]) -> bool:
        for x in clique:
            if self.in_cliques[x] > 1:
                return True
        return False

    def _constraint(self, clique: list[int]) -> Constraint:
        """Return the constraints behind the edges of *clique* as one."""
        parts: dict[int, Constraint] = {}
        for place, x in enumerate(clique):
            for y in clique[place + 1 :]:
                origin = self.near[x][y]
                parts[id(origin)] = origin
        return AllOf(parts.values())


def _may_differ(link: Link) -> bool:
    """Return whether the variables of *link* may have to differ pairwise, by its kind."""
    if isinstance(link, Clique):
        for offset in link.offsets:
            if offset:
                return False
        return True
    return isinstance(link, Pair) and isinstance(link.forward, (SupportArc, EitherArc))


def _excludes_equal(arc: SupportArc, common: Mask) -> bool:
    """Return whether no value in *common*, the values that both variables have, supports itself."""
    look_up(size_of(common))
    for bit in split(common):
        if arc.table[bit.bit_length() - 1 - arc.base] & bit:
            return False
    return True


def _is_strict(arc: Arc | None) -> bool:
    """Return whether *arc* says "before" or "after"."""
    if isinstance(arc, AtMostArc):
        return arc.shift < 0
    return isinstance(arc, AtLeastArc) and arc.shift > 0
