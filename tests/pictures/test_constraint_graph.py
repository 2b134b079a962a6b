"""The constraint graph as a picture."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models import australia
from svg import HOSTILE, SVG, elements, parsed, texts

from csplib import AllDifferent, In, OptionError, Problem, UnknownVariableError, ac3, node_consistency
from csplib.display.svg import GREEN, RED
from csplib.pictures import constraint_graph_svg
from csplib.pictures.graph_layout import graph_positions, push_apart


@st.composite
def networks(draw: st.DrawFn) -> Problem[int, int]:
    """Problems over a few variables, with constraints over one to four of them."""
    p: Problem[int, int] = Problem()
    count = draw(st.integers(1, 8))
    p.add_variables(range(count), range(3))
    scopes = st.lists(st.integers(0, count - 1), min_size=1, max_size=4, unique=True)
    for scope in draw(st.lists(scopes, max_size=8)):
        p.add(AllDifferent(scope))
    return p


def boxes(picture: str) -> list[ET.Element]:
    return [rect for rect in elements(picture, "rect") if rect.get("rx")]


def squares(picture: str) -> list[ET.Element]:
    return [rect for rect in elements(picture, "rect") if rect.get("width") == "11"]


def lines(picture: str) -> list[ET.Element]:
    return elements(picture, "line")


def edges(rect: ET.Element) -> tuple[float, float, float, float]:
    x, y, wide, high = (float(rect.get(key, "")) for key in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def test_australia_has_seven_boxes_and_nine_lines() -> None:
    picture = constraint_graph_svg(australia())
    assert len(boxes(picture)) == 7
    assert len(lines(picture)) == 9
    assert len(squares(picture)) == 0
    assert texts(picture)[:2] == ["WA", "red, green, blue"]
    assert [hint.text for hint in elements(picture, "title")][:2] == [
        "Constraint graph: 7 variables, 9 constraints",
        "WA != NT",
    ]


@given(networks())
def test_lines_of_cliques_are_the_neighbors_of_the_compiled_problem(p: Problem[int, int]) -> None:
    expected = sum(map(len, p.compile().neighbors)) // 2
    assert len(lines(constraint_graph_svg(p, cliques=True))) == expected


@given(networks())
def test_wide_constraints_are_squares_with_a_spoke_to_each_variable(p: Problem[int, int]) -> None:
    scopes = [set(constraint.scope) for constraint in p.constraints]
    picture = constraint_graph_svg(p)
    wide = [scope for scope in scopes if len(scope) > 2]
    narrow = {frozenset(scope) for scope in scopes if len(scope) == 2}
    assert len(squares(picture)) == len(wide)
    assert len(lines(picture)) == len(narrow) + sum(map(len, wide))


@given(networks(), st.integers(0, 3))
@settings(max_examples=30)
def test_boxes_never_overlap_and_lie_inside_the_picture(p: Problem[int, int], seed: int) -> None:
    picture = constraint_graph_svg(p, seed=seed)
    x, y, wide, high = map(float, (parsed(picture).get("viewBox") or "").split())
    drawn = [edges(box) for box in boxes(picture)]
    for left, top, right, low in drawn:
        assert x <= left < right <= x + wide
        assert y <= top < low <= y + high
    for one, other in combinations(drawn, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_fifty_variables_that_all_differ_keep_apart() -> None:
    p: Problem[int, int] = Problem()
    variables = p.add_variables(range(50), range(60))
    for one, other in combinations(variables[:20], 2):
        p.add(one != other)
    drawn = [edges(box) for box in boxes(constraint_graph_svg(p))]
    assert len(drawn) == 50
    for one_box, other_box in combinations(drawn, 2):
        apart = (one_box[2] <= other_box[0], other_box[2] <= one_box[0])
        above = (one_box[3] <= other_box[1], other_box[3] <= one_box[1])
        assert any(apart) or any(above)


def test_the_same_seed_gives_the_same_picture_and_another_seed_another() -> None:
    assert constraint_graph_svg(australia(), seed=1) == constraint_graph_svg(australia(), seed=1)
    assert constraint_graph_svg(australia(), seed=1) != constraint_graph_svg(australia(), seed=2)


def test_a_state_shows_what_is_left_and_who_has_one_value_or_none() -> None:
    p = australia()
    p.add(In("WA", ["red"]), In("NT", ["green"]))
    csp = p.compile()
    state = csp.state()
    assert node_consistency(csp, state)
    assert ac3(csp, state)
    picture = constraint_graph_svg(p, state=state)
    shown = dict(zip(texts(picture)[::2], texts(picture)[1::2], strict=True))
    assert shown["SA"] == "blue"
    assert shown["T"] == "red, green, blue"
    assert [box.get("stroke") for box in boxes(picture)].count(GREEN) == 6
    assert state.narrow(csp.index["T"], 0) is False
    assert [box.get("stroke") for box in boxes(constraint_graph_svg(p, state=state))].count(RED) == 1


def test_a_state_of_another_problem_is_refused() -> None:
    other: Problem[str, int] = Problem()
    other.add_variable("x", [1])
    with pytest.raises(OptionError, match="state= has 1 variables where the compiled problem has 7"):
        constraint_graph_svg(australia(), state=other.compile().state())


def test_hidden_variables_are_not_drawn_and_expressions_link_what_they_read() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(4))
    p.add(AllDifferent([x + 1, y * z]))
    picture = constraint_graph_svg(p)
    assert len(boxes(picture)) == 3
    assert len(squares(picture)) == 1


def test_a_conjunction_is_drawn_part_by_part() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(4))
    p.add((x < y) & (y < z))
    assert len(lines(constraint_graph_svg(p))) == 2


def test_positions_are_kept_in_proportion() -> None:
    p: Problem[str, int] = Problem()
    p.add_variables("abc", range(3))
    picture = constraint_graph_svg(p, positions={"a": (0, 0), "b": (1000, 0), "c": (0, 500)})
    (ax, ay), (bx, by), (cx, cy) = (
        ((left + right) / 2, (top + low) / 2) for left, top, right, low in map(edges, boxes(picture))
    )
    assert [ay, ax] == pytest.approx([by, cx])
    assert bx - ax == pytest.approx(2 * (cy - ay), rel=0.01)
    assert bx - ax < 400


def test_a_variable_without_a_position_or_a_color_for_nobody_is_refused() -> None:
    with pytest.raises(OptionError, match="positions= has no position for 'NT'"):
        constraint_graph_svg(australia(), positions={"WA": (0, 0)})
    with pytest.raises(UnknownVariableError, match="'ACT'"):
        constraint_graph_svg(australia(), colors={"ACT": "red"})


def test_colors_fill_the_boxes_that_are_named() -> None:
    p = australia()
    picture = constraint_graph_svg(p, colors={"SA": "tomato", p["NT"]: "gold"}, domains=False)
    assert [box.get("fill") for box in boxes(picture)][1:3] == ["gold", "tomato"]
    assert texts(picture) == ["WA", "NT", "SA", "Q", "NSW", "V", "T"]


def test_labels_say_what_the_constraints_state() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(4))
    p.add(x < y, AllDifferent([x, y, z], name="all of them"))
    assert "x < y" in texts(constraint_graph_svg(p, labels=True))
    assert "x < y" not in texts(constraint_graph_svg(p))
    assert "all of them" in texts(constraint_graph_svg(p))


def test_hostile_names_stay_names() -> None:
    p: Problem[str, str] = Problem()
    one, other = p.add_variables([HOSTILE, "x"], [HOSTILE, "\x00", ""])
    p.add((one != other).named(HOSTILE))
    picture = constraint_graph_svg(p, labels=True, title=HOSTILE, colors={"x": HOSTILE})
    tags = {element.tag.removeprefix(SVG) for element in parsed(picture).iter()}
    assert tags == {"svg", "title", "rect", "line", "text", "style"}
    assert "<script>\"&' </svg>" in texts(picture)


def test_a_problem_without_variables_has_an_empty_picture() -> None:
    assert [element.tag for element in parsed(constraint_graph_svg(Problem()))] == [
        SVG + tag for tag in ("title", "rect", "style")
    ]


@given(st.integers(0, 12), st.data())
def test_layouts_are_finite_and_give_each_node_a_place_of_its_own(count: int, data: st.DataObject) -> None:
    nodes = st.integers(0, max(0, count - 1))
    pairs = st.tuples(nodes, nodes).filter(lambda pair: pair[0] != pair[1])
    links = data.draw(st.lists(pairs, max_size=20)) if count > 1 else []
    places = graph_positions(count, links)
    assert len(places) == count
    assert all(abs(x) < 50 and abs(y) < 50 for x, y in places)
    assert len(set(places)) == count


def test_a_path_is_laid_out_as_a_line() -> None:
    places = graph_positions(5, [(0, 1), (1, 2), (2, 3), (3, 4)])
    (x, y), (end_x, end_y) = places[0], places[4]
    assert ((x - end_x) ** 2 + (y - end_y) ** 2) ** 0.5 == pytest.approx(4, abs=0.1)


def test_boxes_at_the_same_place_are_pushed_apart() -> None:
    (x, y), (other_x, other_y) = push_apart([(0, 0), (0, 0)], [(40, 10), (40, 10)])
    assert abs(x - other_x) >= 40 or abs(y - other_y) >= 10


def test_a_square_stands_in_the_middle_of_variables_that_have_positions() -> None:
    p: Problem[str, int] = Problem()
    p.add(AllDifferent(p.add_variables("abc", range(3))))
    picture = constraint_graph_svg(p, positions={"a": (0, 0), "b": (1, 0), "c": (2, 3)})
    middles = [((left + right) / 2, (top + low) / 2) for left, top, right, low in map(edges, boxes(picture))]
    [(left, top, right, low)] = map(edges, squares(picture))
    assert (left + right) / 2 == pytest.approx(sum(x for x, _ in middles) / 3, abs=0.02)
    assert (top + low) / 2 == pytest.approx(sum(y for _, y in middles) / 3, abs=0.02)


def test_very_many_nodes_stand_on_a_circle() -> None:
    places = graph_positions(301, [(0, 1)])
    assert [(x * x + y * y) ** 0.5 for x, y in places] == pytest.approx([301 / 6.2832] * 301, abs=0.01)
