"""CPMpy's global constraints as constraints of csplib; those for schedules are in `tasks`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cpmpy.expressions.core import BoolVal

from csplib.compat.cpmpy.tasks import SCHEDULES
from csplib.compat.cpmpy.translation import UnknownExpressionError
from csplib.modelling.choices import if_then_else
from csplib.modelling.constraints.all_different import AllDifferent
from csplib.modelling.constraints.all_equal import AllEqual
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.cardinality import Cardinality
from csplib.modelling.constraints.circuit import Circuit
from csplib.modelling.constraints.except_values import AllDifferentExcept, AllEqualExcept
from csplib.modelling.constraints.increasing import Increasing
from csplib.modelling.constraints.inverse import Inverse
from csplib.modelling.constraints.lex import Lex
from csplib.modelling.constraints.logic import AllOf, Fact
from csplib.modelling.constraints.mdd import MDD
from csplib.modelling.constraints.membership import In
from csplib.modelling.constraints.regular import Regular
from csplib.modelling.constraints.table import Table
from csplib.modelling.constraints.value_precedence import ValuePrecedence

if TYPE_CHECKING:
    from csplib.compat.cpmpy.translation import Translation

__all__ = ["CONSTRAINTS"]


def _all_different(to: Translation, stated: Any) -> Constraint:
    return AllDifferent(to.terms(stated.args)) if len(stated.args) > 1 else Fact(True)  # noqa: FBT003


def _all_equal(to: Translation, stated: Any) -> Constraint:
    return AllEqual(to.terms(stated.args)) if len(stated.args) > 1 else Fact(True)  # noqa: FBT003


def _all_different_except(to: Translation, stated: Any) -> Constraint:
    return _except(AllDifferentExcept, to, stated)


def _all_equal_except(to: Translation, stated: Any) -> Constraint:
    return _except(AllEqualExcept, to, stated)


def _except(kind: Callable[[Any, Any], Constraint], to: Translation, stated: Any) -> Constraint:
    items, excepted = stated.args
    if len(items) < 2:
        return Fact(True)  # noqa: FBT003
    return kind(to.terms(items), [int(value) for value in excepted])


def _circuit(to: Translation, stated: Any) -> Constraint:
    return Circuit(to.terms(stated.args))


def _inverse(to: Translation, stated: Any) -> Constraint:
    first, second = stated.args
    return Inverse(to.terms(first), to.terms(second)) if len(first) else Fact(True)  # noqa: FBT003


def _table(to: Translation, stated: Any) -> Constraint:
    items, rows = stated.args
    return Table(to.terms(items), rows.tolist()) if len(rows) else Fact(False)  # noqa: FBT003


def _short_table(to: Translation, stated: Any) -> Constraint:
    items, rows = stated.args
    # CPMpy keeps what it is given: integers as such, as text or as NumPy's.
    known = [["*" if value == "*" else int(value) for value in row] for row in rows.tolist()]
    return Table(to.terms(items), known, wildcard="*") if known else Fact(False)  # noqa: FBT003


def _negative_table(to: Translation, stated: Any) -> Constraint:
    items, rows = stated.args
    return Table(to.terms(items), forbidden=rows.tolist()) if len(rows) else Fact(True)  # noqa: FBT003


def _regular(to: Translation, stated: Any) -> Constraint:
    items, _, start, accepting = stated.args
    if not accepting or start not in stated.nodes:
        return Fact(False)  # noqa: FBT003
    return Regular(to.terms(items), stated.trans_dict, start, accepting)


def _mdd(to: Translation, stated: Any) -> Constraint:
    (items,) = stated.args
    edges: list[tuple[Any, int, Any]] = []
    nodes = [stated.root_node]
    # A node of CPMpy may be in several layers: it gets the number of the layer.
    for layer in range(len(items)):
        found = [(node, value, after) for node in nodes for value, after in stated.mapping.get(node, {}).items()]
        edges += [((layer, node), int(value), (layer + 1, after)) for node, value, after in found]
        nodes = list(dict.fromkeys([after for _, _, after in found]))
    return MDD(to.terms(items), edges) if nodes else Fact(False)  # noqa: FBT003


def _if_then_else(to: Translation, stated: Any) -> Constraint:
    found: Constraint = if_then_else(*[to.constraint(one) for one in stated.args])
    return found


def _in_domain(to: Translation, stated: Any) -> Constraint:
    item, values = stated.args
    return In(to.term(item), values.tolist()) if len(values) else Fact(False)  # noqa: FBT003


def _exclusive_or(to: Translation, stated: Any) -> Constraint:
    is_known = [isinstance(one, (bool, BoolVal)) for one in stated.args]
    parity = sum([bool(one) for one, known in zip(stated.args, is_known, strict=True) if known]) % 2 == 1
    found: Constraint = Fact(parity)
    for one, known in zip(stated.args, is_known, strict=True):
        if not known:
            found = to.constraint(one) != found
    return found


def _precedence(to: Translation, stated: Any) -> Constraint:
    items, values = stated.args
    if len(set(values)) < len(values):
        raise UnknownExpressionError(stated.name)
    return ValuePrecedence(to.terms(items), [int(value) for value in values])


def _cardinality(to: Translation, stated: Any) -> Constraint:
    items, values, counts = stated.args
    if not items or not values or len(set(values)) < len(values):
        raise UnknownExpressionError(stated.name)
    numbers = [to.number(count) for count in counts]
    if any(type(number) is int and number < 0 for number in numbers):
        return Fact(False)  # noqa: FBT003
    return Cardinality(to.terms(items), dict(zip([int(v) for v in values], numbers, strict=True)), closed=stated.closed)


def _increasing(to: Translation, stated: Any) -> Constraint:
    return _ordered(to.terms(stated.args), strictly=False)


def _strictly_increasing(to: Translation, stated: Any) -> Constraint:
    return _ordered(to.terms(stated.args), strictly=True)


def _decreasing(to: Translation, stated: Any) -> Constraint:
    return _ordered(to.terms(stated.args[::-1]), strictly=False)


def _strictly_decreasing(to: Translation, stated: Any) -> Constraint:
    return _ordered(to.terms(stated.args[::-1]), strictly=True)


def _ordered(terms: list[Any], *, strictly: bool) -> Constraint:
    return Increasing(terms, strictly=strictly) if len(terms) > 1 else Fact(True)  # noqa: FBT003


def _before(to: Translation, stated: Any) -> Constraint:
    return _lexicographic(to, stated.args, strictly=True)


def _not_after(to: Translation, stated: Any) -> Constraint:
    return _lexicographic(to, stated.args, strictly=False)


def _lexicographic(to: Translation, rows: Any, *, strictly: bool) -> Constraint:
    if not len(rows[0]):
        return Fact(not strictly or len(rows) < 2)
    terms = [to.terms(row) for row in rows]
    pairs = [Lex(one, other, strictly=strictly) for one, other in pairwise(terms)]
    return pairs[0] if len(pairs) == 1 else AllOf(pairs)


CONSTRAINTS: dict[str, Callable[[Translation, Any], Constraint]] = {
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
