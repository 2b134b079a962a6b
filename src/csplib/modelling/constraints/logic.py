"""Constraints about constraints: "and", "or", "not", and the constants True and False."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, ClassVar

from csplib.display.wording import brief, joined
from csplib.errors import KindError
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.other_libraries import native
from csplib.kernel.tracking import are_tracked, untrack
from csplib.modelling.constraints.base import OPERATORS, Constraint, as_label, as_rank, holds, listed, nested
from csplib.modelling.constraints.meaning import opposite
from csplib.modelling.refused_operators import RefusedOperators
from csplib.modelling.terms import Composite, Term

if TYPE_CHECKING:
    from typing_extensions import Self

    from csplib.kernel.compiler import Label, Rank, Unchecked
    from csplib.lowering.lowering import Lowering

__all__ = ["AllOf", "AnyOf", "Defined", "Fact", "Not", "as_constraint", "conjuncts", "defined"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Fact(Constraint):
    """True or False in the place of a constraint: it always holds, or never."""

    empty: ClassVar[bool] = True

    def __init__(self, holds: bool, *, name: Label | None = None) -> None:  # noqa: FBT001 - the only argument
        self.truth: bool = holds
        super().__init__((), name=name)

    def satisfied(self, values: Sequence[object]) -> bool:  # noqa: ARG002 - it depends on nothing
        return self.truth

    def lower(self, to: Lowering) -> None:
        to.settle(self)

    def negated(self) -> Constraint:
        return Fact(not self.truth)

    def describe(self) -> str:
        return str(self.truth)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class _Combined(Constraint):
    """Constraints joined by a word. The terms are those of all parts, each once.

    Expressions that can be undefined are replaced by their variables, which always have a value.
    """

    empty: ClassVar[bool] = True
    names_values: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"
    word: ClassVar[str]

    def __init__(self, parts: Iterable[Constraint | bool], *, name: Label | None = None, rank: Rank = 0) -> None:
        given = _checked_parts(self, parts)
        inside = given if isinstance(self, Defined) else [defined(part) for part in given]
        self._parts: tuple[Constraint, ...] = tuple(inside)
        self._names: set[Hashable] | None = None  # of the terms; combinations made by `extended` share the set
        # As Constraint.__init__, whose checks this passes: each term is there once.
        stated: Constraint = self  # terms are not declared again: see Diff
        stated.terms = tuple(_new_terms(self._parts, set()))
        self.name: str | None = name if name is None else as_label(name)
        self.rank: int = rank if type(rank) is int else as_rank(rank)
        self.depth: int = nested([part.depth for part in self._parts], "constraints")
        if type(self) is AnyOf and not are_tracked(self._parts) and not are_tracked(self.terms):
            untrack(self)

    def extended(self, more: Sequence[Constraint]) -> Self:
        """Return a combination with *more* parts, without checking the parts of this one again."""
        new = tuple(map(defined, more))
        names = self._names
        if names is None or len(names) != len(self.terms):
            names = set(self.scope)
        terms = (*self.terms, *_new_terms(new, names))
        depth = max(self.depth, nested([part.depth for part in new], "constraints"))
        twin = copy(self)
        twin._parts, twin._names = self._parts + new, names  # noqa: SLF001 - of the same class
        twin.terms, twin.depth = terms, depth
        return twin

    @property
    def parts(self) -> tuple[Constraint, ...]:
        return self._parts

    def reads(self) -> list[Term]:
        return [variable for part in self._parts for variable in part.reads()]

    def _any_is(self, *, verdict: bool, values: Sequence[object]) -> bool:
        """Return whether one of the parts has this *verdict*: True if it holds, False if it does not."""
        known = dict(zip(self.scope, values, strict=True))
        for part in self._parts:
            if holds(part, known) == verdict:
                return True
        return False

    def describe(self) -> str:
        return joined([_bracketed(part) for part in self._parts], f" {self.word} ") or str(self.satisfied(()))


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class AllOf(_Combined):
    """All of the constraints hold; ``a & b`` builds it. Each part is lowered separately."""

    word = "&"

    def satisfied(self, values: Sequence[object]) -> bool:
        return not self._any_is(verdict=False, values=values)

    def lower(self, to: Lowering) -> None:
        for part in self.parts:
            to.state(part)

    def negated(self) -> Constraint:
        return AnyOf([opposite(part) for part in self.parts])


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Defined(AllOf):
    """A constraint inside others: it holds, and all its expressions are defined."""

    def describe(self) -> str:
        return str(self.parts[-1])


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class AnyOf(_Combined):
    """At least one of the constraints holds; ``a | b`` builds it.

    Over few values it is tabulated. Over many, once all parts but one have failed, the last one is enforced.

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
        if self.terms:
            to.choose(self)
        else:
            to.settle(self)

    def negated(self) -> Constraint:
        return AllOf([opposite(part) for part in self.parts])


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Not(_Combined):
    """The constraint does not hold. It negates constraints that have no better negation."""

    def __init__(
        self,
        constraint: Constraint | bool | Unchecked,  # noqa: FBT001 - as good as a constraint
        *,
        name: Label | None = None,
        rank: Rank = 0,
    ) -> None:
        super().__init__([constraint], name=name, rank=rank)  # type: ignore[list-item]  # which is refused

    def satisfied(self, values: Sequence[object]) -> bool:
        return not self._any_is(verdict=True, values=values)

    def lower(self, to: Lowering) -> None:
        if self.terms:
            to.ask(self)
        else:
            to.settle(self)

    def negated(self) -> Constraint:
        return self.parts[0]

    def describe(self) -> str:
        return f"~({self.parts[0]})"


def _bracketed(part: Constraint) -> str:
    """Return *part* as text in brackets, unless it is a boolean or its opposite."""
    text = str(part)
    return text if part.name is None and text.removeprefix("~").isidentifier() else f"({text})"


def _checked_parts(whole: Constraint, parts: Iterable[Constraint | bool]) -> list[Constraint]:
    """Return the *parts* of a combination as constraints, or refuse them."""
    given = parts if type(parts) is list else listed(parts, f"{type(whole).__name__} needs constraints")
    for part in given:
        if not isinstance(part, Constraint):
            return [as_constraint(part, f"{type(whole).__name__} needs constraints") for part in given]
    return given


def _new_terms(parts: Iterable[Constraint], names: set[Hashable]) -> list[Term]:
    """Return the terms of *parts*, without offsets, whose names are not in *names* yet, and add the names."""
    found: list[Term] = []
    for part in parts:
        for term in part.reads() if _is_partial(part) else part.terms:
            name = term.name
            if name not in names:
                names.add(name)
                found.append(term.plain())
    return found


def defined(constraint: Constraint) -> Constraint:
    """Return *constraint* for use inside others: where an expression in it is undefined, it alone is false."""
    if not _is_partial(constraint):
        return constraint
    partial = {one.key(): one for term in constraint.terms for one in term.partial()}
    conditions = [one.condition() for one in partial.values()]
    return Defined([*[one for one in conditions if one is not None], constraint])


def _is_partial(constraint: Constraint) -> bool:
    """Return whether a term of *constraint* is undefined for some values of its variables."""
    for term in constraint.terms:
        if isinstance(term, Composite) and term.partial():
            return True
    return False


def conjuncts(constraint: Constraint) -> list[Constraint]:
    """Return the parts that "and" joins, at any depth."""
    parts = constraint.parts if isinstance(constraint, AllOf) else ()
    return [one for part in parts for one in conjuncts(part)] or [constraint]


def as_constraint(given: object, needed: str) -> Constraint:
    """Return a constraint, a boolean, or True or False as one; the error for anything else begins with *needed*."""
    if isinstance(given, Constraint):
        return given
    if isinstance(given, bool):
        return Fact(given)
    claim = given.claim() if isinstance(given, RefusedOperators) else None
    if claim is not None:
        return claim
    truth = native(given)
    if isinstance(truth, bool):
        return Fact(truth)
    raise KindError(f"{needed}, not {brief(given)}{_meant(given)}")


def _meant(given: object) -> str:
    """Return a hint at what to write instead of something that is not a constraint, if there is one."""
    if isinstance(given, Term):
        return ": put brackets around each comparison, as in (x == 1) | (y == 2); add_boolean states a boolean variable"
    if isinstance(given, str):
        return ": write x != y with what add_variable returned, and (x != y).named('...') to give it a name"
    if hasattr(given, "weight"):
        return ": write prefer(...) to state a preference"
    if given is None:
        return ": is a return missing in the function that makes it?"
    if callable(given):
        return ": write Predicate([x, y], function)"
    return ": write add(*constraints), or AllOf(constraints)" if isinstance(given, Iterable) else ""


def _conjunction(one: Constraint, other: object) -> Constraint:
    return _joined(AllOf, one, as_constraint(other, "& joins constraints"), neutral=True)


def _disjunction(one: Constraint, other: object) -> Constraint:
    return _joined(AnyOf, one, as_constraint(other, "| joins constraints"), neutral=False)


def _joined(kind: type[_Combined], one: Constraint, other: Constraint, *, neutral: bool) -> Constraint:
    """Join two constraints. Combinations of that *kind* without a name are flattened; True and False are simplified."""
    if isinstance(one, Fact):
        return other if one.truth == neutral else one
    if isinstance(other, Fact):
        return one if other.truth == neutral else other
    more = other.parts if type(other) is kind and other.name is None else (other,)
    if isinstance(one, _Combined) and type(one) is kind and one.name is None:
        return one.extended(more)
    return AnyOf([one, *more]) if kind is AnyOf else kind([one, *more])  # compiled, a class by name is faster


def _implication(one: Constraint, other: object) -> Constraint:
    consequence = as_constraint(other, "implies needs two constraints")
    if isinstance(one, Fact) or isinstance(consequence, Fact):
        return _disjunction(~one, consequence)
    return AnyOf([~one, consequence])


def _negation(one: Constraint, _: object) -> Constraint:
    return opposite(defined(one))


def _opposite(one: Constraint, _: object) -> Constraint:
    return Not(one)


OPERATORS.update({"&": _conjunction, "|": _disjunction, "~": _negation, "not": _opposite, "implies": _implication})
