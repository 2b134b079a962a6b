"""Quasigroup existence: find a multiplication table of order n in which a*a = a and ((b*a)*b)*b = a always hold.

A quasigroup has each element once in every row and column. Source: CSPLib problem 3, variant QG5; settled by Fujita,
Slaney and Stickel (Automatic Generation of Some Results in Finite Algebra, IJCAI 1993). With the condition below, which
excludes renamed copies, there are 3 tables of order 7, 1 of order 8, none of orders 9 and 10, and 5 of order 11.
"""

from __future__ import annotations

from csplib import AllDifferent, Problem, Solution, element

Pair = tuple[int, int]


def quasigroup(n: int, *, renamed: bool = False) -> Problem[Pair, int]:
    """Return the problem. Unless *renamed*, exclude most tables that differ only in the names of elements."""
    p: Problem[Pair, int] = Problem()
    elements = range(n)
    row = [p.add_variables([(a, b) for b in elements], elements) for a in elements]
    column = [[row[a][b] for a in elements] for b in elements]
    p.add(*[AllDifferent(line) for line in row + column])
    for a in elements:
        p.add(row[a][a] == a)
        for b in elements:
            # x * b is the entry of column b at x.
            p.add(element(column[b], element(column[b], row[b][a])) == a)
        if not renamed:
            p.add(row[a][n - 1] >= a - 1)
    return p


def table(solution: Solution[Pair, int]) -> str:
    """Return the multiplication table as text."""
    n = max(solution)[0] + 1
    return "\n".join(" ".join(str(solution[a, b]) for b in range(n)) for a in range(n))


def main() -> None:
    """Show for which orders there are tables, and the one of order 8."""
    for n in range(3, 11):
        print(f"Order {n:2}: {quasigroup(n).count() or 'none'} found")
    print("\nThe one of order 8:\n")
    print(table(next(quasigroup(8).solutions())))


if __name__ == "__main__":
    main()
