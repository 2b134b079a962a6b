"""The operators that expressions refuse, with errors that say what to write instead."""

from __future__ import annotations

from typing import Any, NoReturn

from csplib.errors import KindError
from csplib.kernel.compiler import mypyc_attr, trait
from csplib.modelling.constraints.base import Constraint

__all__ = ["RefusedOperators"]


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class RefusedOperators:
    """An expression, as far as it refuses operators: ``& | ^ ~``, ``/``, ``int`` and ``bool``."""

    __slots__ = ()

    # & | ^ ~ join constraints. They bind more strongly than ==, so the brackets around a comparison were forgotten.

    def __and__(self, other: object) -> Constraint:
        raise _without_brackets(self, "&")

    def __rand__(self, other: object) -> Constraint:
        raise _without_brackets(self, "&")

    def __or__(self, other: object) -> Constraint:
        raise _without_brackets(self, "|")

    def __ror__(self, other: object) -> Constraint:
        raise _without_brackets(self, "|")

    def __xor__(self, other: object) -> Constraint:
        raise _without_brackets(self, "^")

    def __rxor__(self, other: object) -> Constraint:
        raise _without_brackets(self, "^")

    def __invert__(self) -> Constraint:
        raise _without_brackets(self, "~")

    def __truediv__(self, divisor: object) -> NoReturn:
        raise KindError(f"{self} / {divisor} could be a fraction: write // to divide integers")

    # An integer cannot be divided by a variable, nor raised to its power. The compiler needs these methods to know.

    def __rfloordiv__(self, _: NoReturn) -> Any:
        return NotImplemented

    def __rmod__(self, _: NoReturn) -> Any:
        return NotImplemented

    def __rpow__(self, _: NoReturn) -> Any:
        return NotImplemented

    def __rtruediv__(self, _: NoReturn) -> Any:
        return NotImplemented

    def __bool__(self) -> bool:
        raise KindError(f"{self} has no value yet: it is neither true nor false")

    def __int__(self) -> int:
        raise KindError(f"{self} has no value yet: write solution[x] for its value in a solution")


def _without_brackets(term: object, sign: str) -> KindError:
    """Return the error for an expression where constraints are joined."""
    return KindError(
        f"{sign} joins constraints, and {term} is an expression: put brackets around each comparison, "
        "as in (x == 1) | (y == 2)"
    )
