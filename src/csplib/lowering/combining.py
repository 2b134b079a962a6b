"""Combinations of constraints for the engine: each part lowered apart, and one propagator or arc around them all."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING

from csplib.kernel.arcs import Arc, EitherArc, Pair, SupportArc
from csplib.kernel.bits import Mask, lowest, size_of, split
from csplib.kernel.propagators.bundle import Bundle
from csplib.kernel.propagators.logic import Disjunction, Reified
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import conjuncts

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["apart", "choose", "decide"]


def choose(to: Lowering, constraint: Constraint) -> None:
    """Keep to one at least of the parts of *constraint*."""
    choices = [apart(to, part) for part in constraint.parts]
    scope = _joint_scope(choices)
    plain = not any(choice.propagators or len(choice.arcs) > 2 for choice in choices)
    if len(scope) == 1 and plain:
        allowed = 0
        for choice in choices:
            allowed |= choice.allowed(scope[0])
        to.keep_mask(constraint, scope[0], allowed)
    elif not all(choice.exact for choice in choices) and to.tabulate(constraint, "combined"):
        pass
    elif len(scope) == 2 and plain:
        _link(to, constraint, scope[0], scope[1], choices)
    else:
        to.add(Disjunction(choices, constraint))


def decide(to: Lowering, constraint: Constraint, truth: int, part: Constraint) -> None:
    """Let variable *truth* say, by 1 or 0, whether *part* holds."""
    holds, fails = apart(to, part), apart(to, part.negated())
    one, zero = to.bit(1) & to.stated(truth), to.bit(0) & to.stated(truth)
    scope = _joint_scope([holds, fails])
    exact = holds.exact and fails.exact and truth not in scope
    if not exact and to.tabulate(constraint, "combined"):
        return
    if exact and len(scope) == 1 and not holds.propagators and not fails.propagators:
        when_one = Bundle([*holds.restrictions, (truth, one)], [], [])
        when_zero = Bundle([*fails.restrictions, (truth, zero)], [], [])
        _link(to, constraint, truth, scope[0], [when_one, when_zero])
    else:
        to.add(Reified(truth, one, zero, holds, fails, constraint))


def apart(to: Lowering, constraint: Constraint) -> Bundle:
    """Lower *constraint* to a propagator that holds everything it says."""
    branch = copy(to)
    branch.left = list(to.left)
    branch.restrictions, branch.links, branch.propagators, branch.deferred = [], [], [], []
    for unary in (True, False):
        for part in conjuncts(constraint):
            if unary == (len(part.terms) == 1):
                part.lower(branch)
    branch.complete()
    restrictions = [(restriction.x, restriction.allowed) for restriction in branch.restrictions]
    arcs = [arc for link in branch.links for arc in link.arcs()]
    return Bundle(restrictions, arcs if len(arcs) <= 2 else _joined(branch, arcs), branch.propagators, constraint)


def _joint_scope(bundles: Iterable[Bundle]) -> list[int]:
    return list(dict.fromkeys([x for bundle in bundles for x in bundle.scope]))


def _link(to: Lowering, constraint: Constraint, x: int, y: int, choices: list[Bundle]) -> None:
    """Keep the two variables to one of *choices*, which have but restrictions and an arc for each direction."""
    forward, backward = EitherArc(x, y, constraint), EitherArc(y, x, constraint)
    for choice in choices:
        xs, ys, arcs = choice.allowed(x), choice.allowed(y), {arc.x: arc for arc in choice.arcs}
        forward.add(xs, ys, arcs.get(x))
        backward.add(ys, xs, arcs.get(y))
    to.link(Pair(forward, backward, constraint.rank))


def _joined(to: Lowering, arcs: list[Arc]) -> list[Arc]:
    """Put a table in the place of several arcs between the same two variables: together they see more."""
    groups: dict[tuple[int, int], list[Arc]] = {}
    for arc in arcs:
        groups.setdefault((arc.x, arc.y), []).append(arc)
    found: list[Arc] = []
    for (x, y), group in groups.items():
        if len(group) > 1 and to.tables.spend(size_of(to.left[y]), "combined", pairs=True):
            first = lowest(to.stated(y))
            table: list[Mask] = [0] * (to.stated(y).bit_length() - first)
            for bit in split(to.left[y]):
                mask = to.left[x]
                for arc in group:
                    mask &= arc.supported(mask, bit)
                table[bit.bit_length() - 1 - first] = mask
            found.append(SupportArc(x, y, table, first, group[0].origin))
        else:
            found.extend(group)
    return found
