"""The house of the command: layers and sizes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import csplib
import csplib.command

SOURCE = Path(csplib.command.__file__).parent
MODULES = sorted(path for path in SOURCE.glob("*.py") if path.name != "__init__.py")

# A module imports only from rows above its own.
LAYERS = [
    ["outcomes", "terminal"],
    ["arguments", "progress", "workers"],
    ["sources", "answers", "playing"],
    ["pages", "plain", "demo", "bench"],
    ["streams", "screen"],
    ["puzzles", "making", "watching"],
    ["play"],
    ["entry"],
]
RANK = {module: rank for rank, modules in enumerate(LAYERS) for module in modules}


def imports_of(path: Path) -> list[ast.ImportFrom]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_of_the_command_imports_only_from_the_layers_above_it(path: Path) -> None:
    for node in imports_of(path):
        module = node.module or ""
        if module.startswith("csplib.command."):
            assert RANK[module.removeprefix("csplib.command.")] < RANK[path.stem]
        elif module == "csplib":
            assert {alias.name for alias in node.names} <= set(csplib.__all__)
        else:
            assert not module.startswith("csplib") or module.startswith("csplib.sudoku")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_of_the_command_is_of_readable_size(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert path.read_text(encoding="utf-8").count("\n") <= 320
    assert ast.get_docstring(tree)
    assert {module.stem for module in MODULES} == RANK.keys()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            assert (function.end_lineno or 0) - function.lineno <= 50
            assert not [node for node in ast.walk(function) if isinstance(node, (ast.Import, ast.ImportFrom))]


def test_nothing_outside_knows_of_the_command() -> None:
    for path in SOURCE.parent.rglob("*.py"):
        if SOURCE not in path.parents and path.name != "__main__.py":
            assert not [node for node in imports_of(path) if (node.module or "").startswith("csplib.command")]
