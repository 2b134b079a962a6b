"""What the page asks of csplib: functions over JSON, called by name.

The page runs them in a worker of its own that it throws away when the reader presses Stop. So a function keeps nothing
between calls: its arguments say everything.
"""

from __future__ import annotations

from csplib_web import model, proof, steps, sudoku
from csplib_web.calls import CALLS, answer

__all__ = ["CALLS", "answer", "model", "proof", "steps", "sudoku"]
