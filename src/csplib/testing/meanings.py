"""What the constraints behind a part of a network mean: the rows of values that satisfy them, by `satisfied` alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from random import Random
from typing import Any, TypeAlias

from csplib.kernel.bits import split
from csplib.kernel.csp import CSP
from csplib.kernel.propagator import Ceiling
from csplib.modelling.constraints.base import Constraint, holds
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.domains import number_of_values
from csplib.modelling.terms import TermName, UndefinedError

__all__ = ["Meaning", "Network", "Row"]

Row: TypeAlias = dict[int, int]
"""The content of some variables: a single bit or, for an interval, the integer itself."""

Allowed: TypeAlias = Callable[[int, int], bool]
"""Whether a variable may have a content."""

_TRIES = 12


class Network:
    """A compiled problem: which values its variables stand for, and the meanings of its parts.

    Rows are enumerated up to *most*. Beyond that they are taken from *rows*, assignments of the whole problem, if there
    are any. Otherwise they are drawn at random.
    """

    def __init__(self, csp: CSP, most: int, rows: Sequence[Mapping[Hashable, Any]], random: Random) -> None:
        self.csp: CSP = csp
        self.most: int = most
        self.rows: Sequence[Mapping[Hashable, Any]] = rows
        self.random: Random = random
        self._meanings: dict[tuple[int, ...], tuple[object, Meaning]] = {}
        self.masks: list[int] = list(csp.domains)
        for restriction in csp.restrictions:
            if restriction.x not in csp.intervals:
                self.masks[restriction.x] &= restriction.allowed

    def of(self, authors: Sequence[Any], scope: Sequence[int]) -> Meaning:
        """Return the meaning of the constraints behind *authors*, for the variables of *scope*."""
        origins = [one.origin for one in authors if isinstance(one.origin, Constraint)]
        key = (*map(id, origins), -1, *scope)
        known = self._meanings.get(key)
        if known is None:
            known = self._meanings[key] = origins, Meaning(self, origins, scope)
        return known[1]

    def contents(self, x: int) -> Sequence[int]:
        """Return what variable *x* can contain."""
        if x in self.csp.intervals:
            low, high = self.csp.intervals[x]
            return range(low, high + 1)
        return split(self.masks[x])

    def value(self, x: int, content: int) -> Any:
        """Return the value that *content* stands for."""
        return content if x in self.csp.intervals else self.csp.values[x][content]

    def content(self, x: int, value: Any) -> int | None:
        """Return what stands for *value*, or None if *x* cannot have it."""
        if x in self.csp.intervals:
            low, high = self.csp.intervals[x]
            return value if isinstance(value, int) and low <= value <= high else None
        return self.csp.bit_of(x, value) & self.masks[x] or None

    def stated(self, scope: Iterable[int], origins: Iterable[Constraint]) -> list[int]:
        """Return the stated variables in *scope*, in its expressions and in *origins*."""
        found: dict[int, None] = {}
        waiting = [self.csp.names[x] for x in scope]
        waiting += [variable.name for origin in origins for variable in origin.reads()]
        waiting.reverse()
        while waiting:
            name = waiting.pop()
            if isinstance(name, TermName):
                waiting += [variable.name for variable in name.term.variables()]
            else:
                found[self.csp.index[name]] = None
        return list(found)


class Meaning:
    """The rows that satisfy *origins*, with the values of the hidden variables in *scope*."""

    def __init__(self, network: Network, origins: Sequence[Constraint], scope: Sequence[int]) -> None:
        self.network: Network = network
        self.origins: list[Constraint] = [one for one in origins if not _is_objective(one)]
        self.objectives: list[Constraint] = [one for one in origins if _is_objective(one)]
        self.variables: list[int] = network.stated(scope, origins)
        self.hidden: list[int] = [x for x in scope if x >= network.csp.stated]
        self.every: list[Row] | None = None
        count = prod([number_of_values(network.contents(x)) for x in self.variables])
        if count <= network.most:
            self.every = list(self._satisfying(product(*map(network.contents, self.variables))))
        elif network.rows:
            names = [network.csp.names[x] for x in self.variables]
            chosen = (
                [network.content(x, row[n]) for x, n in zip(self.variables, names, strict=True)] for row in network.rows
            )
            self.every = list(self._satisfying(row for row in chosen if None not in row))

    @property
    def exact(self) -> bool:
        """Whether `rows` has all rows."""
        return self.every is not None

    def rows(self, allowed: Allowed, bound: int | None, tries: int = _TRIES) -> Iterator[Row]:
        """Yield the satisfying rows with *allowed* contents, and an objective of at most *bound*; else some of them."""
        every = self.every if self.every is not None else self._drawn(allowed, tries)
        for row in every:
            if all(allowed(x, content) for x, content in row.items()) and (bound is None or self._cost(row) <= bound):
                yield row

    def _drawn(self, allowed: Allowed, tries: int) -> Iterator[Row]:
        """Yield satisfying rows among some that are drawn from the *allowed* contents."""
        network, choose = self.network, self.network.random.choice
        choices = []
        for x in self.variables:
            contents = network.contents(x)
            count = number_of_values(contents)
            if count > network.most:  # ends are what propagators prune
                drawn = [contents[network.random.randrange(count)] for _ in range(16)]
                contents = [*contents[:8], *contents[-8:], *drawn]
            choices.append([content for content in contents if allowed(x, content)])
        if all(choices):
            yield from self._satisfying([*map(choose, choices)] for _ in range(tries))

    def _satisfying(self, rows: Iterable[Sequence[Any]]) -> Iterator[Row]:
        network = self.network
        csp = network.csp
        for contents in rows:
            row: Row = dict(zip(self.variables, contents, strict=True))
            values: dict[Any, Any] = {csp.names[x]: network.value(x, content) for x, content in row.items()}
            if all(holds(one, values) for one in self.origins) and self._add_hidden(row, values):
                yield row

    def _add_hidden(self, row: Row, values: Mapping[Hashable, Any]) -> bool:
        """Add the contents of hidden variables to *row*; return False if there is none."""
        for x in self.hidden:
            name: Any = self.network.csp.names[x]
            try:
                content = self.network.content(x, name.term.evaluate(values))
            except UndefinedError:
                return False
            if content is None:
                return False
            row[x] = content
        return True

    def _cost(self, row: Row) -> int:
        """Return the value of the objective."""
        network = self.network
        values: dict[Any, Any] = {network.csp.names[x]: network.value(x, content) for x, content in row.items()}
        total = 0
        for one in self.objectives:
            if isinstance(one, Comparison):
                total += one.constant + sum(weight * term.evaluate(values) for term, weight in one.weights)
        return total


def _is_objective(constraint: Constraint) -> bool:
    return isinstance(getattr(constraint, "ceiling", None), Ceiling)
