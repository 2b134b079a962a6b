"""Constraints that list what is possible: extension with its kinds of rows, regular, mdd, instantiation, clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from csplib.formats.xcsp3.cells import Cell, Cells
from csplib.formats.xcsp3.numbers import all_of, any_of, as_term, compare, equal, total, truth
from csplib.formats.xcsp3.tables import TableText
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import Fact
from csplib.modelling.constraints.mdd import MDD
from csplib.modelling.constraints.membership import In, NotIn
from csplib.modelling.constraints.regular import Regular
from csplib.modelling.constraints.table import Table
from csplib.modelling.domains import number_of_values
from csplib.modelling.rows import ANY
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.formats.xcsp3.given import Given

__all__ = ["clause", "extension", "instantiation", "intension", "mdd", "refutation", "regular"]

_MOST_ROWS = 100_000


def intension(given: Given) -> Iterator[Constraint]:
    """Yield a functional expression that must be true."""
    given.only("function")
    operands = given.operands("function")
    if len(operands) != 1:
        raise ValueError(f"<intension> has one expression, not {len(operands)}")
    yield truth(operands[0])


def extension(given: Given) -> Iterator[Constraint]:
    """Yield a table of supports or conflicts."""
    given.only("list", "supports", "conflicts")
    tag = "supports" if given.has("supports") else "conflicts"
    table, allows = given.child(tag).table, tag == "supports"
    if table is None or table.fault:
        raise ValueError(f"in <{tag}>: {table.fault if table else 'no rows'}")
    terms = given.terms()
    if table.values and len(terms) == 1:
        yield _column(terms[0], table.values, allows=allows)
    elif not table.rows:
        if table.values:
            raise ValueError(f"the rows of <{tag}> have 1 value for {len(terms)} variables")
        yield Fact(not allows)
    elif len(table.rows[0]) != len(terms):
        raise ValueError(f"the rows of <{tag}> have {len(table.rows[0])} values for {len(terms)} variables")
    elif table.hybrid:
        yield from _hybrid(given, terms, table, allows=allows)
    else:
        yield Table(terms, table.rows) if allows else Table(terms, forbidden=table.rows)


def _column(term: Term, values: list[Any], *, allows: bool) -> Constraint:
    """Return that *term* has one of the *values*, which may be ranges, or none of them."""
    if ANY in values:
        return Fact(allows)
    ranges = [value for value in values if isinstance(value, (range, list))]
    known = [value for value in values if not isinstance(value, (range, list))]
    if sum(map(number_of_values, ranges)) <= _MOST_ROWS:
        known += [value for several in ranges for value in several]
        return In(term, known) if allows else NotIn(term, known)
    found = any_of([*([In(term, known)] if known else []), *[compare(term, "in", several) for several in ranges]])
    return found if allows else ~found


def _hybrid(given: Given, terms: list[Term], table: TableText, *, allows: bool) -> Iterator[Constraint]:
    """Yield a table with conditions in it: plain rows in their place if they are few, else a row by a constraint."""
    domains = [given.domain(term) for term in terms]
    plain: list[tuple[Any, ...]] = []
    others: list[Constraint] = []
    for row in table.rows:
        cells = [_as_values(cell, domain) for cell, domain in zip(row, domains, strict=True)]
        if all(isinstance(cell, list) for cell in cells) and prod(map(len, cells)) + len(plain) <= _MOST_ROWS:
            plain += product(*cells)
        else:
            others.append(all_of(_conditions(row, terms)))
    parts = [*([Table(terms, plain)] if plain else []), *others]
    if allows:
        yield any_of(parts)
    else:
        yield from [~part for part in parts]


def _as_values(cell: Any, domain: Sequence[Any]) -> Any:
    """Return the values that fit in a place, as a list; or the cell, if it is about other places."""
    if not isinstance(cell, Cell):
        return [cell]
    if not cell.unary() or number_of_values(domain) > _MOST_ROWS:
        return cell
    if cell.values is not None:
        known = set(cell.values) if len(cell.values) < _MOST_ROWS else cell.values
        return [value for value in domain if (value in known) == (cell.operator == "in")]
    return [value for value in domain if compare(value, cell.operator, cell.by).truth]  # type: ignore[attr-defined]


def _conditions(row: Sequence[Any], terms: list[Term]) -> Iterator[Constraint]:
    for term, cell in zip(terms, row, strict=True):
        if not isinstance(cell, Cell):
            if cell is not ANY:
                yield equal(term, cell)
        elif cell.values is not None:
            yield compare(term, cell.operator, cell.values)
        else:
            if max(cell.column, cell.other) >= len(terms):
                raise ValueError(f"a row names the column {max(cell.column, cell.other)} of {len(terms)}")
            parts: list[Any] = [] if cell.column < 0 else [terms[cell.column]]
            weights = [1] * len(parts)
            if cell.other >= 0:
                parts.append(terms[cell.other])
                weights.append(cell.times)
            yield compare(term, cell.operator, total([*parts, cell.by], [*weights, 1]))


def _transitions(given: Given) -> list[tuple[str, Any, str]]:
    """Return the transitions of an automaton or a diagram: a node, a value or several, and the next node."""
    child = given.child("transitions")
    if child.parsed is None:
        child.parsed = _read_transitions(child.text)
    found: list[tuple[str, Any, str]] = child.parsed
    return found


def _read_transitions(text: str) -> list[tuple[str, Any, str]]:
    cells = Cells()
    found: list[tuple[str, Any, str]] = []
    text = text.strip()
    if not (text.startswith("(") and text.endswith(")")):
        raise ValueError(f"transitions look like (a,0,b), not {text[:40]!r}")
    for part in text[1:-1].split("("):
        node, _, rest = part.partition(",")
        value, comma, after = rest.rpartition(",")
        if not comma:
            raise ValueError(f"a transition looks like (a,0,b), not {part[:40]!r}")
        found.append((node.strip(), cells[value.strip()], after.strip().rstrip(")").strip()))
    return found


def _edges(given: Given, terms: list[Term]) -> list[tuple[str, Any, str]]:
    """Return the transitions with one value each."""
    found: list[tuple[str, Any, str]] = []
    known: list[Any] = []
    for node, value, after in _transitions(given):
        if not isinstance(value, Cell) and value is not ANY:
            found.append((node, value, after))
            continue
        known = known or given.values_of(terms)
        several = known if value is ANY else _as_values(value, known)
        if several is value:
            raise ValueError("a transition has a condition that cannot be listed")
        found += [(node, one, after) for one in several]
    return found


def regular(given: Given) -> Iterator[Constraint]:
    """Yield that the values lead an automaton from its start to a final state."""
    given.only("list", "transitions", "start", "final")
    terms = given.terms()
    moves: dict[tuple[Any, Any], Any] = {}
    for node, value, after in _edges(given, terms):
        moves.setdefault((node, value), []).append(after)
    start = given.child("start").text.strip()
    final = given.child("final").text.split()
    if any(node == start for node, _ in moves):
        yield Regular(terms, moves, start, final)
    else:
        yield Fact(False)  # noqa: FBT003


def mdd(given: Given) -> Iterator[Constraint]:
    """Yield that the values are those of a path through a decision diagram, from its root to its end."""
    given.only("list", "transitions")
    terms = given.terms()
    edges = _edges(given, terms)
    if not edges:
        yield Fact(False)  # noqa: FBT003
        return
    yield MDD(terms, _from_root(edges))


def _from_root(edges: list[tuple[str, Any, str]]) -> list[tuple[str, Any, str]]:
    """Return the edges that can be reached from the root, the node of the first edge without one to it."""
    targets = {after for _, _, after in edges}
    roots = [node for node, _, _ in edges if node not in targets]
    if not roots:
        raise ValueError("<mdd> has no root: there is an edge to each node")
    if len(set(roots)) == 1:
        return edges
    behind: dict[str, list[tuple[str, Any, str]]] = {}
    for edge in edges:
        behind.setdefault(edge[0], []).append(edge)
    found, waiting, seen = [], [roots[0]], {roots[0]}
    while waiting:
        for edge in behind.get(waiting.pop(), ()):
            found.append(edge)
            if edge[2] not in seen:
                seen.add(edge[2])
                waiting.append(edge[2])
    return found


def instantiation(given: Given) -> Iterator[Constraint]:
    """Yield the value of each variable."""
    for term, value in _assigned(given):
        yield equal(term, value)


def refutation(given: Given) -> Iterator[Constraint]:
    """Yield a value for each variable, at least one of which is wrong."""
    yield any_of([~equal(term, value) for term, value in _assigned(given)])


def _assigned(given: Given) -> list[tuple[Any, Any]]:
    given.only("list", "values")
    operands, values = given.operands("list"), given.operands("values")
    if len(operands) != len(values):
        raise ValueError(f"<{given.element.tag}> has {len(operands)} variables and {len(values)} values")
    pairs = zip(operands, values, strict=True)
    return [(as_term(operand), value) for operand, value in pairs if value is not ANY]


def clause(given: Given) -> Iterator[Constraint]:
    """Yield that at least one of the literals is true."""
    given.only("list")
    yield any_of(map(truth, given.operands("list")))
