"""Seating plan: guests at tables, with couples together, enemies apart, and as many friends together as possible.

Source: made for csplib. Tables are alike, so `ValuePrecedence` counts plans that differ by their numbers only once.
"""

from __future__ import annotations

from csplib import Cardinality, Problem, Solution, ValuePrecedence

GUESTS = [
    *["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gita", "Hugo", "Ines"],
    *["Jon", "Kim", "Lea", "Max", "Nora", "Otto", "Pia", "Quin", "Rosa"],
]
TABLES = 3
COUPLES = [("Ada", "Ben"), ("Cleo", "Dora"), ("Emil", "Finn"), ("Gita", "Hugo")]
ENEMIES = [("Ada", "Cleo"), ("Emil", "Gita"), ("Ines", "Jon"), ("Kim", "Ada"), ("Lea", "Hugo"), ("Max", "Nora")]
FRIENDS = [
    *[("Ada", "Emil"), ("Ben", "Jon"), ("Dora", "Kim"), ("Finn", "Lea"), ("Hugo", "Ines"), ("Otto", "Pia")],
    *[("Pia", "Quin"), ("Quin", "Rosa"), ("Max", "Otto"), ("Nora", "Rosa"), ("Ines", "Lea"), ("Jon", "Max")],
]


def seating(guests: list[str], tables: int) -> Problem[str, int]:
    """Return the problem: the table of each guest. The wishes of friends are preferences."""
    p: Problem[str, int] = Problem()
    table = dict(zip(guests, p.add_variables(guests, range(tables)), strict=True))
    seats = -(-len(guests) // tables)
    p.add(Cardinality(guests, dict.fromkeys(range(tables), (seats - 1, seats))))
    p.add(ValuePrecedence(guests, range(tables)))
    p.add(*[(table[one] == table[other]).named(f"{one} with {other}") for one, other in COUPLES])
    p.add(*[(table[one] != table[other]).named(f"{one} without {other}") for one, other in ENEMIES])
    p.prefer(*[(table[one] == table[other]).named(f"{one} with {other}") for one, other in FRIENDS])
    return p


def plan_of(solution: Solution[str, int]) -> str:
    """Return who sits where as text."""
    seats = {number: [guest for guest in solution if solution[guest] == number] for number in solution.values()}
    return "\n".join(f"table {number + 1}: {', '.join(seats[number])}" for number in sorted(seats))


def main() -> None:
    """Show the best plan, and the wishes that it does not meet."""
    p = seating(GUESTS, TABLES)
    best = p.minimize(p.penalty).finish()
    if best is not None:
        print(plan_of(best.solution))
        print(f"\n{best.objective} wishes are not met:", *[wish.name for wish in p.unmet(best.solution)], sep="\n- ")


if __name__ == "__main__":
    main()
