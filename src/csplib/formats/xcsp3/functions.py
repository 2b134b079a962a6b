"""The functions of expressions: ``add``, ``eq``, ``and``, ``if`` and others, on operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from csplib.formats.xcsp3.numbers import (
    all_of,
    any_of,
    as_term,
    compare,
    equal,
    extreme_of,
    negation,
    number,
    numbers,
    product_of,
    total,
    truth,
)
from csplib.modelling.choices import if_then_else
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.divisions import truncated_quotient, truncated_remainder
from csplib.modelling.functions import implies
from csplib.modelling.terms import Term

__all__ = ["FUNCTIONS", "Function"]

_MOST = 1_000_000


class Function:
    """A function: its *name*, how many operands it takes at *least* and at *most*, and what it makes of them."""

    def __init__(self, name: str, least: int, most: int, apply: Callable[[Sequence[Any]], Any]) -> None:
        self.name: str = name
        self.least: int = least
        self.most: int = most
        self._apply = apply

    def check(self, count: int) -> None:
        """Refuse a wrong number of operands."""
        if not self.least <= count <= self.most:
            raise ValueError(f"the function {self.name!r} cannot have {count} operands")

    def __call__(self, operands: Sequence[Any]) -> Any:
        return self._apply(operands)


def _quotient(operands: Sequence[Any]) -> Any:
    first, second = numbers(operands)
    return truncated_quotient(first, second) if _is_term(first) or _is_term(second) or second else _by_zero()


def _remainder(operands: Sequence[Any]) -> Any:
    first, second = numbers(operands)
    return truncated_remainder(first, second) if _is_term(first) or _is_term(second) or second else _by_zero()


def _is_term(number: object) -> bool:
    return isinstance(number, Term)


def _by_zero() -> Any:
    raise ValueError("a number is divided by 0")


def _power(operands: Sequence[Any]) -> Any:
    base, exponent = numbers(operands)
    if isinstance(base, int) and isinstance(exponent, int) and (exponent < 0 or exponent * base.bit_length() > _MOST):
        raise ValueError(f"the power {base} ** {exponent} cannot be computed")
    return base**exponent


def _equal(operands: Sequence[Any]) -> Constraint:
    first = operands[0]
    return all_of([equal(first, other) for other in operands[1:]])


def _different(operands: Sequence[Any]) -> Constraint:
    if len(operands) == 2:
        return compare(operands[0], "ne", operands[1])
    return AllDifferent(list(map(as_term, operands)))


def _odd(operands: Sequence[Any]) -> Constraint:
    """Return the constraint that an odd number of operands is true."""
    return reduce(lambda one, other: one != other, map(truth, operands))


def _all_or_none(operands: Sequence[Any]) -> Constraint:
    first, *others = map(truth, operands)
    return all_of([first == other for other in others])


def _choice(operands: Sequence[Any]) -> Any:
    given, then, other = operands
    if isinstance(then, Constraint) and isinstance(other, Constraint):
        return if_then_else(truth(given), then, other)
    return if_then_else(truth(given), number(then), number(other))


def _set(operands: Sequence[Any]) -> tuple[Any, ...]:
    """Return the operands, with the integers of ranges among them."""
    found: list[Any] = []
    for operand in operands:
        if isinstance(operand, range) and operand.stop - operand.start > _MOST:
            raise ValueError(f"a set has more than {_MOST:,} values")
        found += operand if isinstance(operand, (range, list)) else [operand]
    return tuple(found)


def _comparison(sign: str) -> Callable[[Sequence[Any]], Constraint]:
    return lambda operands: compare(operands[0], sign, operands[1])


def _distance(operands: Sequence[Any]) -> Any:
    first, second = numbers(operands)
    return abs(first - second)


def _square(operands: Sequence[Any]) -> Any:
    one = number(operands[0])
    return one * one


_LISTED: list[tuple[str, int, int, Callable[[Sequence[Any]], Any]]] = [
    ("neg", 1, 1, lambda operands: -number(operands[0])),
    ("abs", 1, 1, lambda operands: abs(number(operands[0]))),
    ("sqr", 1, 1, _square),
    ("add", 1, _MOST, lambda operands: total(numbers(operands))),
    ("sub", 2, 2, lambda operands: total(numbers(operands), [1, -1])),
    ("mul", 1, _MOST, lambda operands: product_of(numbers(operands))),
    ("div", 2, 2, _quotient),
    ("mod", 2, 2, _remainder),
    ("pow", 2, 2, _power),
    ("min", 1, _MOST, lambda operands: extreme_of(numbers(operands), greatest=False)),
    ("max", 1, _MOST, lambda operands: extreme_of(numbers(operands), greatest=True)),
    ("dist", 2, 2, _distance),
    *[(sign, 2, 2, _comparison(sign)) for sign in ("lt", "le", "ge", "gt", "in", "notin")],
    ("eq", 2, _MOST, _equal),
    ("ne", 2, _MOST, _different),
    ("set", 0, _MOST, _set),
    ("not", 1, 1, lambda operands: negation(operands[0])),
    ("and", 1, _MOST, lambda operands: all_of(map(truth, operands))),
    ("or", 1, _MOST, lambda operands: any_of(map(truth, operands))),
    ("xor", 1, _MOST, _odd),
    ("iff", 2, _MOST, _all_or_none),
    ("imp", 2, 2, lambda operands: implies(truth(operands[0]), truth(operands[1]))),
    ("if", 3, 3, _choice),
]

FUNCTIONS: dict[str, Function] = {name: Function(name, least, most, apply) for name, least, most, apply in _LISTED}
"""The functions by name."""
