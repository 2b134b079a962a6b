"""DIMACS cnf: a conjunction of clauses, the format of SAT solvers.

The variables are called ``"1"``, ``"2"`` and so on, and are True or False.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TextIO

from csplib.asking.solutions import Status
from csplib.errors import FormatError
from csplib.formats.dimacs import header_of, integers_in, recognized
from csplib.formats.model import Model, Printer
from csplib.formats.source import Source
from csplib.formats.walking import node_of
from csplib.modelling.booleans import Boolean, Claim
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import AnyOf, Fact
from csplib.problem import Problem

__all__ = ["CnfPrinter", "read", "recognizes", "write"]

_AT_ONCE: Final = 10_000
_WIDEST: Final = 78


class CnfPrinter(Printer):
    """The lines of the SAT competitions: ``s SATISFIABLE``, and ``v 1 -2 3 0``."""

    def __init__(self) -> None:
        self._found = 0

    def solution(self, solution: Mapping[Any, Any], objective: int | None = None) -> str:  # noqa: ARG002
        self._found += 1
        first = "s SATISFIABLE\n" if self._found == 1 else ""
        return first + _wrapped([*[name if value else f"-{name}" for name, value in solution.items()], "0"])

    def count(self, number: int, *, complete: bool) -> str:
        if not complete:
            return f"c at least {number} solutions\n"
        answer = "SATISFIABLE" if number else "UNSATISFIABLE"
        return f"s {answer}\nc s type mc\nc s exact arb int {number}\n"

    def end(self, status: Status, *, complete: bool) -> str:
        if status is Status.UNSATISFIABLE:
            return "s UNSATISFIABLE\n"
        return "" if self._found or complete else "s UNKNOWN\n"


def _wrapped(words: Sequence[str]) -> str:
    """Return *words* in lines that begin with ``v``."""
    lines: list[str] = []
    line = "v"
    for word in words:
        if len(line) + 1 + len(word) > _WIDEST:
            lines.append(line)
            line = "v"
        line += f" {word}"
    return "\n".join([*lines, line, ""])


def recognizes(head: bytes) -> bool:
    """Return whether a file that begins with *head* is one of clauses."""
    return recognized(head, "cnf")


def read(source: Source) -> Model:
    """Return the model of a file of clauses."""
    size, stated = header_of(source, "cnf")
    problem: Problem[Any, Any] = Problem()
    variables = problem.add_booleans([str(number) for number in range(1, size + 1)])
    literals = _Literals(variables)
    count = 0
    clauses: list[Constraint] = []
    for numbers in _clauses(source):
        count += 1
        try:
            parts = [literals[number] for number in numbers]
        except KeyError as wrong:
            raise source.error(f"there is no variable {abs(wrong.args[0])}, only {size}", source.line) from None
        clauses.append(AnyOf(parts) if len(parts) > 1 else _short(variables, numbers))
        if len(clauses) == _AT_ONCE:
            problem.add(*clauses)
            clauses.clear()
    problem.add(*clauses)
    if count != stated:
        raise source.error(f"there are {count:,} clauses where the header counts {stated:,}", source.line)
    return Model(problem, printer=CnfPrinter())


class _Literals(dict[int, Constraint]):
    """The constraint of each literal, made when it is first used."""

    def __init__(self, variables: Sequence[Boolean]) -> None:
        self._variables = variables

    def __missing__(self, number: int) -> Constraint:
        place = abs(number)
        if not 1 <= place <= len(self._variables):
            raise KeyError(number)
        self[number] = Claim(self._variables[place - 1], number > 0)
        return self[number]


def _short(variables: list[Boolean], numbers: list[int]) -> Constraint:
    """Return a clause of one literal, or of none, which is never true."""
    return Claim(variables[abs(numbers[0]) - 1], numbers[0] > 0) if numbers else Fact(False)  # noqa: FBT003


def _clauses(source: Source) -> Iterator[list[int]]:
    """Yield the literals of each clause. A clause ends with 0, on the same line or later; ``%`` ends the file."""
    begun: list[int] = []
    for line in source.lines():
        words = line.split()
        if not words or words[0].startswith(b"c"):
            continue
        if words[0] == b"%":
            break
        if b"_" in line:
            raise source.error("an integer has no underscores", source.line)
        numbers = integers_in(source, words)
        if numbers.count(0) == 1 and not numbers[-1]:
            numbers.pop()
            yield begun + numbers if begun else numbers
            begun = []
            continue
        for number in numbers:
            if number:
                begun.append(number)
            else:
                yield begun
                begun = []
    if begun:
        raise source.error("the last clause does not end with 0", source.line)


def write(model: Model, to: TextIO) -> None:
    """Write clauses: "or" between booleans and their opposites."""
    if model.objective is not None:
        raise FormatError("a file of clauses has no objective")
    if model.problem.preferences:
        raise FormatError("a file of clauses has no preferences")
    for variable in model.problem.variables:
        if not isinstance(variable, Boolean):
            raise FormatError(f"a file of clauses has booleans only, and {variable} is not stated by add_boolean")
    numbers = {variable.name: number for number, variable in enumerate(model.problem.variables, 1)}
    clauses = [clause for constraint in model.problem.constraints for clause in _literals(constraint, numbers)]
    for name, number in numbers.items():
        if name != str(number):
            to.write(f"c {number} is {name if str(name).isprintable() else repr(name)}\n")
    to.write(f"p cnf {len(numbers)} {len(clauses)}\n")
    to.writelines(" ".join([*map(str, clause), "0\n"]) for clause in clauses)


def _literals(constraint: Constraint, numbers: Mapping[Any, int]) -> list[list[int]]:
    """Return *constraint* as clauses."""
    node = node_of(constraint)
    if node.kind == "claim":
        number = numbers[constraint.terms[0].name]
        return [[number if node.fields["truth"] else -number]]
    if node.kind == "fact":
        return [] if node.fields["truth"] else [[]]
    if node.kind == "all_of":
        return [clause for part in node.fields["parts"] for clause in _literals(part, numbers)]
    if node.kind == "any_of":
        parts = [_literals(part, numbers) for part in node.fields["parts"]]
        if all(len(clauses) == 1 for clauses in parts):
            return [[literal for clauses in parts for literal in clauses[0]]]
    raise FormatError(f"a file of clauses cannot state {constraint}")
