"""The base class of propagators, with a checklist for authors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from csplib.errors import KindError
from csplib.kernel.bits import Mask
from csplib.kernel.cells import Trail
from csplib.kernel.clock import look_up
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.tracking import untrack

if TYPE_CHECKING:
    from csplib.kernel.history import History, Literal
    from csplib.kernel.state import State

__all__ = ["Ceiling", "Propagator", "misjudged", "needed", "verdict"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Propagator:
    """A constraint over any number of variables that narrows their domains.

    Checklist for authors:

    1. *Sound*: remove a value only if no solution within the current domains uses it.
    2. *Complete on a full assignment*: when every variable of `scope` has one value left, return False if and only
       if they break the constraint.
    3. Return False on failure, True otherwise; pass on a False from `State.narrow` at once.
    4. *Stateless*: one propagator serves many searches. Keep what must survive between two calls in cells of the
       state: ``seen = state.memory(self)[0]``. Write it with `State.write`, and it is undone with the domains. `News`
       finds the places of a long scope that have changed since the last run.
    5. `on_fix = True` if only fixed variables matter: nothing else wakes it then. `on_bounds = True` if only the lowest
       and the highest value of a domain matter: a gap between them does not wake it.
    6. Set `symmetric` if the constraint treats all values alike: any two could be swapped everywhere.
    7. Set `retires` if the propagator can detect that every combination of the values left satisfies the constraint. It
       sets ``state.entailed = True`` then, and is not run again until the search backtracks.
    8. `decides = False` if the arcs of the same constraint already reject every wrong full assignment.
    9. Set `exact`, for the whole class, if a run leaves only values with a support within the domains, provided that no
       variable occurs twice. Combinations of such propagators need no table.
    10. Set `idempotent` if a second run right after the first changes nothing: its own changes do not wake it then.
    11. Set `heavy` if it should run only when no light propagator waits.
    12. Set `prepares` if the propagator leaves impossible values in domains to save time. `prepare` must remove them
        from a variable before the search decides it.
    13. *Interruptible*: in a loop that can become long, call `csplib.look_up` with the number of steps. It lets Ctrl-C
        and limits through, as an exception; the state is abandoned then.
    14. Write `explain` if you know a better reason than the domains of the whole scope. With the constraint alone, the
        reason must forbid all the values that it explains, and it must be true before they went.
    """

    exact: bool = False

    def __init__(
        self,
        scope: Sequence[int],
        origin: object = None,
        *,
        on_fix: bool = False,
        on_bounds: bool = False,
        decides: bool = True,
    ) -> None:
        self.scope: list[int] = list(scope)
        untrack(self.scope)
        self.origin: object = origin
        self.on_fix: bool = on_fix
        self.on_bounds: bool = on_bounds
        self.decides: bool = decides
        self.symmetric: bool = False
        self.retires: bool = False
        self.idempotent: bool = False
        self.heavy: bool = False
        self.prepares: bool = False

    def key(self) -> object:
        """Return a key that is equal for propagators with the same meaning, or None."""
        return None

    def propagate(self, state: State) -> bool:  # noqa: ARG002 - the base class prunes nothing
        """Narrow the domains of the scope; return False if the constraint cannot hold."""
        return True

    def explain(self, past: History, x: int, gone: Mask) -> list[Literal]:  # noqa: ARG002 - the default names no value
        """Return why *x* has lost the values *gone* or, if *x* is -1, why the constraint cannot hold.

        The answer is a list of (variable, mask): if all values left to each of these variables are in its mask, the
        constraint forbids *gone*. ``past.domain(y)`` is the domain of *y* before the propagator was run. The fewer
        variables and the more values in their masks, the more is learned. The default names the whole scope.

        If *x* is an interval, *gone* has no bits; ``past.least(x, gone)`` and ``past.most(x, gone)`` are the first and
        the last integer to explain. ``past.at_least(y, bound)`` and ``past.at_most(y, bound)`` are literals for
        intervals and for bits.

        A propagator around this one may ask, too. Then a run from these domains would remove *gone*, or fail.
        """
        return [(y, past.domain(y)) for y in dict.fromkeys(self.scope) if y != x]

    def prepare(self, state: State, x: int) -> None:
        """Narrow the domain of *x*, which the search is about to decide."""

    def __repr__(self) -> str:
        stated = "" if self.origin is None else f": {self.origin}"
        return f"<{type(self).__name__} over {', '.join(map(str, self.scope))}{stated}>"


def verdict(propagator: Propagator, state: State) -> bool:
    """Run *propagator*, and raise `KindError` if it returns anything but a bool, such as None."""
    try:
        consistent = propagator.propagate(state)
    except TypeError as error:
        raise misjudged(propagator, error)
    if consistent is not True and consistent is not False:
        raise misjudged(propagator, consistent)
    return consistent


def misjudged(propagator: Propagator, answer: object) -> Exception:
    """Return the error for an *answer* that is not a bool; the compiled engine gets a `TypeError` instead."""
    kind = "None" if answer is None else type(answer).__name__
    if isinstance(answer, TypeError):
        _, _, kind = str(answer).partition("bool object expected; got ")
        if not kind:
            return answer
    whose = "" if propagator.origin is None else f" of {propagator.origin}"
    return KindError(
        f"the propagator {type(propagator).__name__}{whose} returned {kind.rpartition('.')[2]} instead of True or False"
    )


class Ceiling(Propagator):
    """An objective is at most a bound, which the search for a minimum lowers with each solution.

    The bound belongs to the state. Unlike everything else there, it is not undone when the search backtracks.
    """

    def wants_high(self, x: int, stated: int) -> bool:  # noqa: ARG002
        """Return whether great values of *x* make the objective small, as far as that is known.

        Variables from number *stated* on are hidden: what they stand for is not in the scope.
        """
        return False

    def least(self, state: State) -> int | None:  # noqa: ARG002
        """Return a lower bound of the objective, given the domains in *state*, or None if it is not known."""
        return None

    def lower_to(self, state: State, bound: int) -> None:
        """Allow an objective of at most *bound* from now on."""
        state.limits[self] = bound

    def bound_in(self, state: Trail) -> int | None:
        """Return the bound of the search that *state* belongs to, or None before the first solution."""
        return state.limits.get(self)


def needed(propagators: Sequence[Propagator]) -> list[Propagator]:
    """Return *propagators* without duplicates."""
    kept: list[Propagator] = []
    seen: set[object] = set()
    for propagator in propagators:
        look_up(4 + len(propagator.scope))
        key = propagator.key()
        if key not in seen:
            kept.append(propagator)
            if key is not None:
                seen.add(key)
    return kept
