"""Writes a problem as an instance of XCSP3."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO
from xml.sax.saxutils import escape, quoteattr

from csplib.display.wording import brief
from csplib.errors import FormatError
from csplib.formats.walking import node_of
from csplib.formats.xcsp3.codes import Codes
from csplib.formats.xcsp3.forms import Forms
from csplib.formats.xcsp3.naming import Naming
from csplib.formats.xcsp3.tabulated import rows_of
from csplib.formats.xcsp3.texts import NoWord, Texts
from csplib.modelling.constraints.logic import AllOf

if TYPE_CHECKING:
    from csplib.formats.model import Model
    from csplib.modelling.constraints.base import Constraint
    from csplib.modelling.terms import Term
    from csplib.problem import Problem

__all__ = ["write"]

_MOST_TRIED = 10_000
_TAG = re.compile(r"<\w+")


def write(model: Model, to: TextIO) -> None:
    """Write *model*. What XCSP3 cannot state raises a `FormatError`, unless a table of it is small."""
    if model.problem.preferences and model.objective is None:
        raise FormatError("XCSP3 has no preferences: minimize the penalty of the problem instead")
    _Writer(model.problem, to).write(model)


class _Noting(dict[Any, str]):
    """The names of variables; those that were asked for are `noted`."""

    def __init__(self, names: Mapping[Any, str]) -> None:
        super().__init__(names)
        self.noted: set[Any] = set()

    def __getitem__(self, variable: Any) -> str:
        self.noted.add(variable)
        return super().__getitem__(variable)


class _Writer:
    """Writes the parts of an instance, each line as soon as it is known."""

    def __init__(self, problem: Problem[Any, Any], to: TextIO) -> None:
        self._problem = problem
        self._domains = problem.domains
        self._to = to
        every: dict[Any, None] = {}
        for domain in self._domains.values():
            every.update(dict.fromkeys([domain[0], domain[-1]] if isinstance(domain, range) else domain))
        self._codes = Codes(every)
        self._naming = Naming(self._domains)
        self._names = _Noting(self._naming.names)
        self._texts = Texts(self._names, self._codes, node_of)
        self._forms = Forms(self._texts, self._domains)

    def write(self, model: Model) -> None:
        """Write all of *model*."""
        kind = "CSP" if model.objective is None else "COP"
        note = self._codes.note()
        shown = f" note={quoteattr(note)}" if note else ""
        self._to.write(f'<instance format="XCSP3" type="{kind}"{shown}>\n<variables>\n')
        self._variables()
        self._to.write("</variables>\n<constraints>\n")
        for constraint in self._problem.constraints:
            self._constraint(constraint)
        self._conditions(model.objective)
        tag = "maximize" if model.maximize else "minimize"
        objective = "" if model.objective is None else self._objective(model.objective, tag)
        self._mention_others()
        self._to.write("</constraints>\n")
        if objective:
            self._to.write(f"<objectives>\n{objective}\n</objectives>\n")
        self._to.write("</instance>\n")

    def _variables(self) -> None:
        written: set[str] = set()
        names = self._naming.names
        texts: dict[int, str] = {}
        for variable, domain in self._domains.items():
            name = names[variable]
            array = name.partition("[")[0]
            if id(domain) not in texts:
                texts[id(domain)] = self._domain(domain)
            if array == name:
                meant = self._naming.renamed.get(name)
                note = "" if meant is None else f" note={quoteattr(repr(meant))}"
                self._to.write(f'<var id="{name}"{note}> {texts[id(domain)]} </var>\n')
            elif array not in written:
                written.add(array)
                self._array(array)

    def _array(self, name: str) -> None:
        sizes, cells = self._naming.arrays[name]
        shape = "".join([f"[{size}]" for size in sizes])
        by_domain: dict[str, list[str]] = {}
        for cell in cells:
            by_domain.setdefault(self._domain(self._domains[cell]), []).append(cell)
        whole = 1
        for size in sizes:
            whole *= size
        if len(by_domain) == 1 and whole == len(cells):
            self._to.write(f'<array id="{name}" size="{shape}"> {next(iter(by_domain))} </array>\n')
            return
        parts = [f'<domain for="{" ".join(some)}"> {text} </domain>' for text, some in by_domain.items()]
        self._to.write(f'<array id="{name}" size="{shape}"> {"".join(parts)} </array>\n')

    def _domain(self, domain: Sequence[Any]) -> str:
        if isinstance(domain, range):
            return f"{domain[0]}..{domain[-1]}"
        codes = sorted([int(self._codes.of(value)) for value in domain])
        if len(codes) > 2 and codes[-1] - codes[0] == len(codes) - 1:
            return f"{codes[0]}..{codes[-1]}"
        return " ".join(map(str, codes))

    def _constraint(self, constraint: Constraint) -> None:
        """Write one constraint: by its word, or as an expression, or as a table."""
        if type(constraint) is AllOf:
            for part in constraint.parts:
                self._constraint(part)
            return
        note = f" note={quoteattr(constraint.name)}" if constraint.name is not None else ""
        for text in self._elements(constraint):
            tag = _TAG.match(text)
            end = tag.end() if tag else 0
            self._to.write(f"{text[:end]}{note}{text[end:]}\n")

    def _elements(self, constraint: Constraint) -> list[str]:
        try:
            return self._forms.elements(constraint)
        except NoWord:
            pass
        except RecursionError as fault:
            raise FormatError(f"{brief(constraint)} is nested too deep for XCSP3") from fault
        scope, rows = rows_of(constraint, self._domains)
        names = " ".join([self._names[name] for name in scope])
        if rows is None:
            raise FormatError(f"XCSP3 has no word for {constraint}, and it has too many rows for a table")
        codes = self._codes
        listed = "".join([f"({','.join(map(codes.of, row))})" for row in rows])
        if len(scope) == 1:
            listed = " ".join([codes.of(row[0]) for row in rows])
        return [f"<extension><list> {names} </list><supports> {listed} </supports></extension>"]

    def _conditions(self, objective: Term | None) -> None:
        """Write where *objective* has a value: XCSP3 has values for everything, and a solution needs one."""
        for part in [] if objective is None else objective.partial():
            condition = part.condition()
            if condition is not None and not self._always_holds(condition):
                self._constraint(condition)

    def _mention_others(self) -> None:
        """Write something true about each variable that was not mentioned: else it would not count in XCSP3."""
        for variable, name in self._naming.names.items():
            if variable not in self._names.noted:
                self._to.write(f"<intension> eq({name},{name}) </intension>\n")

    def _always_holds(self, condition: Constraint) -> bool:
        """Return whether *condition*, if it is about one variable with few values, holds for all of them."""
        if len(condition.scope) != 1:
            return False
        domain = self._domains.get(condition.scope[0], ())
        return 0 < len(domain) <= _MOST_TRIED and all(condition.satisfied([value]) for value in domain)

    def _objective(self, objective: Term, tag: str) -> str:
        try:
            kind, fields = node_of(objective)
            if kind == "sum" and not fields.get("constant"):
                terms = escape(self._texts.terms(fields["terms"]))
                coeffs = " ".join(map(str, fields["weights"]))
                return f'<{tag} type="sum"><list> {terms} </list><coeffs> {coeffs} </coeffs></{tag}>'
            return f"<{tag}> {escape(self._texts.term(objective))} </{tag}>"
        except (NoWord, RecursionError) as fault:
            raise FormatError(f"XCSP3 has no word for the objective {brief(objective)}") from fault
