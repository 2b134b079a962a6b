"""`python -m csplib` is `csplib`."""

from __future__ import annotations

import sys

from csplib.command import main

__all__: list[str] = []

if __name__ == "__main__":
    sys.exit(main())
