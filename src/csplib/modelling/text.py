"""Constraints and expressions as text, in Python's notation: ``x + y <= 10 and z != x``.

The text is parsed, and never evaluated: names are variables, operators and a few functions mean what they mean in
csplib, and everything else is refused with an error that points at its column.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from csplib.display.wording import brief, either
from csplib.errors import CSPError, TextError
from csplib.kernel.divisions import power
from csplib.modelling.choices import at_least_one, if_then_else
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.logic import AllOf, AnyOf, as_constraint
from csplib.modelling.constraints.membership import In
from csplib.modelling.expressions import Constant
from csplib.modelling.terms import Term
from csplib.modelling.text_functions import FUNCTIONS, number
from csplib.modelling.text_hints import function_hint, member, name_hint, syntax_hint

if TYPE_CHECKING:
    from csplib.modelling.terms import Domain

__all__ = ["constraint_from", "read"]

_LONGEST = 10_000
_DEEPEST = 60
_MOST_BITS = 1 << 16
_SHOWN = 60

_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_OPERATED: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Div: operator.truediv,  # which expressions refuse, with a hint
}
_LOGIC = (ast.BitAnd, ast.BitOr, ast.BitXor)


def constraint_from(text: str, variables: Mapping[Any, Term], domains: Mapping[Any, Domain]) -> Constraint:
    """Return the constraint that *text* states about *variables*. Its name is the text."""
    reader = _Reader(text, variables, domains)
    found = reader.read()
    try:
        constraint = as_constraint(found, f"{brief(text)} must be a constraint")
    except CSPError as cause:
        kind = "an expression" if isinstance(found, Term) else "a value"
        several = isinstance(found, tuple) and any(isinstance(one, Constraint) for one in found)
        hint = ": join constraints by and" if several else ""
        raise reader.error(0, f"this is {kind}, not a constraint{hint}") from cause
    return constraint if constraint.name is not None else constraint.named(" ".join(text.split()))


def read(text: str, variables: Mapping[Any, Term], domains: Mapping[Any, Domain]) -> Any:
    """Return the constraint or the expression that *text* stands for."""
    found = _Reader(text, variables, domains).read()
    return found if isinstance(found, (Term, Constraint)) else Constant(found)


class _Reader:
    """A text on the way to constraints and expressions over *variables* with these *domains*."""

    def __init__(self, text: str, variables: Mapping[Any, Term], domains: Mapping[Any, Domain]) -> None:
        self._line: str = " ".join(text.splitlines())
        self._variables: Mapping[Any, Term] = variables
        self._domains: Mapping[Any, Domain] = domains
        self._depth: int = 0
        if "#" in text and "\n" in text:
            raise self.error(text.index("#"), "a text of several lines must not have a #: comments are not read")
        if len(text) > _LONGEST:
            raise self.error(_LONGEST, f"the text is longer than {_LONGEST} characters")

    def read(self) -> Any:
        """Return what the text stands for."""
        margin = len(self._line) - len(self._line.lstrip())
        try:
            tree = ast.parse(self._line[margin:], mode="eval")
        except SyntaxError as cause:
            hint = syntax_hint(self._line)
            column = margin + cause.offset - 1 if cause.offset else len(self._line)  # without one, the end is missing
            raise self.error(min(column, len(self._line)), f"{cause.msg}{hint}") from None
        except (ValueError, MemoryError, RecursionError, OverflowError):
            raise self.error(0, "the text is nested too deeply, or has characters that cannot be read") from None
        # Columns of a tree count bytes.
        encoded = self._line[margin:].encode()
        self._columns: Callable[[int], int] = lambda byte: margin + len(encoded[:byte].decode(errors="ignore"))
        return self._value(tree.body)

    def error(self, column: int, message: str) -> TextError:
        """Return an error that points at *column*."""
        start = max(0, column - _SHOWN)
        shown = self._line[start : column + _SHOWN]
        return TextError(f"{message}, in column {column + 1} of\n  {shown}\n  {' ' * (column - start)}^")

    def _refused(self, node: ast.expr, message: str) -> TextError:
        return self.error(self._columns(node.col_offset), message)

    def _value(self, node: ast.expr) -> Any:
        """Return the term, constraint, value or tuple that *node* stands for."""
        read = _READ.get(type(node))
        if read is None:
            raise self._refused(node, f"{type(node).__name__} is not allowed here")
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                raise self._refused(node, f"the text is nested more than {_DEEPEST} deep")
            return read(self, node)
        except TextError:
            raise
        except (CSPError, TypeError, ArithmeticError) as cause:
            raise self._refused(node, str(cause)) from cause
        finally:
            self._depth -= 1

    def _constant(self, node: ast.Constant) -> Any:
        if not isinstance(node.value, (int, float, str)) and node.value is not None:
            raise self._refused(node, f"{brief(node.value)} is not allowed here")
        return node.value

    def _name(self, node: ast.Name) -> Any:
        if node.id not in self._variables:
            several = [one for name, one in self._variables.items() if isinstance(name, tuple) and name[0] == node.id]
            if several:  # an array
                return tuple(several)
            members = member(node.id, self._domains.values())
            if len(members) == 1:
                return members[0]
            kinds = either([f"{type(one).__name__}.{one.name}" for one in members], "and") if members else ""
            hint = f": there are {kinds}" if members else name_hint(node.id, self._variables, self._domains.values())
            raise self._refused(node, f"there is no variable {node.id!r}{hint}")
        return self._variables[node.id]

    def _subscript(self, node: ast.Subscript) -> Any:
        """Return the variable called ``x[1, 2]`` or ``("x", 1, 2)``, or with any name: ``p["any name"]``."""
        if not isinstance(node.value, ast.Name):
            raise self._refused(node, "only names can have [...]")
        base, key = node.value.id, self._value(node.slice)
        keys = key if isinstance(key, tuple) else (key,)
        inside = ", ".join([repr(one) for one in keys])
        names: list[Hashable] = [f"{base}[{inside}]", f"{base}[{inside.replace(' ', '')}]", (base, *keys), (base, key)]
        for name in [*names, key] if base == "p" else names:
            if name in self._variables:
                return self._variables[name]
        raise self._refused(node, f"there is no variable {names[0]!r} or {names[2]!r}")

    def _attribute(self, node: ast.Attribute) -> Any:
        """Return a member of an enumeration, called ``Color.RED``."""
        kind = node.value.id if isinstance(node.value, ast.Name) else ""
        members = member(node.attr, self._domains.values(), kind)
        if len(members) != 1:
            raise self._refused(node, f"{ast.unparse(node)} is not known: only members of enumerations have a dot")
        return members[0]

    def _several(self, node: ast.Tuple | ast.List | ast.Set) -> tuple[Any, ...]:
        return tuple([self._value(one) for one in node.elts])

    def _unary(self, node: ast.UnaryOp) -> Any:
        value: Any = self._value(node.operand)
        if isinstance(node.op, ast.Not):
            return ~as_constraint(value, "not needs a constraint")
        if isinstance(node.op, ast.Invert):
            return ~as_constraint(value, "~ needs a constraint")
        if isinstance(value, (str, tuple)) or value is None:
            raise self._refused(node, f"arithmetic takes integers, variables and expressions, not {brief(value)}")
        return -number(value) if isinstance(node.op, ast.USub) else +number(value)

    def _binary(self, node: ast.BinOp) -> Any:
        """Return the value of a chain such as ``a + b - c``; it is not nested, however long it is."""
        chain: list[ast.BinOp] = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        value = self._value(chain[-1].left)
        for one in reversed(chain):
            other = self._value(one.right)
            operate = _OPERATED.get(type(one.op))
            if operate is None:
                raise self._refused(one, f"{type(one.op).__name__} is not allowed here")
            if not isinstance(value, (Term, Constraint)) and not isinstance(other, (Term, Constraint)):
                value = self._computed(one, value, other)
            elif isinstance(one.op, _LOGIC):
                value = operate(value, other)
            else:
                value = operate(number(value), number(other))
        return value

    def _computed(self, node: ast.BinOp, one: Any, other: Any) -> int:
        """Return the result for two integers; refuse other values, and very large results."""
        if not isinstance(one, int) or not isinstance(other, int) or isinstance(node.op, (*_LOGIC, ast.Div)):
            raise self._refused(node, f"{brief(one)} and {brief(other)} cannot be computed here")
        if isinstance(node.op, ast.Pow) and other < 0:
            raise self._refused(node, f"the exponent must not be negative, as {other} is")
        found: int = power(one, other) if isinstance(node.op, ast.Pow) else _OPERATED[type(node.op)](one, other)
        if abs(found).bit_length() > _MOST_BITS:
            raise self._refused(node, f"the number has more than {_MOST_BITS} bits")
        return found

    def _boolean(self, node: ast.BoolOp) -> Constraint:
        word = "and" if isinstance(node.op, ast.And) else "or"
        parts = [as_constraint(self._value(one), f"{word!r} joins constraints") for one in node.values]
        return AllOf(parts) if word == "and" else AnyOf(parts)

    def _comparison(self, node: ast.Compare) -> Any:
        found: list[Any] = []
        left = self._value(node.left)
        for sign, operand in zip(node.ops, node.comparators, strict=True):
            right = self._right(operand) if isinstance(sign, (ast.In, ast.NotIn)) else self._value(operand)
            if isinstance(sign, (ast.In, ast.NotIn)):
                among = _among(left, right)
                found.append(among if isinstance(sign, ast.In) else ~as_constraint(among, "not in"))
            elif type(sign) in _COMPARED:
                found.append(_COMPARED[type(sign)](left, right))
            else:
                raise self._refused(operand, "'is' is not allowed: write ==")
            left = right
        return found[0] if len(found) == 1 else AllOf([as_constraint(one, "a comparison") for one in found])

    def _right(self, node: ast.expr) -> Sequence[Any]:
        """Return what may follow ``in``: values in brackets, or ``range(...)``."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            return range(*[self._value(one) for one in node.args])
        if not isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            raise self._refused(node, "in needs values in brackets, as in x in {1, 2}, or range(...)")
        return self._several(node)

    def _choice(self, node: ast.IfExp) -> Any:
        return if_then_else(self._value(node.test), self._value(node.body), self._value(node.orelse))

    def _call(self, node: ast.Call) -> Any:
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            raise self._refused(node, f"this function is not known{function_hint(name, FUNCTIONS)}")
        if node.keywords:
            raise self._refused(node, f"{node.func.id} takes no keywords here")
        return FUNCTIONS[node.func.id](*[self._value(one) for one in node.args])


def _among(left: Any, values: Sequence[Any]) -> Constraint | bool:
    """Return the constraint that *left* equals one of *values*."""
    if isinstance(left, Term) and not any(isinstance(value, Term) for value in values[:_LONGEST]):
        return In(left, values)
    if isinstance(left, Term) or any(isinstance(value, Term) for value in values[:_LONGEST]):
        return at_least_one([left == value for value in values])
    return left in values


_READ: dict[type[ast.expr], Callable[[_Reader, Any], Any]] = {
    ast.Attribute: _Reader._attribute,  # noqa: SLF001 - the table of its methods
    ast.BinOp: _Reader._binary,  # noqa: SLF001 - the table of its methods
    ast.BoolOp: _Reader._boolean,  # noqa: SLF001
    ast.Call: _Reader._call,  # noqa: SLF001
    ast.Compare: _Reader._comparison,  # noqa: SLF001
    ast.Constant: _Reader._constant,  # noqa: SLF001
    ast.IfExp: _Reader._choice,  # noqa: SLF001
    ast.List: _Reader._several,  # noqa: SLF001
    ast.Name: _Reader._name,  # noqa: SLF001
    ast.Set: _Reader._several,  # noqa: SLF001
    ast.Subscript: _Reader._subscript,  # noqa: SLF001
    ast.Tuple: _Reader._several,  # noqa: SLF001
    ast.UnaryOp: _Reader._unary,  # noqa: SLF001
}
