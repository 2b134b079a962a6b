"""A value where a variable or an expression is expected."""

from __future__ import annotations

from collections.abc import Hashable

from csplib.display.wording import brief
from csplib.errors import KindError
from csplib.kernel.compiler import because, mypyc_attr
from csplib.modelling.expressions import Expression
from csplib.modelling.terms import Term
from csplib.modelling.values import Known

__all__ = ["Constant"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Constant(Known, Expression):
    """A value as an expression, for places where a plain value would be the name of a variable.

    >>> from csplib import AllDifferent, Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(1, 4))
    >>> p.add(AllDifferent([x, y, Constant(3)]))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(1, 2), (2, 1)]
    """

    __slots__ = ()

    def __init__(self, value: Hashable) -> None:
        if isinstance(value, Term):
            raise KindError(f"Constant needs a value, not the expression {value}")
        try:
            hash(value)
        except TypeError:
            raise because(KindError(f"Constant needs a hashable value, not {brief(value)}"), None)
        super().__init__(value)

    def __pos__(self) -> Expression:  # Compiled, a class takes a second base's operators over if it has one of its own.
        return self
