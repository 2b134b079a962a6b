"""`CPM_csplib`: what CPMpy asks of a solver, answered by a `Problem`."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from time import perf_counter
from typing import Any

from cpmpy.expressions.globalfunctions import FloatSum
from cpmpy.expressions.utils import flatlist
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, boolvar
from cpmpy.solvers.solver_interface import ExitStatus, SolverStatus
from cpmpy.transformations.normalize import toplevel_list

import csplib
from csplib import LimitReached, Problem, Status
from csplib.compat.cpmpy.cores import opposites, shrunk
from csplib.compat.cpmpy.stating import Stating

__all__ = ["CPM_csplib"]

_PATIENCE = 10  # how many times longer a part of the assumptions may take than all of them


class CPM_csplib(Stating):  # noqa: N801 - CPMpy names its solvers so
    """csplib as a solver of CPMpy: ``model.solve(solver="csplib")``.

    Further keywords of `solve` and `solveAll` are those of `Problem.solve`: *seed*, *learning*, *node_limit*,
    *executor* and others. `native_model` is the `Problem`, whose variables have CPMpy's names. A
    ``DirectConstraint("Stretch", ...)`` calls what csplib exports under this name.
    """

    @staticmethod
    def supported() -> bool:
        """Return True: csplib is here."""
        return True

    @classmethod
    def version(cls) -> str:
        """Return the version of csplib."""
        return csplib.__version__

    @classmethod
    def tunable_params(cls) -> dict[str, list[Any]]:
        """Return the options that CPMpy's tuner may try."""
        return {"learning": ["auto", True, False]}

    @classmethod
    def default_params(cls) -> dict[str, Any]:
        """Return what these options are by default."""
        return {"learning": "auto"}

    def __init__(self, cpm_model: Any = None, subsolver: None = None) -> None:
        self._assumptions: list[Any] = []
        super().__init__("csplib", cpm_model, subsolver)

    def solve(
        self,
        time_limit: float | None = None,
        assumptions: Iterable[Any] | None = None,
        display: Any = None,
        **kwargs: Any,
    ) -> bool:
        """Look for a solution or the best one, write it into CPMpy's variables, and return whether there is one.

        Args:
            time_limit: The most seconds to work.
            assumptions: Boolean variables, or their opposites, that are true in this search.
            display: Expressions to print, or a function to call, at each better solution.
            **kwargs: Options of `Problem.solve`.

        """
        self._assumptions = [] if assumptions is None else flatlist(assumptions)
        self.solver_vars(self._assumptions)
        options = self._options(time_limit, kwargs)
        began = perf_counter()
        self.objective_value_ = None
        try:
            status = self._searched(options, display)
        except LimitReached:
            status = ExitStatus.UNKNOWN
        return self._ended(status, began)

    def _options(self, time_limit: float | None, given: dict[str, Any]) -> dict[str, Any]:
        """Return the options of a search."""
        if time_limit is not None and time_limit <= 0:
            raise ValueError(f"the time limit must be positive, not {time_limit}")
        self.state_all()
        hint = {"hint": self.hint} if self.hint else {}
        return {"time_limit": time_limit, **hint, **given}

    def _searched(self, options: dict[str, Any], display: Any) -> Any:
        """Search with the assumptions, and return the status."""
        if opposites(self._assumptions):
            return ExitStatus.UNSATISFIABLE
        options["assuming"] = _facts(self._assumptions)
        if self.objective_term is None:
            solution = self.problem.solve(**options)
            if solution is None:
                return ExitStatus.UNSATISFIABLE
            self._show(solution, display)
            return ExitStatus.FEASIBLE
        ask = self.problem.maximize if self.maximizes else self.problem.minimize
        with ask(self.objective_term, **options) as improvements:
            for solution, objective in improvements:
                self.objective_value_ = int(objective)
                self._show(solution, display)
        if improvements.best is None:
            return ExitStatus.UNSATISFIABLE
        if isinstance(self.stated_objective, FloatSum):
            self.objective_value_ = self._decimal_value()
        return ExitStatus.OPTIMAL if improvements.status is Status.OPTIMAL else ExitStatus.FEASIBLE

    def _show(self, solution: Any, display: Any) -> None:
        """Write *solution* into the variables, and call *display*."""
        for variable in self.user_vars:
            value = solution[variable.name]
            variable._value = bool(value) if isinstance(variable, _BoolVarImpl) else value  # noqa: SLF001 - so do all
        self.print_display(display)

    def _decimal_value(self) -> int | None:
        """Return the value of an objective with decimal weights if it is an integer, which is what CPMpy wants."""
        value = self.stated_objective.value()
        return int(value) if value == round(value) else None

    def _ended(self, status: Any, began: float) -> bool:
        """Note the *status*, forget old values if there is no solution, and return whether there is one."""
        reported: Any = SolverStatus(self.name)
        reported.runtime = reported.solve_time = perf_counter() - began
        reported.exitstatus = status
        self.cpm_status: Any = reported
        if status in {ExitStatus.UNSATISFIABLE, ExitStatus.UNKNOWN}:
            for variable in self.user_vars:
                variable.clear()
            return False
        return True

    def solveAll(  # noqa: N802 - CPMpy's name
        self,
        display: Any = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,  # noqa: FBT001, FBT002, ARG002 - nothing is added to the problem
        **kwargs: Any,
    ) -> int:
        """Find all solutions, or all of the best ones, *display* each, and return their number.

        The last one stays in the variables.
        """
        options = self._options(time_limit, kwargs)
        began = perf_counter()
        self._assumptions = []
        try:
            problem = self._problem_of_the_best(options)
            own = sorted([variable.name for variable in self.user_vars])
            if len(own) < len(problem.variables):
                options["on"] = own
            if display is None and time_limit is None and solution_limit is None:
                found, is_limited = self._counted(problem, options), False
            else:
                found, is_limited = self._shown(problem, options | {"solution_limit": solution_limit}, display)
        except LimitReached:
            found, is_limited = 0, True
        some = ExitStatus.FEASIBLE if is_limited else ExitStatus.OPTIMAL
        none = ExitStatus.UNKNOWN if is_limited else ExitStatus.UNSATISFIABLE
        self._ended(some if found else none, began)
        return found

    def _problem_of_the_best(self, options: dict[str, Any]) -> Problem[str, int]:
        """Return the problem; if there is an objective, only with the best solutions."""
        if self.objective_term is None:
            return self.problem
        ask = self.problem.maximize if self.maximizes else self.problem.minimize
        problem = copy(self.problem)
        with ask(self.objective_term, **options) as improvements:
            best = improvements.finish()
        if best is None:
            problem.add(False)  # noqa: FBT003 - there is no solution at all
        elif improvements.status is not Status.OPTIMAL:
            raise LimitReached("the best solutions are not known yet")
        else:
            problem.add(self.objective_term == best.objective)
        return problem

    def _counted(self, problem: Problem[str, int], options: dict[str, Any]) -> int:
        """Count the solutions without looking at them, and write one of them into the variables."""
        found = problem.count(**options)
        options.pop("on", None)
        solution = problem.solve(**options) if found else None
        if solution is not None:
            self._show(solution, None)
        return found

    def _shown(self, problem: Problem[str, int], options: dict[str, Any], display: Any) -> tuple[int, bool]:
        """Return the number of solutions, and whether a limit ended the search; *display* each of them."""
        last = None
        with problem.solutions(**options) as solutions:
            for last in solutions:
                if display is not None:
                    self._show(last, display)
        if last is not None and display is None:
            self._show(last, None)
        return solutions.statistics.solutions, solutions.status is Status.LIMIT

    def get_core(self) -> list[Any]:
        """Return assumptions of the last search that contradict the model together, and of which each is needed.

        Where it would take very long to find out that one is not needed, it stays.
        """
        if self.cpm_status.exitstatus != ExitStatus.UNSATISFIABLE:
            raise ValueError("there is a core only after a search with assumptions that found no solution")
        patience = 1 + _PATIENCE * self.cpm_status.solve_time

        def contradict(assumptions: list[Any]) -> bool:
            try:
                return self.problem.solve(assuming=_facts(assumptions), time_limit=patience) is None
            except LimitReached:
                return False

        return opposites(self._assumptions) or shrunk(self._assumptions, contradict)

    @classmethod
    def mus_native(cls, soft: Any, hard: Any = ()) -> list[Any]:
        """Return some of the *soft* constraints that contradict each other and the *hard* ones, each of them needed."""
        solver = cls()
        solver.add(list(hard))
        wishes: list[Any] = toplevel_list(soft, merge_and=False)
        wanted = boolvar(shape=(len(wishes),))
        for claim, wish in zip(wanted, wishes, strict=True):
            solver.add(claim.implies(wish))
        if solver.solve(assumptions=wanted):
            raise ValueError("there is a solution: no constraints contradict each other")
        place = {claim.name: index for index, claim in enumerate(wanted)}
        return [wishes[place[claim.name]] for claim in solver.get_core()]


def _facts(assumptions: Iterable[Any]) -> dict[str, bool]:
    """Return the values that *assumptions* give to boolean variables."""
    opposed = [(one, isinstance(one, NegBoolView)) for one in assumptions]
    return {(one._bv.name if is_opposite else one.name): not is_opposite for one, is_opposite in opposed}  # noqa: SLF001
