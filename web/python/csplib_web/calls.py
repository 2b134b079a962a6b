"""The functions that the page can call, by name, and the way from JSON to JSON."""

from __future__ import annotations

import inspect
import json
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from csplib import CSPError

__all__ = ["CALLS", "Report", "answer", "call", "ignore"]

Report = Callable[[Any], None]
"""A function with a parameter *report* calls it with JSON-able data while it runs; the page gets it at once."""

Function = TypeVar("Function", bound=Callable[..., Any])

CALLS: dict[str, Callable[..., Any]] = {}
"""The functions by name: `solve` in the module `sudoku` is "sudoku.solve"."""


def call(function: Function) -> Function:
    """Register *function* for the page. Its parameters are named, its arguments and its result are JSON-able."""
    module = function.__module__.rpartition(".")[2]
    CALLS[f"{module}.{function.__name__}"] = function
    return function


def ignore(_data: Any) -> None:
    """Report to nobody."""


def answer(name: str, arguments: str, send: Callable[[str], Any] | None = None) -> str:
    """Return the answer to a call, as JSON: {"result": ...}, or {"error": {"kind", "message", "trace"}}.

    *arguments* is a JSON object. What the function reports goes to *send*, as JSON.

    >>> answer("sudoku.solve", '{"board": "123"}')
    '{"error": {"kind": "ShapeError", "message": "3 cells do not make a square board (line 1)"}}'
    """
    try:
        function = CALLS[name]
        given = json.loads(arguments)
        if send is not None and "report" in inspect.signature(function).parameters:
            given["report"] = lambda data: send(json.dumps(data))
        return json.dumps({"result": function(**given)})
    except CSPError as fault:
        return _error(fault)
    except Exception as fault:  # noqa: BLE001 - the page shows it
        return _error(fault, trace=traceback.format_exc())


def _error(fault: Exception, **more: str) -> str:
    return json.dumps({"error": {"kind": type(fault).__name__, "message": str(fault), **more}})
