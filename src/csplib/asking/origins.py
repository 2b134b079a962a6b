"""Which statements are behind the parts of a network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP
from csplib.kernel.links import Clique
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import conjuncts
from csplib.modelling.terms import TermName

__all__ = ["calculates", "constraints_behind"]


def constraints_behind(csp: CSP, statements: Sequence[Constraint], *, wide: bool = False) -> dict[int, int]:
    """Return the set of *statements*, as bits, behind the ``id`` of each origin in *csp*.

    The definition of an expression is behind none of them, since it is always true, unless the expression can be
    undefined. If it shall be *wide*, it is behind all statements with expressions.
    """
    places: dict[int, int] = {}
    for place, one in enumerate(statements):
        places.setdefault(id(one), 1 << place)
    for place, one in enumerate(statements):
        look_up()
        for part in conjuncts(one):
            _add_parts(places, part, 1 << place)
    found: dict[int, int] = {}
    others = sum([1 << place for place, one in enumerate(statements) if wide and calculates(one)])
    for origin in _origins(csp):
        if id(origin) not in found:
            found[id(origin)] = _united(places, origin) or others
    return found


def _add_parts(places: dict[int, int], constraint: Constraint, bit: int) -> None:
    """Note the statement that has *constraint* and its parts, unless another statement has them."""
    places.setdefault(id(constraint), bit)
    for part in constraint.parts:
        _add_parts(places, part, bit)


def _origins(csp: CSP) -> Iterable[object]:
    """Yield the constraint behind each part of *csp*."""
    for restriction in csp.restrictions:
        yield restriction.origin
    for link in csp.links:
        yield link.origin if isinstance(link, Clique) else link.arcs()[0].origin
    for propagator in csp.propagators:
        yield propagator.origin


def _united(places: Mapping[int, int], origin: object) -> int:
    """Return the statements behind *origin*: its own, or those of its parts."""
    if id(origin) in places or not isinstance(origin, Constraint):
        return places.get(id(origin), 0)
    found = 0
    for part in origin.parts:
        found |= _united(places, part)
    return found


def calculates(constraint: Constraint) -> bool:
    """Return whether *constraint* has an expression, whose definition is a constraint of its own."""
    return any(isinstance(term.name, TermName) or term.offset for term in constraint.terms) or any(
        map(calculates, constraint.parts)
    )
