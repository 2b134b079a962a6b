"""Counts the solutions of a small instance of XCSP3 by brute force. Slow and obviously right; it imports no csplib.

It reads the XML and the texts in it on its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from xcsp3_rules import RULES, called, compared, split

Row = dict[str, Any]
Check = tuple[set[str], Callable[[Row], bool]]


class Instance:
    """The domains and checks of an instance."""

    def __init__(self, path: Path) -> None:
        self.root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - our own data
        self.sizes: dict[str, list[int]] = {}
        self.domains: dict[str, list[Any]] = {}
        self.checks: list[Check] = []
        for entry in self.root.find("variables") or []:
            self.declare(entry)
        for entry in self.root.find("constraints") or []:
            self.checks += self.stated(entry, [])
        goal = self.root.find("objectives/*")
        self.goal = goal
        self.template = ""

    # Variables

    def declare(self, entry: ET.Element) -> None:
        name = entry.attrib["id"]
        source = entry
        if "as" in entry.attrib:
            source = next(one for one in self.root.iter() if one.get("id") == entry.attrib["as"])
        if entry.tag == "var":
            self.domains[name] = self.domain(source.text or "")
            return
        self.sizes[name] = [int(size) for size in re.findall(r"\d+", entry.attrib["size"])]
        cells = [f"{name}{''.join(f'[{i}]' for i in row)}" for row in product(*map(range, self.sizes[name]))]
        if source.find("domain") is None:
            self.domains.update({cell: self.domain(source.text or "") for cell in cells})
        for part in source.findall("domain"):
            whose = cells if part.attrib["for"] == "others" else self.names(part.attrib["for"])
            for cell in whose:
                self.domains.setdefault(cell, self.domain(part.text or ""))
        self.domains = {
            cell: self.domains[cell] for cell in [*(self.domains.keys() - set(cells)), *cells] if cell in self.domains
        }

    def domain(self, text: str) -> list[Any]:
        found: list[Any] = []
        for token in text.split():
            if ".." in token:
                low, high = token.split("..")
                found += range(int(low), int(high) + 1)
            else:
                found.append(int(token) if re.fullmatch(r"[+-]?\d+", token) else token)
        return found

    def names(self, text: str) -> list[str]:
        found: list[str] = []
        for token in text.split():
            array = token.partition("[")[0]
            if array not in self.sizes:
                found.append(token)
                continue
            ranges = []
            for index, size in zip(re.findall(r"\[(.*?)\]", token), self.sizes[array], strict=True):
                low, _, high = index.partition("..")
                ranges.append(range(size) if not index else range(int(low), int(high or low) + 1))
            found += [f"{array}{''.join(f'[{i}]' for i in row)}" for row in product(*ranges)]
        return found

    # Texts

    def tokens(self, text: str, args: list[str]) -> list[str]:
        """Return tokens with arguments in their places and arrays written out."""
        highest = max([int(n) for n in re.findall(r"%(\d+)", self.template)], default=-1) if args else -1
        text = text.replace("%...", " ".join(args[highest + 1 :]))
        text = re.sub(r"%(\d+)", lambda match: args[int(match[1])], text)
        found: list[str] = []
        for token in re.findall(r"[^\s()]*\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)|[^\s]+", text):
            match = re.fullmatch(r"(-?\d+|\*)x(\d+)", token)
            if match:
                found += [match[1]] * int(match[2])
            elif "(" in token:
                found.append(token)
            else:
                found += [name for name in self.names(token) if name in self.domains or "[" not in name]
        return found

    def value(self, text: str, row: Row) -> Any:
        """Return the value of a variable, a number, a range, a set, or a functional expression."""
        text = text.strip()
        if text in row:
            return row[text]
        if re.fullmatch(r"[+-]?\d+", text):
            return int(text)
        if re.fullmatch(r"[+-]?\d+\.\.[+-]?\d+", text):
            return self.domain(text)
        if text.startswith("{"):
            return [self.value(part, row) for part in text[1:-1].split(",")]
        if "(" not in text:
            return text
        name, _, rest = text.partition("(")
        return called(name, [self.value(part, row) for part in split(rest[:-1])])

    def values(self, text: str, args: list[str], row: Row) -> list[Any]:
        return [self.value(token, row) for token in self.tokens(text, args)]

    def used(self, element: ET.Element, args: list[str]) -> set[str]:
        text = " ".join([*element.itertext(), *args, element.get("reifiedBy", "")])
        words = re.findall(r"[A-Za-z_]\w*(?:\[[\d.]*\])*", text)
        return {name for word in words for name in self.names(word)} & self.domains.keys()

    # Constraints

    def stated(self, element: ET.Element, args: list[str]) -> Iterator[Check]:
        self.template = " ".join(element.itertext())
        if element.tag == "block":
            for child in element:
                yield from self.stated(child, [])
        elif element.tag == "group":
            first = element[0]
            for one in element[1:]:
                self.template = ""
                tokens = self.tokens(one.text or "", [])
                yield from self.stated(first, tokens)
        elif element.tag == "slide":
            yield from self.slid(element)
        else:
            template = self.template

            def check(row: Row) -> bool:
                self.template = template
                return self.holds(element, args, row)

            yield self.used(element, args), check

    def slid(self, element: ET.Element) -> Iterator[Check]:
        *lists, template = element
        rows = [self.tokens(one.text or "", []) for one in lists]
        arity = max(int(n) for n in re.findall(r"%(\d+)", " ".join(template.itertext()))) + 1
        sizes = [arity] if len(lists) == 1 else [int(one.get("collect", 1)) for one in lists]
        steps = [int(one.get("offset", 1)) for one in lists]
        circular = element.get("circular") == "true"
        for turn in range(len(rows[0])):
            starts = [turn * step for step in steps]
            fits = all(at + size <= len(row) for at, size, row in zip(starts, sizes, rows, strict=True))
            if fits or (circular and starts[0] < len(rows[0])):
                window = [
                    row[(at + i) % len(row)]
                    for at, size, row in zip(starts, sizes, rows, strict=True)
                    for i in range(size)
                ]
                yield from self.stated(template, window)

    def text(self, element: ET.Element, tag: str) -> str:
        child = element.find(tag)
        return (element.text if child is None else child.text) or ""

    def holds(self, element: ET.Element, args: list[str], row: Row) -> bool:
        return bool(RULES[element.tag](Facts(self, element, args, row)))

    def all_rows(self) -> Iterator[Row]:
        """Yield the solutions: a check is made as soon as its variables have values."""
        names = list(self.domains)
        places = {name: place for place, name in enumerate(names)}
        due: list[list[Callable[[Row], bool]]] = [[] for _ in names]
        for used, check in self.checks:
            if used:
                due[max(places[name] for name in used)].append(check)
            elif not check({}):
                return
        row: Row = {}

        def extend(place: int) -> Iterator[Row]:
            if place == len(names):
                yield dict(row)
                return
            for value in self.domains[names[place]]:
                row[names[place]] = value
                if all(check(row) for check in due[place]):
                    yield from extend(place + 1)
            row.pop(names[place], None)

        yield from extend(0)

    def worth(self, row: Row) -> int:
        assert self.goal is not None
        self.template = ""
        kind = self.goal.get("type", "expression")
        values = self.values(self.text(self.goal, "list"), [], row)
        coeffs = self.goal.find("coeffs")
        if coeffs is not None:
            values = [a * b for a, b in zip(values, self.values(coeffs.text or "", [], row), strict=True)]
        known: dict[str, Callable[[], int]] = {
            "expression": lambda: values[0],
            "sum": lambda: sum(values),
            "minimum": lambda: min(values),
            "maximum": lambda: max(values),
            "product": lambda: int(called("mul", values)),
            "nValues": lambda: len(set(values)),
        }
        return int(known[kind]())


class Facts:
    """What a rule asks of a constraint for a row of values."""

    def __init__(self, instance: Instance, element: ET.Element, args: list[str], row: Row) -> None:
        self.instance, self.element, self.args, self.row = instance, element, args, row

    def of(self, tag: str = "list") -> list[Any]:
        return self.instance.values(self.instance.text(self.element, tag), self.args, self.row)

    def lists(self) -> list[list[Any]]:
        return [self.instance.values(one.text or "", self.args, self.row) for one in self.element.findall("list")]

    def has(self, tag: str) -> bool:
        return self.element.find(tag) is not None

    def text(self, tag: str) -> str:
        return self.instance.text(self.element, tag).strip()

    def tuples(self, tag: str) -> list[list[Any]]:
        text = self.text(tag)
        if not text.startswith("("):
            names = self.instance.names(text)
            width = len({name.rpartition("[")[2] for name in names})
            return [[self.row[name] for name in names[i : i + width]] for i in range(0, len(names), width)]
        return [
            [self.instance.value(part, self.row) for part in split(one)] for one in re.findall(r"\(([^()]*)\)", text)
        ]

    def meets(self, value: Any, place: int = 0, tag: str = "condition") -> bool:
        child = self.element.findall(tag)[place]
        text = self.instance.tokens(child.text or "", self.args)[0]
        sign, _, operand = text[1:-1].partition(",")
        return compared(value, sign, self.instance.value(operand, self.row))

    def inside(self) -> list[bool]:
        return [self.instance.holds(one, self.args, self.row) for one in self.element]

    def flag(self, name: str, tag: str = "") -> bool:
        child = self.element.find(tag) if tag else self.element
        return child is not None and child.get(name) == "true"
