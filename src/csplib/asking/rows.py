"""Solutions as rows of values that share their names, and the innermost step of listing them."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, ValuesView
from typing import Any, final

from csplib.display.notebook import solution_html
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.statistics import Statistics
from csplib.modelling.terms import Term

__all__ = ["RowSolution", "Rows", "cannot_refer"]

_PLAIN = frozenset([int, str, bool, float, complex, bytes, type(None)])


def cannot_refer(things: Iterable[object]) -> bool:
    """Say whether nothing in *things* can lead to another object: they are numbers, text, and tuples of those.

    >>> cannot_refer([1, "one", (1, None)]), cannot_refer([(1, [])])
    (True, False)
    """
    for thing in things:
        kind = type(thing)
        if kind not in _PLAIN:
            inside: Any = thing
            if kind is not tuple or not cannot_refer(inside):
                return False
    return True


@final
@mypyc_attr(acyclic=True)
class RowSolution:
    """A `Solution`, in all but its type, as one of many rows: *places* tells where in *row* each name has its value.

    Compiled, the garbage collector is not told of it, which halves the time to list many. It must not be part of a
    cycle then: it is for names and values that `cannot_refer` to it.
    """

    __slots__ = ("_places", "_row")

    def __init__(self, places: dict[Any, int], row: tuple[Any, ...]) -> None:
        self._places: dict[Any, int] = places
        self._row: tuple[Any, ...] = row

    def as_dict(self) -> dict[Any, Any]:
        """Give the values by name."""
        return dict(zip(self._places, self._row, strict=True))

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, Term):
            values: Any = self
            return key.evaluate(values)
        return self._row[self._places[key]]

    def get(self, key: Any, default: Any = None) -> Any:
        """Give the value of *key*, or *default* if there is none."""
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
        """Give the names."""
        mapping: Any = self
        return KeysView(mapping)

    def values(self) -> ValuesView[Any]:
        """Give the values, in the order of the variables."""
        return self.as_dict().values()

    def items(self) -> ItemsView[Any, Any]:
        """Give the names with their values."""
        return self.as_dict().items()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RowSolution):
            return bool(self.as_dict() == other)
        if other._places is self._places:
            return self._row == other._row
        return self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash(frozenset(self.as_dict().items()))

    def __repr__(self) -> str:
        return f"Solution({self.as_dict()!r})"

    def _repr_html_(self) -> str:
        return solution_html(self.as_dict())


@mypyc_attr(allow_interpreted_subclasses=True)
class Rows:
    """An iterator over solutions that takes its short way while there are rows: see `Solutions`.

    `_ahead` are rows of values for `_places`; each that is taken is one more solution in *statistics*.
    """

    def __init__(self, statistics: Statistics) -> None:
        self._statistics: Statistics = statistics
        self._places: dict[Any, int] = {}
        self._ahead: Iterator[tuple[Any, ...]] = iter(())

    def __next__(self) -> Any:
        for row in self._ahead:
            self._statistics.solutions += 1
            return RowSolution(self._places, row)
        return self._onward()

    def _onward(self) -> Any:
        """Give the next solution where there are no rows left."""
        raise NotImplementedError
