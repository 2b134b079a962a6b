"""`AllDifferentExcept` and `AllEqualExcept`: some values, such as "no one", may be taken by any number of variables."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from csplib.display.wording import listing
from csplib.errors import OptionError
from csplib.kernel.bits import Mask
from csplib.kernel.other_libraries import as_integer
from csplib.kernel.propagators.except_values import DifferentExcept, EqualExcept
from csplib.kernel.propagators.flow import Flow
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.count_different import excepted, shown_exceptions

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["AllDifferentExcept", "AllEqualExcept"]


class _Except(Constraint):
    """A constraint on the variables that take none of the excepted values."""

    names_values: ClassVar[bool] = True

    def __init__(self, variables: Iterable[object], value: Any, *, name: str | None = None, rank: int = 0) -> None:
        self.excepted: dict[Hashable, None] = excepted(type(self).__name__, value)
        super().__init__(variables, name=name, rank=rank)

    def named_values(self) -> Iterable[Hashable]:
        return self.excepted

    def others(self, values: Sequence[object]) -> list[Any]:
        """Return the values that are not excepted, with offsets."""
        return [value for value in self.shifted_values(values) if value not in self.excepted]

    def mask(self, to: Lowering) -> Mask:
        """Return the bits of the excepted values."""
        found = 0
        for value in self.excepted:
            found |= to.bit(value)
        return found

    def describe(self) -> str:
        return f"{type(self).__name__.removesuffix('Except')}({listing(self.terms)}{shown_exceptions(self.excepted)})"


class AllDifferentExcept(_Except):
    """The variables take different values, but any number of them may take *value*.

    *value* may also be a list or set of values. With ``consistency="full"``, every value left is part of a choice of
    such values (see `Flow`); otherwise the value of a fixed variable is removed from the others.
    Also called *alldifferent_except_0*.

    Each locker has at most one owner:

    >>> from csplib import Problem
    >>> p = Problem()
    >>> owners = p.add_variables(["left", "middle", "right"], ["nobody", "Ann", "Bob"])
    >>> p.add(AllDifferentExcept(owners, "nobody"))
    >>> p.count()
    13
    """

    takes_intervals: ClassVar[bool] = True

    def __init__(
        self,
        variables: Iterable[object],
        value: Any,
        *,
        consistency: Literal["arcs", "full"] | None = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        if consistency not in (None, "arcs", "full"):
            raise OptionError(f"consistency must be one of None, 'arcs', 'full', not {consistency!r}")
        self.consistency: str | None = consistency
        super().__init__(variables, value, name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        taken = self.others(values)
        return len(set(taken)) == len(taken)

    def lower(self, to: Lowering) -> None:
        scope = to.variables(self)
        if to.has_interval(self):
            integers = [integer for integer in map(as_integer, self.excepted) if integer is not None]
            to.add(DifferentExcept(scope, 0, self, integers=integers))
        elif self.consistency == "full" and len(scope) > 2:
            bits = [bit for value in to.known_values() if value not in self.excepted and (bit := to.bit(value))]
            to.add(Flow(scope, bits, [0] * len(bits), [1] * len(bits), self))
        else:
            to.add(DifferentExcept(scope, self.mask(to), self))


class AllEqualExcept(_Except):
    """The variables take the same value, but any number of them may take *value*.

    *value* may also be a list or set of values. Propagation reaches domain consistency.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> colors = p.add_variables("abc", ["none", "red", "green"])
    >>> p.add(AllEqualExcept(colors, "none"))
    >>> p.count()
    15
    """

    def satisfied(self, values: Sequence[object]) -> bool:
        return len(set(self.others(values))) <= 1

    def lower(self, to: Lowering) -> None:
        to.add(EqualExcept(to.variables(self), self.mask(to), self))
