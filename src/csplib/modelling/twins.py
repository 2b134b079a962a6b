"""Twins: hidden variables for terms over a variable that a constraint names more than once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import Written
from csplib.kernel.compiler import mypyc_attr
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import TWINS, Constraint
from csplib.modelling.terms import Composite, Term, depth_of

if TYPE_CHECKING:
    from csplib.modelling.terms import Domain

__all__ = ["Twin", "with_twins"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Twin(Composite):
    """A variable that equals *term*, for a constraint in which the variable of *term* occurs before."""

    __slots__ = ("number", "term")

    def __init__(self, term: Term, number: int) -> None:
        self.term: Term = term
        self.number: int = number
        super().__init__(term.owner, depth_of((term,)))

    def operands(self) -> tuple[Term, ...]:
        return (self.term,)

    def integer_operands(self) -> Sequence[Term]:
        return ()

    def structure(self) -> Hashable:
        return ("twin", self.number, self.term.key())

    def compute(self, values: Mapping[Hashable, Any]) -> Any:
        return self.term.evaluate(values)

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:
        return domain_of(self.term)

    def definition(self) -> Constraint | None:
        return AllEqual([self.term, Term(self.name)])

    def written(self) -> Written:
        return self.term.written()

    def __str__(self) -> str:
        return str(self.term)


def with_twins(terms: Sequence[Term], *, shifts: bool = False) -> tuple[Term, ...]:
    """Return *terms* with twins for those over a variable that occurs before; with *shifts*, x and x + 2 may occur."""
    times: dict[Hashable, int] = {}
    found: list[Term] = []
    for term in terms:
        key = term.key() if shifts else term.name
        count = times.get(key, 0)
        times[key] = count + 1
        found.append(Twin(term, count) if count else term)
    return tuple(found)


TWINS.append(with_twins)
