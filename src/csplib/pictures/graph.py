"""The constraint graph: the variables that share a constraint, for our pictures and as a networkx graph."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from csplib.errors import CSPError, import_extra
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import conjuncts

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = ["MissingNetworkXError", "Scoped", "pairs_of", "scoped_constraints", "to_networkx"]


class MissingNetworkXError(CSPError, ImportError):
    """networkx is not installed."""


class Scoped(NamedTuple):
    """A constraint, and the names of its variables, each once."""

    constraint: Constraint
    names: tuple[Hashable, ...]


def scoped_constraints(problem: Problem[Any, Any]) -> list[Scoped]:
    """Return the constraints of *problem* with their variables, also those in expressions; conjunctions are split."""
    every = [one for stated in problem.constraints for one in conjuncts(stated)]
    return [Scoped(one, tuple(dict.fromkeys(term.name for term in one.reads()))) for one in every]


def pairs_of(scoped: list[Scoped]) -> dict[tuple[Hashable, Hashable], list[Constraint]]:
    """Return the pairs of variables that share constraints, with these constraints, in the order of first use."""
    pairs: dict[tuple[Hashable, Hashable], list[Constraint]] = {}
    for constraint, names in scoped:
        for one, other in combinations(names, 2):
            pairs.setdefault((other, one) if (other, one) in pairs else (one, other), []).append(constraint)
    return pairs


def to_networkx(problem: Problem[Any, Any], *, bipartite: bool = False) -> Any:
    """Return the constraint graph as a ``networkx.Graph``; needs the extra ``networkx``.

    Nodes are the names of the variables, with their *domain* and their unary *constraints*. An edge joins two variables
    that share *constraints*, so a constraint over many variables makes them a clique. With *bipartite* the constraints
    are nodes too (``bipartite=1``, with their *label*), joined to their variables.
    """
    graph = import_extra("networkx", "networkx", MissingNetworkXError).Graph()
    scoped = scoped_constraints(problem)
    for name, domain in problem.domains.items():
        alone = [constraint for constraint, names in scoped if names == (name,)]
        graph.add_node(name, domain=domain, constraints=alone, bipartite=0)
    if not bipartite:
        for (one, other), shared in pairs_of(scoped).items():
            graph.add_edge(one, other, constraints=shared)
        return graph
    for constraint, names in scoped:
        graph.add_node(constraint, label=str(constraint), bipartite=1)
        graph.add_edges_from((constraint, name) for name in names)
    return graph
