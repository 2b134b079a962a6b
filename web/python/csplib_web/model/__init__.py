"""The room "Model": programs of the reader's own."""

from __future__ import annotations

import io
from typing import Any

from csplib import Problem
from csplib_web.calls import Report, call, ignore
from csplib_web.model.running import Printed, Run
from csplib_web.model.showing import called, everything, sentences

__all__ = ["explain", "problem_of", "run", "why"]

MOST_VARIABLES, MOST_VALUES = 400, 100  # that a reader can choose from


@call
def run(program: str, report: Report = ignore) -> dict[str, Any]:
    """Run *program*; return what it printed, its exception, and what it left to be shown. Printed text is reported.

    "error" is the last line of the traceback, "line" the program's line that raised it, and "trace" has the program's
    own lines on the way there. "shown" has solutions, problems, sentences and pictures. "problem" says what one can
    ask about the problem that was solved last.
    """
    printed = Printed(report)
    done = Run(program, printed)
    shown = everything(done)
    printed.flush()
    return {
        "output": printed.text,
        "cut": printed.cut,
        "error": done.error,
        "line": done.line,
        "trace": done.trace,
        "shown": shown,
        "problem": _choices(done.problem),
    }


def _choices(problem: Problem[Any, Any] | None) -> list[dict[str, Any]] | None:
    """Return the variables of *problem* with their values, to choose from."""
    if problem is None:
        return None
    domains = list(problem.domains.items())[:MOST_VARIABLES]
    return [
        {"name": called(name), "values": [called(v) for v in list(values[:MOST_VALUES])]} for name, values in domains
    ]


def problem_of(program: str) -> Problem[Any, Any]:
    """Run *program* in silence, and return the problem that it solved last, or else stated last."""
    done = Run(program, io.StringIO())
    if done.fault is not None:
        raise done.fault
    if done.problem is None:
        raise LookupError("the program states no problem")
    return done.problem


@call
def why(program: str, variable: int, value: int) -> dict[str, Any]:
    """Return why a variable of the program's problem cannot have a value; both are given by their places."""
    problem = problem_of(program)
    name, domain = list(problem.domains.items())[variable]
    return sentences("why", problem.why(name, domain[value]))


@call
def explain(program: str) -> dict[str, Any] | None:
    """Return which constraints of the program's problem cannot hold together, or None if there is a solution."""
    conflict = problem_of(program).explain()
    return None if conflict is None else sentences("explain", conflict)
