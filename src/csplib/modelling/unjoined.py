"""Signs that join constraints, between expressions: they bind more strongly than ``==``, and brackets are forgotten."""

from __future__ import annotations

from csplib.errors import KindError
from csplib.kernel.compiler import mypyc_attr, trait
from csplib.modelling.constraints.base import Constraint

__all__ = ["Unjoined"]


@trait
@mypyc_attr(allow_interpreted_subclasses=True)
class Unjoined:
    """A term that refuses ``& | ^ ~``, with words."""

    __slots__ = ()

    def __and__(self, other: object) -> Constraint:
        raise _refused(self, "&")

    def __rand__(self, other: object) -> Constraint:
        raise _refused(self, "&")

    def __or__(self, other: object) -> Constraint:
        raise _refused(self, "|")

    def __ror__(self, other: object) -> Constraint:
        raise _refused(self, "|")

    def __xor__(self, other: object) -> Constraint:
        raise _refused(self, "^")

    def __rxor__(self, other: object) -> Constraint:
        raise _refused(self, "^")

    def __invert__(self) -> Constraint:
        raise _refused(self, "~")


def _refused(term: object, sign: str) -> KindError:
    """Return the error for an expression in a place where constraints are joined."""
    return KindError(
        f"{sign} joins constraints, and {term} is an expression: put brackets around each comparison, "
        "as in (x == 1) | (y == 2)"
    )
