"""How many failures to bear before a search begins anew: endless sequences for ``restarts=``.

Each can be gone through again and again, so that one serves many searches, in other processes too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from csplib.errors import KindError, OptionError
from csplib.kernel.arrays import checked_integer
from csplib.kernel.compiler import because

if TYPE_CHECKING:
    from csplib.kernel.compiler import Unchecked

__all__ = ["geometric", "luby"]


def _real(number: Any) -> float:
    """Take a number, but no text that spells one."""
    if type(number) is float:
        return number
    try:
        return float(number + 0.0)
    except TypeError:
        raise because(KindError(f"geometric grows by a number, not by {number!r}"), None)


class geometric:  # noqa: N801 - it reads as a function: one asks for a sequence
    """Bear *first* failures, then *factor* times as many, and so on: the default of `Problem.solve`.

    >>> from itertools import islice
    >>> list(islice(geometric(100, 1.5), 4))
    [100, 150, 225, 337]
    """

    def __init__(self, first: int | Unchecked = 250, factor: float | Unchecked = 2.0) -> None:
        self.first: int = checked_integer(first, "geometric counts failures in integers")
        self.factor: float = _real(factor)
        if self.first < 1 or self.factor < 1:
            raise OptionError(f"{self} does not grow from at least one failure")

    def __iter__(self) -> Iterator[int]:
        return _Growing(self.first, self.factor)

    def __repr__(self) -> str:
        return f"geometric({self.first}, {self.factor})"


class _Growing:
    """The terms of a geometric sequence; compiled, it is made much faster than a generator, and most ask for one."""

    def __init__(self, first: float, factor: float) -> None:
        self._next: float = first
        self._factor: float = factor

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> Any:  # compiled, a bare integer is no object, which is what has to come back
        budget = self._next
        self._next = budget * self._factor
        return int(budget)


class luby:  # noqa: N801 - as above
    """Bear *unit* failures times 1, 1, 2, 1, 1, 2, 4, …, which is never far from the best sequence there is.

    Luby, Sinclair, Zuckerman 1993. The terms come back, so a proof with ``infer=`` takes long: without
    it, what was refuted before a restart is kept.

    >>> from itertools import islice
    >>> list(islice(luby(1), 15))
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """

    def __init__(self, unit: int | Unchecked = 100) -> None:
        self.unit: int = checked_integer(unit, "luby counts failures in integers")
        if self.unit < 1:
            raise OptionError(f"{self} does not begin with at least one failure")

    def __iter__(self) -> Iterator[int]:
        u, v = 1, 1
        while True:
            yield self.unit * v
            # Knuth's way to the next term.
            u, v = (u + 1, 1) if u & -u == v else (u, 2 * v)

    def __repr__(self) -> str:
        return f"luby({self.unit})"
