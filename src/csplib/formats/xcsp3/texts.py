"""Expressions and constraints as functional texts of XCSP3, such as ``eq(x,add(y,1))``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from csplib.formats.xcsp3.codes import Codes
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import Defined
from csplib.modelling.terms import Composite, Term

__all__ = ["NoWord", "Texts", "called", "without_conditions"]

_RELATIONS = {"<=": "le", "==": "eq", "!=": "ne"}
_OPERATORS = {"**": "pow", "quotient": "div", "remainder": "mod"}
_ORDERS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}


class NoWord(Exception):  # noqa: N818 - not an error: another form is tried
    """Functional expressions have no word for a constraint."""


def called(function: str, *operands: Any) -> str:
    """Return the call of a function as text; "and" and others of one operand are that operand."""
    if len(operands) == 1 and function in {"and", "or", "add", "mul", "min", "max"}:
        return str(operands[0])
    return f"{function}({','.join(map(str, operands))})"


def _remainder(first: str, second: str) -> str:
    """Return Python's remainder, which has the sign of the divisor, by that of XCSP3, which has that of the number."""
    return called("mod", called("add", called("mod", first, second), second), second)


def _quotient(first: str, second: str) -> str:
    return called("div", called("sub", first, _remainder(first, second)), second)


class Texts:
    """Writes expressions and constraints with the names and the codes of one problem. *node_of* says what they are."""

    def __init__(self, names: Mapping[Hashable, str], codes: Codes, node_of: Callable[[Any], Any]) -> None:
        self.names: Mapping[Hashable, str] = names
        self.codes: Codes = codes
        self.node_of: Callable[[Any], Any] = node_of

    def term(self, term: Term) -> str:
        """Return an expression as text."""
        kind, fields = self.node_of(term)
        if kind == "variable":
            return self.names[fields["name"]]
        if kind == "constant":
            return self.codes.of(fields["value"])
        return str(getattr(self, f"_{kind}", self._unknown)(**fields))

    def terms(self, terms: Sequence[Term]) -> str:
        """Return expressions as a list."""
        return " ".join(map(self.term, terms))

    def _unknown(self, **_: object) -> str:
        raise NoWord

    def _shift(self, term: Term, by: int) -> str:
        return called("add", self.term(term), by)

    def _sum(self, terms: Sequence[Term], weights: Sequence[int], constant: int = 0) -> str:
        parts = [self._weighted(term, weight) for term, weight in zip(terms, weights, strict=True)]
        return called("add", *parts, *([constant] if constant or not parts else []))

    def _weighted(self, term: Term, weight: int) -> str:
        text = self.term(term)
        return text if weight == 1 else called("neg", text) if weight == -1 else called("mul", weight, text)

    def _times(self, terms: Sequence[Term]) -> str:
        return called("mul", *map(self.term, terms))

    def _abs(self, term: Term) -> str:
        return called("abs", self.term(term))

    def _min(self, terms: Sequence[Term]) -> str:
        return called("min", *map(self.term, terms))

    def _max(self, terms: Sequence[Term]) -> str:
        return called("max", *map(self.term, terms))

    def _floor_division(self, term: Term, divisor: int) -> str:
        return _quotient(self.term(term), str(divisor))

    def _modulo(self, term: Term, divisor: int) -> str:
        return _remainder(self.term(term), str(divisor))

    def _operator(self, operator: str, first: Term, second: Term) -> str:
        return self.operation(operator, self.term(first), self.term(second))

    def operation(self, operator: str, first: str, second: str) -> str:
        """Return a division, a remainder or a power."""
        if operator in {"//", "%"}:
            return (_quotient if operator == "//" else _remainder)(first, second)
        return called(_OPERATORS[operator], first, second)

    def _item(self, items: Sequence[Term], index: Term, keys: Sequence[Hashable] | None = None) -> str:
        place = self.term(index)
        pairs = zip(range(len(items)) if keys is None else keys, items, strict=True)
        return called(
            "add", *[called("mul", called("eq", place, self.codes.of(key)), self.term(item)) for key, item in pairs]
        )

    def _entry(self, keys: Sequence[Any], indices: Sequence[Term], entries: Sequence[Hashable]) -> str:
        parts = [
            called("mul", self.row(indices, key), self.codes.of(value))
            for key, value in zip(keys, entries, strict=True)
        ]
        return called("add", *parts)

    def _place(self, keys: Sequence[Any], indices: Sequence[Term]) -> str:
        return called("add", *[called("mul", self.row(indices, key), place) for place, key in enumerate(keys)])

    def row(self, terms: Sequence[Term], values: Sequence[Hashable]) -> str:
        """Return that *terms* have these *values*."""
        pairs = zip(terms, values, strict=True)
        return called("and", *[called("eq", self.term(term), self.codes.of(value)) for term, value in pairs])

    def _truth(self, constraint: Constraint) -> str:
        return self.constraint(constraint)

    def _choice(self, condition: Constraint, then: Term, otherwise: Term) -> str:
        return called("if", self.constraint(condition), self.term(then), self.term(otherwise))

    def _result(self, of: Constraint) -> str:
        kind, fields = self.node_of(of)
        terms = fields["variables"]
        if kind == "count":
            return self._counted(terms, fields)
        if kind == "count_different":
            return self._different_values(terms, fields.get("except_", ()))
        if kind in {"arg_min", "arg_max"}:
            return self._first_place(terms, "lt" if kind == "arg_min" else "gt")
        raise NoWord

    def _counted(self, terms: Sequence[Term], fields: dict[str, Any]) -> str:
        if "value" in fields:
            return called("add", *[called("eq", self.term(term), self.term(fields["value"])) for term in terms])
        return called("add", *[self.member(self.term(term), fields["values"]) for term in terms])

    def _different_values(self, terms: Sequence[Term], excepted: Sequence[Hashable]) -> str:
        found: list[str] = []
        names = list(map(self.term, terms))
        for place, name in enumerate(names):
            parts = [called("ne", name, other) for other in names[:place]]
            parts += [called("ne", name, self.codes.of(value)) for value in excepted]
            found.append(called("and", *parts) if parts else "1")
        return called("add", *found)

    def _first_place(self, terms: Sequence[Term], sign: str) -> str:
        names = list(map(self.term, terms))
        found: list[str] = ["0"]
        for place, name in enumerate(names):
            better = [called(sign, name, other) for other in names[:place]]
            better += [called(sign[0] + "e", name, other) for other in names[place + 1 :]]
            if place:
                found.append(called("mul", place, called("and", *better)))
        return called("add", *found)

    def member(self, text: str, values: Sequence[Hashable]) -> str:
        """Return that an expression has one of the *values*."""
        if isinstance(values, range) and values and values.step == 1:
            return called("and", called("ge", text, values[0]), called("le", text, values[-1]))
        if len(values) == 1:
            return called("eq", text, self.codes.of(values[0]))
        return called("in", text, called("set", *map(self.codes.of, values)))

    # Constraints

    def constraint(self, constraint: Constraint) -> str:
        """Return a constraint as text, with the conditions under which its expressions have values."""
        constraint = without_conditions(constraint)
        kind, fields = self.node_of(constraint)
        write: Callable[..., str] = getattr(self, f"_c_{kind}", self._unknown)
        text = write(**fields)
        partial = {one.key(): one for term in constraint.terms for one in _partial(term)}
        conditions = [one.condition() for one in partial.values()] if not constraint.parts else []
        return called("and", *[self.constraint(one) for one in conditions if one is not None], text)

    def _c_fact(self, truth: bool) -> str:  # noqa: FBT001 - a field
        return str(int(truth))

    def _c_claim(self, variable: Term, truth: bool) -> str:  # noqa: FBT001
        return called("eq", self.term(variable), int(truth))

    def comparison(self, terms: Sequence[Term], weights: Sequence[int], relation: str, constant: int = 0) -> str:
        """Return the comparison of a weighted sum with 0."""
        left = [(term, weight) for term, weight in zip(terms, weights, strict=True) if weight >= 0]
        right = [(term, -weight) for term, weight in zip(terms, weights, strict=True) if weight < 0]
        one = self._sum([term for term, _ in left], [weight for _, weight in left], max(constant, 0))
        other = self._sum([term for term, _ in right], [weight for _, weight in right], max(-constant, 0))
        return called(_RELATIONS[relation], one, other)

    _c_comparison = comparison

    def _c_different(self, x: Term, y: Term) -> str:
        return called("ne", self.term(x), self.term(y))

    def _c_all_equal(self, variables: Sequence[Term]) -> str:
        pairs = [called("eq", self.term(one), self.term(other)) for one, other in pairwise(variables)]
        return called("and", *pairs) if pairs else "1"

    def _c_all_different(self, variables: Sequence[Term], consistency: str = "") -> str:  # noqa: ARG002
        names = list(map(self.term, variables))
        pairs = [called("ne", one, other) for place, one in enumerate(names) for other in names[place + 1 :]]
        return called("and", *pairs) if pairs else "1"

    def _c_in(self, variable: Term, values: Sequence[Hashable]) -> str:
        return self.member(self.term(variable), values) if values else "0"

    def _c_not_in(self, variable: Term, values: Sequence[Hashable]) -> str:
        return called("not", self.member(self.term(variable), values)) if values else "1"

    def _c_product(self, variables: Sequence[Term], result: Term) -> str:
        return called("eq", self._times(variables), self.term(result))

    def _c_minimum(self, variables: Sequence[Term], least: Term) -> str:
        return called("eq", self._min(variables), self.term(least))

    def _c_maximum(self, variables: Sequence[Term], greatest: Term) -> str:
        return called("eq", self._max(variables), self.term(greatest))

    def _c_operation(self, operator: str, first: Term, second: Term, result: Term, equal: bool) -> str:  # noqa: FBT001
        text = self.operation(operator, self.term(first), self.term(second))
        needed = called("ge" if operator == "**" else "ne", self.term(second), 0)
        return called("and", needed, called("eq" if equal else "ne", text, self.term(result)))

    def _c_order(self, sign: str, first: Term, second: Term, delay: object = None) -> str:
        if delay is not None or sign not in _ORDERS:
            raise NoWord
        return called(_ORDERS[sign], self.term(first), self.term(second))

    def _c_at_most(self, most: int, variables: Sequence[Term], values: Sequence[Hashable]) -> str:
        return called("le", self._counted(variables, {"values": values}), most)

    def _c_at_least(self, least: int, variables: Sequence[Term], values: Sequence[Hashable]) -> str:
        return called("ge", self._counted(variables, {"values": values}), least)

    def _c_exactly(self, number: int, variables: Sequence[Term], values: Sequence[Hashable]) -> str:
        return called("eq", self._counted(variables, {"values": values}), number)

    def _c_count(self, variables: Sequence[Term], total: Term, **fields: Any) -> str:
        return called("eq", self._counted(variables, fields), self.term(total))

    def _c_count_different(self, variables: Sequence[Term], total: Term, except_: Sequence[Hashable] = ()) -> str:
        return called("eq", self._different_values(variables, except_), self.term(total))

    def _c_increasing(self, variables: Sequence[Term], strictly: bool = False) -> str:  # noqa: FBT001, FBT002
        names = list(map(self.term, variables))
        pairs = [called("lt" if strictly else "le", one, other) for one, other in pairwise(names)]
        return called("and", *pairs) if pairs else "1"

    def _c_all_of(self, parts: Sequence[Constraint]) -> str:
        return called("and", *map(self.constraint, parts)) if parts else "1"

    def _c_any_of(self, parts: Sequence[Constraint]) -> str:
        return called("or", *map(self.constraint, parts)) if parts else "0"

    def _c_not(self, constraint: Constraint) -> str:
        return called("not", self.constraint(constraint))

    def _c_if_then_else(self, condition: Constraint, then: Constraint, otherwise: Constraint) -> str:
        return called("if", *map(self.constraint, (condition, then, otherwise)))

    def _c_reified(self, truth: Term, constraint: Constraint) -> str:
        return called("eq", self.term(truth), self.constraint(constraint))

    _c_told_by = _c_reified

    def _c_equivalence(self, truths: Sequence[Term]) -> str:
        return called("eq", *map(self.term, truths))

    def _c_exclusion(self, truths: Sequence[Term]) -> str:
        return called("ne", *map(self.term, truths))

    def _c_exactly_one(self, truths: Sequence[Term]) -> str:
        return called("eq", called("add", *map(self.term, truths)), 1)

    def _c_at_most_one(self, truths: Sequence[Term]) -> str:
        return called("le", called("add", *map(self.term, truths)), 1)


def without_conditions(constraint: Constraint) -> Constraint:
    """Return *constraint* without those beside it that say when its expressions have values: they follow from it."""
    while isinstance(constraint, Defined):
        constraint = constraint.parts[-1]
    return constraint


def _partial(term: Term) -> list[Composite]:
    return term.partial() if isinstance(term, Composite) else []
