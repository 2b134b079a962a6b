"""Linear sums: the same terms and weights, however they are added."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from csplib import (
    Problem,
)


def test_long_sums_and_products_are_no_deeper_than_short_ones() -> None:
    p = Problem()
    many = p.add_variables(range(2000), range(2))
    p.add(sum(many) == 2000)
    assert p.count() == 1
    p = Problem()
    factors = p.add_variables(range(200), [1, 2])
    product_of_all: Any = 1
    for x in factors:
        product_of_all = x * product_of_all
    p.add(product_of_all == 2, factors[7] == 2)
    assert p.count() == 1
    assert str(product_of_all) == "199 * 198 * 197 * 196 * 195 * 194 * 193 * 192 * 191 * 190 * … (190 more)"


@given(st.lists(st.tuples(st.integers(0, 19), st.integers(-3, 3), st.booleans()), max_size=60), st.data())
def test_sums_that_grow_out_of_each_other_do_not_mix(steps: list[tuple[int, int, bool]], data: st.DataObject) -> None:
    p = Problem()
    xs = p.add_variables(range(20), range(5))
    values = {place: place * place for place in range(20)}
    sums: list[tuple[Any, int]] = [(sum(xs[:12]), sum(values[place] for place in range(12)))]
    for place, number, adds in steps:
        term, value = data.draw(st.sampled_from(sums[-3:]))
        more, known = (xs[place], values[place]) if number else (number, number)
        sums.append((term + more, value + known) if adds else (term - more, value - known))
    for term, value in sums:
        assert term.evaluate(values) == value
        assert str(term) == str(+term)
    assert pickle.loads(pickle.dumps(sums[-1][0])).evaluate(values) == sums[-1][1]  # noqa: S301 - our own bytes


@given(st.lists(st.tuples(st.integers(-3, 3), st.sampled_from("abcd"), st.booleans()), min_size=2, max_size=14))
def test_sums_come_to_the_same_however_they_are_put_together(parts: list[tuple[int, str, bool]]) -> None:
    p: Problem[str, int] = Problem()
    v = dict(zip("abcd", p.add_variables("abcd", range(3)), strict=True))
    values: dict[Any, int] = {"a": 0, "b": 1, "c": 2, "d": 5}
    total: Any = v[parts[0][1]]
    expected = values[parts[0][1]]
    for weight, name, adds in parts:
        part = weight * v[name] if weight != 1 else v[name]
        total = total + part if adds else total - part
        expected += weight * values[name] * (1 if adds else -1)
    assert total.evaluate(values) == expected
    whole = sum([(weight if adds else -weight) * v[name] for weight, name, adds in parts], v[parts[0][1]])
    assert total.evaluate(values) == whole.evaluate(values)
    assert {term.name for term, weight in total.weights()[0] if weight} == {
        term.name for term, weight in whole.weights()[0] if weight
    }
