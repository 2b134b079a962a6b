"""Targets for csplib, as ratios of total time (build and solve), and whether it reaches them."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatch
from math import inf

from benchmarks.packages import PACKAGES

__all__ = ["TARGETS", "Medians", "Outcome", "Target", "outcomes"]

NATIVE = tuple(name for name, package in PACKAGES.items() if package.kind == "native")
PYTHON = tuple(name for name, package in PACKAGES.items() if package.kind == "Python")
PEERS = tuple(name for name, package in PACKAGES.items() if package.kind != "csplib")
NINE = ("9x9 *",)
EASY = ("9x9 easy", "9x9 17 clues")
HARD = ("9x9 top 95", "9x9 hardest")
ALL = ("queens * (all)",)
FIRST = ("queens 8 (first)", "queens 20 (first)", "queens 50 (first)", "queens 100 (first)")
CLASSICS = ("zebra", "SEND+MORE", "Australia", "US map")
NUMBERS = ("magic square *", "Golomb *")
NETWORKS = ("myciel*", "queen7_7*", "quasigroup 30", "random binary *")

Medians = dict[str, dict[str, float]]
"""Seconds by workload and solver; infinite for a solver that was stopped at the limit."""


@dataclass(frozen=True)
class Target:
    """*ours* must be at least *factor* times as fast as each of *against*, on each of *workloads*."""

    workloads: tuple[str, ...]
    ours: str
    against: tuple[str, ...]
    factor: float


@dataclass(frozen=True)
class Outcome:
    """How many times as fast as *peer* csplib is on *workload*."""

    target: Target
    workload: str
    peer: str
    factor: float

    @property
    def reached(self) -> bool:
        """Whether the target is reached here."""
        return self.factor >= self.target.factor


def _both(
    workloads: tuple[str, ...], against: tuple[str, ...], compiled: float, pure: float | None = None
) -> list[Target]:
    targets = [Target(workloads, "csplib compiled", against, compiled)]
    return targets if pure is None else [*targets, Target(workloads, "csplib pure", against, pure)]


TARGETS: list[Target] = [
    *_both(EASY, ("pychoco",), 8, 1),
    *_both(EASY, ("OR-Tools CP-SAT",), 30, 5),
    *_both(HARD, ("pychoco",), 3, 0.5),
    *_both(NINE, PYTHON, 30, 5),
    *_both(ALL, NATIVE, 4),
    *_both(ALL, ("xcover", "exact-cover-py"), 0.25),
    Target(ALL, "csplib pure", ("python-constraint2",), 3),
    *_both(FIRST, PEERS, 1),
    Target(FIRST, "csplib pure", ("OR-Tools CP-SAT",), 1),
    *_both(("parameter space*",), ("python-constraint2",), 3, 1),
    *_both(CLASSICS, PEERS, 1),
    Target(CLASSICS, "csplib pure", ("OR-Tools CP-SAT",), 1),
    *_both(NUMBERS, ("NuCS", "pychoco"), 1 / 1.5),
    Target(NUMBERS, "csplib pure", ("python-constraint2",), 1),
    *_both(NETWORKS, NATIVE, 0.1),
    *_both(("import",), ("python-constraint2",), 1, 1),
]


def outcomes(target: Target, medians: Medians) -> list[Outcome]:
    """Return for each workload of a target the fastest peer, unless both were stopped."""
    found = []
    for workload, times in medians.items():
        ours = times.get(target.ours)
        peers = [(times[peer], peer) for peer in target.against if peer in times]
        if ours is not None and peers and any(fnmatch(workload, pattern) for pattern in target.workloads):
            closest, peer = min(peers)
            if ours == closest == inf:
                continue
            found.append(Outcome(target, workload, peer, closest / ours))
    return found
