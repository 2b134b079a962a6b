"""What the compiler of the hot modules needs to be told, and a stand-in for when it is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

__all__ = ["attributes_of", "mypyc_attr", "trait", "with_attributes"]

T = TypeVar("T")

if TYPE_CHECKING:
    from typing import Protocol

    from mypy_extensions import mypyc_attr, trait

    class Unchecked(Protocol):
        """A type that nothing has. Next to another, it keeps the compiler from checking an argument by itself.

        What is wrong with it is then found by our own check, with our own words.
        """

        def nothing_has_this(self) -> None:
            """Tell it from everything else."""
else:

    def mypyc_attr(*_flags, **_settings):
        """Mark nothing: the compiler has read the mark from the source already."""
        return lambda marked: marked

    def trait(marked):
        """Mark nothing: the compiler needs to know which base is no more than methods."""
        return marked


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
