"""`Solution`: a row of values that shares its names with the other solutions of a search.

Type checkers read ``solution.pyi``, where `Solution` is generic. Here it has no base class: compiled, a class with a
base that is not compiled accepts weak references but never clears them.
"""

from __future__ import annotations

from collections.abc import Hashable, ItemsView, Iterator, KeysView, Mapping, ValuesView
from copy import deepcopy
from types import GenericAlias
from typing import Any, ClassVar, TypeVar, final

from csplib.display.notebook import solution_html
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.statistics import Statistics
from csplib.kernel.tracking import untrack
from csplib.modelling.terms import Term

__all__ = ["N", "Rows", "Solution", "V", "from_row"]

N = TypeVar("N", bound=Hashable)
V = TypeVar("V", bound=Hashable)


@final
class Solution:
    """A value for each variable, by name or by `Variable`. It cannot be changed, and equals any mapping with its items.

    Expressions have their values too, where all their variables have one. A list of variables, or an array, has a list
    of values.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x = p.add_variable("x", [7])
    >>> solution = p.solve()
    >>> solution["x"], solution[x], solution[x * x + 1], solution[[x, 2 * x]], solution == {"x": 7}
    (7, 7, 50, [7, 14], True)
    """

    __slots__ = ("_places", "_row")

    # Python would count down from the length, as if the names were 0, 1, 2...: a mapping refuses that.
    __reversed__: ClassVar[None] = None

    def __init__(self, values: Any, row: Any = None) -> None:
        """Take *values* by name or, with a *row*, the place of each name in it."""
        if row is None:
            self._places: dict[Any, int] = {name: place for place, name in enumerate(values)}
            self._row: tuple[Any, ...] = tuple(values.values())
        else:
            self._places = values
            self._row = row

    def __init_subclass__(cls) -> None:
        raise TypeError("Solution cannot be subclassed: every answer is a Solution itself")

    @classmethod
    def __class_getitem__(cls, types: Any) -> Any:
        return GenericAlias(cls, types)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, Term):
            values: Any = self
            return key.evaluate(values)
        if isinstance(key, list) or getattr(key, "ndim", 0) != 0:
            return [self[one] for one in key]
        return self._row[self._places[key]]

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value of *key*, or *default* if there is none."""
        try:
            return self[key]
        except KeyError:
            return default

    def __iter__(self) -> Iterator[Any]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._row)

    def __contains__(self, key: object) -> bool:
        return (key.name if isinstance(key, Term) and not key.offset else key) in self._places

    def keys(self) -> KeysView[Any]:
        """Return the names."""
        mapping: Any = self
        return KeysView(mapping)

    def values(self) -> ValuesView[Any]:
        """Return the values, in the order of the variables."""
        # As fast as possible: integers take less time to hash than names, and this compiles to a loop.
        return {place: value for place, value in enumerate(self._row)}.values()  # noqa: C416

    def items(self) -> ItemsView[Any, Any]:
        """Return the names with their values."""
        return self._by_name().items()

    def _by_name(self) -> dict[Any, Any]:
        return dict(zip(self._places, self._row, strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return bool(self._by_name() == other)
        if other._places is self._places:
            return self._row == other._row
        return self._by_name() == other._by_name()

    def __hash__(self) -> int:
        return hash(frozenset(self._by_name().items()))

    def __reduce__(self) -> tuple[Any, tuple[dict[Any, Any]]]:
        return Solution, (self._by_name(),)

    def __deepcopy__(self, memo: dict[int, Any]) -> Solution:
        """Return a copy with copied values. A value that refers to this solution refers to the copy."""
        copied = Solution({})
        memo[id(self)] = copied
        by_name = deepcopy(self._by_name(), memo)
        copied._places = {name: place for place, name in enumerate(by_name)}
        copied._row = tuple(by_name.values())
        return copied

    def __repr__(self) -> str:
        return f"Solution({self._by_name()!r})"

    def _repr_html_(self) -> str:
        return solution_html(self._by_name())


_mapping: Any = Mapping  # type checkers do not know that other classes can be registered with it
_mapping.register(Solution)


def from_row(places: dict[Any, int], row: tuple[Any, ...], *, plain: bool = False) -> Any:
    """Return the `Solution` with the values of *row*. It is *plain* if its names and values `cannot_refer` to it."""
    solution = Solution(places, row)
    if plain:
        untrack(solution)
    return solution


@mypyc_attr(allow_interpreted_subclasses=True)
class Rows:
    """The compiled half of `Solutions`: an iterator that makes solutions from rows as long as there are any.

    *places* has the place of each name in a row. `_ahead` are the next rows; each that is taken is one more solution
    in *statistics*.
    """

    def __init__(self, statistics: Statistics, places: dict[Any, int], *, plain: bool) -> None:
        self._statistics: Statistics = statistics
        self._places: dict[Any, int] = places
        self._plain: bool = plain
        self._ahead: Iterator[tuple[Any, ...]] = iter(())
        self._unfinished: bool = False  # a solution is taken and not yet returned: if that stays so, it is lost

    def __next__(self) -> Any:
        if not self._unfinished:
            try:
                self._unfinished = True
                for row in self._ahead:
                    self._statistics.solutions += 1
                    solution = Solution(self._places, row)  # `from_row`, inlined
                    if self._plain:
                        untrack(solution)
                    self._unfinished = False
                    return solution
                self._unfinished = False
            except BaseException:
                self.cut_off()
                raise
        return self._next_solution()

    def _next_solution(self) -> Any:
        """Return the next solution when there are no rows left."""
        raise NotImplementedError

    def cut_off(self) -> None:
        """End the search after an exception that may have lost a solution."""
        raise NotImplementedError
