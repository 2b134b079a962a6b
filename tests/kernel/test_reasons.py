"""Reasons of each kind of propagator: true before, about other variables, and enough for the constraint alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from operator import eq, le, ne
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reasons import Examined, Holds

from csplib.kernel.arcs import Arc, AtLeastArc, AtMostArc, DiffArc, EqualArc
from csplib.kernel.axis import Axis
from csplib.kernel.formulas import Absolute, Extreme, Leaf, Node, Power, Product, Quotient, Weighted
from csplib.kernel.history import Literal
from csplib.kernel.propagator import Propagator
from csplib.kernel.propagators.arithmetic import Arithmetic, NotZero
from csplib.kernel.propagators.automaton import Automaton
from csplib.kernel.propagators.boxes import Boxes
from csplib.kernel.propagators.channel import Channel
from csplib.kernel.propagators.clause import Clause
from csplib.kernel.propagators.counting import CountBetween, CountEquals
from csplib.kernel.propagators.disjunctive import Disjunctive
from csplib.kernel.propagators.element import ElementAt
from csplib.kernel.propagators.extreme_place import ExtremePlace
from csplib.kernel.propagators.flow import Flow
from csplib.kernel.propagators.hall import HallIntervals
from csplib.kernel.propagators.injection import Injection
from csplib.kernel.propagators.knapsack import KnapsackBound
from csplib.kernel.propagators.large_different import LargeDifferent
from csplib.kernel.propagators.large_table import ManyAllowedRows
from csplib.kernel.propagators.linear import LinearAtMost, LinearDiffers
from csplib.kernel.propagators.linear_equals import Addition, LinearEquals, Total
from csplib.kernel.propagators.logic import Bundle, Disjunction, Reified
from csplib.kernel.propagators.long_flow import LongFlow
from csplib.kernel.propagators.matching import Matching
from csplib.kernel.propagators.ordering import IncreasingChain, LexOrder
from csplib.kernel.propagators.packing import Packing
from csplib.kernel.propagators.permutation import Permutation
from csplib.kernel.propagators.row_index import RowIndex
from csplib.kernel.propagators.single_cycle import SingleCycle
from csplib.kernel.propagators.table import AllowedRows, ForbiddenPatterns, ForbiddenRows
from csplib.kernel.propagators.time_table import TimeTable

Made = tuple[Propagator, Holds]
Draw = Callable[[st.SearchStrategy[Any]], Any]
Numbers = Sequence[tuple[int, ...]]


def some(draw: Draw, size: int) -> list[int]:
    """Return some of the variables, perhaps one twice."""
    chosen: list[int] = draw(st.lists(st.integers(0, size - 1), min_size=2, max_size=5, unique=draw(st.booleans())))
    return chosen


def order(draw: Draw, size: int) -> list[int]:
    """Return some of the variables, none of them twice."""
    chosen: list[int] = draw(st.permutations(range(size)))
    return chosen[: draw(st.integers(3, size))]


def offsets_for(draw: Draw, scope: list[int]) -> list[int]:
    count = len(scope)
    offsets: list[int] = draw(st.just([0] * count) | st.lists(st.integers(0, 2), min_size=count, max_size=count))
    return offsets


def weights_for(draw: Draw, scope: list[int]) -> list[int]:
    weight = st.integers(1, 3) | st.integers(-3, -1)
    weights: list[int] = draw(st.just([1] * len(scope)) | st.lists(weight, min_size=len(scope), max_size=len(scope)))
    return weights


def differ(scope: list[int], offsets: list[int]) -> Holds:
    def holds(row: dict[int, int]) -> bool:
        terms = [row[x] + offset for x, offset in zip(scope, offsets, strict=True)]
        return len(set(terms)) == len(terms)

    return holds


def weighted(scope: list[int], weights: list[int], row: dict[int, int]) -> int:
    return sum(weight * row[x] for x, weight in zip(scope, weights, strict=True))


def matching(draw: Draw, size: int) -> Made:
    scope = order(draw, size)
    offsets = offsets_for(draw, scope)
    return Matching(scope, offsets if any(offsets) else ()), differ(scope, offsets)


def hall(draw: Draw, size: int) -> Made:
    scope = order(draw, size)
    offsets = offsets_for(draw, scope)
    return HallIntervals(scope, offsets if any(offsets) else ()), differ(scope, offsets)


def large_different(draw: Draw, size: int) -> Made:
    scope = order(draw, size)
    if draw(st.booleans()):
        offsets = offsets_for(draw, scope)
        return LargeDifferent(scope, offsets, integers=True), differ(scope, offsets)
    return LargeDifferent(scope, permutes=False), differ(scope, [0] * len(scope))


def permutation(draw: Draw, size: int) -> Made:
    """Return a permutation of as many values as terms; it is stated together with the differences."""
    scope = order(draw, size)
    offsets = offsets_for(draw, scope)
    values = ((1 << len(scope)) - 1) << max(offsets)
    distinct = differ(scope, offsets)

    def holds(row: dict[int, int]) -> bool:
        return distinct(row) and all(values >> row[x] + offsets[place] & 1 for place, x in enumerate(scope))

    return Permutation(scope, values, offsets if any(offsets) else ()), holds


def large_permutation(draw: Draw, size: int) -> Made:
    """Return a permutation of as many values as variables; other values are forbidden, too."""
    scope = draw(st.permutations(range(size)))
    distinct = differ(scope, [0] * size)
    return LargeDifferent(scope, permutes=True), lambda row: distinct(row) and max(row.values()) < size


def at_most(draw: Draw, size: int) -> Made:
    scope = some(draw, size)
    weights = weights_for(draw, scope)
    bound = draw(st.integers(-4, 12))
    return LinearAtMost(scope, weights, bound), lambda row: weighted(scope, weights, row) <= bound


def equals(draw: Draw, size: int) -> Made:
    scope = some(draw, size)
    weights = weights_for(draw, scope)
    total = draw(st.integers(-4, 12))
    return LinearEquals(scope, weights, total), lambda row: weighted(scope, weights, row) == total


def differs(draw: Draw, size: int) -> Made:
    scope = some(draw, size)
    weights = weights_for(draw, scope)
    total = draw(st.integers(-4, 12))
    return LinearDiffers(scope, weights, total), lambda row: weighted(scope, weights, row) != total


def total(draw: Draw, size: int) -> Made:
    scope = order(draw, size)
    wanted = draw(st.integers(0, 20))
    return Total(scope, wanted), lambda row: weighted(scope, [1] * len(scope), row) == wanted


def addition(draw: Draw, size: int) -> Made:
    x, y, z = draw(st.permutations(range(size)))[:3]
    constant = draw(st.integers(-3, 4))
    return Addition(x, y, z, constant), lambda row: row[x] + row[y] == row[z] + constant


def rows_for(draw: Draw, places: int, *, patterns: bool) -> Numbers:
    """Return different rows of numbers; -1 stands for any value."""
    row = st.tuples(*[st.sampled_from([*range(6), -1] if patterns else range(6))] * places)
    rows: Numbers = draw(st.lists(row, min_size=4, max_size=40, unique=True))
    return rows


def fits(row: tuple[int, ...], scope: list[int], values: dict[int, int]) -> bool:
    return all(number in {-1, values[x]} for x, number in zip(scope, row, strict=True))


def bits_of(rows: Numbers) -> list[tuple[int, ...]]:
    return [tuple(-1 if number < 0 else 1 << number for number in row) for row in rows]


def allowed(draw: Draw, size: int) -> Made:
    scope = some(draw, size)
    rows = rows_for(draw, len(scope), patterns=True)
    return AllowedRows(scope, bits_of(rows)), lambda values: any(fits(row, scope, values) for row in rows)


def many_allowed(draw: Draw, size: int) -> Made:
    scope = order(draw, size)
    rows = rows_for(draw, len(scope), patterns=True)
    index = RowIndex(columns(rows), 8)
    return ManyAllowedRows(scope, index), lambda values: any(fits(row, scope, values) for row in rows)


def forbidden(draw: Draw, size: int) -> Made:
    scope = some(draw, size)[:3]
    rows = rows_for(draw, len(scope), patterns=False)
    return ForbiddenRows(scope, bits_of(rows)), lambda values: not any(fits(row, scope, values) for row in rows)


def forbidden_patterns(draw: Draw, size: int) -> Made:
    scope = some(draw, size)
    rows = rows_for(draw, len(scope), patterns=True)
    return ForbiddenPatterns(scope, bits_of(rows)), lambda values: not any(fits(row, scope, values) for row in rows)


def count_between(draw: Draw, size: int) -> Made:
    scope = some(draw, size)
    counted = draw(st.integers(0, 63))
    least = draw(st.integers(0, 3))
    most = draw(st.integers(least, 5))
    return CountBetween(
        scope, counted, least, most
    ), lambda row: least <= sum(counted >> row[x] & 1 for x in scope) <= most


def count_equals(draw: Draw, size: int) -> Made:
    scope = some(draw, size)
    counted = draw(st.integers(0, 63))
    result = draw(st.integers(0, size - 1))
    return CountEquals(scope, counted, result), lambda row: sum(counted >> row[x] & 1 for x in scope) == row[result]


def flow(draw: Draw, size: int) -> Made:
    scope = order(draw, size)
    numbers = draw(st.lists(st.integers(0, 5), min_size=1, max_size=4, unique=True))
    least = [draw(st.integers(0, 1)) for _ in numbers]
    most = [low + draw(st.integers(0, 2)) for low in least]
    closed = draw(st.booleans())

    def holds(row: dict[int, int]) -> bool:
        values = [row[x] for x in scope]
        return not (closed and set(values) - set(numbers)) and all(
            least[i] <= values.count(number) <= most[i] for i, number in enumerate(numbers)
        )

    kind = draw(st.sampled_from([Flow, LongFlow]))
    return kind(scope, [1 << number for number in numbers], least, most, closed=closed), holds


def automaton(draw: Draw, size: int) -> Made:
    """Return an automaton with up to four states, and up to three transitions from each of them for a value."""
    scope = some(draw, size)
    count = draw(st.integers(2, 4))
    pairs = st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=5, unique=True)
    groups = draw(st.sampled_from([[1, 2, 4, 8], [3, 4, 24], [7, 56]]))
    edges = [draw(pairs) for _ in groups]
    steps = [(values, moves_of(edges[k])) for k, values in enumerate(groups)]
    accepting = draw(st.integers(1, (1 << count) - 1))

    def holds(row: dict[int, int]) -> bool:
        states = {0}
        for x in scope:
            states = {b for k, values in enumerate(groups) if values >> row[x] & 1 for a, b in edges[k] if a in states}
        return any(accepting >> one & 1 for one in states)

    return Automaton(scope, steps, 1, accepting), holds


def moves_of(edges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return transitions by the difference of the numbers of states."""
    return [(by, sum(1 << a for a, b in edges if b - a == by)) for by in sorted({b - a for a, b in edges})]


def channel(draw: Draw, size: int) -> Made:
    """Return two rows that are inverse to each other; they may share variables, and be long."""
    count = draw(st.integers(1, size - 1))
    first = [draw(st.integers(0, size - 1)) for _ in range(count)]
    second = [draw(st.integers(0, size - 1)) for _ in range(count)]
    if draw(st.integers(0, 2)):
        count = size // 2
        places = draw(st.permutations(range(size)))
        first, second = places[:count], places[count : 2 * count]
    low = draw(st.integers(0, 6 - count))
    made = Channel(first, second, 1 << low)
    if draw(st.booleans()):  # as if it were long
        for place in range(count):
            made.places.setdefault(first[place], []).append(place)
            made.places.setdefault(second[place], []).append(-1 - place)

    def holds(row: dict[int, int]) -> bool:
        return all(low <= row[x] < low + count for x in made.scope) and all(
            (row[first[i]] == low + j) == (row[second[j]] == low + i) for i in range(count) for j in range(count)
        )

    return made, holds


def single_cycle(draw: Draw, size: int) -> Made:
    scope = some(draw, size) if draw(st.integers(0, 4)) == 0 else order(draw, size)
    count = len(scope)
    low = draw(st.integers(0, 6 - count))

    def holds(row: dict[int, int]) -> bool:
        node, seen = 0, set()
        while node not in seen and 0 <= node < count:
            seen.add(node)
            node = row[scope[node]] - low
        return node == 0 and len(seen) == count

    return SingleCycle(scope, 1 << low), holds


def injection(draw: Draw, size: int) -> Made:
    scope = draw(st.permutations(range(size)))
    short, long = scope[: (size - 1) // 2], scope[(size - 1) // 2 :]

    def holds(row: dict[int, int]) -> bool:
        return all(row[x] < len(long) for x in short) and all(
            (row[x] == place) == (row[y] == number) for number, x in enumerate(short) for place, y in enumerate(long)
        )

    return Injection(short, long, [1 << place for place in range(len(long))]), holds


def extreme_place(draw: Draw, size: int) -> Made:
    *numbers, place = draw(st.permutations(range(size)))
    sign = draw(st.sampled_from([1, -1]))

    def holds(row: dict[int, int]) -> bool:
        values = [sign * row[x] for x in numbers]
        return row[place] == values.index(min(values))

    return ExtremePlace(numbers, place, sign), holds


def element(draw: Draw, size: int) -> Made:
    index, result = draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1))
    variables: dict[int, int] = {}
    constants: dict[int, int] = {}
    for place in range(draw(st.integers(1, 6))):
        kind = draw(st.integers(0, 4))
        if kind < 3:
            variables[place] = draw(st.integers(0, size - 1))
        elif kind < 4:
            constants[place] = draw(st.integers(0, 5))

    def holds(row: dict[int, int]) -> bool:
        place = row[index]
        if place in variables:
            return row[variables[place]] == row[result]
        return place in constants and constants[place] == row[result]

    made = ElementAt(
        index,
        result,
        {1 << place: 1 << value for place, value in constants.items()},
        {1 << place: x for place, x in variables.items()},
    )
    return made, holds


def increasing(draw: Draw, size: int) -> Made:
    scope = some(draw, size)
    gap = draw(st.integers(-1, 2))
    return IncreasingChain(scope, gap), lambda row: all(
        row[scope[i]] + gap <= row[scope[i + 1]] for i in range(len(scope) - 1)
    )


def lex(draw: Draw, size: int) -> Made:
    places = draw(st.integers(1, 3))
    first, second = some(draw, size), some(draw, size)
    if draw(st.booleans()):
        first, second = list(range(0, size, 2)), list(range(1, size, 2))
    places = min(len(first), len(second))
    first, second = first[:places], second[:places]
    strictly = draw(st.booleans())

    def holds(row: dict[int, int]) -> bool:
        one, two = [row[x] for x in first], [row[x] for x in second]
        return one < two or (one == two and not strictly)

    return LexOrder(first, second, strictly=strictly), holds


def arithmetic(draw: Draw, size: int) -> Made:
    """Return a formula, with variables that occur several times."""
    a, b, c, d = (draw(st.integers(0, size - 1)) for _ in range(4))
    one, two, constant = draw(st.integers(1, 3)), draw(st.integers(-3, -1)), draw(st.integers(-9, 9))
    kind = draw(st.integers(0, 4))
    equal, least = draw(st.booleans()), draw(st.booleans())
    parts: list[tuple[Callable[[], Node], Callable[[dict[int, int]], int]]] = [
        (lambda: Product([Leaf(c), Leaf(d, 1)]), lambda row: row[c] * (row[d] + 1)),
        (lambda: Absolute([Leaf(c, -2)]), lambda row: abs(row[c] - 2)),
        (lambda: Power(Leaf(c, -2), 2), lambda row: (row[c] - 2) ** 2),
        (lambda: Quotient(Weighted([Leaf(c), Leaf(d)], [1, -1], 0), 2), lambda row: (row[c] - row[d]) // 2),
        (lambda: Extreme([Leaf(c), Leaf(d)], least=least), lambda row: (min if least else max)(row[c], row[d])),
    ]
    made, value = parts[kind]
    root = Weighted([Product([Leaf(a), Leaf(b)]), made()], [one, two], constant)

    def result(row: dict[int, int]) -> int:
        computed: int = one * row[a] * row[b] + two * value(row) + constant
        return computed

    scope = list(dict.fromkeys([a, b, c, d] if kind not in {1, 2} else [a, b, c]))
    if draw(st.integers(0, 4)) == 0:
        return NotZero(scope, root), lambda row: result(row) != 0
    return Arithmetic(scope, root, equal=equal), lambda row: result(row) == 0 if equal else result(row) <= 0


def disjunctive(draw: Draw, size: int) -> Made:
    """Return up to four tasks, some with durations that vary."""
    count = draw(st.integers(2, size))
    starts = list(range(count))
    durations = [draw(st.integers(0, size - 1)) if draw(st.integers(0, 5)) == 0 else size + place for place in starts]

    def holds(row: dict[int, int]) -> bool:
        spans = [(row[x], row[x] + row[durations[place]]) for place, x in enumerate(starts)]
        return all(a[1] <= b[0] or b[1] <= a[0] for a, b in combinations(spans, 2))

    return Disjunctive(starts, durations), holds


def optional_tasks(draw: Draw, size: int) -> Made:
    """Return two or three tasks, some of which run only if a variable is 1."""
    count = draw(st.integers(2, 3))
    starts, durations = list(range(count)), list(range(size, size + count))
    presences = [draw(st.sampled_from([-1, *range(count, size)])) for _ in starts]

    def holds(row: dict[int, int]) -> bool:
        running = [place for place, x in enumerate(presences) if x < 0 or row[x] == 1]
        spans = [(row[starts[place]], row[starts[place]] + row[durations[place]]) for place in running]
        return all(a[1] <= b[0] or b[1] <= a[0] for a, b in combinations(spans, 2))

    return Disjunctive(starts, durations, presences=presences), holds


def time_table(draw: Draw, size: int) -> Made:
    count = draw(st.integers(2, 3))
    starts = list(range(count))
    durations = [size + place for place in starts]
    demands = [size + draw(st.integers(0, size - 1)) for _ in starts]
    capacity = draw(st.sampled_from([2 * size - 1, size - 1, -1]))
    limit = draw(st.integers(0, 6))

    def most(row: dict[int, int]) -> int:
        return row[capacity] if capacity >= 0 else limit

    def holds(row: dict[int, int]) -> bool:
        return all(
            sum(
                row[demands[place]] for place, x in enumerate(starts) if row[x] <= time < row[x] + row[durations[place]]
            )
            <= most(row)
            for time in range(16)
        ) and all(row[demand] <= most(row) or not row[durations[place]] for place, demand in enumerate(demands))

    optional = starts if draw(st.booleans()) else []
    return TimeTable(starts, durations, demands, capacity, optional=optional, limit=limit), holds


def packing(draw: Draw, size: int) -> Made:
    """Return items in bins with loads, some of which are variables behind them."""
    items = order(draw, size)
    sizes = [draw(st.integers(0, 3)) for _ in items]
    bits = [1 << b for b in draw(st.permutations(range(4)))[: draw(st.integers(1, 3))]]
    equal = draw(st.booleans())
    rest = range(size, 2 * size)
    loads = [x if draw(st.booleans()) else -1 for x, _ in zip(rest, bits, strict=False)]
    capacities = [draw(st.integers(0, 6)) if x < 0 else 9 for x in loads]
    if equal:
        loads = [x for x, _ in zip(rest, bits, strict=False)]

    def holds(row: dict[int, int]) -> bool:
        inside = [sum(one for x, one in zip(items, sizes, strict=True) if 1 << row[x] == bit) for bit in bits]
        limits = [most if x < 0 else min(row[x], most) for x, most in zip(loads, capacities, strict=True)]
        if not all(1 << row[x] in bits for x in items):
            return False
        if equal:
            return all(one == row[x] and one <= most for one, x, most in zip(inside, loads, capacities, strict=True))
        return all(one <= most for one, most in zip(inside, limits, strict=True))

    return Packing(items, sizes, bits, loads, capacities, equal=equal), holds


def knapsack(draw: Draw, size: int) -> Made:
    """Return the bounds of a knapsack, together with the sums."""
    *items, weight, profit = draw(st.permutations(range(size)))
    weights = [draw(st.integers(0, 3)) for _ in items]
    profits = [draw(st.integers(0, 3)) for _ in items]

    def holds(row: dict[int, int]) -> bool:
        return weighted(items, weights, row) <= row[weight] and weighted(items, profits, row) >= row[profit]

    scope = [*items, weight], [*items, profit]
    light, rich = [*weights, -1], [*[-one for one in profits], 1]
    sums: list[Propagator] = [LinearAtMost(*_without_zeros(scope[0], light), 0)]
    sums.append(LinearAtMost(*_without_zeros(scope[1], rich), 0))
    return Bundle([], [], [*sums, KnapsackBound(items, weights, profits, weight, profit)]), holds


def _without_zeros(scope: list[int], weights: list[int]) -> tuple[list[int], list[int]]:
    kept = [place for place, weight in enumerate(weights) if weight]
    return [scope[place] for place in kept], [weights[place] for place in kept]


def boxes(draw: Draw, size: int) -> Made:
    """Return two or three rectangles, or boxes, whose sizes are behind them."""
    width, count = draw(st.sampled_from([(1, 3), (2, 2), (2, 2)]))
    if width * count > size:
        width, count = 1, size
    row = draw(st.permutations(range(size)))[: width * count]
    extents = [draw(st.integers(size, 2 * size - 1)) for _ in row]
    ignore_empty = draw(st.booleans())
    corners = [row[i : i + width] for i in range(0, len(row), width)]
    sizes = [extents[i : i + width] for i in range(0, len(row), width)]

    def holds(row: dict[int, int]) -> bool:
        for i in range(count):
            for j in range(i):
                if ignore_empty and 0 in [row[x] for x in (*sizes[i], *sizes[j])]:
                    continue
                if not any(
                    row[a] + row[w] <= row[b] or row[b] + row[v] <= row[a]
                    for a, w, b, v in zip(corners[i], sizes[i], corners[j], sizes[j], strict=True)
                ):
                    return False
        return True

    return Boxes(corners, sizes, ignore_empty=ignore_empty), holds


SIMPLE = (matching, at_most, equals, allowed, count_between, element, increasing, lex, large_different)


def _is_in(x: int, mask: int, row: dict[int, int]) -> bool:
    return bool(mask >> row[x] & 1)


def _compares(compare: Callable[[int, int], bool], x: int, y: int, shift: int, row: dict[int, int]) -> bool:
    return compare(row[x], row[y] + shift)


def bundle(draw: Draw, size: int) -> tuple[Bundle, Holds]:
    """Return up to two restrictions, arcs and propagators."""
    parts: list[Holds] = []
    restrictions: list[Literal] = []
    arcs: list[Arc] = []
    propagators: list[Propagator] = []
    for kind in draw(st.lists(st.integers(0, 4), min_size=1, max_size=2)):
        if kind == 0:
            x, mask = draw(st.integers(0, size - 1)), draw(st.integers(0, 63))
            restrictions.append((x, mask))
            parts.append(partial(_is_in, x, mask))
        elif kind == 1:
            x, y = draw(st.permutations(range(size)))[:2]
            shift = draw(st.integers(-1, 2))
            choose = draw(st.integers(0, 2))
            forward = (DiffArc, EqualArc, AtMostArc)[choose](x, y, None, shift)
            backward = (DiffArc, EqualArc, AtLeastArc)[choose](y, x, None, -shift)
            arcs += [forward, backward]
            compare = (ne, eq, le)[choose]
            parts.append(partial(_compares, compare, x, y, shift))
        else:
            one, holds = draw(st.sampled_from(SIMPLE))(draw, size)
            propagators.append(one)
            parts.append(holds)
    return Bundle(restrictions, arcs, propagators), lambda row: all(part(row) for part in parts)


def disjunction(draw: Draw, size: int) -> Made:
    made = [bundle(draw, size) for _ in range(draw(st.integers(2, 3)))]
    return Disjunction([choice for choice, _ in made]), lambda row: any(holds(row) for _, holds in made)


def clause(draw: Draw, size: int) -> Made:
    scope = order(draw, size)
    masks = [draw(st.integers(1, 30)) for _ in scope]
    literals = list(zip(scope, masks, strict=True))
    return Clause(scope, masks), lambda row: any(1 << row[x] & mask for x, mask in literals)


def reified(draw: Draw, size: int) -> Made:
    """Return the truth of a comparison of two variables, or of a sum."""
    x, y, z = draw(st.permutations(range(size)))[:3]
    one, zero = draw(st.permutations([1, 2, 4]))[:2]
    if draw(st.booleans()):
        shift = draw(st.integers(-1, 2))
        equal = Bundle([], [EqualArc(x, y, None, shift), EqualArc(y, x, None, -shift)], [])
        unequal = Bundle([], [DiffArc(x, y, None, shift), DiffArc(y, x, None, -shift)], [])
        truth: Holds = partial(_compares, eq, x, y, shift)
    else:
        scope = [x, y, draw(st.integers(0, size - 1))]
        weights = weights_for(draw, scope)
        bound: int = draw(st.integers(-4, 12))
        equal = Bundle([], [], [LinearAtMost(scope, weights, bound)])
        unequal = Bundle([], [], [LinearAtMost(scope, [-weight for weight in weights], -bound - 1)])

        def truth(row: dict[int, int]) -> bool:
            return weighted(scope, weights, row) <= bound

    made = Reified(z, one, zero, equal, unequal)
    return made, lambda row: 1 << row[z] == (one if truth(row) else zero)


KINDS = {
    make.__name__: make
    for make in (
        matching,
        hall,
        large_different,
        permutation,
        large_permutation,
        at_most,
        equals,
        differs,
        total,
        addition,
        allowed,
        many_allowed,
        forbidden,
        forbidden_patterns,
        count_between,
        count_equals,
        flow,
        automaton,
        channel,
        single_cycle,
        element,
        extreme_place,
        injection,
        increasing,
        lex,
        arithmetic,
        disjunctive,
        optional_tasks,
        time_table,
        packing,
        boxes,
        knapsack,
        bundle,
        clause,
        disjunction,
        reified,
    )
}

NUMERIC = {"at_most", "equals", "differs", "increasing", "lex", "arithmetic"}
"""The kinds that work with any integers behind the bits."""

INTEGERS = [range(6), range(-2, 4), [-5, -1, 0, 2, 3, 9]]


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_a_reason_and_the_constraint_force_what_it_explains(kind: str, data: st.DataObject, seed: int) -> None:
    size = data.draw(st.integers(3, 5))
    propagator, holds = KINDS[kind](data.draw, size)
    rng = random.Random(seed)
    for _ in range(2):
        domains = [rng.choice([63, 63, 31, 62, rng.randint(1, 63)]) for _ in range(size)]
        if kind == "hall":  # it needs about as many variables as values
            domains = [(domain & 15) or 15 for domain in domains]
        if isinstance(propagator, Permutation):  # no variable has other values
            for place, x in enumerate(propagator.scope):
                mask = propagator.values >> (propagator.offsets[place] if propagator.offsets else 0)
                domains[x] = domains[x] & mask or mask
        if kind == "large_permutation":
            domains = [domain & ((1 << size) - 1) or 1 for domain in domains]
            domains[0] = (1 << size) - 1
        domains += [rng.choice([1, 2, 2, 4, 4, 8, 3]) for _ in range(size)]
        axes = [Axis(rng.choice(INTEGERS)) for _ in domains] if kind in NUMERIC else ()
        Examined(propagator, domains, holds, axes).wander(rng, 12)


def reason_of(propagator: Propagator, domains: list[int], narrowed: dict[int, int], x: int) -> list[Literal]:
    """Return why *x* loses values or, if it is -1, why all fails, once the domains are *narrowed*."""
    one = Examined(propagator, domains, lambda _: False)
    for y, mask in narrowed.items():
        one.narrow(y, mask)
    one.run()
    [reason, *_] = [sorted(reason) for y, _, reason in one.reasons if y == x]
    default = one.propagator.scope
    assert len(reason) < len([y for y in default if y != x]) or any(mask & ~one.state.domain(y) for y, mask in reason)
    return reason


def test_the_reason_of_a_matching_is_a_hall_set() -> None:
    every = [0b11111] * 5
    for propagator in (Matching(range(5)), HallIntervals(range(5))):
        assert reason_of(propagator, every, {0: 0b00110, 1: 0b00110, 3: 0b11110}, 3) == [(0, 0b00110), (1, 0b00110)]
    assert reason_of(Matching(range(5)), every, {0: 3, 1: 3, 2: 3}, -1) == [(0, 3), (1, 3), (2, 3)]
    shifted = Matching(range(4), [0, 1, 2, 3])
    assert reason_of(shifted, [0b111] * 4, {0: 0b110, 1: 0b011}, 2) == [(0, 0b110), (1, 0b011)]


def test_the_reason_of_a_sum_spends_its_slack() -> None:
    tens = [0b11111111111] * 4
    propagator = LinearAtMost(range(4), [1, 1, 1, 1], 12)
    narrowed = {0: -1 << 1, 1: -1 << 4, 2: -1 << 4}
    assert reason_of(propagator, tens, narrowed, 3) == [(0, 0b11111111110), (1, 0b11111110000), (2, 0b11111110000)]
    # To forbid 8, no least value is needed for the first one, and a lower one for the second.
    narrowed[3] = 0b100000001
    assert reason_of(propagator, tens, narrowed, 3) == [(1, 0b11111111110), (2, 0b11111110000)]


def test_the_reason_of_an_equation_is_one_side_of_it() -> None:
    ones = [0b11] * 5
    for propagator in (LinearEquals(range(5), [1] * 5, 2), Total(range(5), 2)):
        assert reason_of(propagator, ones, {0: 2, 1: 1, 3: 2}, 4) == [(0, 2), (3, 2)]
        assert reason_of(propagator, ones, {0: 1, 1: 1, 3: 1}, 4) == [(0, 1), (1, 1), (3, 1)]
    assert reason_of(Addition(0, 1, 2, 0), [0b1111] * 3, {0: 0b1110}, 2) == [(0, 0b1110)]


def test_the_reason_of_a_table_names_the_variables_that_rule_its_rows_out() -> None:
    rows = [(a, b, c) for a in range(4) for b in range(4) for c in range(4) if a + b == 3]
    for propagator in (AllowedRows(range(3), bits_of(rows)), ManyAllowedRows(range(3), RowIndex(columns(rows), 8))):
        # Without the values 1 and 2, the first one loses 2 and 1 whatever the third one has.
        assert reason_of(propagator, [15] * 3, {1: 0b1001, 2: 0b0111}, 0) == [(1, 0b1001)]
    patterns = ForbiddenPatterns(range(3), [(2, -1, 1), (1, 1, -1)])
    assert reason_of(patterns, [3] * 3, {0: 2, 1: 1}, 2) == [(0, 2)]


def columns(rows: Numbers) -> list[list[int]]:
    return [list(column) for column in zip(*rows, strict=True)]


def test_the_reason_of_a_count_is_who_is_counted() -> None:
    between = CountBetween(range(5), 0b01, 1, 2)
    assert reason_of(between, [0b111] * 5, {0: 1, 1: 2, 3: 1}, 4) == [(0, 1), (3, 1)]
    assert reason_of(between, [0b111] * 5, {0: 6, 1: 4, 2: 2, 3: 6}, 4) == [(0, 6), (1, 6), (2, 6), (3, 6)]
    counts = CountEquals(range(4), 0b01, 4)
    assert reason_of(counts, [0b111] * 4 + [0b11111], {0: 1, 1: 3}, 4) == [(0, 1)]


def test_the_reason_of_a_flow_is_a_cut() -> None:
    every = [0b1111] * 5
    crowded = Flow(range(5), [1, 2, 4], [0, 0, 0], [1, 1, 5])
    assert reason_of(crowded, every, {0: 3, 1: 3, 2: 0b1110, 3: 8, 4: 8}, 2) == [(0, 3), (1, 3)]
    wanted = Flow(range(5), [1, 2, 4], [2, 1, 0], [5, 5, 5])
    reason = [(2, 0b1100), (3, 0b1100)]
    assert reason_of(wanted, every, {0: 7, 1: 3, 2: 12, 3: 8, 4: 3}, 0) == reason


def test_the_reason_of_an_element_is_about_places_that_are_left() -> None:
    # items 2, 3, 4 and the constant 1 (as a bit: 2); the index is variable 0, the result variable 1
    element = ElementAt(0, 1, {8: 2}, {1: 2, 2: 3, 4: 4})
    every = [15] * 5
    assert reason_of(element, every, {1: 0b1010, 2: 0b0101}, 0) == [(1, 0b1010), (2, 0b0101)]
    assert reason_of(element, every, {1: 0b1101}, 0) == [(1, 0b1101)]
    assert reason_of(element, every, {0: 0b0011, 2: 0b0111, 3: 0b0110}, 1) == [(0, 0b1011), (2, 0b0111), (3, 0b0111)]
    assert reason_of(element, every, {0: 0b0010, 1: 0b0011}, 3) == [(0, 0b0010), (1, 0b0011)]


def test_the_reason_of_a_chain_is_one_bound() -> None:
    chain = IncreasingChain(range(4), 1)
    assert reason_of(chain, [0b1111111] * 4, {0: 0b1111100}, 3) == [(0, 0b1111100)]
    assert reason_of(chain, [1, 2, 0b1111100, 0b1111000], {3: 0b0011000}, 2) == [(3, 0b0011000)]


def test_the_reason_of_an_order_of_rows_is_a_common_prefix() -> None:
    lex = LexOrder([0, 1, 2], [3, 4, 5], strictly=False)
    every = [0b111] * 6
    assert reason_of(lex, every, {0: 0b110, 3: 0b010, 1: 0b100, 4: 0b011}, -1) == [
        (0, 0b110),
        (1, 0b100),
        (3, 0b011),
        (4, 0b011),
    ]
    assert reason_of(lex, every, {0: 0b100, 3: 0b100, 4: 0b011}, 1) == [(0, 0b100), (3, 0b111), (4, 0b011)]


def test_the_reason_of_a_formula_is_bounds() -> None:
    product = Arithmetic([0, 1], Weighted([Product([Leaf(0), Leaf(1)])], [1], -6), equal=False)
    assert reason_of(product, [0b111110, 0b111110], {0: 0b101000}, 1) == [(0, 0b111000)]


def test_the_reason_of_a_disjunction_joins_those_of_its_choices() -> None:
    sums = [Bundle([], [], [LinearAtMost([0, 1, place], [1, 1, 1], 2)]) for place in (2, 3)]
    choices = [*sums, Bundle([(4, 0b01)], [], [])]
    reason = [(0, 0b1100), (4, 0b10)]
    assert reason_of(Disjunction(choices), [15, 15, 15, 15, 3], {0: 12, 4: 2}, 1) == reason


def test_the_reason_of_a_truth_value_is_that_of_the_constraint() -> None:
    holds = Bundle([], [EqualArc(0, 1), EqualArc(1, 0)], [])
    fails = Bundle([], [DiffArc(0, 1), DiffArc(1, 0)], [])
    reified = Reified(2, 2, 1, holds, fails)
    assert reason_of(reified, [15, 15, 3], {0: 0b0011, 1: 0b1000}, 2) == [(0, 0b0011), (1, 0b1100)]
    assert reason_of(reified, [15, 15, 3], {0: 0b0011, 1: 0b0111, 2: 0b10}, 1) == [(0, 0b1011), (2, 0b10)]


def test_the_reason_of_a_schedule_is_about_few_tasks() -> None:
    # Variables 4 to 7 are durations of 3, 3, 2 and 1.
    machine = Disjunctive([0, 1, 2, 3], [4, 5, 6, 7])
    domains = [0b1111111111] * 4 + [8, 8, 4, 2]
    durations = [(5, 8), (6, 4)]
    # Task 1, which runs from 3 or 4 on, certainly runs at 4 and 5.
    assert reason_of(machine, domains, {1: 0b11000}, 2) == [(1, 0b0000011000), *durations]
    table = TimeTable([0, 1, 2], [4, 5, 6], [6, 6, 6], 8)
    shared = [0b1111111111] * 4 + [8, 8, 4, 2, 8]  # three tasks that each need 2 of 3
    reason = reason_of(table, shared, {1: 0b11000}, 2)
    assert [(y, mask) for y, mask in reason if y < 4] == [(1, 0b0000011000)]


def test_the_reason_of_a_packing_is_about_few_items() -> None:
    bins = Packing([0, 1, 2, 3], [1, 3, 2, 2], [1, 2], [-1, -1], [4, 9])
    assert reason_of(bins, [3, 3, 3, 3], {0: 1, 1: 1}, 2) == [(1, 1)]


def test_the_reason_of_a_place_is_the_boxes_in_the_way() -> None:
    # Squares of 2 and 3 at (0, 1) and (2, 3), and one at (4, 5) that is too far away; variables 6 to 8 are their sizes.
    squares = Boxes([[0, 1], [2, 3], [4, 5]], [[6, 6], [7, 7], [8, 8]])
    domains = [0b111111, 0b1, 0b111111, 0b11, 1 << 9, 0b1, 0b100, 0b1000, 0b10]
    reason = reason_of(squares, domains, {2: 0b10}, 0)
    assert {y for y, _ in reason} == {1, 2, 3, 6, 7}


def test_the_reason_of_many_differences_is_who_has_taken_the_value() -> None:
    many = LargeDifferent(range(6))
    assert reason_of(many, [63] * 6, {0: 8, 3: 1, 5: 10}, 5) == [(0, 8)]


def test_the_reason_of_a_permutation_is_that_no_other_place_is_left() -> None:
    assert reason_of(Permutation(range(3), 7), [7] * 3, {1: 1, 2: 3}, 0) == [(1, 3), (2, 3)]
    shifted = Permutation(range(3), 0b111000, [1, 2, 3])
    domains = [0b11100, 0b1110, 0b111]
    assert reason_of(shifted, domains, {0: 0b00100, 1: 0b0110}, 2) == [(0, 0b01100), (1, 0b0110)]


def test_the_reason_of_an_automaton_names_the_values_that_would_open_a_path() -> None:
    # After a 1 no 0 may follow, and 2 changes nothing.
    steps = [(0b001, [(0, 0b01)]), (0b010, [(0, 0b10), (1, 0b01)]), (0b100, [(0, 0b11)])]
    automaton = Automaton(range(4), steps, 0b01, 0b11)
    assert reason_of(automaton, [7, 7, 7, 7], {1: 0b010, 3: 0b011}, 2) == [(1, 0b010)]
    assert reason_of(automaton, [7, 7, 7, 7], {0: 0b010, 2: 0b011, 3: 0b001}, -1) == [(0, 0b010), (3, 0b001)]


def test_the_reason_of_a_channel_is_the_partner() -> None:
    channel = Channel([0, 1, 2], [3, 4, 5], 1)
    assert reason_of(channel, [7] * 6, {4: 0b110}, 0) == [(4, 0b110)]
    assert reason_of(channel, [7] * 6, {4: 0b001}, 0) == [(4, 0b001)]


def test_the_reason_of_an_injection_is_the_partner() -> None:
    one = Injection([0, 1], [2, 3, 4], [1, 2, 4])
    assert reason_of(one, [7] * 5, {3: 0b110}, 0) == [(3, 0b110)]
    assert reason_of(one, [7] * 5, {3: 0b001}, 0) == [(3, 0b001)]
    assert reason_of(one, [7] * 5, {0: 0b010}, 3) == [(0, 0b010)]


def test_the_reason_of_a_place_is_a_number_that_is_less() -> None:
    least = ExtremePlace([0, 1, 2], 3, 1)
    assert reason_of(least, [31, 31, 31, 7], {1: 0b00111, 2: 0b11000}, 3) == [(1, 0b00111), (2, 0b11100)]
    greatest = ExtremePlace([0, 1, 2], 3, -1)
    assert reason_of(greatest, [31, 31, 31, 7], {1: 0b00110, 2: 0b11000}, 3) == [(1, 0b00111), (2, 0b11000)]
