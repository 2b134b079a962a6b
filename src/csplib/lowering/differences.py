"""Differences and equalities between variables: as arcs, as tables where integers lie too far apart, or by bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from csplib.kernel.arcs import EqualArc
from csplib.kernel.bits import shifted, size_of
from csplib.kernel.links import Clique, Pair
from csplib.kernel.propagators.different import DifferFromFixed
from csplib.kernel.propagators.large_different import LargeDifferent
from csplib.kernel.propagators.linear_equals import LinearEquals
from csplib.kernel.propagators.permutation import Permutation

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering
    from csplib.modelling.constraints.base import Constraint

__all__ = ["differ", "enlarge", "equate", "permute"]

_LARGE: Final = 64  # variables of a clique that shares them with no other constraint
_LARGE_ANYWAY: Final = 256
_TWO_ZEROS: Final = [0, 0]  # most cliques share it


def differ(to: Lowering, constraint: Constraint, offsets: list[int]) -> None:
    """Keep the variables of *constraint*, plus their *offsets*, pairwise different."""
    if to.has_interval(constraint):
        if len(offsets) > _LARGE:
            to.add(LargeDifferent(to.scope(constraint), offsets, constraint, integers=True))
        else:
            to.add(DifferFromFixed(to.scope(constraint), offsets, constraint))
    elif offsets.count(offsets[0]) == len(offsets):
        zeros = _TWO_ZEROS if len(offsets) == 2 else [0] * len(offsets)
        to.link(Clique(to.scope(constraint), zeros, constraint, constraint.rank))
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
            known = [value for value in to.known_values() if to.bit_of(scope[j], value)]
            values = [to.integer(value) for value in known]
            pairs = [(value, value + by) for value in values if value is not None]
            to.tables.state(to, constraint, [scope[j], scope[k]], pairs, forbidden=True)


def equate(to: Lowering, constraint: Constraint, x: int, y: int, by: int) -> None:
    """Keep variable *x* equal to variable *y* plus *by*, because of *constraint*."""
    if x in to.intervals or y in to.intervals:
        to.add(LinearEquals([x, y], [1, -1], by, constraint))
        return
    shift = to.shift(x, y, by)
    if shift is not None:
        to.link(Pair(EqualArc(x, y, constraint, shift), EqualArc(y, x, constraint, -shift), constraint.rank))
        return
    values = [to.integer(value) for value in to.values(y).values()]
    pairs = [(value + by, value) for value in values if value is not None]
    to.tables.state(to, constraint, [x, y], pairs)


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


def enlarge(to: Lowering) -> None:
    """Complete *to*, and let a propagator see to each large clique, now that everything is stated.

    Up to some size the arcs are better where domains matter to other constraints. Cliques with offsets stay as they
    are, and so do those that share variables with them: their values are removed together.
    """
    to.complete()
    large = [link for link in to.links if isinstance(link, Clique) and len(link.scope) > _LARGE]
    if not large:
        return
    uses = [0] * len(to.left)
    for link in to.links:
        more = 2 if isinstance(link, Clique) and any(link.offsets) else 1
        for x in link.scope:
            uses[x] += more
    shifted_ones = {x for link in large if any(link.offsets) for x in link.scope}
    origins = {id(link.origin) for link in large}
    for propagator in to.propagators:
        if not isinstance(propagator, Permutation) or id(propagator.origin) not in origins:
            for x in propagator.scope:
                uses[x] += 1
    replaced: set[int] = set()
    for link in large:
        if not any(link.offsets) and shifted_ones.isdisjoint(link.scope) and _enlarge(to, link, uses):
            replaced.add(id(link.origin))
    to.propagators = [
        one for one in to.propagators if not (isinstance(one, Permutation) and id(one.origin) in replaced)
    ]


def _enlarge(to: Lowering, link: Clique, uses: list[int]) -> bool:
    """Add a propagator for *link* if that pays. Return whether it takes the place of a `Permutation` too."""
    first = to.left[link.scope[0]]
    values = 0
    alone = True
    for x in link.scope:
        values |= to.left[x]
        alone = alone and uses[x] == 1 and to.left[x] == first
    if not alone and len(link.scope) <= _LARGE_ANYWAY:
        return False
    link.large = True
    permutes = size_of(values) == len(link.scope)
    to.add(LargeDifferent(link.scope, [], link.origin, alone=alone, permutes=permutes, decides=False))
    return permutes
