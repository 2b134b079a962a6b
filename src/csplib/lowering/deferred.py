"""What a constraint can see of the others once all have been stated, to choose how it goes about its work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from csplib.kernel.arcs import Clique, Link
from csplib.kernel.propagator import Propagator

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Surroundings", "complete"]


class Surroundings:
    """What *propagators* and *links*, all that there are so far, make of the variables."""

    def __init__(self, propagators: Iterable[Propagator], links: Iterable[Link]) -> None:
        self._bounded = {x for propagator in propagators if propagator.on_bounds for x in propagator.scope}
        self._crossed: set[int] = set()
        once: set[int] = set()
        for link in links:
            if isinstance(link, Clique) and len(link.scope) > 2:
                self._crossed.update(once.intersection(link.scope))
                once.update(link.scope)

    def are_bounded(self, scope: Iterable[int]) -> bool:
        """Say whether each variable of *scope* is part of a sum, or of something else that goes by its bounds."""
        return self._bounded.issuperset(scope)

    def are_crossed(self, scope: Iterable[int]) -> bool:
        """Say whether some variable of *scope* is in two cliques of differences."""
        return not self._crossed.isdisjoint(scope)


def complete(lowering: Lowering) -> None:
    """Let the constraints that *lowering* has deferred go by what the others have stated."""
    if lowering.deferred:
        surroundings = Surroundings(lowering.propagators, lowering.links)
        deferred, lowering.deferred = lowering.deferred, []
        for constraint in deferred:
            constraint.complete(lowering, surroundings)
