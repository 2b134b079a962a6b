"""`Predicate`: a Python function of the values of the variables must be true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, ClassVar

from csplib.display.wording import brief, joined
from csplib.errors import KindError, PredicateError, ScopeError
from csplib.kernel.clock import is_of_running_clock, pulse
from csplib.modelling.constraints.base import Constraint

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Predicate", "call_predicate", "checked_callable"]

_TAKES_ANY_NUMBER = 0x04  # CO_VARARGS: the callable has a parameter such as *values


class Predicate(Constraint):
    """*holds*, called with the values of the variables in order, must be true.

    Over few values it is tabulated once and prunes like a `Table`. Over many it is called as soon as all variables but
    one are assigned. It must depend on its arguments alone.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> sides = p.add_variables("abc", range(1, 20))
    >>> p.add(Predicate(sides, lambda a, b, c: a < b and a * a + b * b == c * c))
    >>> [tuple(s.values()) for s in p.solutions()]
    [(3, 4, 5), (6, 8, 10), (5, 12, 13), (9, 12, 15), (8, 15, 17)]
    """

    layout: ClassVar[str] = "own"

    def __init__(
        self, scope: Iterable[object], holds: Callable[..., object], *, name: str | None = None, rank: int = 0
    ) -> None:
        super().__init__(scope, name=name, rank=rank)
        self.holds: Callable[..., object] = checked_callable(self, holds)
        self._is_shifted: bool = any(term.offset for term in self.terms)

    def satisfied(self, values: Sequence[object]) -> bool:
        return call_predicate(self, self.holds, self.shifted_values(values) if self._is_shifted else values)

    def lower(self, to: Lowering) -> None:
        to.ask(self)


def checked_callable(constraint: Constraint, holds: object) -> Callable[..., object]:
    """Return *holds*. Raise an error if it cannot be called with one argument for each variable of *constraint*."""
    if not callable(holds):
        raise KindError(f"{constraint} needs a callable, not {brief(holds)}")
    function = holds.__func__ if isinstance(holds, MethodType) else holds
    if isinstance(function, FunctionType) and not function.__code__.co_flags & _TAKES_ANY_NUMBER:
        most = function.__code__.co_argcount - isinstance(holds, MethodType)
        least = most - len(function.__defaults__ or ())
        if not least <= len(constraint.terms) <= most:
            takes = str(most) if least == most else f"{least} to {most}"
            raise ScopeError(
                f"{constraint} has {len(constraint.terms)} variables, but its function takes {takes} arguments"
            )
    return holds


def call_predicate(constraint: Constraint, holds: Callable[..., object], values: Sequence[object]) -> bool:
    """Return whether the user's function accepts *values*. Raise an error if it raises or returns None."""
    pulse()
    try:
        verdict = holds(*values)
        if verdict is not None:
            return bool(verdict)
    except Exception as cause:
        if is_of_running_clock(cause):  # the function solves a problem itself, and reached the time limit
            raise
        raised = f"{constraint} raised {type(cause).__name__} for {_row_text(constraint, values)}: {cause}"
        raise PredicateError(raised) from cause
    raise PredicateError(f"{constraint} returned None for {_row_text(constraint, values)}: is a return missing?")


def _row_text(constraint: Constraint, values: Sequence[object]) -> str:
    return joined([f"{term.name}={value!r}" for term, value in zip(constraint.terms, values, strict=True)])
