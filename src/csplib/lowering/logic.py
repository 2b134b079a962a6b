"""Lower "or" and `reify`: each part on its own, then one propagator or arc around all parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from csplib.kernel.arcs import Arc, EitherArc, SupportArc
from csplib.kernel.bits import Mask, lowest, size_of, split
from csplib.kernel.links import Pair
from csplib.kernel.propagators.clause import Clause
from csplib.kernel.propagators.either_order import EitherOrder
from csplib.kernel.propagators.linear import LinearAtMost
from csplib.kernel.propagators.linear_equals import LinearEquals
from csplib.kernel.propagators.logic import Bundle, Disjunction, Reified, joint_scope
from csplib.modelling.constraints.logic import conjuncts
from csplib.modelling.constraints.meaning import opposite

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering
    from csplib.modelling.constraints.base import Constraint

__all__ = ["bundle_of", "choose", "decide", "tie"]

_BOTH_ORDERS: Final = 2


def choose(to: Lowering, constraint: Constraint) -> None:
    """State that at least one part of *constraint* holds."""
    choices = [bundle_of(to, part) for part in constraint.parts]
    scope = joint_scope(choices)
    plain = not any(choice.propagators or len(choice.arcs) > 2 for choice in choices)
    if len(scope) == 1 and plain:
        allowed = 0
        for choice in choices:
            allowed |= choice.allowed(scope[0])
        to.keep_mask(constraint, scope[0], allowed)
    elif (ordered := _either_order(choices, constraint)) is not None:
        to.add(ordered)
    elif not all(choice.exact for choice in choices) and to.tabulate(constraint, "combined"):
        pass
    elif len(scope) == 2 and plain:
        _link(to, constraint, scope[0], scope[1], choices)
    elif len(scope) == len(choices) and all(_is_literal(choice) for choice in choices):
        to.add(Clause(scope, [choice.restrictions[0][1] for choice in choices], constraint))
    else:
        to.add(Disjunction(choices, constraint))


def _is_literal(choice: Bundle) -> bool:
    """Return whether *choice* only restricts the values of one variable."""
    return len(choice.restrictions) == 1 and not choice.arcs and not choice.propagators


def _either_order(choices: list[Bundle], constraint: Constraint) -> EitherOrder | None:
    """Return the propagator of ``(x + a <= y) | (y + b <= x)``, if the two comparisons are propagators and not arcs."""
    if len(choices) != _BOTH_ORDERS:
        return None
    orders: list[tuple[int, int, int]] = []
    for choice in choices:
        if choice.restrictions or choice.arcs or len(choice.propagators) != 1:
            return None
        part = choice.propagators[0]
        if not isinstance(part, LinearAtMost) or sorted(part.weights) != [-1, 1]:
            return None
        x, y = part.scope if part.weights[0] == 1 else reversed(part.scope)
        orders.append((x, y, -part.bound))
    (x, y, gap), (after, before, back) = orders
    return EitherOrder(x, y, gap, back, constraint) if (x, y) == (before, after) and x != y else None


def decide(to: Lowering, constraint: Constraint, truth: int, part: Constraint) -> None:
    """State that variable *truth* is 1 if *part* holds and 0 if it does not."""
    holds, fails = bundle_of(to, part), bundle_of(to, opposite(part))
    one, zero = to.bit_of(truth, 1), to.bit_of(truth, 0)
    scope = joint_scope([holds, fails])
    if scope == [truth] and not _parts_beside_restrictions(holds) and not _parts_beside_restrictions(fails):
        to.keep_mask(constraint, truth, (one & holds.allowed(truth)) | (zero & fails.allowed(truth)))
        return
    exact = holds.exact and fails.exact and truth not in scope
    if not exact and to.tabulate(constraint, "combined"):
        return
    if exact and len(scope) == 1 and not holds.propagators and not fails.propagators:
        when_one = Bundle([*holds.restrictions, (truth, one)], [], [])
        when_zero = Bundle([*fails.restrictions, (truth, zero)], [], [])
        _link(to, constraint, truth, scope[0], [when_one, when_zero])
    else:
        to.add(Reified(truth, one, zero, holds, fails, constraint))


def _parts_beside_restrictions(bundle: Bundle) -> bool:
    return bool(bundle.arcs or bundle.propagators)


def tie(to: Lowering, constraint: Constraint, scope: tuple[int, int, int], present: int) -> None:
    """State that the sum of the first two variables is the third one, where *present* is 1 or, if it is -1, always."""
    one = LinearEquals(scope, [1, 1, -1], 0, constraint)
    if present < 0:
        to.add(one)
    else:
        absent = Bundle([(present, to.stated(present) & ~to.bit_of(present, 1))], [], [])
        to.add(Disjunction([absent, Bundle([], [], [one])], constraint))


def bundle_of(to: Lowering, constraint: Constraint) -> Bundle:
    """Return everything that *constraint* is lowered to, as one propagator. Nothing is added to the problem.

    It is lowered into empty lists, which are taken away again. A copy of *to* would cost time for each variable.
    """
    outside = (to.restrictions, to.links, to.propagators, to.deferred, to.narrowed)
    to.restrictions, to.links, to.propagators, to.deferred, to.narrowed = [], [], [], [], []
    try:
        for unary in (True, False):
            for part in conjuncts(constraint):
                if unary == (len(part.terms) == 1):
                    to.state(part)
        to.complete()
        restrictions = [(restriction.x, restriction.allowed) for restriction in to.restrictions]
        arcs = [arc for link in to.links for arc in link.arcs()]
        return Bundle(restrictions, arcs if len(arcs) <= 2 else _joined(to, arcs), to.propagators, constraint)
    finally:
        for x, mask in reversed(to.narrowed):
            to.left[x] = mask
        to.restrictions, to.links, to.propagators, to.deferred, to.narrowed = outside


def _link(to: Lowering, constraint: Constraint, x: int, y: int, choices: list[Bundle]) -> None:
    """Keep two variables to one of *choices*, which have only restrictions and one arc in each direction."""
    forward, backward = EitherArc(x, y, constraint), EitherArc(y, x, constraint)
    for choice in choices:
        xs, ys, arcs = choice.allowed(x), choice.allowed(y), {arc.x: arc for arc in choice.arcs}
        forward.add(xs, ys, arcs.get(x))
        backward.add(ys, xs, arcs.get(y))
    forward.finish()
    backward.finish()
    to.link(Pair(forward, backward, constraint.rank))


def _joined(to: Lowering, arcs: list[Arc]) -> list[Arc]:
    """Replace several arcs between the same two variables by one table, which prunes more."""
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
