"""What is written is true: programs run, shown source is the source, links lead somewhere, every public name is listed.

Run this file as a program to update the source that pages show, and to format the code in pages.

The ``pycon`` blocks are doctests of their own. A ``python`` block is a program, run by itself; where a ``text`` block
follows at once, that is what it prints. A comment on the line before it can say otherwise:

- ``<!-- not run: reason -->``;
- ``<!-- needs: module -->``: it runs where that module is installed;
- ``<!-- source: path -->``: it shows functions of that file, without their docstrings.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import csplib
import csplib.cp_sat
import csplib.formats
import csplib.formats.walking
import csplib.local_search
import csplib.parallel
import csplib.pictures
import csplib.sudoku
import csplib.sudoku.picture
import csplib.sudoku.testing
import csplib.testing

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = 88
"""Code of this width is not cut off on the site, on GitHub or on PyPI."""

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
REFERENCE = sorted(ROOT.glob("docs/reference/*.md"))

FORMAT = [sys.executable, "-m", "ruff", "format", "--line-length", str(COLUMNS - len(">>> ")), *map(str, PAGES)]
FENCE = re.compile(r"^(?P<fence>```+|~~~+)(?P<language>\w*).*?\n(?P<text>.*?)^(?P=fence)", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r"<!-- (not run|needs|source): (.+?) -->\s*\Z")
OUTPUT = re.compile(r"\s*```text\n(.*?)```", re.DOTALL)
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
HEADING = re.compile(r"^#+\s+(.*?)\s*#*$", re.MULTILINE)
DIRECTIVE = re.compile(r"^::: (\S+)$", re.MULTILINE)


IMPORT = re.compile(r"\bfrom (csplib[\w.]*) import\b")

# A reader may import from these. All other modules can move from one version to the next.
PUBLIC = {"compat", "cp_sat", "formats", "local_search", "parallel", "pictures", "sudoku", "testing"}


class Block(NamedTuple):
    """A program in a page."""

    page: Path
    line: int
    text: str
    remark: str
    detail: str
    output: str | None


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for fence in FENCE.finditer(text):
        if fence["language"] == "python":
            remark = REMARK.search(text[: fence.start()])
            kind, detail = remark.groups() if remark else ("", "")
            shown = OUTPUT.match(text[fence.end() :])
            line = text.count("\n", 0, fence.start()) + 1
            found.append(Block(page, line, fence["text"], kind, detail, shown[1] if shown else None))
    return found


def blocks(*remarks: str) -> list[object]:
    every = [block for page in PAGES for block in blocks_of(page)]
    return [pytest.param(block, id=f"{name_of(block.page)}:{block.line}") for block in every if block.remark in remarks]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("block", blocks("", "needs"))
def test_a_program_in_the_documentation_runs_and_prints_what_it_says(block: Block, tmp_path: Path) -> None:
    if block.remark == "needs":
        pytest.importorskip(block.detail)
    program = tmp_path / "program.py"
    program.write_text(block.text, encoding="utf-8")
    warnings = "error" if block.remark == "" else "default"  # what others warn of is theirs
    command = [sys.executable, "-X", "utf8", "-W", warnings, str(program)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=tmp_path, timeout=120, check=False)  # noqa: S603
    assert run.returncode == 0, run.stderr
    if block.output is not None:
        assert run.stdout == block.output


@pytest.mark.parametrize("block", blocks("source"))
def test_source_that_is_shown_is_the_source(block: Block) -> None:
    shown = functions_of(block.text)
    source = functions_of((ROOT / block.detail).read_text(encoding="utf-8"))
    assert shown
    for name, text in shown.items():
        assert text == source.get(name), f"{name_of(block.page)} shows {name} as it is not in {block.detail}"


def functions_of(source: str) -> dict[str, str]:
    """Return each function as it reads without its docstring."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        if ast.get_docstring(function) is not None:
            del function.body[0]
    return {function.name: ast.unparse(function) for function in functions}


def test_a_program_that_is_not_run_has_a_reason() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert text.count("<!-- not run") == sum(block.remark == "not run" for block in blocks_of(page)), name_of(page)
        assert text.count("<!-- source") == sum(block.remark == "source" for block in blocks_of(page)), name_of(page)
        assert text.count("<!-- needs") == sum(block.remark == "needs" for block in blocks_of(page)), name_of(page)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(prose_of(page)):
        if re.match(r"[a-z][a-z+.-]*:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{name_of(page)} links to {target}, which is not there"
        assert there.is_relative_to(ROOT), f"{name_of(page)} links to {target}, which is outside the repository"
        if anchor and there.suffix == ".md":
            assert anchor in anchors_of(there), f"{name_of(page)} links to {target}, which has no such heading"


def prose_of(page: Path) -> str:
    """Return a page without its code."""
    return re.sub(r"`[^`\n]+`", "code", FENCE.sub("", page.read_text(encoding="utf-8")))


def anchors_of(page: Path) -> set[str]:
    headings = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_code_is_not_cut_off(page: Path) -> None:
    """Output may be wider: the stylesheet wraps it."""
    prompts = {"pycon": (">>> ", "... "), "console": ("$ ", "> ")}
    for fence in FENCE.finditer(page.read_text(encoding="utf-8")):
        for line in fence["text"].splitlines():
            if line.startswith(prompts.get(fence["language"], "")):
                assert len(line) <= COLUMNS, f"{name_of(page)}: {line}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_imports_from_public_packages_only(page: Path) -> None:
    inside = {module.split(".")[1] for module in IMPORT.findall(page.read_text(encoding="utf-8")) if "." in module}
    assert inside <= PUBLIC


def test_code_is_formatted() -> None:
    pytest.importorskip("ruff")
    run = subprocess.run([*FORMAT, "--diff"], capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    assert run.returncode == 0, run.stdout


def test_the_copy_button_leaves_out_prompts_and_output() -> None:
    specification = importlib.util.spec_from_file_location("copy_code", ROOT / "docs" / ".site" / "copy_code.py")
    assert specification is not None
    assert specification.loader is not None
    hook = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(hook)
    session = '<span class="gp">&gt;&gt;&gt; </span>f(<span>&quot;a&quot;</span>)\n... \n...   .g()\n&gt; output\n'
    block = f'<div class="language-pycon highlight"><pre><code>{session}</code></pre></div>'
    copied = '<div data-copy="f(&quot;a&quot;)\n\n  .g()" '
    assert hook.on_page_content(f"<p>{block}</p>") == f"<p>{block.replace('<div ', copied)}</p>"
    assert hook.code_of("$ cat > a << END\n> 1\n> END\n$ cat a\n1\n", "console") == "cat > a << END\n1\nEND\ncat a"
    plain = '<div class="language-python highlight"><pre><code>x</code></pre></div>'
    assert hook.on_page_content(plain) == plain


WORDS = {
    "tutorial/install": "pip, requirements, compiler, virtual environment",
    "tutorial/own-problem": "timetable, rota, schedule, assignment, soft constraint",
    "how-to/state-a-problem": "boolean, if-then, linear, lookup, table, cardinality, global constraint, enum",
    "how-to/schedule-and-pack": "bin packing, knapsack, job shop, flexible, interval variable, alternative, makespan",
    "how-to/grids-and-graphs": "slitherlink, nurikabe, masyu, region, connectivity, spanning tree, networkx",
    "how-to/own-constraint": "custom constraint, propagator",
    "how-to/numpy-and-pandas": "pandas, dataframe, numpy, matrix",
    "how-to/timetable": "school, university, lessons, rooms, exams",
    "how-to/rota": "nurse, roster, staff, shift",
    "how-to/seating": "wedding, tables, teams, groups",
    "how-to/configurator": "configuration, options, compatibility, price",
    "how-to/asyncio": "async, await, fastapi, event loop",
    "how-to/log-a-search": "logging, log file, tqdm, statistics",
    "how-to/files": "json, dimacs, import, export, sat, graph coloring",
    "how-to/why-not": "unsat, core, infeasible, conflict, debug",
    "how-to/test-your-model": "validate, pytest, hypothesis",
    "how-to/control-a-search": "timeout, cancel, enumerate, seed, progress bar, verbose, unique",
    "how-to/optimize": "objective, soft constraint, preferences, weight, pareto, branch and bound, warm start, hint",
    "how-to/local-search": "simulated annealing, genetic, tabu, sampling",
    "how-to/own-heuristic": "variable ordering, value ordering, branching",
    "how-to/watch-a-run": "verbose, logging, debug, callback, progress",
    "how-to/big-problems": "slow, performance, symmetry, memory",
    "how-to/parallel": "multiprocessing, cluster, workers, dask, threads",
    "how-to/cp-sat": "or-tools, sat solver",
    "how-to/minizinc": "flatzinc, solver configuration, import a model, warm start",
    "how-to/cpmpy": "solverlookup, backend, solver interface",
    "how-to/from-or-tools": "newintvar, cp-sat",
    "how-to/from-python-constraint": "addconstraint, getsolutions",
    "how-to/sudoku": "generator, difficulty, killer, hint",
    "how-to/command-line": "cli, terminal, json, csv",
    "how-to/pictures": "plot, visualize, search tree, networkx",
    "explanation/textbook": "backtracking, arc consistency, forward checking, russell",
    "explanation/consistency": "arc consistency, bounds consistency, gac",
    "explanation/bitset-domains": "bitmask, bitset",
    "explanation/trail": "undo, restore",
    "performance": "benchmark, speed, ortools",
    "performance/features": "benchmark, ablation",
    "performance/growth": "scaling, complexity, memory",
    "performance/hard": "clause learning, cdcl, bibd, car sequencing",
    "reference/ask": "timeout, enumerate, verbose",
    "reference/constraints": "alldiff, gcc, lookup, tsp, automaton, boolean, implication, soft constraint, job shop",
    "reference/words-elsewhere": "cpmpy, xcsp3, global constraint, minizinc",
    "reference/expressions": "lookup, boolean, linear",
    "reference/optimization": "objective, soft constraint",
}


@pytest.mark.parametrize("page", WORDS)
def test_a_page_has_the_words_that_users_search_for(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8").lower()
    assert [word for word in WORDS[page].split(", ") if word not in text] == []


def test_words_for_those_of_others_exist() -> None:
    text = (ROOT / "docs" / "reference" / "words-elsewhere.md").read_text(encoding="utf-8")
    cells = [line.replace("\\|", "").split("|")[2] for line in text.splitlines() if line.startswith("| ")]
    spans = [span for cell in cells for span in re.findall(r"`([^`]*)`", cell)]
    names = {name for span in spans for name in re.findall(r"[A-Za-z][\w.]+", span)}
    assert len(names) > 50
    plain = {"columns", "forbidden", "layers", "length", "name", "other", "present", "row", "size", "for", "in"}
    assert [name for name in sorted(names - plain - set(dir(builtins))) if not _exists(name)] == []


def _exists(name: str) -> bool:
    owner: object = csplib
    for part in name.split("."):
        owner = getattr(owner, part, None)
    return owner is not None


LISTED = {name for page in REFERENCE for name in DIRECTIVE.findall(page.read_text(encoding="utf-8"))}


@pytest.mark.parametrize(
    "module",
    [
        pytest.param(csplib, id="csplib"),
        pytest.param(csplib.sudoku, id="csplib.sudoku"),
        pytest.param(csplib.parallel, id="csplib.parallel"),
        pytest.param(csplib.cp_sat, id="csplib.cp_sat"),
        pytest.param(csplib.pictures, id="csplib.pictures"),
        pytest.param(csplib.formats, id="csplib.formats"),
        pytest.param(csplib.formats.walking, id="csplib.formats.walking"),
        pytest.param(csplib.sudoku.picture, id="csplib.sudoku.picture"),
        pytest.param(csplib.testing, id="csplib.testing"),
        pytest.param(csplib.sudoku.testing, id="csplib.sudoku.testing"),
    ],
)
def test_the_reference_lists_every_public_name(module: object) -> None:
    name = getattr(module, "__name__", "")
    public = {f"{name}.{exported}" for exported in getattr(module, "__all__", ())}
    assert public
    assert not public - LISTED


@pytest.mark.parametrize(
    "name", sorted({f"csplib.Problem.{m}" for m in dir(csplib.Problem()) if not m.startswith("_")})
)
def test_the_reference_lists_every_method_of_a_problem(name: str) -> None:
    assert name in LISTED


@pytest.mark.parametrize("name", sorted(LISTED))
def test_what_the_reference_lists_exists(name: str) -> None:
    parts = name.split(".")
    depth = max(depth for depth in range(1, len(parts) + 1) if importable(".".join(parts[:depth])))
    thing: object = importlib.import_module(".".join(parts[:depth]))
    for part in parts[depth:]:
        assert hasattr(thing, part), f"there is no {name}"
        thing = getattr(thing, part)


def importable(name: str) -> bool:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        return False
    return True


def test_the_index_by_intent_links_to_every_page_of_the_reference() -> None:
    index = ROOT / "docs" / "reference" / "index.md"
    linked = {(index.parent / target.partition("#")[0]).resolve() for target in LINK.findall(prose_of(index))}
    assert {page for page in REFERENCE if page != index} <= linked


def test_every_page_stands_in_the_navigation_of_the_site() -> None:
    listed = set(re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    pages = {page.relative_to(ROOT / "docs").as_posix() for page in PAGES if page.is_relative_to(ROOT / "docs")}
    assert pages <= listed
    at_the_root = {page for page in listed if page.startswith("project/")}
    assert listed - at_the_root <= pages


def test_the_citation_names_the_version_of_the_library() -> None:
    cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert cited[1] == csplib.__version__


def update_shown_source() -> None:
    """Write the source of every function that a page shows, without its docstring."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in blocks_of(page):
            if block.remark == "source":
                source = (ROOT / block.detail).read_text(encoding="utf-8")
                text = text.replace(
                    block.text, "\n\n\n".join([shown(source, name) for name in functions_of(block.text)]) + "\n"
                )
        page.write_text(text, encoding="utf-8")


def shown(source: str, name: str) -> str:
    """Return the lines of the function *name*, without comments."""
    tree = ast.parse(source)
    function = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name)
    lines = source.splitlines()
    first, docstring = function.body[0], ast.get_docstring(function)
    skipped = range(first.lineno, (first.end_lineno or 0) + 1) if docstring is not None else ()
    kept = [lines[n - 1] for n in range(function.lineno, (function.end_lineno or 0) + 1) if n not in skipped]
    return "\n".join([line for line in kept if not line.lstrip().startswith("#")])


if __name__ == "__main__":
    update_shown_source()
    subprocess.run(FORMAT, check=True)  # noqa: S603
