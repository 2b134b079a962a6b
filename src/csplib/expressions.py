"""`Variable` and the operators that build constraints from it.

``==`` between variables is left alone: it compares handles, as keys of a dictionary need it.
"""

from __future__ import annotations

from csplib.constraints.base import Constraint, Term
from csplib.constraints.diff import Diff
from csplib.constraints.membership import NotIn
from csplib.errors import KindError

__all__ = ["Expression", "Shifted", "Variable"]


class Expression(Term):
    """What has the operators: a `Variable`, or a variable plus an integer (`Shifted`)."""

    __slots__ = ()

    def __add__(self, amount: int) -> Shifted:
        if not isinstance(amount, int):
            return NotImplemented
        return Shifted(self.name, self.offset + amount, self.owner)

    __radd__ = __add__

    def __sub__(self, amount: int) -> Shifted:
        if not isinstance(amount, int):
            return NotImplemented
        return Shifted(self.name, self.offset - amount, self.owner)

    def __eq__(self, other: object) -> bool:
        """Say whether this is the very same handle, so that handles can be keys."""
        return self is other

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]  # builds a constraint, as the module says
        """State that this differs from another expression, or that it does not take a value.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> print(x + 2 != y - 1, "|", x != 0, "|", x + 1 != 2)
        x + 2 != y - 1 | x not in [0] | x not in [1]
        """
        if isinstance(other, Term):
            return Diff(self, other)
        if isinstance(other, Constraint):
            raise KindError(f"{self} != ({other}) compares a variable with a constraint")
        if not self.offset:
            return NotIn(self, [other])
        if not isinstance(other, int):
            raise KindError(f"{self} is an integer and cannot be compared with {other!r}")
        return NotIn(Shifted(self.name, 0, self.owner), [other - self.offset])


class Shifted(Expression):
    """A variable plus an integer, as in ``x + 2``."""

    __slots__ = ()


class Variable(Expression):
    """A handle on one variable of a problem, made by `Problem.add_variable`. It works wherever its name does."""

    __slots__ = ()
