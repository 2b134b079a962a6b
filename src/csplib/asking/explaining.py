"""Explanations of a problem without a solution: a smallest set of statements that cannot hold together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from csplib.display.markup import sentences
from csplib.display.wording import called
from csplib.kernel.events import Event, Narrow, WipeOut
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import AllOf, conjuncts
from csplib.modelling.constraints.membership import In
from csplib.modelling.terms import TermName

__all__ = ["Assumption", "Conflict", "Involved", "smallest_conflict"]


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


class Involved:
    """An observer that notes which constraints have pruned values, or failed."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def __call__(self, event: Event) -> None:
        """Note the constraint behind *event*."""
        if isinstance(event, (Narrow, WipeOut)):
            if isinstance(event.constraint, AllOf):  # a clique of differences: each of them was needed
                self._seen.update([id(part) for part in conjuncts(event.constraint)])
            else:
                self._seen.add(id(event.constraint))

    def __contains__(self, constraint: Constraint) -> bool:
        """Return whether *constraint* or a part of it was seen, or has an expression, which may have been."""
        calculates = any(isinstance(term.name, TermName) or term.offset for term in constraint.terms)
        return calculates or id(constraint) in self._seen or any(part in self for part in constraint.parts)


def smallest_conflict(
    constraints: Sequence[Constraint], fails: Callable[[Sequence[Constraint]], bool]
) -> list[Constraint]:
    """Return a smallest part of *constraints* for which *fails* is still true: it is false without any one of them.

    QuickXplain (Junker 2004). Earlier constraints are left out first.
    Complexity: about 2k·log(n/k) + 2k questions for a conflict of k among n.
    """
    return _needed([], list(constraints), fails, asked=True)


def _needed(
    kept: list[Constraint], doubtful: list[Constraint], fails: Callable[[Sequence[Constraint]], bool], *, asked: bool
) -> list[Constraint]:
    """Return the part of *doubtful* that a conflict with *kept* needs; *asked* if *kept* alone is known not to fail."""
    if not asked and fails(kept):
        return []
    if len(doubtful) <= 1:
        return doubtful
    half = len(doubtful) // 2
    first, second = doubtful[:half], doubtful[half:]
    late = _needed([*kept, *first], second, fails, asked=False)
    early = _needed([*kept, *late], first, fails, asked=not late)
    return [*early, *late]
