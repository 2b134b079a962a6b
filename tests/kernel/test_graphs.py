"""Propagators over graphs: against brute force, what they leave and why; and depth-first search and dominators."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reasons import Examined, Holds, rows_of

from csplib.kernel.bits import split
from csplib.kernel.depth_first import DepthFirst
from csplib.kernel.dominators import Dominators
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.connected_nodes import ConnectedNodes
from csplib.kernel.propagators.none_or_two import NoneOrTwo
from csplib.kernel.propagators.rooted_trees import RootedTrees
from csplib.kernel.propagators.single_loop import SingleLoop
from csplib.kernel.propagators.spanning_edges import SpanningEdges
from csplib.kernel.state import State

Edges = Sequence[tuple[int, int]]
Made = tuple[Propagator, list[int], Holds]


def neighbors(count: int, edges: Edges) -> list[list[int]]:
    near: list[list[int]] = [[] for _ in range(count)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


def reach(start: int, near: Sequence[Sequence[int]], allowed: set[int]) -> set[int]:
    found = {start} & allowed
    for _ in near:
        found |= {other for node in found for other in near[node]} & allowed
    return found


def parts(count: int, edges: Edges, nodes: set[int]) -> list[set[int]]:
    """Return the connected components of the graph of some *nodes*."""
    near = neighbors(count, edges)
    return [set(part) for part in {frozenset(reach(node, near, nodes)) for node in nodes}]


def some_edges(rng: random.Random, count: int, most: int) -> list[tuple[int, int]]:
    every = list(combinations(range(count), 2))
    return rng.sample(every, min(len(every), rng.randint(2, most)))


def is_loop(count: int, edges: Edges) -> bool:
    near = neighbors(count, edges)
    on = {node for edge in edges for node in edge}
    return bool(on) and all(len(near[node]) == 2 for node in on) and len(parts(count, edges, on)) == 1


def connected(rng: random.Random) -> Made:
    count = rng.randint(2, 6)
    edges = some_edges(rng, count, 9)
    inside = rng.choice([1, 2, 6])
    least, most = rng.choice([(0, -1), (0, -1), (0, 3), (2, -1), (3, 4), (1, 2), (4, 4), (0, 0)])

    def holds(row: dict[int, int]) -> bool:
        nodes = {node for node in range(count) if 1 << row[node] & inside}
        return least <= len(nodes) <= (count if most < 0 else most) and len(parts(count, edges, nodes)) <= 1

    domains = [rng.choice([7, 7, 7, 3, 5, 6, 1, 2]) for _ in range(count)]
    return ConnectedNodes(range(count), inside, neighbors(count, edges), least=least, most=most), domains, holds


def loop(rng: random.Random) -> Made:
    count = rng.randint(3, 6)
    edges = some_edges(rng, count, 10)

    def holds(row: dict[int, int]) -> bool:
        return is_loop(count, [edge for place, edge in enumerate(edges) if row[place]])

    domains = [rng.choice([3, 3, 3, 3, 1, 2]) for _ in edges]
    return SingleLoop(range(len(edges)), 2, edges, count), domains, holds


def spanning(rng: random.Random) -> Made:
    count = rng.randint(2, 6)
    edges = some_edges(rng, count, 10)

    def holds(row: dict[int, int]) -> bool:
        chosen = [edge for place, edge in enumerate(edges) if row[place]]
        return len(chosen) == count - 1 and len(parts(count, chosen, set(range(count)))) == 1

    domains = [rng.choice([3, 3, 3, 3, 1, 2]) for _ in edges]
    return SpanningEdges(range(len(edges)), 2, edges, count), domains, holds


def two_at_a_node(rng: random.Random) -> Made:
    count = rng.randint(1, 5)
    domains = [rng.choice([7, 7, 6, 5, 3, 1, 2, 4]) for _ in range(count)]
    return NoneOrTwo(range(count), 2), domains, lambda row: sum(row[x] == 1 for x in range(count)) in {0, 2}


def trees(rng: random.Random) -> Made:
    count = rng.randint(1, 5)
    shown = [rng.random() < 0.9 for _ in range(count)]  # others are in no domain
    bits = [1 << 2 * node if there else 0 for node, there in enumerate(shown)]
    least, most = rng.choice([(1, 1), (1, 1), (0, count), (2, 3), (1, 2), (0, 2), (2, 2)])
    domains = []
    for _ in range(count):
        chosen = sum(bit for bit in bits if rng.random() < 0.6) + rng.choice([0, 0, 2])
        domains.append(chosen or max(bits) or 2)

    def holds(row: dict[int, int]) -> bool:
        parents = [row[x] // 2 if row[x] % 2 == 0 else -1 for x in range(count)]
        roots = {node for node, parent in enumerate(parents) if node == parent}
        if -1 in parents or not least <= len(roots) <= most:
            return False
        found = set(roots)
        for _ in range(count):
            found |= {node for node, parent in enumerate(parents) if parent in found}
        return len(found) == count

    return RootedTrees(range(count), bits, least, most), domains, holds


KINDS = {make.__name__: make for make in (connected, loop, spanning, two_at_a_node, trees)}


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**9))
def test_reasons_and_the_constraint_force_what_they_explain(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    propagator, domains, holds = KINDS[kind](rng)
    Examined(propagator, domains, holds).wander(rng, 12)


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**9))
def test_what_a_fixpoint_leaves(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    propagator, domains, holds = KINDS[kind](rng)
    rows = rows_of(dict(enumerate(domains)), lambda row: holds({x: bit.bit_length() - 1 for x, bit in row.items()}))
    supported = [0] * len(domains)
    for row in rows:
        for x, bit in row.items():
            supported[x] |= bit
    state = State(domains)
    consistent, height = True, -1
    while consistent and state.height > height:
        height = state.height
        consistent = propagator.propagate(state)
        if propagator.idempotent:
            before = state.height
            assert not consistent or (propagator.propagate(state) and state.height == before)
    if not consistent:
        assert not rows
        return
    assert all(not mask & ~left for mask, left in zip(supported, state.domains, strict=True))
    if not any(domain & (domain - 1) for domain in state.domains):
        assert rows
    sized = isinstance(propagator, ConnectedNodes) and (propagator.least > 0 or propagator.most < len(domains))
    if kind != "loop" and not sized:
        assert state.domains == supported


@given(seed=st.integers(0, 10**9))
def test_depth_first_search_finds_blocks_and_cuts(seed: int) -> None:
    rng = random.Random(seed)
    count = rng.randint(1, 7)
    edges = some_edges(rng, count, 12) if count > 2 else []
    closed = [rng.random() < 0.2 for _ in range(count)]
    found = DepthFirst(neighbors(count, edges), range(count), closed)
    opened = {node for node in range(count) if not closed[node]}
    assert set(found.order) == opened
    assert all(found.order[found.rank[node]] == node for node in opened)
    assert [found.rank[node] for node in range(count) if closed[node]] == [-1] * sum(closed)
    assert len(parts(count, edges, opened)) == sum(found.parent[node] < 0 for node in opened)
    blocks = found.blocks()
    inner = [edge for edge in edges if opened.issuperset(edge)]
    block_of = [blocks[max(edge, key=lambda node: found.rank[node])] for edge in inner]
    for (one, a), (other, b) in combinations(zip(inner, block_of, strict=True), 2):
        together = any(is_loop(count, some) and one in some and other in some for some in subsets(inner))
        assert together == (a == b)


def subsets(edges: Edges) -> list[list[tuple[int, int]]]:
    return [[edge for place, edge in enumerate(edges) if mask >> place & 1] for mask in range(1 << len(edges))]


@given(seed=st.integers(0, 10**9))
def test_a_dominator_is_on_every_way_from_the_root(seed: int) -> None:
    rng = random.Random(seed)
    count = rng.randint(1, 8)
    after = [[node for node in range(count) if rng.random() < 0.3] for _ in range(count)]
    tree = Dominators(after, 0)
    every = reach(0, after, set(range(count)))
    assert [tree.reaches(node) for node in range(count)] == [node in every for node in range(count)]
    for one in every:
        without = reach(0, after, every - {one})
        assert {other for other in every if tree.dominates(one, other)} == every - without


def reason_of(propagator: Propagator, domains: list[int], narrowed: dict[int, int], x: int) -> list[tuple[int, int]]:
    """Return why *x* loses values or, if it is -1, why all fails, once the domains are *narrowed*."""
    one = Examined(propagator, domains, lambda _: False)
    for y, mask in narrowed.items():
        one.narrow(y, mask)
    one.run()
    return next(sorted(reason) for y, _, reason in one.reasons if y == x)


PATH = [(node, node + 1) for node in range(5)]
OUT, IN = 1, 2


def test_the_reason_of_a_region_is_a_cut() -> None:
    path = ConnectedNodes(range(6), IN, neighbors(6, PATH))
    both = [3] * 6
    assert reason_of(path, both, {1: IN, 3: OUT, 5: OUT}, 4) == [(1, IN), (3, OUT)]
    assert reason_of(path, both, {0: IN, 2: IN}, 1) == [(0, IN), (2, IN)]
    assert reason_of(path, both, {0: IN, 2: OUT, 5: IN}, -1) == [(0, IN), (2, OUT), (5, IN)]
    sized = ConnectedNodes(range(6), IN, neighbors(6, PATH), least=3, most=3)
    assert reason_of(sized, both, {0: IN, 2: OUT, 5: OUT}, -1) == [(0, IN), (2, OUT)]
    assert reason_of(sized, both, {1: IN, 2: IN, 3: IN, 5: OUT}, 0) == [(1, IN), (2, IN), (3, IN)]


def test_the_reason_of_a_loop_is_a_path_or_a_gate() -> None:
    edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5), (1, 4)]
    one = SingleLoop(range(8), IN, edges, 6)
    both = [3] * 8
    assert reason_of(one, both, {0: IN, 1: IN, 6: IN}, 2) == [(0, IN), (1, IN), (6, IN)]
    assert reason_of(one, both, {0: IN, 1: IN, 2: IN}, 7) == [(0, IN), (1, IN), (2, IN)]
    assert reason_of(one, both, {0: IN, 7: OUT}, 4) == [(0, IN), (7, OUT)]
    assert reason_of(one, both, {7: OUT}, 3) == [(7, OUT)]
    assert reason_of(one, both, {7: OUT, 0: IN, 5: IN}, -1) == [(0, IN), (5, IN), (7, OUT)]


def test_the_reason_of_a_spanning_tree_is_a_path_or_a_cut() -> None:
    edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)]
    one = SpanningEdges(range(6), IN, edges, 5)
    both = [3] * 6
    assert reason_of(one, both, {0: IN, 1: IN}, 2) == [(0, IN), (1, IN)]
    assert reason_of(one, both, {3: OUT}, 4) == [(3, OUT)]
    assert reason_of(one, both, {3: OUT, 5: OUT, 0: OUT}, -1) == [(3, OUT), (5, OUT)]
    assert reason_of(one, both, {0: IN, 1: IN, 2: IN, 5: OUT}, -1) == [(0, IN), (1, IN), (2, IN)]


def test_the_reason_of_trees_is_who_cannot_leave() -> None:
    every = [0b11111] * 5
    one = RootedTrees(range(5), [1, 2, 4, 8, 16], 1, 1)
    assert reason_of(one, every, {2: 4}, 0) == [(2, 4)]
    assert reason_of(one, every, {0: 0b10, 1: 0b100}, 2) == [(0, 0b110), (1, 0b100)]
    assert reason_of(one, every, {0: 0b11, 1: 0b11, 3: 0b11000, 4: 0b11000}, -1) == [
        (0, 0b11),
        (1, 0b11),
        (3, 0b11000),
        (4, 0b11000),
    ]


@pytest.mark.parametrize("size", [3000])
def test_long_paths_need_no_recursion(size: int) -> None:
    chain = list(pairwise(range(size)))
    ends = [2, *[3] * (size - 2), 2]
    state = State(ends)
    assert ConnectedNodes(range(size), 2, neighbors(size, chain)).propagate(state)
    assert state.domains == [2] * size
    around = State([3] * (size - 1) + [2])
    assert SingleLoop(range(size), 2, [*chain, (0, size - 1)], size).propagate(around)
    assert SpanningEdges(range(size - 1), 2, chain, size).propagate(state)
    masks = [1 << node for node in range(300)]
    parents = State([1] + [masks[node] | masks[node - 1] for node in range(1, 300)])
    assert RootedTrees(range(300), masks, 1, 1).propagate(parents)
    assert [len(split(domain)) for domain in parents.domains] == [1] * 300
