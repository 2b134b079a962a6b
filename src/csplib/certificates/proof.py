"""From the log of a search to the steps of a certificate: find hints that the checker can follow, drop the others."""

from __future__ import annotations

from typing import Final, final

from csplib.certificates.checker import Checker
from csplib.certificates.following import IDLE, REFUTED, Follower, Hint
from csplib.certificates.hall_sets import hall_sets
from csplib.certificates.translation import Translation
from csplib.engine.proof_log import SOLUTION, Conclusion, Step
from csplib.errors import CertificateError
from csplib.kernel.arcs import Arc
from csplib.kernel.bits import Mask, split
from csplib.kernel.cells import Cell
from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator

__all__ = ["Proof"]

_MOST_CASES: Final = 1000
_SIMPLE: Final = 0
_EXACT: Final = 1


@final
class Proof:
    """The steps of a proof, each followed as *checker* would, which knows the problem and the solutions.

    `steps` has pairs of a nogood, as the file has it, and hints. A step is numbered from `first` on.
    """

    def __init__(self, translation: Translation, checker: Checker) -> None:
        self._to: Translation = translation
        self._checker: Checker = checker
        self._follower: Follower = Follower(checker)
        self.first: int = len(checker.items)
        self.steps: list[tuple[list[int], list[Hint]]] = []
        self._stated: int = len(translation.items)
        self._same_bits: list[bool] = translation.same_bits
        self._domains: list[Mask] = translation.csp.domains
        self._pairs: dict[int, list[int]] = translation.pairs
        self._numbers: dict[int, int] = {}  # of steps, by the id of the nogood
        self._keys: list[object] = []  # so that no id is used twice
        self._solution: int = self._stated
        self._cases: int = 0  # that were needed besides the steps of the log
        # What the kernel applied before all else: constraints about one variable, and the bound of the objective.
        self._unary: list[int] = [
            k for k, item in enumerate(checker.items) if isinstance(item, list) and len({*checker.scope(item)}) <= 1
        ]

    @property
    def refuted(self) -> bool:
        """Whether the steps leave no further solution."""
        return self._checker.refuted

    def add(self, step: Step) -> None:
        """Add a step of the log, with hints that the checker can follow."""
        if self.refuted:
            return
        if not step.nogood:
            self._add_facts(step.conclusions)
            return
        nogood = [(x, self._mask(x, mask)) for x, mask in step.nogood]
        hints = self._effective(nogood, step.conclusions, _SIMPLE)
        if hints is None:
            hints = self._effective(nogood, step.conclusions, _EXACT)
        if hints is None:
            hints = self._by_cases(nogood)
        if hints is None:
            raise CertificateError("the checker cannot follow a step of the proof")
        self._numbers[id(step.key)] = len(self._checker.items)
        self._keys.append(step.key)
        self._state(nogood, hints, refuted=True)
        if step.conclusions and step.conclusions[-1][0] == SOLUTION:
            self._solution += 1

    def finish(self) -> None:
        """End with the contradiction that the solutions, which are excluded, lead to at the root."""
        if not self.refuted:
            hints: list[Hint] = []
            solutions = list(range(self._stated, self.first))
            self._state([], hints, refuted=self._follow(self._checker.domains, solutions, hints))
        if not self.refuted:
            found = self._by_cases([])
            if found is None:
                raise CertificateError("the checker cannot follow the end of the proof")
            self._state([], found, refuted=True)

    def _state(self, nogood: list[tuple[int, int]], hints: list[Hint], *, refuted: bool) -> None:
        """Let the checker keep a step, which it has followed."""
        if nogood or hints:
            numbers = [number for literal in nogood for number in literal]
            self.steps.append((numbers, hints))
            self._follower.accept(numbers, refuted=refuted)

    def _add_facts(self, conclusions: list[Conclusion]) -> None:
        """Add what is true at the root. Where a simple rule does not see it, use the exact one."""
        domains = self._checker.domains
        hints: list[Hint] = []
        if not self.steps and self._follow(domains, self._unary, hints):
            self._state([], hints, refuted=True)
            return
        refuted = self._conclude(domains, conclusions, hints, _EXACT)
        self._state([], hints, refuted=refuted)

    def _conclude(self, domains: list[int], conclusions: list[Conclusion], kept: list[Hint], rules: int) -> bool:
        """Follow in *domains* what led to each conclusion that is not yet true; return True if that refutes.

        The hints that change something are added to *kept*. Where a simple rule does not see it, the exact one may.
        """
        for author, x, gone in conclusions:
            wanted = self._mask(x, gone) if x >= 0 else 0
            if x < 0 or domains[x] & wanted:
                numbers = self._numbers_of(author, x)
                if self._follow(domains, numbers, kept):
                    return True
                if rules == _EXACT and (x < 0 or domains[x] & wanted):
                    exact = [-1 - number for number in numbers if number < self._stated]
                    if self._follow(domains, exact, kept):
                        return True
        return False

    def _follow(self, domains: list[int], hints: list[int], kept: list[Hint]) -> bool:
        """Follow *hints* in *domains*, and add those that change something to *kept*; return True if that refutes."""
        follower = self._follower
        for hint in hints:
            look_up(1)
            for one in self._exact(domains, hint) if hint < 0 else [hint]:
                answer = follower.follow(domains, one)
                if answer != IDLE:
                    kept.append(one)
                if answer == REFUTED:
                    return True
        return False

    def _mask(self, x: int, mask: Mask) -> int:
        """Return a set of values of *x* in the bits of the certificate."""
        return mask & self._domains[x] if self._same_bits[x] else self._to.mask(x, mask)

    def _exact(self, domains: list[int], hint: int) -> list[Hint]:
        """Return what *hint*, which is negative, stands for: the exact rule of a "different" needs Hall sets."""
        item = self._checker.items[-1 - hint]
        if item[0] != "different":
            return [hint]
        return [[-1 - hint, *few] for few in hall_sets(item[1], [domains[x] for x in item[1]])]

    def _effective(self, nogood: list[tuple[int, int]], conclusions: list[Conclusion], rules: int) -> list[Hint] | None:
        """Return hints that lead from *nogood* to a contradiction by way of *conclusions*, or None."""
        domains = [*self._checker.domains]
        kept: list[Hint] = []
        if not self._follower.assume(domains, nogood) or self._conclude(domains, conclusions, kept, rules):
            return kept
        return None

    def _by_cases(self, nogood: list[tuple[int, int]]) -> list[Hint] | None:
        """Return hints for *nogood*, after steps that refute it with each value of some variable; or None.

        The kernel intersects tables with one scope. No rule of the checker sees what only two items together exclude.
        """
        domains = [*self._checker.domains]
        hints = self._searched(nogood, domains)
        open_ones = [x for x, mask in enumerate(domains) if mask & (mask - 1)]
        if hints is not None or not open_ones or self._cases >= _MOST_CASES:
            return hints
        x = min([(domains[y].bit_count(), y) for y in open_ones])[1]
        for value in split(domains[x]):
            self._cases += 1
            case = [*nogood, (x, value)]
            found = self._by_cases(case)
            if found is None:
                return None
            self._state(case, found, refuted=True)
        return self._searched(nogood, [*self._checker.domains])

    def _searched(self, nogood: list[tuple[int, int]], domains: list[int]) -> list[Hint] | None:
        """Return hints from all that is known, by propagation in *domains* until nothing changes; or None."""
        if not self._follower.assume(domains, nogood):
            return []
        kept: list[Hint] = []
        every = list(range(len(self._checker.items)))
        exact = [-1 - number for number in range(self._stated)]
        while True:
            before = len(kept)
            if self._follow(domains, every, kept):
                return kept
            if len(kept) == before:
                if self._follow(domains, exact, kept):
                    return kept
                if len(kept) == before:
                    return None

    def _numbers_of(self, author: object, x: int) -> list[int]:
        """Return the items that may have made *author* change the variable *x*."""
        to = self._to
        if author == SOLUTION:
            return [self._solution]
        if isinstance(author, Cell):
            return self._numbers_of_pair(x, author.index)
        if isinstance(author, (Arc, Propagator)):
            known = to.of_origin.get(id(author.origin))
            if known is not None:
                return known
            scope = {author.x, author.y} if isinstance(author, Arc) else set(author.scope)
            return [n for n in to.items_of[x] if to.scopes[n] <= scope] if x >= 0 else []
        number = self._numbers.get(id(author))
        return [] if number is None else [number]

    def _numbers_of_pair(self, x: int, y: int) -> list[int]:
        """Return the items that may have made *x* differ from *y*. They are kept for the next proof."""
        to = self._to
        key = x * len(self._domains) + y
        known = self._pairs.get(key)
        if known is None:
            both = [number for number in to.items_of[x] if y in to.scopes[number]]
            known = both[:1] if len(both) > 1 and to.items[both[0]][0] == "different" else both
            self._pairs[key] = known
        return known

    def needed(self) -> list[tuple[list[int], list[Hint]]]:
        """Return the steps without nogoods that no other step needs, with new numbers."""
        used: set[int] = set()
        for place in reversed(range(len(self.steps))):
            nogood, hints = self.steps[place]
            if len(nogood) <= 2 or self.first + place in used:
                used.add(self.first + place)
                used.update([hint for hint in hints if isinstance(hint, int)])
        numbers: dict[int, int] = {}
        kept: list[tuple[list[int], list[Hint]]] = []
        for place, (nogood, hints) in enumerate(self.steps):
            if self.first + place in used:
                numbers[self.first + place] = self.first + len(kept)
                kept.append((nogood, [numbers.get(h, h) if isinstance(h, int) else h for h in hints]))
        return kept
