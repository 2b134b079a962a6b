"""Problems for CP-SAT, the solver of Google's OR-Tools: what ``engine="cp-sat"`` does.

OR-Tools is an extra: ``pip install csplib[ortools]``. It is imported when a problem is translated, not before.
"""

from __future__ import annotations

from csplib.cp_sat.model import MissingSolverError, TranslationError
from csplib.cp_sat.translation import Translation, translate

__all__ = ["MissingSolverError", "Translation", "TranslationError", "translate"]


def __dir__() -> list[str]:
    return __all__
