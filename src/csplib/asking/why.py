"""Why a variable cannot take a value: the removals that led to it, each with its constraint."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from csplib.asking.deductions import Deduction, Premise, Removal
from csplib.asking.reason_facts import facts_of
from csplib.display.markup import sentences
from csplib.display.reason_graph import Fact, reason_graph_svg
from csplib.display.svg import Picture
from csplib.display.wording import called
from csplib.engine.fixpoint import propagate_all
from csplib.errors import DomainError, OptionError
from csplib.kernel.bits import Mask, split
from csplib.kernel.clock import look_up
from csplib.kernel.csp import CSP
from csplib.kernel.events import Event, Narrow, WipeOut
from csplib.kernel.propagators.logic import Bundle
from csplib.kernel.state import State
from csplib.lowering.compile import compile_problem, lay_out
from csplib.lowering.logic import bundle_of
from csplib.lowering.lowering import Lowering
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import AllOf
from csplib.modelling.domains import MOST_BITS
from csplib.modelling.terms import Domain

__all__ = ["Why", "concluded", "refuted"]


class Why(NamedTuple):
    """The answer to `Problem.why`: whether the value is impossible, and the steps that show it.

    If propagation refutes the value, the steps are removals, and the last one removes it. Otherwise it *needs_search*,
    and the steps show what follows if the variable has the value: removals until nothing is left to a variable, or
    deductions of a search that learns. There are none if that search took too long. *unsolvable* says that there is
    no solution at all. Printed, it reads as sentences; `svg` draws it.
    """

    variable: object
    value: object
    impossible: bool
    steps: tuple[Removal | Deduction, ...] = ()
    needs_search: bool = False
    unsolvable: bool = False

    def __str__(self) -> str:
        variable, value = called(self.variable), called(self.value)
        if self.unsolvable:
            return f"{variable} cannot be {value}, because there is no solution at all: explain() says why."
        if self.needs_search and self.steps:
            lines = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
            last = self.steps[-1]
            if isinstance(last, Removal) and last.values:
                lines.append(f"{len(lines) + 1}. Nothing is left for {called(last.variable)}.")
            return "\n".join([f"{variable} cannot be {value}. Suppose that it is:", *lines])
        if self.steps:
            return "\n".join([f"{variable} cannot be {value}:", *[f"- {step}" for step in self.steps]])
        if self.needs_search:
            return f"{variable} cannot be {value}, but only a search shows it."
        if self.impossible:
            return f"{variable} cannot be {value}: that is not in its domain."
        return f"{variable} can be {value}: a solution has it."

    def svg(self, *, most: int = 200, title: str | None = None) -> Picture:
        """Return the steps as a picture: lines lead from reasons, through a constraint, to what follows from them.

        Each step is a box, as are assumptions. The last one is the answer. Of more than *most*, those that lead to it
        most directly are shown.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y, z = p.add_variables("xyz", range(3))
        >>> p.add(x < y, y < z)
        >>> picture = p.why(x, 1).svg()
        >>> "y cannot be 2" in picture, "x cannot be 1" in picture
        (True, True)
        """
        if not isinstance(most, int) or most < 1:
            raise OptionError(f"most must be a positive integer, not {most!r}")
        variable, value = called(self.variable), called(self.value)
        answer = f"{variable} cannot be {value}"
        if self.steps:
            facts = facts_of(self.steps, answer, f"{variable} is {value}" if self.needs_search else "")
        else:
            facts = [Fact(str(self), "answer" if self.impossible else "possible")]
        return reason_graph_svg(facts, title=facts[-1].text if title is None else title, most=most)

    def _repr_html_(self) -> str:
        return sentences(self)


def concluded(
    domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint], name: Hashable, value: Hashable
) -> Why | None:
    """Return why the variable *name* cannot take *value*, or None if propagation does not prune it."""
    history = _History(domains, constraints)
    x = history.csp.index[name]
    steps = history.chain(x, history.csp.bit_of(x, value))
    if not steps and history.consistent:
        return None
    return Why(name, value, impossible=True, steps=steps, unsolvable=not steps)


def refuted(domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint]) -> tuple[Removal, ...]:
    """Return the removals by which propagation refutes *constraints*, or nothing if it does not."""
    history = _History(domains, constraints)
    return () if history.consistent else history.chain_to_failure()


class _History:
    """The removals of the propagation at the root, in order."""

    def __init__(self, domains: Mapping[Hashable, Domain], constraints: Sequence[Constraint]) -> None:
        self.csp: CSP = compile_problem(domains, constraints, clipped=False, bits=True)
        self._lowering: Lowering = lay_out(domains, constraints, clipped=False, bits=True)
        self._bundles: dict[int, Bundle] = {}
        self._events: list[tuple[int, Mask, Constraint]] = []
        self._when: dict[tuple[int, Mask], int] = {}
        self._numbers: list[list[int]] = [[] for _ in range(self.csp.size)]  # of the events of each variable
        self._lost: list[list[Mask]] = [[] for _ in range(self.csp.size)]  # what it has lost with these, and before
        self._state: State = State(self.csp.domains, axes=self.csp.axes)  # to try a constraint alone
        self._names: dict[int, str] = {}
        self._failed: Constraint | None = None
        for x in self.csp.intervals:
            raise DomainError(
                f"why needs each value of each variable, and {called(self.csp.names[x])} has too many; "
                f"at most {MOST_BITS} consecutive integers are possible"
            )
        for constraint in constraints:
            self._name_parts(constraint, None)
        self.consistent: bool = propagate_all(self.csp, self.csp.state(self._note))

    def _name_parts(self, constraint: Constraint, name: str | None) -> None:
        """Note the name of an "and" for its parts without a name."""
        name = constraint.name or name
        if isinstance(constraint, AllOf):
            for part in constraint.parts:
                self._name_parts(part, name)
        elif name is not None and constraint.name is None:
            self._names[id(constraint)] = name

    def _note(self, event: Event) -> None:
        """Note a removal, and its number for each of its values; and a constraint that fails."""
        if isinstance(event, Narrow) and isinstance(event.constraint, Constraint):
            x = self.csp.index[event.variable]
            gone = 0
            for value in event.removed:
                bit = self.csp.bit_of(x, value)
                self._when.setdefault((x, bit), len(self._events))
                gone |= bit
            self._numbers[x].append(len(self._events))
            self._lost[x].append(gone | (self._lost[x][-1] if self._lost[x] else 0))
            self._events.append((x, gone, event.constraint))
        elif isinstance(event, WipeOut) and event.variable is None and isinstance(event.constraint, Constraint):
            self._failed = event.constraint

    def chain(self, x: int, bit: Mask) -> tuple[Removal, ...]:
        """Return the removals that led to that of *bit* from *x*, back to those without a reason; oldest first."""
        if (x, bit) not in self._when:
            return ()
        return tuple(self._trace({x: bit}))

    def chain_to_failure(self) -> tuple[Removal, ...]:
        """Return the removals that led to the failure of a constraint, or to a variable without any value."""
        if self._failed is None:
            x = self._events[-1][0]
            return tuple(self._trace({x: self.csp.domains[x]}))
        since = self._premises(len(self._events), -1, 0, self._failed)
        last = Removal(None, (), self._called(self._failed), self._told(since))
        return (*self._trace(since), last)

    def _trace(self, lost: Mapping[int, Mask]) -> list[Removal]:
        """Return the removals that led to those of *lost*, oldest first."""
        wanted: dict[int, Mask] = {}
        self._want(wanted, lost)
        found: list[Removal] = []
        while wanted:
            number = max(wanted)
            y, _, constraint = self._events[number]
            values = self._at_once(number, wanted)
            since = self._premises(number, y, values, constraint)
            self._want(wanted, since)
            found.append(
                Removal(self.csp.names[y], self.csp.values_in(y, values), self._called(constraint), self._told(since))
            )
        found.reverse()
        return found

    def _at_once(self, number: int, wanted: dict[int, Mask]) -> Mask:
        """Take from those *wanted* the values that event *number* removed, with those that could have gone with them.

        The same constraint has often moved a bound step by step. With all that is known at its last step, it can be
        one step.
        """
        x, _, constraint = self._events[number]
        values = wanted.pop(number)
        earlier = [one for one in self._numbers[x] if one in wanted and self._events[one][2] is constraint]
        together = values
        for one in earlier:
            together |= wanted[one]
        if together == values or not self._premises_allow(number, x, together, constraint):
            return values
        for one in earlier:
            del wanted[one]
        return together

    def _premises_allow(self, number: int, x: int, values: Mask, constraint: Constraint) -> bool:
        """Return whether *constraint* removes *values* of *x*, once all other values lost before event *number* are."""
        bundle = self._bundle(constraint)
        return self._concludes(bundle, self._losses(bundle, number, x, values), x, values)

    def _want(self, wanted: dict[int, Mask], lost: Mapping[int, Mask]) -> None:
        """Add the events that removed *lost* to those *wanted*."""
        for z, mask in lost.items():
            for one in split(mask):
                earlier = self._when[z, one]
                wanted[earlier] = wanted.get(earlier, 0) | one

    def _called(self, constraint: Constraint) -> Constraint:
        """Return *constraint*, by the name of the "and" that it is a part of."""
        return constraint.named(self._names[id(constraint)]) if id(constraint) in self._names else constraint

    def _told(self, since: Mapping[int, Mask]) -> tuple[Premise, ...]:
        return tuple([self._premise(z, lost) for z, lost in since.items()])

    def _premise(self, x: int, lost: Mask) -> Premise:
        left = self.csp.values_in(x, self.csp.domains[x] & ~lost)
        return Premise(self.csp.names[x], self.csp.values_in(x, lost), left)

    def _premises(self, number: int, x: int, values: Mask, constraint: Constraint) -> dict[int, Mask]:
        """Return a smallest set of values whose loss before event *number* lets *constraint* remove *values* of *x*.

        If *x* is -1, it lets the constraint fail.
        """
        bundle = self._bundle(constraint)
        lost = self._losses(bundle, number, x, values)
        if not self._concludes(bundle, lost, x, values):
            return lost
        for y in list(lost):
            without = {z: mask for z, mask in lost.items() if z != y}
            if self._concludes(bundle, without, x, values):
                lost = without
        for y in list(lost):
            self._drop(bundle, lost, y, x, values)
        return {y: mask for y, mask in lost.items() if mask}

    def _drop(self, bundle: Bundle, lost: dict[int, Mask], y: int, x: int, values: Mask) -> None:
        """Drop from *lost* the values of *y* that the conclusion does not need: twice as many after each success."""
        doubtful = split(lost[y])
        place, size = 0, 1
        while place < len(doubtful):
            chunk = doubtful[place : place + size]
            if self._concludes(bundle, {**lost, y: lost[y] & ~sum(chunk)}, x, values):
                lost[y] &= ~sum(chunk)
                place += size
                size *= 2
            elif size > 1:
                size //= 2
            else:
                place += 1

    def _losses(self, bundle: Bundle, number: int, x: int, values: Mask) -> dict[int, Mask]:
        """Return what the variables of *bundle* have lost before event *number*, but not *values* of *x*."""
        found: dict[int, Mask] = {}
        for y in bundle.scope:
            place = bisect_left(self._numbers[y], number)
            mask = self._lost[y][place - 1] if place else 0
            if y == x:
                mask &= ~values
            if mask:
                found[y] = mask
        return found

    def _bundle(self, constraint: Constraint) -> Bundle:
        if id(constraint) not in self._bundles:
            self._bundles[id(constraint)] = bundle_of(self._lowering, constraint)
        return self._bundles[id(constraint)]

    def _concludes(self, bundle: Bundle, lost: Mapping[int, Mask], x: int, values: Mask) -> bool:
        """Return whether the constraint alone removes *values* from *x*, or fails, once *lost* is removed."""
        look_up(16 + len(bundle.scope))
        state = self._state
        mark = state.mark()
        concluded = False
        for y, mask in lost.items():
            concluded = concluded or not state.narrow(y, state.cells[y].mask & ~mask)
        concluded = concluded or not bundle.propagate(state) or (x >= 0 and not state.cells[x].mask & values)
        state.undo(mark)
        return concluded
