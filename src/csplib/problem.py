"""`Problem`: variables, their domains, the constraints between them, and the questions one can ask about them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Generic, TypedDict

from csplib import check
from csplib.constraints.base import Constraint, as_term, listed
from csplib.domains import checked_domain
from csplib.errors import DuplicateVariableError, KindError, OptionError, ScopeError, UnknownVariableError
from csplib.events import Event
from csplib.expressions import Variable
from csplib.heuristics import Infer, Order, Select, shuffled
from csplib.hidden import domain_of
from csplib.lowering import lower
from csplib.search import Search
from csplib.solution import N, Solution, Solutions, V
from csplib.terms import Term

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.csp import CSP
    from csplib.universe import Domain

__all__ = ["Problem", "SearchOptions"]


class SearchOptions(TypedDict, total=False):
    """The keywords that `Problem.solve`, `Problem.solutions`, `Problem.count` and `Problem.is_unique` share."""

    assuming: Mapping[Any, object] | None
    """Values that some variables shall have, for this search alone."""
    select: Select | None
    """Which variable next (`mrv`, `degree`, ...); the engine's own choice if absent."""
    order: Order | None
    """Which value first (`lcv`, `ascending`, ...)."""
    infer: Infer | None
    """What to conclude after each assignment (`forward_check`, `mac`, ...); every constraint to the full if absent."""
    seed: int | None
    """Shuffle the values: the same seed, the same run, everywhere. Not together with `order`."""
    time_limit: float | None
    """Stop after so many seconds inside the search."""
    node_limit: int | None
    """Stop after so many values tried."""
    observer: Callable[[Event], None] | None
    """Is called with every event."""


class Problem(Generic[N, V]):
    """A constraint-satisfaction problem, stated in names and values of your own; both can be anything hashable.

    Solving never changes it, and it can be added to between two searches.

    >>> p = Problem()
    >>> wa, nt, sa = p.add_variables(["WA", "NT", "SA"], ["red", "green", "blue"])
    >>> p.add(wa != nt, wa != sa, nt != sa)
    >>> p.solve()
    Solution({'WA': 'red', 'NT': 'green', 'SA': 'blue'})
    >>> p.count()
    6
    """

    def __init__(self) -> None:
        self._variables: dict[N, Variable] = {}
        self._domains: dict[N, Domain] = {}
        self._constraints: list[Constraint] = []
        self._compiled: CSP | None = None

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables, in the order in which they were stated."""
        return tuple(self._variables.values())

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints, in the order in which they were stated."""
        return tuple(self._constraints)

    @property
    def domains(self) -> dict[N, tuple[V, ...]]:
        """The stated domain of each variable, by name."""
        domains: dict[Any, Any] = self._domains
        return dict(domains)

    def add_variable(self, name: N, domain: Iterable[V]) -> Variable:
        """State a variable that takes one of the values of *domain*.

        A value listed twice counts once. A set has no order of its own and is sorted, so that runs can be repeated.
        """
        return self.add_variables([name], domain)[0]

    def add_variables(self, names: Iterable[N], domain: Iterable[V]) -> list[Variable]:
        """State several variables with the same *domain*, all of them or, if one is refused, none.

        >>> p = Problem()
        >>> row = p.add_variables([(0, column) for column in range(9)], range(1, 10))
        >>> len(row), p.domains[0, 8]
        (9, (1, 2, 3, 4, 5, 6, 7, 8, 9))
        """
        new = listed(names, "add_variables needs a collection of names")
        values = checked_domain(domain, new)
        added: dict[N, Variable] = {}
        for name in new:
            if isinstance(name, (Term, Constraint)):
                raise KindError(f"{name} is not a name: a variable or constraint cannot name a variable")
            as_term(name)
            if name in self._variables or name in added:
                raise DuplicateVariableError(f"there is a variable {name!r} already")
            added[name] = Variable(name, 0, self)
        self._variables.update(added)
        self._domains.update(dict.fromkeys(added, values))
        self._compiled = None
        return list(added.values())

    def variable(self, name: N | Term) -> Variable:
        """Look a variable up by its name."""
        return self._variables[self._name_of(name)]

    def add(self, *constraints: Constraint) -> None:
        """State that *constraints* hold, all of them or, if one is refused, none."""
        for constraint in constraints:
            self._check(constraint)
        self._constraints.extend(constraints)
        self._compiled = None

    def _check(self, constraint: Constraint) -> None:
        """Refuse a constraint that cannot be meant for this problem."""
        if not isinstance(constraint, Constraint):
            raise KindError(f"{constraint!r} is not a constraint")
        for variable in constraint.reads():
            self._known(variable, constraint)
        domains: dict[Any, Domain] = self._domains
        for name in {term.name: None for term in constraint.integral()}:
            term = name if isinstance(name, Term) else Term(name)
            for value in domain_of(term, domains):
                if not isinstance(value, int):
                    raise ScopeError(f"{constraint} reckons with {term}, which can be {value!r}: that is no integer")

    def _known(self, term: Term, constraint: Constraint | None = None) -> Any:
        """Give the name of a variable that this problem has."""
        where = "" if constraint is None else f" in {constraint}"
        if term.owner not in (None, self):
            raise UnknownVariableError(f"variable {term.name!r}{where} belongs to another problem")
        if term.name not in self._variables:
            raise UnknownVariableError(f"there is no variable {term.name!r}{where}")
        return term.name

    def _name_of(self, variable: object) -> Any:
        """Give the name of a variable that is meant as such, not as part of an expression."""
        term = as_term(variable)
        if term.offset:
            raise KindError(f"{term} is an expression where a variable is needed")
        return self._known(term)

    def compile(self) -> CSP:
        """Translate the problem for the engine and the textbook functions; done once, until something is added."""
        if self._compiled is None:
            domains: dict[Any, Domain] = self._domains
            self._compiled = lower(domains, self._constraints)
        return self._compiled

    def solve(self, **options: Unpack[SearchOptions]) -> Solution[N, V] | None:
        """Find a solution, or None if there is none.

        A limit that stops the search before it knows raises `LimitReached`.
        """
        with self._solutions(options) as found:
            return next(found, None)

    def solutions(
        self,
        *,
        on: Iterable[object] | None = None,
        solution_limit: int | None = None,
        **options: Unpack[SearchOptions],
    ) -> Solutions[N, V]:
        """Iterate over all solutions, lazily, up to *solution_limit* if there is one.

        With *on*, iterate over each combination of values for those variables, once.

        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(1000))
        >>> p.add(x != y)
        >>> found = p.solutions(solution_limit=2)
        >>> [tuple(solution.values()) for solution in found], found.status.value
        ([(0, 1), (0, 2)], 'stopped at a limit')
        >>> len(list(p.solutions(on=[x])))
        1000
        """
        _check_count("solution_limit", solution_limit)
        return self._solutions(options, on, solution_limit)

    def count(
        self, limit: int | None = None, *, on: Iterable[object] | None = None, **options: Unpack[SearchOptions]
    ) -> int:
        """Count the solutions, up to *limit* if there is one; with *on*, the combinations of those variables.

        >>> p = Problem()
        >>> _ = p.add_variables("abc", range(10))
        >>> p.count(), p.count(limit=2)
        (1000, 2)
        """
        _check_count("limit", limit)
        with self._solutions(options, on) as found:
            counted = 0
            while counted != limit and found.advance():
                counted += 1
            return counted

    def is_unique(self, **options: Unpack[SearchOptions]) -> bool:
        """Say whether there is exactly one solution, by looking for a second one."""
        return self.count(2, **options) == 1

    def violations(self, assignment: Mapping[Any, object], *, partial: bool = False) -> list[Constraint]:
        """List the constraints that *assignment* breaks; the list is empty for a solution and for nothing else.

        A value outside its domain, or one that is missing, shows as an `In` constraint. With *partial*, variables
        without a value, and the constraints over them, are passed over instead.

        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add(x != y)
        >>> print(*p.violations({"x": 1, "y": 1}), *p.violations({"x": 7}), sep=", ")
        x != y, the domain of x, the domain of y (it has no value)
        """
        named: dict[Hashable, object] = {self._name_of(key): value for key, value in assignment.items()}
        domains: dict[Any, Domain] = self._domains
        return check.violations(domains, self._constraints, named, partial=partial)

    def _solutions(
        self, options: SearchOptions, on: Iterable[object] | None = None, solution_limit: int | None = None
    ) -> Solutions[N, V]:
        _check_options(options)
        csp = self.compile()
        projected = None if on is None else self._projection(csp, on)
        search = self._search(csp, projected, options)
        return Solutions(search, projected, time_limit=options.get("time_limit"), solution_limit=solution_limit)

    def _search(self, csp: CSP, projected: list[int] | None, options: SearchOptions) -> Search:
        """Set a search up."""
        state = csp.state(options.get("observer"))
        for key, value in (options.get("assuming") or {}).items():
            x = csp.index[self._name_of(key)]
            state.narrow(x, csp.bit_of(x, value))
        seed, node_limit = options.get("seed"), options.get("node_limit")
        order = options.get("order") if seed is None else shuffled(seed)
        return Search(
            csp,
            state,
            options.get("select"),
            order,
            options.get("infer"),
            projected,
            -1 if node_limit is None else node_limit,
        )

    def _projection(self, csp: CSP, on: Iterable[object]) -> list[int]:
        """Give the indices of the variables to project on."""
        chosen = [csp.index[self._name_of(variable)] for variable in listed(on, "on= needs a collection of variables")]
        if len(set(chosen)) < len(chosen):
            raise OptionError("on= names a variable twice")
        return chosen

    def __repr__(self) -> str:
        return f"<Problem: {len(self._variables)} variables, {len(self._constraints)} constraints>"

    def __copy__(self) -> Problem[N, V]:
        """Give a problem of its own, with the same statements and handles of its own."""
        twin: Problem[N, V] = Problem()
        twin._variables = {name: Variable(name, 0, twin) for name in self._variables}
        twin._domains = dict(self._domains)
        twin._constraints = list(self._constraints)
        return twin

    def __getstate__(self) -> dict[str, object]:
        """Leave the compiled form out: it is made again where it is needed."""
        return {**self.__dict__, "_compiled": None}


def _check_options(options: SearchOptions) -> None:
    """Refuse options that do not exist, or make no sense."""
    for keyword in options.keys() - SearchOptions.__annotations__.keys():
        raise KindError(f"there is no option {keyword}=; the options are {', '.join(SearchOptions.__annotations__)}")
    for keyword in ("select", "order", "infer", "observer"):
        strategy = options.get(keyword)
        if strategy is not None and not callable(strategy):
            raise OptionError(f"{keyword}={strategy!r} is not callable")
    _check_count("node_limit", options.get("node_limit"))
    time_limit, seed = options.get("time_limit"), options.get("seed")
    if time_limit is not None and (not isinstance(time_limit, (int, float)) or not 0 <= time_limit < inf):
        raise OptionError(f"time_limit={time_limit!r} is not a number of seconds")
    if seed is not None and options.get("order") is not None:
        raise OptionError("seed= shuffles the values and order= sorts them: give one of the two")
    if seed is not None and not isinstance(seed, int):
        raise OptionError(f"seed={seed!r} is not an integer")


def _check_count(keyword: str, count: int | None) -> None:
    if count is not None and (not isinstance(count, int) or count < 0):
        raise OptionError(f"{keyword}={count!r} is not a number of things")
