"""The constraint graph as a graph of networkx."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csplib import AllDifferent, Diff, DomainError, In, Problem
from csplib.pictures import MissingNetworkXError, from_networkx, to_dot, to_networkx

networkx = pytest.importorskip("networkx")


def small() -> Problem[str, int]:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(3))
    p.add(x != y, AllDifferent([x, y, z], name="all"), In(x, [1]).named("x is one"))
    return p


def test_nodes_have_their_domain_and_edges_the_constraints_that_are_shared() -> None:
    graph = to_networkx(small())
    assert graph.nodes["x"]["domain"] == (0, 1, 2)
    assert [str(constraint) for constraint in graph.nodes["x"]["constraints"]] == ["x is one"]
    assert [str(constraint) for constraint in graph.edges["y", "x"]["constraints"]] == ["x != y", "all"]
    assert [str(constraint) for constraint in graph.edges["y", "z"]["constraints"]] == ["all"]


def test_variables_without_constraints_are_nodes_too() -> None:
    p = small()
    p.add_variable("alone", [1])
    assert to_networkx(p).degree["alone"] == 0


@given(st.lists(st.lists(st.integers(0, 6), min_size=1, max_size=4, unique=True), max_size=8))
def test_edges_are_the_neighbors_of_the_compiled_problem(scopes: list[list[int]]) -> None:
    p: Problem[int, int] = Problem()
    p.add_variables(range(7), range(3))
    p.add(*(AllDifferent(scope) for scope in scopes))
    expected = {frozenset((x, y)) for x, near in enumerate(p.compile().neighbors) for y in near}
    assert {frozenset(edge) for edge in to_networkx(p).edges} == expected


def test_variables_inside_expressions_are_joined_and_hidden_ones_left_out() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(4))
    p.add(AllDifferent([x + 1, y * z]))
    assert set(to_networkx(p).edges) == {("x", "y"), ("x", "z"), ("y", "z")}
    assert set(to_networkx(p).nodes) == {"x", "y", "z"}


def test_a_bipartite_graph_joins_constraints_to_their_variables() -> None:
    p = small()
    graph = to_networkx(p, bipartite=True)
    pair, every, alone = p.constraints
    assert [set(graph[constraint]) for constraint in (pair, every, alone)] == [{"x", "y"}, {"x", "y", "z"}, {"x"}]
    assert graph.nodes[every]["label"] == "all"
    assert [graph.nodes[node]["bipartite"] for node in ("x", every)] == [0, 1]


def test_without_networkx_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(MissingNetworkXError, match=r"pip install csplib\[networkx\]"):
        to_networkx(small())


def test_networkx_is_imported_only_when_a_graph_is_asked_for() -> None:
    script = "import sys, csplib.pictures; print('networkx' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout.strip() == "False"


def test_a_graph_is_a_problem_of_differences() -> None:
    problem = from_networkx(networkx.petersen_graph(), range(3))
    assert problem.count() == 120
    assert all(type(constraint) is Diff for constraint in problem.constraints)
    directed = networkx.MultiDiGraph([("a", "b"), ("b", "a"), ("a", "b")])
    assert len(from_networkx(directed, [1, 2]).constraints) == 1


def test_nodes_keep_their_own_domains() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variable("x", range(3)), p.add_variable("y", range(2)), p.add_variable("z", [5])
    p.add(x != y, y != z)
    twin = from_networkx(to_networkx(p))
    assert twin.domains == p.domains
    assert twin.count() == p.count()


def test_a_graph_that_is_no_problem_is_an_error() -> None:
    with pytest.raises(DomainError, match="the node 0 has no domain"):
        from_networkx(networkx.path_graph(2))
    with pytest.raises(DomainError, match="the node 1 has an edge to itself"):
        from_networkx(networkx.Graph([(1, 1)]), [1])


def test_dot_has_a_node_for_each_variable_and_each_constraint_over_many() -> None:
    text = to_dot(small())
    assert text.splitlines() == [
        "graph {",
        '  v0 [label="x\\n0, 1, 2"];',
        '  v1 [label="y\\n0, 1, 2"];',
        '  v2 [label="z\\n0, 1, 2"];',
        '  v0 -- v1 [tooltip="x != y"];',
        '  c1 [shape=box, label="", width=0.1, height=0.1, tooltip="all"];',
        "  c1 -- v0;",
        "  c1 -- v1;",
        "  c1 -- v2;",
        "}",
    ]


def test_names_are_quoted_for_dot() -> None:
    p: Problem[str, str] = Problem()
    p.add_variable('a "b"\n\\', ["x"])
    assert to_dot(p).splitlines()[1] == '  v0 [label="a \\"b\\" \\\\\\n\'x\'"];'
