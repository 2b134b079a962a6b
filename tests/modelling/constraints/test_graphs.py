"""Connected, Regions, Loop, SpanningTree and Tree: against brute force, and published numbers."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import comb
from typing import Any

import pytest

from csplib import (
    Connected,
    Constraint,
    KindError,
    Loop,
    OptionError,
    Problem,
    Regions,
    ScopeError,
    SpanningTree,
    TextError,
    Tree,
    Variable,
    grid_edges,
    grid_neighbors,
    reify,
)
from csplib.testing import check_constraint

FIVE = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (1, 3), (0, 2)]
SQUARES = grid_edges(2, 3)


X: Any = "x"


def at_nodes(x: list[Variable]) -> dict[int, Variable]:
    return dict(enumerate(x))


def edges_among(count: int) -> list[tuple[int, int]]:
    return [edge for edge in FIVE if max(edge) < count]


@pytest.mark.untraced
def test_connected_means_what_it_says() -> None:
    check_constraint(lambda x: Connected(at_nodes(x), edges_among(len(x))), variables=(1, 5), max_examples=24)
    for size in (0, 1, 2, (1, 2), range(2, 9), (0, 3)):
        check_sized(size)
    check_constraint(lambda x: Connected([x[:2], [x[2] + 1, x[0]]]), max_examples=12)
    check_constraint(lambda x: reify(Connected([x[:3]])) == x[3], variables=4, domain=range(3), max_examples=12)


def check_sized(size: int | Sequence[int]) -> None:
    def stated(x: list[Variable]) -> Constraint:
        return Connected(at_nodes(x), edges_among(len(x)), values=[0, 2], size=size)

    check_constraint(stated, variables=(2, 5), max_examples=10)


@pytest.mark.untraced
def test_regions_mean_what_they_say() -> None:
    check_constraint(lambda x: Regions(at_nodes(x), edges_among(len(x))), variables=(1, 5), max_examples=24)
    check_constraint(lambda x: Regions([x], sizes={0: 1, 2: (0, 2), 7: 0}), variables=(1, 5), max_examples=24)
    check_constraint(lambda x: Regions([x], sizes={9: 1}), max_examples=10)
    check_constraint(lambda x: Regions([x], except_=[0, 1]), variables=5, max_examples=12)
    check_constraint(lambda x: Regions([[x[0], x[1] + 1], [x[2], x[0]]]), max_examples=12)
    check_constraint(lambda x: Regions([x[:4]]) | (x[4] == 0), variables=5, domain="abc"[:2], max_examples=10)


@pytest.mark.untraced
def test_loops_and_spanning_trees_mean_what_they_say() -> None:
    for kind in (Loop, SpanningTree):
        check_edges(kind)


def check_edges(kind: type[Loop | SpanningTree]) -> None:
    def stated(x: list[Variable]) -> Constraint:
        return kind(dict(zip(SQUARES, x, strict=False)))

    triangle = [(0, 1), (1, 2), (2, 0)]
    check_constraint(stated, variables=(1, 7), domain=range(2), max_examples=24)
    check_constraint(stated, variables=(3, 5), domain=range(-1, 3), max_examples=16)
    check_constraint(lambda x: kind(dict(zip(SQUARES, [x[0], 1 - x[1], x[2], x[0]], strict=False))), max_examples=12)
    check_constraint(
        lambda x: reify(kind(dict(zip(triangle, x[:3], strict=True)))) == x[3], variables=4, max_examples=12
    )


@pytest.mark.untraced
def test_trees_mean_what_they_say() -> None:
    check_constraint(Tree, variables=(1, 5), domain=range(-1, 6), max_examples=32)
    for roots in (None, 0, 1, 2, 3, (1, 2), (0, 1), range(2, 9)):
        check_roots(roots)
    check_constraint(lambda x: Tree([x[0] + 1, x[1], 2 - x[2]]), max_examples=12)
    check_constraint(lambda x: reify(Tree(x[:3])) == x[3], variables=4, max_examples=12)


def check_roots(roots: int | Sequence[int] | None) -> None:
    check_constraint(lambda x: Tree(x, roots=roots, start=1), variables=(2, 5), domain=range(1, 6), max_examples=10)


@pytest.mark.parametrize(("rows", "columns", "expected"), [(1, 4, 10), (2, 2, 13), (3, 3, 218), (3, 4, 1126)])
def test_connected_sets_of_cells(rows: int, columns: int, expected: int) -> None:
    # A287151: nonempty connected induced subgraphs of a grid.
    p: Problem[object, int] = Problem()
    cells = [[p.add_variable((i, j), [0, 1]) for j in range(columns)] for i in range(rows)]
    p.add(Connected(cells, size=range(1, 99)))
    assert p.count() == expected
    q: Problem[object, int] = Problem()
    q.add(
        Connected(
            q.add_variables([(i, j) for i in range(rows) for j in range(columns)], [0, 1]), grid_edges(rows, columns)
        )
    )
    assert q.count() == expected + 1


def test_two_regions_of_a_grid() -> None:
    # Brute force over all colorings of 3 x 4 cells.
    p: Problem[object, str] = Problem()
    cells = [[p.add_variable((i, j), "ab") for j in range(4)] for i in range(3)]
    p.add(Regions(cells, sizes={"a": 6}))
    halves = list(p.solutions())
    q: Problem[object, str] = Problem()
    q.add_variables([(i, j) for i in range(3) for j in range(4)], "ab")
    q.add(Connected({n: q[n] for n in q.domains}, grid_edges(3, 4), "a", size=6))
    q.add(Connected({n: q[n] for n in q.domains}, grid_edges(3, 4), "b"))
    assert len(halves) == q.count() > 0


@pytest.mark.parametrize(("size", "expected"), [(2, 1), (3, 13), (4, 213)])
def test_cycles_of_a_grid(size: int, expected: int) -> None:
    # A140517: cycles in an n x n grid graph.
    p: Problem[object, int] = Problem()
    p.add(Loop(p.add_variables(grid_edges(size, size), [0, 1])))
    assert p.count() == expected


@pytest.mark.parametrize("size", [3, 4, 5])
def test_cycles_and_spanning_trees_of_a_complete_graph(size: int) -> None:
    pairs = list(combinations(range(size), 2))
    p: Problem[object, int] = Problem()
    p.add(Loop(p.add_variables(pairs, [0, 1])))
    factorials = [1, 1, 2, 6, 24]
    assert p.count() == sum(comb(size, k) * factorials[k - 1] // 2 for k in range(3, size + 1))
    q: Problem[object, int] = Problem()
    q.add(SpanningTree(q.add_variables(pairs, [0, 1])))
    assert q.count() == size ** (size - 2)  # Cayley


@pytest.mark.parametrize(("rows", "columns", "expected"), [(2, 2, 4), (2, 4, 56), (3, 3, 192)])
def test_spanning_trees_of_a_grid(rows: int, columns: int, expected: int) -> None:
    # A116469.
    p: Problem[object, int] = Problem()
    p.add(SpanningTree(p.add_variables(grid_edges(rows, columns), [0, 1])))
    assert p.count() == expected


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_rooted_trees_and_forests(size: int) -> None:
    p: Problem[int, int] = Problem()
    p.add(Tree(p.add_variables(range(size), range(size))))
    assert p.count() == size ** (size - 1)  # Cayley: A000169
    q: Problem[int, int] = Problem()
    q.add(Tree(q.add_variables(range(size), range(size)), roots=None))
    assert q.count() == (size + 1) ** (size - 1)  # A000272
    for roots in range(1, size + 1):
        r: Problem[int, int] = Problem()
        r.add(Tree(r.add_variables(range(size), range(size)), roots=roots))
        assert r.count() == comb(size - 1, roots - 1) * size ** (size - roots)  # A061356


def test_what_they_prune_at_once() -> None:
    p: Problem[object, int] = Problem()
    cells = [[p.add_variable((i, j), [0, 1]) for j in range(5)] for i in range(2)]
    p.add(Connected(cells), cells[0][0] == 1, cells[0][4] == 1, cells[1][2] == 0)
    assert [p.possible(cell)[cell.name] for cell in cells[0]] == [(1,)] * 5
    assert [p.possible(cell)[cell.name] for cell in cells[1]] == [(0, 1), (0, 1), (0,), (0, 1), (0, 1)]


class Graph:
    """Like a graph of networkx: its edges are iterable, and callable."""

    class Edges(list[tuple[str, str]]):
        def __call__(self) -> list[tuple[str, str]]:
            return list(self)

    edges = Edges([("a", "b"), ("b", "c"), ("c", "c"), ("b", "a")])


def test_edges_in_the_forms_in_which_users_have_them() -> None:
    p: Problem[str, int] = Problem()
    a, b, c = p.add_variables("abc", [0, 1])
    given = [[("a", "b"), ("b", "c")], {("a", "b"): 3, ("c", "b"): 4}, [(a, b), (c, b)], Graph(), pairwise("abc")]
    for edges in given:
        assert Connected([a, b, c], edges).edges == [(0, 1), (1, 2)]
    assert Connected([[a, b, c]]).edges == [(0, 1), (1, 2)]
    assert Connected([[a, b, c]], [((0, 0), (0, 2))]).edges == [(0, 2)]
    water = p.array("water", (2, ["x", "y"]), [0, 1])
    assert Connected(water).edges == [(0, 1), (0, 2), (1, 3), (2, 3)]
    assert Connected(water, [((0, "y"), (1, "x"))]).edges == [(1, 2)]
    assert Connected(water[0], [("x", "y")]).edges == [(0, 1)]


def test_the_neighbors_of_cells() -> None:
    assert grid_neighbors(1, 1) == {(0, 0): []}
    assert grid_neighbors(2, 2, diagonal=True)[1, 0] == [(0, 0), (0, 1), (1, 1)]
    for rows, columns in ((1, 4), (3, 2), (4, 4)):
        assert len(grid_edges(rows, columns)) == rows * (columns - 1) + columns * (rows - 1)
        every = grid_edges(rows, columns, diagonal=True)
        assert len(set(every)) == len(every) == rows * (columns - 1) + (rows - 1) * (3 * columns - 2)


def test_they_can_be_read_and_pickled() -> None:
    edges = [("a", "b"), ("b", "c")]
    for stated, text in (
        (Connected("abc", edges), "Connected(1 in a, b, c)"),
        (Connected("abc", edges, values=[1, 2], size=(1, 2)), "Connected([1, 2] in a, b, c; size 1 to 2)"),
        (Regions("abc", edges, sizes={"x": 2}, except_=0), "Regions(a, b, c; 2 of 'x' except 0)"),
        (Loop(dict(zip(edges, "xy", strict=True))), "Loop(x, y)"),
        (SpanningTree(dict(zip(edges, "xy", strict=True))), "SpanningTree(x, y)"),
        (Tree("abc"), "Tree(a, b, c)"),
        (Tree("abc", roots=(1, 2), start=1), "Tree(a, b, c from 1; 1 to 2 roots)"),
    ):
        assert str(stated) == text
        assert str(pickle.loads(pickle.dumps(stated))) == text  # noqa: S301 - our own bytes


@pytest.mark.parametrize(
    ("state", "error", "message"),
    [
        (lambda: Connected("abc"), KindError, "Connected needs edges, as pairs of nodes"),
        (lambda: Connected("abc", ["ab"]), KindError, "needs edges as pairs of nodes, not 'ab'"),
        (lambda: Connected("abc", [("a", "z")]), ScopeError, "edge to 'z', which is none of its nodes"),
        (lambda: Connected("abc", 5), KindError, "needs a collection of edges, or a graph, not 5"),
        (lambda: Connected([["a", "b"], ["c"]]), ScopeError, "rows of the same length, not of 1 and 2"),
        (lambda: Connected(["a", "a"], []), ScopeError, "mapping from nodes to variables if these"),
        (lambda: Connected([], []), ScopeError, "Connected needs at least one variable"),
        (lambda: Connected("ab", [], size=X), KindError, "size of 'the region' must be an integer"),
        (lambda: Regions("ab", [], sizes=X), KindError, "mapping from values to sizes"),
        (lambda: Loop([("a", "b"), ("b", "a")]), ScopeError, "two edges between 'b' and 'a'"),
        (lambda: Loop([("a", "a")]), ScopeError, "an edge from 'a' to itself"),
        (lambda: SpanningTree({}), ScopeError, "needs at least one edge"),
        (lambda: SpanningTree(["x"]), KindError, "pairs of nodes, not 'x'"),
        (lambda: Tree("abc", start=X), KindError, "start of a Tree must be an integer"),
        (lambda: Tree("abc", roots=-1), OptionError, "must not be negative"),
        (lambda: grid_edges(0, 3), OptionError, "at least one row and one column"),
    ],
)
def test_misuse_is_told(state: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        state()  # type: ignore[operator]


def test_a_text_has_no_graphs_and_says_where() -> None:
    p: Problem[str, int] = Problem()
    p.add_variables("abc", range(3))
    with pytest.raises(TextError, match="this function is not known"):
        p.add("a == 1 and tree(a, b, c)")
