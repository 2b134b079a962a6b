"""A few of many solutions: drawn at random, or far apart from each other."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from csplib.asking.keywords import search_keywords
from csplib.asking.options import SearchOptions, check_count, check_options, shared_clock
from csplib.asking.solutions import N, Solution, Status, V
from csplib.errors import LimitReached, OptionError, RowError
from csplib.kernel.arrays import native
from csplib.kernel.bits import Mask
from csplib.kernel.chance import draw_below
from csplib.kernel.clock import Clock, look_up
from csplib.kernel.propagator import Propagator
from csplib.kernel.state import State
from csplib.modelling.constraints.base import Constraint, listed

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from csplib.lowering.lowering import Lowering
    from csplib.problem import Problem

__all__ = ["AwayFrom", "Diverse", "diverse", "sample"]


@search_keywords
def sample(
    problem: Problem[N, V],
    n: int,
    *,
    distinct: bool = True,
    uniform: bool = False,
    solution_limit: int = 100_000,
    **options: Unpack[SearchOptions],
) -> Iterator[Solution[N, V]]:
    """Draw *n* solutions at random, lazily; if they shall be *distinct* and there are fewer, all of them.

    Each is the first one that a search meets which takes values in random order. Every solution can come, but not all
    are equally likely: those that few others resemble come more often. Instead of one that has come already, the next
    new one in such a search is taken; without *distinct* it may come again, and draws are independent of each other.

    With *uniform* every solution is equally likely, and so is every set of *n*. To that end all are enumerated before
    the first is drawn; if there are more than *solution_limit*, `LimitReached` is raised.

    The same ``seed`` (0 if absent) draws the same. ``time_limit`` is for all draws together and ``node_limit`` for each
    search; both raise `LimitReached` when they are hit.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(100))
    >>> p.add(x + y == 100)
    >>> drawn = list(sample(p, 5, seed=1))
    >>> len(set(drawn)), [p.violations(solution) for solution in drawn]
    (5, [[], [], [], [], []])
    >>> len(list(sample(p, 1000, uniform=True)))
    99
    """
    check_count("n", n)
    check_count("solution_limit", solution_limit)
    seed = native(options.get("seed") or 0)
    check_options(options if uniform else {**options, "seed": seed})
    clock, rest = shared_clock(options)
    if uniform:
        return _draw_uniformly(problem, n, Random(seed), clock, rest, solution_limit, distinct=distinct)
    return _draw(problem, n, Random(seed), clock, rest, distinct=distinct)


def _draw(
    problem: Problem[N, V], n: int, random: Random, clock: Clock, options: SearchOptions, *, distinct: bool
) -> Iterator[Solution[N, V]]:
    """Ask for a solution again and again, with another seed each time."""
    seen: set[Solution[N, V]] = set()
    for _ in range(n):
        asked: SearchOptions = {**options, "seed": draw_below(random, 2**32)}
        with clock:
            solution = problem.solve(**asked)
            if solution in seen:
                solution = next((one for one in _enumerate(problem, asked) if one not in seen), None)
        if solution is None:
            return
        if distinct:
            seen.add(solution)
        yield solution


def _enumerate(problem: Problem[N, V], options: SearchOptions) -> Iterator[Solution[N, V]]:
    """Iterate over all solutions; a limit is never mistaken for the end of them."""
    asked = options.copy()
    asked["restarts"] = None
    with problem.solutions(**asked) as found:
        yield from found
        if found.status is Status.LIMIT:
            raise LimitReached("stopped at a limit before all solutions were seen", found.statistics.solutions)


def _draw_uniformly(
    problem: Problem[N, V], n: int, random: Random, clock: Clock, options: SearchOptions, most: int, *, distinct: bool
) -> Iterator[Solution[N, V]]:
    """Keep *n* of all solutions, each set of them with the same probability (Vitter's algorithm R), and draw from them.

    Of N solutions of which d have been drawn, an independent draw repeats one of these with probability d/N.
    """
    kept: list[Solution[N, V]] = []
    count = 0
    with clock:
        for solution in _enumerate(problem, {**options, "seed": None}):
            count += 1
            if count > most:
                raise LimitReached(f"stopped at solution_limit={most}: a uniform sample takes them all", most)
            if len(kept) < n:
                kept.append(solution)
            elif (place := draw_below(random, count)) < n:
                kept[place] = solution
            look_up()
    drawn: list[Solution[N, V]] = []
    for _ in range(len(kept) if distinct or not kept else n):
        if not distinct and random.random() * count < len(drawn):
            yield drawn[draw_below(random, len(drawn))]
        else:
            drawn.append(kept.pop(draw_below(random, len(kept))))
            yield drawn[-1]


class Diverse(tuple[Solution[N, V], ...], Generic[N, V]):  # noqa: SLOT001 - it has attributes
    """Solutions that differ much from each other.

    `distances` has, for each after the first, in how many variables it differs from the nearest of those before it.
    `exact` is True if no limit cut a search short: then each is as far from those before it as was possible (if no
    smaller distance was asked for), and where there are fewer than wanted there are no more.
    """

    distances: tuple[int, ...]
    exact: bool

    def __new__(
        cls, solutions: Iterable[Solution[N, V]] = (), distances: Iterable[int] = (), *, exact: bool = True
    ) -> Self:
        """Put the solutions, and what is known about them, together."""
        made = super().__new__(cls, solutions)
        made.distances = tuple(distances)
        made.exact = exact
        return made


@search_keywords
def diverse(
    problem: Problem[N, V],
    n: int,
    *,
    distance: int | None = None,
    on: Iterable[object] | None = None,
    **options: Unpack[SearchOptions],
) -> Diverse[N, V]:
    """Find *n* solutions that are far apart, or as many as there are: each as far as possible from those before it.

    How far two are apart is the number of variables that differ, among those in *on* if it is given. The first
    solution is a random one; for each further one the engine looks for the greatest distance, by bisection. So the
    choice is greedy: no next solution could be farther away, but another first one might have led to a better set.
    With *distance*, any solution will do that is at least so far from those before it, which takes one search each.

    The same ``seed`` (0 if absent) finds the same. ``time_limit`` is for everything together and ``node_limit`` for
    each search. When one is hit the result is what has been found by then, and says that it is not `exact`; only if
    there is no solution yet `LimitReached` is raised.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> bits = p.add_variables(range(6), [0, 1])
    >>> p.add(sum(bits) == 3)
    >>> found = diverse(p, 4)
    >>> len(found), found.distances, found.exact
    (4, (6, 2, 2), True)
    """
    check_count("n", n)
    check_count("distance", distance)
    if distance == 0:
        raise OptionError("distance=0 is no distance: two solutions that are the same have it")
    check_options(options)
    spreading = _Spreading(problem, on, options)
    with spreading.clock:
        return spreading.spread(n, distance)


class _Spreading(Generic[N, V]):
    """Solutions of one problem, one after the other, away from each other."""

    def __init__(self, problem: Problem[N, V], on: Iterable[object] | None, options: SearchOptions) -> None:
        self._problem = problem
        self.clock, self._options = shared_clock(options)
        chosen = problem.variables if on is None else listed(on, "on= needs a collection of variables")
        self._names: list[Any] = [problem.variable(variable).name for variable in chosen]
        if len(set(self._names)) < len(self._names):
            raise OptionError("on= names a variable twice")
        self._random = Random(native(options.get("seed") or 0))
        self._found: list[Solution[N, V]] = []
        self._exact = True

    def spread(self, n: int, distance: int | None) -> Diverse[N, V]:
        """Find up to *n*."""
        if n and (first := self._problem.solve(**self._asked())) is not None:
            self._found.append(first)
        distances: list[int] = []
        farthest = len(self._names)
        while self._found and len(self._found) < n and farthest:
            solution = self._solve(distance or 1)
            if solution is not None and distance is None:
                solution = self._farther(solution, farthest)
            if solution is None:
                break
            distances.append(self._nearest(solution))
            if distance is None and self._exact:
                # Nothing will be farther from more solutions.
                farthest = distances[-1]
            self._found.append(solution)
        return Diverse(self._found, distances, exact=self._exact)

    def _farther(self, solution: Solution[N, V], most: int) -> Solution[N, V]:
        """Look for the farthest solution, which is no farther than *most*; *solution* is one to begin with."""
        least, tried = self._nearest(solution), most
        while least < most and self.clock.left > 0 and not self.clock.cancelled:
            farther = self._solve(tried)
            if farther is None:
                most = tried - 1
            else:
                solution, least = farther, self._nearest(farther)
            tried = (least + most + 1) // 2
        self._exact &= least >= most
        return solution

    def _solve(self, distance: int) -> Solution[N, V] | None:
        """Find a solution at least so far from all before, or None; also if a limit is hit, but that is noted."""
        twin = copy(self._problem)
        twin.add(*self._problem._assumptions({}))  # noqa: SLF001 - a copy does not know what is assumed
        twin.add(*[AwayFrom(self._names, [one[name] for name in self._names], distance) for one in self._found])
        try:
            return twin.solve(**self._asked())
        except LimitReached:
            self._exact = False
            return None

    def _asked(self) -> SearchOptions:
        """Give the options of the next search: another seed."""
        asked = self._options.copy()
        if asked.get("order") is None:
            asked["seed"] = draw_below(self._random, 2**32)
        return asked

    def _nearest(self, solution: Mapping[N, V]) -> int:
        """Give the distance to the nearest solution before."""
        return min([sum([bool(solution[name] != one[name]) for name in self._names]) for one in self._found])


class AwayFrom(Constraint):
    """At least *distance* of the variables take another value than the one that *row* has for them.

    Exactly the values remain that some solution of this constraint uses.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> p.add(AwayFrom(p.add_variables("abc", range(3)), [0, 1, 2], 2))
    >>> p.count()
    20
    """

    def __init__(
        self,
        variables: Iterable[object],
        row: Iterable[Hashable],
        distance: int,
        *,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        super().__init__(variables, name=name, rank=rank)
        self.row: list[Hashable] = listed(row, "AwayFrom needs a row of values")
        self.distance: int = distance
        if len(self.row) != len(self.terms):
            raise RowError(f"AwayFrom has {len(self.terms)} variables but {len(self.row)} values")

    def satisfied(self, values: Sequence[object]) -> bool:
        pairs = zip(self.shifted_values(values), self.row, strict=True)
        return sum([bool(value != other) for value, other in pairs]) >= self.distance

    def lower(self, to: Lowering) -> None:
        most = len(self.terms) - self.distance
        to.add(_FewTaken(to.variables(self), [to.bit(value) for value in self.row], most, self))

    def describe(self) -> str:
        shown = [f"{term} from {value!r}" for term, value in zip(self.terms, self.row, strict=True)]
        return f"AwayFrom({self.distance} of {', '.join(shown)})"


class _FewTaken(Propagator):
    """At most so many of the variables take their bit.

    Complexity: two passes over the scope.
    """

    def __init__(self, scope: Sequence[int], bits: Sequence[Mask], most: int, origin: Constraint) -> None:
        super().__init__(scope, origin, on_fix=True)
        self.pairs: list[tuple[int, Mask]] = list(zip(scope, bits, strict=True))
        self.most: int = most

    def propagate(self, state: State) -> bool:
        cells = state.cells
        taken = sum([cells[x].mask == bit for x, bit in self.pairs])
        if taken == self.most:
            return all(state.narrow(x, ~bit) for x, bit in self.pairs if cells[x].mask != bit)
        return taken < self.most
