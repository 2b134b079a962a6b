"""Constraints about graphs for CP-SAT: literals for what can be reached in so many steps, circuits, and depths.

Every variable here is a function of the stated ones: so each solution comes once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.connected import Connected, Regions
from csplib.modelling.constraints.edge_sets import Loop, SpanningTree
from csplib.modelling.constraints.tree import Tree
from csplib.modelling.graphs import neighbors_of

if TYPE_CHECKING:
    from csplib.cp_sat.model import Literal
    from csplib.cp_sat.translation import Translation

__all__ = ["GRAPHS", "POSTED_GRAPHS"]


def _joined(to: Translation, inside: Sequence[Literal], near: Sequence[Sequence[int]], steps: int) -> Literal:
    """Return a literal for "all nodes *inside* can be reached from the first of them", in at most so many *steps*."""
    reached: list[Literal] = []
    before: Literal = to.false
    for literal in inside:
        reached.append(to.all_of([literal, before.negated()]))
        before = to.any_of([before, literal])
    for _ in range(steps):
        reached = [
            to.all_of([literal, to.any_of([reached[node], *[reached[other] for other in near[node]]])])
            for node, literal in enumerate(inside)
        ]
    return to.all_of([to.any_of([one.negated(), other]) for one, other in zip(inside, reached, strict=True)])


def _region(to: Translation, constraint: Connected | Regions, values: Any, least: int, most: int) -> Literal:
    """Return a literal for "the cells with one of *values* are connected, and so many"."""
    inside = [to.among(term, values) for term in constraint.terms]
    most = min(most, len(inside))
    count = to.tools.LinearExpr.sum(inside)
    near = neighbors_of(len(inside), constraint.edges)
    return to.all_of([to.between(count, least, most), _joined(to, inside, near, most - 1)])


def _connected_literal(to: Translation, constraint: Connected) -> Literal:
    return _region(to, constraint, constraint.values, *constraint.bounds)


def _regions_literal(to: Translation, constraint: Regions) -> Literal:
    values: dict[Hashable, None] = {}
    for term in constraint.terms:
        values.update(dict.fromkeys(to.values(term)))
    regions = constraint.regions(values)
    return to.all_of([_region(to, constraint, (value,), least, most) for value, least, most in regions])


def _truths(to: Translation, constraint: Loop | SpanningTree) -> tuple[list[Literal], Literal]:
    """Return for each edge a literal for "it is chosen", and one for "all variables are 0 or 1"."""
    ones = [to.takes(term, 1) for term in constraint.terms]
    return ones, to.all_of([to.among(term, (0, 1)) for term in constraint.terms])


def _loop_literal(to: Translation, constraint: Loop) -> Literal:
    ones, found = _truths(to, constraint)
    at_node: list[list[int]] = [[] for _ in constraint.nodes]
    for edge, (one, other) in enumerate(constraint.ends):
        at_node[one].append(edge)
        at_node[other].append(edge)
    degrees = []
    for edges in at_node:
        degree = to.tools.LinearExpr.sum([ones[edge] for edge in edges])
        degrees.append(to.any_of([to.between(degree, 0, 0), to.between(degree, 2, 2)]))
    touching = neighbors_of(len(ones), [pair for edges in at_node for pair in combinations(edges, 2)])
    joined = _joined(to, ones, touching, (len(ones) + 1) // 2)
    return to.all_of([found, to.any_of(ones), joined, *degrees])


def _post_loop(to: Translation, constraint: Loop) -> None:
    """Give the loop a direction, that of its first edge, so that it is a circuit."""
    ones, found = _truths(to, constraint)
    to.require(found)
    to.cp.add_bool_or(ones)
    unused: list[list[Literal]] = [[] for _ in constraint.nodes]
    arcs: list[tuple[int, int, Literal]] = []
    before: Literal = to.false
    for chosen, (one, other) in zip(ones, constraint.ends, strict=True):
        ahead, back = to.cp.new_bool_var(""), to.cp.new_bool_var("")
        to.cp.add(ahead + back == chosen)
        to.cp.add_bool_or([chosen.negated(), before, ahead])
        before = to.any_of([before, chosen])
        arcs += [(one, other, ahead), (other, one, back)]
        for node in (one, other):
            unused[node].append(chosen.negated())
    arcs += [(node, node, to.all_of(literals)) for node, literals in enumerate(unused)]
    to.cp.add_circuit(arcs)


def _spanning_literal(to: Translation, constraint: SpanningTree) -> Literal:
    ones, found = _truths(to, constraint)
    count = len(constraint.nodes)
    ways: list[list[tuple[Literal, int]]] = [[] for _ in range(count)]
    for chosen, (one, other) in zip(ones, constraint.ends, strict=True):
        ways[one].append((chosen, other))
        ways[other].append((chosen, one))
    edges = to.between(to.tools.LinearExpr.sum(ones), count - 1, count - 1)
    return to.all_of([found, edges, *_reached(to, [to.true, *[to.false] * (count - 1)], ways)])


def _reached(
    to: Translation, reached: list[Literal], ways: Sequence[Sequence[tuple[Literal, int]]]
) -> Sequence[Literal]:
    """Return a literal for each node: whether *ways*, as many as it takes, lead from it to one that is *reached*."""
    for _ in range(len(reached) - 1):
        reached = [
            to.any_of([reached[node], *[to.all_of([literal, reached[other]]) for literal, other in ways[node]]])
            for node in range(len(reached))
        ]
    return reached


def _tree_literal(to: Translation, constraint: Tree) -> Literal:
    count = len(constraint.terms)
    takes = [[to.takes(term, constraint.start + node) for node in range(count)] for term in constraint.terms]
    roots = [takes[node][node] for node in range(count)]
    ways = [[(takes[node][other], other) for other in range(count) if other != node] for node in range(count)]
    least, most = constraint.roots
    number = to.between(to.tools.LinearExpr.sum(roots), least, min(most, count))
    return to.all_of([number, *_reached(to, roots, ways)])


def _post_tree(to: Translation, constraint: Tree) -> None:
    """Post that each node is one deeper than its parent."""
    count = len(constraint.terms)
    nodes = range(constraint.start, constraint.start + count)
    to.require(*[to.among(term, nodes) for term in constraint.terms])
    depths = [to.new_number(0, count - 1).expr for _ in nodes]
    roots = []
    for node, term in enumerate(constraint.terms):
        for other in range(count):
            literal = to.takes(term, constraint.start + other)
            if other == node:
                roots.append(literal)
                to.cp.add(depths[node] == 0).only_enforce_if(literal)
            elif not to.is_false(literal):
                to.cp.add(depths[node] == depths[other] + 1).only_enforce_if(literal)
    least, most = constraint.roots
    to.require(to.between(to.tools.LinearExpr.sum(roots), least, min(most, count)))


GRAPHS: dict[type[Constraint], Callable[[Any, Any], Any]] = {
    Connected: _connected_literal,
    Loop: _loop_literal,
    Regions: _regions_literal,
    SpanningTree: _spanning_literal,
    Tree: _tree_literal,
}
"""The rule for the literal of each kind of constraint."""

POSTED_GRAPHS: dict[type[Constraint], Callable[[Any, Any], None]] = {Loop: _post_loop, Tree: _post_tree}
"""The rule for those kinds that can be posted in a better way."""
