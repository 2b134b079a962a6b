"""Solutions by the block: what a search need not try one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import final

from csplib.engine.freedom import hub_of
from csplib.kernel.bits import Mask, size_of, split
from csplib.kernel.csp import CSP
from csplib.kernel.state import State

__all__ = ["Block", "block_of"]


@final
class Block:
    """The solutions that a search stands at: every combination of what its *free* variables have left.

    With a *hub*, one of *free*, the others keep, for each of its values, what its arcs leave them.
    """

    def __init__(self, csp: CSP, state: State, free: list[int], hub: int) -> None:
        cells = state.cells
        self._csp: CSP = csp
        self._masks: list[Mask] = [cells[x].mask for x in range(csp.stated)]
        self._cases: list[dict[int, Mask]] = [{}] if hub < 0 else self._cases_of(hub)
        first = self._cases[0]
        common = 1
        for x in free:
            if x not in first:
                common *= size_of(self._masks[x])
        self.size: int = 0
        for case in self._cases:
            size = common
            for mask in case.values():
                size *= size_of(mask)
            self.size += size

    def _cases_of(self, hub: int) -> list[dict[int, Mask]]:
        """Narrow what hangs on *hub*, for each of its values."""
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
        """Spell the solutions out: the values of all variables of the problem, in their order."""
        csp = self._csp
        masks = self._masks
        choices: list[tuple[object, ...]] = []
        for x, values in enumerate(csp.values[: csp.stated]):
            choices.append(csp.values_in(x, masks[x]) if masks[x] & (masks[x] - 1) else (values[masks[x]],))
        parts: list[Iterator[tuple[object, ...]]] = []
        for case in self._cases:
            for x, mask in case.items():
                choices[x] = csp.values_in(x, mask)
            parts.append(product(*choices))
        return parts[0] if len(parts) == 1 else chain.from_iterable(parts)


def block_of(csp: CSP, state: State, tied: int, variables: list[int]) -> Block | None:
    """Give the block that those of *variables* make that are not fixed, if they do; *tied* is one of them, or -1."""
    hub = -1
    if tied >= 0:
        hub = hub_of(csp, state, tied, variables)
        if hub < 0:
            return None
    cells = state.cells
    block = Block(csp, state, [x for x in variables if cells[x].mask & (cells[x].mask - 1)], hub)
    # Several arcs between two variables may each find support, and all of them together none.
    return block if block.size else None
