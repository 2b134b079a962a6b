"""`problems`: a strategy that draws random small problems."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hypothesis import strategies as st

from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.predicate import Predicate
from csplib.modelling.constraints.table import Table
from csplib.modelling.functions import element, implies, max_of
from csplib.problem import Problem
from csplib.testing.without_warnings import add_quietly

__all__ = ["problems"]

_NAMES: tuple[Hashable, ...] = ("x", "y", 7, ("z", 1), None, frozenset({2}))
_VALUES: tuple[Sequence[Hashable], ...] = (range(-1, 4), range(-1, 4), "abc", (0, "a", None, 2.5, (1,)), (-5, 10**9, 3))


@st.composite
def problems(draw: st.DrawFn, *, variables: tuple[int, int] = (1, 4), constraints: tuple[int, int] = (0, 4)) -> Problem:
    """Draw a small problem with names, values and constraints of many kinds; their numbers are (least, most).

    >>> from hypothesis import given
    >>> @given(problems())
    ... def test_solutions_violate_nothing(problem):
    ...     for solution in problem.solutions(solution_limit=3):
    ...         assert not problem.violations(solution)
    >>> test_solutions_violate_nothing()
    """
    problem: Problem = Problem()
    for name in draw(st.permutations(_NAMES))[: draw(st.integers(*variables))]:
        values = st.sampled_from(draw(st.sampled_from(_VALUES)))
        problem.add_variable(name, draw(st.lists(values, min_size=1, max_size=4, unique=True)))
    for _ in range(draw(st.integers(*constraints))):
        add_quietly(problem, draw(_constraints(problem, 2)))
    return problem


@st.composite
def _constraints(draw: st.DrawFn, problem: Problem, depth: int) -> Constraint:
    """Draw a constraint, with up to *depth* levels of logic around it."""
    if depth and draw(st.booleans()):
        one, other = draw(_constraints(problem, depth - 1)), draw(_constraints(problem, depth - 1))
        return draw(st.sampled_from([one & other, one | other, ~one, implies(one, other), one == other, one != other]))
    some = draw(st.lists(st.sampled_from(problem.variables), min_size=1, unique_by=id))
    numbers = [x for x in problem.variables if all(isinstance(value, int) for value in problem.domains[x.name])]
    row = st.tuples(*[st.sampled_from(problem.domains[x.name]) for x in some])
    rows, k = draw(st.lists(row, max_size=6)), draw(st.integers(-1, 4))
    kinds = [AllDifferent(some), AllEqual(some), Table(some, rows), Table(some, forbidden=rows), some[0] != k]
    kinds.append(Predicate(some, lambda *values: len(repr(values)) % 3))
    if numbers:
        x, y = draw(st.sampled_from(numbers)), draw(st.sampled_from(numbers))
        kinds += [x + 2 * y <= k, x * y == k, abs(x - y) >= k, max_of(x, y, k) != y, x % 3 == y // 2, x < y]
        kinds += [element([k, y, 0], x) >= k]
    return draw(st.sampled_from(kinds))
