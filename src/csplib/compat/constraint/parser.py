"""Constraints as text, in Python's notation: which of python-constraint's constraints a text stands for.

A text is the program's own. What is not a sum, a product or a comparison becomes a Python function.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

from csplib.compat.constraint.base import CompilableFunctionConstraint, Constraint, FunctionConstraint
from csplib.compat.constraint.numbers import (
    ExactProdConstraint,
    ExactSumConstraint,
    MaxProdConstraint,
    MaxSumConstraint,
    MinProdConstraint,
    MinSumConstraint,
    VariableExactProdConstraint,
    VariableExactSumConstraint,
    VariableMaxProdConstraint,
    VariableMaxSumConstraint,
    VariableMinProdConstraint,
    VariableMinSumConstraint,
)
from csplib.compat.constraint.values import AllDifferentConstraint, AllEqualConstraint

__all__ = [
    "compile_to_constraints",
    "extract_operators",
    "function_from",
    "is_or_evals_to_number",
    "parse_restrictions",
]

Domains = Mapping[str, Sequence[Any]]
_Kinds = Mapping[type[ast.cmpop], Any]

_TINY = 1e-12
"""What makes a strict comparison with a number one that is not strict."""

_MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
}
_SUMS: _Kinds = {
    ast.Eq: ExactSumConstraint,
    ast.LtE: MaxSumConstraint,
    ast.Lt: MaxSumConstraint,
    ast.GtE: MinSumConstraint,
    ast.Gt: MinSumConstraint,
}
_PRODUCTS: _Kinds = {
    ast.Eq: ExactProdConstraint,
    ast.LtE: MaxProdConstraint,
    ast.Lt: MaxProdConstraint,
    ast.GtE: MinProdConstraint,
    ast.Gt: MinProdConstraint,
}
_SUM_TARGETS: _Kinds = {
    ast.Eq: VariableExactSumConstraint,
    ast.LtE: VariableMaxSumConstraint,
    ast.GtE: VariableMinSumConstraint,
}
_PRODUCT_TARGETS: _Kinds = {
    ast.Eq: VariableExactProdConstraint,
    ast.LtE: VariableMaxProdConstraint,
    ast.GtE: VariableMinProdConstraint,
}
_ARITHMETIC: dict[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


def parse_restrictions(restrictions: Sequence[str], tune_params: Domains) -> list[tuple[Constraint | str, list[str]]]:
    """Return a constraint, or the text of a function, and its variables, for each part of *restrictions*.

    >>> [(one, params)] = parse_restrictions(["x * y <= 30"], {"x": [1, 2], "y": [8, 16]})
    >>> type(one).__name__, params
    ('MaxProdConstraint', ['x', 'y'])
    """
    found: list[tuple[Constraint | str, list[str]]] = []
    known = {re.sub(r"\s", "", text): text for text in reversed(restrictions)}
    for text in [text for text in restrictions if known.pop(re.sub(r"\s", "", text), None) is not None]:
        for part in _parts(ast.parse(text.strip(), mode="eval").body):
            params = list(dict.fromkeys([name for name in _names(part) if name in tune_params]))
            constraint = _constraint_from(part, params, tune_params)
            found.append((constraint or f"def r({', '.join(params)}): return {ast.unparse(part)} \n", params))
    return found


def compile_to_constraints(
    constraints: Sequence[str],
    domains: Domains,
    picklable: bool = False,  # noqa: FBT001, FBT002
) -> list[tuple[Constraint, list[str], str | None]]:
    """Return constraints for texts, each with its variables and, if it is a function, its source."""
    found: list[tuple[Constraint, list[str], str | None]] = []
    for one, params in parse_restrictions(constraints, domains):
        if isinstance(one, Constraint):
            found.append((one, params, None))
        elif picklable:
            found.append((CompilableFunctionConstraint(one), params, one))
        else:
            found.append((FunctionConstraint(function_from(one)), params, one))
    return found


def function_from(source: str) -> FunctionType:
    """Return the function that *source* defines."""
    names: dict[str, Any] = {}
    exec(compile(source, "<constraint>", "exec"), names)  # noqa: S102 - the text is the program's own
    function: FunctionType = names["r"]
    return function


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts that all must hold: each comparison of a chain such as ``1 <= x < 5``."""
    if (
        isinstance(node, ast.Compare)
        and len(node.ops) > 1
        and not any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops)
    ):
        sides = [node.left, *node.comparators]
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            yield ast.Compare(left, [op], [right])
    else:
        yield node


def _names(node: ast.AST) -> list[str]:
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]


def _constraint_from(node: ast.expr, params: list[str], domains: Domains) -> Constraint | None:
    """Return the constraint of this package that *node* stands for, if there is one."""
    if not isinstance(node, ast.Compare):
        return None
    sides = [node.left, *node.comparators]
    if len(params) == len(domains) == len(sides) and all(isinstance(side, ast.Name) for side in sides):
        kinds = {type(op) for op in node.ops}
        if kinds == {ast.NotEq} and len(sides) == 2:
            return AllDifferentConstraint()
        if kinds == {ast.Eq} and len(sides) > 2:
            return AllEqualConstraint()
    numeric = all(isinstance(value, int | float) for name in params for value in domains[name])
    if len(node.ops) != 1 or not numeric or not params:
        return None
    (left, right), kind = sides, type(node.ops[0])
    if kind not in _MIRRORED or kind is ast.NotEq:
        return None
    return _compared(left, kind, right, domains) or _compared(right, _MIRRORED[kind], left, domains)


def _compared(left: ast.expr, kind: type[ast.cmpop], right: ast.expr, domains: Domains) -> Constraint | None:
    """Return the constraint for ``left kind right``, where *left* is the sum or product, if it is one."""
    number = _number(right)
    summed, multiplied = _operands(left, ast.Add), _operands(left, ast.Mult)
    if number is not None and (summed or multiplied):
        number += {ast.Lt: -_TINY, ast.Gt: _TINY}.get(kind, 0)
        found: Constraint = (_SUMS if summed else _PRODUCTS)[kind](number)
        return found
    if number is None and isinstance(right, ast.Name):
        return _with_target(left, kind, right.id, domains)
    return None


def _with_target(left: ast.expr, kind: type[ast.cmpop], target: str, domains: Domains) -> Constraint | None:
    """Return the constraint for ``left kind target``: a sum or a product, or a difference or quotient rewritten."""
    found: Constraint | None = None
    summed, multiplied = _operands(left, ast.Add), _operands(left, ast.Mult)
    if summed and kind in _SUM_TARGETS:
        found = _SUM_TARGETS[kind](target, summed)
    elif multiplied and kind in _PRODUCT_TARGETS:
        found = _PRODUCT_TARGETS[kind](target, multiplied)
    elif (taken := _taken_away(left, ast.Sub)) is not None and (number := _number(taken[0])) is not None:
        found = (
            _SUMS[_MIRRORED[kind]](number + {ast.Gt: -_TINY, ast.Lt: _TINY}.get(kind, 0))
            if kind is not ast.Eq
            else None
        )
    elif taken is not None and isinstance(taken[0], ast.Name) and _MIRRORED[kind] in _SUM_TARGETS:
        found = _SUM_TARGETS[_MIRRORED[kind]](taken[0].id, [target, *taken[1]])
    elif (
        (over := _taken_away(left, ast.Div)) is not None
        and isinstance(over[0], ast.Name)
        and _MIRRORED[kind] in _PRODUCT_TARGETS
        and all(value >= 0 for name in over[1] for value in domains[name])
    ):
        found = _PRODUCT_TARGETS[_MIRRORED[kind]](over[0].id, [target, *over[1]])
    return found


def _operands(node: ast.expr, kind: type[ast.operator]) -> list[str] | None:
    """Return the different names in ``a + b + c``, or in ``a`` alone, or None."""
    if isinstance(node, ast.Name):
        return [node.id] if kind is ast.Add else None
    if not isinstance(node, ast.BinOp) or type(node.op) is not kind:
        return None
    names: list[str] = []
    while isinstance(node, ast.BinOp) and type(node.op) is kind and isinstance(node.right, ast.Name):
        names.append(node.right.id)
        node = node.left
    if not isinstance(node, ast.Name) or len({*names, node.id}) != len(names) + 1:
        return None
    return [node.id, *reversed(names)]


def _taken_away(node: ast.expr, kind: type[ast.operator]) -> tuple[ast.expr, list[str]] | None:
    """Return the first operand of ``a - b - c``, and the names of the others, or None."""
    names: list[str] = []
    while isinstance(node, ast.BinOp) and type(node.op) is kind and isinstance(node.right, ast.Name):
        names.append(node.right.id)
        node = node.left
    return (node, names[::-1]) if names and not isinstance(node, ast.BinOp) else None


def _number(node: ast.expr) -> int | float | None:
    """Return the number that *node* is without any variable, or None."""
    try:
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, int | float) else None
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            inside = _number(node.operand)
            return None if inside is None else -inside if isinstance(node.op, ast.USub) else inside
        if isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
            left, right = _number(node.left), _number(node.right)
            if left is not None and right is not None:
                found: int | float = _ARITHMETIC[type(node.op)](left, right)
                return found if isinstance(found, int | float) else None
    except (ArithmeticError, ValueError):
        pass
    return None


def is_or_evals_to_number(s: str) -> int | float | None:
    """Return the number that a text stands for, or None.

    >>> is_or_evals_to_number("1 + 2 * 3 / 4"), is_or_evals_to_number("x + 2")
    (2.5, None)
    """
    try:
        return _number(ast.parse(s.strip(), mode="eval").body)
    except (SyntaxError, ValueError):
        return None


def extract_operators(expr: str) -> list[str]:
    """Return the operators of an expression with two operands, in their order in the text.

    >>> extract_operators("a*b + c/d - e")
    ['*', '+', '/', '-']
    """
    return re.findall(r"\*\*|(?<=[\w)])-|[+*/]", expr.replace(" ", ""))
