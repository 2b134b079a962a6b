"""What somebody hands in as select=, order=, infer= or observer= and must not do: each is an error with words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from operator import index
from typing import Any

import pytest

from csplib import (
    CSP,
    AllDifferent,
    Constraint,
    Event,
    KindError,
    Lowering,
    OptionError,
    Problem,
    Propagator,
    State,
    ascending,
    backtracking_search,
    first_open,
    forward_check,
    mac,
)
from csplib.kernel.bits import split


class Number:
    """An integer of another library."""

    def __init__(self, value: int) -> None:
        self._value = value

    def __index__(self) -> int:
        return self._value


class Array:
    """Several integers of another library."""

    def __index__(self) -> int:
        raise TypeError("only an array of one integer is an index")

    def __repr__(self) -> str:
        return "Array"


def a_problem() -> Problem[str, int]:
    p: Problem[str, int] = Problem()
    p.add(AllDifferent(p.add_variables("abcd", range(4))))
    return p


def questions(**options: Any) -> list[Callable[[], object]]:
    """Ask in every way that takes strategies."""
    p = a_problem()
    return [
        lambda: p.solve(**options),
        lambda: list(p.solutions(**options)),
        lambda: p.count(**options),
        lambda: list(p.solutions(on=["a", "b"], **options)),
        lambda: p.minimize(p["a"] + p["b"], **options).finish(),
    ]


def first_of_all(_csp: CSP, _state: State) -> int:
    return 0


def lazily(csp: CSP, state: State) -> Iterator[int]:
    yield first_open(csp, state)


SELECTIONS: dict[str, tuple[Any, str]] = {
    "none": (lambda _csp, _state: None, "select= returned None instead of the index of an open variable"),
    "a name": (lambda _csp, _state: "a", "select= returned 'a' instead of the index"),
    "a truth value": (lambda _csp, _state: True, "select= returned True instead of the index"),
    "an array": (lambda _csp, _state: Array(), "select= returned Array instead of the index"),
    "a float": (lambda _csp, _state: 1.0, "select= returned 1.0 instead of the index"),
    "a generator": (lazily, "select= returned <generator object lazily at .* instead of the index"),
    "too much": (lambda csp, _state: csp.size, "select= returned 4, but the variables have the indices 0 to 3"),
    "far too much": (lambda _csp, _state: 10**30, f"select= returned {10**30}, but the variables have"),
    "less than nothing": (lambda _csp, _state: -1, "select= returned -1, but the variables have the indices 0 to 3"),
    "an assigned variable": (first_of_all, "select= returned 0, but that variable, 'a', is assigned already"),
}

ORDERS: dict[str, tuple[Any, str]] = {
    "none": (lambda _csp, _state, _x: None, "order= returned None for '.' instead of a list of its values"),
    "a number": (lambda _csp, _state, _x: 1, "order= returned 1 for '.' instead of a list of its values"),
    "nothing": (lambda _csp, _state, _x: [], "order= leaves out the value 0 of '.': it must list each value once"),
    "less": (lambda csp, state, x: ascending(csp, state, x)[1:], "order= leaves out the value 0 of '.'"),
    "one twice": (lambda csp, state, x: ascending(csp, state, x) * 2, "order= lists the value 0 of '.' twice"),
    "endless": (lambda csp, state, x: cycle(ascending(csp, state, x)), "order= lists the value 0 of '.' twice"),
    "foreign": (
        lambda _csp, _state, _x: [1 << 40],
        f"order= lists {1 << 40}, which is not the bit of a value that '.'",
    ),
    "several": (lambda _csp, state, x: [state.cells[x].mask], "order= lists 15, which is not the bit"),
    "zero": (lambda _csp, _state, _x: [0], "order= lists 0, which is not the bit"),
    "negative": (lambda _csp, _state, _x: [-1], "order= lists -1, which is not the bit"),
    "values": (
        lambda csp, _state, x: [str(value) for value in csp.values[x].values()],
        "order= lists '0', which is not",
    ),
    "floats": (lambda csp, state, x: map(float, ascending(csp, state, x)), "order= lists 1.0, which is not the bit"),
    "truth": (lambda _csp, _state, _x: [True], "order= lists True, which is not the bit"),
}


@pytest.mark.parametrize(("select", "words"), SELECTIONS.values(), ids=SELECTIONS)
def test_a_selection_must_name_an_open_variable(select: Any, words: str) -> None:
    for ask in questions(select=select)[:3]:
        with pytest.raises(OptionError, match=words):
            ask()
    with pytest.raises(OptionError, match=words):
        list(backtracking_search(a_problem().compile(), select=select))


@pytest.mark.parametrize(("order", "words"), ORDERS.values(), ids=ORDERS)
def test_an_order_must_name_each_value_once(order: Any, words: str) -> None:
    for ask in questions(order=order):
        with pytest.raises(OptionError, match=words):
            ask()
    with pytest.raises(OptionError, match=words):
        list(backtracking_search(a_problem().compile(), order=order))


def test_integers_of_other_libraries_and_generators_of_values_are_fine() -> None:
    def values(_csp: CSP, state: State, x: int) -> Iterator[Any]:
        for bit in split(state.cells[x].mask):
            yield Number(bit)

    select: Any = lambda csp, state: Number(first_open(csp, state))  # noqa: E731
    assert index(Number(3)) == 3
    assert list(a_problem().solutions(select=select, order=values)) == list(a_problem().solutions(select=first_open))


def taken_back(state: State) -> None:
    state.undo(0)


def taken_back_and_hidden(state: State) -> None:
    """Bring the trail to where it was, with something else on it."""
    height = state.height
    state.undo(0)
    own = state.new_cell(0)
    while state.height < height:
        state.store(own, state.height + 1)


def narrowed(state: State) -> None:
    for x in state.open_variables():
        state.narrow(x, state.cells[x].mask & -state.cells[x].mask)


MISCHIEF: dict[str, tuple[Callable[[State], None], str]] = {
    "taken back": (taken_back, "undid changes of the search: undo only down to a mark of your own"),
    "taken back and hidden": (taken_back_and_hidden, "undid changes of the search"),
    "narrowed": (narrowed, "changed the state: undo what you try, down to a mark of your own"),
}


@pytest.mark.parametrize(("mischief", "words"), MISCHIEF.values(), ids=MISCHIEF)
def test_a_selection_or_an_order_must_leave_the_state_as_it_was(mischief: Callable[[State], None], words: str) -> None:
    def select(csp: CSP, state: State) -> int:
        chosen = first_open(csp, state)
        if state.height > 1:
            mischief(state)
        return chosen

    def order(csp: CSP, state: State, x: int) -> list[int]:
        values = ascending(csp, state, x)
        if state.height > 1:
            mischief(state)
        return values

    for infer in (None, mac, forward_check):
        for ask in questions(select=select, infer=infer)[:3]:
            with pytest.raises(OptionError, match=f"select= {words}"):
                ask()
        for ask in questions(order=order, infer=infer):
            with pytest.raises(OptionError, match=f"order= {words}"):
                ask()


@pytest.mark.parametrize("mischief", [taken_back, taken_back_and_hidden])
@pytest.mark.parametrize("then", [mac, lambda _csp, _state, _x: True])
def test_an_inference_may_narrow_but_not_take_back(mischief: Callable[[State], None], then: Any) -> None:
    def infer(csp: CSP, state: State, x: int) -> bool:
        mischief(state)
        return bool(then(csp, state, x))

    for ask in questions(infer=infer):
        with pytest.raises(OptionError, match="infer= undid changes of the search"):
            ask()


def test_what_is_tried_and_taken_back_to_a_mark_of_its_own_is_nobody_elses_business() -> None:
    def tried(state: State) -> None:
        mark = state.mark()
        narrowed(state)
        state.undo(mark)

    def select(csp: CSP, state: State) -> int:
        tried(state)
        return first_open(csp, state)

    def order(csp: CSP, state: State, x: int) -> list[int]:
        tried(state)
        return ascending(csp, state, x)

    def infer(csp: CSP, state: State, x: int) -> bool:
        tried(state)
        return mac(csp, state, x)

    found = list(a_problem().solutions(select=select, order=order, infer=infer))
    assert found == list(a_problem().solutions(select=first_open, order=ascending, infer=mac))


@pytest.mark.parametrize("moment", ["Assign", "Narrow", "Found", "Undo", "WipeOut"])
@pytest.mark.parametrize("infer", [None, mac])
def test_an_observer_may_only_look(moment: str, infer: Any) -> None:
    seen: list[State] = []

    def select(csp: CSP, state: State) -> int:
        seen[:] = [state]
        return first_open(csp, state)

    def observer(event: Event) -> None:
        if type(event).__name__ == moment and seen and seen[0].height:
            seen[0].undo(0)

    p = a_problem()
    p.add(*[AllDifferent([p[name] + k * i for i, name in enumerate("abcd")]) for k in (-1, 1)])  # the queens
    with pytest.raises(OptionError, match="observer= changed the state: it may only read it"):
        p.count(select=select, observer=observer, infer=infer)


class Rude(Propagator):
    def propagate(self, state: State) -> bool:
        if state.height > 2:
            state.undo(0)
        return True


class Rudeness(Constraint):
    def satisfied(self, values: object) -> bool:  # noqa: ARG002 - it only has manners
        return True

    def lower(self, to: Lowering) -> None:
        to.add(Rude(to.scope(self), self))


def test_a_propagator_may_not_take_back_what_others_have_done() -> None:
    p = a_problem()
    p.add(Rudeness([p["a"], p["b"], p["c"]]))
    with pytest.raises(KindError, match=r"Rude over .* undid changes that are not its own: undo only down to a mark"):
        p.solve()
