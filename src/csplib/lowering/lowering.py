"""From the user's words to the engine's: names become indices, values bits, constraints arcs and propagators.

`Constraint.lower` is handed a `Lowering` and calls one or more of its methods, most of which take the constraint.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from typing import final

from csplib.kernel.arcs import AtLeastArc, AtMostArc, Clique, EqualArc, Link, Pair, SupportArc
from csplib.kernel.axis import Axis
from csplib.kernel.bits import Mask, lowest, shifted, size_of, split
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.csp import CSP, Restriction
from csplib.kernel.propagator import Propagator, needed
from csplib.kernel.propagators.last_variable import LastVariable
from csplib.kernel.propagators.permutation import Permutation
from csplib.kernel.propagators.table import AllowedRows, RowIndex
from csplib.lowering.combining import choose, decide
from csplib.lowering.deferred import complete
from csplib.lowering.hidden import Hidden
from csplib.lowering.shapes import shape_of
from csplib.lowering.tabulating import LIMITS, Judge, PairTables, Tables, complement, held_rows, supports
from csplib.lowering.universe import Universe, as_integer, universe_of
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.rows import masks_of
from csplib.modelling.terms import Domain, Term, TermName

__all__ = ["Lowering"]


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
        self.tables: Tables = Tables()
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

    def stated(self, x: int) -> Mask:
        """Give all the values of *x*, those that unary constraints have taken off too."""
        return self._stated[x]

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
        self.keep_mask(constraint, x, allowed)

    def keep(self, constraint: Constraint, values: Iterable[Hashable], *, but: bool = False) -> None:
        """Keep *values* of its one variable alone, on behalf of *constraint*, or all *but* these."""
        term = constraint.terms[0]
        if term.offset:
            self.restrict(constraint)
            return
        x = self._place(term.name)
        mask = self._universe.mask_of(values)
        self.keep_mask(constraint, x, self.left[x] & (~mask if but else mask))

    def keep_mask(self, constraint: Constraint, x: int, allowed: Mask) -> None:
        """Keep the values of *x* that are in *allowed*, on behalf of *constraint*."""
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
        pairs = [(value + by, value) for value in values if value is not None]
        self._state(constraint, [x, y], None, pairs)

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
                known = [value for value in self._universe.bits if self.bit(value) & self._stated[scope[j]]]
                values = [as_integer(value) for value in known]
                forbidden = [(value, value + by) for value in values if value is not None]
                self._state(constraint, [scope[j], scope[k]], None, forbidden, but=True)

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

    def allow(
        self, constraint: Constraint, scope: list[int], rows: Iterable[Sequence[Hashable]], *, but: bool = False
    ) -> None:
        """Keep the variables of *scope* to the listed *rows* of values, where `ANY` stands for every value.

        Between two variables that can be all *but* the listed rows. Constraints with the same set of rows share them.
        """
        if len(scope) == 1:
            self.restrict(constraint)
            return
        key = (rows, but, self._left_to(scope)) if isinstance(rows, tuple) else None
        self._state(constraint, scope, key, rows, but=but)

    def ask(self, constraint: Constraint) -> None:
        """Go by what ``constraint.satisfied`` says: tabulate it over few values, else ask once one variable is left."""
        scope = self.scope(constraint)
        if len(scope) == 1:
            self.restrict(constraint)
        elif not self.tabulate(constraint, "asked"):
            self.add(LastVariable(scope, constraint.satisfied, [self._values[x] for x in scope], constraint))

    def tabulate(
        self,
        constraint: Constraint,
        reason: str,
        *,
        rows: Iterable[Sequence[Hashable]] | None = None,
        defined: int = -1,
    ) -> bool:
        """State *constraint* as a table, if the limit for this *reason* and the budget allow it; return whether.

        Constraints of the same shape over the same values share a table. Instead of asking about each row, *rows*
        lists those that hold; there is one at most for each row of the others than the *defined* place.
        """
        scope = self.scope(constraint)
        count = self.choices(constraint, leaving_out=defined)
        if count > max(LIMITS[reason].pairs, LIMITS[reason].rows) or len(set(scope)) < len(scope):
            return False
        shape, tables = shape_of(constraint), self.tables
        key = None if shape is None else (shape, self._left_to(scope))
        known: Container[Hashable] = tables.pairs if len(scope) == 2 else tables.rows
        if key not in known and not tables.spend(count, reason, pairs=len(scope) == 2):
            return False
        self._state(constraint, scope, key, rows)
        return True

    def _state(
        self,
        constraint: Constraint,
        scope: list[int],
        key: Hashable,
        rows: Iterable[Sequence[Hashable]] | None,
        *,
        but: bool = False,
    ) -> None:
        """State the table that has this *key*, and make it first if there is none: from *rows*, or by asking."""
        tables = self.tables
        if len(scope) == 2:
            x, y = scope
            pairs = tables.pairs.get(key)
            if pairs is None:
                pairs = supports(self._stated[x], self._stated[y], self._held(constraint, scope, rows))
                pairs = complement(pairs, self.left[x], self.left[y]) if but else pairs
                tables.keep_pairs(key, pairs, constraint)
            self._link(constraint, x, y, pairs)
        else:
            index = tables.rows.get(key)
            if index is None:
                index = RowIndex(self._held(constraint, scope, rows), len(scope))
                tables.keep_rows(key, index, constraint)
            self.add(AllowedRows(scope, index, constraint))

    def _held(
        self, constraint: Constraint, scope: list[int], rows: Iterable[Sequence[Hashable]] | None
    ) -> Sequence[Sequence[Mask]]:
        """List the rows of bits that hold: those of *rows*, or those that *constraint* is satisfied by."""
        left = [self.left[x] for x in scope]
        if rows is None:
            values = [self._values[x] for x in scope]
            if type(constraint) is Comparison:
                if len(scope) == 2:
                    return constraint.pairs(values, left)
                return held_rows(constraint.holds_for, {}, constraint.scope, values, left)
            return held_rows(constraint.satisfied, [None] * len(scope), range(len(scope)), values, left)
        found = masks_of(rows, scope, self)
        return [(a & left[0], b & left[1]) for a, b in found] if len(scope) == 2 else found

    def _left_to(self, scope: list[int]) -> Hashable:
        """Return a key for the values that the variables of *scope* have left, and how they are written."""
        return tuple([(self.tables.kind(self._values[x]), self.left[x]) for x in scope])

    def choose(self, constraint: Constraint) -> None:
        """Keep to one at least of the parts of *constraint*."""
        choose(self, constraint)

    def decide(self, constraint: Constraint, truth: int, part: Constraint) -> None:
        """Let variable *truth* say, by 1 or 0, whether *part* holds."""
        decide(self, constraint, truth, part)

    def choices(self, constraint: Constraint, *, leaving_out: int = -1) -> int:
        """Count the rows of values that *constraint* could be asked about, or those without one place."""
        count = 1
        for x, place in {x: place for place, x in enumerate(self.scope(constraint))}.items():
            if place != leaving_out:
                count *= size_of(self.left[x])
        return count

    def _link(self, constraint: Constraint, x: int, y: int, tables: PairTables) -> None:
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
