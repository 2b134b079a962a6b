"""Circuit: against brute force, and against published numbers of knight's tours."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import run_once, run_to_fixpoint

from csplib import KindError, Problem, ScopeError
from csplib.kernel.bits import split
from csplib.kernel.propagators.single_cycle import SingleCycle
from csplib.modelling.constraints.circuit import Circuit
from csplib.testing import check_constraint


def is_circuit(following: Sequence[int]) -> bool:
    node, seen = 0, 0
    while seen < len(following) and 0 <= node < len(following):
        node, seen = following[node], seen + 1
        if node == 0:
            break
    return node == 0 and seen == len(following)


CIRCUITS = {size: [row for row in permutations(range(size)) if is_circuit(row)] for size in range(1, 6)}


@st.composite
def graphs(draw: Any) -> tuple[list[int], int]:
    """Draw domains, with values that are no nodes among them, and the place of the first node's bit."""
    size, low = draw(st.integers(1, 5)), draw(st.integers(0, 2))
    masks = st.integers(1, (1 << size + low + 1) - 1)
    if draw(st.booleans()):
        masks = masks.map(lambda mask: mask | draw(st.sampled_from(range(1 << size))) << low)
    return draw(st.lists(masks, min_size=size, max_size=size)), low


@settings(max_examples=300)
@given(graphs(), st.data())
def test_no_circuit_is_lost_and_full_rows_are_judged_right(graph: tuple[list[int], int], data: Any) -> None:
    domains, low = graph
    size, propagator = len(domains), SingleCycle(range(len(domains)), 1 << low)
    left = run_to_fixpoint(propagator, domains)
    for row in CIRCUITS[size]:
        bits = [1 << node + low for node in row]
        assert run_once(propagator, bits) == bits
        if all(bit & domain for bit, domain in zip(bits, domains, strict=True)):
            assert left is not None
            assert all(bit & domain for bit, domain in zip(bits, left, strict=True))
    drawn = [data.draw(st.sampled_from(split(domain))) for domain in domains]
    holds = tuple(bit.bit_length() - 1 - low for bit in drawn) in CIRCUITS[size]
    assert run_once(propagator, drawn) == (drawn if holds else None)


@pytest.mark.parametrize(
    ("domains", "expected"),
    [
        pytest.param([0b1], [0b1], id="the only node follows itself"),
        pytest.param([0b111], [0b1], id="values that are no nodes are ruled out"),
        pytest.param([0b11, 0b11], [0b10, 0b01], id="no node follows itself"),
        pytest.param([0b0010, 0b1101, 0b1111, 0b1111], [0b0010, 0b1100, 0b1011, 0b0111], id="no way back at once"),
        pytest.param([0b0010, 0b0100, 0b1111, 0b1111], [0b0010, 0b0100, 0b1000, 0b0001], id="a chain stays open"),
        pytest.param([0b0010, 0b0001, 0b1000, 0b0100], None, id="two cycles"),
        pytest.param([0b0010, 0b0001, 0b1111, 0b1111], None, id="a cycle that leaves nodes out"),
        pytest.param([0b0010, 0b0100, 0b0010, 0b1111], None, id="two ways into one node"),
        pytest.param([0b1010, 0b1001, 0b1011, 0b0101], [0b1010, 0b1001, 0b0011, 0b0100], id="one way into a node"),
        pytest.param([0b0110, 0b0101, 0b0011, 0b0111], None, id="no way into a node"),
        pytest.param([0b000111, 0b000111, 0b111011, 0b111000, 0b111000, 0b111000], None, id="a part without return"),
        pytest.param([0b000111, 0b000111, 0b000111, 0b111001, 0b111000, 0b111000], None, id="a part without access"),
    ],
)
def test_circuit_cases(domains: list[int], expected: list[int] | None) -> None:
    assert run_to_fixpoint(SingleCycle(range(len(domains)), 1), domains) == expected


def test_circuit_keeps_its_promises() -> None:
    check_constraint(Circuit, variables=(1, 4), domain=range(-1, 5), max_examples=40)
    check_constraint(Circuit, variables=5, domain=range(5), max_examples=20)
    check_constraint(Circuit, variables=3, domain=[0, 1, 2, 10**9], max_examples=10)


def test_expressions_and_other_starts_keep_their_promises() -> None:
    check_constraint(lambda x: Circuit(x, start=-1), variables=(1, 4), domain=range(-2, 4), max_examples=20)
    check_constraint(lambda x: Circuit([x[0] - 1, x[1] * 2, x[2]]), max_examples=20)


@pytest.mark.parametrize("size", range(1, 7))
def test_a_complete_graph_has_one_circuit_for_each_order_of_the_other_nodes(size: int) -> None:
    p: Problem[int, int] = Problem()
    p.add(Circuit(p.add_variables(range(size), range(1, size + 1)), start=1))
    assert p.count() == factorial(size - 1)


def knight(rows: int, columns: int) -> Problem[int, int]:
    """State a closed knight's tour."""
    p: Problem[int, int] = Problem()
    jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    for square in range(rows * columns):
        row, column = divmod(square, columns)
        ends = [(row + down, column + right) for down, right in jumps]
        p.add_variable(square, [r * columns + c for r, c in ends if 0 <= r < rows and 0 <= c < columns])
    p.add(Circuit(range(rows * columns)))
    return p


@pytest.mark.parametrize(
    ("rows", "columns", "tours"),
    [
        pytest.param(3, 10, 16, id="3 by 10"),
        pytest.param(5, 6, 8, id="5 by 6"),
        pytest.param(5, 5, 0, id="none on an odd number of squares"),
        pytest.param(4, 6, 0, id="none on four rows"),
    ],
)
def test_knights_tours_are_as_many_as_published(rows: int, columns: int, tours: int) -> None:
    assert knight(rows, columns).count() == 2 * tours


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_a_knights_tour_is_found_almost_without_search(seed: int | None) -> None:
    p = knight(6, 6)
    found = p.solutions(seed=seed, solution_limit=1)
    solution = next(found)
    assert p.violations(solution) == []
    assert is_circuit(list(solution.values()))
    assert found.statistics.nodes < 100


def test_circuit_says_what_it_states() -> None:
    assert str(Circuit("abc")) == "Circuit(a, b, c)"
    assert str(Circuit("abc", start=1)) == "Circuit(a, b, c from 1)"


def test_misuse_is_told() -> None:
    with pytest.raises(ScopeError, match="at least one variable"):
        Circuit([])
    with pytest.raises(KindError, match="a collection of variables"):
        Circuit(7)  # type: ignore[arg-type]
    with pytest.raises(KindError, match="start of a Circuit must be an integer"):
        Circuit("abc", start="a")  # type: ignore[arg-type]
    p: Problem[str, object] = Problem()
    p.add_variables("xy", ["a", 0])
    with pytest.raises(ScopeError, match=r"needs integers, but .* can be 'a'"):
        p.add(Circuit("xy"))
