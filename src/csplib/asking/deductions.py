"""What the steps of an explanation are made of: premises, and deductions from them. Printed, they are sentences."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from csplib.display.markup import sentences
from csplib.display.wording import called, either
from csplib.modelling.constraints.base import Constraint

__all__ = ["Deduction", "Premise", "Removal"]

_LISTED: Final = 2  # more integers in a row are told by their ends


class Premise(NamedTuple):
    """A reason for a removal: *variable* had lost the values *lost* before."""

    variable: object
    lost: tuple[object, ...]
    left: tuple[object, ...]

    def __str__(self) -> str:
        if len(self.left) == 1 and len(self.lost) > 1:
            return f"{called(self.variable)} is {called(self.left[0])}"
        bound = _bound(self.lost, self.left)
        return f"{called(self.variable)} {bound or f'cannot be {_listed(self.lost)}'}"


class Removal(NamedTuple):
    """*constraint* removed *values* from *variable*, because of *since*. Without values, it cannot hold at all."""

    variable: object
    values: tuple[object, ...]
    constraint: object
    since: tuple[Premise, ...]

    def __str__(self) -> str:
        since = f", since {' and '.join(map(str, self.since))}" if self.since else ""
        if not self.values:
            return f"{self.constraint} cannot hold{since}."
        return f"{self.constraint} removes {_listed(self.values, 'and')} from {called(self.variable)}{since}."

    def _repr_html_(self) -> str:
        return sentences(self)


class Deduction(NamedTuple):
    """If all of *since* is true, so is the *conclusion*, by *constraints* and by earlier *steps*, counted from 1 on.

    Without a conclusion, it is a contradiction. Each deduction can be checked by propagation: assume what it is *since*
    and the opposite of the conclusion, and propagate the constraints and those steps.
    """

    since: tuple[Premise, ...]
    conclusion: Premise | None
    constraints: tuple[Constraint, ...]
    steps: tuple[int, ...]

    def __str__(self) -> str:
        reasons = [*map(str, self.constraints)]
        if self.steps:
            noun = "steps" if len(self.steps) > 1 else "step"
            reasons.append(f"{noun} {either([str(step) for step in self.steps], 'and')}")
        because = f", because of {either(reasons, 'and')}" if reasons else ""
        if self.conclusion is None:
            return f"That is a contradiction{because}."
        condition = f"If {' and '.join(map(str, self.since))}, then " if self.since else ""
        return f"{condition}{self.conclusion}{because}."

    def _repr_html_(self) -> str:
        return sentences(self)


def _listed(values: Sequence[object], word: str = "or") -> str:
    """Return *values* as a text: many consecutive integers by their ends, others one by one."""
    integers = _integers(values)
    if len(integers) > _LISTED and max(integers) - min(integers) == len(integers) - 1:
        return f"{min(integers)} to {max(integers)}"
    return either([called(value) for value in values], word)


def _bound(lost: Sequence[object], left: Sequence[object]) -> str:
    """Return what is left as a bound, if many integers at one end are *lost*; else ""."""
    gone, kept = _integers(lost), _integers(left)
    if len(gone) <= _LISTED or not kept:
        return ""
    if min(gone) > max(kept):
        return f"is at most {max(kept)}"
    return f"is at least {min(kept)}" if max(gone) < min(kept) else ""


def _integers(values: Sequence[object]) -> list[int]:
    """Return *values* if all of them are integers, else an empty list."""
    found = [value for value in values if isinstance(value, int) and not isinstance(value, (bool, Enum))]
    return found if len(found) == len(values) else []
