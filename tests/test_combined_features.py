"""Features in combination, over random problems, against brute force.

Problems fall into parts that share nothing. A part mixes constraints of every kind and hidden variables, or it is a
tight coloring, which fails often and whose values can be swapped. Each problem is asked several questions in a row,
with restarts, assumptions, limits, projections, objectives and strategies mixed at random: so states are used again.

A few examples run with the suite, always the same. ``HYPOTHESIS_PROFILE=fuzz`` tries new ones on each run.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple

import oracle
import pytest
from catalogue import INFERENCES, ORDERS, SELECTIONS
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st
from strategies import Drawn, Vocabulary, key, statements

import csplib
from csplib import (
    MDD,
    AllDifferent,
    AllDifferentExcept,
    AllEqualExcept,
    ArgMax,
    ArgMin,
    AtLeast,
    AtMost,
    Cardinality,
    Circuit,
    Connected,
    Constraint,
    Count,
    CountDifferent,
    Cumulative,
    Element,
    Exactly,
    Increasing,
    Inverse,
    Lex,
    LimitReached,
    Loop,
    Maximum,
    Minimum,
    NoOverlap,
    NotAllEqual,
    OneHot,
    Path,
    Problem,
    Product,
    Regions,
    Regular,
    Reified,
    SpanningTree,
    Status,
    Stretch,
    SubCircuit,
    Table,
    Tree,
    ValuePrecedence,
    cost_of,
    element,
    exactly_one,
    if_then_else,
    reify,
    truncated_quotient,
)
from csplib.engine.search import FEATURES, Search
from csplib.modelling.constraints.base import holds

EXAMPLES = 3000 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 150
MOST_SOLUTIONS = 300

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")  # random problems name any value


class Part(NamedTuple):
    """Some variables, by name, that no constraint ties to others, and what must hold among them."""

    domains: dict[Any, list[int]]
    checks: list[oracle.Check]


class Mixed(NamedTuple):
    """A problem, and its solutions by brute force."""

    problem: Problem[Any, Any]
    solutions: list[oracle.Assignment]


def _globals(v: list[Any], numbers: Callable[[int, int], int]) -> list[Callable[[], Constraint]]:
    """List constraints over three or four variables with small integers."""
    last, rest = v[-1], v[:-1]
    rows = [(numbers(0, 3), numbers(0, 3), numbers(0, 3)) for _ in range(numbers(1, 12))]
    many = [row for row in product(range(4), repeat=3) if sum(row) % numbers(2, 3) or row in rows] * 2
    moves = {(state, value): numbers(0, 2) for state in range(3) for value in range(4) if numbers(0, 3)}
    nodes, ring = dict(enumerate(v)), [(place - 1, place) for place in range(1, len(v))] + [(0, 2)]
    triangle = [(0, 1), (1, 2), (2, 0), (2, 3)]
    consistency: Any = [None, "arcs", "values", "full"][numbers(0, 3)]
    return [
        lambda: AllDifferent(v, consistency=consistency),
        lambda: AtMost(numbers(0, 2), v, numbers(0, 3)),
        lambda: AtLeast(numbers(0, 2), v, numbers(0, 3)),
        lambda: Exactly(numbers(0, 2), v, numbers(0, 3)),
        lambda: Count(rest, numbers(0, 3), last),
        lambda: CountDifferent(rest, last, except_=numbers(0, 3)),
        lambda: Count(v[:2], v[2], last),
        lambda: AllDifferentExcept(v, numbers(0, 3)),
        lambda: AllEqualExcept(v, numbers(0, 3)),
        lambda: NotAllEqual(v),
        lambda: Cardinality(rest, {0: last, 1: (0, numbers(0, 2)), 2: numbers(0, 1)}, closed=bool(numbers(0, 1))),
        lambda: ValuePrecedence(v, [numbers(0, 1), 2, 3]),
        lambda: Stretch(v, {0: numbers(1, 2), 1: (1, numbers(1, 3))}),
        lambda: MDD(v[:2], [("a", n, n) for n in range(3)] + [(n, numbers(0, 3), "z") for n in range(3)]),
        lambda: ArgMin(rest, last),
        lambda: ArgMax(rest, last),
        lambda: Inverse(v[:1], v[1:]),
        lambda: OneHot(v[0], v[1:]),
        lambda: SubCircuit(v),
        lambda: Path(v, numbers(0, 2), numbers(0, 2)),
        lambda: element([v[:2], [1, numbers(0, 3)]], v[0], v[1]) == last,
        lambda: Cardinality(v, {0: (numbers(0, 1), 2), 1: numbers(0, 2)}),
        lambda: cost_of(rest, [[numbers(0, 3) for _ in range(4)] for _ in rest]) <= 3 + numbers(0, 3),
        lambda: if_then_else(v[0] <= 1, v[1] != v[2], v[1] + 1 == last),
        lambda: if_then_else(v[0] == v[1], v[2], 2) == last,
        lambda: exactly_one([x == numbers(0, 3) for x in v]),
        lambda: v[0] // (v[1] - numbers(0, 2)) == last,
        lambda: v[0] % v[1] <= v[2],
        lambda: v[0] ** v[1] != last,
        lambda: truncated_quotient(v[0] - 3, v[1]) + 1 == last,
        lambda: Circuit(v),
        lambda: Connected(nodes, ring, numbers(0, 3)),
        lambda: Connected(nodes, ring, values=[numbers(0, 1), 2], size=(numbers(0, 2), 3)),
        lambda: Regions([v], sizes={0: (0, 2), 1: numbers(0, 2)}, except_=3),
        lambda: Loop(dict(zip(triangle, v, strict=False))),
        lambda: SpanningTree(dict(zip(triangle, v, strict=False))),
        lambda: Tree(v, roots=[None, 1, 1, 2][numbers(0, 3)]),
        lambda: Inverse(v[:2], v[-2:]),
        lambda: Increasing(v, strictly=bool(numbers(0, 1))),
        lambda: Lex(v[:2], v[-2:]),
        lambda: Minimum(rest, last),
        lambda: Maximum(rest, last),
        lambda: Product(rest, last),
        lambda: Element(v[:2], v[2], last),
        lambda: NoOverlap(v, [numbers(1, 2) for _ in v]),
        lambda: Cumulative(v, [numbers(1, 2) for _ in v], [numbers(1, 2) for _ in v], 2),
        lambda: Regular(v, moves, 0, [numbers(0, 2), 1]),
        lambda: Table(v[:3], rows),
        lambda: Table(v[:3], forbidden=rows),
        lambda: Table(v[:3], many),
    ]


def _judged(constraint: Constraint) -> oracle.Check:
    """Let the constraint itself say what it means: its own tests hold that against plain Python."""
    return lambda row: holds(constraint, row)


@st.composite
def _global_constraints(draw: Any, handles: list[Any]) -> Drawn:
    def numbers(least: int, most: int) -> int:
        return int(draw(st.integers(least, most)))

    chosen = draw(st.permutations(handles))
    kinds = _globals(list(chosen), numbers)
    constraint = draw(st.sampled_from(kinds))()
    check = _judged(constraint)
    wrapped = draw(st.sampled_from(["plain", "plain", "not", "or", "reified", "counted"]))
    if wrapped == "plain":
        return constraint, check
    if wrapped == "not":
        return ~constraint, lambda row: not check(row)
    other = draw(st.sampled_from(kinds))()
    other_check = _judged(other)
    if wrapped == "or":
        return constraint | other, lambda row: check(row) or other_check(row)
    name = handles[0].name
    if wrapped == "reified":
        return Reified(handles[0], constraint), lambda row: bool(row[name] == int(check(row)))
    wanted = numbers(0, 2)
    return reify(constraint) + reify(other) == wanted, lambda row: check(row) + other_check(row) == wanted


@st.composite
def _colorings(draw: Any, handles: list[Any]) -> list[Drawn]:
    """Draw the edges of a graph, most of them: hard to color with few colors. Some have offsets, as between queens."""
    edges = [(one, other) for one, other in combinations(handles, 2) if draw(st.integers(0, 4))]
    offsets = st.integers(-1, 1) if draw(st.integers(0, 2)) == 0 else st.just(0)
    found: list[Drawn] = []
    for one, other in edges:
        offset = draw(offsets)
        found.append((one + offset != other, _differ(one.name, offset, other.name)))
    return found


def _differ(one: Any, offset: int, other: Any) -> oracle.Check:
    return lambda row: bool(row[one] + offset != row[other])


@st.composite
def _tied(draw: Any, kind: str, handles: dict[Any, Any], domains: dict[Any, list[int]]) -> list[Drawn]:
    given_ = list(handles.values())
    if kind == "coloring":
        return draw(_colorings(given_))  # type: ignore[no-any-return]
    if kind == "global":
        return draw(st.lists(_global_constraints(given_), min_size=1, max_size=2))  # type: ignore[no-any-return]
    words = Vocabulary(handles, {name: tuple(values) for name, values in domains.items()}, set(handles))
    return draw(st.lists(statements(words), min_size=1, max_size=3))  # type: ignore[no-any-return]


@st.composite
def mixed_problems(draw: Any) -> Mixed:
    """Draw a problem of one to three parts, whose variables are stated in any order."""
    kinds = draw(st.lists(st.sampled_from(["coloring", "coloring", "global", "any"]), min_size=1, max_size=3))
    owned: list[dict[Any, list[int]]] = []
    for number, kind in enumerate(kinds):
        size, values = {"coloring": (5, 3), "global": (4, 4), "any": (3, 4)}[kind]
        size = draw(st.integers(3, size))
        domain = list(range(values))
        one_for_all = kind == "coloring" or draw(st.booleans())
        least = 1 if kind == "any" else 2
        some = st.just(domain) if one_for_all else st.lists(st.sampled_from(domain), min_size=least, unique=True)
        owned.append({(number, place): sorted(draw(some)) for place in range(size)})
    problem: Problem[Any, Any] = Problem()
    every = {name: values for part in owned for name, values in part.items()}
    for name in draw(st.permutations(list(every))):
        problem.add_variable(name, every[name])
    parts: list[Part] = []
    for kind, domains in zip(kinds, owned, strict=True):
        stated = draw(_tied(kind, {name: problem[name] for name in domains}, domains))
        problem.add(*[constraint for constraint, _ in stated])
        parts.append(Part(domains, [check for _, check in stated]))
    by_part = [oracle.all_solutions(part.domains, part.checks) for part in parts]
    assume(prod(map(len, by_part)) <= MOST_SOLUTIONS)
    solutions = [{name: value for row in rows for name, value in row.items()} for rows in product(*by_part)]
    note(f"{problem.domains} {problem.constraints}")
    return Mixed(problem, solutions)


@st.composite
def _options(draw: Any, mixed: Mixed, *, strategies: bool = True) -> dict[str, Any]:
    """Draw options that every question takes."""
    options: dict[str, Any] = {}
    if draw(st.booleans()):
        names = draw(st.lists(st.sampled_from(list(mixed.problem.domains)), max_size=2, unique=True))
        options["assuming"] = {name: draw(st.sampled_from(list(mixed.problem.domains[name]))) for name in names}
    if strategies and not mixed.problem.compile().intervals and draw(st.integers(0, 2)) == 0:
        options["select"] = draw(st.sampled_from(SELECTIONS))
        options["order"] = draw(st.sampled_from([*ORDERS, csplib.shuffled(1)]))
        options["infer"] = draw(st.sampled_from(INFERENCES))
    if options.get("order") is None and draw(st.booleans()):
        options["seed"] = draw(st.integers(0, 5))
    if draw(st.integers(0, 3)) == 0:
        names = draw(st.lists(st.sampled_from(list(mixed.problem.domains)), unique=True))
        options["hint"] = {name: draw(st.sampled_from([*mixed.problem.domains[name][:4], 7])) for name in names}
    if draw(st.integers(0, 4)) == 0:
        options["observer"] = lambda _: None
    if draw(st.integers(0, 4)) == 0:
        options["time_limit"] = 1000
    note(f"options {options}")
    return options


RESTARTS: st.SearchStrategy[list[int] | None] = st.one_of(
    st.none(), st.just([]), st.integers(1, 60).map(lambda count: [1] * count), st.lists(st.integers(1, 4), max_size=30)
)


def _agreeing(mixed: Mixed, options: dict[str, Any]) -> list[oracle.Assignment]:
    facts = options.get("assuming") or {}
    return [row for row in mixed.solutions if all(row[name] == value for name, value in facts.items())]


def ask_for_one(mixed: Mixed, data: st.DataObject) -> None:
    options = {**data.draw(_options(mixed)), "restarts": data.draw(RESTARTS)}
    note(f"solve {options['restarts']}")
    expected = _agreeing(mixed, options)
    found = mixed.problem.solve(**options)
    assert (found is None) == (not expected)
    assert found is None or dict(found) in expected


def ask_for_all(mixed: Mixed, data: st.DataObject) -> None:
    options = data.draw(_options(mixed))
    expected = _agreeing(mixed, options)
    found = list(mixed.problem.solutions(**options))
    assert Counter(map(key, found)) == Counter(map(key, expected))


def ask_for_some_variables(mixed: Mixed, data: st.DataObject) -> None:
    options = data.draw(_options(mixed))
    on = data.draw(st.lists(st.sampled_from(list(mixed.problem.domains)), max_size=4, unique=True))
    note(f"on {on}")
    expected = {key({name: row[name] for name in on}) for row in _agreeing(mixed, options)}
    found = Counter(map(key, mixed.problem.solutions(on=on, **options)))
    assert found == Counter(expected)


def ask_how_many(mixed: Mixed, data: st.DataObject) -> None:
    options = data.draw(_options(mixed))
    expected = len(_agreeing(mixed, options))
    assert mixed.problem.count(**options) == expected
    assert mixed.problem.is_unique(**options) == (expected == 1)


def ask_for_a_few(mixed: Mixed, data: st.DataObject) -> None:
    """Stop early, by any limit, and go on with another question."""
    options = data.draw(_options(mixed))
    expected = _agreeing(mixed, options)
    limits: dict[str, Any] = {
        "solution_limit": data.draw(st.integers(0, 5)),
        "node_limit": data.draw(st.integers(0, 30)),
    }
    for limit in data.draw(st.sets(st.sampled_from(sorted(limits)))):
        del limits[limit]
    note(f"limits {limits}")
    solutions = mixed.problem.solutions(**options, **limits)
    try:
        found = [dict(one) for one in solutions]
    except LimitReached:
        found = []
        assert "node_limit" in limits
    assert all(count == 1 for count in Counter(map(key, found)).values())
    assert all(row in expected for row in found)
    assert len(found) <= limits.get("solution_limit", len(expected))
    if solutions.status is Status.COMPLETE:
        assert len(found) == len(expected)
    if solutions.status is Status.UNSATISFIABLE:
        assert not expected
    if not limits:
        assert solutions.status in {Status.COMPLETE, Status.UNSATISFIABLE}


def ask_for_the_best(mixed: Mixed, data: st.DataObject) -> None:
    names = list(mixed.problem.domains)
    terms = data.draw(st.lists(st.tuples(st.integers(-3, 3), st.sampled_from(names)), min_size=1, max_size=4))
    factors = data.draw(st.lists(st.sampled_from(names), max_size=2))

    def worth(values: Any) -> Any:
        total = sum(weight * values[name] for weight, name in terms)
        return total + values[factors[0]] * values[factors[1]] if len(factors) == 2 else total

    options = {**data.draw(_options(mixed)), "restarts": data.draw(RESTARTS)}
    if data.draw(st.integers(0, 3)) == 0:
        options["node_limit"] = data.draw(st.integers(0, 30))
    least = data.draw(st.booleans())
    note(f"{'minimize' if least else 'maximize'} {terms} {factors} {options}")
    expected = [worth(row) for row in _agreeing(mixed, options)]
    run = (mixed.problem.minimize if least else mixed.problem.maximize)(worth(mixed.problem), **options)
    try:
        best = run.finish()
    except LimitReached:
        assert "node_limit" in options
        return
    if best is None:
        assert not expected
        return
    assert dict(best.solution) in _agreeing(mixed, options)
    assert best.objective == worth(best.solution)
    if run.status is Status.OPTIMAL:
        assert best.objective == (min(expected) if least else max(expected))
    else:
        assert "node_limit" in options


def ask_the_engine(mixed: Mixed, data: st.DataObject) -> None:
    """Switch some features of the search off, and restart after every few failures."""
    csp = mixed.problem.compile()
    search = Search(csp, csp.state(), restarts=data.draw(RESTARTS))
    search.uses = frozenset(data.draw(st.sets(st.sampled_from(sorted(FEATURES)))))
    note(f"engine with {sorted(search.uses)}")
    found = search.advance()
    assert found == bool(mixed.solutions)
    if found:
        assert dict(csp.assignment_in(search.state)) in mixed.solutions
    search.state._check()
    search.release()


def ask_to_explain(mixed: Mixed, data: st.DataObject) -> None:
    options = data.draw(_options(mixed, strategies=False))
    assuming = options.get("assuming")
    conflict = mixed.problem.explain(assuming=assuming)
    assert (conflict is None) == bool(_agreeing(mixed, options))
    if conflict is None:
        return
    facts, stated = dict(conflict.assumptions), list(conflict.constraints)
    assert not _alone(mixed, facts, stated).count()
    for place in range(len(stated)):
        assert _alone(mixed, facts, stated[:place] + stated[place + 1 :]).count()
    for name in facts:
        rest = {other: value for other, value in facts.items() if other != name}
        assert _alone(mixed, rest, stated).count()


def _alone(mixed: Mixed, facts: dict[Any, Any], constraints: list[Constraint]) -> Problem[Any, Any]:
    """State the same variables with *facts* for domains, and these *constraints* only."""
    problem: Problem[Any, Any] = Problem()
    for name, values in mixed.problem.domains.items():
        problem.add_variable(name, [facts[name]] if name in facts else values)
    problem._owners = (*problem._owners, mixed.problem._owner)
    problem.add(*constraints)
    return problem


QUESTIONS = [
    ask_for_one,
    ask_for_one,
    ask_for_all,
    ask_for_some_variables,
    ask_how_many,
    ask_for_a_few,
    ask_for_the_best,
    ask_the_engine,
    ask_to_explain,
]


@settings(max_examples=EXAMPLES)
@given(mixed_problems(), st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=4), st.data())
def test_every_question_is_answered_as_by_brute_force(
    mixed: Mixed, questions: list[Callable[[Mixed, st.DataObject], None]], data: st.DataObject
) -> None:
    for ask in questions:
        note(ask.__name__)
        ask(mixed, data)
