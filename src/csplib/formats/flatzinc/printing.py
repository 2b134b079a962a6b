"""The text of FlatZinc's answers: assignments, ``----------`` and ``==========``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from csplib.asking.solutions import Status
from csplib.formats.flatzinc.statements import Shown
from csplib.formats.flatzinc.terms import Terms
from csplib.formats.flatzinc.values import Cell, set_of
from csplib.formats.model import Printer
from csplib.modelling.domains import number_of_values
from csplib.modelling.terms import Term

__all__ = ["FlatZincPrinter"]

_Text = Callable[[Mapping[Any, Any]], str]


class FlatZincPrinter(Printer):
    """Writes what the annotations output_var and output_array ask for, as MiniZinc reads it."""

    def __init__(self, shown: Iterable[Shown], terms: Terms) -> None:
        self.lines: list[_Text] = [_line(one, terms) for one in shown]
        names = dict.fromkeys([name for one in shown for name in _names(one.value, terms)])
        self.names: list[Any] = list(names)
        """The variables that solutions show."""
        self.found: bool = False

    def solution(self, solution: Mapping[Any, Any], objective: int | None = None) -> str:  # noqa: ARG002
        self.found = True
        return "".join([line(solution) for line in self.lines]) + "----------\n"

    def end(self, status: Status, *, complete: bool) -> str:
        if status is Status.UNSATISFIABLE:
            return "=====UNSATISFIABLE=====\n"
        if complete:
            return "==========\n"
        return "" if self.found else "=====UNKNOWN=====\n"


def _names(value: Any, terms: Terms) -> list[Any]:
    """Return the names of the variables that *value* depends on."""
    if isinstance(value, list):
        return [name for one in value for name in _names(one, terms)]
    term = terms.of(value)
    if isinstance(term, dict):
        return [flag.name for flag in term.values() if isinstance(flag, Term)]
    return [term.name] if isinstance(term, Term) else []


def _line(shown: Shown, terms: Terms) -> _Text:
    """Return the function that writes a line of a solution."""
    if shown.indices is None:
        value = _text(shown.value, terms)
        return lambda solution: f"{shown.name} = {value(solution)};\n"
    items = [_text(one, terms) for one in shown.value]
    before = "".join([f"{_constant(one)}, " for one in shown.indices])
    opening = f"{shown.name} = array{len(shown.indices)}d({before}["
    return lambda solution: f"{opening}{', '.join([item(solution) for item in items])}]);\n"


def _text(value: Any, terms: Terms) -> _Text:
    """Return the function that writes a value in a solution."""
    term = terms.of(value)
    kind = value.kind if isinstance(value, Cell) else ""
    if isinstance(term, dict):
        flags: list[tuple[int, Any]] = list(term.items())
        return lambda solution: _constant(set_of([one for one, flag in flags if flag is True or solution[flag.name]]))
    if not isinstance(term, Term):
        text = _constant(int(term) if kind == "int" else term)
        return lambda _: text
    name, offset = term.name, term.offset
    if kind == "bool":
        return lambda solution: "true" if solution[name] else "false"
    return lambda solution: str(solution[name] + offset)


def _constant(value: Any) -> str:
    """Return a constant as FlatZinc writes it.

    >>> [_constant(one) for one in (True, -3, range(1, 4), (1, 5), range(0))]
    ['true', '-3', '1..3', '{1,5}', '1..0']
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, range):
        return f"{value.start}..{value.stop - 1}" if number_of_values(value) else "1..0"
    if isinstance(value, Sequence):
        return f"{{{','.join(map(str, value))}}}"
    return str(value)
