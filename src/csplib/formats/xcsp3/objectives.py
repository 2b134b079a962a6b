"""Objectives: an expression, or a sum, product, extreme or number of values of several; one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from csplib.formats.xcsp3.numbers import as_term, extreme_of, number, product_of, total
from csplib.modelling.computed import count_different
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.formats.xcsp3.given import Given

__all__ = ["aim", "in_order"]


def aim(given: Given) -> Term:
    """Return what <minimize> or <maximize> is about."""
    given.only("list", "coeffs", "expression")
    kind = (given.element.get("type") or "expression").lower()
    if kind == "expression":
        return as_term(given.one("expression" if given.has("expression") else "list"))
    terms = given.numbers("list")
    weights = given.numbers("coeffs") if given.has("coeffs") else [1] * len(terms)
    if len(weights) != len(terms) or not terms:
        raise ValueError(f"the objective has {len(terms)} terms and {len(weights)} coefficients")
    if kind == "sum":
        return as_term(total(terms, weights))
    parts = [term if weight == 1 else number(term * weight) for term, weight in zip(terms, weights, strict=True)]
    if kind == "product":
        return as_term(product_of(parts))
    if kind in {"minimum", "maximum"}:
        return as_term(extreme_of(parts, greatest=kind == "maximum"))
    if kind == "nvalues":
        return count_different(list(map(as_term, parts)))
    if kind == "lex":
        return as_term(in_order(given, parts))
    raise ValueError(f"an objective of the type {kind[:20]!r} is not read")


def in_order(given: Given, parts: Sequence[Any]) -> Any:
    """Return one number for several ones of which the first counts most, the second next, and so on."""
    weights: list[int] = []
    weight = 1
    for part in reversed(parts):
        weights.append(weight)
        domain = given.domain(part)
        low, high = (domain[0], domain[-1]) if isinstance(domain, range) else (min(domain), max(domain))
        weight *= high - low + 1
    return total(parts, weights[::-1])
