"""Heuristics: which variable next (``select=``), and which value first (``order=``).

A selection takes ``(csp, state)`` and returns an open variable; it is only called while there is one. An order takes
``(csp, state, x)`` and returns the values of *x* as single bits, best first. Ties go to the variable or value that was
stated first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from csplib.errors import OptionError
from csplib.kernel.bits import Mask, size_of, split
from csplib.kernel.csp import CSP, expect_bits
from csplib.kernel.other_libraries import native
from csplib.kernel.random_numbers import draw_bit, shuffle
from csplib.kernel.state import State

if TYPE_CHECKING:
    from random import Random

    from csplib.kernel.compiler import Unchecked

__all__ = [
    "Shuffled",
    "ascending",
    "degree",
    "first_open",
    "lcv",
    "most_used",
    "mrv",
    "mrv_degree",
    "shuffled",
]


def _open(csp: CSP, state: State) -> list[int]:
    """Return the open variables. Hidden ones depend on the others, so they come only when nothing else is left."""
    expect_bits(csp, state)
    every = state.open_unordered()
    if csp.stated == csp.size:
        return every
    return [x for x in every if x < csp.stated] or every


def first_open(csp: CSP, state: State) -> int:
    """Return the first open variable, in the order stated."""
    return min(_open(csp, state))


def mrv(csp: CSP, state: State) -> int:
    """Return the variable with the fewest values left.

    Book: MINIMUM-REMAINING-VALUES. Complexity: one pass over the open variables.
    """
    best = -1
    fewest = 0
    for x in _open(csp, state):
        size = size_of(state.domain(x))
        if best < 0 or size < fewest or (size == fewest and x < best):
            best = x
            fewest = size
    return best


def degree(csp: CSP, state: State) -> int:
    """Return the variable that shares constraints with the most open variables.

    Book: DEGREE HEURISTIC.
    """
    return _most_connected(csp, state, sorted(_open(csp, state)))


def mrv_degree(csp: CSP, state: State) -> int:
    """Return the variable with the fewest values left and, among equals, the one with the highest `degree`."""
    fewest = size_of(state.domain(mrv(csp, state)))
    return _most_connected(csp, state, [x for x in sorted(_open(csp, state)) if size_of(state.domain(x)) == fewest])


def _most_connected(csp: CSP, state: State, variables: list[int]) -> int:
    best = -1
    most = -1
    for x in variables:
        connected = 0
        for y in csp.neighbors[x]:
            if state.is_open(y):
                connected += 1
        if connected > most:
            best = x
            most = connected
    return best


def ascending(csp: CSP, state: State, x: int) -> list[Mask]:
    """Return integers in ascending order, other values in the order stated."""
    expect_bits(csp, state)
    return split(state.domain(x))


def lcv(csp: CSP, state: State, x: int) -> list[Mask]:
    """Return the values of *x*, the one that rules out the fewest values of the open neighbors first.

    Book: LEAST-CONSTRAINING-VALUE. Complexity: one look along each arc to *x* for each of its values.
    """
    expect_bits(csp, state)
    return sorted(split(state.domain(x)), key=lambda bit: _ruled_out(csp, state, x, bit))


def _ruled_out(csp: CSP, state: State, x: int, bit: Mask) -> int:
    """Return how many values the open neighbors of *x* lose if *x* takes the value *bit*."""
    kept: dict[int, Mask] = {}
    for arc in csp.arcs_to[x]:
        if state.is_open(arc.x):
            kept[arc.x] = arc.supported(kept.get(arc.x, state.domain(arc.x)), bit)
    ruled_out = 0
    for y, mask in kept.items():
        ruled_out += size_of(state.domain(y)) - size_of(mask)
    return ruled_out


def most_used(csp: CSP, state: State, x: int) -> list[Mask]:
    """Return the values of *x*, the one that most variables already have first."""
    expect_bits(csp, state)
    used: dict[Mask, int] = {}
    for y in range(csp.size):
        used[state.domain(y)] = used.get(state.domain(y), 0) + 1
    return sorted(split(state.domain(x)), key=lambda bit: -used.get(bit, 0))


@final
class Shuffled:
    """The order that `shuffled` returns. The engine draws one value after the other from it, as it needs them."""

    def __init__(self, random: Random) -> None:
        self._random: Random = random

    def __reduce__(self) -> tuple[type[Shuffled], tuple[Random]]:
        return Shuffled, (self._random,)

    def __call__(self, _csp: CSP, state: State, x: int) -> list[Mask]:
        return shuffle(self._random, split(state.domain(x)))

    def draw(self, values: Mask) -> Mask:
        """Return one of *values* at random."""
        return draw_bit(self._random, values)


def shuffled(seed: int | Unchecked) -> Shuffled:
    """Return an order that shuffles. The same *seed* gives the same orders everywhere. Use it for one search only."""
    number = native(seed)
    if not isinstance(number, int):
        raise OptionError(f"seed must be an integer, not {seed!r}")
    return Shuffled(__import__("random").Random(number))  # imported late: few programs need it
