"""Explanations as pictures: the facts behind the boxes are the steps, and rest on each other as the steps do."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from models import queens, zebra
from strategies import Stated, problems
from svg import HOSTILE, SVG, parsed, texts

from csplib import AllDifferent, Deduction, OptionError, Problem, Removal, Why
from csplib.asking.explaining import Assumption
from csplib.asking.reason_facts import facts_of
from csplib.display.reason_graph import Fact
from csplib.display.svg import Picture


def drawn(why: Why) -> list[Fact]:
    return facts_of(why.steps, "the answer", "it" if why.needs_search else "")


def check(why: Why) -> None:
    """Every step is a fact with its constraints, since the facts that removed its premises, and all lead to the end."""
    facts = drawn(why)
    assert facts[-1].text == "the answer"
    assert [fact.kind for fact in facts].count("conflict") == why.needs_search
    assert all(reason < place for place, fact in enumerate(facts) for reason in fact.since)
    own = {fact.mark: fact for fact in facts if fact.mark}
    for number, step in enumerate(why.steps, 1):
        fact = own[str(number)]
        if isinstance(step, Deduction):
            assert tuple(int(facts[one].mark) for one in fact.since if facts[one].mark) == step.steps
            assumed = [one for one in step.constraints if isinstance(one, Assumption)]
            assert sum(facts[one].kind == "assumed" for one in fact.since) == len(assumed)
            assert all(str(one) in fact.by for one in step.constraints if not isinstance(one, Assumption))
            continue
        assert (fact.by == str(step.constraint)) != isinstance(step.constraint, Assumption)
        since = [why.steps[int(facts[one].mark) - 1] for one in fact.since]
        lost = {(one.variable, value) for one in since if isinstance(one, Removal) for value in one.values}
        needed = {(one.variable, value) for one in step.since for value in one.lost}
        assert needed <= lost
        assert all(any((one.variable, value) in needed for value in one.values) for one in since)  # type: ignore[union-attr]
    reached = {len(facts) - 1}
    for place in range(len(facts) - 1, -1, -1):
        if place in reached:
            reached.update(facts[place].since)
    assert reached == set(range(len(facts)))


@given(problems())
def test_every_answer_can_be_drawn(stated: Stated) -> None:
    for name, values in stated.problem.domains.items():
        for value in values:
            why = stated.problem.why(name, value)
            picture = why.svg()
            assert isinstance(picture, Picture)
            assert picture == why.svg()
            assert parsed(picture).tag == SVG + "svg"
            if why.steps:
                check(why)


@pytest.mark.parametrize("value", range(1, 6))
def test_the_zebra_is_drawn_with_and_without_search(value: int) -> None:
    why = zebra().why("zebra", value)
    if why.steps:
        check(why)
    shown = texts(why.svg())
    assert any(text.startswith("zebra can be" if not why.impossible else "zebra cannot be") or
               text.endswith(f". zebra cannot be {value}") for text in shown)  # fmt: skip


def test_assumptions_and_the_supposed_value_are_boxes() -> None:
    p: Problem[str, int] = Problem()
    rows = p.add_variables("abcdef", range(6))
    p.add(AllDifferent(rows, name="rows"))
    p.add(AllDifferent([row + i for i, row in enumerate(rows)], name="up"))
    p.add(AllDifferent([row - i for i, row in enumerate(rows)], name="down"))
    why = p.why("b", 2, assuming={"a": 1})
    assert texts(why.svg())[:3] == ["1. assumed: a is 1", "down", "2. b cannot be 2"]
    why = p.why("c", 2, assuming={"f": 4})
    check(why)
    assert why.needs_search
    shown = texts(why.svg())
    assert "suppose that c is 2" in shown or "1. suppose that c is 2" in shown
    assert "c cannot be 2" in shown
    assert any(text.endswith("Contradiction") or "Nothing is left" in text for text in shown)


def test_answers_without_steps_are_one_box() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(3))
    p.add(x < y)
    assert texts(p.why(x, 0).svg())[:2] == ["x can be 0: a solution has it.", "answer"]
    assert texts(p.why(x, 7).svg())[:2] == ["x cannot be 7: that is not in its", "domain."]
    unsolvable = Why("x", 0, impossible=True, needs_search=True, unsolvable=True)
    assert texts(unsolvable.svg())[:2] == ["x cannot be 0, because there is", "no solution at all: explain() says"]


def test_long_chains_are_drawn() -> None:
    p: Problem[int, int] = Problem()
    terms = p.add_variables(range(400), range(2))
    p.add(*[one <= other for one, other in pairwise(terms)])
    why = p.why(terms[-1], 0, assuming={0: 1})
    assert len(why.steps) == 400
    picture = why.svg()
    assert texts(picture)[-1] == "Shown are 200 of 400 facts."
    assert float(parsed(picture).get("width", "")) < 600
    assert len(texts(why.svg(most=1000))) > 800


def test_a_notebook_shows_the_picture() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(3))
    p.add(x < y)
    picture = p.why(x, 2).svg()
    assert picture._repr_svg_() == str(picture)
    assert repr(picture).startswith("<Picture: ")


def test_hostile_names_stay_names() -> None:
    p: Problem[str, Any] = Problem()
    one, other = p.add_variables([HOSTILE, "x"], [HOSTILE, "\x00", ""])
    p.add((one == other).named(HOSTILE), (one != HOSTILE).named("</title>"))
    for why in (p.why("x", HOSTILE), p.why("x", "", assuming={HOSTILE: "\x00"})):
        allowed = {"svg", "g", "title", "rect", "path", "text", "style"}
        assert {element.tag.removeprefix(SVG) for element in parsed(why.svg(title=HOSTILE)).iter()} <= allowed


def test_a_most_that_is_no_positive_number_is_refused() -> None:
    why = queens(4).why(0, 0)
    for most in (0, -1, None, 2.5):
        with pytest.raises(OptionError, match="most must be a positive integer, not"):
            why.svg(most=most)  # type: ignore[arg-type]
