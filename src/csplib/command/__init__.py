"""The command line: `csplib`, or `python -m csplib`."""

from __future__ import annotations

from csplib.command.entry import main

__all__ = ["main"]
