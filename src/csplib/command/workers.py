"""Work spread over processes: order is kept, and only so much is under way that memory stays flat."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from typing import TypeVar

from csplib.command.exits import Exit, Failure

__all__ = ["in_order"]

_A = TypeVar("_A")
_B = TypeVar("_B")
_ITEMS_PER_TASK = 25
_TASKS_PER_WORKER = 4
_CLEAN_UP = 1.0


def in_order(
    function: Callable[[_A], _B], items: Iterable[_A], jobs: int, *, chunk: int = _ITEMS_PER_TASK
) -> Iterator[_B]:
    """Call *function* for each of *items*, in *jobs* processes (0: one on each core), and give the results in order.

    With one job everything happens here and now, as each item comes. *function* and items are sent to the workers.
    """
    workers = jobs or os.cpu_count() or 1
    return map(function, items) if workers == 1 else _spread(function, iter(items), workers, chunk)


def _spread(function: Callable[[_A], _B], items: Iterator[_A], workers: int, chunk: int) -> Iterator[_B]:
    # A fresh process, not a fork: a copy of a process with threads may hang.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_leave_signals_to_the_parent)
    waiting: deque[Future[list[_B]]] = deque()
    try:
        while True:
            while len(waiting) < workers * _TASKS_PER_WORKER and (batch := list(islice(items, chunk))):
                with _interrupts_held():
                    waiting.append(pool.submit(_each, function, batch))
            if not waiting:
                pool.shutdown()
                return
            yield from waiting.popleft().result()
    except BrokenProcessPool as fault:
        raise Failure("a worker process died: is there enough memory for so many --jobs?", Exit.LIMIT) from fault
    finally:
        if waiting:
            # A worker may be ended in the middle of a result. The thread that reads it waits for the rest as long as
            # somebody can still write: this process can. And in Python 3.10 and early versions of 3.11 the thread
            # that writes the next task waits as long as somebody can still read it: this process, again.
            writer = getattr(getattr(pool, "_result_queue", None), "_writer", None)
            reader = getattr(getattr(pool, "_call_queue", None), "_reader", None)
            manager = getattr(pool, "_executor_manager_thread", None)
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()
            if writer is not None:
                writer.close()
            if reader is not None and manager is not None:
                manager.join(_CLEAN_UP)
                if manager.is_alive():
                    reader.close()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: a worker that is started meanwhile never hears of it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_signals_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _each(function: Callable[[_A], _B], items: list[_A]) -> list[_B]:
    return [function(item) for item in items]
