"""`Stretch`: how long a value is taken without a change."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, joined, listing
from csplib.errors import KindError, OptionError
from csplib.modelling.constraints.base import Constraint, listed
from csplib.modelling.constraints.cardinality import bounds_of, bounds_text
from csplib.modelling.constraints.regular import Regular

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Stretch"]


class Stretch(Constraint):
    """Each run of a value in *lengths* is as long as stated: exactly n, (at least, at most), or a range.

    A run is a value that consecutive variables take, as long as possible. Runs of other values may have any length.
    *changes* are the pairs (value, next value) that are allowed where a run ends; without it, all are.
    Propagation reaches domain consistency, unless a variable occurs twice. Also called *runs* or *consecutive days*.

    Two to three nights in a row, followed by a day off:

    >>> from csplib import Problem
    >>> p = Problem()
    >>> week = p.add_variables(["Mo", "Tu", "We", "Th"], ["day", "night", "off"])
    >>> changes = [("night", "off"), ("off", "day"), ("off", "night"), ("day", "off"), ("day", "night")]
    >>> p.add(Stretch(week, {"night": (2, 3)}, changes=changes), week[1] == "night")
    >>> p.count()
    7
    """

    repeats: ClassVar[bool] = True
    names_values: ClassVar[bool] = True

    def __init__(
        self,
        variables: Iterable[object],
        lengths: Mapping[Any, Any],
        *,
        changes: Iterable[tuple[Any, Any]] | None = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        if not isinstance(lengths, Mapping):
            raise KindError(f"Stretch needs a mapping from values to lengths, not {brief(lengths)}")
        self.lengths: dict[Hashable, tuple[int, int]] = {
            value: bounds_of(value, lengths[value], "Stretch", "length") for value in lengths
        }
        for value, (_, most) in self.lengths.items():
            if most < 1:
                raise OptionError(f"the length of {value!r} must be at least 1, as no run is shorter")
        self.changes: set[tuple[Hashable, Hashable]] | None = None
        if changes is not None:
            self.changes = set(map(_change, listed(changes, "Stretch needs a collection of pairs as changes=")))
        super().__init__(variables, name=name, rank=rank)

    def named_values(self) -> Iterable[Hashable]:
        return self.lengths

    def satisfied(self, values: Sequence[object]) -> bool:
        row: list[Any] = self.shifted_values(values)
        runs = [(value, len(list(group))) for value, group in groupby(row)]
        for value, length in runs:
            least, most = self.lengths.get(value, (1, length))
            if not least <= length <= most:
                return False
        return self.changes is None or self.changes.issuperset(pairwise([value for value, _ in runs]))

    def lower(self, to: Lowering) -> None:
        values: dict[Any, None] = {}
        for x in to.variables(self):
            values.update(dict.fromkeys(to.values_left(x)))
        if values:  # else there is no solution already
            self.automaton(values).lower_for(to, self)

    def automaton(self, values: Iterable[Hashable]) -> Regular:
        """Return the automaton for variables with these *values*. Its states are values, with the lengths of runs."""
        every = list(values)
        longest = len(self.terms)
        moves: dict[tuple[Hashable, Hashable], Hashable] = {((), value): (value, 1) for value in every}
        accepting: list[Hashable] = []
        for value in every:
            least, most = self.lengths.get(value, (1, longest))
            last = min(most, longest) if most < longest else min(max(least, 1), longest)
            for length in range(1, last + 1):
                if length < last or most >= longest:
                    moves[(value, length), value] = (value, min(length + 1, last))
                if length >= least:
                    accepting.append((value, length))
                    for other in every:
                        if other != value and (self.changes is None or (value, other) in self.changes):
                            moves[(value, length), other] = (other, 1)
        return Regular(self.terms, moves, (), accepting)

    def describe(self) -> str:
        shown = [f"{value!r} for {bounds_text(least, most)}" for value, (least, most) in self.lengths.items()]
        return f"Stretch({joined(shown)} in {listing(self.terms)})"


def _change(pair: Any) -> tuple[Hashable, Hashable]:
    """Return a value and the next one."""
    try:
        before, after = pair
        hash((before, after))
    except (TypeError, ValueError) as cause:
        raise KindError(f"Stretch needs pairs (value, next value) as changes=, not {brief(pair)}") from cause
    return before, after
