"""The implication graph of a conflict: each literal follows from its reasons, and what was learned cuts it."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import Any

import pytest
from models import queens
from svg import HOSTILE, SVG, parsed, texts

from csplib import AllDifferent, Constraint, DomainError, Learn, OptionError, Problem, implies
from csplib.display.reason_graph import Fact
from csplib.modelling.constraints.base import holds
from csplib.pictures import implication_graph_svg
from csplib.pictures.implication_graph import _Conflicts


def the_example() -> Problem[str, int]:
    p: Problem[str, int] = Problem()
    z, y, x, _, a = p.add_variables("zyxba", [0, 1])
    p.add(x != y, y != z, implies(a == 0, x != z))
    return p


def values_of(fact: Fact) -> tuple[str, set[int]]:
    """Read the variable and the values of a literal."""
    read = re.search(r"(\w+) (?:=|in) ([\d, ]+)$", fact.text)
    assert read is not None, fact.text
    return read[1], {int(value) for value in read[2].split(",")}


def network(seed: int) -> Problem[str, int]:
    """Return a problem with few values, so that a literal shows all of them, and with names for all constraints."""
    rng = random.Random(seed)
    p: Problem[str, int] = Problem()
    terms = p.add_variables("abcdefgh", range(3))
    for number in range(rng.randint(10, 16)):
        x, y, z = rng.sample(terms, 3)
        shift = rng.randrange(3)
        kinds: list[Constraint] = [x != y, x + shift != y, x + y + z <= 5 - shift, implies(x == shift, y < z)]
        kinds += [x + y > z, AllDifferent([x, y, z])]
        p.add(rng.choice(kinds).named(f"c{number}"))
    return p


class Watched(_Conflicts):
    """It keeps the domains before the first decision: they are not in the picture."""

    root: dict[Any, tuple[Any, ...]]

    def _read(self, learned: set[int]) -> None:
        masks = [cell.mask for cell in self._state.cells]
        for height in reversed(range(self._learner.analysis.marks[0], self._state.height)):
            change = self._state.trail[height]
            masks[change.cell.index] = change.old
        self.root = {name: self._csp.values_in(x, masks[x]) for x, name in enumerate(self._csp.names)}
        super()._read(learned)


def check(problem: Problem[Any, Any], facts: list[Fact], root: dict[Any, tuple[Any, ...]]) -> None:
    """Prove each literal from its reasons by brute force, with the constraint that it names."""
    for place, fact in enumerate(facts):
        assert all(reason < place for reason in fact.since)
        if fact.kind == "decided" or fact.by == "what was learned":
            continue
        left = {name: set(values) for name, values in root.items()}
        for reason in fact.since:
            name, values = values_of(facts[reason])
            left[name] &= values
        named = [one for one in problem.constraints if str(one) in re.split(r", | and ", fact.by)]
        assert named
        names = list(dict.fromkeys([term.name for one in named for term in one.reads()]))
        rows = [dict(zip(names, row, strict=True)) for row in product(*[sorted(left[name]) for name in names])]
        good = [row for row in rows if all(holds(one, row) for one in named)]
        if fact.kind == "conflict":
            assert not good
        else:
            name, values = values_of(fact)
            assert all(row[name] in values for row in good)
    reached = {len(facts) - 1}
    for place in range(len(facts) - 1, -1, -1):
        if place in reached:
            reached.update(facts[place].since)
    assert reached == set(range(len(facts)))


def test_each_literal_follows_from_its_reasons() -> None:
    drawn = learned = 0
    for seed in range(300):
        problem = network(seed)
        try:
            watched = Watched(problem.compile())
            facts, note = watched.facts(1 + seed % 3)
        except OptionError:  # there are not so many conflicts
            continue
        check(problem, facts, watched.root)
        assert facts[-1].kind == "conflict"
        assert note.startswith("Learned: not all of ")
        assert any(fact.learned for fact in facts)
        drawn += 1
        learned += any(fact.by == "what was learned" for fact in facts)
    assert drawn > 80
    assert learned > 0


def test_the_example_of_the_documentation() -> None:
    p = the_example()
    learned: list[Any] = []
    p.solve(learning=True, observer=lambda event: learned.append(event) if isinstance(event, Learn) else None)
    facts, note = _Conflicts(p.compile()).facts(1)
    assert [(fact.text, fact.by, fact.since, fact.learned) for fact in facts] == [
        ("decision 1: a = 0", "", (), True),
        ("decision 3: x = 0", "", (), True),
        ("y = 1", "x != y", (1,), False),
        ("z = 0", "y != z", (2,), False),
        ("Conflict", "(a != 0) | (x != z)", (0, 1, 3), False),
    ]
    assert learned[0] == Learn((("x", (0,)), ("a", (0,))), 1)
    assert note == "Learned: not all of x = 0, a = 0; back to decision 1."
    assert texts(implication_graph_svg(p))[-1] == note


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(OptionError, match="there is no conflict 9 to learn from, only 2"):
        implication_graph_svg(the_example(), conflict=9)
    with pytest.raises(OptionError, match="conflict must be a positive integer, not 0"):
        implication_graph_svg(the_example(), conflict=0)
    with pytest.raises(OptionError, match="most must be a positive integer, not None"):
        implication_graph_svg(the_example(), most=None)  # type: ignore[arg-type]
    wide: Problem[str, int] = Problem()
    wide.add_variable("x", range(10**9))
    with pytest.raises(DomainError, match="x has too many"):
        implication_graph_svg(wide)


def test_pictures_are_the_same_each_time_and_hostile_names_stay_names() -> None:
    assert implication_graph_svg(queens(10), conflict=2) == implication_graph_svg(queens(10), conflict=2)
    p: Problem[str, str] = Problem()
    one, other, third = p.add_variables([HOSTILE, "x", "y"], [HOSTILE, ""])
    p.add((one != other).named(HOSTILE), other != third, third != one)
    picture = implication_graph_svg(p, title=HOSTILE)
    allowed = {"svg", "g", "title", "rect", "path", "text", "style"}
    assert {element.tag.removeprefix(SVG) for element in parsed(picture).iter()} <= allowed
