"""Running the command line inside a test, and small puzzles for it."""

from __future__ import annotations

import pytest

from csplib.command import main

TINY = "...3.14....4.4.."
SOLVED_TINY = "4213314213242431"
CLASH = "11.............."
DEAD = "123....4........"

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """Return the exit code, and what was written to stdout and stderr."""
    code = main(words)
    shown = capsys.readouterr()
    return code, shown.out, shown.err
