"""Plots in SVG: a dot for each solver on a logarithmic scale, a row for each workload."""

from __future__ import annotations

from html import escape
from math import ceil, floor, inf, log10

__all__ = ["dots"]

COLORS = [
    "#d62728",
    "#ff9896",
    "#1f77b4",
    "#2ca02c",
    "#9467bd",
    "#8c564b",
    "#17becf",
    "#bcbd22",
    "#7f7f7f",
    "#e377c2",
    "#ff7f0e",
    "#393b79",
    "#637939",
    "#843c39",
    "#5254a3",
]
STYLE = (
    "text { font: 12px sans-serif } @media (prefers-color-scheme: dark) { rect { fill: #14181d } text { fill: #e6edf3 }"
    " line { stroke: #5b6470 } circle, path { stroke: #e6edf3; stroke-width: .8 } }"
)
"""Colors of a light page are attributes; a browser replaces them on a dark page."""
LEFT, WIDTH, RIGHT, ROW, TOP = 190, 520, 170, 26, 30


def dots(title: str, ratios: dict[str, dict[str, float]], solvers: list[str]) -> str:
    """Return a plot of the time of each solver, by workload, relative to the first one; triangles are lower bounds."""
    finite = [ratio for row in ratios.values() for ratio in row.values() if ratio < inf]
    low, high = floor(log10(min(finite))), ceil(log10(max([*finite, 10.0])))
    height = TOP + ROW * max(len(ratios), len(solvers)) + 30

    def place(ratio: float) -> float:
        return LEFT + WIDTH * (min(log10(ratio), high) - low) / (high - low) if ratio < inf else LEFT + WIDTH + 8

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + RIGHT}" height="{height}">',
        f"<style>{STYLE}</style>",
        f'<rect width="100%" height="100%" fill="white"/><text x="8" y="18" font-weight="bold">{escape(title)}</text>',
    ]
    bottom = TOP + ROW * len(ratios)
    for power in range(low, high + 1):
        x = place(10.0**power)
        color = "#999" if power == 0 else "#ddd"
        parts.append(f'<line x1="{x:.0f}" y1="{TOP}" x2="{x:.0f}" y2="{bottom}" stroke="{color}"/>')
        parts.append(f'<text x="{x:.0f}" y="{bottom + 16}" text-anchor="middle">{10.0**power:g}</text>')
    for i, (workload, row) in enumerate(ratios.items()):
        y = TOP + ROW * i + ROW // 2
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{escape(workload)}</text>')
        parts += [_mark(place(ratio), y, COLORS[solvers.index(name)], name, ratio) for name, ratio in row.items()]
    for i, name in enumerate(solvers):
        y = TOP + ROW * i + ROW // 2
        parts.append(_mark(LEFT + WIDTH + 34, y, COLORS[i], name, 1.0))
        parts.append(f'<text x="{LEFT + WIDTH + 46}" y="{y + 4}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _mark(x: float, y: float, color: str, name: str, ratio: float) -> str:
    """Return the mark of one solver."""
    tip = f"<title>{escape(name)}: {'over the limit' if ratio == inf else f'{ratio:.3g}'}</title>"
    if ratio == inf:
        return f'<path d="M{x:.0f} {y - 5} l9 5 l-9 5 z" fill="{color}">{tip}</path>'
    return f'<circle cx="{x:.0f}" cy="{y}" r="5" fill="{color}" fill-opacity="0.85">{tip}</circle>'
