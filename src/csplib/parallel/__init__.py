"""Search over any executor of `concurrent.futures`.

Embarrassingly parallel search (Régin, Rezgui, Malapert 2013): the problem is cut into many more pieces than there are
workers, and each piece is a search of its own. Workers never wait for each other, and many pieces even out how much
they differ.
"""

from __future__ import annotations

from csplib.parallel.gathering import Answer, WorkerLost, gather
from csplib.parallel.listing import PiecewiseSolutions, solutions_in
from csplib.parallel.optimizing import maximize_in, minimize_in
from csplib.parallel.pieces import split
from csplib.parallel.solving import count_in, solve_in

__all__ = [
    "Answer",
    "PiecewiseSolutions",
    "WorkerLost",
    "count_in",
    "gather",
    "maximize_in",
    "minimize_in",
    "solutions_in",
    "solve_in",
    "split",
]


def __dir__() -> list[str]:
    return __all__
