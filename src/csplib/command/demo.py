# ruff: noqa: T201 - the report is printed
"""`csplib demo`: AC-3 and search at work on a small map."""

from __future__ import annotations

import sys
from argparse import Namespace

from csplib import Problem, Trace, ac3, forward_check, node_consistency
from csplib.command.arguments import Commands
from csplib.command.exits import Exit

__all__ = ["add_demo"]


def add_demo(commands: Commands) -> None:
    """Add the `demo` command."""
    commands.add("demo", "AC-3 and search at work on a small map", _demo, [""])


def _australia() -> Problem[str, str]:
    problem: Problem[str, str] = Problem()
    states = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
    wa, nt, sa, q, nsw, v, _tasmania = problem.add_variables(states, ["red", "green", "blue"])
    problem.add(wa != nt, wa != sa, nt != sa, nt != q, sa != q, sa != nsw, sa != v, q != nsw, nsw != v)
    problem.add(wa != "green", wa != "blue")
    return problem


def _demo(_args: Namespace) -> Exit:
    problem = _australia()
    csp = problem.compile()
    state = csp.state()
    print("The map of Australia in three colors, neighbors different. Western Australia is red; AC-3 concludes:\n")
    node_consistency(csp, state)
    state.observer = Trace(sys.stdout)
    ac3(csp, state)
    print("\nWhat it leaves open:\n")
    for name, colors in csp.domains_in(state).items():
        print(f"  {name:4}{' or '.join(map(str, colors))}")
    print("\nBacktracking search with forward checking does the rest:\n")
    solution = problem.solve(infer=forward_check, observer=Trace(sys.stdout))
    if solution is None:
        return Exit.NO_SOLUTION
    print("\nA solution:", ", ".join(f"{name} {color}" for name, color in solution.items()))
    print(f"It is one of {problem.count()}.")
    return Exit.FINE
