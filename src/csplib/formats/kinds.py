"""`Kind`: one kind of expressions or constraints, what is in it, and how it is made; `Field`: what a part of it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from csplib.modelling.terms import Term
from csplib.modelling.twins import Twin

__all__ = ["ABSENT", "Field", "Kind", "kind", "placed", "untwinned"]


ABSENT: Any = object()
"""A value that is not there."""


class Field(Enum):
    """What a field of a node holds."""

    TERM = "a variable or an expression"
    TERMS = "variables and expressions, as a tuple"
    CONSTRAINT = "a constraint"
    CONSTRAINTS = "constraints, as a tuple"
    VALUE = "a value: anything hashable"
    VALUES = "values, as a tuple or a range"
    ROWS = "rows of values, as tuples; `csplib.ANY` in a row stands for every value"
    INTEGER = "an integer"
    INTEGERS = "integers, as a tuple"
    FLAG = "True or False"
    WORD = "one of a few words"
    BOUNDS = "by value, the least and the greatest number"
    COUNTS = "by value, the least and the greatest number, or a variable or expression"
    MOVES = "by state and value, the next states"
    FUNCTION = "a function of Python"


class Kind(NamedTuple):
    """A kind of expressions or constraints: its name, its class, its fields, how to take them, and how to make one.

    *take* returns the fields in order; one that is None, or `ABSENT` where None is a value, is left out.
    """

    name: str
    type: type
    fields: Mapping[str, Field]
    take: Callable[[Any], Sequence[Any]]
    make: Callable[..., Any]

    def fields_of(self, thing: object) -> dict[str, Any]:
        """Return the fields of an expression or a constraint of this kind."""
        taken = self.take(thing)
        return {
            name: _without_twins(field, taken[place])
            for place, (name, field) in enumerate(self.fields.items())
            if _is_there(field, taken[place])
        }


def _is_there(field: Field, value: object) -> bool:
    return value is not ABSENT and (value is not None or field is Field.VALUE)


def _without_twins(field: Field, value: Any) -> Any:
    if field is Field.TERMS:
        return tuple(map(untwinned, value))
    return untwinned(value) if field is Field.TERM else value


def kind(
    name: str,
    type_: type,
    fields: Mapping[str, Field],
    take: Callable[[Any], Sequence[Any]] | None = None,
    make: Callable[..., Any] | None = None,
) -> Kind:
    """Return a kind whose fields are, unless told otherwise, attributes and keywords of its class."""

    def attributes(thing: Any) -> Sequence[Any]:
        return [getattr(thing, field) for field in fields]

    return Kind(name, type_, fields, take or attributes, make or type_)


def placed(type_: type, fields: Iterable[str]) -> Callable[..., Any]:
    """Return a function that takes *fields* by name, and passes them to a class by their places."""

    def made(**given: Any) -> Any:
        return type_(*[given[field] for field in fields])

    return made


def untwinned(term: Any) -> Any:
    """Return *term*, or the term that a `Twin` stands for: constraints make twins of terms that occur twice."""
    found: Term = term
    while isinstance(found, Twin):
        found = found.term
    return found
