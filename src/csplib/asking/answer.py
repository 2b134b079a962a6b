"""`Solution`: one answer, a value for each variable in the user's own names."""

from __future__ import annotations

from collections.abc import Hashable, ItemsView, Iterator, Mapping, ValuesView
from copyreg import pickle
from typing import TYPE_CHECKING, Any, overload

from csplib.asking.rows import RowSolution
from csplib.display.notebook import solution_html
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from csplib.modelling.expressions import Variable

    N = TypeVar("N", bound=Hashable, default=Any)
    V = TypeVar("V", bound=Hashable, default=Any)
    D = TypeVar("D")
else:  # the defaults are for type checkers, and typing_extensions takes long to load
    from typing import TypeVar

    N = TypeVar("N", bound=Hashable)
    V = TypeVar("V", bound=Hashable)

__all__ = ["N", "Solution", "V"]


class Solution(Mapping[N, V]):
    """A value for each variable, by name or by `Variable`. It cannot be changed, and equals any mapping like it.

    Expressions have their values too, where all their variables have one.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x = p.add_variable("x", [7])
    >>> solution = p.solve()
    >>> solution["x"], solution[x], solution[x * x + 1], solution == {"x": 7}
    (7, 7, 50, True)
    """

    __slots__ = ("_values",)

    def __init__(self, values: dict[N, V]) -> None:
        self._values = values

    @overload
    def __getitem__(self, key: N | Variable) -> V: ...
    @overload
    def __getitem__(self, key: Term) -> V | int: ...
    def __getitem__(self, key: Any) -> Any:
        values: Any = self._values
        return key.evaluate(values) if isinstance(key, Term) else values[key]

    @overload
    def get(self, key: N | Variable) -> V | None: ...
    @overload
    def get(self, key: N | Variable, default: V | D) -> V | D: ...
    def get(self, key: Any, default: Any = None) -> Any:
        """Give the value of *key*, or *default* if there is none."""
        return super().get(key, default)

    def __iter__(self) -> Iterator[N]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def values(self) -> ValuesView[V]:
        """Give the values, in the order of the variables."""
        return self._values.values()

    def items(self) -> ItemsView[N, V]:
        """Give the names with their values."""
        return self._values.items()

    def __eq__(self, other: object) -> bool:
        return self._values == (other._values if type(other) is Solution else other)

    def __contains__(self, key: object) -> bool:
        return (key.name if isinstance(key, Term) and not key.offset else key) in self._values

    def __hash__(self) -> int:
        return hash(frozenset(self._values.items()))

    def __repr__(self) -> str:
        return f"Solution({self._values!r})"

    def _repr_html_(self) -> str:
        return solution_html(self._values)


def _reduced(row: RowSolution) -> Any:
    """Say how to copy *row*, or to send it elsewhere: as a plain solution."""
    return Solution, (row.as_dict(),)


_mapping: Any = Solution  # type checkers do not know that it can be asked to register another
_mapping.register(RowSolution)
pickle(RowSolution, _reduced)
