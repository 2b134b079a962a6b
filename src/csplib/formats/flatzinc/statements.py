"""What a FlatZinc file states, read item by item: its variables, constraints, output and goal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from csplib.display.wording import brief
from csplib.formats.flatzinc.expressions import CONSTANTS, Expressions, is_word
from csplib.formats.flatzinc.items import Item, items_of
from csplib.formats.flatzinc.values import WIDEST, Call, Cell, SetOf
from csplib.formats.source import Source
from csplib.modelling.domains import number_of_values

__all__ = ["Posted", "Shown", "Statements"]

_LARGEST_SET = 100_000
_FALSE_OR_TRUE = range(2)
_TYPES: dict[str, Any] = {"bool": bool, "int": int, "set": (range, tuple)}


class Posted(NamedTuple):
    """A constraint of the file: its name, its arguments, and the item that states it."""

    name: str
    arguments: list[Any]
    item: Item


class Shown(NamedTuple):
    """What a solution shows: a variable or constant, or an array with the sets of its indices."""

    name: str
    value: Any
    indices: list[SetOf] | None


class Statements:
    """The statements of a file."""

    def __init__(self, source: Source) -> None:
        self.names: dict[str, Any] = dict(CONSTANTS)
        self.cells: list[Cell] = []
        self.constraints: list[Posted] = []
        self.shown: list[Shown] = []
        self.goal: str = ""
        self.objective: Any = None
        self.search: list[Call] = []
        self._readers: dict[str, Callable[[Expressions], None]] = {
            "predicate": self._predicate,
            "array": self._array,
            "var": self._variable,
            "constraint": self._constraint,
            "solve": self._solve,
        }
        for item in items_of(source):
            self._read(Expressions(item, self.names))
        if not self.goal:
            raise source.error("there is no solve item: a FlatZinc file ends with one, such as 'solve satisfy;'")

    def _read(self, reader: Expressions) -> None:
        first = reader.tokens[0]
        if not first:  # two semicolons
            return
        if self.goal:
            raise reader.error("nothing may follow the solve item", 0)
        known = self._readers.get(first)
        if known is None:
            self._parameter(reader)
        else:
            reader.at = 1
            known(reader)
        if reader.tokens[reader.at]:
            raise reader.needed("the end of the item")

    def _constraint(self, reader: Expressions) -> None:
        name = reader.word("the name of a constraint")
        reader.expect("(")
        arguments = reader.arguments()
        if reader.tokens[reader.at]:
            reader.annotations()
        self.constraints.append(Posted(name, arguments, reader.item))

    def _predicate(self, reader: Expressions) -> None:
        reader.word("the name of a predicate")
        reader.expect("(")
        reader.at = len(reader.tokens) - 2
        reader.expect(")")

    def _solve(self, reader: Expressions) -> None:
        self.search = reader.annotations()
        self.goal = reader.word("satisfy, minimize or maximize")
        if self.goal not in {"satisfy", "minimize", "maximize"}:
            raise reader.error("the goal must be satisfy, minimize or maximize", reader.at - 1)
        if self.goal == "satisfy":
            return
        place = reader.at
        self.objective = reader.expression()
        if isinstance(self.objective, float):
            raise reader.error("csplib cannot optimize a float, only integers", place)
        if not isinstance(self.objective, (int, Cell)) or getattr(self.objective, "kind", "") == "set":
            raise reader.error("the objective must be a variable or an integer", place)

    def _parameter(self, reader: Expressions) -> None:
        place = reader.at
        if reader.take("set"):
            reader.expect("of")
        if not reader.take("bool") and not reader.take("float") and not reader.take("int"):
            if not is_word(reader.tokens[reader.at]):
                reader.expression()  # a range or a set as a type
            else:
                raise reader.error(f"no item begins with {brief(reader.tokens[place])}", place)
        reader.expect(":")
        name = self._new_name(reader)
        reader.annotations()
        reader.expect("=")
        value = reader.expression()
        if isinstance(value, (Cell, list, str)):
            raise reader.error("a parameter needs a constant", reader.at - 1)
        self.names[name] = value

    def _variable(self, reader: Expressions) -> None:
        kind, domain = self._type(reader)
        reader.expect(":")
        place = reader.at
        name = self._new_name(reader)
        annotations = reader.annotations()
        value = reader.expression() if reader.take("=") else None
        cell: Any = value
        if kind != "float":
            cell = Cell(name, kind, domain, value)
            self.cells.append(cell)
            if value is not None and not _fits(kind, value):
                raise reader.error(f"the {kind} {brief(name)} cannot be {brief(value)}", reader.at - 1)
        elif not isinstance(value, (int, float)):
            raise reader.error(f"{name} is a variable of floats, and csplib has only integers", place)
        self.names[name] = cell
        if any(one.name == "output_var" for one in annotations):
            self._show(name, cell, None)

    def _array(self, reader: Expressions) -> None:
        reader.expect("[")
        low = reader.integer()
        reader.expect("..")
        size = reader.integer()
        if low != 1 or size < 0:
            raise reader.error("the index set of an array begins with 1", reader.at - 1)
        reader.expect("]")
        reader.expect("of")
        reader.take("var")
        self._element_type(reader)
        reader.expect(":")
        place = reader.at
        name = self._new_name(reader)
        annotations = reader.annotations()
        reader.expect("=")
        value = reader.expression()
        if not isinstance(value, list):
            raise reader.error("an array needs a list of values", reader.at - 1)
        if len(value) != size:
            raise reader.error(f"the array {name} has {len(value)} items, not {size} as its index set says", place)
        self.names[name] = value
        for one in annotations:
            if one.name == "output_array":
                self._show(name, value, self._indices(reader, one, place, size))

    def _element_type(self, reader: Expressions) -> None:
        """Go past the type of the items of an array; each item has its own."""
        if reader.take("set"):
            reader.expect("of")
        if not reader.take("bool") and not reader.take("float") and not reader.take("int"):
            reader.expression()

    def _type(self, reader: Expressions) -> tuple[str, Any]:
        """Return the kind of a variable and its domain."""
        is_set = reader.take("set")
        if is_set:
            reader.expect("of")
        place = reader.at
        if not is_set and reader.take("bool"):
            return "bool", _FALSE_OR_TRUE
        if reader.take("int"):
            domain: Any = WIDEST
        elif reader.take("float"):
            return "float", None
        else:
            domain = reader.expression()
        if not is_set:
            if isinstance(domain, tuple) and domain and isinstance(domain[0], float):
                return "float", None
            if not isinstance(domain, (range, tuple)):
                raise reader.error("this is no type", place)
            return "int", domain
        if not isinstance(domain, (range, tuple)) or number_of_values(domain) > _LARGEST_SET:
            raise reader.error(f"a set variable needs at most {_LARGEST_SET:,} possible members", place)
        return "set", domain

    def _new_name(self, reader: Expressions) -> str:
        name = reader.word("a name")
        if name in self.names:
            raise reader.error(f"the name {brief(name)} is used already", reader.at - 1)
        return name

    def _show(self, name: str, value: Any, indices: list[SetOf] | None) -> None:
        self.shown.append(Shown(name, value, indices))
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Cell):
                one.shown = True

    def _indices(self, reader: Expressions, annotation: Call, place: int, size: int) -> list[SetOf]:
        """Return the index sets of an array that is shown."""
        found = annotation.arguments[0] if annotation.arguments else None
        if not isinstance(found, list) or not all(isinstance(one, (range, tuple)) for one in found):
            raise reader.error("output_array needs a list of index sets", place)
        product = 1
        for one in found:
            product *= number_of_values(one)
        if product != size:
            raise reader.error(f"output_array has index sets for {product} items, not {size}", place)
        return found


def _fits(kind: str, value: Any) -> bool:
    """Return whether *value*, a constant or a variable, can be that of a variable of this *kind*."""
    if isinstance(value, Cell):
        return value.kind == kind or (kind == "int" and value.kind == "bool")
    return isinstance(value, _TYPES[kind])
