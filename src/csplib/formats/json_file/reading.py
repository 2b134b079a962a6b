"""A problem from JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NoReturn

from csplib.display.wording import brief
from csplib.errors import CSPError, FormatError
from csplib.formats.kinds import Field
from csplib.formats.model import Model
from csplib.formats.source import Source
from csplib.formats.values import decoded
from csplib.formats.walking import KINDS, make
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.expressions import Constant
from csplib.modelling.terms import Term
from csplib.problem import Problem

__all__ = ["read"]

_SECTIONS: Final = ("$schema", "csplib", "variables", "expressions", "constraints", "preferences", "objective")
_VERSION: Final = 1


def read(source: Source) -> Model:
    """Return the model that a file states as JSON."""
    text = source.text()
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        raise source.error(fault.msg[:1].lower() + fault.msg[1:], fault.lineno, fault.colno) from fault
    except RecursionError as fault:
        raise source.error("it is nested too deeply") from fault
    except ValueError as fault:
        raise source.error(str(fault)) from fault
    reader = _Reader()
    try:
        return reader.model(found)
    except (ValueError, CSPError) as fault:
        raise source.error(f"{reader.place}: {fault}" if reader.place else str(fault)) from fault
    except RecursionError as fault:
        raise source.error(f"{reader.place} is nested too deeply") from fault


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for place, (key, _) in enumerate(pairs) if key in dict(pairs[:place]))
        raise FormatError(f"the key {brief(twice)} comes twice in an object")
    return found


def _no_constant(word: str) -> NoReturn:
    raise FormatError(f"{word} is not JSON")


class _Reader:
    """Reads the parts of a problem; `place` is where it is."""

    def __init__(self) -> None:
        self.place = ""
        self._problem: Problem[Any, Any] = Problem()
        self._variables: dict[Any, Term] = {}
        self._shared: list[Term] = []

    def model(self, found: Any) -> Model:
        """Return the model."""
        if not isinstance(found, dict) or found.get("csplib") != _VERSION:
            raise FormatError('this is not a problem of csplib, which begins with {"csplib": 1')
        for key in found:
            if key not in _SECTIONS:
                raise FormatError(f"a problem has no {brief(key)}, only {', '.join(_SECTIONS)}")
        self._each(found, "variables", self._declare)
        self._variables = {variable.name: variable for variable in self._problem.variables}
        self._each(found, "expressions", lambda one: self._shared.append(self.term(one)))
        self._each(found, "constraints", lambda one: self._problem.add(self.constraint(one)))
        self._each(found, "preferences", self._prefer)
        self.place = "objective"
        aim = found.get("objective", {})
        if not isinstance(aim, dict) or len(aim) > 1 or not set(aim) <= {"minimize", "maximize"}:
            raise FormatError(f"{brief(aim)} does not say what to minimize or maximize")
        objective = next(map(self.term, aim.values()), None)
        return Model(self._problem, objective, maximize="maximize" in aim)

    def _each(self, found: dict[str, Any], section: str, use: Callable[[Any], object]) -> None:
        self.place = section
        for number, item in enumerate(_list(found.get(section, []))):
            self.place = f"{section}[{number}]"
            use(item)

    def _declare(self, found: Any) -> None:
        fields = _object(found, "names", "domain")
        names = [decoded(name) for name in _list(fields["names"])]
        if fields["domain"] == "boolean":
            self._problem.add_booleans(names)
        else:
            self._problem.add_variables(names, _values(fields["domain"]))

    def _prefer(self, found: Any) -> None:
        fields = _object(found, "weight", "constraint")
        self._problem.prefer(self.constraint(fields["constraint"]), weight=_integer(fields["weight"]))

    def term(self, found: Any) -> Term:
        """Return an expression."""
        if type(found) is str:
            return self._variable(found)
        if type(found) is int:
            return Constant(found)
        if not isinstance(found, dict):
            raise FormatError(f"{brief(found)} is not an expression")
        if "kind" in found:
            made = self._make(found)
            if isinstance(made, Term):
                return made
            raise FormatError(f"{found['kind']} is a constraint where an expression is needed")
        if "variable" in found:
            return self._variable(decoded(_object(found, "variable")["variable"]))
        if "constant" in found:
            return Constant(decoded(_object(found, "constant")["constant"]))
        place = _integer(_object(found, "expression")["expression"])
        if not 0 <= place < len(self._shared):
            raise FormatError(f"there is no expression {place} before this one")
        return self._shared[place]

    def _variable(self, name: Any) -> Term:
        if name not in self._variables:
            raise FormatError(f"there is no variable {brief(name)}")
        return self._variables[name]

    def constraint(self, found: Any) -> Constraint:
        """Return a constraint."""
        if not isinstance(found, dict) or "kind" not in found:
            raise FormatError(f"{brief(found)} is not a constraint, which has a kind")
        made = self._make(found)
        if isinstance(made, Constraint):
            return made
        raise FormatError(f"{found['kind']} is an expression where a constraint is needed")

    def _make(self, found: dict[str, Any]) -> Any:
        kind = found["kind"]
        if type(kind) is not str or kind not in KINDS:
            raise FormatError(f"there is no kind {brief(kind)}")
        fields = KINDS[kind].fields
        given: dict[str, Any] = {}
        name, rank = None, 0
        for key, value in found.items():
            if key in fields:
                given[key] = self._field(fields[key], value)
            elif key == "name" and type(value) is str:
                name = value
            elif key == "rank":
                rank = _integer(value)
            elif key != "kind":
                raise FormatError(f"{kind} has no field {brief(key)}, only {', '.join(fields)}")
        return make(kind, given, name=name, rank=rank)

    def _field(self, field: Field, found: Any) -> Any:
        if field is Field.TERM:
            return self.term(found)
        if field is Field.TERMS:
            return [self.term(one) for one in _list(found)]
        if field is Field.CONSTRAINT:
            return self.constraint(found)
        if field is Field.CONSTRAINTS:
            return [self.constraint(one) for one in _list(found)]
        if field is Field.COUNTS:
            return {decoded(one[0]): self._count(one) for one in map(_list, _list(found)) if one or _list(None)}
        return _FIELDS[field](found)

    def _count(self, found: list[Any]) -> Any:
        return self.term(found[1]) if len(found) == 2 else _bounds(found)


def _list(found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise FormatError(f"{brief(found)} is not an array")
    return found


def _object(found: Any, *keys: str) -> dict[str, Any]:
    if not isinstance(found, dict) or set(found) != set(keys):
        raise FormatError(f"{brief(found)} is not an object with {' and '.join(keys)}")
    return found


def _integer(found: Any) -> int:
    if type(found) is not int:
        raise FormatError(f"{brief(found)} is not an integer")
    return found


def _flag(found: Any) -> bool:
    if type(found) is not bool:
        raise FormatError(f"{brief(found)} is not true or false")
    return found


def _word(found: Any) -> str:
    if type(found) is not str:
        raise FormatError(f"{brief(found)} is not a word")
    return found


def _values(found: Any) -> Any:
    if isinstance(found, dict):
        bounds = _object(found, "from", "to")
        return range(_integer(bounds["from"]), _integer(bounds["to"]) + 1)
    return [decoded(one) for one in _list(found)]


def _bounds(found: list[Any]) -> tuple[int, int]:
    if len(found) != 3:
        raise FormatError(f"{brief(found)} is not a value with two bounds")
    return _integer(found[1]), _integer(found[2])


def _moves(found: Any) -> dict[Any, Any]:
    moves: dict[Any, Any] = {}
    for move in map(_list, _list(found)):
        if len(move) != 3:
            raise FormatError(f"{brief(move)} is not a state, a value and the next states")
        moves[decoded(move[0]), decoded(move[1])] = [decoded(state) for state in _list(move[2])]
    return moves


def _no_function(found: Any) -> NoReturn:
    raise FormatError(f"{brief(found)} is not a constraint: functions cannot be read")


_FIELDS: Final[dict[Field, Callable[[Any], Any]]] = {
    Field.VALUE: decoded,
    Field.VALUES: _values,
    Field.ROWS: lambda found: [tuple([decoded(one) for one in _list(row)]) for row in _list(found)],
    Field.INTEGER: _integer,
    Field.INTEGERS: lambda found: [_integer(one) for one in _list(found)],
    Field.FLAG: _flag,
    Field.WORD: _word,
    Field.BOUNDS: lambda found: {decoded(one[0]): _bounds(one) for one in map(_list, _list(found)) if one},
    Field.MOVES: _moves,
    Field.FUNCTION: _no_function,
}
"""How the fields without expressions are read."""
