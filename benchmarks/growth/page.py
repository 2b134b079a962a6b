"""Write docs/performance/growth.md and its pictures from the results."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import fill
from typing import Any

from benchmarks.growth.chart import Line, chart
from benchmarks.growth.families import FAMILIES, Family
from benchmarks.growth.fit import exponent
from benchmarks.growth.measuring import OURS, PEERS, Point

__all__ = ["write"]

CP_SAT, _ = PEERS
BYTES_IN_MB = 1_000_000

INTRODUCTION = """\
# How time and memory grow

This page is written by `python -m benchmarks growth`. It shows how the time to a first solution, and the memory for it,
grow with the size of a problem: for csplib compiled, for OR-Tools CP-SAT with one worker, and for python-constraint2.
[Performance](../performance.md) compares csplib with more libraries, on problems of fixed size.

*Related words: scaling, scalability, complexity, benchmark, memory, large problems, ortools.*

**How it is measured.** Each point is a process of its own, which builds the model from plain data and finds a first
solution, on one thread. The time is CPU time, and includes stating and compiling the problem, but not importing the
package. If it is short, the best of up to five runs counts. The memory is the growth of the process at its peak. A
judge that shares no code with any solver checks each solution, and the tests compare the models: on a tiny problem of
each family, all solvers have the solutions that brute force finds. Sizes grow until a solver needs more than {cap} s
or 4 GB. It is stopped there: an arrow at the top of a picture shows where.

**How to read it.** Where a quantity grows like nᵏ, the line in the picture is straight, and its slope is the exponent
k. An exponent of 1 means: twice the size, twice the time. It is fitted through the largest sizes of each solver, the
last one and a half powers of ten.

```
python -m benchmarks growth --cap 2 --only chain,queens
```
"""


def write(results: dict[str, Any], page: Path) -> None:
    """Write the page, and a picture for each family beside it."""
    folder = page.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    measured = {name: _sorted(series) for name, series in results["families"].items() if name in FAMILIES}
    parts = [INTRODUCTION.replace("{cap}", f"{results['cap']:g}"), *_summary(measured), *_exponents(measured)]
    for name, series in measured.items():
        family = FAMILIES[name]
        file = "-".join(re.findall("[a-z0-9]+", name.lower())) + ".svg"
        (folder / file).write_text(_picture(family, series), encoding="utf-8")
        parts += [f"## {_capital(name)}\n", f"![{_capital(name)}: time and memory against n]({folder.name}/{file})\n"]
        parts += _stops(series)
    versions = "\n".join(f"- {name} {version}" for name, version in results["versions"].items())
    note = f" {results['note']}" if "note" in results else ""
    parts.append(f"## Versions\n\n{_wrapped(results['machine'] + '.' + note)}\n{versions}\n")
    page.write_text("\n".join(parts), encoding="utf-8")


def _sorted(series: dict[str, dict[Any, Point]]) -> dict[str, dict[int, Point]]:
    """Return the points by size; sizes are text in JSON. Solvers without a model are left out."""
    known = {name: {int(n): point for n, point in points.items()} for name, points in series.items()}
    return {name: points for name, points in known.items() if not _lacks_model(points)}


def _lacks_model(points: dict[int, Point]) -> bool:
    return [point.get("problem") for point in points.values()] == ["no model"]


def _seconds(points: dict[int, Point]) -> dict[int, float]:
    return {n: sum(point["seconds"]) for n, point in points.items() if "seconds" in point}


def _megabytes(points: dict[int, Point]) -> dict[int, float]:
    return {n: point["memory"] / BYTES_IN_MB for n, point in points.items() if point.get("memory", 0) > 0}


def _growth(points: dict[int, Point]) -> tuple[float | None, float | None]:
    """Return the exponents of time and memory; what is too small to measure well does not count."""
    return exponent(_seconds(points), 0.001), exponent(_megabytes(points), 0.5)


def _summary(measured: dict[str, dict[str, dict[int, Point]]]) -> list[str]:
    """Return a table with a row for each family."""
    head = ["family", "largest n", "state, compile, solve", "bytes for each", "time beside CP-SAT", "exponents of time"]
    head += ["exponents of memory"]
    rows = []
    for name, series in measured.items():
        ours = series[OURS]
        times = _seconds(ours)
        if not times:
            continue
        largest = max(times)
        shares = ", ".join(f"{part / times[largest]:.0%}" for part in ours[largest]["seconds"])
        growth = [_growth(series[solver]) if solver in series else (None, None) for solver in (OURS, *PEERS)]
        rows.append(
            [name, f"{largest:,} {FAMILIES[name].size}", shares, f"{ours[largest]['memory'] / largest:,.0f}"]
            + [_beside(times, _seconds(series.get(CP_SAT, {})))]
            + [", ".join("-" if pair[kind] is None else f"{pair[kind]:.1f}" for pair in growth) for kind in (0, 1)]
        )
    note = (
        "*Largest n* is that of csplib. At this size the table has the shares of the time for stating, compiling and"
        " solving, and the memory, divided by n. The time beside CP-SAT is that of csplib at the largest size that both"
        " solved, divided by that of CP-SAT. Exponents are those of csplib, CP-SAT and python-constraint2, in this"
        " order. A dash stands for too few points of at least a millisecond, or half a megabyte.\n"
    )
    return ["## All families\n", *_table(head, rows), "\n" + _wrapped(note)]


def _beside(ours: dict[int, float], theirs: dict[int, float]) -> str:
    both = [n for n in ours if n in theirs]
    if not both:
        return "CP-SAT has none"
    n = max(both)
    return f"{ours[n] / theirs[n]:.2g} (n = {n:,})"


def _exponents(measured: dict[str, dict[str, dict[int, Point]]]) -> list[str]:
    """Return a sentence for each family in which csplib's time or memory does not grow in proportion to n."""
    said = []
    for name, series in measured.items():
        sentences = [
            _sentence(noun, found)
            for noun, found in zip(("time", "memory"), _growth(series[OURS]), strict=True)
            if found is not None and not 0.85 <= found <= 1.15
        ]
        if sentences:
            said.append(_wrapped(" ".join([f"- **{_capital(name)}**:", *sentences, FAMILIES[name].why]), "  ").rstrip())
    note = (
        "Where the time grows a little faster than n, one reason is that large problems do not fit into the caches of"
        " the processor."
    )
    return ["## Where the exponents of csplib are not 1\n", *(said or ["Nowhere."]), "", _wrapped(note)]


def _sentence(noun: str, found: float) -> str:
    if found < 0.15:
        return f"The {noun} does not grow with n."
    return f"The {noun} grows like n^{found:.1f}: ten times the size needs {float(f'{10**found:.2g}'):g} times as much."


def _wrapped(text: str, indent: str = "") -> str:
    return fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) + "\n"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _stops(series: dict[str, dict[int, Point]]) -> list[str]:
    """Return a line about solvers that did not answer at a size."""
    told = [
        f"{name} {_reason(point['problem'])} at n = {n:,}"
        for name, points in series.items()
        for n, point in points.items()
        if "problem" in point
    ]
    return [_wrapped("; ".join(told) + ".")] if told else []


def _reason(problem: str) -> str:
    if problem.startswith(">"):
        return f"needs {problem.replace('>', 'more than')}"
    return f"raises {problem.split(':', maxsplit=1)[0]}"


def _beyond(points: dict[int, Point], unit: str) -> int | None:
    """Return the size at which a solver was stopped or gave up; for memory, only if that was the reason."""
    reason = "" if unit == "s" else "GB"
    return next((n for n, point in points.items() if "problem" in point and reason in point["problem"]), None)


def _picture(family: Family, series: dict[str, dict[int, Point]]) -> str:
    panels = {
        unit: [Line(name, read(points), _beyond(points, unit)) for name, points in series.items()]
        for unit, read in (("s", _seconds), ("MB", _megabytes))
    }
    return chart(_capital(family.name), f"n ({family.size})", panels)


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *rows]]
