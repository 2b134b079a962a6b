"""Reading XCSP3: instances of every kind have as many solutions as a judge that shares no code finds."""

from __future__ import annotations

import json
from io import StringIO
from math import prod
from pathlib import Path
from typing import Any

import pytest
from xcsp3_judge import Instance

from csplib import FormatError
from csplib.formats import Model, read

DATA = Path(__file__).parent.parent / "data" / "xcsp3"
COUNTS: dict[str, Any] = json.loads((DATA / "counts.json").read_text(encoding="utf-8"))
MOST_ROWS = 5_000  # of values, for the brute force


def xcsp3(constraints: str, variables: str = '<array id="x" size="[3]"> 0..3 </array>', more: str = "") -> Model:
    text = f"<instance format='XCSP3'><variables>{variables}</variables><constraints>{constraints}</constraints>{more}"
    return read(StringIO(f"{text}</instance>"), format="xcsp3")


@pytest.mark.parametrize("name", COUNTS)
def test_an_instance_has_the_known_solutions(name: str) -> None:
    model = read(DATA / f"{name}.xml")
    if model.objective is None:
        assert model.count() == COUNTS[name]["count"]
    else:
        best = model.best()
        assert best is not None
        assert best.objective == COUNTS[name]["best"]


@pytest.mark.parametrize("name", COUNTS)
def test_small_instances_have_the_solutions_of_the_judge(name: str) -> None:
    judge = Instance(DATA / f"{name}.xml")
    if prod(map(len, judge.domains.values())) > MOST_ROWS:
        return
    model = read(DATA / f"{name}.xml")
    found = [dict(solution) for solution in model.problem.solutions()]
    rows = list(judge.all_rows())
    assert sorted(found, key=str) == sorted([{n: row[n] for n in found[0]} for row in rows] if found else rows, key=str)
    if model.objective is not None:
        worths = [judge.worth(row) for row in rows]
        assert sorted(worths) == sorted(model.objective.evaluate(row) for row in found)


def test_most_instances_are_compared_with_the_judge_or_two_others() -> None:
    assert len(COUNTS) >= 80
    assert sum(len(known["by"]) > 1 for known in COUNTS.values()) >= 70
