"""Reasons as a picture: a box for each fact, lines from the facts that it follows from, and the constraint between.

Facts that lead to others are above them. A line over very many levels would be hard to follow. Instead, a small box
names where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from csplib.display.layers import Layers, levels_of
from csplib.display.markup import escaped, number, one_line, tag
from csplib.display.svg import (
    BLUE,
    GRAY,
    GREEN,
    INK,
    PALE_BLUE,
    PALE_GRAY,
    PALE_GREEN,
    PALE_RED,
    PALE_VIOLET,
    PALE_YELLOW,
    PAPER,
    PURPLE,
    RED,
    Picture,
    figure,
    text_width,
    write,
)
from csplib.display.wording import either

__all__ = ["Fact", "reason_graph_svg"]

_STYLES = {
    "assumed": (PALE_YELLOW, INK, "assumption"),
    "decided": (PALE_YELLOW, INK, "decision"),
    "given": (PALE_GRAY, GRAY, "by constraints alone"),
    "implied": (PALE_BLUE, BLUE, "follows"),
    "conflict": (PALE_RED, RED, "contradiction"),
    "answer": (PAPER, RED, "answer"),
    "possible": (PALE_GREEN, GREEN, "answer"),
    "elsewhere": (PAPER, GRAY, "named elsewhere"),
}
"""The fill and the outline of a box for each kind of fact, and its name in the legend."""

_DASHED = ("assumed", "decided", "elsewhere")
_BOLD = ("answer", "possible")
_LEARNED = (PALE_VIOLET, "in what was learned")
_WIDEST = 1000.0  # the width of a level
_FAR, _CROWDED, _NEAR = 8, 100, 3  # how many levels a line may pass; fewer in a picture of many boxes
_SIZE, _SMALL, _LINE = 13, 11, 16.0  # the sizes of text, and the height of a line
_LONGEST, _MOST_LINES = 230.0, 3  # the width of a line of text, and how many of them a text may have
_GAP, _ROOM, _MARGIN = 18.0, 34.0, 16.0  # between boxes, between levels, and around all
_ARROW = 14.0  # from a constraint to its box
_CROSS = "M-4 -4L4 4M4 -4L-4 4"


class Fact(NamedTuple):
    """A box: its *text*, its *kind*, the constraint that it is there *by*, and the earlier facts that it is *since*.

    *mark* is the number of a step. *condition* is a second text, *hint* the whole story. *learned* says that it is a
    part of what was learned.
    """

    text: str
    kind: str
    by: str = ""
    since: tuple[int, ...] = ()
    mark: str = ""
    condition: str = ""
    hint: str = ""
    learned: bool = False


class _Box(NamedTuple):
    """A fact with its texts in lines: those of the label above the box, in it, and of the condition in it."""

    fact: Fact
    label: list[str]
    text: list[str]
    condition: list[str]

    @property
    def box_width(self) -> float:
        wide = [text_width(line, _SIZE) for line in self.text] + [text_width(line, _SMALL) for line in self.condition]
        return max(wide) + (46 if self.fact.kind == "conflict" else 20)

    @property
    def width(self) -> float:
        return max([self.box_width, *[text_width(line, _SMALL) for line in self.label]])

    @property
    def label_height(self) -> float:
        return _LINE * len(self.label) + (_ARROW if self.label or self.fact.since else 0.0)

    @property
    def box_height(self) -> float:
        return _LINE * (len(self.text) + len(self.condition)) + 10


class _Row(NamedTuple):
    """The top of a level, the top of its boxes, and its lower end."""

    top: float
    boxes: float
    low: float


def reason_graph_svg(facts: Sequence[Fact], *, title: str, most: int, note: str = "") -> Picture:
    """Return a picture of *facts* that lead to the last one: at most so many, those near to the last one first."""
    shown = _chosen(facts, most)
    boxes, since, levels = _boxes(facts, shown)
    layers = Layers([box.width for box in boxes], levels, since, _GAP)
    rows = _rows(boxes, layers.levels)
    placed = list(zip(boxes, layers.across, [rows[level].boxes for level in levels], strict=False))
    notes = [note] if note else []
    if len(shown) < len(facts):
        notes.append(f"Shown are {len(shown):,} of {len(facts):,} facts.")
    legend, below, deep = _legend(boxes, notes, max(layers.width, 420.0), rows[0].low + 16)
    wide = max(layers.width, below)
    left = (layers.width - wide) / 2
    parts = [
        *_lines(boxes, layers, rows),
        *(part for box, x, y in placed for part in _drawn(box, x, y)),
        tag("g", *legend, transform=f"translate({number(left)} 0)"),
    ]
    frame = (left - _MARGIN) // 1, -_MARGIN, (wide + 2 * _MARGIN) // 1 + 1, (deep + 2 * _MARGIN) // 1 + 1
    return figure(parts, frame, title=title)


def _chosen(facts: Sequence[Fact], most: int) -> list[int]:
    """Return the numbers of the facts to show, from the last one back."""
    waiting = [len(facts) - 1]
    chosen = set(waiting)
    for place in waiting:
        for earlier in sorted(facts[place].since, reverse=True):
            if earlier not in chosen and len(chosen) < most:
                chosen.add(earlier)
                waiting.append(earlier)
    return sorted(chosen)


def _boxes(facts: Sequence[Fact], shown: Sequence[int]) -> tuple[list[_Box], list[list[int]], list[int]]:
    """Return the boxes, which of them lead to each, and their levels; with a small box for what is far away."""
    place = {fact: box for box, fact in enumerate(shown)}
    boxes = [_box(facts[fact]) for fact in shown]
    since = [[place[one] for one in facts[fact].since if one in place] for fact in shown]
    levels = levels_of([box.width + _GAP for box in boxes], since, _WIDEST)
    reach = _FAR if len(boxes) < _CROWDED else _NEAR
    for box, fact in enumerate(shown):
        near = [one for one in since[box] if levels[one] - levels[box] <= reach]
        far = [facts[one] for one in sorted(facts[fact].since) if place.get(one, -1) not in near]
        if far:
            named = either([one.mark or one.text for one in far], "and")
            boxes.append(_box(Fact(f"see {named}", "elsewhere", hint="; ".join([one.hint or one.text for one in far]))))
            levels.append(levels[box] + 1)
            since.append([])
            since[box] = [*near, len(boxes) - 1]
    return boxes, since, levels


def _box(fact: Fact) -> _Box:
    text = f"{fact.mark}. {fact.text}" if fact.mark else fact.text
    label, condition = [_wrapped(part, _LONGEST, _SMALL, _MOST_LINES) for part in (fact.by, fact.condition)]
    return _Box(fact, label, _wrapped(text, _LONGEST, _SIZE, _MOST_LINES), condition)


def _wrapped(text: str, widest: float, size: float, most: int) -> list[str]:
    """Return *text* in lines that are not wider than *widest*; if there are more than *most*, the rest is left out."""
    lines: list[str] = []
    rest = one_line(text, 1000) if text else ""
    while rest and len(lines) < most:
        end, wide = 0, 0.0
        while end < len(rest) and (wide := wide + text_width(rest[end], size)) <= widest:
            end += 1
        space = rest.rfind(" ", 0, end + 1)
        end = max(1, end if end == len(rest) or space <= 0 else space)
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    if rest:
        lines[-1] = f"{lines[-1][:-2]}…"
    return lines


def _rows(boxes: Sequence[_Box], levels: Sequence[int]) -> list[_Row]:
    """Return the heights of each level, the lowest level first."""
    rows: list[_Row] = []
    top = 0.0
    for level in range(max(levels), -1, -1):
        here = [box for box, own in zip(boxes, levels, strict=False) if own == level]
        middle = top + max([box.label_height for box in here], default=0.0)
        rows.append(_Row(top, middle, middle + max([box.box_height for box in here], default=0.0)))
        top = rows[-1].low + _ROOM
    return rows[::-1]


def _lines(boxes: Sequence[_Box], layers: Layers, rows: Sequence[_Row]) -> Iterator[str]:
    """Draw the lines from facts to the constraint above a box; they bend between the levels only."""
    for upper, lower in layers.segments:
        above, below = rows[layers.levels[upper]], rows[layers.levels[lower]]
        begin = above.boxes + boxes[upper].box_height if upper < len(boxes) else above.low
        end = below.boxes - boxes[lower].label_height if lower < len(boxes) else below.low
        x, end_x = number(layers.across[upper]), number(layers.across[lower])
        middle = number((above.low + below.top) / 2)
        curve = f"C{x} {middle} {end_x} {middle} {end_x} {number(below.top)}"
        d = f"M{x} {number(begin)}V{number(above.low)}{curve}V{number(end)}"
        yield tag("path", d=d, stroke=GRAY, stroke_width=1.2, fill="none")


def _drawn(box: _Box, x: float, y: float) -> Iterator[str]:
    """Draw a fact at (x, y), the middle of the upper side of its box: the constraint, an arrow, and the box."""
    fill, stroke, _ = _STYLES[box.fact.kind]
    wide, high = box.box_width, box.box_height
    hint = tag("title", escaped(one_line(box.fact.hint or box.fact.text, 400)))
    frame = {"x": x - wide / 2, "y": y, "width": wide, "height": high, **_shape(box.fact.kind)}
    yield tag("rect", hint, fill=_LEARNED[0] if box.fact.learned else fill, stroke=stroke, **frame)
    if box.label_height:
        arrow = f"M{number(x)} {number(y - _ARROW + 2)}V{number(y - 1)}M{number(x - 4)} {number(y - 6)}l4 5l4 -5"
        yield tag("path", d=arrow, stroke=GRAY, stroke_width=1.2, fill="none")
    for place, line in enumerate(reversed(box.label)):
        yield write(line, x, y - _ARROW - _LINE * (place + 0.5), _SMALL, PURPLE)
    crossed, bold = box.fact.kind == "conflict", box.fact.kind in _BOLD
    for place, line in enumerate([*box.text, *box.condition]):
        size, color = (_SIZE, INK) if place < len(box.text) else (_SMALL, GRAY)
        at = x + (10 if crossed else 0), y + 5 + _LINE * (place + 0.5)
        yield write(line, *at, size, color, font_weight="bold" if bold else "normal")
    if crossed:
        yield _cross(x - wide / 2 + 15, y + high / 2)


def _shape(kind: str, corner: float = 7.0) -> dict[str, str | float]:
    """Return what tells a kind of fact apart without its color."""
    width = {"stroke_width": 2.6 if kind in _BOLD else 1.4}
    dashes = {"stroke_dasharray": "2 3" if kind == "elsewhere" else "6 3"}
    return {"rx": 1.0 if kind == "given" else corner, **width, **(dashes if kind in _DASHED else {})}


def _cross(x: float, y: float) -> str:
    at = f"translate({number(x)} {number(y)})"
    return tag("path", d=_CROSS, transform=at, stroke=RED, stroke_width=2, fill="none")


def _legend(boxes: Sequence[_Box], notes: Sequence[str], widest: float, y: float) -> tuple[list[str], float, float]:
    """Return the legend of the kinds in the picture and some *notes*, from (0, y) on; and how wide and deep it gets."""
    kinds = {box.fact.kind for box in boxes}
    entries = [(kind, fill, stroke, words) for kind, (fill, stroke, words) in _STYLES.items() if kind in kinds]
    if any(box.fact.learned for box in boxes):
        entries.append(("implied", _LEARNED[0], BLUE, _LEARNED[1]))
    parts: list[str] = []
    x = wide = 0.0
    y += 12
    for kind, fill, stroke, words in entries:
        long = 22 + text_width(words, 12)
        if x and x + long > widest:
            x, y = 0.0, y + 22
        frame = {"x": x, "y": y - 7, "width": 16.0, "height": 14.0, **_shape(kind, 4.0)}
        parts.append(tag("rect", fill=fill, stroke=stroke, **frame))
        parts += [_cross(x + 8, y)] if kind == "conflict" else []
        parts.append(write(words, x + 22, y, 12, INK, text_anchor="start"))
        wide = max(wide, x + long)
        x += long + 18
    for line in [line for note in notes for line in _wrapped(note, widest, 12, 20)]:
        y += 20
        parts.append(write(line, 0, y, 12, INK, text_anchor="start"))
        wide = max(wide, text_width(line, 12))
    return parts, wide, y
