"""`JsonPrinter`: answers as lines of JSON, for every format."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from csplib.asking.solutions import Status
from csplib.errors import FormatError
from csplib.formats.model import Printer
from csplib.formats.values import encoded

__all__ = ["JsonPrinter"]


class JsonPrinter(Printer):
    """A line of JSON for each solution, and one at the end."""

    def __init__(self) -> None:
        self._fields: dict[str, Any] = {}

    def solution(self, solution: Mapping[Any, Any], objective: int | None = None) -> str:
        fields: dict[str, Any] = {"solution": {str(name): _shown(value) for name, value in solution.items()}}
        if objective is not None:
            fields["objective"] = self._fields["objective"] = objective
        return f"{json.dumps(fields)}\n"

    def count(self, number: int, *, complete: bool) -> str:
        return f"{json.dumps({'count': number, 'complete': complete})}\n"

    def end(self, status: Status, *, complete: bool) -> str:
        said = "solved" if status is Status.CLOSED else status.value
        return f"{json.dumps({'status': said, 'complete': complete, **self._fields})}\n"


def _shown(value: Any) -> Any:
    try:
        return encoded(value)
    except FormatError:
        return str(value)
