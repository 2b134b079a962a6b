"""`Statement`: the methods of `Problem` that state variables and constraints, and judge assignments."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NoReturn, SupportsIndex, overload

from csplib.asking import judge as check
from csplib.asking.hints import HintedProblem
from csplib.asking.preferences import Preference, Preferring, keys_of
from csplib.asking.solutions import N, V
from csplib.asking.store import Store
from csplib.display.notebook import problem_html
from csplib.display.wording import brief, counted
from csplib.errors import KindError, UnknownConstraintError
from csplib.kernel.compiler import attributes_of, with_attributes
from csplib.modelling.booleans import Boolean
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.domains import checked_domain, listed_domains
from csplib.modelling.expressions import Constant, Expression, Variable
from csplib.modelling.functions import reify
from csplib.modelling.ordered import ordered_kind
from csplib.modelling.terms import Domain, Term

if TYPE_CHECKING:
    from typing_extensions import Self

    from csplib.modelling.arrays import VariableArray

__all__ = ["Statement"]


class Statement(Store, Preferring, HintedProblem, Generic[N, V]):
    """The part of `Problem` that states a problem; the other part answers questions about it."""

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables, in the order in which they were stated."""
        return tuple(self._variables.values())

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints, in the order in which they were stated."""
        return tuple(self._constraints)

    @property
    def penalty(self) -> Expression:
        """The sum of the weights of unmet preferences: minimize it, alone or with other costs."""
        costs: list[Expression] = [weight * (1 - reify(constraint)) for constraint, weight in self._preferences]
        return sum(costs[1:], costs[0]) if costs else Constant(0)

    @property
    def domains(self) -> dict[N, Sequence[V]]:
        """The stated domain of each variable, by name."""
        domains: dict[N, Any] = listed_domains(self._domains)
        return domains

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

        They have the same *domain* or, with a mapping from names to domains, one each.

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

    def add_boolean(self, name: N) -> Boolean:
        """State a variable that is True or False, a number (1 or 0) and a constraint at once.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> late = p.add_boolean("late")
        >>> hour = p.add_variable("hour", range(24))
        >>> p.add(late == (hour >= 20), late | (hour == 7))
        >>> p.minimize(3 * late + hour).finish()
        Improvement(solution=Solution({'late': False, 'hour': 7}), objective=7)
        """
        return self.add_booleans([name])[0]

    def add_booleans(self, names: Iterable[N]) -> list[Boolean]:
        """State several variables that are True or False, all of them or, if one is refused, none."""
        added: list[Any] = self._declare(names, (False, True), Boolean)
        return added

    def array(
        self, name: Hashable, shape: SupportsIndex | Iterable[Any], domain: Iterable[V] | type[bool]
    ) -> VariableArray:
        """State variables in rows and columns, all with the same *domain*; with ``bool``, booleans.

        *shape* has a length or a list of labels for each dimension; for a single dimension it can be that itself. The
        variables are called ``(name, index, ...)``.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x = p.array("x", (3, 4), range(9))
        >>> x[0, 1] is p["x", 0, 1], len(x[:, 1]), x[2].shape
        (True, 3, (4,))
        >>> works = p.array("works", (["Ann", "Bob"], ["Mon", "Tue"]), bool)
        >>> p.add(*[sum(day) == 1 for day in works.columns()], works["Bob", "Tue"], works["Ann", "Mon"])
        >>> p.solve()[works["Ann", :]]
        [True, False]
        """
        arrays: Any = __import__("csplib.modelling.arrays", fromlist=["VariableArray"])
        axes = arrays.checked_axes(name, shape)
        names: Any = arrays.names_along(name, axes)
        values: Any = domain
        made = self.add_booleans(names) if domain is bool else self._declare(names, values)
        array: VariableArray = arrays.VariableArray(name, axes, made)
        return array

    def parse(self, text: str) -> Any:
        """Return the constraint or the expression that *text*, in Python's notation, stands for.

        `add` and `prefer` take such texts, too, and `minimize` and `maximize` expressions. A text is parsed and never
        evaluated. Names are variables, or members of enumerations. ``x[1, 2]`` is the variable called ``"x[1, 2]"`` or
        ``("x", 1, 2)``, and ``p["any name"]`` is any variable. All else is a value. There are the operators of
        arithmetic and of comparison (also ``1 <= x < y``, and ``x in {1, 2}``), ``and``, ``or``, ``not``,
        ``a if c else b``, and functions: ``abs``, ``min``, ``max``, ``sum``, ``all``, ``any``, ``all_different``,
        ``all_equal``, ``increasing``, ``element``, ``implies``, ``reify``, ``if_then_else``, ``exactly_one``,
        ``at_most_one``, ``at_least_one``, ``date``, ``time``, ``datetime`` and ``timedelta``. Anything else raises a
        `TextError` that points at its column. Texts have at most 10,000 characters, and are not nested deeply.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y, z = p.add_variables("xyz", range(5))
        >>> p.add("x + y <= 3 and z != x", "all_different(x, y, z)", "1 <= x < y or z in {0, 4}")
        >>> p.maximize(p.parse("x * y + (2 if z > 3 else 0)")).finish()
        Improvement(solution=Solution({'x': 1, 'y': 2, 'z': 4}), objective=4)
        """
        if not isinstance(text, str):
            raise KindError(f"parse needs a text, not {brief(text)}")
        return _reading().read(text, self._variables, self._domains)

    def _kind_of(self, values: Domain) -> type[Variable] | None:
        return ordered_kind(values)

    def _read(self, text: str) -> Constraint:
        found: Constraint = _reading().constraint_from(text, self._variables, self._domains)
        return found

    def variable(self, name: N | Term) -> Variable:
        """Return the variable with this name."""
        return self._variables[self._name_of(name)]

    def __getitem__(self, name: N | Term) -> Variable:
        """Return the variable with this name, as `variable` does."""
        return self.variable(name)

    @overload
    def remove(self, *stated: Constraint | str) -> list[Constraint]: ...
    @overload
    def remove(self, *stated: Preference) -> list[Preference]: ...
    @overload
    def remove(self, *stated: Constraint | str | Preference) -> list[Any]: ...
    def remove(self, *stated: Constraint | str | Preference) -> Any:
        """Remove constraints and preferences, by name or as they were stated: all or, if one is not there, none.

        A name removes every constraint and every preference of that name. Return what was removed; it can be stated
        again. A preference given by name or as a constraint is returned as its constraint, else as a `Preference`.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", [1, 2])
        >>> p.add((x < y).named("ordered"), x != y)
        >>> p.count(), p.remove("ordered"), p.count()
        (1, [<ordered: x < y>], 2)
        """
        every: list[Constraint | Preference] = [*self._constraints, *self._preferences]
        known = {key for one in every for key in keys_of(one)}
        meant = {keys_of(wanted)[0] for wanted in stated}
        for wanted in stated:
            if keys_of(wanted)[0] not in known:
                raise UnknownConstraintError(f"there is no constraint or preference {brief(wanted)} to remove")
        gone = [one for one in every if not meant.isdisjoint(keys_of(one))]
        self._constraints = [one for one in self._constraints if meant.isdisjoint(keys_of(one))]
        self._preferences = [one for one in self._preferences if meant.isdisjoint(keys_of(one))]
        self._compiled = None
        return [one.constraint if isinstance(one, Preference) and keys_of(one)[0] not in meant else one for one in gone]

    def violations(self, assignment: Mapping[Any, object], *, partial: bool = False) -> list[Constraint]:
        """Return the constraints that *assignment* breaks; the list is empty only for a solution.

        A value outside its domain, or one that is missing, breaks an `In` constraint. With *partial*, variables without
        a value, and the constraints over them, are skipped instead.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(3))
        >>> p.add(x != y)
        >>> print(*p.violations({"x": 1, "y": 1}), *p.violations({"x": 7}), sep=", ")
        x != y, the domain of x, the domain of y (it has no value)
        """
        named = self._assignment("violations", assignment)
        return check.violations(self._domains, self._constraints, named, partial=partial)

    def _repr_html_(self) -> str:
        return problem_html(self._domains, self._constraints, self._preferences)

    def __repr__(self) -> str:
        stated = [counted(len(self._variables), "variable"), counted(len(self._constraints), "constraint")]
        stated += [counted(len(self._preferences), "preference")] if self._preferences else []
        return f"<{type(self).__name__}: {', '.join(stated)}>"

    def __copy__(self) -> Self:
        """Return a new problem with the same statements; it has its own variables and accepts the old ones too."""
        owner = object()
        return with_attributes(
            type(self)(),
            {
                "_owner": owner,
                "_owners": (owner, *self._owners),
                "_variables": {name: type(one)(name, 0, owner) for name, one in self._variables.items()},
                "_domains": dict(self._domains),
                "_constraints": list(self._constraints),
                "_preferences": list(self._preferences),
            },
        )

    def __getstate__(self) -> dict[str, object]:
        """Return the attributes without the compiled form, which is made again when it is needed."""
        return {**attributes_of(self), "_compiled": None, "_asked": None, "_integral": set(), "_values": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        """Set the attributes that `__getstate__` returned."""
        with_attributes(self, state)


def _reading() -> Any:
    """Return the module that reads texts, which few programs need."""
    return __import__("csplib.modelling.text", fromlist=["read"])


def _range(first: object, more: tuple[object, ...]) -> str:
    """Return a hint for a domain that was given as two bounds."""
    if len(more) == 1 and isinstance(first, int) and isinstance(more[0], int):
        return f": did you mean range({first}, {more[0] + 1})?"
    return ""
