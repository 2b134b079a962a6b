"""The kinds of constraints over graphs, boxes, bins and knapsacks, by their classes. Nodes are numbered from 0."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from csplib.errors import OptionError, RowError
from csplib.formats.kinds import Field, Kind, kind
from csplib.modelling.constraints.bin_packing import BinPacking
from csplib.modelling.constraints.connected import Connected, Regions
from csplib.modelling.constraints.edge_sets import Loop, SpanningTree
from csplib.modelling.constraints.knapsack import Knapsack
from csplib.modelling.constraints.no_overlap_boxes import NoOverlapBoxes
from csplib.modelling.constraints.tree import Tree
from csplib.modelling.terms import Term

__all__ = ["SPACES"]

_GRAPH = {"nodes": Field.TERMS, "edges": Field.ROWS}
_EDGES = {"edges": Field.ROWS, "flags": Field.TERMS}


def _packed(one: BinPacking) -> Sequence[Any]:
    items, totals = one.terms[: len(one.sizes)], one.terms[len(one.sizes) :]
    if one.keys is None:
        return items, one.sizes, None, None, None, one.capacity
    return items, one.sizes, one.keys, totals if one.equal else None, None if one.equal else totals, None


def _packing(
    bins: Sequence[Term],
    sizes: Sequence[int],
    keys: Sequence[Hashable] = (),
    loads: Sequence[Term] | None = None,
    capacities: Sequence[Term] | None = None,
    capacity: int | None = None,
) -> BinPacking:
    if [loads, capacities, capacity].count(None) != 2:
        raise OptionError("bins have either loads, capacities or a capacity")
    if capacity is not None:
        return BinPacking(bins, sizes, capacity)
    totals = loads or capacities or ()
    if len(set(keys)) != len(totals):
        raise RowError(f"{len(totals)} bins need as many different keys, not {len(set(keys))}")
    by_bin = dict(zip(keys, totals, strict=True))
    return BinPacking(bins, sizes, loads=by_bin) if capacities is None else BinPacking(bins, sizes, by_bin)


def _connected(
    nodes: Sequence[Term], edges: Any, values: Sequence[Hashable], size: Sequence[int] | None = None
) -> Connected:
    return Connected(dict(enumerate(nodes)), edges, values=list(values), size=size)


def _regions(nodes: Sequence[Term], edges: Any, sizes: Any = None, except_: Sequence[Hashable] = ()) -> Regions:
    return Regions(dict(enumerate(nodes)), edges, sizes=sizes, except_=list(except_))


def _flagged(edges: Sequence[Any], flags: Sequence[Term]) -> dict[Any, Term]:
    if len(set(edges)) != len(edges) or len(edges) != len(flags):
        raise RowError(f"{len(flags)} flags need as many different edges, not {len(edges)}")
    return dict(zip(edges, flags, strict=True))


def _boxes(
    corners: Sequence[Term],
    sizes: Sequence[Term],
    dimensions: int,
    ignore_empty: bool = False,  # noqa: FBT001, FBT002 - by keyword
) -> NoOverlapBoxes:
    if dimensions < 1 or len(corners) % dimensions or len(sizes) != len(corners):
        raise RowError(f"there are {len(corners)} coordinates and {len(sizes)} sizes for {dimensions} dimensions")
    starts = range(0, len(corners), dimensions)
    rows = [[row[start : start + dimensions] for start in starts] for row in (corners, sizes)]
    return NoOverlapBoxes(*rows, ignore_empty=ignore_empty)


def _halves(one: NoOverlapBoxes) -> Sequence[Any]:
    half = len(one.terms) // 2
    return one.terms[:half], one.terms[half:], one.width, one.ignore_empty or None


def _filled(one: Knapsack) -> Sequence[Any]:
    *counts, weight, profit = one.terms
    return tuple(counts), one.weights, one.profits, weight, profit, one.weighs or None, one.brings or None


def _knapsack(
    counts: Sequence[Term],
    weights: Sequence[int],
    profits: Sequence[int],
    weight: Term,
    profit: Term,
    weighs: bool = False,  # noqa: FBT001, FBT002 - by keyword
    brings: bool = False,  # noqa: FBT001, FBT002
) -> Knapsack:
    totals: dict[str, Any] = {
        "weight" if weighs else "capacity": weight,
        "profit" if brings else "least_profit": profit,
    }
    return Knapsack(counts, weights, profits, **totals)


SPACES: tuple[Kind, ...] = (
    kind(
        "bin_packing",
        BinPacking,
        {
            "bins": Field.TERMS,
            "sizes": Field.INTEGERS,
            "keys": Field.VALUES,
            "loads": Field.TERMS,
            "capacities": Field.TERMS,
            "capacity": Field.INTEGER,
        },
        _packed,
        _packing,
    ),
    kind(
        "connected",
        Connected,
        {**_GRAPH, "values": Field.VALUES, "size": Field.INTEGERS},
        lambda c: (c.terms, c.edges, tuple(c.values), c.bounds if c.sized else None),
        _connected,
    ),
    kind(
        "regions",
        Regions,
        {**_GRAPH, "sizes": Field.BOUNDS, "except_": Field.VALUES},
        lambda c: (c.terms, c.edges, c.sizes or None, tuple(c.ignored) or None),
        _regions,
    ),
    kind("loop", Loop, _EDGES, lambda c: (c.ends, c.terms), lambda edges, flags: Loop(_flagged(edges, flags))),
    kind(
        "spanning_tree",
        SpanningTree,
        _EDGES,
        lambda c: (c.ends, c.terms),
        lambda edges, flags: SpanningTree(_flagged(edges, flags)),
    ),
    kind(
        "tree",
        Tree,
        {"parents": Field.TERMS, "roots": Field.INTEGERS, "start": Field.INTEGER},
        lambda c: (c.terms, c.roots, c.start or None),
    ),
    kind(
        "knapsack",
        Knapsack,
        {
            "counts": Field.TERMS,
            "weights": Field.INTEGERS,
            "profits": Field.INTEGERS,
            "weight": Field.TERM,
            "profit": Field.TERM,
            "weighs": Field.FLAG,
            "brings": Field.FLAG,
        },
        _filled,
        _knapsack,
    ),
    kind(
        "no_overlap_boxes",
        NoOverlapBoxes,
        {"corners": Field.TERMS, "sizes": Field.TERMS, "dimensions": Field.INTEGER, "ignore_empty": Field.FLAG},
        _halves,
        _boxes,
    ),
)
"""The kinds of constraints over graphs, boxes, bins and knapsacks."""
