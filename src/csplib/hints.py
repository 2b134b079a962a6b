"""What to write instead of names and signs that people bring from other libraries, or guess."""

from __future__ import annotations

from typing import ClassVar, NoReturn

from csplib.errors import KindError

__all__ = ["Hinted", "HintedOptimization", "HintedProblem", "Unlisted"]

_ADD = "add(constraint) states a constraint"
_VARIABLE = "add_variable(name, domain) states a variable, as in add_variable('x', range(10))"
_VARIABLES = "add_variables(names, domain) states several variables"
_SOLVE = "solve() returns a solution, or None"
_SOLUTIONS = "solutions() iterates over all solutions"
_OBJECTIVE = "minimize(x).finish() and maximize(x).finish() return the best solution with its objective"
_FOUND = "finish() returns the best solution with its objective, .best the best so far"
_LISTED = "for solution in solutions: ..., next(solutions), or list(solutions)"


class Hinted:
    """Something whose missing attributes are explained, where their names are known from elsewhere."""

    _hints: ClassVar[dict[str, str]] = {}

    def __getattr__(self, name: str) -> NoReturn:
        """Explain, for Python has not found *name*; otherwise leave the suggestion to Python."""
        hint = self._hints.get(name)
        more = "" if hint is None else f": {hint}"
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{more}", name=name, obj=self)


class HintedProblem(Hinted):
    """The hints for a `Problem`: names of python-constraint, OR-Tools, CPMpy and the like."""

    __slots__ = ()

    _hints: ClassVar[dict[str, str]] = {
        **dict.fromkeys(["addConstraint", "add_constraint", "add_constraints", "constrain", "Add", "post"], _ADD),
        **dict.fromkeys(
            ["addVariable", "NewIntVar", "new_int_var", "NewBoolVar", "new_bool_var", "variable_add"], _VARIABLE
        ),
        **dict.fromkeys(["addVariables", "new_variables"], _VARIABLES),
        **dict.fromkeys(["getSolution", "Solve", "get_solution", "solution", "run"], _SOLVE),
        **dict.fromkeys(["getSolutions", "getSolutionIter", "solve_all", "solveAll", "get_solutions"], _SOLUTIONS),
        **dict.fromkeys(["Minimize", "Maximize", "objective", "set_objective", "optimize"], _OBJECTIVE),
        "add_all_different": "add(AllDifferent(variables)) states that variables differ",
        "AddAllDifferent": "add(AllDifferent(variables)) states that variables differ",
        "domain": "domains has the stated domain of each variable, by name",
        "status": "solve() returns None if there is no solution; the iterators that solutions() and minimize() return "
        "have a status",
        "value": "a solution has the values: solution = problem.solve(), then solution[x]",
        "Value": "a solution has the values: solution = problem.solve(), then solution[x]",
        "reset": "Problem() begins a new one; remove(constraint) takes a constraint back",
    }


class Unlisted(Hinted):
    """An iterator over solutions, which find themselves one at a time: it has no length and no places."""

    _hints: ClassVar[dict[str, str]] = {
        "count": "problem.count() counts the solutions",
        "first": "problem.solve() returns the first solution",
        "solutions": "this is the iterator over the solutions already",
        "objective": _OBJECTIVE,
        "values": "each solution has values: for solution in solutions: print(solution)",
    }

    def __len__(self) -> int:
        raise KindError(
            f"solutions are found one at a time, so nobody knows their number yet: problem.count() counts "
            f"them, problem.solve() is None if there are none; or write {_LISTED}"
        )

    def __getitem__(self, place: object) -> NoReturn:
        raise KindError(f"solutions are found one at a time, and have no places: write {_LISTED}")


class HintedOptimization(Hinted):
    """The hints for an `Optimization`."""

    _hints: ClassVar[dict[str, str]] = dict.fromkeys(
        ["objective", "solution", "value", "values", "result", "best_solution", "objective_value"], _FOUND
    )
