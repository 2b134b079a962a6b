"""XCSP3-core 3.2: instances of competitions and of PyCSP3, read in a stream and written."""

from __future__ import annotations

from csplib.formats.xcsp3.reading import read, recognizes
from csplib.formats.xcsp3.writing import write

__all__ = ["read", "recognizes", "write"]


def __dir__() -> list[str]:
    return __all__
