"""What constraints speak about: variables, and expressions over them, as things that have a value.

Everything here is structure. The operators that build terms from each other are in `csplib.expressions`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import index as as_index
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.axis import Axis
from csplib.errors import CSPError
from csplib.propagation.intervals import Leaf, Node
from csplib.propagation.operations import Weighted

if TYPE_CHECKING:
    from csplib.constraints.base import Constraint
    from csplib.universe import Domain

__all__ = ["Composite", "Constant", "Term", "TermName", "UndefinedError", "value_of"]


class UndefinedError(CSPError, ArithmeticError):
    """An expression has no value for these values of its variables; the constraint around it does not hold."""


class Term:
    """A variable seen through an integer offset: the value of ``name + offset``.

    *owner* is the problem that the variable belongs to, or None for a bare name.
    """

    __slots__ = ("name", "offset", "owner")

    inline: ClassVar[bool] = False
    """Whether arithmetic works the value out from the leaves below instead of asking for a variable."""

    def __init__(self, name: Hashable, offset: int = 0, owner: object = None) -> None:
        self.name: Hashable = name
        self.offset: int = offset
        self.owner: object = owner

    def variables(self) -> list[Term]:
        """List the variables that the value depends on."""
        return [self]

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
        return ("variable", self.name, self.offset)

    def __str__(self) -> str:
        if not self.offset:
            return str(self.name)
        return f"{self.name} {'+' if self.offset > 0 else '-'} {abs(self.offset)}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


class TermName:
    """The name of a hidden variable: an expression. Expressions that always have the same value have equal names."""

    __slots__ = ("_key", "term")

    def __init__(self, term: Term) -> None:
        self.term: Term = term
        self._key: Hashable = None

    def _known_key(self) -> Hashable:
        if self._key is None:
            self._key = self.term.key()
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TermName) and self._known_key() == other._known_key()

    def __hash__(self) -> int:
        return hash(self._known_key())

    def __reduce__(self) -> tuple[type[TermName], tuple[Term]]:
        return TermName, (self.term,)

    def __str__(self) -> str:
        return str(self.term)

    def __repr__(self) -> str:
        return f"<{self.term}>"


class Composite(Term, ABC):
    """An expression that is no plain variable. Where a variable is needed a hidden one stands in, named by it."""

    __slots__ = ()

    def __init__(self, owner: object = None) -> None:
        super().__init__(TermName(self), 0, owner)

    def evaluate(self, values: Mapping[Hashable, Any]) -> Any:
        return values[self.name] if self.name in values else self.compute(values)

    @abstractmethod
    def variables(self) -> list[Term]: ...

    def key(self) -> Hashable:
        return ("itself", id(self))

    @abstractmethod
    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        """Work the value out from the values of the variables."""

    @abstractmethod
    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        """List at least every value that the term can have, given the domains of others."""

    @abstractmethod
    def definition(self) -> Constraint | None:
        """Give the constraint that ties the hidden variable of this name to the variables below."""

    @abstractmethod
    def __str__(self) -> str: ...


class Constant(Composite):
    """A value that is known, in a place where a term is needed."""

    __slots__ = ("value",)

    inline = True

    def __init__(self, value: Hashable) -> None:
        self.value: Hashable = value
        super().__init__()

    def variables(self) -> list[Term]:
        return []

    def leaves(self) -> list[Term]:
        return []

    def node(self, leaves: Mapping[Hashable, int], axis: Axis) -> Node:  # noqa: ARG002
        return Weighted([], [], as_index(self.value))  # type: ignore[arg-type]  # arithmetic is asked of integers alone

    def key(self) -> Hashable:
        return ("constant", self.value)

    def compute(self, values: Mapping[Hashable, Any]) -> Any:  # noqa: ARG002 - it depends on nothing
        return self.value

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:  # noqa: ARG002
        return [self.value]

    def definition(self) -> None:
        return None

    def __str__(self) -> str:
        return str(self.value)


def value_of(name: Hashable, values: Mapping[Hashable, Any]) -> Any:
    """Give the value of what a constraint has in its scope: the name of a variable, or an expression."""
    return name.term.evaluate(values) if isinstance(name, TermName) else values[name]
