"""Variables and domains, as a `Constraint` with a ``__call__`` of its own sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import csplib

__all__ = ["Domain", "Unassigned", "Variable", "check_if_compiled"]


def check_if_compiled() -> bool:
    """Return whether csplib's engine is compiled."""
    return csplib.COMPILED


class Variable:
    """A name for a variable. Any hashable value will do as well."""

    def __init__(self, name: Any) -> None:
        self.name = name

    def __repr__(self) -> str:
        return str(self.name)


Unassigned: Variable = Variable("Unassigned")
"""Stands for a value that is not known yet."""


class Domain(list[Any]):
    """The values of a variable. Some of them can be hidden, until the state before is restored.

    >>> domain = Domain([1, 2, 3])
    >>> domain.pushState()
    >>> domain.hideValue(2)
    >>> domain
    [1, 3]
    >>> domain.popState()
    >>> sorted(domain)
    [1, 2, 3]
    """

    def __init__(self, set: Iterable[Any]) -> None:  # noqa: A002 - the name of the parameter is python-constraint's
        super().__init__(set)
        self._hidden: list[Any] = []
        self._states: list[int] = []

    def resetState(self) -> None:
        """Restore all values, and forget the states."""
        self.extend(self._hidden)
        self._hidden.clear()
        self._states.clear()

    def pushState(self) -> None:
        """Remember which values are there now."""
        self._states.append(len(self._hidden))

    def popState(self) -> None:
        """Restore the values that were hidden since the last `pushState`."""
        height = self._states.pop()
        self.extend(self._hidden[height:])
        del self._hidden[height:]

    def hideValue(self, value: Any) -> None:
        """Hide *value* until the state is restored."""
        self.remove(value)
        self._hidden.append(value)
