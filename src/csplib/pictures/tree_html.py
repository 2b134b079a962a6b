"""A search tree as a page of its own: the picture, and below it every node in a list that opens and closes."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.display.markup import FONT, INK, PAPER, Picture, escaped, tag
from csplib.pictures.node import Node, summary
from csplib.pictures.tree_svg import COLORS

__all__ = ["tree_html"]

_OPEN_LEVELS = 3
_SIGNS = {"solution": "✓ ", "failure": "✗ "}
_STYLE = f"""
body {{ margin: 2em; font-family: {FONT}; color: {INK}; background: {PAPER}; }}
.picture {{ overflow: auto; max-height: 80vh; border: 1px solid #d0d7de; }}
details, .leaf {{ margin-left: 1.4em; line-height: 1.7; }}
.leaf {{ padding-left: 1em; }}
b {{ padding: 0 .4em; border-radius: .4em; font-weight: normal; border: 1px solid; color: {INK}; }}
small {{ color: #57606a; }}
"""


def tree_html(nodes: Sequence[Node], picture: Picture, title: str) -> str:
    """Write the page. It needs nothing from elsewhere, and runs no script."""
    colors = "".join(
        f".{kind} {{ background: {fill}; border-color: {stroke}; }}\n" for kind, (fill, stroke) in COLORS.items()
    )
    return "<!DOCTYPE html>\n" + tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("title", escaped(title)),
            tag("style", _STYLE + colors),  # nothing in it comes from outside
        ),
        tag(
            "body",
            tag("h1", escaped(title)),
            tag("p", escaped(summary(nodes))),
            tag("div", picture, class_="picture"),
            tag("h2", "Every node"),
            _listed(nodes),
        ),
        lang="en",
    )


def _listed(nodes: Sequence[Node]) -> str:
    """List the nodes in the order in which they were tried, each with what is below it folded in.

    An only child stands below its parent without being set in: long chains would go too far to the right otherwise.
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
