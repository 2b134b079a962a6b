"""Correct constraints pass the check, and each kind of mistake is found and reported."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from csplib import (
    AllDifferent,
    AllEqual,
    Constraint,
    In,
    KindError,
    Lowering,
    OptionError,
    Predicate,
    Propagator,
    ScopeError,
    State,
    Table,
    Variable,
    element,
    max_of,
    reify,
)
from csplib.kernel.bits import is_single, size_of
from csplib.kernel.history import History, Literal
from csplib.testing import check_constraint

Make = Callable[[list[Variable]], Constraint]


class Below(Constraint):
    """``x < y``, the pattern for the mistakes below."""

    numeric = True

    def satisfied(self, values: Sequence[Any]) -> bool:
        return bool(values[0] < values[1])

    def lower(self, to: Lowering) -> None:
        to.add(Bounds(to, to.variables(self)))


class Bounds(Propagator):
    """The bounds of ``x < y``."""

    def __init__(self, to: Lowering, scope: list[int], **options: bool) -> None:
        super().__init__(scope, **options)
        self.axis = to.axis

    def propagate(self, state: State) -> bool:
        x, y = self.scope
        if not state.narrow(x, self.axis.at_most(self.axis.most(state.cells[y].mask) - 1)):
            return False
        return state.narrow(y, self.axis.at_least(self.axis.least(state.cells[x].mask) + 1))


@pytest.mark.parametrize(
    ("make", "options"),
    [
        pytest.param(AllDifferent, {"variables": (1, 4)}, id="any number of variables"),
        pytest.param(Below, {"variables": 2}, id="a propagator of one's own"),
        pytest.param(lambda x: In(x[0], [1, 7]), {"variables": 1}, id="one variable"),
        pytest.param(lambda x: sum(x) == 5, {}, id="a sum"),
        pytest.param(lambda x: x[0] * x[1] >= x[2] + 2, {"domain": range(-3, 4)}, id="a product"),
        pytest.param(lambda x: max_of(x[:2]) == x[2], {}, id="a hidden variable"),
        pytest.param(lambda x: element([3, x[0], 1], x[1]) == x[2], {"domain": range(-1, 4)}, id="an undefined value"),
        pytest.param(lambda x: sum(reify(v == "a") for v in x) <= 1, {"domain": "abc"}, id="letters"),
        pytest.param(lambda x: (x[0] == x[1]).implies(x[1] != x[2]), {"domain": [1, "a", None]}, id="mixed values"),
        pytest.param(AllEqual, {"domain": ((0, 1), (1, 0))}, id="values that are collections"),
        pytest.param(
            lambda x: Table(x, [(1, "a"), (2, "b")]),
            {"domain": [range(4), {"a", "b"}]},
            id="a domain for each variable",
        ),
        pytest.param(
            st.integers(-3, 3).map(lambda k: lambda x: x[0] + k <= x[1]), {"variables": 2}, id="a parameter is drawn"
        ),
        pytest.param(
            lambda x: Predicate(x, max),
            {"variables": 7, "domain": range(50), "max_examples": 5},
            id="large domains are cut",
        ),
    ],
)
def test_right_constraints_pass(make: Any, options: dict[str, Any]) -> None:
    check_constraint(make, **{"max_examples": 30, **options})


class Greedy(Bounds):
    """It cuts one value too many off the top of x."""

    def propagate(self, state: State) -> bool:
        x, y = self.scope
        keeps = self.axis.at_most(self.axis.most(state.cells[y].mask) - 2)
        return super().propagate(state) and (is_single(state.cells[x].mask) or state.narrow(x, keeps))


class Rash(Bounds):
    """It gives up as soon as the two could be equal."""

    def propagate(self, state: State) -> bool:
        return super().propagate(state) and not state.cells[self.scope[0]].mask & state.cells[self.scope[1]].mask


class Generous(Bounds):
    """It writes to a domain behind the back of `narrow`."""

    def propagate(self, state: State) -> bool:
        x, y = self.scope
        if is_single(state.cells[x].mask) or is_single(state.cells[y].mask):
            return super().propagate(state)
        if state.cells[y].mask & ~state.cells[x].mask:
            state.store(x, state.cells[x].mask | state.cells[y].mask)
        return True


class Forgetful(Bounds):
    """It explains nothing."""

    def explain(self, past: History, x: int, gone: int) -> list[Literal]:  # noqa: ARG002 - wrong on purpose
        return []


class Boastful(Bounds):
    """It explains by what is not true."""

    def explain(self, past: History, x: int, gone: int) -> list[Literal]:  # noqa: ARG002 - wrong on purpose
        return [(y, 0) for y in self.scope if y != x]


class Restless(Bounds):
    """It reports a change where nothing changed."""

    def propagate(self, state: State) -> bool:
        state.store(self.scope[0], state.cells[self.scope[0]].mask)
        return super().propagate(state)


class Lenient(Bounds):
    """It only looks whether both are equal."""

    def propagate(self, state: State) -> bool:
        x, y = self.scope
        return state.cells[x].mask != state.cells[y].mask or not is_single(state.cells[x].mask)


class Sleepy(Bounds):
    """It does half of its work in each run, and is woken for the rest by single values alone."""

    def __init__(self, to: Lowering, scope: list[int]) -> None:
        super().__init__(to, scope, on_fix=True)

    def propagate(self, state: State) -> bool:
        x, y = self.scope
        trail = state.mark()
        if not state.narrow(x, self.axis.at_most(self.axis.most(state.cells[y].mask) - 1)):
            return False
        return state.mark() > trail or state.narrow(y, self.axis.at_least(self.axis.least(state.cells[x].mask) + 1))


class Moody(Bounds):
    """It does nothing while x has two values: not monotone."""

    def propagate(self, state: State) -> bool:
        return size_of(state.cells[self.scope[0]].mask) == 2 or super().propagate(state)


class Stubborn(Bounds):
    """It remembers the bound of y on itself, where no undo reaches."""

    def propagate(self, state: State) -> bool:
        if getattr(self, "state", None) is not state:
            self.state = state
            self.bound = self.axis.least(state.cells[self.scope[0]].mask)
        self.bound = max(self.bound, self.axis.least(state.cells[self.scope[0]].mask))
        return super().propagate(state) and state.narrow(self.scope[1], self.axis.at_least(self.bound + 1))


class Silent(Bounds):
    """It says that arcs reject wrong assignments, and there are none."""

    def __init__(self, to: Lowering, scope: list[int]) -> None:
        super().__init__(to, scope, decides=False)


def broken(propagator: Callable[[Lowering, list[int]], Propagator]) -> Make:
    """Give a constraint like `Below` with another propagator."""

    class Broken(Below):
        def lower(self, to: Lowering) -> None:
            to.add(propagator(to, to.variables(self)))

    return Broken


class OtherMeaning(Below):
    def satisfied(self, values: Sequence[Any]) -> bool:
        return bool(values[0] <= values[1])

    def lower(self, to: Lowering) -> None:  # inherited, it would not be trusted
        super().lower(to)


class WrongNegation(Below):
    def negated(self) -> Constraint:
        return Below(reversed(self.terms))


class RightNegationLoweredWrongly(Below):
    def negated(self) -> Constraint:
        class AtLeast(Below):
            def satisfied(self, values: Sequence[Any]) -> bool:
                return bool(values[0] <= values[1])

            def lower(self, to: Lowering) -> None:
                super().lower(to)

        return AtLeast(reversed(self.terms))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(broken(Greedy), r"^soundness: propagation removes \d from x0, but .* satisfies it", id="greedy"),
        pytest.param(broken(Rash), "^soundness: propagation fails, but .* satisfies it", id="rash"),
        pytest.param(broken(Generous), "^soundness: propagation adds to the domain of x0", id="generous"),
        pytest.param(broken(Forgetful), "^reasons: .* is explained by .*, but .* satisfies it", id="forgetful"),
        pytest.param(broken(Boastful), "^reasons: .* is explained by .*, which is not true before", id="boastful"),
        pytest.param(broken(Restless), "^end: propagation does not end", id="restless"),
        pytest.param(broken(Lenient), "^completeness: .* passes propagation, but does not satisfy it", id="lenient"),
        pytest.param(OtherMeaning, "^soundness: propagation fails, but x0=0, x1=0 satisfies it", id="other meaning"),
        pytest.param(broken(Sleepy), "^idempotence: propagation leaves .*, and repeated at once", id="sleepy"),
        pytest.param(broken(Moody), "^order: narrowing .* one after the other leaves", id="moody"),
        pytest.param(broken(Stubborn), "^(order: propagation after an undo|solutions: )", id="stubborn"),
        pytest.param(broken(Silent), "^solutions: infer=.* solves Broken", id="silent"),
        pytest.param(WrongNegation, "^negation: .* violates it and its negation", id="wrong negation"),
        pytest.param(
            RightNegationLoweredWrongly, "^negation: the engine solves AtLeast.* 0 times instead of 1", id="negation"
        ),
    ],
)
def test_every_kind_of_mistake_is_found_and_reported(make: Make, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_constraint(make, variables=2)


def test_a_failure_is_reported_by_the_smallest_example() -> None:
    with pytest.raises(AssertionError) as caught:
        check_constraint(OtherMeaning, variables=2)
    assert str(caught.value).splitlines() == [
        "soundness: propagation fails, but x0=0, x1=0 satisfies it",
        "constraint: OtherMeaning(x0, x1)",
        "domains: x0 in [0], x1 in [0]",
    ]


def test_domains_that_a_constraint_refuses_are_skipped() -> None:
    seen: list[int] = []

    def make(x: list[Variable]) -> Constraint:
        if len(x) == 2:
            raise ScopeError("two are not enough")
        seen.append(len(x))
        return AllDifferent(x)

    check_constraint(make, variables=(1, 3), max_examples=20)
    assert set(seen) == {1, 3}


def test_a_constraint_that_refuses_everything_says_why() -> None:
    with pytest.raises(ScopeError, match="needs integers, but "):
        check_constraint(lambda x: x[0] < 3, variables=1, domain="a")


def test_assumptions_can_be_made_inside() -> None:
    def make(x: list[Variable]) -> Constraint:
        assume(len(x) != 2)
        return AllDifferent(x)

    check_constraint(make, variables=(1, 3), max_examples=10)


@pytest.mark.parametrize("variables", [0, (0, 2), (3, 2), -1])
def test_a_number_of_variables_that_makes_no_sense_is_refused(variables: Any) -> None:
    with pytest.raises(OptionError, match="variables must be a positive integer or a pair"):
        check_constraint(AllDifferent, variables=variables)


def test_what_is_no_constraint_is_refused() -> None:
    with pytest.raises(KindError, match="add needs constraints, not 5"):
        check_constraint(lambda _: 5)  # type: ignore[arg-type,return-value]


def test_errors_inside_a_constraint_come_through() -> None:
    class Faulty(Below):
        def lower(self, to: Lowering) -> None:
            raise ZeroDivisionError(to)

    with pytest.raises(ZeroDivisionError):
        check_constraint(Faulty, variables=2)


def test_without_hypothesis_the_import_says_what_to_install() -> None:
    script = "import sys; sys.modules['hypothesis'] = None; import csplib.testing"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603
    assert "ImportError: hypothesis is not installed: pip install csplib[testing]" in shown.stderr
