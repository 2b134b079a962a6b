"""The programs in examples/ run and say what they should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_the_demo_solves_a_map_and_a_sudoku() -> None:
    script = EXAMPLES / "demo.py"
    shown = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert "(NT).remove(red)  domain:[green,blue]" in shown
    assert ". 6 . 5 . 1 . 9 .    8 6 3 5 2 1 7 9 4" in shown
    assert "the only solution? yes" in shown
