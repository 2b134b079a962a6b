"""csplib: constraint satisfaction as readable as the textbook.

State a problem with `Problem`, ask it with `Problem.solve` and its kin, or look inside with the textbook's
functions: `ac3`, `revise`, `forward_check`, `mac`, `mrv`, `lcv`, `backtracking_search`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib import search as _search
from csplib.arcs import Arc, DiffArc, EqualArc, Pair, SupportArc
from csplib.axis import Axis
from csplib.backtracking import backtracking_search
from csplib.check import violations
from csplib.conflicts import Conflict
from csplib.constants import Constant
from csplib.constraints.all_different import AllDifferent
from csplib.constraints.all_equal import AllEqual
from csplib.constraints.base import Constraint
from csplib.constraints.cardinality import Cardinality
from csplib.constraints.circuit import Circuit
from csplib.constraints.comparison import Comparison
from csplib.constraints.counting import AtLeast, AtMost, Count, Exactly
from csplib.constraints.cumulative import Cumulative
from csplib.constraints.diff import Diff
from csplib.constraints.element import Element
from csplib.constraints.extremes import Maximum, Minimum
from csplib.constraints.increasing import Increasing
from csplib.constraints.inverse import Inverse
from csplib.constraints.lex import Lex
from csplib.constraints.logic import AllOf, AnyOf, Not
from csplib.constraints.membership import In, NotIn
from csplib.constraints.no_overlap import NoOverlap
from csplib.constraints.product import Product
from csplib.constraints.regular import Regular
from csplib.constraints.reified import Reified
from csplib.constraints.rows import ANY, Predicate, Relation, Table
from csplib.csp import CSP
from csplib.errors import (
    CSPError,
    DomainError,
    DuplicateVariableError,
    KindError,
    LimitReached,
    ModelWarning,
    OptionError,
    PredicateError,
    RowError,
    ScopeError,
    UnknownConstraintError,
    UnknownVariableError,
)
from csplib.events import Assign, Event, Found, Narrow, Undo, WipeOut
from csplib.expressions import Expression, Shifted, Variable
from csplib.functions import element, implies, max_of, min_of, reify
from csplib.heuristics import (
    Infer,
    Order,
    Select,
    ascending,
    degree,
    first_open,
    lcv,
    most_used,
    mrv,
    mrv_degree,
    shuffled,
)
from csplib.lowering import Lowering
from csplib.optimization import Improvement, Optimization
from csplib.options import SearchOptions
from csplib.problem import Problem
from csplib.progress import SearchProgress
from csplib.propagation.arc_consistency import ac3, ac3_steps, node_consistency, revise
from csplib.propagation.fixpoint import propagate_all
from csplib.propagation.inference import backward_check, forward_check, mac, no_inference
from csplib.propagator import Propagator
from csplib.reasons import Removal, Why
from csplib.restarts import geometric, luby
from csplib.solution import Solution, Solutions, Status
from csplib.solving import count_solutions, pareto, solutions, solve
from csplib.state import State
from csplib.statistics import Statistics
from csplib.trace import Trace
from csplib.trees import tree_csp_solver
from csplib.version import __version__

if TYPE_CHECKING:
    from csplib.local_search import (
        LocalOptions,
        LocalResult,
        Progress,
        genetic_search,
        min_conflicts,
        simulated_annealing,
        tabu_search,
    )
    from csplib.sampling import Diverse, diverse, sample

__all__ = [
    "ANY",
    "COMPILED",
    "CSP",
    "AllDifferent",
    "AllEqual",
    "AllOf",
    "AnyOf",
    "Arc",
    "Assign",
    "AtLeast",
    "AtMost",
    "Axis",
    "CSPError",
    "Cardinality",
    "Circuit",
    "Comparison",
    "Conflict",
    "Constant",
    "Constraint",
    "Count",
    "Cumulative",
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
    "Found",
    "Improvement",
    "In",
    "Increasing",
    "Infer",
    "Inverse",
    "KindError",
    "Lex",
    "LimitReached",
    "LocalOptions",
    "LocalResult",
    "Lowering",
    "Maximum",
    "Minimum",
    "ModelWarning",
    "Narrow",
    "NoOverlap",
    "Not",
    "NotIn",
    "Optimization",
    "OptionError",
    "Order",
    "Pair",
    "Predicate",
    "PredicateError",
    "Problem",
    "Product",
    "Progress",
    "Propagator",
    "Regular",
    "Reified",
    "Relation",
    "Removal",
    "RowError",
    "ScopeError",
    "SearchOptions",
    "SearchProgress",
    "Select",
    "Shifted",
    "Solution",
    "Solutions",
    "State",
    "Statistics",
    "Status",
    "SupportArc",
    "Table",
    "Trace",
    "Undo",
    "UnknownConstraintError",
    "UnknownVariableError",
    "Variable",
    "Why",
    "WipeOut",
    "__version__",
    "ac3",
    "ac3_steps",
    "ascending",
    "backtracking_search",
    "backward_check",
    "count_solutions",
    "degree",
    "diverse",
    "element",
    "first_open",
    "forward_check",
    "genetic_search",
    "geometric",
    "implies",
    "lcv",
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
    "reify",
    "revise",
    "sample",
    "shuffled",
    "simulated_annealing",
    "solutions",
    "solve",
    "tabu_search",
    "tree_csp_solver",
    "violations",
]

COMPILED: bool = not _search.__file__.endswith(".py")
"""Whether the engine is the compiled one."""

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
    "csplib.sampling": ("Diverse", "diverse", "sample"),
}


def __getattr__(name: str) -> object:
    """Load what few programs need when it is first asked for."""
    for module, names in _LATER.items():
        if name in names:
            globals()[name] = getattr(__import__(module, fromlist=[name]), name)
            return globals()[name]
    raise AttributeError(f"module 'csplib' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
