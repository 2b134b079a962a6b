"""How a command ends: exit codes, and mistakes of the user."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Exit", "Failure"]


class Exit(IntEnum):
    """The exit codes. With several puzzles, the worst code counts: see `worse`."""

    FINE = 0
    NO_SOLUTION = 1
    BAD_INPUT = 2
    LIMIT = 3
    INTERRUPTED = 130

    def worse(self, other: Exit) -> Exit:
        """Return the worse of two codes: bad input is worse than a limit, and a limit is worse than no solution.

        >>> Exit.LIMIT.worse(Exit.NO_SOLUTION).name, Exit.LIMIT.worse(Exit.BAD_INPUT).name
        ('LIMIT', 'BAD_INPUT')
        """
        return max(self, other, key=_BEST_FIRST.index)


_BEST_FIRST = [Exit.FINE, Exit.NO_SOLUTION, Exit.LIMIT, Exit.BAD_INPUT, Exit.INTERRUPTED]


class Failure(Exception):  # noqa: N818 - the user reads the message only
    """A mistake of the user, with a message of one line. The command ends with *code*."""

    def __init__(self, message: str, code: Exit = Exit.BAD_INPUT) -> None:
        super().__init__(message)
        self.code: Exit = code
