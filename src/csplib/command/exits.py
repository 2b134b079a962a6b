"""How a command ends: its exit code, and the mistake of a user."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Exit", "Failure"]


class Exit(IntEnum):
    """What a shell is told. Of several puzzles it is the gravest that counts: see `graver`."""

    FINE = 0
    NO_SOLUTION = 1
    BAD_INPUT = 2
    LIMIT = 3
    INTERRUPTED = 130

    def graver(self, other: Exit) -> Exit:
        """Give the graver of two: bad input, then a limit, then no solution.

        >>> Exit.LIMIT.graver(Exit.NO_SOLUTION).name, Exit.LIMIT.graver(Exit.BAD_INPUT).name
        ('LIMIT', 'BAD_INPUT')
        """
        return max(self, other, key=_GRAVITY.index)


_GRAVITY = [Exit.FINE, Exit.NO_SOLUTION, Exit.LIMIT, Exit.BAD_INPUT, Exit.INTERRUPTED]


class Failure(Exception):  # noqa: N818 - what the user reads is "csplib: …", not a class
    """A mistake of the user, said in one line; the command ends with *code*."""

    def __init__(self, message: str, code: Exit = Exit.BAD_INPUT) -> None:
        super().__init__(message)
        self.code: Exit = code
