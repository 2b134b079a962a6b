"""A variable takes the value that stands in a list at the place that another variable says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from csplib.constraints.base import Constraint, as_term, listed
from csplib.errors import ScopeError
from csplib.terms import Constant, Term

if TYPE_CHECKING:
    from csplib.lowering import Lowering

__all__ = ["Element"]


class Element(Constraint):
    """``items[index] == result``, counted from 0; items are values, or handles of variables and expressions.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> i, cost = p.add_variable("i", range(9)), p.add_variable("cost", range(100))
    >>> p.add(Element([30, 10, 20], i, cost))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(1, 10), (2, 20), (0, 30)]
    """

    repeats = True

    def __init__(
        self, items: Iterable[Any], index: object, result: object, *, name: str | None = None, rank: int = 0
    ) -> None:
        given = listed(items, "Element needs a collection of items")
        if not given:
            raise ScopeError("Element needs at least one item")
        # A place is either a constant or the number of a term behind index and result.
        self.items: list[tuple[bool, Any]] = []
        variables: list[Term] = []
        for item in given:
            if isinstance(item, Term) and not isinstance(item, Constant):
                self.items.append((True, 2 + len(variables)))
                variables.append(item)
            else:
                self.items.append((False, item.value if isinstance(item, Constant) else item))
        super().__init__([as_term(index), as_term(result), *variables], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        place = row[0]
        if not isinstance(place, int) or not 0 <= place < len(self.items):
            return False
        is_term, item = self.items[place]
        return bool((row[item] if is_term else item) == row[1])

    def lower(self, to: Lowering) -> None:
        to.ask(self)
