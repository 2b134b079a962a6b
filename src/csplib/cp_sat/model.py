"""The base of a translation: an integer for each value, a CP-SAT variable for each name, and literals about them.

An integer stands for itself, so that arithmetic works. Any other value gets an integer beyond all of them. Every
literal and every further variable is a function of the stated variables: so each solution comes once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from csplib.cp_sat.integers import MOST_BOUND, Integers
from csplib.display.wording import called
from csplib.errors import CSPError, import_extra
from csplib.kernel.clock import look_up
from csplib.kernel.other_libraries import as_integer
from csplib.modelling.domains import MOST_LISTED
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from typing import TypeAlias

    from ortools.sat.python import cp_model

    Bounded: TypeAlias = "cp_model.BoundedLinearExpression | bool"
    Linear: TypeAlias = "cp_model.LinearExpr | int"
    Literal: TypeAlias = cp_model.BoolVarT

__all__ = ["MissingSolverError", "Model", "Number", "TranslationError", "UnfitError", "loaded"]

_MOST_VALUE = 1 << 58
_MOST_NUMBER = 1 << 60
_MODERATE = 1 << 30


class MissingSolverError(CSPError, ImportError):
    """OR-Tools is not installed."""


class TranslationError(CSPError, ValueError):
    """A constraint that cannot be translated for CP-SAT; the message names it and says why."""


class UnfitError(Exception):
    """The numbers of a constraint do not fit into CP-SAT's integers: it has to be tabulated."""


class Number(NamedTuple):
    """An integer expression for CP-SAT, and its bounds. It is *affine* if it has at most one variable."""

    expr: Linear
    low: int
    high: int
    affine: bool = True


class Model:
    """A `CpModel` over the values that each name, of a variable or a hidden expression, can have.

    *reach* is at least as large as any integer that is added to a variable.
    """

    def __init__(self, domains: Mapping[Hashable, Sequence[Hashable]], reach: int) -> None:
        self.tools: Any = loaded()
        self.cp: cp_model.CpModel = self.tools.CpModel()
        self.domains: dict[Hashable, Sequence[Hashable]] = dict(domains)
        self.codes: dict[Hashable, int] = _codes_of(list(domains.values()), min(reach, _MOST_VALUE))
        self.variables: dict[Hashable, cp_model.IntVar] = {}
        self._values: dict[Hashable, Mapping[int, Hashable]] = {}
        self._bounds: dict[Hashable, tuple[int, int]] = {}
        self._exact: set[Hashable] = set()
        for name, values in self.domains.items():
            if isinstance(values, range):
                if max(-values[0], values[-1]) > MOST_BOUND:
                    raise TranslationError(
                        f"{called(name)} has values from {values[0]} to {values[-1]}, and CP-SAT has integers "
                        f"from {-MOST_BOUND} to {MOST_BOUND} only"
                    )
                self._values[name] = Integers(values)
                self._bounds[name] = (values[0], values[-1])
                self._exact.add(name)
                self.variables[name] = self.cp.new_int_var(values[0], values[-1], str(name))
                continue
            look_up(64 + len(values))
            meant = self._values[name] = {self.codes[value]: value for value in values}
            self._bounds[name] = (min(meant), max(meant))
            if all(code == value for code, value in meant.items()):
                self._exact.add(name)
            domain = self.tools.Domain.from_values(list(meant))
            self.variables[name] = self.cp.new_int_var_from_domain(domain, str(name))
        largest = [max(abs(low), abs(high)) for low, high in self._bounds.values()]
        self.moderate: bool = max(largest, default=0) <= _MODERATE
        self.true: Literal = self.cp.new_constant(1)
        self.false: Literal = self.true.negated()
        self.formulas: dict[Hashable, Number] = {}
        self._known: dict[tuple[Hashable, frozenset[int]], Literal] = {}

    def value(self, name: Hashable, code: int) -> Hashable:
        """Return the value that *code* stands for in the domain of *name*."""
        return self._values[name][code]

    def values(self, term: Term) -> list[Any]:
        """Return the values that *term* can have."""
        values: Any = self._listed(term.name).values()
        return [value + term.offset for value in values] if term.offset else list(values)

    def _listed(self, name: Hashable) -> Mapping[int, Hashable]:
        """Return the values of *name* by their codes, if they can be listed."""
        values = self._values[name]
        if len(values) > MOST_LISTED:
            raise UnfitError(f"{called(name)} has {len(values)} values, more than the {MOST_LISTED} that can be listed")
        return values

    def has_many(self, name: Hashable) -> bool:
        """Return whether the values of *name* are a long range of integers."""
        return isinstance(self.domains[name], range)

    def code_of(self, value: Hashable) -> int | None:
        """Return the code of *value*, or None if no term has it. Shifted variables have values that no domain has."""
        integer = as_integer(value)
        return self.codes.get(value, None if integer is None or abs(integer) > _MOST_VALUE else integer)

    def code(self, term: Term) -> Linear:
        """Return the code of the value of *term*, as an expression."""
        variable = self.variables[term.name]
        return variable + self._offset(term) if term.offset else variable

    def admit(self, *integers: int) -> None:
        """Note whether all *integers* of the model are moderate. Refuse those that do not fit into 64 bits."""
        largest = max(map(abs, integers), default=0)
        self.moderate = self.moderate and largest <= _MODERATE
        if largest > _MOST_NUMBER:
            raise UnfitError("its numbers are too large for 64 bits")

    def number(self, term: Term) -> Number:
        """Return the value of *term* as a number."""
        offset, (low, high) = self._offset(term), self._bounds[term.name]
        return Number(self.code(term), low + offset, high + offset)

    def _offset(self, term: Term) -> int:
        """Return the offset of *term*, all of whose values are integers."""
        low, high = self._bounds[term.name]
        if term.name not in self._exact or max(abs(low + term.offset), abs(high + term.offset)) > _MOST_VALUE:
            raise UnfitError("its numbers are too large for 64 bits")
        self.admit(term.offset)
        return term.offset

    def new_number(self, low: int, high: int) -> Number:
        """Return a new variable for an integer between two bounds."""
        self.admit(low, high)
        return Number(self.cp.new_int_var(low, high, ""), low, high)

    def settle(self, number: Number) -> Linear:
        """Return *number* as an expression with at most one variable, as most constraints need it."""
        if number.affine:
            return number.expr
        settled = self.new_number(number.low, number.high).expr
        self.cp.add(settled == number.expr)
        return settled

    def require(self, *literals: Literal) -> None:
        """Post that all of *literals* are true."""
        self.cp.add_bool_and(literals)

    def equate(self, one: Literal, other: Literal) -> None:
        """Post that two literals are equal."""
        self.cp.add_implication(one, other)
        self.cp.add_implication(other, one)

    def is_false(self, literal: Literal) -> bool:
        """Return whether *literal* is known to be false."""
        return literal.index == self.false.index

    def takes(self, term: Term, value: Hashable) -> Literal:
        """Return a literal for "*term* has this value"."""
        if term.offset:
            integer = as_integer(value)
            value = None if integer is None else integer - term.offset
        code = self.code_of(value)
        if code is None or code not in self._values[term.name]:
            return self.false
        return self._is_code(term.name, code)

    def _is_code(self, name: Hashable, code: int) -> Literal:
        if len(self._values[name]) == 1:
            return self.true
        key = (name, frozenset([code]))
        if key not in self._known:
            variable = self.variables[name]
            self._known[key] = self.decide(variable == code, variable != code)
            if len(self._values[name]) == 2:
                (other,) = self._values[name].keys() - {code}
                self._known[name, frozenset([other])] = self._known[key].negated()
        return self._known[key]

    def among(self, term: Term, values: Container[Hashable]) -> Literal:
        """Return a literal for "*term* has one of *values*"."""
        if self.has_many(term.name) and isinstance(values, Collection):
            return self._one_of_few(term, values)
        add = term.offset
        return self.fits(term.name, lambda value: (value + add if add else value) in values)

    def _one_of_few(self, term: Term, values: Collection[Hashable]) -> Literal:
        """Return the same for a long range, of which most values are not among *values*."""
        domain = self._values[term.name]
        if isinstance(values, range):
            return self.between(self.code(term), values[0], values[-1]) if values else self.false
        integers = [integer - term.offset for integer in map(as_integer, values) if integer is not None]
        held = frozenset([integer for integer in integers if integer in domain])
        if len(held) < 2 or len(held) == len(domain):
            return self._is_code(term.name, *held) if len(held) == 1 else self.true if held else self.false
        if (term.name, held) not in self._known:
            inside = self.tools.Domain.from_values(list(held))
            self._known[term.name, held] = self._within(self.variables[term.name], inside)
        return self._known[term.name, held]

    def fits(self, name: Hashable, test: Callable[[Any], bool]) -> Literal:
        """Return a literal for "the value of *name* passes *test*"."""
        every = self._listed(name)
        held = frozenset([code for code, value in every.items() if test(value)])
        rest = frozenset(every.keys() - held)
        if not held or not rest:
            return self.false if rest else self.true
        if len(held) == 1:
            return self._is_code(name, *held)
        if len(rest) == 1:
            return self._is_code(name, *rest).negated()
        if (name, held) not in self._known:
            variable, domain = self.variables[name], self.tools.Domain.from_values
            truth = self.cp.new_bool_var("")
            self.cp.add_linear_expression_in_domain(variable, domain(list(held))).only_enforce_if(truth)
            self.cp.add_linear_expression_in_domain(variable, domain(list(rest))).only_enforce_if(truth.negated())
            self._known[name, held] = truth
            self._known[name, rest] = truth.negated()
        return self._known[name, held]

    def decide(self, claim: Bounded, otherwise: Bounded) -> Literal:
        """Return a literal that is true where *claim* holds, and false where *otherwise* does."""
        look_up(64)
        truth = self.cp.new_bool_var("")
        self.cp.add(claim).only_enforce_if(truth)
        self.cp.add(otherwise).only_enforce_if(truth.negated())
        return truth

    def equal(self, one: Term, other: Term) -> Literal:
        """Return a literal for "two terms have the same value"."""
        left, right = self.code(one), self.code(other)
        return self.decide(left == right, left != right)

    def between(self, expr: Linear, low: int, high: int) -> Literal:
        """Return a literal for "*expr* lies between two bounds"."""
        return self.false if low > high else self._within(expr, self.tools.Domain(low, high))

    def is_one_of(self, term: Term, values: Iterable[Hashable]) -> Literal:
        """Return a literal for "*term*, an integer, has one of *values*"."""
        if isinstance(values, range):
            return self.between(self.code(term), values[0], values[-1])
        codes = [code for code in map(self.code_of, values) if code is not None]
        return self._within(self.code(term), self.tools.Domain.from_values(codes)) if codes else self.false

    def _within(self, expr: Linear, inside: cp_model.Domain) -> Literal:
        truth = self.cp.new_bool_var("")
        self.cp.add_linear_expression_in_domain(expr, inside).only_enforce_if(truth)
        self.cp.add_linear_expression_in_domain(expr, inside.complement()).only_enforce_if(truth.negated())
        return truth

    def all_of(self, literals: Iterable[Literal]) -> Literal:
        """Return a literal for "all of *literals* are true"."""
        look_up(32)
        needed = [literal for literal in literals if literal.index != self.true.index]
        if any(map(self.is_false, needed)):
            return self.false
        if len(needed) < 2:
            return needed[0] if needed else self.true
        truth = self.cp.new_bool_var("")
        self.cp.add_bool_and(needed).only_enforce_if(truth)
        self.cp.add_bool_or([*[literal.negated() for literal in needed], truth])
        return truth

    def any_of(self, literals: Iterable[Literal]) -> Literal:
        """Return a literal for "one of *literals* is true"."""
        return self.all_of([literal.negated() for literal in literals]).negated()


def _codes_of(domains: Sequence[Sequence[Hashable]], reach: int) -> dict[Hashable, int]:
    """Return an integer for every value: itself, or else one that no value, shifted or not, can be."""
    ends = [domain[-1] for domain in domains if isinstance(domain, range)]
    every = dict.fromkeys([*ends, *[one for domain in domains if not isinstance(domain, range) for one in domain]])
    codes: dict[Hashable, int] = {}
    for value in every:
        integer = as_integer(value)
        if integer is not None and abs(integer) <= _MOST_VALUE:
            codes[value] = integer
    free = max([1, *codes.values()]) + max(reach, 0) + 1  # truth values are 0 and 1
    for value in every:
        if value not in codes:
            codes[value] = free
            free += 1
    return codes


def loaded() -> Any:
    """Import the solver and return its module."""
    return import_extra("ortools.sat.python.cp_model", "ortools", MissingSolverError)
