"""A search tree as a picture: solutions, failures, inner nodes, and triangles for nodes that are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from csplib.display.markup import escaped, number, one_line, tag
from csplib.display.svg import (
    BLUE,
    GRAY,
    GREEN,
    INK,
    PALE_BLUE,
    PALE_GREEN,
    PALE_RED,
    PAPER,
    RED,
    Picture,
    figure,
    text_width,
    write,
)
from csplib.pictures.node import Node, summary
from csplib.pictures.tree_layout import tree_positions

__all__ = ["COLORS", "tree_svg"]

COLORS: dict[str, tuple[str, str]] = {
    "solution": (PALE_GREEN, GREEN),
    "failure": (PALE_RED, RED),
    "fruitful": (PALE_BLUE, BLUE),
    "barren": (PAPER, GRAY),
    "open": (PAPER, INK),
    "root": (PAPER, INK),
    "rest": (PAPER, GRAY),
}
"""The fill and the outline of the box for each outcome. "rest" are the nodes that are not shown."""

_HIGH, _LEVEL, _GAP, _MARGIN = 22.0, 50.0, 8.0, 14.0
_CROWDED, _LONG = 60, 30  # with more nodes failures share a box, whose label has at most this length
_MARKS = {"solution": "M-4 0L-1 3L4 -4", "failure": "M-3 -3L3 3M3 -3L-3 3"}
_LEGEND = {
    "solution": "solution",
    "fruitful": "solution below",
    "failure": "failure",
    "barren": "nothing found below",
    "open": "not finished",
    "rest": "not shown",
}


class _Item(NamedTuple):
    """A node of the picture, or a triangle for nodes that are left out."""

    label: str
    kind: str
    hint: str
    level: int
    children: list[int]
    fruitful: bool
    nodes: int = 1

    @property
    def width(self) -> float:
        return text_width(self.label, 12) + (26 if self.kind in _MARKS else 14)


def tree_svg(nodes: Sequence[Node], most: int, title: str | None = None) -> Picture:
    """Return a picture of up to *most* nodes: first paths to solutions, then level by level."""
    items = _items(nodes, _chosen(nodes, most))
    across = tree_positions([item.width for item in items], [item.children for item in items], _GAP)
    left = min(x - item.width / 2 for x, item in zip(across, items, strict=True)) - _MARGIN
    right = max(x + item.width / 2 for x, item in zip(across, items, strict=True)) + _MARGIN
    note = _note(nodes, items)
    wide = max(right - left, text_width(note, 12) + 2 * _MARGIN, 420.0)
    left -= (wide - (right - left)) / 2
    low = max(item.level for item in items) * _LEVEL + _HIGH / 2
    parts = [
        *_branches(items, across),
        *(part for item, x in zip(items, across, strict=True) for part in _drawn(item, x, item.level * _LEVEL)),
        *_legend({item.kind for item in items}, left + _MARGIN, low + 34),
        write(note, left + _MARGIN, low + 58, 12, INK, text_anchor="start"),
    ]
    top = -_HIGH / 2 - _MARGIN
    named = f"Search tree: {summary(nodes)}" if title is None else title
    return figure(parts, (left // 1, top, wide // 1 + 1, low + 74 - top), title=named)


def _chosen(nodes: Sequence[Node], most: int) -> set[int]:
    """Choose the nodes to show: a path to a solution, more such paths up to half of *most*, then level by level."""
    chosen = {0}
    for node in nodes:
        if node.found:
            path = []
            while node.number not in chosen:
                path.append(node.number)
                node = nodes[node.parent]  # noqa: PLW2901 - up to the root
            room = most // 2 if len(chosen) > 1 else most
            if len(chosen) + len(path) <= room + 1:
                chosen.update(path)
    for node in sorted(nodes, key=lambda node: node.depth):
        if len(chosen) > most:
            break
        if node.parent in chosen:
            chosen.add(node.number)
    return chosen


def _items(nodes: Sequence[Node], chosen: set[int]) -> list[_Item]:
    """Return the items of the picture, parents before their children."""
    items: list[_Item] = []
    place: dict[int, int] = {}
    for node in nodes:
        if node.number not in chosen:
            continue
        parent = items[place[node.parent]] if node.number else None
        if parent is not None:
            last = parent.children[-1] if parent.children else -1
            if len(chosen) > _CROWDED and last >= 0 and _shares_box(items[last], node):
                words = f"{items[last].label}, {one_line(node.value, 14)}"
                hint = f"{items[last].hint}\n{node.label}: {node.account}"
                items[last] = items[last]._replace(label=words, hint=hint, nodes=items[last].nodes + 1)
                continue
            parent.children.append(len(items))
        place[node.number] = len(items)
        kind = "root" if parent is None and node.outcome == "open" else node.outcome
        level = 0 if parent is None else parent.level + 1
        items.append(_Item(node.label, kind, f"{node.label}: {node.account}", level, [], node.solutions > 0))
    return [*items, *_rests(nodes, chosen, items, place)]


def _shares_box(before: _Item, node: Node) -> bool:
    """Return whether the failure *node* shares the box of the failure *before*, a sibling with the same variable."""
    fits = before.kind == node.outcome == "failure" and len(before.label) < _LONG
    return fits and before.label.startswith(node.label.removesuffix(one_line(node.value, 14)))


def _rests(nodes: Sequence[Node], chosen: set[int], items: list[_Item], place: dict[int, int]) -> Iterator[_Item]:
    """Yield a triangle below each shown node that has nodes left out."""
    below = [1 + node.unrecorded for node in nodes]
    for node in reversed(nodes[1:]):
        below[node.parent] += below[node.number]
    end = len(items)
    for node in [nodes[shown] for shown in place]:
        hidden = [nodes[child] for child in node.children if child not in chosen]
        count = node.unrecorded + sum(below[child.number] for child in hidden)
        if count:
            parent = items[place[node.number]]
            parent.children.append(end)
            end += 1
            visible = sum(nodes[child].solutions for child in node.children if child in chosen)
            fruitful = node.solutions > visible
            yield _Item(f"+{count:,}", "rest", f"not shown: {count:,}", parent.level + 1, [], fruitful, 0)


def _note(nodes: Sequence[Node], items: list[_Item]) -> str:
    shown = sum(item.nodes for item in items) - 1
    every = len(nodes) - 1 + sum(node.unrecorded for node in nodes)
    return summary(nodes) + (f" Shown are {shown:,} of {every:,}." if shown < every else "")


def _branches(items: list[_Item], across: list[float]) -> Iterator[str]:
    """Draw the lines from parents to children; lines to solutions lie above the others."""
    for wanted in (False, True):
        for item, x in zip(items, across, strict=True):
            y = item.level * _LEVEL + _HIGH / 2
            for child in item.children:
                if items[child].fruitful == wanted:
                    yield _branch(x, y, across[child], y + _LEVEL - _HIGH, wanted=wanted)


def _branch(x: float, y: float, end_x: float, end_y: float, *, wanted: bool) -> str:
    a, b, c, d, middle = number(x), number(y), number(end_x), number(end_y), number((y + end_y) / 2)
    line = f"M{a} {b}C{a} {middle} {c} {middle} {c} {d}"
    return tag("path", d=line, stroke=GREEN if wanted else GRAY, stroke_width=2.2 if wanted else 1.1, fill="none")


def _drawn(item: _Item, x: float, y: float) -> Iterator[str]:
    """Draw a box with its label and a mark, so that failures and solutions differ without color, too."""
    fill, stroke = COLORS[item.kind]
    hint = tag("title", escaped(item.hint))
    if item.kind == "rest":
        top, low, half = number(y - _HIGH / 2), number(y + _HIGH / 2 + 3), item.width / 2 + 5
        corners = f"M{number(x)} {top}L{number(x + half)} {low}H{number(x - half)}Z"
        yield tag("path", hint, d=corners, fill=fill, stroke=stroke, stroke_linejoin="round")
        yield write(item.label, x, y + 7, 11, INK)
        return
    dashes = {"stroke_dasharray": "4 3"} if item.kind == "open" else {}
    box = {"x": x - item.width / 2, "y": y - _HIGH / 2, "width": item.width, "height": _HIGH, "rx": 6.0}
    yield tag("rect", hint, fill=fill, stroke=stroke, stroke_width=1.4, **box, **dashes)
    marked = item.kind in _MARKS
    yield write(item.label, x - (6 if marked else 0), y, 12, INK)
    if marked:
        yield _mark(item.kind, x + item.width / 2 - 11, y)


def _mark(kind: str, x: float, y: float) -> str:
    at = f"translate({number(x)} {number(y)})"
    return tag("path", d=_MARKS[kind], transform=at, stroke=COLORS[kind][1], stroke_width=2, fill="none")


def _legend(kinds: set[str], x: float, y: float) -> Iterator[str]:
    """Draw a legend of the kinds in the picture."""
    for kind, words in _LEGEND.items():
        if kind not in kinds:
            continue
        fill, stroke = COLORS[kind]
        dashes = {"stroke_dasharray": "4 3"} if kind == "open" else {}
        if kind == "rest":
            yield tag("path", d=f"M{number(x + 8)} {number(y - 7)}l9 14h-18Z", fill=fill, stroke=stroke)
        else:
            frame = {"x": x, "y": y - 7, "width": 16.0, "height": 14.0, "rx": 4.0}
            yield tag("rect", fill=fill, stroke=stroke, stroke_width=1.4, **frame, **dashes)
        if kind in _MARKS:
            yield _mark(kind, x + 8, y)
        yield write(words, x + 22, y, 12, INK, text_anchor="start")
        x += 40 + text_width(words, 12)
