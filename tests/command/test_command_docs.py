"""The console blocks of docs/how-to/command-line.md show the real output; … means any text."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from csplib.command import main

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "command-line.md"
BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def commands_of(block: str) -> list[tuple[str, str]]:
    """Return each command of a block, with its continuation lines, and its expected output."""
    found: list[tuple[str, str]] = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        first, *rest = part.splitlines()
        while "<<" in first and rest and rest[0].startswith("> "):
            first += f"\n{rest.pop(0)[2:]}"
        found.append((first, "\n".join(rest)))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder, with a `csplib` that runs the code under test."""
    place = tmp_path_factory.mktemp("console")
    tools = place / "tools"
    tools.mkdir()
    (tools / "csplib").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m csplib "$@"\n')
    (tools / "csplib").chmod(0o755)
    return place


def run(command: str, folder: Path) -> str:
    """Return all output of a command. A command that needs no shell runs in this process, which is faster."""
    return _shell(command, folder) if set("|;<>$%") & set(command) else _here(command, folder)


def _here(command: str, folder: Path) -> str:
    shown = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr("sys.stdin", io.StringIO())
        patch.setattr("sys.stdout", shown)
        patch.setattr("sys.stderr", shown)
        name, *words = shlex.split(command)
        assert name == "csplib"
        with suppress(SystemExit):
            main(words)
    return shown.getvalue()


def _shell(command: str, folder: Path) -> str:
    path = f"{folder / 'tools'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8"}
    shown = subprocess.run(  # noqa: S602 - the commands are those of our page
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    return shown.stdout


@pytest.mark.skipif(os.name != "posix", reason="the examples are for a POSIX shell")
def test_the_page_shows_what_its_commands_print(folder: Path) -> None:
    assert len(BLOCKS) >= 6
    for block in BLOCKS:
        for command, expected in commands_of(block):
            shown = run(command, folder)
            pattern = re.escape(f"{expected}\n" if expected else "").replace("…", ".*")
            assert re.fullmatch(pattern, shown, re.DOTALL), f"$ {command}\n{shown}"
