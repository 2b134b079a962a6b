"""Slow and obviously correct: brute force, and the pseudo-code of AC-3 on sets. Shares no code with csplib."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

Assignment = dict[Hashable, Any]
Check = Callable[[Assignment], bool]
Compatible = Callable[[Any, Any], bool]


def all_solutions(domains: Mapping[Hashable, Sequence[Any]], checks: Iterable[Check]) -> list[Assignment]:
    """Return all solutions by trying every combination of values."""
    wanted = list(checks)
    rows = (dict(zip(domains, row, strict=True)) for row in product(*domains.values()))
    return [row for row in rows if all(check(row) for check in wanted)]


def revise(domains: dict[int, set[int]], x: int, y: int, compatible: Compatible) -> bool:
    unsupported = {a for a in domains[x] if not any(compatible(a, b) for b in domains[y])}
    domains[x] -= unsupported
    return bool(unsupported)


def ac3(domains: dict[int, set[int]], arcs: list[tuple[int, int, Compatible]]) -> bool:
    """Book: AC-3, with a queue of all arcs, to which every arc into a revised variable returns."""
    queue = list(arcs)
    while queue:
        x, y, compatible = queue.pop(0)
        if revise(domains, x, y, compatible):
            if not domains[x]:
                return False
            queue.extend(arc for arc in arcs if arc[1] == x)
    return True


def supported_rows(domains: Sequence[Sequence[Any]], holds: Callable[[Sequence[Any]], bool]) -> list[set[Any]]:
    """Return for each place the values that some satisfying row within *domains* uses."""
    used: list[set[Any]] = [set() for _ in domains]
    for row in product(*domains):
        if holds(row):
            for place, value in enumerate(row):
                used[place].add(value)
    return used
