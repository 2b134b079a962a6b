"""The base of all propagators, and the checklist for those who write one."""

from __future__ import annotations

from collections.abc import Sequence

from csplib.errors import KindError
from csplib.kernel.bits import Mask
from csplib.kernel.clock import look_up
from csplib.kernel.compiler import mypyc_attr
from csplib.kernel.state import State

__all__ = ["Ceiling", "Propagator", "misjudged", "needed", "verdict"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Propagator:
    """A constraint over any number of variables, as something that narrows domains.

    Checklist for authors:

    1. *Sound*: remove a value only if no solution within the current domains uses it.
    2. *Complete on a full assignment*: when every variable of `scope` has one value left, return False if and only
       if they break the constraint.
    3. Return False on failure, True otherwise; pass on a False from `State.narrow` at once.
    4. *Stateless*: one propagator serves many searches. What must survive between two calls goes into cells of the
       state: ``seen = state.memory(self)[0]`` is one of its own. Write it with `State.write`, and it is undone with the
       domains.
    5. `on_fix = True` if only variables that are down to one value can teach it anything: nothing less wakes it then.
       `on_bounds = True` if it goes by the lowest and the highest bit of domains: a gap between them does not wake it.
    6. Set `symmetric` if it makes no difference which value is which: any two could be swapped everywhere.
    7. To be left alone once every combination of the values that are left satisfies it, set `retires`, and in
       such a call of `propagate` set ``state.entailed = True``. It lasts until the search goes back.
    8. `decides = False` if the arcs of the same constraint already reject every wrong full assignment.
    9. Set `exact`, for the whole class, if a run leaves only values that some row within the domains supports, as long
       as no variable is named twice: combinations of such propagators need no table.
    10. Set `idempotent` if a second run right after the first changes nothing: its own changes do not wake it then.
       Set `heavy` if it should wait until those that are not have nothing left to say.
    10. *Interruptible*: in a loop that can become long, call `csplib.look_up` with the number of steps. It lets Ctrl-C
       and limits through, as an exception; the state is abandoned then.
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
        self.origin: object = origin
        self.on_fix: bool = on_fix
        self.on_bounds: bool = on_bounds
        self.decides: bool = decides
        self.symmetric: bool = False
        self.retires: bool = False
        self.idempotent: bool = False
        self.heavy: bool = False

    def key(self) -> object:
        """Give something that is equal for propagators that say the same; None if it is like no other."""
        return None

    def is_entailed(self, domains: Sequence[Mask]) -> bool:  # noqa: ARG002
        """Say whether *domains* leave nothing but what satisfies it; False if that is hard to see."""
        return False

    def propagate(self, state: State) -> bool:  # noqa: ARG002 - the most lenient propagator
        """Narrow the domains of the scope as far as it goes; return False if the constraint cannot hold."""
        return True

    def __repr__(self) -> str:
        stated = "" if self.origin is None else f": {self.origin}"
        return f"<{type(self).__name__} over {', '.join(map(str, self.scope))}{stated}>"


def verdict(propagator: Propagator, state: State) -> bool:
    """Run *propagator*; a forgotten return must not pass for a contradiction."""
    try:
        consistent = propagator.propagate(state)
    except TypeError as error:
        raise misjudged(propagator, error)
    if consistent is not True and consistent is not False:
        raise misjudged(propagator, consistent)
    return consistent


def misjudged(propagator: Propagator, answer: object) -> Exception:
    """Return the error for an *answer* that is no bool; compiled, a `TypeError` arrives instead, as any other one."""
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

    The bound belongs to the state. Unlike all else there, it is not undone when the search backtracks.
    """

    def lower_to(self, state: State, bound: int) -> None:
        """Allow an objective of at most *bound* from now on."""
        is_set, cell = state.memory(self, 2)
        is_set.mask = 1
        cell.mask = bound

    def bound_in(self, state: State) -> int | None:
        """Return the bound of the search that *state* belongs to, or None before the first solution."""
        is_set, cell = state.memory(self, 2)
        return cell.mask if is_set.mask else None


def needed(propagators: Sequence[Propagator], domains: Sequence[Mask]) -> list[Propagator]:
    """Leave out what is said a second time, and what *domains* entail."""
    kept: list[Propagator] = []
    seen: set[object] = set()
    for propagator in propagators:
        look_up(4 + len(propagator.scope))
        key = propagator.key()
        if key not in seen and not propagator.is_entailed(domains):
            kept.append(propagator)
            if key is not None:
                seen.add(key)
    return kept
