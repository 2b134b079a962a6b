"""`Store`: the statements of a problem, kept and checked. It is the compiled part of `Problem`.

`Problem` itself cannot be compiled: a compiled class that is generic accepts weak references but never clears them.
"""

# ruff: noqa: SLF001 (the functions in this module are methods in all but name)
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import brief, called, meant, value_text
from csplib.errors import DuplicateVariableError, KindError, OptionError, ScopeError, UnknownVariableError
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.csp import CSP
from csplib.kernel.other_libraries import has_value, native
from csplib.kernel.state import State
from csplib.kernel.tracking import is_plain, untrack
from csplib.lowering.hidden import domain_of
from csplib.lowering.unknown_values import KnownValues
from csplib.modelling.constraints.base import Constraint, as_term, listed
from csplib.modelling.constraints.logic import Fact, as_constraint
from csplib.modelling.domains import checked_domain
from csplib.modelling.expressions import Variable
from csplib.modelling.terms import Domain, Term, TermName

if TYPE_CHECKING:
    from csplib.asking.options import SearchOptions
    from csplib.asking.possibilities import Possibilities
    from csplib.asking.preferences import Preference
    from csplib.modelling.booleans import Boolean

__all__ = ["Store", "foreign"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Store:
    """The variables, domains, constraints, preferences and assumptions of a problem."""

    def __init__(self) -> None:
        # Variables refer to their problem by its owner, not to the problem itself: that would be a reference cycle,
        # whose memory only the garbage collector frees.
        self._owner: object = object()
        self._owners: tuple[object, ...] = (self._owner,)
        self._variables: dict[Any, Variable] = {}
        self._domains: dict[Any, Domain] = {}
        self._constraints: list[Constraint] = []
        self._preferences: list[Preference] = []
        self._assumed: list[Mapping[Any, Any]] = []
        self._compiled: CSP | None = None
        self._asked: Possibilities | None = None  # about the compiled problem
        self._integral: set[int] = set()
        self._values: KnownValues | None = None

    def add(self, *constraints: Constraint | Boolean | str | bool) -> None:
        """State that *constraints* hold, all of them or, if one is refused, none. A `Boolean` must be True.

        A text is a constraint in Python's notation, as in ``add("x + y <= 10 and z != x")``; see `Problem.parse`.

        True and False are accepted too, since generated models have them: an empty sum compared with a number is one.
        True has no effect; with False there is no solution. A value that no variable has, as in ``x == "Adda"``, is
        probably a mistake and issues a `ModelWarning`.
        """
        stated: tuple[object, ...] = constraints
        self._constraints += [_accepted(self, constraint) for constraint in stated]
        self._compiled = None

    def _declare(
        self, names: Iterable[Any], domain: Iterable[Any], kind: type[Variable] | None = None
    ) -> list[Variable]:
        """State variables with the same *domain*, all of them or, if one is refused, none."""
        given = listed(names, "add_variables needs a collection of names")
        new = [native(name) for name in given]
        values = checked_domain(domain, new)
        return self._enter(new, [values] * len(new), names, kind)

    def _enter(
        self, new: list[Any], domains: list[Domain], given: object, kind: type[Variable] | None = None
    ) -> list[Variable]:
        """Add variables of this *kind* with these *domains*, all of them or, if a name is refused, none."""
        added: dict[Any, Variable] = {}
        last: Domain | None = None
        own = kind
        for place, name in enumerate(new):
            if kind is None and domains[place] is not last:
                last = domains[place]
                own = None if type(last[0]) is int or type(last[0]) is str else self._kind_of(last)
            if isinstance(name, (Term, Constraint)):
                raise KindError(f"{name} is not a name: a variable or constraint cannot name a variable")
            try:
                known = name in self._variables or name in added
            except TypeError:
                as_term(name)
                raise
            if known:
                hint = (
                    f": each letter of {given!r} is a name; for one write [{given!r}]" if isinstance(given, str) else ""
                )
                raise DuplicateVariableError(f"there is a variable {name!r} already{hint}")
            variable = added[name] = Variable(name, 0, self._owner) if own is None else own(name, 0, self._owner)
            if is_plain(name):
                untrack(variable)
        if self._variables:
            self._variables.update(added)
        else:
            self._variables = added
        for place, name in enumerate(new):
            self._domains[name] = domains[place]
        self._compiled = None
        return list(added.values())

    def _checked(self, constraint: object) -> Constraint:
        """Return *constraint*, or refuse it if it cannot be meant for this problem."""
        return _accepted(self, constraint)

    def _kind_of(self, values: Domain) -> type[Variable] | None:  # noqa: ARG002 - see `Statement`
        """Return the class of variables with these *values*; None for plain ones."""
        return None

    def _read(self, text: str) -> Constraint:
        """Return the constraint that *text* states."""
        return as_constraint(text, "add needs constraints")

    def _name_of(self, variable: object) -> Any:
        """Return the name of a variable; refuse expressions."""
        return _named(self, variable)

    def _started(self, csp: CSP, options: SearchOptions) -> State:
        """Return the state to begin with: the stated domains, and what is assumed."""
        return _begun(self, csp, options)


# Plain functions on purpose: the compiler looks up methods of an extensible class by name, which is slower.


def _accepted(store: Store, constraint: object) -> Constraint:
    """Return *constraint*, or refuse it if it cannot be meant for this problem."""
    if not isinstance(constraint, Constraint):
        if isinstance(constraint, str):
            return _accepted(store, store._read(constraint))
        if isinstance(constraint, bool):
            return Fact(constraint, name=f"{constraint}, which was added as a constraint")
        return _accepted(store, as_constraint(constraint, "add needs constraints"))
    stated: Constraint = constraint  # compiled, each use of *constraint* itself would check its type
    for variable in stated.reads():
        _known(store, variable, stated)
    integral = stated.integral()
    if integral:
        _check_integers(store, integral, stated)
    if stated.names_values or stated.depth:
        if store._values is None:
            store._values = KnownValues(store._domains, domain_of)
        store._values.check(stated)
    return stated


def _check_integers(store: Store, terms: list[Term], constraint: Constraint) -> None:
    """Refuse a *constraint* that needs integers if one of *terms* can be something else."""
    for term in terms:
        if term.inline:
            continue
        name = term.name
        domain = domain_of(Term(name), store._domains) if isinstance(name, TermName) else store._domains[name]
        if id(domain) in store._integral:
            continue
        for value in () if isinstance(domain, range) else domain:
            if not isinstance(value, int):
                raise ScopeError(f"{constraint} needs integers, but {called(name)} can be {value!r}")
        if not isinstance(name, TermName):
            store._integral.add(id(domain))


def _known(store: Store, term: Term, constraint: Constraint | None = None) -> Any:
    """Return the name of a variable of this problem; refuse others."""
    owner, name = term.owner, term.name
    if owner is not None and owner is not store._owner and not _is_among(owner, store._owners):
        raise UnknownVariableError(f"variable {name!r}{_place(constraint)} belongs to another problem")
    if name not in store._variables:
        several = next((one for one in store._variables if isinstance(one, tuple) and one[:1] == (name,)), None)
        hint = f"; to mean the value write Constant({name!r})" if constraint is not None else ""
        if several is not None:
            hint = f": for one of several write {several!r}"
        elif constraint is None:
            hint = meant(name, list(store._variables))
        raise UnknownVariableError(f"there is no variable {name!r}{_place(constraint)}{hint}")
    return name


def _named(store: Store, variable: object) -> Any:
    """Return the name of a variable; refuse expressions."""
    term = as_term(variable)
    if term.offset or isinstance(term.name, TermName):
        raise KindError(f"{term} is an expression where a variable is needed")
    return _known(store, term)


def _begun(store: Store, csp: CSP, options: SearchOptions) -> State:
    """Return the state to begin with: the stated domains, and what is assumed."""
    state = csp.state(options.get("observer"))
    assuming = options.get("assuming")
    if not store._assumed and not assuming:
        return state
    assumed: list[Mapping[Any, Any]] = [*store._assumed, assuming or {}]
    for facts in assumed:
        for key, value in facts.items():
            x = csp.index.get(key, -1)
            if x < 0:
                x = csp.index[_named(store, key)]
            try:
                is_stated = csp.assume(state, x, value)
            except TypeError:  # it is not hashable
                is_stated = False
            if not is_stated:
                domain: Any = store._domains[csp.names[x]]
                if not isinstance(domain, range) or not has_value(domain, value):
                    raise foreign(key, value, domain)
                csp.take(state, x, value)  # which constraints have removed: nothing is left
    return state


def foreign(variable: object, value: object, domain: Sequence[object]) -> OptionError:
    """Return the error for an assumption that *variable* has a *value* that its *domain* does not have."""
    return OptionError(f"{variable} is assumed to be {brief(value)}, but it can only be {value_text(domain)}")


def _is_among(owner: object, owners: tuple[object, ...]) -> bool:
    for other in owners:
        if other is owner:
            return True
    return False


def _place(constraint: Constraint | None) -> str:
    return "" if constraint is None else f" in {constraint}"
