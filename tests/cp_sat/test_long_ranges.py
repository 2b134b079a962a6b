"""Long ranges for CP-SAT: only values that a constraint names are listed, and bounds beyond 64 bits are refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from csplib import ANY, AtLeast, Count, Exactly, In, Not, Problem, Table, reify

pytest.importorskip("ortools")

from csplib.cp_sat import TranslationError, translate

ROWS = [(7, 1, ANY), (9, ANY, 9), (1_000_000, 2, 3), (9, 4, 5), ("a", 0, 0), (True, 3, 10**6)]
KINDS: dict[str, Callable[[list[Any]], Any]] = {
    "a table": lambda v: Table(v, ROWS),
    "a shifted table": lambda v: Table([v[0] + 1, v[1], v[2] - 2], ROWS),
    "a forbidden table": lambda v: Table(v, forbidden=ROWS),
    "a denied table": lambda v: Not(Table(v, ROWS)),
    "a table that may hold": lambda v: reify(Table(v, ROWS)) + reify(v[0] == 7) == 1,
    "counts of few values": lambda v: Exactly(2, v, values=[7, 9, 10**7]),
    "counts of a range": lambda v: AtLeast(2, v, values=range(3, 10)),
    "counts of one value": lambda v: Count(v, 9, 1),
}


DOMAINS = ([0, 5, 6, 7, 8, 9, 10**6 - 1], [0, 1, 2, 3, 4, 9], [0, 2, 3, 5, 7, 9, 11, 10**6 - 1])


@pytest.mark.parametrize("name", KINDS)
def test_constraints_that_name_values_mean_the_same_over_long_ranges(name: str) -> None:
    p: Problem[str, int] = Problem()
    v = p.add_variables("abc", range(10**6))
    p.add(KINDS[name](v), *[In(x, domain) for x, domain in zip(v, DOMAINS, strict=True)])
    expected = {row for row in product(*DOMAINS) if not p.violations(dict(zip("abc", row, strict=True)))}
    found = [tuple(solution.values()) for solution in p.solutions(engine="cp-sat")]
    assert set(found) == expected
    assert len(found) == len(expected) > 0


@pytest.mark.parametrize("name", [name for name in KINDS if name != "a table that may hold"])
def test_few_values_make_a_small_model(name: str) -> None:
    p: Problem[str, int] = Problem()
    p.add(KINDS[name](p.add_variables("abc", range(10**6))))
    assert len(translate(p).cp.proto.variables) < 100


@pytest.mark.parametrize("sign", [1, -1])
def test_values_beyond_64_bits_are_refused_by_name(sign: int) -> None:
    most = sign * (2**62 - 1)
    p: Problem[str, int] = Problem()
    p.add_variable("near", range(min(most, most - sign * 9999), max(most, most - sign * 9999) + 1))
    assert p.solve(engine="cp-sat") is not None
    for end in (2**62, 2**63 - 1, 2**63, 2**70):
        p = Problem()
        p.add_variable("far", range(-end, 0) if sign < 0 else range(end + 1))
        with pytest.raises(TranslationError, match=r"far has values from -?\d+ to -?\d+, and CP-SAT has integers from"):
            p.solve(engine="cp-sat")
        assert p.solve() is not None
