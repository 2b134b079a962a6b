"""Local search: start with a value for every variable, and change one at a time until no constraint is violated.

It needs no propagation and little memory, has an answer at any time, and finds solutions where there are many. It
cannot prove that there is none, nor that there is only one. So its result lists the constraints still violated.

>>> from csplib import AllDifferent, Problem
>>> p = Problem()
>>> queens = p.add_variables(range(30), range(30))
>>> p.add(AllDifferent(queens))
>>> p.add(AllDifferent([q + i for i, q in enumerate(queens)]))
>>> p.add(AllDifferent([q - i for i, q in enumerate(queens)]))
>>> result = min_conflicts(p, seed=1)
>>> result.solved, p.violations(result.assignment)
(True, [])
"""

from __future__ import annotations

from csplib.local_search.annealing import simulated_annealing
from csplib.local_search.genetic import genetic_search
from csplib.local_search.min_conflicts_search import min_conflicts
from csplib.local_search.run import LocalOptions, LocalResult, Progress
from csplib.local_search.tabu import tabu_search

__all__ = [
    "LocalOptions",
    "LocalResult",
    "Progress",
    "genetic_search",
    "min_conflicts",
    "simulated_annealing",
    "tabu_search",
]


def __dir__() -> list[str]:
    return __all__
