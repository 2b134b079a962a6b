"""Subclasses of constraints of csplib that mean something else: no rule for their base may be used for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from csplib import AllDifferent, AtMost, Exactly, In, Increasing, Problem, Table
from csplib.asking.explaining import Assumption
from csplib.formats.walking import node_of
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.meaning import kind_among


class Pairs(Exactly):
    """A helper of `satisfied` is overridden."""

    def how_many(self, row: Any) -> int:
        return super().how_many(row) // 2


class Same(AllDifferent):
    def satisfied(self, values: Any) -> bool:
        return len(set(values)) == 1


class Even(In):
    def satisfied(self, values: Any) -> bool:
        return bool(values[0] % 2 == 0)


class Falling(Increasing):
    def satisfied(self, values: Any) -> bool:
        return bool(values[0] > values[-1])


class Others(Table):
    def satisfied(self, values: Any) -> bool:
        return not super().satisfied(values)


class Nearly(AtMost):
    """A property takes the place of an attribute."""

    @property
    def number(self) -> int:
        return self._stated + 1

    @number.setter
    def number(self, number: int) -> None:
        self._stated = number


class Spoken(AtMost):
    """What it adds or tells changes no meaning."""

    takes_intervals = False

    def describe(self) -> str:
        return f"few of {len(self.terms)}{self.mark()}"

    def mark(self) -> str:
        return "!"


def stated(x: Any) -> Iterator[Constraint]:
    yield Pairs(1, x, 1)
    yield Same(x)
    yield Even(x[0], [1, 2])
    yield Falling(x)
    yield Others(x, allowed=[(0, 1, 2), (2, 1, 0)])
    yield Nearly(1, x, 2)
    yield Spoken(1, x, 2)


KINDS = ["helper", "same", "even", "falling", "others", "property", "spoken"]


@pytest.mark.parametrize("number", range(7), ids=KINDS)
@pytest.mark.parametrize("combined", ["plain", "negated", "either", "reified"])
@pytest.mark.parametrize("engine", [None, "cp-sat"])
def test_every_engine_answers_as_satisfied_says(number: int, combined: str, engine: Any) -> None:
    if engine is not None:
        pytest.importorskip("ortools")
    p: Problem[str, int] = Problem()
    x = p.add_variables("abc", range(3))
    one = list(stated(x))[number]
    meaning: Any = {
        "plain": lambda _, holds: holds,
        "negated": lambda _, holds: not holds,
        "either": lambda row, holds: holds or row[1] == 2,
        "reified": lambda row, holds: holds == (row[1] == 1),
    }[combined]
    truth: Any = {"plain": one, "negated": ~one, "either": one | (x[1] == 2), "reified": one == (x[1] == 1)}[combined]
    p.add(truth)
    places = ["abc".index(str(name)) for name in one.scope]
    expected = [row for row in product(range(3), repeat=3) if meaning(row, one.satisfied([row[i] for i in places]))]
    found = [tuple(s.values()) for s in p.solutions(engine=engine)]
    assert sorted(found) == expected


@pytest.mark.parametrize("number", range(6), ids=KINDS[:6])
def test_a_long_range_is_not_narrowed_by_another_meaning(number: int) -> None:
    p: Problem[str, int] = Problem()
    x = p.add_variables("abc", range(10**6))
    one = list(stated(x))[number]
    p.add(one, *[v < 3 for v in x])
    places = ["abc".index(str(name)) for name in one.scope]
    assert p.count() == sum(one.satisfied([row[i] for i in places]) for row in product(range(3), repeat=3))


def test_a_proof_and_a_file_take_no_other_meaning() -> None:
    p: Problem[str, int] = Problem()
    x = p.add_variables("abc", range(3))
    for number, one in enumerate(stated(x)):
        assert (node_of(one).kind == "custom") == (number < 6)
    assert kind_among(Assumption, {In: 1}) is In
