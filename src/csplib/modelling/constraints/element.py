"""`Element`: an item of a list or mapping, chosen by a variable."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import brief, joined
from csplib.errors import KindError, ScopeError
from csplib.kernel.bits import Mask
from csplib.kernel.propagators.element import ElementAt
from csplib.kernel.propagators.element_bounds import ElementBounds
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import Constraint, as_term, listed
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Element", "items_text", "keyed"]


class Element(Constraint):
    """``items[index] == result``, where items are values, variables or expressions.

    A list is counted from 0. A mapping is looked up by its keys. Other values of *index* are not possible. The
    name of a variable among the items is a value like any other.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> i, cost = p.add_variable("i", range(9)), p.add_variable("cost", range(100))
    >>> p.add(Element([30, 10, 20], i, cost))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(0, 30), (1, 10), (2, 20)]
    """

    repeats = True
    takes_intervals = True

    def __init__(
        self,
        items: Iterable[Any] | Mapping[Any, Any],
        index: object,
        result: object,
        *,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        keys, given = keyed(items, "Element needs a collection of items")
        self.places: dict[Hashable, int] = {key: place for place, key in enumerate(keys)}
        self.is_list: bool = isinstance(keys, range)
        # An item is (False, constant), or (True, place of its term among the terms).
        self.items: list[tuple[bool, Any]] = []
        variables: list[Term] = []
        for item in given:
            if isinstance(item, Term) and not isinstance(item, Known):
                self.items.append((True, 2 + len(variables)))
                variables.append(item)
            else:
                self.items.append((False, _value(item)))
        super().__init__([as_term(index), as_term(result), *variables], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        place = self.places.get(row[0], -1)
        if place < 0:
            return False
        is_term, item = self.items[place]
        return bool((row[item] if is_term else item) == row[1])

    def lower(self, to: Lowering) -> None:
        if to.has_interval(self):
            self._lower_to_bounds(to)
            return
        scope = to.variables(self)
        constants: dict[Mask, Mask] = {}
        variables: dict[Mask, int] = {}
        for key, (is_term, item) in zip(self.places, self.items, strict=True):
            bit = to.bit(key)
            if bit and is_term:
                variables[bit] = scope[item]
            elif bit:
                constants[bit] = to.bit(item)
        to.add(ElementAt(scope[0], scope[1], constants, variables, self))

    def _lower_to_bounds(self, to: Lowering) -> None:
        """Propagate bounds, for an index, items or a result with too many values for bits."""
        index, result, *_ = scope = to.variables(self)
        is_wide = index in to.intervals
        places: list[Mask] = []
        constants: list[int] = []
        variables: list[int] = []
        for key, (is_term, item) in zip(self.places, self.items, strict=True):
            place = to.integer(key) if is_wide else to.bit(key) or None
            integer = 0 if is_term else to.integer(item)
            if place is not None and integer is not None:
                places.append(place)
                constants.append(integer)
                variables.append(scope[item] if is_term else -1)
        to.add(ElementBounds(index, result, places, constants, variables, self, integral=is_wide))

    def describe(self) -> str:
        shown = [str(self.terms[item]) if is_term else brief(item) for is_term, item in self.items]
        return (
            f"element({items_text(None if self.is_list else self.places, shown)}, {self.terms[0]}) == {self.terms[1]}"
        )


def keyed(items: Iterable[Any] | Mapping[Any, Any], needed: str) -> tuple[Sequence[Hashable], list[Any]]:
    """Return the keys of a mapping, or the places in a list, and the items."""
    if isinstance(items, (set, frozenset)):
        raise KindError(f"{needed} in order, and a set has none: write sorted(...), or a mapping to look up by key")
    if isinstance(items, Mapping):
        keys: Sequence[Hashable] = list(items)
        found = list(items.values())
    else:
        found = listed(items, needed)
        keys = range(len(found))
    for key in keys:
        if isinstance(key, (Term, Constraint)):
            raise KindError(f"{needed}; a key must be a value, not {brief(key)}")
    if not found:
        raise ScopeError(f"{needed}, not an empty one")
    return keys, found


def items_text(keys: Iterable[Hashable] | None, shown: Sequence[str]) -> str:
    """Return items as the text of a list or, if they have *keys*, of a mapping."""
    if keys is None:
        return f"[{joined(shown)}]"
    return f"{{{joined([f'{brief(key)}: {item}' for key, item in zip(keys, shown, strict=True)])}}}"


def _value(item: object) -> Hashable:
    """Return a value, without the wrapping of a constant."""
    if isinstance(item, Constraint):
        raise KindError(f"Element needs values and variables as items, not the constraint {item}")
    value = item.value if isinstance(item, Known) else item
    try:
        hash(value)
    except TypeError as cause:
        raise KindError(f"Element has an unhashable item: {brief(value)}") from cause
    return value
