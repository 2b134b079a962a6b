"""MDD, Stretch and ValuePrecedence: against brute force, and published numbers."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import groupby, pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csplib import MDD, KindError, OptionError, Problem, Regular, Stretch, ValuePrecedence, reify
from csplib.testing import check_constraint

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")

NODES = st.sampled_from(["a", "b", "c"])
EDGES = st.tuples(
    st.lists(st.tuples(st.just("in"), st.integers(0, 3), NODES), min_size=1, max_size=6),
    st.lists(st.tuples(NODES, st.integers(0, 3), st.sampled_from(["d", "e"])), max_size=8),
    st.lists(st.tuples(st.sampled_from(["d", "e"]), st.integers(0, 3), st.sampled_from(["y", "z"])), max_size=8),
).map(lambda parts: [edge for part in parts for edge in part])


def rooted(edges: list[Any]) -> list[Any]:
    """Leave out the edges that no path from the root has."""
    known = {"in"}
    for _ in range(3):
        known |= {after for node, _, after in edges if node in known}
    return [edge for edge in edges if edge[0] in known]


def test_decision_diagrams_mean_what_they_say() -> None:
    makers = EDGES.map(rooted).map(lambda edges: lambda x: MDD(x, edges))
    check_constraint(makers, variables=(1, 3), max_examples=80)
    check_constraint(lambda x: reify(MDD(x[:2], [(0, 1, 1), (0, 2, 1), (1, 3, 2)])) == x[2], max_examples=20)
    check_constraint(lambda x: MDD([x[0] + 1, x[1], x[0]], [(0, 1, 1), (1, 3, 2), (2, 0, 3)]), max_examples=20)


@settings(max_examples=60)
@given(EDGES.map(rooted))
def test_a_diagram_is_an_automaton(edges: list[Any]) -> None:
    counts = []
    transitions: dict[Any, list[Any]] = {}
    for node, value, after in edges:
        transitions.setdefault((node, value), []).append(after)
    ends = {after for _, _, after in edges} - {node for node, _, _ in edges}
    makers: list[Callable[[Any], Any]] = [lambda x: MDD(x, edges), lambda x: Regular(x, transitions, "in", ends)]
    for make in makers:
        p: Problem[int, int] = Problem()
        p.add(make(p.add_variables(range(3), range(4))))
        counts.append(p.count())
    assert counts[0] == counts[1]


def test_stretches_mean_what_they_say() -> None:
    lengths = st.integers(1, 3) | st.sampled_from([(1, 2), (2, 9), (3, 3), range(1, 3)])
    changes = st.none() | st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=12)
    makers = st.builds(
        lambda lengths, changes: lambda x: Stretch(x, lengths, changes=changes),
        st.dictionaries(st.integers(0, 4), lengths, max_size=3),
        changes,
    )
    check_constraint(makers, variables=(1, 6), max_examples=80)
    check_constraint(lambda x: Stretch(x, {"a": 2}), variables=(2, 4), domain=["a", None, 2.5], max_examples=30)
    check_constraint(lambda x: Stretch([x[0] + 1, x[1], x[2]], {1: 2}), max_examples=30)


@pytest.mark.parametrize(("size", "expected"), [(1, 2), (2, 4), (3, 6), (4, 10), (5, 16), (6, 26), (10, 178)])
def test_no_three_equal_bits_in_a_row_are_fibonacci_numbers(size: int, expected: int) -> None:
    p: Problem[int, int] = Problem()
    p.add(Stretch(p.add_variables(range(size), [0, 1]), {0: (1, 2), 1: (1, 2)}))
    assert p.count() == expected


@pytest.mark.parametrize("size", [3, 5, 7])
def test_runs_are_as_long_as_stated(size: int) -> None:
    changes = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "b")]
    p: Problem[int, str] = Problem()
    p.add(Stretch(p.add_variables(range(size), "abc"), {"a": 2, "b": (2, 3)}, changes=changes))

    def holds(row: tuple[str, ...]) -> bool:
        runs = [(value, len(list(group))) for value, group in groupby(row)]
        long = all({"a": length == 2, "b": 2 <= length <= 3, "c": True}[value] for value, length in runs)
        word = [value for value, _ in runs]
        return long and all(pair in changes for pair in pairwise(word))

    assert p.count() == sum(map(holds, product("abc", repeat=size)))


def test_precedence_of_values_means_what_it_says() -> None:
    orders = st.lists(st.integers(0, 4), min_size=1, max_size=4, unique=True)
    makers = orders.map(lambda values: lambda x: ValuePrecedence(x, values))
    check_constraint(makers, variables=(1, 5), max_examples=80)
    check_constraint(lambda x: ValuePrecedence(x, [None, "a"]), domain=["a", None, (1, 2), 2.5], max_examples=30)
    check_constraint(lambda x: ValuePrecedence([x[0] + 1, x[0], x[1]], [1, 2, 3]), max_examples=30)


@pytest.mark.parametrize(("size", "expected"), [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52), (6, 203)])
def test_rows_in_order_of_appearance_are_the_partitions_of_a_set(size: int, expected: int) -> None:
    p: Problem[int, int] = Problem()
    p.add(ValuePrecedence(p.add_variables(range(size), range(size)), range(size)))
    found = p.solutions()
    assert len(list(found)) == expected  # the Bell numbers
    assert found.statistics.failures == 0


def test_they_can_be_read_and_pickled() -> None:
    for stated, text in (
        (MDD("ab", [(0, 1, 1), (1, 2, 2)]), "MDD(a, b)"),
        (Stretch("ab", {1: 2, "x": (1, 3)}), "Stretch(1 for 2, 'x' for 1 to 3 in a, b)"),
        (ValuePrecedence("ab", [1, 2]), "ValuePrecedence(1, 2 in a, b)"),
    ):
        assert str(stated) == text
        assert str(pickle.loads(pickle.dumps(stated))) == text  # noqa: S301 - our own bytes
    p: Problem[str, int] = Problem()
    p.add(Stretch(p.add_variables("xyz", range(3)), {0: 2}))
    assert not p.violations({"x": 0, "y": 0, "z": 1})
    assert [str(one) for one in p.violations({"x": 0, "y": 1, "z": 1})] == ["Stretch(0 for 2 in x, y, z)"]


def test_misuse_is_told() -> None:
    x = Problem[str, int]().add_variable("x", range(3))
    with pytest.raises(KindError, match=r"MDD needs triples \(node, value, node\), all hashable, not \(1, 2\)"):
        MDD([x], [(1, 2)])
    with pytest.raises(OptionError, match="one node to which no edge leads, and there are 2: 0, 5"):
        MDD([x], [(0, 1, 2), (5, 1, 2)])
    with pytest.raises(OptionError, match="and there are 0: none"):
        MDD([x], [])
    with pytest.raises(KindError, match="a mapping from values to lengths"):
        Stretch([x], [1, 2])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="the length of 1 must be at least 1"):
        Stretch([x], {1: 0})
    with pytest.raises(KindError, match=r"pairs \(value, next value\) as changes=, not 7"):
        Stretch([x], {1: 1}, changes=[7])  # type: ignore[list-item]
    with pytest.raises(KindError, match="<Variable x> is not a value"):
        ValuePrecedence([x], [x])
    with pytest.raises(OptionError, match="needs different values"):
        ValuePrecedence([x], [1, 1])
