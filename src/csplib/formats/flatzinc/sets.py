"""FlatZinc's constraints over sets of integers: a set variable is a boolean for each possible member."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from csplib.formats.flatzinc.arithmetic import ARITHMETIC, member
from csplib.formats.flatzinc.logic import conjunction
from csplib.formats.flatzinc.posting import iff, linear, opposite, same
from csplib.formats.flatzinc.terms import Flags, members_of
from csplib.modelling.choices import at_least_one
from csplib.modelling.functions import implies

__all__ = ["SETS"]


def _each(first: Any, second: Any, rule: Callable[[Any, Any], Any]) -> Any:
    """Return the constraint that *rule* holds for both flags of each possible member of either set."""
    a, b = members_of(first), members_of(second)
    return conjunction([rule(a.get(one, False), b.get(one, False)) for one in sorted({*a, *b})])


def _combined(first: Any, second: Any, result: Any, rule: Callable[[Any, Any], Any]) -> Any:
    """Return the constraint that *rule* of both flags is that of *result*."""
    a, b, c = members_of(first), members_of(second), members_of(result)
    every = sorted({*a, *b, *c})
    return conjunction([iff(c.get(one, False), rule(a.get(one, False), b.get(one, False))) for one in every])


def _both(a: Any, b: Any) -> Any:
    return conjunction([a, b])


def _in(x: Any, values: Any) -> Any:
    if not isinstance(values, dict):
        return member(x, values)
    if isinstance(x, int):
        return values.get(x, False)
    inside = [implies(x == one, flag) for one, flag in values.items()]
    return conjunction([member(x, list(values)), *inside])


def _in_reif(x: Any, values: Any, truth: Any) -> Any:
    if not isinstance(values, dict) or isinstance(x, int):
        return iff(truth, _in(x, values))
    outside = implies(truth, member(x, list(values)))
    return conjunction([outside, *[implies(x == one, _equal(truth, flag)) for one, flag in values.items()]])


def _equal(a: Any, b: Any) -> Any:
    """Return the constraint that two truths are the same."""
    if isinstance(a, bool):
        return iff(a, b)
    return iff(b, a) if isinstance(b, bool) else same(a, b)


def _different(a: Any, b: Any) -> Any:
    return opposite(_equal(a, b))


def _size(values: Any, x: Any) -> Any:
    flags = list(members_of(values).values())
    return linear([1] * len(flags), flags, "==", x)


def _unequal(a: Any, b: Any) -> Any:
    return opposite(_each(a, b, _equal))


def _before(first: Any, second: Any, *, strictly: bool) -> Any:
    """Return the constraint that one set comes before another: they are compared as their members in order."""
    a, b = members_of(first), members_of(second)
    every = sorted({*a, *b})
    pairs = [(a.get(one, False), b.get(one, False)) for one in every]
    found: list[Any] = [] if strictly else [_each(first, second, _equal)]
    for place, (x, y) in enumerate(pairs):
        same_below = [_equal(*pair) for pair in pairs[:place]]
        more = at_least_one([later for _, later in pairs[place + 1 :]])
        none = conjunction([opposite(later) for later, _ in pairs[place + 1 :]])
        found.append(conjunction([*same_below, x, opposite(y), more]))
        found.append(conjunction([*same_below, opposite(x), y, none]))
    return at_least_one(found)


def _element(index: Any, sets: Sequence[Any], result: Any) -> Any:
    flags: list[Flags] = [members_of(one) for one in sets]
    shown = members_of(result)
    choose = ARITHMETIC["array_var_bool_element"]
    every = sorted({*shown}.union(*flags))
    found = [choose(index, [one.get(value, False) for one in flags], shown.get(value, False)) for value in every]
    return conjunction([member(index, range(1, len(sets) + 1)), *found])


SETS: dict[str, Callable[..., Any]] = {
    "array_set_element": _element,
    "array_var_set_element": _element,
    "set_card": _size,
    "set_diff": lambda a, b, c: _combined(a, b, c, lambda x, y: _both(x, opposite(y))),
    "set_eq": lambda a, b: _each(a, b, _equal),
    "set_in": _in,
    "set_in_reif": _in_reif,
    "set_intersect": lambda a, b, c: _combined(a, b, c, _both),
    "set_le": lambda a, b: _before(a, b, strictly=False),
    "set_lt": lambda a, b: _before(a, b, strictly=True),
    "set_ge": lambda a, b: _before(b, a, strictly=False),
    "set_gt": lambda a, b: _before(b, a, strictly=True),
    "set_ne": _unequal,
    "set_subset": lambda a, b: _each(a, b, implies),
    "set_superset": lambda a, b: _each(b, a, implies),
    "set_symdiff": lambda a, b, c: _combined(a, b, c, _different),
    "set_union": lambda a, b, c: _combined(a, b, c, lambda x, y: at_least_one([x, y])),
}
"""The constraints by name; each returns a constraint of csplib, or True or False."""
