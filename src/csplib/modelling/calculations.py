"""Calculations: operations on terms, split into steps.

The steps of a calculation are its parts, each once and after its operands, so that parts that are used in many places
are computed once. Nodes for the engine are built from the steps in `csplib.lowering.formulas`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeAlias

from csplib.display.wording import Written, shortened
from csplib.kernel.compiler import mypyc_attr
from csplib.modelling.operations import Operation, WeightedSum
from csplib.modelling.terms import Composite, Term, depth_of, subterms, variables_in

__all__ = ["Calculation", "Steps"]

Steps: TypeAlias = "list[tuple[Term, tuple[int, ...]]]"
"""The parts of a calculation down to the leaves, each with the numbers of its operands, which come before it."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Calculation(Composite):
    """An operation on other terms; `Formula` adds the operators."""

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
        """The operation on the terms below."""
        return self._operation

    @property
    def below(self) -> tuple[Term, ...]:
        """The operands."""
        return self._below

    def operands(self) -> tuple[Term, ...]:
        return self.below

    def variables(self) -> list[Term]:
        return variables_in(tuple(self.leaves()))

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
        """Return the terms down to the leaves, each once, with the numbers of its operands, which come before it."""
        return [*self._inner_steps(), (self, self._operands)]

    def _inner_steps(self) -> Steps:
        """Return all steps but the last, which is this term itself: a stored list with it would be a cycle."""
        if self._steps is None:
            steps = _steps_without_keys(self) or _steps_by_keys(self)
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


def _steps_by_keys(root: Term) -> Steps:
    """Return the steps of any calculation; parts with equal keys are one step."""
    steps: Steps = []
    places: dict[Hashable, int] = {}
    for place, term in enumerate(subterms(root, inline=True)):
        places[term.key()] = place
        operands = term.operands() if term.inline else ()
        steps.append((term, tuple([places[operand.key()] for operand in operands])))
    return steps


def _steps_without_keys(root: Term) -> Steps:
    """Return the steps of a small calculation, in which only leaves can be equal; an empty list for others.

    It is faster: keys of calculations are expensive.
    """
    steps: Steps = []
    places: dict[Hashable, int] = {}
    numbers: list[int] = []
    inner: Term | None = None
    for term in root.operands():
        if not term.inline:
            numbers.append(_leaf_step(term, places, steps))
        elif inner is None and term.operands() and not _has_inline(term.operands()):
            inner = term
            below = [_leaf_step(leaf, places, steps) for leaf in term.operands()]
            numbers.append(len(steps))
            steps.append((term, tuple(below)))
        else:
            return []
    steps.append((root, tuple(numbers)))
    return steps


def _has_inline(terms: tuple[Term, ...]) -> bool:
    for term in terms:
        if term.inline:
            return True
    return False


def _leaf_step(leaf: Term, places: dict[Hashable, int], steps: Steps) -> int:
    """Return the number of the step of *leaf*; add the step if it is missing."""
    place = places.setdefault(leaf.key(), len(steps))
    if place == len(steps):
        steps.append((leaf, ()))
    return place
