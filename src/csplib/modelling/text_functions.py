"""The functions that a text may call: most take numbers or constraints one by one, or as one list."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from csplib.modelling.choices import at_least_one, at_most_one, exactly_one, if_then_else
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.logic import AllOf, as_constraint
from csplib.modelling.expressions import Constant
from csplib.modelling.functions import element, implies, max_of, min_of, reify
from csplib.modelling.terms import Term

__all__ = ["FUNCTIONS", "number"]


def _together(function: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    """Return *function* for arguments that are passed one by one or as one list."""
    return lambda *given: function(list(given[0]) if len(given) == 1 and isinstance(given[0], tuple) else list(given))


def _of_numbers(function: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    """Return *function* for numbers. In a text, a constraint among them is 1 or 0, as in Python."""
    return _together(lambda terms: function([number(term) for term in terms]))


def _about(kind: Callable[[list[Any]], Constraint]) -> Callable[..., Any]:
    """Return a constraint over variables. In a text, a value is never a name."""
    return _together(lambda terms: kind([one if isinstance(one, Term) else Constant(one) for one in terms]))


def number(value: Any) -> Any:
    """Return *value*; a constraint in arithmetic is 1 or 0."""
    return reify(value) if isinstance(value, Constraint) else value


def _all(parts: list[Any]) -> Constraint:
    return AllOf([as_constraint(part, "all needs constraints") for part in parts])


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": lambda *given: abs(*[number(one) for one in given]),
    "all": _together(_all),
    "all_different": _about(AllDifferent),
    "all_equal": _about(AllEqual),
    "any": _together(at_least_one),
    "at_least_one": _together(at_least_one),
    "at_most_one": _together(at_most_one),
    "date": date,
    "datetime": datetime,
    "element": element,
    "exactly_one": _together(exactly_one),
    "if_then_else": if_then_else,
    "implies": implies,
    "increasing": _about(Increasing),
    "max": _of_numbers(max_of),
    "min": _of_numbers(min_of),
    "reify": reify,
    "sum": _of_numbers(sum),
    "time": time,
    "timedelta": timedelta,
}
