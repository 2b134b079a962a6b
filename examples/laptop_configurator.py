"""Laptop configurator: which parts fit together, what is still possible after a choice, why not, and at what price.

Source: made for csplib.
"""

from __future__ import annotations

from typing import Any

from csplib import Expression, Problem, element, implies

PRICES: dict[str, dict[Any, int]] = {
    "case": {13: 450, 14: 470, 16: 530},
    "processor": {"4 cores": 120, "6 cores": 220, "8 cores": 380, "16 cores": 560},
    "memory": {8: 40, 16: 80, 32: 160, 64: 320},
    "disk": {256: 30, 512: 50, 1024: 90, 2048: 170},
    "graphics": {"built in": 0, "middle": 300, "large": 600},
    "battery": {50: 30, 70: 50, 99: 80},
}


def laptop() -> Problem[str, Any]:
    """Return the problem: a part of each kind, with what a shop knows about them."""
    p: Problem[str, Any] = Problem()
    p.add_variables(PRICES)
    case, processor, memory, graphics, battery = (
        p[part] for part in ("case", "processor", "memory", "graphics", "battery")
    )
    p.add(
        implies(graphics != "built in", case == 16).named("a graphics card needs a case of 16 inches"),
        implies(graphics == "large", battery == 99).named("the large graphics card needs the large battery"),
        implies(case == 13, battery <= 70).named("the large battery does not fit into 13 inches"),
        implies(case == 13, memory <= 32).named("13 inches have room for 32 GB"),
        implies(processor == "16 cores", memory >= 32).named("16 cores need 32 GB"),
        implies(processor == "4 cores", graphics == "built in").named("a graphics card needs 6 cores"),
    )
    return p


def price_of(p: Problem[str, Any]) -> Expression:
    """Return the price of the whole laptop, as an expression."""
    return sum((element(prices, p[part]) for part, prices in PRICES.items()), start=0 * p["case"])


def main() -> None:
    """Configure a laptop, step by step."""
    p = laptop()
    print(f"{p.count()} laptops can be built.")
    chosen = {"graphics": "large"}
    left = p.possible("case", "processor", "battery", assuming=chosen)
    print("\nWith the large graphics card:", *[f"{part}: {values}" for part, values in left.items()], sep="\n  ")
    print(f"\n{p.explain(assuming={**chosen, 'case': 13})}")
    price = price_of(p)
    cheapest = p.minimize(price, assuming=chosen).finish()
    if cheapest is not None:
        print(f"\nThe cheapest one costs {cheapest.objective}:", dict(cheapest.solution))
    p.prefer((p["memory"] >= 32).named("much memory"), (p["case"] <= 14).named("small"), weight=300)
    p.prefer((p["graphics"] != "built in").named("graphics"), weight=500)
    best = p.minimize(price + p.penalty).finish()
    if best is not None:
        print("\nWhat suits the customer best costs", best.solution[price], "and lacks", p.unmet(best.solution)[0].name)


if __name__ == "__main__":
    main()
