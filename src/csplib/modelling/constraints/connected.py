"""`Connected` and `Regions`: cells with a value are connected, or those of each value are."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from csplib.display.wording import brief, joined, listing, value_text
from csplib.errors import KindError
from csplib.kernel.bits import Mask
from csplib.kernel.propagators.connected_nodes import ConnectedNodes
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.cardinality import bounds_of, bounds_text
from csplib.modelling.constraints.count_different import excepted, shown_exceptions
from csplib.modelling.constraints.counting import ABSENT, counted_values
from csplib.modelling.graphs import is_connected, neighbors_of, node_variables

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["Connected", "Regions"]


class _OverNodes(Constraint):
    """A constraint on the variables of the nodes of a graph."""

    def __init__(self, cells: Any, edges: Any, *, name: str | None, rank: int) -> None:
        nodes, pairs = node_variables(type(self).__name__, cells, edges)
        self.edges: list[tuple[int, int]] = pairs
        super().__init__(list(nodes.values()), name=name, rank=rank)

    def join(self, to: Lowering, inside: Mask, least: int, most: int) -> None:
        """State that the nodes with a value *inside* are connected, and from *least* to *most*."""
        scope = to.variables(self)
        places = [place for place, x in enumerate(scope) if to.left[x] & inside]
        if len(places) < least:
            for x in scope:
                to.keep_mask(self, x, 0)
            return
        renumbered = {place: number for number, place in enumerate(places)}
        edges = [(renumbered[a], renumbered[b]) for a, b in self.edges if a in renumbered and b in renumbered]
        if places:
            some = [scope[place] for place in places]
            to.add(ConnectedNodes(some, inside, neighbors_of(len(some), edges), self, least=least, most=most))


class Connected(_OverNodes):
    """The cells with a value are connected by edges between them: they form a single region. There may be none.

    *cells* are variables: a mapping from nodes to variables; a list of variables, whose names are the nodes; or rows of
    variables, such as an array, a grid in which cells that share a side are neighbors. *edges* are pairs of nodes, such
    as those of `grid_edges`, or a graph that has such `edges`, as those of networkx do.

    The cells have the *value*, 1 unless you say otherwise, or one of *values*. *size* is how many they are: an integer,
    (at least, at most), or a range. Propagation reaches domain consistency if there is no *size*.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> black = p.array("black", (3, 3), [0, 1])
    >>> p.add(Connected(black, size=range(1, 10)))
    >>> p.count()
    218
    """

    names_values: ClassVar[bool] = True

    def __init__(
        self,
        cells: Any,
        edges: Any = None,
        value: Hashable = ABSENT,
        *,
        values: Iterable[Hashable] | None = None,
        size: int | Sequence[int] | None = None,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        wanted = 1 if value is ABSENT and values is None else value
        self.values: dict[Hashable, None] = counted_values("Connected", wanted, values)
        super().__init__(cells, edges, name=name, rank=rank)
        self.sized: bool = size is not None
        self.bounds: tuple[int, int] = (0, len(self.terms))
        if size is not None:
            self.bounds = bounds_of("the region", size, "Connected", "size")

    def named_values(self) -> Iterable[Hashable]:
        return self.values

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        inside = [place for place, value in enumerate(row) if value in self.values]
        least, most = self.bounds
        return least <= len(inside) <= most and is_connected(neighbors_of(len(row), self.edges), inside)

    def lower(self, to: Lowering) -> None:
        inside = 0
        for value in self.values:
            inside |= to.bit(value)
        self.join(to, inside, *self.bounds)

    def describe(self) -> str:
        values = list(self.values)
        what = repr(values[0]) if len(values) == 1 else f"[{value_text(values)}]"
        size = f"; size {bounds_text(*self.bounds)}" if self.sized else ""
        return f"Connected({what} in {listing(self.terms)}{size})"


class Regions(_OverNodes):
    """For each value, the cells that have it are connected: each value is a region of its own.

    *cells* and *edges* are those of `Connected`. *sizes* maps values to the number of cells of their regions: an
    integer, (at least, at most), or a range. A value that is not in it may be taken any number of times. The cells of
    *except_*, a value or a list of them, need not be connected. Each region is propagated as by `Connected`. State a
    `Cardinality` as well if the sizes leave little room.

    A grid of 2 x 4 cells for two parties with four cells each:

    >>> from csplib import Problem
    >>> p = Problem()
    >>> party = p.array("party", (2, 4), "ab")
    >>> p.add(Regions(party, sizes={"a": 4, "b": 4}), party[0, 0] == "a")
    >>> p.count()
    4
    """

    names_values: ClassVar[bool] = True

    def __init__(
        self,
        cells: Any,
        edges: Any = None,
        *,
        sizes: Mapping[Any, Any] | None = None,
        except_: Any = (),
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        if sizes is not None and not isinstance(sizes, Mapping):
            raise KindError(f"Regions needs a mapping from values to sizes, not {brief(sizes)}")
        self.ignored: dict[Hashable, None] = excepted("Regions", except_)
        self.sizes: dict[Hashable, tuple[int, int]] = {
            value: bounds_of(value, size, "Regions", "size") for value, size in (sizes or {}).items()
        }
        super().__init__(cells, edges, name=name, rank=rank)

    def named_values(self) -> Iterable[Hashable]:
        return self.sizes

    def regions(self, values: Iterable[Hashable]) -> list[tuple[Hashable, int, int]]:
        """Return each of *values* that is a region, or has a size, with the bounds of its size."""
        every = dict.fromkeys([*self.sizes, *values])
        whole = (0, len(self.terms))
        return [(value, *self.sizes.get(value, whole)) for value in every if value not in self.ignored]

    def satisfied(self, values: Sequence[object]) -> bool:
        row = self.shifted_values(values)
        near = neighbors_of(len(row), self.edges)
        for value, least, most in self.regions(row):
            cells = [place for place, one in enumerate(row) if one == value]
            if not least <= len(cells) <= most or not is_connected(near, cells):
                return False
        return True

    def lower(self, to: Lowering) -> None:
        values: dict[Any, None] = {}
        for x in to.variables(self):
            values.update(dict.fromkeys(to.values_left(x)))
        for value, least, most in self.regions(values):
            self.join(to, to.bit(value), least, most)

    def describe(self) -> str:
        shown = [f"{bounds_text(*bounds)} of {value!r}" for value, bounds in self.sizes.items()]
        sizes = f"; {joined(shown)}" if shown else ""
        return f"Regions({listing(self.terms)}{sizes}{shown_exceptions(self.ignored)})"
