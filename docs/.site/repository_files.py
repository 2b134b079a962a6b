# ruff: noqa: INP001
"""Show files of the repository on the site without copying them, and mend the links between the two.

In the repository a page links to ``../ARCHITECTURE.md`` or ``../examples/queens.py``; on the site the first is a page,
and the second a file beside it. Whatever is linked must be listed here, or the strict build complains.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
}
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that live at the root, the example programs and the licence."""
    plain = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("examples/*.py"))]
    for source, page in [*PAGES.items(), *[(path, path) for path in plain], ("LICENSE", "LICENSE.txt")]:
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Turn links as they are in the repository into links as they are on the site."""
    on_site = page.file.src_uri
    in_repository = next((source for source, shown in PAGES.items() if shown == on_site), f"docs/{on_site}")

    def moved(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(in_repository), link[1]))
        shown = "LICENSE.txt" if target == "LICENSE" else PAGES.get(target, target.removeprefix("docs/"))
        return posixpath.relpath(shown, posixpath.dirname(on_site) or ".")

    return LINK.sub(moved, markdown)
