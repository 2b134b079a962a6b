"""Read the pictures and pages that csplib makes."""

from __future__ import annotations

from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>\"&'\n</svg>"


def parsed(markup: str) -> ET.Element:
    return ET.fromstring(markup.removeprefix("<!DOCTYPE html>\n"))  # noqa: S314 - our own output


def elements(picture: str, name: str) -> list[ET.Element]:
    """Return the elements of SVG with this name."""
    return list(parsed(picture).iter(SVG + name))


def texts(picture: str) -> list[str]:
    return [text.text or "" for text in elements(picture, "text")]
