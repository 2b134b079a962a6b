"""The number of different values that variables take: bounds from disjoint intervals, and from a matching.

Finding the least possible number is NP-hard for domains with gaps. So the domains are taken as intervals, in the order
of the bits (Beldiceanu 2001). The upper bound is exact (Bessiere et al. 2006).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from csplib.kernel.bits import Mask, lowest, size_of
from csplib.kernel.clock import look_up
from csplib.kernel.history import History, Literal
from csplib.kernel.matchings import largest_match
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["DistinctValues"]


@final
class DistinctValues(Propagator):
    """The integer variable *total* equals the number of different values in *counting*, without those in *ignored*.

    As many values are taken as there are disjoint intervals among the domains. If *total* allows no more, the first of
    these values is between the latest start and the earliest end that the first interval can have, and so on. All other
    values are pruned. At most as many values can be taken as a matching of variables to values has edges. If *total*
    needs all of them, and there are just as many variables, each takes a new value. If there are just as many values,
    each value with a single variable left is taken by it.
    Complexity: O(n log n) for n variables, and O(n) operations on masks for each that does not find a value at once.

    >>> state = State([0b0011, 0b1100, 0b1111, 0b0100])
    >>> DistinctValues([0, 1, 2], 3).propagate(state), state.domains
    (True, [3, 12, 15, 4])
    """

    def __init__(self, counting: Sequence[int], total: int, origin: object = None, *, ignored: Mask = 0) -> None:
        super().__init__(list(dict.fromkeys([*counting, total])), origin)
        self.counting: list[int] = list(dict.fromkeys(counting))
        self.total: int = total
        self.ignored: Mask = ignored

    def propagate(self, state: State) -> bool:
        domains: list[Mask] = [state.cells[x].mask for x in self.counting]
        look_up(len(domains) >> 2)
        ends = self._ends(domains, early=True)
        if not state.at_least(self.total, len(ends)):
            return False
        if state.high(self.total) == len(ends) and not self._keep(state, domains, ends):
            return False
        fixed = 0
        for domain in domains:
            if not domain & (domain - 1):
                fixed |= domain
        fixed &= ~self.ignored
        new: list[Mask] = []
        values = 0
        for domain in domains:
            left = domain & ~self.ignored & ~fixed
            if left:
                new.append(left)
                values |= left
        taken = size_of(fixed)
        most = min(len(new), size_of(values))
        if most and taken + most >= state.low(self.total):
            most = largest_match(new, most)
        if not state.at_most(self.total, taken + most):
            return False
        if most and state.low(self.total) == taken + most:
            return self._spread(state, fixed, values, len(new) == most, size_of(values) == most)
        return True

    def _ends(self, domains: list[Mask], *, early: bool) -> list[tuple[int, int]]:
        """Return the most disjoint intervals that end as *early*, or else start as late, as possible.

        Each is given by that end, and by the place of its domain. Domains with an ignored value do not count.
        """
        bounds: list[tuple[int, int, int]] = []
        for place, domain in enumerate(domains):
            if not domain & self.ignored:
                low, high = lowest(domain), domain.bit_length() - 1
                bounds.append((high, low, place) if early else (-low, -high, place))
        bounds.sort()
        found: list[tuple[int, int]] = []
        for end, start, place in bounds:
            if not found or start > found[-1][0]:
                found.append((end, place))
        return found

    def _keep(self, state: State, domains: list[Mask], ends: list[tuple[int, int]]) -> bool:
        """Keep only values that one of as many disjoint intervals as *total* allows can have."""
        mask = self.ignored
        starts = self._ends(domains, early=False)
        for number in range(len(ends)):
            mask |= (2 << ends[number][0]) - (1 << -starts[-1 - number][0])
        for x in self.counting:
            if not state.narrow(x, mask):
                return False
        return True

    def _spread(self, state: State, fixed: Mask, values: Mask, each: bool, every: bool) -> bool:  # noqa: FBT001
        """Let *each* variable that can take a new value take one, and *every* new value be taken, if so."""
        if each:
            for x in self.counting:
                domain = state.cells[x].mask
                new = domain & ~fixed & ~self.ignored
                if new and new != domain and not state.narrow(x, new):
                    return False
        if every:
            once = 0
            twice = 0
            for x in self.counting:
                domain = state.cells[x].mask & values
                twice |= once & domain
                once |= domain
            only = once & ~twice
            for x in self.counting:
                domain = state.cells[x].mask & only
                if domain and not state.narrow(x, domain & -domain):
                    return False
                if domain & (domain - 1):
                    return False
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:
        if self.total in self.counting:
            return super().explain(past, x, gone)
        domains = [past.domain(y) for y in self.counting]
        ends = self._ends(domains, early=True)
        reason: list[Literal] = [(self.counting[place], domains[place]) for _, place in ends]
        if x == self.total:
            return reason if past.most(x, gone) < len(ends) else super().explain(past, x, gone)
        most = past.high(self.total)
        if len(ends) < most + (x < 0):
            return super().explain(past, x, gone)
        if x >= 0:
            starts = self._ends(domains, early=False)
            for number in range(len(ends)):
                if gone & ((2 << ends[number][0]) - (1 << -starts[-1 - number][0]) | self.ignored):
                    return super().explain(past, x, gone)
            reason += [(self.counting[place], domains[place]) for _, place in starts]
        return [past.at_most(self.total, len(ends) - (x < 0)), *[one for one in dict(reason).items() if one[0] != x]]
