"""`Knapsack`: which items are taken, what they weigh, and what they bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from csplib.display.wording import joined
from csplib.errors import OptionError, RowError, ScopeError
from csplib.kernel.propagators.knapsack import KnapsackBound
from csplib.kernel.propagators.linear import LinearAtMost
from csplib.kernel.propagators.linear_equals import LinearEquals
from csplib.modelling.arguments import as_number
from csplib.modelling.constraints.base import Constraint, as_term, listed
from csplib.modelling.constraints.bin_packing import checked_amounts
from csplib.modelling.twins import with_twins

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Knapsack"]


class Knapsack(Constraint):
    """Items taken as often as *counts* say have a total weight and a total profit.

    *counts* has a variable for each item: 0 or 1, or larger numbers for items of which there are several. *weights* and
    *profits* are integers of at least 0. *capacity* is what the items weigh at most, or *weight* what they weigh
    exactly. *profit* is what they bring exactly, or *least_profit* what they bring at least. All four are integers,
    variables or expressions.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> taken = p.add_variables(["tent", "stove", "book"], [0, 1])
    >>> gain = p.add_variable("gain", range(100))
    >>> p.add(Knapsack(taken, weights=[5, 3, 2], profits=[8, 5, 4], capacity=7, profit=gain))
    >>> p.maximize(gain).finish().solution
    Solution({'tent': 1, 'stove': 0, 'book': 1, 'gain': 12})

    Weight and profit are propagated as sums. The bound of Dantzig, for parts of items, ties them together: see
    `csplib.kernel.propagators.knapsack`.
    """

    numeric: ClassVar[bool] = True
    repeats: ClassVar[bool] = True
    takes_intervals: ClassVar[bool] = True
    layout: ClassVar[str] = "own"

    def __init__(
        self,
        counts: Iterable[object],
        weights: Iterable[object],
        profits: Iterable[object],
        *,
        capacity: object = None,
        weight: object = None,
        profit: object = None,
        least_profit: object = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        items = [as_term(one) for one in listed(counts, "Knapsack needs a collection of variables, one for each item")]
        self.weights: list[int] = checked_amounts("Knapsack", "weight", weights)
        self.profits: list[int] = checked_amounts("Knapsack", "profit", profits)
        if not items:
            raise ScopeError("Knapsack needs at least one item")
        if not len(items) == len(self.weights) == len(self.profits):
            raise RowError(
                f"Knapsack has {len(items)} items, {len(self.weights)} weights and {len(self.profits)} profits"
            )
        if (capacity is None) == (weight is None):
            raise OptionError("Knapsack needs either capacity= or weight=")
        if (profit is None) == (least_profit is None):
            raise OptionError("Knapsack needs either profit= or least_profit=")
        self.weighs: bool = weight is not None
        self.brings: bool = profit is not None
        total = as_number(weight if self.weighs else capacity, "the weight of Knapsack")
        gain = as_number(profit if self.brings else least_profit, "the profit of Knapsack")
        super().__init__([*with_twins(items), total, gain], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        *counts, total, gain = self.shifted_values(values)
        weight = sum(count * one for count, one in zip(counts, self.weights, strict=True))
        profit = sum(count * one for count, one in zip(counts, self.profits, strict=True))
        fits = weight == total if self.weighs else weight <= total
        pays = profit == gain if self.brings else profit >= gain
        return bool(min(counts) >= 0 and fits and pays)

    def lower(self, to: Lowering) -> None:
        *counts, total, gain = to.variables(self)
        for amounts, x, is_exact, sign in (
            (self.weights, total, self.weighs, 1),
            (self.profits, gain, self.brings, -1),
        ):
            scope = [y for y, one in zip(counts, amounts, strict=True) if one]
            factors = [sign * one for one in amounts if one]
            if is_exact:
                to.add(LinearEquals([*scope, x], [*factors, -sign], 0, self))
            else:
                to.add(LinearAtMost([*scope, x], [*factors, -sign], 0, self))
        to.add(KnapsackBound(counts, self.weights, self.profits, total, gain, self))

    def describe(self) -> str:
        *counts, total, gain = self.terms
        rows = zip(counts, self.weights, self.profits, strict=True)
        shown = joined([f"{count} of weight {weight} for {profit}" for count, weight, profit in rows])
        weight, profit = "weight" if self.weighs else "capacity", "profit" if self.brings else "least profit"
        return f"Knapsack({shown}; {weight} {total}, {profit} {gain})"
