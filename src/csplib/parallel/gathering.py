"""Tasks for an executor of `concurrent.futures`, and their answers as they come.

`concurrent.futures` itself is not imported here, since it is slow to load: a user with an executor has it already.
"""

from __future__ import annotations

import os
import pickle
from _thread import allocate_lock
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from signal import SIGINT, default_int_handler, getsignal, signal
from traceback import format_exc
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from csplib.errors import CSPError, KindError, OptionError
from csplib.kernel.clock import pulse as only_look_up
from csplib.kernel.other_libraries import place_in
from csplib.kernel.submitting import submit

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from csplib.parallel.pieces import Piece
    from csplib.problem import Problem

__all__ = ["Answer", "Function", "Task", "WorkerLost", "gather"]

Function: TypeAlias = Callable[..., Any]
Task: TypeAlias = tuple[Any, ...]
Code: TypeAlias = list[tuple[int, int]]

_BEAT = 0.1
_CLEAN_UP = 1.0
_MOST_UNPACKED = 4
_NOT_PICKLED = (pickle.PicklingError, AttributeError, TypeError, RecursionError)

_unpacked: dict[bytes, tuple[Problem[Any, Any], Mapping[str, Any]]] = {}


class WorkerLost(CSPError):  # noqa: N818 - the answers of the other workers are not lost
    """A worker died, or the executor has stopped.

    `found` is the result so far: a number of solutions, or a solution. `unfinished` has the pieces without an
    answer, to be used as ``assuming=``.
    """

    def __init__(self, message: str, found: Any = None, unfinished: Iterable[Piece] = ()) -> None:
        super().__init__(message)
        self.found: Any = found
        self.unfinished: list[Piece] = list(unfinished)

    def __str__(self) -> str:
        return f"{self.args[0]} (pieces without an answer: {len(self.unfinished)})"


class Answer(NamedTuple):
    """The answer to one task: the value that its function returned, or the error that it raised."""

    value: Any = None
    error: Exception | None = None
    cause: BaseException | None = None

    def result(self) -> Any:
        """Return the value, or raise the error."""
        if self.error is not None:
            raise self.error from self.cause
        return self.value


def gather(
    executor: Executor,
    function: Function,
    problem: Problem[Any, Any],
    tasks: Iterable[Task | None],
    *,
    shared: Mapping[str, object] | None = None,
    room: int = 2,
    pulse: Callable[[], None] = only_look_up,
) -> Generator[tuple[int, Answer], None, None]:
    """Have workers run ``function(problem, piece, shared, *rest)`` for each ``(piece, *rest)`` of *tasks*.

    Answers are yielded as they come, each with the number of its task. At most *room* tasks are under way, and the
    next one is taken only when there is room: so it can depend on the answers before it. None in place of a task means
    "not now": the next task is taken after the next answer. Closing the generator abandons the tasks under way.

    *function* must be importable, since it is sent by name. *shared* values go along with the problem, by keyword: both
    are pickled once, and unpickled once in each process. *pulse* is called several times a second.
    """
    if not callable(getattr(executor, "submit", None)):
        raise KindError(f"{executor!r} is not an executor: it has no submit()")
    if isinstance(executor, type):
        raise KindError(
            f"{executor.__name__} is a class, not an executor: write with {executor.__name__}() as executor"
        )
    return _gathered(executor, function, _Parcel(problem, shared or {}), iter(tasks), room, pulse)


def _gathered(
    executor: Executor,
    function: Function,
    parcel: _Parcel,
    tasks: Iterator[Task | None],
    room: int,
    pulse: Callable[[], None],
) -> Generator[tuple[int, Answer], None, None]:
    under_way: dict[Future[Answer], tuple[int, Piece]] = {}
    inbox = _Inbox()
    sent, trouble = 0, None
    try:
        while True:
            while trouble is None and len(under_way) < room and (task := next(tasks, None)) is not None:
                try:
                    future = submit(executor, _run, function, parcel, parcel.encoded(task[0]), task[1:])
                except Exception as error:  # noqa: BLE001, PERF203 - an executor may raise anything
                    trouble = error
                else:
                    under_way[future] = (sent, task[0])
                    future.add_done_callback(inbox.put)
                    sent += 1
            if trouble is not None and not inbox:
                raise parcel.explained(trouble, [piece for _, piece in under_way.values()]) from trouble
            if not under_way:
                return
            done = inbox.take(pulse)
            try:
                answer = done.result()
            except Exception as error:  # noqa: BLE001 - as above; errors of the function are in the answer
                trouble = error
            else:
                yield under_way.pop(done)[0], answer
    finally:
        parcel.abandoned = True
        if trouble is not None:
            _unblock(executor)


def _unblock(executor: Executor) -> None:
    """Let a process pool that has lost a worker shut down.

    In Python 3.10 and early versions of 3.11 its shutdown waits for a thread that writes the next task into a pipe.
    No worker reads that pipe any more, but the write does not fail as long as the pool itself could read.
    """
    manager = getattr(executor, "_executor_manager_thread", None)
    if manager is not None and getattr(executor, "_broken", False):
        manager.join(_CLEAN_UP)
        if manager.is_alive():
            executor._call_queue._reader.close()  # type: ignore[attr-defined]  # noqa: SLF001 - as newer ones do


class _Inbox:
    """The futures that are done, in the order in which they were."""

    def __init__(self) -> None:
        self._done: deque[Future[Answer]] = deque()
        self._wake = allocate_lock()

    def __len__(self) -> int:
        return len(self._done)

    def put(self, future: Future[Answer]) -> None:
        """Add a future, from any thread; then wake `take`."""
        self._done.append(future)
        with suppress(RuntimeError):  # it is awake already
            self._wake.release()

    def take(self, pulse: Callable[[], None]) -> Future[Answer]:
        """Wait for a future, in short intervals: on some systems Ctrl-C does not interrupt waiting."""
        pulse()
        while not self._done:
            self._wake.acquire(timeout=_BEAT)
            pulse()
        return self._done.popleft()


class _Parcel:
    """A problem and the shared values, as one string of bytes.

    If they cannot be pickled, the objects are sent: to threads, or to an executor with its own way to pickle.

    Once the parcel is *abandoned*, threads return at once from tasks that they begin. No future is ever cancelled: a
    process pool of Python 3.11.2 waits forever if it is shut down before it has noticed a cancelled future. It would
    gain nothing either, since all tasks under way are in the queue of a process pool already.
    """

    abandoned = False

    def __init__(self, problem: Problem[Any, Any], shared: Mapping[str, object]) -> None:
        self.home = os.getpid()
        self.problem = problem
        self.shared = shared
        self.compiled: object = problem.compile()
        self.stated: list[tuple[Any, Sequence[Any]]] = list(problem.domains.items())
        self.place = {name: x for x, (name, _) in enumerate(self.stated)}
        self.packed: bytes | None = None
        with suppress(Exception):
            self.packed = pickle.dumps((problem, shared))

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes without those that are in the bytes, or can be made again."""
        rest = {"problem": self.problem, "shared": self.shared, "compiled": None} if self.packed is None else {}
        return {"home": self.home, "packed": self.packed, **rest}

    def encoded(self, piece: Piece) -> Code:
        """Return *piece* in numbers: a copy of a user's name or value may not be equal to it."""
        places = [(self.place[name], value) for name, value in piece.items()]
        return [(x, place_in(self.stated[x][1], value)) for x, value in places]

    def open(self) -> tuple[Problem[Any, Any], Mapping[str, Any]]:
        """Return the problem and the shared values; bytes are unpacked once in each process."""
        if self.packed is None:
            if self.compiled not in (None, self.problem.compile()):
                raise CSPError("the problem was changed while it was being searched")
            return self.problem, self.shared
        known = _unpacked.get(self.packed)
        if known is None:
            try:
                known = pickle.loads(self.packed)  # noqa: S301 - from the process that sends the tasks
            except Exception as error:
                raise KindError(f"a worker cannot unpickle the problem: {error}") from error
            while len(_unpacked) >= _MOST_UNPACKED:
                _unpacked.pop(next(iter(_unpacked)), None)
            _unpacked[self.packed] = known
        return known

    def explained(self, trouble: Exception, unfinished: list[Piece]) -> CSPError:
        """Return the error for an executor that could not send or run a task."""
        if self.packed is None and isinstance(trouble, _NOT_PICKLED):
            for keyword, option in self.shared.items():
                if (refused := _refused(self.problem, option)) is not None:
                    return OptionError(f"{keyword}={option!r} cannot be sent to a worker: {refused}")
            for constraint in self.problem.constraints:
                if (refused := _refused(self.problem, constraint)) is not None:
                    return KindError(f"the constraint {constraint} cannot be sent to a worker: {refused}")
            for name, values in self.stated:
                if (refused := _refused(self.problem, (name, values))) is not None:
                    return KindError(f"the variable {name!r} cannot be sent to a worker: {refused}")
        return WorkerLost(f"a worker was lost: {type(trouble).__name__}: {trouble}", None, unfinished)


class _PartPickler(pickle.Pickler):
    """A pickler for the parts of a problem: it leaves out the problem itself."""

    def __init__(self, problem: Problem[Any, Any]) -> None:
        super().__init__(BytesIO())
        self._kind = type(problem)

    def persistent_id(self, thing: object) -> str | None:
        return "a problem" if isinstance(thing, self._kind) else None


def _refused(problem: Problem[Any, Any], thing: object) -> str | None:
    """Return why *thing*, a part of *problem*, cannot be pickled, or None if it can."""
    try:
        _PartPickler(problem).dump(thing)
    except Exception as error:  # noqa: BLE001 - pickling runs code of the user's classes
        return f"{error}"
    return None


def _run(function: Function, parcel: _Parcel, code: Code, rest: Task) -> Answer:
    """Run one task, in a worker.

    A terminal sends Ctrl-C to worker processes too. It may end a task, but must not come between two tasks: executors
    that are interrupted while they handle their queues can wait forever.
    """
    guarded = parcel.home != os.getpid() and getsignal(SIGINT) in (default_int_handler, _ignore)
    if parcel.abandoned:
        return Answer()
    try:
        if guarded:
            _handle_interrupts(default_int_handler)
        return _answer(function, parcel, code, rest)
    finally:
        if guarded:
            _handle_interrupts(_ignore)


def _ignore(_number: int, _frame: object) -> None:
    """Ignore an interrupt between two tasks: the process that sends them was interrupted as well."""


def _handle_interrupts(handler: Callable[[int, Any], Any]) -> None:
    with suppress(ValueError):  # only the main thread of a process can set a handler, and only it is interrupted
        signal(SIGINT, handler)


def _answer(function: Function, parcel: _Parcel, code: Code, rest: Task) -> Answer:
    try:
        problem, shared = parcel.open()
        stated = list(problem.domains.items())
        piece = {stated[x][0]: stated[x][1][place] for x, place in code}
        return Answer(function(problem, piece, shared, *rest))
    except Exception as error:  # noqa: BLE001 - the user's functions run here
        vars(error).setdefault("__notes__", []).append(f"In a worker:\n{format_exc()}")
        cause = error.__cause__
        return Answer(None, _sendable(error), _sendable(cause) if isinstance(cause, Exception) else None)


def _sendable(error: Exception) -> Exception:
    """Return *error*, or if it cannot be pickled and unpickled, another one with the same text."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:  # noqa: BLE001 - pickling may raise anything
        return CSPError(f"{type(error).__name__}: {error}")
    return error
