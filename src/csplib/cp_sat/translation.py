"""A problem as a CP-SAT model: hidden expressions get variables, each constraint is posted by the rule for its kind.

Constraints without a rule, such as predicates and constraints of your own, are tabulated by their `satisfied`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from csplib.asking.optimization import Objective
from csplib.cp_sat.arithmetic import total_of
from csplib.cp_sat.counting import COUNTING
from csplib.cp_sat.graphs import GRAPHS, POSTED_GRAPHS
from csplib.cp_sat.literals import LITERALS
from csplib.cp_sat.model import Model, Number, TranslationError, UnfitError
from csplib.cp_sat.packing import PACKED, PACKING
from csplib.cp_sat.posting import POSTED
from csplib.cp_sat.rows import allow_rows, forbid_rows, rows_literal
from csplib.cp_sat.sequences import SEQUENCES
from csplib.display.wording import counted
from csplib.kernel.clock import look_up
from csplib.lowering.difference_bounds import Distances
from csplib.lowering.hidden import hidden_terms
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.logic import AllOf
from csplib.modelling.constraints.meaning import kind_among
from csplib.modelling.linear import linear_sum
from csplib.modelling.terms import Composite, Term, TermName

if TYPE_CHECKING:
    from csplib.cp_sat.model import Literal
    from csplib.modelling.terms import Domain
    from csplib.problem import Problem

__all__ = ["Translation", "translate"]

_MOST_ROWS = 100_000
_MOST_ROWS_INSIDE = 10_000

Row = tuple[Hashable, ...]
Rule = Callable[[Any, Any], Any]

_LITERALS: dict[type[Constraint], Rule] = {**LITERALS, **COUNTING, **PACKING, **SEQUENCES, **GRAPHS}
_POSTED: dict[type[Constraint], Rule] = {**POSTED, **PACKED, **POSTED_GRAPHS}


def translate(
    problem: Problem[Any, Any], *, assuming: Mapping[Any, object] | None = None, objective: object = None
) -> Translation:
    """Return *problem*, with the assumptions of ``with`` blocks and *assuming*, as a model for CP-SAT.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", ["red", "green"])
    >>> p.add(x != y)
    >>> translation = translate(p)
    >>> translation.cp.validate(), translation.stated
    ('', ('x', 'y'))
    """
    goal = None
    if objective is not None:
        term = problem._checked_objective(objective)  # noqa: SLF001 - the same house
        goal = Objective(*linear_sum([(term, 1)]))
    assumptions = problem._assumptions({"assuming": assuming})  # noqa: SLF001
    return Translation(problem.domains, [*assumptions, *problem.constraints], goal)


class Translation(Model):
    """A CP-SAT model, `cp`, and what its variables mean: `variables` by name, `value` for the values behind them."""

    def __init__(
        self, domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint], goal: Comparison | None = None
    ) -> None:
        self.stated: tuple[Hashable, ...] = tuple(domains)
        self.goal: Number | None = None
        self._literals: dict[int, tuple[Constraint, Literal]] = {}
        conjuncts = [one for constraint in constraints for one in _conjuncts(constraint)]
        every = conjuncts if goal is None else [*conjuncts, goal]
        hidden = hidden_terms(domains, every, Distances(every))
        behind = [one for one in hidden.values() if isinstance(one.term, Composite)]
        every = conjuncts + [one.definition for one in behind if one.definition is not None]
        full: dict[Hashable, Domain] = dict(domains)
        full.update({TermName(one.term): one.domain for one in behind})
        left = _narrowed(full, every)
        possible = all(left.values())
        super().__init__(left if possible else domains, max(_offsets(every), default=0))
        if not possible:
            self.require(self.false)
            return
        for constraint in every:
            if len(constraint.terms) != 1 or self.has_many(constraint.scope[0]):
                self.post(constraint)
        if goal is not None:
            self._aim(goal)

    def __repr__(self) -> str:
        return f"<Translation: {counted(len(self.stated), 'variable')} for CP-SAT>"

    def _aim(self, goal: Comparison) -> None:
        try:
            self.goal = total_of(self, goal)
        except UnfitError as cause:
            raise TranslationError(f"{goal} cannot be passed to CP-SAT: {cause}") from None

    def hint(self, values: Mapping[Any, Any]) -> None:
        """Suggest these *values*, by name, to the search; those that a variable cannot have are left out."""
        for name, value in values.items():
            with suppress(TypeError):  # it is not hashable
                code = self.code_of(value)
                if code is not None and code in self._values[name]:
                    self.cp.add_hint(self.variables[name], code)

    def post(self, constraint: Constraint) -> None:
        """Require that *constraint* holds."""
        look_up(64)
        if not constraint.terms:
            self.require(self.literal(constraint))
            return
        rule, literal_rule = _rule_for(constraint, _POSTED), _rule_for(constraint, _LITERALS)
        try:
            if rule is not None:
                rule(self, constraint)
            elif literal_rule is not None:
                self.require(literal_rule(self, constraint))
            else:
                self._tabulate(constraint, "it has no translation")
        except UnfitError as cause:
            self._tabulate(constraint, str(cause))

    def literal(self, constraint: Constraint) -> Literal:
        """Return a literal that is true exactly where *constraint* holds."""
        if id(constraint) not in self._literals:
            # The constraint is kept as well: else its id could be used again.
            self._literals[id(constraint)] = (constraint, self._new_literal(constraint))
        return self._literals[id(constraint)][1]

    def _new_literal(self, constraint: Constraint) -> Literal:
        if not constraint.terms:
            return self.false.negated() if constraint.satisfied([]) else self.false
        rule = _rule_for(constraint, _LITERALS)
        if len(constraint.terms) == 1 and (rule is None or not self.has_many(constraint.scope[0])):
            return self._fitting(constraint)
        if rule is None:
            return self._tabulated(constraint, "it has no translation inside another constraint")
        try:
            literal: Literal = rule(self, constraint)
        except UnfitError as cause:
            return self._tabulated(constraint, str(cause))
        return literal

    def _fitting(self, constraint: Constraint) -> Literal:
        """Return a literal for a *constraint* on one variable, which is asked about each value."""
        try:
            return self.fits(constraint.scope[0], lambda value: constraint.satisfied([value]))
        except UnfitError as cause:
            raise TranslationError(f"{constraint} cannot be passed to CP-SAT: {cause}") from None

    def _tabulate(self, constraint: Constraint, reason: str) -> None:
        """Post *constraint* by the rows that satisfy it, or by those that do not: whichever are fewer."""
        scope, allowed, broken = self._rows(constraint, reason, _MOST_ROWS)
        if len(allowed) <= len(broken):
            allow_rows(self, scope, allowed)
        else:
            forbid_rows(self, scope, broken)

    def _tabulated(self, constraint: Constraint, reason: str) -> Literal:
        """Return a literal for *constraint*, found in the same way."""
        scope, allowed, broken = self._rows(constraint, reason, _MOST_ROWS_INSIDE)
        if len(allowed) <= len(broken):
            return rows_literal(self, scope, allowed)
        return rows_literal(self, scope, broken).negated()

    def _rows(self, constraint: Constraint, reason: str, most: int) -> tuple[list[Term], list[Row], list[Row]]:
        """Return the terms of *constraint*, the rows of values that satisfy it, and those that do not."""
        names = dict.fromkeys(constraint.scope)
        domains = [self.domains[name] for name in names]
        count = prod(map(len, domains))
        if count > most:
            raise TranslationError(
                f"{constraint} cannot be passed to CP-SAT: {reason}, and it has {count} rows of values, "
                f"more than the {most} that can be tabulated"
            )
        allowed: list[Row] = []
        broken: list[Row] = []
        for row in product(*domains):
            look_up(16)
            known = dict(zip(names, row, strict=True))
            (allowed if constraint.satisfied([known[name] for name in constraint.scope]) else broken).append(row)
        return [Term(name) for name in names], allowed, broken


def _rule_for(constraint: Constraint, rules: Mapping[type[Constraint], Rule]) -> Rule | None:
    """Return the rule for the kind of *constraint*. A subclass that may mean something else has none."""
    kind = kind_among(type(constraint), rules)
    return None if kind is None else rules[kind]


def _conjuncts(constraint: Constraint) -> list[Constraint]:
    """Return the parts of an "and", or *constraint* alone."""
    if not isinstance(constraint, AllOf):
        return [constraint]
    return [one for part in constraint.parts for one in _conjuncts(part)]


def _narrowed(
    domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint]
) -> dict[Hashable, Sequence[Hashable]]:
    """Return the values that satisfy the constraints over a single variable, by name."""
    left: dict[Hashable, Sequence[Hashable]] = dict(domains)
    for constraint in constraints:
        if len(constraint.terms) == 1 and not isinstance(left[constraint.scope[0]], range):
            (name,) = constraint.scope
            look_up(4 * len(left[name]))
            left[name] = [value for value in left[name] if constraint.satisfied([value])]
    return left


def _offsets(constraints: Sequence[Constraint]) -> Iterator[int]:
    """Yield every integer that is added to a variable."""
    for constraint in constraints:
        for term in constraint.terms:
            yield term.offset
        yield from _offsets(constraint.parts)
