"""The structure of the package: folders, imports between them, sizes, exports, and the cost of an import."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import csplib

SOURCE = Path(__file__).parent.parent / "src" / "csplib"

# The folders and modules of the package, lowest first: a module imports from its own folder and from the rows above.
LAYERS = [
    ["errors", "version", "display"],
    ["kernel"],
    ["textbook", "modelling"],
    ["engine", "lowering"],
    ["asking"],
    ["problem"],
    ["local_search", "parallel", "cp_sat", "certificates"],
    ["testing", "pictures", "formats"],
    ["compat"],
]
RANK = {folder: rank for rank, folders in enumerate(LAYERS) for folder in folders}
ADAPTERS = {"sudoku", "command"}
LONGEST_CHAIN = 12  # modules that import each other at run time, one after the other
MODULES = sorted(
    path
    for path in SOURCE.rglob("*.py")
    if path.name not in {"__init__.py", "__main__.py"} and not ADAPTERS & set(path.parts)
)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def imports_of(tree: ast.AST) -> list[ast.ImportFrom]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module is not None]


def typing_only(tree: ast.Module) -> set[ast.AST]:
    """Return the imports under TYPE_CHECKING, which do not happen at run time."""
    blocks = [n for n in tree.body if isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING"]
    return {node for block in blocks for statement in block.body for node in ast.walk(statement)}


def used_by(path: Path) -> list[str]:
    """Return the modules of csplib that a module imports at run time, without the name of the package."""
    tree = ast.parse(path.read_text())
    modules = [str(node.module) for node in imports_of(tree) if node not in typing_only(tree)]
    return sorted({module.removeprefix("csplib.") for module in modules if module.startswith("csplib.")})


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_from_its_own_folder_and_from_lower_ones(path: Path) -> None:
    folder = name_of(path).partition(".")[0]
    for module in used_by(path):
        used = module.partition(".")[0]
        assert used == folder or RANK[used] < RANK[folder], f"{path.name} imports {module}"


def test_a_chain_of_imports_is_short() -> None:
    uses = {name_of(path): used_by(path) for path in MODULES}

    @cache
    def chain(module: str) -> list[str]:
        below = [chain(used) for used in uses.get(module, ()) if used in uses]
        return [module, *max(below, key=len, default=[])]

    longest = max(map(chain, uses), key=len)
    assert len(longest) <= LONGEST_CHAIN, " -> ".join(longest)


def test_few_modules_stand_at_the_root() -> None:
    assert len(list(SOURCE.glob("*.py"))) <= 6


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("__init__.py")), ids=name_of)
def test_a_folder_says_in_one_sentence_what_is_in_it(path: Path) -> None:
    first = (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n\n")[0]
    assert first.endswith(".")
    assert len(re.findall(r"[.!?](?= |$)", first)) == 1, first


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_is_a_concept_of_readable_size(path: Path) -> None:
    text = path.read_text()
    tree = ast.parse(text)
    assert text.count("\n") <= 320
    assert ast.get_docstring(tree)
    inside = [n for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for n in ast.walk(f)]
    assert not [n for n in inside if isinstance(n, (ast.Import, ast.ImportFrom))], "an import inside a function"
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            documented = ast.get_docstring(function, clean=False) or ""
            length = (function.end_lineno or 0) - function.body[0].lineno + 1 - documented.count("\n")
            assert length <= 50, f"{function.name} has {length} lines"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_what_it_exports(path: Path) -> None:
    module = __import__(f"csplib.{name_of(path)}", fromlist=["*"])
    if name_of(path) == "version":
        return
    defined = {
        node.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_")
    }
    assert defined <= set(module.__all__)
    assert all(hasattr(module, name) for name in module.__all__)


def test_the_package_exports_what_it_says_and_no_more() -> None:
    public = {name for name, value in vars(csplib).items() if not name.startswith("_") and not _is_module(value)}
    assert public - {"TYPE_CHECKING"} <= set(csplib.__all__)
    assert all(hasattr(csplib, name) for name in csplib.__all__)
    assert len(csplib.__all__) == len(set(csplib.__all__))


PACKAGES = ["csplib", *[f"csplib.{name}" for name in ("cp_sat", "local_search", "parallel", "pictures", "sudoku")]]
PACKAGES += ["csplib.formats", "csplib.sudoku.techniques", "csplib.sudoku.text"]


@pytest.mark.parametrize("package", PACKAGES)
def test_dir_and_star_give_the_public_names(package: str) -> None:
    script = f"""
import {package} as package
names, seen = dir(package), {{}}
exec("from {package} import *", seen)
del seen["__builtins__"]
print(*names, "|", *sorted(package.__all__), "|", *sorted(seen))
"""
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    names, public, starred = [part.split() for part in shown.stdout.split("|")]
    assert names == public == starred


def test_dir_names_the_packages_that_are_loaded() -> None:
    script = "import csplib.sudoku; print(set(dir(csplib)) - set(csplib.__all__))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout == "{'sudoku'}\n"


def _is_module(value: object) -> bool:
    return isinstance(value, type(sys)) or type(value).__name__ == "_Feature"


SUDOKU = sorted((SOURCE / "sudoku").rglob("*.py"))


@pytest.mark.parametrize("path", SUDOKU, ids=name_of)
def test_the_sudoku_adapter_uses_only_what_csplib_exports(path: Path) -> None:
    for node in imports_of(ast.parse(path.read_text())):
        assert node.module is not None
        if node.module == "csplib":
            assert {alias.name for alias in node.names} <= {*csplib.__all__, "sudoku"}
        else:
            outside = not node.module.startswith("csplib")
            helpers = ("csplib.display.", "csplib.kernel.random_numbers", "csplib.kernel.submitting")
            assert outside or node.module.startswith(("csplib.sudoku", *helpers))


@pytest.mark.parametrize("path", sorted((SOURCE / "compat" / "cpmpy").glob("*.py")), ids=name_of)
def test_the_solver_for_cpmpy_uses_only_what_csplib_exports(path: Path) -> None:
    for node in imports_of(ast.parse(path.read_text())):
        names = {alias.name for alias in node.names}
        assert not str(node.module).startswith("csplib.") or str(node.module).startswith("csplib.compat.cpmpy")
        assert node.module != "csplib" or names <= {*csplib.__all__}


def test_the_sudoku_adapter_has_no_import_cycle() -> None:
    uses: dict[str, set[str]] = {}
    for path in SUDOKU:
        name = f"csplib.{name_of(path)}".removesuffix(".__init__")
        tree = ast.parse(path.read_text())
        nodes = [node for node in imports_of(tree) if node not in typing_only(tree)]
        named = {f"{node.module}.{alias.name}" for node in nodes for alias in node.names}
        uses[name] = ({str(node.module) for node in nodes} | named) - {name}
    done: set[str] = set()
    while ready := {name for name in uses if name not in done and uses[name] & uses.keys() <= done | {"csplib.sudoku"}}:
        done |= ready
    assert done == uses.keys()


def test_nothing_in_the_core_knows_of_sudoku() -> None:
    for path in MODULES:
        assert "sudoku" not in path.read_text().lower()


def test_importing_csplib_imports_no_heavy_module() -> None:
    script = "import sys; before = set(sys.modules); import csplib; print(*sorted(set(sys.modules) - before))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    heavy = {"asyncio", "concurrent.futures", "dataclasses", "json", "logging", "multiprocessing", "socket", "ssl"}
    heavy |= {"pickle", "random", "subprocess", "tempfile", "threading", "traceback", "unittest"}
    heavy |= {"hypothesis", "networkx", "numpy", "ortools", "rich"}
    if sys.version_info >= (3, 11):  # before, there are no generic named tuples without it
        heavy |= {"inspect", "typing_extensions"}
    assert not heavy & set(shown.stdout.split())


def test_the_engine_is_the_one_that_was_asked_for() -> None:
    assert (os.environ.get("CSPLIB_EXPECT", "pure") == "compiled") == csplib.COMPILED
