# ruff: noqa: T201 - the address is printed
"""`csplib web`: the page of csplib in a browser, from a server on this machine."""

from __future__ import annotations

import threading
from argparse import Namespace
from importlib import import_module
from pathlib import Path

import csplib
from csplib.command.arguments import Commands, number
from csplib.command.exits import Exit, Failure

__all__ = ["add_web"]

_BUILT = Path("build") / "web"


def add_web(commands: Commands) -> None:
    """Add the `web` command."""
    parser = commands.add(
        "web", "open the page of csplib in a browser", _web, ["", "--port 8000 --no-browser", "build/web"]
    )
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="the page (default: build/web, from `make web`)")
    parser.add_argument("--port", type=number(0), default=0, metavar="N", help="listen at port N (default: a free one)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")


def _web(args: Namespace) -> Exit:
    folder = _folder(args.folder)
    # Loaded here, because the modules of a server would make every other command start later.
    server = import_module("csplib.command.web_server").make_server(folder, args.port)
    address = f"http://127.0.0.1:{server.server_port}/"
    print(f"csplib is at {address} (Ctrl-C ends it)", flush=True)
    if not args.no_browser:
        threading.Thread(target=import_module("webbrowser").open, args=[address], daemon=True).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
    return Exit.FINE


def _folder(named: str | None) -> Path:
    """Return the folder with the page; without a name, that of the working folder or of the checkout of csplib."""
    checkout = Path(csplib.__file__).parents[2]
    places = [Path(named)] if named is not None else [_BUILT, checkout / _BUILT]
    for place in places:
        if (place / "index.html").is_file():
            return place
    raise Failure(f"there is no page in {str(places[0])!r}: run `make web` in a checkout of csplib")
