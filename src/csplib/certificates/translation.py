"""State a problem in the words of the checker: variables with their values, and constraints whose meaning it knows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise, product
from math import prod
from typing import Any, Final, TypeAlias

from csplib.display.wording import called
from csplib.errors import CertificateError
from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP
from csplib.kernel.other_libraries import as_integer
from csplib.lowering.lowering import Lowering
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.constraints.counting import AtLeast, AtMost, Count, Exactly
from csplib.modelling.constraints.diff import Diff
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.logic import AllOf, AnyOf, Defined, Fact, Not, conjuncts
from csplib.modelling.constraints.meaning import kind_among
from csplib.modelling.constraints.reified import Reified
from csplib.modelling.constraints.relation import Relation
from csplib.modelling.constraints.table import Table
from csplib.modelling.terms import Term, TermName, UndefinedError

__all__ = ["Part", "Translation"]

Part: TypeAlias = "list[Any]"
"""A constraint in the words of the checker."""

_MOST_VALUES: Final = 2000
_MOST_ROWS: Final = 20_000
_MOST_COMBINATIONS: Final = 200_000
_KNOWN: Final = (
    AllDifferent,
    AllOf,
    AnyOf,
    AtLeast,
    AtMost,
    Comparison,
    Count,
    Defined,
    Diff,
    Exactly,
    Fact,
    Increasing,
    Not,
    Reified,
    Relation,
    Table,
)


class Translation:
    """The statement of a problem that *lowering* has laid out, with *constraints*, and compiled to *csp*.

    `items` has the constraints in the words of the checker, and `names` how to call them. `pairs` is for the proof,
    which keeps there the items about two variables.
    """

    def __init__(self, csp: CSP, lowering: Lowering, constraints: Sequence[Constraint]) -> None:
        self.csp: CSP = csp
        self.lowering: Lowering = lowering
        self.size: int = len(csp.names)
        self.visible: int = csp.stated
        self._check_values()
        self.words: dict[Hashable, int | str] = _words(csp.values, csp.domains)
        self.bits: dict[Hashable, int] = {value: 1 << place for place, value in enumerate(self.words)}
        self.items: list[Part] = []
        self.names: list[str] = []
        self.scopes: list[frozenset[int]] = []
        self.of_origin: dict[int, list[int]] = {}
        self.items_of: list[list[int]] = [[] for _ in range(self.size)]
        self.pairs: dict[int, list[int]] = {}
        self.same_bits: list[bool] = self._same_bits()
        self._origins: list[Constraint] = []
        self._masks: dict[tuple[int, Mask], int] = {}
        every = [part for one in (*constraints, *lowering.definitions, *self._ties()) for part in conjuncts(one)]
        covered = self._add_cliques(every)
        for constraint in every:
            if type(constraint) is not Diff or frozenset(lowering.scope(constraint)) not in covered:
                self._add(constraint, self.part(constraint))

    def _check_values(self) -> None:
        for x in self.csp.intervals:
            raise CertificateError(f"{called(self.csp.names[x])} has too many values for a certificate")
        if self.csp.domains and max(mask.bit_count() for mask in self.csp.domains) > _MOST_VALUES:
            raise CertificateError(f"a certificate is for variables with at most {_MOST_VALUES} values")

    def _ties(self) -> list[Constraint]:
        """Return the constraints that tie the hidden variable of ``x + 2`` to x."""
        found: list[Constraint] = []
        for name in self.csp.names[self.visible :]:
            if isinstance(name, TermName) and name.term.offset:
                weights = [(Term(name.term.name), 1), (Term(name), -1)]
                found.append(Comparison(weights, name.term.offset, "==", name=f"the definition of {name.term}"))
        return found

    def _add_cliques(self, every: list[Constraint]) -> set[frozenset[int]]:
        """State cliques of differences as one constraint each; return the pairs that they cover."""
        stated = {id(constraint) for constraint in every}
        covered: set[frozenset[int]] = set()
        for propagator in self.csp.propagators:
            origin = propagator.origin
            if type(origin) is AllOf and id(origin) not in stated:
                plain = [one for one in origin.parts if type(one) is Diff and _offset_of(one) is not None]
                if len(plain) == len(origin.parts):
                    self._add(origin, ["different", list(propagator.scope)])
                    covered |= {frozenset(pair) for pair in combinations(propagator.scope, 2)}
        return covered

    def _add(self, constraint: Constraint, part: Part) -> None:
        number = len(self.items)
        self.items.append(part)
        self.names.append(str(constraint))
        scope = frozenset(_scope(part))
        self.scopes.append(scope)
        for x in scope:
            self.items_of[x].append(number)
        self._origins.append(constraint)
        waiting = [constraint]
        while waiting:
            one = waiting.pop()
            self.of_origin.setdefault(id(one), []).append(number)
            waiting.extend(one.parts)

    def _same_bits(self) -> list[bool]:
        """Return for each variable whether the certificate has the bits of the kernel for its values."""
        known: dict[tuple[int, Mask], bool] = {}
        for by_bit, domain in zip(self.csp.values, self.csp.domains, strict=True):
            key = (id(by_bit), domain)
            if key not in known:
                known[key] = all(self.bits[value] == bit for bit, value in by_bit.items() if bit & domain)
        return [known[id(v), d] for v, d in zip(self.csp.values, self.csp.domains, strict=True)]

    def word(self, value: Any) -> int | str:
        """Return *value* as it is written in a certificate."""
        return self.words[value]

    def mask(self, x: int, mask: Mask) -> int:
        """Return a set of values of *x* in the bits of the certificate."""
        values = self.csp.values[x]
        key = (id(values), mask & self.csp.domains[x])
        found = self._masks.get(key)
        if found is None:
            found = sum([self.bits[value] for bit, value in values.items() if bit & key[1]])
            self._masks[key] = found
        return found

    def header(self, claim: Mapping[str, object], facts: Mapping[int, object]) -> Iterator[list[Any] | dict[str, Any]]:
        """Yield the lines of the statement. *facts* are assumed values of variables."""
        yield {"values": list(self.words.values()), "claim": dict(claim)}
        names = _told_apart([_name(name) for name in self.csp.names])
        kinds: list[tuple[str, list[int | str]]] = []
        for x in range(self.size):
            values = [self.words[value] for bit, value in self.csp.values[x].items() if bit & self.csp.domains[x]]
            kinds.append(
                ("variables" if x < self.visible else "hidden", [self.words[facts[x]]] if x in facts else values)
            )
        for (kind, values), group in groupby(range(self.size), kinds.__getitem__):
            yield [kind, [names[x] for x in group], values]
        for name, part in zip(self.names, self.items, strict=True):
            yield ["constraint", name, part]

    def part(self, constraint: Constraint) -> Part:
        """Return *constraint* in the words of the checker."""
        look_up(16)
        found = self._known(constraint) if _is_known(constraint) else None
        return self._rows(constraint) if found is None else found

    def _known(self, constraint: Constraint) -> Part | None:  # noqa: PLR0911 - one for each kind
        """Return a constraint of a kind that the checker knows, or None if it is none after all."""
        if isinstance(constraint, Fact):
            return ["and" if constraint.truth else "or"]  # of nothing
        if isinstance(constraint, (Diff, AllDifferent)):
            return self._different(constraint)
        if isinstance(constraint, Comparison):
            if 0 in constraint.factors or any(term.inline for term in constraint.summands):
                return None
            return self._linear(constraint)
        if isinstance(constraint, Reified):
            return self._reified(constraint)
        if isinstance(constraint, (AllOf, AnyOf, Not)):
            word = "not" if isinstance(constraint, Not) else "or" if isinstance(constraint, AnyOf) else "and"
            return [word, *[self.part(part) for part in constraint.parts]]
        if isinstance(constraint, (Table, Relation)):
            return self._table(constraint)
        if isinstance(constraint, Increasing):
            gap = -1 if constraint.strictly else 0
            variables = self.lowering.variables(constraint)
            return ["and", *[["linear", [x, y], [1, -1], "<=", gap] for x, y in pairwise(variables)]]
        return self._count(constraint)

    def _different(self, constraint: Constraint) -> Part:
        scope = self.lowering.scope(constraint)
        if _offset_of(constraint) is not None:
            return ["different", scope]
        terms = list(zip(scope, [term.offset for term in constraint.terms], strict=True))
        pairs = [["linear", [x, y], [1, -1], "!=", b - a] for (x, a), (y, b) in combinations(terms, 2) if x != y]
        return pairs[0] if len(pairs) == 1 else ["and", *pairs]

    def _linear(self, constraint: Comparison) -> Part:
        scope = [self.lowering.place(term.name) for term in constraint.summands]
        offsets = [weight * term.offset for term, weight in constraint.weights]
        return ["linear", scope, list(constraint.factors), constraint.relation, -constraint.constant - sum(offsets)]

    def _reified(self, constraint: Reified) -> Part:
        (truth,) = self.lowering.variables(constraint)[:1]
        is_one, is_bit = ["table", [truth], [[1]]], ["table", [truth], [[0], [1]]]
        return ["and", is_bit, ["iff", is_one, self.part(constraint.constraint)]]

    def _table(self, constraint: Table | Relation) -> Part | None:
        if (isinstance(constraint, Relation) and constraint.holds is not None) or constraint.listed.open:
            return None
        variables = self.lowering.variables(constraint)
        known = [set(self.csp.values[x].values()) for x in variables]
        rows = [row for row in constraint.rows if all(v in k for v, k in zip(row, known, strict=True))]
        part: Part = ["table", variables, [[self.words[value] for value in row] for row in rows]]
        return part if constraint.allows else ["not", part]

    def _count(self, constraint: Constraint) -> Part | None:
        if not isinstance(constraint, (AtLeast, AtMost, Count, Exactly)):
            return None
        if isinstance(constraint, Count) and constraint.target is not None:
            return None
        variables = self.lowering.variables(constraint)
        values = [self.words[value] for value in constraint.values if value in self.words]
        weights: Part = [[1, values]] * constraint.size
        if isinstance(constraint, Count) and constraint.number is None:
            return ["linear", variables, [*weights, -1], "==", 0]
        number: Any = constraint.number
        if isinstance(constraint, AtLeast):
            return ["linear", variables, [[-1, values]] * constraint.size, "<=", -number]
        return ["linear", variables, weights, "<=" if isinstance(constraint, AtMost) else "==", number]

    def _rows(self, constraint: Constraint) -> Part:
        """List the rows that satisfy *constraint*, which may be anything."""
        places = self.lowering.scope(constraint)
        scope = list(dict.fromkeys(places))
        domains = [[value for bit, value in self.csp.values[x].items() if bit & self.csp.domains[x]] for x in scope]
        if prod(map(len, domains)) > _MOST_COMBINATIONS:
            raise CertificateError(
                f"{constraint} cannot be certified: there are too many combinations of values to list"
            )
        rows: list[list[int | str]] = []
        for row in product(*domains):
            look_up(16)
            known = dict(zip(scope, row, strict=True))
            try:
                if constraint.satisfied([known[x] for x in places]):
                    rows.append([self.words[value] for value in row])
            except UndefinedError:
                continue
        if len(rows) > _MOST_ROWS:
            raise CertificateError(f"{constraint} cannot be certified: it has {len(rows)} rows, and that is too many")
        return ["table", scope, rows]


def _is_known(constraint: Constraint) -> bool:
    """Return whether *constraint* is of a kind that the checker knows; a user's subclass may mean something else."""
    return kind_among(type(constraint), _KNOWN) is not None


def _offset_of(constraint: Constraint) -> int | None:
    """Return the offset that all terms have, or None."""
    offsets = {term.offset for term in constraint.terms}
    return offsets.pop() if len(offsets) == 1 else None


def _scope(part: Part) -> list[int]:
    if part[0] in ("and", "or", "not", "iff"):
        return [x for inner in part[1:] for x in _scope(inner)]
    return list(part[1])


def _words(values: Sequence[Mapping[Mask, object]], domains: Sequence[Mask]) -> dict[Hashable, int | str]:
    """Return each value as an integer or a text, different values as different ones: integers in order, then others."""
    distinct: dict[Any, None] = {}
    seen: set[tuple[int, Mask]] = set()
    for by_bit, domain in zip(values, domains, strict=True):
        if (id(by_bit), domain) not in seen:
            seen.add((id(by_bit), domain))
            distinct.update({value: None for bit, value in by_bit.items() if bit & domain})
    integers = {value: number for value in distinct if (number := as_integer(value)) is not None}
    words: dict[Hashable, int | str] = dict(sorted(integers.items(), key=lambda pair: pair[1]))
    texts: set[str] = set()
    for value in distinct:
        if value not in words:
            text = value if isinstance(value, str) else repr(value)
            while text in texts:
                text += "'"
            texts.add(text)
            words[value] = text
    return words


def _name(name: object) -> str:
    return str(name.term) if isinstance(name, TermName) else called(name)


def _told_apart(texts: Sequence[str]) -> list[str]:
    """Return *texts* with a number after those that came before."""
    copies: dict[str, int] = {}
    found: dict[str, None] = {}
    for text in texts:
        name = text
        while name in found:
            copies[text] = copies.get(text, 1) + 1
            name = f"{text} ({copies[text]})"
        found[name] = None
    return list(found)
