"""Run a program as Python's prompt would, and note what it prints, raises and leaves."""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import sys
import traceback
import types
from collections.abc import Iterator
from typing import IO, Any

from csplib import Problem, Solution
from csplib_web.calls import Report

__all__ = ["Printed", "Run"]

FILE = "program.py"
MOST_PRINTED = 200_000  # characters
KEEP = "__keep__"


class Printed(io.TextIOBase):
    """Text that is reported line by line as it is printed. What is too much is dropped."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.cut: bool = False
        self._report = report
        self._parts: list[str] = []
        self._line: list[str] = []
        self._room: int = MOST_PRINTED

    @property
    def text(self) -> str:
        """All that was printed."""
        return "".join(self._parts)

    def write(self, text: str) -> int:
        """Add *text*; report it if a line is complete."""
        kept = text[: self._room]
        self.cut |= len(kept) < len(text)
        self._room -= len(kept)
        if kept:
            self._parts.append(kept)
            self._line.append(kept)
            if "\n" in kept:
                self.flush()
        return len(text)

    def flush(self) -> None:
        """Report what was not reported yet."""
        if self._line:
            self._report({"printed": "".join(self._line)})
            self._line.clear()


class Run:
    """A run of *program*, which prints to *printed*: its variables, its fault, and what it last asked.

    Lines that are expressions print their values, as at Python's prompt. The variables of a function `main` are kept,
    too, if it runs to its end.
    """

    def __init__(self, program: str, printed: IO[str] | Printed) -> None:
        self.variables: dict[str, object] = {}
        self.values: list[object] = []
        self.fault: BaseException | None = None
        self.trace: list[dict[str, Any]] = []
        self.line: int | None = None
        self._asked: Problem[Any, Any] | None = None
        self.solution: Solution[Any, Any] | None = None
        linecache.cache[FILE] = (len(program), None, program.splitlines(keepends=True), FILE)
        module = types.ModuleType("__main__")
        vars(module)[KEEP] = self.variables.update
        before = sys.modules["__main__"]
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed), self._watching():
            sys.modules["__main__"] = module
            try:
                exec(_compiled(program), vars(module))  # noqa: S102 - that is what the room is for
            except (Exception, SystemExit) as fault:  # noqa: BLE001 - it is the reader's
                self._note(fault)
            finally:
                sys.modules["__main__"] = before
        self.variables = {**vars(module), **self.variables}

    @property
    def problem(self) -> Problem[Any, Any] | None:
        """The problem that was asked last, or else the last one in a variable."""
        stated = [value for value in self.variables.values() if isinstance(value, Problem)]
        return self._asked or (stated[-1] if stated else None)

    @property
    def error(self) -> str | None:
        """The last part of the traceback."""
        return None if self.fault is None else "".join(traceback.format_exception_only(self.fault)).strip()

    def _note(self, fault: BaseException) -> None:
        """Note an exception, and the lines of the program that led to it."""
        if isinstance(fault, SystemExit) and not fault.code:
            return
        self.fault = fault
        frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if frame.filename == FILE]
        self.trace = [{"line": one.lineno, "function": one.name, "text": one.line or ""} for one in frames]
        if isinstance(fault, SyntaxError) and fault.filename == FILE:
            self.line = fault.lineno
        elif self.trace:
            self.line = self.trace[-1]["line"]

    def _display(self, value: object) -> None:
        """Print the value of an expression, as Python's prompt does, and keep it to be shown."""
        if value is not None:
            print(repr(value))  # noqa: T201
            self.values.append(value)

    @contextlib.contextmanager
    def _watching(self) -> Iterator[None]:
        """Note the last problem that is compiled, which every question does, and the last solution that is made."""
        compile_, display = Problem.compile, sys.displayhook
        make: Any = Solution.__init__

        def compiling(problem: Problem[Any, Any]) -> Any:
            self._asked = problem
            return compile_(problem)

        def making(solution: Solution[Any, Any], values: Any, row: Any = None) -> None:
            make(solution, values, row)
            self.solution = solution

        sys.displayhook = self._display
        _replace(Problem, "compile", compiling)
        _replace(Solution, "__init__", making)
        try:
            yield
        finally:
            sys.displayhook = display
            _replace(Problem, "compile", compile_)
            _replace(Solution, "__init__", make)


def _replace(owner: type, name: str, function: object) -> None:
    setattr(owner, name, function)


def _compiled(program: str) -> types.CodeType:
    """Return the code of *program* for the prompt: expressions are displayed, and `main` keeps its variables."""
    tree = ast.parse(program, FILE)
    if ast.get_docstring(tree, clean=False) is not None:
        del tree.body[0]
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == "main":
            last = statement.body[-1]
            statement.body += ast.parse(f"{KEEP}(locals())").body
            for node in ast.walk(statement.body[-1]):
                if isinstance(node, (ast.expr, ast.stmt)):
                    ast.copy_location(node, last)
    return compile(ast.Interactive(tree.body), FILE, "single")
