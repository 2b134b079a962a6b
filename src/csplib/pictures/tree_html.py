"""A search tree as an HTML page: the picture, and below it all nodes in a list that unfolds."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.display.markup import escaped, tag
from csplib.display.svg import DARK, FONT, GRAY, INK, LIGHT_GRAY, PAPER, Picture
from csplib.pictures.node import Node, summary
from csplib.pictures.tree_svg import COLORS

__all__ = ["tree_html"]

_OPEN_LEVELS = 3
_SIGNS = {"solution": "✓ ", "failure": "✗ "}
_LAYOUT = f"""
body {{ margin: 2em; font-family: {FONT}; }}
.picture {{ overflow: auto; max-height: 80vh; border: 1px solid; }}
details, .leaf {{ margin-left: 1.4em; line-height: 1.7; }}
.leaf {{ padding-left: 1em; }}
b {{ padding: 0 .4em; border-radius: .4em; font-weight: normal; border: 1px solid; }}
"""
_COLORS = f"""
body, b {{ color: {INK}; background: {PAPER}; }}
.picture {{ border-color: {LIGHT_GRAY}; }}
small {{ color: {GRAY}; }}
""" + "".join(f".{kind} {{ background: {fill}; border-color: {line}; }}\n" for kind, (fill, line) in COLORS.items())


def tree_html(nodes: Sequence[Node], picture: Picture, title: str) -> str:
    """Return a page that needs no other file and runs no script."""
    dark = _COLORS
    for light, instead in DARK.items():
        dark = dark.replace(light, instead)
    return "<!DOCTYPE html>\n" + tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("title", escaped(title)),
            tag("style", f"{_LAYOUT}{_COLORS}@media (prefers-color-scheme: dark) {{{dark}}}"),
        ),
        tag(
            "body",
            tag("h1", escaped(title)),
            tag("p", escaped(summary(nodes))),
            tag("div", picture, class_="picture"),
            tag("h2", "All nodes"),
            _listed(nodes),
        ),
        lang="en",
    )


def _listed(nodes: Sequence[Node]) -> str:
    """Return the nodes in the order of the search as a list that unfolds.

    An only child is not indented, so that long chains stay on the page.
    """
    written: list[str] = []
    waiting: list[Node | str] = [nodes[0]]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            written.append(node)
            continue
        below = [nodes[child] for child in reversed(node.children)]
        if len(below) + node.unrecorded < 2:
            written.append(tag("div", _line(node), class_="leaf"))
        else:
            unfolded = ' open="open"' if node.depth < _OPEN_LEVELS or node.solutions else ""
            written.append(f"<details{unfolded}>{tag('summary', _line(node))}")
            waiting.append("</details>")
        if node.unrecorded:
            waiting.append(tag("div", tag("small", f"… {node.unrecorded:,} more below, not kept"), class_="leaf"))
        waiting += below
    return "".join(written)


def _line(node: Node) -> str:
    sign = _SIGNS.get(node.outcome, "")
    label = tag("b", escaped(sign + node.label), class_=node.outcome)
    return f"{label} {tag('small', escaped(node.account))}"
