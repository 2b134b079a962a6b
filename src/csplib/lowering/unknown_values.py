"""A warning for a value that a constraint names and no variable has: usually a typing error."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Hashable
from itertools import islice
from typing import TYPE_CHECKING

from csplib.display.wording import value_text
from csplib.errors import ModelWarning
from csplib.kernel.other_libraries import has_value
from csplib.modelling.constraints.ordering import Ordering
from csplib.modelling.terms import Composite, Domain, Term, TermName, subterms

if TYPE_CHECKING:
    from csplib.modelling.constraints.base import Constraint

__all__ = ["KnownValues"]


class KnownValues:
    """All values that the variables of a problem have; *domain_of* returns those of any term."""

    def __init__(
        self, domains: dict[Hashable, Domain], domain_of: Callable[[Term, dict[Hashable, Domain]], Domain]
    ) -> None:
        self._domains: dict[Hashable, Domain] = domains
        self._domain_of: Callable[[Term, dict[Hashable, Domain]], Domain] = domain_of
        self._known: set[Hashable] = set()
        self._ranges: set[range] = set()
        self._looked: int = 0

    def check(self, constraint: Constraint) -> None:
        """Warn if *constraint*, or a constraint inside it, names a value that is in no domain at all.

        An integer among integers never warns, because generated models are full of bounds.
        """
        if isinstance(constraint, Ordering):
            constraint.check(lambda term: self._domain_of(term, self._domains))
        if constraint.terms and not isinstance(constraint.terms[0], Composite):
            domain = self._domains[constraint.terms[0].name]
            integral = isinstance(domain[0], int)
            for value in constraint.named_values():
                if not (integral and isinstance(value, int)) and not self._has(value):
                    can_be = f"{constraint.terms[0]} can be {value_text(domain)}"
                    _warn(f"{constraint} names {value!r}, which no variable can be: {can_be}")
                    return
        for part in constraint.parts:
            if part.names_values or part.depth:
                self.check(part)
        if constraint.depth:
            for term in constraint.terms:
                for inner in subterms(term.name.term) if isinstance(term.name, TermName) else ():
                    if isinstance(inner, Composite):
                        for part in inner.parts():
                            self.check(part)

    def _has(self, value: Hashable) -> bool:
        """Return whether some domain has *value*. Each domain is read once."""
        if value in self._known:
            return True
        for name in islice(reversed(self._domains), len(self._domains) - self._looked):
            domain = self._domains[name]
            if isinstance(domain, range):  # it may have too many values to list
                self._ranges.add(domain)
            else:
                self._known.update(domain)
        self._looked = len(self._domains)
        return value in self._known or any(has_value(integers, value) for integers in self._ranges)


def _warn(message: str) -> None:
    """Issue a warning that points to the line outside of csplib. Compiled functions have no frames."""
    level = 1
    frame = sys._getframe()  # noqa: SLF001 - as `warnings` does
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "csplib":
        frame = frame.f_back
        level += 1
    warnings.warn(message, ModelWarning, stacklevel=level)
