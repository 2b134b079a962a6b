"""Values that a constraint names and no variable has: misspelled, as a rule."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Hashable
from itertools import islice

from csplib.display.wording import value_text
from csplib.errors import ModelWarning
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.functions import Truth
from csplib.modelling.terms import Composite, Domain, TermName, ordered

__all__ = ["Values"]


class Values:
    """All the values that the variables of a problem have."""

    def __init__(self, domains: dict[Hashable, Domain]) -> None:
        self._domains: dict[Hashable, Domain] = domains
        self._known: set[Hashable] = set()
        self._looked: int = 0

    def check(self, constraint: Constraint) -> None:
        """Warn of a value that *constraint*, or one inside it, names and that is in no domain at all.

        Integers beside integers are left alone: models that a program generates are full of bounds.
        """
        if constraint.terms and not isinstance(constraint.terms[0], Composite):
            domain = self._domains[constraint.terms[0].name]
            integral = isinstance(domain[0], int)
            for value in constraint.named_values():
                if not (integral and isinstance(value, int)) and not self._has(value):
                    can_be = f"{constraint.terms[0]} can be {value_text(domain)}"
                    _warn(f"{constraint} names {value!r}, which no variable can be: {can_be}")
                    return
        for part in constraint.parts:
            self.check(part)
        if constraint.depth:
            for term in constraint.terms:
                for inner in ordered(term.name.term) if isinstance(term.name, TermName) else ():
                    if isinstance(inner, Truth):
                        self.check(inner.constraint)

    def _has(self, value: Hashable) -> bool:
        """Return whether some domain has *value*; each domain is read once."""
        if value in self._known:
            return True
        for name in islice(reversed(self._domains), len(self._domains) - self._looked):
            self._known.update(self._domains[name])
        self._looked = len(self._domains)
        return value in self._known


def _warn(message: str) -> None:
    """Issue a warning that points to the line outside of csplib; compiled functions have no frames."""
    level = 1
    frame = sys._getframe()  # noqa: SLF001 - what `warnings` itself does
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "csplib":
        frame = frame.f_back
        level += 1
    warnings.warn(message, ModelWarning, stacklevel=level)
