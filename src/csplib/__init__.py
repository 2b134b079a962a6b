"""csplib: constraint satisfaction as readable as the textbook.

State a problem with `Problem`, ask it with `Problem.solve` and similar methods, or look inside with the
textbook's functions: `ac3`, `revise`, `forward_check`, `mac`, `mrv`, `lcv`, `backtracking_search`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib.asking.deductions import Deduction, Removal
from csplib.asking.explaining import Conflict
from csplib.asking.functions import count_solutions, solutions, solve
from csplib.asking.judge import violations
from csplib.asking.optimization import Improvement, Optimization
from csplib.asking.options import SearchOptions
from csplib.asking.preferences import Preference
from csplib.asking.progress import SearchProgress
from csplib.asking.relaxing import Relaxation
from csplib.asking.solutions import Solution, Solutions, Status
from csplib.asking.why import Why
from csplib.engine import search as _search
from csplib.engine.fixpoint import propagate_all
from csplib.engine.restarts import geometric, luby
from csplib.errors import (
    Cancelled,
    CertificateError,
    CSPError,
    DomainError,
    DuplicateVariableError,
    FormatError,
    InternalError,
    KindError,
    LimitReached,
    ModelWarning,
    OptionError,
    PredicateError,
    RowError,
    ScopeError,
    TextError,
    UnknownConstraintError,
    UnknownVariableError,
)
from csplib.kernel.arcs import Arc, DiffArc, EqualArc, SupportArc
from csplib.kernel.axis import Axis
from csplib.kernel.clock import Clock, look_up
from csplib.kernel.csp import CSP
from csplib.kernel.events import Assign, Event, Found, Learn, Narrow, Undo, WipeOut
from csplib.kernel.links import Pair
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State
from csplib.kernel.statistics import Statistics
from csplib.lowering.lowering import Lowering
from csplib.modelling import equivalences as _equivalences
from csplib.modelling.booleans import Boolean
from csplib.modelling.choices import at_least_one, at_most_one, exactly_one, if_then_else
from csplib.modelling.computed import argmax, argmin, cost_of, count_different, count_of
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.bin_packing import BinPacking
from csplib.modelling.constraints.cardinality import Cardinality
from csplib.modelling.constraints.circuit import Circuit
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.count_different import CountDifferent
from csplib.modelling.constraints.counting import AtLeast, AtMost, Count, Exactly
from csplib.modelling.constraints.cumulative import Cumulative
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.element import Element
from csplib.modelling.constraints.except_values import AllDifferentExcept, AllEqualExcept
from csplib.modelling.constraints.extreme_places import ArgMax, ArgMin
from csplib.modelling.constraints.extremes import Maximum, Minimum
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.inverse import Inverse
from csplib.modelling.constraints.knapsack import Knapsack
from csplib.modelling.constraints.lex import Lex
from csplib.modelling.constraints.logic import AllOf, AnyOf, Not
from csplib.modelling.constraints.mdd import MDD
from csplib.modelling.constraints.membership import In, NotIn
from csplib.modelling.constraints.no_overlap import NoOverlap
from csplib.modelling.constraints.no_overlap_boxes import NoOverlapBoxes
from csplib.modelling.constraints.not_all_equal import NotAllEqual
from csplib.modelling.constraints.one_hot import OneHot
from csplib.modelling.constraints.predicate import Predicate
from csplib.modelling.constraints.product import Product
from csplib.modelling.constraints.regular import Regular
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.constraints.relation import Relation
from csplib.modelling.constraints.stretch import Stretch
from csplib.modelling.constraints.sub_circuit import Path, SubCircuit
from csplib.modelling.constraints.table import ANY, Table
from csplib.modelling.constraints.value_precedence import ValuePrecedence
from csplib.modelling.divisions import truncated_quotient, truncated_remainder
from csplib.modelling.expressions import Constant, Expression, Shifted, Variable
from csplib.modelling.functions import element, implies, max_of, min_of, reify
from csplib.modelling.ordered import Ordered
from csplib.modelling.tasks import Task
from csplib.problem import Problem
from csplib.textbook.arc_consistency import ac3, ac3_steps, node_consistency, revise
from csplib.textbook.backtracking import backtracking_search
from csplib.textbook.heuristics import ascending, degree, first_open, lcv, most_used, mrv, mrv_degree, shuffled
from csplib.textbook.inference import backward_check, forward_check, mac, no_inference
from csplib.textbook.strategies import Infer, Order, Select
from csplib.textbook.trees import tree_csp_solver
from csplib.version import __version__

if TYPE_CHECKING:
    from csplib.asking.pareto import pareto
    from csplib.asking.sampling import Diverse, diverse, sample
    from csplib.certificates.certificate import Certificate
    from csplib.formats.model import Model
    from csplib.formats.registry import read, write
    from csplib.local_search import (
        LocalOptions,
        LocalResult,
        Progress,
        genetic_search,
        min_conflicts,
        simulated_annealing,
        tabu_search,
    )
    from csplib.modelling.arrays import VariableArray
    from csplib.modelling.constraints.connected import Connected, Regions
    from csplib.modelling.constraints.edge_sets import Loop, SpanningTree
    from csplib.modelling.constraints.tree import Tree
    from csplib.modelling.grids import grid_edges, grid_neighbors
    from csplib.textbook.trace import Trace

__all__ = [
    "ANY",
    "COMPILED",
    "CSP",
    "MDD",
    "AllDifferent",
    "AllDifferentExcept",
    "AllEqual",
    "AllEqualExcept",
    "AllOf",
    "AnyOf",
    "Arc",
    "ArgMax",
    "ArgMin",
    "Assign",
    "AtLeast",
    "AtMost",
    "Axis",
    "BinPacking",
    "Boolean",
    "CSPError",
    "Cancelled",
    "Cardinality",
    "Certificate",
    "CertificateError",
    "Circuit",
    "Clock",
    "Comparison",
    "Conflict",
    "Connected",
    "Constant",
    "Constraint",
    "Count",
    "CountDifferent",
    "Cumulative",
    "Deduction",
    "Diff",
    "DiffArc",
    "Diverse",
    "DomainError",
    "DuplicateVariableError",
    "Element",
    "EqualArc",
    "Event",
    "Exactly",
    "Expression",
    "FormatError",
    "Found",
    "Improvement",
    "In",
    "Increasing",
    "Infer",
    "InternalError",
    "Inverse",
    "KindError",
    "Knapsack",
    "Learn",
    "Lex",
    "LimitReached",
    "LocalOptions",
    "LocalResult",
    "Loop",
    "Lowering",
    "Maximum",
    "Minimum",
    "Model",
    "ModelWarning",
    "Narrow",
    "NoOverlap",
    "NoOverlapBoxes",
    "Not",
    "NotAllEqual",
    "NotIn",
    "OneHot",
    "Optimization",
    "OptionError",
    "Order",
    "Ordered",
    "Pair",
    "Path",
    "Predicate",
    "PredicateError",
    "Preference",
    "Problem",
    "Product",
    "Progress",
    "Propagator",
    "Regions",
    "Regular",
    "Reified",
    "Relation",
    "Relaxation",
    "Removal",
    "RowError",
    "ScopeError",
    "SearchOptions",
    "SearchProgress",
    "Select",
    "Shifted",
    "Solution",
    "Solutions",
    "SpanningTree",
    "State",
    "Statistics",
    "Status",
    "Stretch",
    "SubCircuit",
    "SupportArc",
    "Table",
    "Task",
    "TextError",
    "Trace",
    "Tree",
    "Undo",
    "UnknownConstraintError",
    "UnknownVariableError",
    "ValuePrecedence",
    "Variable",
    "VariableArray",
    "Why",
    "WipeOut",
    "__version__",
    "ac3",
    "ac3_steps",
    "argmax",
    "argmin",
    "ascending",
    "at_least_one",
    "at_most_one",
    "backtracking_search",
    "backward_check",
    "cost_of",
    "count_different",
    "count_of",
    "count_solutions",
    "degree",
    "diverse",
    "element",
    "exactly_one",
    "first_open",
    "forward_check",
    "genetic_search",
    "geometric",
    "grid_edges",
    "grid_neighbors",
    "if_then_else",
    "implies",
    "lcv",
    "look_up",
    "luby",
    "mac",
    "max_of",
    "min_conflicts",
    "min_of",
    "most_used",
    "mrv",
    "mrv_degree",
    "no_inference",
    "node_consistency",
    "pareto",
    "propagate_all",
    "read",
    "reify",
    "revise",
    "sample",
    "shuffled",
    "simulated_annealing",
    "solutions",
    "solve",
    "tabu_search",
    "tree_csp_solver",
    "truncated_quotient",
    "truncated_remainder",
    "violations",
    "write",
]

COMPILED: bool = not _search.__file__.endswith(".py")
"""Whether the engine is the compiled one."""

_PACKAGES = ("certificates", "cp_sat", "formats", "local_search", "parallel", "pictures", "sudoku", "testing")

_LATER = {
    "csplib.local_search": (
        "LocalOptions",
        "LocalResult",
        "Progress",
        "genetic_search",
        "min_conflicts",
        "simulated_annealing",
        "tabu_search",
    ),
    "csplib.asking.pareto": ("pareto",),
    "csplib.asking.sampling": ("Diverse", "diverse", "sample"),
    "csplib.certificates.certificate": ("Certificate",),
    "csplib.modelling.constraints.connected": ("Connected", "Regions"),
    "csplib.modelling.constraints.edge_sets": ("Loop", "SpanningTree"),
    "csplib.modelling.constraints.tree": ("Tree",),
    "csplib.modelling.grids": ("grid_edges", "grid_neighbors"),
    "csplib.modelling.arrays": ("VariableArray",),
    "csplib.formats.model": ("Model",),
    "csplib.formats.registry": ("read", "write"),
    "csplib.textbook.trace": ("Trace",),
}


def __getattr__(name: str) -> object:
    """Import names that few programs use on first access."""
    for module, names in _LATER.items():
        if name in names:
            globals()[name] = getattr(__import__(module, fromlist=[name]), name)
            return globals()[name]
    raise AttributeError(f"module 'csplib' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *[package for package in _PACKAGES if package in globals()]]
