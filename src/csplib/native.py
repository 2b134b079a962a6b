"""What the compiler of the hot modules needs to be told, and a stand-in for when it is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["mypyc_attr", "trait"]

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
