"""What a text inside a constraint stands for: variables, numbers, sets, expressions, parameters of templates."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from csplib.formats.xcsp3.arrays import Array
from csplib.formats.xcsp3.cells import MOST_LISTED, integers_of
from csplib.formats.xcsp3.numbers import Condition, condition_parts
from csplib.formats.xcsp3.tables import tuples_of
from csplib.modelling.expressions import Variable
from csplib.modelling.rows import ANY
from csplib.modelling.terms import Domain

__all__ = ["REST", "Expansion", "Names", "Parameter", "bound", "greatest_parameter", "has_parameters"]

_REPEATED = re.compile(r"([+-]?\d+|\*)x(\d+)")
_PIECE = re.compile(r"\s*(?:([A-Za-z]\w*)\s*\(|([^\s(),]+)|([(),]))")
_MOST_ARGUMENTS = 1_000_000
_MOST_OPERANDS = 10_000_000
_MOST_KEPT = 10_000


class Parameter(NamedTuple):
    """The place of an argument in a template: ``%0``, ``%1`` and so on."""

    place: int


REST = Parameter(-1)
"""``%...``: all arguments behind those that are named."""


class Expansion:
    """A functional expression with parameters: steps in the order of computation, each an operand or a call."""

    def __init__(self, steps: list[tuple[Any, int]]) -> None:
        self.steps: list[tuple[Any, int]] = steps

    def greatest(self) -> int:
        """Return the greatest number of a parameter."""
        return max([step.place for step, _ in self.steps if isinstance(step, Parameter)], default=-1)

    def compute(self, arguments: Sequence[Any]) -> Any:
        """Return the operand that the expression is, with *arguments* in the place of parameters."""
        stack: list[Any] = []
        for step, count in self.steps:
            if count >= 0:
                below = stack[len(stack) - count :]
                del stack[len(stack) - count :]
                stack.append(step(below))
            elif type(step) is Parameter:
                stack.append(_argument(step.place, arguments))
            else:
                stack.append(step)
        if len(stack) != 1:
            raise ValueError("an expression has too many arguments")
        return stack[0]


class Names:
    """The variables and arrays of an instance by name, and the *functions* of expressions.

    `used` has the names of the variables that operands have stood for.
    """

    def __init__(self, functions: Mapping[str, Any]) -> None:
        self._functions: Mapping[str, Any] = functions
        self.variables: dict[str, Variable] = {}
        self.domains: dict[Hashable, Domain] = {}
        self.arrays: dict[str, Array] = {}
        self.symbols: set[str] = set()
        self.used: set[Hashable] = set()
        self._known: dict[str, list[Any]] = {}

    def operands(self, text: str) -> list[Any]:
        """Return what the tokens of *text*, separated by blanks, stand for."""
        found: list[Any] = []
        variables, used = self.variables, self.used
        for token in _tokens(text):
            variable = variables.get(token)
            if variable is not None:
                used.add(token)
                found.append(variable)
            else:
                found += self._expanded(token)
                if len(found) > _MOST_OPERANDS:
                    raise ValueError(f"a list stands for more than {_MOST_OPERANDS:,} values and variables")
        return found

    def operand(self, text: str) -> Any:
        """Return what one token stands for."""
        token = text.strip()
        variable = self.variables.get(token)
        if variable is not None:
            self.used.add(token)
            return variable
        found = self._expanded(token)
        if len(found) != 1:
            raise ValueError(f"{token[:40]!r} stands for {len(found)} values or variables, where one is needed")
        return found[0]

    def rows(self, text: str) -> list[list[Any]]:
        """Return the rows of a matrix: ``(x,y)(z,1)``, or cells of an array such as ``x[0..2][]``."""
        text = text.strip()
        if text.startswith("("):
            return [[self.operand(entry) for entry in row] for row in tuples_of(text)]
        array = self.arrays.get(text.partition("[")[0])
        if array is None:
            raise ValueError(f"{text[:40]!r} is no matrix")
        return [[self._variable(name) for name in row] for row in array.matrix(text)]

    def _expanded(self, token: str) -> list[Any]:
        known = self._known.get(token)
        if known is None:
            known = self._read(token)
            if len(known) <= _MOST_KEPT:
                self._known[token] = known
        return known

    def _read(self, text: str) -> list[Any]:
        """Return what a token stands for that is not the name of a variable."""
        if text.lstrip("+-").isdecimal():
            return [int(text)]
        if (found := _parameter(text)) is not None:
            return [found]
        if text.startswith("(") and (parts := condition_parts(text)) is not None:
            return [Condition(parts[0], self.operand(parts[1]))]
        if "(" in text or text.startswith("{"):
            return [self.expression(f"set({text.strip('{}')})" if text.startswith("{") else text)]
        if "[" in text and (array := self.arrays.get(text.partition("[")[0])) is not None:
            cells = [name for name in array.expand(text) if name in self.variables]
            self.used.update(cells)
            return [self.variables[name] for name in cells] or _hole(text)
        return self._values(text)

    def _values(self, text: str) -> list[Any]:
        """Return the values that a token stands for."""
        if (match := _REPEATED.fullmatch(text)) is not None:
            if int(match[2]) > MOST_LISTED:
                raise ValueError(f"{text!r} stands for more than {MOST_LISTED:,} values")
            return [ANY if match[1] == "*" else int(match[1])] * int(match[2])
        if ".." in text and text[0] in "0123456789+-":
            return [integers_of(text)]
        if text in self.symbols:
            return [text]
        if text == "*":
            return [ANY]
        raise ValueError(f"{text[:60]!r} is no variable, number or expression")

    def _variable(self, name: str) -> Variable:
        variable = self.variables.get(name)
        if variable is None:
            raise ValueError(f"there is no variable {name!r}")
        self.used.add(name)
        return variable

    def _function(self, name: str) -> Any:
        found = self._functions.get(name.lower())
        if found is None:
            raise ValueError(f"there is no function {name!r} on integers")
        return found

    def expression(self, text: str) -> Any:
        """Return the operand that a functional expression is, or an `Expansion` if it has parameters."""
        steps: list[tuple[Any, int]] = []
        calls: list[list[Any]] = []  # the function and the number of arguments so far, for each open bracket
        place = 0
        while place < len(text):
            piece = _PIECE.match(text, place)
            if piece is None:
                break
            place = piece.end()
            name, leaf, mark = piece.groups()
            if name:
                calls.append([self._function(name), 0])
            elif leaf:
                steps.append((self.operand(leaf), -1))
                _count_one(calls)
            elif mark == ")" and calls:
                function, count = calls.pop()
                function.check(count)
                steps.append((function, count))
                _count_one(calls)
            elif mark == "(" or not calls:
                raise ValueError(f"a bracket or comma is in a wrong place in {text[:60]!r}")
        if calls or text[place:].strip() or not steps:
            raise ValueError(f"brackets do not match in {text[:60]!r}")
        found = Expansion(steps)
        has_parameters = any(isinstance(step, Parameter) for step, _ in steps)
        return found if has_parameters else found.compute(())


def _count_one(calls: list[list[Any]]) -> None:
    if calls:
        calls[-1][1] += 1


def _parameter(text: str) -> Parameter | None:
    """Return the parameter that *text* names; None if it begins like none."""
    if not text.startswith("%"):
        return None
    if text == "%...":
        return REST
    if not text[1:].isdecimal() or int(text[1:]) > _MOST_ARGUMENTS:
        raise ValueError(f"{text[:20]!r} is no parameter")
    return Parameter(int(text[1:]))


def _hole(token: str) -> Any:
    raise ValueError(f"{token!r} is a cell without a domain, so there is no variable")


def _tokens(text: str) -> list[str]:
    """Return the parts of *text* that blanks outside of brackets separate."""
    tokens = text.split()
    if "(" not in text and "{" not in text:
        return tokens
    found: list[str] = []
    part: list[str] = []
    depth = 0
    for token in tokens:
        part.append(token)
        depth += token.count("(") + token.count("{") - token.count(")") - token.count("}")
        if depth <= 0:
            found.append("".join(part))
            part, depth = [], 0
    return [*found, "".join(part)] if part else found


def bound(slots: Sequence[Any], arguments: Sequence[Any], rest: int) -> list[Any]:
    """Return *slots* with *arguments* in the place of parameters; ``%...`` stands for those from *rest* on."""
    found: list[Any] = []
    for slot in slots:
        if type(slot) is Parameter:
            if slot is REST:
                found += arguments[rest:]
            else:
                found.append(_argument(slot.place, arguments))
        elif type(slot) is Expansion:
            found.append(slot.compute(arguments))
        elif type(slot) is Condition:
            found.append(Condition(slot.sign, *bound([slot.operand], arguments, rest)))
        else:
            found.append(slot)
    return found


def _argument(place: int, arguments: Sequence[Any]) -> Any:
    if 0 <= place < len(arguments):
        return arguments[place]
    raise ValueError(f"there is no argument %{place}, only {len(arguments)} in all")


def greatest_parameter(slots: Sequence[Any]) -> int:
    """Return the greatest number of a parameter in *slots*; -1 if there is none."""
    found = -1
    for slot in slots:
        one = slot.operand if isinstance(slot, Condition) else slot
        if isinstance(one, Parameter):
            found = max(found, one.place)
        elif isinstance(one, Expansion):
            found = max(found, one.greatest())
    return found


def has_parameters(slots: Sequence[Any]) -> bool:
    """Return whether there are parameters in *slots*."""
    return greatest_parameter(slots) >= 0 or any(slot is REST for slot in slots)
