"""`Constraint`: what all constraints share, and the functions that programs hand in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple

import csplib
from csplib.compat.constraint.domain import Unassigned

__all__ = ["CompilableFunctionConstraint", "Constraint", "FunctionConstraint", "Target"]

Domains = MutableMapping[Any, Any]
Scoped = tuple["Constraint", Sequence[Any]]
Terms = Sequence[csplib.Variable]


class Target(NamedTuple):
    """The problem of csplib that constraints are stated in, and the domains of its variables."""

    problem: csplib.Problem[Any, Any]
    domains: Mapping[Any, Sequence[Any]]


class Constraint:
    """A constraint. A subclass of yours defines ``__call__``, and is called once all its variables have values.

    csplib's own subclasses define `holds` instead, and `stated`, which says the same in csplib's words.
    """

    def holds(self, values: Sequence[Any]) -> bool:
        """Return whether the constraint holds for *values*, one for each variable."""
        del values
        return True

    def stated(self, terms: Terms, to: Target) -> Iterable[csplib.Constraint]:
        """Yield the constraints of csplib that say the same about *terms*."""
        names = [term.name for term in terms]
        yield csplib.Predicate(
            terms, lambda *values: bool(self(names, to.domains, dict(zip(names, values, strict=True))))
        )

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Any,
        assignments: dict[Any, Any],
        forwardcheck: Any = False,  # noqa: FBT002 - as in python-constraint
        _unassigned: Any = Unassigned,
    ) -> bool:
        """Return whether the constraint can still hold. With *forwardcheck*, hide values that cannot be taken."""
        missing = [x for x in variables if x not in assignments]
        if not missing:
            return self.holds([assignments[x] for x in variables])
        return not forwardcheck or len(missing) > 1 or self.forwardCheck(variables, domains, assignments, _unassigned)

    def preProcess(
        self,
        variables: Sequence[Any],
        domains: Domains,
        constraints: list[Scoped],
        vconstraints: dict[Any, list[Scoped]],
    ) -> None:
        """Remove values before a search: those that a constraint over one variable rules out."""
        if len(variables) == 1:
            x = variables[0]
            domain = domains[x]
            domain[:] = [value for value in domain if self(variables, domains, {x: value})]
            constraints.remove((self, variables))
            vconstraints[x].remove((self, variables))

    def forwardCheck(
        self,
        variables: Sequence[Any],
        domains: Any,
        assignments: dict[Any, Any],
        _unassigned: Any = Unassigned,
    ) -> bool:
        """Hide the values that the one variable without a value cannot take; return whether some are left."""
        missing = [x for x in variables if x not in assignments]
        if len(missing) != 1:
            return True
        x = missing[0]
        domain = domains[x]
        for value in list(domain):
            if not self(variables, domains, {**assignments, x: value}):
                domain.hideValue(value)
        return bool(domain)


class FunctionConstraint(Constraint):
    """A function of the values must return something true."""

    def __init__(self, func: Callable[..., Any], assigned: bool = True) -> None:  # noqa: FBT001, FBT002
        self._func = func
        self._assigned = assigned

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(self._func(*values))

    def stated(self, terms: Terms, to: Target) -> Iterable[csplib.Constraint]:
        del to
        yield _Truth(terms, self._func)


class _Truth(csplib.Predicate):
    """A function of the values must return something true. Unlike in csplib, None is false and no mistake."""

    def satisfied(self, values: Sequence[object]) -> bool:
        return bool(self.holds(*values))


class CompilableFunctionConstraint(Constraint):
    """A function as text: ``def r(x, y): return x < y``. It can be pickled, and cannot be called."""

    def __init__(self, func: str, assigned: bool = True) -> None:  # noqa: FBT001, FBT002
        self._func = func
        self._assigned = assigned

    def __call__(self, *_: Any, **__: Any) -> bool:
        raise NotImplementedError("a CompilableFunctionConstraint cannot be called")
