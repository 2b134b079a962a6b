"""Entries of a matrix: several indices together choose an item, or a place in the list of all items."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from operator import contains
from typing import Any

from csplib.display.wording import brief
from csplib.errors import KindError
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.other_libraries import native
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import Constraint, as_term, nested
from csplib.modelling.constraints.element import items_text, keyed
from csplib.modelling.constraints.logic import AllOf, AnyOf
from csplib.modelling.constraints.membership import In
from csplib.modelling.constraints.table import Table
from csplib.modelling.domains import number_of_values
from csplib.modelling.terms import Composite, Domain, Term, UndefinedError, depth_of

__all__ = ["Entry", "as_index", "flattened"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Entry(Composite):
    """The one of *entries* whose key equals the row of *indices*. Without entries, it is the place among *keys*."""

    __slots__ = ("entries", "indices", "is_place", "keys")

    def __init__(self, keys: Any, indices: Any, entries: Any = None) -> None:
        self.keys: tuple[Any, ...] = tuple(keys)
        self.indices: tuple[Term, ...] = tuple(indices)
        self.is_place: bool = entries is None
        values = range(len(self.keys)) if entries is None else entries
        self.entries: dict[Any, Any] = dict(zip(self.keys, values, strict=True))
        owner: object = None
        for term in self.indices:
            if owner is None:
                owner = term.owner
        super().__init__(owner, nested([depth_of(self.indices)], "elements"), fallible=True)

    def operands(self) -> tuple[Term, ...]:
        return self.indices

    def integer_operands(self) -> Sequence[Term]:
        return ()

    def structure(self) -> Hashable:
        return ("entry", self.keys, tuple(self.entries.values()), *[term.key() for term in self.indices])

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        key = tuple([term.evaluate(values) for term in self.indices])
        if key not in self.entries:
            raise UndefinedError(f"{self} has no item {key!r}")
        return self.entries[key]

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        domains: list[Any] = []
        for term in self.indices:
            domain = domain_of(term)
            domains.append(domain if isinstance(domain, range) else set(domain))
        found: dict[Any, None] = {}
        for key, value in self.entries.items():
            if all(map(contains, domains, key)):
                found[value] = None
        # If no key is possible there is no solution, but until search finds out, the variable needs a domain.
        return list(found) or [self.entries[self.keys[0]]]

    def _table(self, indices: Sequence[Term]) -> Constraint:
        return Table([*indices, Term(self.name)], [(*key, value) for key, value in self.entries.items()])

    def definition(self) -> Constraint:
        return self._table(self.indices)

    def condition(self) -> Constraint:
        return Table(self.indices, self.keys)

    def stand_in(self, domain: Domain, domain_of: Callable[[Term], Domain]) -> Constraint:
        domains = [domain_of(term) for term in self.indices]
        count = 1
        for values in domains:
            count *= number_of_values(values)
        if count <= len(self.keys) and all(row in self.entries for row in product(*domains)):
            return self.definition()
        # An operand that can be undefined is replaced by its hidden variable, which always has a value.
        indices = [Term(term.name) if term.partial() else term for term in self.indices]
        outside = AllOf([Table(indices, forbidden=self.keys), In(Term(self.name), domain[:1])])
        return AnyOf([self._table(indices), outside])

    def __str__(self) -> str:
        row = ", ".join([str(term) for term in self.indices])
        if self.is_place:
            return row
        return f"element({items_text(None, [brief(value) for value in self.entries.values()])}, {row})"


def as_index(index: object) -> Term:
    """Return the index of an element as a term. An integer is a constant, not a name."""
    place = native(index)
    return Known(place) if isinstance(place, int) else as_term(index)


def flattened(items: Any, depth: int, needed: str) -> tuple[list[tuple[Hashable, ...]], list[Any]]:
    """Return the keys of nested lists or mappings, as tuples, and the items. A mapping can have such tuples as keys."""
    if isinstance(items, Mapping) and all(isinstance(key, tuple) and len(key) == depth for key in items):
        keys, found = keyed(items, needed)
        return [key for key in keys if isinstance(key, tuple)], found
    if depth > 1 and hasattr(items, "flat_variables"):
        items = list(items)  # its rows
    paths: list[tuple[Hashable, ...]] = []
    flat: list[Any] = []
    keys, inside = keyed(items, needed)
    for key, item in zip(keys, inside, strict=True):
        if depth == 1:
            paths.append((key,))
            flat.append(item)
            continue
        if isinstance(item, (str, Term, Constraint)):
            raise KindError(f"{needed} for each index, not {brief(item)}")
        below, found = flattened(item, depth - 1, needed)
        paths += [(key, *path) for path in below]
        flat += found
    return paths, flat
