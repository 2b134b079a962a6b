"""Random models of every kind of constraint and objective, small enough for brute force at any size of scope.

A model has two or three *base* variables with a few values. All others follow from these, each by a table or by an
equation. So scopes can have seventy variables, and still all assignments are known. The meaning of a constraint is its
`satisfied`, which other tests compare with definitions of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from csplib import (
    ANY,
    MDD,
    AllDifferent,
    AllDifferentExcept,
    AllEqual,
    AllEqualExcept,
    AllOf,
    AnyOf,
    ArgMax,
    ArgMin,
    AtLeast,
    AtMost,
    BinPacking,
    Cardinality,
    Circuit,
    Connected,
    Constraint,
    Count,
    CountDifferent,
    CSPError,
    Cumulative,
    Diff,
    Element,
    Exactly,
    In,
    Increasing,
    Inverse,
    Knapsack,
    Lex,
    Loop,
    Maximum,
    Minimum,
    NoOverlap,
    NoOverlapBoxes,
    NotAllEqual,
    NotIn,
    OneHot,
    Path,
    Predicate,
    Problem,
    Product,
    Regions,
    Regular,
    Reified,
    Relation,
    SpanningTree,
    Stretch,
    SubCircuit,
    Table,
    Task,
    Tree,
    ValuePrecedence,
    element,
    implies,
    max_of,
    min_of,
    reify,
)
from csplib.modelling.constraints.base import holds
from csplib.modelling.terms import UndefinedError
from csplib.testing.without_warnings import add_quietly

MOST_ROWS = 600
FAR = (2**59, 2**60, -(2**60), 2**62, 2**63, -(2**64), 2**70, -(2**70))
SHIFTS: tuple[int, ...] = (*[0] * 12, 5, -7, 10**6, -(10**9), 2**31, -(2**31), *FAR)
SIZES = (2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 20, 23, 24, 25, 31, 32, 33, 40, 48, 61, 62, 63, 64, 65, 70)

Row = dict[Any, Any]


class Words:
    """What the constraints of one model are made of. Values are *shift* plus small numbers.

    Constraints can be tight: so that *planted*, one of the rows, just satisfies them, or just breaks them.
    """

    def __init__(self, rng: Random, problem: Problem[Any, Any], planted: Row, shift: int) -> None:
        self.rng = rng
        self.problem = problem
        self.v = [problem[name] for name in planted]
        self.planted = planted
        self.shift = shift

    def some(self, least: int, most: int) -> list[Any]:
        """Return some variables, one of them perhaps twice."""
        count = self.rng.randint(least, max(least, min(most, len(self.v))))
        if len(self.v) >= count and self.rng.random() < 0.8:
            return self.rng.sample(self.v, count)
        return [self.rng.choice(self.v) for _ in range(count)]

    def many(self, least: int = 2) -> list[Any]:
        """Return some variables, or all of them."""
        if self.rng.random() < 0.4:
            return self.rng.sample(self.v, len(self.v)) if len(self.v) >= least else self.some(least, least)
        return self.some(least, len(self.v))

    def terms(self, least: int = 2, most: int = 70) -> list[Any]:
        """Return variables, some with an offset, or expressions."""
        found = self.many(least)[:most]
        if self.rng.random() < 0.3:
            found = [one + self.rng.randint(-1, 1) if self.rng.random() < 0.5 else one for one in found]
        if self.rng.random() < 0.1:
            found[0] = self.plain(found[0]) * self.plain(self.rng.choice(self.v)) + self.shift
        return found

    def plain(self, term: Any) -> Any:
        """Return *term* without the shift: a small number."""
        return term - self.shift if self.shift else term

    def value(self, low: int = -1, high: int = 5) -> int:
        """Return a value of the scale."""
        return self.shift + self.rng.randint(low, high)

    def small(self) -> Any:
        """Return a small variable or number."""
        return self.plain(self.rng.choice(self.v)) if self.rng.random() < 0.7 else self.rng.randint(0, 4)

    def nearly(self, number: int) -> int:
        """Return *number*, most of the time, or one beside it."""
        return number + self.rng.choice([0, 0, 0, -1, 1])


def compared(words: Words, left: Any, right: Any) -> Any:
    rng = words.rng
    kind = rng.randrange(6)
    return [left <= right, left < right, left >= right, left > right, left == right, left != right][kind]


def formula(words: Words, depth: int = 2) -> Any:  # noqa: PLR0911 - one for each operation
    """Return an expression over small numbers."""
    rng = words.rng
    if depth <= 0 or rng.random() < 0.2:
        return words.plain(rng.choice(words.v))
    one = formula(words, depth - 1)
    kind = rng.randrange(13)
    if kind < 3:
        return one + formula(words, depth - 1)
    if kind == 3:
        return one - formula(words, depth - 1)
    if kind == 4:
        return one * formula(words, depth - 1)
    if kind == 5:
        return rng.choice([2, 3, -1, -2, 7]) * one
    if kind == 6:
        return abs(one - rng.randint(0, 3))
    if kind == 7:
        return one // rng.choice([2, 3, -2])
    if kind == 8:
        return one % rng.choice([2, 3, 4, -3])
    if kind == 9:
        return one * one
    if kind == 10:
        return rng.choice([max_of, min_of])([one, formula(words, depth - 1), rng.randint(-1, 3)])
    if kind == 11:
        return element([rng.randint(-2, 4) for _ in range(rng.randint(2, 6))], one % 3)
    return reify(constraint(words, depth - 1)) + one


def _sum(words: Words) -> Any:
    rng, terms = words.rng, words.terms(2)
    weights = [rng.choice([1, 1, 1, 2, 3, -1, -2]) for _ in terms]
    if rng.random() < 0.4:
        weights = [1] * len(terms)
    total = sum(w * t for w, t in zip(weights, terms, strict=True))
    if rng.random() < 0.4:
        return compared(words, total, words.nearly(total.evaluate(words.planted)))
    return compared(words, total, sum(weights) * (words.shift + 2) + rng.randint(-3, 3))


def _formula(words: Words) -> Any:
    return compared(words, formula(words), words.rng.randint(-1, 6) if words.rng.random() < 0.6 else formula(words, 1))


def _long_formula(words: Words) -> Any:
    return compared(words, objective(words), words.rng.randint(0, 20))


def _table(words: Words) -> Any:
    rng, scope = words.rng, words.some(2, 5)
    values = [*range(6), *[None] * (rng.random() < 0.3)]
    rows = [
        tuple([ANY if v is None else words.shift + v for v in rng.choices(values, k=len(scope))])
        for _ in range(rng.choice([1, 3, 8, 20, 63, 64, 65, 130]))
    ]
    return Table(scope, rows) if rng.random() < 0.6 else Table(scope, forbidden=rows)


def _predicate(words: Words) -> Any:
    salt, scope = words.rng.randint(0, 99), words.some(1, 4)
    shift = words.shift
    return Predicate(scope, lambda *row: sum((salt + k) * (v - shift) ** 2 for k, v in enumerate(row)) % 3 > 0)


def _relation(words: Words) -> Any:
    x, y, *_ = words.some(2, 2)
    shift, m = words.shift, words.rng.randint(1, 4)
    return Relation(x, y, lambda a, b: (a - shift) * (b - shift + 1) % 5 <= m)


def _counted(words: Words) -> Any:
    rng, scope = words.rng, words.terms(1)
    number = rng.randint(0, len(scope))
    if rng.random() < 0.4:
        value = words.value(0, 4)
        number = max(0, words.nearly(sum(one.evaluate(words.planted) == value for one in scope)))
        return rng.choice([AtMost, AtLeast, Exactly])(number, scope, value)
    kind = rng.randrange(5)
    if kind == 0:
        return AtMost(number, scope, words.value())
    if kind == 1:
        return AtLeast(number // 2, scope, words.value())
    if kind == 2:
        return Exactly(number // 2, scope, words.value())
    if kind == 3:
        return Count(scope, words.value(), words.plain(rng.choice(words.v)) * rng.choice([1, 2]))
    return Count(scope, rng.choice(words.v), words.small())


def _cardinality(words: Words) -> Any:
    rng, scope = words.rng, words.terms(2)
    counts: dict[Any, Any] = {}
    taken = Counter([one.evaluate(words.planted) for one in scope])
    is_tight = rng.random() < 0.7
    for value in rng.sample(range(6), rng.randint(1, 5)):
        least = rng.randint(0, max(1, len(scope) // 4))
        counts[words.shift + value] = (least, least + rng.randint(0, len(scope)))
        if is_tight:
            number = max(0, words.nearly(taken[words.shift + value]))
            counts[words.shift + value] = rng.choice([(number, number), (number, len(scope) + 1), (0, number)])
    if rng.random() < 0.3:
        counts[words.shift + rng.randint(0, 5)] = words.small()
    return Cardinality(scope, counts, closed=rng.random() < 0.2)


def _ordered(words: Words) -> Any:
    rng = words.rng
    if rng.random() < 0.5:
        return Increasing(words.terms(2), strictly=rng.random() < 0.3)
    one = words.many(1)
    other = words.some(len(one), len(one))
    return Lex(one, other, strictly=rng.random() < 0.5)


def _different(words: Words) -> Any:
    rng = words.rng
    kind = rng.randrange(6)
    if kind == 0:
        return AllDifferentExcept(words.terms(2), [words.value(), words.value()])
    if kind == 1:
        return AllEqualExcept(words.many(2), [words.value(), words.value()])
    if kind == 2:
        return NotAllEqual(words.terms(2))
    if kind == 3:
        return AllEqual(words.some(2, 3))
    if kind == 4:
        x, y, *_ = words.some(2, 2)
        return Diff(x, y + rng.randint(-1, 1))
    return AllDifferent(words.terms(2, 9), consistency=rng.choice([None, None, "arcs", "bounds", "values", "full"]))


def _extreme(words: Words) -> Any:
    rng, terms = words.rng, words.terms(2)
    kind = rng.randrange(5)
    if kind < 2:
        return rng.choice([Maximum, Minimum])(terms, rng.choice(words.v))
    if kind == 2:
        return compared(words, rng.choice([max_of, min_of])(terms), words.value(0, 4))
    return rng.choice([ArgMax, ArgMin])(terms, words.small())


def _element(words: Words) -> Any:
    rng = words.rng
    items = [rng.choice(words.v) if rng.random() < 0.5 else words.value() for _ in range(rng.choice([2, 3, 5, 8, 20]))]
    index = words.plain(rng.choice(words.v))
    if rng.random() < 0.5:
        return Element(items, index, rng.choice(words.v))
    if rng.random() < 0.3:
        keyed = {words.value(): item for item in items}
        return compared(words, element(keyed, rng.choice(words.v)), words.value())
    return compared(words, element(items, index), words.value() if rng.random() < 0.5 else rng.choice(words.v))


def _schedule(words: Words) -> Any:
    rng, starts = words.rng, words.terms(2, 8)
    amounts = [rng.choice([0, 1, 1, 2, 3]) if rng.random() < 0.8 else words.small() for _ in starts]
    booleans = [one == words.value(0, 2) for one in rng.choices(words.v, k=len(starts))]
    if rng.random() < 0.6:
        tasks: Any = [
            Task(start, amount, present=present if rng.random() < 0.5 else True)
            for start, amount, present in zip(starts, amounts, booleans, strict=True)
        ]
        if rng.random() < 0.2:
            tasks[0] = Task(starts[0], amounts[0], starts[-1], present=booleans[0])
        if rng.random() < 0.5:
            return NoOverlap(tasks)
        return Cumulative(tasks, demands=[rng.randint(0, 3) for _ in tasks], capacity=rng.randint(1, 4))
    if rng.random() < 0.5:
        return NoOverlap(starts, amounts)
    demands = [rng.randint(0, 3) if rng.random() < 0.8 else words.small() for _ in starts]
    return Cumulative(starts, amounts, demands, rng.randint(0, 5) if rng.random() < 0.8 else words.small())


def _packing(words: Words) -> Any:
    rng = words.rng
    kind = rng.randrange(3)
    if kind == 0:
        scope = words.many(1)
        sizes = [rng.randint(0, 3) for _ in scope]
        capacities = {words.shift + b: rng.randint(0, max(1, sum(sizes))) for b in range(rng.randint(2, 6))}
        return BinPacking(scope, sizes, capacities)
    if kind == 1:
        scope = [words.plain(one) for one in words.many(1)]
        weights, profits = ([rng.randint(0, 4) for _ in scope] for _ in range(2))
        if rng.random() < 0.5:
            return Knapsack(scope, weights, profits, capacity=rng.randint(2, 20), least_profit=rng.randint(0, 10))
        return Knapsack(scope, weights, profits, weight=words.small() * 2, profit=words.small() + 3)
    boxes = rng.randint(2, 4)
    corners = [[rng.choice(words.v) for _ in range(2)] for _ in range(boxes)]
    return NoOverlapBoxes(corners, [[rng.randint(0, 3) for _ in range(2)] for _ in range(boxes)])


def _successors(words: Words) -> Any:
    rng = words.rng
    scope = [words.plain(one) for one in words.some(2, 5)]
    kind = rng.randrange(6)
    if kind == 0:
        return Circuit(scope)
    if kind == 1:
        return SubCircuit(scope)
    if kind == 2:
        return Path(scope, 0, len(scope) - 1)
    if kind == 3:
        return Tree(scope, roots=rng.choice([1, (1, 2), None]))
    other = [words.plain(one) for one in words.some(2, 5)]
    return Inverse(scope, other)


def _graph(words: Words) -> Any:
    rng = words.rng
    cells = words.some(3, 7)
    pairs = [(i, j) for i in range(len(cells)) for j in range(i) if rng.random() < 0.6] or [(1, 0)]
    kind = rng.randrange(4)
    if kind == 0:
        return Connected(dict(enumerate(cells)), pairs, values=[words.value(), words.value(0, 3)])
    if kind == 1:
        return Regions(dict(enumerate(cells)), pairs)
    edges = {pair: words.plain(rng.choice(words.v)) for pair in pairs[:7]}
    return rng.choice([Loop, SpanningTree])(edges)


def _sequence(words: Words) -> Any:
    rng = words.rng
    scope = words.terms(2)
    values = [words.shift + k for k in range(6)]
    kind = rng.randrange(4)
    if kind == 0:
        moves = {(s, v): rng.randrange(3) for s in range(3) for v in values if rng.random() < 0.8}
        moves[0, values[0]] = 0
        return Regular(scope, moves, 0, [0, rng.randrange(3)])
    if kind == 1:
        return Stretch(scope, {values[k]: (1, rng.randint(1, 3)) for k in range(rng.randint(1, 4))})
    if kind == 2:
        return ValuePrecedence(scope, rng.sample(values, 3))
    few = scope[:4]
    edges: list[Any] = [
        ((k, s), v, (k + 1, rng.randrange(2))) for k in range(len(few)) for s in range(2) for v in values
    ]
    edges = [
        (("start" if k == 0 else (k, s)), v, ("end" if to[0] == len(few) else to))
        for (k, s), v, to in edges
        if rng.random() < 0.7
    ]
    return MDD(few, edges)


def _flags(words: Words) -> Any:
    rng = words.rng
    two = [one for one in words.v if len(words.problem.domains[one.name]) == 2]
    x, *flags = words.some(3, 6)
    if len(two) > 2:
        flags = rng.sample(two, min(len(two), rng.randint(2, 5)))
    return OneHot(
        x,
        {words.shift + k: words.plain(flag) for k, flag in enumerate(flags)}
        if rng.random() < 0.7
        else [words.plain(flag) for flag in flags],
    )


def _restricted(words: Words) -> Any:
    rng = words.rng
    values: Any = (
        [words.value() for _ in range(3)] if rng.random() < 0.6 else range(words.value(-1, 2), words.value(2, 6))
    )
    return rng.choice([In, NotIn])(rng.choice(words.v), values)


def _product(words: Words) -> Any:
    terms = [words.plain(one) for one in words.some(2, 3)]
    return Product(terms, words.small())


def _different_values(words: Words) -> Any:
    return CountDifferent(words.terms(2), words.small(), except_=[words.value()] if words.rng.random() < 0.3 else ())


def _hole(words: Words) -> Any:
    """Return a constraint that takes a value from the middle of a domain, perhaps only once others are known."""
    rng = words.rng
    x, y, *rest = words.some(2, 4)
    some = words.value(0, 4)
    inner = words.value(1, 3)
    ways: list[Callable[[], Any]] = [
        lambda: NotIn(x, [inner, some]),
        lambda: implies(compared(words, x, some), y != inner),
        lambda: Diff(x, y + rng.randint(-2, 2)),
        lambda: rng.choice([1, 2, -1]) * words.plain(x) + words.plain(y) != rng.randint(1, 5),
        lambda: abs(words.plain(x) - words.plain(y)) != rng.randint(0, 3),
        lambda: Table([x, y], forbidden=[(words.value(0, 4), words.value(1, 3)) for _ in range(rng.choice([2, 5, 9]))]),
        lambda: AllDifferentExcept([x, y, *rest], [some]),
        lambda: AtMost(rng.randint(0, 1), [x, y, *rest], inner),
        lambda: AllDifferent([x, y, *rest]),
    ]
    return rng.choice(ways)()


KINDS: list[Callable[[Words], Any]] = [
    _sum, _formula, _long_formula, _table, _predicate, _relation, _counted, _cardinality, _cardinality, _ordered,
    _ordered, _different, _different, _extreme, _extreme, _element, _element, _schedule, _schedule, _schedule,
    _packing, _packing, _packing, _successors, _successors, _successors, _graph, _graph, _graph, _sequence, _sequence,
    _flags, _flags,
    _restricted, _product, _different_values, _hole,
]  # fmt: skip


def constraint(words: Words, depth: int = 1) -> Any:  # noqa: PLR0911 - one for each combination
    """Return a constraint: one of every kind, or several combined."""
    rng = words.rng
    if depth > 0 and rng.random() < 0.3:
        parts = [constraint(words, depth - 1) for _ in range(rng.choice([2, 2, 3]))]
        kind = rng.randrange(8)
        if kind < 3:
            return AnyOf(parts)
        if kind == 3:
            return ~parts[0]
        if kind == 4:
            return implies(parts[0], AllOf(parts[1:]))
        if kind == 5:
            return Reified(words.plain(rng.choice(words.v)), parts[0])
        if kind == 6:
            return compared(words, sum(reify(part) for part in parts), rng.randint(0, 3))
        return parts[0] == parts[1]
    return _of_kind(words, rng.choice(KINDS))


def _of_kind(words: Words, kind: Callable[[Words], Any]) -> Any:
    """Return a constraint of a *kind*, or of another one if that does not suit the variables."""
    for _ in range(9):
        try:
            made = kind(words)
        except (CSPError, ZeroDivisionError):
            continue
        if isinstance(made, Constraint):
            return made
    return _of_kind(words, words.rng.choice(KINDS))


def objective(words: Words) -> Any:  # noqa: C901, PLR0912 - one for each shape
    """Return an expression of 1 to 40 operands, of any shape."""
    rng = words.rng
    size = rng.choice([1, 2, 3, 5, 7, 8, 9, 12, 16, 24, 25, 26, 40])
    x = [words.plain(rng.choice(words.v)) for _ in range(size)]
    half = x[: size // 2 + 1]
    kind = rng.randrange(16)
    if kind == 0:
        found = sum(rng.choice([1, 2, -1, -3]) * one for one in x)
    elif kind == 1:
        found = sum(one * one for one in x)
    elif kind == 2:
        found = sum(abs(one - 2) for one in x)
    elif kind == 3:
        found = sum(one * rng.choice(x) for one in x)
    elif kind == 4:
        found = max_of([sum(half), sum(x[size // 2 :])]) - sum(x)
    elif kind == 5:
        found = max_of(x) + 2 * sum(half)
    elif kind == 6:
        found = sum(reify(constraint(words, 0)) for _ in range(min(size, 4))) + 5 * (max_of(x) - min_of(x))
    elif kind == 7:
        found = sum(one // 2 for one in x) + sum(x) // 3
    elif kind == 8:
        found = sum(one % 3 for one in x)
    elif kind == 9:
        found = max_of(x) - min_of(half)
    elif kind == 10:
        found = min_of([one * one - rng.randint(0, 4) for one in x]) + x[0]
    elif kind == 11:
        found = element([*half, 3, 1], x[0] % (len(half) + 2)) + sum(x)
    elif kind == 12:
        found = sum(reify(one == rng.randint(0, 4)) for one in x)
    elif kind == 13:
        found = x[0]
    elif kind == 14:
        found = max_of([sum(x[k::3]) for k in range(3) if x[k::3]]) * 3 + abs(sum(x) - 4)
    else:
        found = formula(words, 3)
    return found if rng.random() < 0.8 else 3 * found - 7


class Model(NamedTuple):
    """A random problem, all rows that the ties allow, those that are solutions, and an objective."""

    problem: Problem[Any, Any]
    rows: list[Row]
    solutions: list[Row]
    objective: Any
    kinds: tuple[str, ...]

    def worth(self, row: Row) -> int | None:
        """Return the objective of a solution, or None if it has none."""
        try:
            return int(self.objective.evaluate(row))
        except UndefinedError:
            return None


def model(rng: Random, theme: int = -1, size: int = 0) -> Model | None:
    """Return a random model, or None if what was drawn cannot be stated together.

    One of its constraints is of the kind with the number *theme*, if there is one. Perhaps all others are of that kind,
    too, or make holes: then there are more of them. It has as many variables as *size* says, if it does.
    """
    problem: Problem[Any, Any] = Problem()
    shift = rng.choice(SHIFTS)
    rows: list[Row] = [{}]
    names: list[Any] = []
    is_boolean = rng.random() < 0.4  # most variables have two values: then there can be more of them
    count = rng.choice([4, 5, 6, 7]) if is_boolean else rng.choice([2, 2, 3, 3, 4, 5, 6])
    for place in range(count):
        most = max(2, int((MOST_ROWS / max(1, len(rows))) ** (1 / (count - place))))
        least = rng.randint(0, 2)
        if is_boolean:
            least, most = 0, most if place == 0 else 2
        values = [*range(least, least + rng.randint(2, min(6, most)))] if most > 2 else [least, least + 1]
        if rng.random() < 0.2 and len(values) > 2:
            values.pop(rng.randrange(len(values)))
        names.append(f"x{place}")
        problem.add_variable(names[-1], [shift + v for v in values] if rng.random() < 0.5 else _ranged(shift, values))
        rows = [{**row, names[-1]: shift + v} for row in rows for v in values]
        if len(problem.domains[names[-1]]) != len(values):
            add_quietly(problem, In(names[-1], [shift + v for v in values]))
    size = size or (rng.choice(SIZES) if rng.random() < 0.5 else count)
    for place in range(count, size):
        rows = _derive(rng, problem, names, rows, f"y{place}", shift)
    words = Words(rng, problem, rng.choice(rows), shift)
    ties = len(problem.constraints)
    try:
        if theme >= 0:
            add_quietly(problem, _of_kind(words, KINDS[theme % len(KINDS)]))
        is_dense = rng.random() < 0.4
        alike = [KINDS[theme % len(KINDS)], _hole] if theme >= 0 else [_hole]
        for _ in range(rng.choice([2, 3, 4] if is_dense else [0, 1, 1, 2, 3])):
            if is_dense:
                add_quietly(problem, _of_kind(words, rng.choice(alike)))
            elif rng.random() < 0.4:
                add_quietly(problem, _of_kind(words, rng.choice([_table, _relation, _different, _restricted, _sum])))
            else:
                add_quietly(problem, constraint(words))
        worth = objective(words)
    except CSPError:
        return None
    stated = problem.constraints[ties:]
    domains = {name: set(values) for name, values in problem.domains.items()}
    solutions = [row for row in rows if _solves(stated, row) and all(row[n] in domains[n] for n in row)]
    return Model(problem, rows, solutions, worth, tuple([type(one).__name__ for one in stated]))


def _ranged(shift: int, values: list[int]) -> range:
    return range(shift + values[0], shift + values[-1] + 1)


def _derive(
    rng: Random, problem: Problem[Any, Any], names: list[Any], rows: list[Row], name: str, shift: int
) -> list[Row]:
    """State a variable that follows from one or two base variables; return the rows with it."""
    base = rng.sample([one for one in names if str(one).startswith("x")], 1 + (rng.random() < 0.3))
    known: dict[tuple[Any, ...], int] = {}
    for row in rows:
        known.setdefault(tuple([row[one] for one in base]), shift + rng.randint(0, 5))
    if rng.random() < 0.3 and len(base) == 1:  # by an equation
        more = rng.randint(-1, 1)
        known = {key: key[0] + more for key in known}
        variable = problem.add_variable(name, range(min(known.values()), max(known.values()) + 1))
        add_quietly(problem, problem[base[0]] + more == variable)
    else:
        variable = problem.add_variable(name, range(min(known.values()), max(known.values()) + 1))
        add_quietly(
            problem, Table([*[problem[one] for one in base], variable], [(*key, v) for key, v in known.items()])
        )
    names.append(name)
    return [{**row, name: known[tuple([row[one] for one in base])]} for row in rows]


def _solves(stated: Sequence[Constraint], row: Row) -> bool:
    return all(holds(one, row) for one in stated)
