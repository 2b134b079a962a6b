"""Problems whose number of solutions is known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from models import australia, latin_squares, pigeons, queens, send_more_money, zebra
from puzzles import P0, P6, sudoku

import csplib
from csplib import Problem


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        *[
            pytest.param(lambda n=n: queens(n), count, id=f"{n} queens")
            for n, count in enumerate([1, 0, 0, 2, 10, 4, 40, 92, 352, 724], 1)
        ],
        *[
            pytest.param(lambda n=n: latin_squares(n), count, id=f"Latin squares of order {n}")
            for n, count in enumerate([1, 2, 12, 576], 1)
        ],
        pytest.param(australia, 18, id="Australia in three colors"),
        pytest.param(zebra, 1, id="zebra"),
        pytest.param(send_more_money, 1, id="SEND+MORE=MONEY"),
        pytest.param(lambda: pigeons(6), 0, id="pigeonhole"),
        pytest.param(lambda: sudoku(P0), 1, id="P0"),
        pytest.param(lambda: sudoku(P6), 1, id="P6"),
    ],
)
def test_known_count(problem: Callable[[], Problem], expected: int) -> None:
    p = problem()
    found = list(p.solutions())
    assert len(found) == expected
    assert len(set(found)) == expected
    assert all(not p.violations(solution) for solution in found)


def test_the_zebra_belongs_to_the_japanese_and_the_norwegian_drinks_water() -> None:
    solution = zebra().solve()
    assert solution is not None
    assert solution["zebra"] == solution["Japanese"]
    assert solution["water"] == solution["Norwegian"]


def test_send_more_money_is_9567_and_1085() -> None:
    solution = send_more_money().solve()
    assert solution is not None
    assert "".join(str(solution[letter]) for letter in "SENDMORY") == "95671082"


def test_plain_backtracking_on_an_empty_board_finds_the_lexicographically_first_grid() -> None:
    found = sudoku("." * 81).solutions(select=csplib.first_open, infer=csplib.no_inference)
    grid = "".join(str(value) for value in next(found).values())
    assert grid == "123456789456789123789123456214365897365897214897214365531642978642978531978531642"


def test_nodes_can_be_compared_between_methods() -> None:
    nodes = {}
    for name, options in {
        "plain": {"select": csplib.first_open, "infer": csplib.no_inference},
        "backward": {"select": csplib.first_open, "infer": csplib.backward_check},
        "forward": {"select": csplib.mrv, "infer": csplib.forward_check},
        "mac": {"select": csplib.mrv, "order": csplib.lcv, "infer": csplib.mac},
        "full": {},
    }.items():
        found = sudoku(P6).solutions(**options)  # type: ignore[arg-type]
        next(found)
        nodes[name] = found.statistics.nodes
    assert nodes["plain"] == nodes["backward"] > nodes["forward"] >= nodes["mac"] > nodes["full"]


def test_a_chain_of_ten_thousand_variables_is_no_problem() -> None:
    work = []
    for n in (1_000, 10_000):
        p: Problem[int, int] = Problem()
        x = p.add_variables(range(n), range(3))
        p.add(*[a != b for a, b in pairwise(x)])
        found = p.solutions()
        assert not p.violations(next(found))
        assert found.statistics.depth == n - 1  # the last one is free by then
        work.append(found.statistics.revisions)
    assert work[1] < 11 * work[0]
