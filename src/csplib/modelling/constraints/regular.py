"""`Regular`: a sequence of values that a finite automaton accepts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import brief
from csplib.errors import KindError, OptionError
from csplib.kernel.bits import Mask
from csplib.kernel.propagators.automaton import Automaton, Moves
from csplib.modelling.constraints.base import Constraint, listed

if TYPE_CHECKING:
    from typing_extensions import Self

    from csplib.lowering.lowering import Lowering

__all__ = ["Regular"]


class Regular(Constraint):
    """The values of the variables, in order, lead a finite automaton from *start* to one of the *accepting* states.

    *transitions* maps each pair (state, value) to the next state, or to a list or set of states. A missing pair is a
    dead end. States and values may be anything hashable. Propagation reaches domain consistency, unless a variable
    occurs twice.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> week = p.add_variables(["Mon", "Tue", "Wed", "Thu"], ["day", "night", "off"])
    >>> rested = {("free", "day"): "free", ("free", "off"): "free", ("free", "night"): "tired"}
    >>> rested["tired", "off"] = "free"
    >>> p.add(Regular(week, rested, "free", ["free"]), week[2] == "night")
    >>> [list(s.values()) for s in p.solutions(on=week[1:])]
    [['day', 'night', 'off'], ['off', 'night', 'off']]
    """

    repeats = True

    def __init__(
        self,
        variables: Iterable[object],
        transitions: Mapping[tuple[Any, Any], Any],
        start: Hashable,
        accepting: Iterable[Hashable],
        *,
        name: str | None = None,
        rank: int = 0,
    ) -> None:
        super().__init__(variables, name=name, rank=rank)
        self.transitions: dict[tuple[Hashable, Hashable], tuple[Hashable, ...]] = _checked_transitions(transitions)
        self.start: Hashable = _checked_states([start], "start=")[0]
        self.accepting: tuple[Hashable, ...] = _checked_states(accepting, "accepting=")
        known = {state for state, _ in self.transitions}.union(*self.transitions.values())
        if start not in known:
            raise OptionError(f"{self} starts in {start!r}, a state that no transition names")

    @classmethod
    def from_runs(
        cls,
        variables: Iterable[object],
        runs: Iterable[int],
        filled: Hashable = 1,
        empty: Hashable = 0,
        *,
        name: str | None = None,
        rank: int = 0,
    ) -> Self:
        """Return a line of a nonogram: blocks of *filled* cells with the lengths *runs*, separated by *empty* cells.

        A run of 0 is left out.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> line = p.add_variables(range(6), [0, 1])
        >>> p.add(Regular.from_runs(line, [3, 1]))
        >>> for s in p.solutions():
        ...     print(*s.values())
        0 1 1 1 0 1
        1 1 1 0 0 1
        1 1 1 0 1 0
        """
        if filled == empty:
            raise OptionError(f"Regular.from_runs needs filled and empty cells to differ, not {filled!r} for both")
        transitions: dict[tuple[int, Hashable], int] = {(0, empty): 0}
        state = 0
        for run in _checked_runs(runs):
            if state:
                # At least one empty cell separates two blocks.
                transitions[state, empty] = state + 1
                state += 1
                transitions[state, empty] = state
            for _ in range(run):
                transitions[state, filled] = state + 1
                state += 1
        transitions[state, empty] = state
        return cls(variables, transitions, 0, [state], name=name, rank=rank)

    def satisfied(self, values: Sequence[object]) -> bool:
        states: set[Hashable] = {self.start}
        for value in self.shifted_values(values):
            states = {after for state in states for after in self.transitions.get((state, value), ())}
        return not states.isdisjoint(self.accepting)

    def lower(self, to: Lowering) -> None:
        self.lower_for(to, self)

    def lower_for(self, to: Lowering, origin: Constraint) -> None:
        """State the automaton because of *origin*, which has the same variables."""
        moves: dict[Mask, dict[int, Mask]] = {}
        number = self._numbered(to)
        for (state, value), behind in self.transitions.items():
            bit = to.bit(value)
            if bit and state in number:
                for after in behind:
                    by = number[after] - number[state]
                    moved = moves.setdefault(bit, {})
                    moved[by] = moved.get(by, 0) | 1 << number[state]
        alike: dict[frozenset[tuple[int, Mask]], Mask] = {}
        for bit, moved in moves.items():
            key = frozenset(moved.items())
            alike[key] = alike.get(key, 0) | bit
        steps: list[tuple[Mask, Moves]] = [(values, sorted(key)) for key, values in alike.items()]
        accepting = sum(1 << number[state] for state in self.accepting if state in number)
        to.add(Automaton(to.variables(self), steps, 1, accepting, origin))

    def _numbered(self, to: Lowering) -> dict[Hashable, int]:
        """Return a number for each reachable state, breadth first from the start."""
        behind: dict[Hashable, list[Hashable]] = {}
        for (state, value), states in self.transitions.items():
            if to.bit(value):
                behind.setdefault(state, []).extend(states)
        number: dict[Hashable, int] = {self.start: 0}
        found = [self.start]
        for state in found:
            for after in behind.get(state, ()):
                if after not in number:
                    number[after] = len(number)
                    found.append(after)
        return number


def _checked_transitions(transitions: object) -> dict[tuple[Hashable, Hashable], tuple[Hashable, ...]]:
    if not isinstance(transitions, Mapping):
        raise KindError(f"Regular needs a dictionary from (state, value) to a state, not {brief(transitions)}")
    checked: dict[tuple[Hashable, Hashable], tuple[Hashable, ...]] = {}
    for pair, behind in transitions.items():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise KindError(f"Regular needs transitions from pairs (state, value), not from {pair!r}")
        several = isinstance(behind, (list, set))
        checked[pair] = _checked_states(behind if several else [behind], f"the transition from {pair!r}")
    return checked


def _checked_states(states: Iterable[object], where: str) -> tuple[Hashable, ...]:
    needed = f"{where} of Regular needs hashable states"
    try:
        return tuple(dict.fromkeys(listed(states, needed)))
    except TypeError as cause:
        raise KindError(f"{needed}, not {brief(states)}") from cause


def _checked_runs(runs: Iterable[object]) -> list[int]:
    checked = listed(runs, "Regular.from_runs needs a collection of lengths")
    for run in checked:
        if not isinstance(run, int):
            raise KindError(f"Regular.from_runs needs integers as lengths, not {run!r}")
        if run < 0:
            raise OptionError(f"Regular.from_runs needs lengths of at least 0, not {run}")
    return [run for run in checked if run]
