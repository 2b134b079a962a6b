"""Pictures in SVG: their colors on a light and on a dark page, text, and the frame around a picture."""

from __future__ import annotations

from collections.abc import Iterable

from csplib.display.markup import escaped, number, tag

__all__ = [
    "BLUE",
    "BROWN",
    "DARK",
    "FONT",
    "GRAY",
    "GREEN",
    "INK",
    "LIGHT_BLUE",
    "LIGHT_GRAY",
    "OWN_FILL",
    "PALE_BLUE",
    "PALE_GRAY",
    "PALE_GREEN",
    "PALE_RED",
    "PALE_VIOLET",
    "PALE_YELLOW",
    "PAPER",
    "PURPLE",
    "RED",
    "Picture",
    "figure",
    "text_width",
    "write",
]

# The strong colors are those of Okabe and Ito, which nearly everybody can tell apart. The pale ones lie under text.
INK, PAPER, GRAY, LIGHT_GRAY, BROWN = "#1b1f24", "#ffffff", "#6b7280", "#9ca3af", "#57534e"
BLUE, GREEN, RED, PURPLE, LIGHT_BLUE = "#0072b2", "#00795a", "#d55e00", "#a2527f", "#b9d9f2"
PALE_BLUE, PALE_GREEN, PALE_RED, PALE_YELLOW = "#e3f0fa", "#c5ebdf", "#fde3d3", "#fbeeb0"
PALE_GRAY, PALE_VIOLET = "#e5e7eb", "#c7d2fe"
FONT = "Helvetica, Arial, sans-serif"

DARK = {
    INK: "#e6edf3",
    PAPER: "#14181d",
    GRAY: "#9aa4b0",
    LIGHT_GRAY: "#5b6470",
    BROWN: "#b8b2ac",
    BLUE: "#58b0e8",
    GREEN: "#3fc296",
    RED: "#f5894a",
    PURPLE: "#dc94bd",
    LIGHT_BLUE: "#1f4f73",
    PALE_BLUE: "#16354c",
    PALE_GREEN: "#10402f",
    PALE_RED: "#552a14",
    PALE_YELLOW: "#443909",
    PALE_GRAY: "#2a3038",
    PALE_VIOLET: "#3a4478",
}
"""The color that replaces each color on a dark page."""

OWN_FILL = "csplib-own"
"""The class of elements whose fill stays the same on a dark page: boxes in a user's color, and the text in them."""

_NARROW = frozenset("ijltfrI.,;:'|!()[]{} ")
_WIDE = frozenset("mwMW@%…")


class Picture(str):
    """The text of an SVG, which a notebook shows as a picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Picture: {len(self):,} characters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)


def figure(
    parts: Iterable[str],
    box: tuple[float, float, float, float],
    *,
    title: str,
    scale: float = 1.0,
    own_colors: bool = False,
) -> Picture:
    """Return an SVG that needs no other file; *box* is its view as (x, y, width, height).

    Browsers replace its colors on a dark page. *own_colors* prevents that: text on a user's colors must stay dark.
    """
    x, y, width, height = box
    body = [tag("title", escaped(title)), tag("rect", x=x, y=y, width=width, height=height, fill=PAPER), *parts]
    if not own_colors:
        body.append(tag("style", _dark_rules("".join(body))))
    return Picture(
        tag(
            "svg",
            *body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(number, box)),
            width=width * scale,
            height=height * scale,
            role="img",
            font_family=FONT,
            text_anchor="middle",
            **({} if own_colors else {"class": "csplib"}),
        )
    )


def _dark_rules(markup: str) -> str:
    """Return CSS that replaces the colors of *markup* on a dark page.

    The rules are for elements inside ``.csplib`` only: within a page of HTML they would apply to the whole page.
    """
    rules = []
    for light, dark in DARK.items():
        if f'fill="{light}"' in markup:
            rules.append(f'.csplib [fill="{light}"]:not(.{OWN_FILL}){{fill:{dark}}}')
        if f'stroke="{light}"' in markup:
            rules.append(f'.csplib [stroke="{light}"]{{stroke:{dark}}}')
    return f"@media (prefers-color-scheme:dark){{{''.join(rules)}}}"


def text_width(text: str, size: float) -> float:
    """Return about how wide *text* is in a common font, rather too wide than too narrow.

    >>> text_width("ill", 10) < text_width("abc", 10) < text_width("MWM", 10)
    True
    """
    units = [
        1.05 if ord(c) > 0x1100 and c != "…" else 0.36 if c in _NARROW else 0.95 if c in _WIDE else 0.64 for c in text
    ]
    return size * sum(units)


def write(
    text: str, x: float, y: float, size: float, color: str, *, halo: bool = False, **attributes: str | float
) -> str:
    """Return an element that shows *text* with its middle at (x, y); a *halo* keeps it readable over lines."""
    if halo:
        attributes |= {"stroke": PAPER, "stroke_width": 4, "stroke_linejoin": "round", "paint_order": "stroke"}
    return tag("text", escaped(text), x=x, y=y + 0.36 * size, font_size=size, fill=color, **attributes)
