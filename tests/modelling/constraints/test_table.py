"""Tables: allowed and forbidden rows, with and without wildcards, against brute force."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from propagation import supported_masks

from csplib import Constraint, KindError, OptionError, Problem, Relation, RowError, State, Table, Variable
from csplib.kernel.bits import is_single
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.interval_table import AllowedIntegers, ForbiddenIntegers
from csplib.kernel.propagators.large_table import ManyAllowedRows
from csplib.kernel.propagators.last_variable import LastVariable
from csplib.kernel.propagators.row_index import RowIndex, numbers_of
from csplib.kernel.propagators.table import AllowedRows, ForbiddenPatterns, ForbiddenRows
from csplib.lowering.tabulating import LIMITS
from csplib.modelling.constraints.table import ANY
from csplib.testing import check_constraint

Row: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[int, int]
Tables: TypeAlias = "type[AllowedRows | ForbiddenRows | ForbiddenPatterns]"

BITS = (1, 2, 4, 8)
STEPS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 15)), max_size=8)
DOMAINS = st.lists(st.integers(1, 0b1111), min_size=3, max_size=3)
FULL = st.sets(st.tuples(*[st.sampled_from(BITS)] * 3), max_size=64)
OPEN = st.sets(st.tuples(*[st.sampled_from((*BITS, -1))] * 3), max_size=20)


def matches(row: Sequence[int], rows: set[Row]) -> bool:
    return any(all(a in {-1, b} for a, b in zip(listed, row, strict=True)) for listed in rows)


def settle(propagator: Propagator, state: State) -> bool:
    """Run it until nothing changes, as the engine does."""
    before: list[int] = []
    while before != state.domains:
        before = state.domains
        if not propagator.propagate(state) or state.wiped >= 0:
            return False
    return True


def walk(propagator: Any, remembers: bool, domains: list[int], steps: list[Step]) -> list[list[int] | None]:  # noqa: FBT001
    """Narrow step by step, with an undo wherever nothing is left, and list the domains after each run."""
    if not isinstance(propagator, ManyAllowedRows):
        propagator.remembers = remembers
    state = State(domains)
    seen: list[list[int] | None] = []
    for x, kept in [(0, -1), *steps]:
        mark = state.mark()
        alive = state.narrow(x, kept) and settle(propagator, state)
        seen.append(state.domains if alive else None)
        if not alive:
            state.undo(mark)
    state._check()
    return seen


def expected_walk(
    domains: list[int], steps: list[Step], prune: Callable[[list[int]], list[int] | None]
) -> list[list[int] | None]:
    """The same walk by brute force."""
    seen: list[list[int] | None] = []
    for x, kept in [(0, -1), *steps]:
        tried = list(domains)
        tried[x] &= kept
        left = prune(tried) if tried[x] else None
        seen.append(left)
        domains = domains if left is None else left
    return seen


@pytest.mark.parametrize("remembers", [False, True])
@settings(max_examples=150)
@given(DOMAINS, st.one_of(FULL, OPEN), STEPS)
def test_allowed_rows_leave_exactly_the_supported_values_after_every_step_and_undo(
    remembers: bool,  # noqa: FBT001
    domains: list[int],
    rows: set[Row],
    steps: list[Step],
) -> None:
    def prune(tried: list[int]) -> list[int] | None:
        return supported_masks(tried, lambda row: matches(row, rows))

    found = walk(AllowedRows(range(3), sorted(rows)), remembers, domains, steps)
    assert found == expected_walk(domains, steps, prune)


@pytest.mark.parametrize("block_size", [1, 3, 8])
@settings(max_examples=150)
@given(DOMAINS, st.one_of(FULL, OPEN), STEPS)
def test_blocks_of_rows_leave_exactly_the_supported_values_after_every_step_and_undo(
    block_size: int, domains: list[int], rows: set[Row], steps: list[Step]
) -> None:
    def prune(tried: list[int]) -> list[int] | None:
        return supported_masks(tried, lambda row: matches(row, rows))

    propagator = ManyAllowedRows(range(3), RowIndex(numbers_of(rows, 3), block_size))
    expected = expected_walk(domains, steps, prune)
    assert walk(propagator, True, domains, steps) == expected  # noqa: FBT003
    assert walk(propagator, True, domains, steps) == expected, "in another state, too"  # noqa: FBT003


@given(DOMAINS, st.one_of(FULL, OPEN), st.lists(STEPS, min_size=2, max_size=3))
def test_blocks_of_rows_start_again_where_a_state_is_reset(
    domains: list[int], rows: set[Row], walks: list[list[Step]]
) -> None:
    propagator = ManyAllowedRows(range(3), RowIndex(numbers_of(rows, 3), 4))
    state = State(domains)
    for steps in walks:
        settle(propagator, state)
        for x, kept in steps:
            if state.wiped < 0 and state.narrow(x, kept):
                settle(propagator, state)
        state.reset()
        expected = supported_masks(domains, lambda row: matches(row, rows))
        assert (state.domains if settle(propagator, state) else None) == expected
        state.reset()


@given(st.one_of(FULL, OPEN), st.sampled_from([8, 16, 2048]))
def test_rows_in_blocks_and_rows_in_one_int_are_the_same_rows(rows: set[Row], block_size: int) -> None:
    index = RowIndex(numbers_of(rows, 3), block_size)
    for place in range(3):
        counted = [index.rows_with_any[place], *index.rows_with[place]]
        assert sum(counted) == index.every_row, "each row has one value in each place"
        for value in BITS:
            number = value.bit_length() - index.base[place]
            known = index.rows_with[place][number] if value & index.used[place] else 0
            assert known.bit_count() == sum(row[place] == value for row in rows)


@pytest.mark.parametrize("remembers", [False, True])
@settings(max_examples=150)
@given(DOMAINS, FULL, STEPS)
def test_forbidden_rows_leave_exactly_the_supported_values_after_every_step_and_undo(
    remembers: bool,  # noqa: FBT001
    domains: list[int],
    rows: set[Row],
    steps: list[Step],
) -> None:
    def prune(tried: list[int]) -> list[int] | None:
        return supported_masks(tried, lambda row: not matches(row, rows))

    found = walk(ForbiddenRows(range(3), sorted(rows)), remembers, domains, steps)
    assert found == expected_walk(domains, steps, prune)


@pytest.mark.parametrize("remembers", [False, True])
@settings(max_examples=150)
@given(DOMAINS, st.one_of(FULL, OPEN), STEPS)
def test_forbidden_patterns_avoid_the_last_place_of_a_row_that_is_met_everywhere_else(
    remembers: bool,  # noqa: FBT001
    domains: list[int],
    rows: set[Row],
    steps: list[Step],
) -> None:
    def prune(tried: list[int]) -> list[int] | None:
        before: list[int] = []
        while before != tried:
            before = list(tried)
            for row in rows:
                unmet = [x for x in range(3) if row[x] not in {-1, tried[x]}]
                if not unmet:
                    return None
                if len(unmet) == 1:
                    tried[unmet[0]] &= ~row[unmet[0]]
        return tried

    found = walk(ForbiddenPatterns(range(3), sorted(rows)), remembers, domains, steps)
    assert found == expected_walk(domains, steps, prune)


@pytest.mark.parametrize("kind", [AllowedRows, ForbiddenRows, ForbiddenPatterns])
@given(st.data())
def test_on_a_full_row_a_table_fails_just_where_it_is_broken(kind: Tables, data: Any) -> None:
    rows = data.draw(FULL if kind is ForbiddenRows else st.one_of(FULL, OPEN))
    propagator = kind(range(3), sorted(rows))
    for row in product(BITS, repeat=3):
        state = State(row)
        assert settle(propagator, state) == (matches(row, rows) == (kind is AllowedRows))


@given(DOMAINS, st.sets(st.tuples(*[st.sampled_from((*BITS, -1))] * 3), max_size=30))
def test_a_variable_that_has_two_places_gets_no_memory_and_right_answers(domains: list[int], rows: set[Row]) -> None:
    propagator = AllowedRows([0, 1, 0], sorted(rows) * 63)
    assert not propagator.remembers
    used = supported_masks(domains[:2], lambda row: matches([row[0], row[1], row[0]], rows))
    state = State(domains[:2])
    if settle(propagator, state):
        assert all(mask & left == mask for mask, left in zip(used or (0, 0), state.domains, strict=True))
        assert used is not None or not all(map(is_single, state.domains))
    else:
        assert used is None


def test_only_a_large_table_remembers() -> None:
    every = list(product(BITS, repeat=3))
    assert [AllowedRows(range(3), every[:count]).remembers for count in (0, 62, 63)] == [False, False, True]


WIDE = (0, 3, 70, 5000)
NUMBERS = st.sets(st.tuples(*[st.sampled_from((*WIDE, -1))] * 3), max_size=20)
BOUNDS = st.lists(st.tuples(st.sampled_from(WIDE), st.sampled_from(WIDE)).map(sorted), min_size=3, max_size=3)


@pytest.mark.parametrize("kind", [AllowedIntegers, ForbiddenIntegers])
@given(NUMBERS, st.lists(BOUNDS, min_size=1, max_size=4), st.sampled_from([0, 1, 2]))
def test_rows_of_intervals_keep_every_solution_and_judge_full_rows(
    kind: type[AllowedIntegers | ForbiddenIntegers], rows: set[Row], walks: list[list[list[int]]], bits: int
) -> None:
    """One variable has bits, the others are intervals; domains are narrowed and restored, walk after walk."""
    # A row has the bit of a value where there are bits, and the integer where there is an interval.
    columns = [
        [row[place] if place != bits or row[place] < 0 else 1 << row[place] for row in rows] for place in range(3)
    ]
    propagator = kind(range(3), columns, [-1] * 3)
    state = State(
        [0b11 if x != bits else sum(1 << value for value in WIDE) for x in range(3)],
        intervals={x: (0, 5000) for x in range(3) if x != bits},
    )
    for bounds in walks:
        mark = state.mark()
        alive = all(state.at_least(x, low) and state.at_most(x, high) for x, (low, high) in enumerate(bounds))
        inside = product(*[[value for value in WIDE if low <= value <= high] for low, high in bounds])
        taken = [row for row in inside if matches(row, rows) == (kind is AllowedIntegers)]
        if alive and settle(propagator, state):
            for row in taken:
                assert all(state.cells[x].has(value) for x, value in enumerate(row))
            assert taken or any(low < high for low, high in bounds)
        else:
            assert not taken
        state.undo(mark)


def test_the_same_tuples_are_shared_and_a_changed_list_is_looked_at_again() -> None:
    rows: list[Row] = [(a, b) for a in range(10) for b in range(10)]
    first, second = Table("xy", rows), Relation("y", "x", forbidden=rows)
    assert first.rows is second.rows
    rows[50] = (1, 2, 3)
    with pytest.raises(RowError, match=r"row 50 .* 3 values for 2"):
        Table("xy", rows)
    rows[50] = (77, 77)
    assert (77, 77) in Table("xy", rows).rows
    assert (77, 77) not in first.rows
    assert pickle.loads(pickle.dumps(first)).rows == first.rows  # noqa: S301


@pytest.mark.parametrize(
    ("row", "error", "told"),
    [
        pytest.param((1, []), KindError, r"row 700 of .* has an unhashable value: \(1, \[\]\)", id="unhashable"),
        pytest.param((1,), RowError, "row 700 of .* has 1 values for 2 variables", id="short"),
        pytest.param("ab", RowError, "row 700 of .* is 'ab', not a row of 2 values", id="a word"),
        pytest.param((1, Variable("z")), KindError, "row 700 of .* has z in it, which is not a value", id="a variable"),
    ],
)
@pytest.mark.parametrize("wildcard", [ANY, "*"])
def test_the_culprit_in_a_large_table_is_named(row: Any, error: type[Exception], told: str, wildcard: object) -> None:
    rows: list[Any] = [(a, b) for a in range(40) for b in range(40)]
    rows[700] = row
    with pytest.raises(error, match=told):
        Table("xy", rows, wildcard=wildcard)


# The constraints.

VALUES: list[Any] = [0, 1, 2, "a", None]
CELLS = st.sampled_from([*VALUES, "not there", 2.0, ANY])


@st.composite
def tables(draw: st.DrawFn, arity: int) -> Callable[[list[Variable]], Constraint]:
    rows = draw(st.lists(st.tuples(*[CELLS] * arity), max_size=10))
    key = draw(st.sampled_from(["allowed", "forbidden"]))
    if arity == 2 and draw(st.booleans()):
        return lambda x: Relation(x[0], x[1], **{key: rows})  # type: ignore[arg-type]
    return lambda x: Table(x, **{key: rows})  # type: ignore[arg-type]


@pytest.mark.parametrize("arity", [1, 2, 3, 4])
def test_a_table_keeps_its_promises(arity: int) -> None:
    check_constraint(tables(arity), variables=arity, domain=VALUES, max_examples=40)


def test_a_table_too_large_to_be_tabulated_keeps_its_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIMITS["combined"], "rows", 0)
    check_constraint(tables(3), domain=VALUES, max_examples=60)


def test_a_table_over_expressions_keeps_its_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LIMITS["combined"], "rows", 0)
    rows = [(1, 2, 3), (ANY, 1, 2), (0, ANY, 2), (2, 2, ANY)]
    for key in ("allowed", "forbidden"):
        options: dict[str, Any] = {key: rows}

        def make(x: list[Variable], options: dict[str, Any] = options) -> Constraint:
            return Table([x[0] + 1, abs(x[1] - x[0]), x[2]], **options)

        check_constraint(make, max_examples=25)


@given(st.lists(st.tuples(*[CELLS] * 3), max_size=8), st.booleans(), st.tuples(*[st.sampled_from(VALUES)] * 3))
def test_satisfied_matches_a_row_value_by_value(
    rows: list[tuple[Any, ...]],
    allows: bool,  # noqa: FBT001 - drawn
    values: tuple[Any, ...],
) -> None:
    table = Table("abc", rows) if allows else Table("abc", forbidden=rows)
    listed = any(all(a is ANY or a == b for a, b in zip(row, values, strict=True)) for row in rows)
    assert table.satisfied(values) == (listed == allows)
    assert table.negated().satisfied(values) != table.satisfied(values)


@pytest.mark.parametrize(
    ("options", "count"),
    [
        pytest.param({"allowed": [("a", ANY, ANY)]}, 9, id="a wildcard allows every value"),
        pytest.param({"allowed": [("a", ANY, "b"), (ANY, "c", "b")]}, 5, id="rows that overlap count once"),
        pytest.param({"allowed": [(ANY, ANY, ANY)]}, 27, id="nothing but wildcards allows everything"),
        pytest.param({"forbidden": [(ANY, ANY, ANY)]}, 0, id="nothing but wildcards forbids everything"),
        pytest.param({"forbidden": [("a", ANY, "b"), (ANY, "c", "b")]}, 22, id="wildcards forbid"),
        pytest.param({"allowed": [("a", "*", "b")]}, 0, id="a star is a value like any other"),
        pytest.param({"allowed": [("a", "*", "b")], "wildcard": "*"}, 3, id="unless it is named as the wildcard"),
        pytest.param({"forbidden": [("a", None, "b"), ("c", "c", "c")], "wildcard": None}, 23, id="or None is"),
        pytest.param({"allowed": []}, 0, id="no rows allow nothing"),
        pytest.param({"forbidden": []}, 27, id="no rows forbid nothing"),
    ],
)
@pytest.mark.parametrize("most", [0, 10_000])
def test_tables_count_what_they_say(
    options: dict[str, Any], count: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LIMITS["combined"], "rows", most)
    p = Problem()
    p.add(Table(p.add_variables("xyz", "abc"), **options))
    assert p.count() == count
    q = Problem()
    q.add(~Table(q.add_variables("xyz", "abc"), **options))
    assert q.count() == 27 - count


def test_a_row_of_wildcards_over_wide_domains_stays_one_row() -> None:
    p: Problem[int, int] = Problem()
    p.add(Table(p.add_variables(range(6), range(500)), [(7, ANY, ANY, ANY, ANY, 9), (ANY, 1, 2, 3, 4, ANY)]))
    (propagator,) = p.compile().propagators
    assert isinstance(propagator, AllowedRows)
    assert propagator.every_row == 0b11
    assert p.count(limit=50) == 50


def test_forbidden_rows_over_wide_domains_prune_before_the_last_variable() -> None:
    p: Problem[str, int] = Problem()
    p.add_variable("x", range(40))
    p.add_variables("yz", range(30))
    p.add(Table("xyz", forbidden=[(5, y, z) for y in (0, 1) for z in (0, 1)]))
    (propagator,) = p.compile().propagators
    assert isinstance(propagator, ForbiddenRows)
    assert not isinstance(propagator, LastVariable)
    p.add(Table("yz", [(0, 0), (0, 1), (1, 0), (1, 1)]))
    found = p.solutions(solution_limit=200)
    assert sum(1 for _ in found) == 39 * 4
    assert found.statistics.failures == 0


def test_any_is_one_object_wherever_it_goes() -> None:
    assert repr(ANY) == "ANY"
    assert pickle.loads(pickle.dumps(ANY)) is ANY  # noqa: S301
    assert copy.deepcopy([ANY])[0] is copy.copy(ANY) is ANY


@pytest.mark.parametrize(
    ("make", "opposite"),
    [
        pytest.param(lambda: Table("xy", [(1, ANY)]), Table, id="a table"),
        pytest.param(lambda: Table("xy", forbidden=[(1, ANY)]), Table, id="a table of forbidden rows"),
        pytest.param(lambda: Relation("x", "y", allowed=[(1, ANY)]), Relation, id="a relation"),
        pytest.param(lambda: Relation("x", "y", forbidden=[(1, ANY)]), Relation, id="a relation of forbidden pairs"),
    ],
)
def test_the_negation_of_listed_rows_is_listed_rows(make: Callable[[], Any], opposite: type[Any]) -> None:
    constraint = make()
    negation = constraint.negated()
    assert isinstance(negation, opposite)
    assert (negation.rows, negation.allows) == (constraint.rows, not constraint.allows)


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        pytest.param(lambda: Table("xyz", [(1, ANY)]), RowError, "row 0 .* 2 values for 3", id="a short row"),
        pytest.param(lambda: Table("xy", [(1, [])]), KindError, "unhashable", id="an unhashable value"),
        pytest.param(lambda: Table("xy", ANY), KindError, "collection of rows", id="no rows at all"),  # type: ignore[arg-type]
        pytest.param(lambda: Table("xy"), OptionError, "either", id="neither allowed nor forbidden"),
        pytest.param(lambda: Relation("x", "y"), OptionError, "exactly one", id="a relation without content"),
    ],
)
def test_mistakes_are_named(make: Callable[[], Constraint], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        make()


def test_a_pair_of_wildcards_allows_everything_over_many_values() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(3000))
    p.add(Relation(x, y, allowed=[(ANY, ANY), (1, 2)]), Relation(x, y, allowed=[(7, ANY), (ANY, 5), (5000, 5000)]))
    assert p.count() == 3000 + 3000 - 1
    assert p.count(assuming={"x": 8}) == 1
