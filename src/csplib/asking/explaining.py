"""Explanations of a problem without a solution: a smallest set of statements that cannot hold together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from csplib.asking.origins import calculates
from csplib.display.markup import sentences
from csplib.display.wording import called
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.membership import In

if TYPE_CHECKING:
    from csplib.asking.refuting import Refuter

__all__ = ["Assumption", "Conflict", "as_conflict", "minimal_part", "proven_part", "smallest_conflict"]


class Assumption(In):
    """The constraint that a variable has an assumed value."""

    def __init__(self, variable: Hashable, value: Hashable) -> None:
        super().__init__(variable, [value], name=f"assumed: {called(variable)} is {value!r}")
        self.fact: tuple[Hashable, Hashable] = (variable, value)


class Conflict(NamedTuple):
    """Statements that cannot hold together, but can if any one of them is removed. Printed, it reads as sentences.

    *assumptions* are pairs of a name and a value.
    """

    constraints: tuple[Constraint, ...]
    assumptions: tuple[tuple[Hashable, Hashable], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the constraints; for those without a name, their text."""
        return tuple([str(constraint) for constraint in self.constraints])

    def __str__(self) -> str:
        assumed = [str(Assumption(*fact)) for fact in self.assumptions]
        lines = [f"- {line}" for line in (*assumed, *self.names)]
        if not lines:
            return "Nothing at all can hold."
        if len(lines) == 1:
            return "\n".join(["This cannot hold on its own:", *lines])
        return "\n".join(["These cannot hold together, but they can if any one of them is removed:", *lines])

    def _repr_html_(self) -> str:
        return sentences(self)


def as_conflict(statements: Sequence[Constraint]) -> Conflict:
    """Return the conflict of *statements*, some of which may be assumptions."""
    assumed = [statement.fact for statement in statements if isinstance(statement, Assumption)]
    return Conflict(tuple([one for one in statements if not isinstance(one, Assumption)]), tuple(assumed))


def smallest_conflict(statements: Sequence[Constraint], refuter: Refuter) -> list[Constraint] | None:
    """Return a smallest part of *statements* that cannot hold together, or None if all of them can."""
    cycle = refuter.cycle_among(statements)
    if cycle is not None:
        return cycle
    needed = refuter.refute(statements)
    return None if needed is None else minimal_part(proven_part(statements, needed, refuter), refuter)


def proven_part(statements: Sequence[Constraint], needed: list[Constraint], refuter: Refuter) -> list[Constraint]:
    """Return a part of *statements* that was refuted: those that their refutation *needed*, if these are enough.

    If they can hold, the refutation has not named all: unary constraints and expressions may be behind it, too.
    """
    chosen = {id(one) for one in needed}
    wider = [one for one in statements if id(one) in chosen or len(one.terms) == 1 or calculates(one)]
    for claimed in (needed, wider):
        if len(claimed) == len(statements) or refuter.fails(claimed):
            return claimed
    return list(statements)


def minimal_part(statements: Sequence[Constraint], refuter: Refuter) -> list[Constraint]:
    """Return a smallest part of *statements*, which cannot hold together, that cannot hold: none can be left out.

    Leave some out, the earliest first: twice as many as before if that was right, else half of them. Each refutation
    tells which others are not needed (Belov, Lynce, Marques-Silva 2012; Marques-Silva, Janota, Belov 2013).
    """
    if len(statements) <= 1:
        return list(statements)
    kept: list[Constraint] = []
    doubtful = list(statements)
    size = 1
    while doubtful:
        size = min(size, len(doubtful))
        rest = doubtful[size:]
        needed = refuter.refute([*kept, *rest])
        if needed is not None:
            chosen = {id(one) for one in needed}
            doubtful = [one for one in rest if id(one) in chosen] if chosen.issuperset(map(id, kept)) else rest
            size *= 2
        elif size > 1:
            size //= 2
        else:
            kept.append(doubtful[0])
            doubtful = rest
    if len(kept) == len(statements) or refuter.fails(kept):
        return kept
    return _needed([], list(statements), refuter.fails, asked=True)  # a refutation has named too few


def _needed(
    kept: list[Constraint], doubtful: list[Constraint], fails: Callable[[Sequence[Constraint]], bool], *, asked: bool
) -> list[Constraint]:
    """Return the part of *doubtful* that a conflict with *kept* needs; *asked* if *kept* alone is known not to fail.

    QuickXplain (Junker 2004). Earlier constraints are left out first.
    Complexity: about 2k·log(n/k) + 2k questions for a conflict of k among n.
    """
    if not asked and fails(kept):
        return []
    if len(doubtful) <= 1:
        return doubtful
    half = len(doubtful) // 2
    first, second = doubtful[:half], doubtful[half:]
    late = _needed([*kept, *first], second, fails, asked=False)
    early = _needed([*kept, *late], first, fails, asked=not late)
    return [*early, *late]
