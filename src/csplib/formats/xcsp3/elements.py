"""XML as a stream of elements: no document type, no entities, no deep nesting, and large tables row by row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from csplib.formats.xcsp3.tables import TableText

if TYPE_CHECKING:
    from csplib.errors import FormatError
    from csplib.formats.source import Source

__all__ = ["CONTAINERS", "Element", "stream"]

CONTAINERS = ("instance", "variables", "constraints", "objectives", "annotations", "block", "group")
"""The elements whose children are handed over one by one, and not kept."""

_TABLES = ("supports", "conflicts")
_DEEPEST = 100
_BUFFER = 1 << 18


class Element:
    """An XML element: its *tag*, its *attributes*, the *line* where it begins, its text and the elements inside.

    `parsed` is for whoever makes something of the text: it is made once, though a template is used many times.
    """

    __slots__ = ("_text", "attributes", "children", "line", "parsed", "table", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.tag: str = tag
        self.attributes: dict[str, str] = attributes
        self.line: int = line
        self.children: list[Element] = []
        self.parsed: Any = None
        self.table: TableText | None = TableText() if tag in _TABLES else None
        self._text: list[str] = []

    @property
    def text(self) -> str:
        """The text directly inside, without that of children."""
        if len(self._text) > 1:
            self._text = ["".join(self._text)]
        return self._text[0] if self._text else ""

    def add_text(self, text: str) -> None:
        """Add *text*; that of a table becomes rows at once."""
        if self.table is None:
            self._text.append(text)
        else:
            self.table.feed(text)

    def get(self, attribute: str, default: str = "") -> str:
        """Return the value of an attribute."""
        return self.attributes.get(attribute, default)

    def find(self, tag: str) -> Element | None:
        """Return the first child with this *tag*, if any."""
        for child in self.children:
            if child.tag == tag:
                return child
        return None

    def all(self, tag: str) -> list[Element]:
        """Return all children with this *tag*."""
        return [child for child in self.children if child.tag == tag]

    def adopt(self, other: Element) -> None:
        """Take the contents of *other*: the attribute "as" asks for it."""
        self.children, self.table, self._text = other.children, other.table, other._text
        self.attributes = {**other.attributes, **self.attributes}


class _Listener:
    """Builds elements from the events of the parser."""

    def __init__(
        self, source: Source, parser: expat.XMLParserType, opened: Callable[[Element], None], closed: Any
    ) -> None:
        self._source = source
        self._parser = parser
        self._opened = opened
        self._closed = closed
        self._open: list[Element] = []

    def doctype(self, *_: object) -> None:
        raise self.error("a document type is not accepted: it could define entities")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) == _DEEPEST:
            raise self.error(f"elements are nested more than {_DEEPEST} deep")
        element = Element(tag, attributes, self._parser.CurrentLineNumber)
        self._open.append(element)
        if tag in CONTAINERS:
            self._opened(element)

    def end(self, _: str) -> None:
        element = self._open.pop()
        if element.table is not None:
            element.table.close()
        parent = self._open[-1] if self._open else None
        if parent is None or parent.tag in CONTAINERS or element.tag in CONTAINERS:
            self._closed(element, parent)
        else:
            parent.children.append(element)

    def text(self, text: str) -> None:
        if self._open and self._open[-1].tag not in CONTAINERS:
            self._open[-1].add_text(text if text.strip() else " ")

    def error(self, message: str) -> FormatError:
        """Return the error for a mistake where the parser is."""
        return self._source.error(message, self._parser.CurrentLineNumber)


def stream(
    source: Source, opened: Callable[[Element], None], closed: Callable[[Element, Element | None], None]
) -> None:
    """Read XML: call *opened* at the beginning of each container, and *closed* at the end of what is inside one.

    *closed* gets the element and the one around it. An element inside other than containers is one of their children.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = _BUFFER
    listener = _Listener(source, parser, opened, closed)
    parser.StartElementHandler = listener.start
    parser.EndElementHandler = listener.end
    parser.CharacterDataHandler = listener.text
    parser.StartDoctypeDeclHandler = listener.doctype
    try:
        for chunk in source.chunks():
            parser.Parse(chunk, False)  # noqa: FBT003 - expat knows no keywords
        parser.Parse(b"", True)  # noqa: FBT003
    except expat.ExpatError as fault:
        raise source.error(f"this is not XML: {expat.ErrorString(fault.code)}", fault.lineno, fault.offset) from fault
    except LookupError as fault:  # an unknown encoding
        raise source.error(f"this is not XML: {fault}", 1) from fault
