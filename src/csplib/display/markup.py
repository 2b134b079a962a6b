"""Elements of HTML and SVG in which every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

__all__ = ["counters_html", "domain_shown", "escaped", "number", "one_line", "sentences", "table", "tag"]

_LEFT = "text-align: left"

_ESCAPES = {
    **dict.fromkeys([*range(0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF], "\ufffd"),  # XML cannot have these
    **{ord(mark): mark for mark in "\t\n"},
    **{ord(mark): f"&#{ord(mark)};" for mark in "&<>\"'\r"},
}


def escaped(text: object) -> str:
    """Return *text* for use in XML or HTML, between tags or in an attribute.

    >>> escaped('<b title="x">')
    '&#60;b title=&#34;x&#34;&#62;'
    """
    return str(text).translate(_ESCAPES)


def number(value: float) -> str:
    """Return a number with at most two decimals.

    >>> number(2), number(0.125), number(-0.001)
    ('2', '0.12', '0')
    """
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def tag(name: str, *children: str, **attributes: str | float) -> str:
    """Return an element; *children* are markup, *attributes* are text that is escaped here.

    >>> tag("text", escaped("a < b"), x=1.5, font_size=12, class_="name")
    '<text x="1.5" font-size="12" class="name">a &#60; b</text>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value if isinstance(value, str) else number(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def sentences(text: object) -> str:
    r"""Return lines of text as paragraphs; lines that begin with a dash, or are indented, become a list.

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


def one_line(thing: object, most: int = 40) -> str:
    r"""Return anything as one line of at most *most* characters; blank text is quoted.

    >>> one_line("two\nlines"), one_line(""), one_line("abcdef", 4)
    ('two lines', "''", 'abc…')
    """
    text = " ".join(str(thing).split()) or repr(thing)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def domain_shown(values: Sequence[object], most: int = 40) -> str:
    """Return the values of a domain in about *most* characters, with their number if not all are shown.

    >>> domain_shown(["red", "green"]), domain_shown(range(1, 10)), domain_shown([1, 2, 4]), domain_shown([])
    ('red, green', '1 … 9', '1, 2, 4', 'no value')
    >>> domain_shown(["monday", "tuesday", "wednesday"], 16)
    'monday, … (3)'
    """
    if not values:
        return "no value"
    if isinstance(values, range) and values[3:]:  # len() has a limit
        return f"{values[0]} … {values[-1]}"
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(numbers) == len(values) > 3 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]:
        return f"{numbers[0]} … {numbers[-1]}"
    shown = [one_line(value, most) for value in values[:most]]
    if len(values) == 1 or (len(values) <= most and len(", ".join(shown)) <= most):
        return ", ".join(shown)
    end = f", … ({len(values)})"
    while len(shown) > 1 and len(", ".join(shown) + end) > most:
        shown.pop()
    return ", ".join(shown) + end


def _figures(count: int | float) -> str:
    return f"{count:,}" if isinstance(count, int) else f"{count:.3f}"


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]], every: int, noun: str) -> str:
    """Return a table; if *rows* are fewer than *every*, a last row has the number of the others."""
    shown = [tag("tr", *(tag("td", escaped(cell), style=_LEFT) for cell in row)) for row in rows]
    if every > len(shown):
        rest = f"… and {every - len(shown):,} more {noun}"
        shown.append(tag("tr", tag("td", escaped(rest), style=_LEFT, colspan=len(heads))))
    head = tag("tr", *(tag("th", escaped(head), style=_LEFT) for head in heads))
    return tag("table", tag("thead", head), tag("tbody", *shown))


def counters_html(counters: Mapping[str, int | float]) -> str:
    """Return a table of the counters of a search."""
    return table(tuple(counters), [tuple(_figures(count) for count in counters.values())], 1, "rows")
