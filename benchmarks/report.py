"""Write docs/performance.md and its plots from the results. Only ratios: seconds depend on the machine."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import Any

from benchmarks.packages import PACKAGES
from benchmarks.plot import dots
from benchmarks.targets import TARGETS, Medians, Target, outcomes
from benchmarks.workloads import WORKLOADS

__all__ = ["write"]

OURS = "csplib compiled"

INTRODUCTION = """\
# Performance compared with other libraries

This page is written by `python -m benchmarks`. It compares csplib, compiled and pure, with other packages on the same
problems, and shows where csplib is slower. [How time and memory grow](performance/growth.md) compares them on problems
of growing size, [Hard problems](performance/hard.md) compares csplib with solvers that learn from conflicts.
[Performance: single features](performance/features.md) compares csplib with itself.

*Related words: benchmark, speed, comparison, ortools, python-constraint, pychoco.*

**How it is measured.** Every solver runs in its own process and environment. The solvers take turns in each round, so
that a busy machine slows down all of them. A run builds the model from plain data and solves it, on one thread. The CPU
time counts, without importing the package. Models are written as in the documentation of each package. If a search
strategy must be chosen, it is the usual one (mostly smallest domain first), and no other was tried. A first run is not
counted: packages that compile themselves at run time (NuCS, xcover, exact-cover-py) do so then. A judge that shares no
code with any solver checks each answer.

**How to read it.** Numbers are times relative to csplib compiled: 3 means three times as long, 0.5 half as long. They
are medians, with the middle half of all runs in brackets. "> 5 s" means that the solver was stopped after 5 seconds. An
empty cell means that there is no model for this solver, and "wrong" that the judge rejected its answer.

```
python -m benchmarks --setup  # create environments in build/benchmarks, run everything
python -m benchmarks --quick --only zebra,9x9 --peers pychoco,cp-sat
```
"""

NOTES = """\
## How to interpret it

- If the answer takes a fraction of a millisecond, most of the time is spent on stating the problem. csplib checks its
  input and allows names and values of any kind. Packages that do less are faster there.
- Sudoku boards use a shape that is compiled once and cached, so compiling it is in none of the counted runs. It is in
  the table of start-up times. PySAT is used in the same way, with assumptions. Others build a model for each board.
- NuCS's own example takes lower bounds for the Golomb ruler from a table of known lengths. Others start without them.
- CP-SAT learns from conflicts, after an extensive presolve. If the search is hard enough, it wins in the end. csplib
  can [solve a problem with CP-SAT](how-to/cp-sat.md).
- The numbers come from one run on one machine, shared with others. Factors below 1.3 mean little.
"""


def write(results: dict[str, Any], page: Path) -> None:
    """Write the page, and a plot for each family beside it."""
    folder = page.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    scores: dict[str, Any] = results["scores"]
    medians = {
        workload: {name: _median(score) for name, score in row.items() if _median(score) is not None}
        for workload, row in scores.items()
    }
    known: Medians = {workload: {n: t for n, t in row.items() if t is not None} for workload, row in medians.items()}
    parts = [INTRODUCTION, *_targets(known), *_losses(known)]
    for family in dict.fromkeys([workload.family for workload in WORKLOADS.values()]):
        chosen = [name for name in scores if name in WORKLOADS and WORKLOADS[name].family == family]
        if chosen:
            parts += _family(family, {name: scores[name] for name in chosen}, known, folder)
    parts += [*_startup(results, known), NOTES, _machine(results)]
    page.write_text("\n".join(parts))


def _median(score: dict[str, Any]) -> float | None:
    """Return the median time; infinite if the solver was stopped, None if it has no result."""
    if score["total"]:
        return float(score["total"][1])
    return inf if score["problem"].startswith(">") else None


def _targets(medians: Medians) -> list[str]:
    rows = []
    for target in TARGETS:
        found = outcomes(target, medians)
        if found:
            missed = [f"{one.workload} ({_factor(one.factor)}, {one.peer})" for one in found if not one.reached]
            verdict = "reached" if not missed else "missed: " + "; ".join(missed)
            rows.append([target.ours, _kinds(target), _patterns(target), f"{target.factor:.2g}", verdict])
    head = ["csplib", "compared with", "on", "target: times as fast", "result (measured factor, closest package)"]
    return ["## Targets\n", *_table(head, rows), ""]


def _factor(factor: float) -> str:
    return f"{factor:.3g}" if factor else "stopped"


def _kinds(target: Target) -> str:
    """Return the peers of a target, in short."""
    if len(target.against) < 3:
        return ", ".join(target.against)
    kinds = dict.fromkeys(PACKAGES[name].kind for name in target.against)
    return "all packages" if len(kinds) > 2 else ", ".join(f"every {kind} package" for kind in kinds)


def _patterns(target: Target) -> str:
    return ", ".join(target.workloads).replace("*", "…")


def _losses(medians: Medians) -> list[str]:
    """Return a table of faster packages, where the difference is more than noise."""
    rows = []
    for workload, times in medians.items():
        ours = times.get(OURS, 0.0)
        peers = {name: time for name, time in times.items() if PACKAGES[name].kind != "csplib" and 1.1 * time < ours}
        ahead = [
            name if ours == inf else f"{name} ({_short(ours / time)} times as fast)"
            for time, name in sorted((time, name) for name, time in peers.items())
        ]
        if ahead:
            rows.append([workload, ", ".join(ahead)])
    return ["## Where csplib compiled is not the fastest\n", *_table(["workload", "faster packages"], rows), ""]


def _family(family: str, scores: dict[str, Any], medians: Medians, folder: Path) -> list[str]:
    present = [name for name in PACKAGES if any(_shown(row.get(name)) for row in scores.values())]
    times, shares = [], []
    for name in present:
        row = [(score.get(name), score.get(OURS)) for score in scores.values()]
        times.append([name, *[_cell(score, base) for score, base in row]])
        shares.append(
            [name, *[f"{score['build'] / score['total'][1]:.0%}" if _timed(score) else "" for score, _ in row]]
        )
    base = {workload: medians[workload].get(OURS, inf) for workload in scores}
    ratios = {
        workload: {name: time / base[workload] for name, time in medians[workload].items()}
        for workload in scores
        if base[workload] < inf
    }
    file = f"{family.lower()}.svg"
    (folder / file).write_text(dots(f"{family}: time relative to {OURS}", ratios, present))
    head = ["", *scores]
    return [
        f"## {family[0].upper()}{family[1:]}\n",
        f"![Time relative to {OURS}]({folder.name}/{file})\n",
        *_table(head, times),
        "\nThe share of time for building the model:\n",
        *_table(head, shares),
        "",
    ]


def _shown(score: dict[str, Any] | None) -> bool:
    return score is not None and score["problem"] != "-"


def _timed(score: dict[str, Any] | None) -> bool:
    return score is not None and bool(score["total"])


def _cell(score: dict[str, Any] | None, base: dict[str, Any] | None) -> str:
    if score is None:
        return "not run"
    if score["problem"] == "-":
        return ""
    if not score["total"]:
        return str(score["problem"]).split(":", maxsplit=1)[0]
    if base is None or not base["total"]:
        return "answered"
    low, middle, high = (time / base["total"][1] for time in score["total"])
    return f"{_short(middle)} ({_short(low)} to {_short(high)})"


def _short(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2g}"


def _startup(results: dict[str, Any], medians: Medians) -> list[str]:
    fresh: dict[str, dict[str, tuple[float, float]]] = results.get("fresh", {})
    if OURS not in medians.get("import", {}):
        return []
    imports = medians["import"]
    rows = []
    for name, time in imports.items():
        used = [
            [_short(x / y) for x, y in zip(one[name], one[OURS], strict=True)] if name in one else ["", ""]
            for one in fresh.values()
        ]
        rows.append(
            [name, _short(time / imports[OURS]), *[cell for cells in zip(*used, strict=True) for cell in cells]]
        )
    head = ["", "import", *[f"time: {workload}" for workload in fresh], *[f"memory: {workload}" for workload in fresh]]
    note = (
        "CPU time to import the package, and CPU time and peak memory of a new process that answers once, relative to"
        " csplib compiled. Code that is compiled at run time was cached before.\n"
    )
    return ["## Start-up and memory\n", note, *_table(head, rows), ""]


def _machine(results: dict[str, Any]) -> str:
    versions = "\n".join(f"- {name} {version}" for name, version in results["versions"].items())
    runs = [score["runs"] for row in results["scores"].values() for score in row.values() if score["total"]]
    return f"## Versions\n\n{results['machine']}. Every number stands for at least {min(runs)} runs.\n\n{versions}\n"


def _table(head: list[str], rows: Iterable[list[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines]
