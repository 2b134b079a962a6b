"""`Ordering`: two values, or a value and a constant, in order, where the values have an order of their own."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date, datetime, timedelta
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief
from csplib.errors import DomainError, ScopeError
from csplib.kernel.arcs import SupportArc
from csplib.kernel.bits import Mask, lowest
from csplib.kernel.clock import look_up
from csplib.kernel.links import Pair
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.terms import Domain, Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["MIRRORED", "SIGNS", "Ordering"]

SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
"""The sign of a comparison whose sides are exchanged."""

Keys = list[tuple[Mask, Any]]


class Ordering(Constraint):
    """*first*, plus a delay if there is one, compared with *second* by the order that the values have in Python.

    The operators on `Ordered` variables build it. *second* is a variable, or a value. Propagation reaches domain
    consistency: for each value there is a mask of the values that go with it.
    """

    names_values: ClassVar[bool] = True  # so that `check` is called
    layout: ClassVar[str] = "own"

    def __init__(self, first: Term, sign: str, second: object, delay: timedelta | None = None) -> None:
        self.sign: str = sign
        self.delay: timedelta | None = delay
        self.bound: Any = None if isinstance(second, Term) else second
        super().__init__([first, second] if isinstance(second, Term) else [first])

    def named_values(self) -> Iterable[Hashable]:
        return ()

    def check(self, domain_of: Callable[[Term], Domain]) -> None:
        """Raise `ScopeError` if the values cannot be compared, or the delay cannot be added to them."""
        rights = [self.bound] if len(self.terms) == 1 else _one_of_each_type(domain_of(self.terms[1]))
        for left, right in product(_one_of_each_type(domain_of(self.terms[0])), rights):
            self._compare(self._later(left), right)

    def _compare(self, left: Any, right: Any) -> bool:
        try:
            return bool(SIGNS[self.sign](left, right))
        except TypeError:
            raise ScopeError(f"{self} compares {brief(left)} and {brief(right)}, which have no order") from None

    def _later(self, value: Any) -> Any:
        """Return *value* plus the delay."""
        if self.delay is None:
            return value
        if isinstance(value, date) and not isinstance(value, datetime) and self.delay % timedelta(days=1):
            raise ScopeError(f"{self} adds {self.delay} to a date, which has only days")
        try:
            return value + self.delay
        except TypeError:
            raise ScopeError(f"{self} adds {self.delay} to {brief(value)}, and they have no sum") from None
        except OverflowError:
            raise DomainError(f"{self} adds {self.delay} to {value}, which is out of range") from None

    def satisfied(self, values: Sequence[Any]) -> bool:
        second = values[1] if len(self.terms) > 1 else self.bound
        return self._compare(self._later(values[0]), second)

    def lower(self, to: Lowering) -> None:
        if len(self.terms) == 1:
            to.restrict(self)
            return
        x, y = to.variables(self)
        xs: Keys = [(bit, self._later(value)) for bit, value in to.values(x).items() if bit & to.stated(x)]
        ys: Keys = [(bit, value) for bit, value in to.values(y).items() if bit & to.stated(y)]
        forward = SupportArc(x, y, *_supports(xs, ys, self.sign), self)
        backward = SupportArc(y, x, *_supports(ys, xs, MIRRORED[self.sign]), self)
        to.link(Pair(forward, backward, self.rank))

    def negated(self) -> Constraint:
        first, *others = self.terms
        return Ordering(first, _OPPOSITE[self.sign], others[0] if others else self.bound, self.delay)

    def describe(self) -> str:
        first, *others = self.terms
        second = str(others[0]) if others else brief(self.bound)
        later = "" if self.delay is None else f" + {self.delay!r}"
        return f"{first}{later} {self.sign} {second}"


def _one_of_each_type(domain: Domain) -> list[Any]:
    return [domain[0]] if isinstance(domain, range) else list({type(value): value for value in domain}.values())


def _supports(xs: Keys, ys: Keys, sign: str) -> tuple[list[Mask], int]:
    """Return for each bit in *ys* those in *xs* whose keys have this *sign* to its key, and the first bit.

    Complexity: sorting both, then one pass.
    """
    ahead = sorted(xs, key=operator.itemgetter(1))
    every = sum([bit for bit, _ in xs])
    union = sum([bit for bit, _ in ys])
    first = lowest(union)
    table: list[Mask] = [0] * (union.bit_length() - first)
    less, place = 0, 0
    for bit, key in sorted(ys, key=operator.itemgetter(1)):
        look_up(4)
        while place < len(ahead) and ahead[place][1] < key:
            less |= ahead[place][0]
            place += 1
        equal, after = 0, place
        while after < len(ahead) and ahead[after][1] == key:
            equal |= ahead[after][0]
            after += 1
        found = {"<": less, "<=": less | equal, "==": equal}.get(sign)
        if found is None:
            found = every & ~{"!=": equal, ">": less | equal, ">=": less}[sign]
        table[bit.bit_length() - 1 - first] = found
    return table, first
