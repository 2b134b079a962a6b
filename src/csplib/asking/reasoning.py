"""`Reasoning`: the methods of `Problem` that say why something cannot be, what to drop, and what is possible."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex

from csplib.asking.conflicts import minimal_conflicts
from csplib.asking.deducing import deductions
from csplib.asking.explaining import Assumption, Conflict, as_conflict, smallest_conflict
from csplib.asking.options import SearchOptions, check_count, check_options, clock_for, search_keywords, shared_clock
from csplib.asking.possibilities import Possibilities
from csplib.asking.refuting import Refuter
from csplib.asking.relaxing import Relaxation, cheapest_to_drop
from csplib.asking.solutions import N, Solutions, V
from csplib.asking.statement import Statement
from csplib.asking.store import foreign
from csplib.asking.why import Why, concluded, refuted
from csplib.display.wording import brief, called
from csplib.errors import DomainError, UnknownConstraintError
from csplib.kernel.interrupts import Cancel
from csplib.kernel.other_libraries import has_value
from csplib.lowering.compile import compile_problem
from csplib.modelling.constraints.base import Constraint

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.kernel.clock import Clock
    from csplib.kernel.csp import CSP
    from csplib.kernel.state import State
    from csplib.modelling.terms import Domain

__all__ = ["Reasoning"]


class Reasoning(Statement[N, V], Generic[N, V]):
    """The part of `Problem` that gives reasons."""

    def _ask(self, csp: CSP, state: State, options: SearchOptions, clock: Clock) -> Solutions[N, V]:
        """Start a search for one solution."""
        raise NotImplementedError

    def compile(self) -> CSP:
        """Return the compiled problem, for the engine and the textbook functions; kept until something is added."""
        if self._compiled is None:
            self._compiled = compile_problem(self._domains, self._constraints)
        return self._compiled

    @search_keywords
    def explain(self, **options: Unpack[SearchOptions]) -> Conflict | None:
        """Return constraints, and assumptions, that cannot hold together, but can if any one of them is removed.

        Return None if the problem has a solution. A refutation names the constraints that it used, and each of them
        costs about one search. ``time_limit`` is for all searches together, ``node_limit`` for each. Either raises
        `LimitReached`.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y, z = p.add_variables("xyz", range(3))
        >>> p.add(x < y, y < z, (x != z).named("ends differ"))
        >>> print(p.explain(assuming={"x": 1}))
        These cannot hold together, but they can if any one of them is removed:
        - assumed: x is 1
        - x < y
        - y < z
        """
        check_options(options)
        clock, rest = shared_clock(options)
        with clock:
            found = smallest_conflict(
                [*self._assumptions(options), *self._constraints], Refuter(self._domains, rest, self._ask)
            )
        return None if found is None else as_conflict(found)

    @search_keywords
    def all_conflicts(self, limit: SupportsIndex | None = None, **options: Unpack[SearchOptions]) -> Iterator[Conflict]:
        """Iterate lazily over all conflicts that `explain` might return, up to *limit* if there is one.

        There may be very many. Limits are those of `explain`.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add((x < y).named("up"), (x > y).named("down"), (x == y).named("level"))
        >>> sorted(conflict.names for conflict in p.all_conflicts())
        [('down', 'level'), ('up', 'down'), ('up', 'level')]
        """
        most = check_count("limit", limit)
        check_options(options)
        clock, rest = shared_clock(options)
        statements = list({id(one): one for one in [*self._assumptions(options), *self._constraints]}.values())
        found = minimal_conflicts(statements, Refuter(self._domains, rest, self._ask), clock, most)
        return map(as_conflict, found)

    @search_keywords
    def relax(
        self, droppable: Iterable[Constraint | str] | None = None, **options: Unpack[SearchOptions]
    ) -> Relaxation | None:
        """Return the fewest constraints to drop so that there is a solution, and that solution.

        With *droppable*, only these constraints may be dropped, given by name or as they were stated. Preferences are
        dropped first: those of the least weight together. Return None if nothing that may be dropped helps. Limits are
        those of `explain`.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add((x < y).named("up"), (x == 2).named("x is last"), (y != 2).named("y is not"))
        >>> print(p.relax())
        There is a solution without:
        - up
        >>> p.relax(["x is last", "y is not"]).solution
        Solution({'x': 0, 'y': 1})
        >>> p.relax(["y is not"]) is None
        True
        """
        check_options(options)
        clock, rest = shared_clock(options)
        constraints = self._constraints
        may_go = set(map(id, constraints if droppable is None else _chosen(constraints, droppable)))
        always = [*self._assumptions(options), *[one for one in constraints if id(one) not in may_go]]
        dear = 1 + sum([weight for _, weight in self._preferences])
        offered = [(one, dear) for one in constraints if id(one) in may_go] + [*self._preferences]
        refuter = Refuter(self._domains, rest, self._ask)
        with clock:
            gone = cheapest_to_drop(always, [one for one, _ in offered], [cost for _, cost in offered], refuter)
        if gone is None or refuter.solution is None:
            return None
        hard = len(offered) - len(self._preferences)
        dropped = [offered[place][0] for place in gone if place < hard]
        unmet = [self._preferences[place - hard] for place in gone if place >= hard]
        return Relaxation(tuple(dropped), tuple(unmet), refuter.solution)

    @search_keywords
    def why(self, variable: object, value: Hashable, **options: Unpack[SearchOptions]) -> Why:
        """Return why *variable* cannot take *value*: the removals that led to it, each with its constraint.

        If propagation does not remove the value, the steps show what follows if the variable has it: removals until
        nothing is left, or deductions of a search that learns, as few as are found.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y, z = p.add_variables("xyz", range(3))
        >>> p.add(x < y, y < z)
        >>> print(p.why(x, 1))
        x cannot be 1:
        - y < z removes 2 from y.
        - x < y removes 1 from x, since y cannot be 2.
        """
        name = self._name_of(variable)
        domains: dict[Any, Domain] = self._domains
        if not has_value(domains[name], value):
            return Why(name, value, impossible=True)
        check_options(options)
        clock, rest = shared_clock(options)
        every = [*self._assumptions(options), *self._constraints]
        with clock:
            pruned = concluded(domains, every, name, value)
            if pruned is not None:
                return pruned
            refuter, supposed = Refuter(domains, rest, self._ask), Assumption(name, value)
            conflict = smallest_conflict([supposed, *every], refuter)
            if conflict is None:
                return Why(name, value, impossible=False)
            if not any(one is supposed for one in conflict):
                return Why(name, value, impossible=True, needs_search=True, unsolvable=True)
            steps = refuted(domains, conflict) or (deductions(domains, conflict) if refuter.learns else ())
        return Why(name, value, impossible=True, steps=steps, needs_search=True)

    def possible(
        self,
        *variables: object,
        assuming: Mapping[Any, object] | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> dict[N, tuple[V, ...]]:
        """Return the values that each of *variables* has in at least one solution; by default of all variables.

        A configurator disables all other values. Without a solution, no value is possible. What is learned is kept as
        long as the problem does not change: to ask again with other assumptions is fast. ``time_limit`` and ``cancel``
        raise `LimitReached`.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> size, color = p.add_variable("size", "SML"), p.add_variable("color", ["red", "blue"])
        >>> p.add((size == "S") | (color == "blue"))
        >>> p.possible()
        {'size': ('S', 'M', 'L'), 'color': ('red', 'blue')}
        >>> p.possible(color, assuming={size: "M"})
        {'color': ('blue',)}
        """
        options: SearchOptions = {"assuming": assuming, "time_limit": time_limit, "cancel": cancel}
        return self._possible(variables, options, 0)

    def in_common(
        self,
        *variables: object,
        assuming: Mapping[Any, object] | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> dict[N, V] | None:
        """Return what all solutions have in common: the variables with one possible value, and that value.

        Look at these *variables*, by default at all. Return None if there is no solution. Limits are those of
        `possible`.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y, z = p.add_variables("xyz", range(3))
        >>> p.add(x < y, z != y)
        >>> p.in_common(), p.in_common(assuming={z: 2})
        ({}, {'x': 0, 'y': 1, 'z': 2})
        """
        options: SearchOptions = {"assuming": assuming, "time_limit": time_limit, "cancel": cancel}
        found = self._possible(variables, options, 2)
        if not all(found.values()):
            return None
        return {name: values[0] for name, values in found.items() if len(values) == 1}

    def _possible(self, variables: tuple[object, ...], options: SearchOptions, enough: int) -> dict[N, tuple[V, ...]]:
        """Return the values of *variables* in solutions, by name; two of them are *enough* if it says so."""
        check_options(options)
        chosen = list(dict.fromkeys([self._name_of(variable) for variable in variables])) or list(self._domains)
        facts = [assumption.fact for assumption in self._assumptions(options)]
        with clock_for(options):
            csp = self.compile()
            for x in csp.intervals:
                if csp.names[x] in chosen:
                    raise DomainError(f"{called(csp.names[x])} has too many values to test each of them")
            asked, self._asked = self._asked, None  # another thread does not get it
            if asked is None or asked.csp is not csp:
                asked = Possibilities(csp)
            masks = asked.find(
                [csp.index[name] for name in chosen], [(csp.index[name], value) for name, value in facts], enough
            )
            self._asked = asked
        found = [csp.values_in(csp.index[name], mask) for name, mask in zip(chosen, masks, strict=True)]
        return {name: self._in_order(name, values) for name, values in zip(chosen, found, strict=True)}

    def _in_order(self, name: N, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return *values* in the order in which the domain of the variable *name* was stated."""
        domain: Domain = self._domains[name]
        if isinstance(domain, range):
            return tuple(sorted(values, key=domain.index))
        kept = set(values)
        return tuple([value for value in domain if value in kept])

    def _assumptions(self, options: SearchOptions, *, around: bool = True) -> list[Assumption]:
        """Return the assumptions of the ``with`` blocks *around*, and of this question."""
        found: list[Assumption] = []
        for facts in [*(self._assumed if around else []), options.get("assuming") or {}]:
            for key, value in facts.items():
                name = self._name_of(key)
                if not has_value(self._domains[name], value):
                    raise foreign(key, value, self._domains[name])
                found.append(Assumption(name, value))
        return found


def _chosen(constraints: Sequence[Constraint], wanted: Iterable[Constraint | str]) -> list[Constraint]:
    """Return those of *constraints* that are *wanted*, by name or as they were stated."""
    found: list[Constraint] = []
    for one in [wanted] if isinstance(wanted, (str, Constraint)) else wanted:
        meant = [other for other in constraints if other is one or (isinstance(one, str) and other.name == one)]
        if not meant:
            raise UnknownConstraintError(f"there is no constraint {brief(one)} to drop")
        found += meant
    return found
