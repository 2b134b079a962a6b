"""Hostile files, in every format: one clear error, soon, without deep recursion and without much memory."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

import csplib
from csplib import FormatError, OptionError
from csplib.formats import FORMATS, Format

PLENTY = 20.0  # seconds, on the slowest machine: what hangs, or is quadratic, takes far longer
BEGINNINGS: dict[str, list[bytes]] = {
    "json": [
        b'{"csplib": 1, "variables": [',
        b'{"csplib": 1, "variables": [{"names": ["x"], "domain": [0, 1]}], "constraints": [',
        b'{"csplib": 1, "variables": [{"names": ["x"], "domain": [',
    ],
    "cnf": [b"p cnf 3 2\n", b"p cnf 1000000000 1000000000\n", b"c a comment\n"],
    "col": [b"p edge 3 2\n", b"p edge 1000000000 1000000000\n", b"c a comment\n"],
    "xcsp3": [
        b'<instance format="XCSP3" type="CSP"><variables>',
        b'<instance format="XCSP3" type="CSP"><variables><var id="x"> 0 1 </var></variables><constraints>',
        b'<instance format="XCSP3" type="CSP"><variables><array id="x" size="[1000000000]"> 0..1 </array></variables>',
        b'<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><instance format="XCSP3" type="CSP">&c;',
        b'<instance format="XCSP3" type="CSP"><variables><var id="x"> 0..999999999999999999 ',
    ],
    "flatzinc": [
        b"var 0..1: x;\nconstraint ",
        b"array [1..1000000000] of int: a = [",
        b"var {1, 2, ",
        b"var 0..1: x; % a comment\nconstraint int_eq(",
    ],
}
"""How a file of each format may begin; what comes behind is rubbish."""

RUBBISH: dict[str, Callable[[], bytes]] = {
    "nothing": bytes,
    "the end of a line": lambda: b"\n",
    "zeros": lambda: bytes(200_000),
    "random bytes": lambda: random.Random(1).randbytes(200_000),
    "text": lambda: b"hello world \n" * 10_000,
    "a long word": lambda: b"x" * 200_000,
    "a long number": lambda: b"9" * 200_000,
    "brackets": lambda: b"[" * 100_000,
    "braces": lambda: b'{"a":' * 20_000,
    "parentheses": lambda: b"(" * 100_000,
    "elements": lambda: b"<a>" * 40_000,
    "negations": lambda: b"not(" * 20_000,
    "quotes": lambda: b'"' * 50_001,
    "references": lambda: b"&a;" * 40_000,
    "spaces": lambda: b" " * 200_000,
    "lines": lambda: b"\n" * 100_000,
    "minus signs": lambda: b"-" * 100_000,
    "not UTF-8": lambda: b"\xff\xfe\x80" * 30_000,
}
CASES = [
    pytest.param(known, beginning + rubbish(), id=f"{known.name} {number} {kind}")
    for known in FORMATS
    for number, beginning in enumerate([b"", *BEGINNINGS.get(known.name, [])])
    for kind, rubbish in RUBBISH.items()
]


def assert_refused(data: bytes, known: Format | None) -> str:
    """Check that reading *data* is one clear error, soon and in little memory."""
    began = process_time()
    with pytest.raises((FormatError, OptionError)) as caught:
        csplib.read(io.BytesIO(data), format=None if known is None else known.name)
    assert process_time() - began < PLENTY
    text = str(caught.value)
    assert text
    assert len(text) < 600
    return text


@pytest.mark.parametrize(("known", "data"), CASES)
def test_rubbish_is_one_clear_error(known: Format, data: bytes) -> None:
    text = assert_refused(data, known)
    assert text.startswith("the text")


@pytest.mark.parametrize("kind", RUBBISH)
def test_rubbish_in_no_format_names_the_formats(kind: str) -> None:
    text = assert_refused(RUBBISH[kind](), None)
    assert "this is in no format that csplib knows: json (.json), cnf (.cnf, .dimacs), col (.col)" in text


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "lzma": lambda data: lzma.compress(data, preset=0),
}


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
@pytest.mark.parametrize("packer", PACKERS)
def test_bombs_and_broken_archives_are_errors(known: Format, packer: str) -> None:
    pack, beginning = PACKERS[packer], BEGINNINGS[known.name][0]
    bomb = pack(beginning + b" " * 18_000_000)
    assert "500 times its size" in assert_refused(bomb, known)
    assert_refused(bomb[: len(bomb) // 2], known)
    assert_refused(pack(beginning)[:30] + random.Random(2).randbytes(10_000), known)


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_a_claimed_count_takes_no_memory(known: Format) -> None:
    for beginning in BEGINNINGS.get(known.name, []):
        tracemalloc.start()
        try:
            assert_refused(beginning, known)
            assert tracemalloc.get_traced_memory()[1] < 30_000_000
        finally:
            tracemalloc.stop()


def test_every_format_has_beginnings() -> None:
    assert {known.name for known in FORMATS} <= BEGINNINGS.keys()


def test_a_folder_and_a_file_that_is_not_there_are_errors_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        csplib.read(tmp_path)
    with pytest.raises(FileNotFoundError):
        csplib.read(tmp_path / "nothing.json")
