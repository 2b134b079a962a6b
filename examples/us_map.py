"""Map coloring: color the contiguous United States and the District of Columbia so that neighbors differ.

Source: the map. Donald Knuth's graph of it, contiguous-usa.dat, has 49 nodes and 107 edges too.
Four colors are enough, and three are not: the five neighbors of Nevada form a ring.
"""

from __future__ import annotations

from csplib import Problem

# Each border once. States that meet in a single point, as at the Four Corners, are not neighbors.
BORDERS = """
AL: FL GA MS TN   AR: LA MO MS OK TN TX   AZ: CA NM NV UT   CA: NV OR   CO: KS NE NM OK UT WY   CT: MA NY RI
DC: MD VA   DE: MD NJ PA   FL: GA   GA: NC SC TN   IA: IL MN MO NE SD WI   ID: MT NV OR UT WA WY   IL: IN KY MO WI
IN: KY MI OH   KS: MO NE OK   KY: MO OH TN VA WV   LA: MS TX   MA: NH NY RI VT   MD: PA VA WV   ME: NH   MI: OH WI
MN: ND SD WI   MO: NE OK TN   MS: TN   MT: ND SD WY   NC: SC TN VA   ND: SD   NE: SD WY   NH: VT   NJ: NY PA
NM: OK TX   NV: OR UT   NY: PA VT   OH: PA WV   OK: TX   OR: WA   PA: WV   SD: WY   TN: VA   UT: WY   VA: WV
"""


def borders() -> list[tuple[str, str]]:
    """Return the pairs of neighbors."""
    pairs = []
    state = ""
    for word in BORDERS.split():
        if word.endswith(":"):
            state = word.removesuffix(":")
        else:
            pairs.append((state, word))
    return pairs


def us_map(colors: list[str]) -> Problem[str, str]:
    """Return the problem: neighbors differ."""
    p: Problem[str, str] = Problem()
    states = sorted({state for border in borders() for state in border})
    color = dict(zip(states, p.add_variables(states, colors), strict=True))
    p.add(*[color[a] != color[b] for a, b in borders()])
    return p


def main() -> None:
    """Color the map with four colors; try three."""
    colors = ["red", "green", "blue", "yellow"]
    solution = next(us_map(colors).solutions())
    for color in colors:
        print(f"{color:6} ", *[state for state in solution if solution[state] == color])
    print("\nWith three colors:", us_map(colors[:3]).solve() or "impossible")


if __name__ == "__main__":
    main()
