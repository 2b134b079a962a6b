"""The pictures in the documentation are the ones that its examples make.

Run this file as a program to write them again.
"""

from __future__ import annotations

import doctest
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from csplib.display.svg import Picture

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SHOWN = {
    "how-to/pictures": ["australia", "solved_map", "wiped", "eight_queens", "solved_sudoku", "x_wing"],
    "how-to/why-not": ["too_late", "no_queen"],
    "explanation/learning": ["implications"],
}
NAMES = [name for names in SHOWN.values() for name in names]
FRONT = [ROOT / "README.md", ROOT / "docs" / "index.md"]


@cache
def made() -> dict[str, Picture]:
    """Run the examples of the pages, and return the pictures that they make."""
    found: dict[str, Picture] = {}
    for name in SHOWN:
        page = DOCS / f"{name}.md"
        example = doctest.DocTestParser().get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
        failed, _ = doctest.DocTestRunner().run(example, clear_globs=False)
        assert not failed
        found |= {name: picture for name, picture in example.globs.items() if isinstance(picture, Picture)}
    return found


def pieces(picture: str) -> tuple[list[str], list[float]]:
    """Split a picture into its words and its numbers: the last decimal may differ from machine to machine."""
    number = r"(?<![#\w])-?\d+(?:\.\d+)?"
    return re.split(number, picture), [float(found) for found in re.findall(number, picture)]


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_in_the_documentation_is_up_to_date(name: str) -> None:
    pytest.importorskip("networkx", reason="the page has an example with networkx")
    words, numbers = pieces((DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8").rstrip("\n"))
    words_now, numbers_now = pieces(made()[name])
    assert words == words_now
    assert numbers == pytest.approx(numbers_now, abs=0.1)


def test_the_pages_show_every_picture_that_is_there() -> None:
    for name, pictures in SHOWN.items():
        page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
        assert sorted(re.findall(r"\]\(\.\./pictures/(\w+)\.svg\)", page)) == sorted(pictures)
    assert sorted(NAMES) == sorted(path.stem for path in (DOCS / "pictures").glob("*.svg"))


@pytest.mark.parametrize("page", FRONT, ids=lambda page: page.name)
def test_the_first_screen_shows_a_picture(page: Path) -> None:
    """Before any code or heading, and with a text for readers that do not see it."""
    first = re.split(r"^(?:```|## )", page.read_text(encoding="utf-8"), maxsplit=1, flags=re.MULTILINE)[0]
    shown = [(page.parent / target).resolve() for target in re.findall(r'<img src="([^"]+)" alt="[^"]+"', first)]
    assert shown == [DOCS / "pictures" / "solved_map.svg", DOCS / "pictures" / "solved_sudoku.svg"]


def painted_by(resvg: Any, source: str) -> bytes:
    """Return a picture as PNG. The painter looks for one sans-serif font, and paints no text if it is not there."""
    families = ["Arial", "DejaVu Sans", "Liberation Sans", "Noto Sans", "Helvetica"]
    letter = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{}</svg>'
    empty = resvg.svg_to_bytes(svg_string=letter.format(""))
    text = letter.format('<text x="5" y="30" font-size="30" font-family="sans-serif">8</text>')
    for family in families:
        if resvg.svg_to_bytes(svg_string=text, sans_serif_family=family) != empty:
            return bytes(resvg.svg_to_bytes(svg_string=source, sans_serif_family=family))
    pytest.skip(f"none of these fonts is installed: {', '.join(families)}")


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_in_the_documentation_can_be_painted(name: str) -> None:
    """The painter is another program's: it must understand what we wrote, and the result must not be blank."""
    resvg = pytest.importorskip("resvg_py")
    source = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    root = ET.fromstring(source)  # noqa: S314 - our own output
    painted = painted_by(resvg, source)
    assert painted.startswith(b"\x89PNG\r\n\x1a\n")
    size = [int.from_bytes(painted[at : at + 4], "big") for at in (16, 20)]
    assert size == [pytest.approx(float(root.get(key, "")), abs=1) for key in ("width", "height")]
    for child in list(root)[2:]:
        root.remove(child)
    blank = painted_by(resvg, ET.tostring(root, encoding="unicode"))
    assert blank.startswith(b"\x89PNG\r\n\x1a\n")
    assert len(painted) > 2 * len(blank)


if __name__ == "__main__":
    for name in NAMES:
        (DOCS / "pictures" / f"{name}.svg").write_text(f"{made()[name]}\n", encoding="utf-8")
