"""Nurse rota: who works which shift on which day, with enough nurses on every shift and enough rest for each.

Source: made for csplib, with the usual rules of such rotas. A day needs five nurses and a nurse works five days, so
seven nurses are just enough for a week.
"""

from __future__ import annotations

from csplib import AtMost, Cardinality, Exactly, Problem, Regular, Solution

NURSES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gita"]
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
NEEDED = {"early": 2, "late": 2, "night": 1}
SHIFTS = ["free", "early", "late", "night"]
# There are eleven hours between any two shifts.
TOO_SOON = [("late", "early"), ("night", "early"), ("night", "late")]
Shift = tuple[str, str]


def nurse_rota(nurses: list[str], days: list[str], needed: dict[str, int], free_days: int) -> Problem[Shift, str]:
    """Return the problem: the needs of each day and the limits of each nurse."""
    p: Problem[Shift, str] = Problem()
    week = {nurse: p.add_variables([(nurse, day) for day in days], SHIFTS) for nurse in nurses}
    for day in days:
        p.add(Cardinality([(nurse, day) for nurse in nurses], needed))
    # The next shift depends on the last one. Before the week, all nurses are free.
    moves = {(last, new): new for last in SHIFTS for new in SHIFTS if (last, new) not in TOO_SOON}
    for nurse in nurses:
        p.add(Regular(week[nurse], moves, start="free", accepting=SHIFTS))
        p.add(Exactly(free_days, week[nurse], "free"))
        p.add(AtMost(2, week[nurse], "night"))
    return p


def add_wishes(p: Problem[Shift, str]) -> None:
    """Add the promises to some nurses."""
    p.add(p.variable(("Ada", "Sat")) == "free", p.variable(("Ada", "Sun")) == "free")
    p.add(*[p.variable(("Ben", day)) != "night" for day in DAYS])
    p.add(p.variable(("Cleo", "Wed")) == "early")


def plan(rota: Solution[Shift, str]) -> str:
    """Return the week as text, with a line for each nurse."""
    lines = [f"{nurse:6}" + "".join(f"{rota[nurse, day]:7}" for day in DAYS) for nurse in NURSES]
    return "\n".join(line.rstrip() for line in ["      " + "".join(f"{day:7}" for day in DAYS), *lines])


def main() -> None:
    """Show a week that keeps all rules."""
    p = nurse_rota(NURSES, DAYS, NEEDED, free_days=2)
    add_wishes(p)
    print(plan(next(p.solutions())))


if __name__ == "__main__":
    main()
