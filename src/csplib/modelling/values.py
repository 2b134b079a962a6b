"""Values where terms are spoken of: integers taken as terms, and what terms and constraints come to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import index as as_index
from typing import TYPE_CHECKING, Any

from csplib.display.wording import brief
from csplib.errors import KindError, OptionError, ScopeError
from csplib.kernel.arrays import native
from csplib.kernel.compiler import because, mypyc_attr
from csplib.kernel.formulas import Node, Weighted
from csplib.modelling.operations import ATOM, SIGN, Written
from csplib.modelling.terms import Composite, Term, UndefinedError, value_of

if TYPE_CHECKING:
    from csplib.kernel.axis import Axis
    from csplib.modelling.constraints.base import Constraint
    from csplib.modelling.terms import Domain

__all__ = [
    "Known",
    "as_label",
    "as_number",
    "depth_of",
    "divisor_of",
    "holds",
    "integer",
    "integral_in",
    "is_array",
    "one_deeper",
    "plain_in",
    "repeated_in",
    "variables_in",
]

_DEEPEST = 100


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Known(Composite):
    """A value in a place where a term is needed; `Constant` adds the operators."""

    __slots__ = ("value",)

    inline: bool = True

    def __init__(self, value: Hashable) -> None:
        self.value: Hashable = value
        super().__init__()

    def variables(self) -> list[Term]:
        return []

    def integral(self) -> list[Term]:
        return []

    def leaves(self) -> list[Term]:
        return []

    def evaluate(self, values: Mapping[Hashable, Any]) -> Any:  # noqa: ARG002 - it depends on nothing
        return self.value

    def node(self, leaves: Mapping[Hashable, int], axis: Axis) -> Node:  # noqa: ARG002
        return Weighted([], [], as_index(self.value))  # type: ignore[arg-type]  # arithmetic is asked of integers alone

    def structure(self) -> Hashable:
        return ("constant", self.value)

    def shape(self, places: Mapping[Hashable, int]) -> Hashable:  # noqa: ARG002
        return ("constant", self.value)

    def compute(self, values: Mapping[Hashable, Any]) -> Any:  # noqa: ARG002
        return self.value

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:  # noqa: ARG002
        return [self.value]

    def definition(self) -> None:
        return None

    def weights(self) -> tuple[list[tuple[Term, int]], int]:
        if not isinstance(self.value, int):
            raise KindError(f"arithmetic takes integers, variables and expressions, not the constant {self}")
        return [], self.value

    def written(self) -> Written:
        text = repr(self.value)
        return text, SIGN if text.startswith("-") else ATOM

    def __str__(self) -> str:
        return self.written()[0]


def as_number(value: object, needed: str) -> Term:
    """Take an integer, a variable or an expression; a name would look like a value here. Else say what was *needed*."""
    if isinstance(value, Term):
        return value
    try:
        return Known(as_index(value))  # type: ignore[arg-type]
    except TypeError:
        raise because(KindError(f"{needed} must be an integer, a variable or an expression, not {brief(value)}"), None)


def integer(value: object) -> int:
    """Take an integer, of whatever library; refuse anything else."""
    if type(value) is int:
        return value
    number = native(value)
    if not hasattr(number, "__index__"):
        needed = "arithmetic takes integers, variables and expressions"
        raise because(KindError(f"{needed}, not {brief(value)}{_instead(value)}"), None)
    return as_index(number)


def is_array(value: object) -> bool:
    """Return whether *value* has dimensions, as an array of NumPy or a Series of pandas has."""
    if type(value) is int or isinstance(value, Term):
        return False
    return bool(getattr(value, "ndim", 0))


def as_label(name: object) -> str | None:
    """Take the name of a constraint, or None."""
    if name is not None and not isinstance(name, str):
        raise KindError(f"the name of a constraint must be a string, not {brief(name)}")
    return name


def _instead(value: object) -> str:
    """Return what to write instead of something that arithmetic does not take, if that can be guessed."""
    if isinstance(value, float):
        return ": state everything in a smaller unit, such as cents"
    return ": reify(constraint) is 1 or 0" if hasattr(value, "satisfied") else ""


def divisor_of(value: object) -> int:
    """Take an integer to divide by."""
    if isinstance(value, Term):
        raise KindError(f"the divisor must be an integer, not {value}")
    if not integer(value):
        raise OptionError("the divisor is 0")
    return integer(value)


def holds(constraint: Constraint, values: Mapping[Hashable, Any]) -> bool:
    """Say whether *constraint* holds where variables have *values*; an expression that has no value breaks it."""
    judge: Callable[[list[Any]], object] = constraint.satisfied  # which may answer with anything true or false
    try:
        return bool(judge([value_of(name, values) for name in constraint.scope]))
    except UndefinedError:
        return False


def variables_in(terms: tuple[Term, ...]) -> list[Term]:
    """List the variables that *terms* depend on."""
    found: list[Term] = []
    for term in terms:
        if isinstance(term, Composite):
            found += term.variables()
        else:
            found.append(term)
    return found


def integral_in(terms: tuple[Term, ...]) -> list[Term]:
    """List the terms whose values must be integers for *terms* to have a value."""
    found: list[Term] = []
    for term in terms:
        if isinstance(term, Composite):
            found += term.integral()
        elif term.offset:
            found.append(term)
    return found


def depth_of(terms: tuple[Term, ...]) -> int:
    """Give the depth of the deepest of *terms*."""
    depth = 0
    for term in terms:
        if isinstance(term, Composite):
            depth = max(depth, term.depth)
    return depth


def plain_in(parts: Iterable[Constraint], about: set[Hashable]) -> list[Term]:
    """List what *parts* speak about, without offsets, as far as it is not in *about* yet; it is then."""
    found: list[Term] = []
    for part in parts:
        for term in part.reads() if any(term.partial() for term in part.terms) else part.terms:
            if term.name not in about:
                about.add(term.name)
                found.append(Term(term.name, 0, term.owner) if term.offset else term)
    return found


def repeated_in(terms: tuple[Term, ...]) -> Term | None:
    """Give the first of *terms* that is about the same as one before it, if there is one."""
    if len(terms) <= 2:
        return terms[1] if len(terms) == 2 and terms[0].name == terms[1].name else None
    seen: set[Hashable] = set()
    for term in terms:
        if term.name in seen:
            return term
        seen.add(term.name)
    return None


def one_deeper(depths: Iterable[int], what: str) -> int:
    """Give the depth of something around others of these *depths*, up to what Python's stack can bear."""
    depth = 1 + max(depths, default=0)
    if depth > _DEEPEST:
        raise ScopeError(f"{what} are nested more than {_DEEPEST} deep; give parts of them a variable of their own")
    return depth
