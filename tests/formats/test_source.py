"""Files as streams of bytes: unpacked, counted, and refused where they are broken or a bomb."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from csplib import FormatError
from csplib.formats import ReadProgress, Source
from csplib.formats import source as source_module

TEXT = b"".join(b"line %d\n" % number for number in range(30_000))
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".lzma": lambda data: lzma.compress(data, format=lzma.FORMAT_ALONE),
    "": lambda data: data,
}


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_file_is_unpacked_whatever_its_name_says(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / "some.cnf"
    path.write_bytes(PACKERS[suffix](TEXT))
    with Source(path) as source:
        assert source.head == TEXT[:4096]
        assert source.read() == TEXT
    with Source(path) as source:
        assert b"".join(source.lines()) == TEXT
        assert source.line == 30_000


@pytest.mark.parametrize("suffix", PACKERS)
def test_the_suffix_is_that_of_the_file_inside(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"some.model.CNF{suffix}"
    path.write_bytes(b"")
    with Source(path) as source:
        assert source.suffix == ".cnf"
        assert source.read() == b""


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_compressed_files_one_after_the_other_are_one(suffix: str) -> None:
    pack = PACKERS[suffix]
    for size in (1, 65_530, 65_536):
        first = bytes(range(256)) * (size // 256) + b"x"
        assert Source(io.BytesIO(pack(first) + pack(TEXT))).read() == first + TEXT


@pytest.mark.parametrize("suffix", [suffix for suffix in PACKERS if suffix])
def test_a_compressed_file_that_ends_too_early_is_an_error(suffix: str) -> None:
    packed = PACKERS[suffix](TEXT)
    for size in (20, len(packed) // 2, len(packed) - 1):
        with pytest.raises(FormatError, match="it cannot be unpacked"):
            Source(io.BytesIO(packed[:size])).read()


@pytest.mark.parametrize("suffix", [suffix for suffix in PACKERS if suffix])
def test_a_small_file_that_unpacks_to_very_much_is_an_error(suffix: str) -> None:
    bomb = PACKERS[suffix](bytes(40_000_000))
    with pytest.raises(FormatError, match="unpacks to more than 500 times its size"):
        Source(io.BytesIO(bomb)).read()


def bomb(suffix: str, size: int) -> bytes:
    """Return *size* blanks, packed so that they take less than 500 times more than the file."""
    empty = PACKERS[suffix](b"")
    part = PACKERS[suffix](b" " * 2**20) + empty * (1 + 2**20 // 300 // len(empty))
    return part * (size >> 20)


@pytest.mark.parametrize("suffix", [suffix for suffix in PACKERS if suffix])
def test_a_compressed_file_has_an_absolute_limit(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "_MOST_UNPACKED", 30 << 20)
    assert sum(map(len, Source(io.BytesIO(bomb(suffix, 30 << 20))).chunks())) == 30 << 20
    stream = io.BytesIO(bomb(suffix, 31 << 20))
    stream.name = "some.cnf"
    with pytest.raises(FormatError, match=r"^some\.cnf: it unpacks to more than 31,457,280 bytes; unpack it first"):
        list(Source(stream).chunks())


@pytest.mark.parametrize("suffix", [suffix for suffix in PACKERS if suffix])
def test_text_of_a_compressed_file_has_a_lower_limit(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "_MOST_TEXT", 4 << 20)
    assert len(Source(io.BytesIO(bomb(suffix, 4 << 20))).text()) == 4 << 20
    stream = io.BytesIO(bomb(suffix, 64 << 20))
    stream.name = "some.json"
    tracemalloc.start()
    with pytest.raises(FormatError, match=r"^some\.json: it unpacks to more than 4,194,304 bytes; unpack it first"):
        Source(stream).text()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 24 << 20  # xz has a dictionary of 8 MB
    assert len(Source(io.BytesIO(b" " * (5 << 20))).text()) == 5 << 20  # it is what it is: no bomb


def test_text_is_decoded_in_pieces() -> None:
    text = "\ufeff" + "\r\nü€😀" * 50_000
    assert Source(io.BytesIO(text.encode())).text() == text[1:]
    with pytest.raises(FormatError, match=r":50001: the byte 0xf0 is not text in UTF-8$"):
        Source(io.BytesIO(text.encode()[:-1])).text()
    with pytest.raises(FormatError, match=r":50001: the byte 0xff is not text in UTF-8$"):
        Source(io.BytesIO(text.encode() + b"\xff" + text.encode())).text()


def test_a_stream_of_text_is_read_as_utf_8() -> None:
    assert Source(io.StringIO("größer\n" * 20_000)).text() == "größer\n" * 20_000


def test_what_is_not_text_is_named_with_its_line() -> None:
    stream = io.BytesIO(b"one\ntwo \xff\n")
    stream.name = "some.json"
    with pytest.raises(FormatError, match=r"^some\.json:2: the byte 0xff is not text in UTF-8$"):
        Source(stream).text()


def test_a_line_without_end_is_an_error() -> None:
    with pytest.raises(FormatError, match=r"the text:1: this line has .* bytes or more"):
        list(Source(io.BytesIO(b"x" * 70_000_000)).lines())


def test_progress_ends_with_all_bytes(tmp_path: Path) -> None:
    path = tmp_path / "some.cnf"
    path.write_bytes(gzip.compress(TEXT))
    reports: list[ReadProgress] = []
    with Source(path, progress=reports.append) as source:
        source.read()
    size = path.stat().st_size
    assert (reports[-1].done, reports[-1].total, reports[-1].ended) == (size, size, True)
    assert str(reports[-1]).endswith("MB read, 100 %")
