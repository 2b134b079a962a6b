"""Answer a question by a search that learns, and make a certificate of its log."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any, Final

from csplib.asking.options import check_options, check_positive, shared_clock
from csplib.asking.solutions import Status
from csplib.certificates.certificate import Certificate
from csplib.certificates.checker import FREE, Checker
from csplib.certificates.logged_search import LoggedSearch
from csplib.certificates.proof import Proof
from csplib.certificates.translation import Translation
from csplib.engine.proof_log import needed
from csplib.errors import CertificateError, LimitReached, OptionError
from csplib.kernel.csp import CSP
from csplib.lowering.compile import lay_out, lower_all
from csplib.lowering.hidden import domain_of
from csplib.modelling.arguments import as_number
from csplib.modelling.constraints.base import Constraint
from csplib.modelling.constraints.comparison import Comparison
from csplib.modelling.linear import linear_sum
from csplib.modelling.terms import Domain, Term

if TYPE_CHECKING:
    from csplib.asking.optimization import Improvement
    from csplib.asking.options import SearchOptions
    from csplib.problem import Problem

__all__ = ["certify"]

_ENDLESS: Final = 1 << 60
_last: list[tuple[CSP, Translation]] = []  # the last problem is often asked again, with other assumptions


def certify(
    problem: Problem[Any, Any], limit: int | None, minimize: object, maximize: object, options: SearchOptions
) -> Certificate:
    """Return a certificate of the number of solutions, up to *limit*, or of an optimum."""
    check_options(options)
    most = None if limit is None else check_positive("limit", limit)
    if sum([given is not None for given in (minimize, maximize, most)]) > 1:
        raise OptionError("certify takes one of limit=, minimize= and maximize=")
    facts = dict([one.fact for one in problem._assumptions(options)])  # noqa: SLF001 - a method of the problem, elsewhere
    clock, rest = shared_clock(options)
    nodes = options.get("node_limit")
    with clock:
        if minimize is None and maximize is None:
            translation = _translated(problem)
            known = {translation.csp.index[name]: value for name, value in facts.items()}
            search = LoggedSearch(
                translation.csp, known, _ENDLESS if most is None else most, -1 if nodes is None else nodes
            )
            claim = {"solutions" if search.refuted else "at least": len(search.rows)}
            return _certificate(translation, search, claim, known)
        return _optimum(problem, facts, minimize, maximize, rest)


def _translated(problem: Problem[Any, Any]) -> Translation:
    """Return the translation of *problem*; the last one is kept."""
    compiled = problem.compile()
    if not _last or _last[0][0] is not compiled:
        domains: dict[Any, Domain] = problem.domains
        lowering = lay_out(domains, problem.constraints, clipped=False)
        stated = [lowering.stated(x) for x in range(len(compiled.names))] if compiled.stated == compiled.size else []
        csp = compiled if stated == compiled.domains else lower_all(lowering, problem.constraints)
        _last[:] = [(compiled, Translation(csp, lowering, problem.constraints))]
    return _last[0][1]


def _certificate(
    to: Translation, search: LoggedSearch, claim: dict[str, Any], facts: Mapping[int, object]
) -> Certificate:
    """Return the certificate of a *claim* that a search has found."""
    lines: list[Any] = list(to.header(claim, facts))
    lines += [["solution", [to.words[value] for value in row]] for row in search.rows]
    solutions = [dict(zip(to.csp.names[: to.visible], row[: to.visible], strict=True)) for row in search.rows]
    try:
        checker = Checker(lines[0]["values"], claim)
        checker.spare = _ENDLESS
        for line in lines[1:]:
            checker.line(*line)
        if search.refuted:
            proof = Proof(to, checker)
            for step in needed(search.steps):
                proof.add(step)
            proof.finish()
            lines += proof.needed()
        certificate = Certificate(lines, solutions, checker.verdict())
        if checker.spare < _ENDLESS - FREE:  # it was more work than a file of any length may be
            certificate.check()
    except CertificateError:
        raise
    except ValueError as error:
        raise CertificateError(f"the checker does not accept the certificate: {error}") from error
    return certificate


def _optimum(
    problem: Problem[Any, Any],
    facts: Mapping[Hashable, object],
    minimize: object,
    maximize: object,
    options: SearchOptions,
) -> Certificate:
    """Find an optimum, and certify that there is nothing better."""
    sign = 1 if maximize is None else -1
    term = as_number(minimize if maximize is None else maximize, "the objective")
    found = problem.minimize(term, **options) if sign == 1 else problem.maximize(term, **options)
    best = found.finish()
    if found.status is Status.LIMIT:
        raise LimitReached("stopped before the optimum was proven", statistics=found.statistics)
    if best is None:
        raise CertificateError("there is no solution, hence no optimum: call certify() without an objective")
    return _Optimum(problem, term, sign, best).certificate(facts)


class _Optimum:
    """The question whether a solution is better than *best*. *sign* is 1 to minimize *term*, and -1 to maximize it."""

    def __init__(self, problem: Problem[Any, Any], term: Term, sign: int, best: Improvement[Any, Any]) -> None:
        self.domains: dict[Any, Domain] = dict(problem.domains)
        self.constraints: list[Constraint] = list(problem.constraints)
        self.known: dict[Any, Any] = dict(best.solution)
        self.best: int = best.objective
        self.sign: int = sign
        self.weights, self.constant = linear_sum([(term, 1)])
        if self.constant or any(part.inline or not weight for part, weight in self.weights):  # it gets a variable
            name = f"{term} ({len(self.domains)})"
            self.domains[name] = domain_of(term, self.domains)
            self.known[name] = self.best
            self.constraints.append(
                Comparison([*self.weights, (Term(name), -1)], self.constant, "==", name="the objective")
            )
            self.weights, self.constant = [(Term(name), 1)], 0

    def _bounded(self, limit: int) -> Constraint:
        """Return the constraint that the objective, times the sign, is at most *limit*."""
        weights = [(term, self.sign * weight) for term, weight in self.weights]
        return Comparison(weights, self.sign * self.constant - limit, "<=")

    def certificate(self, facts: Mapping[Hashable, object]) -> Certificate:
        reached = [*self.constraints, self._bounded(self.sign * self.best)]
        csp = lower_all(lay_out(self.domains, reached, clipped=False), reached)
        solution = LoggedSearch(csp, {csp.index[name]: value for name, value in self.known.items()}, 1, -1)
        better = self._bounded(self.sign * self.best - 1)
        every = [*self.constraints, better]
        lowering = lay_out(self.domains, every, clipped=False)
        translation = Translation(lower_all(lowering, every), lowering, self.constraints)
        translation.of_origin[id(better)] = [len(translation.items)]
        assumed = {translation.csp.index[name]: value for name, value in facts.items()}
        search = LoggedSearch(translation.csp, assumed, 1, -1)
        search.rows = solution.rows
        claim = {
            "better": [
                "linear",
                [lowering.place(term.name) for term, _ in self.weights],
                [weight for _, weight in self.weights],
                "<" if self.sign > 0 else ">",
                self.best,
            ]
        }
        return _certificate(translation, search, claim, assumed)
