"""Problems for CP-SAT, the solver of Google's OR-Tools: translated, solved there, and answered in csplib's words.

OR-Tools is an extra: ``pip install csplib[ortools]``. It is imported when a problem is translated, not before.
"""

from __future__ import annotations

from csplib.cp_sat.answers import (
    CPSatSolutions,
    count_with_cp_sat,
    maximize_with_cp_sat,
    minimize_with_cp_sat,
    solutions_with_cp_sat,
    solve_with_cp_sat,
)
from csplib.cp_sat.model import MissingSolverError, TranslationError
from csplib.cp_sat.translation import Translation, translate

__all__ = [
    "CPSatSolutions",
    "MissingSolverError",
    "Translation",
    "TranslationError",
    "count_with_cp_sat",
    "maximize_with_cp_sat",
    "minimize_with_cp_sat",
    "solutions_with_cp_sat",
    "solve_with_cp_sat",
    "translate",
]


def __dir__() -> list[str]:
    return __all__
