"""`Boolean`: a variable that is true or false, a number and a constraint at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib.errors import KindError
from csplib.kernel.compiler import mypyc_attr
from csplib.modelling.constraints.base import OPERATORS, Constraint
from csplib.modelling.constraints.membership import In
from csplib.modelling.expressions import Variable
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.kernel.compiler import Label, Rank, Unchecked

__all__ = ["Boolean", "Claim"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Claim(In):
    """A boolean *variable* is true or, if *truth* is False, false."""

    def __init__(
        self,
        variable: Term,
        truth: bool,  # noqa: FBT001 - as In
        *,
        name: Label | None = None,
        rank: Rank = 0,
    ) -> None:
        self.truth: bool = truth
        super().__init__(variable, [truth], name=name, rank=rank)

    def negated(self) -> Constraint:
        return Claim(self.terms[0], not self.truth)

    def describe(self) -> str:
        return f"{'' if self.truth else '~'}{self.terms[0]}"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Boolean(Variable):
    """A variable that is True or False, made by `Problem.add_boolean`.

    In arithmetic it is 1 or 0. Wherever a constraint is expected, it is the constraint that it is True: ``a | b``,
    ``a & b``, ``~a``, ``a ^ b``, ``implies(a, x > 3)``, ``a == (x > 3)``. A solution has True and False, which Python
    takes as 1 and 0, too.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> rain, sprinkler, wet = p.add_booleans(["rain", "sprinkler", "wet"])
    >>> p.add(wet == (rain | sprinkler), rain + sprinkler <= 1, wet)
    >>> [(s["rain"], s["sprinkler"]) for s in p.solutions()]
    [(False, True), (True, False)]
    """

    __slots__ = ()

    def claim(self) -> Constraint | None:
        return Claim(self, True)  # noqa: FBT003

    def implies(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:  # noqa: FBT001 - as good as a constraint
        """Return the constraint that *other* holds where this is True."""
        return OPERATORS["implies"](Claim(self, True), other)  # noqa: FBT003

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]  # as in Expression
        """Return the constraint that this equals a boolean, a number, or the truth of a constraint."""
        if isinstance(other, Constraint):
            return OPERATORS["=="](Claim(self, True), other)  # noqa: FBT003
        return super().__eq__(other)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        """Return the constraint that this differs from a boolean, a number, or the truth of a constraint."""
        if isinstance(other, Constraint):
            return OPERATORS["!="](Claim(self, True), other)  # noqa: FBT003
        return super().__ne__(other)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __bool__(self) -> bool:
        raise KindError(
            f"{self} has no value yet: it is neither true nor false. Write & | ~ instead of and, or, not; "
            "AllOf(...), AnyOf(...) instead of all(...), any(...); implies(a, b) or if_then_else(a, b, c) instead of if"
        )
