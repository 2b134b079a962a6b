"""`OneHot`: a variable, and a 0/1 variable for each of its values."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, joined
from csplib.kernel.propagators.one_hot import Indicators
from csplib.modelling.constraints.base import Constraint, as_term
from csplib.modelling.constraints.element import keyed

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["OneHot"]


class OneHot(Constraint):
    """Each of *flags* is 1 exactly when *variable* has its value, else 0: a channel to a list of 0/1 variables.

    The flags are a list, for the values 0, 1, 2 and so on, or a mapping from values to flags. Other values of the
    variable are not possible, so exactly one flag is 1. Propagation reaches domain consistency, unless a variable
    occurs twice. Also called *channel*, *indicator variables* or *direct encoding*.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> color = p.add_variable("color", ["red", "green", "blue"])
    >>> is_red, is_blue = p.add_variables(["is_red", "is_blue"], [0, 1])
    >>> p.add(OneHot(color, {"red": is_red, "blue": is_blue}), is_red == 0)
    >>> p.solve()
    Solution({'color': 'blue', 'is_red': 0, 'is_blue': 1})
    """

    repeats: ClassVar[bool] = True

    def __init__(
        self,
        variable: object,
        flags: Iterable[object] | Mapping[Any, object],
        *,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        keys, given = keyed(flags, "OneHot needs a collection of 0/1 variables")
        self.keys: list[Hashable] = list(keys)
        super().__init__([as_term(variable), *map(as_term, given)], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        value, *flags = self.shifted_values(values)
        return value in self.keys and all(flag == (value == key) for key, flag in zip(self.keys, flags, strict=True))

    def lower(self, to: Lowering) -> None:
        x, *flags = to.variables(self)
        bits = [to.bit(key) for key in self.keys]
        to.add(Indicators(x, bits, flags, to.bit(0), to.bit(1), self))

    def describe(self) -> str:
        shown = [f"{brief(key)}: {flag}" for key, flag in zip(self.keys, self.terms[1:], strict=True)]
        return f"OneHot({self.terms[0]}, {{{joined(shown)}}})"
