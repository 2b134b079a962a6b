"""Write docs/performance/hard.md from the results."""

from __future__ import annotations

from math import exp, log
from pathlib import Path
from statistics import fmean
from textwrap import fill
from typing import Any, TypeAlias

from benchmarks.hard.families import FAMILIES
from benchmarks.hard.measuring import OURS, PEERS, VARIANTS, Result

__all__ = ["write"]

Found: TypeAlias = dict[str, list[Result]]
"""The results of each solver on one family."""

INTRODUCTION = """\
# Hard problems

This page is written by `python -m benchmarks hard`. It compares csplib compiled with solvers that learn from conflicts,
on families of problems that are hard for a search without learning: OR-Tools CP-SAT with one worker, Choco with lazy
clause generation (`lcg=True`), and the SAT solver CaDiCaL by way of PySAT, where a model for it is natural.
[Performance](../performance.md) compares csplib with more libraries, on problems of all kinds.
[Learn from conflicts](../explanation/learning.md) explains what csplib does here.

*Related words: benchmark, clause learning, CDCL, lazy clause generation, quasigroup completion, car sequencing, social
golfers, BIBD, phase transition.*

**How it is measured.** Each solver finds one solution of each problem, or proves that there is none, in a process of
its own and on one thread, once. The solvers take turns. The time is CPU time for stating the model from plain data and
for solving it, without importing the package. After {limit} s a process is killed. Each model uses the constraints that
the package has: AllDifferent, tables, element, cardinality and lexicographic order. CP-SAT gets a literal for each
value where values are counted, as its users write it. Its model of the golfers is the best in total of three; no other
model was chosen among several. The orders of QG3 to QG7 were chosen by the times of other solvers: the best needs up to
a second. All solvers have their default search. A judge that shares no code with any of them checks each solution, and
no solver may find one where another has proved that there is none. The tests compare the models: on a tiny problem of
each family, all solvers that are installed have the same solutions.

**How to read it.** A cell has the number of problems solved, and the CPU seconds for all of them. A problem that was
not solved counts as {limit} s; a plus marks such a total. *Speed* is the time of the best peer, divided by that of
csplib: 2 means that csplib takes half the time, 0.5 twice the time. It is a bound where one of the two did not solve
all problems, and missing where neither did. The problems are few, and luck matters: another seed can change a total by
a factor of two or more.

```
python -m benchmarks hard --seeds 20
python -m benchmarks hard --only "cars;golfers" --solvers "csplib;CP-SAT"
```
"""


def write(results: dict[str, Any], page: Path) -> None:
    """Write the page."""
    limit = results["limit"]
    measured: dict[str, Found] = {name: found for name, found in results["families"].items() if name in FAMILIES}
    parts = [INTRODUCTION.replace("{limit}", f"{limit:g}")]
    parts += _beside_peers(measured, limit) + _losses(measured, limit) + _parts_of_the_search(measured, limit)
    versions = "\n".join(f"- {name} {version}" for name, version in results["versions"].items())
    machine = fill(f"{results['machine']}. {results.get('note', '')}".strip(), 120)
    parts.append(f"## Versions\n\n{machine}\n\n{versions}\n")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text("\n".join(parts), encoding="utf-8")


def _total(results: list[Result], limit: float) -> float:
    """Return the CPU seconds for all problems; one that was not solved counts as the limit."""
    return sum(sum(result["seconds"]) if "seconds" in result else limit for result in results)


def _solved(results: list[Result]) -> int:
    return sum("seconds" in result for result in results)


def _cell(found: Found, name: str, limit: float) -> str:
    """Return the number of problems solved, and the seconds."""
    if name not in found:
        return ""
    results = found[name]
    if any("WrongAnswerError" in result.get("problem", "") for result in results):
        return "wrong"
    more = "" if _solved(results) == len(results) else "+"
    return f"{_solved(results)}/{len(results)} · {_total(results, limit):.3g}{more} s"


def _speed(found: Found, limit: float) -> tuple[float, str]:
    """Return the time of the best peer, divided by that of csplib, and its name."""
    totals = [(_total(found[peer.name], limit), peer.name) for peer in PEERS if peer.name in found]
    if not totals or OURS not in found:
        return 1.0, ""
    best, name = min(totals)
    return best / _total(found[OURS], limit), name


def _beside_peers(measured: dict[str, Found], limit: float) -> list[str]:
    """Return a table with a row for each family."""
    head = ["family", OURS, *[peer.name for peer in PEERS], "speed"]
    rows = []
    for name, found in measured.items():
        cells = [_cell(found, solver, limit) for solver in head[1:-1]]
        rows.append([name, *cells, _beside_the_best(found, limit)])
    return ["## Beside solvers that learn\n", *_table(head, rows), ""]


def _beside_the_best(found: Found, limit: float) -> str:
    """Return the speed with the name of the best peer; it is a bound where one of the two did not solve all."""
    speed, best = _speed(found, limit)
    if not best:
        return ""
    less, more = ("" if _solved(found[name]) == len(found[name]) else sign for name, sign in ((OURS, "<"), (best, ">")))
    return "" if less and more else f"{less}{more} {speed:.2g} ({best})".strip()


def _losses(measured: dict[str, Found], limit: float) -> list[str]:
    """Return the families in which a peer is faster, the worst first."""
    speeds = sorted((*_speed(found, limit), name) for name, found in measured.items())
    lost = [
        f"- {name}: {best} is {'' if _solved(measured[name][OURS]) == len(measured[name][OURS]) else 'more than '}"
        f"{float(f'{1 / speed:.2g}'):g} times as fast"
        for speed, best, name in speeds
        if speed < 1
    ]
    faster = exp(fmean(log(speed) for speed, _, _ in speeds)) if speeds else 1.0
    note = f"The geometric mean of the speeds of all families is {faster:.2g}, with the limit for what was not solved."
    return ["## Where csplib loses\n", *(lost or ["Nowhere."]), "", note, ""]


def _parts_of_the_search(measured: dict[str, Found], limit: float) -> list[str]:
    """Return a table that compares csplib with itself: learning and restarts as a user can choose them."""
    names = [OURS, *[variant.name for variant in VARIANTS]]
    note = (
        "By default, a search without learning begins, and one that learns takes turns with it once the problem proves"
        " to be hard. Here learning is off, or on from the start, or the search without learning restarts more often."
    )
    rows = [[name, *[_cell(found, solver, limit) for solver in names]] for name, found in measured.items()]
    head = ["family", "default", *[f"`{name}`" for name in names[1:]]]
    return ["## What learning and restarts contribute\n", fill(note, 120), "", *_table(head, rows), ""]


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *rows]]
