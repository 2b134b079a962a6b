"""The JSON schema of problems: made from the kinds, shipped as a file, and met by every problem that is written.

Run this file as a program to write the schema again: ``.venv/bin/python tests/formats/test_json_schema.py``.
"""

from __future__ import annotations

import inspect
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from catalogue import CATALOGUE, stated
from hypothesis import given
from test_combined_features import Mixed, mixed_problems

import csplib
from csplib import Constraint, Problem
from csplib.formats import SCHEMA
from csplib.formats.kinds import Field, Kind
from csplib.formats.values import OBJECTS
from csplib.formats.walking import KINDS

IN_THE_DOCUMENTATION = Path(__file__).parents[2] / "docs" / "reference" / "problem.schema.json"
pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def listed(items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


def record(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


INTEGER, VALUE, TERM, CONSTRAINT = {"type": "integer"}, ref("value"), ref("expression"), ref("constraint")
RANGE = record(["from", "to"], **{"from": INTEGER, "to": INTEGER})
BOUNDS = {"type": "array", "prefixItems": [VALUE, INTEGER, INTEGER], "minItems": 3, "maxItems": 3}
COUNT = {"type": "array", "prefixItems": [VALUE, TERM], "minItems": 2, "maxItems": 2}
MOVE = {"type": "array", "prefixItems": [VALUE, VALUE, listed(VALUE)], "minItems": 3, "maxItems": 3}
FIELDS: dict[Field, dict[str, Any]] = {
    Field.TERM: TERM,
    Field.TERMS: listed(TERM),
    Field.CONSTRAINT: CONSTRAINT,
    Field.CONSTRAINTS: listed(CONSTRAINT),
    Field.VALUE: VALUE,
    Field.VALUES: {"anyOf": [listed(VALUE), RANGE]},
    Field.ROWS: listed(listed(VALUE)),
    Field.INTEGER: INTEGER,
    Field.INTEGERS: listed(INTEGER),
    Field.FLAG: {"type": "boolean"},
    Field.WORD: {"type": "string"},
    Field.BOUNDS: listed(BOUNDS),
    Field.COUNTS: listed({"anyOf": [BOUNDS, COUNT]}),
    Field.MOVES: listed(MOVE),
}
OF_VALUES = {str: {"type": "string"}, list: {"type": "array"}, bool: {"const": True}}


def required(kind: Kind) -> list[str]:
    """Return the fields that have no default."""
    parameters = inspect.signature(kind.make).parameters
    optional = {name for name, one in parameters.items() if one.default is not one.empty}
    return ["kind", *[name for name in kind.fields if name not in optional and name in written_fields(kind)]]


def written_fields(kind: Kind) -> dict[str, Field]:
    return {name: field for name, field in kind.fields.items() if field is not Field.FUNCTION}


def schema_of(kind: Kind) -> dict[str, Any]:
    fields = {name: FIELDS[field] for name, field in written_fields(kind).items()}
    named = {"name": {"type": "string"}, "rank": INTEGER} if issubclass(kind.type, Constraint) else {}
    return record(required(kind), kind={"const": kind.name}, **fields, **named)


def schema() -> dict[str, Any]:
    """Return the schema."""
    kinds = [kind for kind in KINDS.values() if kind.name not in {"variable", "constant", "predicate"}]
    expressions = [schema_of(kind) for kind in kinds if not issubclass(kind.type, Constraint)]
    constraints = [schema_of(kind) for kind in kinds if issubclass(kind.type, Constraint)]
    values = [record([word], **{word: OF_VALUES[kind]}) for word, (kind, _) in OBJECTS.items()]
    simple = [
        {"type": "string", "description": "the variable with this name"},
        {"type": "integer", "description": "a constant"},
        record(["variable"], variable=VALUE),
        record(["constant"], constant=VALUE),
        record(["expression"], expression={"type": "integer", "minimum": 0, "description": "a place in expressions"}),
    ]
    domain = {"anyOf": [{"const": "boolean"}, RANGE, listed(VALUE, minItems=1)]}
    wish = record(["weight", "constraint"], weight={"type": "integer", "minimum": 1}, constraint=CONSTRAINT)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A constraint-satisfaction problem of csplib",
        "$defs": {
            "value": {
                "description": "a name or a value: an array is a tuple",
                "anyOf": [{"type": ["string", "number", "boolean", "null"]}, listed(VALUE), *values],
            },
            "expression": {"anyOf": [*simple, *expressions]},
            "constraint": {"anyOf": constraints},
        },
        **record(
            ["csplib"],
            **{"$schema": {"type": "string"}},
            csplib={"const": 1, "description": "the version of the format"},
            variables=listed(record(["names", "domain"], names=listed(VALUE), domain=domain)),
            expressions=listed(TERM, description="expressions that others refer to by their places"),
            constraints=listed(CONSTRAINT),
            preferences=listed(wish),
            objective={"anyOf": [record(["minimize"], minimize=TERM), record(["maximize"], maximize=TERM)]},
        ),
    }


TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}


def is_met(rule: dict[str, Any], found: Any, root: dict[str, Any]) -> bool:
    """Return whether *found* meets *rule*: as much of JSON Schema as the schema uses."""
    if "$ref" in rule:
        return is_met(root["$defs"][rule["$ref"].rpartition("/")[2]], found, root)
    kinds = rule.get("type", list(TYPES))
    return (
        any(type(found) in TYPES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))
        and ("anyOf" not in rule or any(is_met(one, found, root) for one in rule["anyOf"]))
        and ("const" not in rule or (found == rule["const"] and type(found) is type(rule["const"])))
        and (type(found) is not int or found >= rule.get("minimum", found))
        and (not isinstance(found, list) or _is_array(rule, found, root))
        and (not isinstance(found, dict) or "properties" not in rule or _is_record(rule, found, root))
    )


def _is_array(rule: dict[str, Any], found: list[Any], root: dict[str, Any]) -> bool:
    pairs = list(zip(rule.get("prefixItems", []), found, strict=False))
    pairs += [(rule["items"], one) for one in found] if "items" in rule else []
    sizes = rule.get("minItems", 0) <= len(found) <= rule.get("maxItems", len(found))
    return sizes and all(is_met(one, value, root) for one, value in pairs)


def _is_record(rule: dict[str, Any], found: dict[str, Any], root: dict[str, Any]) -> bool:
    known = rule["properties"]
    complete = found.keys() >= set(rule["required"])
    return complete and all(key in known and is_met(known[key], value, root) for key, value in found.items())


def meets_the_schema(problem: Problem[Any, Any], **objective: Any) -> bool:
    to = io.StringIO()
    csplib.write(problem, to, format="json", **objective)
    root = schema()
    return is_met(root, json.loads(to.getvalue()), root)


@pytest.mark.parametrize("path", [SCHEMA, IN_THE_DOCUMENTATION], ids=["package", "documentation"])
def test_the_file_with_the_schema_is_up_to_date(path: Path) -> None:
    assert json.loads(path.read_text(encoding="utf-8")) == schema()


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_problem_of_the_catalogue_meets_the_schema(name: str) -> None:
    assert meets_the_schema(stated(name))


@given(mixed_problems())
def test_random_problems_meet_the_schema(mixed: Mixed) -> None:
    mixed.problem.prefer(*mixed.problem.constraints, weight=3)
    assert meets_the_schema(mixed.problem, minimize=mixed.problem.penalty)


def test_what_is_not_a_problem_does_not_meet_the_schema() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(5))
    p.add(x != y, x + y <= 3)
    to = io.StringIO()
    csplib.write(p, to, format="json")
    text, root = to.getvalue(), schema()
    assert is_met(root, json.loads(text), root)
    for old, new in [("different", "same"), ('"x": "x"', '"z": "x"'), ("weights", "weight"), ("-3", "true")]:
        assert old in text
        assert not is_met(root, json.loads(re.sub(old, new, text)), root)


if __name__ == "__main__":
    for place in (SCHEMA, IN_THE_DOCUMENTATION):
        place.write_text(json.dumps(schema(), indent=1) + "\n", encoding="utf-8")
