"""Problems whose number of solutions is known."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from puzzles import P0, P6, sudoku

import csplib
from csplib import AllDifferent, In, Predicate, Problem, Relation


def queens(n: int) -> Problem[int, int]:
    p: Problem[int, int] = Problem()
    q = p.add_variables(range(n), range(n))
    p.add(AllDifferent(q))
    p.add(AllDifferent([x + i for i, x in enumerate(q)]), AllDifferent([x - i for i, x in enumerate(q)]))
    return p


def latin_squares(n: int) -> Problem[tuple[int, int], int]:
    p: Problem[tuple[int, int], int] = Problem()
    p.add_variables([(r, c) for r in range(n) for c in range(n)], range(n))
    p.add(*[AllDifferent([(r, c) for c in range(n)]) for r in range(n)])
    p.add(*[AllDifferent([(r, c) for r in range(n)]) for c in range(n)])
    return p


def australia() -> Problem[str, str]:
    p: Problem[str, str] = Problem()
    p.add_variables(["WA", "NT", "SA", "Q", "NSW", "V", "T"], ["red", "green", "blue"])
    borders = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
    p.add(*[csplib.Diff(*border.split("-")) for border in borders.split()])
    return p


def zebra() -> Problem[str, int]:
    """The puzzle as Life International printed it on 17 December 1962."""
    p: Problem[str, int] = Problem()
    for group in (
        "English Spanish Ukrainian Norwegian Japanese",
        "red green ivory yellow blue",
        "dog snails fox horse zebra",
        "coffee tea milk juice water",
        "OldGold Kools Chesterfield LuckyStrike Parliament",
    ):
        p.add(AllDifferent(p.add_variables(group.split(), range(1, 6))))
    same = "English-red Spanish-dog coffee-green Ukrainian-tea OldGold-snails Kools-yellow"
    for pair in f"{same} LuckyStrike-juice Japanese-Parliament".split():
        here, there = pair.split("-")
        p.add(Relation(here, there, lambda a, b: a == b))
    p.add(Relation("ivory", "green", lambda a, b: a + 1 == b))
    for pair in ["Chesterfield-fox", "Kools-horse", "Norwegian-blue"]:
        here, there = pair.split("-")
        p.add(Relation(here, there, lambda a, b: abs(a - b) == 1))
    p.add(In("milk", [3]), In("Norwegian", [1]))
    return p


def send_more_money() -> Problem[str, int]:
    """One predicate over all eight letters: it can only be asked when a single letter is left."""
    p: Problem[str, int] = Problem()
    s, e, n, d, m, o, r, y = p.add_variables("SENDMORY", range(10))
    p.add(AllDifferent([s, e, n, d, m, o, r, y]), s != 0, m == 1)  # a carry: without it, ten times as many rows

    def adds_up(s: int, e: int, n: int, d: int, m: int, o: int, r: int, y: int) -> bool:  # noqa: PLR0917
        send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
        return send + more == 10000 * m + 1000 * o + 100 * n + 10 * e + y

    p.add(Predicate([s, e, n, d, m, o, r, y], adds_up))
    return p


def pigeons(n: int) -> Problem[int, int]:
    """One pigeon too many, stated pair by pair so that nothing but search can tell; nor are the holes alike."""
    p: Problem[int, int] = Problem()
    birds = p.add_variables(range(n + 1), range(n))
    p.add(*[a != b for i, a in enumerate(birds) for b in birds[:i]], birds[0] != birds[1] + n)
    return p


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
