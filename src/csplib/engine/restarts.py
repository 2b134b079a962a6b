"""Restarts: whether a search restarts, and after how many failures.

The sequences for ``restarts=`` are endless and can be iterated again and again. So many searches can share one, also in
other processes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, final

from csplib.errors import KindError, OptionError
from csplib.kernel.compiler import because
from csplib.kernel.other_libraries import checked_integer

if TYPE_CHECKING:
    from csplib.kernel.compiler import Unchecked

__all__ = ["DEFAULT", "Countdown", "Turns", "geometric", "luby", "restarts_for"]


def _real(number: Any) -> float:
    """Return *number* as a float; raise `KindError` if it is not a number."""
    if type(number) is float:
        return number
    try:
        return float(number + 0.0)
    except TypeError:
        raise because(KindError(f"the factor of geometric must be a number, not {number!r}"), None)


class geometric:  # noqa: N801 - it is used like a function that returns a sequence
    """Restart after *first* failures, then after *factor* times as many, and so on: the default of `Problem.solve`.

    >>> from itertools import islice
    >>> list(islice(geometric(100, 1.5), 4))
    [100, 150, 225, 337]
    """

    def __init__(self, first: int | Unchecked = 250, factor: float | Unchecked = 2.0) -> None:
        self.first: int = checked_integer(first, "geometric needs an integer, the number of failures")
        self.factor: float = _real(factor)
        if self.first < 1 or self.factor < 1:
            raise OptionError(f"{self} needs at least one failure and a factor of at least 1")

    def __iter__(self) -> Iterator[int]:
        return _Growing(self.first, self.factor)

    def __repr__(self) -> str:
        return f"geometric({self.first}, {self.factor})"


class _Growing:
    """The terms of a geometric sequence. Compiled, it starts faster than a generator; most searches need one term."""

    def __init__(self, first: float, factor: float) -> None:
        self._next: float = first
        self._factor: float = factor

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> Any:  # not int: a compiled method would return a bare integer instead of an object
        budget = self._next
        self._next = budget * self._factor
        return int(budget)


class luby:  # noqa: N801 - as above
    """Restart after *unit* failures times 1, 1, 2, 1, 1, 2, 4, …, which is never far from the best sequence.

    Luby, Sinclair, Zuckerman 1993. Small terms recur, so a proof with ``infer=`` takes long. Without it,
    nogoods are kept across restarts.

    >>> from itertools import islice
    >>> list(islice(luby(1), 15))
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """

    def __init__(self, unit: int | Unchecked = 100) -> None:
        self.unit: int = checked_integer(unit, "luby needs an integer, the number of failures")
        if self.unit < 1:
            raise OptionError(f"{self} needs at least one failure")

    def __iter__(self) -> Iterator[int]:
        u, v = 1, 1
        while True:
            yield self.unit * v
            # Knuth's rule for the next term.
            u, v = (u + 1, 1) if u & -u == v else (u, 2 * v)

    def __repr__(self) -> str:
        return f"luby({self.unit})"


DEFAULT: Final = geometric()


def restarts_for(asked: Iterable[object] | None, *, has_strategies: bool) -> Iterable[int] | None:
    """Return the numbers of failures for a search: as *asked*. Without that, user strategies mean no restarts."""
    if asked is not None:
        return map(_failures, asked)
    return None if has_strategies else DEFAULT


def _failures(number: object) -> int:
    """Return a number of failures that a user has listed; raise `KindError` if it is not an integer."""
    return number if type(number) is int else checked_integer(number, "restarts= needs integers, numbers of failures")


@final
class Countdown:
    """The failures that are left until the next restart. Without *failures* there is no restart."""

    def __init__(self, failures: Iterable[int] | None) -> None:
        self._failures: Iterator[int] | None = None if failures is None else iter(failures)
        self._left: int = -1
        self.begin_run()

    @property
    def is_endless(self) -> bool:
        """Whether there is no restart."""
        return self._failures is None

    def begin_run(self) -> None:
        """Take the next number of failures. After the last one there is no further restart."""
        self._left = -1 if self._failures is None else next(self._failures, -1)

    def is_due(self) -> bool:
        """Count a failure; return whether to restart now."""
        self._left -= 1
        return self._left == 0


class Turns:
    """The turns of another search, which goes on from the root after a restart: `csplib.engine.escalation` learns.

    If *only* that search is wanted, it has all turns. `solved` says that a solution is in the state after a turn; else
    the state is at the root.
    """

    def __init__(self, *, only: bool) -> None:
        self.only: bool = only
        self.solved: bool = False

    def turn(self, share: float, symmetric: bool) -> bool:  # noqa: ARG002, FBT001 - one caller
        """Search for one turn if that is due; return False if there is no further solution.

        The run before has explored this *share* of the search space. If values are *symmetric*, symmetry prunes most
        of it, and the share does not tell much.
        """
        return True

    def keep_solution(self) -> None:
        """Note the solution in the state, which the other search need not find again."""
