"""Elements in which every text is escaped."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from svg import parsed

from csplib.display.markup import domain_shown, escaped, number, one_line, tag

HOSTILE = ["<script>alert(1)</script>", "\"quoted\" & 'so'", "two\nlines", "\x00\x1b[0m", "]]>", "-->", "\ud800"]


@pytest.mark.parametrize("text", HOSTILE, ids=repr)
def test_hostile_text_stays_text(text: str) -> None:
    element = parsed(tag("a", escaped(text), title=text))
    assert not list(element)
    assert set(element.attrib) == {"title"}
    legal = re.sub("[\x00-\x08\x0b-\x1f\ud800-\udfff]", "\ufffd", text)
    assert element.text == legal
    assert (element.get("title") or "").split() == legal.split()


@given(st.text())
def test_any_text_comes_back_as_far_as_xml_can_have_it(text: str) -> None:
    legal = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    assert parsed(tag("a", escaped(text))).text == (legal or None)


@given(st.floats(-1e6, 1e6))
def test_a_number_is_written_to_two_decimals_without_an_exponent(value: float) -> None:
    written = number(value)
    assert re.fullmatch(r"-?\d+(\.\d{1,2})?", written)
    assert float(written) == pytest.approx(value, abs=0.006)
    assert written != "-0"


@given(st.text(), st.integers(1, 50))
def test_a_brief_text_is_one_short_line_that_is_never_blank(text: str, most: int) -> None:
    shown = one_line(text, most)
    assert 0 < len(shown) <= max(most, len(repr(text)) if not text.split() else most)
    assert shown.split()
    assert len(shown.splitlines()) == 1


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        pytest.param((), "no value", id="an empty domain says so"),
        pytest.param((1, 2, 3), "1, 2, 3", id="three values are listed"),
        pytest.param((1, 2, 3, 4), "1 … 4", id="four in a row are a range"),
        pytest.param((1, 2, 3, 5), "1, 2, 3, 5", id="a gap is seen"),
        pytest.param((0, True, 2, 3), "0, True, 2, 3", id="truth values are no numbers"),
        pytest.param((4, 3, 2, 1), "4, 3, 2, 1", id="order is kept"),
        pytest.param(tuple(range(0, 200, 2)), "0, 2, 4, 6, 8, 10, 12, … (100)", id="many are counted"),
        pytest.param(("x" * 100,), "x" * 31 + "…", id="one long value is cut"),
        pytest.param(("x" * 100, "y"), "x" * 31 + "…, … (2)", id="a long value leaves room for the count"),
    ],
)
def test_domains_are_shown_in_little_room(values: tuple[object, ...], shown: str) -> None:
    assert domain_shown(values, 32) == shown


@given(st.lists(st.integers() | st.text(max_size=9)), st.integers(10, 80))
def test_a_domain_is_shown_whole_or_says_how_large_it_is(values: list[int | str], most: int) -> None:
    shown = domain_shown(values, most)
    if shown.endswith(f", … ({len(values)})"):
        assert len(shown) <= most or shown.startswith(one_line(values[0], most))
    elif values and " … " not in shown:
        assert shown == ", ".join(one_line(value, most) for value in values)
