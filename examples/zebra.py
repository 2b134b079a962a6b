"""The zebra puzzle: in a row of five houses, find who drinks water and who owns the zebra.

Source: Life International, 17 December 1962. The Norwegian drinks water and the Japanese owns the zebra.
"""

from __future__ import annotations

from csplib import AllDifferent, Problem, Solution

GROUPS = {
    "nation": ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    "color": ["red", "green", "ivory", "yellow", "blue"],
    "pet": ["dog", "snails", "fox", "horse", "zebra"],
    "drink": ["coffee", "tea", "milk", "orange juice", "water"],
    "brand": ["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"],
}


def zebra() -> Problem[str, int]:
    """Return the problem: in which house everything is, from 1 on the left to 5 on the right."""
    p: Problem[str, int] = Problem()
    englishman, spaniard, ukrainian, norwegian, japanese = p.add_variables(GROUPS["nation"], range(1, 6))
    red, green, ivory, yellow, blue = p.add_variables(GROUPS["color"], range(1, 6))
    dog, snails, fox, horse, _zebra = p.add_variables(GROUPS["pet"], range(1, 6))
    coffee, tea, milk, juice, _water = p.add_variables(GROUPS["drink"], range(1, 6))
    old_gold, kools, chesterfields, lucky_strike, parliaments = p.add_variables(GROUPS["brand"], range(1, 6))
    p.add(*[AllDifferent(group) for group in GROUPS.values()])
    p.add(englishman == red)
    p.add(spaniard == dog)
    p.add(coffee == green)
    p.add(ukrainian == tea)
    p.add(green == ivory + 1)
    p.add(old_gold == snails)
    p.add(kools == yellow)
    p.add(milk == 3)
    p.add(norwegian == 1)
    p.add(abs(chesterfields - fox) == 1)
    p.add(abs(kools - horse) == 1)
    p.add(lucky_strike == juice)
    p.add(japanese == parliaments)
    p.add(abs(norwegian - blue) == 1)
    return p


def street(solution: Solution[str, int]) -> str:
    """Return the five houses, one in each line."""
    houses = [[next(x for x in group if solution[x] == house) for group in GROUPS.values()] for house in range(1, 6)]
    return "\n".join("  ".join(f"{thing:13}" for thing in house).rstrip() for house in houses)


def main() -> None:
    """Show the street and answer both questions."""
    solution = next(zebra().solutions())
    print(street(solution), end="\n\n")
    for thing, question in [("water", "drinks water"), ("zebra", "owns the zebra")]:
        print(next(nation for nation in GROUPS["nation"] if solution[nation] == solution[thing]), question)


if __name__ == "__main__":
    main()
