"""From the log of a search to the steps of a certificate: find hints that the checker can follow, drop the others."""

from __future__ import annotations

from typing import TypeAlias

from csplib.certificates.checker import Checker
from csplib.certificates.hall_sets import hall_sets
from csplib.certificates.translation import Translation
from csplib.engine.proof_log import SOLUTION, Conclusion, Step
from csplib.errors import CertificateError
from csplib.kernel.arcs import Arc
from csplib.kernel.cells import Cell
from csplib.kernel.clock import look_up
from csplib.kernel.propagator import Propagator

__all__ = ["Hint", "Proof"]

Hint: TypeAlias = "int | list[int]"
"""The number of an item, -1 - number for an exact rule, or a "different" and the variables of a Hall set."""


class Proof:
    """The steps of a proof, each followed by *checker*, which knows the problem and the solutions.

    `steps` has pairs of a nogood, as the file has it, and hints. A step is numbered from `first` on.
    """

    def __init__(self, translation: Translation, checker: Checker) -> None:
        self._to: Translation = translation
        self._checker: Checker = checker
        self.first: int = len(checker.items)
        self.steps: list[tuple[list[int], list[Hint]]] = []
        self._numbers: dict[int, int] = {}  # of steps, by the id of the nogood
        self._keys: list[object] = []  # so that no id is used twice
        self._solution: int = len(translation.items)
        self._unary: list[int] = [k for k, scope in enumerate(translation.scopes) if len(scope) <= 1]

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
        nogood = [(x, self._to.mask(x, mask)) for x, mask in step.nogood]
        hints = self._effective(nogood, self._hints(step.conclusions))
        if hints is None:
            hints = self._effective(nogood, [h for hint in self._hints(step.conclusions) for h in (hint, -1 - hint)])
        if hints is None:
            hints = self._searched(nogood)
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
            solutions = list(range(len(self._to.items), self.first))
            self._state([], hints, refuted=self._follow(self._checker.domains, solutions, hints))
        if not self.refuted:
            found = self._searched([])
            if found is None:
                raise CertificateError("the checker cannot follow the end of the proof")
            self._state([], found, refuted=True)

    def _state(self, nogood: list[tuple[int, int]], hints: list[Hint], *, refuted: bool) -> None:
        """Let the checker keep a step, which it has followed."""
        if nogood or hints:
            self.steps.append(([number for literal in nogood for number in literal], hints))
            self._checker.accept(nogood, refuted)

    def _add_facts(self, conclusions: list[Conclusion]) -> None:
        """Add what is true at the root. Where a simple rule does not see it, use the exact one."""
        domains = self._checker.domains
        hints: list[Hint] = []
        if not self.steps and self._follow(domains, self._unary, hints):
            self._state([], hints, refuted=True)
            return
        for author, x, mask in conclusions:
            wanted = self._to.mask(x, mask) if x >= 0 else 0
            numbers = self._numbers_of(author, x)
            for sign in (1, -1):
                if x < 0 or domains[x] & ~wanted:
                    chosen = (
                        numbers if sign > 0 else [-1 - number for number in numbers if number < len(self._to.items)]
                    )
                    if self._follow(domains, chosen, hints):
                        self._state([], hints, refuted=True)
                        return
        self._state([], hints, refuted=False)

    def _follow(self, domains: list[int], hints: list[int], kept: list[Hint]) -> bool:
        """Follow *hints* in *domains*, and add those that change something to *kept*; return True if that refutes."""
        checker = self._checker
        idle: dict[int, int] = {}  # how much had changed when a hint changed nothing
        for hint in hints:
            if idle.get(hint) == len(kept):
                continue
            for one in self._exact(domains, hint) if hint < 0 else (hint,):
                before = domains.copy()
                if checker.refutes(domains, [], checker.rules([one])):
                    kept.append(one)
                    return True
                if domains != before:
                    kept.append(one)
                else:
                    idle[hint] = len(kept)
            look_up(64)
        return False

    def _exact(self, domains: list[int], hint: int) -> list[Hint]:
        """Return what *hint*, which is negative, stands for: the exact rule of a "different" needs Hall sets."""
        item = self._checker.items[-1 - hint]
        if item[0] != "different":
            return [hint]
        return [[-1 - hint, *few] for few in hall_sets(item[1], [domains[x] for x in item[1]])]

    def _effective(self, nogood: list[tuple[int, int]], hints: list[int]) -> list[Hint] | None:
        """Return those *hints* that lead from *nogood* to a contradiction, or None if they do not."""
        domains = [*self._checker.domains]
        if self._checker.refutes(domains, nogood, []):
            return []
        kept: list[Hint] = []
        return kept if self._follow(domains, hints, kept) else None

    def _searched(self, nogood: list[tuple[int, int]]) -> list[Hint] | None:
        """Return hints from all that is known, by propagation until nothing changes; None if that does not refute."""
        domains = [*self._checker.domains]
        if self._checker.refutes(domains, nogood, []):
            return []
        kept: list[Hint] = []
        every = list(range(len(self._checker.items)))
        exact = [-1 - number for number in range(len(self._to.items))]
        while True:
            before = len(kept)
            if self._follow(domains, every, kept):
                return kept
            if len(kept) == before:
                if self._follow(domains, exact, kept):
                    return kept
                if len(kept) == before:
                    return None

    def _hints(self, conclusions: list[Conclusion]) -> list[int]:
        return [number for author, x, _ in conclusions for number in self._numbers_of(author, x)]

    def _numbers_of(self, author: object, x: int) -> list[int]:
        """Return the items that may have made *author* change the variable *x*."""
        to = self._to
        if author == SOLUTION:
            return [self._solution]
        if isinstance(author, Cell):
            both = [number for number in to.items_of[x] if author.index in to.scopes[number]]
            return both[:1] if len(both) > 1 and to.items[both[0]][0] == "different" else both
        if isinstance(author, (Arc, Propagator)):
            known = to.of_origin.get(id(author.origin))
            if known is not None:
                return known
            scope = {author.x, author.y} if isinstance(author, Arc) else set(author.scope)
            return [n for n in to.items_of[x] if to.scopes[n] <= scope] if x >= 0 else []
        number = self._numbers.get(id(author))
        return [] if number is None else [number]

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
