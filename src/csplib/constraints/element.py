"""A variable takes the value that stands in a list at the place that another variable says."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from csplib.bits import Mask
from csplib.constraints.base import Constraint, as_term, listed
from csplib.errors import KindError, ScopeError
from csplib.propagation.element import ElementAt
from csplib.terms import Constant, Term
from csplib.universe import as_integer

if TYPE_CHECKING:
    from csplib.lowering import Lowering

__all__ = ["Element"]


class Element(Constraint):
    """``items[index] == result``, counted from 0; items are values, or handles of variables and expressions.

    An *index* outside the list is not possible. A name among the items is a value like any other.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> i, cost = p.add_variable("i", range(9)), p.add_variable("cost", range(100))
    >>> p.add(Element([30, 10, 20], i, cost))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(0, 30), (1, 10), (2, 20)]
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
                self.items.append((False, _value(item)))
        super().__init__([as_term(index), as_term(result), *variables], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        place = as_integer(row[0])
        if place is None or not 0 <= place < len(self.items):
            return False
        is_term, item = self.items[place]
        return bool((row[item] if is_term else item) == row[1])

    def lower(self, to: Lowering) -> None:
        scope = to.variables(self)
        constants: dict[Mask, Mask] = {}
        variables: dict[Mask, int] = {}
        for place, (is_term, item) in enumerate(self.items):
            bit = to.bit(place)
            if bit and is_term:
                variables[bit] = scope[item]
            elif bit:
                constants[bit] = to.bit(item)
        to.add(ElementAt(scope[0], scope[1], constants, variables, self))

    def describe(self) -> str:
        shown = [str(self.terms[item]) if is_term else repr(item) for is_term, item in self.items]
        return f"[{', '.join(shown)}][{self.terms[0]}] == {self.terms[1]}"


def _value(item: object) -> Hashable:
    """Take a value out of its wrapping, if it has one."""
    if isinstance(item, Constraint):
        raise KindError(f"Element needs values and variables as items, not the constraint {item}")
    value = item.value if isinstance(item, Constant) else item
    try:
        hash(value)
    except TypeError as cause:
        raise KindError(f"Element has an unhashable item: {value!r}") from cause
    return value
