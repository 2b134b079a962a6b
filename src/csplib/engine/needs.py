"""Which constraints a refutation needs: noted for each nogood, and traced back in the end.

A set of constraints and nogoods is an integer with one bit for each. So the needs of a nogood are united by ``|`` while
a conflict is analyzed. What it needs of the root is only noted: `csplib.engine.root_needs` finds the constraints behind
that, once they are asked for. Conflicts from refutations: "unsatisfiable cores" (Goldberg, Novikov 2003; Zhang, Malik
2003).
"""

from __future__ import annotations

from typing import Final, TypeAlias, final

from csplib.kernel.arcs import Arc
from csplib.kernel.bits import Mask, shifted
from csplib.kernel.cells import Cell
from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP, Restriction
from csplib.kernel.history import History, Literal
from csplib.kernel.links import Clique
from csplib.kernel.propagator import Propagator

__all__ = ["Needs", "Step"]

Difference: TypeAlias = tuple[int, int]
"""By how much the bits of one variable are shifted against those of another, and the constraints behind that."""

_NOTHING: Final = 0


@final
class Step:
    """A nogood with *literals*: the constraints and earlier nogoods behind it, as a set, and the *facts* that it needs.

    These are literals that were true at the root, which had the height *born* then.
    """

    __slots__ = ("born", "facts", "found", "literals")

    def __init__(self, literals: list[Literal], found: int, facts: list[Literal], born: int) -> None:
        self.literals: list[Literal] = literals
        self.found: int = found
        self.facts: list[Literal] = facts
        self.born: int = born


@final
class Needs:
    """The constraints behind the authors of changes in *csp*, and behind each nogood.

    *behind* has the set of constraints for the ``id`` of each origin, *size* is how many there are. `found` and `facts`
    build up while a conflict is analyzed. `steps` has the nogoods; without literals, the last one is the refutation.
    """

    def __init__(self, csp: CSP, behind: dict[int, int], size: int) -> None:
        self.found: int = 0
        self.facts: list[Literal] = []
        self.steps: list[Step] = []
        self.size: int = size
        self._behind: dict[int, int] = behind
        self._variables: int = csp.size
        self._cliques: list[dict[int, tuple[Clique, int]]] = [{} for _ in range(csp.size)]
        self._differences: dict[int, list[Difference]] = {}
        for number, link in enumerate(csp.links):
            if isinstance(link, Clique):
                look_up(len(link.scope))
                for place, x in enumerate(link.scope):
                    self._cliques[x][number] = link, link.offsets[place]

    def begin(self) -> None:
        """Find nothing yet: a conflict is about to be analyzed."""
        self.found = 0
        self.facts = []

    def learn(self, history: History, literals: list[Literal], born: int) -> int:
        """Keep a nogood of these *literals*, with what was found; return its own bit, as a set."""
        facts: dict[int, Mask] = {}
        for literal in self.facts:
            history.meet(facts, literal)
        self.steps.append(Step(literals, self.found, list(facts.items()), born))
        return 1 << (self.size + len(self.steps) - 1)

    def add(self, history: History, author: object, x: int, gone: Mask) -> None:
        """Add the constraints by which *author* has removed the values *gone* from *x*."""
        if isinstance(author, Cell):
            self.found |= self._difference(x, author.index, history.fixed_value(author.index), gone)
        elif isinstance(author, (Propagator, Arc, Restriction)):
            self.found |= self._behind.get(id(author.origin), _NOTHING)

    def _difference(self, x: int, y: int, value: Mask, gone: Mask) -> int:
        """Return the differences by which the one *value* of *y* removes *gone* from *x*: as few as possible."""
        key = x * self._variables + y
        known = self._differences.get(key)
        if known is None:
            theirs = self._cliques[y]
            known = []
            for number, (clique, offset) in self._cliques[x].items():
                if number in theirs:
                    known.append((theirs[number][1] - offset, self._behind.get(id(clique.origin), _NOTHING)))
            self._differences[key] = known
        found = 0
        for shift, behind in known:
            removed = shifted(value, shift) & gone
            if removed:
                found |= behind
                gone &= ~removed
        return found
