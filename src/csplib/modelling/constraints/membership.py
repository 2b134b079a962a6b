"""`In` and `NotIn`: the values that one variable may take, or may not."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, value_text
from csplib.errors import KindError
from csplib.kernel.compiler import because, mypyc_attr
from csplib.kernel.other_libraries import has_value, native
from csplib.modelling.constraints.base import Constraint, listed
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.kernel.compiler import Label, Rank
    from csplib.lowering.lowering import Lowering

__all__ = ["In", "NotIn"]

_MOST_LISTED = 4096


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class _Membership(Constraint):
    shifts: ClassVar[bool] = True
    names_values: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"

    def __init__(self, x: object, values: Iterable[object], *, name: Label | None = None, rank: Rank = 0) -> None:
        if isinstance(values, str):
            raise KindError(f"{self._needed()}: write [{values!r}] or list({values!r})")
        if isinstance(values, range) and values.step == 1 and values.stop - values.start > _MOST_LISTED:
            self.values: dict[Hashable, None] | range = values
        else:
            self.values = self._checked(values)
        super().__init__((x,), name=name, rank=rank)

    def _checked(self, values: Iterable[object]) -> dict[Hashable, None]:
        given: Any = values
        if not isinstance(values, (list, tuple)):
            given = [native(value) for value in listed(values, self._needed())]
        try:
            found: dict[Hashable, None] = dict.fromkeys(given)
        except TypeError as cause:
            raise because(KindError(f"{self._needed()}, not {brief(values)}"), cause)
        for value in given:
            if isinstance(value, (Term, Constraint)):
                raise KindError(f"{self._needed()}, not {value}")
        return found

    def has(self, value: Any) -> bool:
        """Return whether *value* is one of the values."""
        return value in self.values if isinstance(self.values, dict) else has_value(self.values, value)

    def named_values(self) -> Iterable[Hashable]:
        return self.values if isinstance(self.values, dict) else ()

    def _described(self, one: str, several: str) -> str:
        if isinstance(self.values, range):
            return f"{self.terms[0]} {several} {self.values}"
        values = [*self.values]
        if len(values) == 1:
            return f"{self.terms[0]} {one} {brief(values[0])}"
        return f"{self.terms[0]} {several} [{value_text(values)}]"

    def _needed(self) -> str:
        return f"{type(self).__name__} needs a collection of hashable values"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class In(_Membership):
    """The variable takes one of *values*. They need not be in its domain.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x = p.add_variable("x", range(10))
    >>> p.add(In(x, [3, 4, 99]))
    >>> p.count()
    2
    """

    def satisfied(self, values: Sequence[object]) -> bool:
        return self.has(self.shifted_values(values)[0])

    def lower(self, to: Lowering) -> None:
        to.keep(self, self.values)

    def negated(self) -> Constraint:
        return NotIn(self.terms[0], self.values)

    def describe(self) -> str:
        return self._described("==", "in")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class NotIn(_Membership):
    """The variable takes none of *values*. On a `Variable` the operator ``!= value`` builds it.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x = p.add_variable("x", ["red", "green", "blue"])
    >>> p.add(x != "red")
    >>> p.count()
    2
    """

    def satisfied(self, values: Sequence[object]) -> bool:
        return not self.has(self.shifted_values(values)[0])

    def lower(self, to: Lowering) -> None:
        to.keep(self, self.values, but=True)

    def negated(self) -> Constraint:
        return In(self.terms[0], self.values)

    def describe(self) -> str:
        return self._described("!=", "not in")
