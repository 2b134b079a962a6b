"""What each value of a variable rules out for others, by cliques of differences with offsets: as between queens."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, final

from csplib.kernel.bits import LARGEST_WORD, WORD, Mask

if TYPE_CHECKING:
    from csplib.kernel.links import Clique

__all__ = ["Reach", "Rows", "Shift"]

Shift: TypeAlias = tuple[int, int]


@final
class Rows:
    """The cliques of a variable if all have the same *scope*: their `offsets`, and its `own` offset in each of them."""

    def __init__(self, scope: list[int]) -> None:
        self.scope: list[int] = scope
        self.offsets: list[list[int]] = []
        self.own: list[int] = []

    def add(self, offsets: list[int], own: int) -> None:
        """Add a clique."""
        self.offsets.append(offsets)
        self.own.append(own)

    def taken(self, number: int) -> list[int]:
        """Return what value *number* of the variable is with its offset in each clique."""
        return [number + own for own in self.own]


@final
class Reach:
    """The `cliques` of each variable that is in one, each with its own offset there. `span` is the widest shift.

    Differences without offsets are in *peers*.
    """

    def __init__(self, peers: list[list[int]], domains: list[Mask]) -> None:
        self.cliques: dict[int, list[tuple[Clique, int]]] = {}
        self.span: int = 0
        self._peers: list[list[int]] = peers
        self._domains: list[Mask] = domains
        self._shifts: dict[int, list[Shift]] = {}
        self._rows: dict[int, Rows | None] = {}
        self._patterns: dict[int, list[tuple[int, Mask]]] = {}
        self._masks: dict[Mask, Mask] = {}
        self._bits: list[Mask] | None = None
        self._zeros: list[int] = []

    def add(self, clique: Clique) -> None:
        """Add a clique."""
        self.span = max(self.span, max(clique.offsets) - min(clique.offsets))
        for place, x in enumerate(clique.scope):
            self.cliques.setdefault(x, []).append((clique, clique.offsets[place]))

    def shifts(self, x: int) -> list[Shift]:
        """Return the pairs (y, by) where value number v of *x* rules out value number v + by for y."""
        if x not in self.cliques:
            return []
        if x not in self._shifts:
            found: list[Shift] = []
            for clique, offset in self.cliques[x]:
                found.extend([(y, offset - clique.offsets[place]) for place, y in enumerate(clique.scope) if y != x])
            self._shifts[x] = found
        return self._shifts[x]

    def rows(self, x: int) -> Rows | None:
        """Return the cliques of *x*, the one of its peers last, or None if they have different scopes."""
        if x not in self._rows:
            self._rows[x] = self._find_rows(x)
        return self._rows[x]

    def _find_rows(self, x: int) -> Rows | None:
        scope = self.cliques[x][0][0].scope
        rows = Rows(scope)
        for clique, offset in self.cliques[x]:
            if clique.scope is not scope and clique.scope != scope:
                return None
            rows.add(clique.offsets, offset)
        if self._peers[x]:
            others = scope.copy()
            others.remove(x)
            if self._peers[x] != others:
                return None
            if len(self._zeros) != len(scope):
                self._zeros = [0] * len(scope)
            rows.add(self._zeros, 0)
        return rows

    @property
    def bits(self) -> list[Mask]:
        """The single bits of all domains, lowest first, if there are more than a machine word has."""
        if self._bits is None:
            width = 0
            for domain in self._domains:
                width = max(width, domain.bit_length())
            self._bits = [1 << number for number in range(width)] if width > WORD else []
        return self._bits

    def patterns(self, x: int) -> list[tuple[int, Mask]]:
        """Return (y, mask) for each y: what value number `span` of *x* rules out. No shift moves that below bit 0."""
        known = self._patterns.get(x)
        if known is None:
            masks: dict[int, Mask] = dict.fromkeys(self._peers[x], 1 << self.span)
            for clique, offset in self.cliques[x]:
                up = self.span + offset
                for place, y in enumerate(clique.scope):
                    masks[y] = masks.get(y, 0) | 1 << (up - clique.offsets[place])
            masks.pop(x, None)
            known = list(masks.items())
            if 2 << 2 * self.span > LARGEST_WORD:  # many variables have equal masks
                shared = self._masks
                known = [(y, shared.setdefault(mask, mask)) for y, mask in known]
            self._patterns[x] = known
        return known
