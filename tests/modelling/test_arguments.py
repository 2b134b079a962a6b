"""Checks of the arguments of expressions: integers of other libraries are taken, everything else is refused."""

from __future__ import annotations

from typing import Any

import pytest
from models import rows_of, stated

import csplib
from csplib import (
    In,
    KindError,
    OptionError,
    Reified,
    ScopeError,
    element,
    max_of,
    min_of,
    reify,
)


class Whole:
    """An integer of another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self.number == (other.number if isinstance(other, Whole) else other)

    def __hash__(self) -> int:
        return hash(self.number)


def test_integers_of_other_libraries_are_integers() -> None:
    p, (x, y, _) = stated([Whole(number) for number in range(4)])
    three: Any = Whole(3)
    p.add(three * x + y == three, max_of(x, three) == 3, x != Whole(0), csplib.Count([x, y], Whole(0), three - 2 * x))
    assert rows_of(p) == [(1, 0, z) for z in range(4)]
    assert all(type(value) is int for value in p.domains["x"])


NUMBER: Any = 3


TRUE: Any = True


MISUSE = [
    pytest.param(lambda x, _: x + 1.5, KindError, "not 1.5", id="a float is added"),
    pytest.param(lambda x, _: 2.5 * x, KindError, "not 2.5", id="a float times a variable"),
    pytest.param(lambda x, _: 1.5 - x, KindError, "not 1.5", id="subtraction from a float"),
    pytest.param(lambda x, _: x + "a", KindError, "not 'a'", id="a string is added"),
    pytest.param(lambda x, _: "a" + x, KindError, "not 'a'", id="to a string is added"),
    pytest.param(lambda x, _: x < 1.5, KindError, "not 1.5", id="an order with a float"),
    pytest.param(lambda x, _: x <= "y", KindError, "not 'y'", id="an order with a name"),
    pytest.param(lambda x, _: x + 1 == "a", KindError, "not 'a'", id="a sum equals a string"),
    pytest.param(lambda x, y: x * y == 1.5, KindError, "not 1.5", id="a product equals a float"),
    pytest.param(lambda x, _: x / 2, KindError, "write // to divide", id="a fraction"),
    pytest.param(lambda x, _: x // 0, OptionError, "divisor must not be 0", id="a quotient by 0"),
    pytest.param(lambda x, _: x % 0, OptionError, "divisor must not be 0", id="a remainder by 0"),
    pytest.param(lambda x, _: x // 1.5, KindError, "not 1.5", id="a float as divisor"),
    pytest.param(lambda x, _: x**-1, OptionError, "must not be negative, as -1 is", id="a negative exponent"),
    pytest.param(lambda x, _: x**1.5, KindError, "not 1.5", id="a float as exponent"),
    pytest.param(lambda *_: min_of(), ScopeError, "min_of needs", id="least of nothing"),
    pytest.param(lambda *_: max_of([]), ScopeError, "max_of needs", id="greatest of an empty list"),
    pytest.param(lambda x, _: min_of(x, 1.5), KindError, "not 1.5", id="least of a float"),
    pytest.param(lambda x, _: min_of(x, "y"), KindError, "not 'y'", id="least of a name"),
    pytest.param(lambda x, _: min_of(x, x == 1), KindError, "not <x ==", id="least of a constraint"),
    pytest.param(lambda *_: min_of(None), KindError, "not None", id="least of None"),
    pytest.param(lambda x, _: element([], x), ScopeError, "empty", id="element of nothing"),
    pytest.param(lambda x, _: element(NUMBER, x), KindError, "collection", id="element of a number"),
    pytest.param(lambda x, _: element([x == 1], x), KindError, "not the constraint", id="element of constraints"),
    pytest.param(lambda x, _: element([1], [x]), KindError, "not hashable", id="a list as index"),
    pytest.param(lambda x, _: element([1], x == 1), KindError, "is a constraint", id="a constraint as index"),
    pytest.param(lambda x, _: reify(x), KindError, "reify needs a constraint", id="the truth of a variable"),
    pytest.param(
        lambda x, _: Reified(x, NUMBER), KindError, "Reified needs a constraint, not 3", id="the truth of a number"
    ),
    pytest.param(lambda x, y: x + (y == 1), KindError, "not <y ==", id="a constraint is added"),
    pytest.param(lambda x, y: (y == 1) + x, KindError, "reify", id="to a constraint is added"),
    pytest.param(lambda x, y: sum([x == 1, y == 1]), KindError, "reify", id="a sum of constraints"),
    pytest.param(lambda x, y: 2 * (y == 1) + x, KindError, "reify", id="a constraint is multiplied"),
    pytest.param(lambda x, y: x == (y == 1), KindError, "reify", id="a variable equals a constraint"),
    pytest.param(lambda x, y: (y == 1) == x, KindError, "reify", id="a constraint equals a variable"),
    pytest.param(lambda x, y: x < (y == 1), KindError, "not <y ==", id="a variable below a constraint"),
    pytest.param(lambda x, _: 0 <= x <= 2, KindError, r"\(a <= x\) & \(x <= b\)", id="a chain"),
    pytest.param(lambda x, y: x < y < 3, KindError, r"\(a <= x\) & \(x <= b\)", id="a chain of variables"),
    pytest.param(lambda x, y: 1 if x == y else 2, KindError, "neither true nor false", id="if of a constraint"),
    pytest.param(lambda x, y: x == 1 and y == 1, KindError, "& | ~", id="and"),
    pytest.param(lambda x, _: not (x == 1) & (x == 2), KindError, "& | ~", id="not"),
    pytest.param(lambda x, y: x in [y, 1], KindError, "write 'is'", id="in a list"),
    pytest.param(max, KindError, "neither true nor false", id="max"),
    pytest.param(lambda x, _: 1 if x else 2, KindError, "x has no value yet", id="if of a variable"),
    pytest.param(lambda x, y: 1 if x * y else 2, KindError, "has no value yet", id="if of an expression"),
    pytest.param(lambda x, y: In(x, [y]), KindError, "not y", id="a variable as a value"),
]


@pytest.mark.parametrize(("build", "error", "message"), MISUSE)
def test_what_cannot_be_meant_is_refused_at_once(build: Any, error: type[Exception], message: str) -> None:
    _, (x, y, _) = stated()
    with pytest.raises(error, match=message):
        build(x, y)
