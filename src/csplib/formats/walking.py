"""The walk over expressions and constraints, for everything that writes them in another language.

`node_of` returns what an expression or a constraint is: a `Node` with a *kind*, which is a word, and *fields*, which
have names. `nodes_in` walks over everything inside. `make` is the way back. `KINDS` lists all kinds with their fields,
and says what each field holds.

>>> from csplib import AllDifferent, Problem
>>> p = Problem()
>>> x, y = p.add_variables("xy", range(5))
>>> node = node_of(2 * x + y <= 7)
>>> node.kind, node.fields
('comparison', {'terms': (<Variable x>, <Variable y>), 'weights': (2, 1), 'relation': '<=', 'constant': -7})
>>> [one.kind for one in nodes_in(AllDifferent([x, x * y]))]
['variable', 'variable', 'variable', 'times', 'all_different']
>>> node_of(abs(x - y)).operands
(<Formula x - y>,)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from csplib.display.wording import brief
from csplib.errors import KindError
from csplib.formats.combination_kinds import COMBINATIONS
from csplib.formats.constraint_kinds import PLAIN
from csplib.formats.expression_kinds import EXPRESSIONS, OPERATIONS
from csplib.formats.kinds import Field, Kind, untwinned
from csplib.formats.space_kinds import SPACES
from csplib.formats.task_kinds import OF_TASKS, TASKS
from csplib.modelling.calculations import Calculation
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import Defined
from csplib.modelling.constraints.meaning import kind_among
from csplib.modelling.expressions import Shifted
from csplib.modelling.terms import Composite, Term, TermName

__all__ = ["KINDS", "Field", "Node", "make", "node_of", "nodes_in", "variables_of"]

_CONSTRAINTS = {one.type: one for one in (*PLAIN, *SPACES, *TASKS, *COMBINATIONS)}

KINDS: dict[str, Kind] = {
    one.name: one
    for one in (
        Kind("variable", Term, {"name": Field.VALUE}, lambda term: (term.name,), Term),
        Kind(
            "shift",
            Shifted,
            {"term": Field.TERM, "by": Field.INTEGER},
            lambda term: (term.plain(), term.offset),
            lambda term, by: Shifted(term.name, by, term.owner, term),
        ),
        *OPERATIONS.values(),
        *EXPRESSIONS.values(),
        *_CONSTRAINTS.values(),
        *OF_TASKS.values(),
    )
}
"""All kinds by their names."""


class Node(NamedTuple):
    """An expression or a constraint: its *kind*, a word, and its *fields* by name. `KINDS` says what they hold.

    The kind ``"custom"`` is a class that csplib does not know. Its only field are its terms.
    """

    kind: str
    fields: dict[str, Any]

    @property
    def operands(self) -> tuple[Term | Constraint, ...]:
        """The expressions and constraints among the fields, in order."""
        return tuple(_operands(list(self.fields.values())))


def node_of(thing: Term | Constraint) -> Node:
    """Return what *thing*, an expression or a constraint, is.

    The name and the rank of a constraint are its attributes `name` and `rank`. Terms that a constraint names twice are
    two equal operands.
    """
    if isinstance(thing, Constraint):
        while isinstance(thing, Defined):  # what is inside a combination has conditions beside it, which follow from it
            thing = thing.parts[-1]
        known = _constraint_kind(type(thing))
        if known is not None and known.name in OF_TASKS and _has_more(thing):
            known = OF_TASKS[known.name]
        return Node("custom", {"terms": thing.terms}) if known is None else Node(known.name, known.fields_of(thing))
    if not isinstance(thing, Term):
        raise KindError(f"only expressions and constraints have a kind, not {brief(thing)}")
    term = untwinned(thing)
    if isinstance(term, Calculation):
        return _filled(OPERATIONS.get(type(term.operation)), term)
    if isinstance(term, Composite):
        return _filled(EXPRESSIONS.get(type(term)), term)
    if isinstance(term.name, TermName):
        inside = term.name.term
        return (
            Node("sum", {"terms": (inside,), "weights": (1,), "constant": term.offset})
            if term.offset
            else (node_of(inside))
        )
    if term.offset:
        return Node("shift", {"term": term.plain(), "by": term.offset})
    return Node("variable", {"name": term.name})


def _filled(known: Kind | None, term: Composite) -> Node:
    return Node("custom", {"terms": term.operands()}) if known is None else Node(known.name, known.fields_of(term))


def nodes_in(root: Term | Constraint) -> Iterator[Node]:
    """Yield the nodes of everything inside *root*, operands first, and of *root* itself. It needs no deep stack."""
    waiting: list[tuple[Node, Iterator[Term | Constraint]]] = []
    node: Node | None = node_of(root)
    while node is not None or waiting:
        if node is not None:
            waiting.append((node, iter(node.operands)))
        below = next(waiting[-1][1], None)
        node = None if below is None else node_of(below)
        if below is None:
            yield waiting.pop()[0]


def variables_of(thing: Term | Constraint) -> list[Hashable]:
    """Return the names of the variables in an expression or a constraint, each once, in order: its scope."""
    found = thing.reads() if isinstance(thing, Constraint) else thing.variables()
    return list(dict.fromkeys([term.name for term in found]))


def make(kind: str, fields: Mapping[str, Any], *, name: str | None = None, rank: int = 0) -> Any:
    """Return the expression or the constraint of this *kind* with these *fields*: the opposite of `node_of`.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(5))
    >>> make("comparison", {"terms": [x, y], "weights": [1, -1], "relation": "<=", "constant": 1}, name="before")
    <before: x < y>
    """
    if kind not in KINDS:
        raise KindError(f"there is no kind {brief(kind)} of expressions or constraints")
    known = KINDS[kind]
    for field in fields:
        if field not in known.fields:
            raise KindError(f"{kind} has no field {brief(field)}, only {', '.join(known.fields)}")
    try:
        found = known.make(**fields)
    except (TypeError, KeyError) as fault:
        if isinstance(fault, KindError):
            raise
        raise KindError(f"{kind} needs the fields {', '.join(known.fields)}, not {', '.join(fields)}") from fault
    if isinstance(found, Constraint):
        found.name, found.rank = name, rank
    return found


def _operands(fields: list[Any]) -> Iterator[Term | Constraint]:
    for value in fields:
        if isinstance(value, (Term, Constraint)):
            yield value
        elif isinstance(value, (tuple, list)) and value and isinstance(value[0], (Term, Constraint)):
            yield from value
        elif isinstance(value, dict):
            yield from [one for one in value.values() if isinstance(one, Term)]


def _has_more(tasks: Any) -> bool:
    """Return whether there are tasks that may be absent, or have an end of their own."""
    return bool(tasks.more.terms)


def _constraint_kind(cls: type) -> Kind | None:
    """Return the kind of a class of constraints; a subclass that changes no meaning is of the kind of its base."""
    base = kind_among(cls, _CONSTRAINTS)
    return None if base is None else _CONSTRAINTS[base]
