# ruff: noqa: INP001
"""Make Markdown of docstrings as they are written in the source: doctests become code, public names become links."""

from __future__ import annotations

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^(>>> .*(?:\n.+)*)", re.MULTILINE)
NAME = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)`(?!`)")
CODE = re.compile(r"``(.+?)``", re.DOTALL)


class Docstrings(griffe.Extension):
    """Rewrite every docstring of the package once it is loaded."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Rewrite the docstrings of *pkg*, now that all public names are known."""
        public = {name: f"csplib.{name}" for name in pkg.exports or () if not name.startswith("_")}
        self._rewrite(pkg, public)

    def _rewrite(self, thing: griffe.Object, public: dict[str, str]) -> None:
        if thing.docstring is not None:
            thing.docstring.value = _as_markdown(thing.docstring.value, public)
            if isinstance(thing, griffe.Class):
                thing.docstring.value += _fields(thing)
        for member in thing.members.values():
            if not member.is_alias:
                self._rewrite(member, public)


def _fields(thing: griffe.Class) -> str:
    """List what a named tuple holds, or the members of an enumeration, which have no descriptions of their own."""
    bases = {str(base) for base in thing.bases}
    plain = [member for name, member in thing.members.items() if member.is_attribute and not name.startswith("_")]
    own = [member for member in plain if member.docstring is None]
    if "NamedTuple" in bases:
        return "\n\n" + "\n".join([f"- `{field.name}: {field.annotation}`" for field in own if field.annotation])
    if bases & {"Enum", "IntEnum"}:
        return "\n\n" + "\n".join([f"- `{member.name} = {member.value}`" for member in own])
    return ""


def _as_markdown(text: str, public: dict[str, str]) -> str:
    """Fence doctests; outside them, link what is public."""
    parts = DOCTEST.split(text)
    for place, part in enumerate(parts):
        if place % 2:
            parts[place] = f"```pycon\n{part}\n```"
        else:
            parts[place] = NAME.sub(lambda found: _linked(found[1], public), CODE.sub(r"`\1`", part))
    return "".join(parts)


def _linked(name: str, public: dict[str, str]) -> str:
    first, _, rest = name.partition(".")
    return f"[`{name}`][{public[first]}{'.' * bool(rest)}{rest}]" if first in public else f"`{name}`"
