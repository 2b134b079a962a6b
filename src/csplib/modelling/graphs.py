"""Graphs as arguments of constraints: variables at nodes or at edges, in the forms in which users have them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from csplib.display.wording import brief
from csplib.errors import KindError, ScopeError
from csplib.modelling.arrays import VariableArray
from csplib.modelling.constraints.base import as_term, listed
from csplib.modelling.grids import grid_edges
from csplib.modelling.terms import Term

__all__ = ["Nodes", "edge_variables", "edges_between", "is_connected", "neighbors_of", "node_variables"]

Nodes: TypeAlias = "dict[Hashable, Term]"
"""The variable of each node."""


def node_variables(kind: str, cells: Any, edges: Any) -> tuple[Nodes, list[tuple[int, int]]]:
    """Return the variables of nodes, by node, and the *edges* as pairs of their places.

    *cells* is a mapping from nodes to variables, a list of variables, whose names are the nodes, or a list of rows of
    variables, whose nodes are the pairs (row, column). Only rows have edges of their own: between neighbors. The nodes
    of a `VariableArray` are its indices.
    """
    if isinstance(cells, VariableArray):
        is_grid = edges is None and cells.ndim == 2
        cells = [row.flat_variables() for row in cells.rows()] if is_grid else dict(cells.items())
    if isinstance(cells, Mapping):
        found: Nodes = {node: as_term(cell) for node, cell in cells.items()}
    else:
        given = listed(cells, f"{kind} needs a mapping or a collection of variables")
        rows = [one for one in given if _is_row(one)]
        if rows and len(rows) == len(given):
            return _grid(kind, rows, edges)
        terms = [as_term(cell) for cell in given]
        found = {term.name: term for term in terms}
        if len(found) < len(terms) or any(term.offset for term in terms):
            raise ScopeError(f"{kind} needs a mapping from nodes to variables if these are expressions, or occur twice")
    if not found:
        raise ScopeError(f"{kind} needs at least one variable")
    if edges is None:
        raise KindError(f"{kind} needs edges, as pairs of nodes; only for rows of variables they are known")
    return found, edges_between(kind, found, edges)


def _is_row(one: Any) -> bool:
    """Return whether *one* is a row of variables: a list or an array, but no tuple, which may be a name."""
    return not isinstance(one, Term) and hasattr(one, "__iter__") and getattr(one, "__hash__", None) is None


def _grid(kind: str, rows: Sequence[Any], edges: Any) -> tuple[Nodes, list[tuple[int, int]]]:
    """Return the variables of a grid, by row and column, and its edges."""
    cells: Nodes = {(i, j): as_term(cell) for i, row in enumerate(rows) for j, cell in enumerate(row)}
    widths = {len(row) for row in rows}
    if edges is None and len(widths) > 1:
        raise ScopeError(f"{kind} needs rows of the same length, not of {min(widths)} and {max(widths)} variables")
    if not cells:
        raise ScopeError(f"{kind} needs at least one variable")
    return cells, edges_between(kind, cells, grid_edges(len(rows), max(widths)) if edges is None else edges)


def edges_between(kind: str, nodes: Collection[Hashable], edges: Any) -> list[tuple[int, int]]:
    """Return *edges*, pairs of nodes or a graph with such `edges`, as pairs of places in *nodes*, each once."""
    places = {node: place for place, node in enumerate(nodes)}
    found: dict[tuple[int, int], None] = {}
    for pair in _pairs(kind, edges):
        one, other = [_place(kind, places, end) for end in _ends(kind, pair)]
        if one != other:
            found[min(one, other), max(one, other)] = None
    return list(found)


def _pairs(kind: str, edges: Any) -> list[Any]:
    """Return the edges of a list or of a graph, as that of networkx."""
    graph: Any = getattr(edges, "edges", edges)
    found: Any = graph() if callable(graph) else graph
    return listed(found, f"{kind} needs a collection of edges, or a graph")


def _ends(kind: str, pair: Any) -> tuple[Any, Any]:
    ends: Any = () if isinstance(pair, (str, Term)) else pair
    try:
        one, other = ends
    except (TypeError, ValueError):
        raise KindError(f"{kind} needs edges as pairs of nodes, not {brief(pair)}") from None
    return one, other


def _place(kind: str, places: Mapping[Hashable, int], end: Any) -> int:
    """Return the place of the node at one *end* of an edge, which can be given as its variable."""
    node = end.name if isinstance(end, Term) else end
    try:
        return places[node]
    except (KeyError, TypeError):
        raise ScopeError(f"{kind} has an edge to {brief(node)}, which is none of its nodes") from None


def edge_variables(kind: str, edges: Any) -> tuple[list[Term], list[tuple[int, int]], list[Hashable]]:
    """Return the variables of edges, the places of their ends, and the nodes.

    *edges* is a mapping from pairs of nodes to variables, or a collection of variables whose names are such pairs.
    """
    if isinstance(edges, Mapping):
        terms = [as_term(variable) for variable in edges.values()]
        pairs: Iterable[Any] = edges
    else:
        terms = [as_term(one) for one in listed(edges, f"{kind} needs a mapping from pairs of nodes to variables")]
        pairs = [term.name for term in terms]
    nodes: dict[Hashable, int] = {}
    ends: dict[tuple[int, int], None] = {}
    for pair in pairs:
        one, other = [nodes.setdefault(_node(kind, end), len(nodes)) for end in _ends(kind, pair)]
        if one == other:
            raise ScopeError(f"{kind} has an edge from {brief(_ends(kind, pair)[0])} to itself")
        if (one, other) in ends or (other, one) in ends:
            raise ScopeError(f"{kind} has two edges between {brief(pair[0])} and {brief(pair[1])}")
        ends[one, other] = None
    if not terms:
        raise ScopeError(f"{kind} needs at least one edge")
    return terms, list(ends), list(nodes)


def _node(kind: str, end: Any) -> Hashable:
    node = end.name if isinstance(end, Term) else end
    try:
        hash(node)
    except TypeError:
        raise KindError(f"{kind} needs hashable nodes, not {brief(node)}") from None
    return node


def neighbors_of(count: int, edges: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the neighbors of each of *count* nodes."""
    near: list[list[int]] = [[] for _ in range(count)]
    for one, other in edges:
        near[one].append(other)
        near[other].append(one)
    return near


def is_connected(near: Sequence[Sequence[int]], nodes: Collection[int]) -> bool:
    """Return whether *nodes* are connected by edges between them, as no node at all is."""
    left = set(nodes)
    waiting = [left.pop()] if left else []
    while waiting:
        found = left.intersection(near[waiting.pop()])
        left -= found
        waiting += found
    return not left
