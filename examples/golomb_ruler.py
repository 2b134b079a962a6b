"""Golomb ruler: put marks on the shortest ruler on which no two pairs of marks have the same distance.

Source: CSPLib problem 6. The shortest rulers are known up to 28 marks; with six marks the shortest has length 17.
"""

from __future__ import annotations

from itertools import combinations, count, pairwise

from csplib import AllDifferent, Problem


def golomb_ruler(marks: int, length: int) -> Problem[int, int]:
    """Return the problem of a ruler from 0 to *length*, without mirror images: the first step is the shorter one."""
    p: Problem[int, int] = Problem()
    mark = p.add_variables(range(marks), range(length + 1))
    p.add(mark[0] == 0, mark[-1] == length)
    p.add(*[a < b for a, b in pairwise(mark)])
    p.add(AllDifferent([b - a for a, b in combinations(mark, 2)]))
    if marks > 2:
        p.add(mark[1] - mark[0] < mark[-1] - mark[-2])
    return p


def shortest_length(marks: int) -> int:
    """Return the shortest length. Start with 1 + 2 + ..., the least that the steps between neighbors need."""
    return next(length for length in count(marks * (marks - 1) // 2) if golomb_ruler(marks, length).solve())


def main() -> None:
    """Find the shortest rulers that can be found in a moment."""
    for marks in range(3, 8):
        length = shortest_length(marks)
        rulers = [tuple(ruler.values()) for ruler in golomb_ruler(marks, length).solutions()]
        print(f"{marks} marks, length {length:2}:", *rulers)


if __name__ == "__main__":
    main()
