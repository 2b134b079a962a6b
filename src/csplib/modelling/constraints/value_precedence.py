"""`ValuePrecedence`: a value is taken only after the one before it, to break the symmetry of values."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from csplib.display.wording import brief, listing, value_text
from csplib.errors import KindError, OptionError
from csplib.kernel.bits import Mask
from csplib.kernel.propagators.automaton import Automaton, Moves
from csplib.modelling.constraints.base import Constraint, listed
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["ValuePrecedence"]


class ValuePrecedence(Constraint):
    """Each of *values* is taken only if the one before it is taken earlier, by a variable further to the left.

    It keeps one of many solutions that differ only in the names of values, as the colors of a map. Other values may be
    taken anywhere. Propagation reaches domain consistency, unless a variable occurs twice. Also called
    *value_precede_chain*; a way to break symmetries.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> teams = p.add_variables(["Ann", "Bob", "Cid"], ["red", "green", "blue"])
    >>> p.add(ValuePrecedence(teams, ["red", "green", "blue"]))
    >>> [list(s.values()) for s in p.solutions()][:3]
    [['red', 'red', 'red'], ['red', 'red', 'green'], ['red', 'green', 'red']]
    """

    repeats: ClassVar[bool] = True
    names_values: ClassVar[bool] = True

    def __init__(
        self, variables: Iterable[object], values: Iterable[Hashable], *, name: str | None = None, rank: int = 0
    ) -> None:
        given = listed(values, "ValuePrecedence needs a collection of values")
        for value in given:
            if isinstance(value, (Term, Constraint)):
                raise KindError(f"ValuePrecedence needs values, and {brief(value)} is not a value")
        self.values: dict[Hashable, int] = {value: place for place, value in enumerate(given)}
        if len(self.values) < len(given):
            raise OptionError("ValuePrecedence needs different values")
        super().__init__(variables, name=name, rank=rank)

    def named_values(self) -> Iterable[Hashable]:
        return self.values

    def satisfied(self, values: Sequence[object]) -> bool:
        taken = 0
        for value in self.shifted_values(values):
            place = self.values.get(value, -1)
            if place > taken:
                return False
            taken += place == taken
        return True

    def lower(self, to: Lowering) -> None:
        """Let the state of an automaton be how many of the values have been taken."""
        every = (2 << len(self.values)) - 1
        others: Mask = -1
        steps: list[tuple[Mask, Moves]] = []
        for value, place in self.values.items():
            bit = to.bit(value)
            if bit:
                others &= ~bit
                steps.append((bit, [(0, every & (-2 << place)), (1, 1 << place)]))
        steps.append((others, [(0, every)]))
        to.add(Automaton(to.variables(self), steps, 1, every, self))

    def describe(self) -> str:
        return f"ValuePrecedence({value_text(list(self.values))} in {listing(self.terms)})"
