"""All minimal conflicts of a problem, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from csplib.asking.explaining import minimal_part, proven_part
from csplib.engine.learning import SOLVED, Learner
from csplib.kernel.clock import Clock
from csplib.lowering.compile import compile_problem
from csplib.modelling.constraints.base import Constraint

if TYPE_CHECKING:
    from csplib.asking.refuting import Refuter

__all__ = ["minimal_conflicts"]

_ENDLESS: Final = 1 << 60


def minimal_conflicts(
    statements: Sequence[Constraint], refuter: Refuter, clock: Clock, limit: int | None
) -> Iterator[list[Constraint]]:
    """Yield all smallest parts of *statements* that cannot hold together, up to *limit*.

    MARCO (Liffiton, Previti, Malik, Marques-Silva 2016): a map of all subsets says which are still unknown. A largest
    one of these is tested. If it can hold, so can all its subsets. Otherwise it has a smallest part that cannot, and no
    superset of that is of interest. The *clock* runs only while a conflict is sought.
    """
    found = 0
    with clock:
        subsets = _Map(len(statements))
        places = {id(one): place for place, one in enumerate(statements)}
        conflict = None if limit == 0 else _next(statements, subsets, places, refuter)
    while conflict is not None:
        found += 1
        yield conflict
        if found == limit:
            return
        with clock:
            conflict = _next(statements, subsets, places, refuter)


def _next(
    statements: Sequence[Constraint], subsets: _Map, places: dict[int, int], refuter: Refuter
) -> list[Constraint] | None:
    """Return a conflict that the map does not have yet, or None if it has all."""
    while (chosen := subsets.unknown()) is not None:
        candidates = [statements[place] for place in chosen]
        needed = refuter.refute(candidates)
        if needed is None:
            subsets.skip_subsets(chosen)
        else:
            conflict = minimal_part(proven_part(candidates, needed, refuter), refuter)
            subsets.skip_supersets([places[id(one)] for one in conflict])
            return conflict
    return None


class _Map:
    """The subsets of numbers below *size* that are still unknown: solutions of a small problem of its own."""

    def __init__(self, size: int) -> None:
        csp = compile_problem(dict.fromkeys(range(size), (0, 1)), [])
        self._learner: Learner = Learner(csp, csp.state())
        self._out: list[int] = [csp.bit_of(place, 0) for place in range(size)]
        self._in: list[int] = [csp.bit_of(place, 1) for place in range(size)]
        self._conflicts: list[frozenset[int]] = []
        self._open: bool = self._learner.begin()

    def unknown(self) -> list[int] | None:
        """Return an unknown subset that no other unknown one contains, or None if all are known."""
        tracks = self._learner.history.tracks
        for place, track in enumerate(tracks):
            track.saved = self._in[place]
        if not self._open or self._learner.run(_ENDLESS) != SOLVED:
            return None
        chosen = {place for place, track in enumerate(tracks) if track.cell.mask == self._in[place]}
        for place in range(len(tracks)):
            if place not in chosen:
                wider = chosen | {place}
                if not any(conflict <= wider for conflict in self._conflicts):
                    chosen = wider
        return sorted(chosen)

    def skip_subsets(self, chosen: Sequence[int]) -> None:
        """Forget all subsets of *chosen*: one of the others must be in."""
        others = set(range(len(self._out))).difference(chosen)
        self._open = self._learner.forbid([(place, self._out[place]) for place in sorted(others)])

    def skip_supersets(self, chosen: Sequence[int]) -> None:
        """Forget all supersets of *chosen*: one of them must be out."""
        self._conflicts.append(frozenset(chosen))
        self._open = self._learner.forbid([(place, self._in[place]) for place in chosen])
