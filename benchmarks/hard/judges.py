"""A judge for each question: it raises WrongAnswerError at an answer that breaks a constraint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

from benchmarks.facts import lines, units
from benchmarks.growth.judges import require

__all__ = ["JUDGES"]

Answer = Sequence[int]
Edges = Sequence[tuple[int, int]]


def _filled(answer: Answer, n: int, givens: Sequence[int], scopes: list[list[int]]) -> None:
    require(len(answer) == n * n, "the square has another size")
    require(all({answer[i] for i in scope} == set(range(n)) for scope in scopes), "a line is no permutation")
    require(all(given in {-1, value} for given, value in zip(givens, answer, strict=True)), "a given was changed")


def _latin(answer: Answer, n: int, givens: Sequence[int]) -> None:
    _filled(answer, n, givens, lines(n))


def _sudoku(answer: Answer, n: int, givens: Sequence[int]) -> None:
    _filled(answer, n, givens, units(n))


def _orthogonal(answer: Answer, n: int) -> None:
    one, other = answer[: n * n], answer[n * n :]
    for square in (one, other):
        _filled(square, n, [*range(n), *[-1] * (n * n - n)], lines(n))
    require(len(set(zip(one, other, strict=True))) == n * n, "a pair of values occurs twice")


def _identity(answer: Answer, kind: int, n: int) -> None:
    _filled(answer, n, [i if i == j else -1 for i in range(n) for j in range(n)], lines(n))
    require(all(answer[i * n + n - 1] >= i - 1 for i in range(n)), "the last column is out of order")

    def times(a: int, b: int) -> int:
        return answer[a * n + b]

    for a, b in combinations(range(n), 2):
        for x, y in ((a, b), (b, a)):
            forward, backward = times(x, y), times(y, x)
            left, right = {
                3: (times(forward, backward), x),
                4: (times(backward, forward), x),
                5: (times(times(backward, y), y), x),
                6: (times(forward, y), times(x, forward)),
                7: (times(backward, y), times(x, backward)),
            }[kind]
            require(left == right, "the identity does not hold")


def _cars(answer: Answer, demand: Sequence[int], rules: Sequence[tuple[int, int, list[int]]]) -> None:
    require(len(answer) == sum(demand), "a car is missing")
    require([answer.count(car) for car in range(len(demand))] == list(demand), "the demand is another one")
    for most, window, some in rules:
        for start in range(len(answer) - window + 1):
            require(sum(car in some for car in answer[start : start + window]) <= most, "too many cars with an option")


def _golfers(answer: Answer, groups: int, size: int, weeks: int, fixed: bool) -> None:  # noqa: FBT001
    require(len(answer) == groups * size * weeks, "a player is missing")
    players = [answer[i * weeks : (i + 1) * weeks] for i in range(groups * size)]
    for week in zip(*players, strict=True):
        require(Counter(week) == dict.fromkeys(range(groups), size), "a group has another size")
    for one, other in combinations(players, 2):
        require(sum(a == b for a, b in zip(one, other, strict=True)) <= 1, "two players meet twice")
    require(not fixed or all(weekly[0] == i // size for i, weekly in enumerate(players)), "the first week differs")


def _design(answer: Answer, points: int, blocks: int, replication: int, size: int, meeting: int) -> None:
    require(len(answer) == points * blocks and set(answer) <= {0, 1}, "a value is missing")
    rows = [tuple(answer[i * blocks : (i + 1) * blocks]) for i in range(points)]
    columns = list(zip(*rows, strict=True))
    require(all(sum(row) == replication for row in rows), "a point is in another number of blocks")
    require(all(sum(column) == size for column in columns), "a block has another size")
    together = [sum(a * b for a, b in zip(*pair, strict=True)) for pair in combinations(rows, 2)]
    require(set(together) == {meeting}, "two points are together in another number of blocks")
    require(all(a <= b for some in (rows, columns) for a, b in pairwise(some)), "rows or columns are out of order")


def _coloring(answer: Answer, nodes: int, edges: Edges, colors: int) -> None:
    require(len(answer) == nodes and set(answer) <= set(range(colors)), "a color is missing")
    require(all(answer[a] != answer[b] for a, b in edges), "neighbors have the same color")


def _network(answer: Answer, variables: int, values: int, links: Sequence[Any]) -> None:
    require(len(answer) == variables and set(answer) <= set(range(values)), "a value is missing")
    require(all([answer[x], answer[y]] not in forbidden for (x, y), forbidden in links), "a pair is forbidden")


JUDGES: dict[str, Callable[..., None]] = {
    "latin": _latin,
    "latin_tables": _latin,
    "sudoku": _sudoku,
    "orthogonal": _orthogonal,
    "identity": _identity,
    "cars": _cars,
    "golfers": _golfers,
    "design": _design,
    "coloring": _coloring,
    "network": _network,
}
"""The judge of each question."""
