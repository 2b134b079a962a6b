"""FlatZinc's global constraints about equality, order, positions and sequences.

The names are those of MiniZinc's library. Those with more arguments than there, such as the first index of an array,
are declared in ``library``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from csplib.formats.flatzinc.posting import as_term, as_terms
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.circuit import Circuit
from csplib.modelling.constraints.except_values import AllDifferentExcept
from csplib.modelling.constraints.extreme_places import ArgMax, ArgMin
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.inverse import Inverse
from csplib.modelling.constraints.lex import Lex
from csplib.modelling.constraints.logic import AllOf
from csplib.modelling.constraints.mdd import MDD
from csplib.modelling.constraints.membership import NotIn
from csplib.modelling.constraints.regular import Regular
from csplib.modelling.constraints.sub_circuit import SubCircuit
from csplib.modelling.constraints.table import Table
from csplib.modelling.constraints.value_precedence import ValuePrecedence

__all__ = ["GLOBALS"]

_Row = Sequence[Any]


def _of(row: _Row, constraint: Callable[[list[Any]], Any]) -> Any:
    """Return the *constraint* on the terms of *row*; it holds if there are none."""
    return constraint(as_terms(row)) if row else True


def _circuit(kind: Any) -> Callable[..., Any]:
    def post(row: _Row, start: int = 1) -> Any:
        return kind(as_terms(row), start=start) if row else True

    return post


def _place(kind: Any) -> Callable[..., Any]:
    def post(row: _Row, place: Any, start: int = 1) -> Any:
        return kind(as_terms(row), as_term(place) - start) if row else False

    return post


def _inverse(first: _Row, second: _Row, start: int = 1, second_start: int = 1) -> Any:
    """Return the constraint that ``first[i] == j`` exactly if ``second[j] == i``, with indices from these on."""
    if not first or not second or len(first) != len(second):
        return not first and not second
    return Inverse([x - second_start for x in as_terms(first)], [x - start for x in as_terms(second)])


def _lex(strictly: bool) -> Callable[[_Row, _Row], Any]:  # noqa: FBT001 - used in the table below only
    def post(first: _Row, second: _Row) -> Any:
        """Compare as many as both have; the shorter row is before the longer one if it is its beginning."""
        size = min(len(first), len(second))
        strict = strictly if len(first) == len(second) else len(first) > len(second)
        if not size:
            return not strict
        return Lex(as_terms(first[:size]), as_terms(second[:size]), strictly=strict)

    return post


def _table(row: _Row, entries: _Row) -> Any:
    if not row:
        return True
    size = len(row)
    rows = [tuple(entries[at : at + size]) for at in range(0, len(entries), size)]
    return Table(as_terms(row), rows)


def _regular(row: _Row, states: int, symbols: int, moves: _Row, start: int, accepting: Sequence[int]) -> Any:
    """Return the constraint that an automaton accepts *row*; *moves* has a state or a set of them, and 0 is none."""
    if not row:
        return start in accepting
    transitions: dict[tuple[int, int], list[int]] = {}
    for place, found in enumerate(moves):
        state, symbol = divmod(place, symbols)
        after = [one for one in ([found] if isinstance(found, int) else found) if 1 <= one <= states]
        if after:
            transitions[state + 1, symbol + 1] = after
    if not any(state == start for state, _ in transitions):
        return False
    return Regular(as_terms(row), transitions, start, list(accepting))


def _diagram(row: _Row, _nodes: int, _levels: _Row, _edges: int, sources: _Row, labels: _Row, targets: _Row) -> Any:
    """Return the constraint that *row* leads from node 1 to node 0 of a decision diagram."""
    if not row:
        return True
    edges = [
        (source, value, target)
        for source, values, target in zip(sources, labels, targets, strict=True)
        for value in values
    ]
    below: dict[int, list[tuple[int, int, int]]] = {}
    for edge in edges:
        below.setdefault(edge[0], []).append(edge)
    reached, found = {1: None}, []
    for node in (waiting := [1]):
        for edge in below.get(node, ()):
            found.append(edge)
            if edge[2] not in reached:
                reached[edge[2]] = None
                waiting.append(edge[2])
    if 0 not in reached:
        return False
    alive = {0}
    above: dict[int, list[int]] = {}
    for source, _, target in found:
        above.setdefault(target, []).append(source)
    for node in (waiting := [0]):
        for source in above.get(node, ()):
            if source not in alive:
                alive.add(source)
                waiting.append(source)
    return MDD(as_terms(row), [edge for edge in found if edge[2] in alive])


def _precedence(values: Sequence[int], row: _Row) -> Any:
    if not row or len(values) < 2:
        return True
    if len(set(values)) == len(values):
        return ValuePrecedence(as_terms(row), list(values))
    # A value that comes before itself is never taken, and neither is one behind it.
    first = next(place for place, value in enumerate(values) if value in values[place + 1 :])
    before = [ValuePrecedence(as_terms(row), list(values[: first + 1]))] if first else []
    return AllOf([*before, *[NotIn(x, values[first:]) for x in as_terms(row)]])


def _ordered(*, strictly: bool, backwards: bool) -> Callable[[_Row], Any]:
    def post(row: _Row) -> Any:
        return _of(row[::-1] if backwards else row, lambda terms: Increasing(terms, strictly=strictly))

    return post


GLOBALS: dict[str, Callable[..., Any]] = {
    "all_different_int": lambda row: _of(row, AllDifferent),
    "all_equal_int": lambda row: _of(row, AllEqual),
    "alldifferent_except": lambda row, values: _of(row, lambda terms: AllDifferentExcept(terms, list(values))),
    "alldifferent_except_0": lambda row: _of(row, lambda terms: AllDifferentExcept(terms, 0)),
    "circuit": _circuit(Circuit),
    "decreasing_bool": _ordered(strictly=False, backwards=True),
    "decreasing_int": _ordered(strictly=False, backwards=True),
    "increasing_bool": _ordered(strictly=False, backwards=False),
    "increasing_int": _ordered(strictly=False, backwards=False),
    "inverse": _inverse,
    "lex_less_bool": _lex(True),  # noqa: FBT003
    "lex_less_int": _lex(True),  # noqa: FBT003
    "lex_lesseq_bool": _lex(False),  # noqa: FBT003
    "lex_lesseq_int": _lex(False),  # noqa: FBT003
    "maximum_arg_bool": _place(ArgMax),
    "maximum_arg_int": _place(ArgMax),
    "mdd": _diagram,
    "minimum_arg_bool": _place(ArgMin),
    "minimum_arg_int": _place(ArgMin),
    "regular": _regular,
    "regular_nfa": _regular,
    "strictly_decreasing_int": _ordered(strictly=True, backwards=True),
    "strictly_increasing_int": _ordered(strictly=True, backwards=False),
    "subcircuit": _circuit(SubCircuit),
    "symmetric_all_different": lambda row, start=1: _inverse(row, row, start, start),
    "table_bool": _table,
    "table_int": _table,
    "value_precede_chain_int": _precedence,
    "value_precede_int": lambda first, second, row: _precedence([first, second], row),
}
"""The constraints by name; each returns a constraint of csplib, or True or False."""
