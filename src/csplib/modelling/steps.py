"""Formulas, step by step: each part once, behind the parts that it is made of."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from csplib.modelling.terms import Term, ordered

__all__ = ["Steps", "steps_of"]

Steps: TypeAlias = "list[tuple[Term, tuple[int, ...]]]"
"""The terms of a formula, down to the leaves, each with the numbers of its operands, which come before it."""


def steps_of(root: Term) -> Steps:
    """Give the steps of a formula: parts that are equal are one."""
    return _low_steps(root) or _high_steps(root)


def _high_steps(root: Term) -> Steps:
    """Give the steps of any formula: parts that are equal are one."""
    steps: Steps = []
    places: dict[Hashable, int] = {}
    for place, term in enumerate(ordered(root, inline=True)):
        places[term.key()] = place
        operands = term.operands() if term.inline else ()
        steps.append((term, tuple([places[operand.key()] for operand in operands])))
    return steps


def _low_steps(root: Term) -> Steps:
    """Give the steps of a formula in which no two parts but leaves can be equal, without their keys; else nothing."""
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
    """Give the number of the step for *leaf*, a new one if it is a new leaf."""
    place = places.setdefault(leaf.key(), len(steps))
    if place == len(steps):
        steps.append((leaf, ()))
    return place
