"""Follow the hints of a proof as the checker does, but faster: what is common has types and its own code here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias, final

from csplib.certificates.checker import Checker

__all__ = ["CHANGED", "IDLE", "REFUTED", "Follower", "Hint"]

Hint: TypeAlias = "int | list[int]"
"""The number of an item, -1 - number for an exact rule, or a "different" and the variables of a Hall set."""

IDLE: Final = 0
CHANGED: Final = 1
REFUTED: Final = 2  # a variable has no value left, as the checker would find


@final
class Follower:
    """The rules of *checker*, which has the items. They change domains as the checker would, and tell whether they did.

    >>> checker = Checker([1, 2, 3], {"solutions": 0})
    >>> checker.line("variables", ["x", "y", "z"], [1, 2, 3])
    >>> checker.line("constraint", "", ["different", [0, 1, 2]])
    >>> follower = Follower(checker)
    >>> domains = [0b001, 0b011, 0b111]
    >>> follower.follow(domains, 0), domains
    (1, [1, 2, 4])
    >>> follower.follow(domains, 0)
    0
    """

    def __init__(self, checker: Checker) -> None:
        self._checker: Checker = checker
        # For each item the scope if it is a "different", and the literals if it is a nogood; else both are empty.
        self._scopes: list[list[int]] = []
        self._nogoods: list[list[tuple[int, int]]] = []
        for item in checker.items:
            self._add(item)

    def _add(self, item: Any) -> None:
        is_stated = isinstance(item, list)
        self._scopes.append(list(item[1]) if is_stated and item[0] == "different" else [])
        self._nogoods.append([] if is_stated else list(zip(item[::2], item[1::2], strict=True)))

    def accept(self, nogood: list[int], *, refuted: bool) -> None:
        """Let the checker keep a *nogood*, which was followed."""
        self._checker.accept(nogood, refuted)
        self._add(tuple(nogood))

    def assume(self, domains: list[int], nogood: Sequence[tuple[int, int]]) -> bool:
        """Let each variable of *nogood* be within its set; return False if one has no value then."""
        for x, mask in nogood:
            domains[x] &= mask
            if not domains[x]:
                return False
        return True

    def follow(self, domains: list[int], hint: Hint) -> int:
        """Follow one hint in *domains*."""
        if isinstance(hint, int) and hint >= 0:
            scope = self._scopes[hint]
            if scope:
                return _tell_apart(domains, scope)
            nogood = self._nogoods[hint]
            if nogood:
                return _exclude(domains, nogood)
        before = domains.copy()
        if self._checker.refutes(domains, [], [self._checker.rule(hint)]):
            return REFUTED
        return CHANGED if domains != before else IDLE


def _exclude(domains: list[int], nogood: list[tuple[int, int]]) -> int:
    """If all literals of *nogood* but one are true, that one is false."""
    free = -1
    kept = 0
    for x, mask in nogood:
        outside = domains[x] & ~mask
        if outside:
            if free >= 0:
                return IDLE
            free = x
            kept = outside
    if free < 0:
        return REFUTED
    if kept == domains[free]:
        return IDLE
    domains[free] = kept
    return CHANGED


def _tell_apart(domains: list[int], scope: list[int]) -> int:
    """Remove fixed values from the other variables. If there are as many values as variables, each needs a place."""
    fixed = 0
    for x in scope:
        mask = domains[x]
        if not mask & (mask - 1):
            if fixed & mask:
                return REFUTED
            fixed |= mask
    answer = IDLE
    once = twice = 0
    for x in scope:
        mask = domains[x]
        if mask & fixed and mask & (mask - 1):
            mask &= ~fixed
            if not mask:
                return REFUTED
            domains[x] = mask
            answer = CHANGED
        twice |= once & mask
        once |= mask
    spare = once.bit_count() - len(scope)
    if spare < 0:
        return REFUTED
    lone = once & ~twice & ~fixed
    if lone and not spare:
        for x in scope:
            mask = domains[x]
            if mask & lone and mask & ~lone:
                domains[x] = mask & lone
                answer = CHANGED
    return answer
