"""Executors that pickle, delay, reorder or refuse tasks."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Container, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from random import Random
from time import sleep
from typing import Any

METHODS = [method for method in ("fork", "spawn") if method in multiprocessing.get_all_start_methods()]


def processes(workers: int = 2, method: str = METHODS[0]) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, multiprocessing.get_context(method))


class Postal(ThreadPoolExecutor):
    """Threads; tasks and results are pickled, as between processes."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        packed = pickle.dumps((fn, args, kwargs))
        return super().submit(_post, packed)


def _post(packed: bytes) -> Any:
    fn, args, kwargs = pickle.loads(packed)  # noqa: S301
    return pickle.loads(pickle.dumps(fn(*args, **kwargs)))  # noqa: S301


class Erratic(ThreadPoolExecutor):
    """Threads that finish in any order."""

    def __init__(self, workers: int, seed: int) -> None:
        super().__init__(workers)
        self.random = Random(seed)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return super().submit(_after, self.random.random() / 200, fn, *args, **kwargs)


def _after(seconds: float, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    sleep(seconds)
    return fn(*args, **kwargs)


class Idle(Executor):
    """Runs the tasks with the given numbers at once; the others never begin, or fail."""

    def __init__(self, done: Container[int] = (), lost: Container[int] = ()) -> None:
        self._max_workers = 2
        self.done = done
        self.lost = lost
        self.futures: list[Future[Any]] = []
        self.calls: list[Callable[[], Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.calls.append(partial(fn, *args, **kwargs))
        if len(self.futures) in self.done:
            future.set_result(fn(*args, **kwargs))
        elif len(self.futures) in self.lost:
            future.set_exception(RuntimeError("out of order"))
        self.futures.append(future)
        return future

    @property
    def waiting(self) -> list[Future[Any]]:
        return [future for future in self.futures if not future.done()]

    def begin(self) -> list[Any]:
        """Run the waiting tasks, as a late worker would."""
        waiting = [number for number, future in enumerate(self.futures) if not future.done()]
        return [self.calls[number]() for number in waiting]


class Backwards(Executor):
    """Waits for four tasks, then runs them, the last one first."""

    def __init__(self) -> None:
        self._max_workers = 2
        self.tasks: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.tasks.append((future, partial(fn, *args, **kwargs)))
        if len(self.tasks) == 4:
            while self.tasks:
                waiting, task = self.tasks.pop()
                waiting.set_result(task())
        return future


class Interrupted(ThreadPoolExecutor):
    """Threads; the executor is interrupted while it takes a task."""

    taken = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        signal.raise_signal(signal.SIGINT)
        self.taken += 1
        return super().submit(fn, *args, **kwargs)


@contextmanager
def interrupted_executor() -> Iterator[Interrupted]:
    """Set Python's own handler for Ctrl-C, and check at the end that it is still there."""
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Interrupted(1) as executor:
            yield executor
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, handler)
