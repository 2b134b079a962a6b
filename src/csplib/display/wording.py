"""Names, values, expressions, numbers and long lists as text in messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

__all__ = [
    "ATOM",
    "PRODUCT",
    "SIGN",
    "SUM",
    "Written",
    "bracketed",
    "brief",
    "called",
    "counted",
    "either",
    "joined",
    "listing",
    "meant",
    "plural",
    "shortened",
    "value_text",
]

# The precedence of Python's operators, from the weakest to the strongest.
SUM = 1
PRODUCT = 2  # also // and %
SIGN = 3
ATOM = 4  # a name, a number or a call

Written: TypeAlias = "tuple[str, int]"
"""An expression as text, and the precedence of its outermost operator."""

_MOST_ITEMS = 20
_SHOWN_ITEMS = 10
_MOST_CHARACTERS = 200
_MOST_IN_AN_OPERAND = 1_000
_WORDS_OF_PYTHON = frozenset(["None", "True", "False", ""])


def called(name: object) -> str:
    """Return a name as text. A string that reads as a number or a tuple is quoted: ``1`` and ``"1"`` are two names.

    >>> called("x"), called("New South Wales"), called(1), called("1"), called((0, 1)), called(("x", 0, "a"))
    ('x', 'New South Wales', '1', "'1'", '(0, 1)', "x[0, 'a']")
    """
    if isinstance(name, tuple) and len(name) > 1 and isinstance(name[0], str) and name[0].isidentifier():
        return f"{name[0]}[{', '.join([repr(index) for index in name[1:]])}]"
    return repr(name) if isinstance(name, str) and _reads_otherwise(name) else str(name)


def _reads_otherwise(text: str) -> bool:
    """Return whether *text* looks like a value that is not a string."""
    bare = text.strip("+-. ").replace("_", "").replace(".", "", 1)
    return text in _WORDS_OF_PYTHON or bare.isdigit() or (text[0] in "([{'\"<" and text[-1] in ")]}'\">")


def either(shown: Sequence[str], word: str = "or") -> str:
    """Join texts by commas, the last one by *word*.

    >>> either(["1", "2", "3"]), either(["1"], "and")
    ('1, 2 or 3', '1')
    """
    return f"{', '.join(shown[:-1])} {word} {shown[-1]}" if len(shown) > 1 else shown[0]


def meant(name: object, known: Sequence[object]) -> str:
    """Return a question whether one of the *known* names was meant that are spelled like *name*; "" if there is none.

    >>> meant("colour", ["size", "color"]), meant("price", ["size", "color"])
    (": did you mean 'color'?", '')
    """
    if not isinstance(name, str):
        return ""
    words = [one for one in known if isinstance(one, str)]
    close: list[str] = __import__("difflib").get_close_matches(name, words, 2, 0.7)
    close = close or [one for one in words if one.lower() == name.lower()]
    return f": did you mean {either([repr(one) for one in close])}?" if close else ""


def joined(shown: Sequence[str], word: str = ", ") -> str:
    """Join texts; of a long list only the first ones, and the number of the others.

    >>> joined([str(number) for number in range(1000)])
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … (990 more)'
    """
    if len(shown) <= _MOST_ITEMS:
        return word.join(shown)
    return f"{word.join(shown[:_SHOWN_ITEMS])}{word}… ({len(shown) - _SHOWN_ITEMS} more)"


def plural(count: int, noun: str) -> str:
    """Return a number with its noun.

    >>> plural(0, "step"), plural(1, "step"), plural(2000, "step")
    ('0 steps', '1 step', '2,000 steps')
    """
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, as `plural` does, but "no" for 0.

    >>> counted(0, "variable"), counted(2000, "variable")
    ('no variable', '2,000 variables')
    """
    return plural(count, noun) if count else f"no {noun}"


def listing(things: Sequence[object]) -> str:
    """Return things as text, as `joined` does."""
    return joined([str(thing) for thing in things])


def value_text(values: Sequence[object]) -> str:
    """Return the ``repr`` of values, as `joined` does; a long range is told by its ends.

    >>> value_text(["a", 1]), value_text(range(10**9))
    ("'a', 1", 'an integer from 0 to 999999999')
    """
    if isinstance(values, range) and values[_MOST_ITEMS:]:  # len() has a limit
        return f"an integer from {values[0]} to {values[-1]}"
    return joined([repr(value) for value in values])


def brief(thing: object) -> str:
    """Return the ``repr`` of an object from the user, shortened.

    >>> brief(5), brief(list(range(1000)))
    ('5', '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, … (990 more)]')
    """
    if isinstance(thing, (list, tuple, set, frozenset, Mapping)) and len(thing) > _MOST_ITEMS:
        first: Iterable[object] = islice(thing, _SHOWN_ITEMS)
        opening, closing = ("[", "]") if isinstance(thing, list) else ("(", ")") if isinstance(thing, tuple) else "{}"
        return f"{opening}{', '.join(map(brief, first))}, … ({len(thing) - _SHOWN_ITEMS} more){closing}"
    text = repr(thing)
    if len(text) <= _MOST_CHARACTERS:
        return text
    return f"{text[:_MOST_CHARACTERS]}… ({len(text) - _MOST_CHARACTERS} more characters)"


def bracketed(written: Written) -> str:
    """Return an operand as text, in brackets unless it is an atom."""
    text, precedence = written
    return text if precedence == ATOM else f"({text})"


def shortened(written: Written) -> Written:
    """Return an operand, or an ellipsis for a very long one: written out, shared parts could grow without end."""
    return written if len(written[0]) <= _MOST_IN_AN_OPERAND else ("(…)", ATOM)
