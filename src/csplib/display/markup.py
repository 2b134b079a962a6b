"""Markup: elements of SVG and HTML in which every text is escaped, and the colors of pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "BLUE",
    "FONT",
    "GRAY",
    "GREEN",
    "INK",
    "PALE_BLUE",
    "PALE_GREEN",
    "PALE_RED",
    "PALE_YELLOW",
    "PAPER",
    "PURPLE",
    "RED",
    "Picture",
    "brief",
    "counters_html",
    "domain_shown",
    "escaped",
    "figure",
    "number",
    "sentences",
    "table",
    "tag",
]

# Strong colors after Okabe and Ito: nearly everybody can tell them apart. The pale ones lie under ink.
INK, PAPER, GRAY = "#1b1f24", "#ffffff", "#6b7280"
BLUE, GREEN, RED, PURPLE = "#0072b2", "#00795a", "#d55e00", "#a2527f"
PALE_BLUE, PALE_GREEN, PALE_RED, PALE_YELLOW = "#e3f0fa", "#c5ebdf", "#fde3d3", "#fbeeb0"
FONT = "Helvetica, Arial, sans-serif"
_LEFT = "text-align: left"

_ESCAPES = {
    **dict.fromkeys([*range(0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], "\ufffd"),  # XML cannot have these
    **{ord(mark): mark for mark in "\t\n"},
    **{ord(mark): f"&#{ord(mark)};" for mark in "&<>\"'\r"},
}


class Picture(str):
    """The text of an SVG, which a notebook shows as the picture that it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Picture: {len(self):,} characters of SVG>"

    def _repr_svg_(self) -> str:
        return str(self)


def escaped(text: object) -> str:
    """Make any text fit to stand in XML or HTML, between tags or in an attribute.

    >>> escaped('<b title="x">')
    '&#60;b title=&#34;x&#34;&#62;'
    """
    return str(text).translate(_ESCAPES)


def number(value: float) -> str:
    """Write a number with at most two decimals.

    >>> number(2), number(0.125), number(-0.001)
    ('2', '0.12', '0')
    """
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def tag(name: str, *children: str, **attributes: str | float) -> str:
    """Write an element; *children* are markup already, *attributes* are not.

    >>> tag("text", escaped("a < b"), x=1.5, font_size=12, class_="name")
    '<text x="1.5" font-size="12" class="name">a &#60; b</text>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value if isinstance(value, str) else number(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def sentences(text: object) -> str:
    r"""Write lines of text as paragraphs; lines that begin with a dash, or are indented, become a list.

    >>> sentences("It cannot be 1:\n- x < y")
    '<div><p>It cannot be 1:</p><ul><li>x &#60; y</li></ul></div>'
    """
    parts: list[str] = []
    items: list[str] = []
    for line in [*str(text).splitlines(), ""]:
        if line.startswith(("- ", "  ")):
            items.append(tag("li", escaped(line[2:])))
            continue
        if items:
            parts.append(tag("ul", *items))
            items = []
        if line:
            parts.append(tag("p", escaped(line)))
    return tag("div", *parts)


def figure(parts: Iterable[str], box: tuple[float, float, float, float], *, title: str, scale: float = 1.0) -> Picture:
    """Write an SVG that stands by itself: *box* is what it shows, as (x, y, width, height), on a white ground."""
    x, y, width, height = box
    return Picture(
        tag(
            "svg",
            tag("title", escaped(title)),
            tag("rect", x=x, y=y, width=width, height=height, fill=PAPER),
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(map(number, box)),
            width=width * scale,
            height=height * scale,
            role="img",
            font_family=FONT,
            text_anchor="middle",
        )
    )


def brief(thing: object, most: int = 40) -> str:
    r"""Write anything on one line of at most *most* characters; what would be blank is quoted.

    >>> brief("two\nlines"), brief(""), brief("abcdef", 4)
    ('two lines', "''", 'abc…')
    """
    text = " ".join(str(thing).split()) or repr(thing)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def domain_shown(values: Sequence[object], most: int = 40) -> str:
    """Write the values of a domain in about *most* characters, saying how many there are if not all are shown.

    >>> domain_shown(["red", "green"]), domain_shown(range(1, 10)), domain_shown([1, 2, 4]), domain_shown([])
    ('red, green', '1 … 9', '1, 2, 4', 'no value')
    >>> domain_shown(["monday", "tuesday", "wednesday"], 16)
    'monday, … (3)'
    """
    if not values:
        return "no value"
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) == len(values) > 3 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]:
        return f"{numbers[0]} … {numbers[-1]}"
    shown = [brief(value, most) for value in values[:most]]
    if len(values) == 1 or (len(values) <= most and len(", ".join(shown)) <= most):
        return ", ".join(shown)
    end = f", … ({len(values)})"
    while len(shown) > 1 and len(", ".join(shown) + end) > most:
        shown.pop()
    return ", ".join(shown) + end


def _figures(count: int | float) -> str:
    return f"{count:,}" if isinstance(count, int) else f"{count:.3f}"


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]], every: int, noun: str) -> str:
    """Write a table; if it has fewer than *every* row, a last one says so."""
    shown = [tag("tr", *(tag("td", escaped(cell), style=_LEFT) for cell in row)) for row in rows]
    if every > len(shown):
        rest = f"… and {every - len(shown):,} more {noun}"
        shown.append(tag("tr", tag("td", escaped(rest), style=_LEFT, colspan=len(heads))))
    head = tag("tr", *(tag("th", escaped(head), style=_LEFT) for head in heads))
    return tag("table", tag("thead", head), tag("tbody", *shown))


def counters_html(counters: Mapping[str, int | float]) -> str:
    """Return a table of the counters of a search."""
    return table(tuple(counters), [tuple(_figures(count) for count in counters.values())], 1, "rows")
