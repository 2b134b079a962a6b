"""Run a function in several processes: results keep the order of the items, and memory stays small."""

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
    """Return the results of *function* for all *items* in order, from *jobs* processes (0: one on each core).

    One job runs in this process, lazily. For more jobs, *function* and items must be picklable.
    """
    workers = jobs or os.cpu_count() or 1
    return map(function, items) if workers == 1 else _spread(function, iter(items), workers, chunk)


def _spread(function: Callable[[_A], _B], items: Iterator[_A], workers: int, chunk: int) -> Iterator[_B]:
    # New processes, not forks: a forked copy of a process with threads may hang.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_ignore_interrupts)
    waiting: deque[Future[list[_B]]] = deque()
    try:
        while True:
            while len(waiting) < workers * _TASKS_PER_WORKER and (batch := list(islice(items, chunk))):
                with _interrupts_blocked():
                    waiting.append(pool.submit(_each, function, batch))
            if not waiting:
                pool.shutdown()
                return
            yield from waiting.popleft().result()
    except BrokenProcessPool as fault:
        raise Failure(
            "a worker process died: perhaps there is not enough memory for so many --jobs", Exit.LIMIT
        ) from fault
    finally:
        if waiting:
            # A worker may be ended in the middle of a result. The thread that reads results waits for the rest as long
            # as any process, like this one, can still write it. In Python 3.10 and early versions of 3.11 the thread
            # that writes tasks waits as long as any process, like this one, can still read them.
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
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for a moment: a worker that is started meanwhile never receives it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _each(function: Callable[[_A], _B], items: list[_A]) -> list[_B]:
    return [function(item) for item in items]
