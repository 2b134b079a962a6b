"""The thresholds of the source: numbers from which another way is taken, found in the source itself."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import csplib
from csplib.engine.escalation import Escalation
from csplib.lowering import narrowing
from csplib.lowering.tabulating import LIMITS
from csplib.modelling.domains import MOST_VALUES

HOME = Path(csplib.__file__).parent
ROOMS = ("kernel", "engine", "lowering", "modelling", "asking")


class Number(NamedTuple):
    """A number with a name at the top of a module."""

    module: str
    name: str
    value: float

    @property
    def key(self) -> str:
        return f"{self.module.removeprefix('csplib.')}.{self.name}"


@cache
def numbers() -> list[Number]:
    """Return the named integers of all modules, from a pure source tree."""
    found: list[Number] = []
    for room in ROOMS:
        for path in sorted((HOME / room).rglob("*.py")):
            module = ".".join(["csplib", *path.relative_to(HOME).with_suffix("").parts])
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                    target, value = node.target.id, node.value
                elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                    target, value = node.targets[0].id, node.value
                else:
                    continue
                number = _number(value)
                if number is not None and target.isupper():
                    found.append(Number(module, target, number))
    return found


def _number(node: ast.expr) -> float | None:
    try:
        value = eval(compile(ast.Expression(node), "", "eval"), {"__builtins__": {}})  # noqa: S307 - our own source
    except Exception:  # noqa: BLE001 - it is not a number
        return None
    return value if type(value) in {int, float} else None


@contextmanager
def small_tables(rows: int) -> Iterator[None]:
    """Let constraints be tabulated up to so many *rows* only."""
    before = {reason: (limit.pairs, limit.rows) for reason, limit in LIMITS.items()}
    for limit in LIMITS.values():
        limit.pairs = limit.rows = rows
    try:
        yield
    finally:
        for reason, limit in LIMITS.items():
            limit.pairs, limit.rows = before[reason]


@contextmanager
def lowered(values: Mapping[str, float]) -> Iterator[None]:
    """Let thresholds have other values, by their keys: wherever they were imported, in pure Python."""
    known = {number.key: number for number in numbers()}
    undo: list[tuple[Any, str, Any]] = []
    for key, value in values.items():
        number = known[key]
        for name in _places(number):
            module = sys.modules.get(name)
            if module is not None:
                undo.append((module, number.name, number.value))
                setattr(module, number.name, value)
        if key == "modelling.domains.MOST_BITS":  # and an interval stays one where a constraint lists a few values
            undo.append((narrowing, "MOST_VALUES", MOST_VALUES))
            setattr(narrowing, "MOST_VALUES", 0)  # noqa: B010 - a type checker knows it elsewhere
        if key in DEFAULTS:
            defaults: Any = Escalation.__init__.__kwdefaults__
            undo.append((defaults, DEFAULTS[key], defaults[DEFAULTS[key]]))
            defaults[DEFAULTS[key]] = value
    try:
        yield
    finally:
        for holder, name, old in undo:
            if isinstance(holder, dict):
                holder[name] = old
            else:
                setattr(holder, name, old)


@cache
def _places(number: Number) -> list[str]:
    """Return the modules that define this number, or import it from where it is defined."""
    found = [number.module]
    if not number.name.startswith("_"):
        for path in HOME.rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if f"from {number.module} import" in text and f"{number.name}" in text:
                found.append(".".join(["csplib", *path.relative_to(HOME).with_suffix("").parts]))
    return [name for name in found if name == number.module or number.name in vars(import_module(name))]


DEFAULTS = {"engine.escalation._HOPELESS": "hopeless", "engine.escalation._FEWEST": "fewest"}
"""Numbers that are defaults of `Escalation`, by the names of the parameters."""

LOWERED: dict[str, tuple[float, ...]] = {
    "asking.deducing._ATTEMPTS": (1, 2),
    "asking.deducing._MOST_CONFLICTS": (1, 3),
    "asking.launching._FEW": (0, 100),
    "asking.possibilities._MOST_CONFLICTS": (1, 3),
    "asking.refuting._MOST_CONFLICTS": (1, 3),
    "asking.solutions._ROWS_PER_PULSE": (1, 2, 3),
    "engine.analysis._MOST_ASKED": (0, 4),
    "engine.analysis._MOST_STEPS": (0, 1, 3),
    "engine.branching._MOST_SCANNED": (0, 1, 2, 4),
    "engine.escalation._FEWEST": (1, 2),
    "engine.escalation._HOPELESS": (0, 1, 10),
    "engine.fixpoint._MOST_CACHED": (0, 2),
    "engine.free_blocks._MOST_IN_SCOPE": (0, 1, 3),
    "engine.free_blocks._SLICE": (1, 2, 3),
    "engine.lattice._MOST_VARIABLES": (0, 1, 3),
    "engine.learned._ALWAYS_KEPT": (0,),
    "engine.learned._FIRST_ROOM": (1, 4),
    "engine.optimizing._BUDGET": (1, 2),
    "engine.optimizing._FACTOR": (2,),
    "engine.optimizing._LONG": (0, 2, 8),
    "engine.optimizing._PATIENCE": (1,),
    "engine.optimizing._SMALL": (1, 4),
    "engine.ruled_out._MOST_VALUES": (1, 3),
    "engine.search._MOST_SHUFFLED": (1, 3),
    "engine.targets._CONFLICTS": (1, 3),
    "kernel.cells._PLACES": (1, 2),
    "kernel.csp._SMALL": (1, 3),
    "kernel.divisions._MOST_BITS": (1, 8),
    "kernel.last_open._SHORT": (0, 1, 3),
    "kernel.news.IDLE": (1, 3),
    "kernel.propagators.boxes_reason._MOST_TRIED": (0, 1, 2),
    "kernel.propagators.channel._SHORT": (0, 1, 3),
    "kernel.propagators.counting._SHORT": (0, 1, 3),
    "kernel.propagators.different._MOST_TAKEN": (0, 1, 3),
    "kernel.propagators.element.LONG": (0, 1, 3),
    "kernel.propagators.large_different._EXACT": (0, 2, 3),
    "kernel.propagators.large_different._FEW": (0, 1, 3),
    "kernel.propagators.large_different._PROBES": (1, 2),
    "kernel.propagators.large_table._FEW_BLOCKS": (0, 1),
    "kernel.propagators.ordering._SHORT_CHAIN": (0, 1, 3),
    "kernel.propagators.ordering._SHORT_ROW": (0, 1, 3),
    "kernel.propagators.packing_rules.MOST_BITS": (0, 4),
    "kernel.propagators.row_index.ROWS_IN_A_BLOCK": (1, 2, 7),
    "kernel.propagators.row_index._KEYS_FOR_A_BLOCK": (1, 2),
    "kernel.propagators.row_index._MOST_KEYS": (1, 8),
    "kernel.propagators.single_cycle._DENSE": (0, 1, 3),
    "kernel.reporting._MANY": (0, 2),
    "kernel.running_formula._OPERANDS": (2, 3),
    "kernel.running_formula._SHORT": (0, 1, 4),
    "kernel.running_sum._SHORT": (0, 1, 3),
    "kernel.running_sum._SHORT_AND_PLAIN": (0, 1, 3),
    "lowering.cliques._SMALLEST": (2, 3),
    "lowering.cliques._SMALLEST_FULL": (2, 3),
    "lowering.cliques._STEPS_AT_LEAST": (0, 10),
    "lowering.cliques._STEPS_PER_EDGE": (0, 1),
    "lowering.difference_bounds._MOST_STEPS": (0, 3),
    "lowering.differences._LARGE": (1, 2, 3),
    "lowering.differences._LARGE_ANYWAY": (1, 2, 3),
    "lowering.formulas._MOST_CACHED": (0, 1),
    "lowering.formulas._MOST_COMBINATIONS": (0, 1, 10),
    "lowering.schedules.LARGE": (0, 1, 2),
    "lowering.supports._PAIRS_AT_ONCE": (1, 3),
    "lowering.tabulating.BUDGET": (0, 10),
    "lowering.tabulating.SMALL": (0, 3),
    "lowering.universe._ALWAYS_DENSE": (0, 2),
    "lowering.universe._DENSE_ENOUGH": (1,),
    "lowering.universe._SMALL": (0, 2),
    "lowering.universe._WORTH_A_SHIFT": (0, 1, 4),
    "modelling.constraints.cardinality._SHORT": (0, 1, 3),
    "modelling.divisions._MOST_PAIRS": (0, 3),
    "modelling.domains.MOST_BITS": (1,),
    "modelling.linear._SHORT": (0, 1),
    "modelling.rows._WORTH_SHARING": (1, 3),
}
"""Thresholds, with the values that they get in checked runs, so that small problems are on the other side."""

_CODE = "a code or a place, not a size"
_PULSE = "how often limits and Ctrl-C are looked at: tests of limits"
_ENDLESS = "no limit"
_WORD = "the size of a machine word: models have up to 70 variables and values beyond it"
_EFFORT = "how much is tried before giving up; the answer does not depend on it"
_REFUSAL = "from where something is refused, with tests of the refusal"
_TEXT = "about texts"

NO_THRESHOLDS: dict[str, str] = {
    "asking.deductions._LISTED": _TEXT,
    "asking.conflicts._ENDLESS": _ENDLESS,
    "asking.progress._BETWEEN_LINES": _PULSE,
    "asking.progress._BETWEEN_REPORTS": _PULSE,
    "asking.relaxing._ROUNDS": _EFFORT,
    "asking.relaxing._STEPS_OF_A_SET": _PULSE,
    "engine.branching._LEAST_WEIGHT": _EFFORT,
    "engine.escalation._CONFLICTS_IF_HOPELESS": _EFFORT,
    "engine.escalation._ENDLESS": _ENDLESS,
    "engine.escalation._FAILURES_PER_CONFLICT": _EFFORT,
    "engine.escalation._HARD": _EFFORT,
    "engine.fixpoint._HEIGHTS_PER_PULSE": _PULSE,
    "engine.heap.IN_LINE": _CODE,
    "engine.heap.OUT": _CODE,
    "engine.learned._FADING": _EFFORT,
    "engine.learned._MORE_ROOM": _EFFORT,
    "engine.learning.CONTRADICTED": _CODE,
    "engine.learning.PAUSED": _CODE,
    "engine.learning.REFUTED": _CODE,
    "engine.learning.SOLVED": _CODE,
    "engine.learning._FADING": _EFFORT,
    "engine.learning._LARGEST": _EFFORT,
    "engine.learning._NODES_PER_PULSE": _PULSE,
    "engine.needs._NOTHING": _CODE,
    "engine.search._NODES_PER_PULSE": _PULSE,
    "engine.search._STEPS_OF_A_SOLUTION": _PULSE,
    "engine.structure._RECENT": _EFFORT,
    "kernel.agenda.PAGE": _WORD,
    "kernel.arcs._VALUES_PER_LOOK": _PULSE,
    "kernel.bits.LARGEST_WORD": _WORD,
    "kernel.bits.WORD": _WORD,
    "kernel.bits._MOST_KEPT": "the size of a cache of bits",
    "kernel.cells.OPEN": _CODE,
    "kernel.clock._STEPS_PER_PULSE": _PULSE,
    "kernel.csp._LINKS_PER_LOOK": _PULSE,
    "kernel.csp._MOST_SPARE": "the number of states kept for the next question",
    "kernel.last_open.NONE_OPEN": _CODE,
    "kernel.last_open.SEVERAL_OPEN": _CODE,
    "kernel.news.NEVER": _CODE,
    "kernel.propagators.disjunctive._PAIR": _CODE,
    "kernel.propagators.element._SEVERAL": _CODE,
    "kernel.propagators.element._UNSEEN": _CODE,
    "kernel.propagators.formula_reason._HIGH": _CODE,
    "kernel.propagators.formula_reason._LOW": _CODE,
    "kernel.propagators.formula_reason._NONE": _CODE,
    "kernel.propagators.interval_table._DEAD": _CODE,
    "kernel.propagators.interval_table._OPEN": _CODE,
    "kernel.propagators.last_variable._CALLS_PER_PULSE": _PULSE,
    "kernel.propagators.ordering._DECIDING": _CODE,
    "kernel.propagators.ordering._PLACE": _CODE,
    "kernel.propagators.ordering._SEEN": _CODE,
    "kernel.propagators.packing._PER_BIN": "the number of cells of a bin",
    "kernel.propagators.row_index.ANY_VALUE": _CODE,
    "kernel.propagators.schedule_reason.KNOWN": _CODE,
    "kernel.propagators.single_cycle._WORD": _WORD,
    "kernel.propagators.table._ROWS_IN_A_WORD": _WORD,
    "kernel.reporting._RUNS_PER_PULSE": _PULSE,
    "kernel.running_sum._BLOCKS": _CODE,
    "kernel.running_sum._LEAST": _CODE,
    "kernel.running_sum._MOST": _CODE,
    "kernel.running_sum._SEEN": _CODE,
    "kernel.running_sum._WIDEST": _CODE,
    "kernel.taken._WORD": _WORD,
    "kernel.tracks.BITS": _CODE,
    "kernel.tracks.CEILING": _CODE,
    "kernel.tracks.FLOOR": _CODE,
    "kernel.tracks.HOLES": _CODE,
    "kernel.tracks.ROOT": _CODE,
    "kernel.tracks.STATUS": _CODE,
    "lowering.cliques._ROUNDS": _EFFORT,
    "lowering.compile._STEPS_OF_A_CONSTRAINT": _PULSE,
    "lowering.hidden._STEPS_OF_A_CONSTRAINT": _PULSE,
    "lowering.logic._BOTH_ORDERS": _CODE,
    "lowering.supports._OUTSIDE": _CODE,
    "lowering.supports._STEPS_OF_A_ROW": _PULSE,
    "lowering.universe.MOST_DIFFERENT": _REFUSAL,
    "lowering.windows.WORD": _WORD,
    "modelling.constraints.base._DEEPEST": _REFUSAL,
    "modelling.constraints.membership._MOST_LISTED": _REFUSAL,
    "modelling.constraints.predicate._TAKES_ANY_NUMBER": _CODE,
    "modelling.divisions._MOST_FACTORS": _REFUSAL,
    "modelling.divisions._MOST_SHOWN": _TEXT,
    "modelling.domains.MOST_LISTED": _REFUSAL,
    "modelling.domains.MOST_VALUES": _REFUSAL,
    "modelling.domains._SHORT": _WORD,
    "modelling.expressions._LONG": _TEXT,
    "modelling.text._DEEPEST": _TEXT,
    "modelling.text._LONGEST": _TEXT,
    "modelling.text._MOST_BITS": _TEXT,
    "modelling.text._SHOWN": _TEXT,
    "modelling.text_hints._SHOWN": _TEXT,
}
"""Named numbers that are no thresholds, and why, or whose other side other tests look at."""
