"""Conditions: a relation to a number or a set, such as ``(le,10)`` and ``(in,1..3)``."""

from __future__ import annotations

import re
from typing import Any

from csplib.formats.xcsp3.numbers import compare, number
from csplib.modelling.constraints.base import Constraint

__all__ = ["Condition", "condition_parts"]

_FORM = re.compile(r"\(\s*([a-z]+)\s*,(.*)\)", re.DOTALL | re.IGNORECASE)


class Condition:
    """A relation to a number or a set. In a template, the *operand* may be a parameter."""

    def __init__(self, sign: str, operand: Any) -> None:
        self.sign: str = sign
        self.operand: Any = operand

    def holds(self, operand: Any) -> Constraint:
        """Return the constraint that *operand* meets the condition."""
        return compare(operand, self.sign, self.operand)

    def upper(self) -> Any:
        """Return the greatest number that meets the condition, if there is one; None for other conditions."""
        if self.sign == "le":
            return number(self.operand)
        return number(self.operand) - 1 if self.sign == "lt" else None

    @property
    def value(self) -> int | None:
        """The number in the condition, if it is an integer."""
        return self.operand if isinstance(self.operand, int) else None


def condition_parts(text: str) -> tuple[str, str] | None:
    """Return the sign and the operand of a condition; None if *text* is none."""
    match = _FORM.fullmatch(text.strip())
    return (match[1].lower(), match[2]) if match else None
