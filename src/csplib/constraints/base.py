"""What every constraint has: a scope, a name, a meaning, a translation for the engine. And "and", "or", "not".

To write a constraint of your own:

1. Subclass `Constraint`; call ``super().__init__`` with the variables.
2. Say in `satisfied` when a row of values, one for each term, holds. `shifted_values` adds the offsets of ``x + 2``.
3. Translate it in `lower`: ``to.ask(self)`` is always right, and prunes well over few values. Otherwise add a
   `Propagator` over ``to.variables(self)``; see its checklist.
4. Set the class's `numeric`, `shifts` or `repeats` where they apply.
5. Check it with `csplib.testing.check_constraint`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.errors import KindError, ScopeError
from csplib.native import attributes_of, mypyc_attr, with_attributes
from csplib.sorting import in_order
from csplib.terms import Term
from csplib.values import depth_of, holds, integral_in, one_deeper, plain_in, repeated_in, variables_in

if TYPE_CHECKING:
    from typing_extensions import Self

    from csplib.lowering import Lowering
    from csplib.native import Unchecked
    from csplib.surroundings import Surroundings

__all__ = ["AllOf", "AnyOf", "Constraint", "Not", "as_term", "conjuncts", "defined", "listed"]


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

    def __init__(self, scope: Iterable[object], *, name: str | None = None, rank: int = 0) -> None:
        if not isinstance(scope, (list, tuple)):
            scope = listed(scope, f"{type(self).__name__} needs a collection of variables")
        self.terms: tuple[Term, ...] = tuple([one if isinstance(one, Term) else as_term(one) for one in scope])
        self.name: str | None = name
        self.rank: int = rank
        self.depth: int = depth_of(self.terms)
        if not self.terms:
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

    def shifted_values(self, values: Sequence[Any]) -> list[Any]:
        """Add to each value the offset of its term."""
        return [value + term.offset if term.offset else value for value, term in zip(values, self.terms, strict=True)]

    def satisfied(self, values: Sequence[object]) -> bool:
        """Say whether *values*, one for each term (before its offset), satisfy the constraint."""
        raise NotImplementedError(f"{type(self).__name__} does not say when it is satisfied")

    def lower(self, to: Lowering) -> None:
        """State the constraint in the engine's terms: restrictions, arcs, propagators."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to lower it")

    def complete(self, to: Lowering, surroundings: Surroundings) -> None:
        """Add what depends on all the rest, when that has been stated; asked of what is in `Lowering.deferred`."""

    def negated(self) -> Constraint:
        """Give the constraint that holds where this one does not, as far as its expressions have a value."""
        return Not(self)

    def named(self, name: str | Unchecked) -> Self:
        """Give a copy that is called *name* in messages.

        >>> from csplib import Diff
        >>> print(Diff("x", "y").named("neighbors differ"))
        neighbors differ
        """
        if not isinstance(name, str):
            raise KindError(f"the name of a constraint must be a string, not {name!r}")
        twin = copy(self)
        twin.name = name
        return twin

    def describe(self) -> str:
        """Say what the constraint states, whatever its name."""
        return f"{type(self).__name__}({', '.join(map(str, self.terms))})"

    def implies(self, other: Constraint | Unchecked) -> Constraint:
        """State that *other* holds where this one does."""
        return AnyOf([~self, other])  # type: ignore[list-item]  # which is refused

    def __and__(self, other: Constraint) -> Constraint:
        return _joined(AllOf, self, other) if isinstance(other, Constraint) else NotImplemented

    def __or__(self, other: Constraint) -> Constraint:
        return _joined(AnyOf, self, other) if isinstance(other, Constraint) else NotImplemented

    def __invert__(self) -> Constraint:
        return defined(self).negated()

    def __add__(self, other: object) -> Constraint:
        raise KindError(f"{self} is a constraint, not a number: to count constraints write sum(reify(c) for c in ...)")

    def __radd__(self, other: object) -> Constraint:
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
            "to compare handles write 'is'"
        )


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class _Combined(Constraint):
    """Constraints joined by a word; the terms are whatever they speak about, each once.

    Of expressions that may have no value it speaks by their variables, so that it always has all it needs.
    """

    word: ClassVar[str]

    def __init__(self, parts: Iterable[Constraint], *, name: str | None = None, rank: int = 0) -> None:
        given = listed(parts, f"{type(self).__name__} needs constraints")
        for part in given:
            if not isinstance(part, Constraint):
                raise KindError(f"{type(self).__name__} needs constraints, not {part!r}")
        self._parts: tuple[Constraint, ...] = tuple(given if isinstance(self, _Defined) else map(defined, given))
        self._about: set[Hashable] = set()  # what the terms are about, and those of combinations that grow out of this
        super().__init__(plain_in(self._parts, self._about), name=name, rank=rank)
        self.depth: int = one_deeper([part.depth for part in self._parts], "constraints")

    def grown(self, more: Sequence[Constraint]) -> Self:
        """Give a combination with some parts more, without going through all of this one again."""
        new = tuple(map(defined, more))
        about = self._about if len(self._about) == len(self.terms) else set(self.scope)
        terms = (*self.terms, *plain_in(new, about))
        depth = max(self.depth, one_deeper([part.depth for part in new], "constraints"))
        twin = copy(self)
        twin._parts, twin._about = self._parts + new, about  # noqa: SLF001 - it is one of us
        twin.terms, twin.depth = terms, depth
        return twin

    @property
    def parts(self) -> tuple[Constraint, ...]:
        return self._parts

    def reads(self) -> list[Term]:
        return [variable for part in self._parts for variable in part.reads()]

    def _any_is(self, *, verdict: bool, values: Sequence[object]) -> bool:
        """Say whether this is the *verdict* of one of the parts."""
        known = dict(zip(self.scope, values, strict=True))
        for part in self._parts:
            if holds(part, known) == verdict:
                return True
        return False

    def describe(self) -> str:
        return f" {self.word} ".join([f"({part})" for part in self._parts])


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class AllOf(_Combined):
    """Every one of the constraints holds; what ``a & b`` builds. An engine hears of them one by one."""

    word = "&"

    def satisfied(self, values: Sequence[object]) -> bool:
        return not self._any_is(verdict=False, values=values)

    def lower(self, to: Lowering) -> None:
        for part in self.parts:
            part.lower(to)

    def negated(self) -> Constraint:
        return AnyOf([part.negated() for part in self.parts])


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class _Defined(AllOf):
    """A constraint in which every expression has a value: what a constraint means inside others."""

    def describe(self) -> str:
        return str(self.parts[-1])


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class AnyOf(_Combined):
    """At least one of the constraints holds; what ``a | b`` builds.

    Over few values it is tabulated. Over many, once all but one are seen to fail the last one is enforced.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(100))
    >>> p.add(AnyOf([x + 90 <= y, y + 95 <= x]))
    >>> p.count()
    70
    """

    word = "|"

    def satisfied(self, values: Sequence[object]) -> bool:
        return self._any_is(verdict=True, values=values)

    def lower(self, to: Lowering) -> None:
        to.choose(self)

    def negated(self) -> Constraint:
        return AllOf([part.negated() for part in self.parts])


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Not(_Combined):
    """The constraint does not hold: for those that know no better way to say so."""

    def __init__(self, constraint: Constraint | Unchecked, *, name: str | None = None, rank: int = 0) -> None:
        super().__init__([constraint], name=name, rank=rank)  # type: ignore[list-item]  # which is refused

    def satisfied(self, values: Sequence[object]) -> bool:
        return not self._any_is(verdict=True, values=values)

    def lower(self, to: Lowering) -> None:
        to.ask(self)

    def negated(self) -> Constraint:
        return self.parts[0]

    def describe(self) -> str:
        return f"~({self.parts[0]})"


def defined(constraint: Constraint) -> Constraint:
    """Give *constraint* for a place inside others: where an expression in it has no value it is false, and no more."""
    partial = {one.key(): one for term in constraint.terms for one in term.partial()}
    conditions = [one.condition() for one in partial.values()]
    return _Defined([*[one for one in conditions if one is not None], constraint]) if partial else constraint


def conjuncts(constraint: Constraint) -> list[Constraint]:
    """Take "and" apart."""
    parts = constraint.parts if isinstance(constraint, AllOf) else ()
    return [one for part in parts for one in conjuncts(part)] or [constraint]


def _joined(kind: type[_Combined], one: Constraint, other: Constraint) -> Constraint:
    """Join two constraints; a nameless combination of that *kind* is taken apart."""
    more = other.parts if type(other) is kind and other.name is None else (other,)
    if isinstance(one, _Combined) and type(one) is kind and one.name is None:
        return one.grown(more)
    return kind([one, *more])


def listed(things: Iterable[Any], needed: str) -> list[Any]:
    """List *things*, a set in a fixed order; if that cannot be done, say what was *needed*."""
    if isinstance(things, (Term, Constraint)):
        raise KindError(f"{needed}: write [{things}]")
    try:
        return in_order(things) if isinstance(things, (set, frozenset)) else list(things)
    except TypeError as cause:
        raise KindError(f"{needed}, not {things!r}") from cause
