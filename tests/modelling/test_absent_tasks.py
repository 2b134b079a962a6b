"""A task that is not present needs nothing, however it was given, wherever the question goes."""

from __future__ import annotations

from io import StringIO
from itertools import product
from typing import Any

import pytest

from csplib import Cumulative, NoOverlap, Problem, Task, read, write

FORMS = ["start and duration", "start and end", "duration and end", "all"]
KINDS = ["no_overlap", "cumulative", "reified", "negated", "before"]
Row = tuple[int, int, int, int, int]


def stated(form: str, kind: str) -> Problem[str, int]:
    p: Problem[str, int] = Problem()
    s, d, e = p.add_variable("s", range(2)), p.add_variable("d", range(-1, 3)), p.add_variable("e", range(3))
    q, other = p.add_variable("q", range(2)), p.add_variable("o", range(2))
    if form == "all":
        task = Task(s, d, e, present=q)
    elif form == "start and end":
        task = Task(s, end=e, present=q)
    elif form == "duration and end":
        task = Task(duration=d, end=e, present=q)
    else:
        task = Task(s, d, present=q)
    fixed = Task(other, 1)
    if kind == "before":
        p.add(task.before(fixed))
        return p
    cumulative: Any = Cumulative([task, fixed], demands=[2, 1], capacity=2)
    one: Any = cumulative if kind == "cumulative" else NoOverlap([task, fixed])
    p.add(one == (other == 1) if kind == "reified" else ~one if kind == "negated" else one)
    return p


def is_right(form: str, kind: str, row: Row) -> bool:
    s, d, e, q, other = row
    start, length, end = {
        "start and duration": (s, d, s + d),
        "start and end": (s, e - s, e),
        "duration and end": (e - d, d, e),
        "all": (s, d, e),
    }[form]
    if kind == "before":
        return not q or end <= other
    sound = not q or (length >= 0 and start + length == end)
    apart = not q or end <= other or other + 1 <= start
    if kind == "cumulative":
        apart = apart or length == 0
    holds = sound and apart
    return holds == (other == 1) if kind == "reified" else not holds if kind == "negated" else holds


def right(form: str, kind: str) -> list[Row]:
    rows = product(range(2), range(-1, 3), range(3), range(2), range(2))
    return [row for row in rows if is_right(form, kind, row)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("options", [{}, {"learning": True}, {"engine": "cp-sat"}], ids=["plain", "learning", "cp-sat"])
def test_an_absent_task_needs_nothing(form: str, kind: str, options: dict[str, Any]) -> None:
    if "engine" in options:
        pytest.importorskip("ortools")
    p = stated(form, kind)
    expected = right(form, kind)
    if options.get("learning"):
        for row in product(range(2), range(-1, 3), range(3), range(2), range(2)):
            found = p.solve(assuming=dict(zip("sdeqo", row, strict=True)), learning=True)
            assert (found is not None) == (row in expected)
        return
    assert sorted(tuple(one.values()) for one in p.solutions(**options)) == expected


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_judge_agrees(form: str, kind: str) -> None:
    p = stated(form, kind)
    rows = product(range(2), range(-1, 3), range(3), range(2), range(2))
    fine = [row for row in rows if not p.violations(dict(zip("sdeqo", row, strict=True)))]
    assert fine == right(form, kind)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("file", ["json", "xcsp3"])
def test_files_keep_absent_tasks(form: str, kind: str, file: Any) -> None:
    p: Any = stated(form, kind)
    text = ""
    for _ in range(2):
        to = StringIO()
        write(p, to, format=file)
        p = read(StringIO(to.getvalue()), format=file)
        assert p.count() == len(right(form, kind))
        assert not text or len(to.getvalue()) <= len(text) * 1.1  # nothing is wrapped twice
        text = to.getvalue()


def test_add_task_agrees() -> None:
    p: Problem[Any, Any] = Problem()
    task = p.add_task("a", start=range(3), duration=range(-2, 2), end=range(3), optional=True)
    p.add(NoOverlap([task, Task(1, 1)]))
    present = [(s, d) for s in range(3) for d in range(2) if s + d <= 2 and (s + d <= 1 or s >= 2)]
    assert p.count() == len(present) + 1  # if it is absent, its variables have their first values
    natural = Problem[Any, Any]().add_task("b", start=range(3), duration=range(2), optional=True)
    assert natural.takes is natural.duration
