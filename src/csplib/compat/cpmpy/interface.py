"""CPMpy's base class of solvers, with types for what csplib uses of it: CPMpy has none of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

__all__ = ["SolverInterface"]

if TYPE_CHECKING:

    class SolverInterface:
        """A solver of CPMpy."""

        name: str
        cpm_status: Any
        objective_value_: int | None
        user_vars: set[Any]
        _csemap: Any

        def __init__(self, name: str, cpm_model: Any, subsolver: str | None) -> None:
            """State *cpm_model*."""

        def solver_vars(self, cpm_vars: Iterable[Any]) -> list[Any]:
            """Return the variables of the solver."""
            raise NotImplementedError

        def print_display(self, display: Any) -> None:
            """Print expressions, or call a function."""

else:
    from cpmpy.solvers.solver_interface import SolverInterface
