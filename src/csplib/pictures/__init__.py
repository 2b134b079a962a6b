"""Pictures of problems and of searches: constraint graph, implication graph and search tree, as SVG and HTML.

Nothing else in csplib imports this package.
"""

from csplib.display.svg import Picture
from csplib.pictures.constraint_graph import constraint_graph_svg
from csplib.pictures.exchange import from_networkx, to_dot
from csplib.pictures.graph import MissingNetworkXError, to_networkx
from csplib.pictures.implication_graph import implication_graph_svg
from csplib.pictures.node import Node
from csplib.pictures.search_tree import SearchTree

__all__ = [
    "MissingNetworkXError",
    "Node",
    "Picture",
    "SearchTree",
    "constraint_graph_svg",
    "from_networkx",
    "implication_graph_svg",
    "to_dot",
    "to_networkx",
]


def __dir__() -> list[str]:
    return __all__
