"""csplib as a solver of MiniZinc: its registration and, where MiniZinc is installed, small models."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from csplib.command import main
from csplib.formats.flatzinc.registering import LIBRARY, configuration

DATA = Path(__file__).parent.parent / "data"
needs_minizinc = pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")


@pytest.fixture
def solvers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let MiniZinc look for solvers in a folder that is not there yet."""
    folder = tmp_path / "some solvers"
    monkeypatch.setenv("MZN_SOLVER_PATH", str(folder))
    return folder


def test_register_writes_a_configuration_that_works_from_anywhere(
    solvers: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["minizinc", "--register"]) == 0
    assert "csplib.msc" in capsys.readouterr().out
    known = json.loads((solvers / "csplib.msc").read_text())
    assert known == configuration()
    assert Path(known["executable"]).is_absolute()
    assert Path(known["mznlib"], "redefinitions.mzn").is_file()
    elsewhere = {**os.environ, "PATH": "", "PYTHONPATH": ""}
    text = (DATA / "flatzinc" / "unsat.fzn").read_text()
    done = subprocess.run(  # noqa: S603
        [known["executable"], "-a"], input=text, env=elsewhere, cwd="/", capture_output=True, text=True, check=True
    )
    assert done.stdout == "=====UNSATISFIABLE=====\n"


def test_without_an_installed_script_one_is_written(solvers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("csplib.formats.flatzinc.registering._installed_script", lambda: None)
    assert main(["minizinc", "--register"]) == 0
    script = solvers / "fzn-csplib"
    done = subprocess.run(  # noqa: S603
        [script, str(DATA / "flatzinc" / "unsat.fzn")], cwd="/", capture_output=True, text=True, check=True
    )
    assert done.stdout == "=====UNSATISFIABLE=====\n"
    assert main(["minizinc", "--unregister"]) == 0
    assert list(solvers.iterdir()) == []


def test_unregister_removes_what_register_wrote(solvers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["minizinc", "--register"]) == 0
    assert main(["minizinc", "--unregister"]) == 0
    assert list(solvers.iterdir()) == []
    assert main(["minizinc", "--unregister"]) == 2
    assert "csplib is not registered" in capsys.readouterr().err


def test_show_says_what_would_be_written(solvers: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["minizinc", "--show"]) == 0
    path, _, shown = capsys.readouterr().out.partition(":\n")
    assert (Path(path), json.loads(shown)) == (solvers / "csplib.msc", configuration())
    assert not solvers.exists()


def test_without_an_option_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["minizinc"]) == 0
    assert "minizinc --solver csplib model.mzn" in capsys.readouterr().out


@needs_minizinc
@pytest.mark.parametrize(("name", "count"), [("implied", 6), ("shifts", 300), ("teams", 5), ("unsat", 0)])
def test_minizinc_finds_all_solutions_with_csplib(solvers: Path, name: str, count: int) -> None:
    lines = _solve(solvers, name, "-a")
    assert lines.count("----------") == count
    assert lines[-1] == ("==========" if count else "=====UNSATISFIABLE=====")


@needs_minizinc
@pytest.mark.parametrize(("name", "best"), [("golomb", 11), ("optional", 2)])
def test_minizinc_finds_the_best_solution_with_csplib(solvers: Path, name: str, best: int) -> None:
    lines = _solve(solvers, name, "--output-mode", "json", "--output-objective")
    assert f'"_objective" : {best}' in "\n".join(lines)
    assert lines[-2:] == ["----------", "=========="]


@needs_minizinc
def test_minizinc_accepts_every_file_of_the_library(solvers: Path, tmp_path: Path) -> None:
    model = tmp_path / "all.mzn"
    model.write_text('include "globals.mzn";\nvar 1..2: x;\nconstraint x > 1;\nsolve satisfy;\n')
    for path in sorted(LIBRARY.glob("fzn_*.mzn")):
        with model.open("a") as file:
            file.write(f'include "{path.name}";\n')
    assert _solve(solvers, model, "-a") == ["x = 2;", "----------", "=========="]


def _solve(solvers: Path, model: str | Path, *flags: str) -> list[str]:
    """Return the lines that MiniZinc prints for a model."""
    if not (solvers / "csplib.msc").exists():
        assert main(["minizinc", "--register"]) == 0
    path = model if isinstance(model, Path) else DATA / "minizinc" / f"{model}.mzn"
    command = ["minizinc", "--solver", "csplib", *flags, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()  # noqa: S603
