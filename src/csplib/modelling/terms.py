"""What constraints speak about: variables, and expressions over them, as things that have a value.

Everything here is structure. The operators that build terms from each other are in `csplib.modelling.expressions`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias
from weakref import WeakValueDictionary

from csplib.display.wording import called
from csplib.errors import CSPError
from csplib.kernel.axis import Axis
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.propagators.intervals import Leaf, Node
from csplib.modelling.operations import ATOM, SUM, Written

if TYPE_CHECKING:
    from csplib.modelling.constraints.base import Constraint

__all__ = [
    "Composite",
    "Domain",
    "Term",
    "TermName",
    "UndefinedError",
    "ordered",
    "value_of",
]

Domain: TypeAlias = tuple[Hashable, ...]
"""The values of a variable, in the order in which they were stated."""

_SHIFTED = object()  # tells the key of a variable with an offset from a name


@mypyc_attr(native_class=False)
class UndefinedError(CSPError, ArithmeticError):
    """An expression has no value for these values of its variables; the constraint around it does not hold."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Term:
    """A variable seen through an integer offset: the value of ``name + offset``.

    *owner* stands for the problem that the variable belongs to; it is None for a bare name.
    """

    __slots__ = ("_name", "offset", "owner")

    inline: bool = False
    """Whether arithmetic works the value out from the leaves below instead of asking for a variable."""

    def __init__(self, name: Hashable, offset: int = 0, owner: object = None) -> None:
        self._name: Hashable = name
        self.offset: int = offset
        self.owner: object = owner

    @property
    def name(self) -> Hashable:
        """The name of the variable."""
        return self._name

    def operands(self) -> tuple[Term, ...]:
        """Give the terms that this one is made of."""
        return ()

    def variables(self) -> list[Term]:
        """List the variables that the value depends on."""
        return [self]

    def partial(self) -> list[Composite]:
        """List the terms inside, this one too, that have no value for some values of their variables."""
        return []

    def integral(self) -> list[Term]:
        """List the terms whose values must be integers for this one to have a value."""
        return [self] if self.offset else []

    def leaves(self) -> list[Term]:
        """List what arithmetic with this term asks variables for, hidden ones included."""
        return [self]

    def evaluate(self, values: Mapping[Hashable, Any]) -> Any:
        """Give the value, once each variable has its own in *values*."""
        value = values[self.name]
        return value + self.offset if self.offset else value

    def node(self, leaves: Mapping[Hashable, int], axis: Axis) -> Node:
        """Translate for the engine; *leaves* are the variables behind the names of the leaves."""
        return Leaf(leaves[self.name], axis, self.offset)

    def key(self) -> Hashable:
        """Give something that is equal for terms that always have the same value."""
        return (_SHIFTED, self.name, self.offset) if self.offset else self.name

    def weights(self) -> tuple[list[tuple[Term, int]], int]:
        """Read the term as a sum: others with their weights, and a constant."""
        return [(Term(self.name, 0, self.owner) if self.offset else self, 1)], self.offset

    def shape(self, places: Mapping[Hashable, int]) -> Hashable:
        """Give something that is equal for terms that do the same with leaves of other names in the same *places*."""
        return (places[self.name], self.offset)

    def written(self) -> Written:
        """Return the term as text, and how strongly that text holds together."""
        name = self.name
        text, strength = name.term.written() if isinstance(name, TermName) else (called(name), ATOM)
        if isinstance(name, str) and " " in text:
            strength = SUM
        if not self.offset:
            return text, strength
        return f"{text} {'+' if self.offset > 0 else '-'} {abs(self.offset)}", SUM

    def __str__(self) -> str:
        return self.written()[0]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


@mypyc_attr(native_class=False)
class _Key:
    """What a term is made of. There is one for each structure, so that even a large one is compared at once."""

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
        """Give the key of the term."""
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
    """An expression that is no plain variable. Where a variable is needed a hidden one stands in, named by it.

    It is *fallible* if there is no value for some values of the operands.
    """

    __slots__ = ("_key", "depth", "fallible")

    def __init__(self, owner: object = None, depth: int = 0, *, fallible: bool = False) -> None:
        super().__init__(None, 0, owner)
        self._key: Hashable = None
        self.depth: int = depth
        self.fallible: bool = fallible

    @property
    def name(self) -> Hashable:
        """The expression as a name. It is not kept: the two would be a cycle, and wait for the garbage collector."""
        return TermName(self)

    def evaluate(self, values: Mapping[Hashable, Any]) -> Any:
        name = self.name
        return values[name] if name in values else self.compute(values)

    def written(self) -> Written:
        return str(self), ATOM

    def variables(self) -> list[Term]:
        # A sum of nothing but constants has no operands: it depends on nothing.
        atoms = [part for part in ordered(self) if part is not self and not part.operands()]
        return [variable for atom in atoms for variable in atom.variables()]

    def partial(self) -> list[Composite]:
        return [part for part in ordered(self) if isinstance(part, Composite) and part.fallible]

    def integral(self) -> list[Term]:
        found: list[Term] = []
        for part in ordered(self):
            if isinstance(part, Composite) and (part is self or part.operands()):
                found += part.reckoned()
            else:
                found += part.integral()
        return found

    def reckoned(self) -> Sequence[Term]:
        """List the operands whose values must be integers."""
        return self.operands()

    def key(self) -> Hashable:
        if self._key is None:
            self._key = _composite_key(self)
        return self._key

    def is_keyed(self) -> bool:
        """Say whether the key has been found out already."""
        return self._key is not None

    def structure(self) -> Hashable:
        """Give something that is equal for terms that are made in the same way from operands with the same keys."""
        raise NotImplementedError

    def parts(self) -> tuple[Constraint, ...]:
        """Return the constraints whose truth the value depends on, without those inside operands."""
        return ()

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        """Work the value out from the values of the variables."""
        raise NotImplementedError

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        """List at least every value that the term can have, given the domains of others."""
        raise NotImplementedError

    def definition(self) -> Constraint | None:
        """Give the constraint that ties the hidden variable of this name to the variables below."""
        raise NotImplementedError

    def condition(self) -> Constraint | None:
        """Give the constraint that holds where there is a value, if the operands have one."""
        return None

    def stand_in(self, domain: Domain, domain_of: Callable[[Term], Domain]) -> Constraint | None:  # noqa: ARG002
        """Give a definition that always holds: where there is no value the first one of *domain* stands in."""
        return self.definition()


def _composite_key(root: Composite) -> Hashable:
    """Give the key of *root*; those of its operands come first, so that even a deep one needs no deep stack."""
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
    """Give the value of what a constraint has in its scope: the name of a variable, or an expression."""
    return name.term.evaluate(values) if isinstance(name, TermName) else values[name]


def ordered(root: Term, *, inline: bool = False) -> list[Term]:
    """List *root* and the terms inside it, each once and behind its operands; with *inline*, down to the leaves."""
    listed: dict[Hashable, Term] = {}
    waiting = [root]
    while waiting:
        term = waiting[-1]
        ahead = [] if inline and not term.inline else [one for one in term.operands() if one.key() not in listed]
        if ahead:
            waiting.extend(reversed(ahead))
        else:
            listed.setdefault(term.key(), waiting.pop())
    return list(listed.values())
