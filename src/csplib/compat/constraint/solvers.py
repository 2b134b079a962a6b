"""Solvers. All of them ask csplib; python-constraint's names for them, and their options, are accepted."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from csplib import Problem, min_conflicts
from csplib.compat.constraint.translation import Solved, iterated, listed, one, stated

__all__ = [
    "BacktrackingSolver",
    "MinConflictsSolver",
    "OptimizedBacktrackingSolver",
    "ParallelSolver",
    "RecursiveBacktrackingSolver",
    "Solver",
    "lists_with_csplib",
]


class Solver:
    """A solver. A subclass of yours gets domains and constraints, and searches itself."""

    requires_pickling: bool = False

    def getSolution(self, domains: Any, constraints: Any, vconstraints: Any) -> Solved | None:
        """Return a solution, or None."""
        raise NotImplementedError(f"{type(self).__name__} has no getSolution")

    def getSolutions(self, domains: Any, constraints: Any, vconstraints: Any) -> list[Solved]:
        """Return all solutions."""
        raise NotImplementedError(f"{type(self).__name__} has no getSolutions")

    def getSolutionIter(self, domains: Any, constraints: Any, vconstraints: Any) -> Iterator[Solved]:
        """Return an iterator over all solutions."""
        raise NotImplementedError(f"{type(self).__name__} has no getSolutionIter")


class BacktrackingSolver(Solver):
    """csplib's engine. It prunes as its propagators do, whether *forwardcheck* is asked for or not."""

    def __init__(self, forwardcheck: bool = True) -> None:  # noqa: FBT001, FBT002
        self._forwardcheck = forwardcheck

    def getSolution(self, domains: Any, constraints: Any, vconstraints: Any) -> Solved | None:
        return one(stated(domains, constraints))

    def getSolutions(self, domains: Any, constraints: Any, vconstraints: Any) -> list[Solved]:
        return listed(stated(domains, constraints))

    def getSolutionIter(self, domains: Any, constraints: Any, vconstraints: Any) -> Iterator[Solved]:
        return iterated(stated(domains, constraints))


class OptimizedBacktrackingSolver(BacktrackingSolver):
    """The same as `BacktrackingSolver`."""


class RecursiveBacktrackingSolver(BacktrackingSolver):
    """The same as `BacktrackingSolver`."""


def lists_with_csplib(solver: Solver) -> bool:
    """Return whether *solver* lists solutions as csplib does: a subclass of yours may not."""
    return type(solver).getSolutions in {BacktrackingSolver.getSolutions, ParallelSolver.getSolutions}


class MinConflictsSolver(Solver):
    """csplib's `min_conflicts`: repair a random assignment, for at most *steps* steps."""

    def __init__(self, steps: int = 1000, rand: Random | None = None) -> None:
        self._steps = steps
        self._rand = rand

    def getSolution(self, domains: Any, constraints: Any, vconstraints: Any) -> Solved | None:
        problem: Problem[Any, Any] = stated(domains, constraints)
        seed = None if self._rand is None else self._rand.getrandbits(32)
        found = min_conflicts(problem, step_limit=self._steps, seed=seed)
        return dict(found.assignment.items()) if found.solved else None


class ParallelSolver(Solver):
    """csplib's engine, for all solutions. It takes one process: that is faster than python-constraint's many."""

    def __init__(self, process_mode: bool = False) -> None:  # noqa: FBT001, FBT002
        self.requires_pickling = process_mode

    def getSolutions(self, domains: Any, constraints: Any, vconstraints: Any) -> list[Solved]:
        return listed(stated(domains, constraints))
