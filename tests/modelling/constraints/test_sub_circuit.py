"""SubCircuit and Path: against brute force, and published numbers."""

from __future__ import annotations

import pickle
from math import comb, factorial

import pytest

from csplib import KindError, OptionError, Path, Problem, SubCircuit, cost_of, reify
from csplib.testing import check_constraint


@pytest.mark.untraced
def test_they_mean_what_they_say() -> None:
    check_constraint(SubCircuit, variables=(1, 5), domain=range(5), max_examples=80)
    check_constraint(lambda x: SubCircuit(x, start=1), variables=(2, 4), domain=range(-1, 6), max_examples=60)
    check_constraint(lambda x: SubCircuit([x[0] + 1, x[1], 2 - x[2]]), max_examples=30)
    check_constraint(lambda x: Path(x, 0, len(x) - 1), variables=(2, 5), domain=range(5), max_examples=80)
    check_constraint(lambda x: Path(x, 1, 0), variables=(2, 5), domain=range(5), max_examples=60)
    check_constraint(lambda x: Path(x, 1, 1), variables=(2, 4), domain=range(-1, 5), max_examples=30)
    check_constraint(lambda x: reify(Path(x[:3], 0, 2)) == x[3], variables=4, max_examples=30)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_all_cycles_and_paths_in_a_complete_graph(size: int) -> None:
    p: Problem[int, int] = Problem()
    p.add(SubCircuit(p.add_variables(range(size), range(size))))
    assert p.count() == 1 + sum(comb(size, k) * factorial(k - 1) for k in range(2, size + 1))
    if size > 1:
        q: Problem[int, int] = Problem()
        q.add(Path(q.add_variables(range(size), range(size)), size - 1, 0))
        assert q.count() == sum(factorial(size - 2) // factorial(k) for k in range(size - 1))


@pytest.mark.parametrize(("size", "expected"), [(2, 2), (3, 12), (4, 184)])
def test_self_avoiding_walks_between_the_corners_of_a_grid(size: int, expected: int) -> None:
    # A007764: from one corner of an n x n grid of points to the opposite one.
    p: Problem[int, int] = Problem()
    for row in range(size):
        for column in range(size):
            near = [(row + a, column + b) for a, b in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))]
            p.add_variable(row * size + column, [r * size + c for r, c in near if 0 <= r < size and 0 <= c < size])
    p.add(Path([p[node] for node in range(size * size)], 0, size * size - 1))
    assert p.count() == expected


@pytest.mark.parametrize(("size", "expected"), [(2, 1), (3, 13), (4, 213)])
def test_cycles_in_a_grid(size: int, expected: int) -> None:
    # A140517: cycles in an n x n grid graph, here in both directions, and the empty one.
    p: Problem[int, int] = Problem()
    for row in range(size):
        for column in range(size):
            near = [(row + a, column + b) for a, b in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))]
            p.add_variable(row * size + column, [r * size + c for r, c in near if 0 <= r < size and 0 <= c < size])
    nodes = [p[node] for node in range(size * size)]
    p.add(SubCircuit(nodes))
    edges = 2 * size * (size - 1)
    assert p.count() == 1 + edges + 2 * expected  # an edge there and back is a cycle of two


def test_a_shortest_path() -> None:
    far = 99
    costs = [[0, 7, 9, far, far, 14], [7, 0, 10, 15, far, far], [9, 10, 0, 11, far, 2]]
    costs += [[far, 15, 11, 0, 6, far], [far, far, far, 6, 0, 9], [14, far, 2, far, 9, 0]]
    p: Problem[int, int] = Problem()
    steps = p.add_variables(range(6), range(6))
    p.add(Path(steps, 0, 4))
    best = p.minimize(cost_of(steps, costs)).finish()
    assert best is not None
    assert best.objective == 20
    assert (best.solution[0], best.solution[2], best.solution[5]) == (2, 5, 4)


def test_they_can_be_read_and_pickled() -> None:
    for stated, text in (
        (SubCircuit("abc"), "SubCircuit(a, b, c)"),
        (SubCircuit("abc", start=1), "SubCircuit(a, b, c from 1)"),
        (Path("abc", 0, 2), "Path(a, b, c from 0 to 2)"),
    ):
        assert str(stated) == text
        assert str(pickle.loads(pickle.dumps(stated))) == text  # noqa: S301 - our own bytes


def test_misuse_is_told() -> None:
    with pytest.raises(KindError, match="start of a SubCircuit must be an integer, not 'a'"):
        SubCircuit("abc", start="a")  # type: ignore[arg-type]
    with pytest.raises(KindError, match="end of a Path must be an integer, not None"):
        Path("abc", 0, None)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="a Path over 3 nodes has no node 3"):
        Path("abc", 0, 3)
