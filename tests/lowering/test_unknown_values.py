"""Warnings for values that no variable has."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest
from models import Given

import csplib
from csplib import (
    In,
    ModelWarning,
    Not,
    element,
    implies,
    reify,
)

MISSPELLED: list[tuple[str, Callable[[Any], object]]] = [
    ("equal", lambda g: g.name == "Adda"),
    ("different", lambda g: g.name != "Adda"),
    ("among", lambda g: In(g.name, ["Ada", "Adda"])),
    ("a number as text", lambda g: g.x == "1"),
    ("a number for text", lambda g: g.name == 77),
    ("inside or", lambda g: (g.x == 1) | (g.name == "Adda")),
    ("inside not", lambda g: Not(In(g.name, ["Adda", "Bob"]))),
    ("inside a truth value", lambda g: reify(g.name == "Adda") + g.x == 2),
    ("inside a truth variable", lambda g: csplib.Reified(g.x, g.name == "Adda")),
    ("inside if and only if", lambda g: (g.name == "Adda") == (g.x == 1)),
    ("counted", lambda g: csplib.AtMost(1, [g.name], "Adda")),
    ("by cardinality", lambda g: csplib.Cardinality([g.name], {"Ada": (0, 1), "Adda": (0, 1)})),
]


@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in MISSPELLED])
def test_a_value_that_no_variable_has_is_warned_of_where_it_is_stated(make: Callable[[Any], Any]) -> None:
    g = Given()
    constraint = make(g)
    for state in (g.p.add, g.p.prefer):
        with pytest.warns(ModelWarning, match=r"which no variable can be: .* can be ") as caught:
            state(constraint)
        assert [warning.filename for warning in caught] == [__file__]


def test_the_warning_is_silenced_or_raised_by_the_usual_filters() -> None:
    g = Given()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        g.p.add(g.name == "Adda")
    assert g.p.solve() is None
    with warnings.catch_warnings():
        warnings.simplefilter("error", ModelWarning)
        with pytest.raises(ModelWarning, match="name can be 'Ada', 'Bob'"):
            g.p.add(g.name == "Adda")
    assert len(g.p.constraints) == 1


def test_values_that_some_variable_has_and_integers_are_not_warned_of() -> None:
    g = Given()
    other = g.p.add_variable("other", ["Cleo", (1, 2), None])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        g.p.add(g.x != 99, In(g.x, [1, 99, -5]), g.name != "Cleo", In(other, [None, (1, 2)]))
        g.p.add(implies(g.name == "Cleo", g.x == 77), element({"Ada": "red", "Bob": "blue"}, g.name) == "red")
        g.p.add(csplib.Exactly(0, [g.x, g.y], 12), g.x + 1 != 99)
    assert g.p.solve() is not None
