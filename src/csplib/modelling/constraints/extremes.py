"""`Minimum` and `Maximum`: a number is the least, or the greatest, of several variables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from csplib.errors import ScopeError
from csplib.modelling.arguments import as_number
from csplib.modelling.calculations import Calculation
from csplib.modelling.constraints.base import as_term, listed
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.operations import Greatest, Least, Operation

__all__ = ["Maximum", "Minimum"]


class _Extreme(Comparison):
    """An operation on the variables equals a number."""

    operation: ClassVar[Operation]

    def __init__(
        self, variables: Iterable[object], result: object, needed: str, *, name: str | None = None, rank: int = 0
    ) -> None:
        kind = type(self).__name__
        operands = [as_term(variable) for variable in listed(variables, f"{kind} needs a collection of variables")]
        if not operands:
            raise ScopeError(f"{kind} needs at least one variable")
        super().__init__(
            [(Calculation(self.operation, operands), 1), (as_number(result, needed), -1)], 0, "==", name=name
        )
        self.rank = rank


class Minimum(_Extreme):
    """``least == min(variables)``, where *least* is an integer, a variable or an expression.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y, low = p.add_variables(["x", "y", "low"], range(50))
    >>> p.add(Minimum([x, y], low), low >= 3, x + y <= 7)
    >>> sorted(tuple(s.values()) for s in p.solutions())
    [(3, 3, 3), (3, 4, 3), (4, 3, 3)]

    Over many values it reasons about bounds; over few it leaves exactly the supported values, as `Comparison` does.
    """

    operation: ClassVar[Operation] = Least()

    def __init__(self, variables: Iterable[object], least: object, *, name: str | None = None, rank: int = 0) -> None:
        super().__init__(variables, least, "the least", name=name, rank=rank)


class Maximum(_Extreme):
    """``greatest == max(variables)``, where *greatest* is an integer, a variable or an expression.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y, high = p.add_variables(["x", "y", "high"], range(50))
    >>> p.add(Maximum([x, y + 2], high), high <= 3, x + y >= 3)
    >>> sorted(tuple(s.values()) for s in p.solutions())
    [(2, 1, 3), (3, 0, 3), (3, 1, 3)]

    Over many values it reasons about bounds; over few it leaves exactly the supported values, as `Comparison` does.
    """

    operation: ClassVar[Operation] = Greatest()

    def __init__(
        self, variables: Iterable[object], greatest: object, *, name: str | None = None, rank: int = 0
    ) -> None:
        super().__init__(variables, greatest, "the greatest", name=name, rank=rank)
