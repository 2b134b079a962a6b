"""`csplib sudoku play`: the game in a terminal, on the whole screen or in lines of text."""

from __future__ import annotations

from csplib.command.play.command import add_play

__all__ = ["add_play"]
