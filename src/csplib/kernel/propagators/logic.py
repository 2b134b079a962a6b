"""Propagators around other propagators: all of them hold, one of several holds, a variable says whether one holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.arcs import Arc
from csplib.kernel.bits import Mask
from csplib.kernel.bounds import Bounds
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.propagator import Propagator, verdict
from csplib.kernel.state import State

__all__ = ["Bundle", "Disjunction", "Reified", "joint_scope"]


@final
class Bundle(Propagator):
    """A conjunction: the restrictions (variable, mask), arcs and propagators of one constraint.

    `propagate` runs them to a fixpoint. `fails` only tests whether they would fail.
    """

    def __init__(
        self,
        restrictions: Sequence[tuple[int, Mask]],
        arcs: Sequence[Arc],
        propagators: Sequence[Propagator],
        origin: object = None,
    ) -> None:
        scope: dict[int, None] = {}
        for x, _ in restrictions:
            scope[x] = None
        for arc in arcs:
            scope[arc.x] = None
            scope[arc.y] = None
        for propagator in propagators:
            for x in propagator.scope:
                scope[x] = None
        super().__init__(list(scope), origin)
        self.restrictions: list[tuple[int, Mask]] = list(restrictions)
        self.arcs: list[Arc] = list(arcs)
        self.propagators: list[Propagator] = list(propagators)
        self.exact: bool = _is_tree(arcs, propagators)

    def allowed(self, x: int) -> Mask:
        """Return the values that the restrictions leave to *x*, or -1 if none restricts it."""
        mask = -1
        for restricted, allowed in self.restrictions:
            if restricted == x:
                mask &= allowed
        return mask

    def propagate(self, state: State) -> bool:
        for x, allowed in self.restrictions:
            if not state.narrow(x, allowed):
                return False
        before = state.height
        while self._revise_all(state):
            for propagator in self.propagators:
                look_up(len(propagator.scope))
                if not verdict(propagator, state) or state.wiped >= 0:
                    return False
            if not state.has_narrowed(before):
                return True
            before = state.height
        return False

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        for y, allowed in self.restrictions:
            if y != x and not past.domain(y) & allowed:
                return [(y, past.first(y) & ~allowed)]
            if y == x and not gone & allowed:
                return []
        for arc in self.arcs:
            dx = gone if arc.x == x else past.domain(arc.x)
            dy = gone if arc.y == x else past.domain(arc.y)
            if not arc.supported(dx, dy):
                return _reason_of_arc(past, arc, x, dx, dy)
        if len(self.propagators) == 1 and not self.restrictions and not self.arcs:
            one = self.propagators[0]
            return one.explain(past, x if x in one.scope else -1, gone)
        return super().explain(past, x, gone)

    def _revise_all(self, state: State) -> bool:
        """Revise every arc until none removes anything."""
        cells = state.cells
        before = -1
        while state.height != before:
            before = state.height
            look_up(8 * len(self.arcs))
            for arc in self.arcs:
                domain = cells[arc.x].mask
                if not state.narrow(arc.x, domain & arc.supported(domain, cells[arc.y].mask)):
                    return False
        return True

    def is_entailed(self, state: State) -> bool:
        """Return whether every combination of the values left is known to be allowed, after a run that removed none."""
        inside = self.propagators  # what one that does not retire leaves in the state is about others inside it
        return not self.arcs and (not inside or (len(inside) == 1 and inside[0].retires and state.entailed))

    def fails(self, state: State) -> bool:
        """Return whether propagation shows that the constraint cannot hold. The domains stay as they are."""
        mark = state.mark()
        consistent = self.propagate(state)
        state.undo(mark)
        return not consistent


@final
class Disjunction(Propagator):
    """At least one of *choices* holds: constructive disjunction (Van Hentenryck, Saraswat and Deville 1998).

    A value is pruned if no choice leaves it. The result is domain consistent if the choices are *exact*.
    Complexity: choice after choice is propagated, until together they leave every value. Often two choices suffice.
    """

    def __init__(self, choices: Sequence[Bundle], origin: object = None) -> None:
        super().__init__(joint_scope(choices), origin)
        self.choices: list[Bundle] = list(choices)
        self.exact: bool = all(choice.exact for choice in choices)
        self.idempotent: bool = self.exact
        self.retires: bool = True
        self.disjoint: bool = sum([len(choice.scope) for choice in choices]) == len(self.scope)  # no variable in two
        place = {x: place for place, x in enumerate(self.scope)}
        self.places: list[list[int]] = [[place[x] for x in choice.scope] for choice in choices]

    def propagate(self, state: State) -> bool:
        possible: Bundle | None = None
        union = _Union(self.scope)
        for number, choice in enumerate(self.choices):
            mark = state.height
            state.entailed = False
            consistent = choice.propagate(state)
            narrows = state.has_narrowed(mark)
            is_entailed = not narrows and choice.is_entailed(state)
            state.entailed = False
            if not consistent:
                state.undo(mark)
                continue
            if not narrows:
                state.undo(mark)
                state.entailed = is_entailed
                return True
            if not self.disjoint:
                union.add(state, self.places[number])
            state.undo(mark)
            # If two choices without a common variable can hold, the variables of each are free.
            if possible is not None and self.disjoint:
                return True
            if not self.disjoint and not union.prunes(state):
                return True
            union.count += 1
            possible = choice
        if union.count < 2:
            consistent = possible is not None and possible.propagate(state)
            state.entailed = False
            return consistent
        return union.narrow(state)

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        found: dict[int, Mask] = {}
        view = latest = past.view
        asked = past.gone_low, past.gone_high
        ranges: list[tuple[int, int]] = []
        skips_holes = False
        for choice in self.choices:
            past.view = view
            past.gone_low, past.gone_high = asked
            past.skips_holes = True
            for literal in choice.explain(past, x if x in choice.scope else -1, gone):
                past.meet(found, literal)
            latest = max(latest, past.view)
            if x in choice.scope:  # else the reason is for all values of x
                ranges.append((past.gone_low, past.gone_high))
                skips_holes = skips_holes or past.skips_holes
        past.view = latest
        past.gone_low, past.gone_high = asked
        past.skips_holes = skips_holes
        if x >= 0 and not skips_holes and ranges:
            past.widen(x, max([low for low, _ in ranges]), min([high for _, high in ranges]))
        return list(found.items())


@final
class _Union:
    """The values that at least one of several choices leaves to each variable of *scope*; for an interval, bounds."""

    def __init__(self, scope: list[int]) -> None:
        self.scope: list[int] = scope
        self.count: int = 0
        self.masks: list[Mask] = [0] * len(scope)
        self.hulls: dict[int, Bounds] = {}

    def add(self, state: State, places: list[int]) -> None:
        """Add the domains in *state*, after a choice over the variables in these *places*. It leaves others alone."""
        masks: list[Mask] = [-1] * len(self.scope)
        for place in places:
            cell = state.cells[self.scope[place]]
            masks[place] = self.masks[place] | cell.mask
            if cell.interval is not None:
                low, high = self.hulls.get(place, (cell.low(), cell.high()))
                self.hulls[place] = (min(low, cell.low()), max(high, cell.high()))
        self.masks = masks

    def prunes(self, state: State) -> bool:
        """Return whether some value of *state* is not here."""
        for place, mask in enumerate(self.masks):
            if mask >= 0:
                cell = state.cells[self.scope[place]]
                if cell.interval is None:
                    if cell.mask & ~mask:
                        return True
                elif self.hulls[place][0] > cell.low() or self.hulls[place][1] < cell.high():
                    return True
        return False

    def narrow(self, state: State) -> bool:
        """Remove the values that are not here. Return False if a variable has none left."""
        for place, mask in enumerate(self.masks):
            if mask >= 0:
                x = self.scope[place]
                if state.cells[x].interval is None:
                    if not state.narrow(x, mask):
                        return False
                elif not state.at_least(x, self.hulls[place][0]) or not state.at_most(x, self.hulls[place][1]):
                    return False
        return True


@final
class Reified(Propagator):
    """Reification: variable *x* is *one* if a constraint holds and *zero* if it does not.

    *holds* is the constraint, *fails* its negation. Once *x* is fixed, one of the two is enforced.
    Complexity: one propagation of the constraint and one of its negation.
    """

    def __init__(self, x: int, one: Mask, zero: Mask, holds: Bundle, fails: Bundle, origin: object = None) -> None:
        super().__init__(list(dict.fromkeys([x, *holds.scope, *fails.scope])), origin)
        self.x: int = x
        self.one: Mask = one
        self.zero: Mask = zero
        self.holds: Bundle = holds
        self.fails: Bundle = fails
        self.exact: bool = holds.exact and fails.exact and x not in holds.scope and x not in fails.scope
        self.idempotent: bool = self.exact

    def propagate(self, state: State) -> bool:
        if not state.narrow(self.x, self.one | self.zero):
            return False
        if state.cells[self.x].mask & self.one and self.holds.fails(state) and not state.narrow(self.x, ~self.one):
            return False
        if state.cells[self.x].mask & self.zero and self.fails.fails(state) and not state.narrow(self.x, ~self.zero):
            return False
        if state.cells[self.x].mask == self.one:
            return self.holds.propagate(state)
        if state.cells[self.x].mask == self.zero:
            return self.fails.propagate(state)
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if self.x in self.holds.scope or self.x in self.fails.scope:
            return super().explain(past, x, gone)
        if x == self.x:
            gone &= self.one | self.zero
            if not gone:
                return []
            if gone in {self.one, self.zero}:
                return (self.holds if gone == self.one else self.fails).explain(past, -1, 0)
            return super().explain(past, x, gone)
        began = past.view
        past.later()
        truth = past.domain(self.x)
        past.view = began
        if truth not in {self.one, self.zero}:
            return super().explain(past, x, gone)
        enforced = self.holds if truth == self.one else self.fails
        return [(self.x, truth), *enforced.explain(past, x if x in enforced.scope else -1, gone)]


def _reason_of_arc(past: History, arc: Arc, x: int, dx: Mask, dy: Mask) -> list[Literal]:
    """Return why *arc*, whose variables have only *dx* and *dy* left, cannot hold, without a word about *x*."""
    if arc.x == arc.y:
        return [(y, past.domain(y)) for y in (arc.x,) if y != x]
    if arc.y == x:
        alone = past.first(arc.x)
        return [(arc.x, dx | (alone & ~arc.supported(alone, dy)))]
    other = (arc.y, dy | arc.without_support(dx, past.first(arc.y)))
    return [other] if arc.x == x else [(arc.x, dx), other]


def joint_scope(bundles: Sequence[Bundle]) -> list[int]:
    """Return the variables of all *bundles*, each once."""
    return list(dict.fromkeys([x for bundle in bundles for x in bundle.scope]))


def _is_tree(arcs: Sequence[Arc], propagators: Sequence[Propagator]) -> bool:
    """Return whether every value at the fixpoint has a support: if all propagators are exact and form no cycle.

    Two tables between the same two variables, or a table and a chain of others, are a cycle and may leave more.
    """
    scopes = [propagator.scope for propagator in propagators]
    scopes += [[x, y] for x, y in dict.fromkeys([(min(arc.x, arc.y), max(arc.x, arc.y)) for arc in arcs])]
    if len(arcs) > 2 * (len(scopes) - len(propagators)) or not all(one.exact for one in propagators):
        return False
    group: dict[int, int] = {}
    for number, scope in enumerate(scopes):
        met = {group.get(x, -1 - x) for x in scope}
        if len(met) < len(scope):
            return False
        for x, other in group.items():
            if other in met:
                group[x] = number
        for x in scope:
            group[x] = number
    return True
