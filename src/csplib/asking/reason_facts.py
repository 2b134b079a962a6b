"""From the steps of an explanation to the facts of a picture: which step rests on which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from csplib.asking.deductions import Deduction, Premise, Removal
from csplib.asking.explaining import Assumption
from csplib.display.reason_graph import Fact
from csplib.display.wording import called, either

__all__ = ["facts_of"]


def facts_of(steps: Sequence[Removal | Deduction], answer: str, supposed: str = "") -> list[Fact]:
    """Return a fact for each of *steps*, with the assumptions, and the *answer* as the last one.

    If something was *supposed*, the steps lead to a contradiction. Otherwise the last of them is the answer.
    """
    removals = [step for step in steps if isinstance(step, Removal)]
    facts = list(_removed(removals)) if removals else _deduced([step for step in steps if isinstance(step, Deduction)])
    if not supposed:
        return [*facts[:-1], facts[-1]._replace(text=answer, kind="answer")]
    last = steps[-1]
    if isinstance(last, Removal) and last.values:
        emptied = [place for place, step in enumerate(removals) if step.variable == last.variable]
        text = f"Nothing is left for {called(last.variable)}"
        facts.append(Fact(text, "conflict", since=tuple(emptied), mark=str(len(steps) + 1)))
    facts = [
        one._replace(text=f"suppose that {supposed}") if one.text == f"assumed: {supposed}" else one for one in facts
    ]
    return [*facts, Fact(answer, "answer", "so that is impossible", (len(facts) - 1,))]


def _removed(steps: Sequence[Removal]) -> Iterator[Fact]:
    """Yield a fact for each removal."""
    known_as = {(one.variable, *one.lost): str(one) for step in steps for one in step.since}
    removed: dict[tuple[object, object], int] = {}
    for place, step in enumerate(steps):
        lost = [(premise.variable, value) for premise in step.since for value in premise.lost]
        since = tuple(dict.fromkeys([removed[one] for one in lost]))
        removed |= {(step.variable, value): place for value in step.values}
        mark, hint = str(place + 1), str(step)
        if isinstance(step.constraint, Assumption):
            yield Fact(_assumed(step.constraint), "assumed", mark=mark, hint=hint)
        elif not step.values:
            yield Fact("It cannot hold", "conflict", str(step.constraint), since, mark, hint=hint)
        else:
            plain = str(Premise(step.variable, step.values, ()))
            text = known_as.get((step.variable, *step.values), plain)
            yield Fact(text, "implied" if since else "given", str(step.constraint), since, mark, hint=hint)


def _deduced(steps: Sequence[Deduction]) -> list[Fact]:
    """Return a fact for each deduction, and one for each assumption, which comes first."""
    used = {one.fact: one for step in steps for one in step.constraints if isinstance(one, Assumption)}
    facts = [Fact(_assumed(one), "assumed") for one in used.values()]
    place = {fact: number for number, fact in enumerate(used)}
    first = len(facts) - 1
    for number, step in enumerate(steps, 1):
        since = [place[one.fact] for one in step.constraints if isinstance(one, Assumption)]
        since += [first + earlier for earlier in step.steps]
        others = [str(one) for one in step.constraints if not isinstance(one, Assumption)]
        by = either(others, "and") if others else ""
        if step.conclusion is None:
            facts.append(Fact("Contradiction", "conflict", by, tuple(since), str(number), hint=str(step)))
            continue
        condition = f"if {' and '.join(map(str, step.since))}" if step.since else ""
        kind = "implied" if since else "given"
        facts.append(Fact(str(step.conclusion), kind, by, tuple(since), str(number), condition, str(step)))
    return facts


def _assumed(assumption: Assumption) -> str:
    variable, value = assumption.fact
    return f"assumed: {called(variable)} is {called(value)}"
