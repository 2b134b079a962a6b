"""From the statements of a FlatZinc file to a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex

from csplib.asking.options import QuestionOptions, question_keywords
from csplib.display.wording import brief
from csplib.errors import CSPError, FormatError
from csplib.formats.flatzinc.annotations import options_for
from csplib.formats.flatzinc.arithmetic import ARITHMETIC
from csplib.formats.flatzinc.counting import COUNTING
from csplib.formats.flatzinc.globals import GLOBALS
from csplib.formats.flatzinc.logic import LOGIC
from csplib.formats.flatzinc.narrowing import narrow
from csplib.formats.flatzinc.posting import as_term, if_true, iff
from csplib.formats.flatzinc.printing import FlatZincPrinter
from csplib.formats.flatzinc.scheduling import SCHEDULING
from csplib.formats.flatzinc.sets import SETS
from csplib.formats.flatzinc.statements import Posted, Statements
from csplib.formats.flatzinc.terms import Terms
from csplib.formats.flatzinc.uniting import without_disguises
from csplib.formats.model import Model
from csplib.formats.source import Source
from csplib.modelling.constraints.logic import as_constraint, conjuncts
from csplib.problem import Problem

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from csplib.asking.solutions import Solutions

__all__ = ["FlatZincModel", "read_flatzinc"]

_KNOWN: dict[str, Callable[..., Any]] = {**LOGIC, **ARITHMETIC, **COUNTING, **GLOBALS, **SCHEDULING, **SETS}
_PREFIXES = ("csplib_", "fzn_")
_AT_ONCE = 1000


class FlatZincModel(Model):
    """What a FlatZinc file states. A solution is one of the variables that the file shows: others do not count."""

    def __init__(self, problem: Problem[str, Any], statements: Statements, printer: FlatZincPrinter) -> None:
        super().__init__(problem, maximize=statements.goal == "maximize", printer=printer)
        self.shown: list[Any] = printer.names

    @question_keywords
    def solutions(
        self, *, solution_limit: SupportsIndex | None = None, **options: Unpack[QuestionOptions]
    ) -> Solutions[Any, Any]:
        """Iterate over all combinations of the variables that are shown: see `Problem.solutions`.

        The search annotations of the file are for one solution, or the best one.
        """
        return self.problem.solutions(on=self._shown(), solution_limit=solution_limit, **options)

    @question_keywords
    def count(
        self,
        limit: SupportsIndex | None = None,
        *,
        on: Iterable[object] | None = None,
        **options: Unpack[QuestionOptions],
    ) -> int:
        """Return the number of combinations of the variables that are shown: see `Problem.count`."""
        return self.problem.count(limit, on=self._shown() if on is None else on, **options)

    def _shown(self) -> list[Any] | None:
        """Return the variables that are shown; None if these are all."""
        return self.shown if len(self.shown) < len(self.problem.variables) else None


def read_flatzinc(source: Source) -> Model:
    """Return the model that *source*, a FlatZinc file, states."""
    statements = Statements(source)
    narrow(statements.constraints)
    constraints = without_disguises(statements.constraints)
    problem: Problem[str, Any] = Problem()
    terms = Terms(problem, statements.cells)
    terms.share(statements.names.values())
    stated: list[Any] = []
    for posted in constraints:
        constraint = _constraint(posted, terms)
        if constraint is not True:
            stated += conjuncts(as_constraint(constraint, "FlatZinc needs constraints"))
        if len(stated) >= _AT_ONCE:
            problem.add(*stated)
            stated = []
    problem.add(*stated)
    model = FlatZincModel(problem, statements, FlatZincPrinter(statements.shown, terms))
    model.options = options_for(statements.search, terms, problem)
    if statements.goal != "satisfy":
        model.objective = as_term(terms.of(statements.objective))
    return model


def _constraint(posted: Posted, terms: Terms) -> Any:
    """Return the constraint, or True or False, that an item states."""
    name, arguments, item = posted
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    given = [terms.of(one) for one in arguments]
    try:
        return _posted(name, given)
    except KeyError as fault:
        if fault.args != (name,):
            raise
        raise item.error(f"csplib does not know the constraint {brief(posted.name)}", 1) from None
    except FormatError:
        raise
    except (CSPError, TypeError, ValueError, IndexError, AttributeError) as fault:
        raise item.error(f"{posted.name} cannot have these arguments: {fault}", 1) from fault


def _posted(name: str, given: list[Any]) -> Any:
    """Return the constraint called *name*: one that csplib knows, or its truth (_reif), or an implication (_imp)."""
    if name in _KNOWN:
        if name == "bool_eq" and len(given) == 3:
            return iff(given[2], given[0] == given[1])
        return _KNOWN[name](*given)
    for suffix, rule in (("_reif", iff), ("_imp", if_true)):
        plain = name.removesuffix(suffix)
        if plain != name and plain in _KNOWN and given:
            *others, truth = given
            constraint = _KNOWN[plain](*others)
            return rule(truth, constraint)
    raise KeyError(name)
