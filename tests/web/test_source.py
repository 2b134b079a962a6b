"""Rules for the source of the page: what a browser refuses or an attacker would like is not in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
SCRIPTS = sorted(path for path in WEB.rglob("*.js") if "node_modules" not in path.parts)
FORBIDDEN = re.compile(r"\.(inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function|DOMParser")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(WEB).as_posix())
def test_no_script_makes_html_or_code_of_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not FORBIDDEN.search(text)
    assert text.count("\n") <= 320
    assert max(map(len, text.splitlines())) <= 120


def test_the_page_has_no_inline_script_or_style() -> None:
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    assert not re.search(r"(src|href)=\"(https?:)?//", page)


def test_the_page_and_the_headers_state_the_same_policy() -> None:
    page = (WEB / "index.html").read_text(encoding="utf-8")
    headers = (WEB / "_headers").read_text(encoding="utf-8")
    stated = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    sent = re.search(r"Content-Security-Policy: (.*)", headers)
    assert stated is not None
    assert sent is not None
    assert sent[1] == f"{stated[1]}; frame-ancestors 'none'"  # which a page cannot state itself
    assert "unsafe-inline" not in sent[1]
    assert "'unsafe-eval'" not in sent[1]


def luminance(color: str) -> float:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


TOKENS = {
    name: (light, dark)
    for name, light, dark in re.findall(
        r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", (WEB / "style" / "tokens.css").read_text(encoding="utf-8")
    )
}
TEXTS = [
    (text, ground) for text in ("text", "quiet", "accent", "good", "bad", "warn") for ground in ("ground", "raised")
]
TEXTS += [("on-accent", "accent"), ("accent", "tint"), ("text", "tint"), ("text", "sunken")]
TEXTS += [(name, f"{name}-tint") for name in ("good", "bad", "warn")]


@pytest.mark.parametrize(("text", "ground"), TEXTS)
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_texts_can_be_read(text: str, ground: str, theme: int) -> None:
    assert contrast(TOKENS[text][theme], TOKENS[ground][theme]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_borders_of_controls_can_be_seen(theme: int) -> None:
    assert contrast(TOKENS["edge"][theme], TOKENS["raised"][theme]) >= 3
