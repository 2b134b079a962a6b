"""All-interval series: order the n notes of a scale so that all steps between neighbors have different sizes.

Source: CSPLib problem 7, after the twelve-tone series of Alban Berg and others. There are 40 series of eight notes
and 296 of ten.
"""

from __future__ import annotations

from itertools import pairwise

from csplib import AllDifferent, Problem


def all_interval(n: int) -> Problem[str, int]:
    """Return the problem: the notes are 0 ... n - 1 in some order, and the steps between neighbors are 1 ... n - 1."""
    p: Problem[str, int] = Problem()
    notes = p.add_variables([f"note {i}" for i in range(n)], range(n))
    steps = p.add_variables([f"step {i}" for i in range(1, n)], range(1, n))
    p.add(AllDifferent(notes), AllDifferent(steps))
    for step, (before, after) in zip(steps, pairwise(notes), strict=True):
        p.add(step == abs(after - before))
    return p


def main() -> None:
    """Count the series of eight notes, and show one of twelve."""
    print(f"Eight notes: {all_interval(8).count()} series.\n")
    twelve = list(next(all_interval(12).solutions()).values())
    print("Twelve notes:", "  ".join(f"{note:2}" for note in twelve[:12]))
    print("Their steps:   ", "  ".join(f"{step:2}" for step in twelve[12:]))


if __name__ == "__main__":
    main()
