"""Where a checked run is told what a search concludes. Nothing is told, and nothing costs time, unless there is one.

`csplib.testing.checked` installs an `Auditor`. States take it with them when they are handed out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from csplib.kernel.compiler import mypyc_attr

if TYPE_CHECKING:
    from csplib.kernel.csp import CSP
    from csplib.kernel.history import History, Literal
    from csplib.kernel.state import State

__all__ = ["AUDITING", "Auditor"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Auditor:
    """What is told; a subclass checks it. It may read the state, but must leave it as it is."""

    def changed(self, csp: CSP, state: State, since: int, author: object, consistent: bool) -> None:  # noqa: FBT001
        """Look at the changes that *author* has made from height *since* on; it has failed if not *consistent*."""

    def settled(self, csp: CSP, state: State) -> None:
        """Look at domains from which propagation removes nothing more."""

    def explained(self, past: History, height: int, author: object, x: int, gone: int, literals: list[Literal]) -> None:
        """Look at the reason why *author* removed *gone* from cell *x* at this *height* or, if it is -1, has failed.

        If the cell is an end of an interval, *gone* is the bound that it has reached. If it counts the holes of one,
        *gone* is the integer.
        """

    def found(self, csp: CSP, state: State) -> None:
        """Look at a solution, or at a block of solutions."""


@final
class _Auditing:
    """Holds the auditor of the states that are handed out from now on."""

    def __init__(self) -> None:
        self.auditor: Auditor | None = None


AUDITING: Final = _Auditing()
