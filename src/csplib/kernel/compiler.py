"""Marks for the compiler of the hot modules, and helpers that make both builds behave alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["attributes_of", "because", "mypyc_attr", "refusal", "trait", "unfit", "with_attributes"]

T = TypeVar("T")
E = TypeVar("E", bound=BaseException)

if TYPE_CHECKING:
    from typing import Protocol, TypeAlias

    from mypy_extensions import mypyc_attr, trait

    class Unchecked(Protocol):
        """A type that no object has. In a union, it keeps the compiler from checking an argument.

        Our own check then finds the mistake, and raises our own exception.
        """

        def nothing_has_this(self) -> None:
            """Make the type differ from all others."""

    class Array(Protocol):
        """An object with dimensions: an array of NumPy, a Series or a DataFrame of pandas."""

        @property
        def ndim(self) -> int: ...

    class Moment(Protocol):
        """A date, a time, or both."""

        def isoformat(self) -> str: ...

    class Delay(Protocol):
        """A `datetime.timedelta`."""

        def total_seconds(self) -> float: ...

    Label: TypeAlias = str | Unchecked
    Rank: TypeAlias = int | Unchecked
else:

    def mypyc_attr(*_flags, **_settings):
        """Do nothing: the compiler reads the mark from the source."""
        return lambda marked: marked

    def trait(marked):
        """Do nothing: the compiler reads the mark from the source."""
        return marked


def because(error: E, cause: BaseException | None) -> E:
    """Return *error* with its cause set, as by ``raise error from cause``. The compiler ignores the ``from``."""
    error.__cause__ = cause
    return error


def attributes_of(thing: object) -> dict[str, object]:
    """Return the attributes of *thing*: those in its ``__dict__`` and, in compiled classes, those in slots."""
    found: dict[str, object] = dict(getattr(thing, "__dict__", {}))
    for name in getattr(thing, "__mypyc_attrs__", ()):
        if hasattr(thing, name):
            found[name] = getattr(thing, name)
    return found


def with_attributes(thing: T, attributes: dict[str, object]) -> T:
    """Set *attributes* of *thing*, and return it."""
    for name, value in attributes.items():
        setattr(thing, name, value)
    return thing


def unfit(needed: str, given: object) -> str:
    """Return the message for a wrong object where a `CSP` or a `State` is *needed*. Compiled functions call this."""
    source = "Problem.compile()" if needed == "CSP" else "CSP.state()"
    return f"a {needed} is needed, as {source} returns it, not {type(given).__name__}"


def refusal(signature: str, arguments: tuple[object, ...], keywords: dict[str, object]) -> str | None:
    """Return the message with which Python refuses a call of a function, or None if it accepts the call.

    Compiled functions call this for a call that they refuse, so that both builds say the same.

    >>> refusal("Diff.__init__($self, x, y)", ("a",), {})
    "Diff.__init__() missing 1 required positional argument: 'y'"
    """
    qualname, _, parameters = signature.partition("(")
    space: dict[str, Any] = {}
    exec(f"def stand_in({parameters.lstrip('$')}: pass", space)  # noqa: S102 - the signature is our own
    stand_in = space["stand_in"]
    stand_in.__qualname__ = qualname
    try:
        stand_in(*((None,) if parameters.startswith("$") else ()), *arguments, **keywords)
    except TypeError as error:
        return str(error)
    return None
