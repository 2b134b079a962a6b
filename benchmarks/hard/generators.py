"""The data of hard problems, as plain numbers. The same seed makes the same problem."""

from __future__ import annotations

from itertools import combinations
from math import isqrt
from random import Random
from typing import Any

from benchmarks.facts import SYMBOLS
from benchmarks.features import latin_square
from benchmarks.workloads import Edges, boards, random_networks, shuffled_boards

__all__ = ["Data", "board", "cars", "leighton", "network", "published_board", "quasigroup"]

Data = tuple[Any, ...]
HOLE = -1
CAPACITIES = [(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)]
"""For each option of a car: at most so many of so many cars in a row can have it."""


def quasigroup(order: int, holes: int, seed: int, *, balanced: bool = False) -> Data:
    """Return a Latin square with holes: in any cells, or *balanced*, with equally many in all rows and columns."""
    random = Random(seed)
    square = latin_square(order, random)
    cells = [(i, j) for i in range(order) for j in range(order)]
    random.shuffle(cells)
    if balanced:  # the cells of a value in another square are one in each row and column
        other = latin_square(order, random)
        cells.sort(key=lambda cell: other[cell[0]][cell[1]])
    empty = set(cells[:holes])
    return order, [HOLE if (i, j) in empty else square[i][j] for i in range(order) for j in range(order)]


def board(box: int, share: float, seed: int) -> Data:
    """Return a Sudoku board with this share of given cells."""
    return _board(shuffled_boards(box, share, seed + 1)[seed])


def published_board(number: int) -> Data:
    """Return one of the boards of 25x25 that are known to be hard."""
    return _board(boards("25x25.txt")[number])


def _board(text: str) -> Data:
    return isqrt(len(text)), [SYMBOLS.find(symbol) for symbol in text]


def cars(number: int, seed: int, classes: int = 8, share: float = 0.4) -> Data:
    """Return how many cars of each class to build, and (most, window, classes) for each option.

    The demand is that of a random sequence that respects the capacities, so there is a solution.
    """
    random = Random(seed)
    while True:
        options = [[o for o in range(len(CAPACITIES)) if random.random() < share] for _ in range(classes)]
        sequence: list[int] = []
        while fitting := [c for c in range(classes) if len(sequence) < number and _fits(c, sequence, options)]:
            sequence.append(random.choice(fitting))
        if len(sequence) == number:
            having = [[c for c in range(classes) if o in options[c]] for o in range(len(CAPACITIES))]
            rules = [(most, window, some) for (most, window), some in zip(CAPACITIES, having, strict=True) if some]
            return [sequence.count(c) for c in range(classes)], rules


def _fits(car: int, sequence: list[int], options: list[list[int]]) -> bool:
    """Return whether a car can come next."""
    return all(
        sum(option in options[before] for before in sequence[1 - CAPACITIES[option][1] :]) < CAPACITIES[option][0]
        for option in options[car]
    )


def leighton(nodes: int, colors: int, number: int, chosen: int, seed: int) -> Data:
    """Return a graph that needs *colors* colors, in the manner of Leighton 1979, to color with *chosen* colors.

    It is a union of cliques, one of them of *colors* nodes. A clique has at most one node of each color class.
    """
    random = Random(seed)
    edges: set[tuple[int, int]] = set()
    size = colors
    while len(edges) < number:
        groups = random.sample(range(colors), size)
        clique = sorted(random.randrange(group, nodes, colors) for group in groups)
        edges |= set(combinations(clique, 2))
        size = random.randint(2, colors)
    graph: Edges = sorted(edges)
    return nodes, graph, chosen


def network(variables: int, values: int, density: float, seed: int) -> Data:
    """Return a random binary network at the transition between many solutions and none."""
    found: tuple[Any, ...] = random_networks(variables, values, density, seed + 1)[seed]
    return found
