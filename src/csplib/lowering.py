"""From the user's words to the engine's: names become indices, values bits, constraints arcs and propagators.

`Constraint.lower` is handed a `Lowering` and calls one or more of its methods, most of which take the constraint.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import prod

from csplib.arcs import Clique, Link, Pair, SupportArc
from csplib.bits import Mask, shifted, size_of, split
from csplib.constraints.base import Constraint
from csplib.csp import CSP, Restriction
from csplib.propagation.last_variable import LastVariable
from csplib.propagation.permutation import Permutation
from csplib.propagation.table import AllowedRows
from csplib.propagator import Propagator
from csplib.universe import Domain, Universe, as_integer

__all__ = ["Lowering", "lower"]

_MOST_PAIRS = 1_000_000
_MOST_ROWS = 10_000


def lower(domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint]) -> CSP:
    """Compile a stated problem. Unary constraints go first: the others are tabulated over what they leave."""
    lowering = Lowering(domains, shifts=any(term.offset for constraint in constraints for term in constraint.terms))
    for constraint in constraints:
        if len(constraint.terms) == 1:
            constraint.lower(lowering)
    for constraint in constraints:
        if len(constraint.terms) > 1:
            constraint.lower(lowering)
    return lowering.csp()


class Lowering:
    """A `CSP` in the making."""

    def __init__(self, domains: Mapping[Hashable, Domain], *, shifts: bool) -> None:
        self._universe = Universe(domains.values(), shifts=shifts)
        self._index = {name: x for x, name in enumerate(domains)}
        shared = {id(domain): domain for domain in domains.values()}
        spelled = {key: self._spell(domain) for key, domain in shared.items()}
        masks = {key: self._universe.mask_of(domain) for key, domain in shared.items()}
        self._values = [spelled[id(domain)] for domain in domains.values()]
        self._stated = [masks[id(domain)] for domain in domains.values()]
        self._left: list[Mask] = list(self._stated)
        self._restrictions: list[Restriction] = []
        self._links: list[Link] = []
        self._propagators: list[Propagator] = []
        self._tables: dict[object, tuple[list[Mask], list[Mask]]] = {}

    def _spell(self, domain: Domain) -> dict[Mask, object]:
        """Give the value behind each bit, as this domain writes it."""
        return {self._universe.bit(value): value for value in domain}

    def csp(self) -> CSP:
        """Freeze what has been stated so far."""
        names: list[object] = list(self._index)
        bits = self._universe.bits
        return CSP(self._stated, self._restrictions, self._links, self._propagators, names, self._values, bits)

    def scope(self, constraint: Constraint) -> list[int]:
        """Give the indices of the constraint's variables."""
        return [self._index[term.name] for term in constraint.terms]

    def domain(self, x: int) -> Mask:
        """Give the values of *x* that the unary constraints leave."""
        return self._left[x]

    def bit(self, value: Hashable) -> Mask:
        """Give the bit of *value*, or 0 if no domain has it."""
        return self._universe.bit(value)

    def restrict(self, constraint: Constraint) -> None:
        """Keep the values of its one variable that satisfy *constraint*."""
        (x,) = self.scope(constraint)
        allowed = 0
        for bit in split(self._left[x]):
            if constraint.satisfied([self._values[x][bit]]):
                allowed |= bit
        self._left[x] &= allowed
        self._restrictions.append(Restriction(x, allowed, constraint))

    def differ(self, constraint: Constraint) -> None:
        """Keep the terms of *constraint* pairwise different."""
        offsets = [term.offset for term in constraint.terms]
        if len(set(offsets)) == 1:
            offsets = [0] * len(offsets)
        if self._universe.can_shift(offsets):
            self.link(Clique(self.scope(constraint), offsets, constraint, constraint.rank))
        else:
            self._differ_by_tables(constraint)

    def _differ_by_tables(self, constraint: Constraint) -> None:
        """Spell out shifted differences between integers that lie too far apart to be shifted as bits."""
        scope = self.scope(constraint)
        for j in range(len(scope)):
            for k in range(j + 1, len(scope)):
                by = constraint.terms[j].offset - constraint.terms[k].offset
                if not by:
                    self.link(Clique([scope[j], scope[k]], [0, 0], constraint, constraint.rank))
                    continue
                values = [
                    as_integer(value) for value in self._universe.bits if self.bit(value) & self._stated[scope[j]]
                ]
                forbidden = [(value, value + by) for value in values if value is not None]
                self._relate(constraint, scope[j], scope[k], forbidden, allows=False)

    def permute(self, constraint: Constraint) -> None:
        """Let every value find its place, if the terms of *constraint* have no more values than they are."""
        scope = self.scope(constraint)
        least = min(term.offset for term in constraint.terms)
        offsets = [term.offset - least for term in constraint.terms]
        if not self._universe.can_shift(offsets):
            return
        values = 0
        for x, offset in zip(scope, offsets, strict=True):
            values |= shifted(self._left[x], offset)
        if size_of(values) <= len(scope):
            self.add(Permutation(scope, values, offsets if any(offsets) else (), constraint))

    def allow(self, constraint: Constraint, rows: Iterable[Sequence[Hashable]]) -> None:
        """Keep to the listed *rows*."""
        scope = self.scope(constraint)
        if len(scope) == 1:
            self.restrict(constraint)
        elif len(scope) == 2:
            self._relate(constraint, scope[0], scope[1], rows, allows=True)
        else:
            possible: list[list[Mask]] = []
            for row in rows:
                bits = [self._universe.bit(value) & self._left[x] for x, value in zip(scope, row, strict=True)]
                if all(bits):
                    possible.append(bits)
            self.add(AllowedRows(scope, sorted(possible), constraint))

    def ask(self, constraint: Constraint, *, shared: object = None) -> None:
        """Go by what ``constraint.satisfied`` says: tabulate it over few values, else ask once one variable is left.

        Constraints over the same domains that are *shared*, the same function for instance, share their table.
        """
        scope = self.scope(constraint)
        choices = prod(size_of(self._left[x]) for x in scope)
        if len(scope) == 1:
            self.restrict(constraint)
        elif len(scope) == 2 and choices <= _MOST_PAIRS:
            self._ask_pairs(constraint, scope[0], scope[1], shared)
        elif len(scope) > 2 and choices <= _MOST_ROWS:
            rows = product(*[split(self._left[x]) for x in scope])
            values = [self._values[x] for x in scope]
            held = [row for row in rows if constraint.satisfied([of[bit] for of, bit in zip(values, row, strict=True)])]
            self.add(AllowedRows(scope, held, constraint))
        else:
            self.add(LastVariable(scope, constraint.satisfied, [self._values[x] for x in scope], constraint))

    def _ask_pairs(self, constraint: Constraint, x: int, y: int, shared: object) -> None:
        key = (id(shared), self._left[x], self._left[y], id(self._values[x]), id(self._values[y]))
        if shared is None or key not in self._tables:
            xs, ys = self._values[x], self._values[y]
            pairs = product(split(self._left[x]), split(self._left[y]))
            held = [(a, b) for a, b in pairs if constraint.satisfied([xs[a], ys[b]])]
            self._tables[key] = self._tabulate(x, y, held)
        self._link(constraint, x, y, *self._tables[key])

    def _relate(
        self, constraint: Constraint, x: int, y: int, rows: Iterable[Sequence[Hashable]], *, allows: bool
    ) -> None:
        """Allow, or forbid, just the listed pairs."""
        bit, xs, ys = self._universe.bit, self._left[x], self._left[y]
        listed = {(bit(row[0]) & xs, bit(row[1]) & ys) for row in rows}
        held = listed if allows else [pair for pair in product(split(xs), split(ys)) if pair not in listed]
        self._link(constraint, x, y, *self._tabulate(x, y, [pair for pair in held if pair[0] and pair[1]]))

    def _tabulate(self, x: int, y: int, held: Iterable[tuple[Mask, Mask]]) -> tuple[list[Mask], list[Mask]]:
        """Give the tables of the arcs (x, y) and (y, x), over the stated domains."""
        base_x, base_y = _base(self._stated[x]), _base(self._stated[y])
        for_x = [0] * (self._stated[y].bit_length() - base_y)
        for_y = [0] * (self._stated[x].bit_length() - base_x)
        for a, b in held:
            for_x[b.bit_length() - 1 - base_y] |= a
            for_y[a.bit_length() - 1 - base_x] |= b
        return for_x, for_y

    def _link(self, constraint: Constraint, x: int, y: int, for_x: list[Mask], for_y: list[Mask]) -> None:
        forward = SupportArc(x, y, for_x, _base(self._stated[y]), constraint)
        backward = SupportArc(y, x, for_y, _base(self._stated[x]), constraint)
        self.link(Pair(forward, backward, constraint.rank))

    def link(self, link: Link) -> None:
        """Add binary arcs of any kind."""
        self._links.append(link)

    def add(self, propagator: Propagator) -> None:
        """Add a propagator."""
        self._propagators.append(propagator)


def _base(mask: Mask) -> int:
    """Give the number of the lowest bit."""
    return (mask & -mask).bit_length() - 1
