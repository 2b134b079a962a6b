"""Writes a model as an instance of XCSP3."""

from __future__ import annotations

from typing import TextIO

from csplib.formats.model import Model

__all__ = ["write"]


def write(model: Model, to: TextIO) -> None:
    """Write *model* to *to*."""
