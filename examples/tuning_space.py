"""Tuning space: all settings of a program for a graphics card that are allowed, to try them out or to draw some.

Source: made for csplib, in the style of Kernel Tuner (van Werkhoven 2019): parameters with values, and restrictions as
functions. A product of all values would have more than a million rows; nearly all of them are not allowed.
"""

from __future__ import annotations

from typing import Any

from csplib import Predicate, Problem, sample

PARAMETERS: dict[str, list[int]] = {
    "block_x": [1, 2, 4, 8, 16, *range(32, 513, 32)],
    "block_y": [1, 2, 4, 8, 16, 32],
    "tile_x": list(range(1, 7)),
    "tile_y": list(range(1, 7)),
    "steps": list(range(1, 7)),
    "unroll": list(range(1, 7)),
    "padding": [0, 1],
    "blocks": [1, 2, 3, 4],
}
RESTRICTIONS: list[tuple[list[str], Any]] = [
    (["block_x", "block_y"], lambda x, y: 32 <= x * y <= 1024),
    (["steps", "unroll"], lambda steps, unroll: steps % unroll == 0),
    (["block_x", "block_y", "blocks"], lambda x, y, blocks: x * y * blocks <= 2048),
    (["block_x", "tile_x", "steps", "padding"], lambda x, tile, steps, padding: x * tile + 2 * steps <= 512 - padding),
    (["block_y", "tile_y", "steps"], lambda y, tile, steps: y * tile + 2 * steps <= 48),
]


def tuning_space(parameters: dict[str, list[int]]) -> Problem[str, int]:
    """Return the problem: a value for each parameter."""
    p: Problem[str, int] = Problem()
    p.add_variables(parameters)
    p.add(*[Predicate(names, function) for names, function in RESTRICTIONS])
    return p


def main() -> None:
    """Count the settings, and draw some at random."""
    p = tuning_space(PARAMETERS)
    print(f"{p.count():,} settings are allowed. Three of them:")
    for setting in sample(p, 3, seed=1):
        print(" ", ", ".join(f"{name}={value}" for name, value in setting.items()))


if __name__ == "__main__":
    main()
