"""Sudokus as plain problems, in the order of constraints that published traces use."""

from __future__ import annotations

from csplib import AllDifferent, Problem

P0 = "......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785"
P6 = ".7.8.....2..3.6.7..98.2.13..5....9878...7..419.7....52..9.6.5.37..1.4.6......37.4"
# What AC-3 leaves of P6, row by row.
AC3_DOMAINS = """
13456 7 13456 8 1459 159 246 29 569
2 14 145 3 1459 6 48 7 589
456 9 8 457 2 57 1 3 56
1346 5 12346 246 134 12 9 8 7
8 236 236 2569 7 259 36 4 1
9 1346 7 46 1348 18 36 5 2
14 1248 9 27 6 278 5 12 3
7 238 235 1 589 4 28 6 89
156 1268 1256 259 589 3 7 129 4
"""


def sudoku(line: str) -> Problem[tuple[int, int], int]:
    """State row i, column i, box i for i = 0, 1, ...; neighbors are named by row first, then column, then box."""
    p: Problem[tuple[int, int], int] = Problem()
    for place, symbol in enumerate(line):
        p.add_variable(divmod(place, 9), range(1, 10) if symbol == "." else [int(symbol)])
    for i in range(9):
        top, left = 3 * (i // 3), 3 * (i % 3)
        p.add(
            AllDifferent([(i, c) for c in range(9)], name=f"row {i}", rank=0),
            AllDifferent([(r, i) for r in range(9)], name=f"column {i}", rank=1),
            AllDifferent([(top + k // 3, left + k % 3) for k in range(9)], name=f"box {i}", rank=2),
        )
    return p
