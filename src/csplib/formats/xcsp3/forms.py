"""The elements that state a constraint: the word of XCSP3 for each kind, or else an expression."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from inspect import signature
from typing import Any
from xml.sax.saxutils import escape

from csplib.formats.xcsp3.space_forms import SpaceForms, element_text, intension_text, started
from csplib.formats.xcsp3.texts import NoWord, called, without_conditions
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.terms import Composite, Term

__all__ = ["Forms"]


class Forms(SpaceForms):
    """Writes constraints as elements."""

    def elements(self, constraint: Constraint) -> list[str]:
        """Return the elements that together state *constraint*; raise `NoWord` if there are none."""
        constraint = without_conditions(constraint)
        kind, fields = self._texts.node_of(constraint)
        write: Callable[..., list[str]] | None = getattr(self, f"_{kind}", None)
        if write is not None and not _is_partial(constraint):
            if not fields.keys() <= set(signature(write).parameters):
                raise NoWord
            return write(**fields)
        return [self._as_expression(constraint)]

    def _as_expression(self, constraint: Constraint) -> str:
        """Return an expression or, if that has no word for a part, a combination of elements."""
        try:
            return intension_text(self._texts.constraint(constraint))
        except NoWord:
            kind, fields = self._texts.node_of(constraint)
            if kind not in {"any_of", "not"}:
                raise
        parts = fields["parts"] if kind == "any_of" else (fields["constraint"],)
        tag = "or" if kind == "any_of" else "not"
        return f"<{tag}>{''.join(map(self._as_one, parts))}</{tag}>"

    def _as_one(self, constraint: Constraint) -> str:
        """Return the only element that states *constraint*."""
        found = self.elements(constraint)
        return found[0] if len(found) == 1 else f"<and>{''.join(found)}</and>"

    def _values(self, values: Sequence[Hashable]) -> str:
        return " ".join(map(self._texts.codes.of, values))

    def _fact(self, truth: bool) -> list[str]:  # noqa: FBT001 - a field
        return [] if truth else ["<intension> 0 </intension>"]

    def _all_different(self, variables: Sequence[Term], consistency: str = "") -> list[str]:  # noqa: ARG002
        return [f"<allDifferent> {escape(self._texts.terms(variables))} </allDifferent>"]

    def _all_different_except(
        self,
        variables: Sequence[Term],
        value: Sequence[Hashable],
        consistency: str = "",  # noqa: ARG002
    ) -> list[str]:
        if not value:
            return self._all_different(variables)
        return [element_text("allDifferent", ("list", self._texts.terms(variables)), ("except", self._values(value)))]

    def _all_equal(self, variables: Sequence[Term]) -> list[str]:
        if len(variables) == 2:
            return [intension_text(called("eq", *map(self._texts.term, variables)))]
        return [f"<allEqual> {escape(self._texts.terms(variables))} </allEqual>"]

    def _all_equal_except(self, variables: Sequence[Term], value: Sequence[Hashable]) -> list[str]:
        if not value:
            return self._all_equal(variables)
        return [element_text("allEqual", ("list", self._texts.terms(variables)), ("except", self._values(value)))]

    def _not_all_equal(self, variables: Sequence[Term]) -> list[str]:
        return [element_text("nValues", ("list", self._texts.terms(variables)), ("condition", "(gt,1)"))]

    def _comparison(self, terms: Sequence[Term], weights: Sequence[int], relation: str, constant: int = 0) -> list[str]:
        sign = {"<=": "le", "==": "eq", "!=": "ne"}[relation]
        if len(terms) < 3:
            return [intension_text(self._texts.comparison(terms, weights, relation, constant))]
        parts = [("list", self._texts.terms(terms)), ("condition", f"({sign},{-constant})")]
        if any(weight != 1 for weight in weights):
            parts.insert(1, ("coeffs", " ".join(map(str, weights))))
        return [element_text("sum", *parts)]

    def _minimum(self, variables: Sequence[Term], least: Term) -> list[str]:
        return [element_text("minimum", ("list", self._texts.terms(variables)), self._equals(least))]

    def _maximum(self, variables: Sequence[Term], greatest: Term) -> list[str]:
        return [element_text("maximum", ("list", self._texts.terms(variables)), self._equals(greatest))]

    def _equals(self, term: Term) -> tuple[str, str]:
        return "condition", f"(eq,{self._texts.term(term)})"

    def _counted(self, variables: Sequence[Term], values: str, condition: str) -> list[str]:
        return [
            element_text("count", ("list", self._texts.terms(variables)), ("values", values), ("condition", condition))
        ]

    def _at_most(self, most: int, variables: Sequence[Term], values: Sequence[Hashable]) -> list[str]:
        return self._counted(variables, self._values(values), f"(le,{most})")

    def _at_least(self, least: int, variables: Sequence[Term], values: Sequence[Hashable]) -> list[str]:
        return self._counted(variables, self._values(values), f"(ge,{least})")

    def _exactly(self, number: int, variables: Sequence[Term], values: Sequence[Hashable]) -> list[str]:
        return self._counted(variables, self._values(values), f"(eq,{number})")

    def _count(
        self, variables: Sequence[Term], total: Term, values: Sequence[Hashable] = (), value: Term | None = None
    ) -> list[str]:
        shown = self._values(values) if value is None else self._texts.term(value)
        return self._counted(variables, shown, self._equals(total)[1])

    def _count_different(self, variables: Sequence[Term], total: Term, except_: Sequence[Hashable] = ()) -> list[str]:
        excepted = [("except", self._values(except_))] if except_ else []
        return [element_text("nValues", ("list", self._texts.terms(variables)), *excepted, self._equals(total))]

    def _cardinality(
        self,
        variables: Sequence[Term],
        counts: Mapping[Hashable, Any],
        closed: bool = False,  # noqa: FBT001, FBT002
    ) -> list[str]:
        occurs = [
            self._texts.term(much) if isinstance(much, Term) else f"{much[0]}..{much[1]}" for much in counts.values()
        ]
        values = 'values closed="true"' if closed else "values"
        parts = (
            ("list", self._texts.terms(variables)),
            (values, self._values(list(counts))),
            ("occurs", " ".join(occurs)),
        )
        return [element_text("cardinality", *parts)]

    def _arg_min(self, variables: Sequence[Term], place: Term) -> list[str]:
        return [
            element_text(
                "minimumArg", ("list", self._texts.terms(variables)), self._equals(place), attributes=' rank="first"'
            )
        ]

    def _arg_max(self, variables: Sequence[Term], place: Term) -> list[str]:
        return [
            element_text(
                "maximumArg", ("list", self._texts.terms(variables)), self._equals(place), attributes=' rank="first"'
            )
        ]

    def _increasing(self, variables: Sequence[Term], strictly: bool = False) -> list[str]:  # noqa: FBT001, FBT002
        operator = "lt" if strictly else "le"
        return [element_text("ordered", ("list", self._texts.terms(variables)), ("operator", operator))]

    def _lexicographic(
        self,
        first: Sequence[Term],
        second: Sequence[Term],
        strictly: bool = False,  # noqa: FBT001, FBT002
    ) -> list[str]:
        lists = [("list", self._texts.terms(row)) for row in (first, second)]
        return [element_text("lex", *lists, ("operator", "lt" if strictly else "le"))]

    def _inverse(self, first: Sequence[Term], second: Sequence[Term]) -> list[str]:
        short, long = (first, second) if len(first) <= len(second) else (second, first)
        found = [element_text("channel", ("list", self._texts.terms(short)), ("list", self._texts.terms(long)))]
        if len(short) < len(long):
            for place, back in enumerate(map(self._texts.term, long)):
                found += [
                    intension_text(
                        called("imp", called("eq", back, here), called("eq", self._texts.term(there), place))
                    )
                    for here, there in enumerate(short)
                ]
        return found

    def _precedence(self, variables: Sequence[Term], values: Sequence[Hashable]) -> list[str]:
        return [element_text("precedence", ("list", self._texts.terms(variables)), ("values", self._values(values)))]

    def _element(
        self, items: Sequence[Term], index: Term, result: Term, keys: Sequence[Hashable] | None = None
    ) -> list[str]:
        start = 0 if keys is None else self._first(keys)
        parts = ((started(start), self._texts.terms(items)), ("index", self._texts.term(index)))
        return [element_text("element", *parts, ("value", self._texts.term(result)))]

    def _one_hot(self, variable: Term, flags: Sequence[Term], keys: Sequence[Hashable]) -> list[str]:
        start = started(self._first(keys))
        return [element_text("channel", (start, self._texts.terms(flags)), ("value", self._texts.term(variable)))]

    def _table(self, scope: Sequence[Term], allowed: Any = None, forbidden: Any = None) -> list[str]:
        of = self._texts.codes.of
        rows, tag = (allowed, "supports") if allowed is not None else (forbidden, "conflicts")
        if len(scope) == 1:
            shown = " ".join([of(row[0]) for row in rows])
        else:
            shown = "".join([f"({','.join(map(of, row))})" for row in rows])
        return [element_text("extension", ("list", self._texts.terms(scope)), (tag, shown))]

    def _relation(self, x: Term, y: Term, allowed: Any = None, forbidden: Any = None, holds: Any = None) -> list[str]:
        if holds is not None:
            raise NoWord
        return self._table((x, y), allowed, forbidden)


def _is_partial(constraint: Constraint) -> bool:
    """Return whether a term of *constraint* has no value for some values of its variables."""
    return any(isinstance(term, Composite) and term.partial() for term in constraint.terms)
