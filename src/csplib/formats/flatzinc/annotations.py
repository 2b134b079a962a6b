"""The search annotations of a solve item, as strategies: which variable next, and which of its values first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from csplib.formats.flatzinc.terms import Terms
from csplib.formats.flatzinc.values import Call
from csplib.kernel.bits import Mask, lowest, size_of, split
from csplib.kernel.csp import CSP
from csplib.kernel.state import State
from csplib.modelling.domains import MOST_BITS, number_of_values
from csplib.modelling.terms import Term
from csplib.textbook.heuristics import mrv

if TYPE_CHECKING:
    from csplib.problem import Problem

__all__ = ["Phase", "Phases", "options_for"]

_SEARCHES = frozenset(["bool_search", "int_search"])
_WARM_STARTS = frozenset(["warm_start", "warm_start_bool", "warm_start_int"])
_LISTS = frozenset(["seq_search", "warm_start_array"])
_MOST_VARIABLES = 2000
"""With more variables, a choice in each step takes too long."""

_Measure = Callable[[Mask], int]

_VARIABLES: dict[str, _Measure] = {
    "input_order": lambda _: 0,
    "first_fail": size_of,
    "anti_first_fail": lambda mask: -size_of(mask),
    "smallest": lowest,
    "largest": lambda mask: -mask.bit_length(),
}
"""What is to be as small as possible for the variable that comes next. All other words mean first_fail."""

_LAST_FIRST = frozenset(["indomain_max", "indomain_reverse_split", "outdomain_min"])
_MIDDLE_FIRST = frozenset(["indomain_median", "indomain_middle"])


class Phase(NamedTuple):
    """The annotation of some variables: their names, and how to choose variables and values."""

    names: list[Any]
    variables: str
    values: str


class Phases:
    """The strategies of a file, for `Problem.solve`: ``select=phases.select, order=phases.order``."""

    def __init__(self, phases: Iterable[Phase]) -> None:
        self.phases: list[Phase] = list(phases)
        self._csp: CSP | None = None
        self._groups: list[tuple[list[int], _Measure]] = []
        self._values: dict[int, str] = {}

    def __reduce__(self) -> Any:
        return Phases, (self.phases,)

    def _number(self, csp: CSP) -> None:
        """Look up the numbers of the variables in *csp*."""
        self._csp = csp
        self._groups = []
        self._values = {}
        for phase in self.phases:
            scope = [csp.index[name] for name in phase.names]
            self._groups.append((scope, _VARIABLES.get(phase.variables, size_of)))
            for x in scope:
                self._values.setdefault(x, phase.values)

    def select(self, csp: CSP, state: State) -> int:
        """Return the next variable: of the first phase that has an open one, or else that with the fewest values."""
        if csp is not self._csp:
            self._number(csp)
        for scope, measure in self._groups:
            found = [x for x in scope if state.is_open(x)]
            if found:
                return min(found, key=lambda x: measure(state.cells[x].mask))
        return mrv(csp, state)

    def order(self, csp: CSP, state: State, x: int) -> list[Mask]:
        """Return the values of *x*, those to try first in front."""
        if csp is not self._csp:
            self._number(csp)
        values = list(split(state.cells[x].mask))
        rule = self._values.get(x, "")
        if rule in _LAST_FIRST:
            values.reverse()
        elif rule in _MIDDLE_FIRST and len(values) > 2:
            middle = values.pop((len(values) - 1) // 2)
            values.insert(0, middle)
        return values


def options_for(annotations: Iterable[Call], terms: Terms, problem: Problem[Any, Any]) -> dict[str, Any]:
    """Return the options of `Problem.solve` that the *annotations* ask for.

    A choice of variables and values that cannot be followed cheaply is left out.
    """
    leaves = list(_leaves(annotations))
    hint = {name: value for one in leaves for name, value in _warm_start(one, terms)}
    phases = [phase for one in leaves if (phase := _phase(one, terms)) is not None]
    options: dict[str, Any] = {"hint": hint} if hint else {}
    if phases and _is_small(problem):
        found = Phases(phases)
        options.update(select=found.select, order=found.order)
    return options


def _is_small(problem: Problem[Any, Any]) -> bool:
    domains = problem.domains
    return len(domains) <= _MOST_VARIABLES and all(number_of_values(domain) <= MOST_BITS for domain in domains.values())


def _leaves(annotations: Iterable[Any]) -> Iterator[Call]:
    """Yield the annotations, and in order those that are listed inside of others."""
    for one in annotations:
        if isinstance(one, Call) and one.name in _LISTS and one.arguments and isinstance(one.arguments[0], list):
            yield from _leaves(one.arguments[0])
        elif isinstance(one, Call):
            yield one


def _warm_start(annotation: Call, terms: Terms) -> Iterator[tuple[Any, int]]:
    """Yield the names of the variables of a warm start, with the values to try first."""
    if annotation.name in _WARM_STARTS and len(annotation.arguments) >= 2:
        row, values = annotation.arguments[:2]
        for cell, value in zip(row, values, strict=False) if isinstance(row, list) else ():
            term = terms.of(cell)
            if isinstance(term, Term) and isinstance(value, int):
                yield term.name, value - term.offset


def _phase(search: Call, terms: Terms) -> Phase | None:
    """Return the phase that *search* asks for, if it has variables."""
    if search.name not in _SEARCHES:
        return None
    row, *words = [*search.arguments, None, None, None][:3]
    found = [terms.of(one) for one in (row if isinstance(row, list) else [])]
    names = list(dict.fromkeys([term.name for term in found if isinstance(term, Term)]))
    variables, values = [one.name if isinstance(one, Call) else "" for one in words]
    return Phase(names, variables, values) if names else None
