"""FlatZinc, the language into which MiniZinc translates models: a reader, and the protocol of solvers."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from csplib.formats.model import Model
    from csplib.formats.source import Source

__all__ = ["read", "recognizes"]

_FIRST_WORDS = (b"predicate ", b"array ", b"array[", b"var ", b"constraint ", b"solve ", b"int:", b"bool:", b"set of ")


def recognizes(head: bytes) -> bool:
    """Return whether a file that begins with *head* may be FlatZinc."""
    for line in head.removeprefix(b"\xef\xbb\xbf").splitlines():
        text = line.strip()
        if text and not text.startswith(b"%"):
            return text.startswith(_FIRST_WORDS)
    return False


def read(source: Source) -> Model:
    """Return the model that *source* states."""
    reading = import_module("csplib.formats.flatzinc.reading")  # few files are FlatZinc
    model: Model = reading.read_flatzinc(source)
    return model
