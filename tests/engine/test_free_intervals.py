"""Free variables with very many values: their solutions come one by one, and no interval is listed."""

from __future__ import annotations

import tracemalloc
from itertools import islice, product

import pytest

from csplib import Problem, Status
from csplib.engine import free_blocks
from csplib.lowering import narrowing
from csplib.modelling import domains

HUGE = [10**8, 2**63, 2**70]


def problem(size: int) -> Problem[str, int]:
    """Return two free intervals, the second with holes, beside two variables that are tied to each other."""
    p: Problem[str, int] = Problem()
    a, _, c, d = (
        p.add_variable("a", range(3)),
        p.add_variable("x", range(size)),
        p.add_variable("c", range(3)),
        p.add_variable("y", range(-5, size)),
    )
    p.add(a < c, d != 2, d != 5)
    return p


@pytest.mark.parametrize("size", HUGE)
def test_the_first_solutions_need_little_memory(size: int) -> None:
    p = problem(size)
    p.compile()
    tracemalloc.start()
    solutions = p.solutions()
    first = next(solutions)
    rows = list(islice(p.solutions().rows(), 20_000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20_000_000
    assert tuple(first.values()) == rows[0] == (0, 0, 1, -5)
    ys = [y for y in range(-5, 20_010) if y not in {2, 5}]
    assert rows == [(0, 0, 1, y) for y in ys[:20_000]]


@pytest.mark.parametrize("size", HUGE)
def test_huge_blocks_are_counted_and_skipped(size: int) -> None:
    p = problem(size)
    assert p.count() == 3 * size * (size + 3)
    assert not p.is_unique()
    solutions = p.solutions()
    skipped = [1 + solutions.skip() for _ in solutions]
    assert sum(skipped) == 3 * size * (size + 3)
    assert solutions.status is Status.COMPLETE
    assert solutions.statistics.solutions == 3 * size * (size + 3)


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 4096])
@pytest.mark.parametrize("places", [(0, 2), (1, 3), (3,), (0,), (0, 1, 2, 3)])
def test_rows_come_in_the_order_of_product(
    piece: int, places: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Variables in some places are intervals with a hole, cut into pieces of any size."""
    monkeypatch.setattr(free_blocks, "_SLICE", piece)
    monkeypatch.setattr(domains, "MOST_BITS", 4)
    monkeypatch.setattr(narrowing, "MOST_VALUES", 0)
    p: Problem[int, int] = Problem()
    values = []
    for place in range(4):
        x = p.add_variable(place, range(5) if place in places else range(3))
        if place in places:
            p.add(x != 2)
        values.append([0, 1, 3, 4] if place in places else [0, 1, 2])
    assert set(p.compile().intervals) == set(places)
    expected = list(product(*values))
    assert list(p.solutions().rows()) == expected
    assert [tuple(s.values()) for s in p.solutions()] == expected


def test_a_hub_stands_beside_an_interval() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(4))
    p.add_variable("z", range(10_000))
    p.add((x - y) % 4 <= 1)
    pairs = [(a, b) for a in range(4) for b in range(4) if (a - b) % 4 <= 1]
    assert set(p.solutions().rows()) == {(*pair, z) for pair in pairs for z in range(10_000)}
    assert len(list(p.solutions().rows())) == 80_000
