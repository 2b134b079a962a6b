"""Formulas that own their nodes: short ones, and long ones whose bounds are kept up to date from the trail.

The bounds of all nodes of a long formula are in memory cells, so `State.undo` restores them. A run reads the changes on
the trail, and computes the bounds of the nodes above the changed leaves again, as far as they change. Nodes with very
many operands are split into trees, so that this takes a number of steps near the logarithm of their number. The
backward pass goes down only where it can prune.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, final

from csplib.errors import CSPError
from csplib.kernel.cells import Cell
from csplib.kernel.clock import look_up
from csplib.kernel.formulas import Extreme, Leaf, Node, Product, Span, Weighted, in_order
from csplib.kernel.news import IDLE, NEVER

if TYPE_CHECKING:
    from csplib.kernel.state import State

__all__ = ["Formula", "RunningFormula", "bounds_of", "formula_of"]

_SHORT: Final = 24
_OPERANDS: Final = 8


def formula_of(root: Node) -> Formula:
    """Return the formula of *root*, which remembers its bounds if computing the whole formula again is slower."""
    return RunningFormula(root) if len(in_order(root)) > _SHORT else Formula(root)


def bounds_of(root: Node, state: State) -> tuple[int, int]:
    """Return the bounds of a formula that is needed only for this, given the domains in *state*."""
    return Formula(root).bounds(state)


class Formula:
    """The nodes of a formula, operands first. Each node has its number here, so it belongs to this formula alone.

    >>> from csplib import State
    >>> formula = Formula(Weighted([Leaf(0), Leaf(1)], [1, -1], 0))
    >>> formula.bounds(State([0b0011, 0b0110]))
    (-2, 0)
    """

    def __init__(self, root: Node) -> None:
        self.nodes: list[Node] = in_order(root)
        for place, node in enumerate(self.nodes):
            if node.place >= 0:
                raise CSPError(f"a {type(node).__name__} is a part of two formulas")
            node.place = place

    def bounds(self, state: State) -> tuple[int, int]:
        """Return the bounds of the formula, given the domains in *state*."""
        span = self._forward(state)
        return span.low[-1], span.high[-1]

    def _forward(self, state: State) -> Span:
        """Return the bounds of all nodes."""
        span = Span(state, len(self.nodes))
        for node in self.nodes:
            node.forward(span)
        return span

    def keep_within(self, state: State, low: int | None, high: int) -> bool:
        """Keep the formula between *low* and *high*: prune where bounds allow it, or return False."""
        nodes = self.nodes
        span = self._forward(state)
        top = len(nodes) - 1
        if span.high[top] <= high and (low is None or span.low[top] >= low):
            state.entailed = True
            return True
        if not span.cut(top, span.low[top] if low is None else low, high):
            return False
        for place in range(top, -1, -1):
            if not nodes[place].backward(span):
                return False
        return True


@final
class RunningFormula(Formula):
    """A formula that remembers the bounds of its nodes.

    >>> from csplib import State
    >>> state = State([0b1111, 0b1111, 0b0110])
    >>> formula = RunningFormula(Weighted([Extreme([Leaf(0), Leaf(1)], least=False), Leaf(2)], [1, -1], 0))
    >>> formula.keep_within(state, None, 0), state.domains
    (True, [7, 7, 6])
    """

    def __init__(self, root: Node) -> None:
        super().__init__(_balanced(root))
        self.above: list[list[int]] = [[] for _ in self.nodes]
        self.leaves: dict[int, list[int]] = {}
        self.first_cell: list[int] = []  # of each node, the place of its lower bound in the memory; 0 for a leaf
        cells = 1
        for place, node in enumerate(self.nodes):
            if isinstance(node, Leaf):
                self.leaves.setdefault(node.x, []).append(place)
                self.first_cell.append(0)
                continue
            self.first_cell.append(cells)
            cells += 2
            for one in node.below:
                self.above[one.place].append(place)
        self.cells: int = cells

    def keep_within(self, state: State, low: int | None, high: int) -> bool:
        memory = state.memory(self, self.cells, NEVER)
        span = state.scratch.get(self)
        if not isinstance(span, Span):
            span = state.scratch[self] = Span(state, len(self.nodes))
        self._update(span, memory)
        top = len(self.nodes) - 1
        self._read(span, memory, top)
        least, most = span.low[top], span.high[top]
        if most <= high and (low is None or least >= low):
            state.entailed = True
            return True
        if not span.cut(top, least if low is None else low, high):
            span.is_cut[top] = False
            return False
        return self._prune(span, memory)

    def _read(self, span: Span, memory: list[Cell], place: int) -> None:
        """Write the bounds of a node into *span*, unless the run has tightened them."""
        if span.is_cut[place]:
            return
        first = self.first_cell[place]
        if first:
            span.low[place] = memory[first].mask
            span.high[place] = memory[first + 1].mask
        else:
            self.nodes[place].forward(span)

    def _update(self, span: Span, memory: list[Cell]) -> None:
        """Bring the bounds in the memory up to date."""
        state = span.state
        seen = memory[0]
        behind = state.height - seen.mask
        if seen.mask == NEVER or behind > len(self.nodes):
            for place, node in enumerate(self.nodes):
                look_up()
                node.forward(span)
                if self.first_cell[place]:
                    self._write(span, memory, place)
        else:
            waiting = self._changed(state, seen.mask)
            if not waiting and behind < IDLE:  # a height that is written makes the trail higher
                return
            self._climb(span, memory, waiting)
        state.write(seen, state.height + 1)

    def _changed(self, state: State, since: int) -> list[int]:
        """Return the nodes above leaves that have changed, as a heap."""
        waiting: list[int] = []
        for entry in range(since, state.height):
            places = self.leaves.get(state.trail[entry].cell.owner)
            if places is not None:
                for place in places:
                    for above in self.above[place]:
                        heappush(waiting, above)
        return waiting

    def _climb(self, span: Span, memory: list[Cell], waiting: list[int]) -> None:
        """Compute the bounds of the *waiting* nodes again, and of the nodes above them as far as they change."""
        last = -1
        while waiting:
            place = heappop(waiting)
            if place == last:
                continue
            last = place
            node = self.nodes[place]
            look_up(len(node.below))
            for one in node.below:
                self._read(span, memory, one.place)
            node.forward(span)
            if self._write(span, memory, place):
                for above in self.above[place]:
                    heappush(waiting, above)

    def _write(self, span: Span, memory: list[Cell], place: int) -> bool:
        """Write the bounds of a node into the memory; return whether they have changed."""
        low = memory[self.first_cell[place]]
        high = memory[self.first_cell[place] + 1]
        before = span.state.height
        if low.mask != span.low[place]:
            span.state.write(low, span.low[place])
        if high.mask != span.high[place]:
            span.state.write(high, span.high[place])
        return span.state.height > before

    def _prune(self, span: Span, memory: list[Cell]) -> bool:
        """Pass the bounds that are wanted of the root down, as far as they are tighter than what a node has."""
        waiting = [1 - len(self.nodes)]  # places with a minus: the heap has the highest one first
        last = -1
        consistent = True
        while waiting and consistent:
            place = -heappop(waiting)
            if place == last:
                continue
            last = place
            node = self.nodes[place]
            look_up(len(node.below))
            for one in node.below:
                self._read(span, memory, one.place)
            consistent = node.backward(span)
            span.is_cut[place] = False
            for one in node.below:
                if span.is_cut[one.place]:
                    heappush(waiting, -one.place)
        for place in waiting:
            span.is_cut[-place] = False
        return consistent


def _balanced(root: Node) -> Node:
    """Return a formula with the same values in which no sum, product or extreme has very many operands."""
    found: dict[int, Node] = {}
    for node in in_order(root):
        below = [found[id(one)] for one in node.below]
        if len(below) > _OPERANDS:
            found[id(node)] = _tree(node, below)
        else:
            node.below = below
            found[id(node)] = node
    return found[id(root)]


def _tree(node: Node, below: Sequence[Node]) -> Node:
    """Return a tree of small nodes instead of a *node* with very many operands."""
    starts = range(0, len(below), _OPERANDS)
    blocks = [below[start : start + _OPERANDS] for start in starts]
    if isinstance(node, Weighted):
        weights = [node.weights[start : start + _OPERANDS] for start in starts]
        parts: list[Node] = [Weighted(block, weights[number], 0) for number, block in enumerate(blocks)]
        top: Node = Weighted(parts, [1] * len(parts), node.constant)
    elif isinstance(node, Extreme):
        parts = [Extreme(block, least=node.least) for block in blocks]
        top = Extreme(parts, least=node.least)
    else:
        parts = [Product(block) for block in blocks]
        top = Product(parts)
    return _tree(top, parts) if len(parts) > _OPERANDS else top
