"""`Given`: a constraint of a file, with its arguments if it is a template. It answers what its parts stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from csplib.formats.xcsp3.cells import MOST_LISTED
from csplib.formats.xcsp3.numbers import Condition, as_term, numbers
from csplib.formats.xcsp3.operands import bound, greatest_parameter, has_parameters
from csplib.formats.xcsp3.tables import tuples_of
from csplib.lowering.hidden import domain_of
from csplib.modelling.domains import number_of_values
from csplib.modelling.terms import Term

if TYPE_CHECKING:
    from csplib.formats.xcsp3.elements import Element
    from csplib.formats.xcsp3.operands import Names
    from csplib.problem import Problem

__all__ = ["Given", "arity_of", "parsed"]


class Given:
    """A constraint as it stands in the file. *arguments* take the place of the parameters of a template."""

    def __init__(
        self, element: Element, names: Names, problem: Problem[str, Any], arguments: Sequence[Any] = (), rest: int = 0
    ) -> None:
        self.element: Element = element
        self.names: Names = names
        self.problem: Problem[str, Any] = problem
        self.arguments: Sequence[Any] = arguments
        self.rest: int = rest

    def inside(self, element: Element) -> Given:
        """Return another constraint, which is inside this one, with the same arguments."""
        return Given(element, self.names, self.problem, self.arguments, self.rest)

    def window(self, template: Element, arguments: Sequence[Any]) -> Given:
        """Return a *template* with these *arguments*."""
        return Given(template, self.names, self.problem, arguments, len(arguments))

    def has(self, tag: str) -> bool:
        """Return whether there is a child with this *tag*."""
        return self.element.find(tag) is not None

    def only(self, *tags: str) -> None:
        """Refuse children with other tags."""
        for child in self.element.children:
            if child.tag not in tags:
                raise ValueError(f"<{child.tag}> inside of <{self.element.tag}> is not known")

    def child(self, tag: str) -> Element:
        """Return the child with this *tag*; the constraint itself has the list if it has no children."""
        found = self.element.find(tag)
        if found is None:
            if tag in {"list", "function"} and not self.element.children:
                return self.element
            raise ValueError(f"<{self.element.tag}> needs <{tag}>")
        return found

    def of(self, element: Element) -> list[Any]:
        """Return what the text of *element* stands for."""
        slots, is_open = parsed(element, self.names)
        return bound(slots, self.arguments, self.rest) if is_open else slots

    def operands(self, tag: str) -> list[Any]:
        """Return what the text of a child stands for."""
        return self.of(self.child(tag))

    def numbers(self, tag: str = "list") -> list[Any]:
        """Return the integers, variables and expressions of a child."""
        return numbers(self.operands(tag))

    def terms(self, tag: str = "list") -> list[Term]:
        """Return the variables and expressions of a child; values are constants."""
        return [as_term(operand) for operand in self.operands(tag)]

    def lists(self) -> list[list[Any]]:
        """Return the operands of each <list>."""
        return [self.of(child) for child in self.element.all("list")] or [self.operands("list")]

    def values(self, tag: str = "values") -> list[Any]:
        """Return integers and symbols, with those of ranges."""
        found = self.listed(tag)
        strange = [value for value in found if not isinstance(value, (int, str))]
        if strange:
            raise ValueError(f"<{tag}> of <{self.element.tag}> needs values, not {str(strange[0])[:40]}")
        return found

    def listed(self, tag: str) -> list[Any]:
        """Return what the text of a child stands for, with the integers of ranges."""
        found: list[Any] = []
        for operand in self.operands(tag):
            several = operand if isinstance(operand, (range, list, tuple)) else [operand]
            if several and len(found) + number_of_values(several) > MOST_LISTED:
                raise ValueError(f"<{tag}> of <{self.element.tag}> has more than {MOST_LISTED:,} values")
            found += several
        return found

    def one(self, tag: str) -> Any:
        """Return the only operand of a child."""
        found = self.operands(tag)
        if len(found) != 1:
            raise ValueError(f"<{tag}> of <{self.element.tag}> needs one operand, not {len(found)}")
        return found[0]

    def matrix(self, tag: str = "matrix") -> list[list[Any]]:
        """Return the rows of a matrix, all of one length."""
        child = self.child(tag)
        if child.parsed is None:
            rows = self.names.rows(child.text)
            child.parsed = (rows, has_parameters([entry for row in rows for entry in row]))
        rows, is_open = child.parsed
        if is_open:
            rows = [bound(row, self.arguments, self.rest) for row in rows]
        if len({len(row) for row in rows}) != 1:
            raise ValueError(f"<{tag}> of <{self.element.tag}> has rows of different lengths")
        return rows

    def condition(self, tag: str = "condition", place: int = 0) -> Condition:
        """Return the condition in a child; *place* counts children with that tag."""
        found = self.element.all(tag)
        if place >= len(found):
            raise ValueError(f"<{self.element.tag}> needs <{tag}>")
        operands = self.of(found[place])
        if len(operands) != 1 or not isinstance(operands[0], Condition):
            raise ValueError(f"a condition must look like (le,10), not {found[place].text.strip()[:40]!r}")
        return operands[0]

    def flag(self, attribute: str, element: Element, *, default: bool = False) -> bool:
        """Return whether an attribute is "true"."""
        text = element.get(attribute).strip().lower()
        if text not in {"", "true", "false"}:
            raise ValueError(f"the attribute {attribute} must be true or false, not {text[:20]!r}")
        return text == "true" if text else default

    def start(self, element: Element | None = None, attribute: str = "startIndex") -> int:
        """Return the number from which an *element* counts its items."""
        text = (element or self.element).get(attribute) or self.element.get(attribute) or "0"
        return int(text)

    def domain(self, operand: Any) -> Sequence[Any]:
        """Return the possible values of a variable, an expression or a value, and perhaps more."""
        return domain_of(operand, self.names.domains) if isinstance(operand, Term) else (operand,)

    def arity(self, template: Element) -> int:
        """Return the number of arguments that a *template* inside names."""
        return arity_of(template, self.names)

    def values_of(self, terms: Sequence[Any]) -> list[Any]:
        """Return the values that one of *terms* or another can have, in order."""
        found: set[Any] = set()
        for domain in dict.fromkeys([self.domain(term) for term in terms]):
            if len(found) + number_of_values(domain) > MOST_LISTED:
                raise ValueError(f"the variables of <{self.element.tag}> have more than {MOST_LISTED:,} values")
            found.update(domain)
        return sorted(found)


def parsed(element: Element, names: Names) -> tuple[list[Any], bool]:
    """Return what the text of *element* stands for, and whether there are parameters in it."""
    if element.parsed is None:
        slots = names.operands(element.text)
        element.parsed = (slots, has_parameters(slots))
    found: tuple[list[Any], bool] = element.parsed
    return found


def arity_of(element: Element, names: Names) -> int:
    """Return the number of arguments that a template names: the greatest number of a parameter plus 1."""
    found = -1
    waiting = [element]
    while waiting:
        one = waiting.pop()
        waiting += one.children
        if "%" not in one.text:
            continue
        if one.tag in {"matrix", "origins", "lengths", "conditions", "except"} and one.text.lstrip().startswith("("):
            slots = [names.operand(entry) for row in tuples_of(one.text) for entry in row]
        else:
            slots = parsed(one, names)[0]
        found = max(found, greatest_parameter(slots))
    return found + 1
