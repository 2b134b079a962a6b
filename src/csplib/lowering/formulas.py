"""Arithmetic for the engine: the nodes of a formula, and the values that a calculation can have."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from math import prod
from operator import index as as_index
from typing import Any, Final

from csplib.kernel.bounds import Bounds
from csplib.kernel.cells import OPEN
from csplib.kernel.clock import look_up
from csplib.kernel.formulas import Absolute, Extreme, Leaf, Node, Power, Product, Quotient, Remainder, Weighted
from csplib.kernel.running_formula import bounds_of
from csplib.kernel.state import State
from csplib.modelling.calculations import Calculation
from csplib.modelling.constants import Known
from csplib.modelling.domains import number_of_values
from csplib.modelling.operations import (
    FloorDivision,
    Greatest,
    Least,
    Magnitude,
    Modulo,
    Multiplication,
    Operation,
    WeightedSum,
)
from csplib.modelling.terms import Domain, Term

__all__ = ["bounds_in", "possible_values", "sum_node"]

_MOST_CACHED: Final = 16
_MOST_COMBINATIONS: Final = 10_000
_cached_values: dict[Hashable, list[Any]] = {}


def sum_node(weights: Sequence[tuple[Term, int]], constant: int, variables: Mapping[Hashable, int]) -> Node:
    """Return the node of a weighted sum of terms; *variables* has the index of each leaf, by its name."""
    nodes = [_node_of(term, variables) for term, _ in weights]
    return _sum(WeightedSum([weight for _, weight in weights], constant), nodes)


def _node_of(root: Term, variables: Mapping[Hashable, int]) -> Node:
    """Return the node of a term; equal parts of it share a node."""
    if not isinstance(root, Calculation):
        return _leaf(root, variables)
    found: list[Node] = []
    for term, operands in root.steps():
        if isinstance(term, Calculation):
            found.append(_calculated(term.operation, [found[place] for place in operands]))
        else:
            found.append(_leaf(term, variables))
    return found[-1]


def _leaf(term: Term, variables: Mapping[Hashable, int]) -> Node:
    if isinstance(term, Known):
        return Weighted([], [], as_index(term.value))  # type: ignore[arg-type]  # arithmetic has integers alone
    return Leaf(variables[term.name], term.offset)


def _calculated(operation: Operation, below: Sequence[Node]) -> Node:
    build = _NODES.get(type(operation))
    if build is None:
        raise NotImplementedError(f"{type(operation).__name__} has no node")
    return build(operation, below)


def _sum(operation: WeightedSum, below: Sequence[Node]) -> Node:
    kept = [(node, weight) for node, weight in zip(below, operation.weights, strict=True) if weight]
    return Weighted([node for node, _ in kept], [weight for _, weight in kept], operation.constant)


def _product(_: Operation, below: Sequence[Node]) -> Node:
    """Return a product in which equal factors are one power."""
    times: dict[int, int] = {}
    for node in below:
        times[id(node)] = times.get(id(node), 0) + 1
    factors = {id(node): node for node in below}
    return Product([node if times[key] == 1 else Power(node, times[key]) for key, node in factors.items()])


def _absolute(_: Operation, below: Sequence[Node]) -> Node:
    return Absolute(below)


def _quotient(operation: FloorDivision, below: Sequence[Node]) -> Node:
    return Quotient(below[0], operation.divisor)


def _remainder(operation: Modulo, below: Sequence[Node]) -> Node:
    return Remainder(below[0], operation.divisor)


def _least(_: Operation, below: Sequence[Node]) -> Node:
    return Extreme(below, least=True)


def _greatest(_: Operation, below: Sequence[Node]) -> Node:
    return Extreme(below, least=False)


_NODES: Final[dict[type[Operation], Callable[[Any, Sequence[Node]], Node]]] = {
    WeightedSum: _sum,
    Multiplication: _product,
    Magnitude: _absolute,
    FloorDivision: _quotient,
    Modulo: _remainder,
    Least: _least,
    Greatest: _greatest,
}


def possible_values(term: Calculation, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
    """Return the values of *term*: exactly these over few combinations, else all integers between its bounds."""
    names = list(dict.fromkeys([leaf.name for leaf in term.leaves()]))
    domains: list[Any] = [domain_of(Term(name)) for name in names]
    if (
        not term.operation.is_gapless(domains)
        and prod([number_of_values(domain) for domain in domains]) <= _MOST_COMBINATIONS
    ):
        return _computed_values(term, names, domains)
    state = State([OPEN] * len(names), intervals={x: bounds_in(one) for x, one in enumerate(domains)})
    low, high = bounds_of(_node_of(term, {name: x for x, name in enumerate(names)}), state)
    return range(low, high + 1)


def bounds_in(domain: Any) -> Bounds:
    """Return the least and the greatest integer of *domain*."""
    return (domain[0], domain[-1]) if isinstance(domain, range) else (min(domain), max(domain))


def _computed_values(term: Calculation, names: list[Hashable], domains: list[Domain]) -> list[Any]:
    """Return the values for all combinations of values of the leaves; terms of the same shape share the list."""
    key = (term.shape({name: place for place, name in enumerate(names)}), *domains)
    values = _cached_values.get(key)
    if values is None:
        if len(_cached_values) >= _MOST_CACHED:
            _cached_values.clear()
        found: set[Any] = set()
        for row in product(*domains):
            look_up(8)
            found.add(term.compute(dict(zip(names, row, strict=True))))
        values = _cached_values[key] = sorted(found)
    return values
