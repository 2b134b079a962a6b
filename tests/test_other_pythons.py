"""Which other Pythons of a machine continuous integration takes."""

from __future__ import annotations

import sys

import pytest
from test_build_backend import load_tool

PYTHONS = {
    "/old": (3, 10, 13),
    "/usr/bin/python3": (3, 11, 2),
    "/here": (3, 11, 7),
    "/middle": (3, 12, 1),
    "/new": (3, 13, 0),
    "/new too": (3, 13, 0),
}


@pytest.mark.parametrize(
    ("here", "expected"),
    [
        ((3, 11, 7), [(3, 10, 13), (3, 11, 2), (3, 13, 0)]),
        ((3, 11, 2), [(3, 10, 13), (3, 13, 0)]),
        ((3, 13, 0), [(3, 10, 13), (3, 11, 2)]),
    ],
)
def test_the_oldest_the_newest_and_the_systems_own_are_taken_once(
    here: tuple[int, ...], expected: list[tuple[int, ...]]
) -> None:
    chosen = load_tool("other_pythons").chosen(PYTHONS, here)
    assert [PYTHONS[python] for python in chosen] == expected


def test_a_machine_with_one_python_has_no_other() -> None:
    tool = load_tool("other_pythons")
    assert tool.chosen({"/here": (3, 11, 7)}, (3, 11, 7)) == []
    assert tool.chosen({}, (3, 11, 7)) == []


def test_a_python_tells_its_version_and_what_is_none_has_no_version() -> None:
    tool = load_tool("other_pythons")
    assert tool.version_of(sys.executable) in {None, sys.version_info[:3]}
    assert tool.version_of("/bin/false") is None
