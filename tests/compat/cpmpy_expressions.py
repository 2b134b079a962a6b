"""Random CPMpy expressions, each together with a function that computes its value by CPMpy's rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise, product
from typing import Any, NamedTuple

import cpmpy as cp
from hypothesis import strategies as st

__all__ = ["BOOLEANS", "INTEGERS", "Made", "UndefinedError", "claims", "solutions_of"]

INTEGERS = [cp.intvar(-2, 2, name="x"), cp.intvar(-1, 2, name="y"), cp.intvar(0, 3, name="z")]
BOOLEANS = [cp.boolvar(name="p"), cp.boolvar(name="q")]
_RELATIONS: list[tuple[str, Callable[[int, int], bool]]] = [
    ("==", lambda a, b: a == b),
    ("!=", lambda a, b: a != b),
    ("<", lambda a, b: a < b),
    ("<=", lambda a, b: a <= b),
    (">", lambda a, b: a > b),
    (">=", lambda a, b: a >= b),
]


class UndefinedError(Exception):
    """An expression has no value."""


class Made(NamedTuple):
    """An expression, and what it is worth for the values of the variables."""

    expression: Any
    value: Callable[[Mapping[str, int]], int]


def solutions_of(made: Made) -> set[tuple[int, ...]]:
    """Return the values of all variables for which a boolean expression is true."""
    ranges = [range(variable.lb, variable.ub + 1) for variable in (*INTEGERS, *BOOLEANS)]
    names = [variable.name for variable in (*INTEGERS, *BOOLEANS)]
    return {row for row in product(*ranges) if made.value(dict(zip(names, row, strict=True)))}


def _variable(variable: Any) -> Made:
    return Made(variable, lambda values: values[variable.name])


def _opposite(variable: Any) -> Made:
    return Made(~variable, lambda values: 1 - values[variable.name])


def _constant(number: int) -> Made:
    return Made(number, lambda values: number)  # noqa: ARG005


def _claim(expression: Any, holds: Callable[[Mapping[str, int]], Any]) -> Made:
    """Return a boolean expression, which is false where a part of it has no value."""

    def value(values: Mapping[str, int]) -> int:
        try:
            return int(bool(holds(values)))
        except UndefinedError:
            return 0

    return Made(expression, value)


def _all(parts: list[Made], values: Mapping[str, int]) -> list[int]:
    return [part.value(values) for part in parts]


def _truncated(number: int, divisor: int) -> int:
    if not divisor:
        raise UndefinedError
    return abs(number) // abs(divisor) * (1 if (number < 0) == (divisor < 0) else -1)


def _looked_up(row: list[int], index: int) -> int:
    if not 0 <= index < len(row):
        raise UndefinedError
    return row[index]


def _two(a: Made, b: Made) -> st.SearchStrategy[Made]:
    """Return operations of two numbers, of which the first is no constant."""
    return st.sampled_from(
        [
            Made(a.expression + b.expression, lambda v: a.value(v) + b.value(v)),
            Made(a.expression - b.expression, lambda v: a.value(v) - b.value(v)),
            Made(a.expression * b.expression, lambda v: a.value(v) * b.value(v)),
            Made(cp.Division(a.expression, b.expression), lambda v: _truncated(a.value(v), b.value(v))),
            Made(
                cp.Modulo(a.expression, b.expression),
                lambda v: a.value(v) - b.value(v) * _truncated(a.value(v), b.value(v)),
            ),
            Made(3 * a.expression - 2 * a.expression, a.value),
            Made(a.expression**2, lambda v: a.value(v) ** 2),
            Made(cp.Abs(a.expression), lambda v: abs(a.value(v))),
        ]
    )


def _several(parts: list[Made], index: Made) -> st.SearchStrategy[Made]:
    """Return functions of several numbers; *index* is an integer expression."""
    given = [part.expression for part in parts]
    return st.sampled_from(
        [
            Made(cp.Minimum(given), lambda v: min(_all(parts, v))),
            Made(cp.Maximum(given), lambda v: max(_all(parts, v))),
            Made(cp.Count(given, index.expression), lambda v: _counted(_all(parts, v), index.value(v))),
            Made(cp.Among(given, [0, 2]), lambda v: sum(one in {0, 2} for one in _all(parts, v))),
            Made(cp.NValue(given), lambda v: len(set(_all(parts, v)))),
            Made(cp.NValueExcept(given, 1), lambda v: len(set(_all(parts, v)) - {1})),
            Made(cp.Element(given, index.expression), lambda v: _element(parts, index, v)),
        ]
    )


def _counted(row: list[int], value: int) -> int:
    return row.count(value)


def _element(parts: list[Made], index: Made, values: Mapping[str, int]) -> int:
    place = index.value(values)
    return _looked_up(_all(parts, values), place)


def _comparison(relation: tuple[str, Callable[[int, int], bool]], a: Made, b: Made) -> Made:
    sign, holds = relation
    return _claim(
        cp.expressions.core.Comparison(sign, a.expression, b.expression), lambda v: holds(a.value(v), b.value(v))
    )


def _globals(parts: list[Made]) -> st.SearchStrategy[Made]:
    given = [part.expression for part in parts]
    made: list[tuple[Any, Callable[[list[int]], Any]]] = [
        (cp.AllDifferent(given), lambda row: len(set(row)) == len(row)),
        (cp.AllEqual(given), lambda row: len(set(row)) == 1),
        (cp.AllDifferentExcept0(given), lambda row: all(row.count(one) == 1 for one in row if one)),
        (cp.AllEqualExceptN(given, [0, 1]), lambda row: len(set(row) - {0, 1}) <= 1),
        (cp.Increasing(given), lambda row: row == sorted(row)),
        (cp.DecreasingStrict(given), lambda row: all(a > b for a, b in pairwise(row))),
        (cp.LexLess(given, given[::-1]), lambda row: row < row[::-1]),
        (cp.Precedence(given, [1, 2]), lambda row: 2 not in row or 1 in row[: row.index(2)]),
        (cp.NegativeTable(given, [[0] * len(given), [1] * len(given)]), lambda row: set(row) not in ({0}, {1})),
        (cp.GlobalCardinalityCount(given, [0, 1], [1, 1]), lambda row: row.count(0) == row.count(1) == 1),
        (cp.NoOverlap(given, [2] * len(given)), _apart),
    ]
    return st.sampled_from([_claim_about(parts, *one) for one in made])


def _claim_about(parts: list[Made], expression: Any, holds: Callable[[list[int]], Any]) -> Made:
    return _claim(expression, lambda values: holds(_all(parts, values)))


def _apart(starts: list[int]) -> bool:
    ordered = sorted(starts)
    return all(one + 2 <= other for one, other in pairwise(ordered))


def _combined(a: Made, b: Made) -> st.SearchStrategy[Made]:
    one, two = a.expression, b.expression
    return st.sampled_from(
        [
            _claim(one & two, lambda v: a.value(v) and b.value(v)),
            _claim(one | two, lambda v: a.value(v) or b.value(v)),
            _claim(one.implies(two), lambda v: not a.value(v) or b.value(v)),
            _claim(cp.Xor([one, two]), lambda v: a.value(v) != b.value(v)),
            _claim(one == two, lambda v: a.value(v) == b.value(v)),
            _claim(one < two, lambda v: a.value(v) < b.value(v)),
            _claim(~one, lambda v: not a.value(v)),
            _claim(cp.IfThenElse(one, two, ~two), lambda v: a.value(v) == b.value(v)),
        ]
    )


def _numbers(inner: st.SearchStrategy[Made]) -> st.SearchStrategy[Made]:
    """Return expressions with a number: *inner* are boolean ones."""
    leaves = st.sampled_from([*map(_variable, INTEGERS)])
    small = st.one_of(leaves, inner, st.integers(-2, 3).map(_constant))
    twos = st.tuples(leaves, small).flatmap(lambda pair: _two(*pair))
    inside = st.one_of(small, twos)
    several = st.tuples(st.lists(inside, min_size=2, max_size=3), st.one_of(leaves, twos))
    return st.one_of(
        leaves, twos, st.tuples(twos, inside).flatmap(lambda pair: _two(*pair)), several.flatmap(lambda v: _several(*v))
    )


def _claims(inner: st.SearchStrategy[Made]) -> st.SearchStrategy[Made]:
    numbers = _numbers(inner)
    anything = st.one_of(numbers, inner, st.integers(-2, 3).map(_constant))
    compared = st.tuples(st.sampled_from(_RELATIONS), numbers, anything).map(lambda given: _comparison(*given))
    several = st.lists(st.one_of(numbers, inner), min_size=2, max_size=3).flatmap(_globals)
    return st.one_of(compared, several, st.tuples(inner, inner).flatmap(lambda pair: _combined(*pair)))


_LEAVES = st.sampled_from([*map(_variable, BOOLEANS), *map(_opposite, BOOLEANS)])
claims: st.SearchStrategy[Made] = _claims(st.one_of(_LEAVES, _claims(st.one_of(_LEAVES, _claims(_LEAVES)))))
"""Boolean expressions, nested up to three deep."""
