"""Reasons of schedules: why a task cannot start at certain times, by the bounds of few other tasks.

For tasks on one machine there are two arguments, after Vilím (2005). Some tasks have too little time between the first
start and the last end of any of them. Or they must all precede the task, and cannot end early enough; the mirror image
is the third one. For tasks that share a capacity, others certainly run at some time and leave too little of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from csplib.kernel.bits import Mask
from csplib.kernel.history import History, Literal

__all__ = ["KNOWN", "reason_of_overload", "reason_on_machine", "reason_with_capacity"]

KNOWN: Final = -2
"""Stands for the variable of a capacity that is a number."""
_Spans = list[tuple[int, int, int, int]]  # the earliest start, latest end and duration of a task, and its number


def reason_on_machine(
    past: History, starts: Sequence[int], durations: Sequence[int], x: int, gone: Mask
) -> list[Literal] | None:
    """Return why the start *x* of a task cannot be in *gone* or, if it is -1, why the tasks do not fit, or None.

    No two tasks overlap. No start is that of two tasks, or a duration.
    """
    spans: _Spans = []
    own = starts.index(x) if x >= 0 else -1
    for place, y in enumerate(starts):
        duration = past.low(durations[place])
        if place != own and duration > 0:
            spans.append((past.low(y), past.high(y) + duration, duration, place))
    begin = end = length = 0
    if own >= 0:
        length = past.low(durations[own])
        begin, end = past.least(x, gone), past.most(x, gone) + length
        found = _preceded(spans, begin, end, length) or _followed(spans, begin, end, length)
        if found is None and length > 0:
            spans.append((begin, end, length, own))
    else:
        found = None
    if found is None:
        found = _crowded(spans, 1)
    if found is None:
        return None
    if own >= 0:
        past.widen(x, past.least(x, gone), past.most(x, gone))
    return _literals(past, starts, durations, own, found)


def _literals(past: History, starts: Sequence[int], durations: Sequence[int], own: int, spans: _Spans) -> list[Literal]:
    """Return the literals that each task of *spans* runs within its span and takes at least as long, if need be."""
    found: dict[int, Mask] = {}
    for begin, end, duration, place in spans:
        if place != own:
            past.meet(found, past.at_least(starts[place], begin))
            past.meet(found, past.at_most(starts[place], end - duration))
        past.meet(found, past.at_least(durations[place], past.low(durations[place])))
    if own >= 0:
        past.meet(found, past.at_least(durations[own], past.low(durations[own])))
    return list(found.items())


def _preceded(spans: _Spans, begin: int, end: int, length: int) -> _Spans | None:
    """Return spans of tasks that must all precede the one from *begin* to *end*, and end too late for that, or None."""
    total = 0
    some: _Spans = []
    for span in sorted(spans, reverse=True):
        earliest, latest, duration, place = span
        if begin + length > latest - duration:
            total += duration
            some.append((earliest, begin + length - 1 + duration, duration, place))
            excess = earliest + total - (end - length) - 1
            if excess >= 0:
                return [(earliest - excess, latest, duration, place) for _, latest, duration, place in some]
    return None


def _followed(spans: _Spans, begin: int, end: int, length: int) -> _Spans | None:
    """Return the mirror image: spans of tasks that must all follow, and start too early."""
    mirrored = [(-latest, -earliest, duration, place) for earliest, latest, duration, place in spans]
    found = _preceded(mirrored, -end, -begin, length)
    return None if found is None else [(-end, -begin, duration, place) for begin, end, duration, place in found]


def _crowded(spans: _Spans, capacity: int) -> _Spans | None:
    """Return the spans of tasks that need more than there is between the first start and the last end, or None.

    There is *capacity* for each unit of time. What each task needs is in place of its duration.
    """
    by_end = sorted([(end, begin, duration, place) for begin, end, duration, place in spans])
    best: _Spans | None = None
    for first, _, _, _ in spans:
        total = 0
        some: _Spans = []
        for end, begin, duration, place in by_end:
            if begin >= first:
                total += duration
                some.append((begin, end, duration, place))
                excess = total - capacity * (end - first) - 1
                if excess >= 0:
                    if best is None or len(some) < len(best):
                        sooner = excess // capacity if capacity else 0
                        best = [(first - sooner, end, length, number) for _, _, length, number in some]
                    break
    return best


def reason_with_capacity(
    past: History,
    starts: Sequence[int],
    durations: Sequence[int],
    demands: Sequence[int],
    capacity: int,
    x: int,
    gone: Mask,
    *,
    limit: int,
) -> list[Literal] | None:
    """Return why the start *x* of a task cannot be in *gone*, or None, where tasks share a capacity.

    The *capacity* is a variable, of which *limit* is the greatest value, or -1 if it is that number.
    For each start there is a time at which others run that leave too little. One such time explains several starts.
    """
    own = starts.index(x)
    length, room = past.low(durations[own]), limit - past.low(demands[own])
    if length <= 0:
        return None
    found = dict([past.at_least(durations[own], length)])
    if capacity >= 0:
        past.meet(found, past.at_most(capacity, limit))
    past.meet(found, past.at_least(demands[own], past.low(demands[own])))
    is_interval = past.is_interval(x)
    axis = past.tracks[x].cell.axis
    waiting = gone
    begin, most = past.least(x, gone), past.most(x, gone)
    parts = _parts(past, starts, durations, demands, own, begin, most + length)
    while begin <= most:
        time, running = _last_overload(parts, begin, begin + length - 1, room)
        if not running:
            return None
        until = time + 1
        if is_interval:  # they may have very many starts in common
            until = max(until, min(most + 1, *[parts[number][1] for number in running]))
        for number in running:
            place = parts[number][3]
            _add_running(found, past, starts[place], durations[place], demands[place], time, until)
        past.widen(x, time - length + 1, until - 1)
        begin = until
        if not is_interval:
            waiting &= axis.at_least(until)
            begin = axis.least(waiting) if waiting else most + 1
    return None if x in found else list(found.items())


def reason_of_overload(
    past: History, starts: Sequence[int], durations: Sequence[int], demands: Sequence[int], capacity: int, most: int
) -> list[Literal] | None:
    """Return why the tasks need more than *most*, or None: at some time or, if there is a *capacity*, in some span.

    That is -1 if the reason is for the capacity itself, and `KNOWN` if it is a number.
    """
    first, last = min([past.low(y) for y in starts]), max([past.high(y) for y in starts])
    parts = _parts(past, starts, durations, demands, -1, first, last + 1)
    for time, _, _, _ in parts:
        running = _running(parts, time, most)
        if running:
            found: dict[int, Mask] = {}
            for number in running:
                place = parts[number][3]
                _add_running(found, past, starts[place], durations[place], demands[place], time, time + 1)
            if capacity >= 0:
                past.meet(found, past.at_most(capacity, most))
            return list(found.items())
    if capacity == -1:
        return None
    spans: _Spans = []
    for place, y in enumerate(starts):
        duration = past.low(durations[place])
        spans.append((past.low(y), past.high(y) + duration, duration * past.low(demands[place]), place))
    found = dict([past.at_most(capacity, most)] if capacity >= 0 else [])
    some = _crowded([span for span in spans if span[2] > 0], most)
    for begin, end, _, place in some or []:
        duration = past.low(durations[place])
        past.meet(found, past.at_least(starts[place], begin))
        past.meet(found, past.at_most(starts[place], end - duration))
        past.meet(found, past.at_least(durations[place], duration))
        past.meet(found, past.at_least(demands[place], past.low(demands[place])))
    return None if some is None else list(found.items())


def _add_running(
    found: dict[int, Mask], past: History, start: int, duration: int, demand: int, since: int, until: int
) -> None:
    """Add to *found* why a task certainly runs from *since* to *until*, and what it needs."""
    length = past.low(duration)
    past.meet(found, past.at_least(start, until - length))
    past.meet(found, past.at_most(start, since))
    past.meet(found, past.at_least(duration, length))
    past.meet(found, past.at_least(demand, past.low(demand)))


def _parts(
    past: History,
    starts: Sequence[int],
    durations: Sequence[int],
    demands: Sequence[int],
    own: int,
    first: int,
    end: int,
) -> _Spans:
    """Return when tasks but the *own* certainly run: since when, until when, what they need, and their numbers.

    Only those matter that run between *first* and *end*.
    """
    found: _Spans = []
    for place, y in enumerate(starts):
        since = past.high(y)
        if since < end and place != own:
            until = past.low(y) + past.low(durations[place])
            if since < until and first < until:
                demand = past.low(demands[place])
                if demand > 0:
                    found.append((since, until, demand, place))
    return found


def _running(parts: _Spans, time: int, room: int) -> list[int]:
    """Return some of *parts*, by number, that are at this *time* and need more than *room*; none if they need less."""
    found: list[int] = []
    for number, (since, until, demand, _) in enumerate(parts):
        if since <= time < until:
            found.append(number)
            room -= demand
            if room < 0:
                return found
    return []


def _last_overload(parts: _Spans, first: int, last: int, room: int) -> tuple[int, list[int]]:
    """Return the last time, from *first* to *last*, at which *parts* need more than *room*, and some that do.

    Seen backwards, what they need becomes more only where one ends.
    """
    time = last
    while time >= first:
        running = _running(parts, time, room)
        if running:
            return time, running
        last = time
        time = first - 1
        for _, until, _, _ in parts:
            if time < until - 1 < last:
                time = until - 1
    return first, []
