"""The expressions of FlatZinc: literals, names, arrays, ranges, sets and annotations."""

from __future__ import annotations

from typing import Any

from csplib.display.wording import brief
from csplib.errors import FormatError
from csplib.formats.flatzinc.items import Item
from csplib.formats.flatzinc.values import Call, set_of

__all__ = ["CONSTANTS", "Expressions", "is_word"]

_DEEPEST = 60
_LONGEST_NUMBER = 4000

CONSTANTS: dict[str, Any] = {"true": True, "false": False}
"""The names that every file has."""


class Expressions:
    """The tokens of one item, read from left to right. *names* has the values of the names in the file."""

    def __init__(self, item: Item, names: dict[str, Any]) -> None:
        self.item = item
        self.names = names
        self.tokens: list[str] = item.tokens()
        self.at: int = 0

    def error(self, message: str, place: int | None = None) -> FormatError:
        """Return the error about the token in *place*, by default the current one."""
        return self.item.error(message, self.at if place is None else place)

    def needed(self, what: str) -> FormatError:
        """Return the error that *what* should be where the current token is."""
        token = self.tokens[self.at]
        return self.error(f"there should be {what} instead of {brief(token) if token else 'the end of the item'}")

    def take(self, token: str) -> bool:
        """Go past the current token if it is *token*; return whether it was."""
        if self.tokens[self.at] != token:
            return False
        self.at += 1
        return True

    def expect(self, token: str) -> None:
        """Go past *token*."""
        if not self.take(token):
            raise self.needed(repr(token))

    def word(self, what: str) -> str:
        """Return the current token, which must be a word, and go past it."""
        token = self.tokens[self.at]
        if not is_word(token):
            raise self.needed(what)
        self.at += 1
        return token

    def integer(self) -> int:
        """Return the current token, which must be an integer, and go past it."""
        found = self._number()
        if not isinstance(found, int):
            raise self.needed("an integer")
        return found

    def expression(self, depth: int = 0, *, annotation: bool = False) -> Any:
        """Return the value of the expression that begins here."""
        symbol = self.tokens[self.at]
        if depth > _DEEPEST:
            raise self.error(f"expressions are nested more than {_DEEPEST} deep")
        if is_word(symbol):
            return self._named(depth, annotation=annotation)
        if symbol == "[":
            return self._array(depth, annotation=annotation)
        if symbol == "{":
            return self._set()
        if symbol[:1] == '"' and len(symbol) > 1:
            self.at += 1
            return symbol[1:-1]
        low = self._number()
        return self._range(low) if self.take("..") else low

    def annotations(self) -> list[Call]:
        """Return the annotations that follow."""
        found: list[Call] = []
        while self.take("::"):
            if not is_word(self.tokens[self.at]):
                raise self.needed("an annotation")
            one = self._named(0, annotation=True, only_calls=True)
            found.append(one)
        return found

    def arguments(self, depth: int = 0, *, annotation: bool = False) -> list[Any]:
        """Return the expressions up to the closing bracket; the opening one is behind."""
        found: list[Any] = []
        if self.take(")"):
            return found
        while True:
            found.append(self.expression(depth, annotation=annotation))
            if self.take(")"):
                return found
            self.expect(",")

    def _named(self, depth: int, *, annotation: bool, only_calls: bool = False) -> Any:
        token = self.tokens[self.at]
        self.at += 1
        if self.tokens[self.at] == "(" and annotation:
            self.at += 1
            return Call(token, self.arguments(depth + 1, annotation=True))
        if not only_calls and token in self.names:
            value = self.names[token]
            return self._item_of(value) if self.tokens[self.at] == "[" else value
        if not annotation:
            raise self.error(f"there is no variable or parameter {brief(token)}", self.at - 1)
        return Call(token, [])

    def _item_of(self, array: Any) -> Any:
        """Return the item of *array* whose number follows in square brackets."""
        self.expect("[")
        place = self.integer()
        if not isinstance(array, list) or not 1 <= place <= len(array):
            count = f"an array of {len(array)}" if isinstance(array, list) else "no array"
            raise self.error(f"there is no item {place}: this is {count}", self.at - 1)
        self.expect("]")
        return array[place - 1]

    def _array(self, depth: int, *, annotation: bool) -> list[Any]:
        found = None if annotation else self._plain_array()
        if found is not None:
            return found
        self.expect("[")
        values: list[Any] = []
        if self.take("]"):
            return values
        while True:
            values.append(self.expression(depth + 1, annotation=annotation))
            if self.take("]"):
                return values
            self.expect(",")

    def _plain_array(self) -> list[Any] | None:
        """Return an array of names and integers; None if there is anything else in it. Most arrays are such."""
        tokens, names = self.tokens, self.names
        try:
            end = tokens.index("]", self.at)
        except ValueError:
            raise self.error("this array has no end") from None
        if tokens[self.at + 2 : end : 2].count(",") != (end - self.at - 1) // 2 or end == self.at + 1:
            return None
        try:
            found = [names[one] if one in names else int(one) for one in tokens[self.at + 1 : end : 2]]
        except ValueError:
            return None
        self.at = end + 1
        return found

    def _number(self) -> int | float:
        token = self.tokens[self.at]
        digits = token.removeprefix("-")
        if not digits[:1].isdigit():
            raise self.needed("a value")
        if len(digits) > _LONGEST_NUMBER:
            raise self.error(f"this number has more than {_LONGEST_NUMBER} digits")
        self.at += 1
        if digits[1:2] in {"x", "X", "o", "O"}:
            return int(token, 0)
        return int(token) if digits.isdigit() else float(token)

    def _range(self, low: int | float) -> Any:
        high = self._number()
        if isinstance(low, float) or isinstance(high, float):
            return float(low), float(high)
        return range(low, high + 1) if low <= high else range(0)

    def _set(self) -> Any:
        self.expect("{")
        found: list[Any] = []
        while not self.take("}"):
            found.append(self._number())
            if self.tokens[self.at] != "}":
                self.expect(",")
        return set_of(found) if all(isinstance(one, int) for one in found) else tuple(found)


def is_word(token: str) -> bool:
    """Return whether *token* is a name or a keyword."""
    first = token[:1]
    return first.isalpha() or first == "_" or (first == "'" and len(token) > 1)
