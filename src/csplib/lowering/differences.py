"""Differences: as cliques of arcs, as tables where integers lie too far apart, or by bounds; and permutations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib.kernel.arcs import Clique
from csplib.kernel.bits import shifted, size_of
from csplib.kernel.propagators.different import DifferFromFixed
from csplib.kernel.propagators.permutation import Permutation

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering
    from csplib.modelling.constraints.base import Constraint

__all__ = ["differ", "permute"]


def differ(to: Lowering, constraint: Constraint, offsets: list[int]) -> None:
    """Keep the variables of *constraint*, plus their *offsets*, pairwise different."""
    if to.has_interval(constraint):
        to.add(DifferFromFixed(to.scope(constraint), offsets, constraint))
    elif offsets.count(offsets[0]) == len(offsets):
        to.link(Clique(to.scope(constraint), [0] * len(offsets), constraint, constraint.rank))
    elif to.can_shift(offsets):
        to.link(Clique(to.scope(constraint), offsets, constraint, constraint.rank))
    else:
        _differ_by_tables(to, constraint, offsets)


def _differ_by_tables(to: Lowering, constraint: Constraint, offsets: list[int]) -> None:
    """List the forbidden pairs of integers that lie too far apart to be shifted as bits."""
    scope = to.scope(constraint)
    for j in range(len(scope)):
        for k in range(j + 1, len(scope)):
            by = offsets[j] - offsets[k]
            if scope[j] == scope[k]:
                continue
            if not by:
                to.link(Clique([scope[j], scope[k]], [0, 0], constraint, constraint.rank))
                continue
            known = [value for value in to.known_values() if to.bit(value) & to.stated(scope[j])]
            values = [to.integer(value) for value in known]
            pairs = [(value, value + by) for value in values if value is not None]
            to.tables.state(to, constraint, [scope[j], scope[k]], pairs, forbidden=True)


def permute(to: Lowering, constraint: Constraint, scope: list[int], offsets: list[int]) -> None:
    """Add a `Permutation` if *scope* plus *offsets*, which differ, has no more values than variables."""
    if not to.intervals.keys().isdisjoint(scope):
        return
    if offsets.count(offsets[0]) == len(offsets):
        offsets = []
    else:
        least = min(offsets)
        offsets = [offset - least for offset in offsets]
        if not to.can_shift(offsets):
            return
    values = 0
    for place, x in enumerate(scope):
        values |= shifted(to.left[x], offsets[place]) if offsets else to.left[x]
    if size_of(values) <= len(scope):
        to.add(Permutation(scope, values, offsets, constraint))
