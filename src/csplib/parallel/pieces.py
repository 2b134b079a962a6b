"""A search space, cut into pieces that do not overlap and together are all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import is_
from typing import TYPE_CHECKING, Any, TypeAlias

from csplib.asking.options import check_assuming, check_positive, projected
from csplib.engine.fixpoint import propagate, propagate_all
from csplib.kernel.bits import is_single, size_of
from csplib.kernel.clock import pulse

if TYPE_CHECKING:
    from csplib.asking.solution import N, V
    from csplib.kernel.csp import CSP
    from csplib.kernel.state import State
    from csplib.problem import Problem

__all__ = ["Cutter", "Piece", "split"]

Piece: TypeAlias = dict[Any, Any]
"""Values that some variables must have, to be used as ``assuming=``."""


def split(
    problem: Problem[N, V],
    pieces: int,
    *,
    assuming: Mapping[Any, object] | None = None,
    on: Iterable[object] | None = None,
) -> list[dict[N, V]]:
    """Split the search space into this number of *pieces* or more, if possible: values for ``assuming=``.

    No two of them overlap. Together they cover everything that propagation does not refute: so a problem without a
    solution may have no piece at all. With *on*, no combination of values for these variables is in two pieces. The
    same problem is cut into the same pieces, in the same order, every time.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(4))
    >>> p.add(x < y)
    >>> split(p, 3)
    [{'x': 0}, {'x': 1}, {'x': 2}]
    >>> sum(p.count(assuming=piece) for piece in split(p, 3)) == p.count()
    True
    """
    check_assuming(assuming)
    cutter = Cutter(problem, assuming, None if on is None else projected(problem, on))
    return cutter.cut(cutter.whole(), check_positive("pieces", pieces))


class Cutter:
    """Cuts a search space, always along the same tree: variables in one `order`, values as they were stated.

    Variables with few values left go first and, among equals, those that share constraints with the most others. So
    the pieces, and the solutions in them, lie in the lexicographic order of the values of these variables.
    """

    def __init__(self, problem: Problem[Any, Any], assuming: Mapping[Any, object] | None, on: list[Any] | None) -> None:
        stated: list[tuple[Any, Sequence[Any]]] = list(problem.domains.items())
        assumptions = problem._assumptions({"assuming": assuming})  # noqa: SLF001 - of ``with`` blocks, too
        self.facts: list[tuple[Any, Any]] = [assumption.fact for assumption in assumptions]
        self.csp: CSP = problem.compile()
        self.state: State = self.csp.state()
        self.names: list[Any] = [name for name, _ in stated]
        self.values: list[Sequence[Any]] = [values for _, values in stated]
        self.on: list[int] = list(range(len(stated))) if on is None else [self.csp.index[name] for name in on]
        self.order: list[int] = []
        self._root = 0

    def whole(self) -> Iterator[Piece]:
        """Propagate the assumptions; yield them as the one piece to cut, unless they are refuted."""
        for name, value in self.facts:
            x = self.csp.index[name]
            if not self.csp.take(self.state, x, value):
                return
        if propagate_all(self.csp, self.state):
            cells, neighbors = self.state.cells, self.csp.neighbors
            self._root = self.state.mark()
            self.order = [x for x in self.on if not is_single(cells[x].mask) and x not in self.csp.intervals]
            self.order.sort(key=lambda x: (size_of(cells[x].mask), -len(neighbors[x]), x))
            yield dict(self.facts)

    def cut(self, whole: Iterable[Piece], pieces: int) -> list[Piece]:
        """Return this number of *pieces* or more, if possible, in order: cut breadth first.

        Complexity: one propagation for each piece that is cut, and one for each that comes of it.
        """
        level = list(whole)
        while len(level) < pieces:
            finer: list[Piece] = []
            for place, piece in enumerate(level):
                enough = len(finer) + len(level) - place >= pieces
                finer += [piece] if enough else self._parts(piece)
            if len(finer) == len(level) and all(map(is_, finer, level)):
                break
            level = finer
        return level

    def _parts(self, piece: Piece) -> list[Piece]:
        """Return a piece for each value of the next variable that propagation does not refute."""
        csp, state = self.csp, self.state
        state.undo(self._root)
        for name, value in piece.items():
            x = csp.index[name]
            if not csp.take(state, x, value):
                return []
        if not propagate(csp, state, self._root):
            return []
        x = next((x for x in self.order if not is_single(state.cells[x].mask)), -1)
        if x < 0:
            return [piece]
        parts, mark, values = [], state.mark(), self.values[x]
        # A stated range may be too long to list. Its values are in ascending order, as those that are left.
        for value in csp.values_left(state, x) if isinstance(values, range) else values:
            pulse()
            if csp.take(state, x, value) and propagate(csp, state, mark):
                parts.append({**piece, self.names[x]: value})
            state.undo(mark)
        return parts
