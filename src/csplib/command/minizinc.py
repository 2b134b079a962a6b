# ruff: noqa: T201 - the paths are printed
"""`csplib minizinc`: tell MiniZinc about csplib, so that ``minizinc --solver csplib`` works."""

from __future__ import annotations

import json
from argparse import Namespace
from importlib import import_module
from typing import Any

from csplib.command.arguments import Commands
from csplib.command.exits import Exit, Failure

__all__ = ["add_minizinc"]


def add_minizinc(commands: Commands) -> None:
    """Add the `minizinc` command."""
    parser = commands.add(
        "minizinc", "make csplib a solver of MiniZinc", _minizinc, ["--register", "--show", "--unregister"]
    )
    parser.epilog = f"{parser.epilog}\n\nthen:\n  minizinc --solver csplib model.mzn data.dzn"
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--register", action="store_true", help="write csplib.msc to where MiniZinc looks for solvers")
    asked.add_argument("--unregister", action="store_true", help="remove it")
    asked.add_argument("--show", action="store_true", help="print what --register writes, and where")


def _minizinc(args: Namespace) -> Exit:
    # Loaded here, because reading FlatZinc needs modules that no other command needs.
    registering: Any = import_module("csplib.formats.flatzinc.registering")
    if args.register:
        print(f"wrote {registering.register()}")
        print("try it: minizinc --solver csplib model.mzn")
    elif args.unregister:
        path = registering.unregister()
        if path is None:
            raise Failure(f"csplib is not registered in {registering.folder_of_solvers()}")
        print(f"removed {path}")
    elif args.show:
        print(f"{registering.path_of_configuration()}:")
        print(json.dumps(registering.configuration(), indent=2))
    else:
        args.parser.print_help()
    return Exit.FINE
