# ruff: noqa: T201 - the report is printed
"""Compare csplib with Gecode on MiniZinc models: all solutions, or the best objective, must be the same.

It needs MiniZinc with Gecode (Debian: ``apt-get install minizinc``), and takes models and folders of models::

    python tools/compare_minizinc.py tests/data/minizinc --seconds 20

Both solvers run through ``minizinc``, each with its own library: Gecode with MiniZinc's decompositions, so that nothing
is shared but the model. Where one of them runs out of time, what it has found so far must fit what the other one says.
A model with a data file of the same name (``.dzn``) is run with it. The exit code is 1 if there is a difference.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from csplib.formats.flatzinc.registering import configuration

_SEPARATOR = "----------"
_END = "=========="
_FLAGS = ["--output-mode", "json", "--output-objective"]
_GECODE = {
    "id": "org.csplib.reference",
    "name": "reference",
    "version": "6",
    "mznlib": "-Gstd",
    "executable": shutil.which("fzn-gecode") or "fzn-gecode",
    "tags": ["cp", "int"],
    "stdFlags": ["-a", "-f", "-n", "-p", "-r", "-s", "-t"],
    "supportsFzn": True,
    "supportsMzn": False,
    "needsSolns2Out": True,
}


class Answer(NamedTuple):
    """What a solver says: its solutions as texts, the last objective, whether it has finished, and an error."""

    solutions: list[str]
    objective: Any
    complete: bool
    error: str
    seconds: float


def main() -> int:
    """Compare both solvers on the models that the command line names; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("models", nargs="+", type=Path, help="models and folders of models")
    parser.add_argument("--seconds", type=float, default=20, help="the time limit of each solver for each model")
    parser.add_argument("--jobs", type=int, default=1, help="compare so many models at a time")
    parser.add_argument("--first", action="store_true", help="look for one solution, not for all")
    asked = parser.parse_args()
    models = list(_models(asked.models))
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        solvers = [Path(folder, "reference.msc"), Path(folder, "csplib.msc")]
        for path, known in zip(solvers, (_GECODE, configuration()), strict=True):
            path.write_text(json.dumps(known))

        def compared(model: Path) -> tuple[Path, str, Answer, Answer]:
            one, other = [_run(model, solver, asked.seconds, first=asked.first) for solver in solvers]
            if one.objective is None and re.search(r"\bsolve\b[^;]*\b(?:min|max)imize\b", model.read_text("utf-8")):
                return model, "objective is not shown", one, other
            return model, _verdict(one, other), one, other

        with ThreadPoolExecutor(asked.jobs) as pool:
            for model, verdict, one, other in pool.map(compared, models):
                counts[verdict.partition(":")[0]] += 1
                times = f"{one.seconds:6.1f} {other.seconds:6.1f}"
                print(f"{times}  {len(one.solutions):6} {len(other.solutions):6}  {verdict:12} {model}", flush=True)
    print(", ".join([f"{number} {verdict}" for verdict, number in counts.most_common()]))
    return int(bool(counts["DIFFERENT"]))


def _models(given: Iterable[Path]) -> Iterator[Path]:
    for path in given:
        yield from sorted(path.rglob("*.mzn")) if path.is_dir() else [path]


def _run(model: Path, solver: Path, seconds: float, *, first: bool) -> Answer:
    """Return what *solver* says about *model*."""
    data = model.with_suffix(".dzn")
    files = [str(model), *([str(data)] if data.exists() else [])]
    every = [] if first else ["-a"]
    limit = ["--time-limit", str(round(seconds * 1000))]
    command = ["minizinc", "--solver", str(solver), *every, *limit, *_FLAGS, *files]
    began = perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=3 * seconds + 20, check=False)  # noqa: S603
    except subprocess.TimeoutExpired:
        return Answer([], None, complete=False, error="it does not end", seconds=perf_counter() - began)
    took = perf_counter() - began
    error = ""
    if "=====ERROR=====" in done.stdout or (done.returncode and not done.stdout):
        wrong = [line for line in done.stderr.splitlines() if re.search("rror|fzn-csplib", line)]
        error = (wrong or done.stderr.splitlines() or ["no message"])[-1]
    solutions = [_canonical(text) for text in _texts(done.stdout)]
    objective = json.loads(solutions[-1]).get("_objective") if solutions else None
    complete = _END in done.stdout.splitlines() or "=====UNSATISFIABLE=====" in done.stdout
    return Answer(solutions, objective, complete, error, took)


def _texts(output: str) -> Iterator[str]:
    """Yield the texts of the solutions."""
    lines: list[str] = []
    for line in output.splitlines():
        if line == _SEPARATOR:
            yield "\n".join(lines)
            lines = []
        elif not line.startswith(("%", "=====")):
            lines.append(line)


def _canonical(text: str) -> str:
    try:
        return json.dumps(json.loads(text or "{}"), sort_keys=True)
    except ValueError:
        return json.dumps({"text": text})


def _verdict(one: Answer, other: Answer) -> str:
    """Return in a word whether both answers fit, and why not."""
    if one.error or other.error:
        if one.error and other.error:
            return "both refuse"
        return f"refused: {other.error}" if other.error else f"reference refuses: {one.error}"
    if one.objective is not None or other.objective is not None:
        return _verdict_on_best(one, other)
    here, there = set(one.solutions), set(other.solutions)
    if one.complete and other.complete:
        return "same" if here == there else f"DIFFERENT: {len(here - there)} are missing, {len(there - here)} too many"
    if (one.complete and not there <= here) or (other.complete and not here <= there):
        return "DIFFERENT: one has finished without solutions that the other one has"
    return "timed out: both" if one.complete == other.complete else f"timed out: {'csplib' if one.complete else 'it'}"


def _verdict_on_best(one: Answer, other: Answer) -> str:
    if one.complete and other.complete:
        fits = one.objective == other.objective
        return "same" if fits else f"DIFFERENT: the best is {one.objective}, not {other.objective}"
    return "timed out: both" if one.complete == other.complete else f"timed out: {'csplib' if one.complete else 'it'}"


if __name__ == "__main__":
    sys.exit(main())
