"""The server of `csplib web`: static files, with the headers that the page states for every host."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO

from csplib.command.exits import Failure

__all__ = ["make_server"]


def make_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of *folder* at a port of this machine; 0 is a free one."""
    handler = partial(_Handler, directory=os.fspath(folder), headers=_headers(folder))
    try:
        return ThreadingHTTPServer(("127.0.0.1", port), handler)
    except (OSError, OverflowError) as fault:
        raise Failure(f"port {port} cannot be used: {getattr(fault, 'strerror', None) or fault}") from fault


def _headers(folder: Path) -> list[tuple[str, str]]:
    """Return the headers in the page's own file for static hosts."""
    try:
        lines = (folder / "_headers").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return [("X-Content-Type-Options", "nosniff")]
    stated = [line.strip().partition(": ") for line in lines if line.startswith("  ")]
    return [(name, value) for name, _, value in stated]


class _Handler(SimpleHTTPRequestHandler):
    """Answers with files, and with their compressed form (.gz) where there is one."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - as in the standard library
        "": "application/octet-stream",
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".zip": "application/zip",
    }

    def __init__(self, *args: Any, headers: Sequence[tuple[str, str]], **settings: Any) -> None:
        self._stated = headers
        super().__init__(*args, **settings)

    def end_headers(self) -> None:
        for name, value in self._stated:
            self.send_header(name, value)
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_head(self) -> BinaryIO | Any:
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        small = path.with_name(f"{path.name}.gz")
        if "gzip" not in self.headers.get("Accept-Encoding", "") or not small.is_file():
            return super().send_head()
        stream = small.open("rb")
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(small.stat().st_size))
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        return stream

    def list_directory(self, path: Any) -> None:  # noqa: ARG002 - a folder without a page
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name in the standard library
        """Write nothing: the terminal is the user's."""
