"""An exception at any moment, such as that of a signal, closes an iterator or loses nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import pytest

import csplib
from csplib import COMPILED, Problem, Status


class Stop(Exception):  # noqa: N818 - no error
    """What interrupts."""


@contextmanager
def stopped_at(moment: int) -> Iterator[list[int]]:
    """Raise `Stop` when line number *moment* of csplib's is about to run. The list has the moments left."""
    home = csplib.__path__[0]
    left = [moment]

    def each(frame: FrameType, event: str, _: object) -> Any:
        if home not in frame.f_code.co_filename:
            return None
        if event == "line":
            left[0] -= 1
            if not left[0]:
                raise Stop
        return each

    before = sys.gettrace()
    sys.settrace(each)
    try:
        yield left
    finally:
        sys.settrace(before)


def free() -> Problem[str, int]:
    """Return a problem whose solutions come in blocks."""
    p: Problem[str, int] = Problem()
    x, y, *_ = p.add_variables("xyzw", range(3))
    p.add(x < y)
    return p


def tied() -> Problem[str, int]:
    """Return a problem whose solutions come one by one."""
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(1, 4))
    p.add(x * y == 3)
    return p


def listed(found: Any) -> Iterator[tuple[int, ...]]:
    for solution in found:
        yield solution._row  # an interrupted `values` is not what this is about


def in_rows(found: Any) -> Iterator[tuple[int, ...]]:
    yield from found.rows()


def first_skipped(found: Any) -> Iterator[tuple[int, ...]]:
    """Yield the solutions, the first of which was only advanced to."""
    if found.advance():
        yield (-1,)
        yield from listed(found)


@pytest.mark.skipif(COMPILED, reason="compiled code has no lines to trace")
@pytest.mark.parametrize("read", [listed, in_rows, first_skipped])
@pytest.mark.parametrize("state", [free, tied])
@pytest.mark.parametrize("learning", [None, True])
def test_a_list_cut_off_anywhere_is_closed_or_goes_on(
    state: Callable[[], Problem[str, int]],
    read: Callable[[Any], Iterator[tuple[int, ...]]],
    learning: bool | None,  # noqa: FBT001 - a parameter of the test
) -> None:
    p = state()
    options: Any = {} if learning is None else {"learning": learning}
    every = list(read(p.solutions(**options)))
    moment, closed = 0, 0
    while True:
        moment += 1
        found = p.solutions(**options)
        got: list[tuple[int, ...]] = []
        with stopped_at(moment) as left, suppress(Stop):
            for row in read(found):
                got.append(row)  # noqa: PERF402 - it may end early
        if left[0] > 0:
            break
        status = found.status
        got += read(found) if not got else listed(found)
        assert len(set(got)) == len(got)
        assert set(got) <= set(every)
        if found.status is Status.COMPLETE:
            assert got == every
        else:
            assert status is found.status is Status.CLOSED
            closed += 1
    assert got == every
    assert closed > 20


@pytest.mark.skipif(COMPILED, reason="compiled code has no lines to trace")
def test_an_optimization_cut_off_anywhere_calls_nothing_optimal_but_the_best() -> None:
    moment = 0
    while True:
        moment += 1
        p: Problem[str, int] = Problem()
        x, y, z = p.add_variables("xyz", range(3))
        p.add(x + y + z >= 3, x != y)
        found = p.minimize(x * x + 2 * y + z)
        with stopped_at(moment) as left, suppress(Stop):
            found.finish()
        if left[0] > 0:
            break
        found.finish()
        assert found.status in {Status.OPTIMAL, Status.CLOSED}
        if found.status is Status.OPTIMAL:
            assert found.best is not None
            assert found.best.objective == 3
    assert moment > 500


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no such signals here")
@pytest.mark.parametrize("state", [free, tied])
def test_signals_that_raise_lose_no_solution_unnoticed(state: Callable[[], Problem[str, int]]) -> None:
    p = state()
    every = [tuple(solution.values()) for solution in p.solutions()]

    def stop(*_: object) -> None:
        raise Stop

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for moment in range(300):
            found = p.solutions()
            got: list[tuple[int, ...]] = []
            with suppress(Stop):
                try:
                    signal.setitimer(signal.ITIMER_REAL, 2e-6 * (1 + moment))
                    for row in listed(found):
                        got.append(row)  # noqa: PERF402 - it may end early
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            got += listed(found)
            assert got == every or found.status is Status.CLOSED
    finally:
        signal.signal(signal.SIGALRM, before)


_LARGE_NUMBERS = """
import os, random, signal, sys, threading, time
from csplib import Problem

class Stop(Exception):
    pass

def sums():
    p, r = Problem(), random.Random(1)
    x = p.add_booleans(range(60))
    weights = [r.randrange(10**19, 10**20) for _ in x]
    p.add(sum(w * b for w, b in zip(weights, x)) == sum(weights) // 2 + 1)
    p.solve()

def products():
    p = Problem()
    x, y, z = p.add_variables("xyz", range(2, 10**9))
    p.add(x * y * z == (10**9 + 7) * (10**9 + 9) * 31 * 37, x < y, y < z)
    p.solve()

def best():
    p, r = Problem(), random.Random(2)
    x = p.add_booleans(range(50))
    weights = [r.randrange(10**24, 10**25) for _ in x]
    p.maximize(sum(w * b for w, b in zip(weights, x)) % (10**25 + 13), learning=True).finish()

def stop(*_):
    signal.setitimer(signal.ITIMER_REAL, 0)
    raise Stop

question = {"sums": sums, "products": products, "best": best}[sys.argv[1]]
if sys.argv[2] == "SIGINT":
    def press():
        time.sleep(float(sys.argv[3]))
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=press, daemon=True).start()
else:
    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, float(sys.argv[3]))
try:
    question()
except (KeyboardInterrupt, Stop) as stopped:
    os.write(1, type(stopped).__name__.encode())
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no such signals here")
@pytest.mark.parametrize("kind", ["SIGINT", "SIGALRM"])
@pytest.mark.parametrize("question", ["sums", "products", "best"])
def test_an_interrupt_inside_a_long_multiplication_ends_the_question_and_not_the_process(
    question: str, kind: str
) -> None:
    for seconds in ("0.2", "0.45"):
        run = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", _LARGE_NUMBERS, question, kind, seconds],
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert run.stdout in {b"KeyboardInterrupt", b"Stop"}, (run.returncode, run.stderr[-500:])
