"""Data that the models of all solvers share: units of a board, lines of a square, the clues of the zebra puzzle."""

from __future__ import annotations

from math import isqrt

__all__ = ["MONEY", "NEXT_TO", "SAME", "SYMBOLS", "THINGS", "lines", "magic_lines", "magic_order", "units"]

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"

THINGS = [
    ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    ["red", "green", "ivory", "yellow", "blue"],
    ["dog", "snails", "fox", "horse", "zebra"],
    ["coffee", "tea", "milk", "juice", "water"],
    ["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"],
]
SAME = [
    ("Englishman", "red"),
    ("Spaniard", "dog"),
    ("coffee", "green"),
    ("Ukrainian", "tea"),
    ("Old Gold", "snails"),
    ("Kools", "yellow"),
    ("Lucky Strike", "juice"),
    ("Japanese", "Parliaments"),
]
NEXT_TO = [("Chesterfields", "fox"), ("Kools", "horse"), ("Norwegian", "blue")]

MONEY = dict(zip("SENDMORY", [1000, 91, -90, 1, -9000, -900, 10, -1], strict=True))
"""SEND + MORE - MONEY, as a weight for each letter."""


def lines(n: int) -> list[list[int]]:
    """Return the rows and the columns of a square, as indices of cells counted row by row."""
    return [list(range(i * n, i * n + n)) for i in range(n)] + [list(range(i, n * n, n)) for i in range(n)]


def units(n: int) -> list[list[int]]:
    """Return the rows, columns and boxes of a Sudoku board."""
    box = isqrt(n)
    corners = [r * n + c for r in range(0, n, box) for c in range(0, n, box)]
    return lines(n) + [[corner + r * n + c for r in range(box) for c in range(box)] for corner in corners]


def magic_lines(n: int) -> list[list[int]]:
    """Return the lines of a magic square whose sums are equal."""
    return [*lines(n), [i * n + i for i in range(n)], [i * n + n - 1 - i for i in range(n)]]


def magic_order(n: int) -> list[tuple[int, int]]:
    """Return pairs of corners, smaller value first, that leave one of the eight symmetric squares."""
    first, right, left, last = 0, n - 1, n * n - n, n * n - 1
    return [(first, right), (first, left), (first, last), (right, left)]
