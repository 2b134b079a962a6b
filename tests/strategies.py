"""Random small problems, each with independent checks of its constraints.

An expression is drawn together with a plain function that works its value out of a row, and a constraint together with
its check. An expression without a value makes the row break the constraint around it, whatever stands between the two.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

import oracle
from hypothesis import strategies as st

from csplib import (
    AllDifferent,
    AllEqual,
    Constraint,
    Diff,
    Element,
    In,
    NotIn,
    Predicate,
    Problem,
    Reified,
    Relation,
    Shifted,
    Table,
    element,
    implies,
    max_of,
    min_of,
    reify,
)
from csplib.modelling.terms import Term
from csplib.testing.without_warnings import add_quietly

INTEGERS: tuple[Hashable, ...] = (-1, 0, 1, 2, 3, 90)
SPARSE: tuple[Hashable, ...] = (-1, 0, 1, 2, 10**9, 10**9 + 1)
OTHERS: tuple[Hashable, ...] = ("a", "b", None, (1, 2), 0.5, 1.0, True, 2.0, 4.0)
NAMES: tuple[Hashable, ...] = ("x", 7, ("t", 1), None, frozenset({2}))
COMPARISONS = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]

Value = Callable[[oracle.Assignment], Any]
Drawn = tuple[Constraint, oracle.Check]


class Stated(NamedTuple):
    """A problem, and its checks for the oracle."""

    problem: Problem
    checks: list[oracle.Check]

    def solutions(self) -> list[oracle.Assignment]:
        return oracle.all_solutions(self.problem.domains, self.checks)


def key(assignment: Any) -> frozenset[Any]:
    """Return an assignment in a form that compares equal in any order."""
    return frozenset(assignment.items())


def _term(name: Hashable, offset: int) -> Any:
    return Shifted(name, offset)


def _plus(value: Any, offset: int) -> Any:
    return value + offset if offset else value


@st.composite
def _offsets(draw: Any, scope: list[Hashable], integral: set[Hashable]) -> list[int]:
    """Draw an offset for each variable that can have one."""
    return [draw(st.integers(-2, 2)) if name in integral else 0 for name in scope]


@st.composite
def _diff(draw: Any, names: list[Hashable], integral: set[Hashable]) -> tuple[Constraint, oracle.Check]:
    x, y = draw(st.permutations(names))[:2]
    i, j = draw(_offsets([x, y], integral))
    return Diff(_term(x, i), _term(y, j)), lambda row: bool(_plus(row[x], i) != _plus(row[y], j))


@st.composite
def _all_different(draw: Any, names: list[Hashable], integral: set[Hashable]) -> tuple[Constraint, oracle.Check]:
    scope = draw(_scopes(names, 1))
    shifts = draw(_offsets(scope, integral)) if draw(st.booleans()) else [0] * len(scope)
    terms = [_term(name, shift) for name, shift in zip(scope, shifts, strict=True)]

    def check(row: oracle.Assignment) -> bool:
        values = [_plus(row[name], shift) for name, shift in zip(scope, shifts, strict=True)]
        return all(values[i] != values[j] for i in range(len(values)) for j in range(i))

    return AllDifferent(terms), check


@st.composite
def _scopes(draw: Any, names: list[Hashable], least: int) -> list[Hashable]:
    return draw(st.permutations(names))[: draw(st.integers(least, len(names)))]  # type: ignore[no-any-return]


@st.composite
def _judges(draw: Any) -> Callable[..., bool]:
    """Draw a deterministic rule about any number of values, true for about half of all rows."""
    salt, modulus = draw(st.integers(0, 1000)), draw(st.integers(2, 4))
    pool = INTEGERS + SPARSE + OTHERS

    def judge(*values: Any) -> bool:
        mixed = salt
        for value in values:
            mixed = mixed * 31 + pool.index(value) * 17 + 5
        return bool(mixed // 7 % modulus)

    return judge


@st.composite
def _rows(draw: Any, scope: list[Hashable], domains: dict[Hashable, Sequence[Any]]) -> set[tuple[Any, ...]]:
    row = st.tuples(*[st.sampled_from((*domains[name], "not there")) for name in scope])
    return draw(st.sets(row, max_size=12))  # type: ignore[no-any-return]


@st.composite
def _listed(
    draw: Any, names: list[Hashable], domains: dict[Hashable, Sequence[Any]]
) -> tuple[Constraint, oracle.Check]:
    scope = draw(_scopes(names, 1))
    rows = draw(_rows(scope, domains))
    allows = draw(st.booleans())
    options = {"allowed": rows} if allows else {"forbidden": rows}
    as_relation = len(scope) == 2 and draw(st.booleans())
    constraint = Relation(scope[0], scope[1], **options) if as_relation else Table(scope, **options)
    return constraint, lambda row: (tuple(row[name] for name in scope) in rows) == allows


@st.composite
def _judged(draw: Any, names: list[Hashable]) -> tuple[Constraint, oracle.Check]:
    scope = draw(_scopes(names, 1))
    judge = draw(_judges())
    as_relation = len(scope) == 2 and draw(st.booleans())
    constraint = Relation(scope[0], scope[1], judge) if as_relation else Predicate(scope, judge)
    return constraint, lambda row: judge(*[row[name] for name in scope])


@st.composite
def _unary(draw: Any, names: list[Hashable]) -> tuple[Constraint, oracle.Check]:
    x = draw(st.sampled_from(names))
    values = draw(st.lists(st.sampled_from(INTEGERS + OTHERS), min_size=1))
    if draw(st.booleans()):
        return In(x, values), lambda row: row[x] in values
    return NotIn(x, values), lambda row: row[x] not in values


class UndefinedError(Exception):
    """An expression has no value for this row."""


class Vocabulary(NamedTuple):
    """The variables and values for random constraints and expressions."""

    handles: dict[Hashable, Any]
    domains: dict[Hashable, Sequence[Any]]
    integral: set[Hashable]

    @property
    def names(self) -> list[Hashable]:
        return list(self.handles)

    @property
    def integers(self) -> list[Hashable]:
        return [name for name in self.handles if name in self.integral]


def _defined(check: oracle.Check) -> oracle.Check:
    """Return a check that fails where an expression has no value."""

    def judge(row: oracle.Assignment) -> bool:
        try:
            return check(row)
        except UndefinedError:
            return False

    return judge


def _item(items: list[Value], place: Value) -> Value:
    """Return the value of an element; all items must have a value."""

    def value(row: oracle.Assignment) -> Any:
        at, values = place(row), [item(row) for item in items]
        if not 0 <= at < len(values):
            raise UndefinedError
        return values[at]

    return value


def _constant(value: Any) -> Value:
    return lambda _: value


def _variable(name: Hashable) -> Value:
    return lambda row: row[name]


@st.composite
def _expressions(draw: Any, words: Vocabulary, depth: int = 2) -> tuple[Any, Value]:
    """Draw an integer expression over integer variables; an element in it may have no value."""
    kinds = ["variable"] if depth <= 0 else ["variable", "one", "two", "two", "least", "greatest", "element", "truth"]
    kind = draw(st.sampled_from(kinds))
    if kind == "variable":
        name = draw(st.sampled_from(words.integers))
        return words.handles[name], _variable(name)
    if kind == "truth":
        constraint, check = draw(statements(words, depth - 1))
        return reify(constraint), lambda row: int(check(row))
    term, value = draw(_expressions(words, depth - 1))
    if kind == "one":
        function = draw(_functions())
        return function(term), lambda row: function(value(row))
    if kind == "element":
        terms, values = draw(_items(words, depth - 1))
        size = draw(st.sampled_from([len(terms), 10**6]))
        return element(terms, term % size), _item(values, lambda row: value(row) % size)
    other, other_value = draw(_expressions(words, depth - 1))
    if kind == "two":
        joined = draw(st.sampled_from([operator.add, operator.sub, operator.mul]))
        return joined(term, other), lambda row: joined(value(row), other_value(row))
    extreme, python = (min_of, min) if kind == "least" else (max_of, max)
    bound = draw(st.integers(-2, 3))
    return extreme(term, bound, other), lambda row: python(value(row), bound, other_value(row))


@st.composite
def _functions(draw: Any) -> Callable[[Any], Any]:
    """Draw a function of one integer or expression."""
    number = draw(st.sampled_from([-3, -2, -1, 1, 2, 3, 10**9]))
    functions: list[Callable[[Any], Any]] = [
        abs,
        operator.neg,
        lambda a: a + number,
        lambda a: number - a,
        lambda a: number * a,
        lambda a: a // number,
        lambda a: a % number,
        lambda a: a * a,
    ]
    return draw(st.sampled_from(functions))  # type: ignore[no-any-return]


@st.composite
def _items(draw: Any, words: Vocabulary, depth: int) -> tuple[list[Any], list[Value]]:
    """Draw integers and expressions to choose from."""
    fixed = st.integers(-2, 3).map(lambda number: (number, _constant(number)))
    items = draw(st.lists(st.one_of(fixed, _expressions(words, depth)), min_size=1, max_size=4))
    return [term for term, _ in items], [value for _, value in items]


@st.composite
def _looked_up(draw: Any, words: Vocabulary, depth: int) -> Drawn:
    """Draw an element compared with a number; its index, or that of an item, may be out of range."""
    terms, values = draw(_items(words, depth - 1))
    index, place = draw(_expressions(words, depth - 1))
    if draw(st.booleans()):
        inner, inner_values = draw(_items(words, 0))
        terms[0], values[0] = element(inner, index), _item(inner_values, place)
        index, place = draw(_expressions(words, depth - 1))
    compare, bound, value = draw(st.sampled_from(COMPARISONS)), draw(st.integers(-2, 3)), _item(values, place)
    return compare(element(terms, index), bound), lambda row: bool(compare(value(row), bound))


@st.composite
def _compared(draw: Any, words: Vocabulary, depth: int = 2) -> Drawn:
    compare = draw(st.sampled_from(COMPARISONS))
    left, left_value = draw(_expressions(words, depth))
    if draw(st.booleans()):
        bound = draw(st.integers(-3, 6))
        return compare(left, bound), lambda row: bool(compare(left_value(row), bound))
    right, right_value = draw(_expressions(words, depth))
    return compare(left, right), lambda row: bool(compare(left_value(row), right_value(row)))


@st.composite
def _counted(draw: Any, words: Vocabulary, depth: int) -> Drawn:
    """Draw a sum of truth values."""
    parts = draw(st.lists(statements(words, depth - 1), min_size=1, max_size=3))
    compare, bound = draw(st.sampled_from(COMPARISONS)), draw(st.integers(0, 3))
    added = sum(reify(constraint) for constraint, _ in parts)
    return compare(added, bound), lambda row: bool(compare(sum([check(row) for _, check in parts]), bound))


@st.composite
def _globally(draw: Any, words: Vocabulary, depth: int) -> Drawn:
    """Draw a constraint over expressions where variables could be."""
    terms = draw(st.lists(_expressions(words, depth), min_size=1, max_size=3))
    scope = [term for term, _ in terms]
    kind = draw(st.sampled_from(["different", "equal", "in", "not in", "predicate", "table"]))
    rows = draw(st.sets(st.tuples(*[st.integers(-2, 4)] * len(scope)), max_size=10))
    values = {row[0] for row in rows}
    if len({term.name.key() if isinstance(term.name, Term) else term.name for term in scope}) < len(scope):
        kind = "in"
    if kind in {"in", "not in"}:
        scope, terms = scope[:1], terms[:1]  # an expression that is not spoken of needs no value

    def row_of(row: oracle.Assignment) -> tuple[Any, ...]:
        return tuple([value(row) for _, value in terms])

    if kind == "different":
        return AllDifferent(scope), lambda row: len(set(row_of(row))) == len(scope)
    if kind == "equal":
        return AllEqual(scope), lambda row: len(set(row_of(row))) == 1
    if kind == "in":
        return In(scope[0], values), lambda row: row_of(row)[0] in values
    if kind == "not in":
        return NotIn(scope[0], values), lambda row: row_of(row)[0] not in values
    if kind == "predicate":
        return Predicate(scope, lambda *row: row in rows), lambda row: row_of(row) in rows
    return Table(scope, rows), lambda row: row_of(row) in rows


@st.composite
def _all_equal(draw: Any, words: Vocabulary, most: int = 4) -> Drawn:
    scope = draw(_scopes(words.names, 1))[:most]
    shifts = draw(_offsets(scope, words.integral))
    terms = [_term(name, shift) for name, shift in zip(scope, shifts, strict=True)]

    def check(row: oracle.Assignment) -> bool:
        return len({_plus(row[name], shift) for name, shift in zip(scope, shifts, strict=True)}) == 1

    return AllEqual(terms), check


@st.composite
def _listed_elements(draw: Any, words: Vocabulary) -> Drawn:
    """Draw an element of any kind of values, as an expression or as a constraint."""
    index, result = draw(st.sampled_from(words.integers)), draw(st.sampled_from(words.names))
    fixed = st.sampled_from(INTEGERS + OTHERS).map(lambda value: (value, _constant(value)))
    named = st.sampled_from(words.names).map(lambda name: (words.handles[name], _variable(name)))
    items = draw(st.lists(st.one_of(fixed, named), min_size=1, max_size=4))
    value = _item([value for _, value in items], _variable(index))
    chosen = [item for item, _ in items]
    if draw(st.booleans()):
        found = Element(chosen, words.handles[index], words.handles[result])
        return found, lambda row: bool(value(row) == row[result])
    return element(chosen, words.handles[index]) == words.handles[result], lambda row: bool(value(row) == row[result])


@st.composite
def _reified(draw: Any, words: Vocabulary, depth: int) -> Drawn:
    name = draw(st.sampled_from(words.names))
    constraint, check = draw(statements(words, depth - 1))
    return Reified(words.handles[name], constraint), lambda row: bool(row[name] == int(check(row)))


@st.composite
def _combined(draw: Any, words: Vocabulary, depth: int) -> Drawn:
    """Draw constraints joined by logic."""
    first, first_check = draw(statements(words, depth - 1))
    kind = draw(st.sampled_from(["not", "and", "or", "implies"]))
    if kind == "not":
        return ~first, lambda row: not first_check(row)
    second, second_check = draw(statements(words, depth - 1))
    if kind == "and":
        return first & second, lambda row: first_check(row) and second_check(row)
    if kind == "or":
        return first | second, lambda row: first_check(row) or second_check(row)
    return implies(first, second), lambda row: not first_check(row) or second_check(row)


@st.composite
def statements(draw: Any, words: Vocabulary, depth: int = 2) -> Drawn:
    """Draw a constraint of any kind, with a check."""
    names, domains, integral = words.names, words.domains, words.integral
    kinds: list[Callable[[], st.SearchStrategy[Drawn]]] = [
        lambda: _unary(names),
        lambda: _judged(names),
        lambda: _listed(names, domains),
        lambda: _all_equal(words),
        lambda: _all_different(names, integral),
    ]
    if len(names) > 1:
        kinds.append(lambda: _diff(names, integral))
    if words.integers:
        kinds += [lambda: _compared(words, depth)] * 2
        kinds += [lambda: _globally(words, depth), lambda: _listed_elements(words), lambda: _looked_up(words, depth)]
    if depth > 0:
        kinds += [lambda: _combined(words, depth)] * 2
        kinds += [lambda: _counted(words, depth), lambda: _reified(words, depth)]
    constraint, check = draw(draw(st.sampled_from(kinds))())
    return constraint, _defined(check)


@st.composite
def _equal_pairs(draw: Any, words: Vocabulary) -> Drawn:
    """Draw an equation between two variables, which becomes arcs."""
    x, y = draw(st.permutations(words.integers))[:2]
    a, b = words.handles[x], words.handles[y]
    function = draw(_functions())
    number, shift = draw(st.sampled_from([-2, 1, 2])), draw(st.integers(-2, 2))
    if draw(st.booleans()):
        return number * a == b + shift, lambda row: bool(number * row[x] == row[y] + shift)
    return function(a) == b + shift, lambda row: bool(function(row[x]) == row[y] + shift)


@st.composite
def problems(draw: Any, *, binary: bool = False, most_variables: int = 4) -> Stated:
    """Draw a problem that mixes every kind of constraint, names and values; with *binary*, over pairs only."""
    names = draw(st.permutations(NAMES))[: draw(st.integers(1, most_variables))]
    problem = Problem()
    values = st.lists(st.sampled_from(draw(st.sampled_from([INTEGERS, SPARSE]))), min_size=1, max_size=4, unique=True)
    mixed = st.lists(st.sampled_from(INTEGERS + OTHERS), min_size=1, max_size=4, unique=True)
    handles = {name: problem.add_variable(name, draw(st.one_of(values, values, mixed))) for name in names}
    domains = problem.domains
    integral = {name for name in names if all(isinstance(value, int) for value in domains[name])}
    words = Vocabulary(handles, domains, integral)
    kinds: list[st.SearchStrategy[Drawn]] = [_unary(names)]
    if not binary:
        kinds = [statements(words)]
    elif len(names) > 1:
        pair = st.permutations(names).map(lambda order: list(order[:2]))
        kinds += [_diff(names, integral), pair.flatmap(lambda two: _listed(two, domains)), pair.flatmap(_judged)]
        kinds += [_all_equal(words, 2)] + [_equal_pairs(words)] * (len(words.integers) > 1)
    stated = draw(st.lists(st.one_of(kinds), max_size=6 if binary else 4))
    add_quietly(problem, *[constraint for constraint, _ in stated])
    return Stated(problem, [check for _, check in stated])
