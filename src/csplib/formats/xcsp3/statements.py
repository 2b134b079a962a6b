"""What each element states: a constraint, a combination of constraints, a group, or a slide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from csplib.formats.xcsp3 import comparisons, connections, counting, languages, packing
from csplib.formats.xcsp3.numbers import all_of, any_of, equal, truth
from csplib.modelling.choices import if_then_else
from csplib.modelling.constraints.logic import Fact
from csplib.modelling.functions import implies

if TYPE_CHECKING:
    from csplib.formats.xcsp3.elements import Element
    from csplib.formats.xcsp3.given import Given
    from csplib.modelling.constraints.base import Constraint

__all__ = ["KINDS", "slide", "stated"]

KINDS: dict[str, Callable[[Given], Iterable[Constraint]]] = {
    "intension": languages.intension,
    "intention": languages.intension,  # as PyCSP3 calls it in a slide
    "extension": languages.extension,
    "regular": languages.regular,
    "mdd": languages.mdd,
    "instantiation": languages.instantiation,
    "refutation": languages.refutation,
    "clause": languages.clause,
    "allDifferent": comparisons.all_different,
    "allEqual": comparisons.all_equal,
    "ordered": comparisons.ordered,
    "lex": comparisons.lexicographic,
    "precedence": comparisons.precedence,
    "sum": counting.sum_of,
    "count": counting.count,
    "nValues": counting.number_of_values,
    "cardinality": counting.cardinality,
    "minimum": connections.extreme,
    "maximum": connections.extreme,
    "minimumArg": connections.extreme_place,
    "maximumArg": connections.extreme_place,
    "element": connections.element_of,
    "channel": connections.channel,
    "circuit": connections.circuit,
    "noOverlap": packing.no_overlap,
    "cumulative": packing.cumulative,
    "binPacking": packing.bin_packing,
    "knapsack": packing.knapsack,
}
"""The functions that state the constraints, by the tags of the elements."""

_JOINED = ("and", "or", "not", "xor", "iff", "ifThen", "ifThenElse")
_BY = ("reifiedBy", "hreifiedFrom", "hreifiedTo")


def stated(given: Given) -> Iterator[Constraint]:
    """Yield the constraints that an element states."""
    element = given.element
    if element.get("type") == "soft" or element.find("cost") is not None:
        raise ValueError(f"soft constraints such as this <{element.tag}> are not read")
    reified = [word for word in _BY if word in element.attributes]
    if not reified:
        yield from _plain(given)
        return
    inside = all_of(_plain(given))
    for word in reified:
        flag = truth(given.names.operand(element.get(word)))
        if word == "reifiedBy":
            yield equal(flag, inside)
        else:
            yield implies(flag, inside) if word == "hreifiedFrom" else implies(inside, flag)


def _plain(given: Given) -> Iterator[Constraint]:
    tag = given.element.tag
    known = KINDS.get(tag)
    if known is not None:
        yield from known(given)
    elif tag in _JOINED:
        yield _joined(given)
    elif tag == "slide":
        yield from slide(given)
    else:
        raise ValueError(f"the constraint <{tag}> is not known")


def _joined(given: Given) -> Constraint:
    """Return the combination of the constraints inside an element."""
    tag = given.element.tag
    parts = [all_of(stated(given.inside(child))) for child in given.element.children]
    needed = {"not": 1, "ifThen": 2, "ifThenElse": 3}.get(tag, len(parts) or 1)
    if len(parts) != needed:
        raise ValueError(f"<{tag}> cannot have {len(parts)} constraints inside")
    if tag in {"and", "or"}:
        return all_of(parts) if tag == "and" else any_of(parts)
    if tag == "not":
        return ~parts[0]
    if tag == "ifThen":
        return implies(*parts)
    if tag == "ifThenElse":
        found: Constraint = if_then_else(*parts)
        return found
    if tag == "iff":
        return all_of([parts[0] == part for part in parts[1:]])
    one: Constraint = Fact(False)  # noqa: FBT003
    for part in parts:
        one = part if isinstance(one, Fact) and not one.truth else one != part
    return one


def slide(given: Given) -> Iterator[Constraint]:
    """Yield the template for each window of the lists."""
    *lists, template = given.element.children or [given.element]
    if not lists or any(one.tag != "list" for one in lists):
        raise ValueError("<slide> needs lists and a template")
    rows = [given.of(one) for one in lists]
    arity = given.arity(template)
    steps = [_positive(one, "offset", 1) for one in lists]
    sizes = [_positive(one, "collect", arity if len(lists) == 1 else 1) for one in lists]
    if len(lists) == 1:
        sizes = [arity]
    for window in _windows(rows, steps, sizes, circular=given.flag("circular", given.element)):
        yield from stated(given.window(template, window))


def _positive(element: Element, attribute: str, default: int) -> int:
    found = int(element.get(attribute) or default)
    if found < 1:
        raise ValueError(f"the attribute {attribute} must be at least 1, not {found}")
    return found


def _windows(rows: list[list[Any]], steps: list[int], sizes: list[int], *, circular: bool) -> Iterator[Sequence[Any]]:
    """Yield the operands of each window; the first list says when it is the last one."""
    turn = 0
    while True:
        starts = [turn * step for step in steps]
        if not circular and any(at + size > len(row) for at, size, row in zip(starts, sizes, rows, strict=True)):
            return
        if starts[0] >= len(rows[0]):
            return
        window: list[Any] = []
        for at, size, row in zip(starts, sizes, rows, strict=True):
            window += [row[(at + place) % len(row)] for place in range(size)]
        yield window
        turn += 1
