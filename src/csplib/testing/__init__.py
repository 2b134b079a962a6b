"""Tests for constraints that you write, and random problems for tests.

This package needs hypothesis; csplib itself does not.
"""

from csplib.errors import import_extra

import_extra("hypothesis", "testing", ImportError)

from csplib.testing.checked_run import CheckedRun, checked  # noqa: E402 - the modules import hypothesis
from csplib.testing.constraint_check import check_constraint  # noqa: E402
from csplib.testing.random_problems import problems  # noqa: E402

__all__ = ["CheckedRun", "check_constraint", "checked", "problems"]


def __dir__() -> list[str]:
    return __all__
