"""The links of the documentation to the page: which programs they have, and that these run."""

from __future__ import annotations

import base64
import importlib.util
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from csplib_web import answer

ROOT = Path(__file__).parents[2]
PAGES = sorted(page for page in ROOT.glob("docs/**/*.md") if page.parent.name != "reference")
FENCE = re.compile(
    r"(<!-- (?:not run|needs|source): .*?-->\s*)?^```(python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL
)


def loaded() -> Any:
    specification = importlib.util.spec_from_file_location("run_it", ROOT / "docs" / ".site" / "run_it.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


hook = loaded()


def programs_of(page: Path) -> list[str]:
    found = FENCE.findall(page.read_text(encoding="utf-8"))
    return list(hook.programs([hook.Block(language, text, bool(remark)) for remark, language, text in found]))


def test_a_link_has_the_program() -> None:
    shown = '<pre><code><span>print</span>(1 &lt; 2, "ü")\n</code></pre>'
    block = f'<div class="language-python highlight">{shown}</div>'
    html = hook.with_links(f"<p>{block}<!-- not run: why -->\n{block}</p>", "../web/index.html")
    start, _, rest = html.partition('<p class="run-it">')
    assert start == f"<p>{block}"
    assert rest.endswith(f"<!-- not run: why -->\n{block}</p>")
    code = re.search(r'href="\.\./web/index\.html#/model\?code=([\w-]+)"', rest)
    assert code is not None
    assert zlib.decompress(base64.urlsafe_b64decode(code[1] + "==")).decode() == 'print(1 < 2, "ü")\n'


def test_a_session_has_the_code_before_it_but_not_what_fails() -> None:
    first = hook.Block("pycon", ">>> x = 1\n>>> 1 / 0\nTraceback (most recent call last):\nZeroDivisionError: no\n")
    second = hook.Block("pycon", ">>> x + 1  # doctest: +SKIP\n2\n")
    assert hook.programs([first, second]) == ["x = 1\n1 / 0\n", "x = 1\n\nx + 1\n"]


@pytest.mark.parametrize(
    "code", ["import numpy", "from csplib.cp_sat import x", "p.solve(workers=2)", "import ortools.x"]
)
def test_what_a_browser_does_not_have_is_not_linked(code: str) -> None:
    assert not hook.runs(code)
    assert hook.programs([hook.Block("python", code)]) == [""]


def test_the_address_is_configured_and_needs_the_page() -> None:
    assert hook.available("https://example.org/page/")
    assert not hook.available("")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert "docs/.site/run_it.py" in settings
    assert "page_address: !ENV [CSPLIB_PAGE, web]" in settings


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT / "docs").as_posix())
def test_the_last_session_of_a_page_runs_with_those_before_it(page: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONWARNINGS", "default")
    programs = [program for program in programs_of(page) if program]
    if programs:
        found = json.loads(answer("model.run", json.dumps({"program": programs[-1]})))["result"]
        assert found["error"] is None or "Traceback" in page.read_text(encoding="utf-8"), found
