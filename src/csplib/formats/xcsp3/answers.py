"""The lines that tools expect of a solver for XCSP3: ``s``, ``o``, ``v`` and ``d``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from csplib.asking.solutions import Status
from csplib.formats.model import Printer
from csplib.formats.xcsp3.arrays import Array

__all__ = ["Answers"]


class Answers(Printer):
    """Prints ``o`` for each better solution at once, ``s`` when the verdict is known, and ``v`` for a solution."""

    def __init__(self, arrays: list[Array], names: list[str]) -> None:
        known = set(names)
        self._list: list[str] = []
        self._names: list[str] = []
        inside: set[str] = set()
        whole = {array.names()[0]: array for array in arrays if known.issuperset(array.names()) and array.names()}
        for name in names:
            if name in whole:
                array = whole[name]
                self._list.append(array.name + "[]" * len(array.sizes))
                self._names += array.names()
                inside.update(array.names())
            elif name not in inside:
                self._list.append(name)
                self._names.append(name)
        self._best: tuple[Mapping[Any, Any], int] | None = None
        self._found = 0

    def solution(self, solution: Mapping[Any, Any], objective: int | None = None) -> str:
        self._found += 1
        verdict = "s SATISFIABLE\n" if self._found == 1 else ""
        return verdict + self._values(solution, objective)

    def better(self, solution: Mapping[Any, Any], objective: int) -> str:
        self._best = dict(solution), objective
        return f"o {objective}\n"

    def count(self, number: int, *, complete: bool) -> str:
        return f"d NUMBER OF SOLUTIONS {number}\n" if complete else f"d NUMBER OF SOLUTIONS AT LEAST {number}\n"

    def end(self, status: Status, *, complete: bool) -> str:
        if self._best is not None:
            verdict = "s OPTIMUM FOUND\n" if complete else "s SATISFIABLE\n"
            return verdict + self._values(*self._best)
        if status is Status.UNSATISFIABLE:
            return "s UNSATISFIABLE\n"
        return "" if self._found or complete or status is Status.CLOSED else "s UNKNOWN\n"

    def _values(self, solution: Mapping[Any, Any], objective: int | None) -> str:
        cost = "" if objective is None else f' cost="{objective}"'
        values = " ".join([str(solution[name]) for name in self._names])
        names = " ".join(self._list)
        return f"v <instantiation{cost}> <list> {names} </list> <values> {values} </values> </instantiation>\n"
