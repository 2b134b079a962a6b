"""Hall sets: variables that have together only as many values as there are variables, so that they need all of them."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.kernel.bits import Mask, split

__all__ = ["hall_sets"]


def hall_sets(scope: Sequence[int], masks: Sequence[Mask]) -> list[list[int]]:
    """Return the Hall sets that exclude a value of some variable in *scope*, whose values are in *masks*.

    >>> hall_sets([5, 6, 7], [0b011, 0b011, 0b111])
    [[5, 6]]
    """
    found: dict[tuple[int, ...], None] = {}
    for k, mask in enumerate(masks):
        for bit in split(mask):
            trial = [*masks[:k], bit, *masks[k + 1 :]]
            owner: dict[Mask, int] = {}
            for other in range(len(masks)):
                tried: dict[Mask, None] = {}
                if not _place(trial, other, owner, tried):
                    crowd = {owner[taken] for taken in tried} | {other}
                    few = sorted(crowd - {k})
                    if k not in crowd:  # they cannot even be different: one of them has no value besides the others
                        few.pop()
                    found[tuple([scope[place] for place in few])] = None
                    break
    return [list(variables) for variables in found if variables]


def _place(masks: Sequence[Mask], k: int, owner: dict[Mask, int], tried: dict[Mask, None]) -> bool:
    """Give mask *k* a bit of its own. The owner of a bit may have to change to another one (augmenting path)."""
    for bit in split(masks[k]):
        if bit not in tried:
            tried[bit] = None
            if bit not in owner or _place(masks, owner[bit], owner, tried):
                owner[bit] = k
                return True
    return False
