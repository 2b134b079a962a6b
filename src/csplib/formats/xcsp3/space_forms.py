"""The elements of constraints on graphs, time, space and sequences, and what all forms share."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from csplib.formats.xcsp3.texts import NoWord, Texts, called
from csplib.modelling.terms import Term

__all__ = ["SpaceForms", "element_text", "intension_text", "started"]


def element_text(tag: str, *parts: tuple[str, str], attributes: str = "") -> str:
    """Return an element with elements inside, which have texts."""
    inside = "".join([f"<{part}> {escape(text)} </{part.partition(' ')[0]}>" for part, text in parts])
    return f"<{tag}{attributes}>{inside}</{tag}>"


def intension_text(text: str) -> str:
    """Return an expression as an element."""
    return f"<intension> {escape(text)} </intension>"


def started(start: int) -> str:
    """Return the beginning of a list that counts from *start*."""
    return f'list startIndex="{start}"' if start else "list"


class SpaceForms:
    """Writes constraints on graphs, time, space and sequences as elements."""

    def __init__(self, texts: Texts, domains: Mapping[Hashable, Sequence[Any]]) -> None:
        self._texts = texts
        self._domains = domains

    def _first(self, keys: Sequence[Hashable]) -> int:
        """Return the first of *keys*, which must be consecutive integers."""
        codes = [int(self._texts.codes.of(key)) for key in keys]
        if codes != list(range(codes[0], codes[0] + len(codes))):
            raise NoWord
        return codes[0]

    def _at_least_zero(self, terms: Sequence[Term]) -> list[str]:
        """Return that numbers are not negative, where they could be."""
        return [intension_text(called("ge", self._texts.term(term), 0)) for term in terms if self._least(term) < 0]

    def _least(self, term: Term) -> int:
        """Return a lower bound of a constant or a variable, and -1 for other terms."""
        kind, fields = self._texts.node_of(term)
        if kind == "constant":
            return int(fields["value"])
        return int(min(self._domains[fields["name"]])) if kind == "variable" else -1

    def _circuit(self, successors: Sequence[Term], start: int = 0) -> list[str]:
        names = list(map(self._texts.term, successors))
        if len(successors) == 1:
            return [intension_text(called("eq", names[0], start))]
        found = [element_text("circuit", (started(start), " ".join(names)))]
        return found + [intension_text(called("ne", name, start + node)) for node, name in enumerate(names)]

    def _sub_circuit(self, successors: Sequence[Term], start: int = 0) -> list[str]:
        names = list(map(self._texts.term, successors))
        loops = intension_text(called("and", *[called("eq", name, start + node) for node, name in enumerate(names)]))
        if len(successors) == 1:
            return [loops]
        return [f"<or>{element_text('circuit', (started(start), ' '.join(names)))}{loops}</or>"]

    def _no_overlap(self, starts: Sequence[Term], durations: Sequence[Term]) -> list[str]:
        parts = ("origins", self._texts.terms(starts)), ("lengths", self._texts.terms(durations))
        ignored = ' zeroIgnored="false"' if any(self._least(one) <= 0 for one in durations) else ""
        return [element_text("noOverlap", *parts, attributes=ignored), *self._at_least_zero(durations)]

    def _cumulative(
        self, starts: Sequence[Term], durations: Sequence[Term], demands: Sequence[Term], capacity: Term
    ) -> list[str]:
        parts = (
            ("origins", self._texts.terms(starts)),
            ("lengths", self._texts.terms(durations)),
            ("heights", self._texts.terms(demands)),
            ("condition", f"(le,{self._texts.term(capacity)})"),
        )
        return [element_text("cumulative", *parts), *self._at_least_zero([*durations, *demands, capacity])]

    def _no_overlap_boxes(
        self,
        corners: Sequence[Term],
        sizes: Sequence[Term],
        dimensions: int,
        ignore_empty: bool = False,  # noqa: FBT001, FBT002
    ) -> list[str]:
        parts: list[tuple[str, str]] = []
        for tag, terms in (("origins", corners), ("lengths", sizes)):
            texts = list(map(self._texts.term, terms))
            rows = [",".join(texts[at : at + dimensions]) for at in range(0, len(texts), dimensions)]
            parts.append((tag, "".join([f"({row})" for row in rows])))
        plain = ignore_empty or all(self._least(one) > 0 for one in sizes)
        ignored = "" if plain else ' zeroIgnored="false"'
        return [element_text("noOverlap", *parts, attributes=ignored), *self._at_least_zero(sizes)]

    def _bin_packing(
        self,
        bins: Sequence[Term],
        sizes: Sequence[int],
        keys: Sequence[Hashable] = (),
        loads: Sequence[Term] = (),
        capacities: Sequence[Term] = (),
        capacity: int = 0,
    ) -> list[str]:
        start = started(self._first(keys)) if keys else "list"
        parts = [(start, self._texts.terms(bins)), ("sizes", " ".join(map(str, sizes)))]
        if loads or capacities:
            parts.append(("loads" if loads else "limits", self._texts.terms(loads or capacities)))
        else:
            parts.append(("condition", f"(le,{capacity})"))
        return [element_text("binPacking", *parts)]

    def _regular(
        self, variables: Sequence[Term], transitions: Mapping[Any, Any], start: Hashable, accepting: Sequence[Hashable]
    ) -> list[str]:
        states: dict[Hashable, int] = {start: 0}
        moves: list[str] = []
        for (state, value), several in transitions.items():
            for after in several:
                one, other = states.setdefault(state, len(states)), states.setdefault(after, len(states))
                moves.append(f"(q{one},{self._texts.codes.of(value)},q{other})")
        final = " ".join([f"q{states[state]}" for state in accepting if state in states])
        if not final:
            return ["<intension> 0 </intension>"]
        parts = (("list", self._texts.terms(variables)), ("transitions", "".join(moves)))
        return [element_text("regular", *parts, ("start", "q0"), ("final", final))]

    def _mdd(self, variables: Sequence[Term], edges: Sequence[Any]) -> list[str]:
        nodes: dict[Hashable, int] = {}
        for one, _, other in edges:
            for node in (one, other):
                nodes.setdefault(node, len(nodes))
        moves = [f"(n{nodes[one]},{self._texts.codes.of(value)},n{nodes[other]})" for one, value, other in edges]
        return [element_text("mdd", ("list", self._texts.terms(variables)), ("transitions", "".join(moves)))]
