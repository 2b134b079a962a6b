"""A few of many solutions: random ones, or ones far apart from each other."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from csplib.asking.options import SearchOptions, check_count, check_options, projected, search_keywords, shared_clock
from csplib.asking.solutions import N, Solution, Status, V
from csplib.errors import LimitReached, OptionError, RowError
from csplib.kernel.bits import Mask
from csplib.kernel.clock import Clock, look_up
from csplib.kernel.other_libraries import native
from csplib.kernel.propagator import Propagator
from csplib.kernel.random_numbers import draw_below
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
    """Yield *n* random solutions, lazily; all of them if they must be *distinct* and there are fewer.

    Each is the first solution of a search that tries values in random order. Every solution is possible, but not
    all are equally likely: solutions that are unlike most others come more often. If a solution was drawn before, the
    next new one of its search is taken. Without *distinct*, solutions may repeat, and draws are independent.

    With *uniform* every solution is equally likely, and so is every set of *n*. For that, all solutions are enumerated
    before the first is drawn; if there are more than *solution_limit*, `LimitReached` is raised.

    The same ``seed`` (by default 0) draws the same solutions. ``time_limit`` is for all draws together and
    ``node_limit`` for each search; both raise `LimitReached`.

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
    """Yield solutions of searches, each with another seed."""
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
    """Yield all solutions; raise `LimitReached` if a limit leaves some out."""
    asked = options.copy()
    asked["restarts"] = None
    with problem.solutions(**asked) as found:
        yield from found
        if found.status is Status.LIMIT:
            raise LimitReached("stopped at a limit before all solutions were seen", found.statistics.solutions)


def _draw_uniformly(
    problem: Problem[N, V], n: int, random: Random, clock: Clock, options: SearchOptions, most: int, *, distinct: bool
) -> Iterator[Solution[N, V]]:
    """Yield from *n* random solutions. Every set of *n* is equally likely to be chosen (Vitter's algorithm R).

    Of N solutions of which d have been drawn, an independent draw repeats one of these with probability d/N.
    """
    kept: list[Solution[N, V]] = []
    count = 0
    with clock:
        for solution in _enumerate(problem, {**options, "seed": None}):
            count += 1
            if count > most:
                raise LimitReached(f"stopped at solution_limit={most}: a uniform sample needs all solutions", most)
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

    `distances` has, for each solution after the first, the number of variables in which it differs from the nearest one
    before it. `exact` is True if no limit stopped a search. Then each solution is as far as possible from those before
    it (or at the requested distance), and if there are fewer than requested, there are no more.
    """

    distances: tuple[int, ...]
    exact: bool

    def __new__(
        cls, solutions: Iterable[Solution[N, V]] = (), distances: Iterable[int] = (), *, exact: bool = True
    ) -> Self:
        """Return the solutions with what is known about them."""
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
    """Return *n* solutions that are far apart, or as many as there are: each as far as possible from those before it.

    The distance of two solutions is the number of variables that differ, among those in *on* if it is given. The first
    solution is a random one; for each further one the engine looks for the greatest distance, by bisection. So the
    choice is greedy: no next solution could be farther away, but another first one might have led to a better set. With
    *distance*, any solution at least that far from those before it is taken, which needs one search each.

    The same ``seed`` (by default 0) finds the same solutions. ``time_limit`` is for all searches together and
    ``node_limit`` for each. At a limit the result has the solutions found so far, and is not `exact`. If there is no
    solution yet, `LimitReached` is raised.

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
        raise OptionError("distance must be a positive integer, not 0: equal solutions have that distance")
    check_options(options)
    spreading = _Spreading(problem, on, options)
    with spreading.clock:
        return spreading.spread(n, distance)


class _Spreading(Generic[N, V]):
    """Solutions of one problem, each at a distance from those before it."""

    def __init__(self, problem: Problem[N, V], on: Iterable[object] | None, options: SearchOptions) -> None:
        self._problem = problem
        self.clock, self._options = shared_clock(options)
        self._names: list[Any] = list(problem.domains) if on is None else projected(problem, on)
        self._random = Random(native(options.get("seed") or 0))
        self._found: list[Solution[N, V]] = []
        self._exact = True

    def spread(self, n: int, distance: int | None) -> Diverse[N, V]:
        """Return up to *n* solutions."""
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
                # From more solutions, nothing can be farther away.
                farthest = distances[-1]
            self._found.append(solution)
        return Diverse(self._found, distances, exact=self._exact)

    def _farther(self, solution: Solution[N, V], most: int) -> Solution[N, V]:
        """Return the farthest solution, which is no farther than *most*; *solution* is one to begin with."""
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
        """Return a solution at this *distance* or more from all before, or None; note whether a limit was reached."""
        twin = copy(self._problem)
        twin.add(*self._problem._assumptions({}))  # noqa: SLF001 - a copy does not know what is assumed
        twin.add(*[AwayFrom(self._names, [one[name] for name in self._names], distance) for one in self._found])
        try:
            return twin.solve(**self._asked())
        except LimitReached:
            self._exact = False
            return None

    def _asked(self) -> SearchOptions:
        """Return the options of the next search: another seed."""
        asked = self._options.copy()
        if asked.get("order") is None:
            asked["seed"] = draw_below(self._random, 2**32)
        return asked

    def _nearest(self, solution: Mapping[N, V]) -> int:
        """Return the distance to the nearest solution before."""
        return min([sum([bool(solution[name] != one[name]) for name in self._names]) for one in self._found])


class AwayFrom(Constraint):
    """At least *distance* of the variables take another value than the one that *row* has for them.

    It prunes every value without a support.

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
    """At most *most* of the variables take their bit.

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
