# ruff: noqa: INP001
"""Let the copy button of a session copy the code alone, without prompts and output.

The theme copies the attribute ``data-copy`` of a block, if it has one, instead of the text that the block shows.
"""

from __future__ import annotations

import re
from html import escape, unescape

BLOCK = re.compile(r'<div class="language-(?P<language>pycon|console) highlight">(?P<shown>.*?)</div>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")
PROMPTS = {"pycon": (">>> ", "... "), "console": ("$ ", "> ")}


def on_page_content(html: str, **_: object) -> str:
    """Add the attribute to every session of *html*."""
    return BLOCK.sub(_with_code, html)


def _with_code(block: re.Match[str]) -> str:
    code = code_of(unescape(TAG.sub("", block["shown"])), block["language"])
    return block[0].replace("<div ", f'<div data-copy="{escape(code)}" ', 1) if code else block[0]


def code_of(session: str, language: str) -> str:
    """Return the lines of *session* that a user types, without their prompts."""
    lines = [f"{line} " if line == "..." else line for line in session.splitlines()]
    return "\n".join([line.partition(" ")[2] for line in lines if line.startswith(PROMPTS[language])])
