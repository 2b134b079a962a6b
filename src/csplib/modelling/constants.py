"""Constants: values in places where a term is needed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import ATOM, SIGN, Written
from csplib.errors import KindError
from csplib.kernel.compiler import mypyc_attr
from csplib.modelling.terms import Composite, Term

if TYPE_CHECKING:
    from csplib.modelling.terms import Domain

__all__ = ["Known"]


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Known(Composite):
    """A value in the place of a term; `Constant` adds the operators."""

    __slots__ = ("value",)

    inline: bool = True

    def __init__(self, value: Hashable) -> None:
        self.value: Hashable = value
        super().__init__()

    def variables(self) -> list[Term]:
        return []

    def integral(self) -> list[Term]:
        return []

    def leaves(self) -> list[Term]:
        return []

    def evaluate(self, values: Mapping[Hashable, Any]) -> Any:  # noqa: ARG002 - it depends on no variable
        return self.value

    def structure(self) -> Hashable:
        return ("constant", self.value)

    def shape(self, places: Mapping[Hashable, int]) -> Hashable:  # noqa: ARG002
        return ("constant", self.value)

    def compute(self, values: Mapping[Hashable, Any]) -> Any:  # noqa: ARG002
        return self.value

    def possible(self, domain_of: Callable[[Term], Domain]) -> Sequence[Hashable]:  # noqa: ARG002
        return [self.value]

    def definition(self) -> None:
        return None

    def weights(self) -> tuple[list[tuple[Term, int]], int]:
        if not isinstance(self.value, int):
            raise KindError(f"arithmetic takes integers, variables and expressions, not the constant {self}")
        return [], self.value

    def written(self) -> Written:
        text = repr(self.value)
        return text, SIGN if text.startswith("-") else ATOM

    def __str__(self) -> str:
        return self.written()[0]
