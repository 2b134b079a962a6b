"""The keywords that every question to a problem takes, and what makes sense for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from csplib.asking.progress import SearchProgress
from csplib.display.wording import brief
from csplib.errors import KindError, OptionError
from csplib.kernel.arrays import native
from csplib.kernel.clock import Clock
from csplib.kernel.events import Event
from csplib.kernel.interrupts import Cancel
from csplib.textbook.arc_consistency import ac3
from csplib.textbook.strategies import Infer, Order, Select

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = [
    "QuestionOptions",
    "SearchOptions",
    "check_assuming",
    "check_cancel",
    "check_count",
    "check_options",
    "clock_for",
    "refuse_restarts",
    "shared_clock",
]


_MEANT = {
    **dict.fromkeys(["timeout", "max_time", "timelimit"], "time_limit="),
    **dict.fromkeys(["limit", "max_solutions", "solution_limit"], "count(limit=...) or solutions(solution_limit=...)"),
    "on": "count(on=...) or solutions(on=...)",
    **dict.fromkeys(["workers", "processes", "threads", "n_jobs", "jobs"], "executor="),
    **dict.fromkeys(["solver", "backend"], "engine="),
}
_NUMBERS = ("node_limit", "seed", "time_limit")


class SearchOptions(TypedDict, total=False):
    """The keywords that `Problem.solve`, `Problem.solutions`, `Problem.count`, `Problem.minimize` and their kin share.

    Attributes:
        assuming: Values that some variables shall have, for this search alone.
        select: Which variable next (`mrv`, `degree`, ...); the engine's own choice if absent.
        order: Which value first (`lcv`, `ascending`, ...).
        infer: What to conclude after each assignment (`forward_check`, `mac`, ...); all that the engine can if absent.
        restarts: How many failures before each restart: `geometric()`, `luby()`, ``[]`` for never. Not to enumerate.
        seed: Shuffle the values: the same seed, the same run, everywhere. Not together with `order`.
        time_limit: Stop after so many seconds of work on the question, compiling included.
        node_limit: Stop after so many values tried.
        cancel: Stop as at a limit once its ``is_set()`` is true: a `threading.Event` that another thread sets.
        observer: Is called with every event.
        progress: Is called several times a second with a `SearchProgress`; True shows it on stderr.

    """

    assuming: Mapping[Any, object] | None
    select: Select | None
    order: Order | None
    infer: Infer | None
    restarts: Iterable[int] | None
    seed: int | None
    time_limit: float | None
    node_limit: int | None
    cancel: Cancel | None
    observer: Callable[[Event], None] | None
    progress: Callable[[SearchProgress], object] | bool | None


class QuestionOptions(SearchOptions, total=False):
    """The same, and who shall search.

    Attributes:
        executor: Search with all the workers of an executor of `concurrent.futures`.
        engine: Who searches: csplib itself, or CP-SAT of OR-Tools, which is an extra.

    """

    executor: Executor | None
    engine: Literal["csplib", "cp-sat"] | None


def check_options(options: SearchOptions) -> None:
    """Refuse options that do not exist, or make no sense."""
    given: dict[str, Any] = options  # type: ignore[assignment]  # numbers of NumPy become Python's own
    given.update({keyword: native(given[keyword]) for keyword in _NUMBERS if keyword in given})
    for keyword in options.keys() - QuestionOptions.__annotations__.keys():
        meant = f": did you mean {_MEANT[keyword]}?" if keyword in _MEANT else ""
        known = ", ".join(QuestionOptions.__annotations__)
        raise KindError(f"there is no option {keyword}={meant}; the options are {known}")
    for keyword in ("select", "order", "infer", "observer"):
        strategy = options.get(keyword)
        if strategy is not None and not callable(strategy):
            raise OptionError(f"{keyword}={strategy!r} is not callable")
        if strategy is ac3:
            raise OptionError(f"{keyword}=ac3 makes no sense: infer=mac runs AC-3 after each assignment")
    progress = options.get("progress")
    if not callable(progress) and progress not in (None, False, True):
        raise OptionError(f"progress={progress!r} is neither callable nor True")
    restarts = options.get("restarts")
    if restarts is not None and (isinstance(restarts, str) or not isinstance(restarts, Iterable)):
        raise OptionError(f"restarts={restarts!r} is not a sequence of numbers: try geometric() or luby()")
    check_assuming(options.get("assuming"))
    check_count("node_limit", options.get("node_limit"))
    time_limit, seed = options.get("time_limit"), options.get("seed")
    if time_limit is not None and (not isinstance(time_limit, (int, float)) or not 0 <= time_limit < inf):
        raise OptionError(f"time_limit={time_limit!r} is not a number of seconds")
    check_cancel(options.get("cancel"))
    if seed is not None and options.get("order") is not None:
        raise OptionError("seed= shuffles the values and order= sorts them: give one of the two")
    if seed is not None and not isinstance(seed, int):
        raise OptionError(f"seed={seed!r} is not an integer")


def check_assuming(facts: object) -> None:
    """Refuse assumptions that are none."""
    if facts is not None and not isinstance(facts, Mapping):
        raise OptionError(f"assuming={brief(facts)} does not say which variable has which value: write {{x: 1}}")


def check_cancel(cancel: object) -> None:
    """Refuse what cannot be asked whether to stop."""
    if cancel is not None and not callable(getattr(cancel, "is_set", None)):
        raise OptionError(f"cancel={cancel!r} has no is_set(): give it a threading.Event")


def clock_for(options: SearchOptions) -> Clock:
    """Make the clock of a question."""
    return Clock(options.get("time_limit"), options.get("cancel"))


def shared_clock(options: SearchOptions) -> tuple[Clock, SearchOptions]:
    """Make one clock for a question that takes several searches; give it with the options of each search."""
    rest = options.copy()
    rest["time_limit"] = rest["cancel"] = None
    return clock_for(options), rest


def refuse_restarts(options: SearchOptions) -> None:
    """Refuse to begin anew where all solutions are wanted: some would come twice."""
    if options.get("restarts") is not None:
        raise OptionError("restarts= is for one solution or the best one: while enumerating, none can be skipped")


def check_count(keyword: str, count: object) -> int | None:
    """Refuse what is not a number of things."""
    number = native(count)
    if number is not None and (not isinstance(number, int) or number < 0):
        raise OptionError(f"{keyword}={count!r} is not a number of things")
    return number
