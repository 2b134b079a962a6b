"""Places in a matrix: several indices together stand for one place in the list of all items."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from csplib.display.wording import brief
from csplib.errors import KindError
from csplib.modelling.constraints.base import Constraint, nested
from csplib.modelling.constraints.element import keyed
from csplib.modelling.constraints.logic import AllOf, AnyOf
from csplib.modelling.constraints.membership import In
from csplib.modelling.constraints.table import Table
from csplib.modelling.terms import Composite, Domain, Term, UndefinedError, depth_of

__all__ = ["PlaceOf", "flattened"]


class PlaceOf(Composite):
    """The place of a row of *indices* among *keys*."""

    __slots__ = ("indices", "keys", "numbers")

    def __init__(self, keys: Iterable[tuple[Hashable, ...]], indices: Iterable[Term]) -> None:
        self.keys: tuple[tuple[Hashable, ...], ...] = tuple(keys)
        self.indices: tuple[Term, ...] = tuple(indices)
        self.numbers: dict[tuple[Hashable, ...], int] = {key: number for number, key in enumerate(self.keys)}
        owner = next((term.owner for term in self.indices if term.owner is not None), None)
        super().__init__(owner, nested([depth_of(self.indices)], "elements"), fallible=True)

    def operands(self) -> tuple[Term, ...]:
        return self.indices

    def integer_operands(self) -> Sequence[Term]:
        return ()

    def structure(self) -> Hashable:
        return ("place", self.keys, *[term.key() for term in self.indices])

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        key = tuple([term.evaluate(values) for term in self.indices])
        if key not in self.numbers:
            raise UndefinedError(f"{self} is not there for {key!r}")
        return self.numbers[key]

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        domains = [domain_of(term) for term in self.indices]
        found = [number for key, number in self.numbers.items() if _is_in(key, domains)]
        # If no key is possible there is no solution, but until search finds out, the variable needs a domain.
        return found or [0]

    def _table(self, indices: Sequence[Term]) -> Constraint:
        rows = [(*key, number) for key, number in self.numbers.items()]
        return Table([*indices, Term(self.name)], rows)

    def definition(self) -> Constraint:
        return self._table(self.indices)

    def condition(self) -> Constraint:
        return Table(self.indices, self.keys)

    def stand_in(self, domain: Domain, domain_of: Callable[[Term], Domain]) -> Constraint:
        domains = [domain_of(term) for term in self.indices]
        count = 1
        for values in domains:
            count *= len(values)
        if count <= len(self.keys) and all(row in self.numbers for row in product(*domains)):
            return self.definition()
        # An operand that can be undefined is replaced by its hidden variable, which always has a value.
        indices = [Term(term.name) if term.partial() else term for term in self.indices]
        outside = AllOf([Table(indices, forbidden=self.keys), In(Term(self.name), domain[:1])])
        return AnyOf([self._table(indices), outside])

    def __str__(self) -> str:
        return ", ".join([str(term) for term in self.indices])


def _is_in(key: tuple[Hashable, ...], domains: Sequence[Domain]) -> bool:
    return all(value in domain for value, domain in zip(key, domains, strict=True))


def flattened(items: Any, depth: int, needed: str) -> tuple[list[tuple[Hashable, ...]], list[Any]]:
    """Return the keys of nested lists or mappings, as tuples, and the items. A mapping can have such tuples as keys."""
    if isinstance(items, Mapping) and all(isinstance(key, tuple) and len(key) == depth for key in items):
        keys, found = keyed(items, needed)
        return [key for key in keys if isinstance(key, tuple)], found
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
