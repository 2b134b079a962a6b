"""Functions that build expressions: `min_of`, `max_of`, `element`, `reify`; and `implies`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import brief
from csplib.errors import DomainError, KindError, ScopeError
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.other_libraries import native
from csplib.modelling.arguments import as_number, checked_hashable
from csplib.modelling.constants import Known
from csplib.modelling.constraints.base import Constraint, holds, listed, nested
from csplib.modelling.constraints.element import Element, items_text, keyed
from csplib.modelling.constraints.logic import AllOf, AnyOf, Fact, as_constraint
from csplib.modelling.constraints.membership import In, NotIn
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.domains import MOST_VALUES, is_interval, number_of_values
from csplib.modelling.expressions import Constant, Expression, Formula
from csplib.modelling.operations import Greatest, Least, Operation
from csplib.modelling.places import Entry, as_index, flattened
from csplib.modelling.terms import Composite, Domain, Term, UndefinedError

if TYPE_CHECKING:
    from csplib.kernel.compiler import Unchecked
    from csplib.modelling.booleans import Boolean

__all__ = [
    "Compound",
    "ElementOf",
    "EntryOf",
    "Truth",
    "as_item",
    "element",
    "hull_of",
    "implies",
    "max_of",
    "min_of",
    "rebuilt",
    "reify",
]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Compound(Composite, Expression):
    """An expression that arithmetic does not look into, with the operators."""

    __slots__ = ()

    def __pos__(self) -> Expression:  # as in `Constant`
        return self


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class ElementOf(Compound):
    """The one of *items* whose key equals *index*; the *keys* of a list are its places."""

    __slots__ = ("index", "items", "keys")

    def __init__(self, items: Iterable[Term], index: Term, keys: Sequence[Hashable]) -> None:
        self.items: tuple[Term, ...] = tuple(items)
        self.keys: Sequence[Hashable] = keys
        self.index: Term = index
        depths = [term.depth for term in self.operands() if isinstance(term, Composite)]
        super().__init__(index.owner, nested(depths, "elements"), fallible=True)

    def operands(self) -> tuple[Term, ...]:
        return (self.index, *self.items)

    def integer_operands(self) -> Sequence[Term]:
        return [self.index] if isinstance(self.keys, range) else []

    def structure(self) -> Hashable:
        return ("element", tuple(self.keys), self.index.key(), *[item.key() for item in self.items])

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        key = self.index.evaluate(values)
        if key not in self.keys:
            raise UndefinedError(f"{self} has no item {key!r}")
        # All items are evaluated: if one is undefined, so is the element, even if it is not the chosen one.
        return [item.evaluate(values) for item in self.items][self.keys.index(key)]

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        index = domain_of(self.index)
        if isinstance(index, range):
            chosen = [place for place, key in enumerate(self.keys) if key in index]
        else:
            places = {key: place for place, key in enumerate(self.keys)}
            chosen = [places[key] for key in index if key in places]
        # If no key is possible there is no solution, but until search finds out, the variable needs a domain.
        found = [domain_of(self.items[place]) for place in chosen or [0]]
        return hull_of(self, found)

    def definition(self) -> Constraint:
        return Element(self._keyed(self.items), self.index, Term(self.name))

    def _keyed(self, items: Sequence[Term]) -> Any:
        return items if isinstance(self.keys, range) else dict(zip(self.keys, items, strict=True))

    def condition(self) -> Constraint:
        return In(self.index, self.keys)

    def stand_in(self, domain: Domain, domain_of: Callable[[Term], Domain]) -> Constraint:
        places = domain_of(self.index)
        if number_of_values(places) <= len(self.keys) and set(self.keys).issuperset(places):
            return self.definition()
        # An operand that can be undefined is replaced by its hidden variable, which always has a value.
        index, *items = [Term(term.name) if term.partial() else term for term in self.operands()]
        inside = Element(self._keyed(items), index, Term(self.name))
        return AnyOf([inside, AllOf([NotIn(index, self.keys), In(Term(self.name), domain[:1])])])

    def __str__(self) -> str:
        keys = None if isinstance(self.keys, range) else self.keys
        return f"element({items_text(keys, [str(item) for item in self.items])}, {self.index})"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class EntryOf(Entry, Expression):
    """An entry of a matrix, with the operators."""

    __slots__ = ()

    def __pos__(self) -> Expression:  # as in `Constant`
        return self


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Truth(Compound):
    """1 if a constraint holds, 0 if it does not."""

    __slots__ = ("constraint",)

    def __init__(self, constraint: Constraint) -> None:
        self.constraint: Constraint = constraint
        owner = next((term.owner for term in constraint.reads() if term.owner is not None), None)
        super().__init__(owner, nested([constraint.depth], "truth values"))

    def variables(self) -> list[Term]:
        return self.constraint.reads()

    def integral(self) -> list[Term]:
        return self.constraint.integral()

    def structure(self) -> Hashable:
        return ("truth", id(self.constraint))

    def parts(self) -> tuple[Constraint, ...]:
        return (self.constraint,)

    def claim(self) -> Constraint | None:
        return self.constraint

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        return int(holds(self.constraint, values))

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:  # noqa: ARG002
        return [0, 1]

    def definition(self) -> Constraint:
        return Reified(Term(self.name), self.constraint)

    def __str__(self) -> str:
        return f"reify({self.constraint})"


def min_of(*terms: Any) -> Expression:
    """Return the least of several variables and expressions, given one by one or as one collection.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(4))
    >>> p.add(min_of(x, y) >= 2)
    >>> p.count()
    4
    """
    return _extreme(Least(), "min_of", terms)


def max_of(*terms: Any) -> Expression:
    """Return the greatest of several variables and expressions, given one by one or as one collection.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(4))
    >>> p.add(max_of([x, y + 2]) <= 2)
    >>> p.count()
    3
    """
    return _extreme(Greatest(), "max_of", terms)


def _extreme(operation: Operation, function: str, terms: tuple[Any, ...]) -> Expression:
    needed = f"{function} needs variables and expressions"
    given = terms if len(terms) != 1 or isinstance(terms[0], (Term, int)) else listed(terms[0], needed)
    operands = [as_number(term, f"an argument of {function}") for term in given]
    if not operands:
        raise ScopeError(f"{needed}, at least one")
    return Formula(operation, operands)


def rebuilt(kind: type[Compound], arguments: tuple[Any, ...], key: Hashable) -> Compound:
    """Return an expression that was pickled. Classes that are not compiled, and have slots, need this."""
    found = kind(*arguments)
    found._key = key  # noqa: SLF001 - keys of equal expressions are the same object, also when they were pickled
    return found


def hull_of(term: Term, domains: list[Domain]) -> Sequence[Hashable]:
    """Return the values of all *domains*, for *term*. If one is an interval, all integers between them are included.

    Beside values that are not integers, the integers of an interval are listed.
    """
    if not any(is_interval(domain) for domain in domains):
        return [value for domain in domains for value in domain]
    bounds: list[Any] = []
    for domain in domains:
        bounds += (domain[0], domain[-1]) if isinstance(domain, range) else domain
    if all(isinstance(value, int) for value in bounds):
        return range(min(bounds), max(bounds) + 1)
    if sum(map(number_of_values, domains)) <= MOST_VALUES:
        return [value for domain in domains for value in domain]
    other = next(value for value in bounds if not isinstance(value, int))
    raise DomainError(
        f"{term} has an item with too many values to list them, so all items must be integers, "
        f"and {brief(other)} is none"
    )


def as_item(term: Any, needed: str) -> Term:
    """Return a variable, an expression or a value as a term; names are values."""
    if isinstance(term, Constraint):
        raise KindError(f"{needed}, not the constraint {term}")
    return term if isinstance(term, Term) else Known(native(checked_hashable(term, f"{needed}, all hashable")))


def element(items: Iterable[Any] | Mapping[Any, Any], index: object, *more: object) -> Expression:
    """Return ``items[index]`` as an expression: *items* is a list or a mapping, *index* a variable or an expression.

    ``element(matrix, row, column)`` looks up lists of lists, nested mappings, or a mapping with pairs as keys. The
    places of a list count from 0. For an index that *items* does not have, the element is undefined, and the constraint
    around it does not hold. To use a variable as an item, pass its handle, not its name: a name is taken as a value. An
    integer as *index* is a constant, not a name.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> city = p.add_variable("city", range(3))
    >>> p.add(element([120, 80, 200], city) <= 100)
    >>> fruit = p.add_variable("fruit", ["apple", "pear", "fig"])
    >>> p.add(element({"apple": 3, "pear": 2, "fig": 5}, fruit) >= 4)
    >>> p.solve()
    Solution({'city': 1, 'fruit': 'fig'})
    """
    needed = "element needs a collection of values, variables and expressions"
    if more:
        paths, flat = flattened(items, 1 + len(more), needed)
        indices, found = [as_index(one) for one in (index, *more)], [as_item(item, needed) for item in flat]
        known = [item.value for item in found if isinstance(item, Known)]
        is_known = len(known) == len(found)
        return EntryOf(paths, indices, known) if is_known else ElementOf(found, Entry(paths, indices), range(len(flat)))
    keys, given = keyed(items, needed)
    return ElementOf([as_item(item, needed) for item in given], as_index(index), keys)


def reify(constraint: Constraint | Boolean | bool | Unchecked) -> Expression:  # noqa: FBT001 - as good as a constraint
    """Return an expression that is 1 if *constraint* holds and 0 if it does not.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> shifts = p.add_variables("abc", ["day", "night", "off"])
    >>> p.add(sum(reify(s == "night") for s in shifts) == 2, shifts[0] == "day")
    >>> p.count()
    1
    """
    stated = as_constraint(constraint, "reify needs a constraint")
    return Constant(int(stated.truth)) if isinstance(stated, Fact) else Truth(stated)


def implies(
    condition: Constraint | Boolean | bool | Unchecked,  # noqa: FBT001 - as good as a constraint
    consequence: Constraint | Boolean | bool | Unchecked,  # noqa: FBT001
) -> Constraint:
    """Return the constraint that *consequence* holds where *condition* does.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(3))
    >>> p.add(implies(x == 0, y == 0))
    >>> p.count()
    7
    """
    return as_constraint(condition, "implies needs two constraints").implies(consequence)
