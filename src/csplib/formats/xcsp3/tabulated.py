"""Constraints as tables: all rows of values that satisfy them, if there are few to try."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from csplib.kernel.clock import look_up
from csplib.modelling.constraints.base import Constraint, holds

__all__ = ["rows_of"]

_MOST_TRIED = 200_000


def rows_of(
    constraint: Constraint, domains: Mapping[Hashable, Sequence[Any]]
) -> tuple[list[Hashable], list[tuple[Any, ...]] | None]:
    """Return the variables of *constraint*, and the rows of their values that satisfy it; None if too many to try."""
    scope = list(dict.fromkeys([term.name for term in constraint.reads()])) or list(domains)[:1]
    if (
        prod(
            [
                domains[name][-1] - domains[name][0] if isinstance(domains[name], range) else len(domains[name])
                for name in scope
            ]
        )
        > _MOST_TRIED
    ):
        return scope, None
    found: list[tuple[Any, ...]] = []
    for row in product(*[domains[name] for name in scope]):
        look_up(16)
        if holds(constraint, dict(zip(scope, row, strict=True))):
            found.append(row)
    return scope, found
