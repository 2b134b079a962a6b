"""How many failures to bear before a search begins anew: endless sequences for ``restarts=``."""

from __future__ import annotations

from collections.abc import Iterator

from csplib.errors import OptionError

__all__ = ["geometric", "luby"]


def geometric(first: int = 250, factor: float = 2.0) -> Iterator[int]:
    """Bear *first* failures, then *factor* times as many, and so on: the default of `Problem.solve`.

    >>> from itertools import islice
    >>> list(islice(geometric(100, 1.5), 4))
    [100, 150, 225, 337]
    """
    if first < 1 or factor < 1:
        raise OptionError(f"geometric({first}, {factor}) does not grow from at least one failure")
    budget = float(first)
    while True:
        yield int(budget)
        budget *= factor


def luby(unit: int = 100) -> Iterator[int]:
    """Bear *unit* failures times 1, 1, 2, 1, 1, 2, 4, …, which is never far from the best sequence there is.

    Luby, Sinclair, Zuckerman 1993. The terms come back, so a proof with ``infer=`` takes long: without
    it, what was refuted before a restart is kept.

    >>> from itertools import islice
    >>> list(islice(luby(1), 15))
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    if unit < 1:
        raise OptionError(f"luby({unit}) does not begin with at least one failure")
    u, v = 1, 1
    while True:
        yield unit * v
        # Knuth's way to the next term.
        u, v = (u + 1, 1) if u & -u == v else (u, 2 * v)
