"""Reads an instance of XCSP3: its variables, constraints and objectives become a `Model`."""

from __future__ import annotations

import warnings
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from csplib.errors import CSPError, FormatError, ModelWarning
from csplib.formats.model import Model
from csplib.formats.xcsp3.annotations import options_of
from csplib.formats.xcsp3.answers import Answers
from csplib.formats.xcsp3.arrays import Array, sizes_of
from csplib.formats.xcsp3.domains import Domains
from csplib.formats.xcsp3.elements import Element, stream
from csplib.formats.xcsp3.functions import FUNCTIONS
from csplib.formats.xcsp3.given import Given, arity_of
from csplib.formats.xcsp3.objectives import aim, in_order
from csplib.formats.xcsp3.operands import Names
from csplib.formats.xcsp3.statements import stated
from csplib.problem import Problem

if TYPE_CHECKING:
    from csplib.formats.source import Source
    from csplib.modelling.terms import Term

__all__ = ["read", "recognizes"]

_NAMED = ("XCSP3", "")


def recognizes(head: bytes) -> bool:
    """Return whether a file that begins with *head* is an instance of XCSP3."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"<") and b"<instance" in head


def read(source: Source, *, annotations: bool = False) -> Model:
    """Return the model that *source* states. With *annotations*, its search follows those of the file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        return _Reader(source).model(annotations=annotations)


class _Reader:
    """Turns elements into a problem, in the order of the file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._names = Names(FUNCTIONS)
        self._problem: Problem[str, Any] = Problem()
        self._domains = Domains(self._names, self._problem)
        self._known: dict[str, Element] = {}
        self._template: Element | None = None
        self._arity = 0
        self._aims: list[tuple[Element, Term]] = []
        self._annotations: list[Element] = []
        self._combination = ""

    def model(self, *, annotations: bool) -> Model:
        """Read the source; return the model."""
        stream(self._source, self._open, self._close)
        objective, useless = self._objective(), self._useless()
        options = options_of(self._annotations, self._names) if annotations else {}
        maximize = bool(self._aims) and self._aims[0][0].tag == "maximize"
        printer = Answers(list(self._names.arrays.values()), list(self._names.variables))
        return Model(
            self._problem,
            objective,
            maximize=maximize,
            options=options,
            format="xcsp3",
            printer=printer,
            useless=useless,
        )

    def _open(self, element: Element) -> None:
        if element.tag == "instance" and element.get("format") not in _NAMED:
            raise self._source.error(f"the format {element.get('format')[:20]!r} is not XCSP3", element.line)
        if element.tag == "group":
            self._template = None
        elif element.tag == "objectives":
            self._combination = element.get("combination").lower()

    def _close(self, element: Element, parent: Element | None) -> None:
        """Read an element that has ended; those inside were read before."""
        try:
            self._resolve(element)
            self._read(element, "" if parent is None else parent.tag)
        except FormatError:
            raise
        except (ValueError, TypeError, CSPError, OverflowError, RecursionError, IndexError) as fault:
            where = f"<{element.tag}>: " if f"<{element.tag}>" not in str(fault) else ""
            raise self._source.error(f"{where}{_sentence(fault)}", element.line) from fault

    def _resolve(self, element: Element) -> None:
        """Give *element*, and those inside, the contents of the elements that "as" names."""
        for one in (element, *element.children):
            for each in (one, *(one.children if one is not element else ())):
                name = each.get("as")
                if name:
                    if name not in self._known:
                        raise ValueError(f"there is no element {name[:40]!r} before, as the attribute as= asks for")
                    each.adopt(self._known[name])
                if each.get("id"):
                    self._known[each.get("id")] = each

    def _read(self, element: Element, place: str) -> None:
        if place == "variables":
            self._declare(element)
        elif place == "group":
            self._read_in_group(element)
        elif place in {"constraints", "block"} and element.tag not in {"group", "block"}:
            self._problem.add(*stated(Given(element, self._names, self._problem)))
        elif place == "objectives":
            if element.tag not in {"minimize", "maximize"}:
                raise ValueError("an objective is <minimize> or <maximize>")
            self._aims.append((element, aim(Given(element, self._names, self._problem))))
        elif place == "annotations":
            self._annotations.append(element)
        elif not place and element.tag != "instance":
            raise ValueError("an instance of XCSP3 begins with <instance>")

    def _declare(self, element: Element) -> None:
        name = element.get("id")
        if not name:
            raise ValueError("a variable needs an id")
        if element.tag == "var":
            self._domains.declare([name], element)
        elif element.tag == "array":
            array = self._names.arrays[name] = Array(name, sizes_of(element.get("size")))
            parts = element.all("domain")
            if parts:
                self._domains.declare_parts(array, parts, element)
            else:
                self._domains.declare(array.names(), element)
        else:
            raise ValueError("a variable is <var> or <array>")

    def _read_in_group(self, element: Element) -> None:
        """Read the template of a group, or state it for some arguments."""
        if self._template is None:
            self._template, self._arity = element, arity_of(element, self._names)
            return
        if element.tag != "args":
            raise ValueError("a group has one template and then <args>")
        arguments = self._names.operands(element.text)
        given = Given(self._template, self._names, self._problem, arguments, self._arity)
        self._problem.add(*stated(given))

    def _useless(self) -> dict[Hashable, Any]:
        """Return the variables that occur in no constraint and no objective, with the first value of each."""
        names = self._names
        return {key: names.domains[key][0] for key in names.variables if key not in names.used}

    def _objective(self) -> Term | None:
        """Return what to optimize; several objectives in an order become one."""
        if len(self._aims) < 2:
            return self._aims[0][1] if self._aims else None
        element = self._aims[0][0]
        if self._combination not in {"lexico", "lex"}:
            raise self._source.error('several objectives are read only with combination="lexico"', element.line)
        first = self._aims[0][0].tag
        terms = [term if one.tag == first else -term for one, term in self._aims]  # type: ignore[operator]
        found: Term = in_order(Given(element, self._names, self._problem), terms)
        return found


def _sentence(fault: Exception) -> str:
    text = str(fault)
    return text or type(fault).__name__
