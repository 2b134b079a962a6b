"""Find out whether all variables of a scope but one are fixed, without a look at all of them each time."""

from __future__ import annotations

from typing import Final

from csplib.kernel.state import Cell, State

__all__ = ["NONE_OPEN", "SEVERAL_OPEN", "last_open"]

NONE_OPEN: Final = -1
SEVERAL_OPEN: Final = -2
_SHORT: Final = 32


def last_open(state: State, owner: object, scope: list[int]) -> int:
    """Return the place of the only variable that is not fixed, or `NONE_OPEN`, or `SEVERAL_OPEN`.

    Over a long scope, the first two places that are not fixed are in memory cells of *owner*, and the next run goes on
    from there.
    """
    first = 0
    second = 0
    memory: list[Cell] = []
    if len(scope) > _SHORT:
        memory = state.memory(owner, 2, 0)
        first = memory[0].mask
        second = memory[1].mask
    cells = state.cells
    # All places before the second one are fixed, except the first one.
    while first < len(scope):
        domain = cells[scope[first]].mask
        if domain & (domain - 1):
            break
        first = max(second, first + 1)
    second = max(second, first + 1)
    while second < len(scope):
        domain = cells[scope[second]].mask
        if domain & (domain - 1):
            break
        second += 1
    if memory and (first != memory[0].mask or second != memory[1].mask):
        state.write(memory[0], first)
        state.write(memory[1], second)
    if first >= len(scope):
        return NONE_OPEN
    return first if second >= len(scope) else SEVERAL_OPEN
