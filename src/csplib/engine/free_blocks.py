"""Blocks of solutions: combinations of values that the search need not try one by one.

A variable is *free* if no constraint can exclude any value that it has left. Once only free variables are left, every
combination of their values is a solution. The same holds for each value of a *hub*, if all other variables that are not
free depend on that hub alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import Final, final

from csplib.kernel.agenda import PAGE
from csplib.kernel.bits import Mask, shifted, size_of, split
from csplib.kernel.csp import CSP
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State

__all__ = ["Block", "block_of", "is_free", "next_block", "tied_variable"]

_MOST_IN_SCOPE: Final = 12
"""Longer scopes are not looked at for a last open variable: that must cost little at each step."""

_SLICE: Final = 4096
"""How many values of an interval are listed at a time: it may have any number of them."""

_NOTHING: Final = object()


@final
class _Integers:
    """The values that an interval has left in *state*."""

    def __init__(self, state: State, x: int) -> None:
        cell = state.cells[x]
        self._low: int = cell.low()
        self._high: int = cell.high()
        self._holes: set[int] = set() if cell.interval is None else set(cell.interval.all_holes())

    def slices(self) -> Iterator[list[object]]:
        """Yield lists of the values, in ascending order."""
        first = self._low
        while first <= self._high:
            last = min(first + _SLICE - 1, self._high)
            yield [integer for integer in range(first, last + 1) if integer not in self._holes]
            first = last + 1


@final
class Block:
    """A set of solutions: every combination of the values that the *free* variables have left.

    With a *hub*, which is one of *free*, its arcs narrow the other variables for each of its values.
    """

    def __init__(self, csp: CSP, state: State, free: list[int], hub: int) -> None:
        cells = state.cells
        self._csp: CSP = csp
        self._masks: list[Mask] = [cells[x].mask for x in range(csp.stated)]
        self._short: dict[int, Sequence[object]] = {}
        self._long: dict[int, _Integers] = {}
        for x in csp.intervals:
            if cells[x].interval is None or cells[x].high() - cells[x].low() < _SLICE:
                self._short[x] = csp.values_left(state, x)
            elif x < csp.stated:
                self._long[x] = _Integers(state, x)
        self._cases: list[dict[int, Mask]] = [{}] if hub < 0 else self._cases_of(hub)
        first = self._cases[0]
        common = 1
        for x in free:
            if x not in first:
                common *= cells[x].count()
        self.size: int = 0
        for case in self._cases:
            size = common
            for mask in case.values():
                size *= size_of(mask)
            self.size += size

    def _cases_of(self, hub: int) -> list[dict[int, Mask]]:
        """Return, for each value of *hub*, the domains that its arcs leave to other variables."""
        masks = self._masks
        stated = len(masks)
        arcs = [arc for arc in self._csp.supports[hub] if arc.x < stated and masks[arc.x] & (masks[arc.x] - 1)]
        cases: list[dict[int, Mask]] = []
        for value in split(masks[hub]):
            case: dict[int, Mask] = {hub: value}
            for arc in arcs:
                left = case.get(arc.x, masks[arc.x])
                case[arc.x] = left & arc.supported(left, value)
            cases.append(case)
        return cases

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Return an iterator over the solutions, as rows with a value for each variable of the problem."""
        csp = self._csp
        masks = self._masks
        choices: list[Sequence[object]] = []
        for x, values in enumerate(csp.values[: csp.stated]):
            if x in self._short:
                choices.append(self._short[x])
            elif x in self._long:
                choices.append(())
            else:
                choices.append(csp.values_in(x, masks[x]) if masks[x] & (masks[x] - 1) else (values[masks[x]],))
        return chain.from_iterable(self._parts(choices)) if self._long or self._cases[0] else product(*choices)

    def _parts(self, choices: list[Sequence[object]]) -> Iterator[Iterator[tuple[object, ...]]]:
        """Yield parts of the rows, in order, each short enough for `product`, which lists all values first."""
        last = max(self._long, default=-1)
        for case in self._cases:
            for x, mask in case.items():
                choices[x] = self._csp.values_in(x, mask)
            if last < 0:
                yield product(*choices)
                continue
            for front in _in_turn(choices[:last], self._long):
                fixed = [(value,) for value in front]
                for values in self._long[last].slices():
                    yield product(*fixed, values, *choices[last + 1 :])


def _in_turn(choices: list[Sequence[object]], long: dict[int, _Integers]) -> Iterator[list[object]]:
    """Yield every combination of *choices* and of *long* intervals in their places, in the order of `product`."""
    running = [_values_at(place, choices, long) for place in range(len(choices))]
    row: list[object] = [next(values) for values in running]
    place = 0
    while place >= 0:
        yield row
        place = len(choices) - 1
        while place >= 0:
            value = next(running[place], _NOTHING)
            if value is not _NOTHING:
                row[place] = value
                break
            running[place] = _values_at(place, choices, long)
            row[place] = next(running[place])
            place -= 1


def _values_at(place: int, choices: list[Sequence[object]], long: dict[int, _Integers]) -> Iterator[object]:
    return chain.from_iterable(long[place].slices()) if place in long else iter(choices[place])


def next_block(csp: CSP, state: State, variables: list[int], x: int) -> tuple[int, Block | None]:
    """Return -1 and the block of the unfixed variables, or the variable to decide instead of *x*, and None."""
    tied = tied_variable(csp, state, variables) if is_free(csp, state, x) else x
    block = block_of(csp, state, tied, variables)
    return (tied, None) if block is None else (-1, block)


def block_of(csp: CSP, state: State, tied: int, variables: list[int]) -> Block | None:
    """Return the block formed by the unfixed variables, or None. *tied* is one that is not free, or -1."""
    hub = -1
    if tied >= 0:
        hub = _hub_of(csp, state, tied, variables)
        if hub < 0:
            return None
    cells = state.cells
    block = Block(csp, state, [x for x in variables if cells[x].mask & (cells[x].mask - 1)], hub)
    # Each of several arcs between two variables may find a support, but not the same one.
    return block if block.size else None


def is_free(csp: CSP, state: State, x: int, hub: int = -1) -> bool:
    """Return whether *x* can take any value that it has left, whatever all variables but *hub* do.

    The state must be at its fixpoint. The test is sound but incomplete: some free variables are missed.
    """
    if not _has_supports_only(csp, state, x):
        return False
    for arc in csp.supports[x]:
        domain = state.cells[arc.x].mask
        if domain & (domain - 1) and arc.x != hub:
            return False
    return True


def _has_supports_only(csp: CSP, state: State, x: int) -> bool:
    """Return whether only arcs with tables of supports constrain *x* together with unfixed variables."""
    if not _may_take_any(csp, state, x):
        return False
    cells = state.cells
    domain = cells[x].mask
    for y in csp.peers[x]:
        if cells[y].mask & domain:
            return False
    for y, by in csp.reach.shifts(x):
        if cells[y].mask & shifted(domain, by):
            return False
    return True


def _may_take_any(csp: CSP, state: State, x: int) -> bool:
    """Return whether no propagator can exclude a value that *x* has left.

    A propagator that leaves supported values only cannot once *x* is its last open variable. On an interval it prunes
    bounds only.
    """
    if state.cells[x].interval is not None:
        return not state.agenda.has_active(csp.watches[x])
    watch = csp.watches[x]
    while watch is not None:
        active = (watch.on_change | watch.on_bounds | watch.on_fix) & ~state.agenda.pages[watch.page].retired.mask
        while active:
            number = (active & -active).bit_length() - 1
            active &= active - 1
            propagator = csp.propagators[PAGE * watch.page + number]
            if not propagator.exact or len(propagator.scope) > _MOST_IN_SCOPE or not _is_last(state, propagator, x):
                return False
        watch = watch.more
    return True


def _is_last(state: State, propagator: Propagator, x: int) -> bool:
    """Return whether *x* has one place in the scope of *propagator*, and all others are fixed."""
    cells = state.cells
    count = 0
    for y in propagator.scope:
        cell = cells[y]
        if y == x or cell.mask & (cell.mask - 1):
            count += 1
            if count > 1:
                return False
    return True


def tied_variable(csp: CSP, state: State, variables: list[int]) -> int:
    """Return the variable with the fewest values among *variables* that are neither fixed nor free, or -1.

    Hidden variables need no test: while one is not fixed, the variables that it depends on are not free.
    """
    best = -1
    for x in variables:
        cell = state.cells[x]
        if cell.mask & (cell.mask - 1) and (best < 0 or cell.count() < state.cells[best].count()):
            best = best if is_free(csp, state, x) else x
    return best


def _hub_of(csp: CSP, state: State, x: int, variables: list[int]) -> int:
    """Return the hub: the one of *variables* on which *x* and all others that are not free depend, or -1.

    Once the hub has a value, its arcs leave the other variables free.
    """
    if not csp.supports[x] or not _has_supports_only(csp, state, x):
        return -1
    beside = _open_neighbors(csp, state, x)
    hub = x if len(beside) != 1 or is_free(csp, state, beside[0], x) else beside[0]
    if hub >= csp.stated or not _has_supports_only(csp, state, hub):
        return -1
    if max(_open_neighbors(csp, state, hub), default=-1) >= csp.stated:
        return -1
    for y in variables:
        domain = state.cells[y].mask
        if domain & (domain - 1) and y != hub and not is_free(csp, state, y, hub):
            return -1
    return hub


def _open_neighbors(csp: CSP, state: State, x: int) -> list[int]:
    """Return the unfixed variables at the other ends of the arcs of *x*, each once."""
    found: list[int] = []
    for arc in csp.supports[x]:
        domain = state.cells[arc.x].mask
        if domain & (domain - 1) and arc.x not in found:
            found.append(arc.x)
    return found
