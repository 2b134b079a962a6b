"""What a checked run reads from states, reasons and networks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from csplib.kernel.arcs import Arc
from csplib.kernel.csp import CSP
from csplib.kernel.history import BITS, FLOOR, HOLES, History, Literal
from csplib.kernel.links import Clique
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.terms import TermName, UndefinedError, value_of
from csplib.testing.meanings import Network, Row

__all__ = [
    "Before",
    "agrees_with",
    "differences",
    "has",
    "holds_if_defined",
    "is_explained",
    "makers_of_holes",
    "named",
    "origins_of",
    "same",
    "scope_of",
    "shown",
    "told",
]


class Before:
    """The domains before the changes from height *since* on."""

    def __init__(self, state: State, since: int) -> None:
        self._state = state
        self._old: dict[int, int] = {}
        changed: dict[int, None] = {}
        for change in reversed(state.trail[since : state.height]):
            self._old[change.cell.index] = change.old
            if change.cell.owner >= 0:
                changed[change.cell.owner] = None
        self.changed: list[int] = list(changed)

    def mask(self, index: int) -> int:
        """Return the content of a cell."""
        old = self._old.get(index)
        return self._state.cells[index].mask if old is None else old

    def has(self, x: int, content: int) -> bool:
        """Return whether *x* had this content."""
        interval = self._state.cells[x].interval
        if interval is None:
            return self.mask(x) & content != 0
        if not self.mask(interval.floor.index) <= content <= self.mask(interval.ceiling.index):
            return False
        return content not in interval.all_holes()[: self.mask(interval.holes.index)]

    def reached(self, track: Any, bound: int) -> bool:
        """Return whether an end of an interval had reached *bound*."""
        return bool(track.implies(self.mask(track.index), bound))


def has(state: State, x: int, content: int) -> bool:
    """Return whether *x* has this content left."""
    cell = state.cells[x]
    return cell.mask & content != 0 if cell.interval is None else cell.mask != 0 and cell.interval.has(content)


def same(state: State, twin: State, x: int, *, only_bounds: bool) -> bool:
    """Return whether *x* has the same domain in both or, if *only_bounds* matter, the same bounds."""
    one, other = state.cells[x], twin.cells[x]
    if only_bounds:
        return (one.low(), one.high()) == (other.low(), other.high())
    if one.interval is None:
        return one.mask == other.mask
    return (one.low(), one.high(), one.count()) == (other.low(), other.high(), other.count())


def scope_of(author: Any) -> list[int]:
    """Return the variables of a propagator or an arc, each once."""
    return [author.x, author.y] if isinstance(author, Arc) else list(dict.fromkeys(author.scope))


class _Difference:
    """A constraint that lets two variables differ."""

    def __init__(self, origin: object) -> None:
        self.origin = origin


def differences(csp: CSP, x: int, y: int) -> list[Any]:
    """Return what lets *x* and *y* differ."""
    cliques = [link for link in csp.links if isinstance(link, Clique)]
    return [_Difference(link.origin) for link in cliques if x in link.scope and y in link.scope]


def origins_of(csp: CSP) -> list[object]:
    """Return the constraints behind all parts of *csp*."""
    found = [restriction.origin for restriction in csp.restrictions]
    found += [link.origin if isinstance(link, Clique) else link.arcs()[0].origin for link in csp.links]
    return found + [propagator.origin for propagator in csp.propagators]


def makers_of_holes(past: History, state: State, scope: Sequence[int]) -> list[Any]:
    """Return the propagators that have made holes in the intervals of *scope*, or holes that these rely on."""
    found: dict[int, Any] = {}
    waiting = list(scope)
    for x in waiting:  # the list grows
        interval = state.cells[x].interval if x >= 0 else None
        if interval is not None and interval.holes.mask and state.journal is not None:
            place = past.tracks[interval.holes.index].last
            while place >= 0:
                author = state.journal.author(place)
                if isinstance(author, Propagator) and id(author) not in found:
                    found[id(author)] = author
                    waiting += [y for y in author.scope if y not in waiting]
                place = state.trail[place].before
    return list(found.values())


def holds_if_defined(constraint: Constraint, values: dict[Any, Any]) -> bool:
    """Return whether *constraint* holds. The definition of an expression that has no value here says nothing."""
    defines = [name for name in constraint.scope if isinstance(name, TermName)]
    try:
        return bool(constraint.satisfied([value_of(name, values) for name in constraint.scope]))
    except UndefinedError:
        return bool(defines)


def agrees_with(past: History, literal: Literal, content: int) -> bool:
    """Return whether an integer agrees with a literal about an end of its interval."""
    track = past.tracks[literal[0]]
    return content >= literal[1] if track.kind == FLOOR else content <= literal[1]


def is_explained(track: Any, gone: int, row: Row) -> bool:
    """Return whether *row* has what a reason forbids."""
    content = row.get(track.owner)
    if content is None:
        return False
    if track.kind == BITS:
        return content & gone != 0
    if track.kind == HOLES:
        return content == gone
    return content < gone if track.kind == FLOOR else content > gone


def told(network: Network, past: History, literals: Sequence[Literal]) -> str:
    """Return literals as text."""
    csp = network.csp
    told: list[str] = []
    for index, mask in literals:
        track = past.tracks[index]
        name = csp.names[track.owner]
        if track.kind == BITS:
            told.append(f"{name} in {list(csp.values_in(index, mask & csp.domains[index]))}")
        else:
            told.append(f"{name} {'>=' if track.kind == FLOOR else '<='} {mask}")
    return ", ".join(told)


def named(network: Network, x: int, row: Row) -> str:
    """Return a variable with its value in *row*, as text."""
    return f"{network.csp.names[x]}={network.value(x, row[x])!r}"


def shown(network: Network, row: Row) -> str:
    """Return *row* as text."""
    return ", ".join([named(network, x, row) for x in row])
