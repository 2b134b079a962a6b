"""All constraints, as in python-constraint's module of this name."""

from csplib.compat.constraint.base import CompilableFunctionConstraint, Constraint, FunctionConstraint
from csplib.compat.constraint.numbers import (
    ExactProdConstraint,
    ExactSumConstraint,
    MaxProdConstraint,
    MaxSumConstraint,
    MinProdConstraint,
    MinSumConstraint,
    VariableExactProdConstraint,
    VariableExactSumConstraint,
    VariableMaxProdConstraint,
    VariableMaxSumConstraint,
    VariableMinProdConstraint,
    VariableMinSumConstraint,
)
from csplib.compat.constraint.values import (
    AllDifferentConstraint,
    AllEqualConstraint,
    InSetConstraint,
    NotInSetConstraint,
    SomeInSetConstraint,
    SomeNotInSetConstraint,
)

__all__ = [
    "AllDifferentConstraint",
    "AllEqualConstraint",
    "CompilableFunctionConstraint",
    "Constraint",
    "ExactProdConstraint",
    "ExactSumConstraint",
    "FunctionConstraint",
    "InSetConstraint",
    "MaxProdConstraint",
    "MaxSumConstraint",
    "MinProdConstraint",
    "MinSumConstraint",
    "NotInSetConstraint",
    "SomeInSetConstraint",
    "SomeNotInSetConstraint",
    "VariableExactProdConstraint",
    "VariableExactSumConstraint",
    "VariableMaxProdConstraint",
    "VariableMaxSumConstraint",
    "VariableMinProdConstraint",
    "VariableMinSumConstraint",
]
