"""`Certifying`: the question for a certificate. The package behind it is loaded at the first one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from csplib.asking.solutions import N, V
from csplib.asking.statement import Statement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from csplib.asking.options import SearchOptions
    from csplib.certificates.certificate import Certificate
    from csplib.kernel.interrupts import Cancel

__all__ = ["Certifying"]


class Certifying(Statement[N, V]):
    """A statement whose solutions can be certified."""

    def certify(
        self,
        *,
        limit: int | None = None,
        minimize: object = None,
        maximize: object = None,
        assuming: Mapping[Any, object] | None = None,
        time_limit: float | None = None,
        node_limit: int | None = None,
        cancel: Cancel | None = None,
    ) -> Certificate:
        """Return a proof of the number of solutions, or of an optimum, that ``csplib-check`` checks.

        By default it proves that there is no solution, exactly one, or how many. With *limit*, a search that has found
        as many ends: there are at least so many. With *minimize* or *maximize*, it proves the optimum of an objective.
        The other keywords are those of `solve`.

        Raise `CertificateError` if a constraint is none that the checker knows, and has too many rows to list them.

        >>> from csplib import Problem
        >>> p = Problem()
        >>> x, y = p.add_variables("xy", range(1, 20))
        >>> p.add(x * y == 35, x < y)
        >>> p.certify().claim
        'there is exactly one solution'
        >>> p.certify(minimize=y - x).claim
        'the least objective is 2'
        """
        prove: Any = __import__("csplib.certificates.certify", fromlist=["certify"]).certify
        options: SearchOptions = {
            "assuming": assuming,
            "time_limit": time_limit,
            "node_limit": node_limit,
            "cancel": cancel,
        }
        certificate: Certificate = prove(self, limit, minimize, maximize, options)
        return certificate
