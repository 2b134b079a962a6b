"""Catalogues for exhaustive tests: problems that use every constraint and propagator, and every search strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import csplib
from csplib import (
    ANY,
    CSP,
    MDD,
    AllDifferent,
    AllDifferentExcept,
    AllEqual,
    AllEqualExcept,
    AnyOf,
    ArgMax,
    ArgMin,
    AtLeast,
    AtMost,
    BinPacking,
    Cardinality,
    Circuit,
    Connected,
    Constraint,
    Count,
    CountDifferent,
    Cumulative,
    Element,
    Exactly,
    In,
    Increasing,
    Inverse,
    Knapsack,
    Lex,
    Loop,
    Maximum,
    Minimum,
    NoOverlap,
    NoOverlapBoxes,
    NotAllEqual,
    NotIn,
    OneHot,
    Path,
    Predicate,
    Problem,
    Product,
    Propagator,
    Regions,
    Regular,
    Reified,
    Relation,
    SpanningTree,
    Stretch,
    SubCircuit,
    Table,
    Task,
    Tree,
    ValuePrecedence,
    element,
    implies,
    max_of,
    reify,
)
from csplib.kernel.propagators.large_different import LargeDifferent
from csplib.kernel.propagators.logic import Bundle, Disjunction
from csplib.kernel.propagators.logic import Reified as ReifiedPropagator
from csplib.kernel.propagators.long_flow import LongFlow

INFERENCES = [None, csplib.no_inference, csplib.backward_check, csplib.forward_check, csplib.mac]
SELECTIONS = [None, csplib.first_open, csplib.mrv, csplib.degree, csplib.mrv_degree]
ORDERS = [None, csplib.ascending, csplib.lcv, csplib.most_used]

Row = tuple[Any, ...]
State = Callable[[list[Any]], Sequence[Constraint]]

FIVE = range(5)
WIDE = range(23)  # three of these have too many rows for one table
ODD_ROWS = [row for row in product(FIVE, repeat=3) if sum(row) % 2]  # more than a word has bits: the table keeps state
MANY_ROWS = [row for row in product(WIDE, repeat=3) if (row[0] + 3 * row[1] + row[2]) % 5 < 2]  # several blocks
PATTERNS = [(a, ANY, b) for a in FIVE for b in FIVE if (a + b) % 3] + [(ANY, a, a) for a in FIVE]
EVERY_PAIR = [(a, ANY, b) for a in range(9) for b in range(8)]
DIAGRAM = [(0, a, a + 1) for a in range(4)] + [(a + 1, b, 7 + (a * b) % 3) for a in range(4) for b in FIVE]
DIAGRAM += [(7, 0, 99), (7, 4, 99), (8, 2, 99), (9, 3, 99)]
RING = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (1, 3)]
SQUARES = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 4)]
CHANGES = [(0, 1), (1, 2), (2, 0), (3, 1), (2, 3)]
AUTOMATON = {(state, value): (state + value) % 3 for state in range(3) for value in FIVE}


def total(terms: Iterable[Any]) -> Any:
    """Return the sum, as Any: type checkers believe that comparing a sum returns a bool."""
    return sum(terms)


class Many(AllDifferent):
    """An AllDifferent that is lowered as one over very many variables."""

    integers = False
    alone = False
    permutes = False

    def lower(self, to: Any) -> None:
        offsets = [term.offset for term in self.terms]
        if to.has_interval(self):
            to.add(LargeDifferent(to.scope(self), offsets, self, integers=True))
            return
        one = LargeDifferent(
            to.scope(self), offsets, self, integers=self.integers, alone=self.alone, permutes=self.permutes
        )
        to.add(one)


def many(variables: Any, **options: bool) -> Many:
    constraint = Many(variables)
    for name, value in options.items():
        setattr(constraint, name, value)
    return constraint


class LongCardinality(Cardinality):
    """A Cardinality that is lowered as one over many variables."""

    def lower(self, to: Any) -> None:
        least, most = zip(*self.counts.values(), strict=True)
        to.add(LongFlow(to.variables(self), [to.bit(value) for value in self.counts], least, most, self))


CATALOGUE: dict[str, tuple[int, range, State]] = {
    "different": (4, FIVE, lambda v: [AllDifferent(v)]),
    "different in full": (4, FIVE, lambda v: [AllDifferent(v, consistency="full")]),
    "many different": (4, FIVE, lambda v: [many(v, alone=True)]),
    "many different and a sum": (4, range(4), lambda v: [many(v, permutes=True), total(v[:3]) <= 4]),
    "many different integers": (4, FIVE, lambda v: [many([v[i] + i % 2 for i in range(4)], integers=True)]),
    "permutation": (4, range(4), lambda v: [AllDifferent(v)]),
    "crossed permutations": (
        9,
        range(3),
        lambda v: [AllDifferent(v[3 * i : 3 * i + 3]) for i in range(3)] + [AllDifferent(v[i::3]) for i in range(3)],
    ),
    "different and a sum": (4, FIVE, lambda v: [AllDifferent(v), v[0] + v[1] == v[2] + v[3]]),
    "different with offsets": (4, range(4), lambda v: [AllDifferent([v[i] + i for i in range(4)])]),
    "queens": (5, FIVE, lambda v: [AllDifferent([v[i] + k * i for i in range(5)]) for k in (-1, 0, 1)]),
    "equal": (3, FIVE, lambda v: [AllEqual(v)]),
    "differences": (3, FIVE, lambda v: [v[0] != v[1], v[1] != v[2] + 1]),
    "pairs": (3, FIVE, lambda v: [Relation(v[0], v[1], lambda a, b: a * b % 5 == 2), abs(v[1] - v[2]) == 2]),
    "a large table": (3, FIVE, lambda v: [Table(v, ODD_ROWS)]),
    "a small table": (3, FIVE, lambda v: [Table(v, [(0, 1, 2), (1, 2, 3), (4, 0, 4)])]),
    "a large forbidden table": (3, FIVE, lambda v: [Table(v, forbidden=ODD_ROWS)]),
    "a small forbidden table": (3, FIVE, lambda v: [Table(v, forbidden=[(0, 1, 2), (1, 2, 3), (4, 0, 4)])]),
    "patterns": (3, FIVE, lambda v: [Table(v, PATTERNS)]),
    "forbidden patterns": (3, FIVE, lambda v: [Table(v, forbidden=[(0, ANY, 1), (ANY, 2, 2), (3, 3, ANY)])]),
    "many forbidden patterns": (
        3,
        range(12),
        lambda v: [Table(v, forbidden=EVERY_PAIR)],
    ),
    "an enormous predicate": (5, range(7), lambda v: [Predicate(v, lambda *row: sum(row) % 7 == row[0])]),
    "a sum": (4, FIVE, lambda v: [total(v) == 9]),
    "a weighted sum": (3, FIVE, lambda v: [2 * v[0] - 3 * v[1] + v[2] == 1]),
    "a bounded sum": (3, FIVE, lambda v: [2 * v[0] + v[1] - v[2] <= 1]),
    "a sum that differs": (3, FIVE, lambda v: [v[0] + 2 * v[1] - v[2] != 3]),
    "an addition": (3, FIVE, lambda v: [v[0] + v[1] == v[2], NotIn(v[1], [3])]),
    "a product": (3, FIVE, lambda v: [v[0] * v[1] * v[2] <= 6, v[0] * v[1] == v[2]]),
    "a formula": (3, FIVE, lambda v: [v[0] * v[0] + v[1] // 2 - v[2] % 3 >= 4]),
    "Product": (3, FIVE, lambda v: [Product(v[:2], v[2])]),
    "extremes": (4, FIVE, lambda v: [Minimum(v[:3], v[3]), Maximum(v[1:], 3)]),
    "an element": (4, FIVE, lambda v: [Element(v[:3], v[3] % 3, 2)]),
    "an element of expressions": (4, FIVE, lambda v: [element([v[0] + 1, v[1], 3], v[2] % 3) == v[3]]),
    "bounded counts": (4, FIVE, lambda v: [AtMost(2, v, 1), AtLeast(1, v, 3), Exactly(1, v, 0)]),
    "counts": (4, FIVE, lambda v: [Count(v[:3], 2, v[3])]),
    "different values": (4, FIVE, lambda v: [CountDifferent(v[:3], v[3], except_=4)]),
    "counts of a value": (5, range(4), lambda v: [Count(v[:3], v[3], v[4])]),
    "different except": (4, FIVE, lambda v: [AllDifferentExcept(v, [0, 3])]),
    "different except, in full": (4, FIVE, lambda v: [AllDifferentExcept(v, 1, consistency="full")]),
    "equal except": (4, FIVE, lambda v: [AllEqualExcept(v, [0, 3])]),
    "not all equal": (3, FIVE, lambda v: [NotAllEqual(v), NotAllEqual([v[0] + 1, v[1], v[2] - 1])]),
    "variable cardinality": (5, range(4), lambda v: [Cardinality(v[:3], {0: v[3], 1: v[4], 2: (0, 1)})]),
    "cardinality of its own counts": (4, range(4), lambda v: [Cardinality(v, dict(enumerate(v)), closed=True)]),
    "precedence of values": (4, FIVE, lambda v: [ValuePrecedence(v, [3, 1, 0])]),
    "stretches": (
        5,
        range(4),
        lambda v: [Stretch(v, {0: 2, 1: (2, 3)}, changes=CHANGES)],
    ),
    "a decision diagram": (3, FIVE, lambda v: [MDD(v, DIAGRAM)]),
    "cardinality": (4, FIVE, lambda v: [Cardinality(v, {0: 1, 1: (1, 2), 4: (0, 1)})]),
    "long cardinality": (5, FIVE, lambda v: [LongCardinality(v, {0: 1, 1: (1, 2), 4: (0, 1)}), v[0] < v[1]]),
    "first places of extremes": (5, range(4), lambda v: [ArgMin(v[:4], v[4]), ArgMax([v[0] + 1, v[1], v[2]], v[3])]),
    "a matrix": (4, FIVE, lambda v: [element([[1, v[0], 3], [v[1], 0, 2]], v[2], v[3]) == 1]),
    "rows of different lengths": (5, range(-1, 3), lambda v: [Inverse(v[:2], v[2:])]),
    "one hot": (5, range(-1, 4), lambda v: [OneHot(v[0], v[1:])]),
    "a sub-circuit": (5, FIVE, lambda v: [SubCircuit(v), v[0] + v[1] != 3]),
    "a path": (5, FIVE, lambda v: [Path(v, 1, 3), v[0] + v[2] >= 3]),
    "a connected set": (5, range(3), lambda v: [Connected(dict(enumerate(v)), RING, values=[0, 2], size=(1, 4))]),
    "regions": (5, range(3), lambda v: [Regions(dict(enumerate(v)), RING, sizes={0: 2, 2: (0, 1)})]),
    "a loop": (6, range(2), lambda v: [Loop(dict(zip(SQUARES, v, strict=True))), v[0] >= v[1]]),
    "a spanning tree": (6, range(2), lambda v: [SpanningTree(dict(zip(SQUARES, v, strict=True))), v[0] <= v[5]]),
    "a tree": (4, range(4), lambda v: [Tree(v), v[0] + v[1] != 3]),
    "a forest": (4, range(4), lambda v: [Tree(v, roots=(2, 3))]),
    "circuit": (5, FIVE, lambda v: [Circuit(v)]),
    "inverse": (6, range(3), lambda v: [Inverse(v[:3], v[3:])]),
    "no overlap": (3, range(7), lambda v: [NoOverlap(v, [2, 3, 1])]),
    "cumulative": (4, FIVE, lambda v: [Cumulative(v, [2, 3, 1, 2], [1, 2, 1, 1], 2)]),
    "optional tasks": (
        5,
        FIVE,
        lambda v: [NoOverlap([Task(v[0], 2, present=v[3]), Task(v[1], 3), Task(v[2], 1, v[0], present=v[4] == 2)])],
    ),
    "optional tasks that share": (
        4,
        FIVE,
        lambda v: [
            Cumulative([Task(v[0], 2, present=v[3] > 2), Task(v[1], 3), Task(v[2], 1)], demands=[2, 1, 2], capacity=2)
        ],
    ),
    "one of two orders": (
        3,
        range(7),
        lambda v: [(v[0] + 2 <= v[1]) | (v[1] + 3 <= v[0]), (v[1] + 1 <= v[2]) | (v[2] + 4 <= v[1])],
    ),
    "rectangles": (4, FIVE, lambda v: [NoOverlapBoxes([v[:2], v[2:], (v[0] + 1, v[3])], [(2, 3), (3, 1), (1, 2)])]),
    "boxes": (6, range(3), lambda v: [NoOverlapBoxes([v[:3], v[3:]], [(2, 1, 2), (1, 2, 2)])]),
    "a knapsack": (5, range(4), lambda v: [Knapsack(v[:3], [2, 1, 3], [3, 1, 5], capacity=v[3] + 3, profit=v[4] + 5)]),
    "bin packing": (4, FIVE, lambda v: [BinPacking(v, [2, 3, 1, 2], {1: 4, 2: 4, 4: 3})]),
    "loads of bins": (5, range(4), lambda v: [BinPacking(v[:3], [1, 2, 1], loads=[v[3], v[4], 1])]),
    "regular": (4, FIVE, lambda v: [Regular(v, AUTOMATON, 0, [1])]),
    "increasing": (4, FIVE, lambda v: [Increasing(v)]),
    "lexicographic": (4, FIVE, lambda v: [Lex(v[:2], v[2:])]),
    "either a table or a sum": (3, FIVE, lambda v: [Table(v, ODD_ROWS) | (total(v) == 4)]),
    "one of many": (4, range(6), lambda v: [AnyOf([AllDifferent(v), total(v) == 4, Table(v[:3], ODD_ROWS)])]),
    "a reified table": (4, FIVE, lambda v: [Reified(v[3], Table(v[:3], ODD_ROWS))]),
    "a reified sum": (5, range(6), lambda v: [Reified(v[4], total(v[:4]) == 9), AllDifferent(v[:4])]),
    "an implication": (
        4,
        range(6),
        lambda v: [implies(AllDifferent(v), total(v) == 10), In(v[0], [1, 2])],
    ),
    "truth values": (
        4,
        range(4),
        lambda v: [total(reify(x <= 1) for x in v) == 2, reify(total(v) == 5) + v[0] == 1],
    ),
    "hidden variables": (4, FIVE, lambda v: [AllDifferent([v[0] * v[1], v[2] * v[3], v[0] + v[3]])]),
    "a wide table or a sum": (3, WIDE, lambda v: [Table(v, ODD_ROWS) | (total(v) == 4)]),
    "a wide reified table": (4, range(-8, 4), lambda v: [Reified(v[3], Table(v[:3], ODD_ROWS))]),
    "a wide reified sum": (4, range(12), lambda v: [Reified(v[3], total(v[:3]) == 9), AllDifferent(v[:3])]),
    "a clause": (4, FIVE, lambda v: [(v[0] == 1) | (v[1] >= 3) | (v[2] != 2), (v[3] == 0) | (v[2] == 2) | (v[0] > 2)]),
    "a wide implication": (3, WIDE, lambda v: [implies(AllDifferent(v), total(v) == 30), v[0] >= 9]),
    "a wide formula": (3, WIDE, lambda v: [v[0] * v[1] - v[2] * v[2] == 7]),
    "a wide product": (3, WIDE, lambda v: [v[0] * v[1] + abs(v[2] - 9) <= 60]),
    "a very large table": (3, WIDE, lambda v: [Table(v, MANY_ROWS)]),
    "a wide forbidden table": (3, WIDE, lambda v: [Table(v, forbidden=ODD_ROWS)]),
    "few forbidden rows": (3, WIDE, lambda v: [Table(v, forbidden=[(0, 1, 2), (1, 2, 3), (4, 0, 4)])]),
    "wide forbidden patterns": (
        3,
        WIDE,
        lambda v: [Table(v, forbidden=EVERY_PAIR)],
    ),
    "few forbidden patterns": (3, WIDE, lambda v: [Table(v, forbidden=[(0, ANY, 1), (ANY, 2, 2), (3, 3, ANY)])]),
    "one of some or equal": (2, FIVE, lambda v: [In(v[0], [1, 4]) | (v[0] == v[1])]),
    "outside of a range": (2, FIVE, lambda v: [NotIn(v[0], range(2, 10**6)) | (v[0] == v[1])]),
    "a product that is not": (3, FIVE, lambda v: [v[0] * v[1] != v[2], v[0] + v[1] >= 2]),
    "nested": (3, FIVE, lambda v: [~((v[0] < v[1]) & Table(v, ODD_ROWS)), max_of(v) - v[0] >= 1]),
}


FOR_INTERVALS = {
    "AllowedIntegers",
    "DifferFromFixed",
    "EitherOrder",
    "ElementBounds",
    "ForbiddenIntegers",
    "MemberOf",
    "NoMemberOf",
    "NotZero",
    "OutsideOf",
}
"""The propagators that only variables with very many values need."""


def stated(name: str) -> Problem[int, int]:
    """Return the problem with this *name*."""
    size, domain, state = CATALOGUE[name]
    problem: Problem[int, int] = Problem()
    problem.add(*state(list(problem.add_variables(range(size), domain))))
    return problem


def solutions_of(problem: Problem[int, int]) -> list[Row]:
    """Return all solutions, by `violations` of every row."""
    rows = product(*problem.domains.values())
    return [row for row in rows if not problem.violations(dict(enumerate(row)))]


def propagators_in(csp: CSP) -> Iterator[Propagator]:
    """Yield all propagators, and those inside others."""
    waiting: list[Propagator] = list(csp.propagators)
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, Bundle):
            waiting += one.propagators
        elif isinstance(one, Disjunction):
            waiting += one.choices
        elif isinstance(one, ReifiedPropagator):
            waiting += [one.holds, one.fails]
