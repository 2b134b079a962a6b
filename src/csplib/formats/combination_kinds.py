"""The kinds of constraints that combine constraints, by their classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from csplib.errors import RowError
from csplib.formats.kinds import Field, Kind, kind, placed
from csplib.modelling.booleans import Claim
from csplib.modelling.choices import AtMostOneOf, Conditional, ExactlyOneOf
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import AllOf, AnyOf, Fact, Not
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.equivalences import BothOrNeither, ExactlyOneHolds, ToldBy
from csplib.modelling.terms import Term

__all__ = ["COMBINATIONS"]

_PARTS = {"parts": Field.CONSTRAINTS}
_TRUTHS = {"truths": Field.TERMS}


def _two(of: Callable[[Sequence[Term]], Constraint]) -> Callable[..., Constraint]:
    def made(truths: Sequence[Term]) -> Constraint:
        if len(truths) != 2:
            raise RowError(f"two truth values are compared, not {len(truths)}")
        return of(truths)

    return made


def _terms(one: Constraint) -> Sequence[Any]:
    return (one.terms,)


def _parts(one: Constraint) -> Sequence[Any]:
    return (one.parts,)


COMBINATIONS: tuple[Kind, ...] = (
    kind("fact", Fact, {"truth": Field.FLAG}, None, placed(Fact, ["truth"])),
    kind(
        "claim",
        Claim,
        {"variable": Field.TERM, "truth": Field.FLAG},
        lambda one: (one.terms[0], one.truth),
        placed(Claim, ["variable", "truth"]),
    ),
    kind("all_of", AllOf, _PARTS, _parts, placed(AllOf, _PARTS)),
    kind("any_of", AnyOf, _PARTS, _parts, placed(AnyOf, _PARTS)),
    kind("not", Not, {"constraint": Field.CONSTRAINT}, lambda one: one.parts),
    kind(
        "if_then_else",
        Conditional,
        {"condition": Field.CONSTRAINT, "then": Field.CONSTRAINT, "otherwise": Field.CONSTRAINT},
        lambda one: one.branches,
        placed(Conditional, ["condition", "then", "otherwise"]),
    ),
    kind(
        "reified",
        Reified,
        {"truth": Field.TERM, "constraint": Field.CONSTRAINT},
        lambda one: (one.terms[0], one.constraint),
    ),
    kind(
        "told_by",
        ToldBy,
        {"truth": Field.TERM, "constraint": Field.CONSTRAINT},
        lambda one: (one.terms[0], one.constraint),
    ),
    kind("equivalence", BothOrNeither, _TRUTHS, _terms, _two(BothOrNeither)),
    kind("exclusion", ExactlyOneHolds, _TRUTHS, _terms, _two(lambda both: ExactlyOneHolds(*both))),
    kind("exactly_one", ExactlyOneOf, _TRUTHS, _terms, lambda truths: ExactlyOneOf(1, truths, 1)),
    kind("at_most_one", AtMostOneOf, _TRUTHS, _terms, lambda truths: AtMostOneOf(1, truths, 1)),
)
"""The kinds of constraints with constraints inside, and those that stand for True, False and booleans."""
