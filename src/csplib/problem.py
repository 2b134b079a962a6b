"""`Problem`: variables, their domains, the constraints between them, and questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, SupportsIndex

from csplib.asking.certifying import Certifying
from csplib.asking.delegates import delegate_for
from csplib.asking.launching import all_solutions, first_solution, has_strategies, one_solution
from csplib.asking.optimization import Objective, Optimization
from csplib.asking.options import (
    QuestionOptions,
    SearchOptions,
    check_assuming,
    check_count,
    check_options,
    clock_for,
    named_hint,
    projected,
    question_keywords,
    refuse_restarts,
)
from csplib.asking.planning import Planning
from csplib.asking.reasoning import Reasoning
from csplib.asking.solutions import N, Solution, Solutions, V
from csplib.engine.counting import count_all
from csplib.lowering.compile import compile_problem
from csplib.modelling.arguments import as_number
from csplib.modelling.linear import linear_sum
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.kernel.clock import Clock
    from csplib.kernel.csp import CSP
    from csplib.kernel.state import State
    from csplib.modelling.terms import Domain

__all__ = ["Problem"]

_PLAIN = frozenset(["assuming"])
_ANY_ORDER = frozenset(["assuming", "time_limit", "cancel", "hint"])


class Problem(Certifying[N, V], Reasoning[N, V], Planning[N, V]):
    """A constraint-satisfaction problem, stated in names and values of your own; both can be anything hashable.

    Solving never changes it, and you can add to it between two searches.

    >>> p = Problem()
    >>> wa, nt, sa = p.add_variables(["WA", "NT", "SA"], ["red", "green", "blue"])
    >>> p.add(wa != nt, wa != sa, nt != sa)
    >>> p.solve()
    Solution({'WA': 'red', 'NT': 'green', 'SA': 'blue'})
    >>> p.count()
    6
    """

    @contextmanager
    def assume(self, facts: Mapping[Any, object] | None = None, /, **named: object) -> Iterator[Problem[N, V]]:
        """Assume values of variables: every search inside the ``with`` takes them as given.

        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add(x < y)
        >>> with p.assume({x: 1}):
        ...     p.solve()
        Solution({'x': 1, 'y': 2})
        >>> p.count()
        3
        """
        assumed = dict(
            [fact.fact for fact in self._assumptions({"assuming": {**(facts or {}), **named}}, around=False)]
        )
        before = self._assumed
        self._assumed = [*before, assumed]
        try:
            yield self
        finally:
            self._assumed = before

    def _ask(self, csp: CSP, state: State, options: SearchOptions, clock: Clock) -> Solutions[N, V]:
        options = {**options, "hint": named_hint(self, options.get("hint"))}
        return one_solution(csp, state, options, clock)

    @question_keywords
    def minimize(self, objective: object, **options: Unpack[QuestionOptions]) -> Optimization[N, V]:
        """Iterate lazily over better and better solutions, until the least *objective* is found and proven.

        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(1, 20))
        >>> p.add(x * y >= 50)
        >>> found = p.minimize(x + y)
        >>> found.finish().objective, found.status.value
        (15, 'optimal')
        """
        return self._optimization(objective, 1, options)

    @question_keywords
    def maximize(self, objective: object, **options: Unpack[QuestionOptions]) -> Optimization[N, V]:
        """Iterate lazily over better and better solutions, until the greatest *objective* is found and proven.

        >>> p = Problem()
        >>> beer, wine = p.add_variables(["beer", "wine"], range(10))
        >>> p.add(3 * beer + 5 * wine <= 20)
        >>> p.maximize(4 * beer + 7 * wine).finish()
        Improvement(solution=Solution({'beer': 0, 'wine': 4}), objective=28)
        """
        return self._optimization(objective, -1, options)

    def _optimization(self, objective: object, sign: int, options: QuestionOptions) -> Optimization[N, V]:
        """Return the search for better and better solutions, not started yet."""
        if (delegate := delegate_for(options)) is not None:
            return delegate.optimize(self, self._checked_objective(objective), sign)
        check_options(options)
        options["hint"] = named_hint(self, options.get("hint"))
        term = self._checked_objective(objective)
        stated = Objective(*linear_sum([(term, sign)]))
        domains: dict[Any, Domain] = self._domains
        with (clock := clock_for(options)):
            csp = compile_problem(domains, [*self._constraints, stated], bits=has_strategies(options))
            state = self._started(csp, options)
        return Optimization(one_solution(csp, state, options, clock, stated.ceiling), term, sign)

    def _checked_objective(self, objective: object) -> Term:
        """Return *objective*, which may be a text, as a term, or refuse it."""
        term = as_number(self.parse(objective) if isinstance(objective, str) else objective, "the objective")
        self._checked(Objective(*linear_sum([(term, 1)])))
        return term

    @question_keywords
    def solve(self, **options: Unpack[QuestionOptions]) -> Solution[N, V] | None:
        """Return a solution, or None if there is none.

        A limit that stops the search before there is an answer raises `LimitReached`.
        """
        if not options:
            csp = self.compile()
            return first_solution(csp, self._started(csp, options))
        if not options.keys() - _PLAIN:
            check_assuming(options.get("assuming"))
            csp = self.compile()
            return first_solution(csp, self._started(csp, options), again=True)
        if (delegate := delegate_for(options)) is not None:
            return delegate.solve(self)
        csp, state, clock = self._begun(options)
        with one_solution(csp, state, options, clock) as found:
            return next(found, None)

    @question_keywords
    def solutions(
        self,
        *,
        on: Iterable[object] | None = None,
        solution_limit: SupportsIndex | None = None,
        **options: Unpack[QuestionOptions],
    ) -> Solutions[N, V]:
        """Iterate over all solutions, lazily, up to *solution_limit* if there is one.

        With *on*, iterate over each combination of values for these variables, once.

        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(1000))
        >>> p.add(x != y)
        >>> found = p.solutions(solution_limit=2)
        >>> [tuple(solution.values()) for solution in found], found.status.value
        ([(0, 1), (0, 2)], 'stopped at a limit')
        >>> len(list(p.solutions(on=[x])))
        1000
        """
        most = check_count("solution_limit", solution_limit)
        refuse_restarts(options)
        names = None if on is None else projected(self, on)
        if (delegate := delegate_for(options)) is not None:
            return delegate.solutions(self, names, most)
        return self._solutions(options, names, most)

    @question_keywords
    def count(
        self,
        limit: SupportsIndex | None = None,
        *,
        on: Iterable[object] | None = None,
        **options: Unpack[QuestionOptions],
    ) -> int:
        """Return the number of solutions, up to *limit* if there is one; with *on*, of combinations of these variables.

        >>> p = Problem()
        >>> _ = p.add_variables("abc", range(10))
        >>> p.count(), p.count(limit=2)
        (1000, 2)
        """
        most = check_count("limit", limit)
        refuse_restarts(options)
        names = None if on is None else projected(self, on)
        if (delegate := delegate_for(options)) is not None:
            return delegate.count(self, most, names)
        if most is None and names is None and not options.keys() - _ANY_ORDER:
            csp, state, clock = self._begun(options)
            with clock:
                return count_all(csp, state)
        with self._solutions(options, names, most) as found:
            while found.advance():
                found.skip()
            return found.statistics.solutions

    @question_keywords
    def is_unique(self, **options: Unpack[QuestionOptions]) -> bool:
        """Return whether there is exactly one solution, by looking for a second one."""
        return self.count(2, **options) == 1

    def _solutions(
        self, options: SearchOptions, names: list[Any] | None, solution_limit: int | None
    ) -> Solutions[N, V]:
        csp, state, clock = self._begun(options)
        on = None if names is None else [csp.index[name] for name in names]
        return all_solutions(csp, state, options, clock, on, solution_limit)

    def _begun(self, options: SearchOptions) -> tuple[CSP, State, Clock]:
        """Check *options* and compile; return the clock, which pauses then, and the state to begin with."""
        check_options(options)
        options["hint"] = named_hint(self, options.get("hint"))
        clock = clock_for(options)
        with clock:
            csp = self.compile()
            if csp.intervals and has_strategies(options):
                csp = compile_problem(self._domains, self._constraints, bits=True)
            return csp, self._started(csp, options), clock
