"""`submit`: hand a task to an executor without being interrupted halfway."""

from __future__ import annotations

from contextlib import suppress
from signal import SIGINT, getsignal, signal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["submit"]


def submit(executor: Executor, function: Any, *arguments: object) -> Future[Any]:
    """Return the future of ``function(*arguments)``. Ctrl-C waits until the executor has taken the task.

    A process pool that is interrupted in between has a task that it never sends. Its shutdown would wait for that task
    forever.
    """
    handler = getsignal(SIGINT)
    interrupts: list[Any] = []
    is_deferred = False
    if callable(handler):
        with suppress(ValueError):  # only the main thread can set a handler, and only it is interrupted
            signal(SIGINT, lambda _number, frame: interrupts.append(frame))
            is_deferred = True
    try:
        return executor.submit(function, *arguments)
    finally:
        if is_deferred:
            signal(SIGINT, handler)
        if interrupts and callable(handler):
            handler(SIGINT, interrupts[-1])
