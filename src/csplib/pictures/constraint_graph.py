"""The constraint graph as a picture: a box for each variable with its domain, a line for each binary constraint.

A constraint over three variables or more is a small square, with a line to each of them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from csplib.display.markup import domain_shown, escaped, one_line, tag
from csplib.display.svg import (
    BLUE,
    GRAY,
    GREEN,
    INK,
    OWN_FILL,
    PALE_BLUE,
    PALE_GREEN,
    PALE_RED,
    PAPER,
    PURPLE,
    RED,
    Picture,
    figure,
    text_width,
    write,
)
from csplib.errors import OptionError
from csplib.pictures.graph import Scoped, pairs_of, scoped_constraints
from csplib.pictures.graph_layout import Point, enlarged, graph_positions, push_apart, scale_apart

if TYPE_CHECKING:
    from csplib.kernel.state import State
    from csplib.modelling.constraints.base import Constraint
    from csplib.problem import Problem

__all__ = ["constraint_graph_svg"]

_SQUARE, _ROOM = 11.0, 34.0  # the side of a square, and of the free space around it
_MARGIN = 16.0
_T = TypeVar("_T")


class _Box(NamedTuple):
    """The box of a variable; *own* marks a fill that the user chose."""

    label: str
    domain: str
    fill: str
    stroke: str
    hint: str
    own: bool

    @property
    def size(self) -> tuple[float, float]:
        wide = max(text_width(self.label, 15), text_width(self.domain, 11)) + 18
        return max(34.0, wide), 42.0 if self.domain else 28.0


def constraint_graph_svg(
    problem: Problem[Any, Any],
    *,
    state: State | None = None,
    domains: bool = True,
    colors: Mapping[Any, str] | None = None,
    positions: Mapping[Any, tuple[float, float]] | None = None,
    cliques: bool = False,
    labels: bool = False,
    seed: int = 0,
    title: str | None = None,
) -> Picture:
    """Return an SVG of the variables of *problem* and the constraints between them.

    With a *state* of the compiled problem, the domains are those in the state: a variable with one value is green, one
    with none is orange. *colors* fills the boxes of variables with CSS colors. *positions* has the position of each
    variable (x grows to the right, y downwards, in any unit). *cliques* draws a constraint over many variables as a
    line between each two of them. *labels* writes the constraints beside lines and squares; without it, a tooltip
    shows them.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> x, y = p.add_variables("xy", range(3))
    >>> p.add(x < y)
    >>> constraint_graph_svg(p).count("<line")
    1
    """
    scoped = scoped_constraints(problem)
    wide = [] if cliques else [one for one in scoped if len(one.names) > 2]
    pairs = pairs_of(scoped if cliques else [one for one in scoped if len(one.names) == 2])
    boxes = _boxes(problem, scoped, _domains(problem, state), _by_name(problem, colors or {}), shown=domains)
    index = {name: place for place, name in enumerate(problem.domains)}
    edges = [(index[one], index[other]) for one, other in pairs]
    edges += [(index[name], len(index) + place) for place, one in enumerate(wide) for name in one.names]
    sizes = [*(box.size for box in boxes), *((_ROOM, _ROOM) for _ in wide)]
    if positions is None:
        places = push_apart(enlarged(graph_positions(len(sizes), edges, seed), sizes), sizes)
    else:
        places = _placed(_by_name(problem, positions), index, wide, [box.size for box in boxes])
    parts = [
        *_lines(pairs, index, places, labels=labels),
        *_squares(wide, index, places, labels=labels),
        *(part for box, place in zip(boxes, places, strict=False) for part in _box(box, place)),
    ]
    named = f"Constraint graph: {len(boxes)} variables, {len(scoped)} constraints" if title is None else title
    return figure(parts, _around(places, sizes), title=named)


def _by_name(problem: Problem[Any, Any], by_variable: Mapping[Any, _T]) -> dict[Hashable, _T]:
    """Return *by_variable* with the names of variables as keys; raise for a variable that *problem* does not have."""
    return {problem.variable(key).name: value for key, value in by_variable.items()}


def _domains(problem: Problem[Any, Any], state: State | None) -> Mapping[Any, Sequence[object]]:
    if state is None:
        return problem.domains
    csp = problem.compile()
    if state.size != csp.size:
        raise OptionError(f"state= has {state.size} variables where the compiled problem has {csp.size}")
    return csp.domains_in(state)


def _boxes(
    problem: Problem[Any, Any],
    scoped: list[Scoped],
    left: Mapping[Any, Sequence[object]],
    colors: Mapping[Hashable, str],
    *,
    shown: bool,
) -> list[_Box]:
    """Return a box for each variable; those with one value left, or none, have other colors."""
    unary: dict[Hashable, list[str]] = {}
    for constraint, names in scoped:
        if len(names) == 1:
            unary.setdefault(names[0], []).append(str(constraint))
    boxes = []
    for name, stated in problem.domains.items():
        values = left[name]
        fixed = bool(values and stated[1:]) and not values[1:]
        fill, stroke = (PALE_RED, RED) if not values else (PALE_GREEN, GREEN) if fixed else (PALE_BLUE, BLUE)
        hint = "; ".join([f"{one_line(name)}: {domain_shown(values, 300)}", *unary.get(name, [])])
        domain = domain_shown(values, 22) if shown else ""
        boxes.append(_Box(one_line(name, 24), domain, colors.get(name, fill), stroke, hint, name in colors))
    return boxes


def _placed(
    positions: Mapping[Hashable, tuple[float, float]],
    index: Mapping[Hashable, int],
    wide: list[Scoped],
    sizes: list[tuple[float, float]],
) -> list[Point]:
    """Return the positions that the user gave, scaled, and for each square the middle of its variables."""
    for name in index:
        if name not in positions:
            raise OptionError(f"positions= has no position for {name!r}")
    places = scale_apart([(float(positions[name][0]), float(positions[name][1])) for name in index], sizes)
    for one in wide:
        among = [places[index[name]] for name in one.names]
        places.append((sum(x for x, _ in among) / len(among), sum(y for _, y in among) / len(among)))
    return places


def _lines(
    pairs: Mapping[tuple[Hashable, Hashable], list[Constraint]],
    index: Mapping[Hashable, int],
    places: list[Point],
    *,
    labels: bool,
) -> Iterator[str]:
    """Draw a line for each pair, thicker if there is more than one constraint."""
    said = {pair: "; ".join(map(str, shared)) for pair, shared in pairs.items()}
    ends = {pair: (*places[index[pair[0]]], *places[index[pair[1]]]) for pair in pairs}
    for pair, (x, y, end_x, end_y) in ends.items():
        hint, thick = tag("title", escaped(said[pair])), 1.5 if len(pairs[pair]) == 1 else 2.2
        yield tag("line", hint, x1=x, y1=y, x2=end_x, y2=end_y, stroke=GRAY, stroke_width=thick)
    for pair, (x, y, end_x, end_y) in ends.items() if labels else ():
        yield write(one_line(said[pair], 28), (x + end_x) / 2, (y + end_y) / 2, 10, INK, halo=True)


def _squares(wide: list[Scoped], index: Mapping[Hashable, int], places: list[Point], *, labels: bool) -> Iterator[str]:
    """Draw constraints over many variables, each with its lines; a constraint with a name shows it."""
    for place, one in enumerate(wide, start=len(index)):
        x, y = places[place]
        for name in one.names:
            end_x, end_y = places[index[name]]
            yield tag("line", x1=x, y1=y, x2=end_x, y2=end_y, stroke=PURPLE, stroke_width=1.2, opacity=0.6)
    for place, (constraint, _) in enumerate(wide, start=len(index)):
        x, y = places[place]
        corner = {"x": x - _SQUARE / 2, "y": y - _SQUARE / 2, "width": _SQUARE, "height": _SQUARE}
        yield tag("rect", tag("title", escaped(constraint)), fill=PURPLE, stroke=PAPER, stroke_width=1.5, **corner)
    for place, (constraint, _) in enumerate(wide, start=len(index)):
        if labels or constraint.name is not None:
            yield write(one_line(constraint, 28), places[place][0], places[place][1] - _SQUARE, 10, PURPLE, halo=True)


def _box(box: _Box, place: Point) -> Iterator[str]:
    """Draw a variable: its name, and its domain below."""
    wide, high = box.size
    x, y = place
    hint = tag("title", escaped(box.hint))
    corner = {"x": x - wide / 2, "y": y - high / 2, "width": wide, "height": high}
    kept: dict[str, Any] = {"class": OWN_FILL} if box.own else {}
    yield tag("rect", hint, rx=9, fill=box.fill, stroke=box.stroke, stroke_width=1.6, **corner, **kept)
    yield write(box.label, x, y - 7 if box.domain else y, 15, INK, font_weight="bold", **kept)
    if box.domain:
        yield write(box.domain, x, y + 11, 11, INK, **kept)


def _around(places: list[Point], sizes: list[tuple[float, float]]) -> tuple[float, float, float, float]:
    """Return the frame around all boxes, in whole units."""
    if not places:
        return 0, 0, 60, 30
    left = min(x - wide / 2 for (x, _), (wide, _) in zip(places, sizes, strict=True)) - _MARGIN
    right = max(x + wide / 2 for (x, _), (wide, _) in zip(places, sizes, strict=True)) + _MARGIN
    top = min(y - high / 2 for (_, y), (_, high) in zip(places, sizes, strict=True)) - _MARGIN
    low = max(y + high / 2 for (_, y), (_, high) in zip(places, sizes, strict=True)) + _MARGIN
    return left // 1, top // 1, (right - left) // 1 + 1, (low - top) // 1 + 1
