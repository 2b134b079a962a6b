"""Frames of pictures, and their colors on light and dark pages."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from models import australia
from svg import elements, parsed

from csplib.display.markup import tag
from csplib.display.svg import (
    BLUE,
    DARK,
    GRAY,
    GREEN,
    INK,
    LIGHT_BLUE,
    PALE_BLUE,
    PALE_GRAY,
    PALE_GREEN,
    PALE_RED,
    PALE_YELLOW,
    PAPER,
    PURPLE,
    RED,
    Picture,
    figure,
)
from csplib.pictures import SearchTree, constraint_graph_svg
from csplib.sudoku import Board

GROUNDS = [PAPER, PALE_BLUE, PALE_GRAY, PALE_GREEN, PALE_RED, PALE_YELLOW]
RULE = re.compile(r"\.csplib \[(fill|stroke)=\"(#\w+)\"\](?::not\(\.csplib-own\))?\{\1:(#\w+)\}")


def test_a_figure_has_a_title_and_a_ground_of_its_own_and_shows_itself_in_a_notebook() -> None:
    picture = figure([tag("circle", r=1)], (0, -1, 10, 20), title="a <b>", scale=2)
    root = parsed(picture)
    assert [child.tag.rpartition("}")[2] for child in root] == ["title", "rect", "circle", "style"]
    assert root[0].text == "a <b>"
    assert (root[1].get("fill"), root[1].get("y"), root[1].get("height")) == (PAPER, "-1", "20")
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("20", "40", "0 -1 10 20")
    assert isinstance(picture, Picture)
    assert picture._repr_svg_() == picture


def rules(picture: str) -> set[tuple[str, ...]]:
    """Return the colors that a dark page replaces, as (attribute, color, color instead)."""
    [style] = elements(picture, "style")
    found = re.fullmatch(r"@media \(prefers-color-scheme:dark\)\{(.*)\}", style.text or "")
    assert found
    assert not RULE.sub("", found[1])
    return set(RULE.findall(found[1]))


def colors(picture: str) -> set[tuple[str, str]]:
    """Return the colors in a picture, as (attribute, color)."""
    both = [(key, element.get(key)) for element in parsed(picture).iter() for key in ("fill", "stroke")]
    return {(key, color) for key, color in both if color not in {None, "none"}}


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors by the formula of WCAG 2."""
    shares = [[int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)] for color in (one, other)]
    linear = [[c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in share] for share in shares]
    low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in linear)
    return (high + 0.05) / (low + 0.05)


def drawn_tree() -> Picture:
    tree = SearchTree()
    australia().solve(observer=tree)
    return tree.to_svg()


PICTURES: dict[str, Callable[[], str]] = {
    "constraint graph": lambda: constraint_graph_svg(australia(), labels=True),
    "search tree": drawn_tree,
    "board": lambda: Board.empty(4).to_svg(candidates=True, highlight=[(0, 0)]),
    "variant": lambda: Board.empty(9, diagonals=True, cages=[(3, [(0, 0), (0, 1)])]).to_svg(),
}


@pytest.mark.parametrize("name", PICTURES)
def test_every_color_of_a_picture_has_another_on_a_dark_page(name: str) -> None:
    picture = PICTURES[name]()
    assert rules(picture) == {(key, color, DARK[color]) for key, color in colors(picture)}
    assert parsed(picture).get("class") == "csplib"


@pytest.mark.parametrize("ground", GROUNDS)
def test_text_and_lines_stand_out_as_well_on_a_dark_page_as_on_a_light_one(ground: str) -> None:
    assert contrast(DARK[INK], DARK[ground]) >= 7
    assert contrast(DARK[INK], DARK[LIGHT_BLUE]) >= 7
    for color in (GRAY, BLUE, GREEN, RED, PURPLE):
        assert contrast(DARK[color], DARK[ground]) >= min(4.5, contrast(color, ground))


def test_a_pale_color_stays_near_its_ground_and_all_colors_stay_different() -> None:
    assert len(set(DARK.values())) == len(DARK)
    assert not set(DARK) & set(DARK.values())
    for ground in GROUNDS:
        assert contrast(PAPER, ground) < 2
        assert contrast(DARK[PAPER], DARK[ground]) < 2


def test_a_box_in_a_color_of_the_user_and_its_text_stay_as_they_are() -> None:
    picture = constraint_graph_svg(australia(), colors={"WA": "gold", "NT": PAPER})
    own = [element for element in parsed(picture).iter() if element.get("class") == "csplib-own"]
    assert [element.get("fill") for element in own] == ["gold", INK, INK, PAPER, INK, INK]
    assert ("fill", INK, DARK[INK]) in rules(picture)
    assert ":not(.csplib-own)" in picture


@pytest.mark.parametrize(
    "marks", [{"highlight": {(0, 0): "gold"}}, {"circled": {((0, 0), 1): "gold"}}], ids=["highlight", "circled"]
)
def test_a_board_in_colors_of_the_user_is_light_on_every_page(marks: dict[str, dict[object, str]]) -> None:
    picture = Board.empty(4).to_svg(**marks)
    assert not elements(picture, "style")
    assert parsed(picture).get("class") is None


def test_a_page_of_a_search_tree_has_dark_colors_too() -> None:
    tree = SearchTree()
    australia().solve(observer=tree)
    style = next(element.text or "" for element in parsed(tree.to_html()).iter("style"))
    light, _, dark = style.partition("@media (prefers-color-scheme: dark)")
    for color, instead in DARK.items():
        assert (color in light) == (instead in dark)
        assert color not in dark


def test_importing_csplib_draws_nothing_in() -> None:
    script = "import sys, csplib; print([name for name in sys.modules if name.startswith('csplib.pictures')])"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout.strip() == "[]"
