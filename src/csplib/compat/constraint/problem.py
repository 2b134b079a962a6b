"""`Problem`, with python-constraint's methods."""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from csplib.compat.constraint.base import Constraint, FunctionConstraint
from csplib.compat.constraint.domain import Domain
from csplib.compat.constraint.parser import compile_to_constraints
from csplib.compat.constraint.solvers import OptimizedBacktrackingSolver, Solver, lists_with_csplib
from csplib.compat.constraint.translation import Solved, constraints_from, in_turn, rows_of, stated

__all__ = ["Problem"]


class Problem:
    """A problem, stated and asked as in python-constraint.

    >>> problem = Problem()
    >>> problem.addVariables(["a", "b"], [1, 2, 3])
    >>> problem.addConstraint(lambda a, b: b == a + 1, ["a", "b"])
    >>> problem.getSolutions()
    [{'a': 2, 'b': 3}, {'a': 1, 'b': 2}]
    """

    def __init__(self, solver: Solver | None = None) -> None:
        self._solver: Solver = solver or OptimizedBacktrackingSolver()
        self.reset()

    def reset(self) -> None:
        """Forget all variables and constraints."""
        self._variables: dict[Any, Domain] = {}
        self._constraints: list[tuple[Constraint, Sequence[Any] | None]] = []
        self._str_constraints: list[str] = []

    def setSolver(self, solver: Solver) -> None:
        """Let *solver* answer."""
        self._solver = solver

    def getSolver(self) -> Solver:
        """Return the solver."""
        return self._solver

    def addVariable(self, variable: Hashable, domain: Iterable[Any]) -> None:
        """Add a variable."""
        if variable in self._variables:
            raise ValueError(f"there is a variable {variable!r} already")
        if not isinstance(domain, Iterable) and not hasattr(domain, "__getitem__"):
            raise TypeError(f"the domain of {variable!r} must be a collection of values, not {domain!r}")
        values = copy.deepcopy(domain) if isinstance(domain, Domain) else Domain(domain)
        if not values:
            raise ValueError(f"the domain of {variable!r} is empty")
        self._variables[variable] = values

    def addVariables(self, variables: Iterable[Hashable], domain: Iterable[Any]) -> None:
        """Add variables that have the same domain."""
        values = domain if isinstance(domain, Domain) else list(domain)
        for variable in variables:
            self.addVariable(variable, values)

    def addConstraint(
        self, constraint: Constraint | Callable[..., Any] | str | list[str], variables: Sequence[Any] | None = None
    ) -> None:
        """Add a constraint over *variables*, or over all of them: an object, a function, a text, or several texts."""
        if isinstance(constraint, str):
            self._str_constraints.append(constraint)
        elif isinstance(constraint, list):
            if not all(isinstance(text, str) for text in constraint):
                raise TypeError(f"a list of constraints must be a list of texts, not {constraint!r}")
            self._str_constraints.extend(constraint)
        elif isinstance(constraint, Constraint):
            self._constraints.append((constraint, variables))
        elif callable(constraint):
            self._constraints.append((FunctionConstraint(constraint), variables))
        else:
            raise ValueError(f"a constraint must be a Constraint, a function or a text, not {constraint!r}")  # noqa: TRY004 - as in python-constraint

    def getSolution(self) -> Solved | None:
        """Return a solution, or None."""
        asked = self._getArgs()
        return self._solver.getSolution(*asked) if asked[0] else None

    def getSolutions(self) -> list[Solved]:
        """Return all solutions."""
        asked = self._getArgs()
        return self._solver.getSolutions(*asked) if asked[0] else []

    def getSolutionIter(self) -> Iterator[Solved]:
        """Return an iterator over all solutions."""
        asked = self._getArgs()
        return self._solver.getSolutionIter(*asked) if asked[0] else iter(())

    def getSolutionsOrderedList(self, order: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
        """Return all solutions as tuples, with the values of the variables in *order*."""
        if order and len(order) == len(self._variables) and lists_with_csplib(self._solver):
            domains, constraints, _ = self._getArgs()
            return rows_of(stated(domains, constraints, order), in_turn(domains, constraints)) if domains else []
        solutions = self.getSolutions()
        if not order:
            return [tuple(solution.values()) for solution in solutions]
        if len(order) == 1:
            return [(solution[order[0]],) for solution in solutions]
        return list(map(itemgetter(*order), solutions))

    def getSolutionsAsListDict(
        self,
        order: Sequence[Any] | None = None,
        validate: bool = True,  # noqa: FBT001, FBT002
    ) -> tuple[list[tuple[Any, ...]], dict[tuple[Any, ...], int], int]:
        """Return all solutions as tuples, the place of each of them in this list, and their number."""
        rows = self.getSolutionsOrderedList(order)
        places = {row: place for place, row in enumerate(rows)}
        if validate and len(places) < len(rows):
            raise ValueError(f"{len(rows) - len(places)} of {len(rows)} solutions occur twice")
        return rows, places, len(rows)

    def _getArgs(self) -> tuple[Any, Any, Any]:
        """Return domains, constraints with their variables, and the same by variable, as solvers get them.

        If a constraint over one variable leaves it no value, there are no domains.
        """
        domains: dict[Any, Any] = {x: copy.copy(domain) for x, domain in self._variables.items()}
        constraints: list[tuple[Constraint, Sequence[Any]]] = []
        for text in self._str_constraints:
            if self._solver.requires_pickling:
                constraints += [(one, used) for one, used, _ in compile_to_constraints([text], domains, picklable=True)]
            else:
                constraints += constraints_from(text, domains)
        for constraint, variables in self._constraints:
            if self._solver.requires_pickling and isinstance(constraint, FunctionConstraint):
                raise AssertionError("functions cannot be sent to processes: state the constraint as a text")
            constraints.append((constraint, variables or list(domains)))
        by_variable: dict[Any, list[tuple[Constraint, Sequence[Any]]]] = {x: [] for x in domains}
        for constraint, variables in constraints:
            for x in variables:
                by_variable[x].append((constraint, variables))
        for constraint, variables in constraints.copy():
            constraint.preProcess(variables, domains, constraints, by_variable)
        return domains if all(domains.values()) else {}, constraints, by_variable
