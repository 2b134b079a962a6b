"""The operations of arithmetic: what each computes, and how it is written.

To add one, write it here, with an operator or function that builds it, and its node in `csplib.lowering.formulas`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import prod

from csplib.display.wording import ATOM, PRODUCT, SIGN, SUM, Written, bracketed, joined
from csplib.kernel.compiler import mypyc_attr

__all__ = [
    "FloorDivision",
    "Greatest",
    "Least",
    "Magnitude",
    "Modulo",
    "Multiplication",
    "Operation",
    "WeightedSum",
]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Operation:
    """A function of integers."""

    def key(self) -> Hashable:
        """Return a key that is equal for operations that compute the same."""
        return type(self).__name__

    def compute(self, values: Sequence[int]) -> int:
        """Return the result."""
        raise NotImplementedError

    def is_gapless(self, domains: Sequence[Sequence[int]]) -> bool:  # noqa: ARG002
        """Return whether the results over *domains* are a range of integers without gaps; False if unknown."""
        return False

    def text(self, operands: Sequence[Written]) -> Written:
        """Return the operation as text, with the brackets that Python needs."""
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
        if len(domains) != len(self.weights) or not {1, -1}.issuperset(self.weights):
            return False
        ranges = [isinstance(domain, range) or max(domain) - min(domain) + 1 == len(domain) for domain in domains]
        return all(ranges)

    def compute(self, values: Sequence[int]) -> int:
        total = self.constant
        for place, weight in enumerate(self.weights):
            total += weight * values[place]
        return total

    def text(self, operands: Sequence[Written]) -> Written:
        """Return the sum as text.

        >>> WeightedSum([1, -2], 3).text([("x", ATOM), ("y % 3", PRODUCT)])
        ('x - 2*(y % 3) + 3', 1)
        """
        if len(operands) == 1 and self.weights[0] == 1 and not self.constant:
            return operands[0]
        parts: list[str] = []
        for operand, weight in zip(operands, self.weights, strict=True):
            if abs(weight) != 1:
                size = f"{abs(weight)}*{bracketed(operand)}"
            else:
                bare = operand[1] == PRODUCT and (parts or weight > 0)
                size = operand[0] if bare else bracketed(operand)
            parts.append(_signed(size, weight, first=not parts))
        if self.constant or not parts:
            parts.append(_signed(str(abs(self.constant)), self.constant, first=not parts))
        if len(parts) > 1:
            return joined(parts, " "), SUM
        return parts[0], PRODUCT if "*" in parts[0] else SIGN if parts[0].startswith("-") else ATOM


def _signed(size: str, number: int, *, first: bool) -> str:
    """Return a summand with the sign of *number*; the *first* one needs no plus."""
    if first:
        return f"-{size}" if number < 0 else size
    return f"{'-' if number < 0 else '+'} {size}"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Multiplication(Operation):
    """The product of the operands."""

    def compute(self, values: Sequence[int]) -> int:
        return prod(values)

    def text(self, operands: Sequence[Written]) -> Written:
        if len(operands) == 1:
            return operands[0]
        return joined([bracketed(operand) for operand in operands], " * "), PRODUCT


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Magnitude(Operation):
    """The absolute value of one operand."""

    def compute(self, values: Sequence[int]) -> int:
        return abs(values[0])

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

    def text(self, operands: Sequence[Written]) -> Written:
        return f"{bracketed(operands[0])} // {self.divisor}", PRODUCT


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Modulo(Operation):
    """The remainder of one operand by an integer, with the sign of that integer."""

    def __init__(self, divisor: int) -> None:
        self.divisor: int = divisor

    def key(self) -> Hashable:
        return ("%", self.divisor)

    def compute(self, values: Sequence[int]) -> int:
        return values[0] % self.divisor

    def text(self, operands: Sequence[Written]) -> Written:
        return f"{bracketed(operands[0])} % {self.divisor}", PRODUCT


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Least(Operation):
    """The least of the operands."""

    def compute(self, values: Sequence[int]) -> int:
        return min(values)

    def text(self, operands: Sequence[Written]) -> Written:
        return f"min_of({joined([text for text, _ in operands])})", ATOM


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Greatest(Operation):
    """The greatest of the operands."""

    def compute(self, values: Sequence[int]) -> int:
        return max(values)

    def text(self, operands: Sequence[Written]) -> Written:
        return f"max_of({joined([text for text, _ in operands])})", ATOM
