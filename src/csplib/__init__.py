"""csplib: constraint satisfaction as readable as the textbook.

State a problem with `Problem`, ask it with `Problem.solve` and its kin, or look inside with the textbook's
functions: `ac3`, `revise`, `forward_check`, `mac`, `mrv`, `lcv`, `backtracking_search`.
"""

from __future__ import annotations

from csplib import search as _search
from csplib.arcs import Arc, DiffArc, Pair, SupportArc
from csplib.check import violations
from csplib.constraints.all_different import AllDifferent
from csplib.constraints.base import Constraint
from csplib.constraints.diff import Diff
from csplib.constraints.membership import In, NotIn
from csplib.constraints.rows import Predicate, Relation, Table
from csplib.csp import CSP
from csplib.errors import (
    CSPError,
    DomainError,
    DuplicateVariableError,
    KindError,
    LimitReached,
    OptionError,
    PredicateError,
    RowError,
    ScopeError,
    UnknownVariableError,
)
from csplib.events import Assign, Event, Found, Narrow, Undo, WipeOut
from csplib.expressions import Expression, Shifted, Variable
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
from csplib.problem import Problem, SearchOptions
from csplib.propagation.arc_consistency import ac3, ac3_steps, node_consistency, revise
from csplib.propagation.fixpoint import propagate_all
from csplib.propagation.inference import backward_check, forward_check, mac, no_inference
from csplib.propagator import Propagator
from csplib.search import backtracking_search
from csplib.solution import Solution, Solutions, Status
from csplib.solving import count_solutions, solutions, solve
from csplib.state import State
from csplib.statistics import Statistics
from csplib.trace import Trace
from csplib.version import __version__

__all__ = [
    "COMPILED",
    "CSP",
    "AllDifferent",
    "Arc",
    "Assign",
    "CSPError",
    "Constraint",
    "Diff",
    "DiffArc",
    "DomainError",
    "DuplicateVariableError",
    "Event",
    "Expression",
    "Found",
    "In",
    "Infer",
    "KindError",
    "LimitReached",
    "Lowering",
    "Narrow",
    "NotIn",
    "OptionError",
    "Order",
    "Pair",
    "Predicate",
    "PredicateError",
    "Problem",
    "Propagator",
    "Relation",
    "RowError",
    "ScopeError",
    "SearchOptions",
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
    "UnknownVariableError",
    "Variable",
    "WipeOut",
    "__version__",
    "ac3",
    "ac3_steps",
    "ascending",
    "backtracking_search",
    "backward_check",
    "count_solutions",
    "degree",
    "first_open",
    "forward_check",
    "lcv",
    "mac",
    "most_used",
    "mrv",
    "mrv_degree",
    "no_inference",
    "node_consistency",
    "propagate_all",
    "revise",
    "shuffled",
    "solutions",
    "solve",
    "violations",
]

COMPILED: bool = not _search.__file__.endswith(".py")
"""Whether the engine is the compiled one."""
