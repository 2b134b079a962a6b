"""DIMACS col: a graph whose nodes get colors, so that the ends of each edge differ.

The nodes are called ``"1"``, ``"2"`` and so on; colors are the integers from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any, TextIO

from csplib.asking.options import check_positive
from csplib.asking.solutions import Status
from csplib.errors import FormatError
from csplib.formats.dimacs import header_of, integers_in, recognized, rows
from csplib.formats.model import Model, Printer
from csplib.formats.source import Source
from csplib.formats.walking import node_of
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.functions import max_of
from csplib.modelling.terms import Term
from csplib.problem import Problem

__all__ = ["ColPrinter", "read", "recognizes", "write"]

_KINDS = "edge|edges|col"
_DRAWING = {b"d", b"v", b"x"}
"""The lines that say where nodes are drawn, and how the graph was made."""


class ColPrinter(Printer):
    """The lines of the DIMACS challenge: ``s col 3`` with the number of colors, and ``l 1 2``, a node and its color."""

    def solution(self, solution: Mapping[Any, Any], objective: int | None = None) -> str:
        colors = len(set(solution.values())) if objective is None else objective
        return f"s col {colors}\n" + "".join([f"l {name} {color}\n" for name, color in solution.items()])

    def count(self, number: int, *, complete: bool) -> str:
        return f"c {'' if complete else 'at least '}{number} colorings\n"

    def end(self, status: Status, *, complete: bool) -> str:
        plain = status is Status.CLOSED or (complete and status is Status.COMPLETE)
        return "" if plain else f"c {status.value}\n"


def recognizes(head: bytes) -> bool:
    """Return whether a file that begins with *head* is a graph."""
    return recognized(head, _KINDS)


def read(source: Source, colors: int | None = None) -> Model:
    """Return the model of a graph: with as few colors as possible, or with *colors* many.

    Where the number of colors is the objective, some nodes with edges between all of them have their colors already:
    colors can be exchanged, so that nothing is lost.
    """
    most = None if colors is None else check_positive("colors", colors)
    size, stated = header_of(source, _KINDS)
    edges, lines = _edges(source, size)
    if stated not in {lines, len(edges), 2 * len(edges)}:
        raise source.error(f"there are {lines:,} edges where the header counts {stated:,}", source.line)
    problem: Problem[Any, Any] = Problem()
    names = [str(number) for number in range(1, size + 1)]
    if most is None:
        neighbors: list[set[int]] = [set() for _ in range(size + 1)]
        for u, v in edges:
            neighbors[u].add(v)
            neighbors[v].add(u)
        every, known = range(1, _greedy(neighbors) + 1), _clique(neighbors)
        domains = {name: [known[number]] if number in known else every for number, name in enumerate(names, 1)}
        nodes = problem.add_variables(domains)
    else:
        nodes = problem.add_variables(names, range(1, most + 1))
    problem.add(*[Diff(nodes[u - 1], nodes[v - 1]) for u, v in edges])
    objective: Term | None = max_of(nodes) if nodes and most is None else None
    return Model(problem, objective, printer=ColPrinter())


def _edges(source: Source, size: int) -> tuple[dict[tuple[int, int], None], int]:
    """Return the edges, each once, and the number of lines with edges."""
    edges: dict[tuple[int, int], None] = {}
    lines = 0
    for words in rows(source):
        if words[0] in _DRAWING:
            continue
        if words[0] != b"e" or len(words) != 3:
            shown = b" ".join(words)[:30].decode("ascii", "backslashreplace")
            raise source.error(f"{shown!r} is not an edge such as 'e 1 2'", source.line)
        u, v = integers_in(source, words[1:])
        if not (1 <= u <= size and 1 <= v <= size):
            raise source.error(f"there is no node {u if not 1 <= u <= size else v}, only {size}", source.line)
        if u == v:
            raise source.error(f"an edge leads from node {u} to itself, so it has no color", source.line)
        edges[(u, v) if u < v else (v, u)] = None
        lines += 1
    return edges, lines


def _greedy(neighbors: list[set[int]]) -> int:
    """Return a number of colors that is enough: nodes take the first color that is free, those of most edges first."""
    colors: list[int] = [0] * len(neighbors)
    for node in sorted(range(1, len(neighbors)), key=lambda one: -len(neighbors[one])):
        taken = {colors[other] for other in neighbors[node]}
        color = 1
        while color in taken:
            color += 1
        colors[node] = color
    return max(colors, default=0)


def _clique(neighbors: list[set[int]]) -> dict[int, int]:
    """Return colors of nodes with edges between all of them, as many as are found by going to most edges first."""
    found: dict[int, int] = {}
    left = set(range(1, len(neighbors)))
    while left:
        node = max(left, key=lambda one: (len(neighbors[one]), -one))
        found[node] = len(found) + 1
        left &= neighbors[node]
    return found


def write(model: Model, to: TextIO) -> None:
    """Write the graph of a problem in which different variables must differ, all with the same values.

    How many colors there are is not part of the format.
    """
    problem = model.problem
    if problem.preferences:
        raise FormatError("a graph has no preferences")
    own = model.format == "col"
    if len(set(map(tuple, problem.domains.values()))) > 1 and not own:
        raise FormatError("the nodes of a graph have the same colors, and the domains of this problem differ")
    if model.objective is not None and not own:
        raise FormatError("a file with a graph has no objective: it is the number of colors")
    numbers = {name: number for number, name in enumerate(problem.domains, 1)}
    edges: dict[tuple[int, int], None] = {}
    for constraint in problem.constraints:
        node = node_of(constraint)
        ends = [node_of(operand) for operand in node.operands]
        if node.kind not in {"different", "all_different"} or any(end.kind != "variable" for end in ends):
            raise FormatError(f"a graph cannot state {constraint}")
        for one, other in combinations(sorted([numbers[end.fields["name"]] for end in ends]), 2):
            edges[one, other] = None
    to.write(f"p edge {len(numbers)} {len(edges)}\n")
    to.writelines([f"e {u} {v}\n" for u, v in edges])
