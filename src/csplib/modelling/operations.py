"""The operations of arithmetic: what each computes, how it is written, and the engine's node for it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import prod
from typing import TypeAlias

from csplib.display.wording import joined
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.formulas import Absolute, Extreme, Node, Power, Product, Quotient, Remainder, Weighted

__all__ = [
    "ATOM",
    "PRODUCT",
    "SIGN",
    "SUM",
    "FloorDivision",
    "Greatest",
    "Least",
    "Magnitude",
    "Modulo",
    "Multiplication",
    "Operation",
    "WeightedSum",
    "Written",
    "shortened",
]

_LONGEST = 1_000

# How strongly a text holds together, by Python's precedence.
SUM = 1
PRODUCT = 2  # also // and %
SIGN = 3
ATOM = 4

Written: TypeAlias = "tuple[str, int]"
"""An expression as text, and how strongly it holds together."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Operation:
    """A function of integers. To add one: write it here with its node, and an operator or function that uses it."""

    def key(self) -> Hashable:
        """Give something that is equal for operations that do the same."""
        return type(self).__name__

    def compute(self, values: Sequence[int]) -> int:
        """Give the result."""
        raise NotImplementedError

    def is_gapless(self, domains: Sequence[Sequence[int]]) -> bool:  # noqa: ARG002
        """Say whether every value between the least and the greatest is taken; False if that is hard to see."""
        return False

    def node(self, below: Sequence[Node]) -> Node:
        """Translate for the engine."""
        raise NotImplementedError

    def text(self, operands: Sequence[Written]) -> Written:
        """Write the operation as a person would, with the brackets that Python needs."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class WeightedSum(Operation):
    """A sum with an integer weight for each operand, plus a constant."""

    def __init__(self, weights: Sequence[int], constant: int) -> None:
        self.weights: tuple[int, ...] = weights if isinstance(weights, tuple) else tuple(weights)
        self.constant: int = constant

    def key(self) -> Hashable:
        return (self.weights, self.constant)

    def is_gapless(self, domains: Sequence[Sequence[int]]) -> bool:
        ranges = [max(domain) - min(domain) + 1 == len(domain) for domain in domains]
        return len(ranges) == len(self.weights) and all(ranges) and {1, -1}.issuperset(self.weights)

    def compute(self, values: Sequence[int]) -> int:
        total = self.constant
        for place, weight in enumerate(self.weights):
            total += weight * values[place]
        return total

    def node(self, below: Sequence[Node]) -> Node:
        kept = [(node, weight) for node, weight in zip(below, self.weights, strict=True) if weight]
        return Weighted([node for node, _ in kept], [weight for _, weight in kept], self.constant)

    def text(self, operands: Sequence[Written]) -> Written:
        """Write a sum.

        >>> WeightedSum([1, -2], 3).text([("x", ATOM), ("y % 3", PRODUCT)])
        ('x - 2*(y % 3) + 3', 1)
        """
        if len(operands) == 1 and self.weights[0] == 1 and not self.constant:
            return operands[0]
        parts: list[str] = []
        for (operand, strength), weight in zip(operands, self.weights, strict=True):
            sign = "-" if weight < 0 else "+" if parts else ""
            if abs(weight) != 1:
                size = f"{abs(weight)}*{_bracketed(operand, strength)}"
            else:
                size = operand if strength == PRODUCT and (parts or not sign) else _bracketed(operand, strength)
            parts.append(f"{sign} {size}" if parts else f"{sign}{size}")
        if self.constant or not parts:
            size = str(abs(self.constant))
            sign = "-" if self.constant < 0 else "+" if parts else ""
            parts.append(f"{sign} {size}" if parts else f"{sign}{size}")
        if len(parts) > 1:
            return joined(parts, " "), SUM
        return parts[0], PRODUCT if "*" in parts[0] else SIGN if parts[0].startswith("-") else ATOM


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Multiplication(Operation):
    """The product of the operands."""

    def compute(self, values: Sequence[int]) -> int:
        return prod(values)

    def node(self, below: Sequence[Node]) -> Node:
        times: dict[int, int] = {}
        for node in below:
            times[id(node)] = times.get(id(node), 0) + 1
        factors = {id(node): node for node in below}
        return Product([node if times[one] == 1 else Power(node, times[one]) for one, node in factors.items()])

    def text(self, operands: Sequence[Written]) -> Written:
        if len(operands) == 1:
            return operands[0]
        return joined([_bracketed(text, strength) for text, strength in operands], " * "), PRODUCT


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Magnitude(Operation):
    """The absolute value of one operand."""

    def compute(self, values: Sequence[int]) -> int:
        return abs(values[0])

    def node(self, below: Sequence[Node]) -> Node:
        return Absolute(below)

    def text(self, operands: Sequence[Written]) -> Written:
        return f"abs({operands[0][0]})", ATOM


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class FloorDivision(Operation):
    """One operand divided by an integer and rounded down."""

    def __init__(self, divisor: int) -> None:
        self.divisor: int = divisor

    def key(self) -> Hashable:
        return ("//", self.divisor)

    def compute(self, values: Sequence[int]) -> int:
        return values[0] // self.divisor

    def node(self, below: Sequence[Node]) -> Node:
        return Quotient(below[0], self.divisor)

    def text(self, operands: Sequence[Written]) -> Written:
        text, strength = operands[0]
        return f"{_bracketed(text, strength)} // {self.divisor}", PRODUCT


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Modulo(Operation):
    """The remainder of one operand by an integer, with the sign of that integer."""

    def __init__(self, divisor: int) -> None:
        self.divisor: int = divisor

    def key(self) -> Hashable:
        return ("%", self.divisor)

    def compute(self, values: Sequence[int]) -> int:
        return values[0] % self.divisor

    def node(self, below: Sequence[Node]) -> Node:
        return Remainder(below[0], self.divisor)

    def text(self, operands: Sequence[Written]) -> Written:
        text, strength = operands[0]
        return f"{_bracketed(text, strength)} % {self.divisor}", PRODUCT


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Least(Operation):
    """The least of the operands."""

    def compute(self, values: Sequence[int]) -> int:
        return min(values)

    def node(self, below: Sequence[Node]) -> Node:
        return Extreme(below, least=True)

    def text(self, operands: Sequence[Written]) -> Written:
        return f"min_of({joined([text for text, _ in operands])})", ATOM


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Greatest(Operation):
    """The greatest of the operands."""

    def compute(self, values: Sequence[int]) -> int:
        return max(values)

    def node(self, below: Sequence[Node]) -> Node:
        return Extreme(below, least=False)

    def text(self, operands: Sequence[Written]) -> Written:
        return f"max_of({joined([text for text, _ in operands])})", ATOM


def _bracketed(text: str, strength: int) -> str:
    """Put anything but a name, a number or a call in brackets."""
    return text if strength == ATOM else f"({text})"


def shortened(written: Written) -> Written:
    """Leave out an operand that nobody would read: written out, what is shared inside it could be endless."""
    return written if len(written[0]) <= _LONGEST else ("(…)", ATOM)
