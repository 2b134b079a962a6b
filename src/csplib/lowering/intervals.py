"""Unary constraints, and constraints that ask about each value, on variables that are intervals."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from csplib.display.wording import called
from csplib.errors import DomainError
from csplib.kernel.clock import look_up
from csplib.kernel.other_libraries import as_integer
from csplib.kernel.propagators.interval_table import AllowedIntegers, ForbiddenIntegers
from csplib.kernel.propagators.linear import LinearAtMost
from csplib.kernel.propagators.membership import MemberOf, NoMemberOf, OutsideOf
from csplib.modelling.domains import MOST_LISTED
from csplib.modelling.rows import ANY

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering
    from csplib.modelling.constraints.base import Constraint

__all__ = [
    "can_bound",
    "check_listable",
    "keep_members",
    "keep_range",
    "list_integers",
    "restrict_interval",
]


def can_bound(to: Lowering, constraint: Constraint) -> bool:
    """Return whether *constraint* handles intervals, and all its variables have bounds if it needs them."""
    if not constraint.takes_intervals:
        return False
    if constraint.numeric or constraint.parts or constraint.mixes:
        return True
    scope = to.scope(constraint)
    return all(x in to.intervals or not to.stated(x) >> to.axis.count for x in scope)


def restrict_interval(to: Lowering, constraint: Constraint, x: int) -> None:
    """Keep the integers of *x* that satisfy a unary *constraint*, which is asked about each of them."""
    check_listable(to, constraint, [x])
    judge: Callable[[list[object]], object] = constraint.satisfied
    integers: list[int] = []
    for integer in range(to.low(x), to.high(x) + 1):
        look_up(4)
        if judge([integer]):
            integers.append(integer)
    to.add(MemberOf(x, integers, constraint))


def keep_members(to: Lowering, constraint: Constraint, values: Iterable[Hashable], *, but: bool) -> None:
    """Keep only *values* of the one term of *constraint* or, with *but*, all values but these."""
    offset = constraint.terms[0].offset
    integers = [integer - offset for integer in map(as_integer, values) if integer is not None]
    (x,) = to.scope(constraint)
    to.add(NoMemberOf(x, integers, constraint) if but else MemberOf(x, integers, constraint))


def keep_range(to: Lowering, constraint: Constraint, integers: range, *, but: bool) -> None:
    """Keep only consecutive *integers* of the one term of *constraint* or, with *but*, all values but these."""
    offset = constraint.terms[0].offset
    first, last = integers[0] - offset, integers[-1] - offset
    (x,) = to.scope(constraint)
    if x not in to.intervals:
        axis = to.axis_of(x)
        mask = axis.at_least(first) & axis.at_most(last) & ((1 << axis.count) - 1)
        to.keep_mask(constraint, x, to.domain(x) & (~mask if but else mask))
    elif but:
        to.add(OutsideOf(x, first, last, constraint))
    else:
        to.add(LinearAtMost([x], [1], last, constraint))
        to.add(LinearAtMost([x], [-1], -first, constraint))


def list_integers(
    to: Lowering, constraint: Constraint, scope: list[int], rows: Iterable[Sequence[Hashable]], *, forbidden: bool
) -> None:
    """Keep *scope*, in which some variables are intervals, to the listed *rows*, or off them."""
    found: list[list[int]] = [[] for _ in scope]
    outside = [to.low(x) - 1 if x in to.intervals else -1 for x in scope]
    for row in rows:
        look_up(len(scope))
        numbers: list[int] = []
        for place, value in enumerate(row):
            number = outside[place] if value is ANY else _number(to, scope[place], value)
            if number is None:
                break
            numbers.append(number)
        else:
            for place, number in enumerate(numbers):
                found[place].append(number)
    kind = ForbiddenIntegers if forbidden else AllowedIntegers
    to.add(kind(scope, found, outside, constraint))


def _number(to: Lowering, x: int, value: Hashable) -> int | None:
    """Return *value* as an integer, if *x* is an interval, or as a bit; None if *x* does not have it."""
    if x not in to.intervals:
        return (to.bit_of(x, value) & to.left[x]) or None
    integer = as_integer(value)
    return integer if integer is not None and to.low(x) <= integer <= to.high(x) else None


def check_listable(to: Lowering, constraint: Constraint, scope: Sequence[int]) -> None:
    """Raise `DomainError` if an interval in *scope* has more values than can be listed."""
    for x in scope:
        if x in to.intervals:
            count = to.high(x) - to.low(x) + 1
            if count > MOST_LISTED:
                raise DomainError(
                    f"{constraint} needs a list of all values of {called(to.name(x))}, and there are {count} of them; "
                    f"at most {MOST_LISTED} can be listed"
                )
