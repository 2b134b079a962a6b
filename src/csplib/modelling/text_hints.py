"""What to write instead of a text that cannot be read, and values that a text may call by a name: enumerations."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from csplib.display.wording import meant

__all__ = ["function_hint", "member", "name_hint", "syntax_hint"]

_SHOWN = 8
_INSTEAD = {
    "&&": "and",
    "||": "or",
    "<>": "!=",
    "=>": ">=",
    "=<": "<=",
    "->": "implies(a, b)",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
    "\u00d7": "*",
    "\u00b7": "*",
    "∧": "and",
    "\u2228": "or",
    "¬": "not",
    "!": "not",
    "=": "==",
    ";": "and, or one text for each constraint",
}
_WORDS = {"then": "implies(a, b)", "implies": "implies(a, b)", "iff": "=="}


def syntax_hint(line: str) -> str:
    """Return what to write instead of signs that Python does not have; or how to name a constraint.

    >>> syntax_hint("x > 3 && y = 2"), syntax_hint("x +"), syntax_hint("my favorite rule")
    (': write and instead of &&', '', "; to name a constraint write constraint.named('...')")
    """
    code = re.sub(r"\"[^\"]*\"|'[^']*'", '""', line)
    for sign, instead in _INSTEAD.items():
        if sign in re.sub(r"[<>=!]=(?!>)", "", code) if sign in "!=" else sign in code:
            return f": write {instead} instead of {sign}"
    for word, instead in _WORDS.items():
        if re.search(rf"\b{word}\b", code):
            return f": write {instead} instead of {word}"
    is_name = re.fullmatch(r"[\w ,.'-]*[^\W\d]\w*", code)
    return "; to name a constraint write constraint.named('...')" if is_name else ""


def name_hint(name: str, variables: Iterable[object], domains: Iterable[Sequence[Any]]) -> str:
    """Return what to write instead of a *name* that no variable has."""
    known = [str(one) for one in variables if isinstance(one, str)]
    if name in ("true", "false", "none", "null"):
        return f": write {'None' if name in ('none', 'null') else name.capitalize()}"
    if any(name in domain for domain in domains if not isinstance(domain, range)):
        return f": to mean the value write {name!r} in quotes"
    listed = f": there are {', '.join(known[:_SHOWN])}{', ...' if len(known) > _SHOWN else ''}" if known else ""
    return meant(name, known) or listed


def function_hint(name: str, functions: Collection[str]) -> str:
    """Return what to write instead of a function that a text cannot have."""
    plain = {one.replace("_", ""): one for one in functions}
    meant = plain.get(name.lower().replace("_", ""))
    return f": did you mean {meant}?" if meant else f": there are {', '.join(functions)}"


def member(name: str, domains: Iterable[Sequence[Any]], kind: str | None = None) -> list[Enum]:
    """Return the members of enumerations among the values of *domains* with this *name*, of one *kind* if it is given.

    >>> from enum import Enum
    >>> Color = Enum("Color", ["RED", "BLUE"])
    >>> member("RED", [[Color.RED, Color.BLUE], range(3)]), member("RED", [[Color.RED]], "Size")
    ([<Color.RED: 1>], [])
    """
    found: Mapping[Enum, None] = {
        value: None
        for domain in domains
        if not isinstance(domain, range)
        for value in domain
        if isinstance(value, Enum) and value.name == name and kind in (None, type(value).__name__)
    }
    return list(found)
