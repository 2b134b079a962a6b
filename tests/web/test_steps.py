"""The steps of AC-3 and of searches that the page plays, compared with the library's own runs."""

from __future__ import annotations

import io
import json
from itertools import product
from typing import Any

import pytest
from csplib_web import answer
from csplib_web.stepping import Pictured, arc_steps, pictured, search_steps
from csplib_web.stepping.own_problem import ProblemTextError, parse_problem
from csplib_web.stepping.pictured import compact, described
from csplib_web.stepping.search_steps import INFER, ORDER, SELECT
from hypothesis import given
from hypothesis import strategies as st

from csplib import CSP, State, Statistics, Trace, ac3, ac3_steps, backtracking_search, node_consistency
from csplib.sudoku import Board, trace

FIRST = [
    "step 1  set.size():1933  AC:(0,0)(0,6)  (0,0).remove(6)  domain:[12345789]",
    "step 2  set.size():1938  AC:(0,1)(0,6)  (0,1).remove(6)  domain:[12345789]",
]
LAST = [
    "step 319  set.size():770  AC:(0,1)(1,1)  (0,1).remove(2)  domain:[7]",
    "step 320  set.size():392  AC:(0,7)(0,2)  (0,7).remove(3)  domain:[2]",
]
EASY = "......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785"
NAMED = ["australia", *(f"queens-{size}" for size in range(4, 9)), "sudoku-4", "sudoku-9", "sudoku-9-harder"]


def ask(name: str, **arguments: Any) -> Any:
    """Return the result of a call that succeeds."""
    found = json.loads(answer(name, json.dumps(arguments)))
    assert "error" not in found, found["error"]
    return found["result"]


def arc_taken(found: dict[str, Any], place: int) -> int:
    """Return the number of the arc that an entry of `taken` names."""
    return int(-1 - place if place < 0 else found["queued"][place])


def left_after(found: dict[str, Any], arcs: list[list[Any]]) -> list[int]:
    """Return the domains that the steps lead to, replayed as the page does."""
    domains = list(found["start"])
    for number, left, _ in found["effects"]:
        domains[arcs[arc_taken(found, found["taken"][number])][0]] = left
    return domains


def fixpoint(csp: CSP) -> tuple[State, list[int]]:
    """Return the library's state after AC-3, and its domains as the page writes them."""
    state = csp.state()
    if node_consistency(csp, state):
        ac3(csp, state)
    return state, [compact(csp, x, state.domain(x)) for x in range(csp.size)]


def test_the_published_trace() -> None:
    found = ask("steps.ac3", problem="sudoku-9")
    stream = io.StringIO()
    assert trace(Board.parse(EASY), stream)
    assert found["lines"] == stream.getvalue().splitlines()
    assert len(found["lines"]) == 320
    assert found["lines"][:2] == FIRST
    assert found["lines"][-2:] == LAST
    assert found["outcome"] == "solved"
    assert found == ask("steps.ac3", problem="board", text=EASY)


@pytest.mark.parametrize("problem", NAMED)
def test_the_steps_are_those_of_the_library(problem: str) -> None:
    shown = pictured(problem)
    found = arc_steps(shown)
    state = shown.csp.state()
    removing = [shown.csp.arcs.index(arc) for arc in ac3_steps(shown.csp, state)]
    assert [arc_taken(found, found["taken"][number]) for number, _, _ in found["effects"]] == removing
    assert len(found["taken"]) == state.statistics.revisions
    assert len(found["lines"]) == state.statistics.removed
    assert left_after(found, described(shown)["arcs"]) == fixpoint(shown.csp)[1]


def test_ac3_finds_a_contradiction_and_a_solution_from_given_values() -> None:
    wiped = ask("steps.ac3", problem="australia", given=[[0, 0], [3, 1]])  # WA = red, Q = green
    assert wiped["outcome"] == "wiped"
    assert wiped["effects"][-1][1] == 0
    assert ask("steps.ac3", problem="queens-4", given=[[0, 1]])["outcome"] == "solved"


names = st.sampled_from("ABCDE")
operators = st.sampled_from(["!=", "=", "<", "<=", ">", ">="])
sides = st.one_of(
    names,
    st.integers(0, 5).map(str),
    st.builds("{} + {}".format, names, st.integers(0, 3)),
    st.builds("2 * {} - 1".format, names),
)
lines = st.builds("{} {} {}".format, names, operators, sides) | st.builds(
    "|{} - {}| {} 2".format, names, names, operators
)
texts = st.builds(
    lambda high, stated: "\n".join([f"A, B, C, D, E: 1..{high}", "A != B", *stated]),
    st.integers(1, 5),
    st.lists(lines, max_size=8),
)


def own(text: str) -> Pictured | None:
    """Return the problem, or None if a line compares nothing that can vary."""
    try:
        return pictured("own", text)
    except ProblemTextError:
        return None


@given(texts, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 400)), max_size=4))
def test_the_order_of_arcs_does_not_matter(text: str, wishes: list[tuple[int, int]]) -> None:
    shown = own(text)
    if shown is None:
        return
    state, domains = fixpoint(shown.csp)
    arcs = described(shown)["arcs"]
    picks = [[at, *arcs[wish % len(arcs)][:2]] for at, wish in wishes]
    for chosen in ([], picks):
        found = arc_steps(shown, [], chosen)
        assert (found["outcome"] == "wiped") == (state.wiped >= 0)
        if state.wiped < 0:
            assert left_after(found, arcs) == domains
            in_turn = sorted(place for place in found["taken"] if place >= 0)
            assert in_turn == list(range(len(found["queued"])))  # each arc that was queued was revised
    stream = io.StringIO()
    observed = shown.csp.state(Trace(stream))
    if node_consistency(shown.csp, observed):
        ac3(shown.csp, observed)
        plain = arc_steps(shown)
        assert plain["before"] + plain["lines"] == stream.getvalue().splitlines()


def test_a_picked_arc_is_revised_next_and_leaves_the_queue() -> None:
    shown = pictured("australia")
    arcs = described(shown)["arcs"]
    found = arc_steps(shown, [[0, 0]], [[2, 2, 0]])  # SA because of WA, after two revisions
    assert arcs[arc_taken(found, found["taken"][2])][:2] == [2, 0]
    assert found["taken"][2] >= 3
    assert found["taken"].count(found["taken"][2]) == 1
    error = json.loads(answer("steps.ac3", json.dumps({"problem": "australia", "picks": [[0, 0, 6]]})))["error"]
    assert error["message"] == "there is no arc from variable number 0 to variable number 6"


def counted(csp: CSP, select: str, order: str, infer: str, *, every: bool) -> Statistics:
    """Return the library's own counters of a search."""
    kept: list[Statistics] = []

    def watched(csp: CSP, state: State, x: int) -> bool:
        kept.append(state.statistics)
        return INFER[infer](csp, state, x)

    for _ in backtracking_search(csp, select=SELECT[select], order=ORDER[order], infer=watched):
        if not every:
            break
    return kept[0] if kept else Statistics()


def check_search(shown: Pictured, select: str, order: str, infer: str, *, every: bool) -> None:
    """Compare the recorded search with the library's counters, and the tree with its steps."""
    found = search_steps(shown, select, order, infer, every=every)
    theirs = counted(shown.csp, select, order, infer, every=every).as_dict()
    assert found["complete"]
    assert found["totals"] == {name: theirs[name] for name in found["totals"]}
    tried = [step for step in found["steps"] if step > 0]
    assert tried == list(range(1, len(found["nodes"])))
    if len(tried) == theirs["nodes"]:
        outcomes = [node[3] for node in found["nodes"][1:]]
        assert outcomes.count("failure") == theirs["failures"]
        if tried:
            assert outcomes.count("solution") == theirs["solutions"]


@pytest.mark.parametrize("strategies", list(product(SELECT, ORDER, INFER)), ids="-".join)
@pytest.mark.parametrize("problem", ["australia", "queens-6", "sudoku-4"])
def test_the_tree_has_the_nodes_that_the_library_counts(problem: str, strategies: tuple[str, str, str]) -> None:
    for every in (False, True):
        check_search(pictured(problem), *strategies, every=every)


@given(texts, st.sampled_from([*SELECT]), st.sampled_from([*ORDER]), st.sampled_from([*INFER]))
def test_random_searches(text: str, select: str, order: str, infer: str) -> None:
    shown = own(text)
    if shown is not None:
        check_search(shown, select, order, infer, every=False)


def test_a_large_tree_is_cut_and_a_long_search_ended() -> None:
    large = ask("steps.search", problem="queens-8", select="first", infer="none")
    assert (len(large["nodes"]), large["totals"]["nodes"], large["complete"]) == (401, 876, True)
    long = ask("steps.search", problem="sudoku-9-harder", select="first", infer="none")
    assert (long["totals"]["nodes"], long["complete"]) == (5000, False)


def test_a_problem_of_ones_own() -> None:
    text = """
    A, B, C: 1..4   # three numbers
    D: red green
    A < B < C
    |A - C| >= 3
    D ≠ red
    """
    found = [dict(solution) for solution in parse_problem(text).solutions()]
    assert found == [{"A": 1, "B": b, "C": 4, "D": "green"} for b in (2, 3)]
    pairs = parse_problem("X: 0..1\nA, B: 1..2\nall different(A, B)\nA + B = 3\n2*A = B")
    assert [(s["A"], s["B"]) for s in pairs.solutions(on=["A", "B"])] == [(1, 2)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no variable: write a line such as A, B: 1..3"),
        ("A: 1..3\nA < Z", "line 2: Z is neither a variable nor a value"),
        ("A, B, C: 1..3\nA + B < C", "line 2: A + B < C has 3 variables: an arc needs a constraint over one or two"),
        ("A: 1..3\nA <", "line 2: a number or a variable is missing"),
        ("A: 1..3\n|A < 2", "line 2: the second | is missing"),
        ("A: 1..3\nA < __import__('os')", "line 2: ( is not expected there"),
        ("A: 1..3\nA", "line 2: A is no constraint: it needs a sign such as != or <"),
        ("A: 1..99", "line 1: 1..99 is not a range of 1 to 12 integers"),
        ("A, A: 1..2", "line 1: there is a variable 'A' already"),
        ("A: red blue\nA < 3", "line 2: A < 3 needs integers, but A can be red"),
        ("A: red blue\nB: 1 2\nB < red", "line 3: B < red needs integers, but red is a word"),
        ("different A, B", "line 1: A is not a variable"),
        ("1A: 1..2", "line 1: 1A is not a name: it must begin with a letter, and have up to 12 characters"),
        ("A: 1..3\nA != 99999", "line 2: 99999 is too large: numbers go up to 1000"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ProblemTextError) as caught:
        parse_problem(text)
    assert str(caught.value) == message


@given(st.text(alphabet="AB12 :.,<>=!|+-*#\nred()", max_size=60))
def test_any_text_is_a_problem_or_a_clear_mistake(text: str) -> None:
    found = json.loads(answer("steps.ac3", json.dumps({"problem": "own", "text": text})))
    assert "trace" not in found.get("error", {})


@pytest.mark.parametrize("problem", ["nothing", "queens-9", "queens-x"])
def test_an_unknown_problem_is_an_error(problem: str) -> None:
    error = json.loads(answer("steps.ac3", json.dumps({"problem": problem})))["error"]
    assert error == {"kind": "OptionError", "message": f"there is no problem {problem!r}"}
