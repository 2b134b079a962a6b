"""Functions that build expressions: `min_of`, `max_of`, `element`, `reify`; and `implies`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.constraints.base import AllOf, AnyOf, Constraint, as_term, listed
from csplib.constraints.element import Element
from csplib.constraints.membership import In, NotIn
from csplib.constraints.reified import Reified
from csplib.errors import KindError, ScopeError
from csplib.expressions import Compound, Expression, Formula
from csplib.formulas import Greatest, Least, Operation
from csplib.native import because, mypyc_attr
from csplib.terms import Composite, Constant, Term, UndefinedError
from csplib.universe import Domain
from csplib.values import as_number, holds, one_deeper

if TYPE_CHECKING:
    from csplib.native import Unchecked

__all__ = ["ElementOf", "Truth", "element", "implies", "max_of", "min_of", "reify"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class ElementOf(Compound):
    """The value or variable that stands in *items* at the place that *index* says."""

    __slots__ = ("index", "items")

    def __init__(self, items: Iterable[Term], index: Term) -> None:
        self.items: tuple[Term, ...] = tuple(items)
        self.index: Term = index
        depths = [term.depth for term in self.operands() if isinstance(term, Composite)]
        super().__init__(index.owner, one_deeper(depths, "elements"), fallible=True)

    def operands(self) -> tuple[Term, ...]:
        return (self.index, *self.items)

    def reckoned(self) -> Sequence[Term]:
        return [self.index]

    def structure(self) -> Hashable:
        return ("element", self.index.key(), *[item.key() for item in self.items])

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        place = self.index.evaluate(values)
        if not isinstance(place, int) or not 0 <= place < len(self.items):
            raise UndefinedError(f"{self} has no element number {place!r}")
        # All of them, for an item without a value is no less wrong where it is not chosen.
        return [item.evaluate(values) for item in self.items][place]

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        places = [place for place in domain_of(self.index) if isinstance(place, int) and 0 <= place < len(self.items)]
        # With no place at all there is no solution, but a variable must have a domain until that comes out.
        return [value for place in places or [0] for value in domain_of(self.items[place])]

    def definition(self) -> Constraint:
        return Element(self.items, self.index, Term(self.name))

    def condition(self) -> Constraint:
        return In(self.index, range(len(self.items)))

    def stand_in(self, domain: Domain, domain_of: Callable[[Term], Domain]) -> Constraint:
        if set(range(len(self.items))).issuperset(domain_of(self.index)):
            return self.definition()
        # By their names alone, operands are whatever stands in for them.
        index, *items = [Term(term.name) if term.partial() else term for term in self.operands()]
        inside = Element(items, index, Term(self.name))
        return AnyOf([inside, AllOf([NotIn(index, range(len(items))), In(Term(self.name), domain[:1])])])

    def __str__(self) -> str:
        return f"element([{', '.join(map(str, self.items))}], {self.index})"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Truth(Compound):
    """1 if a constraint holds, 0 if it does not."""

    __slots__ = ("constraint",)

    def __init__(self, constraint: Constraint) -> None:
        self.constraint: Constraint = constraint
        owner = next((term.owner for term in constraint.reads() if term.owner is not None), None)
        super().__init__(owner, one_deeper([constraint.depth], "truth values"))

    def variables(self) -> list[Term]:
        return self.constraint.reads()

    def integral(self) -> list[Term]:
        return self.constraint.integral()

    def structure(self) -> Hashable:
        return ("truth", id(self.constraint))

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        return int(holds(self.constraint, values))

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:  # noqa: ARG002
        return [0, 1]

    def definition(self) -> Constraint:
        return Reified(Term(self.name), self.constraint)

    def __str__(self) -> str:
        return f"reify({self.constraint})"


def min_of(*terms: Any) -> Expression:
    """Give the least of several variables and expressions, listed or in one collection.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(4))
    >>> p.add(min_of(x, y) >= 2)
    >>> p.count()
    4
    """
    return _extreme(Least(), "min_of", terms)


def max_of(*terms: Any) -> Expression:
    """Give the greatest of several variables and expressions, listed or in one collection.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(4))
    >>> p.add(max_of([x, y + 2]) <= 2)
    >>> p.count()
    3
    """
    return _extreme(Greatest(), "max_of", terms)


def _extreme(operation: Operation, called: str, terms: tuple[Any, ...]) -> Expression:
    needed = f"{called} needs variables and expressions"
    given = terms if len(terms) != 1 or isinstance(terms[0], (Term, int)) else listed(terms[0], needed)
    operands = [as_number(term, f"what {called} compares") for term in given]
    if not any(not isinstance(term, Constant) for term in operands):
        raise ScopeError(f"{needed}, at least one")
    return Formula(operation, operands)


def _item(term: Any, needed: str) -> Term:
    if isinstance(term, Constraint):
        raise KindError(f"{needed}, not the constraint {term}")
    try:
        hash(term)
    except TypeError:
        raise because(KindError(f"{needed}, all hashable, not {term!r}"), None)
    return term if isinstance(term, Term) else Constant(term)


def element(items: Iterable[Any], index: object) -> Expression:
    """Give the value or variable in *items*, from 0 on, at the place that the variable *index* says.

    Where *index* is out of range there is no element, and the constraint around it does not hold. To speak of a
    variable write its handle: a name in *items* is a value like any other.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> city = p.add_variable("city", range(3))
    >>> p.add(element([120, 80, 200], city) <= 100)
    >>> p.solve()
    Solution({'city': 1})
    """
    needed = "element needs a collection of values, variables and expressions"
    found = [_item(item, needed) for item in listed(items, needed)]
    if not found:
        raise ScopeError(f"{needed}, not an empty one")
    return ElementOf(found, as_term(index))


def reify(constraint: Constraint | Unchecked) -> Expression:
    """Give 1 if *constraint* holds and 0 if it does not, to reckon with.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> shifts = p.add_variables("abc", ["day", "night", "off"])
    >>> p.add(sum(reify(s == "night") for s in shifts) == 2, shifts[0] == "day")
    >>> p.count()
    1
    """
    if not isinstance(constraint, Constraint):
        raise KindError(f"reify needs a constraint, not {constraint!r}")
    return Truth(constraint)


def implies(condition: Constraint | Unchecked, consequence: Constraint | Unchecked) -> Constraint:
    """State that *consequence* holds where *condition* does.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(3))
    >>> p.add(implies(x == 0, y == 0))
    >>> p.count()
    7
    """
    if not isinstance(condition, Constraint):
        raise KindError(f"implies needs two constraints, not {condition!r}")
    if not isinstance(consequence, Constraint):
        raise KindError(f"implies needs two constraints, not {consequence!r}")
    return condition.implies(consequence)
