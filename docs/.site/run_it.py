# ruff: noqa: INP001
"""Add a link "Run it" below each program that runs in the browser: it opens the page's room Model with that program.

``extra.page_address`` in ``mkdocs.yml`` says where the page is, from the root of the site. If it has no host, the page
is copied there from ``build/web``; there are no links if ``make web`` has not made it.
"""

from __future__ import annotations

import base64
import doctest
import posixpath
import re
import shutil
import sys
import zlib
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

BUILT = Path(__file__).parents[2] / "build" / "web"
BLOCK = re.compile(
    r"(?P<remark><!-- (?:not run|needs|source): .*?-->\s*)?"
    r'<div (?:data-copy="[^"]*" )?class="language-(?P<language>python|pycon) highlight">(?P<shown>.*?)</div>',
    re.DOTALL,
)
TAG = re.compile(r"<[^>]+>")
DIRECTIVE = re.compile(r"\s*# doctest:.*")
IMPORT = re.compile(r"^\s*(?:from|import) +([\w.]+)", re.MULTILINE)
ABSENT = re.compile(r"csplib\.(parallel|cp_sat|testing|command|sudoku\.testing)\b|\bworkers=|\bthreading\b|\bPool\b")
"""What a browser does not have: processes, threads, OR-Tools, and what the page leaves out."""


class Block(NamedTuple):
    """Code of a page: a program, or a session with prompts. Code with a *remark* does not run by itself."""

    language: str
    text: str
    remark: bool = False


def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Add the links to a page, but not to the reference, where each session has names of its own."""
    address = str(config.extra.get("page_address", ""))
    if page.file.src_uri.startswith("reference/") or not available(address):
        return html
    if "://" not in address:
        address = posixpath.relpath(posixpath.join(address, "index.html"), posixpath.dirname(page.url) or ".")
    return with_links(html, address)


def on_post_build(config: MkDocsConfig) -> None:
    """Copy the page into the site."""
    address = str(config.extra.get("page_address", ""))
    if "://" not in address and available(address):
        shutil.copytree(BUILT, Path(config.site_dir) / address, dirs_exist_ok=True)


def available(address: str) -> bool:
    """Return whether the page is on another host, or built."""
    return "://" in address or bool(address and (BUILT / "index.html").is_file())


def with_links(html: str, address: str) -> str:
    """Return *html* with a link below each block that can be run."""
    found = list(BLOCK.finditer(html))
    blocks = [Block(b["language"], unescape(TAG.sub("", b["shown"])), bool(b["remark"])) for b in found]
    links = iter([link(address, program) if program else "" for program in programs(blocks)])
    return BLOCK.sub(lambda block: block[0] + next(links), html)


def link(address: str, program: str) -> str:
    """Return a link that opens *program* in the page at *address*."""
    code = base64.urlsafe_b64encode(zlib.compress(program.encode(), 9)).decode().rstrip("=")
    return f'<p class="run-it"><a href="{address}#/model?code={code}">Run it in the browser</a></p>'


def programs(blocks: list[Block]) -> list[str]:
    """Return a program for each block, or "" if it does not run in a browser. A session needs those before it."""
    before: list[str] = []
    found = []
    for block in blocks:
        if block.language == "python":
            found.append("" if block.remark else block.text)
        else:
            steps = doctest.DocTestParser().get_examples(block.text)
            own = [DIRECTIVE.sub("", step.source) for step in steps]
            found.append("".join([*before, *own]) if own else "")
            before += [text for text, step in zip(own, steps, strict=True) if step.exc_msg is None] + ["\n"]
    return [program if runs(program) else "" for program in found]


def runs(program: str) -> bool:
    """Return whether a browser has all that *program* imports."""
    known = {*sys.stdlib_module_names, "csplib"}
    return not ABSENT.search(program) and all(name.split(".")[0] in known for name in IMPORT.findall(program))
