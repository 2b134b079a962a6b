"""Regular against brute force: automata with and without choice, and the lines of nonograms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import check_complete

from csplib import Constraint, KindError, OptionError, Problem, ScopeError, Variable
from csplib.modelling.constraints.regular import Regular
from csplib.testing import check_constraint

# States and values of every kind; a state may be a tuple or a frozenset, since only lists and sets are several.
STATES: list[Any] = ["s", 1, (1, 2), frozenset({3}), None]
VALUES: list[Any] = [0, 1, "a", None]
TARGETS = st.one_of(
    st.sampled_from(STATES), st.lists(st.sampled_from(STATES), max_size=3), st.sets(st.sampled_from(STATES), max_size=3)
)
TRANSITIONS = st.dictionaries(st.tuples(st.sampled_from(STATES), st.sampled_from([*VALUES, "not there"])), TARGETS)
DOMAINS = st.lists(st.integers(1, 0b1111), min_size=1, max_size=4)


def accepts(transitions: dict[Any, Any], start: Any, accepting: Sequence[Any], values: Sequence[Any]) -> bool:
    """Follow every path."""
    if not values:
        return start in accepting
    behind = transitions.get((start, values[0]), [])
    several = behind if isinstance(behind, (list, set)) else [behind]
    return any(accepts(transitions, state, accepting, values[1:]) for state in several)


@settings(max_examples=250)
@given(TRANSITIONS, st.lists(st.sampled_from(STATES)), DOMAINS)
def test_one_run_leaves_exactly_the_supported_values(
    transitions: dict[Any, Any], accepting: list[Any], domains: list[int]
) -> None:
    transitions["s", 0] = transitions.get(("s", 0), "s")
    p = Problem()
    names = p.add_variables(range(len(domains)), VALUES)
    regular = Regular(names, transitions, "s", accepting)
    p.add(regular)
    csp = p.compile()
    (propagator,) = csp.propagators

    def holds(row: Sequence[int]) -> bool:
        values = [csp.values[0][bit] for bit in row]
        verdict = accepts(transitions, "s", accepting, values)
        assert regular.satisfied(values) == verdict
        return verdict

    check_complete(propagator, domains, holds)


@st.composite
def automata(draw: st.DrawFn) -> Callable[[list[Variable]], Constraint]:
    transitions = draw(TRANSITIONS)
    transitions["s", 0] = draw(TARGETS)
    accepting = draw(st.lists(st.sampled_from(STATES), min_size=1))
    order = draw(st.sampled_from([(0, 1, 2), (0, 1, 0), (2, 2, 1, 0)]))
    return lambda x: Regular([x[place] for place in order], transitions, "s", accepting)


def test_regular_keeps_its_promises_also_where_a_variable_has_two_places() -> None:
    check_constraint(automata(), domain=[*VALUES, 2], max_examples=80)


def test_regular_over_expressions_keeps_its_promises() -> None:
    rising = {(a, b): b for a, b in product(range(-3, 7), repeat=2) if a <= b}
    check_constraint(
        lambda x: Regular([x[0] + 1, x[1], abs(x[1] - x[2])], rising, -3, list(range(-3, 7))), max_examples=25
    )


@given(st.lists(st.integers(0, 3), max_size=3), st.integers(1, 8))
def test_runs_are_the_blocks_of_filled_cells(runs: list[int], length: int) -> None:
    line = Regular.from_runs(range(length), runs, "#", ".")
    wanted = [run for run in runs if run]
    for row in product("#.", repeat=length):
        blocks = [len(list(cells)) for cell, cells in groupby(row) if cell == "#"]
        assert line.satisfied(row) == (blocks == wanted)


@pytest.mark.parametrize(
    ("runs", "length", "expected"),
    [
        pytest.param([3, 1], 5, "###.#", id="a line without slack is settled at once"),
        pytest.param([3], 5, "??#??", id="a long block shows its middle"),
        pytest.param([2, 2], 6, "?#??#?", id="two blocks show theirs"),
        pytest.param([], 3, "...", id="no block leaves the line empty"),
        pytest.param([0], 3, "...", id="a block of length 0 is none"),
        pytest.param([4], 3, None, id="a block that is too long has no place"),
        pytest.param([1, 1], 2, None, id="blocks do not touch"),
    ],
)
def test_a_line_of_a_nonogram_shows_what_is_certain(runs: list[int], length: int, expected: str | None) -> None:
    p: Problem[int, str] = Problem()
    p.add(Regular.from_runs(p.add_variables(range(length), "#."), runs, "#", "."))
    csp = p.compile()
    state = csp.state()
    alive = csp.propagators[0].propagate(state)
    assert alive == (expected is not None)
    if expected is not None:
        shown = [values[0] if len(values) == 1 else "?" for values in csp.domains_in(state).values()]
        assert "".join(map(str, shown)) == expected


def test_a_nonogram_is_solved() -> None:
    rows = [[1, 1], [5], [5], [3], [1]]
    columns = [[2], [4], [4], [4], [2]]
    p: Problem[tuple[int, int], int] = Problem()
    for r, c in product(range(5), repeat=2):
        p.add_variable((r, c), [0, 1])
    p.add(*[Regular.from_runs([(r, c) for c in range(5)], runs) for r, runs in enumerate(rows)])
    p.add(*[Regular.from_runs([(r, c) for r in range(5)], runs) for c, runs in enumerate(columns)])
    (solution,) = p.solutions()
    picture = ["".join(".#"[solution[r, c]] for c in range(5)) for r in range(5)]
    assert picture == [".#.#.", "#####", "#####", ".###.", "..#.."]


def test_a_long_sequence_over_many_values_is_counted_by_its_classes() -> None:
    p: Problem[int, int] = Problem()
    transitions = {("even", v): "odd" if v % 2 else "even" for v in range(100)}
    transitions |= {("odd", v): "even" if v % 2 else "odd" for v in range(100)}
    p.add(Regular(p.add_variables(range(60), range(100)), transitions, "even", ["odd"]))
    (propagator,) = p.compile().propagators
    assert len(propagator.values[0]) == 2  # type: ignore[attr-defined]
    solution = p.solve()
    assert solution is not None
    assert sum(solution.values()) % 2


GOOD = {("a", 1): "b"}


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        pytest.param(lambda: Regular([], GOOD, "a", ["b"]), ScopeError, "at least one", id="no variables"),
        pytest.param(lambda: Regular("x", GOOD, "c", ["b"]), OptionError, "starts in 'c'", id="an unknown start"),
        pytest.param(lambda: Regular("x", {}, "a", ["a"]), OptionError, "starts in 'a'", id="no transitions"),
        pytest.param(lambda: Regular("x", [GOOD], "a", ["b"]), KindError, "dictionary", id="a list"),  # type: ignore[arg-type]
        pytest.param(lambda: Regular("x", {"a": 1}, "a", []), KindError, "pairs", id="no pairs"),  # type: ignore[dict-item]
        pytest.param(
            lambda: Regular("x", {("a", 1): {"b": 1}}, "a", []), KindError, "hashable states", id="an odd target"
        ),
        pytest.param(lambda: Regular("x", GOOD, [], ["b"]), KindError, "start=", id="an unhashable start"),  # type: ignore[arg-type]
        pytest.param(lambda: Regular("x", GOOD, "a", 7), KindError, "accepting=", id="accepting is a number"),  # type: ignore[arg-type]
        pytest.param(lambda: Regular("x", GOOD, "a", [[]]), KindError, "accepting=", id="an unhashable state"),  # type: ignore[list-item]
        pytest.param(lambda: Regular.from_runs("x", [1], 0, 0), OptionError, "differ", id="filled is empty"),
        pytest.param(lambda: Regular.from_runs("x", [-1]), OptionError, "at least 0, not -1", id="a negative run"),
        pytest.param(lambda: Regular.from_runs("x", ["1"]), KindError, "integers as lengths", id="a run in words"),  # type: ignore[list-item]
        pytest.param(lambda: Regular.from_runs("x", 3), KindError, "collection of lengths", id="a single run"),  # type: ignore[arg-type]
    ],
)
def test_mistakes_are_named(make: Callable[[], Constraint], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        make()


def test_an_accepting_state_that_is_never_reached_is_no_mistake() -> None:
    p: Problem[str, int] = Problem()
    p.add(Regular(p.add_variables("xy", [1, 2]), {("a", 1): "a"}, "a", ["nowhere"]))
    assert p.solve() is None
