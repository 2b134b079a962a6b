"""Search trees: what is recorded, and how it is drawn."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Stated, problems
from svg import HOSTILE, SVG, elements, parsed, texts

from csplib import (
    Assign,
    Found,
    Infer,
    LimitReached,
    OptionError,
    Problem,
    Statistics,
    Undo,
    backtracking_search,
    backward_check,
    first_open,
    forward_check,
    luby,
    mac,
    no_inference,
)
from csplib.display.svg import GREEN
from csplib.pictures import Node, SearchTree


def queens(count: int) -> Problem[str, int]:
    p: Problem[str, int] = Problem()
    q = p.add_variables([f"q{row + 1}" for row in range(count)], range(1, count + 1))
    for row in range(count):
        for above in range(row):
            p.add(q[above] != q[row], abs(q[row] - q[above]) != row - above)
    return p


def boxes(picture: str) -> list[ET.Element]:
    return [rect for rect in elements(picture, "rect") if rect.get("rx") == "6"]


def branches(picture: str) -> list[ET.Element]:
    return [path for path in elements(picture, "path") if "C" in (path.get("d") or "")]


def check(tree: SearchTree) -> None:
    """What must hold in every tree."""
    for place, node in enumerate(tree.nodes):
        assert node.number == place
        assert all(tree.nodes[child].parent == place < child for child in node.children)
        assert all(tree.nodes[child].depth == node.depth + 1 for child in node.children)
        below = sum(tree.nodes[child].solutions for child in node.children)
        assert node.solutions >= node.found + below
    assert sum(len(node.children) for node in tree.nodes) == len(tree.nodes) - 1


def outcomes(tree: SearchTree) -> Counter[str]:
    return Counter(node.outcome for node in tree.nodes)


def test_backtracking_on_eight_queens_tries_876_nodes_before_its_first_solution() -> None:
    tree = SearchTree()
    assert queens(8).solve(select=first_open, infer=backward_check, observer=tree)
    check(tree)
    assert len(tree.nodes) == 877
    assert outcomes(tree)["solution"] == 1
    assert repr(tree) == "<SearchTree: 876 nodes, 1 solution, 763 failures.>"


@given(problems(), st.sampled_from([None, no_inference, backward_check, forward_check, mac]))
def test_the_tree_of_all_solutions_counts_as_the_statistics_do(stated: Stated, infer: Infer | None) -> None:
    tree = SearchTree()
    found = stated.problem.solutions(observer=tree, infer=infer)
    solutions = list(found)
    check(tree)
    counted: Statistics = found.statistics
    assert len(tree.nodes) - 1 == counted.nodes
    assert max(node.depth for node in tree.nodes) == counted.depth
    assert outcomes(tree)["solution"] == tree.nodes[0].solutions == len(solutions)
    below = [node for node in tree.nodes[1:] if node.outcome == "failure"]
    assert len(below) == counted.failures
    assert outcomes(tree)["open"] <= 1


def test_the_book_and_the_engine_are_both_recorded() -> None:
    p = queens(6)
    book, engine = SearchTree(), SearchTree()
    assert len(list(backtracking_search(p.compile(), observer=book))) == 4
    assert len(list(p.solutions(observer=engine))) == 4
    for tree in (book, engine):
        check(tree)
        assert outcomes(tree)["solution"] == 4


def test_a_restart_adds_branches_at_the_root() -> None:
    tree = SearchTree()
    p = queens(12)
    assert p.solve(restarts=luby(2), observer=tree)
    check(tree)
    assert len(tree.nodes[0].children) > 1
    assert outcomes(tree)["solution"] == 1


def test_a_failure_tells_its_reason_and_what_was_removed() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", [1, 2])
    p.add(x != y, (y != z).named("y and z differ"), x != z)
    tree = SearchTree()
    assert p.solve(infer=forward_check, observer=tree) is None
    assert [node.outcome for node in tree.nodes] == ["open", "barren", "failure", "barren", "failure"]
    assert tree.nodes[1].account == "barren, depth 1; 2 values removed"
    assert tree.nodes[2].account == "failure, depth 2; 1 value removed; z has no value left: y and z differ"


def test_a_root_without_way_on_is_a_failure_and_one_without_decisions_a_solution() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", [1, 2])
    p.add(x < y)
    tree = SearchTree()
    assert p.solve(observer=tree)
    assert [node.outcome for node in tree.nodes] == ["solution"]
    p.add(y < x)
    tree = SearchTree()
    assert p.solve(observer=tree) is None
    assert [node.outcome for node in tree.nodes] == ["failure"]
    assert parsed(tree.to_svg()) is not None


def test_a_search_that_was_stopped_leaves_its_path_open() -> None:
    tree = SearchTree()
    with pytest.raises(LimitReached):
        queens(8).solve(select=first_open, infer=backward_check, observer=tree, node_limit=100)
    assert len(tree.nodes) == 101
    path = [node for node in tree.nodes if node.outcome == "open"]
    assert [node.depth for node in path] == list(range(len(path)))
    assert "not finished" in texts(tree.to_svg())


@given(st.integers(1, 60))
def test_nodes_beyond_the_most_are_counted_where_they_hang(most: int) -> None:
    whole, cut = SearchTree(), SearchTree(most)
    for tree in (whole, cut):
        assert len(list(queens(5).solutions(infer=forward_check, observer=tree))) == 10
    check(cut)
    assert len(cut.nodes) == min(most + 1, len(whole.nodes))
    assert cut.nodes[0].solutions == 10
    assert len(cut.nodes) + sum(node.unrecorded for node in cut.nodes) == len(whole.nodes)
    for kept, node in zip(cut.nodes, whole.nodes, strict=False):
        assert (kept.label, kept.parent, kept.solutions) == (node.label, node.parent, node.solutions)
        if not kept.unrecorded:
            assert kept.outcome == node.outcome


def test_every_node_of_a_small_tree_is_drawn_with_a_branch_to_its_parent() -> None:
    tree = SearchTree()
    assert queens(8).solve(select=first_open, infer=mac, observer=tree)
    picture = tree.to_svg()
    assert len(boxes(picture)) == len(tree.nodes) == 41
    assert len(branches(picture)) == 40
    assert [label for label in texts(picture) if " = " in label] == [node.label for node in tree.nodes[1:]]
    assert sum(path.get("stroke") == GREEN for path in branches(picture)) == 8
    assert texts(picture)[-1] == "40 nodes, 1 solution, 20 failures."


_SIX = SearchTree(150)
queens(6).solve(select=first_open, infer=backward_check, observer=_SIX)


@given(st.integers(1, 200))
def test_triangles_stand_for_all_nodes_that_are_not_shown(most: int) -> None:
    shown = texts(_SIX.to_svg(most=most))
    hidden = sum(int(label[1:].replace(",", "")) for label in shown if label.startswith("+"))
    note = re.search(r"Shown are (\d+) of 171\.", shown[-1])
    assert (171 - int(note[1]) if note else 0) == hidden
    assert hidden >= 171 - most
    if most > 10:
        assert hidden == 171 - min(most, 150)


def test_boxes_of_a_level_do_not_overlap() -> None:
    tree = SearchTree()
    assert queens(8).solve(select=first_open, infer=forward_check, observer=tree)
    levels: dict[str, list[tuple[float, float]]] = {}
    for box in boxes(tree.to_svg()):
        left = float(box.get("x", ""))
        levels.setdefault(box.get("y", ""), []).append((left, left + float(box.get("width", ""))))
    assert len(levels) == 9
    for spans in levels.values():
        ordered = sorted(spans)
        assert all(one[1] < other[0] for one, other in pairwise(ordered))


def test_failures_of_one_variable_share_a_box_in_a_crowd() -> None:
    tree = SearchTree()
    assert queens(8).solve(select=first_open, infer=backward_check, observer=tree)
    assert "q2 = 1, 2" in texts(tree.to_svg())


def test_the_way_to_a_solution_is_shown_first() -> None:
    tree = SearchTree()
    assert queens(8).solve(select=first_open, infer=backward_check, observer=tree)
    shown = texts(tree.to_svg(most=8))
    path = ["q1 = 1", "q2 = 5", "q3 = 8", "q4 = 6", "q5 = 3", "q6 = 7", "q7 = 2", "q8 = 4"]
    assert [label for label in shown if " = " in label] == path


def test_a_page_lists_every_node_and_runs_no_script() -> None:
    tree = SearchTree()
    assert queens(8).solve(select=first_open, infer=backward_check, observer=tree)
    page = tree.to_html(title="Eight <queens>")
    root = parsed(page)
    assert len([b for b in root.iter("b") if b.get("class")]) == 877
    assert not list(root.iter("script"))
    assert next(iter(root.iter("h1"))).text == "Eight <queens>"
    assert len(list(root.iter(SVG + "svg"))) == 1
    assert not re.search(r"(src|href|url)\s*[=(]", page)


def test_a_page_says_what_was_not_kept() -> None:
    tree = SearchTree(20)
    assert queens(8).solve(select=first_open, infer=backward_check, observer=tree)
    page = tree.to_html()
    more = re.findall(r"… ([\d,]+) more below, not kept", page)
    assert sum(int(count.replace(",", "")) for count in more) == 856
    assert "Only the first 20 nodes were kept" in page


def test_a_deep_search_is_drawn_without_recursion() -> None:
    tree = SearchTree(6000)
    for depth in range(1, 3001):
        tree(Assign(f"x{depth}", 0, depth))
        tree(Undo(f"x{depth}", 0, depth))
        tree(Assign(f"x{depth}", 1, depth))
    tree(Found(()))
    check(tree)
    assert tree.nodes[-1].outcome == "solution"
    assert texts(tree.to_svg(most=10))[0] == "start"
    assert "x3000 = 1" in tree.to_html(most=10)


def test_an_observer_that_comes_late_hangs_what_it_sees_below_the_root() -> None:
    tree = SearchTree()
    tree(Assign("x", 1, 3))
    tree(Undo("x", 1, 3))
    tree(Undo("y", 1, 2))
    tree(Assign("y", 2, 2))
    assert [(node.label, node.parent) for node in tree.nodes] == [("start", 0), ("x = 1", 0), ("y = 2", 0)]


def test_pictures_and_pages_are_the_same_each_time() -> None:
    def drawn() -> tuple[str, str]:
        tree = SearchTree()
        assert queens(7).solve(observer=tree, infer=mac)
        return tree.to_svg(), tree.to_html()

    assert drawn() == drawn()


def test_hostile_names_stay_names() -> None:
    p: Problem[str, str] = Problem()
    one, other = p.add_variables([HOSTILE, "x"], [HOSTILE, "\x00", ""])
    p.add((one != other).named(HOSTILE), (one == other).named("</title>"))
    tree = SearchTree()
    assert p.solve(infer=forward_check, observer=tree) is None
    svg_tags = {element.tag.removeprefix(SVG) for element in parsed(tree.to_svg(title=HOSTILE)).iter()}
    assert svg_tags == {"svg", "title", "rect", "path", "text", "style"}
    page = parsed(tree.to_html(title=HOSTILE))
    assert not list(page.iter("script"))
    assert not list(page.iter(SVG + "script"))


@pytest.mark.parametrize("most", [0, -1, 2.5, None])
def test_a_most_that_is_no_positive_number_is_refused(most: int) -> None:
    with pytest.raises(OptionError, match="most must be a positive integer, not"):
        SearchTree(most)
    with pytest.raises(OptionError, match="most must be a positive integer, not"):
        SearchTree().to_svg(most=most)


def test_a_notebook_shows_the_tree() -> None:
    tree = SearchTree()
    assert queens(4).solve(observer=tree)
    assert tree._repr_html_() == tree.to_svg()
    assert isinstance(tree.nodes[1], Node)
    assert repr(tree.nodes[1]).startswith("<Node 1: q1 = ")
