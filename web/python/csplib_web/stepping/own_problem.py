"""A problem that the reader types: variables with their values, and constraints over one or two variables.

    A, B, C: 1..4          variables and their values
    D: red green blue
    A < B                  also !=, =, <=, >, >=, and chains: A < B < C
    |A - B| > 1            sums, differences, multiples and distances
    different A, B, C      every two of them

The text is read by this module alone: nothing of it is ever run as Python.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any, TypeAlias

from csplib import AllDifferent, CSPError, In, Problem, Relation

__all__ = ["ProblemTextError", "parse_problem"]

MOST_VARIABLES = 20
MOST_VALUES = 12
MOST_CONSTRAINTS = 150
MOST_CHARACTERS = 4000
_LARGEST = 1000  # a larger number makes the picture useless

_TOKEN = re.compile(r"\s*(?:(\d+)|([^\W\d]\w*)|(<=|>=|!=|<>|==|[-=<>≤≥≠+*|]))")
_Side: TypeAlias = Callable[[dict[str, Any]], Any]
"""One side of a comparison, as a function of the values of variables."""

_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<>": operator.ne,
    "≠": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    "≤": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "≥": operator.ge,
}


class ProblemTextError(CSPError, ValueError):
    """A text that does not state a problem; the message begins with the number of the line."""


def parse_problem(text: str) -> Problem[str, Any]:
    r"""Return the problem that *text* states.

    >>> p = parse_problem("A, B: 1..3\nA < B")
    >>> [(s["A"], s["B"]) for s in p.solutions()]
    [(1, 2), (1, 3), (2, 3)]
    >>> parse_problem("A: 1..3\nA < C")
    Traceback (most recent call last):
        ...
    csplib_web.stepping.own_problem.ProblemTextError: line 2: C is neither a variable nor a value
    """
    if len(text) > MOST_CHARACTERS:
        raise ProblemTextError(f"the text is longer than {MOST_CHARACTERS:,} characters")
    reader = _Reader()
    for number, line in enumerate(text.splitlines(), start=1):
        stated = line.partition("#")[0].strip()
        try:
            if stated:
                reader.read(stated)
        except CSPError as fault:
            raise ProblemTextError(f"line {number}: {fault}") from None
    if not reader.values:
        raise ProblemTextError("there is no variable: write a line such as A, B: 1..3")
    return reader.problem


class _Reader:
    """The problem that the lines read so far state."""

    def __init__(self) -> None:
        self.problem: Problem[str, Any] = Problem()
        self.values: dict[str, list[int | str]] = {}
        self.words: set[str] = set()
        self.constraints = 0

    def read(self, line: str) -> None:
        """Read one line: variables, different variables, or comparisons."""
        different = re.fullmatch(r"(?:all\s?)?different\b[\s:(]*([^()]*)\)?", line, re.IGNORECASE)
        if different:
            self._differ(_listed(different[1]))
        elif ":" in line:
            self._declare(*line.split(":", 1))
        else:
            self._compare(line)

    def _declare(self, left: str, right: str) -> None:
        names = _listed(left)
        values = _values(right)
        if not names or not values:
            raise ProblemTextError("write names, a colon and values, such as A, B: 1..3")
        for name in names:
            if not re.fullmatch(r"[^\W\d]\w{0,11}", name):
                raise ProblemTextError(
                    f"{name} is not a name: it must begin with a letter, and have up to 12 characters"
                )
        if len(self.values) + len(names) > MOST_VARIABLES:
            raise ProblemTextError(f"there are more than {MOST_VARIABLES} variables")
        for name in names:
            self.problem.add_variable(name, values)
            self.values[name] = values
        self.words.update(value for value in values if isinstance(value, str))

    def _differ(self, names: list[str]) -> None:
        if len(names) < 2:
            raise ProblemTextError("write at least two variables, such as: different A, B")
        for name in names:
            if name not in self.values:
                raise ProblemTextError(f"{name} is not a variable")
        self._add(AllDifferent(names), len(names) * (len(names) - 1) // 2)

    def _compare(self, line: str) -> None:
        tokens = _tokens(line)
        places = [place for place, token in enumerate(tokens) if token in _COMPARISONS]
        if not places:
            raise ProblemTextError(f"{line} is no constraint: it needs a sign such as != or <")
        bounds = [-1, *places, len(tokens)]
        sides = [tokens[start + 1 : end] for start, end in pairwise(bounds)]
        for place, left, right in zip(places, sides, sides[1:], strict=False):
            self._add(self._comparison(left, tokens[place], right), 1)

    def _comparison(self, left: list[str], sign: str, right: list[str]) -> Any:
        """Return the constraint: the values of one variable, or the pairs of two, that satisfy the comparison."""
        words = " ".join([*left, sign, *right])
        compare = _COMPARISONS[sign]
        one, other = self._side(left), self._side(right)
        used = list(dict.fromkeys(token for token in (*left, *right) if token in self.values))
        if not 1 <= len(used) <= 2:
            raise ProblemTextError(f"{words} has {len(used)} variables: an arc needs a constraint over one or two")
        if len(left) > 1 or len(right) > 1 or compare not in {operator.eq, operator.ne}:
            self._expect_integers(words, [*left, *right])
        domains = [self.values[name] for name in used]
        rows = [
            row for row in product(*domains) if compare(one(values := dict(zip(used, row, strict=True))), other(values))
        ]
        if len(used) == 1:
            return In(used[0], [value for (value,) in rows], name=words)
        return Relation(used[0], used[1], allowed=rows, name=words)

    def _expect_integers(self, words: str, tokens: list[str]) -> None:
        for token in tokens:
            text = next((value for value in self.values.get(token, ()) if isinstance(value, str)), None)
            if text is not None:
                raise ProblemTextError(f"{words} needs integers, but {token} can be {text}")
            if token in self.words and token not in self.values:
                raise ProblemTextError(f"{words} needs integers, but {token} is a word")

    def _add(self, constraint: Any, arcs: int) -> None:
        self.constraints += arcs
        if self.constraints > MOST_CONSTRAINTS:
            raise ProblemTextError(f"there are more than {MOST_CONSTRAINTS} constraints between two variables")
        self.problem.add(constraint)

    def _side(self, tokens: list[str]) -> _Side:
        """Return one side of a comparison: a word, or a sum."""
        if len(tokens) == 1 and tokens[0] not in self.values and tokens[0] in self.words:
            return lambda _values: tokens[0]
        side, rest = self._sum(tokens)
        if rest:
            raise ProblemTextError(f"{' '.join(rest)} is not expected there")
        return side

    def _sum(self, tokens: list[str]) -> tuple[_Side, list[str]]:
        """Return the sum at the beginning of *tokens*, and the tokens after it."""
        if tokens[:1] == ["-"]:
            tokens = ["0", *tokens]
        total, rest = self._product(tokens)
        while rest and rest[0] in {"+", "-"}:
            more, after = self._product(rest[1:])
            total, rest = _joined(operator.add if rest[0] == "+" else operator.sub, total, more), after
        return total, rest

    def _product(self, tokens: list[str]) -> tuple[_Side, list[str]]:
        factor, rest = self._factor(tokens)
        while rest and rest[0] == "*":
            more, rest = self._factor(rest[1:])
            factor = _joined(operator.mul, factor, more)
        return factor, rest

    def _factor(self, tokens: list[str]) -> tuple[_Side, list[str]]:
        if not tokens:
            raise ProblemTextError("a number or a variable is missing")
        first, rest = tokens[0], tokens[1:]
        if first == "|":
            inside, rest = self._sum(rest)
            if rest[:1] != ["|"]:
                raise ProblemTextError("the second | is missing")
            return lambda values: abs(inside(values)), rest[1:]
        if first.isdecimal():
            number = _number(first)
            return lambda _values: number, rest
        if first in self.values:
            return lambda values: values[first], rest
        if first[0].isalpha() or first[0] == "_":
            raise ProblemTextError(f"{first} is neither a variable nor a value")
        raise ProblemTextError(f"{first} is not expected there")


def _joined(join: Callable[[Any, Any], Any], one: _Side, other: _Side) -> _Side:
    return lambda values: join(one(values), other(values))


def _tokens(line: str) -> list[str]:
    """Return the numbers, words and signs of *line*."""
    found = []
    place = 0
    while line[place:].strip():
        match = _TOKEN.match(line, place)
        if match is None:
            raise ProblemTextError(f"{line[place:].strip()[0]} is not expected there")
        found.append(match[1] or match[2] or match[3])
        place = match.end()
    return found


def _listed(text: str) -> list[str]:
    """Return the parts of a list with commas or spaces."""
    return [part for part in re.split(r"[\s,]+", text) if part]


def _number(text: str) -> int:
    if len(text) > 5 or abs(int(text)) > _LARGEST:
        raise ProblemTextError(f"{text} is too large: numbers go up to {_LARGEST}")
    return int(text)


def _values(text: str) -> list[int | str]:
    """Return the values that *text* lists: integers, ranges such as 1..4, and words."""
    found: list[int | str] = []
    for part in _listed(text.strip().strip("{}")):
        limits = re.fullmatch(r"(-?\d+)(?:\.\.|…)(-?\d+)", part, re.ASCII)
        if limits:
            low, high = _number(limits[1]), _number(limits[2])
            if high - low >= MOST_VALUES or low > high:
                raise ProblemTextError(f"{part} is not a range of 1 to {MOST_VALUES} integers")
            found += range(low, high + 1)
        elif re.fullmatch(r"-?\d+", part, re.ASCII):
            found.append(_number(part))
        elif re.fullmatch(r"[^\W\d]\w{0,11}", part):
            found.append(part)
        else:
            raise ProblemTextError(f"{part} is not a value: write integers, ranges such as 1..4, or words")
    values = list(dict.fromkeys(found))
    if len(values) > MOST_VALUES:
        raise ProblemTextError(f"there are more than {MOST_VALUES} values")
    return values
