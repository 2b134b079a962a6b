"""Peers: the variables that each variable must differ from."""

from __future__ import annotations

from csplib.kernel.tracking import untrack

__all__ = ["drop_repeated"]


def drop_repeated(peers: list[list[int]]) -> None:
    """Keep each peer of a variable once, where it was first.

    >>> peers = [[1, 2, 1], [0, 2], [0, 1]]
    >>> drop_repeated(peers)
    >>> peers
    [[1, 2], [0, 2], [0, 1]]
    """
    last = [-1] * len(peers)  # the variable in whose list each one was seen last
    for x, others in enumerate(peers):
        repeated = False
        for y in others:
            repeated = repeated or last[y] == x
            last[y] = x
        if repeated:
            peers[x] = list(dict.fromkeys(others))
            untrack(peers[x])
