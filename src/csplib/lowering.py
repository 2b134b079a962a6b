"""From the user's words to the engine's: names become indices, values bits, constraints arcs and propagators.

`Constraint.lower` is handed a `Lowering` and calls one or more of its methods, most of which take the constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from itertools import product
from typing import TypeAlias, final

from csplib.arcs import AtLeastArc, AtMostArc, Clique, EqualArc, Link, Pair, SupportArc
from csplib.axis import Axis
from csplib.bits import Mask, lowest, shifted, size_of, split
from csplib.constraints.base import Constraint
from csplib.constraints.comparison import Comparison
from csplib.constraints.logic import conjuncts
from csplib.constraints.rows import masks_of
from csplib.csp import CSP, Restriction
from csplib.hidden import Hidden
from csplib.native import mypyc_attr
from csplib.propagation.bundle import Bundle
from csplib.propagation.last_variable import LastVariable
from csplib.propagation.logic import Disjunction, Reified
from csplib.propagation.permutation import Permutation
from csplib.propagation.table import AllowedRows
from csplib.propagator import Propagator, needed
from csplib.surroundings import complete
from csplib.tables import tabulated
from csplib.terms import Term, TermName
from csplib.universe import Domain, Universe, as_integer, universe_of

__all__ = ["Lowering"]

Judge: TypeAlias = "Callable[[list[object]], object]"
"""What a constraint is satisfied by; it may answer with anything true or false."""

_MOST_PAIRS = 1_000_000
_MOST_ROWS = 10_000


@final
@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Lowering:
    """A `CSP` in the making: what has been stated so far, and which values the unary constraints have left."""

    def __init__(
        self, domains: Mapping[Hashable, Domain], hidden: Mapping[Hashable, Hidden] | None = None, *, shifts: bool
    ) -> None:
        behind: list[Hidden] = [] if hidden is None else list(hidden.values())
        self.definitions: list[Constraint] = [one.definition for one in behind if one.definition is not None]
        every: list[Domain] = [*domains.values(), *[one.domain for one in behind]]
        self._universe: Universe = universe_of(every, shifts=shifts)
        self._index: dict[Hashable, int] = {name: x for x, name in enumerate(domains)}
        self._hidden: dict[Hashable, int] = {key: len(domains) + place for place, key in enumerate(hidden or {})}
        self._names: list[object] = [*domains, *[TermName(one.term) for one in behind]]
        values, stated = self._universe.laid_out(every)
        self._values: list[dict[Mask, object]] = values
        self._stated: list[Mask] = stated
        self.left: list[Mask] = list(self._stated)
        self.restrictions: list[Restriction] = []
        self.links: list[Link] = []
        self.propagators: list[Propagator] = []
        self.deferred: list[Constraint] = []
        self._tables: dict[object, tuple[list[Mask], list[Mask]]] = {}
        for one in behind:
            if one.term.offset:
                self._tie(one.term)

    def _tie(self, term: Term) -> None:
        """Tie the hidden variable of ``x + 2`` to x."""
        weights = [(Term(term.name), 1), (Term(TermName(term)), -1)]
        Comparison(weights, term.offset, "==", name=f"the definition of {term}").lower(self)

    def csp(self) -> CSP:
        """Freeze what has been stated so far."""
        complete(self)
        return CSP(
            self._stated,
            self.restrictions,
            self.links,
            needed(self.propagators, self.left),
            self._names,
            self._values,
            self._universe.bits,
            stated=len(self._index),
        )

    @property
    def axis(self) -> Axis:
        """Which integer each bit stands for."""
        return self._universe.axis

    def scope(self, constraint: Constraint) -> list[int]:
        """Give the indices of the constraint's variables, whatever the offsets of its terms."""
        return [self._place(term.name) for term in constraint.terms]

    def variables(self, constraint: Constraint) -> list[int]:
        """Give the indices of variables that have the values of the terms, hidden ones where a term is no variable."""
        return [self._place(TermName(term) if term.offset else term.name) for term in constraint.terms]

    def _place(self, name: Hashable) -> int:
        return self._hidden[name.term.key()] if isinstance(name, TermName) else self._index[name]

    def domain(self, x: int) -> Mask:
        """Give the values of *x* that the unary constraints leave."""
        return self.left[x]

    def values(self, x: int) -> dict[Mask, object]:
        """Give the value behind each bit of *x*."""
        return self._values[x]

    def values_left(self, x: int) -> list[object]:
        """List the values of *x* that the unary constraints leave."""
        return [self._values[x][bit] for bit in split(self.left[x])]

    def bit(self, value: Hashable) -> Mask:
        """Give the bit of *value*, or 0 if no domain has it."""
        return self._universe.bit(value)

    def restrict(self, constraint: Constraint) -> None:
        """Keep the values of its one variable that satisfy *constraint*."""
        (x,) = self.scope(constraint)
        values = self._values[x]
        judge: Judge = constraint.satisfied
        allowed = 0
        for bit in split(self.left[x]):
            if judge([values[bit]]):
                allowed |= bit
        self._keep(constraint, x, allowed)

    def keep(self, constraint: Constraint, values: Iterable[Hashable], *, but: bool = False) -> None:
        """Keep *values* of its one variable alone, on behalf of *constraint*, or all *but* these."""
        term = constraint.terms[0]
        if term.offset:
            self.restrict(constraint)
            return
        x = self._place(term.name)
        mask = self._universe.mask_of(values)
        self._keep(constraint, x, self.left[x] & (~mask if but else mask))

    def _keep(self, constraint: Constraint, x: int, allowed: Mask) -> None:
        self.left[x] &= allowed
        self.restrictions.append(Restriction(x, allowed, constraint))

    def differ(self, constraint: Constraint, offsets: list[int]) -> None:
        """Keep the variables of *constraint*, plus their *offsets*, pairwise different."""
        if offsets.count(offsets[0]) == len(offsets):
            self.link(Clique(self.scope(constraint), [0] * len(offsets), constraint, constraint.rank))
        elif self._universe.can_shift(offsets):
            self.link(Clique(self.scope(constraint), offsets, constraint, constraint.rank))
        else:
            self._differ_by_tables(constraint, offsets)

    def equate(self, constraint: Constraint, x: int, y: int, by: int = 0) -> None:
        """Keep variable *x* equal to variable *y* plus *by*, on behalf of *constraint*."""
        if self._universe.can_shift([by]):
            self.link(Pair(EqualArc(x, y, constraint, by), EqualArc(y, x, constraint, -by), constraint.rank))
            return
        values = [as_integer(value) for value in self._values[y].values()]
        self._relate(constraint, x, y, [(value + by, value) for value in values if value is not None], allows=True)

    def order(self, constraint: Constraint, x: int, y: int, by: int) -> bool:
        """Keep variable *x* at most variable *y* plus *by*, by arcs if that can be done; say whether it can."""
        if self._universe.can_shift([by]):
            self.link(Pair(AtMostArc(x, y, constraint, by), AtLeastArc(y, x, constraint, -by), constraint.rank))
            return True
        return False

    def _differ_by_tables(self, constraint: Constraint, offsets: list[int]) -> None:
        """Spell out shifted differences between integers that lie too far apart to be shifted as bits."""
        scope = self.scope(constraint)
        for j in range(len(scope)):
            for k in range(j + 1, len(scope)):
                by = offsets[j] - offsets[k]
                if scope[j] == scope[k]:
                    continue
                if not by:
                    self.link(Clique([scope[j], scope[k]], [0, 0], constraint, constraint.rank))
                    continue
                values = [
                    as_integer(value) for value in self._universe.bits if self.bit(value) & self._stated[scope[j]]
                ]
                forbidden = [(value, value + by) for value in values if value is not None]
                self._relate(constraint, scope[j], scope[k], forbidden, allows=False)

    def permute(self, constraint: Constraint) -> None:
        """Let every value find its place, if the terms of *constraint* have no more values than they are."""
        scope = self.scope(constraint)
        offsets = [term.offset for term in constraint.terms]
        if offsets.count(offsets[0]) == len(offsets):
            offsets = []
        else:
            least = min(offsets)
            offsets = [offset - least for offset in offsets]
            if not self._universe.can_shift(offsets):
                return
        values = 0
        for place, x in enumerate(scope):
            values |= shifted(self.left[x], offsets[place]) if offsets else self.left[x]
        if size_of(values) <= len(scope):
            self.add(Permutation(scope, values, offsets, constraint))

    def allow(self, constraint: Constraint, scope: list[int], rows: Iterable[Sequence[Hashable]]) -> None:
        """Keep the variables of *scope* to the listed *rows* of values, where `ANY` stands for every value."""
        if len(scope) == 1:
            self.restrict(constraint)
        elif len(scope) == 2:
            x, y = scope
            held = [(a & self.left[x], b & self.left[y]) for a, b in masks_of(rows, scope, self)]
            self._link(constraint, x, y, tabulated(self._stated[x], self._stated[y], held))
        else:
            self.add(AllowedRows(scope, masks_of(rows, scope, self), constraint))

    def ask(self, constraint: Constraint, *, shared: Hashable = None) -> None:
        """Go by what ``constraint.satisfied`` says: tabulate it over few values, else ask once one variable is left.

        Constraints over the same domains for which *shared* is equal share their table.
        """
        scope = self.scope(constraint)
        choices = self.choices(constraint)
        if len(scope) == 1:
            self.restrict(constraint)
        elif len(scope) == 2 and scope[0] != scope[1] and choices <= _MOST_PAIRS:
            self._ask_pairs(constraint, scope[0], scope[1], shared)
        elif len(scope) == len(set(scope)) > 2 and choices <= _MOST_ROWS:
            held: list[tuple[Mask, ...]] = []
            judge: Judge = constraint.satisfied
            values = [self._values[x] for x in scope]
            for row in product(*[split(self.left[x]) for x in scope]):
                if judge([values[place][bit] for place, bit in enumerate(row)]):
                    held.append(row)  # noqa: PERF401 - as short, and easier to read
            self.add(AllowedRows(scope, held, constraint))
        else:
            self.add(LastVariable(scope, constraint.satisfied, [self._values[x] for x in scope], constraint))

    def choose(self, constraint: Constraint) -> None:
        """Keep to one at least of the parts of *constraint*."""
        if not self._tabulates(constraint):
            self.add(Disjunction([self.apart(part) for part in constraint.parts], constraint))

    def decide(self, constraint: Constraint, truth: int, part: Constraint) -> None:
        """Let variable *truth* say, by 1 or 0, whether *part* holds."""
        if not self._tabulates(constraint):
            one, zero = self.bit(1) & self._stated[truth], self.bit(0) & self._stated[truth]
            self.add(Reified(truth, one, zero, self.apart(part), self.apart(part.negated()), constraint))

    def _tabulates(self, constraint: Constraint) -> bool:
        """Tabulate a combination of constraints if it is small enough for that to pay."""
        small = self.choices(constraint) <= _MOST_ROWS
        if small:
            self.ask(constraint)
        return small

    def choices(self, constraint: Constraint, *, leaving_out: int = -1) -> int:
        """Count the rows of values that *constraint* could be asked about, or those without one place."""
        places = {x: place for place, x in enumerate(self.scope(constraint))}
        count = 1
        for x, place in places.items():
            if place != leaving_out:
                count *= size_of(self.left[x])
        return count

    def apart(self, constraint: Constraint) -> Bundle:
        """Lower *constraint* to a propagator that holds everything it says."""
        branch = copy(self)
        branch.left = list(self.left)
        branch.restrictions, branch.links, branch.propagators, branch.deferred = [], [], [], []
        for unary in (True, False):
            for part in conjuncts(constraint):
                if unary == (len(part.terms) == 1):
                    part.lower(branch)
        complete(branch)
        restrictions = [(restriction.x, restriction.allowed) for restriction in branch.restrictions]
        arcs = [arc for link in branch.links for arc in link.arcs()]
        return Bundle(restrictions, arcs, branch.propagators, constraint)

    def _ask_pairs(self, constraint: Constraint, x: int, y: int, shared: Hashable) -> None:
        offsets = (constraint.terms[0].offset, constraint.terms[1].offset)
        xs, ys = self._values[x], self._values[y]
        key = (shared, offsets, self.left[x], self.left[y], id(xs), id(ys))
        tables = None if shared is None else self._tables.get(key)
        if tables is None:
            first, second = split(self.left[x]), split(self.left[y])
            if type(constraint) is Comparison:
                held = constraint.holding(first, second, xs, ys)
            else:
                judge: Judge = constraint.satisfied
                held = [(a, b) for a, b in product(first, second) if judge([xs[a], ys[b]])]
            tables = self._tables[key] = tabulated(self._stated[x], self._stated[y], held)
        self._link(constraint, x, y, tables)

    def _relate(
        self, constraint: Constraint, x: int, y: int, rows: Iterable[Sequence[Hashable]], *, allows: bool
    ) -> None:
        """Allow, or forbid, just the listed pairs."""
        bit, xs, ys = self._universe.bit, self.left[x], self.left[y]
        for_x, for_y = tabulated(
            self._stated[x], self._stated[y], [(bit(row[0]) & xs, bit(row[1]) & ys) for row in rows]
        )
        if not allows:
            for_x, for_y = [xs & ~mask for mask in for_x], [ys & ~mask for mask in for_y]
        self._link(constraint, x, y, (for_x, for_y))

    def _link(self, constraint: Constraint, x: int, y: int, tables: tuple[list[Mask], list[Mask]]) -> None:
        for_x, for_y = tables
        forward = SupportArc(x, y, for_x, lowest(self._stated[y]), constraint)
        backward = SupportArc(y, x, for_y, lowest(self._stated[x]), constraint)
        self.link(Pair(forward, backward, constraint.rank))

    def link(self, link: Link) -> None:
        """Add binary arcs of any kind."""
        self.links.append(link)

    def add(self, propagator: Propagator) -> None:
        """Add a propagator."""
        self.propagators.append(propagator)
