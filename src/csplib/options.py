"""The keywords that every question to a problem takes, and what makes sense for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from csplib.errors import KindError, OptionError
from csplib.events import Event
from csplib.heuristics import Infer, Order, Select
from csplib.progress import SearchProgress
from csplib.wording import brief

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = [
    "QuestionOptions",
    "SearchOptions",
    "check_assuming",
    "check_count",
    "check_options",
    "refuse_restarts",
]


class SearchOptions(TypedDict, total=False):
    """The keywords that `Problem.solve`, `Problem.solutions`, `Problem.count` and `Problem.is_unique` share."""

    assuming: Mapping[Any, object] | None
    """Values that some variables shall have, for this search alone."""
    select: Select | None
    """Which variable next (`mrv`, `degree`, ...); the engine's own choice if absent."""
    order: Order | None
    """Which value first (`lcv`, `ascending`, ...)."""
    infer: Infer | None
    """What to conclude after each assignment (`forward_check`, `mac`, ...); every constraint to the full if absent."""
    restarts: Iterable[int] | None
    """How many failures to bear before each restart: `geometric()`, `luby()`, ``[]`` for never. Not to enumerate."""
    seed: int | None
    """Shuffle the values: the same seed, the same run, everywhere. Not together with `order`."""
    time_limit: float | None
    """Stop after so many seconds inside the search."""
    node_limit: int | None
    """Stop after so many values tried."""
    observer: Callable[[Event], None] | None
    """Is called with every event."""
    progress: Callable[[SearchProgress], object] | bool | None
    """Is called several times a second with a `SearchProgress`; True shows it on stderr."""


class QuestionOptions(SearchOptions, total=False):
    """The same, and who shall search."""

    executor: Executor | None
    """Search with all the workers of an executor of `concurrent.futures`."""
    engine: Literal["csplib", "cp-sat"] | None
    """Who searches: csplib itself, or CP-SAT of OR-Tools, which is an extra."""


def check_options(options: SearchOptions) -> None:
    """Refuse options that do not exist, or make no sense."""
    for keyword in options.keys() - QuestionOptions.__annotations__.keys():
        raise KindError(f"there is no option {keyword}=; the options are {', '.join(QuestionOptions.__annotations__)}")
    for keyword in ("select", "order", "infer", "observer"):
        strategy = options.get(keyword)
        if strategy is not None and not callable(strategy):
            raise OptionError(f"{keyword}={strategy!r} is not callable")
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
    if seed is not None and options.get("order") is not None:
        raise OptionError("seed= shuffles the values and order= sorts them: give one of the two")
    if seed is not None and not isinstance(seed, int):
        raise OptionError(f"seed={seed!r} is not an integer")


def check_assuming(facts: object) -> None:
    """Refuse assumptions that are none."""
    if facts is not None and not isinstance(facts, Mapping):
        raise OptionError(f"assuming={brief(facts)} does not say which variable has which value: write {{x: 1}}")


def refuse_restarts(options: SearchOptions) -> None:
    """Refuse to begin anew where all solutions are wanted: some would come twice."""
    if options.get("restarts") is not None:
        raise OptionError("restarts= is for one solution or the best one: while enumerating, none can be skipped")


def check_count(keyword: str, count: object) -> int | None:
    """Refuse what is not a number of things."""
    if count is not None and (not isinstance(count, int) or count < 0):
        raise OptionError(f"{keyword}={count!r} is not a number of things")
    return count
