"""`SearchTree`: an observer that records the nodes of a search, and draws them."""

from __future__ import annotations

from csplib.display.markup import one_line
from csplib.display.svg import Picture
from csplib.errors import OptionError
from csplib.kernel.events import Assign, Event, Found, Narrow, Undo, WipeOut
from csplib.pictures.node import Node, summary
from csplib.pictures.tree_html import tree_html
from csplib.pictures.tree_svg import tree_svg

__all__ = ["SearchTree"]


class SearchTree:
    """An observer that records the tree of one search: pass it as ``observer=``, run the search, then draw it.

    It keeps the first *most* nodes, and counts the others. After a restart, the search adds branches at the root.

    >>> from csplib import Problem, forward_check
    >>> p = Problem()
    >>> x, y, z = p.add_variables("xyz", [1, 2])
    >>> p.add(x != y, y != z, x != z)
    >>> tree = SearchTree()
    >>> p.solve(infer=forward_check, observer=tree) is None
    True
    >>> tree
    <SearchTree: 4 nodes, 0 solutions, 2 failures.>
    >>> print(tree.nodes[2].label, tree.nodes[2].account, sep=": ")
    y = 2: failure, depth 2; 1 value removed; z has no value left: y != z
    """

    def __init__(self, most: int = 2000) -> None:
        _check_most(most)
        self.most: int = most
        self.nodes: list[Node] = [Node(0, 0, None, None, 0)]
        self._path: list[Node] = [self.nodes[0]]
        self._kept: list[bool] = [True]

    def __call__(self, event: Event) -> None:
        """Record *event*."""
        here, kept = self._path[-1], self._kept[-1]
        if isinstance(event, Assign):
            self._try(event)
        elif isinstance(event, Undo):
            if kept:
                here.undone = True
            self._leave(event.depth)
        elif isinstance(event, Found):
            here.found |= kept
            for node in {node.number: node for node in self._path}.values():
                node.solutions += 1
        elif kept and isinstance(event, Narrow):
            here.removed += len(event.before) - len(event.left)
        elif kept and isinstance(event, WipeOut):
            here.failed = True
            here.reason = _reason(event)

    def _try(self, event: Assign) -> None:
        """Go down one level, to a new node if there are not too many yet."""
        self._leave(event.depth)
        parent = self._path[-1]
        room = self._kept[-1] and len(self.nodes) <= self.most
        if room:
            node = Node(len(self.nodes), parent.number, event.variable, event.value, event.depth)
            parent.children.append(node.number)
            self.nodes.append(node)
        else:
            parent.unrecorded += 1
        self._path.append(self.nodes[-1] if room else parent)
        self._kept.append(room)

    def _leave(self, depth: int) -> None:
        """Go back to the node where decision number *depth* is made."""
        del self._path[max(1, depth) :], self._kept[max(1, depth) :]
        while len(self._path) < depth:  # the search had begun before it was observed
            self._path.append(self._path[-1])
            self._kept.append(self._kept[-1])

    def to_svg(self, *, most: int = 100, title: str | None = None) -> Picture:
        """Return a picture of up to *most* nodes, paths to solutions first; triangles replace the others."""
        _check_most(most)
        return tree_svg(self.nodes, most, title)

    def to_html(self, *, most: int = 100, title: str = "Search tree") -> str:
        """Return an HTML page: the picture, and below it all nodes in a list that unfolds."""
        return tree_html(self.nodes, self.to_svg(most=most), title)

    def _repr_html_(self) -> str:
        return self.to_svg()

    def __repr__(self) -> str:
        return f"<SearchTree: {summary(self.nodes)}>"


def _check_most(most: int) -> None:
    if not isinstance(most, int) or most < 1:
        raise OptionError(f"most must be a positive integer, not {most!r}")


def _reason(event: WipeOut) -> str:
    """Return why a node fails. After a restart some nodes are refuted by nogoods, which have no name."""
    behind = "" if event.constraint is None else f": {one_line(event.constraint, 80)}"
    if event.variable is not None:
        return f"{one_line(event.variable)} has no value left{behind}"
    return "refuted before" if event.constraint is None else f"{one_line(event.constraint, 80)} cannot hold"
