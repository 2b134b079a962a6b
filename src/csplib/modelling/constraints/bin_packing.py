"""`BinPacking`: items of certain sizes are packed into bins."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, joined
from csplib.errors import KindError, OptionError, RowError, ScopeError
from csplib.kernel.bits import split
from csplib.kernel.propagators.packing import Packing
from csplib.modelling.arguments import as_number
from csplib.modelling.constraints.base import Constraint, as_term, listed
from csplib.modelling.constraints.element import keyed
from csplib.modelling.terms import Term
from csplib.modelling.twins import with_twins

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["BinPacking", "checked_amounts"]


class BinPacking(Constraint):
    """Each item is in the bin that its variable says, and the sizes in each bin sum up to no more than it holds.

    *bins* has a variable for each item, whose values are bins. *sizes* has an integer for each item, at least 0.
    *capacity* is what each bin holds: an integer for all bins, a list for the bins 0, 1, 2 and so on, or a mapping from
    bins to capacities. Instead of it, *loads* is a list or a mapping of the sums themselves, which are often variables.
    Capacities can be variables and expressions, too. Items are in no bin that is not in the list or mapping. For an
    item that may stay outside, add a bin that holds everything.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> piano, desk, sofa = p.add_variables(["piano", "desk", "sofa"], ["van", "truck"])
    >>> p.add(BinPacking([piano, desk, sofa], sizes=[7, 3, 5], capacity={"van": 6, "truck": 10}))
    >>> p.solve()
    Solution({'piano': 'truck', 'desk': 'truck', 'sofa': 'van'})

    Propagation reaches domain consistency for each bin, unless it has room for very large sums; all bins together are
    considered, too. See `csplib.kernel.propagators.packing`. Also called *bin_packing_load*, *bin_packing_capa*.
    """

    names_values: ClassVar[bool] = True
    repeats: ClassVar[bool] = True  # a load may be one of the items
    takes_intervals: ClassVar[bool] = True
    mixes: ClassVar[bool] = True

    def __init__(
        self,
        bins: Iterable[object],
        sizes: Iterable[object],
        capacity: Any = None,
        *,
        loads: Any = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        items = [as_term(one) for one in listed(bins, "BinPacking needs a collection of variables, one for each item")]
        self.sizes: list[int] = checked_amounts("BinPacking", "size", sizes)
        if not items:
            raise ScopeError("BinPacking needs at least one item")
        if len(items) != len(self.sizes):
            raise RowError(f"BinPacking has {len(items)} items but {len(self.sizes)} sizes")
        if (capacity is None) == (loads is None):
            raise OptionError("BinPacking needs either capacity= or loads=")
        self.equal: bool = loads is not None
        amounts = loads if capacity is None else capacity
        self.keys: list[Hashable] | None = None
        self.capacity: int = 0
        totals: list[Term] = []
        if isinstance(amounts, (Mapping, Iterable)):
            keys, given = keyed(amounts, "BinPacking needs a list or a mapping of bins")
            self.keys = list(keys)
            totals = [as_number(one, "the load of a bin" if self.equal else "a capacity") for one in given]
        elif self.equal:
            raise KindError(f"loads of BinPacking must be a list or a mapping, not {brief(amounts)}")
        else:
            [self.capacity] = checked_amounts("BinPacking", "capacity", [amounts])
        super().__init__([*with_twins(items), *totals], name=name, rank=rank)

    def integral(self) -> list[Term]:
        return [*super().integral(), *self.terms[len(self.sizes) :]]

    def named_values(self) -> Iterable[Hashable]:
        return self.keys or ()

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        packed: dict[Hashable, int] = dict.fromkeys(self.keys or (), 0)
        for where, size in zip(row, self.sizes, strict=False):
            if self.keys is not None and where not in packed:
                return False
            packed[where] = packed.get(where, 0) + size
        if self.keys is None:
            return all(total <= self.capacity for total in packed.values())
        totals = row[len(self.sizes) :]
        pairs = list(zip([packed[key] for key in self.keys], totals, strict=True))
        return all(one == total if self.equal else one <= total for one, total in pairs)

    def lower(self, to: Lowering) -> None:
        scope = to.variables(self)
        items, totals = scope[: len(self.sizes)], scope[len(self.sizes) :]
        if any(x in to.intervals for x in items):
            to.ask(self)
            return
        if self.keys is None:
            every = 0
            for x in items:
                every |= to.left[x]
            bits = split(every)
            to.add(Packing(items, self.sizes, bits, [-1] * len(bits), [self.capacity] * len(bits), self))
            return
        bits = [to.bit(key) for key in self.keys]
        capacities = [to.high(x) for x in totals]
        loads = totals if self.equal else [-1 if to.low(x) == to.high(x) else x for x in totals]
        to.add(Packing(items, self.sizes, bits, loads, capacities, self, equal=self.equal))

    def describe(self) -> str:
        items = [f"{term} of {size}" for term, size in zip(self.terms, self.sizes, strict=False)]
        if self.keys is None:
            return f"BinPacking({joined(items)}; capacity {self.capacity})"
        totals = zip(self.keys, self.terms[len(self.sizes) :], strict=True)
        word = "loads" if self.equal else "capacities"
        return f"BinPacking({joined(items)}; {word} {joined([f'{brief(key)}: {term}' for key, term in totals])})"


def checked_amounts(kind: str, what: str, amounts: Iterable[object]) -> list[int]:
    """Return integers of at least 0."""
    found: list[int] = []
    for one in listed(amounts, f"{kind} needs a collection of integers"):
        try:
            amount = index(one)
        except TypeError:
            raise KindError(f"each {what} of {kind} must be an integer, not {brief(one)}") from None
        if amount < 0:
            raise OptionError(f"each {what} of {kind} must be at least 0, not {amount}")
        found.append(amount)
    return found
