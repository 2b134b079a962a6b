"""The structure of the command: imports and sizes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import csplib
import csplib.command

SOURCE = Path(csplib.command.__file__).parent
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.name != "__init__.py")


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent.parent).with_suffix("").parts).removesuffix(".__init__")


def imports_of(path: Path) -> list[ast.ImportFrom]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


def test_the_modules_of_the_command_do_not_import_each_other_in_a_circle() -> None:
    paths = {name_of(path): path for path in SOURCE.rglob("*.py")}
    uses = {name: {node.module for node in imports_of(path)} & paths.keys() for name, path in paths.items()}
    done: set[str] = set()
    while ready := {name for name in uses if name not in done and uses[name] <= done}:
        done |= ready
    assert done == uses.keys()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_of_the_command_uses_only_what_csplib_exports(path: Path) -> None:
    for node in imports_of(path):
        module = node.module or ""
        if module == "csplib":
            assert {alias.name for alias in node.names} <= set(csplib.__all__)
        else:
            assert (
                not module.startswith("csplib")
                or module.startswith(("csplib.command", "csplib.sudoku"))
                or (module == "csplib.formats")
            )


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_of_the_command_is_of_readable_size(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert path.read_text(encoding="utf-8").count("\n") <= 320
    assert ast.get_docstring(tree)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            assert (function.end_lineno or 0) - function.lineno <= 50
            assert not [node for node in ast.walk(function) if isinstance(node, (ast.Import, ast.ImportFrom))]


def test_nothing_outside_knows_of_the_command() -> None:
    for path in SOURCE.parent.rglob("*.py"):
        if SOURCE not in path.parents and path.name != "__main__.py":
            assert not [node for node in imports_of(path) if (node.module or "").startswith("csplib.command")]
