"""The process that measures one point: a solver, a family and a size.

It writes a line of JSON when it is ready, and one with the results. What comes before is not measured: importing the
solver, a tiny problem of the family to load what is loaded lazily, and making the data.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.growth.families import FAMILIES, Data, Family

__all__ = ["main", "measure"]

LONG = 0.3
"""CPU seconds after which a point is not repeated; the best of up to five runs counts."""


def main(module: str, name: str, n: int) -> None:
    """Measure a point, and judge its answer."""
    lines = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # a solver that prints must not write into the results
    solver, family = import_module(f"benchmarks.growth.solvers.{module}"), FAMILIES[name]
    if not hasattr(solver, family.question):
        print(json.dumps({"problem": "no model"}), file=lines, flush=True)
        return
    solver.first(getattr(solver, family.question)(*family.tiny()))
    data = family.data(n)
    print(json.dumps({"ready": solver.VERSION}), file=lines, flush=True)
    try:
        point = measure(solver, family, data)
    except Exception as error:  # noqa: BLE001 - whatever a solver raises is its result
        point = {"problem": f"{type(error).__name__}: {error}"}
    print(json.dumps(point), file=lines, flush=True)


def measure(solver: Any, family: Family, data: Data) -> dict[str, Any]:
    """Return CPU seconds to state, to compile and to solve, and the bytes by which the process grew.

    Raise WrongAnswerError if the judge rejects the answer.
    """
    question = getattr(solver, family.question)
    gc.collect()
    before = _reset_peak()
    memory, answer = 0, None
    samples: list[tuple[float, float, float]] = []
    while len(samples) < 5 and sum(sum(sample) for sample in samples) < LONG:
        started = process_time()
        model = question(*data)
        stated = process_time()
        solver.compile_model(model)
        compiled = process_time()
        answer = solver.first(model)
        solved = process_time()
        samples.append((stated - started, compiled - stated, solved - compiled))
        memory = memory or _peak() - before
        del model
    family.judge(answer, data)
    return {"seconds": min(samples, key=sum), "memory": memory}


def _reset_peak() -> int:
    """Forget the peak of memory so far, where Linux allows it; return the memory in use, or the peak."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS") or _peak()


def _peak() -> int:
    """Return the peak of memory in bytes; ru_maxrss would begin with that of the parent process."""
    return _status("VmHWM") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _status(field: str) -> int:
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith(field):
                return int(line.split()[1]) * 1024
    return 0


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
