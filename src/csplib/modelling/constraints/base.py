"""What every constraint has: a scope, a name, a meaning, a translation for the engine, and the operators & | ~ == ^.

To write a constraint of your own:

1. Subclass `Constraint`; call ``super().__init__`` with the variables.
2. Say in `satisfied` when a row of values, one for each term, holds. `shifted_values` adds the offsets of ``x + 2``.
3. Translate it in `lower`: ``to.ask(self)`` is always right, and prunes well over few values. Otherwise add a
   `Propagator` over ``to.variables(self)``; see its checklist.
4. Set the class's `numeric`, `shifts` or `repeats` where they apply.
5. Check it with `csplib.testing.check_constraint`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, listing
from csplib.errors import KindError, ScopeError
from csplib.kernel.arrays import whole
from csplib.kernel.compiler import attributes_of, because, mypyc_attr, with_attributes
from csplib.modelling.sorting import in_order
from csplib.modelling.terms import Term
from csplib.modelling.values import as_label, depth_of, integral_in, repeated_in, variables_in

if TYPE_CHECKING:
    from typing_extensions import Self

    from csplib.kernel.compiler import Label, Rank, Unchecked
    from csplib.lowering.lowering import Context, Lowering

__all__ = ["OPERATORS", "Constraint", "as_term", "listed", "one_list"]

OPERATORS: dict[str, Callable[[Constraint, object], Constraint]] = {}
"""What each operator between constraints builds, by its sign. Whoever builds needs `Constraint`, and enters itself."""


def as_term(variable: object) -> Term:
    """Take a variable, an expression such as ``x + 2``, or a name."""
    if isinstance(variable, Term):
        return variable
    if isinstance(variable, Constraint):
        raise KindError(f"{variable} is a constraint where a variable or its name is needed")
    try:
        hash(variable)
    except TypeError as cause:
        raise because(KindError(f"{brief(variable)} cannot name a variable: it is not hashable"), cause)
    return Term(variable)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Constraint:
    """A statement about the variables of its scope.

    *name* is used in messages instead of a description. *rank* matters to nobody but those who read the order of
    neighbors: constraints of lower rank name them first (see `CSP.neighbors`).
    """

    numeric: ClassVar[bool] = False
    """Whether every value must be an integer."""
    shifts: ClassVar[bool] = False
    """Whether `lower` sees to the offsets of terms itself; otherwise a hidden variable stands for each ``x + 2``."""
    repeats: ClassVar[bool] = False
    """Whether a variable may be named twice."""
    empty: ClassVar[bool] = False
    """Whether there may be no variable at all."""
    names_values: ClassVar[bool] = False
    """Whether `named_values`, here or in a part, has something to say."""

    def __init__(self, scope: Iterable[object], *, name: Label | None = None, rank: Rank = 0) -> None:
        if not isinstance(scope, (list, tuple)):
            scope = listed(scope, f"{type(self).__name__} needs a collection of variables")
        self.terms: tuple[Term, ...] = tuple([one if isinstance(one, Term) else as_term(one) for one in scope])
        self.name: str | None = as_label(name)
        self.rank: int = whole(rank, "the rank of a constraint must be an integer")
        self.depth: int = depth_of(self.terms)
        if not self.terms and not self.empty:
            raise ScopeError(f"{type(self).__name__} needs at least one variable")
        twice = None if self.repeats else repeated_in(self.terms)
        if twice is not None:
            raise ScopeError(f"{self} names {twice.name!r} twice")

    @property
    def scope(self) -> tuple[Hashable, ...]:
        """What the terms are about, in order: names of variables, or expressions."""
        return tuple([term.name for term in self.terms])

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """The constraints that this one is made of, if it is."""
        return ()

    def reads(self) -> list[Term]:
        """List the variables that the constraint depends on, those inside expressions too."""
        return variables_in(self.terms)

    def integral(self) -> list[Term]:
        """List the terms whose values must be integers."""
        found = [*self.terms, *integral_in(self.terms)] if self.numeric else integral_in(self.terms)
        for part in self.parts:
            found += part.integral()
        return found

    def named_values(self) -> Iterable[Hashable]:
        """Return the values that the constraint names, where one that no variable has is hardly meant."""
        return ()

    def shifted_values(self, values: Sequence[Any]) -> list[Any]:
        """Add to each value the offset of its term."""
        return [value + term.offset if term.offset else value for value, term in zip(values, self.terms, strict=True)]

    def satisfied(self, values: Sequence[object]) -> bool:
        """Say whether *values*, one for each term (before its offset), satisfy the constraint."""
        raise NotImplementedError(f"{type(self).__name__} does not say when it is satisfied")

    def lower(self, to: Lowering) -> None:
        """State the constraint in the engine's terms: restrictions, arcs, propagators."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to lower it")

    def complete(self, to: Lowering, context: Context) -> None:
        """Add what depends on all the rest, when that has been stated; asked of what is in `Lowering.deferred`."""

    def negated(self) -> Constraint:
        """Return the constraint that holds where this one does not, as far as its expressions have a value."""
        return OPERATORS["not"](self, None)

    def named(self, name: str | Unchecked) -> Self:
        """Give a copy that is called *name* in messages.

        >>> from csplib import Diff
        >>> print(Diff("x", "y").named("neighbors differ"))
        neighbors differ
        """
        if not isinstance(name, str):
            raise KindError(f"the name of a constraint must be a string, not {brief(name)}")
        twin = copy(self)
        twin.name = name
        return twin

    def describe(self) -> str:
        """Return what the constraint states, whatever its name."""
        return f"{type(self).__name__}({listing(self.terms)})"

    def implies(self, other: Constraint | bool | Unchecked) -> Constraint:  # noqa: FBT001 - as good as a constraint
        """State that *other* holds where this one does."""
        return OPERATORS["implies"](self, other)

    def __and__(self, other: Constraint | bool | Unchecked) -> Constraint:
        return OPERATORS["&"](self, other)

    def __rand__(self, other: bool | Unchecked) -> Constraint:
        return OPERATORS["&"](self, other)

    def __or__(self, other: Constraint | bool | Unchecked) -> Constraint:
        return OPERATORS["|"](self, other)

    def __ror__(self, other: bool | Unchecked) -> Constraint:
        return OPERATORS["|"](self, other)

    def __xor__(self, other: Constraint | bool | Unchecked) -> Constraint:
        return OPERATORS["!="](self, other)

    def __rxor__(self, other: bool | Unchecked) -> Constraint:
        return OPERATORS["!="](self, other)

    def __invert__(self) -> Constraint:
        return OPERATORS["~"](self, None)

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]  # builds a constraint, as for expressions
        """State that both constraints hold, or neither: "if and only if".

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add((x == 0) == (y == 0))
        >>> p.count()
        5
        """
        return OPERATORS["=="](self, other)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        """State that exactly one of both constraints holds, as ``^`` does.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add((x == 0) != (y == 0))
        >>> p.count()
        4
        """
        return OPERATORS["!="](self, other)

    def __hash__(self) -> int:
        return object.__hash__(self)

    def __add__(self, other: object) -> Constraint:
        raise KindError(f"{self} is a constraint, not a number: to count constraints write sum(reify(c) for c in ...)")

    def __radd__(self, other: object) -> Constraint:
        return self + other

    def __sub__(self, other: object) -> Constraint:
        return self + other

    def __rsub__(self, other: object) -> Constraint:
        return self + other

    def __mul__(self, other: object) -> Constraint:
        return self + other

    def __rmul__(self, other: object) -> Constraint:
        return self + other

    def __str__(self) -> str:
        return self.describe() if self.name is None else self.name

    def __repr__(self) -> str:
        return f"<{self.describe()}>" if self.name is None else f"<{self.name}: {self.describe()}>"

    def __getstate__(self) -> dict[str, object]:
        return attributes_of(self)

    def __setstate__(self, state: dict[str, object]) -> None:
        with_attributes(self, state)

    def __bool__(self) -> bool:
        raise KindError(
            f"{self} is a constraint, neither true nor false: hand it to Problem.add. To join constraints write & | ~ "
            "instead of and, or, not; (a <= x) & (x <= b) instead of a <= x <= b; In(x, values) instead of x in ...; "
            "max_of(x, y) instead of max(x, y); implies(a, b) instead of if; to compare handles write 'is'"
        )


def one_list(kind: str, first: object, more: tuple[object, ...]) -> KindError:
    """Return the error for variables that were handed over one by one, not as one list."""
    shown = ", ".join([str(one) for one in (first, *more)[:2]])
    return KindError(
        f"{kind} takes its variables as one list: write {kind}([{shown}{', ...' if len(more) > 1 else ''}])"
    )


def listed(things: Iterable[Any], needed: str) -> list[Any]:
    """List *things*, a set in a fixed order; if that cannot be done, say what was *needed*."""
    if isinstance(things, (Term, Constraint)):
        raise KindError(f"{needed}: write [{things}]")
    try:
        return in_order(things) if isinstance(things, (set, frozenset)) else list(things)
    except TypeError as cause:
        raise because(KindError(f"{needed}, not {brief(things)}"), cause)
