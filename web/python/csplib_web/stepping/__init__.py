"""What the room "AC-3 and search" plays: problems as pictures, the steps of AC-3, and the steps of a search."""

from __future__ import annotations

from csplib_web.stepping.arc_steps import arc_steps
from csplib_web.stepping.pictured import Pictured, described, pictured
from csplib_web.stepping.search_steps import search_steps

__all__ = ["Pictured", "arc_steps", "described", "pictured", "search_steps"]
