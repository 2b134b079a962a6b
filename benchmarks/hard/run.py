"""The process that answers one question: a solver, and the data of a problem from standard input.

It writes a line of JSON when it is ready, and one with the results. What comes before is not measured: importing the
solver, and a tiny problem to load what is loaded lazily.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from time import process_time
from typing import Any

__all__ = ["main"]


def main(module: str, question: str) -> None:
    """Answer, and write the CPU seconds to state and to solve, and the answer."""
    lines = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # a solver that prints must not write into the results
    solver: Any = import_module(f"benchmarks.hard.solvers.{module}")
    build = getattr(solver, question, None)
    if build is None:
        print(json.dumps({"problem": "no model"}), file=lines, flush=True)
        return
    asked = json.load(sys.stdin)
    options = asked["options"]
    solver.first(build(*asked["tiny"]), **options)
    print(json.dumps({"ready": solver.VERSION}), file=lines, flush=True)
    started = process_time()
    try:
        model = build(*asked["data"])
        stated = process_time()
        answer = solver.first(model, **options)
    except Exception as error:  # noqa: BLE001 - whatever a solver raises is its result
        result: dict[str, Any] = {"problem": f"{type(error).__name__}: {error}"}
    else:
        result = {"seconds": [stated - started, process_time() - stated], "answer": answer}
    print(json.dumps(result), file=lines, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
