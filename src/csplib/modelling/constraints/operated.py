"""`Operated`: the result of a division, a remainder or a power, all of whose operands are terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from csplib.display.wording import bracketed
from csplib.kernel.clock import look_up
from csplib.kernel.divisions import PowerOf, QuotientOf, RemainderOf, power, truncated_division
from csplib.kernel.formulas import Leaf, Node, Weighted
from csplib.kernel.propagators.arithmetic import Arithmetic, NotZero
from csplib.kernel.propagators.linear import LinearAtMost
from csplib.kernel.propagators.membership import NoMemberOf
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import at_least, equality
from csplib.modelling.constraints.logic import AnyOf
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["KINDS", "Kind", "Operated", "is_defined", "truncated_remainder_of"]


class Kind(NamedTuple):
    """An operation of two integers: how it is written, computed and propagated."""

    text: str
    compute: Callable[[int, int], int]
    node: Callable[[Sequence[Node]], Node]


def truncated_remainder_of(number: int, divisor: int) -> int:
    """Return the remainder of a division that is rounded towards 0. It has the sign of *number*."""
    return number - divisor * truncated_division(number, divisor)


KINDS = {
    "//": Kind("{} // {}", int.__floordiv__, lambda below: QuotientOf(below, truncated=False)),
    "%": Kind("{} % {}", int.__mod__, lambda below: RemainderOf(below, truncated=False)),
    "**": Kind("{} ** {}", power, PowerOf),
    "quotient": Kind("truncated_quotient({}, {})", truncated_division, lambda below: QuotientOf(below, truncated=True)),
    "remainder": Kind(
        "truncated_remainder({}, {})", truncated_remainder_of, lambda below: RemainderOf(below, truncated=True)
    ),
}
"""The operations by their names."""


def is_defined(kind: str, second: Term) -> Constraint:
    """Return the constraint that an operation has a value for its second operand."""
    return at_least(second, 0, 0) if kind == "**" else equality(second, 0, equal=False)


class Operated(Constraint):
    """*result* is what the operation *kind* makes of *first* and *second* or, if not *equal*, differs from it.

    Where the operation is undefined, both are false.
    """

    numeric: ClassVar[bool] = True
    shifts: ClassVar[bool] = True
    repeats: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    denied_by_terms: ClassVar[bool] = True
    layout: ClassVar[str] = "own"

    def __init__(self, kind: str, first: Term, second: Term, result: Term, *, equal: bool = True) -> None:
        self.kind: str = kind
        self.equal: bool = equal
        super().__init__([first, second, result])

    def has_value(self, second: int) -> bool:
        """Return whether the operation has a value for this second operand."""
        return second >= 0 if self.kind == "**" else second != 0

    def satisfied(self, values: Sequence[Any]) -> bool:
        first, second, result = self.shifted_values(values)
        if not self.has_value(second):
            return False
        return bool(KINDS[self.kind].compute(int(first), int(second)) == result) == self.equal

    def lower(self, to: Lowering) -> None:
        scope = to.scope(self)
        self._keep_defined(to, scope[1])
        if not self.equal:
            self._lower_difference(to, scope)
            return
        apart = len(set(scope)) == len(scope)
        if apart and to.tabulate(self, "defined", rows=self._rows(to, scope), defined=2):
            return
        if not apart and to.tabulate(self, "computed"):
            return
        to.add(Arithmetic(scope, self._formula(scope), equal=True, origin=self))

    def _lower_difference(self, to: Lowering, scope: list[int]) -> None:
        if to.has_interval(self):
            to.add(NotZero(scope, self._formula(scope), self))
        else:
            to.ask(self)

    def _formula(self, scope: list[int]) -> Node:
        """Return the node of the operation minus the result."""
        first, second, result = [Leaf(x, term.offset) for x, term in zip(scope, self.terms, strict=True)]
        return Weighted([KINDS[self.kind].node([first, second]), result], [1, -1], 0)

    def _keep_defined(self, to: Lowering, second: int) -> None:
        """Remove the values of the second operand for which the operation has none."""
        offset = self.terms[1].offset
        if second not in to.intervals:
            values = to.values(second)
            allowed = [bit for bit, value in values.items() if self.has_value(int(value) + offset)]  # type: ignore[call-overload]
            to.keep_mask(self, second, sum(allowed))
        elif self.kind == "**":
            to.add(LinearAtMost([second], [-1], offset, self))
        else:
            to.add(NoMemberOf(second, [-offset], self))

    def _rows(self, to: Lowering, scope: list[int]) -> Iterator[tuple[int, int, int]]:
        """Yield the values of the operands, and of the result, without offsets."""
        compute = KINDS[self.kind].compute
        one, two, three = [term.offset for term in self.terms]
        domains: list[Any] = [to.values_left(x) for x in scope[:2]]
        for first, second in product(*domains):
            look_up(8)
            if self.has_value(second + two):
                yield first, second, compute(int(first + one), int(second + two)) - three

    def negated(self) -> Constraint:
        undefined = is_defined(self.kind, self.terms[1]).negated()
        return AnyOf([undefined, Operated(self.kind, *self.terms, equal=not self.equal)])

    def describe(self) -> str:
        text, sign = KINDS[self.kind].text, "==" if self.equal else "!="
        operands = [term.written() for term in self.terms[:2]]
        shown = [bracketed(one) if text.startswith("{") else one[0] for one in operands]
        return f"{text.format(*shown)} {sign} {self.terms[2]}"
