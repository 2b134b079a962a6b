"""Terms, which constraints are about: variables, and expressions over them.

Everything here is structure. The operators that build terms from each other are in `csplib.modelling.expressions`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias
from weakref import WeakValueDictionary

from csplib.display.wording import ATOM, SUM, Written, called
from csplib.errors import CSPError
from csplib.kernel.compiler import mypyc_attr

if TYPE_CHECKING:
    from csplib.modelling.constraints.base import Constraint

__all__ = [
    "Composite",
    "Domain",
    "Term",
    "TermName",
    "UndefinedError",
    "depth_of",
    "integral_in",
    "subterms",
    "value_of",
    "variables_in",
]

Domain: TypeAlias = Sequence[Hashable]
"""The values of a variable, in the order in which they were stated; very many consecutive integers are a range."""

_SHIFTED = object()  # distinguishes the key of a variable with an offset from a name


@mypyc_attr(native_class=False)
class UndefinedError(CSPError, ArithmeticError):
    """An expression has no value for these values of its variables; the constraint around it does not hold."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Term:
    """A variable plus an integer: the value of ``name + offset``.

    *owner* identifies the problem that the variable belongs to; it is None for a bare name.
    """

    __slots__ = ("_name", "offset", "owner")

    inline: bool = False
    """Whether arithmetic computes the value from the leaves, instead of using a variable."""

    def __init__(self, name: Hashable, offset: int = 0, owner: object = None) -> None:
        self._name: Hashable = name
        self.offset: int = offset
        self.owner: object = owner

    @property
    def name(self) -> Hashable:
        """The name of the variable."""
        return self._name

    def plain(self) -> Term:
        """Return the term without its offset."""
        return Term(self.name, 0, self.owner) if self.offset else self

    def operands(self) -> tuple[Term, ...]:
        """Return the terms that this term is made of."""
        return ()

    def variables(self) -> list[Term]:
        """Return the variables that the value depends on."""
        return [self]

    def partial(self) -> list[Composite]:
        """Return the terms inside, this one included, that are undefined for some values of their variables."""
        return []

    def integral(self) -> list[Term]:
        """Return the terms whose values must be integers for this term to have a value."""
        return [self] if self.offset else []

    def leaves(self) -> list[Term]:
        """Return the terms that arithmetic needs a variable for, hidden variables included."""
        return [self]

    def evaluate(self, values: Mapping[Hashable, Any]) -> Any:
        """Return the value of the term, given the *values* of all variables."""
        value = values[self.name]
        return value + self.offset if self.offset else value

    def key(self) -> Hashable:
        """Return a key that is equal for terms that always have the same value."""
        return (_SHIFTED, self.name, self.offset) if self.offset else self.name

    def weights(self) -> tuple[list[tuple[Term, int]], int]:
        """Return the term as a sum: terms with their weights, and a constant."""
        return [(self.plain(), 1)], self.offset

    def shape(self, places: Mapping[Hashable, int]) -> Hashable:
        """Return a key that is equal for terms that compute the same from the leaves in the same *places*."""
        return (places[self.name], self.offset)

    def written(self) -> Written:
        """Return the term as text, with its precedence."""
        name = self.name
        text, precedence = name.term.written() if isinstance(name, TermName) else (called(name), ATOM)
        if isinstance(name, str) and " " in text:
            precedence = SUM
        if not self.offset:
            return text, precedence
        return f"{text} {'+' if self.offset > 0 else '-'} {abs(self.offset)}", SUM

    def __str__(self) -> str:
        return self.written()[0]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


@mypyc_attr(native_class=False)
class _Key:
    """The structure of a term. Equal structures share one key, so that comparing large ones is fast, too."""

    __slots__ = ("__weakref__", "parts")

    known: ClassVar[WeakValueDictionary[Hashable, _Key]] = WeakValueDictionary()

    def __init__(self, parts: Hashable) -> None:
        self.parts: Hashable = parts

    @classmethod
    def of(cls, parts: Hashable) -> _Key:
        found = cls.known.get(parts)
        if found is None:
            found = cls.known[parts] = cls(parts)
        return found


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class TermName:
    """The name of a hidden variable: an expression. Expressions that always have the same value have equal names."""

    __slots__ = ("term",)

    def __init__(self, term: Term) -> None:
        self.term: Term = term

    def key(self) -> Hashable:
        """Return the key of the term."""
        return self.term.key()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TermName) and (self is other or self.key() == other.key())

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[type[TermName], tuple[Term]]:
        return TermName, (self.term,)

    def __str__(self) -> str:
        return str(self.term)

    def __repr__(self) -> str:
        return f"<{self.term}>"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Composite(Term):
    """An expression that is not a plain variable. Where a variable is needed, a hidden one named after it is used.

    It is *fallible* if it is undefined for some values of the operands.
    """

    __slots__ = ("_key", "depth", "fallible")

    def __init__(self, owner: object = None, depth: int = 0, *, fallible: bool = False) -> None:
        super().__init__(None, 0, owner)
        self._key: Hashable = None
        self.depth: int = depth
        self.fallible: bool = fallible

    @property
    def name(self) -> Hashable:
        """The expression as a name. It is not stored: a reference cycle would wait for the garbage collector."""
        return TermName(self)

    def evaluate(self, values: Mapping[Hashable, Any]) -> Any:
        name = self.name
        return values[name] if name in values else self.compute(values)

    def written(self) -> Written:
        return str(self), ATOM

    def variables(self) -> list[Term]:
        # A sum of constants alone has no operands, and depends on nothing.
        atoms = [part for part in subterms(self) if part is not self and not part.operands()]
        return [variable for atom in atoms for variable in atom.variables()]

    def partial(self) -> list[Composite]:
        return [part for part in subterms(self) if isinstance(part, Composite) and part.fallible]

    def integral(self) -> list[Term]:
        found: list[Term] = []
        for part in subterms(self):
            if isinstance(part, Composite) and (part is self or part.operands()):
                found += part.integer_operands()
            else:
                found += part.integral()
        return found

    def integer_operands(self) -> Sequence[Term]:
        """Return the operands whose values must be integers."""
        return self.operands()

    def key(self) -> Hashable:
        if self._key is None:
            self._key = _composite_key(self)
        return self._key

    def is_keyed(self) -> bool:
        """Return whether the key has been computed already."""
        return self._key is not None

    def structure(self) -> Hashable:
        """Return a key that is equal for terms built in the same way from operands with equal keys."""
        raise NotImplementedError

    def parts(self) -> tuple[Constraint, ...]:
        """Return the constraints whose truth the value depends on, without those inside operands."""
        return ()

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        """Compute the value from the *values* of the variables."""
        raise NotImplementedError

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        """Return all values that the term can have, and perhaps more. For a `Calculation`, a formula computes them."""
        raise NotImplementedError

    def definition(self) -> Constraint | None:
        """Return the constraint that ties the hidden variable of this name to the operands."""
        raise NotImplementedError

    def condition(self) -> Constraint | None:
        """Return the constraint that holds where the term is defined, provided that the operands are."""
        return None

    def stand_in(self, domain: Domain, domain_of: Callable[[Term], Domain]) -> Constraint | None:  # noqa: ARG002
        """Return a definition that can always be met: where the term is undefined, its value is ``domain[0]``."""
        return self.definition()


def _composite_key(root: Composite) -> Hashable:
    """Return the key of *root*. The keys of its operands are computed first, so that deep terms need no deep stack."""
    waiting: list[Composite] = [root]
    while waiting:
        term = waiting[-1]
        ahead = [one for one in term.operands() if isinstance(one, Composite) and not one.is_keyed()]
        waiting.extend(ahead)
        if not ahead:
            waiting.pop()
            if waiting:
                term.key()
    return _Key.of(root.structure())


def value_of(name: Hashable, values: Mapping[Hashable, Any]) -> Any:
    """Return the value of a member of a scope: the name of a variable, or of an expression."""
    return name.term.evaluate(values) if isinstance(name, TermName) else values[name]


def subterms(root: Term, *, inline: bool = False) -> list[Term]:
    """Return *root* and the terms inside it, each once, after its operands; with *inline*, only down to the leaves."""
    found: dict[Hashable, Term] = {}
    waiting = [root]
    while waiting:
        term = waiting[-1]
        ahead = [] if inline and not term.inline else [one for one in term.operands() if one.key() not in found]
        if ahead:
            waiting.extend(reversed(ahead))
        else:
            found.setdefault(term.key(), waiting.pop())
    return list(found.values())


def variables_in(terms: tuple[Term, ...]) -> list[Term]:
    """Return the variables that *terms* depend on."""
    found: list[Term] = []
    for term in terms:
        if isinstance(term, Composite):
            found += term.variables()
        else:
            found.append(term)
    return found


def integral_in(terms: tuple[Term, ...]) -> list[Term]:
    """Return the terms whose values must be integers for *terms* to have a value."""
    found: list[Term] = []
    for term in terms:
        if isinstance(term, Composite):
            found += term.integral()
        elif term.offset:
            found.append(term)
    return found


def depth_of(terms: tuple[Term, ...]) -> int:
    """Return the depth of the deepest of *terms*."""
    depth = 0
    for term in terms:
        if isinstance(term, Composite):
            depth = max(depth, term.depth)
    return depth
