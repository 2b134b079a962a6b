"""`Product`: a number is the product of several variables."""

from __future__ import annotations

from collections.abc import Iterable

from csplib.errors import ScopeError
from csplib.modelling.arguments import as_number
from csplib.modelling.calculations import Calculation
from csplib.modelling.constraints.base import as_term, listed
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.operations import Multiplication

__all__ = ["Product"]


class Product(Comparison):
    """The product of *variables* equals *result*, which is an integer, a variable or an expression.

    >>> from csplib import Problem
    >>> p = Problem()
    >>> width, height, depth = p.add_variables(["width", "height", "depth"], range(2, 100))
    >>> p.add(Product([width, height, depth], 105), width <= height, height <= depth)
    >>> p.solve()
    Solution({'width': 3, 'height': 5, 'depth': 7})

    Over many values it reasons about bounds; over few it leaves exactly the supported values, as `Comparison` does.
    """

    def __init__(self, variables: Iterable[object], result: object, *, name: str | None = None, rank: int = 0) -> None:
        factors = [as_term(variable) for variable in listed(variables, "Product needs a collection of variables")]
        if not factors:
            raise ScopeError("Product needs at least one variable")
        weights = [(Calculation(Multiplication(), factors), 1), (as_number(result, "a product"), -1)]
        super().__init__(weights, 0, "==", name=name)
        self.rank = rank
