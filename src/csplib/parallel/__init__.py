"""Search by the workers of an executor of `concurrent.futures`: what ``executor=`` does.

Embarrassingly parallel search (Régin, Rezgui, Malapert 2013): the problem is cut into many more pieces than there are
workers, and each piece is a search of its own. Workers never wait for each other. Pieces differ in size; with many
pieces that evens out.
"""

from __future__ import annotations

from csplib.parallel.gathering import Answer, WorkerLost, gather
from csplib.parallel.pieces import split

__all__ = ["Answer", "WorkerLost", "gather", "split"]


def __dir__() -> list[str]:
    return __all__
