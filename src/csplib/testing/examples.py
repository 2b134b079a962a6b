"""Which examples a check of a constraint tries, and how hypothesis reports a failure."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st

from csplib.errors import OptionError

__all__ = ["Choices", "choices_of", "quiet"]

Choices: TypeAlias = "tuple[st.SearchStrategy[int], list[list[Any]]]"

_ALL_CHECKS: list[Any] = list(HealthCheck)  # type checkers take this for the class


def quiet(max_examples: int) -> Callable[[Any], Any]:
    """Return settings that report a failure by its message only, and find it again on the next run."""
    active, plain = settings.default, settings.get_profile("default")
    same = active is None or active is plain or active.derandomize
    silent = settings(verbosity=Verbosity.quiet, report_multiple_bugs=False, print_blob=False, database=None)
    calm = settings(silent, deadline=None, suppress_health_check=_ALL_CHECKS)
    return settings(calm, max_examples=max_examples, derandomize=same, phases=[Phase.generate, Phase.shrink])


def choices_of(variables: int | tuple[int, int], domain: Collection[Any]) -> Choices:
    """Return the number of variables, and the possible values of each."""
    if isinstance(domain, list) and all(isinstance(one, (list, tuple, range, set, frozenset)) for one in domain):
        return st.just(len(domain)), [list(one) for one in domain]
    least, most = (variables, variables) if isinstance(variables, int) else variables
    if not 1 <= least <= most:
        raise OptionError(f"variables must be a positive integer or a pair (least, most), not {variables!r}")
    return st.integers(least, most), [list(domain)] * most
