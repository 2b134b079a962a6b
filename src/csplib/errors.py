"""The exception tree: an exception means a mistake or a limit, never "no solution".

Each mistake is a `CSPError` and also the built-in `ValueError` or `TypeError` that a caller would expect.
"""

from __future__ import annotations

__all__ = [
    "CSPError",
    "Cancelled",
    "DomainError",
    "DuplicateVariableError",
    "KindError",
    "LimitReached",
    "ModelWarning",
    "OptionError",
    "PredicateError",
    "RowError",
    "ScopeError",
    "UnknownConstraintError",
    "UnknownVariableError",
    "stray",
]


class CSPError(Exception):
    """The root of every exception that csplib raises on purpose."""


class DomainError(CSPError, ValueError):
    """A domain that cannot be used: empty, endless, or with a value that does not equal itself."""


class DuplicateVariableError(CSPError, ValueError):
    """A name that is taken already."""


class UnknownVariableError(CSPError, ValueError):
    """A name, or a variable of another problem, that this problem does not have."""


class UnknownConstraintError(CSPError, ValueError):
    """A constraint, or the name of one, that this problem does not have."""


class ScopeError(CSPError, ValueError):
    """A constraint over the wrong variables: too many, too few, one named twice, or values it cannot work on."""


class RowError(CSPError, ValueError):
    """A row of values whose length is not that of the scope."""


class KindError(CSPError, TypeError):
    """An argument of the wrong kind, such as an unhashable value or something that is not a constraint."""


class OptionError(CSPError, ValueError):
    """An option that makes no sense, by itself or beside another."""


class PredicateError(CSPError, ValueError):
    """A user's predicate raised; the message names the constraint and the values, the cause is kept."""


class LimitReached(CSPError):  # noqa: N818 - not an error: the run was asked to stop here
    """A limit stopped the run before it had an answer.

    `found` is the number of solutions seen before, and `statistics` (once a search was under way) what it did.
    """

    def __init__(self, message: str, found: int = 0, statistics: object = None) -> None:
        super().__init__(message)
        self.found: int = found
        self.statistics: object = statistics


class Cancelled(LimitReached):
    """A run was stopped from outside, by the event given as ``cancel=``, before it had an answer."""


class ModelWarning(UserWarning):
    """Something that can be stated but is hardly meant, such as a value that no variable has.

    ``warnings.simplefilter("ignore", ModelWarning)`` silences it; ``"error"`` makes it an exception.
    """


def stray(_stop: StopIteration) -> RuntimeError:
    """Say that a user's function raised what would look like the end of an iteration."""
    return RuntimeError("a function handed to the search raised StopIteration")
