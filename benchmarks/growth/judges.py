"""A judge for each family: it raises WrongAnswerError at an answer that breaks a constraint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

__all__ = ["JUDGES", "WrongAnswerError", "require"]

Answer = Sequence[int]


class WrongAnswerError(Exception):
    """An answer is no solution."""


def require(condition: bool, complaint: str) -> None:  # noqa: FBT001
    """Reject an answer if *condition* does not hold."""
    if not condition:
        raise WrongAnswerError(complaint)


def _free(answer: Answer) -> None:
    require(len(answer) > 0, "there are no values")


def _chain(answer: Answer) -> None:
    require(all(a != b for a, b in pairwise(answer)), "neighbors are equal")


def _planar(answer: Answer, edges: list[tuple[int, int]]) -> None:
    require(all(answer[a] != answer[b] for a, b in edges), "neighbors have the same color")


def _overlapping_sums(answer: Answer, bounds: list[tuple[int, int, int]]) -> None:
    for i, sign, bound in bounds:
        require(sign * sum(answer[i : i + 3]) >= sign * bound, "a sum is beyond its bound")


def _separate_sums(answer: Answer, sums: list[int]) -> None:
    require(all(sum(answer[3 * i : 3 * i + 3]) == total for i, total in enumerate(sums)), "a sum is wrong")


def _tree(answer: Answer, links: list[tuple[int, int, int]]) -> None:
    require(all(answer[parent] + length <= answer[child] for parent, length, child in links), "a task begins too early")


def _permutation(answer: Answer) -> None:
    require(len(set(answer)) == len(answer), "two values are equal")


def _bounded_sum(answer: Answer, most: int) -> None:
    require(sum(answer) <= most, "the sum is too large")


def _exact_sum(answer: Answer, weights: list[int], total: int) -> None:
    require(sum(a * b for a, b in zip(answer, weights, strict=True)) == total, "the sum is wrong")


def _maximum(answer: Answer) -> None:
    require(max(answer[:-1]) == answer[-1], "the maximum is wrong")


def _sequence(answer: Answer, moves: dict[tuple[int, int], int], start: int, accepting: list[int]) -> None:
    state: int | None = start
    for shift in answer:
        state = None if state is None else moves.get((state, shift))
    require(state in accepting, "the automaton rejects the sequence")


def _cardinality(answer: Answer, bounds: list[tuple[int, int]]) -> None:
    taken = Counter(answer)
    require(all(least <= taken[value] <= most for value, (least, most) in enumerate(bounds)), "a count is wrong")


def _chosen_item(answer: Answer) -> None:
    *items, index, item = answer
    require(items[index] == item, "the item is another one")


def _inverse(answer: Answer) -> None:
    half = len(answer) // 2
    there, back = answer[:half], answer[half:]
    require(all(back[there[place]] == place for place in range(half)), "the rows are not inverse")


def _circuit(answer: Answer) -> None:
    node = 0
    for step in range(len(answer)):
        node = answer[node]
        require((node == 0) == (step == len(answer) - 1), "there is a shorter circuit, or none")


def _one_machine(answer: Answer, durations: list[int]) -> None:
    tasks = sorted(zip(answer, durations, strict=True))
    require(all(start + length <= after for (start, length), (after, _) in pairwise(tasks)), "two tasks overlap")


def _crew(answer: Answer, durations: list[int], demands: list[int], capacity: int) -> None:
    changes = [(start, demand) for start, demand in zip(answer, demands, strict=True)]
    changes += [(a + b, -demand) for a, b, demand in zip(answer, durations, demands, strict=True)]
    level = 0
    for _, change in sorted(changes):
        level += change
        require(level <= capacity, "the crew is too small")


def _either_or(answer: Answer, pairs: list[tuple[int, int, int, int]]) -> None:
    apart = [answer[x] + a <= answer[y] or answer[y] + b <= answer[x] for x, a, y, b in pairs]
    require(all(apart), "two tasks overlap")


def _rows(answer: Answer, table: list[tuple[int, int, int]]) -> None:
    require(tuple(answer) in set(table), "the row is not in the table")


def _equal_tables(answer: Answer, allowed: list[tuple[int, int]]) -> None:
    require(set(pairwise(answer)) <= set(allowed), "a pair is not in the table")


def _implications(answer: Answer, half: int) -> None:
    require(all(a <= half or b < half for a, b in pairwise(answer)), "an implication does not hold")


def _queens(answer: Answer) -> None:
    for slope in (-1, 0, 1):
        lines = {row + slope * column for column, row in enumerate(answer)}
        require(len(lines) == len(answer), "two queens attack each other")


def _wide(answer: Answer) -> None:
    require(answer[0] + answer[1] == answer[2], "the sum is wrong")


JUDGES: dict[str, Callable[..., Any]] = {
    "free": _free,
    "chain": _chain,
    "planar": _planar,
    "overlapping_sums": _overlapping_sums,
    "separate_sums": _separate_sums,
    "tree": _tree,
    "permutation": _permutation,
    "bounded_sum": _bounded_sum,
    "exact_sum": _exact_sum,
    "maximum": _maximum,
    "sequence": _sequence,
    "cardinality": _cardinality,
    "chosen_item": _chosen_item,
    "inverse": _inverse,
    "circuit": _circuit,
    "one_machine": _one_machine,
    "crew": _crew,
    "either_or": _either_or,
    "rows": _rows,
    "equal_tables": _equal_tables,
    "implications": _implications,
    "queens": _queens,
    "wide": _wide,
}
"""The judge of each question."""
