"""`MDD`: the values of the variables, in order, lead through a decision diagram."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import brief, listing
from csplib.errors import KindError, OptionError
from csplib.kernel.bits import Mask
from csplib.kernel.propagators.automaton import Automaton, Moves
from csplib.modelling.constraints.base import listed
from csplib.modelling.constraints.regular import Regular

if TYPE_CHECKING:
    from csplib.lowering.lowering import Lowering

__all__ = ["MDD"]


class MDD(Regular):
    """The values of the variables, in order, are those of a path in a multi-valued decision diagram.

    *edges* are triples (node, value, next node). The path starts at the only node to which no edge leads, and ends at
    a node from which none leads. Nodes and values may be anything hashable. Propagation reaches domain consistency,
    unless a variable occurs twice. A diagram is often much smaller than a table of all rows. For rules that are the
    same in every place see `Regular`. Also called *decision diagram*.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> menu = p.add_variables(["starter", "dish", "wine"], ["soup", "fish", "beef", "white", "red"])
    >>> edges = [
    ...     ("in", "soup", "a"),
    ...     ("a", "fish", "b"),
    ...     ("a", "beef", "c"),
    ...     ("b", "white", "end"),
    ...     ("c", "red", "end"),
    ... ]
    >>> p.add(MDD(menu, edges))
    >>> [list(s.values()) for s in p.solutions()]
    [['soup', 'fish', 'white'], ['soup', 'beef', 'red']]
    """

    def __init__(
        self,
        variables: Iterable[object],
        edges: Iterable[Sequence[Any]],
        *,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        transitions: dict[tuple[Hashable, Hashable], list[Hashable]] = {}
        for node, value, after in map(_edge, listed(edges, "MDD needs a collection of edges")):
            transitions.setdefault((node, value), []).append(after)
        sources = dict.fromkeys([node for node, _ in transitions])
        targets = dict.fromkeys([after for several in transitions.values() for after in several])
        roots = [node for node in sources if node not in targets]
        if len(roots) != 1:
            found = ", ".join([repr(node) for node in roots[:3]]) or "none"
            raise OptionError(f"MDD needs one node to which no edge leads, and there are {len(roots)}: {found}")
        ends = [node for node in targets if node not in sources]
        super().__init__(variables, transitions, roots[0], ends, name=name, rank=rank)

    def lower(self, to: Lowering) -> None:
        behind: dict[Hashable, list[tuple[Mask, Hashable]]] = {}
        for (node, value), several in self.transitions.items():
            bit = to.bit(value)
            for after in several if bit else ():
                behind.setdefault(node, []).append((bit, after))
        numbers: dict[Hashable, int] = {self.start: 0}
        layers: list[list[tuple[Mask, Moves]]] = []
        for _ in self.terms:
            following: dict[Hashable, int] = {}
            moves: dict[Mask, dict[int, Mask]] = {}
            for node, number in numbers.items():
                for bit, after in behind.get(node, ()):
                    by = following.setdefault(after, len(following)) - number
                    moved = moves.setdefault(bit, {})
                    moved[by] = moved.get(by, 0) | 1 << number
            layers.append([(bit, sorted(moved.items())) for bit, moved in moves.items()])
            numbers = following
        accepting = sum([1 << numbers[node] for node in self.accepting if node in numbers])
        to.add(Automaton(to.variables(self), [], 1, accepting, self, layers=layers))

    def describe(self) -> str:
        return f"MDD({listing(self.terms)})"


def _edge(edge: Any) -> tuple[Hashable, Hashable, Hashable]:
    """Return a node, a value and the next node."""
    try:
        node, value, after = edge
        hash((node, value, after))
    except (TypeError, ValueError) as cause:
        raise KindError(f"MDD needs triples (node, value, node), all hashable, not {brief(edge)}") from cause
    return node, value, after
