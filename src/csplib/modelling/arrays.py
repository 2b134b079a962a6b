"""`VariableArray`: variables in rows and columns, or in any number of dimensions, found by index, label or slice."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, final

from csplib.display.wording import brief, value_text
from csplib.errors import KindError, UnknownVariableError
from csplib.kernel.other_libraries import integer_or_none, native

if TYPE_CHECKING:
    from csplib.modelling.expressions import Variable

__all__ = ["Axis", "VariableArray", "checked_axes", "names_along"]

Axis: TypeAlias = "range | tuple[Any, ...]"
"""The indices along a dimension: ``range(n)`` for positions, or a tuple of labels."""


def _refused(sign: str) -> Callable[[Any, Any], Any]:
    """Return an operator that refuses an array of variables, but leaves arrays of NumPy to NumPy."""

    def operate(array: Any, other: Any) -> Any:
        if getattr(other, "ndim", 0) and not isinstance(other, VariableArray):
            return NotImplemented
        raise KindError(
            f"{sign} takes single variables, and {array.name} is an array: use each of {array.name}.flat, "
            f"sum({array.name}.flat), or numpy.array({array.name})"
        )

    return operate


@final
class VariableArray:
    """Variables in one or more dimensions, made by `Problem.array`. The variable at ``x[0, 1]`` is ``("x", 0, 1)``.

    An index finds a variable, or a part of the array: ``x[0, 1]``, the row ``x[0]`` or ``x[0, :]``, the column
    ``x[:, 1]``, ``x[1:, [0, 2]]``. Along a dimension with labels, an index is a label or a list of labels. Iterating
    yields the rows of an array, and the variables of a single row. A solution returns the values of an array, or of a
    part of it, as a list, or a list of lists.

    Attributes:
        name: The name of the array.
        flat: All variables, row by row.
        shape: The length of each dimension.
        ndim: The number of dimensions.

    >>> from csplib import AllDifferent, Problem
    >>> p = Problem()
    >>> x = p.array("x", (2, 3), range(6))
    >>> p.add(AllDifferent(x), *[sum(column) == 5 for column in x.columns()], x[0, 0] == 4)
    >>> p.add(x[0, 1] < x[0, 2], x[0, 1] < x[1, 1])
    >>> solution = p.solve()
    >>> solution[x], solution[x[:, 1]], solution["x", 0, 1]
    ([[4, 0, 2], [1, 5, 3]], [0, 5], 0)

    """

    __slots__ = ("_axes", "flat", "name")

    # Its values in a solution are asked for as those of a list are, which has no hash either.
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(self, name: object, axes: Sequence[Axis], variables: Iterable[Variable]) -> None:
        self.name: object = name
        self.flat: tuple[Variable, ...] = tuple(variables)
        self._axes: tuple[Axis, ...] = tuple(axes)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple([len(axis) for axis in self._axes])

    @property
    def ndim(self) -> int:
        return len(self._axes)

    def __len__(self) -> int:
        return len(self._axes[0])

    def __iter__(self) -> Iterator[Any]:
        return iter(self.flat if len(self._axes) == 1 else self.rows())

    def __contains__(self, thing: object) -> bool:
        return any(one is thing for one in self.flat)

    def rows(self) -> list[VariableArray]:
        """Return what each index of the first dimension selects."""
        return [self[index, ...] for index in self._axes[0]]

    def columns(self) -> list[VariableArray]:
        """Return what each index of the last dimension selects."""
        return [self[..., index] for index in self._axes[-1]]

    def flat_variables(self) -> list[Variable]:
        """Return all variables, row by row: as constraints take an array."""
        return list(self.flat)

    def items(self) -> Iterator[tuple[Any, Variable]]:
        """Yield each index, a tuple if there are several dimensions, with its variable.

        >>> from csplib import Problem
        >>> shift = Problem().array("shift", (["Ann", "Bob"], 2), ["day", "night"])
        >>> [index for index, variable in shift.items()]
        [('Ann', 0), ('Ann', 1), ('Bob', 0), ('Bob', 1)]
        >>> shift["Bob", 1], shift[:, 0]
        (<Variable shift['Bob', 1]>, <VariableArray shift: 2>)
        """
        every = product(*self._axes) if self.ndim > 1 else iter(self._axes[0])
        return zip(every, self.flat, strict=True)

    def __getitem__(self, index: Any) -> Any:
        """Return a variable or, if the index selects several in a dimension, an array of them."""
        chosen = [_chosen(axis, one, self.name) for axis, one in zip(self._axes, self._indices(index), strict=True)]
        strides = [prod(self.shape[place + 1 :]) for place in range(self.ndim)]
        steps = [
            [place * stride for place in ([one] if isinstance(one, int) else one)]
            for one, stride in zip(chosen, strides, strict=True)
        ]
        found = [self.flat[sum(places)] for places in product(*steps)]
        left = [
            range(len(one)) if isinstance(axis, range) else tuple([axis[place] for place in one])
            for axis, one in zip(self._axes, chosen, strict=True)
            if not isinstance(one, int)
        ]
        return VariableArray(self.name, left, found) if left else found[0]

    def _indices(self, index: Any) -> list[Any]:
        """Return an index for each dimension; those not given, or given as ``...``, select all."""
        is_label = self.ndim == 1 and isinstance(self._axes[0], tuple) and index in self._axes[0]
        given = list(index) if isinstance(index, tuple) and not is_label else [index]
        dots = [place for place, one in enumerate(given) if one is ...]
        if len(given) - len(dots) > self.ndim or len(dots) > 1:
            raise UnknownVariableError(f"{self.name} has {self.ndim} dimensions, not {len(given)}: {brief(index)}")
        place = dots[0] if dots else len(given)
        rest = [slice(None)] * (self.ndim - len(given) + len(dots))
        return [*given[:place], *rest, *given[place + 1 :]]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:  # noqa: FBT001 - as NumPy calls it
        """Return the variables as an array of NumPy, of objects."""
        made = sys.modules["numpy"].empty(len(self.flat), dtype=object)
        made[:] = self.flat
        return made.reshape(self.shape)

    def __repr__(self) -> str:
        return f"<VariableArray {self.name}: {' x '.join([str(length) for length in self.shape])}>"

    __eq__: Any = _refused("==")
    __ne__: Any = _refused("!=")
    __lt__: Any = _refused("<")
    __le__: Any = _refused("<=")
    __gt__: Any = _refused(">")
    __ge__: Any = _refused(">=")
    __add__: Any = _refused("+")
    __radd__: Any = _refused("+")
    __sub__: Any = _refused("-")
    __rsub__: Any = _refused("-")
    __mul__: Any = _refused("*")
    __rmul__: Any = _refused("*")


def checked_axes(name: object, shape: Any) -> list[Axis]:
    """Return the dimensions of the array *name*: *shape* has a length or labels for each, or is the only one."""
    given = shape if isinstance(shape, tuple) else (shape,)
    if not given:
        raise KindError(f"the shape of {name} must have at least one dimension")
    return [_axis(name, native(one)) for one in given]


def _axis(name: object, one: Any) -> Axis:
    """Return a dimension with this length, or with these labels."""
    length = integer_or_none(one)
    if length is not None and length >= 0:
        return range(length)
    if length is not None or isinstance(one, (str, bytes)) or not isinstance(one, Iterable):
        example = "(3, 4) or (['Ann', 'Bob'], 7)"
        raise KindError(f"the shape of {name} must be numbers or lists of labels, as in {example}, not {brief(one)}")
    labels = tuple([native(label) for label in one])
    return range(len(labels)) if labels == tuple(range(len(labels))) else labels


def names_along(name: Hashable, axes: Sequence[Axis]) -> list[tuple[Any, ...]]:
    """Return the names of the variables of the array *name*, row by row."""
    return [(name, *index) for index in product(*axes)]


def _chosen(axis: Axis, index: Any, name: object) -> int | list[int]:
    """Return the place that *index* selects in a dimension, or the places if it selects several."""
    if isinstance(index, slice) and (isinstance(axis, range) or index == slice(None)):
        return list(range(len(axis)))[index]
    if isinstance(index, list):
        return [_place(axis, one, name) for one in index]
    return _place(axis, index, name)


def _place(axis: Axis, index: Any, name: object) -> int:
    """Return the place of a position or a label in a dimension."""
    index = native(index)
    if isinstance(axis, range):
        place = integer_or_none(index)
        if place is not None and -len(axis) <= place < len(axis):
            return place % len(axis)
    elif not isinstance(index, slice) and index in axis:
        return axis.index(index)
    has = f"positions 0 to {len(axis) - 1}" if isinstance(axis, range) else value_text(axis)
    raise UnknownVariableError(f"{name} has no index {brief(index)}: there are {has}")
