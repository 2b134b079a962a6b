"""`Certificate`: an answer with its proof, as a text for the checker."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final

from csplib.certificates import checker

__all__ = ["Certificate"]

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class Certificate:
    """A claim about the solutions of a problem, with a proof that ``csplib-check`` checks.

    ``str(certificate)`` is the text, in lines of JSON. `claim` is a sentence, `solutions` are the solutions in it.
    """

    def __init__(self, lines: Iterable[object], solutions: Sequence[Mapping[Any, Any]], claim: str) -> None:
        self._text: str = "".join([_ENCODER.encode(line) + "\n" for line in lines])
        self.solutions: tuple[Mapping[Any, Any], ...] = tuple(solutions)
        self.claim: str = claim

    def check(self) -> str:
        """Check the proof, as ``csplib-check`` does, and return what is proven; raise ValueError if it is wrong."""
        return checker.check(self._text)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the text to a file."""
        Path(path).write_text(self._text, encoding="utf-8")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Certificate: {self.claim} ({len(self._text)} characters)>"
