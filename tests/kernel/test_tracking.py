"""What the garbage collector does not track can never be part of a reference cycle."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from strategies import Stated, problems

from csplib import COMPILED, Constraint, Diff, Predicate, Problem, implies
from csplib.engine.search import Search
from csplib.kernel.tracking import cannot_refer, is_plain

CONTAINERS = {"tuple", "list", "set", "frozenset", "dict", "object", "range"}
"""What an untracked object may lead to, beside numbers, text and objects of csplib."""
OPEN_ENDED = {"Problem", "CSP", "State", "Search", "Predicate", "Constraint"}
"""Objects of csplib that can lead anywhere."""


def reached(*roots: object) -> dict[int, object]:
    """Return everything that *roots* lead to, by identity, without classes and modules."""
    found: dict[int, object] = {}
    waiting = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found and not isinstance(thing, (type, ModuleType)):
            found[id(thing)] = thing
            waiting += gc.get_referents(thing)
    return found


def check_untracked(*roots: object) -> int:
    """Assert that nothing untracked leads to what may lead back; return the number of untracked objects of csplib."""
    count = 0
    for thing in reached(*roots).values():
        if type(thing).__module__.startswith("csplib") and not gc.is_tracked(thing):
            count += 1
            for other in reached(*gc.get_referents(thing)).values():
                kind = type(other)
                assert is_plain(other) or kind.__name__ in CONTAINERS or kind.__module__.startswith("csplib"), other
                assert kind.__name__ not in OPEN_ENDED, (thing, other)
                assert other is not thing
    return count


def searched(p: Problem[Any, Any]) -> tuple[object, ...]:
    """Return a problem, its network, and a search in it at its first solution."""
    csp = p.compile()
    state = csp.state()
    search = Search(csp, state)
    search.advance()
    return p, csp, state, search


@given(problems())
def test_what_is_untracked_leads_to_nothing_that_leads_back(stated: Stated) -> None:
    check_untracked(*searched(stated.problem))


def test_a_large_plain_problem_has_hardly_anything_to_track() -> None:
    gc.collect()
    before = len(gc.get_objects())
    p: Problem[int, int] = Problem()
    x = p.add_variables(range(1000), range(5))
    p.add(*[a != b for a, b in pairwise(x)])
    p.add(*[x[i] + x[i + 1] + x[i + 2] <= 9 for i in range(0, 900, 3)])
    p.add(*[x[i] + x[i + 1] + x[i + 2] == 7 for i in range(0, 900, 3)])
    p.add(*[x[i] <= x[i + 2] + 1 for i in range(0, 900, 9)])
    p.add(*[(x[i] + 2 <= x[i + 2]) | (x[i + 2] + 1 <= x[i]) for i in range(1, 900, 9)])
    kept = searched(p)
    if COMPILED:
        assert len(gc.get_objects()) - before < 500
        assert check_untracked(*kept) > 4000


class Task:
    """A name that can know its variable, and whatever has it."""

    start: object = None


class Knowing(Diff):
    """A constraint of one's own that knows something."""

    known: object = None


def named_after_tasks(task: Task) -> Problem[Any, Any]:
    p: Problem[Any, Any] = Problem()
    x, y = p.add_variables([task, "other"], range(5))
    p.add(x != y, x + y <= 7, (x + 1 <= y) | (y + 2 <= x), implies(x == 3, y == 1))
    task.start = (x, p)
    return p


def with_a_constraint_of_ones_own(task: Task) -> Problem[Any, Any]:
    p: Problem[Any, Any] = Problem()
    x, y, z = p.add_variables("xyz", range(5))
    own = Knowing(x, y)
    p.add(own, own | (x == z))
    own.known = (task, p, p.compile())
    return p


def with_a_predicate(task: Task) -> Problem[Any, Any]:
    p: Problem[Any, Any] = Problem()
    x, y = p.add_variables("xy", range(5))
    stated: Constraint = Predicate([x, y], lambda a, b: (task, p) and a < b)
    p.add(stated, (x != y) | stated)
    task.start = p
    return p


def with_a_value(task: Task) -> Problem[Any, Any]:
    p: Problem[Any, Any] = Problem()
    x, y = p.add_variables("xy", [1, task])
    p.add((x != y) | (x == 1))
    task.start = p
    return p


@pytest.mark.parametrize("state", [named_after_tasks, with_a_constraint_of_ones_own, with_a_predicate, with_a_value])
def test_a_problem_that_something_inside_it_refers_to_can_be_forgotten(
    state: Callable[[Task], Problem[Any, Any]],
) -> None:
    task = Task()
    gone = weakref.ref(task)
    kept = searched(state(task))
    check_untracked(*kept)
    del task, kept
    gc.collect()
    assert gone() is None


def test_plain_things_cannot_refer_to_others() -> None:
    assert cannot_refer([1, "one", 2.5, None, (1, (2, b"two"))])
    assert not cannot_refer([1, [2]])
    assert not cannot_refer([(1, Task())])
