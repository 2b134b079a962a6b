"""A problem means the same at any scale: values shifted or stretched, and domains widened that a constraint restricts.

The solutions are always those that brute force finds in the small problem.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import currently_in_test_context, given, note, reject, settings
from hypothesis import strategies as st
from scalable import GLOBAL, NEED_VALUES, PLAIN, SIMPLE, Handles, Kind, Model, Scale, models, total

from csplib import AnyOf, Constraint, DomainError, In, NotIn, Problem, Status, Table, element
from csplib.testing.without_warnings import add_quietly

SCALES = [
    Scale(shift=10**6),
    Scale(shift=-(10**6)),
    Scale(stretch=1000),
    Scale(1000, 10**6),
    Scale(7, -30),
    Scale(shift=2**61),
    Scale(10**12, -(10**18)),
    Scale(shift=10**20),
]
WIDE_SCALES = [Scale(), Scale(), Scale(shift=10**6), Scale(1000), Scale(1000, 10**6), Scale(700, -(10**6))]
WIDTHS = [4_500, 10**6, 10**9]
WEIGHTS = st.lists(st.integers(-2, 2), min_size=5, max_size=5)


def stated(model: Model, scale: Scale, wide: dict[str, range] | None = None) -> tuple[Problem, Handles]:
    """State the variables of a model, those in *wide* with these domains."""
    problem: Problem = Problem()
    handles: Handles = {}
    for name, values in model.domains.items():
        domain: Any = values if name == PLAIN else [*map(scale.of, values)]
        handles[name] = problem.add_variable(name, (wide or {}).get(name, domain))
    return problem, handles


def check_answers(problem: Problem, scale: Scale, model: Model, weights: list[int]) -> None:
    """Compare solutions, count, first solution and optimum with brute force."""

    def back(solution: Any) -> tuple[int, ...]:
        values = {name: scale.of(scale.back(solution[name])) for name in model.domains if name != PLAIN}
        assert all(solution[name] == value for name, value in values.items())
        return tuple(solution[name] if name == PLAIN else scale.back(solution[name]) for name in model.domains)

    expected = sorted(tuple(row.values()) for row in model.solutions())
    if currently_in_test_context():
        note(f"{len(expected)} solutions of {problem.domains} {problem.constraints}")
    assert sorted(map(back, problem.solutions())) == expected
    assert problem.count() == len(expected)
    first = problem.solve()
    assert (first is None) == (not expected)
    assert first is None or back(first) in expected
    best = problem.minimize(total(weight * problem[name] for weight, name in zip(weights, model.domains, strict=False)))
    found = best.finish()
    assert best.status is (Status.OPTIMAL if expected else Status.UNSATISFIABLE)
    if found is not None:
        places = [name == PLAIN for name in model.domains]
        costs = [
            sum(w * (v if plain else scale.of(v)) for w, v, plain in zip(weights, row, places, strict=False))
            for row in expected
        ]
        assert found.objective == min(costs)
        assert back(found.solution) in expected


@settings(max_examples=400)
@given(models(judged=True), st.sampled_from(SCALES), WEIGHTS)
def test_a_shifted_or_stretched_problem_has_the_same_solutions(model: Model, scale: Scale, weights: list[int]) -> None:
    problem, handles = stated(model, scale)
    add_quietly(problem, *[rule.state(handles, scale) for rule in model.rules])
    check_answers(problem, scale, model, weights)


def restricted(problem: Problem, kind: str, name: str, values: list[int], scale: Scale) -> list[Constraint]:
    """Return constraints that leave a wide variable no value but these, scaled."""
    x: Any = problem[name]
    scaled = [*map(scale.of, values)]
    low, high = min(scaled), max(scaled)
    holes = [value for value in range(low, high) if value not in scaled]
    found: dict[str, Callable[[], list[Any]]] = {
        "values": lambda: [In(x, scaled)],
        "holes": lambda: [x >= low, x <= high, NotIn(x, holes)],
        "differences": lambda: [x >= low, x <= high, *[x != hole for hole in holes]],
        "rows": lambda: [Table([x], [(value,) for value in scaled])],
        "one of": lambda: [AnyOf([x == value for value in scaled])],
        "distance": lambda: [abs(2 * x - (low + high)) <= high - low, In(x, scaled)],
        "element": lambda: [element(scaled, problem.add_variable(("place of", name), range(len(values)))) == x],
        "equation": lambda: [scale.stretch * problem.add_variable(("small", name), values) + scale.shift == x],
    }
    return found["values" if kind == "differences" and len(holes) > 50 else kind]()


KINDS = ["values", "holes", "differences", "rows", "one of", "distance", "element", "equation"]


@st.composite
def wide_models(draw: Any) -> tuple[Model, Scale, dict[str, range], dict[str, str]]:
    """Draw a model and a scale, and for some of its variables a wide domain and the way to restrict it."""
    model, scale = draw(models()), draw(st.sampled_from(WIDE_SCALES))
    names = [name for name in model.domains if name != PLAIN]
    wide = {}
    for name in draw(st.lists(st.sampled_from(names), min_size=1, unique=True)):
        low, high = scale.of(min(model.domains[name])), scale.of(max(model.domains[name]))
        more = max(0, draw(st.sampled_from(WIDTHS)) - (high - low))
        below = draw(st.sampled_from([0, more // 2, more]))
        wide[name] = range(low - below, high + 1 + more - below)
    return model, scale, wide, {name: draw(st.sampled_from(KINDS)) for name in wide}


@settings(max_examples=250)
@given(drawn=wide_models(), weights=WEIGHTS, late=st.booleans())
def test_a_widened_domain_that_is_restricted_again_has_the_same_solutions(
    drawn: tuple[Model, Scale, dict[str, range], dict[str, str]], weights: list[int], *, late: bool
) -> None:
    model, scale, wide, kinds = drawn
    problem, handles = stated(model, scale, wide)
    constraints = [rule.state(handles, scale) for rule in model.rules]
    limits = [one for name in wide for one in restricted(problem, kinds[name], name, model.domains[name], scale)]
    add_quietly(problem, *([*constraints, *limits] if late else [*limits, *constraints]))
    try:
        check_answers(problem, scale, model, weights)
    except DomainError as refusal:
        assert "needs a list of all values" in str(refusal)  # noqa: PT017 - another error must not pass
        reject()


def _refusals(kind: Kind, seed: int) -> int:
    """Return whether a random rule of this kind is refused over a billion values; check the answers if it is not."""
    rule = kind(["x", "y", "z"], Random(seed).randint)
    model = Model({"x": [0, 1, 3], "y": [0, 2, 3], "z": [1, 2], PLAIN: [0, 1, 2]}, [rule])
    problem, handles = stated(model, Scale(), {name: range(-5, 10**9) for name in "xyz"})
    limits = [one for name in "xyz" for one in restricted(problem, "holes", name, model.domains[name], Scale())]
    add_quietly(problem, *limits, rule.state(handles, Scale()))
    try:
        check_answers(problem, Scale(), model, [1, -2, 3, 0])
    except DomainError:
        return 1
    return 0


@pytest.mark.parametrize("kind", [kind for kind in dict.fromkeys([*SIMPLE, *GLOBAL]) if kind not in NEED_VALUES])
def test_constraints_take_a_billion_values(kind: Kind) -> None:
    assert sum(_refusals(kind, seed) for seed in range(10)) == 0


def test_an_element_has_all_values_of_wide_items() -> None:
    p: Problem[str, int] = Problem()
    x, y, i = p.add_variable("x", range(10**9)), p.add_variable("y", range(-5000, 10)), p.add_variable("i", range(3))
    item = element([x, y, 7], i)
    p.add(item == 10**9 - 1)
    assert [solution["x"] for solution in p.solutions(on=[x])] == [10**9 - 1]
    p.remove(p.constraints[0])
    p.add(item == -5000)
    assert [solution["y"] for solution in p.solutions(on=[y])] == [-5000]


def test_wide_items_go_with_integers_only() -> None:
    p: Problem[str, Any] = Problem()
    x, i = p.add_variable("x", range(10**9)), p.add_variable("i", range(2))
    p.add(element([x, "red"], i) == "red")
    with pytest.raises(DomainError, match=r"all items must be integers, and 'red' is none"):
        p.solve()


def test_domains_of_many_consecutive_integers_keep_their_own_values() -> None:
    """They share a table of values; a domain that writes 1 as True or 1.0 must not."""
    p: Problem[str, Any] = Problem()
    x, y, z = (
        p.add_variable("x", range(100)),
        p.add_variable("y", range(1, 90)),
        p.add_variable("z", [0.0, True, *range(2, 80)]),
    )
    p.add(x == y, y == z, x <= 2)
    assert [tuple(map(repr, solution.values())) for solution in p.solutions()] == [("1", "1", "True"), ("2", "2", "2")]
    p.add(y == 2)
    assert p.count() == 1
