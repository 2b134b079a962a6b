"""What every constraint has: a scope, a name for messages, a meaning, and a translation for the engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from csplib.errors import KindError, ScopeError

if TYPE_CHECKING:
    from typing_extensions import Self

    from csplib.lowering import Lowering

__all__ = ["Constraint", "Term", "as_term", "listed"]


class Term:
    """A variable seen through an integer offset: the value of ``name + offset``.

    *owner* is the problem that the variable belongs to, or None for a bare name. The operators that make terms
    are in `csplib.expressions`.
    """

    __slots__ = ("name", "offset", "owner")

    def __init__(self, name: Hashable, offset: int = 0, owner: object = None) -> None:
        self.name: Hashable = name
        self.offset: int = offset
        self.owner: object = owner

    def __str__(self) -> str:
        if not self.offset:
            return str(self.name)
        return f"{self.name} {'+' if self.offset > 0 else '-'} {abs(self.offset)}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"


def as_term(variable: object) -> Term:
    """Take a variable, an expression such as ``x + 2``, or a name."""
    if isinstance(variable, Term):
        return variable
    if isinstance(variable, Constraint):
        raise KindError(f"{variable} is a constraint where a variable or its name is needed")
    try:
        hash(variable)
    except TypeError as cause:
        raise KindError(f"{variable!r} cannot name a variable: it is not hashable") from cause
    return Term(variable)


class Constraint(ABC):
    """A statement about the variables of its scope.

    *name* is used in messages instead of a description. *rank* matters to nobody but those who read the order of
    neighbors: constraints of lower rank name them first (see `CSP.neighbors`).
    """

    def __init__(self, scope: Iterable[object], *, name: str | None = None, rank: int = 0) -> None:
        kind = type(self).__name__
        self.terms: tuple[Term, ...] = tuple(
            [as_term(variable) for variable in listed(scope, f"{kind} needs a collection of variables")]
        )
        self.name: str | None = name
        self.rank: int = rank
        if not self.terms:
            raise ScopeError(f"{kind} needs at least one variable")
        seen: set[Hashable] = set()
        for term in self.terms:
            if term.name in seen:
                raise ScopeError(f"{self} names {term.name!r} twice")
            seen.add(term.name)

    @property
    def scope(self) -> tuple[Hashable, ...]:
        """The names of the variables, in order."""
        return tuple([term.name for term in self.terms])

    def shifted_values(self, values: Sequence[Any]) -> list[Any]:
        """Add to each value the offset of its term."""
        return [value + term.offset if term.offset else value for value, term in zip(values, self.terms, strict=True)]

    @abstractmethod
    def satisfied(self, values: Sequence[object]) -> bool:
        """Say whether *values*, one for each variable of the scope, satisfy the constraint."""

    @abstractmethod
    def lower(self, to: Lowering) -> None:
        """State the constraint in the engine's terms: restrictions, arcs, propagators."""

    def named(self, name: str) -> Self:
        """Give a copy that is called *name* in messages.

        >>> from csplib import Diff
        >>> print(Diff("x", "y").named("neighbors differ"))
        neighbors differ
        """
        twin = copy(self)
        twin.name = name
        return twin

    def describe(self) -> str:
        """Say what the constraint states, whatever its name."""
        return f"{type(self).__name__}({', '.join(map(str, self.terms))})"

    def __str__(self) -> str:
        return self.describe() if self.name is None else self.name

    def __repr__(self) -> str:
        return f"<{self.describe()}>" if self.name is None else f"<{self.name}: {self.describe()}>"

    def __bool__(self) -> bool:
        raise KindError(f"{self} is a constraint, neither true nor false: hand it to Problem.add")


def listed(things: Iterable[Any], needed: str) -> list[Any]:
    """List *things*; if that cannot be done, say what was *needed*."""
    if isinstance(things, (Term, Constraint)):
        raise KindError(f"{needed}: write [{things}]")
    try:
        return list(things)
    except TypeError as cause:
        raise KindError(f"{needed}, not {things!r}") from cause
