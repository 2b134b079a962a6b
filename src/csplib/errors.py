"""Exceptions, which mean a mistake or a limit, never "no solution".

Each mistake is a `CSPError` and also the built-in `ValueError` or `TypeError` that a caller would expect.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "CSPError",
    "Cancelled",
    "CertificateError",
    "DomainError",
    "DuplicateVariableError",
    "FormatError",
    "InternalError",
    "KindError",
    "LimitReached",
    "ModelWarning",
    "OptionError",
    "PredicateError",
    "RowError",
    "ScopeError",
    "TextError",
    "UnknownConstraintError",
    "UnknownVariableError",
    "import_extra",
    "unexpected_stop",
]


class CSPError(Exception):
    """The base class of all exceptions that csplib raises on purpose."""


class DomainError(CSPError, ValueError):
    """A domain that cannot be used: empty, infinite, or with a value that does not equal itself."""


class DuplicateVariableError(CSPError, ValueError):
    """A variable with a name that the problem already has."""


class UnknownVariableError(CSPError, ValueError):
    """A name, or a variable of another problem, that this problem does not have."""


class UnknownConstraintError(CSPError, ValueError):
    """A constraint, or the name of one, that this problem does not have."""


class ScopeError(CSPError, ValueError):
    """A constraint over the wrong variables: too many, too few, one twice, or with values that it cannot use."""


class RowError(CSPError, ValueError):
    """A row of values that is longer or shorter than the scope."""


class KindError(CSPError, TypeError):
    """An argument of the wrong type, such as an unhashable value or something that is not a constraint."""


class OptionError(CSPError, ValueError):
    """An option with a wrong value, or one that conflicts with another option."""


class TextError(CSPError, ValueError):
    """A text that is not a constraint or an expression; the message shows where."""


class FormatError(CSPError, ValueError):
    """A file that cannot be read or written; the message says where and why, as in ``model.xml:12: ...``."""


class PredicateError(CSPError, ValueError):
    """A user's predicate raised an exception, kept as the cause; the message names the constraint and the values."""


class CertificateError(CSPError, ValueError):
    """An answer that cannot be certified, such as one about a constraint that cannot be listed as rows."""


class InternalError(CSPError, AssertionError):
    """csplib has contradicted itself, so the answer would be wrong. Please report it, with the problem."""


class LimitReached(CSPError):  # noqa: N818 - not an error: the user asked for the limit
    """A limit stopped the search before it had an answer.

    `found` is the number of solutions found until then. `statistics` are the counters of the search if it had begun.
    """

    def __init__(self, message: str, found: int = 0, statistics: object = None) -> None:
        super().__init__(message)
        self.found: int = found
        self.statistics: object = statistics


class Cancelled(LimitReached):
    """The event given as ``cancel=`` stopped the search before it had an answer."""


class ModelWarning(UserWarning):
    """A model that is valid but probably not intended, such as a value that no variable has.

    ``warnings.simplefilter("ignore", ModelWarning)`` silences it; ``"error"`` makes it an exception.
    """


def unexpected_stop() -> RuntimeError:
    """Return the error for a user's function that raised StopIteration, which would end the iteration silently."""
    return RuntimeError("a function passed to the search raised StopIteration")


def import_extra(module: str, extra: str, error: type[ImportError]) -> Any:
    """Import a module of an optional dependency, or raise *error* with the command that installs the *extra*."""
    try:
        return __import__(module, fromlist=["*"])
    except ImportError as cause:
        raise error(f"{module.partition('.')[0]} is not installed: pip install csplib[{extra}]") from cause
