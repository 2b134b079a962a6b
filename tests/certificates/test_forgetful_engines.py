"""An engine that forgets a solution, or an optimum, gets no certificate; a right one gets it without a search."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from certificates.random_problems import few_variables
from certificates.second_checker import second_check
from models import queens

from csplib import CertificateError, Problem, Table
from csplib.certificates import certify as making
from csplib.certificates.logged_search import LoggedSearch
from csplib.certificates.proof import Proof
from csplib.certificates.translation import Translation
from csplib.lowering.compile import lay_out, lower_all

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")
LOST = "the checker (cannot follow|does not accept)"


def forget(monkeypatch: pytest.MonkeyPatch, constraint: Any) -> None:
    """Make the engine behind certificates believe in one *constraint* more, which their statement does not have."""

    def translated(problem: Problem[Any, Any]) -> Translation:
        believed = [*problem.constraints, constraint]
        lowering = lay_out(problem.domains, believed, clipped=False)
        return Translation(lower_all(lowering, believed), lowering, problem.constraints)

    monkeypatch.setattr(making, "_translated", translated)


@pytest.mark.parametrize("seed", range(120))
def test_an_engine_that_forgets_a_solution_is_not_certified(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    problem, _ = few_variables(rng)
    found = list(problem.solutions())
    if not found:
        return
    lost = rng.choice(found)
    forget(monkeypatch, Table(list(lost), forbidden=[tuple(lost.values())]))
    with pytest.raises(CertificateError, match=LOST):
        problem.certify()


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_a_forgotten_placement_of_queens_is_not_certified(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = queens(size)
    assert problem.certify().check() == f"there are {problem.count()} solutions"
    lost = list(problem.solutions())[-1]
    forget(monkeypatch, Table(list(lost), forbidden=[tuple(lost.values())]))
    with pytest.raises(CertificateError, match=LOST):
        problem.certify()


@pytest.mark.parametrize("seed", range(60))
def test_an_engine_that_forgets_what_is_better_is_not_certified(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    problem, objective = few_variables(rng)
    every = list(problem.minimize(objective))
    best = problem.minimize(objective).finish()
    if best is None or len(every) < 2:
        return
    worse = every[0]
    assert worse.objective > best.objective
    monkeypatch.setattr(making, "lay_out", lambda d, c, **k: lay_out(d, [*c, objective >= worse.objective], **k))
    monkeypatch.setattr(making, "lower_all", lambda to, c: lower_all(to, [*c, objective >= worse.objective]))
    wrong = making._Optimum(problem, objective, 1, worse)
    with pytest.raises(CertificateError, match=LOST):
        wrong.certificate({})


def test_an_engine_that_invents_a_solution_is_not_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    class Inventing(LoggedSearch):
        def __init__(self, *words: Any) -> None:
            super().__init__(*words)
            self.rows[0] = [0] * 4

    monkeypatch.setattr(making, "LoggedSearch", Inventing)
    with pytest.raises(CertificateError, match="the checker does not accept the certificate: it breaks a constraint"):
        queens(4).certify()


@pytest.mark.parametrize("goal", ["minimize", "maximize", None])
def test_a_proof_names_the_items_it_needs(goal: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each conclusion has an author, so hints need not be searched among all items."""

    def never(*_: object) -> None:
        raise AssertionError("no author was found")

    plain: Callable[..., Any] = Proof.add
    if not hasattr(plain, "__code__"):
        pytest.skip("the compiled class cannot be changed")
    monkeypatch.setattr(Proof, "_by_cases", never)
    for seed in range(60):
        problem, objective = few_variables(random.Random(seed))
        if goal is None or problem.solve() is None:
            certificate = problem.certify()
        else:
            certificate = problem.certify(**{goal: objective})
        assert certificate.check() == certificate.claim


def test_what_only_two_constraints_together_exclude_is_proven_by_cases() -> None:
    """The kernel intersects tables with one scope, but each rule of the checker is about one of them."""
    values = range(3)
    differ = [row for row in product(values, repeat=3) if row[0] == 0 or row[1] != row[2]]
    agree = [row for row in product(values, repeat=3) if row[0] == 0 or row[1] == row[2]]
    for assuming in ({}, {"b": 1}):
        problem: Problem[str, int] = Problem()
        a, b, c = problem.add_variables("abc", values)
        problem.add(Table([a, b, c], allowed=differ), Table([a, b, c], allowed=agree))
        certificate = problem.certify(assuming=assuming)
        assert len(certificate.solutions) == problem.count(assuming=assuming) > 0
        assert certificate.check() == second_check(str(certificate)) == certificate.claim
        problem.add(a != 0)
        assert problem.certify(assuming=assuming).check() == "there are no solutions"
