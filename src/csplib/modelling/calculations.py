"""Arithmetic on terms: what it comes to, which values it can have, and its translation for the engine."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from csplib.kernel.axis import Axis
from csplib.kernel.clock import look_up
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.formulas import Node
from csplib.kernel.propagators.arithmetic import bounds_of
from csplib.kernel.state import State
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.operations import Operation, WeightedSum, Written, shortened
from csplib.modelling.steps import Steps, steps_of
from csplib.modelling.sums import added
from csplib.modelling.terms import Composite, Domain, Term
from csplib.modelling.values import depth_of

__all__ = ["Calculation"]

_MOST_KNOWN = 16
_MOST_COMBINATIONS = 10_000
_known_values: dict[Hashable, list[Any]] = {}


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Calculation(Composite):
    """Arithmetic on other terms; `Formula` adds the operators."""

    __slots__ = ("_below", "_operands", "_operation", "_steps")

    inline: bool = True

    def __init__(self, operation: Operation, below: Iterable[Term]) -> None:
        self._operation: Operation = operation
        self._below: tuple[Term, ...] = below if isinstance(below, tuple) else tuple(below)
        self._steps: Steps | None = None
        self._operands: tuple[int, ...] = ()
        owner: object = None
        for term in self._below:
            if owner is None:
                owner = term.owner
        super().__init__(owner, depth_of(self._below))

    @property
    def operation(self) -> Operation:
        """What is done with the terms below."""
        return self._operation

    @property
    def below(self) -> tuple[Term, ...]:
        """The terms that it is done with."""
        return self._below

    def operands(self) -> tuple[Term, ...]:
        return self.below

    def leaves(self) -> list[Term]:
        return [term for term, _ in self._inner_steps() if not term.inline]

    def structure(self) -> Hashable:
        return (self.operation.key(), *[term.key() for term in self.below])

    def weights(self) -> tuple[list[tuple[Term, int]], int]:
        operation = self.operation
        if not isinstance(operation, WeightedSum):
            return [(self, 1)], 0
        return [(term, operation.weights[place]) for place, term in enumerate(self.below)], operation.constant

    def steps(self) -> Steps:
        """List the terms down to the leaves, each once and with the numbers of its operands, which come before it."""
        return [*self._inner_steps(), (self, self._operands)]

    def _inner_steps(self) -> Steps:
        """List all but the last step, which is this term itself: a list of itself would be a cycle."""
        if self._steps is None:
            steps = steps_of(self)
            _, self._operands = steps.pop()
            self._steps = steps
        return self._steps

    def shape(self, places: Mapping[Hashable, int]) -> Hashable:
        found: list[Hashable] = []
        for term, operands in self.steps():
            if isinstance(term, Calculation):
                found.append((term.operation.key(), operands))
            else:
                found.append(term.shape(places))
        return tuple(found)

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        found: list[Any] = []
        for term, operands in self._inner_steps():
            if isinstance(term, Calculation):
                found.append(term.operation.compute([found[place] for place in operands]))
            else:
                found.append(term.evaluate(values))
        return self.operation.compute([found[place] for place in self._operands])

    def node(self, leaves: Mapping[Hashable, int], axis: Axis) -> Node:
        found: list[Node] = []
        for term, operands in self.steps():
            if isinstance(term, Calculation):
                found.append(term.operation.node([found[place] for place in operands]))
            else:
                found.append(term.node(leaves, axis))
        return found[-1]

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        """List the values: just those, where there are few combinations; else everything between the bounds."""
        leaves = dict.fromkeys([leaf.name for leaf in self.leaves()])
        domains: list[Any] = [domain_of(Term(name)) for name in leaves]
        if not self.operation.is_gapless(domains) and prod(map(len, domains)) <= _MOST_COMBINATIONS:
            return self._computed(list(leaves), domains)
        axis = Axis(sorted({end for domain in domains for end in (min(domain), max(domain))}))
        state = State([axis.bit(min(domain)) | axis.bit(max(domain)) for domain in domains])
        low, high = bounds_of(self.node({name: x for x, name in enumerate(leaves)}, axis), state)
        return range(low, high + 1)

    def _computed(self, leaves: list[Hashable], domains: list[Domain]) -> Sequence[Hashable]:
        """List the values for every combination of those of the *leaves*; equal shapes share the list."""
        key = (self.shape({name: place for place, name in enumerate(leaves)}), *domains)
        values = _known_values.get(key)
        if values is None:
            if len(_known_values) >= _MOST_KNOWN:
                _known_values.clear()
            found: set[Any] = set()
            for row in product(*domains):
                look_up(8)
                found.add(self.compute(dict(zip(leaves, row, strict=True))))
            values = _known_values[key] = sorted(found)
        return values

    def definition(self) -> Constraint:
        weights, constant = added([(self, 1)])
        return Comparison([*weights, (Term(self.name), -1)], constant, "==")

    def written(self) -> Written:
        found: list[Written] = []
        for term, operands in self.steps():
            if isinstance(term, Calculation):
                found.append(term.operation.text([shortened(found[place]) for place in operands]))
            else:
                found.append(term.written())
        return found[-1]

    def __str__(self) -> str:
        return self.written()[0]
