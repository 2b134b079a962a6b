"""python-constraint's module ``constraint``, answered by csplib: the same classes and methods.

>>> from csplib.compat.constraint import AllDifferentConstraint, Problem
>>> problem = Problem()
>>> problem.addVariables("ab", [1, 2])
>>> problem.addConstraint(AllDifferentConstraint())
>>> problem.getSolutions()
[{'a': 2, 'b': 1}, {'a': 1, 'b': 2}]

Checked against python-constraint2 2.9. "Coming from python-constraint" says where answers differ.
"""

from csplib.compat.constraint.constraints import (
    AllDifferentConstraint,
    AllEqualConstraint,
    CompilableFunctionConstraint,
    Constraint,
    ExactProdConstraint,
    ExactSumConstraint,
    FunctionConstraint,
    InSetConstraint,
    MaxProdConstraint,
    MaxSumConstraint,
    MinProdConstraint,
    MinSumConstraint,
    NotInSetConstraint,
    SomeInSetConstraint,
    SomeNotInSetConstraint,
    VariableExactProdConstraint,
    VariableExactSumConstraint,
    VariableMaxProdConstraint,
    VariableMaxSumConstraint,
    VariableMinProdConstraint,
    VariableMinSumConstraint,
)
from csplib.compat.constraint.domain import Domain, Unassigned, Variable, check_if_compiled
from csplib.compat.constraint.parser import (
    compile_to_constraints,
    extract_operators,
    is_or_evals_to_number,
    parse_restrictions,
)
from csplib.compat.constraint.problem import Problem
from csplib.compat.constraint.solvers import (
    BacktrackingSolver,
    MinConflictsSolver,
    OptimizedBacktrackingSolver,
    ParallelSolver,
    RecursiveBacktrackingSolver,
    Solver,
)

__all__ = [
    "AllDifferentConstraint",
    "AllEqualConstraint",
    "BacktrackingSolver",
    "CompilableFunctionConstraint",
    "Constraint",
    "Domain",
    "ExactProdConstraint",
    "ExactSumConstraint",
    "FunctionConstraint",
    "InSetConstraint",
    "MaxProdConstraint",
    "MaxSumConstraint",
    "MinConflictsSolver",
    "MinProdConstraint",
    "MinSumConstraint",
    "NotInSetConstraint",
    "OptimizedBacktrackingSolver",
    "ParallelSolver",
    "Problem",
    "RecursiveBacktrackingSolver",
    "Solver",
    "SomeInSetConstraint",
    "SomeNotInSetConstraint",
    "Unassigned",
    "Variable",
    "VariableExactProdConstraint",
    "VariableExactSumConstraint",
    "VariableMaxProdConstraint",
    "VariableMaxSumConstraint",
    "VariableMinProdConstraint",
    "VariableMinSumConstraint",
    "check_if_compiled",
    "compile_to_constraints",
    "extract_operators",
    "is_or_evals_to_number",
    "parse_restrictions",
]
