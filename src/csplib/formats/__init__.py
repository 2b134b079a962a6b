"""Problems in files: read and write the field's formats, and csplib's own.

Each format is imported when a file of it is read or written, not before.
"""

from __future__ import annotations

from csplib.formats.model import Model, Printer
from csplib.formats.registry import FORMATS, Format, read, write
from csplib.formats.source import ReadProgress, Source

__all__ = ["FORMATS", "Format", "Model", "Printer", "ReadProgress", "Source", "read", "write"]


def __dir__() -> list[str]:
    return __all__
