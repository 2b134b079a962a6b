"""Tell MiniZinc about csplib: a solver configuration, ``csplib.msc``, in a folder where MiniZinc looks for such."""

from __future__ import annotations

import json
import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from csplib.version import __version__

__all__ = ["configuration", "executable", "folder_of_solvers", "path_of_configuration", "register", "unregister"]

LIBRARY = Path(__file__).parent / "library"
_NAME = "csplib.msc"
_SCRIPT = "fzn-csplib"


def configuration() -> dict[str, Any]:
    """Return the solver configuration, as https://docs.minizinc.dev/en/stable/fzn-spec.html describes it."""
    return {
        "id": "org.csplib.csplib",
        "name": "csplib",
        "description": "csplib: constraint satisfaction in Python",
        "version": __version__,
        "mznlib": str(LIBRARY),
        "executable": str(executable()),
        "tags": ["cp", "int"],
        "stdFlags": ["-a", "-f", "-i", "-n", "-p", "-r", "-s", "-t", "-v"],
        "supportsMzn": False,
        "supportsFzn": True,
        "needsSolns2Out": True,
    }


def executable() -> Path:
    """Return the program for MiniZinc: the script of this installation, or else one in the user's folder."""
    return _installed_script() or folder_of_solvers() / _SCRIPT


def _installed_script() -> Path | None:
    for folder in (sysconfig.get_path("scripts"), Path(sys.executable).parent):
        for ending in ("", ".exe"):
            found = Path(folder) / f"{_SCRIPT}{ending}"
            if found.is_file():
                return found.absolute()
    return None


def folder_of_solvers() -> Path:
    """Return the folder for configurations: the first one of $MZN_SOLVER_PATH, or ~/.minizinc/solvers."""
    named = [one for one in os.environ.get("MZN_SOLVER_PATH", "").split(os.pathsep) if one]
    return Path(named[0]) if named else Path.home() / ".minizinc" / "solvers"


def path_of_configuration() -> Path:
    """Return the path of the configuration."""
    return folder_of_solvers() / _NAME


def register() -> Path:
    """Write the configuration; return its path. Without an installed script, write that, too."""
    folder = folder_of_solvers()
    folder.mkdir(parents=True, exist_ok=True)
    script = executable()
    if script.parent == folder:
        script.write_text(_script(), encoding="utf-8")
        script.chmod(0o755)
    path = path_of_configuration()
    path.write_text(json.dumps(configuration(), indent=2) + "\n", encoding="utf-8")
    return path


def unregister() -> Path | None:
    """Remove what `register` wrote; return its path, or None if there was nothing."""
    folder = folder_of_solvers()
    (folder / _SCRIPT).unlink(missing_ok=True)
    path = path_of_configuration()
    if not path.exists():
        return None
    path.unlink()
    return path


def _script() -> str:
    """Return a program that runs csplib from where it is, with this Python."""
    root = Path(__file__).parents[3]
    return (
        f"#!{sys.executable}\n"
        "import sys\n\n"
        f"sys.path.insert(0, {str(root)!r})\n\n"
        "from csplib.formats.flatzinc.running import main\n\n"
        'if __name__ == "__main__":\n'
        "    sys.exit(main())\n"
    )
