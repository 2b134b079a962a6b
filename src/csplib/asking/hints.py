"""Hints in error messages: what to write instead of names and operators known from other libraries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from csplib.errors import KindError

__all__ = ["Hinted", "HintedOptimization", "HintedProblem", "HintedSolutions"]

_ADD = "add(constraint) states a constraint"
_VARIABLE = "add_variable(name, domain) states a variable, as in add_variable('x', range(10))"
_VARIABLES = "add_variables(names, domain) states several variables"
_SOLVE = "solve() returns a solution, or None"
_SOLUTIONS = "solutions() iterates over all solutions"
_OBJECTIVE = "minimize(x).finish() and maximize(x).finish() return the best solution with its objective"
_FOUND = "finish() returns the best solution with its objective, .best the best so far"
_DIFFERENT = "add(AllDifferent(variables)) states that variables differ"
_LISTED = "for solution in solutions: ..., next(solutions), or list(solutions)"


class _Hint:
    """A missing attribute whose AttributeError says what to write instead.

    A ``__getattr__`` would make the lookup of every other attribute slower.
    """

    def __init__(self, name: str, hint: str) -> None:
        self._name = name
        self._hint = hint

    def __get__(self, thing: object, kind: type) -> _Hint:
        if thing is None:
            return self
        message = f"{kind.__name__!r} object has no attribute {self._name!r}: {self._hint}"
        raise AttributeError(message, name=self._name, obj=thing)

    def __repr__(self) -> str:
        return f"<not here: {self._hint}>"


class Hinted:
    """The base of classes with hints for missing attributes."""

    def __init_subclass__(cls, hints: Mapping[str, str] | None = None, **others: Any) -> None:
        """Set the hints at run time: so type checkers still report the missing attributes."""
        super().__init_subclass__(**others)
        for name, hint in (hints or {}).items():
            setattr(cls, name, _Hint(name, hint))

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not isinstance(getattr(type(self), name, None), _Hint)]


_PROBLEM = {
    **dict.fromkeys(["addConstraint", "add_constraint", "add_constraints", "constrain", "Add", "post"], _ADD),
    **dict.fromkeys(
        ["addVariable", "NewIntVar", "new_int_var", "NewBoolVar", "new_bool_var", "variable_add"], _VARIABLE
    ),
    **dict.fromkeys(["addVariables", "new_variables"], _VARIABLES),
    **dict.fromkeys(["getSolution", "Solve", "get_solution", "solution", "run"], _SOLVE),
    **dict.fromkeys(["getSolutions", "getSolutionIter", "solve_all", "solveAll", "get_solutions"], _SOLUTIONS),
    **dict.fromkeys(["Minimize", "Maximize", "objective", "set_objective", "optimize"], _OBJECTIVE),
    **dict.fromkeys(["add_all_different", "addAllDifferent", "AddAllDifferent"], _DIFFERENT),
    **dict.fromkeys(
        ["AddBoolOr", "add_bool_or", "AddImplication", "add_implication"], f"{_ADD}: | & ~ and implies join them"
    ),
    **dict.fromkeys(["satisfy", "isSolvable", "is_solvable", "hasSolution", "has_solution"], _SOLVE),
    **dict.fromkeys(["AddHint", "add_hint", "hint", "warm_start"], "solve(hint={x: 1}) tries these values first"),
    **dict.fromkeys(
        ["add_array", "intvar_array", "matrix", "grid"], "array(name, shape, domain) states rows and columns"
    ),
    "pareto": "csplib.pareto(problem, objectives) finds the best compromises",
    "domain": "domains has the stated domain of each variable, by name",
    "status": "solve() returns None if there is no solution; the iterators that solutions() and minimize() return "
    "have a status",
    "value": "a solution has the values: solution = problem.solve(), then solution[x]",
    "Value": "a solution has the values: solution = problem.solve(), then solution[x]",
    "reset": "Problem() begins a new one; remove(constraint) removes a constraint",
}


class HintedProblem(Hinted, hints=_PROBLEM):
    """The hints for a `Problem`: names of python-constraint, OR-Tools, CPMpy and others."""

    def __iadd__(self, other: object) -> NoReturn:
        raise KindError(f"nothing can be added to a problem with +=: {_ADD}")


_SOLUTIONS_HINTS = {
    "count": "problem.count() counts the solutions",
    "first": "problem.solve() returns the first solution",
    "solutions": "this is the iterator over the solutions already",
    "objective": _OBJECTIVE,
    "values": "each solution has values: for solution in solutions: print(solution)",
}


class HintedSolutions(Hinted, hints=_SOLUTIONS_HINTS):
    """The hints for `Solutions`, which have no length and no positions: they are found one at a time."""

    def __len__(self) -> int:
        raise KindError(
            f"solutions are found one at a time, so their number is not known yet: problem.count() counts "
            f"them, problem.solve() is None if there are none; or write {_LISTED}"
        )

    def __getitem__(self, place: object) -> NoReturn:
        raise KindError(f"solutions are found one at a time, and have no positions: write {_LISTED}")


_OPTIMIZATION = ["objective", "solution", "solve", "value", "values", "result", "best_solution", "objective_value"]


class HintedOptimization(Hinted, hints=dict.fromkeys(_OPTIMIZATION, _FOUND)):
    """The hints for an `Optimization`."""

    def __getitem__(self, variable: object) -> NoReturn:
        raise KindError(f"this is the search for the best solution: {_FOUND}, as in finish().solution[x]")
