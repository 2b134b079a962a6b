"""Calculations that are deep, or share parts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from models import rows_of, stated

from csplib import (
    AllDifferent,
)


def deepened(start: Any, times: int) -> Any:
    for _ in range(times):
        start = abs(abs(start - 1))
    return start


@pytest.mark.usefixtures("way")
def test_deep_formulas_are_no_problem() -> None:
    p, (x, y, z) = stated(range(-3, 4))
    p.add(deepened(x, 3000) == 0, AllDifferent([deepened(y, 3000), 0 * y]), deepened(z, 3000) + x <= y)
    expected = [
        (a, b, c)
        for a, b, c in product(range(-3, 4), repeat=3)
        if deepened(a, 3000) == 0 and deepened(b, 3000) and deepened(c, 3000) + a <= b
    ]
    assert rows_of(p) == expected
    assert len(str(p.constraints[0])) < 2000


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(lambda e, _: e + e, id="a sum"),
        pytest.param(lambda e, _: (e * e - e) % 11, id="a product"),
        pytest.param(lambda e, y: abs(e - y) + abs(y - 2 * e), id="distances"),
    ],
)
@pytest.mark.usefixtures("way")
def test_shared_parts_of_an_expression_count_once(step: Callable[[Any, Any], Any]) -> None:
    p, (x, y) = stated([0, 1], "xy")
    shared: Any = x + y
    number = {row: sum(row) for row in product([0, 1], repeat=2)}
    for _ in range(40):
        shared = step(shared, y)
        number = {row: step(value, row[1]) for row, value in number.items()}
    p.add(shared >= 1, AllDifferent([shared % 7, x + 1]))
    expected = [row for row, value in number.items() if value >= 1 and value % 7 != row[0] + 1]
    assert rows_of(p) == expected
    assert [row for row in number if not p.violations(dict(zip("xy", row, strict=True)))] == expected
    assert len(str(shared)) < 10_000
