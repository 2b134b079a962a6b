"""What is stated: variables, their domains, and the constraints between them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NoReturn

from csplib import check
from csplib.constraints.base import Constraint
from csplib.domains import checked_domain
from csplib.errors import KindError, OptionError, UnknownConstraintError
from csplib.expressions import Expression, Variable
from csplib.functions import reify
from csplib.hints import HintedProblem
from csplib.native import attributes_of, with_attributes
from csplib.notebook import problem_html
from csplib.solution import N, V
from csplib.store import Store
from csplib.terms import Term
from csplib.wording import brief

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Statement"]


class Statement(Store, HintedProblem, Generic[N, V]):
    """The half of a `Problem` that is stated; the other half asks."""

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
        domains: dict[N, Any] = self._domains
        return dict(domains)

    def add_variable(self, name: N, domain: Iterable[V], *more: NoReturn) -> Variable:
        """State a variable that takes one of the values of *domain*.

        A value listed twice counts once. A set has no order of its own and is sorted, so that runs can be repeated.
        There are no *more* arguments: for the numbers from 0 to 9 write ``range(10)``.
        """
        if more:
            raise KindError(
                f"add_variable takes a name and a domain, not {2 + len(more)} arguments{_range(domain, more)}"
            )
        return self._declare([name], domain)[0]

    def add_variables(
        self, names: Iterable[N] | Mapping[N, Iterable[V]], domain: Iterable[V] | None = None
    ) -> list[Variable]:
        """State several variables, all of them or, if one is refused, none; return them in order.

        They have the same *domain* or, by a mapping from names to domains, one each.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> row = p.add_variables([(0, column) for column in range(9)], range(1, 10))
        >>> len(row), p.domains[0, 8]
        (9, (1, 2, 3, 4, 5, 6, 7, 8, 9))
        >>> p.add_variables({"size": range(3), "color": ["red", "blue"]})
        [<Variable size>, <Variable color>]
        """
        if domain is not None:
            return self._declare(names, domain)
        if not isinstance(names, Mapping):
            raise KindError("add_variables needs a domain: write add_variables(names, domain), or {name: domain, ...}")
        return self._enter(list(names), [checked_domain(names[name], [name]) for name in names], names)

    def variable(self, name: N | Term) -> Variable:
        """Look a variable up by its name."""
        return self._variables[self._name_of(name)]

    def __getitem__(self, name: N | Term) -> Variable:
        """Look a variable up by its name, as `variable` does."""
        return self.variable(name)

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
                raise UnknownConstraintError(f"there is no constraint {brief(wanted)} to remove")
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
            raise KindError(f"violations needs a mapping of variables to values, not {brief(assignment)}")
        named: dict[Hashable, object] = {self._name_of(key): value for key, value in assignment.items()}
        return check.violations(self._domains, self._constraints, named, partial=partial)

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
        return {**attributes_of(self), "_compiled": None, "_integral": set(), "_values": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        """Take up what `__getstate__` gave."""
        with_attributes(self, state)


def _range(first: object, more: tuple[object, ...]) -> str:
    """Return a guess at the domain that two bounds were to be."""
    if len(more) == 1 and isinstance(first, int) and isinstance(more[0], int):
        return f": did you mean range({first}, {more[0] + 1})?"
    return ""


def _is_meant(wanted: Constraint | str, constraint: Constraint) -> bool:
    return wanted == constraint.name if isinstance(wanted, str) else wanted is constraint
