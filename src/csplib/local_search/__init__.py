"""Local search: start with some value for every variable, and change one after the other until nothing is violated.

It needs no propagation and little memory, always has an answer at hand, and finds solutions where there are many of
them. It cannot see that there is none, nor that there is only one. So whatever it returns says what is still violated.

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
from csplib.local_search.running import LocalOptions, LocalResult, Progress
from csplib.local_search.tabu import tabu_search
from csplib.local_search.walk import min_conflicts

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
