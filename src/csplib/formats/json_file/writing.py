"""A problem as JSON: one line for each variable, expression and constraint.

Expressions that occur twice, and parts of very deep ones, are written once, in a list, and referred to by their places.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from math import prod
from typing import Any, Final, TextIO

from csplib.errors import CSPError, FormatError
from csplib.formats.kinds import Field
from csplib.formats.model import Model
from csplib.formats.values import encoded
from csplib.formats.walking import KINDS, Node, node_of
from csplib.lowering.hidden import domain_of
from csplib.modelling.booleans import Boolean
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.domains import are_consecutive, number_of_values
from csplib.modelling.terms import Composite, Term
from csplib.problem import Problem

__all__ = ["write"]

_DEEPEST: Final = 20
_MOST_ROWS: Final = 100_000
_FEW: Final = 2
_SIMPLE: Final = ("variable", "constant", "shift")


def write(model: Model, to: TextIO) -> None:
    """Write *model* as JSON."""
    problem = model.problem
    aim = {} if model.objective is None else {"maximize" if model.maximize else "minimize": model.objective}
    writer = _Writer(problem)
    stated: list[Term | Constraint] = [*problem.constraints, *[wish.constraint for wish in problem.preferences]]
    writer.find_shared([*stated, *aim.values()])
    to.write('{\n"csplib": 1')
    _section(to, "variables", _variables(problem))
    _section(to, "expressions", writer.expressions())
    _section(to, "constraints", map(writer.constraint, problem.constraints))
    wishes = ({"weight": weight, "constraint": writer.constraint(wish)} for wish, weight in problem.preferences)
    _section(to, "preferences", wishes)
    if aim:
        to.write(f',\n"objective": {_line({word: writer.term(term) for word, term in aim.items()})}')
    to.write("\n}\n")


def _section(to: TextIO, name: str, items: Iterable[Any]) -> None:
    """Write a list with one line for each item; none if it is empty."""
    before = f',\n"{name}": [\n'
    for item in items:
        to.write(before + _line(item))
        before = ",\n"
    if before == ",\n":
        to.write("\n]")


def _line(item: object) -> str:
    try:
        text = json.dumps(item, ensure_ascii=False)
        text.encode()
    except UnicodeEncodeError:  # half a character
        return json.dumps(item)
    except ValueError as fault:
        raise FormatError(f"a number is too long to be written: {fault}") from fault
    return text


def _variables(problem: Problem[Any, Any]) -> Iterator[dict[str, Any]]:
    """Yield the names of variables that follow each other, with the domain that they share."""
    known: dict[int, Any] = {}

    def domain_as_json(variable: Any) -> Any:
        values = domains[variable.name]
        if id(values) not in known:
            known[id(values)] = _domain(values)
        return "boolean" if isinstance(variable, Boolean) else known[id(values)]

    domains = problem.domains
    for domain, group in groupby(problem.variables, domain_as_json):
        yield {"names": [encoded(variable.name) for variable in group], "domain": domain}


def _domain(values: Sequence[Any]) -> Any:
    if isinstance(values, range) or (len(values) > _FEW and are_consecutive(values)):
        return {"from": values[0], "to": values[-1]}
    return [encoded(value) for value in values]


class _Writer:
    """Writes the terms and constraints of a problem."""

    def __init__(self, problem: Problem[Any, Any]) -> None:
        self._domains: Mapping[Any, Any] = problem.domains
        self._places: dict[Hashable, int] = {}
        self._shared: list[Term] = []

    def find_shared(self, roots: Iterable[Term | Constraint]) -> None:
        """Find the expressions that are written once and referred to."""
        uses: dict[Hashable, int] = {}
        heights: dict[Hashable, int] = {}
        order: list[Term] = []
        for root in roots:
            if _is_flat(root):
                continue
            _visit(root, uses, heights, order)
        for term in order:
            key = term.key()
            if uses[key] > 1 or heights[key] >= _DEEPEST:
                self._places[key] = len(self._shared)
                self._shared.append(term)

    def expressions(self) -> Iterator[Any]:
        """Yield the shared expressions."""
        for term in self._shared:
            yield self._node(node_of(term), term)

    def term(self, term: Term) -> Any:
        """Return an expression as JSON."""
        node = node_of(term)
        if node.kind == "variable":
            name = node.fields["name"]
            return name if type(name) is str else {"variable": encoded(name)}
        if node.kind == "constant":
            value = node.fields["value"]
            return value if type(value) is int else {"constant": encoded(value)}
        if node.kind != "shift" and self._places:
            place = self._places.get(term.key())
            if place is not None:
                return {"expression": place}
        return self._node(node, term)

    def constraint(self, constraint: Constraint) -> Any:
        """Return a constraint as JSON."""
        node = node_of(constraint)
        if node.kind == "custom" or "holds" in node.fields:
            node = self._listed(constraint)
        named = {} if constraint.name is None else {"name": constraint.name}
        ranked = {"rank": constraint.rank} if constraint.rank else {}
        return {**self._node(node, constraint), **named, **ranked}

    def _node(self, node: Node, thing: Term | Constraint) -> dict[str, Any]:
        if node.kind == "custom":
            raise FormatError(f"JSON cannot state {thing}, which is a {type(thing).__qualname__}")
        fields = KINDS[node.kind].fields
        return {"kind": node.kind, **{name: self._field(fields[name], value) for name, value in node.fields.items()}}

    def _field(self, field: Field, value: Any) -> Any:
        if field is Field.TERM:
            return self.term(value)
        if field is Field.TERMS:
            return [self.term(one) for one in value]
        if field is Field.CONSTRAINT:
            return self.constraint(value)
        if field is Field.CONSTRAINTS:
            return [self.constraint(one) for one in value]
        if field is Field.COUNTS:
            return [
                [encoded(one), self.term(count)] if isinstance(count, Term) else [encoded(one), *count]
                for one, count in value.items()
            ]
        return _plain(field, value)

    def _listed(self, constraint: Constraint) -> Node:
        """Return the table of the rows that a function, or a class that csplib does not know, allows."""
        terms = [one.plain() for one in constraint.terms]
        domains = [domain_of(one, self._domains) for one in terms]
        if prod(map(number_of_values, domains)) > _MOST_ROWS:
            raise FormatError(
                f"JSON cannot state {constraint}: only functions with up to {_MOST_ROWS:,} rows of values are listed"
            )
        try:
            rows = [row for row in product(*domains) if constraint.satisfied(row)]
        except CSPError as fault:
            raise FormatError(f"JSON cannot state {constraint}, since it cannot be listed: {fault}") from fault
        return Node("table", {"scope": constraint.terms, "allowed": [constraint.shifted_values(row) for row in rows]})


def _plain(field: Field, value: Any) -> Any:
    """Return a field without expressions."""
    if field is Field.VALUE:
        return encoded(value)
    if field is Field.VALUES:
        return _domain(value) if isinstance(value, range) else [encoded(one) for one in value]
    if field is Field.ROWS:
        return [[encoded(one) for one in row] for row in value]
    if field is Field.BOUNDS:
        return [[encoded(one), *bounds] for one, bounds in value.items()]
    if field is Field.MOVES:
        return [[*map(encoded, pair), [encoded(state) for state in states]] for pair, states in value.items()]
    return list(value) if field is Field.INTEGERS else value


def _is_flat(root: Term | Constraint) -> bool:
    """Return whether there are no expressions in *root*."""
    return not any(isinstance(operand, (Composite, Constraint)) for operand in node_of(root).operands)


def _visit(root: Term | Constraint, uses: dict[Hashable, int], heights: dict[Hashable, int], order: list[Term]) -> None:
    """Count the uses of each expression in *root*, and find how deep they are, and their order. No deep stack."""
    waiting: list[tuple[Term | Constraint, Iterator[Term | Constraint], list[int]]] = []
    _enter(root, uses, heights, waiting)
    while waiting:
        thing, inside, below = waiting[-1]
        for operand in inside:
            height = _enter(operand, uses, heights, waiting)
            if height is None:
                break
            below.append(height)
        else:
            waiting.pop()
            height = 1 + max(below, default=0)
            if isinstance(thing, Term):
                heights[thing.key()] = height
                order.append(thing)
                height = 0 if height >= _DEEPEST else height
            if waiting:
                waiting[-1][2].append(height)


def _enter(
    thing: Term | Constraint,
    uses: dict[Hashable, int],
    heights: dict[Hashable, int],
    waiting: list[tuple[Term | Constraint, Iterator[Term | Constraint], list[int]]],
) -> int | None:
    """Return the height of *thing* if it is known; else begin to look inside, and return None."""
    node = node_of(thing)
    if node.kind in _SIMPLE:
        return 0
    if isinstance(thing, Term):
        key = thing.key()
        uses[key] = uses.get(key, 0) + 1
        if key in heights:
            return 0 if heights[key] >= _DEEPEST else heights[key]
    waiting.append((thing, iter(node.operands), []))
    return None
