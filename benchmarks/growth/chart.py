"""A picture for each family: time and memory against n, both axes logarithmic, with a line for each solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil, floor, log10

from csplib.display.markup import escaped, tag
from csplib.display.svg import BLUE, GRAY, GREEN, INK, PALE_GRAY, PAPER, PURPLE, RED, figure, write

__all__ = ["Line", "chart"]

COLORS = (RED, BLUE, GREEN, PURPLE)
WIDTH, HEIGHT, GAP, TOP, BOTTOM = 250.0, 180.0, 62.0, 44.0, 62.0


@dataclass(frozen=True)
class Line:
    """The points of a solver, and the size at which it exceeded the cap, if it did."""

    name: str
    points: Mapping[int, float]
    beyond: int | None = None


@dataclass(frozen=True)
class _Panel:
    """A pair of axes: powers of ten at the edges, and where it is."""

    left: float
    sizes: tuple[int, int]
    values: tuple[int, int]

    def x(self, n: float) -> float:
        low, high = self.sizes
        return self.left + WIDTH * (log10(n) - low) / (high - low)

    def y(self, value: float) -> float:
        low, high = self.values
        return TOP + HEIGHT * (high - max(low, log10(value))) / (high - low)


def chart(title: str, size: str, panels: Mapping[str, list[Line]]) -> str:
    """Return the picture: a panel for each unit ("s", "MB"), and one legend."""
    parts = [write(title, GAP, 16, 14, INK, text_anchor="start", font_weight="bold")]
    names: list[str] = []
    for place, (unit, lines) in enumerate(panels.items()):
        panel = _Panel(GAP + place * (WIDTH + GAP), _decades(n for line in lines for n in _sizes(line)), _values(lines))
        parts += _axes(panel, unit, size)
        names += [line.name for line in lines if line.name not in names]
        for line in lines:
            parts += _drawn(panel, line, COLORS[names.index(line.name)], unit)
    x = GAP
    for name, color in zip(names, COLORS, strict=False):
        y = TOP + HEIGHT + BOTTOM - 12
        parts += [tag("circle", cx=x, cy=y, r=4, fill=color), write(name, x + 9, y, 12, INK, text_anchor="start")]
        x += 40 + 7 * len(name)
    width = len(panels) * (WIDTH + GAP) + 30
    return str(figure(parts, (0, 0, width, TOP + HEIGHT + BOTTOM), title=title)) + "\n"


def _sizes(line: Line) -> list[int]:
    return [*line.points, *([line.beyond] if line.beyond else [])]


def _values(lines: list[Line]) -> tuple[int, int]:
    found = [value for line in lines for value in line.points.values() if value > 0]
    return _decades(found or [1.0])


def _decades(numbers: Iterable[float]) -> tuple[int, int]:
    """Return the powers of ten around the numbers, one apart at least."""
    logs = [log10(number) for number in numbers]
    low, high = floor(min(logs) + 1e-9), ceil(max(logs) - 1e-9)
    return low, max(high, low + 1)


def _axes(panel: _Panel, unit: str, size: str) -> list[str]:
    right, bottom = panel.left + WIDTH, TOP + HEIGHT
    parts = []
    for power in range(panel.sizes[0], panel.sizes[1] + 1):
        x = panel.x(10.0**power)
        parts.append(tag("line", x1=x, y1=TOP, x2=x, y2=bottom, stroke=PALE_GRAY))
        parts.append(write(_power(power), x, bottom + 14, 11, GRAY))
    for power in range(panel.values[0], panel.values[1] + 1):
        y = panel.y(10.0**power)
        parts.append(tag("line", x1=panel.left, y1=y, x2=right, y2=y, stroke=PALE_GRAY))
        parts.append(write(f"{_power(power)} {unit}", panel.left - 6, y, 11, GRAY, text_anchor="end"))
    parts.append(write(size, panel.left + WIDTH / 2, bottom + 30, 11, GRAY))
    return parts


def _power(power: int) -> str:
    """Return a power of ten as text."""
    if -3 <= power <= 5:
        return f"{10**power:,}" if power >= 0 else f"{10.0**power:.{-power}f}"
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _drawn(panel: _Panel, line: Line, color: str, unit: str) -> list[str]:
    """Return a line through the points, with an arrow at its end if the next point is beyond the cap."""
    places = [(panel.x(n), panel.y(value)) for n, value in line.points.items()]
    if line.beyond is not None:
        places.append((panel.x(line.beyond), TOP - 6))
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [tag("polyline", points=path, fill="none", stroke=color, stroke_width=1.6)]
    for (x, y), (n, value) in zip(places, line.points.items(), strict=False):
        tip = tag("title", escaped(f"{line.name}, n = {n:,}: {value:.3g} {unit}"))
        parts.append(tag("circle", tip, cx=x, cy=y, r=3.2, fill=color, stroke=PAPER, stroke_width=0.8))
    if line.beyond is not None:
        x, y = places[-1]
        tip = tag("title", escaped(f"{line.name}, n = {line.beyond:,}: stopped"))
        parts.append(tag("path", tip, d=f"M{x - 4.5:.1f} {y + 3:.1f} l9 0 l-4.5 -8 z", fill=color))
    return parts
