"""The process of one solver: reads requests and writes replies, a line of JSON each.

``{"workload": name, "seconds": s}`` builds and solves repeatedly for *s* seconds, at least once. The
reply has a sample for each run: CPU seconds to build, CPU seconds to solve, and seconds on the clock.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

from benchmarks.workloads import WORKLOADS, Workload

__all__ = ["main", "measure"]


def measure(question: Callable[..., Callable[[], Any]], workload: Workload, seconds: float) -> dict[str, Any]:
    """Run for *seconds*; return the samples and the last answer."""
    data = workload.data()
    gc.collect()
    samples: list[list[float]] = []
    start = clock = perf_counter()
    while True:
        before = process_time()
        run = question(*data)
        between = process_time()
        answer = run()
        after = process_time()
        then, clock = clock, perf_counter()
        samples.append([between - before, after - between, clock - then])
        del run
        if clock - start >= seconds:
            break
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {"samples": samples, "answer": workload.digest(answer), "cpu": process_time(), "memory": memory}


def main(module: str) -> None:
    """Answer requests until there are no more."""
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # a solver that prints must not write into the replies

    def reply(message: dict[str, Any]) -> None:
        print(json.dumps(message), file=replies, flush=True)

    solver = import_module(f"benchmarks.solvers.{module}")
    reply({"version": solver.VERSION})
    for line in sys.stdin:
        request = json.loads(line)
        workload = WORKLOADS[request["workload"]]
        question = getattr(solver, workload.question, None)
        if question is None:
            reply({"missing": True})
            continue
        try:
            reply(measure(question, workload, request["seconds"]))
        except Exception as error:  # noqa: BLE001
            reply({"error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main(sys.argv[1])
