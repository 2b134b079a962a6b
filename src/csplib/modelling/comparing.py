"""What the signs of comparison between expressions state: which constraint, for which kinds of terms."""

from __future__ import annotations

from typing import Any

from csplib.errors import KindError
from csplib.kernel.arrays import native
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.logic import Fact
from csplib.modelling.constraints.membership import In, NotIn
from csplib.modelling.sums import added
from csplib.modelling.terms import Term
from csplib.modelling.values import Known, integer

__all__ = ["compared", "equated"]


def compared(lesser: object, greater: object, gap: int) -> Constraint:
    """State that *greater* is at least *lesser* plus *gap*."""
    weights, constant = added([(lesser, 1), (greater, -1)])
    return Comparison(weights, constant + gap, "<=")


def equated(left: Term, right: object, *, equal: bool) -> Constraint:
    """State that both are equal, or different; between variables and values these can be anything, not only numbers."""
    if left.inline and isinstance(left, Known):
        if isinstance(right, Term) and not isinstance(right, Known):
            return equated(right, left.value, equal=equal)
        return Fact((left.value == (right.value if isinstance(right, Known) else right)) == equal)
    if isinstance(right, Term):
        term: Term = right
        if term.inline and isinstance(term, Known):
            return equated(left, term.value, equal=equal)
        if not left.inline and not term.inline and left.name != term.name:
            return AllEqual((left, term)) if equal else Diff(left, term)
    elif isinstance(right, Constraint):
        raise KindError(f"{left} and ({right}) cannot be compared: one is a term, the other a constraint; see reify")
    elif not left.inline:
        value: Any = integer(right) if left.offset else native(right)
        return In(left, [value]) if equal else NotIn(left, [value])
    weights, constant = added([(left, 1), (right, -1)])
    return Comparison(weights, constant, "==" if equal else "!=")
