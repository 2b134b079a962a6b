"""Which variable next, and which value first: the choices for ``select=`` and ``order=``.

A selection takes ``(csp, state)`` and returns an open variable; it is only asked while there is one. An order
takes ``(csp, state, x)`` and lists the values of *x* as single bits, best first. Ties always go to the variable or
value that was stated first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index as as_index
from typing import TYPE_CHECKING, Any, TypeAlias, final

from csplib.arrays import native
from csplib.bits import Mask, is_single, size_of, split
from csplib.csp import CSP, expect
from csplib.errors import OptionError
from csplib.state import Cell, State

if TYPE_CHECKING:
    from random import Random

    from csplib.native import Unchecked

__all__ = [
    "Infer",
    "Order",
    "Select",
    "ascending",
    "assign_given",
    "degree",
    "first_open",
    "inferred",
    "lcv",
    "most_used",
    "mrv",
    "mrv_degree",
    "ordered",
    "selected",
    "shuffled",
]

Select: TypeAlias = Callable[[CSP, State], int]
Order: TypeAlias = Callable[[CSP, State, int], Iterable[Mask]]
Infer: TypeAlias = Callable[[CSP, State, int], bool]


def _open(csp: CSP, state: State) -> list[int]:
    """List the open variables; hidden ones only once nothing else is left, for they follow from the others."""
    expect(csp, state)
    every = state.open_unordered()
    if csp.stated == csp.size:
        return every
    return [x for x in every if x < csp.stated] or every


def first_open(csp: CSP, state: State) -> int:
    """Take the variables as they were stated."""
    return min(_open(csp, state))


def mrv(csp: CSP, state: State) -> int:
    """Take the variable with the fewest values left.

    Book: MINIMUM-REMAINING-VALUES. Complexity: one pass over the open variables.
    """
    best = -1
    fewest = 0
    for x in _open(csp, state):
        size = size_of(state.cells[x].mask)
        if best < 0 or size < fewest or (size == fewest and x < best):
            best = x
            fewest = size
    return best


def degree(csp: CSP, state: State) -> int:
    """Take the variable that shares constraints with the most open ones.

    Book: DEGREE HEURISTIC.
    """
    return _most_connected(csp, state, sorted(_open(csp, state)))


def mrv_degree(csp: CSP, state: State) -> int:
    """Take the variable with the fewest values left and, among equals, the one with the highest `degree`."""
    fewest = size_of(state.cells[mrv(csp, state)].mask)
    return _most_connected(csp, state, [x for x in sorted(_open(csp, state)) if size_of(state.cells[x].mask) == fewest])


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
    """Take integers from the smallest up, other values as they were stated."""
    expect(csp, state)
    return split(state.cells[x].mask)


def lcv(csp: CSP, state: State, x: int) -> list[Mask]:
    """Take first the value that rules out the fewest choices for the open neighbors.

    Book: LEAST-CONSTRAINING-VALUE. Complexity: one look along each arc to *x* for each of its values.
    """
    expect(csp, state)
    return sorted(split(state.cells[x].mask), key=lambda bit: _ruled_out(csp, state, x, bit))


def _ruled_out(csp: CSP, state: State, x: int, bit: Mask) -> int:
    """Count the values that *bit*, given to *x*, takes from its open neighbors."""
    kept: dict[int, Mask] = {}
    for arc in csp.arcs_to[x]:
        if state.is_open(arc.x):
            kept[arc.x] = arc.supported(kept.get(arc.x, state.cells[arc.x].mask), bit)
    ruled_out = 0
    for y, mask in kept.items():
        ruled_out += size_of(state.cells[y].mask) - size_of(mask)
    return ruled_out


def most_used(csp: CSP, state: State, x: int) -> list[Mask]:
    """Take first the value that most variables have already."""
    expect(csp, state)
    used: dict[Mask, int] = {}
    for y in range(csp.size):
        used[state.cells[y].mask] = used.get(state.cells[y].mask, 0) + 1
    return sorted(split(state.cells[x].mask), key=lambda bit: -used.get(bit, 0))


@final
class _Shuffled:
    def __init__(self, random: Random) -> None:
        self._random: Random = random

    def __reduce__(self) -> tuple[type[_Shuffled], tuple[Random]]:
        return _Shuffled, (self._random,)

    def __call__(self, _csp: CSP, state: State, x: int) -> list[Mask]:
        bits = split(state.cells[x].mask)
        # Random.random alone is promised to give the same numbers in every version of Python.
        for last in range(len(bits) - 1, 0, -1):
            other = int(self._random.random() * (last + 1))
            bits[last], bits[other] = bits[other], bits[last]
        return bits


@final
class _Guard:
    """What the trail looks like before somebody else's function is called: it must not be taken back."""

    def __init__(self, state: State) -> None:
        self._state: State = state
        self._height: int = state.height
        self._last: Cell | None = state.trail[state.height - 1].cell if state.height else None

    def check(self, option: str, *, may_narrow: bool = False) -> None:
        """Refuse what *option* did to the state, if the search could not go on from there."""
        state = self._state
        height = self._height
        if state.height < height or (height and state.trail[height - 1].cell is not self._last):
            raise OptionError(f"{option}= took back what the search has done: undo only down to a mark of your own")
        if state.height > height and not may_narrow:
            raise OptionError(f"{option}= changed the state: undo what you try, down to a mark of your own")


def selected(csp: CSP, state: State, select: Select) -> int:
    """Ask *select*; it must name an open variable."""
    guard = _Guard(state)
    ask: Any = select  # or else the compiler would say first what is wrong, in its own words
    returned: object = ask(csp, state)
    guard.check("select")
    chosen = _as_integer(returned)
    if chosen is None:
        raise OptionError(f"select= returned {returned!r} instead of the index of an open variable")
    if not 0 <= chosen < state.size:
        raise OptionError(f"select= returned {chosen}, but the variables have the indices 0 to {state.size - 1}")
    if not state.is_open(chosen):
        raise OptionError(f"select= returned {chosen}, but that variable, {csp.names[chosen]!r}, is assigned already")
    return chosen


def ordered(csp: CSP, state: State, x: int, order: Order) -> list[Mask]:
    """Ask *order*; it must name each value once, or solutions would be lost or found twice."""
    guard = _Guard(state)
    ask: Any = order
    returned: object = ask(csp, state, x)
    guard.check("order")
    if not isinstance(returned, Iterable):
        raise OptionError(f"order= returned {returned!r} for {csp.names[x]!r} instead of a list of its values")
    left = state.cells[x].mask
    values: list[Mask] = []
    for value in returned:
        bit = value if type(value) is int else _as_integer(value)
        if bit is None or not bit & left or bit & (bit - 1):
            if bit in values:
                raise OptionError(f"order= named the value {csp.values[x][bit]!r} of {csp.names[x]!r} twice")
            raise OptionError(f"order= named {value!r}, which is not the bit of a value that {csp.names[x]!r} has left")
        left ^= bit
        values.append(bit)
    guard.check("order")  # a generator does its work while it is read
    if left:
        missing = csp.values[x][left & -left]
        raise OptionError(f"order= left out the value {missing!r} of {csp.names[x]!r}: it must name each value once")
    return values


def _as_integer(value: Any) -> int | None:
    """Return *value* as one of Python's own integers, or None if it is none. A truth value is none either."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    return as_index(value)


def inferred(csp: CSP, state: State, x: int, infer: Infer) -> bool:
    """Ask *infer*; a forgotten return must not pass for a contradiction."""
    guard = _Guard(state)
    ask: Any = infer  # else the compiler would check the answer, with words of its own
    verdict = ask(csp, state, x)
    guard.check("infer", may_narrow=True)
    if verdict is True or verdict is False:
        return verdict is True
    raise OptionError(f"infer={getattr(infer, '__name__', infer)} returned {verdict!r} instead of True or False")


def assign_given(csp: CSP, state: State, infer: Infer) -> bool:
    """Assign the variables that have one value from the start, and infer: they are facts, not decisions."""
    for x in [x for x in range(state.size) if is_single(state.cells[x].mask)]:
        if not state.assign(x, state.cells[x].mask) or not inferred(csp, state, x, infer):
            return False
    return True


def shuffled(seed: int | Unchecked) -> Order:
    """Make an order that shuffles: the same *seed* gives the same sequence everywhere. Use each one for one search."""
    number = native(seed)
    if not isinstance(number, int):
        raise OptionError(f"seed={seed!r} is not an integer")
    return _Shuffled(__import__("random").Random(number))  # loaded here, as many programs never need it
