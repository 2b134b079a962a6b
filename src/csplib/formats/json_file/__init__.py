"""JSON of csplib's own: everything that a problem states, for storage, the web and other languages."""

from __future__ import annotations

import re
from pathlib import Path

from csplib.formats.json_file.reading import read
from csplib.formats.json_file.writing import write

__all__ = ["SCHEMA", "read", "recognizes", "write"]

SCHEMA = Path(__file__).with_name("problem.schema.json")
"""The file with the JSON schema of problems."""


def recognizes(head: bytes) -> bool:
    """Return whether a file that begins with *head* is a problem as JSON."""
    return re.match(rb"(?:\xef\xbb\xbf)?\s*\{", head) is not None and re.search(rb'"csplib"\s*:\s*\d', head) is not None
