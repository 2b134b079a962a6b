"""`Cardinality`: bounds on how often each value is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, joined, listing
from csplib.errors import KindError, OptionError
from csplib.kernel.propagators.flow import Flow
from csplib.kernel.propagators.long_flow import LongFlow
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Cardinality"]

_SHORT = 32
"""The greatest number of variables for which a flow is found again in each run."""


class Cardinality(Constraint):
    """The number of times that each value in *counts* is taken: exactly n, (at least, at most), or a range.

    Other values may be taken any number of times or, with *closed*, not at all. A value that no variable has is taken 0
    times. Propagation reaches domain consistency, see `csplib.kernel.propagators.flow.Flow`.

    Three early shifts, one or two late ones, and at most one day off:

    >>> from csplib import Problem
    >>> p = Problem()
    >>> days = p.add_variables(["Mon", "Tue", "Wed", "Thu", "Fri"], ["early", "late", "off"])
    >>> p.add(Cardinality(days, {"early": 3, "late": range(1, 3), "off": (0, 1)}))
    >>> p.count()
    30
    """

    names_values: ClassVar[bool] = True

    def __init__(
        self,
        variables: Iterable[object],
        counts: Mapping[Any, int | Sequence[int]],
        *,
        closed: bool = False,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        if not isinstance(counts, Mapping):
            raise KindError(f"Cardinality needs a mapping from values to counts, not {brief(counts)}")
        if not counts:
            raise OptionError("Cardinality needs the count of at least one value")
        self.counts: dict[Hashable, tuple[int, int]] = {value: _bounds(value, counts[value]) for value in counts}
        self.closed: bool = closed
        super().__init__(variables, name=name, rank=rank)

    def named_values(self) -> Iterable[Hashable]:
        return self.counts

    def satisfied(self, values: Sequence[object]) -> bool:
        taken = Counter(self.shifted_values(values))
        if self.closed and not taken.keys() <= self.counts.keys():
            return False
        return all(least <= taken[value] <= most for value, (least, most) in self.counts.items())

    def lower(self, to: Lowering) -> None:
        if len(self.terms) == 1:
            to.restrict(self)
            return
        bits = [to.bit(value) for value in self.counts]
        least = [bounds[0] for bounds in self.counts.values()]
        most = [bounds[1] for bounds in self.counts.values()]
        kind = Flow if len(self.terms) <= _SHORT else LongFlow
        to.add(kind(to.variables(self), bits, least, most, self, closed=self.closed))

    def describe(self) -> str:
        shown = [f"{_shown(least, most)} of {value!r}" for value, (least, most) in self.counts.items()]
        if self.closed:
            shown.append("nothing else")
        return f"Cardinality({joined(shown)} in {listing(self.terms)})"


def _bounds(value: Hashable, count: int | Sequence[int]) -> tuple[int, int]:
    """Return the least and the greatest number of times that *value* may be taken."""
    if isinstance(value, (Term, Constraint)):
        raise KindError(f"Cardinality counts values, and {brief(value)} is not a value")
    if isinstance(count, range):
        if count.step != 1 or not count:
            raise OptionError(f"the count of {value!r} must be a range of consecutive numbers, not {count!r}")
        least, most = count[0], count[-1]
    else:
        try:
            least, most = map(index, count if isinstance(count, Sequence) else (count, count))
        except (TypeError, ValueError):
            raise KindError(
                f"the count of {value!r} must be an integer, (at least, at most) or a range, not {count!r}"
            ) from None
    if least < 0:
        raise OptionError(f"the count of {value!r} must not be negative, as in {count!r}")
    if least > most:
        raise OptionError(f"the count of {value!r} must not be at least {least} and at most {most}")
    return least, most


def _shown(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"
