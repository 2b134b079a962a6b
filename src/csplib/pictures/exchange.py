"""Graphs from and for other tools: the problem of a networkx graph, and the constraint graph in the DOT language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csplib.display.wording import called, value_text
from csplib.errors import DomainError
from csplib.modelling.constraints.diff import Diff
from csplib.pictures.graph import scoped_constraints
from csplib.problem import Problem

__all__ = ["from_networkx", "to_dot"]


def from_networkx(graph: Any, domain: Iterable[Any] | None = None) -> Problem[Any, Any]:
    """Return the problem of a graph: its nodes are variables with this *domain*, and the ends of an edge differ.

    A node with an attribute *domain*, as `to_networkx` writes it, has these values instead. Directions and the number
    of edges between two nodes do not matter.

    >>> import networkx
    >>> from_networkx(networkx.cycle_graph(5), ["red", "green", "blue"]).count()
    30
    """
    every = None if domain is None else list(domain)
    problem: Problem[Any, Any] = Problem()
    for node, attributes in graph.nodes(data=True):
        values = attributes.get("domain", every)
        if values is None:
            raise DomainError(f"the node {node!r} has no domain: pass one for all nodes")
        problem.add_variable(node, values)
    edges = dict.fromkeys([frozenset(edge) for edge in graph.edges()])
    for edge in edges:
        if len(edge) == 1:
            raise DomainError(f"the node {next(iter(edge))!r} has an edge to itself, so no value is left for it")
    order = {name: place for place, name in enumerate(problem.domains)}
    problem.add(*[Diff(*sorted(edge, key=order.__getitem__)) for edge in edges])
    return problem


def to_dot(problem: Problem[Any, Any]) -> str:
    r"""Return the constraint graph in the DOT language, for Graphviz: ``dot -Tsvg``, ``neato`` and other tools.

    A variable is a node that shows its name and its domain. A constraint over two variables is an edge, and one over
    more is a small box with an edge to each of them.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(3))
    >>> p.add(x < y)
    >>> print(to_dot(p))
    graph {
      v0 [label="x\n0, 1, 2"];
      v1 [label="y\n0, 1, 2"];
      v0 -- v1 [tooltip="x < y"];
    }
    """
    places = {name: f"v{number}" for number, name in enumerate(problem.domains)}
    lines = ["graph {"]
    for name, values in problem.domains.items():
        lines.append(f'  {places[name]} [label="{_quoted(called(name))}\\n{_quoted(value_text(values))}"];')
    for number, (constraint, names) in enumerate(scoped_constraints(problem)):
        shown = f'tooltip="{_quoted(str(constraint))}"'
        if len(names) == 2:
            lines.append(f"  {places[names[0]]} -- {places[names[1]]} [{shown}];")
        elif len(names) > 2:
            lines.append(f'  c{number} [shape=box, label="", width=0.1, height=0.1, {shown}];')
            lines += [f"  c{number} -- {places[name]};" for name in names]
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    """Return *text* for a string of DOT."""
    plain = "".join([one if one.isprintable() else " " for one in text])
    return plain.replace("\\", "\\\\").replace('"', '\\"')
