"""`AllDifferent`: any number of terms take different values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from csplib.errors import OptionError
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.propagators.hall import HallIntervals
from csplib.kernel.propagators.matching import Matching
from csplib.modelling.constraints.base import Constraint, one_list
from csplib.modelling.terms import Term
from csplib.modelling.twins import with_twins

if TYPE_CHECKING:
    from csplib.kernel.compiler import Label, Rank, Unchecked
    from csplib.lowering.cliques import Context
    from csplib.lowering.lowering import Lowering

__all__ = ["AllDifferent"]

Consistency: TypeAlias = Literal["arcs", "values", "bounds", "full"]

_CHOICES = (None, "arcs", "values", "bounds", "full")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class AllDifferent(Constraint):
    """No value is taken twice: k variables make k(k-1) `Diff` arcs. A variable that is listed twice has no value.

    *consistency* selects a propagator in addition to the arcs:

    - ``"arcs"``: none;
    - ``"values"``: if there are exactly as many values as variables, a value with a single place left goes there;
    - ``"bounds"``: bounds consistency (see `HallIntervals`);
    - ``"full"``: domain consistency, so that every value left is part of a choice of different values (see `Matching`);
    - ``None``: ``"bounds"`` if all the variables are in sums or other constraints that use their bounds, and none is in
      another `AllDifferent`; else ``"values"``.

    ``"full"`` takes longer at each node of a search and often visits fewer nodes. Try it if a search is long and there
    are hardly more values than variables.
    If offsets differ and integers lie too far apart to be shifted as bits, there are only the arcs.

    Differences that are stated one by one, with ``!=`` or as tables, get the same propagators where they form an
    AllDifferent. Over hundreds of variables, taken values are removed late from domains (see `LargeDifferent`).

    >>> from csplib import Problem
    >>> p = Problem()
    >>> queens = p.add_variables(range(4), range(4))
    >>> p.add(AllDifferent(queens))
    >>> p.add(AllDifferent([q + i for i, q in enumerate(queens)]))
    >>> p.add(AllDifferent([q - i for i, q in enumerate(queens)]))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    """

    shifts: ClassVar[bool] = True
    repeats: ClassVar[bool] = True  # x and x + 2 differ anyway, but the others must differ from both
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "same"

    def __init__(
        self,
        variables: Iterable[object],
        *more: Unchecked,
        consistency: Consistency | Unchecked | None = None,
        name: Label | None = None,
        rank: Rank = 0,
    ) -> None:
        if more:
            raise one_list("AllDifferent", variables, more)
        chosen: Any = consistency
        if chosen not in _CHOICES:
            raise OptionError(f"consistency must be one of {', '.join(map(repr, _CHOICES))}, not {consistency!r}")
        self.consistency: Consistency | None = chosen
        super().__init__(variables, name=name, rank=rank)
        if len({term.key() for term in self.terms}) < len(self.terms):
            self.terms: tuple[Term, ...] = with_twins(self.terms, shifts=True)

    def satisfied(self, values: Sequence[object]) -> bool:
        taken = self.shifted_values(values)
        return len(set(taken)) == len(taken)

    def lower(self, to: Lowering) -> None:
        to.differ(self, [term.offset for term in self.terms])
        if self.consistency is None:
            to.deferred.append(self)
        elif self.consistency == "values":
            self._permute(to)
        elif self.consistency != "arcs":
            self._match(to)

    def complete(self, to: Lowering, context: Context) -> None:
        scope = to.scope(self)
        if context.are_bounded(scope) and not context.are_crossed(scope):
            self._match(to)
        else:
            self._permute(to)

    def _permute(self, to: Lowering) -> None:
        to.permute(self, to.scope(self), [term.offset for term in self.terms])

    def _match(self, to: Lowering) -> None:
        """Add a propagator for bounds or domain consistency. Between two variables the arcs are enough."""
        least = min([term.offset for term in self.terms])
        offsets = [term.offset - least for term in self.terms]
        if len(offsets) > 2 and not to.has_interval(self) and _can_shift(to, offsets):
            scope, offsets = to.scope(self), offsets if any(offsets) else []
            if self.consistency == "full":
                to.add(Matching(scope, offsets, self, decides=False))
            else:
                to.add(HallIntervals(scope, offsets, self))


def _can_shift(to: Lowering, offsets: list[int]) -> bool:
    """Return whether *offsets*, the least of which is 0, can be added by shifting bits."""
    return not any(offsets) or (not to.axis.table and max(offsets) <= to.axis.count)
