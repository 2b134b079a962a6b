"""`Lowering`: a network under construction. Names become indices, values bits, constraints arcs and propagators.

`Constraint.lower` gets a `Lowering` and calls one or more of its methods. Most of them take the constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, final

from csplib.kernel.arcs import AtLeastArc, AtMostArc
from csplib.kernel.bits import Mask, split
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.csp import CSP, Restriction
from csplib.kernel.formulas import Node
from csplib.kernel.links import Link, Pair
from csplib.kernel.propagator import Propagator, needed
from csplib.kernel.propagators.last_variable import LastVariable
from csplib.kernel.propagators.logic import Disjunction
from csplib.lowering.cliques import complete
from csplib.lowering.differences import differ, enlarge, equate, permute
from csplib.lowering.formulas import sum_node
from csplib.lowering.intervals import (
    can_bound,
    check_listable,
    keep_members,
    keep_range,
    list_integers,
    restrict_interval,
)
from csplib.lowering.layout import Layout
from csplib.lowering.logic import choose, decide, tie
from csplib.modelling.constraints.meaning import inherits_another
from csplib.modelling.terms import Domain

if TYPE_CHECKING:
    from csplib.lowering.hidden import Hidden
    from csplib.lowering.tabulating import Tables
    from csplib.modelling.constraints.base import Constraint
    from csplib.modelling.constraints.comparison import Comparison

__all__ = ["Lowering"]


@final
@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Lowering(Layout):
    """A `CSP` under construction: a `Layout`, and what has been stated so far."""

    def __init__(
        self, domains: Mapping[Hashable, Domain], hidden: Mapping[Hashable, Hidden], tables: Tables, *, shifts: bool
    ) -> None:
        super().__init__(domains, hidden, shifts=shifts)
        self.narrowed: list[tuple[int, Mask]] = []  # what `left` was before each change of it
        self.restrictions: list[Restriction] = []
        self.links: list[Link] = []
        self.propagators: list[Propagator] = []
        self.deferred: list[Constraint] = []
        self.tables: Tables = tables

    def csp(self) -> CSP:
        """Return the network of everything that has been stated so far."""
        enlarge(self)
        csp = CSP(
            self._stated,
            self.restrictions,
            self.links,
            needed(self.propagators),
            self._names,
            self._values,
            self._universe.bits,
            stated=len(self._index),
            axes=self._windows or [self.axis] * len(self._stated),
            intervals=self.intervals,
            starts=self._starts,
        )
        if not self._hidden:
            csp.take_index(self._index)
        return csp

    def complete(self) -> None:
        """Let deferred constraints and cliques of differences choose propagators, now that all else is stated."""
        complete(self)

    def restrict(self, constraint: Constraint) -> None:
        """Keep the values of its one variable that satisfy *constraint*."""
        (x,) = self.scope(constraint)
        if x in self.intervals:
            restrict_interval(self, constraint, x)
            return
        values = self._values[x]
        judge: Callable[[list[object]], object] = constraint.satisfied  # which may return anything true or false
        allowed = 0
        for bit in split(self.left[x]):
            if judge([values[bit]]):
                allowed |= bit
        self.keep_mask(constraint, x, allowed)

    def keep(self, constraint: Constraint, values: Iterable[Hashable], *, but: bool = False) -> None:
        """Keep only *values* of the one variable of *constraint* or, with *but*, all values but these."""
        if isinstance(values, range):
            keep_range(self, constraint, values, but=but)
        elif self.has_interval(constraint):
            keep_members(self, constraint, values, but=but)
        elif constraint.terms[0].offset:
            self.restrict(constraint)
        else:
            x = self.place(constraint.terms[0].name)
            mask = self._universe.mask_of(values) >> self.start(x)
            self.keep_mask(constraint, x, self.left[x] & (~mask if but else mask))

    def state(self, constraint: Constraint) -> None:
        """Translate *constraint*. One that cannot handle intervals is asked about its values instead.

        So is one of a user's class that inherits its translation, but may mean something else.
        """
        if inherits_another(type(constraint), "lower"):
            self.ask(constraint)
        elif not self.intervals or not self.has_interval(constraint) or can_bound(self, constraint):
            constraint.lower(self)
        else:
            self.ask(constraint)

    def keep_mask(self, constraint: Constraint, x: int, allowed: Mask) -> None:
        """Keep the values of *x* that are in *allowed*, because of *constraint*."""
        self.narrowed.append((x, self.left[x]))
        self.left[x] &= allowed
        self.restrictions.append(Restriction(x, allowed, constraint))

    def differ(self, constraint: Constraint, offsets: list[int]) -> None:
        """Keep the variables of *constraint*, plus their *offsets*, pairwise different."""
        differ(self, constraint, offsets)

    def equate(self, constraint: Constraint, x: int, y: int, by: int = 0) -> None:
        """Keep variable *x* equal to variable *y* plus *by*, because of *constraint*."""
        equate(self, constraint, x, y, by)

    def order(self, constraint: Constraint, x: int, y: int, by: int) -> bool:
        """Keep variable *x* at most variable *y* plus *by*, by arcs. Return False if arcs cannot do it."""
        shift = None if x in self.intervals or y in self.intervals else self.shift(x, y, by)
        if shift is None:
            return False
        self.link(Pair(AtMostArc(x, y, constraint, shift), AtLeastArc(y, x, constraint, -shift), constraint.rank))
        return True

    def permute(self, constraint: Constraint, scope: list[int], offsets: list[int]) -> None:
        """Add a `Permutation` if *scope* plus *offsets*, which differ, has no more values than variables."""
        permute(self, constraint, scope, offsets)

    def allow(
        self, constraint: Constraint, scope: list[int], rows: Iterable[Sequence[Hashable]], *, but: bool = False
    ) -> None:
        """Allow only the listed *rows* of values of *scope*, where `ANY` stands for every value.

        With *but*, allow all rows but these; that is for one or two variables, or if there is an interval. Constraints
        with the same tuple of rows share a table.
        """
        if self.intervals and not self.intervals.keys().isdisjoint(scope):
            list_integers(self, constraint, scope, rows, forbidden=but)
        elif len(scope) == 1:
            self.restrict(constraint)
        else:
            self.tables.list_rows(self, constraint, scope, rows, forbidden=but)

    def ask(self, constraint: Constraint) -> None:
        """Propagate by ``constraint.satisfied``: as a table over few values, else once a single variable is left."""
        scope = self.scope(constraint)
        if len(scope) == 1:
            self.restrict(constraint)
        elif not self.tabulate(constraint, "asked"):
            check_listable(self, constraint, scope)
            self.add(LastVariable(scope, constraint.satisfied, [self._values[x] for x in scope], constraint))

    def tabulate(
        self,
        constraint: Constraint,
        reason: str,
        *,
        rows: Iterable[Sequence[Hashable]] | None = None,
        defined: int = -1,
    ) -> bool:
        """State *constraint* as a table if the limit for this *reason* and the budget allow it. Return whether they do.

        Constraints of the same shape over the same values share a table. *rows* lists the rows that hold, so that
        ``satisfied`` need not be called. Then the variable in the *defined* place follows from the others.
        """
        return not self.has_interval(constraint) and self.tables.tabulate(self, constraint, reason, rows, defined)

    def choose(self, constraint: Constraint) -> None:
        """State that at least one part of *constraint* holds."""
        choose(self, constraint)

    def decide(self, constraint: Constraint, truth: int, part: Constraint) -> None:
        """State that variable *truth* is 1 if *part* holds and 0 if it does not."""
        decide(self, constraint, truth, part)

    def tie(self, constraint: Constraint, start: int, duration: int, end: int, present: int) -> None:
        """State that *start* plus *duration* is *end*, where the variable *present* is 1; always, if that is -1."""
        tie(self, constraint, (start, duration, end), present)

    def settle(self, constraint: Constraint) -> None:
        """Rule out every solution if *constraint*, which has no variables, does not hold."""
        if constraint.satisfied([]):
            return
        if self.left:
            self.restrictions.append(Restriction(0, 0, constraint))
        else:
            self.add(Disjunction([], constraint))

    def formula(self, comparison: Comparison) -> Node:
        """Return the node of the sum that *comparison* compares with 0, for propagators that use its bounds."""
        variables = dict(zip(comparison.scope, self.scope(comparison), strict=True))
        return sum_node(comparison.weights, comparison.constant, variables)

    def link(self, link: Link) -> None:
        """Add binary arcs of any kind."""
        self.links.append(link)

    def add(self, propagator: Propagator) -> None:
        """Add a propagator."""
        self.propagators.append(propagator)
