"""What is stated: variables, their domains, and the constraints between them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic

from csplib import check
from csplib.compiling import lower
from csplib.constraints.base import Constraint, as_term, listed
from csplib.domains import checked_domain
from csplib.errors import (
    DuplicateVariableError,
    KindError,
    OptionError,
    ScopeError,
    UnknownConstraintError,
    UnknownVariableError,
)
from csplib.expressions import Expression, Variable
from csplib.functions import reify
from csplib.hidden import domain_of
from csplib.native import attributes_of, with_attributes
from csplib.notebook import problem_html
from csplib.solution import N, V
from csplib.terms import Term, TermName

if TYPE_CHECKING:
    from typing_extensions import Self

    from csplib.csp import CSP
    from csplib.universe import Domain

__all__ = ["Statement"]


class Statement(Generic[N, V]):
    """The half of a `Problem` that is stated; the other half asks."""

    def __init__(self) -> None:
        # What tells the variables of this problem from those of others. It is not the problem itself: that would be
        # a cycle, and what is no longer needed would have to wait for the garbage collector.
        self._owner: object = object()
        self._owners: tuple[object, ...] = (self._owner,)
        self._variables: dict[N, Variable] = {}
        self._domains: dict[N, Domain] = {}
        self._constraints: list[Constraint] = []
        self._preferences: list[tuple[Constraint, int]] = []
        self._compiled: CSP | None = None
        self._integral: set[int] = set()

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables, in the order in which they were stated."""
        return tuple(self._variables.values())

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints, in the order in which they were stated."""
        return tuple(self._constraints)

    @property
    def penalty(self) -> Expression | int:
        """The weights of the preferences that are not met, added up: to be minimized, alone or with other costs."""
        return sum([weight * (1 - reify(constraint)) for constraint, weight in self._preferences])

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

        >>> from csplib import Problem
        >>> p = Problem()
        >>> row = p.add_variables([(0, column) for column in range(9)], range(1, 10))
        >>> len(row), p.domains[0, 8]
        (9, (1, 2, 3, 4, 5, 6, 7, 8, 9))
        """
        new = listed(names, "add_variables needs a collection of names")
        values = checked_domain(domain, new)
        added: dict[Any, Variable] = {}
        for name in new:
            if isinstance(name, (Term, Constraint)):
                raise KindError(f"{name} is not a name: a variable or constraint cannot name a variable")
            try:
                known = name in self._variables or name in added
            except TypeError:
                as_term(name)
                raise
            if known:
                raise DuplicateVariableError(f"there is a variable {name!r} already")
            added[name] = Variable(name, 0, self._owner)
        self._variables.update(added)
        for name in added:
            self._domains[name] = values
        self._compiled = None
        return list(added.values())

    def variable(self, name: N | Term) -> Variable:
        """Look a variable up by its name."""
        return self._variables[self._name_of(name)]

    def __getitem__(self, name: N | Term) -> Variable:
        """Look a variable up by its name, as `variable` does."""
        return self.variable(name)

    def add(self, *constraints: Constraint | bool) -> None:
        """State that *constraints* hold, all of them or, if one is refused, none.

        A bool is refused as well: type checkers believe that ``sum(...) == 3`` could be one, and of nothing it is.
        """
        stated: tuple[object, ...] = constraints
        self._constraints += [self._checked(constraint) for constraint in stated]
        self._compiled = None

    def prefer(self, *constraints: Constraint | bool, weight: int = 1) -> None:
        """State that *constraints* should hold if they can: what they cost otherwise is in `penalty`.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add(x != y)
        >>> p.prefer(x == 2, y == 2, weight=5)
        >>> p.prefer(x + y == 4, weight=2)
        >>> p.minimize(p.penalty).finish()
        Improvement(solution=Solution({'x': 0, 'y': 2}), objective=7)
        """
        if not isinstance(weight, int) or weight < 1:
            raise OptionError(f"weight={weight!r} is not a positive integer")
        stated: tuple[object, ...] = constraints
        self._preferences += [(self._checked(constraint), weight) for constraint in stated]

    def remove(self, *constraints: Constraint | str) -> list[Constraint]:
        """Take constraints back, each named or as it was added; all of them or, if one is not there, none.

        A name takes every constraint of that name. What has been removed is returned, and can be added again.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", [1, 2])
        >>> p.add((x < y).named("ordered"), x != y)
        >>> p.count(), p.remove("ordered"), p.count()
        (1, [<ordered: x < y>], 2)
        """
        for wanted in constraints:
            if not any(_is_meant(wanted, constraint) for constraint in self._constraints):
                raise UnknownConstraintError(f"there is no constraint {wanted!r} to remove")
        gone = [c for c in self._constraints if any(_is_meant(wanted, c) for wanted in constraints)]
        self._constraints = [c for c in self._constraints if not any(c is other for other in gone)]
        self._compiled = None
        return gone

    def violations(self, assignment: Mapping[Any, object], *, partial: bool = False) -> list[Constraint]:
        """List the constraints that *assignment* breaks; the list is empty for a solution and for nothing else.

        A value outside its domain, or one that is missing, shows as an `In` constraint. With *partial*, variables
        without a value, and the constraints over them, are passed over instead.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add(x != y)
        >>> print(*p.violations({"x": 1, "y": 1}), *p.violations({"x": 7}), sep=", ")
        x != y, the domain of x, the domain of y (it has no value)
        """
        if not isinstance(assignment, Mapping):
            raise KindError(f"violations needs a mapping of variables to values, not {assignment!r}")
        named: dict[Hashable, object] = {self._name_of(key): value for key, value in assignment.items()}
        domains: dict[Any, Domain] = self._domains
        return check.violations(domains, self._constraints, named, partial=partial)

    def _checked(self, constraint: object) -> Constraint:
        """Refuse a constraint that cannot be meant for this problem."""
        if not isinstance(constraint, Constraint):
            hint = ""
            if isinstance(constraint, bool):
                hint = ": were plain values compared, a sum of nothing, or constraints (write reify(a) == reify(b))?"
            elif isinstance(constraint, Iterable) and not isinstance(constraint, str):
                hint = ": write add(*constraints)"
            raise KindError(f"{constraint!r} is not a constraint{hint}")
        for variable in constraint.reads():
            self._known(variable, constraint)
        integral = constraint.integral()
        if integral:
            self._check_integers(integral, constraint)
        return constraint

    def _check_integers(self, terms: list[Term], constraint: Constraint) -> None:
        """Refuse a constraint that reckons with something else than integers."""
        domains: dict[Any, Domain] = self._domains
        for term in terms:
            if term.inline:
                continue
            name = term.name
            domain = domain_of(Term(name), domains) if isinstance(name, TermName) else domains[name]
            if id(domain) in self._integral:
                continue
            for value in domain:
                if not isinstance(value, int):
                    raise ScopeError(f"{constraint} reckons with {name}, which can be {value!r}: that is no integer")
            if not isinstance(name, TermName):
                self._integral.add(id(domain))

    def _known(self, term: Term, constraint: Constraint | None = None) -> Any:
        """Give the name of a variable that this problem has."""
        owner = term.owner
        if owner is not None and owner is not self._owner and not _is_among(owner, self._owners):
            raise UnknownVariableError(f"variable {term.name!r}{_place(constraint)} belongs to another problem")
        if term.name not in self._variables:
            raise UnknownVariableError(f"there is no variable {term.name!r}{_place(constraint)}")
        return term.name

    def _name_of(self, variable: object) -> Any:
        """Give the name of a variable that is meant as such, not as part of an expression."""
        term = as_term(variable)
        if term.offset or isinstance(term.name, TermName):
            raise KindError(f"{term} is an expression where a variable is needed")
        return self._known(term)

    def compile(self) -> CSP:
        """Translate the problem for the engine and the textbook functions; done once, until something is added."""
        if self._compiled is None:
            domains: dict[Any, Domain] = self._domains
            self._compiled = lower(domains, self._constraints)
        return self._compiled

    def _repr_html_(self) -> str:
        return problem_html(self._domains, self._constraints)

    def __repr__(self) -> str:
        return f"<Problem: {len(self._variables)} variables, {len(self._constraints)} constraints>"

    def __copy__(self) -> Self:
        """Give a problem of its own, with the same statements; it has its own handles and knows the old ones too."""
        owner = object()
        return with_attributes(
            type(self)(),
            {
                "_owner": owner,
                "_owners": (owner, *self._owners),
                "_variables": {name: Variable(name, 0, owner) for name in self._variables},
                "_domains": dict(self._domains),
                "_constraints": list(self._constraints),
                "_preferences": list(self._preferences),
            },
        )

    def __getstate__(self) -> dict[str, object]:
        """Leave the compiled form out: it is made again where it is needed."""
        return {**attributes_of(self), "_compiled": None, "_integral": set()}

    def __setstate__(self, state: dict[str, object]) -> None:
        """Take up what `__getstate__` gave."""
        with_attributes(self, state)


def _is_among(owner: object, owners: tuple[object, ...]) -> bool:
    for other in owners:
        if other is owner:
            return True
    return False


def _place(constraint: Constraint | None) -> str:
    return "" if constraint is None else f" in {constraint}"


def _is_meant(wanted: Constraint | str, constraint: Constraint) -> bool:
    return wanted == constraint.name if isinstance(wanted, str) else wanted is constraint
