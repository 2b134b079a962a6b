"""Questions about random models in a checked run, compared with brute force: what the fuzzer and its sample ask."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from copy import copy
from itertools import pairwise
from random import Random
from typing import Any

from random_models import Model, model
from thresholds import LOWERED, lowered, small_tables

from csplib import COMPILED, CertificateError, Constraint, DomainError, LimitReached, Status, geometric
from csplib.certificates.checker import check
from csplib.testing import checked

INTERVALS = "modelling.domains.MOST_BITS"

MOST_DROPPED = 4
LIMIT: dict[str, Any] = {"time_limit": 0.4}  # many small models find more than a few large ones
LEARNING: list[dict[str, Any]] = [{}, {"learning": True}, {"learning": False}]


def key(row: Any) -> Any:
    return tuple(row.values())


def _refuse_limit(search: Any) -> None:
    """Treat a search that a limit has ended as one without an answer."""
    if search.status is Status.LIMIT:
        raise LimitReached("too long for this")


def ask_for_all(m: Model, rng: Random) -> None:
    search = m.problem.solutions(**_options(rng), **LIMIT)
    found = [key(s) for s in search]
    _refuse_limit(search)
    expected = sorted(map(key, m.solutions))
    assert sorted(found) == expected, ("solutions", len(found), len(expected))


def ask_for_one(m: Model, rng: Random) -> None:
    options = {**(_with_restarts(rng) or rng.choice(LEARNING)), **_options(rng)}
    found = m.problem.solve(**options, **LIMIT)
    assert (found is None) == (not m.solutions), ("solve", options, found)
    assert found is None or dict(found) in m.solutions, ("solve", options, found)


def ask_how_many(m: Model, rng: Random) -> None:
    limit = rng.choice([None, 1, 2])
    options = {} if limit is None else {"limit": limit, **rng.choice(LEARNING)}
    expected = len(m.solutions) if limit is None else min(limit, len(m.solutions))
    assert m.problem.count(**options, **LIMIT) == expected, ("count", options)


def ask_for_rows(m: Model, _: Random) -> None:
    search = m.problem.solutions(**LIMIT)
    found = list(search.rows())
    _refuse_limit(search)
    assert sorted(found) == sorted(map(key, m.solutions))


def ask_for_some_variables(m: Model, rng: Random) -> None:
    names = rng.sample([v.name for v in m.problem.variables], rng.randint(1, 2))
    search = m.problem.solutions(on=names, **LIMIT)
    found = [key(s) for s in search]
    _refuse_limit(search)
    assert sorted(found) == sorted({tuple([row[n] for n in names]) for row in m.solutions}), ("on", names)


def ask_for_the_best(m: Model, rng: Random) -> None:
    worths = [w for row in m.solutions if (w := m.worth(row)) is not None]
    sign = rng.choice([1, -1])
    options = {**(_with_restarts(rng) or rng.choice(LEARNING)), **_options(rng)}
    ask = m.problem.minimize if sign > 0 else m.problem.maximize
    found = ask(m.objective, **options, **LIMIT)
    seen = [one.objective for one in found]
    best = min([sign * w for w in worths], default=None)
    _refuse_limit(found)
    assert found.status in {Status.OPTIMAL, Status.UNSATISFIABLE}, found.status
    assert (sign * seen[-1] if seen else None) == best, ("best", sign, options, seen, best)
    assert found.best is None or dict(found.best.solution) in m.solutions
    assert all(sign * a > sign * b for a, b in pairwise(seen)), seen


def ask_what_is_possible(m: Model, _: Random) -> None:
    found = m.problem.possible(**LIMIT)
    for variable in m.problem.variables:
        expected = {row[variable.name] for row in m.solutions}
        assert set(found[variable.name]) == expected, ("possible", variable, found[variable.name], expected)


def ask_what_is_common(m: Model, _: Random) -> None:
    if not m.solutions:
        return
    common = {n: v for n, v in m.solutions[0].items() if all(row[n] == v for row in m.solutions)}
    found: Any = m.problem.in_common(**LIMIT)
    assert dict(found) == common


def ask_with_assumptions(m: Model, rng: Random) -> None:
    row = rng.choice(m.rows)
    facts = {n: row[n] for n in rng.sample(list(row), min(len(row), rng.randint(1, 3)))}
    fitting = [one for one in m.solutions if all(one[n] == v for n, v in facts.items())]
    options = rng.choice(LEARNING)
    found = m.problem.solve(assuming=facts, **options, **LIMIT)
    assert (found is None) == (not fitting), ("assuming", facts, options, found)
    assert m.problem.count(assuming=facts, **LIMIT) == len(fitting)


def ask_to_explain(m: Model, _: Random) -> None:
    found = m.problem.explain(**LIMIT)
    assert (found is None) == bool(m.solutions), ("explain", found)
    if found is not None:
        needed = {id(one) for one in found.constraints}
        kept = [one for one in m.problem.constraints if id(one) in needed]
        assert len(kept) == len(found.constraints)
        assert not _is_possible(m, kept), "explain names too few constraints"
        if len(kept) <= MOST_DROPPED:
            for one in kept:
                assert _is_possible(m, [other for other in kept if other is not one]), f"explain does not need {one}"


def _is_possible(m: Model, constraints: list[Constraint]) -> bool:
    """Return whether *constraints* have a solution, without the others."""
    part = copy(m.problem)
    kept = {id(one) for one in constraints}
    for one in m.problem.constraints:
        if id(one) not in kept:
            part.remove(one)
    return part.solve(learning=False, **LIMIT) is not None


def ask_for_a_proof(m: Model, rng: Random) -> None:
    try:
        certificate = m.problem.certify(limit=rng.choice([1, 2, 5]), **LIMIT)
    except CertificateError:
        return
    assert check(str(certificate))


QUESTIONS: list[Callable[[Model, Random], None]] = [
    ask_for_all, ask_for_one, ask_for_one, ask_how_many, ask_for_rows, ask_for_some_variables, ask_for_the_best,
    ask_for_the_best, ask_for_the_best, ask_what_is_possible, ask_what_is_common, ask_with_assumptions, ask_to_explain,
]  # fmt: skip


def _options(rng: Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if rng.random() < 0.3:
        options["seed"] = rng.randrange(100)
    return options


def _with_restarts(rng: Random) -> dict[str, Any]:
    """Draw early restarts, so that a search uses what it has refuted, and learns in between."""
    return {"restarts": geometric(rng.choice([1, 1, 2, 5]), 1.5)} if rng.random() < 0.5 else {}


def thresholds_for(seed: int) -> dict[str, float]:
    """Draw thresholds to lower: none, a few, or most of them. Compiled code has its own for good.

    Whether domains are intervals is drawn apart: everything else can matter with them and without.
    """
    rng = Random(seed + 1)
    if COMPILED:
        return {}
    keys = rng.sample(list(LOWERED), rng.choice([0, 0, 1, 2, 4, 8, 20, len(LOWERED)]))
    found = {key: rng.choice(LOWERED[key]) for key in keys if key != INTERVALS}
    if rng.random() < 0.3:
        found[INTERVALS] = rng.choice(LOWERED[INTERVALS])
    return found


def ask(seed: int, tally: Counter[str], questions: int = 6, size: int = 0) -> str | None:
    """Ask some questions about the model of this *seed* and *size*; return what went wrong, or None."""
    low = thresholds_for(seed)
    rows = Random(seed + 2).choice([None, 0, 0, 0, 1, 8, 40])  # a table hides the propagator of its constraint
    with ExitStack() as stack:
        stack.enter_context(lowered(low))
        if rows is not None:
            stack.enter_context(small_tables(rows))
        fault = _ask(seed, tally, questions, size)
    return None if fault is None else f"{fault}\nlowered: {low}, tables of {rows} rows"


def _ask(seed: int, tally: Counter[str], questions: int, size: int) -> str | None:
    rng = Random(seed)
    m = model(rng, seed, size)
    if m is None:
        tally["not a model"] += 1
        return None
    chosen = rng.sample(QUESTIONS, questions)
    if rng.random() < 0.5:
        chosen[0] = rng.choice([ask_what_is_possible, ask_for_a_proof]) if m.solutions else ask_to_explain
    names: list[str] = []
    try:
        with checked(m.problem, rows=m.rows, most=700, seed=seed) as run:
            for question in chosen:
                names.append(question.__name__)
                try:
                    question(m, rng)
                except DomainError:  # too many values for this question
                    tally["refused"] += 1
                except LimitReached:
                    tally["limit"] += 1
                tally[question.__name__] += 1
    except Exception as fault:  # noqa: BLE001 - whatever it is
        where = traceback.format_exc(limit=-2)
        return f"seed {seed}, {m.kinds}, {names[-1:]}: {type(fault).__name__}: {str(fault)[:700]}\n{where}"
    for kind in m.kinds:
        tally[f"kind {kind}"] += 1
    tally["removals"] += run.removals
    tally["reasons"] += run.reasons
    tally["fixpoints"] += run.fixpoints
    tally["drawn"] += run.drawn
    return None
