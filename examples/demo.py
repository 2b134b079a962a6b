"""Show csplib: AC-3 on a small map, then a Sudoku that needs search."""

from __future__ import annotations

import csplib
from csplib import AllDifferent, Problem, Trace, ac3, node_consistency

# From Peter Norvig's list of hard puzzles ("top 95"), the twelfth.
HARD = ".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8..."


class Printer:
    """A stream for the trace."""

    def write(self, text: str) -> None:
        """Print with an indent."""
        print("   ", text, end="")


def color_the_map() -> None:
    """Run AC-3 and search on the map of Australia."""
    print("Australia in three colors. Western Australia is red, and AC-3 draws its conclusions:\n")
    p: Problem[str, str] = Problem()
    wa, nt, sa, q, nsw, v, _tasmania = p.add_variables(
        ["WA", "NT", "SA", "Q", "NSW", "V", "T"], ["red", "green", "blue"]
    )
    p.add(wa != "green", wa != "blue")
    p.add(wa != nt, wa != sa, nt != sa, nt != q, sa != q, sa != nsw, sa != v, q != nsw, nsw != v)
    csp = p.compile()
    state = csp.state()
    node_consistency(csp, state)
    state.observer = Trace(Printer())
    ac3(csp, state)
    print("\nSearch does the rest:", ", ".join(f"{name} {color}" for name, color in (p.solve() or {}).items()))
    print(f"That is one of {p.count()} ways.\n")


def sudoku(line: str) -> Problem[tuple[int, int], int]:
    """Return a 9x9 board as a problem with 27 AllDifferent."""
    p: Problem[tuple[int, int], int] = Problem()
    for place, symbol in enumerate(line):
        p.add_variable(divmod(place, 9), range(1, 10) if symbol == "." else [int(symbol)])
    for i in range(9):
        top, left = 3 * (i // 3), 3 * (i % 3)
        p.add(AllDifferent([(i, column) for column in range(9)]))
        p.add(AllDifferent([(row, i) for row in range(9)]))
        p.add(AllDifferent([(top + k // 3, left + k % 3) for k in range(9)]))
    return p


def solve_the_sudoku() -> None:
    """Solve a hard board and compare methods."""
    p = sudoku(HARD)
    print(
        f"A hard Sudoku: {len(p.variables)} cells, {len(p.constraints)} AllDifferent, {len(p.compile().arcs)} arcs.\n"
    )
    solution = p.solve()
    assert solution is not None  # noqa: S101 - checked again below
    assert not p.violations(solution)  # noqa: S101
    for row in range(9):
        given = " ".join(HARD[9 * row : 9 * row + 9])
        print(f"    {given}    {' '.join(str(solution[row, column]) for column in range(9))}")
    print(f"\nIs it the only solution? {'yes' if p.is_unique() else 'no'}. The work, by method:\n")
    methods: dict[str, csplib.SearchOptions] = {
        "forward checking, MRV": {"infer": csplib.forward_check, "select": csplib.mrv},
        "MAC, MRV, LCV": {"infer": csplib.mac, "select": csplib.mrv, "order": csplib.lcv},
        "csplib's engine": {},
    }
    for name, options in methods.items():
        found = p.solutions(**options)
        next(found)
        print(f"    {name:22} {found.statistics.nodes:5} values tried, {found.statistics.seconds * 1000:7.1f} ms")


if __name__ == "__main__":
    print(f"csplib {csplib.__version__}, {'compiled' if csplib.COMPILED else 'pure Python'} engine\n")
    color_the_map()
    solve_the_sudoku()
