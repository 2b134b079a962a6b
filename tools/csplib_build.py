"""Build backend: setuptools, with the hot modules compiled by mypyc where that is possible.

CSPLIB_COMPILE=0 builds the pure wheel, CSPLIB_COMPILE=1 the compiled one or none. Without either, a machine that cannot
compile gets the pure wheel and a message: an install never fails because there is no compiler.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

COMPILER = "mypy[mypyc]>=1.20"
HOT_MODULES = (
    "asking/launching",
    "asking/solution",
    "asking/store",
    "certificates/checker",
    "certificates/following",
    "certificates/hall_sets",
    "certificates/proof",
    "engine/analysis",
    "engine/branching",
    "engine/decisions",
    "engine/escalation",
    "engine/fixpoint",
    "engine/free_blocks",
    "engine/guided",
    "engine/heap",
    "engine/lattice",
    "engine/learned",
    "engine/learned_nogood",
    "engine/learning",
    "engine/literals",
    "engine/needs",
    "engine/nogoods",
    "engine/optimizing",
    "engine/phases",
    "engine/proof_log",
    "engine/reasons",
    "engine/restarts",
    "engine/root_needs",
    "engine/ruled_out",
    "engine/search",
    "engine/structure",
    "engine/targets",
    "kernel/agenda",
    "kernel/arcs",
    "kernel/axis",
    "kernel/bits",
    "kernel/bounds",
    "kernel/cells",
    "kernel/clock",
    "kernel/components",
    "kernel/csp",
    "kernel/depth_first",
    "kernel/divisions",
    "kernel/dominators",
    "kernel/formulas",
    "kernel/history",
    "kernel/interval",
    "kernel/last_open",
    "kernel/links",
    "kernel/matchings",
    "kernel/news",
    "kernel/other_libraries",
    "kernel/peers",
    "kernel/propagator",
    "kernel/propagators/arithmetic",
    "kernel/propagators/automaton",
    "kernel/propagators/boxes",
    "kernel/propagators/boxes_reason",
    "kernel/propagators/channel",
    "kernel/propagators/clause",
    "kernel/propagators/connected_nodes",
    "kernel/propagators/count_same",
    "kernel/propagators/counting",
    "kernel/propagators/different",
    "kernel/propagators/disjunctive",
    "kernel/propagators/distinct_values",
    "kernel/propagators/either_order",
    "kernel/propagators/element",
    "kernel/propagators/element_bounds",
    "kernel/propagators/except_values",
    "kernel/propagators/extreme_place",
    "kernel/propagators/flow",
    "kernel/propagators/formula_reason",
    "kernel/propagators/free_point",
    "kernel/propagators/hall",
    "kernel/propagators/injection",
    "kernel/propagators/interval_table",
    "kernel/propagators/knapsack",
    "kernel/propagators/large_different",
    "kernel/propagators/large_table",
    "kernel/propagators/last_variable",
    "kernel/propagators/linear",
    "kernel/propagators/linear_equals",
    "kernel/propagators/linear_reason",
    "kernel/propagators/logic",
    "kernel/propagators/long_flow",
    "kernel/propagators/machine_task",
    "kernel/propagators/matching",
    "kernel/propagators/membership",
    "kernel/propagators/none_or_two",
    "kernel/propagators/not_all_same",
    "kernel/propagators/occurrences",
    "kernel/propagators/one_hot",
    "kernel/propagators/optional_tasks",
    "kernel/propagators/ordering",
    "kernel/propagators/packing",
    "kernel/propagators/packing_reason",
    "kernel/propagators/packing_rules",
    "kernel/propagators/partial_cycle",
    "kernel/propagators/permutation",
    "kernel/propagators/profile",
    "kernel/propagators/rooted_trees",
    "kernel/propagators/row_index",
    "kernel/propagators/schedule_reason",
    "kernel/propagators/sequencing",
    "kernel/propagators/single_cycle",
    "kernel/propagators/single_loop",
    "kernel/propagators/spanning_edges",
    "kernel/propagators/subset_sums",
    "kernel/propagators/table",
    "kernel/propagators/table_reason",
    "kernel/propagators/task_start",
    "kernel/propagators/theta_tree",
    "kernel/propagators/time_table",
    "kernel/propagators/value_flow",
    "kernel/propagators/variable_flow",
    "kernel/random_numbers",
    "kernel/reach",
    "kernel/reporting",
    "kernel/running_formula",
    "kernel/running_sum",
    "kernel/state",
    "kernel/statistics",
    "kernel/taken",
    "kernel/tracking",
    "kernel/tracks",
    "kernel/values",
    "kernel/watches",
    "lowering/cliques",
    "lowering/compile",
    "lowering/difference_bounds",
    "lowering/differences",
    "lowering/formulas",
    "lowering/hidden",
    "lowering/intervals",
    "lowering/layout",
    "lowering/logic",
    "lowering/lowering",
    "lowering/narrowing",
    "lowering/schedules",
    "lowering/supports",
    "lowering/tabulating",
    "lowering/universe",
    "lowering/unknown_values",
    "lowering/windows",
    "modelling/arguments",
    "modelling/booleans",
    "modelling/calculations",
    "modelling/constants",
    "modelling/constraints/all_different",
    "modelling/constraints/all_equal",
    "modelling/constraints/base",
    "modelling/constraints/comparison",
    "modelling/constraints/diff",
    "modelling/constraints/logic",
    "modelling/constraints/membership",
    "modelling/domains",
    "modelling/expressions",
    "modelling/functions",
    "modelling/linear",
    "modelling/operations",
    "modelling/places",
    "modelling/refused_operators",
    "modelling/results",
    "modelling/rows",
    "modelling/terms",
    "modelling/twins",
    "textbook/arc_consistency",
    "textbook/heuristics",
    "textbook/inference",
    "textbook/strategies",
)

_compiling = False


def extensions() -> list[Any]:
    """Return the hot modules, translated to C; an empty list for a pure wheel."""
    if not _compiling:
        return []
    from mypyc.build import mypycify  # noqa: PLC0415 - only installed for a compiled wheel

    paths = [f"src/csplib/{module}.py" for module in HOT_MODULES]
    # No configuration file: warnings of a linter must not break an install. Other modules see `Solution` by its stub,
    # where it is generic, but the compiler by its source, where it is not.
    compiled = mypycify(["--config-file=", "--follow-imports=silent", *paths], opt_level="3", debug_level="0")
    for extension in compiled:
        # Nor must a warning of some compiler.
        extension.extra_compile_args = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
    _complete([str(source) for extension in compiled for source in extension.sources])
    return compiled


def _complete(sources: list[str]) -> None:
    """Add what mypyc leaves out, from the pure modules; if that fails, the install works without it."""
    sys.path.insert(0, "src")
    sys.dont_write_bytecode = True
    try:
        from csplib_outside import complete  # noqa: PLC0415 - only needed here

        native = next(Path(source) for source in sources if "__native" in source)
        complete(native, ["csplib." + module.replace("/", ".") for module in HOT_MODULES])
    except Exception as failure:  # noqa: BLE001 - whatever it is
        print(f"csplib: compiled modules will have no docstrings ({failure!r})")  # noqa: T201
    finally:
        sys.path.remove("src")


def _wanted() -> bool:
    """Return whether to try a compiled wheel."""
    choice = os.environ.get("CSPLIB_COMPILE", "")
    if choice in {"0", "1"}:
        return choice == "1"
    if sys.implementation.name != "cpython":
        return False
    compiler = (sysconfig.get_config_var("CC") or "").split()
    return os.name == "nt" or bool(compiler and shutil.which(compiler[0]))


def get_requires_for_build_wheel(config_settings: dict[str, str] | None = None) -> list[str]:
    """Return the requirements, with the compiler only for a compiled wheel."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *([COMPILER] if _wanted() else [])]


def build_wheel(
    wheel_directory: str, config_settings: dict[str, str] | None = None, metadata_directory: str | None = None
) -> str:
    """Build the compiled wheel if possible, otherwise the pure one."""
    global _compiling  # noqa: PLW0603 - read by setup.py, which setuptools runs
    if _wanted():
        _compiling = True
        try:
            return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
        except (Exception, SystemExit) as failure:
            if os.environ.get("CSPLIB_COMPILE") == "1":
                raise
            print(f"csplib: could not compile the engine ({failure}); building the pure one instead")  # noqa: T201
        finally:
            _compiling = False
    else:
        print("csplib: building the pure engine, without a C compiler or by request")  # noqa: T201
    return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def get_requires_for_build_editable(config_settings: dict[str, str] | None = None) -> list[str]:
    """Return the requirements without the compiler: an editable install is pure."""
    return build_meta.get_requires_for_build_editable(config_settings)


def build_editable(
    wheel_directory: str, config_settings: dict[str, str] | None = None, metadata_directory: str | None = None
) -> str:
    """Build an editable install, which is always pure, so that edits take effect at once."""
    return build_meta.build_editable(wheel_directory, config_settings, metadata_directory)
