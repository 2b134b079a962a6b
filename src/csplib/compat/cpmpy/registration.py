"""Add csplib to the solvers that CPMpy knows: its list is part of its code, so its lookup is extended."""

from __future__ import annotations

from typing import Any

from cpmpy.solvers.utils import SolverLookup

from csplib.compat.cpmpy.solver import CPM_csplib

__all__ = ["NAME", "register"]

NAME = "csplib"


def register() -> None:
    """Make ``solver="csplib"`` known to CPMpy; to do so twice has no effect.

    Importing `csplib.compat.cpmpy` does it, too. CPMpy's own default stays OR-Tools.
    """
    if any(name == NAME for name, _ in SolverLookup.base_solvers()):
        return
    known = SolverLookup.base_solvers.__func__

    def base_solvers(lookup: Any) -> list[tuple[str, Any]]:
        """Return the solvers of CPMpy, and csplib."""
        return [*known(lookup), (NAME, CPM_csplib)]

    lookup: Any = SolverLookup
    lookup.base_solvers = classmethod(base_solvers)
