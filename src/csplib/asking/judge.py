"""The judge: the constraints that an assignment breaks. It shares no code with propagation and search."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from csplib.display.wording import called
from csplib.kernel.other_libraries import has_value
from csplib.modelling.constraints.base import Constraint, holds
from csplib.modelling.constraints.membership import In

__all__ = ["violations"]


def violations(
    domains: Mapping[Hashable, Sequence[Hashable]],
    constraints: Sequence[Constraint],
    assignment: Mapping[Hashable, object],
    *,
    partial: bool = False,
) -> list[Constraint]:
    """Return what *assignment* breaks: domains first (as `In` constraints), then constraints as they were stated.

    A variable without a value breaks its domain, so that the list is empty only for a solution. With *partial*,
    variables without a value, and the constraints over them, are skipped instead.
    """
    broken: list[Constraint] = []
    for name, domain in domains.items():
        if name not in assignment:
            if not partial:
                broken.append(In(name, domain, name=f"the domain of {called(name)} (it has no value)"))
        elif not has_value(domain, assignment[name]):
            broken.append(In(name, domain, name=f"the domain of {called(name)}"))
    judged = assignment.keys() - {constraint.scope[0] for constraint in broken}
    complete = [c for c in constraints if judged.issuperset([variable.name for variable in c.reads()])]
    broken += [constraint for constraint in complete if not holds(constraint, assignment)]
    return broken
