"""Annotations: what an instance asks of the search, as keywords of `Problem.solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csplib.engine.restarts import geometric, luby
from csplib.kernel.bits import size_of
from csplib.textbook.heuristics import ascending, mrv

if TYPE_CHECKING:
    from csplib.formats.xcsp3.elements import Element
    from csplib.formats.xcsp3.operands import Names
    from csplib.kernel.bits import Mask
    from csplib.kernel.csp import CSP
    from csplib.kernel.state import State

__all__ = ["options_of"]


class _First:
    """A selection: an open variable of a list comes first, and then the others."""

    def __init__(self, names: list[str], *, static: bool) -> None:
        self.names: list[str] = names
        self.static: bool = static
        self._places: tuple[CSP, list[int]] | None = None

    def __call__(self, csp: CSP, state: State) -> int:
        if self._places is None or self._places[0] is not csp:
            self._places = csp, [csp.index[name] for name in self.names]
        left = [x for x in self._places[1] if state.is_open(x)]
        if not left:
            return mrv(csp, state)
        return left[0] if self.static else min(left, key=lambda x: size_of(state.domain(x)))


class _ByValue:
    """An order of values: for some variables those of a list first."""

    def __init__(self, orders: dict[str, list[Any]]) -> None:
        self.orders: dict[str, list[Any]] = orders

    def __call__(self, csp: CSP, state: State, x: int) -> list[Mask]:
        bits = ascending(csp, state, x)
        order = self.orders.get(str(csp.names[x]))
        if order is None:
            return bits
        places = {value: place for place, value in enumerate(order)}
        values = csp.values[x]
        return sorted(bits, key=lambda bit: places.get(values[bit], len(places)))


def options_of(elements: list[Element], names: Names) -> dict[str, Any]:
    """Return the keywords of `Problem.solve` that annotations ask for, as far as csplib has them."""
    found: dict[str, Any] = {}
    for element in elements:
        if element.tag == "decision":
            found.setdefault("select", _First(_named(element.text, names), static=False))
        elif element.tag == "varHeuristic" and (static := element.find("static")) is not None:
            found["select"] = _First(_named(static.text, names), static=True)
        elif element.tag == "valHeuristic" and element.find("static") is not None:
            orders: dict[str, list[Any]] = {}
            for static in element.all("static"):
                order = names.operands(static.get("order"))
                orders.update(dict.fromkeys(_named(static.text, names), order))
            found["order"] = _ByValue(orders)
        elif element.tag == "restarts":
            cutoff = int(element.get("cutoff") or "10")
            kind = element.get("type")
            found["restarts"] = (
                geometric(cutoff, float(element.get("factor") or 1.1)) if kind == "geometric" else luby()
            )
    return found


def _named(text: str, names: Names) -> list[str]:
    return [variable.name for variable in names.operands(text)]
