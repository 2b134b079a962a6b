"""Any number of variables, shifted by integers or not, take different values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from csplib.bits import shifted, size_of
from csplib.constraints.base import Constraint
from csplib.errors import OptionError
from csplib.propagation.matching import Matching

if TYPE_CHECKING:
    from csplib.lowering import Lowering

__all__ = ["AllDifferent"]

Consistency: TypeAlias = Literal["arcs", "values", "full"]

_CHOICES = (None, "arcs", "values", "full")
_MANY_VARIABLES = 30
_ENOUGH_VARIABLES = 10


class AllDifferent(Constraint):
    """No value is taken twice: k variables make k(k-1) `Diff` arcs.

    *consistency* says how much more the engine finds out:

    - ``"arcs"``: nothing more;
    - ``"values"``: where there are exactly as many values as variables, a value that fits one place only;
    - ``"full"``: every value that no choice of different values uses (full arc consistency, see `Matching`);
    - ``None``: ``"full"`` where it tends to pay, else ``"values"``. It tends to pay where values are scarce, at most a
      quarter more than variables: from 30 variables on, and already from 10 on if there are more values than
      variables, so that ``"values"`` would find nothing.

    If offsets differ and integers lie too far apart to be shifted as bits, there are only the arcs.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> queens = p.add_variables(range(4), range(4))
    >>> p.add(AllDifferent(queens))
    >>> p.add(AllDifferent([q + i for i, q in enumerate(queens)]))
    >>> p.add(AllDifferent([q - i for i, q in enumerate(queens)]))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(1, 3, 0, 2), (2, 0, 3, 1)]
    """

    shifts = True

    def __init__(
        self,
        variables: Iterable[object],
        *,
        consistency: Consistency | None = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        if consistency not in _CHOICES:
            raise OptionError(f"consistency={consistency!r} is none of {', '.join(map(repr, _CHOICES))}")
        self.consistency: Consistency | None = consistency
        super().__init__(variables, name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        taken = self.shifted_values(values)
        return len(set(taken)) == len(taken)

    def lower(self, to: Lowering) -> None:
        scope, offsets = to.scope(self), [term.offset for term in self.terms]
        to.differ(self, offsets)
        least = min(offsets)
        offsets = [offset - least for offset in offsets]
        self._part_twins(to, scope, offsets)
        level = self.consistency or _worthwhile(to, scope, offsets)
        if level == "values":
            to.permute(self)
        elif level == "full" and len(scope) > 2 and _can_shift(to, offsets):
            to.add(Matching(scope, offsets if any(offsets) else (), self, decides=False))

    def _part_twins(self, to: Lowering, scope: list[int], offsets: list[int]) -> None:
        """Fail where two terms are the same expression: no arc leads from a variable to itself."""
        seen: set[tuple[int, int]] = set()
        for twin in zip(scope, offsets, strict=True):
            if twin in seen:
                to.add(Matching([twin[0], twin[0]], (), self))
            seen.add(twin)


def _worthwhile(to: Lowering, scope: list[int], offsets: list[int]) -> Consistency:
    """Choose by the numbers of variables and values."""
    if len(scope) < _ENOUGH_VARIABLES or not _can_shift(to, offsets):
        return "values"
    together = 0
    for x, offset in zip(scope, offsets, strict=True):
        together |= shifted(to.domain(x), offset)
    values = size_of(together)
    scarce = 4 * values <= 5 * len(scope)
    return "full" if scarce and (len(scope) >= _MANY_VARIABLES or values > len(scope)) else "values"


def _can_shift(to: Lowering, offsets: list[int]) -> bool:
    """Say whether *offsets*, the least of them 0, can be added by shifting bits without one falling on another."""
    return not any(offsets) or (not to.axis.table and max(offsets) <= to.axis.count)
