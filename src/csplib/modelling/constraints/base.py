"""The base of all constraints: scope, name, meaning, translation for the engine, and the operators & | ~ == ^.

To write a constraint of your own:

1. Subclass `Constraint`; call ``super().__init__`` with the variables.
2. Let `satisfied` say whether a row of values, one for each term, is right. `shifted_values` adds offsets: ``x + 2``.
3. Translate it in `lower`: ``to.ask(self)`` is always right, and prunes well over few values. Otherwise add a
   `Propagator` over ``to.variables(self)``; see its checklist.
4. Set the class's `numeric`, `shifts` or `repeats` where they apply.
5. Check it with `csplib.testing.check_constraint`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, listing
from csplib.errors import KindError, ScopeError
from csplib.kernel.compiler import attributes_of, because, mypyc_attr, with_attributes
from csplib.kernel.other_libraries import checked_integer
from csplib.modelling.set_order import in_order
from csplib.modelling.terms import Term, UndefinedError, depth_of, integral_in, value_of, variables_in

if TYPE_CHECKING:
    from typing_extensions import Self

    from csplib.kernel.compiler import Label, Rank, Unchecked
    from csplib.lowering.cliques import Context
    from csplib.lowering.lowering import Lowering
    from csplib.modelling.booleans import Boolean

__all__ = ["OPERATORS", "Constraint", "as_label", "as_rank", "as_term", "holds", "listed", "nested", "one_list"]

OPERATORS: dict[str, Callable[[Constraint, object], Constraint]] = {}
"""The functions behind the operators between constraints, by their signs. Modules that import this one add them."""

TWINS: list[Callable[[Sequence[Term]], tuple[Term, ...]]] = []
"""The function that replaces terms over a variable that occurs before. The module `twins` adds it."""
_DEEPEST = 100


def as_term(variable: object) -> Term:
    """Return a variable, an expression such as ``x + 2``, or a name as a term."""
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

    *name* is used in messages instead of a description. *rank* only affects the order of `CSP.neighbors`: constraints
    of lower rank come first.
    """

    numeric: ClassVar[bool] = False
    """Whether all values must be integers."""
    shifts: ClassVar[bool] = False
    """Whether `lower` handles the offsets of terms itself; otherwise each ``x + 2`` gets a hidden variable."""
    repeats: ClassVar[bool] = False
    """Whether `lower` handles a variable that occurs twice; otherwise it gets a hidden variable, equal to it."""
    empty: ClassVar[bool] = False
    """Whether the scope may be empty."""
    takes_intervals: ClassVar[bool] = False
    """Whether `lower` handles intervals, variables with too many values for bits; else ``to.ask(self)`` does."""
    mixes: ClassVar[bool] = False
    """Whether `lower` also handles values that are not integers beside intervals."""
    layout: ClassVar[str] = "common"
    """Which bits the variables need: the "same" for all of the scope, those of `Lowering.bit`, or "own" ones for each.

    "own" is for constraints that work with bounds or with tables. It matters where there are very many values."""
    denied_by_terms: ClassVar[bool] = False
    """Whether `negated` has expressions among its terms that this constraint does not have."""
    names_values: ClassVar[bool] = False
    """Whether `named_values`, here or in a part, may return values."""

    def __init__(self, scope: Iterable[object], *, name: Label | None = None, rank: Rank = 0) -> None:
        if not isinstance(scope, (list, tuple)):
            scope = listed(scope, f"{type(self).__name__} needs a collection of variables")
        self.terms: tuple[Term, ...] = tuple([one if isinstance(one, Term) else as_term(one) for one in scope])
        self.name: str | None = as_label(name)
        self.rank: int = as_rank(rank)
        self.depth: int = depth_of(self.terms)
        if not self.terms and not self.empty:
            raise ScopeError(f"{type(self).__name__} needs at least one variable")
        if not self.repeats and _has_repeated(self.terms):
            self.terms = TWINS[0](self.terms)

    @property
    def scope(self) -> tuple[Hashable, ...]:
        """The names of the variables or expressions that the terms are about, in order."""
        return tuple([term.name for term in self.terms])

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """The constraints that this constraint combines, if any."""
        return ()

    def inner(self) -> tuple[Constraint, ...]:
        """Return the constraints inside that are lowered: the parts, and negations that have other expressions."""
        return self.parts

    def reads(self) -> list[Term]:
        """Return the variables that the constraint depends on, those inside expressions included."""
        return variables_in(self.terms)

    def integral(self) -> list[Term]:
        """Return the terms whose values must be integers."""
        found = [*self.terms, *integral_in(self.terms)] if self.numeric else integral_in(self.terms)
        for part in self.parts:
            found += part.integral()
        return found

    def named_values(self) -> Iterable[Hashable]:
        """Return the values that the constraint names; one that no variable has is probably a mistake."""
        return ()

    def shifted_values(self, values: Sequence[Any]) -> list[Any]:
        """Return each value plus the offset of its term."""
        return [value + term.offset if term.offset else value for value, term in zip(values, self.terms, strict=True)]

    def satisfied(self, values: Sequence[object]) -> bool:
        """Return whether *values*, one for each term (without its offset), satisfy the constraint."""
        raise NotImplementedError(f"{type(self).__name__} has no method satisfied")

    def lower(self, to: Lowering) -> None:
        """Translate the constraint for the engine: to restrictions, arcs and propagators."""
        raise NotImplementedError(f"{type(self).__name__} has no method lower")

    def complete(self, to: Lowering, context: Context) -> None:
        """Add propagators that depend on all other constraints; called at the end for those in `Lowering.deferred`."""

    def negated(self) -> Constraint:
        """Return the constraint that holds where this one does not, provided that its expressions are defined."""
        return OPERATORS["not"](self, None)

    def named(self, name: str | Unchecked) -> Self:
        """Return a copy that is called *name* in messages.

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
        """Return what the constraint states, as text without its name."""
        return f"{type(self).__name__}({listing(self.terms)})"

    def implies(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:  # noqa: FBT001 - as good as a constraint
        """Return the constraint that *other* holds where this one does."""
        return OPERATORS["implies"](self, other)

    def __and__(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:
        return OPERATORS["&"](self, other)

    def __rand__(self, other: Boolean | bool | Unchecked) -> Constraint:
        return OPERATORS["&"](self, other)

    def __or__(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:
        return OPERATORS["|"](self, other)

    def __ror__(self, other: Boolean | bool | Unchecked) -> Constraint:
        return OPERATORS["|"](self, other)

    def __xor__(self, other: Constraint | Boolean | bool | Unchecked) -> Constraint:
        return OPERATORS["!="](self, other)

    def __rxor__(self, other: Boolean | bool | Unchecked) -> Constraint:
        return OPERATORS["!="](self, other)

    def __invert__(self) -> Constraint:
        return OPERATORS["~"](self, None)

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]  # builds a constraint, as for expressions
        """Return the constraint that both hold, or neither: "if and only if".

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add((x == 0) == (y == 0))
        >>> p.count()
        5
        """
        return OPERATORS["=="](self, other)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        """Return the constraint that exactly one of both holds, as ``^`` does.

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
            f"{self} is a constraint, neither true nor false: pass it to Problem.add. To join constraints write & | ~ "
            "instead of and, or, not; AllOf(...), AnyOf(...) instead of all(...), any(...); (a <= x) & (x <= b) "
            "instead of a <= x <= b; In(x, values) instead of x in ...; max_of(x, y) instead of max(x, y); "
            "implies(a, b) instead of if; to compare handles write 'is'"
        )


def holds(constraint: Constraint, values: Mapping[Hashable, Any]) -> bool:
    """Return whether *constraint* holds for these *values* of variables; False if an expression in it is undefined."""
    judge: Callable[[list[Any]], object] = constraint.satisfied  # a user's function may return any true or false value
    try:
        return bool(judge([value_of(name, values) for name in constraint.scope]))
    except UndefinedError:
        return False


def nested(depths: Iterable[int], things: str) -> int:
    """Return the depth of a constraint or expression around *things* of these *depths*; refuse to exceed the limit.

    Many functions on nested constraints are recursive, and Python's stack is limited.
    """
    depth = 1
    for inner in depths:
        depth = max(depth, inner + 1)
    if depth > _DEEPEST:
        raise ScopeError(f"{things} are nested more than {_DEEPEST} deep; give parts of them a variable of their own")
    return depth


def _has_repeated(terms: tuple[Term, ...]) -> bool:
    """Return whether two of *terms* have the same name."""
    if len(terms) <= 2:
        return len(terms) == 2 and terms[0].name == terms[1].name
    return len({term.name for term in terms}) < len(terms)


def as_label(name: object) -> str | None:
    """Return the name of a constraint, which must be a string or None."""
    if name is not None and not isinstance(name, str):
        raise KindError(f"the name of a constraint must be a string, not {brief(name)}")
    return name


def as_rank(rank: object) -> int:
    """Return the rank of a constraint, which must be an integer."""
    return checked_integer(rank, "the rank of a constraint must be an integer")


def one_list(kind: str, first: object, more: tuple[object, ...]) -> KindError:
    """Return the error for variables that were passed one by one instead of as one list."""
    shown = ", ".join([str(one) for one in (first, *more)[:2]])
    return KindError(
        f"{kind} takes its variables as one list: write {kind}([{shown}{', ...' if len(more) > 1 else ''}])"
    )


def listed(things: Iterable[Any], needed: str) -> list[Any]:
    """Return *things* as a list, sets in a fixed order, arrays row by row; other errors begin with *needed*."""
    if isinstance(things, (Term, Constraint)):
        raise KindError(f"{needed}: write [{things}]")
    try:
        if type(things) is not list and hasattr(things, "flat_variables"):
            array: Any = things
            found: list[Any] = array.flat_variables()
            return found
        return in_order(things) if isinstance(things, (set, frozenset)) else list(things)
    except TypeError as cause:
        raise because(KindError(f"{needed}, not {brief(things)}"), cause)
