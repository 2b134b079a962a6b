"""Reasons as pictures: what is shown, and that it can be read."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from svg import HOSTILE, SVG, elements, parsed, texts

from csplib.display.reason_graph import Fact, reason_graph_svg
from csplib.display.svg import text_width

Area = tuple[float, float, float, float]
WORDS = [
    "x cannot be 1",
    "y",
    "queens differ in all their diagonals, both up and down " * 4,
    "w" * 80,
    HOSTILE,
    "日本語" * 9,
]


@st.composite
def facts(draw: st.DrawFn) -> list[Fact]:
    found: list[Fact] = []
    for place in range(draw(st.integers(1, 24))):
        since = draw(st.lists(st.integers(0, place - 1), max_size=3, unique=True)) if place else []
        kind = draw(st.sampled_from(["assumed", "decided", "given", "implied", "conflict", "answer", "possible"]))
        text, by = draw(st.sampled_from(WORDS)), draw(st.sampled_from(["", *WORDS]))
        condition = draw(st.sampled_from(["", "", *WORDS]))
        mark = draw(st.sampled_from(["", str(place)]))
        found.append(Fact(text, kind, by, tuple(since), mark, condition, learned=draw(st.booleans())))
    return found


def areas(picture: str) -> list[Area]:
    """Return where each text outside the legend is."""
    places = []
    root = parsed(picture)
    inside = {text for group in root.iter(SVG + "g") for text in group.iter(SVG + "text")}
    for text in [one for one in root.iter(SVG + "text") if one not in inside]:
        x, y, size = [float(text.get(key, "")) for key in ("x", "y", "font-size")]
        wide = text_width(text.text or "", size)
        places.append((x - wide / 2, y - 0.8 * size, x + wide / 2, y + 0.2 * size))
    assert inside
    return places


def meet(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def verticals(picture: str) -> list[Area]:
    """Return the vertical parts of lines."""
    found = []
    line = re.compile(r"M(\S+) (\S+)V(\S+)C\S+ \S+ \S+ \S+ (\S+) ([^V]+)V(\S+)$")
    for path in elements(picture, "path"):
        if read := line.match(path.get("d") or ""):
            x, begin, end, other, top, low = map(float, read.groups())
            found += [(x, begin, x, end), (other, top, other, low)]
    return found


@given(facts(), st.integers(1, 30))
def test_texts_never_overlap_and_lines_avoid_them(stated: list[Fact], most: int) -> None:
    picture = reason_graph_svg(stated, title="any", most=most)
    written = areas(picture)
    assert not [pair for pair in combinations(written, 2) if meet(*pair)]
    assert not [line for line in verticals(picture) for area in written if meet(line, area)]
    x, y, wide, high = map(float, (parsed(picture).get("viewBox") or "").split())
    assert all(x <= a and y <= b and c <= x + wide and d <= y + high for a, b, c, d in written)
    assert picture == reason_graph_svg(stated, title="any", most=most)


@given(facts(), st.integers(1, 30))
def test_a_picture_has_a_box_for_each_fact_that_leads_to_the_last(stated: list[Fact], most: int) -> None:
    wanted = {len(stated) - 1}
    for place in range(len(stated) - 1, -1, -1):
        if place in wanted:
            wanted.update(stated[place].since)
    picture = reason_graph_svg(stated, title=HOSTILE, most=most)
    legend = {rect for group in parsed(picture).iter(SVG + "g") for rect in group.iter(SVG + "rect")}
    boxes = [rect for rect in elements(picture, "rect")[1:] if rect.get("height") != "14" and rect not in legend]
    seen = [rect for rect in boxes if rect.get("stroke-dasharray") != "2 3"]
    assert len(seen) == min(len(wanted), most)
    assert {element.tag.removeprefix(SVG) for element in parsed(picture).iter()} <= {
        "svg", "g", "title", "rect", "path", "text", "style"
    }  # fmt: skip


def test_long_chains_stay_narrow_and_far_reasons_are_named() -> None:
    stated = [Fact("x1 is 1", "assumed", mark="1")]
    stated += [Fact(f"x{k} is 1", "implied", f"x{k - 1} <= x{k}", (k - 2,), str(k)) for k in range(2, 400)]
    stated.append(Fact("Nothing is left", "conflict", since=(0, 100, 398)))
    picture = reason_graph_svg(stated, title="long", most=1000)
    assert float(parsed(picture).get("width", "")) < 600
    assert "see 1 and 101" in texts(picture)
    shown = texts(reason_graph_svg(stated, title="long", most=200))
    assert "see 1" not in shown
    assert shown[-1] == "Shown are 200 of 400 facts."


@pytest.mark.parametrize("count", [60, 600])
def test_many_reasons_of_one_fact_fill_several_levels(count: int) -> None:
    stated = [Fact(f"x{k} cannot be 1", "given", f"rule {k}", mark=str(k + 1)) for k in range(count)]
    stated.append(Fact("y cannot be 1", "answer", "all", tuple(range(count))))
    picture = reason_graph_svg(stated, title="wide", most=1000)
    assert float(parsed(picture).get("width", "")) < 2000
    assert len(areas(picture)) >= 2 * count
