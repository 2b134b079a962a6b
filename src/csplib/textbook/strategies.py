"""The strategies of a search, ``select=``, ``order=`` and ``infer=``: their types, and a check of every answer.

A strategy can be any callable of the user's, and a wrong answer would lose solutions or find them twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, final

from csplib.errors import OptionError
from csplib.kernel.bits import Mask
from csplib.kernel.csp import CSP
from csplib.kernel.other_libraries import integer_or_none
from csplib.kernel.state import Cell, State

__all__ = ["Infer", "Order", "Select", "inferred", "ordered", "selected"]

Select: TypeAlias = Callable[[CSP, State], int]
Order: TypeAlias = Callable[[CSP, State, int], Iterable[Mask]]
Infer: TypeAlias = Callable[[CSP, State, int], bool]


@final
class _Guard:
    """The trail before a call of the user's function, which must not undo anything."""

    def __init__(self, state: State) -> None:
        self._state: State = state
        self._height: int = state.height
        self._last: Cell | None = state.trail[state.height - 1].cell if state.height else None

    def check(self, option: str, *, may_narrow: bool = False) -> None:
        """Raise `OptionError` if the function of *option* has changed the state in a way that it must not."""
        state = self._state
        height = self._height
        if state.height < height or (height and state.trail[height - 1].cell is not self._last):
            raise OptionError(f"{option}= undid changes of the search: undo only down to a mark of your own")
        if state.height > height and not may_narrow:
            raise OptionError(f"{option}= changed the state: undo what you try, down to a mark of your own")


def selected(csp: CSP, state: State, select: Select) -> int:
    """Return the variable that *select* chooses; raise `OptionError` if it is not an open one."""
    guard = _Guard(state)
    ask: Any = select  # Any, so that our own check finds a wrong answer, not the compiler's
    returned: object = ask(csp, state)
    guard.check("select")
    chosen = integer_or_none(returned)
    if chosen is None:
        raise OptionError(f"select= returned {returned!r} instead of the index of an open variable")
    if not 0 <= chosen < state.size:
        raise OptionError(f"select= returned {chosen}, but the variables have the indices 0 to {state.size - 1}")
    if not state.is_open(chosen):
        raise OptionError(f"select= returned {chosen}, but that variable, {csp.names[chosen]!r}, is assigned already")
    return chosen


def ordered(csp: CSP, state: State, x: int, order: Order) -> list[Mask]:
    """Return the values of *x* as *order* lists them; raise `OptionError` unless each is listed once."""
    guard = _Guard(state)
    ask: Any = order
    returned: object = ask(csp, state, x)
    guard.check("order")
    if not isinstance(returned, Iterable):
        raise OptionError(f"order= returned {returned!r} for {csp.names[x]!r} instead of a list of its values")
    left = state.domain(x)
    values: list[Mask] = []
    for value in returned:
        bit = value if type(value) is int else integer_or_none(value)
        if bit is None or not bit & left or bit & (bit - 1):
            if bit in values:
                raise OptionError(f"order= lists the value {csp.values[x][bit]!r} of {csp.names[x]!r} twice")
            raise OptionError(f"order= lists {value!r}, which is not the bit of a value that {csp.names[x]!r} has left")
        left ^= bit
        values.append(bit)
    guard.check("order")  # a generator runs while it is read
    if left:
        missing = csp.values[x][left & -left]
        raise OptionError(f"order= leaves out the value {missing!r} of {csp.names[x]!r}: it must list each value once")
    return values


def inferred(csp: CSP, state: State, x: int, infer: Infer) -> bool:
    """Return what *infer* concludes for *x*; raise `OptionError` if it is not a bool, such as None."""
    guard = _Guard(state)
    ask: Any = infer  # as above
    verdict = ask(csp, state, x)
    guard.check("infer", may_narrow=True)
    if verdict is True or verdict is False:
        return verdict is True
    raise OptionError(f"infer={getattr(infer, '__name__', infer)} returned {verdict!r} instead of True or False")
