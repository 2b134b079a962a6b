"""Problems in files: read and write the field's formats, and csplib's own.

Each format is imported when a file of it is read or written, not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from csplib.formats.model import Model, Printer
from csplib.formats.registry import FORMATS, Format, read, write
from csplib.formats.source import ReadProgress, Source

if TYPE_CHECKING:
    from csplib.formats.frames import MissingPandasError, to_frame
    from csplib.formats.json_file import SCHEMA
    from csplib.formats.json_printer import JsonPrinter

__all__ = [
    "FORMATS",
    "SCHEMA",
    "Format",
    "JsonPrinter",
    "MissingPandasError",
    "Model",
    "Printer",
    "ReadProgress",
    "Source",
    "read",
    "to_frame",
    "write",
]

_LATER = {
    "SCHEMA": "json_file",
    "JsonPrinter": "json_printer",
    "MissingPandasError": "frames",
    "to_frame": "frames",
}


def __getattr__(name: str) -> object:
    """Import what only some programs use on first access."""
    if name in _LATER:
        globals()[name] = getattr(__import__(f"csplib.formats.{_LATER[name]}", fromlist=[name]), name)
        return globals()[name]
    raise AttributeError(f"module 'csplib.formats' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
