"""Progress of long searches: reports at a rate, honest about what is not known."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from models import pigeons, queens
from strategies import Stated, problems

from csplib import LimitReached, OptionError, Problem, SearchProgress
from csplib.asking import progress


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every look at the clock show another tenth of a second."""
    ticks = count()
    monkeypatch.setattr(progress, "perf_counter", lambda: next(ticks) / 10)
    return iter(())


@pytest.mark.usefixtures("fast")
def test_reports_tell_how_a_search_goes_on() -> None:
    reports: list[SearchProgress] = []
    found = queens(9).solutions(progress=reports.append, select=None, node_limit=10**9)
    total = len(list(found))
    assert len(reports) > 10
    assert total == 352
    last = reports[-1]
    assert (last.nodes, last.failures, last.solutions, last.ended) == (
        found.statistics.nodes,
        found.statistics.failures,
        352,
        True,
    )
    assert [report.ended for report in reports[:-1]] == [False] * (len(reports) - 1)
    assert all(a.nodes <= b.nodes and a.seconds < b.seconds for a, b in pairwise(reports))
    shares = [report.explored for report in reports[:-1] if report.explored is not None]
    assert shares == sorted(shares)
    assert 0 <= shares[0] < 0.2
    assert 0.8 < shares[-1] <= 1


@pytest.mark.usefixtures("fast")
def test_a_search_that_begins_anew_does_not_guess_how_far_it_has_come() -> None:
    reports: list[SearchProgress] = []
    with pytest.raises(LimitReached):
        pigeons(9).solve(progress=reports.append, node_limit=2000)
    assert len(reports) > 2
    assert {report.explored for report in reports} == {None}
    assert reports[-1].ended


@pytest.mark.usefixtures("fast")
def test_the_best_so_far_is_told() -> None:
    p = queens(8)
    reports: list[SearchProgress] = []
    found = p.minimize(3 * p[0] + p[1] - p[7], progress=reports.append)
    best = found.finish()
    assert best is not None
    assert reports[-1].best == best.objective
    known = [report.best for report in reports if report.best is not None]
    assert known == sorted(known, reverse=True)


@pytest.mark.usefixtures("fast")
def test_workers_tell_what_share_of_the_pieces_is_done() -> None:
    reports: list[SearchProgress] = []
    with ThreadPoolExecutor(2) as executor:
        assert queens(7).count(executor=executor, progress=reports.append) == 40
    assert (reports[-1].explored, reports[-1].solutions, reports[-1].ended) == (1.0, 40, True)


@settings(max_examples=40)
@given(problems())
def test_being_told_changes_nothing(stated: Stated) -> None:
    told: list[SearchProgress] = []
    assert list(stated.problem.solutions(progress=told.append)) == list(stated.problem.solutions())
    assert told[-1].ended


@pytest.mark.usefixtures("fast")
def test_true_shows_a_line_on_stderr(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    queens(8).count(limit=10**6, progress=True)
    assert capsys.readouterr().err.splitlines()[-1].endswith("92 solutions, 100.0 % explored")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    queens(8).count(limit=10**6, progress=True)
    shown = capsys.readouterr().err
    assert shown.startswith("\r")
    assert shown.count("\n") == 1


def test_a_listener_that_raises_ends_the_search() -> None:
    def stop(_: SearchProgress) -> None:
        raise RuntimeError("enough")

    found = queens(6).solutions(progress=stop)
    with pytest.raises(RuntimeError, match="enough"):
        list(found)


@pytest.mark.parametrize("wrong", [3, "yes", []])
def test_what_cannot_listen_is_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match="progress="):
        Problem().solve(progress=wrong)
