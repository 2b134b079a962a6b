"""Which statements cannot hold together? A smallest set of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from csplib.display.markup import sentences
from csplib.display.wording import called
from csplib.kernel.events import Event, Narrow, WipeOut
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.membership import In
from csplib.modelling.terms import TermName

__all__ = ["Assumption", "Conflict", "Involved", "smallest_conflict"]


class Assumption(In):
    """A value that is taken as given for the sake of a question."""

    def __init__(self, variable: Hashable, value: Hashable) -> None:
        super().__init__(variable, [value], name=f"assumed: {called(variable)} is {value!r}")
        self.fact: tuple[Hashable, Hashable] = (variable, value)


class Conflict(NamedTuple):
    """Statements that cannot hold together, although all but any one of them can. Printed, it reads as sentences.

    *assumptions* are pairs of a name and a value.
    """

    constraints: tuple[Constraint, ...]
    assumptions: tuple[tuple[Hashable, Hashable], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What the constraints are called or, if they have no name, what they state."""
        return tuple([str(constraint) for constraint in self.constraints])

    def __str__(self) -> str:
        assumed = [str(Assumption(*fact)) for fact in self.assumptions]
        lines = [f"- {line}" for line in (*assumed, *self.names)]
        if not lines:
            return "Nothing at all can hold."
        if len(lines) == 1:
            return "\n".join(["This cannot hold, whatever else does:", *lines])
        return "\n".join(["These cannot hold together, but all but any one of them can:", *lines])

    def _repr_html_(self) -> str:
        return sentences(self)


class Involved:
    """An observer that notes which constraints ever did anything."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def __call__(self, event: Event) -> None:
        """Note the constraint behind *event*."""
        if isinstance(event, (Narrow, WipeOut)):
            self._seen.add(id(event.constraint))

    def __contains__(self, constraint: Constraint) -> bool:
        """Say whether *constraint*, a part of it, or perhaps an expression in it was seen."""
        reckons = any(isinstance(term.name, TermName) or term.offset for term in constraint.terms)
        return reckons or id(constraint) in self._seen or any(part in self for part in constraint.parts)


def smallest_conflict(
    constraints: Sequence[Constraint], fails: Callable[[Sequence[Constraint]], bool]
) -> list[Constraint]:
    """Cut *constraints*, which *fails* together, down to some of which none can be spared.

    QuickXplain (Junker 2004). Earlier ones are spared first.
    Complexity: about 2k·log(n/k) + 2k questions for a conflict of k among n.
    """
    return _needed([], list(constraints), fails, asked=True)


def _needed(
    kept: list[Constraint], doubtful: list[Constraint], fails: Callable[[Sequence[Constraint]], bool], *, asked: bool
) -> list[Constraint]:
    """Give the part of *doubtful* that a conflict needs besides *kept*; *asked* if kept alone is known not to fail."""
    if not asked and fails(kept):
        return []
    if len(doubtful) <= 1:
        return doubtful
    half = len(doubtful) // 2
    first, second = doubtful[:half], doubtful[half:]
    late = _needed([*kept, *first], second, fails, asked=False)
    early = _needed([*kept, *late], first, fails, asked=not late)
    return [*early, *late]
