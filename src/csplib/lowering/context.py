"""What deferred constraints ask about the rest of the problem before they choose their propagators."""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from csplib.kernel.arcs import Clique, Link
from csplib.kernel.propagator import Propagator

__all__ = ["Context"]


@final
class Context:
    """What all *propagators* and *links* use of their variables. Deferred constraints choose propagators by it."""

    def __init__(self, propagators: Iterable[Propagator], links: Iterable[Link]) -> None:
        self._bounded = {x for propagator in propagators if propagator.on_bounds for x in propagator.scope}
        self._crossed: set[int] = set()
        once: set[int] = set()
        for link in links:
            if isinstance(link, Clique) and len(link.scope) > 2:
                self._crossed.update(once.intersection(link.scope))
                once.update(link.scope)

    def are_bounded(self, scope: Iterable[int]) -> bool:
        """Return whether each variable of *scope* is in a sum, or in another propagator that uses its bounds."""
        return self._bounded.issuperset(scope)

    def are_crossed(self, scope: Iterable[int]) -> bool:
        """Return whether some variable of *scope* is in two cliques of differences."""
        return not self._crossed.isdisjoint(scope)
