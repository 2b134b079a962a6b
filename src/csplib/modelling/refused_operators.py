"""The operators that expressions refuse, with errors that say what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex

from csplib.errors import KindError
from csplib.kernel.compiler import mypyc_attr, trait
from csplib.modelling.constraints.base import Constraint

if TYPE_CHECKING:
    from csplib.kernel.compiler import Unchecked
    from csplib.modelling.booleans import Boolean

__all__ = ["ARITHMETIC", "RefusedOperators"]

ARITHMETIC: dict[str, Callable[[object, object], Any]] = {}
"""The functions behind ``//``, ``%`` and ``**``. The module `divisions`, which imports this one, adds them."""


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class RefusedOperators:
    """An expression, as far as it refuses operators: ``/``, ``int``, ``bool``, and ``& | ^ ~`` if it is a number."""

    __slots__ = ()

    def claim(self) -> Constraint | None:
        """Return the constraint that a boolean is true; None for other expressions."""
        return None

    # & | ^ ~ join constraints. They bind more strongly than ==, so the brackets around a comparison were forgotten.

    def __and__(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:
        return _claimed(self, "&") & other

    def __rand__(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:
        return _claimed(self, "&") & other

    def __or__(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:
        return _claimed(self, "|") | other

    def __ror__(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:
        return _claimed(self, "|") | other

    def __xor__(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:
        return _claimed(self, "^") ^ other

    def __rxor__(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:
        return _claimed(self, "^") ^ other

    def __invert__(self) -> Constraint:
        return ~_claimed(self, "~")

    def __truediv__(self, divisor: object) -> NoReturn:
        raise KindError(f"{self} / {divisor} could be a fraction: write // to divide integers")

    # The compiler needs the reflected operators here. The others are those of `Expression`.

    def __rfloordiv__(self, number: SupportsIndex) -> Any:
        return ARITHMETIC["//"](number, self)

    def __rmod__(self, number: SupportsIndex) -> Any:
        return ARITHMETIC["%"](number, self)

    def __rpow__(self, base: SupportsIndex) -> Any:
        return ARITHMETIC["**"](base, self)

    def __rtruediv__(self, _: NoReturn) -> Any:
        return NotImplemented

    def __bool__(self) -> bool:
        raise KindError(f"{self} has no value yet: it is neither true nor false")

    def __int__(self) -> int:
        raise KindError(f"{self} has no value yet: write solution[x] for its value in a solution")


def _claimed(term: RefusedOperators, sign: str) -> Constraint:
    """Return a boolean as a constraint. Refuse other expressions where constraints are joined."""
    found = term.claim()
    if found is not None:
        return found
    raise KindError(
        f"{sign} joins constraints, and {term} is an expression: put brackets around each comparison, "
        "as in (x == 1) | (y == 2)"
    )
