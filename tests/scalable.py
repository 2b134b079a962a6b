"""Random small models that can be stated at any scale, with checks for the oracle.

A rule is drawn once. Then it can be stated with every value v replaced by stretch * v + shift, and with constants that
change so that it means the same. Its check speaks of the values before. The variable "i" is never scaled: it is an
index, a factor or a number of variables.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import oracle
from hypothesis import strategies as st

from csplib import (
    AllDifferent,
    AllEqual,
    AtLeast,
    AtMost,
    Cardinality,
    Constraint,
    Count,
    Cumulative,
    Element,
    Exactly,
    In,
    Increasing,
    Lex,
    Maximum,
    Minimum,
    NoOverlap,
    NotIn,
    Predicate,
    Regular,
    Table,
    element,
    implies,
    max_of,
    min_of,
    reify,
)

COMPARISONS = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]
PLAIN = "i"
MOST = 5


class Scale(NamedTuple):
    """A map of values: v becomes stretch * v + shift."""

    stretch: int = 1
    shift: int = 0

    def of(self, value: int) -> int:
        return self.stretch * value + self.shift

    def back(self, value: int) -> int:
        return (value - self.shift) // self.stretch


Handles = dict[str, Any]
Numbers = Callable[[int, int], int]
Kind = Callable[[list[str], Numbers], "Rule"]


class Rule(NamedTuple):
    """A constraint that can be stated at any scale, and its check over values that are not scaled."""

    state: Callable[[Handles, Scale], Constraint]
    check: oracle.Check


def total(terms: Any) -> Any:
    """Return the sum, as Any: type checkers believe that comparing a sum returns a bool."""
    return sum(terms)


def _ordered(names: list[str], number: Numbers) -> Rule:
    x, y, gap, compare = names[0], names[1], number(-2, 2), COMPARISONS[number(0, 5)]
    return Rule(lambda v, s: compare(v[x] + s.stretch * gap, v[y]), lambda row: compare(row[x] + gap, row[y]))


def _bounded(names: list[str], number: Numbers) -> Rule:
    x, bound, compare = names[0], number(-1, MOST), COMPARISONS[number(0, 5)]
    return Rule(lambda v, s: compare(v[x], s.of(bound)), lambda row: compare(row[x], bound))


def _linear(names: list[str], number: Numbers) -> Rule:
    weights, compare = {name: number(-2, 3) for name in names}, COMPARISONS[number(0, 5)]
    middle = sum(weights.values()) * MOST // 2 + number(-2, 2)
    weights = {name: weight for name, weight in weights.items() if weight} or {names[0]: 1}

    def state(v: Handles, s: Scale) -> Any:
        bound = s.stretch * middle + s.shift * sum(weights.values())
        return compare(total(weight * v[name] for name, weight in weights.items()), bound)

    return Rule(state, lambda row: compare(sum(weight * row[name] for name, weight in weights.items()), middle))


def _added(names: list[str], number: Numbers) -> Rule:
    (x, y, *_), more, compare = names, number(-2, 4), COMPARISONS[number(0, 5)]
    z = names[-1]
    return Rule(
        lambda v, s: compare(v[x] + v[y], v[z] + s.shift + s.stretch * more),
        lambda row: compare(row[x] + row[y], row[z] + more),
    )


def _distance(names: list[str], number: Numbers) -> Rule:
    x, y, gap, compare = names[0], names[1], number(0, 3), COMPARISONS[number(0, 5)]
    return Rule(lambda v, s: compare(abs(v[x] - v[y]), s.stretch * gap), lambda row: compare(abs(row[x] - row[y]), gap))


def _extreme(names: list[str], number: Numbers) -> Rule:
    compare, bound = COMPARISONS[number(0, 5)], number(0, MOST)
    (*rest, last), kind = names, number(0, 3)
    python, term, constraint = (max, max_of, Maximum) if number(0, 1) else (min, min_of, Minimum)
    if kind == 0:
        return Rule(
            lambda v, s: compare(term([v[x] for x in names]), s.of(bound)),
            lambda row: compare(python(row[x] for x in names), bound),
        )
    if kind == 1:
        return Rule(
            lambda v, _: constraint([v[x] for x in rest], v[last]),
            lambda row: python(row[x] for x in rest) == row[last],
        )
    return Rule(
        lambda v, s: compare(term([*[v[x] for x in rest], s.of(bound)]), v[last]),
        lambda row: compare(python([*[row[x] for x in rest], bound]), row[last]),
    )


def _different(names: list[str], number: Numbers) -> Rule:
    offsets = {name: number(-1, 1) * number(0, 1) for name in names}
    consistency: Any = [None, None, "arcs", "bounds", "values", "full"][number(0, 5)]
    return Rule(
        lambda v, s: AllDifferent([v[x] + s.stretch * offsets[x] for x in names], consistency=consistency),
        lambda row: len({row[x] + offsets[x] for x in names}) == len(names),
    )


def _equal(names: list[str], number: Numbers) -> Rule:
    offsets = {name: number(-2, 2) for name in names}
    return Rule(
        lambda v, s: AllEqual([v[x] + s.stretch * offsets[x] for x in names]),
        lambda row: len({row[x] + offsets[x] for x in names}) == 1,
    )


def _listed(names: list[str], number: Numbers) -> Rule:
    rows = {tuple([number(0, MOST) for _ in names]) for _ in range(number(1, 14))}
    allows = number(0, 1)

    def state(v: Handles, s: Scale) -> Constraint:
        scaled = [tuple(s.of(value) for value in row) for row in sorted(rows)]
        scope = [v[x] for x in names]
        return Table(scope, scaled) if allows else Table(scope, forbidden=scaled)

    return Rule(state, lambda row: (tuple(row[x] for x in names) in rows) == allows)


def _member(names: list[str], number: Numbers) -> Rule:
    x, values, outside = names[0], [number(0, MOST) for _ in range(3)], number(0, 1)
    kind = NotIn if outside else In
    return Rule(lambda v, s: kind(v[x], [*map(s.of, values)]), lambda row: (row[x] in values) != outside)


def _counted(names: list[str], number: Numbers) -> Rule:
    value, wanted, kind = number(0, MOST), number(0, 2), number(0, 3)
    if kind == 3:
        return Rule(
            lambda v, s: Count([v[x] for x in names], s.of(value), v[PLAIN]),
            lambda row: sum(row[x] == value for x in names) == row[PLAIN],
        )
    constraint, compare = [(AtMost, operator.le), (AtLeast, operator.ge), (Exactly, operator.eq)][kind]
    return Rule(
        lambda v, s: constraint(wanted, [v[x] for x in names], s.of(value)),
        lambda row: compare(sum(row[x] == value for x in names), wanted),
    )


def _cardinality(names: list[str], number: Numbers) -> Rule:
    limits = {value: (number(0, 1), number(1, 2)) for value in {number(0, MOST), number(0, MOST)}}
    return Rule(
        lambda v, s: Cardinality([v[x] for x in names], {s.of(value): pair for value, pair in limits.items()}),
        lambda row: all(low <= sum(row[x] == a for x in names) <= high for a, (low, high) in limits.items()),
    )


def _sorted(names: list[str], number: Numbers) -> Rule:
    strictly = bool(number(0, 1))
    before = operator.lt if strictly else operator.le
    return Rule(
        lambda v, _: Increasing([v[x] for x in names], strictly=strictly),
        lambda row: all(before(row[x], row[y]) for x, y in pairwise(names)),
    )


def _lexical(names: list[str], number: Numbers) -> Rule:
    one, other, strictly = names[:2], names[-2:], bool(number(0, 1))
    before = operator.lt if strictly else operator.le
    return Rule(
        lambda v, _: Lex([v[x] for x in one], [v[x] for x in other], strictly=strictly),
        lambda row: before([row[x] for x in one], [row[x] for x in other]),
    )


def _one_machine(names: list[str], number: Numbers) -> Rule:
    lengths = {name: number(1, 3) for name in names}

    def check(row: oracle.Assignment) -> bool:
        tasks = sorted((row[x], lengths[x]) for x in names)
        return all(a + length <= b for (a, length), (b, _) in pairwise(tasks))

    return Rule(lambda v, s: NoOverlap([v[x] for x in names], [s.stretch * lengths[x] for x in names]), check)


def _crew(names: list[str], number: Numbers) -> Rule:
    lengths, needs, capacity = {x: number(0, 3) for x in names}, {x: number(0, 2) for x in names}, number(1, 3)

    def check(row: oracle.Assignment) -> bool:
        levels = [sum(needs[x] for x in names if row[x] <= time < row[x] + lengths[x]) for time in range(2 * MOST)]
        return max(levels) <= capacity

    return Rule(
        lambda v, s: Cumulative(
            [v[x] for x in names], [s.stretch * lengths[x] for x in names], [needs[x] for x in names], capacity
        ),
        check,
    )


def _looked_up(names: list[str], number: Numbers) -> Rule:
    """An element by the plain index: constants and variables, as an expression or as a constraint."""
    (*rest, last), fixed, compare = names, [number(0, MOST) for _ in range(3)], COMPARISONS[number(0, 5)]
    chosen = [rest[number(0, len(rest) - 1)] if number(0, 1) else value for value in fixed]

    def items(v: Handles, s: Scale) -> list[Any]:
        return [v[item] if isinstance(item, str) else s.of(item) for item in chosen]

    def check(row: oracle.Assignment) -> bool:
        values = [row[item] if isinstance(item, str) else item for item in chosen]
        return row[PLAIN] < len(values) and bool(relation(values[row[PLAIN]], row[last]))

    relation = operator.eq if number(0, 1) else compare
    if relation is operator.eq and number(0, 1):
        return Rule(lambda v, s: Element(items(v, s), v[PLAIN], v[last]), check)
    return Rule(lambda v, s: relation(element(items(v, s), v[PLAIN]), v[last]), check)


def _index(names: list[str], number: Numbers) -> Rule:
    """An element by a scaled variable."""
    x, items, compare, bound = (
        names[0],
        [number(0, 4) for _ in range(MOST + 1)],
        COMPARISONS[number(0, 5)],
        number(0, 4),
    )
    return Rule(
        lambda v, s: compare(element(items, (v[x] - s.shift) // s.stretch), bound),
        lambda row: compare(items[row[x]], bound),
    )


def _automaton(names: list[str], number: Numbers) -> Rule:
    moves = {(state, value): number(0, 2) for state in range(3) for value in range(MOST + 1) if number(0, 4)}
    moves[0, 0], accepting = 0, [0, number(0, 2)]

    def check(row: oracle.Assignment) -> bool:
        state: int | None = 0
        for name in names:
            state = None if state is None else moves.get((state, row[name]))
        return state in accepting

    return Rule(
        lambda v, s: Regular([v[x] for x in names], {(q, s.of(a)): to for (q, a), to in moves.items()}, 0, accepting),
        check,
    )


def _product(names: list[str], number: Numbers) -> Rule:
    x, y, compare = names[0], names[1], COMPARISONS[number(0, 5)]
    return Rule(
        lambda v, s: compare((v[x] - s.shift) * v[PLAIN], v[y] - s.shift),
        lambda row: compare(row[x] * row[PLAIN], row[y]),
    )


def _divided(names: list[str], number: Numbers) -> Rule:
    x, by, result, compare = names[0], number(1, 3), number(0, 2), COMPARISONS[number(0, 5)]
    if number(0, 1):
        return Rule(
            lambda v, s: compare((v[x] - s.shift) % (s.stretch * by), s.stretch * result),
            lambda row: compare(row[x] % by, result),
        )
    return Rule(
        lambda v, s: compare((v[x] - s.shift) // (s.stretch * by), result), lambda row: compare(row[x] // by, result)
    )


def _judged(names: list[str], number: Numbers) -> Rule:
    """A predicate: it needs all values, so that no variable of it can be wide."""
    salt = number(0, 99)

    def judge(values: list[int]) -> bool:
        return bool(sum((place + 3) * value * value for place, value in enumerate(values, salt)) % 3)

    return Rule(
        lambda v, s: Predicate([v[x] for x in names], lambda *row: judge([*map(s.back, row)])),
        lambda row: judge([row[x] for x in names]),
    )


SIMPLE: list[Kind] = [_ordered, _ordered, _bounded, _linear, _linear, _added, _distance, _extreme, _member, _divided]
GLOBAL: list[Kind] = [
    _different,
    _different,
    _equal,
    _listed,
    _listed,
    _counted,
    _cardinality,
    _sorted,
    _lexical,
    _one_machine,
]
GLOBAL += [_crew, _looked_up, _index, _automaton, _product]
NEED_VALUES: list[Kind] = [_listed, _counted, _cardinality, _automaton]
"""Rules that may be refused where a variable has more than a million values."""


@st.composite
def rules(draw: Any, names: list[str], *, judged: bool, depth: int = 1) -> Rule:
    """Draw a rule over some of the variables; with *judged*, it may be a predicate."""

    def number(least: int, most: int) -> int:
        return int(draw(st.integers(least, most)))

    chosen = draw(st.permutations(names))[: number(2, len(names))]
    if depth and number(0, 3) == 0:
        return draw(_joined(names, judged=judged))  # type: ignore[no-any-return]
    kinds = [*SIMPLE, *GLOBAL, *([_judged] * judged)]
    return draw(st.sampled_from(kinds))(chosen, number)  # type: ignore[no-any-return]


@st.composite
def _joined(draw: Any, names: list[str], *, judged: bool) -> Rule:
    """Draw two rules joined by logic, or counted."""
    one, other = (draw(rules(names, judged=judged, depth=0)) for _ in range(2))
    kind, wanted = draw(st.sampled_from(["not", "or", "or", "and", "implies", "sum"])), draw(st.integers(0, 2))
    if kind == "not":
        return Rule(lambda v, s: ~one.state(v, s), lambda row: not one.check(row))
    if kind == "or":
        return Rule(lambda v, s: one.state(v, s) | other.state(v, s), lambda row: one.check(row) or other.check(row))
    if kind == "and":
        return Rule(
            lambda v, s: ~(~one.state(v, s) | ~other.state(v, s)), lambda row: one.check(row) and other.check(row)
        )
    if kind == "implies":
        return Rule(
            lambda v, s: implies(one.state(v, s), other.state(v, s)), lambda row: not one.check(row) or other.check(row)
        )
    return Rule(
        lambda v, s: total([reify(one.state(v, s)), reify(other.state(v, s))]) == wanted,
        lambda row: one.check(row) + other.check(row) == wanted,
    )


class Model(NamedTuple):
    """Domains before they are scaled, and rules."""

    domains: dict[str, list[int]]
    rules: list[Rule]

    def solutions(self) -> list[oracle.Assignment]:
        return oracle.all_solutions(self.domains, [rule.check for rule in self.rules])  # type: ignore[arg-type]


@st.composite
def models(draw: Any, *, judged: bool = False) -> Model:
    """Draw two to four variables with a few values each, the plain one, and one to four rules."""
    names = list("xyzw")[: draw(st.integers(2, 4))]
    values = st.lists(st.integers(0, MOST), min_size=1, max_size=5, unique=True).map(sorted)
    domains = {name: draw(values) for name in names}
    domains[PLAIN] = draw(st.sampled_from([[0], [0, 1], [1, 2], [0, 1, 2, 3]]))
    return Model(domains, draw(st.lists(rules(names, judged=judged), min_size=1, max_size=4)))
