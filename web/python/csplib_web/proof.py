"""The room "Proof": certificates, and the checker as a module of its own."""

from __future__ import annotations

import builtins
import json
import re
import time
import types
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import csplib.sudoku
from csplib import Certificate, CSPError
from csplib.sudoku import Board
from csplib_web.calls import call
from csplib_web.model import problem_of

__all__ = ["certify", "check", "checker", "tamper"]

CHECKER = "csplib.certificates.checker"
MOST_SOLUTIONS = 1000
PROGRAM = re.compile(r"^\s*(from|import)\s+\w", re.MULTILINE)


@call
def certify(board: str, question: str = "one") -> dict[str, Any]:
    """Return a certificate of how many solutions *board* has, and its size. It can be a program that states a problem.

    For the question "one" the search ends at a second solution, for "all" at MOST_SOLUTIONS.
    """
    began = time.perf_counter()
    certificate = _certificate(board, question)
    seconds = time.perf_counter() - began
    text = str(certificate)
    kinds = [json.loads(line)[0] if line.startswith("[") else "claim" for line in text.removesuffix("\n").split("\n")]
    return {
        "claim": certificate.claim,
        "text": text,
        "seconds": seconds,
        "lines": len(kinds),
        "bytes": len(text.encode()),
        "steps": sum(isinstance(kind, list) for kind in kinds),
        "constraints": kinds.count("constraint"),
        "name": f"{re.sub(r'[^a-z0-9]+', '-', certificate.claim)}.txt",
    }


def _certificate(board: str, question: str) -> Certificate:
    if PROGRAM.search(board):
        return problem_of(board).certify(limit=2 if question == "one" else MOST_SOLUTIONS)
    if question == "one":
        return csplib.sudoku.certify(Board.parse(board))
    return Board.parse(board).problem().certify(limit=MOST_SOLUTIONS)


@call
def checker() -> dict[str, Any]:
    """Return the source of the checker, and what it imports when it is loaded as a module of its own."""
    source, _, imported = _loaded()
    return {"source": source, "imports": imported}


@call
def check(text: str) -> dict[str, Any]:
    """Check a certificate; return whether it is proven, what the checker says, and the line that is wrong."""
    _, module, _ = _loaded()
    began = time.perf_counter()
    try:
        proven, says = True, str(module.check(text))
    except ValueError as fault:
        proven, says = False, str(fault)
    seconds = time.perf_counter() - began
    line = None if proven else re.match(r"line (\d+)", says)
    return {"proven": proven, "says": says, "line": int(line[1]) if line else None, "seconds": seconds}


def _loaded() -> tuple[str, Any, list[str]]:
    """Return the source of the checker, a new module made of it, and what that imports. It cannot import csplib."""
    found = find_spec(CHECKER)
    if found is None or found.origin is None:
        raise CSPError("the checker's source is missing")
    source = Path(found.origin).read_text(encoding="utf-8")
    imported: list[str] = []

    def import_(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] in {"csplib", "csplib_web"}:
            raise ImportError(f"the checker must not import {name}")
        imported.append(name)
        return __import__(name, *rest)

    module = types.ModuleType("csplib_check")
    vars(module)["__builtins__"] = {**vars(builtins), "__import__": import_}
    exec(compile(source, "csplib_check.py", "exec"), vars(module))  # noqa: S102 - a file of csplib
    return source, module, sorted(imported)


@call
def tamper(text: str, kind: str, number: int = 0) -> dict[str, Any]:
    """Return *text* with one change, and which line it changes. Another *number* makes the change elsewhere.

    The *kind* is "digit", of a step if there are any; "drop", which leaves out a step; or "claim".
    """
    lines = text.removesuffix("\n").split("\n")
    places = [place for place, line in enumerate(lines) if line.startswith("[[")]
    if kind == "claim":
        place = 0
        after = re.sub(r'(?<="solutions":)\d+|(?<="at least":)\d+', lambda found: str(int(found[0]) + 1), lines[0])
    else:
        places = places or [place for place, line in enumerate(lines) if line.startswith('["solution"')]
        deduced = [place for place in places if not lines[place].startswith("[[],")] or places
        place = deduced[number % len(deduced)] if kind == "digit" else places[-1 - number % len(places)]
        after = _other_digit(lines[place], number) if kind == "digit" else ""
    before, lines[place] = lines[place], after
    kept = [line for line in lines if line]
    return {"text": "".join([f"{line}\n" for line in kept]), "line": place + 1, "before": before, "after": after}


def _other_digit(line: str, number: int) -> str:
    """Return *line* with one digit replaced by the next one."""
    digits = [place for place, symbol in enumerate(line) if symbol.isdigit()]
    place = digits[number % len(digits)]
    return f"{line[:place]}{(int(line[place]) + 1) % 10}{line[place + 1 :]}"
