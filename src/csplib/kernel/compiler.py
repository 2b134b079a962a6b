"""What the compiler of the hot modules needs to be told, and a stand-in for when it is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["attributes_of", "because", "mypyc_attr", "refusal", "trait", "unfit", "with_attributes"]

T = TypeVar("T")
E = TypeVar("E", bound=BaseException)

if TYPE_CHECKING:
    from typing import Protocol, TypeAlias

    from mypy_extensions import mypyc_attr, trait

    class Unchecked(Protocol):
        """A type that nothing has. Next to another, it keeps the compiler from checking an argument by itself.

        What is wrong with it is then found by our own check, with our own words.
        """

        def nothing_has_this(self) -> None:
            """Tell it from everything else."""

    class Array(Protocol):
        """What has dimensions: an array of NumPy, a Series or a DataFrame of pandas."""

        @property
        def ndim(self) -> int: ...

    Label: TypeAlias = str | Unchecked
    Rank: TypeAlias = int | Unchecked
else:

    def mypyc_attr(*_flags, **_settings):
        """Mark nothing: the compiler has read the mark from the source already."""
        return lambda marked: marked

    def trait(marked):
        """Mark nothing: the compiler needs to know which base is no more than methods."""
        return marked


def because(error: E, cause: BaseException | None) -> E:
    """Return *error* with its cause, as ``raise error from cause`` has it, whose end the compiler ignores."""
    error.__cause__ = cause
    return error


def attributes_of(thing: object) -> dict[str, object]:
    """Give the attributes of *thing*: those in its dictionary and, compiled, those that have a place of their own."""
    found: dict[str, object] = dict(getattr(thing, "__dict__", {}))
    for name in getattr(thing, "__mypyc_attrs__", ()):
        if hasattr(thing, name):
            found[name] = getattr(thing, name)
    return found


def with_attributes(thing: T, attributes: dict[str, object]) -> T:
    """Set *attributes* of *thing*, wherever they are kept."""
    for name, value in attributes.items():
        setattr(thing, name, value)
    return thing


def unfit(needed: str, given: object) -> str:
    """Return the words for something else where a `CSP` or a `State` is *needed*; compiled functions ask for them."""
    source = "Problem.compile()" if needed == "CSP" else "CSP.state()"
    return f"a {needed} is needed, as {source} returns it, not {type(given).__name__}"


def refusal(signature: str, arguments: tuple[object, ...], keywords: dict[str, object]) -> str | None:
    """Return the words in which plain Python refuses a call of a function, or None if it does not.

    Compiled functions ask for it when a call does not fit, so that both builds say the same.

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
