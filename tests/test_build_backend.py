"""The build backend: when it compiles, and what."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(name="backend")
def load_backend() -> Any:
    pytest.importorskip("setuptools", reason="the backend stands on setuptools")
    return load_tool("csplib_build")


def load_tool(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_compiler_decides_unless_the_user_does(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CSPLIB_COMPILE", raising=False)
    monkeypatch.setattr(sys.implementation, "name", "cpython")
    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/cc")
    assert backend._wanted()
    monkeypatch.setenv("CSPLIB_COMPILE", "0")
    assert not backend._wanted()
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setenv("CSPLIB_COMPILE", "1")
    assert backend._wanted()
    monkeypatch.delenv("CSPLIB_COMPILE")
    assert not backend._wanted() or sys.platform == "win32"


def test_the_compiler_is_only_asked_for_where_it_is_used(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend.build_meta, "get_requires_for_build_wheel", lambda _: [])
    monkeypatch.setenv("CSPLIB_COMPILE", "1")
    assert backend.get_requires_for_build_wheel() == [backend.COMPILER]
    monkeypatch.setenv("CSPLIB_COMPILE", "0")
    assert backend.get_requires_for_build_wheel() == []
    assert backend.extensions() == []


def test_a_failed_compilation_gives_the_pure_wheel_and_says_so(
    backend: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    compiled: list[bool] = []

    def build(*_: object) -> str:
        compiled.append(backend._compiling)
        if backend._compiling:
            raise SystemExit("no headers")
        return "pure.whl"

    monkeypatch.setattr(backend.build_meta, "build_wheel", build)
    monkeypatch.setattr(backend, "_wanted", lambda: True)
    monkeypatch.delenv("CSPLIB_COMPILE", raising=False)
    assert backend.build_wheel("somewhere") == "pure.whl"
    assert compiled == [True, False]
    assert "could not compile the engine (no headers)" in capsys.readouterr().out
    monkeypatch.setenv("CSPLIB_COMPILE", "1")
    with pytest.raises(SystemExit):
        backend.build_wheel("somewhere")


def test_every_module_that_is_compiled_exists(backend: Any) -> None:
    assert list(backend.HOT_MODULES) == sorted(backend.HOT_MODULES)
    for module in backend.HOT_MODULES:
        assert (ROOT / "src" / "csplib" / f"{module}.py").exists()
