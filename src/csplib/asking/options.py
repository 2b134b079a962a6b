"""The keywords that every question to a problem takes: their types, their documentation, and their checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar

from csplib.asking.progress import SearchProgress
from csplib.asking.solution import Solution
from csplib.display.wording import brief
from csplib.errors import KindError, OptionError
from csplib.kernel.clock import Clock
from csplib.kernel.events import Event
from csplib.kernel.interrupts import Cancel
from csplib.kernel.other_libraries import native
from csplib.modelling.constraints.base import listed
from csplib.textbook.arc_consistency import ac3
from csplib.textbook.strategies import Infer, Order, Select

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from csplib.asking.store import Store
    from csplib.problem import Problem

__all__ = [
    "QuestionOptions",
    "SearchOptions",
    "check_assuming",
    "check_cancel",
    "check_count",
    "check_options",
    "check_positive",
    "clock_for",
    "named_hint",
    "projected",
    "question_keywords",
    "refuse_restarts",
    "search_keywords",
    "shared_clock",
    "takes",
]

_Asked = TypeVar("_Asked", bound=Callable[..., object])

_MEANT = {
    **dict.fromkeys(["timeout", "max_time", "timelimit"], "time_limit="),
    **dict.fromkeys(["limit", "max_solutions", "solution_limit"], "count(limit=...) or solutions(solution_limit=...)"),
    "on": "count(on=...) or solutions(on=...)",
    **dict.fromkeys(["processes", "threads", "n_jobs", "jobs"], "executor="),
    **dict.fromkeys(["solver", "backend"], "engine="),
    **dict.fromkeys(["warm_start", "start", "initial", "hints"], "hint="),
}
_NUMBERS = ("node_limit", "seed", "time_limit")


class SearchOptions(TypedDict, total=False):
    """The keywords that `Problem.solve`, `Problem.solutions`, `Problem.count`, `Problem.minimize` and others share.

    Attributes:
        assuming: Values that some variables must have, in this search only.
        hint: Values to try first, such as an earlier solution: a warm start. It may be partial, and it may be wrong.
        select: The next variable (`mrv`, `degree`, ...); by default the engine chooses.
        order: The order of values (`lcv`, `ascending`, ...).
        infer: The inference after each assignment (`forward_check`, `mac`, ...); by default full propagation.
        restarts: The failures before each restart: `geometric()`, `luby()`, ``[]`` for never. Not for all solutions.
        learning: Learn from conflicts: ``"auto"`` once the search proves to be hard, True from the start, False never.
        seed: Shuffle the values. The same seed gives the same run on every machine. Not together with `order`.
        time_limit: Stop after this number of seconds of work on the question, including compiling.
        node_limit: Stop after this number of tried values.
        cancel: Stop as at a limit once its ``is_set()`` is true: a `threading.Event` that another thread sets.
        observer: A function that is called with every event.
        progress: A function that is called several times a second with a `SearchProgress`; True writes to stderr.

    """

    assuming: Mapping[Any, object] | None
    hint: Mapping[Any, object] | None
    select: Select | None
    order: Order | None
    infer: Infer | None
    restarts: Iterable[int] | None
    learning: Literal["auto"] | bool | None
    seed: int | None
    time_limit: float | None
    node_limit: int | None
    cancel: Cancel | None
    observer: Callable[[Event], None] | None
    progress: Callable[[SearchProgress], object] | bool | None


class QuestionOptions(SearchOptions, total=False):
    """The same keywords, and those that choose another solver or workers.

    Attributes:
        executor: Search with all the workers of an executor of `concurrent.futures`.
        pieces: With `executor`, the number of pieces to split the search space into; by default 30 for each worker.
        engine: The solver: ``"csplib"``, or ``"cp-sat"`` of OR-Tools, which is an extra.
        workers: With CP-SAT, the number of its threads for one solution or the best one; by default 1.

    """

    executor: Executor | None
    pieces: int | None
    engine: Literal["csplib", "cp-sat"] | None
    workers: int | None


def takes(*kinds: type) -> Callable[[_Asked], _Asked]:
    """Return a decorator that lists keywords, the attributes of *kinds*, in the docstring of a function.

    A signature that ends in ``**options`` does not show them.

    >>> @takes(QuestionOptions)
    ... def ask(**options):
    ...     "Ask."
    >>> print(ask.__doc__)
    Ask.
    <BLANKLINE>
    Keywords:
        executor: Search with all the workers of an executor of `concurrent.futures`.
        pieces: With `executor`, the number of pieces to split the search space into; by default 30 for each worker.
        engine: The solver: ``"csplib"``, or ``"cp-sat"`` of OR-Tools, which is an extra.
        workers: With CP-SAT, the number of its threads for one solution or the best one; by default 1.
    """
    described = [(kind.__doc__ or "").partition("Attributes:")[2].strip().splitlines() for kind in kinds]
    keywords = [f"    {line.strip()}" for lines in described for line in lines]

    def documented(question: _Asked) -> _Asked:
        text = question.__doc__ or ""
        margin = text[len(text.rstrip(" ")) :]
        lines = "".join([f"\n{margin}{line}" for line in ("Keywords:", *keywords)])
        question.__doc__ = f"{text.rstrip()}\n{lines}"
        return question

    return documented


def question_keywords(question: _Asked) -> _Asked:
    """List the keywords of every question, `QuestionOptions`, in the docstring of *question*."""
    return takes(SearchOptions, QuestionOptions)(question)


def search_keywords(question: _Asked) -> _Asked:
    """List the keywords of csplib's own search, `SearchOptions`, in the docstring of *question*."""
    return takes(SearchOptions)(question)


def check_options(options: SearchOptions) -> None:
    """Refuse options that do not exist or make no sense; convert numbers of NumPy to Python's."""
    given: dict[str, Any] = options  # type: ignore[assignment]
    given.update({keyword: native(given[keyword]) for keyword in _NUMBERS if keyword in given})
    for keyword in options.keys() - QuestionOptions.__annotations__.keys():
        meant = f": did you mean {_MEANT[keyword]}?" if keyword in _MEANT else ""
        known = ", ".join(QuestionOptions.__annotations__)
        raise KindError(f"there is no option {keyword}={meant}; the options are {known}")
    for keyword in ("select", "order", "infer", "observer"):
        strategy = options.get(keyword)
        if strategy is not None and not callable(strategy):
            raise OptionError(f"{keyword}= must be callable, not {strategy!r}")
        if strategy is ac3:
            raise OptionError(f"{keyword}=ac3 makes no sense: infer=mac runs AC-3 after each assignment")
    progress = options.get("progress")
    if not callable(progress) and progress not in (None, False, True):
        raise OptionError(f"progress= must be True or callable, not {progress!r}")
    restarts = options.get("restarts")
    if restarts is not None and (isinstance(restarts, str) or not isinstance(restarts, Iterable)):
        raise OptionError(f"restarts= must be a sequence of integers, not {restarts!r}: try geometric() or luby()")
    _check_learning(options)
    check_assuming(options.get("assuming"))
    _check_hint(options.get("hint"))
    check_count("node_limit", options.get("node_limit"))
    time_limit, seed = options.get("time_limit"), options.get("seed")
    if time_limit is not None and (not isinstance(time_limit, (int, float)) or not 0 <= time_limit < inf):
        raise OptionError(f"time_limit must be a number of seconds, not {time_limit!r}")
    check_cancel(options.get("cancel"))
    if seed is not None and options.get("order") is not None:
        raise OptionError("seed= shuffles the values and order= sorts them: pass one of the two")
    if seed is not None and not isinstance(seed, int):
        raise OptionError(f"seed must be an integer, not {seed!r}")
    _check_delegation(given)


def _check_learning(options: SearchOptions) -> None:
    """Refuse a way of learning that does not exist, or that the user's strategies leave no room for."""
    learning = options.get("learning")
    if learning is not None and not isinstance(learning, bool) and learning != "auto":
        raise OptionError(f'learning= must be True, False or "auto", not {brief(learning)}')
    if learning is True:
        for keyword in ("select", "order", "infer", "restarts"):
            if options.get(keyword) is not None:
                raise OptionError(f"a search that learns decides by itself: pass learning=True or {keyword}=, not both")


def _check_delegation(given: dict[str, Any]) -> None:
    """Refuse options for a delegate that was not asked for."""
    if given.get("pieces") is not None:
        check_positive("pieces", given["pieces"])
        if given.get("executor") is None and given.get("engine") != "cp-sat":  # which refuses both
            raise OptionError("pieces= is for the workers of an executor: pass executor=, too")
    if given.get("workers") is not None:
        check_positive("workers", given["workers"])
        if given.get("engine") != "cp-sat":
            raise OptionError("workers= is for engine='cp-sat'; with csplib's own engine, pass executor= instead")


def check_assuming(facts: object) -> None:
    """Refuse assumptions that are not a mapping."""
    if facts is not None and not isinstance(facts, Mapping):
        raise OptionError(f"assuming= must be a mapping of variables to values, as in {{x: 1}}, not {brief(facts)}")


def _check_hint(hint: object) -> None:
    """Refuse a hint that is not a mapping."""
    if hint is not None and not isinstance(hint, Mapping):
        raise OptionError(f"hint= must be a solution or a mapping of variables to values, not {brief(hint)}")


def check_cancel(cancel: object) -> None:
    """Refuse a *cancel* without ``is_set``."""
    if cancel is not None and not callable(getattr(cancel, "is_set", None)):
        raise OptionError(f"cancel= must have is_set(), as a threading.Event has, but {cancel!r} has not")


def check_count(keyword: str, count: object) -> int | None:
    """Return *count* as a Python int, or None; refuse all but non-negative integers."""
    number = native(count)
    if number is not None and (not isinstance(number, int) or number < 0):
        raise OptionError(f"{keyword} must be a non-negative integer, not {count!r}")
    return number


def check_positive(keyword: str, count: object) -> int:
    """Return *count* as a Python int; refuse all but positive integers."""
    number = native(count)
    if not isinstance(number, int) or number < 1:
        raise OptionError(f"{keyword} must be a positive integer, not {count!r}")
    return number


def projected(problem: Problem[Any, Any], on: Iterable[object]) -> list[Any]:
    """Return the names of the variables *on*; refuse them if *problem* does not have them, or one comes twice."""
    names = [problem.variable(variable).name for variable in listed(on, "on= needs a collection of variables")]
    if len(set(names)) < len(names):
        raise OptionError("on= names a variable twice")
    return names


def named_hint(problem: Store, hint: Mapping[Any, object] | None) -> dict[Any, object] | None:
    """Return *hint* by the names of the variables; refuse it if *problem* does not have one of them.

    A `Solution` may have more variables: it can be from the day before, when the problem was another one.
    """
    if hint is None:
        return None
    if isinstance(hint, Solution):
        return {name: value for name, value in hint.items() if name in problem._variables}  # noqa: SLF001
    return {problem._name_of(key): value for key, value in hint.items()}  # noqa: SLF001


def refuse_restarts(options: SearchOptions) -> None:
    """Refuse restarts in a search for all solutions: some would come twice."""
    if options.get("restarts") is not None:
        raise OptionError("restarts= is for one solution or the best one: a search for all solutions cannot restart")


def clock_for(options: SearchOptions) -> Clock:
    """Return a new clock with the limits of a question."""
    return Clock(options.get("time_limit"), options.get("cancel"))


def shared_clock(options: SearchOptions) -> tuple[Clock, SearchOptions]:
    """Return one clock for a question that takes several searches, and the options of each search."""
    rest = options.copy()
    rest["time_limit"] = rest["cancel"] = None
    return clock_for(options), rest
