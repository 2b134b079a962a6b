"""CPMpy's global constraints as constraints of csplib; those for schedules are in `tasks`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from csplib import (
    MDD,
    AllDifferent,
    AllDifferentExcept,
    AllEqual,
    AllEqualExcept,
    AllOf,
    Cardinality,
    Circuit,
    Constraint,
    In,
    Increasing,
    Inverse,
    Lex,
    Regular,
    Table,
    ValuePrecedence,
    count_of,
    if_then_else,
)
from csplib.compat.cpmpy.tasks import SCHEDULES
from csplib.compat.cpmpy.translation import UnknownExpressionError

if TYPE_CHECKING:
    from csplib.compat.cpmpy.translation import Claim, Translation

__all__ = ["CONSTRAINTS"]


def _all_different(to: Translation, stated: Any) -> Claim:
    return AllDifferent(to.terms(stated.args)) if len(stated.args) > 1 else True


def _all_equal(to: Translation, stated: Any) -> Claim:
    return AllEqual(to.terms(stated.args)) if len(stated.args) > 1 else True


def _all_different_except(to: Translation, stated: Any) -> Claim:
    return _except(AllDifferentExcept, to, stated)


def _all_equal_except(to: Translation, stated: Any) -> Claim:
    return _except(AllEqualExcept, to, stated)


def _except(kind: Callable[[Any, Any], Constraint], to: Translation, stated: Any) -> Claim:
    items, excepted = stated.args
    if len(items) < 2:
        return True
    return kind(to.terms(items), [int(value) for value in excepted])


def _circuit(to: Translation, stated: Any) -> Claim:
    return Circuit(to.terms(stated.args))


def _inverse(to: Translation, stated: Any) -> Claim:
    first, second = stated.args
    return Inverse(to.terms(first), to.terms(second)) if len(first) else True


def _table(to: Translation, stated: Any) -> Claim:
    items, rows = stated.args
    return Table(to.terms(items), rows.tolist()) if len(rows) else False


def _short_table(to: Translation, stated: Any) -> Claim:
    items, rows = stated.args
    # CPMpy keeps what it is given: integers as such, as text or as NumPy's.
    known = [["*" if value == "*" else int(value) for value in row] for row in rows.tolist()]
    return Table(to.terms(items), known, wildcard="*") if known else False


def _negative_table(to: Translation, stated: Any) -> Claim:
    items, rows = stated.args
    return Table(to.terms(items), forbidden=rows.tolist()) if len(rows) else True


def _regular(to: Translation, stated: Any) -> Claim:
    items, _, start, accepting = stated.args
    if not accepting or start not in stated.nodes:
        return False
    return Regular(to.terms(items), stated.trans_dict, start, accepting)


def _mdd(to: Translation, stated: Any) -> Claim:
    (items,) = stated.args
    edges: list[tuple[Any, int, Any]] = []
    nodes = [stated.root_node]
    # A node of CPMpy may be in several layers: it gets the number of the layer.
    for layer in range(len(items)):
        found = [(node, value, after) for node in nodes for value, after in stated.mapping.get(node, {}).items()]
        edges += [((layer, node), int(value), (layer + 1, after)) for node, value, after in found]
        nodes = list(dict.fromkeys([after for _, _, after in found]))
    return MDD(to.terms(items), edges) if nodes else False


def _if_then_else(to: Translation, stated: Any) -> Claim:
    found: Claim = if_then_else(*[to.constraint(one) for one in stated.args])
    return found


def _in_domain(to: Translation, stated: Any) -> Claim:
    item, values = stated.args
    return In(to.term(item), values.tolist()) if len(values) else False


def _exclusive_or(to: Translation, stated: Any) -> Claim:
    return _parity([to.constraint(one) for one in stated.args])


def _parity(claims: list[Claim]) -> Claim:
    """Return the constraint that an odd number of *claims* holds: that of one half differs from that of the other."""
    if len(claims) < 2:
        return claims[0] if claims else False
    middle = len(claims) // 2
    return _parity(claims[:middle]) != _parity(claims[middle:])


def _precedence(to: Translation, stated: Any) -> Claim:
    items, values = stated.args
    if len(set(values)) < len(values):
        raise UnknownExpressionError(stated.name)
    return ValuePrecedence(to.terms(items), [int(value) for value in values])


def _cardinality(to: Translation, stated: Any) -> Claim:
    items, values, counts = stated.args
    known, numbers = [int(value) for value in values], [to.number(count) for count in counts]
    if any(type(number) is int and number < 0 for number in numbers):
        return False
    terms = to.terms(items)
    if terms and known and len(set(known)) == len(known):
        return Cardinality(terms, dict(zip(known, numbers, strict=True)), closed=stated.closed)
    # Some value has two counts, or there is nothing to count.
    found = [count_of(terms, one) == n if terms else n == 0 for one, n in zip(known, numbers, strict=True)]
    return AllOf([*found, *[In(term, known) for term in terms if stated.closed]])


def _increasing(to: Translation, stated: Any) -> Claim:
    return _ordered(to.terms(stated.args), strictly=False)


def _strictly_increasing(to: Translation, stated: Any) -> Claim:
    return _ordered(to.terms(stated.args), strictly=True)


def _decreasing(to: Translation, stated: Any) -> Claim:
    return _ordered(to.terms(stated.args[::-1]), strictly=False)


def _strictly_decreasing(to: Translation, stated: Any) -> Claim:
    return _ordered(to.terms(stated.args[::-1]), strictly=True)


def _ordered(terms: list[Any], *, strictly: bool) -> Claim:
    return Increasing(terms, strictly=strictly) if len(terms) > 1 else True


def _before(to: Translation, stated: Any) -> Claim:
    return _lexicographic(to, stated.args, strictly=True)


def _not_after(to: Translation, stated: Any) -> Claim:
    return _lexicographic(to, stated.args, strictly=False)


def _lexicographic(to: Translation, rows: Any, *, strictly: bool) -> Claim:
    if not len(rows[0]):
        return not strictly or len(rows) < 2
    terms = [to.terms(row) for row in rows]
    pairs = [Lex(one, other, strictly=strictly) for one, other in pairwise(terms)]
    return pairs[0] if len(pairs) == 1 else AllOf(pairs)


CONSTRAINTS: dict[str, Callable[[Translation, Any], Claim]] = {
    "alldifferent": _all_different,
    "alldifferent_except_n": _all_different_except,
    "alldifferent_except_0": _all_different_except,
    "allequal": _all_equal,
    "allequal_except_n": _all_equal_except,
    "circuit": _circuit,
    "inverse": _inverse,
    "table": _table,
    "short_table": _short_table,
    "negative_table": _negative_table,
    "regular": _regular,
    "mdd": _mdd,
    "ite": _if_then_else,
    "indomain": _in_domain,
    "xor": _exclusive_or,
    "precedence": _precedence,
    "gcc": _cardinality,
    "increasing": _increasing,
    "strictly_increasing": _strictly_increasing,
    "decreasing": _decreasing,
    "strictly_decreasing": _strictly_decreasing,
    "lex_less": _before,
    "lex_lesseq": _not_after,
    "lex_chain_less": _before,
    "lex_chain_lesseq": _not_after,
    **SCHEDULES,
}
"""The translations, by the names that CPMpy gives to its constraints."""
