"""CPMpy's constraints on tasks, which may have ends of their own and be optional, as constraints of csplib.

In CPMpy a task of duration 0 may lie inside another one, as in csplib's `Cumulative` and unlike in its `NoOverlap`. An
optional task that is absent obeys no rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from csplib import AllOf, Cumulative, NoOverlap, if_then_else, implies, reify
from csplib.compat.cpmpy.translation import is_at_least

if TYPE_CHECKING:
    from csplib.compat.cpmpy.translation import Claim, Translation

__all__ = ["SCHEDULES"]


def _cumulative(to: Translation, stated: Any) -> Claim:
    *times, demands, capacity = stated.args
    starts, durations, rules = _tasks(to, times)
    return _limited(starts, durations, [to.number(one) for one in demands], to.number(capacity), rules)


def _no_overlap(to: Translation, stated: Any) -> Claim:
    starts, durations, rules = _tasks(to, stated.args)
    if not all(is_at_least(duration, 1) for duration in stated.args[1]):
        return _limited(starts, durations, [1] * len(starts), 1, rules)
    return AllOf([*rules, NoOverlap(starts, durations)]) if starts else True


def _optional_cumulative(to: Translation, stated: Any) -> Claim:
    *times, demands, capacity, presences = stated.args
    present = [to.constraint(one) for one in presences]
    starts, durations, rules = _tasks(to, times, present)
    needs = [_amount(to.number(one), there) for one, there in zip(demands, present, strict=True)]
    return _limited(starts, durations, needs, to.number(capacity), rules)


def _optional_no_overlap(to: Translation, stated: Any) -> Claim:
    *times, presences = stated.args
    present = [to.constraint(one) for one in presences]
    starts, durations, rules = _tasks(to, times, present)
    return _limited(starts, durations, [_amount(1, there) for there in present], 1, rules)


def _tasks(to: Translation, times: Any, present: list[Claim] | None = None) -> tuple[list[Any], list[Any], list[Any]]:
    """Return starts, durations, and the constraints that each task of a list ends when it says.

    *times* are the starts, the durations and, possibly, the ends. Where a task is not *present*, its duration is 0.
    """
    starts, durations = to.terms(times[0]), [to.number(duration) for duration in times[1]]
    rules: list[Any] = []
    if len(times) == 3:
        for place, end in enumerate(times[2]):
            rule = starts[place] + durations[place] == to.number(end)
            rules.append(rule if present is None else implies(present[place], rule))
    if present is not None:
        for place, given in enumerate(times[1]):
            if not is_at_least(given, 0):
                durations[place] = if_then_else(present[place], durations[place], 0)
    return starts, durations, rules


def _amount(number: Any, present: Claim) -> Any:
    """Return *number*, or 0 where a task is not *present*."""
    if isinstance(present, bool):
        return number if present else 0
    return number * reify(present)


def _limited(starts: list[Any], durations: list[Any], demands: list[Any], capacity: Any, rules: list[Any]) -> Claim:
    """Return the constraint that the tasks that run at the same time never need more than *capacity*."""
    if any(type(amount) is int and amount < 0 for amount in [*durations, *demands, capacity]):
        return False
    if not starts:
        return AllOf([*rules, capacity >= 0])
    return AllOf([*rules, Cumulative(starts, durations, demands, capacity)])


SCHEDULES: dict[str, Callable[[Translation, Any], Claim]] = {
    "cumulative": _cumulative,
    "cumulative_optional": _optional_cumulative,
    "no_overlap": _no_overlap,
    "no_overlap_optional": _optional_no_overlap,
}
"""The translations, by the names that CPMpy gives to its constraints."""
