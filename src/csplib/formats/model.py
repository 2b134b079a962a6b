"""`Model`: what a file states. `Printer`: how its format writes answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

from csplib.asking.options import QuestionOptions, question_keywords
from csplib.asking.solutions import Status
from csplib.errors import OptionError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.asking.optimization import Improvement, Optimization
    from csplib.asking.solutions import Solution, Solutions
    from csplib.modelling.terms import Term
    from csplib.problem import Problem

__all__ = ["Model", "Printer"]

_OWN_SEARCH = ("engine", "executor", "learning")
"""The options that choose a search by themselves, so that what the file asks for has no place."""


class Printer:
    """The text of answers, as the tools around a format expect it. This one writes ``x = 1`` in lines.

    A format subclasses it. Each method returns complete lines, or "". A printer serves one run: it may keep what it
    has seen, such as the best solution.
    """

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def solution(self, solution: Mapping[Any, Any], objective: int | None = None) -> str:
        """Return the text of a solution; the question was for one solution, or for all."""
        shown = "" if objective is None else f"objective = {objective}\n"
        return shown + "".join([f"{name} = {value}\n" for name, value in solution.items()]) + "\n"

    def better(self, solution: Mapping[Any, Any], objective: int) -> str:
        """Return the text of a solution that is better than those before; the question was for the best one."""
        return self.solution(solution, objective)

    def count(self, number: int, *, complete: bool) -> str:
        """Return the whole answer to the question how many there are; perhaps more, if it is not *complete*."""
        return f"{number}\n" if complete else f"at least {number}\n"

    def end(self, status: Status, *, complete: bool) -> str:
        """Return the text after the last solution.

        *complete* says that the search has seen everything: there are no more solutions, or no better ones. The
        *status* is UNSATISFIABLE, COMPLETE or OPTIMAL then. Otherwise it is LIMIT, perhaps without any solution, or
        CLOSED if nobody wanted more.
        """
        plain = status is Status.CLOSED or (complete and status is Status.COMPLETE)
        return "" if plain else f"{status.value}\n"


class Model:
    """What a file states: a problem, perhaps an objective, and how to search.

    `problem` is the problem, `objective` an expression or None, `maximize` says in which direction. `options` are
    keywords of `Problem.solve` that the file asks for, such as ``select``; the methods here add them. `format` is the
    name of the format, and `printer` writes answers as its tools expect them. `useless` has the variables that are not
    a part of the problem by the rules of the format, with one value each: `count` does not count their other values.
    """

    def __init__(
        self,
        problem: Problem[Any, Any],
        objective: Term | None = None,
        *,
        maximize: bool = False,
        options: Mapping[str, Any] | None = None,
        format: str = "",  # noqa: A002 - the word of the field
        printer: Printer | None = None,
        useless: Mapping[Any, Any] | None = None,
    ) -> None:
        self.problem: Problem[Any, Any] = problem
        self.objective: Term | None = objective
        self.maximize: bool = maximize
        self.options: dict[str, Any] = dict(options or {})
        self.format: str = format
        self.printer: Printer = Printer() if printer is None else printer
        self.useless: dict[Any, Any] = dict(useless or {})

        self._stated: int = len(problem.constraints)

    def _apart(self, options: QuestionOptions) -> Any:
        """Return *options* that also assume the values of useless variables, unless a later constraint needs them."""
        later = {term.name for one in self.problem.constraints[self._stated :] for term in one.reads()}
        fixed = {name: value for name, value in self.useless.items() if name not in later}
        assumed = {self.problem[key].name: value for key, value in (options.get("assuming") or {}).items()}
        return {**options, "assuming": {**fixed, **assumed}} if fixed else options

    def _all(self, options: QuestionOptions, *but: str) -> Any:
        """Return *options* with those of the file, where they go together."""
        kept = {} if any(options.get(keyword) is not None for keyword in _OWN_SEARCH) else dict(self.options)
        for keyword in ("order", *but) if options.get("seed") is not None else but:
            kept.pop(keyword, None)
        return {**kept, **options}

    @question_keywords
    def solve(self, **options: Unpack[QuestionOptions]) -> Solution[Any, Any] | None:
        """Return a solution, whatever its objective, or None if there is none: see `Problem.solve`."""
        return self.problem.solve(**self._all(options))

    @question_keywords
    def solutions(
        self, *, solution_limit: SupportsIndex | None = None, **options: Unpack[QuestionOptions]
    ) -> Solutions[Any, Any]:
        """Iterate over all solutions: see `Problem.solutions`."""
        return self.problem.solutions(solution_limit=solution_limit, **self._all(options, "restarts"))

    @question_keywords
    def count(
        self,
        limit: SupportsIndex | None = None,
        *,
        on: Iterable[object] | None = None,
        **options: Unpack[QuestionOptions],
    ) -> int:
        """Return the number of solutions: see `Problem.count`. Useless variables count only if *on* names them."""
        every: Any = self._apart(options) if on is None else options
        return self.problem.count(limit, on=on, **every)

    @question_keywords
    def optimize(self, **options: Unpack[QuestionOptions]) -> Optimization[Any, Any]:
        """Iterate over better and better solutions: see `Problem.minimize` and `Problem.maximize`."""
        if self.objective is None:
            raise OptionError("this model has no objective: ask it to solve, or state what to minimize")
        question = self.problem.maximize if self.maximize else self.problem.minimize
        return question(self.objective, **self._all(options))

    @question_keywords
    def best(self, **options: Unpack[QuestionOptions]) -> Improvement[Any, Any] | None:
        """Return the best solution with its objective, or None if there is none. A limit ends with the best so far."""
        return self.optimize(**options).finish()

    def __repr__(self) -> str:
        aim = "" if self.objective is None else f", {'maximize' if self.maximize else 'minimize'} {self.objective}"
        return f"<{type(self).__name__}: {repr(self.problem)[1:-1]}{aim}>"
