"""The operations of arithmetic: what each computes, how it is written, and the engine's node for it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import prod

from csplib.native import mypyc_attr
from csplib.propagation.intervals import Node
from csplib.propagation.operations import Absolute, Extreme, Power, Product, Quotient, Remainder, Weighted

__all__ = [
    "FloorDivision",
    "Greatest",
    "Least",
    "Magnitude",
    "Modulo",
    "Multiplication",
    "Operation",
    "WeightedSum",
    "shortened",
]

_LONGEST = 1_000


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

    def text(self, operands: Sequence[str]) -> str:
        """Write the operation as a person would."""
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

    def text(self, operands: Sequence[str]) -> str:
        """Write a sum.

        >>> WeightedSum([1, -2], 3).text(["x", "y"])
        'x - 2*y + 3'
        """
        written = ""
        for operand, weight in zip(operands, self.weights, strict=True):
            size = operand if abs(weight) == 1 else f"{abs(weight)}*{_bracketed(operand)}"
            written += f"{' - ' if weight < 0 else ' + '}{size}"
        if self.constant or not written:
            written += f"{' - ' if self.constant < 0 else ' + '}{abs(self.constant)}"
        return written[3:] if written.startswith(" + ") else f"-{written[3:]}"


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

    def text(self, operands: Sequence[str]) -> str:
        return " * ".join(map(_bracketed, operands))


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Magnitude(Operation):
    """The absolute value of one operand."""

    def compute(self, values: Sequence[int]) -> int:
        return abs(values[0])

    def node(self, below: Sequence[Node]) -> Node:
        return Absolute(below)

    def text(self, operands: Sequence[str]) -> str:
        return f"abs({operands[0]})"


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

    def text(self, operands: Sequence[str]) -> str:
        return f"{_bracketed(operands[0])} // {self.divisor}"


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

    def text(self, operands: Sequence[str]) -> str:
        return f"{_bracketed(operands[0])} % {self.divisor}"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Least(Operation):
    """The least of the operands."""

    def compute(self, values: Sequence[int]) -> int:
        return min(values)

    def node(self, below: Sequence[Node]) -> Node:
        return Extreme(below, least=True)

    def text(self, operands: Sequence[str]) -> str:
        return f"min_of({', '.join(operands)})"


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Greatest(Operation):
    """The greatest of the operands."""

    def compute(self, values: Sequence[int]) -> int:
        return max(values)

    def node(self, below: Sequence[Node]) -> Node:
        return Extreme(below, least=False)

    def text(self, operands: Sequence[str]) -> str:
        return f"max_of({', '.join(operands)})"


def _bracketed(operand: str) -> str:
    """Put an operand of several words in brackets, unless a function's are around it."""
    enclosed = operand.startswith(("abs(", "min_of(", "max_of(", "element(", "reify("))
    return f"({operand})" if " " in operand and not enclosed else operand


def shortened(text: str) -> str:
    """Leave out an operand that nobody would read: written out, what is shared inside it could be endless."""
    return text if len(text) <= _LONGEST else "(...)"
