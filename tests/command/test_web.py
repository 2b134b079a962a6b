"""`csplib web`: what the server sends, and how the command ends."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from command_line import Capture, run

from csplib.command.exits import Failure
from csplib.command.web_server import make_server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (tmp_path / "code.wasm").write_bytes(b"\0asm")
    (tmp_path / "code.mjs").write_text("long " * 100, encoding="utf-8")
    (tmp_path / "code.mjs.gz").write_bytes(gzip.compress(b"long " * 100))
    (tmp_path / "_headers").write_text("# a comment\n/*\n  Referrer-Policy: no-referrer\n", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    server = make_server(folder, 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def get(port: int, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    content = response.read()
    connection.close()
    return response, content


def test_types_are_those_that_a_browser_wants(port: int) -> None:
    types = {path: get(port, path)[0].headers["Content-Type"] for path in ("/", "/code.wasm", "/code.mjs")}
    assert types["/"].startswith("text/html")
    assert types["/code.wasm"] == "application/wasm"
    assert types["/code.mjs"].startswith("text/javascript")


def test_the_headers_are_those_of_the_page(port: int, folder: Path) -> None:
    assert get(port, "/")[0].headers["Referrer-Policy"] == "no-referrer"
    (folder / "_headers").unlink()
    server = make_server(folder, 0)
    assert server.server_port != port
    server.server_close()


def test_a_compressed_file_is_sent_to_who_reads_it(port: int) -> None:
    response, content = get(port, "/code.mjs", **{"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(content) == b"long " * 100 == get(port, "/code.mjs")[1]


def test_only_files_of_the_page_are_sent(port: int) -> None:
    for path in ("/nothing", "/empty/", "/../outside", "/%2e%2e/%2e%2e/etc/passwd"):
        assert get(port, path)[0].status == 404, path


def test_a_port_that_is_taken_is_an_error(port: int, folder: Path) -> None:
    with pytest.raises(Failure, match=f"port {port} cannot be used"):
        make_server(folder, port)
    with pytest.raises(Failure, match="port 70000 cannot be used"):
        make_server(folder, 70000)


def test_without_a_page_the_message_says_how_to_make_it(capsys: Capture, tmp_path: Path) -> None:
    code, _, err = run(capsys, "web", str(tmp_path))
    assert code == 2
    assert "make web" in err


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent in another way")
def test_ctrl_c_ends_it_cleanly(folder: Path) -> None:
    command = [sys.executable, "-m", "csplib", "web", str(folder), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        assert get(int(address.rstrip("/").rpartition(":")[2]), "/")[0].status == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out.strip(), err) == (0, "", "")
