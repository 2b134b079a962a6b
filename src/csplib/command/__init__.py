"""The command line: `csplib`, or `python -m csplib`.

Each command has a module with a function `add_…` that `entry` calls. A question about each puzzle is a function in
`answers` and a command in `questions`.
"""

from __future__ import annotations

from csplib.command.entry import main

__all__ = ["main"]
