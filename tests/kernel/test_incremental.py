"""Propagators that remember what they have seen: after any changes and undos, a run equals a run from scratch."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csplib.kernel.axis import Axis
from csplib.kernel.bits import Mask
from csplib.kernel.cells import OPEN
from csplib.kernel.formulas import Absolute, Extreme, Leaf, Node, Product, Weighted
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.arithmetic import Arithmetic, FormulaCeiling
from csplib.kernel.propagators.automaton import Automaton, Moves
from csplib.kernel.propagators.channel import Channel
from csplib.kernel.propagators.counting import CountBetween, CountEquals
from csplib.kernel.propagators.element import ElementAt
from csplib.kernel.propagators.element_bounds import ElementBounds
from csplib.kernel.propagators.flow import Flow
from csplib.kernel.propagators.last_variable import LastVariable
from csplib.kernel.propagators.linear import LinearAtMost, LinearCeiling, LinearDiffers
from csplib.kernel.propagators.linear_equals import LinearEquals, Total
from csplib.kernel.propagators.long_flow import LongFlow
from csplib.kernel.propagators.ordering import IncreasingChain, LexOrder
from csplib.kernel.running_formula import Formula, RunningFormula
from csplib.kernel.running_sum import RunningSum
from csplib.kernel.state import State

SIZE = 12
LONG = 90
FIRST = 3  # the least integer of each domain
MOVES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, LONG - 1), st.integers(0, 7)), max_size=40)
WEIGHTS = st.lists(st.sampled_from([-7, -2, -1, 1, 1, 1, 3, 20]), min_size=LONG, max_size=LONG)

Pair = tuple[Propagator, Propagator]


def new_state(size: int, *, wide: bool = False, values: int = 8) -> State:
    """Return a state with *size* domains of so many *values*; if *wide*, every third is an interval."""
    intervals = dict.fromkeys(range(0, size, 3), (FIRST, FIRST + values - 1)) if wide else {}
    masks = [OPEN if x in intervals else (1 << values) - 1 for x in range(size)]
    return State(masks, axes=[Axis(range(FIRST, FIRST + values))] * size, intervals=intervals)


def run(propagator: Propagator, state: State) -> bool:
    """Run *propagator* until no domain changes."""
    before: list[object] = []
    while before != contents(state):
        before = contents(state)
        if not propagator.propagate(state) or state.wiped >= 0:
            return False
    return True


def contents(state: State) -> list[object]:
    """Return all domains."""
    found: list[object] = []
    for cell in state.cells[: state.size]:
        if cell.interval is None or not cell.mask:
            found.append(cell.mask)
        else:
            found.append([integer for integer in range(cell.low(), cell.high() + 1) if cell.has(integer)])
    return found


def move(state: State, kind: int, x: int, number: int) -> bool:
    """Change the domain of *x*; return False if no value is left."""
    value = FIRST + number
    if kind == 0:
        return state.at_least(x, value)
    if kind == 1:
        return state.at_most(x, value)
    if kind == 2:
        return state.exclude(x, value)
    return state.fix(x, value)


def walk(remembering: Propagator, plain: Propagator, state: State, moves: Sequence[tuple[int, int, int]]) -> None:
    """Change, run and undo. Compare each run with a run of *plain* on a copy that remembers nothing."""
    marks = [state.mark()]
    for kind, place, number in moves:
        if kind == 5 or state.wiped >= 0:
            del marks[max(1, number) :]
            state.undo(marks[-1])
            continue
        before = state.mark()
        x = place % state.size
        if not move(state, kind, x, number):
            state.undo(before)
            continue
        if number % 4 == 3:  # several changes before the next run
            continue
        other = copy.copy(state)
        consistent = run(remembering, state)
        assert consistent == run(plain, other)
        if consistent:
            assert contents(state) == contents(other)
            assert remembering.propagate(state)  # it may note that it has seen its own changes
            height = state.mark()
            assert remembering.propagate(state)
            assert state.mark() == height, "a run without news left the trail higher"
            marks.append(height)
        else:
            state.undo(marks[-1])
        state._check()


def with_sum(propagator: LinearAtMost | LinearEquals | LinearCeiling | Total, weights: Sequence[int]) -> Propagator:
    """Let *propagator* remember the bounds of its sum, however short it is."""
    propagator.sum = RunningSum(propagator.scope, weights)
    return propagator


def without_sum(propagator: LinearAtMost | LinearEquals | Total) -> Propagator:
    """Let *propagator* look at the whole scope, however long it is."""
    propagator.sum = None
    return propagator


@settings(max_examples=150)
@given(WEIGHTS, st.integers(0, 100), st.sampled_from([1, 2, 5, SIZE, LONG]), st.booleans(), MOVES)
def test_a_long_sum_prunes_like_a_short_one(
    weights: list[int],
    percent: int,
    size: int,
    wide: bool,  # noqa: FBT001 - drawn
    moves: list[tuple[int, int, int]],
) -> None:
    weights = weights[:size]
    scope = range(size)
    ends = sorted([sum(weight * value for weight in weights) for value in (FIRST, FIRST + 7)])
    ends = [min(ends[0], 0), max(ends[1], 0)]
    bound = ends[0] + (ends[1] - ends[0]) * percent // 100
    walk(
        with_sum(LinearAtMost(scope, weights, bound), weights),
        without_sum(LinearAtMost(scope, weights, bound)),
        new_state(size, wide=wide),
        moves,
    )
    walk(
        with_sum(LinearEquals(scope, weights, bound), weights),
        without_sum(LinearEquals(scope, weights, bound)),
        new_state(size, wide=wide),
        moves,
    )
    total = FIRST * size + 7 * size * percent // 100
    walk(
        with_sum(Total(scope, total, base=size * FIRST), [1] * size),
        without_sum(Total(scope, total, base=size * FIRST)),
        new_state(size),
        moves,
    )


def _sum_of_products(size: int) -> Node:
    leaves = [Leaf(x, x % 3 - FIRST) for x in range(size)]
    products = [Product([leaves[x], leaves[(x * 5 + 1) % size]]) for x in range(0, size, 2)]
    return Weighted(products, [(-1) ** (x % 4 == 3) for x in range(len(products))], -2 * size)


def _greatest_and_least(size: int) -> Node:
    greatest = Extreme([Leaf(x) for x in range(size - 1)], least=False)
    least = Extreme([Leaf(x, 1) for x in range(size // 2, size)], least=True)
    return Weighted([greatest, least, Leaf(size - 1)], [1, -1, -1], 2)


def _distances(size: int) -> Node:
    far = [Absolute([Weighted([Leaf(x), Leaf(x + 1)], [1, -1], x % 2)]) for x in range(size - 1)]
    return Weighted([Extreme(far, least=False), Leaf(0)], [2, -1], 0)


FORMULAS: dict[str, Callable[[int], Node]] = {
    "products": _sum_of_products,
    "extremes": _greatest_and_least,
    "distances": _distances,
}


@pytest.mark.parametrize("equal", [False, True])
@pytest.mark.parametrize("name", FORMULAS)
@settings(max_examples=60)
@given(size=st.sampled_from([2, 4, SIZE, LONG]), wide=st.booleans(), moves=MOVES)
def test_a_long_formula_prunes_like_a_short_one(
    name: str,
    equal: bool,  # noqa: FBT001 - drawn
    size: int,
    wide: bool,  # noqa: FBT001 - drawn
    moves: list[tuple[int, int, int]],
) -> None:
    remembering = Arithmetic(range(size), Leaf(0), equal=equal)
    remembering.formula = RunningFormula(FORMULAS[name](size))
    plain = Arithmetic(range(size), Leaf(0), equal=equal)
    plain.formula = Formula(FORMULAS[name](size))
    walk(remembering, plain, new_state(size, wide=wide), moves)


@settings(max_examples=60)
@given(WEIGHTS, st.integers(-50, 150), MOVES)
def test_a_ceiling_on_a_long_sum_is_lowered_between_runs(
    weights: list[int], bound: int, moves: list[tuple[int, int, int]]
) -> None:
    weights = weights[:SIZE]
    long = LinearCeiling(range(SIZE), weights, 0)
    long.sum = RunningSum(range(SIZE), weights)
    formula = FormulaCeiling(range(SIZE), Leaf(0))
    formula.formula = RunningFormula(Weighted([Leaf(x) for x in range(SIZE)], weights, 0))
    for ceiling in (long, formula):
        state = new_state(SIZE)
        for step in range(3):
            at_most = bound - 7 * step
            ceiling.lower_to(state, at_most)
            plain = without_sum(LinearAtMost(range(SIZE), weights, at_most))
            before = state.mark()
            walk(ceiling, plain, state, moves)
            state.undo(before)


def _scope(size: int, *, twice: bool) -> list[int]:
    """Return a scope of *size* places; with *twice*, some variables are in two of them."""
    return [x - 3 * (x % 4 == 3) if twice else x for x in range(size)]


def _automaton(scope: list[int], seed: int) -> Propagator:
    """Return a random automaton with six states and three sets of values, in which most states stay close."""
    random = Random(seed)
    steps: list[tuple[Mask, Moves]] = []
    for values in (0b111, 0b111000, 0b11000000):
        moves: dict[int, Mask] = {}
        for start in range(6):
            to = min(5, max(0, start + random.randint(-1, 1)))
            if random.random() < 0.8:
                moves[to - start] = moves.get(to - start, 0) | 1 << start
        steps.append((values, list(moves.items())))
    return Automaton(scope, steps, 1 << seed % 3, 0b111000)


def _flow(scope: list[int], seed: int) -> Propagator:
    """Return random bounds for six of the eight values, which can be met."""
    random = Random(seed)
    taken = [random.randrange(6 + seed % 3) for _ in scope]
    least = [max(0, taken.count(value) - random.choice([0, 0, 1, 4])) for value in range(6)]
    most = [taken.count(value) + random.choice([0, 0, 1, 4]) for value in range(6)]
    return LongFlow(scope, [1 << value for value in range(6)], least, most, closed=seed % 3 == 0)


@settings(max_examples=100)
@given(size=st.sampled_from([2, 5, SIZE, LONG]), seed=st.integers(0, 99), moves=MOVES)
def test_a_flow_that_is_kept_prunes_like_one_that_is_not(
    size: int, seed: int, moves: list[tuple[int, int, int]]
) -> None:
    kept = _flow(list(range(size)), seed)
    assert isinstance(kept, LongFlow)
    plain = Flow(kept.scope, kept.bits[:-1], kept.least[:-1], kept.most[:-1], closed=kept.closed)
    walk(kept, plain, new_state(size), moves)


def _test(row: Sequence[object]) -> bool:
    return sum(row) % 3 == 1  # type: ignore[arg-type]


VALUES: dict[int, object] = {1 << number: FIRST + number for number in range(8)}
REMEMBERING: dict[str, Callable[[list[int], int], Propagator]] = {
    "increasing": lambda scope, _: IncreasingChain(scope, 0),
    "strictly increasing": lambda scope, _: IncreasingChain(scope, 1),
    "automaton": _automaton,
    "between": lambda scope, most: CountBetween(scope, 0b1110, most // 2, most),
    "at least": lambda scope, least: CountBetween(scope, 0b111100, least, len(scope)),
    "count": lambda scope, _: CountEquals(scope, 0b111110, 0),
    "count of others": lambda scope, _: CountEquals(scope[1:], 0b11100, 0),
    "between on intervals": lambda scope, most: CountBetween(scope, 0b1110, most // 2, most, integers=[4, 5, 6]),
    "count on intervals": lambda scope, _: CountEquals(scope, 0b110, 0, integers=[4, 5]),
    "lexicographic": lambda scope, number: LexOrder(
        scope[: len(scope) // 2], scope[len(scope) // 2 :][: len(scope) // 2], strictly=number % 2 == 0
    ),
    "cardinality": _flow,
    "sum that differs": lambda scope, number: LinearDiffers(scope, [1, -2] * (len(scope) // 2), number),
    "test": lambda scope, _: LastVariable(scope, _test, [VALUES] * len(scope)),
}


@pytest.mark.parametrize("name", REMEMBERING)
@settings(max_examples=60)
@given(
    size=st.sampled_from([2, 6, SIZE, 36, 44, LONG, LONG]),
    twice=st.booleans(),
    number=st.integers(0, 8),
    free=st.integers(1, 40),
    fixed=st.lists(st.integers(0, 1), min_size=5, max_size=5),
    moves=MOVES,
)
def test_a_run_after_undo_equals_a_run_from_scratch(
    name: str,
    size: int,
    twice: bool,  # noqa: FBT001 - drawn
    number: int,
    free: int,
    fixed: list[int],
    moves: list[tuple[int, int, int]],
) -> None:
    propagator = REMEMBERING[name](_scope(size, twice=twice), number)
    state = new_state(size, wide=name.endswith("on intervals"))
    if name in {"lexicographic", "sum that differs", "test"}:  # else little happens within few moves
        for x in range(size):
            if x % (size // 2) >= free:
                state.fix(x, FIRST + fixed[x % (size // 2) % 5])
        moves = [(kind, place % min(free, size), count) for kind, place, count in moves]
    walk(propagator, propagator, state, moves)


@settings(max_examples=60)
@given(size=st.sampled_from([3, 18]), twice=st.booleans(), moves=MOVES)
def test_inverse_rows_follow_the_values_that_have_gone(
    size: int,
    twice: bool,  # noqa: FBT001 - drawn
    moves: list[tuple[int, int, int]],
) -> None:
    first = list(range(size))
    second = [0, *range(size + 1, 2 * size)] if twice else list(range(size, 2 * size))
    propagator = Channel(first, second, 1)
    walk(propagator, propagator, new_state(2 * size, values=size), moves)


@settings(max_examples=200)
@given(
    size=st.sampled_from([66, 88]),
    constants=st.integers(0, 3),
    domains=st.lists(st.integers(1, 255), min_size=6, max_size=6),
    moves=MOVES,
)
def test_a_long_element_prunes_like_a_short_one(
    size: int, constants: int, domains: list[int], moves: list[tuple[int, int, int]]
) -> None:
    index, result = size, size + 1
    places: dict[Mask, int] = {1 << place: place for place in range(constants, size)}
    fixed: dict[Mask, Mask] = {1 << place: 1 << place for place in range(constants)}
    remembering, plain = ElementAt(index, result, fixed, places), ElementAt(index, result, fixed, places)
    assert remembering.news is not None
    plain.news = None
    masks = [domains[x % 6] for x in range(size)]
    axes = [Axis(range(FIRST, FIRST + 8))] * size
    state = State(
        [*masks, (1 << size) - 1, 255], axes=[*axes, Axis(range(FIRST, FIRST + size)), Axis(range(FIRST, FIRST + 8))]
    )
    often = [
        (kind, [place, index, result][number % 3] if number < 6 else place, number) for kind, place, number in moves
    ]
    walk(remembering, plain, state, often)


@settings(max_examples=200)
@given(
    size=st.sampled_from([66, 88]),
    constants=st.integers(0, 3),
    integral=st.booleans(),
    narrow=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 7)), min_size=6, max_size=6),
    moves=MOVES,
)
def test_a_long_element_by_bounds_prunes_like_a_short_one(
    size: int,
    constants: int,
    integral: bool,  # noqa: FBT001 - drawn
    narrow: list[tuple[int, int]],
    moves: list[tuple[int, int, int]],
) -> None:
    index, result = size, size + 1
    places = [FIRST + place if integral else 1 << place for place in range(size)]
    variables = [-1 if place < constants else place for place in range(size)]
    fixed = [FIRST + place for place in range(size)]
    remembering, plain = (ElementBounds(index, result, places, fixed, variables, integral=integral) for _ in "ab")
    assert remembering.news is not None
    plain.news = None
    intervals = dict.fromkeys(range(0, size, 3), (FIRST, FIRST + 7))
    if integral:
        intervals[index] = (FIRST, FIRST + size - 1)
    masks = [OPEN if x in intervals else 255 for x in range(size)]
    axes = [Axis(range(FIRST, FIRST + 8))] * size
    state = State(
        [*masks, OPEN if integral else (1 << size) - 1, 255],
        axes=[*axes, Axis(range(FIRST, FIRST + size)), Axis(range(FIRST, FIRST + 8))],
        intervals=intervals,
    )
    for x in range(size):
        low, high = narrow[x % 6]
        assert state.at_least(x, FIRST + min(low, high))
        assert state.at_most(x, FIRST + high)
    often = [
        (kind, [place, index, result][number % 3] if number < 6 else place, number) for kind, place, number in moves
    ]
    walk(remembering, plain, state, often)
