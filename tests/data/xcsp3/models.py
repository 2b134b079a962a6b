# mypy: ignore-errors
"""Models of PyCSP3, one for each kind of constraint. They make the instances in this folder.

PyCSP3 2.6.1 compiled them, in an environment of its own: ``python models.py FOLDER`` writes all, ``python models.py
FOLDER NAME`` one. ``counts.json`` has the number of solutions of each, or its optimum, and who found the same number:
the brute force in ``tests/xcsp3_judge.py``, and the solvers ACE 2.6 and Choco 4.10.15 that come with PyCSP3. Some
constructs they do not read, and some they read differently.
"""

import subprocess
import sys
from pathlib import Path


def arithmetic():
    x = VarArray(size=3, dom=range(-3, 4))
    satisfy(x[0] * x[1] + 2 == x[2] + abs(x[0]), x[0] != x[1])


def divisions():
    x = VarArray(size=3, dom=range(-5, 6))
    y = Var(dom=range(1, 4))
    satisfy(x[0] // y == x[1], x[0] % y == x[2])


def powers():
    x = VarArray(size=3, dom=range(5))
    satisfy(x[0] ** 2 + x[1] ** 2 == x[2] ** 2 + 1, min(x[0], x[1]) >= 1)


def logic():
    x = VarArray(size=4, dom=range(4))
    satisfy(
        imply(x[0] == 0, x[1] > x[2]),
        either(x[2] == 3, x[3] < x[1]),
        xor(x[0] > 1, x[1] > 1, x[2] > 1),
        iff(x[0] == 2, x[3] == 2),
        (x[0] == 1) == (x[1] <= x[2]),
    )


def booleans():
    b = VarArray(size=4, dom={0, 1})
    x = Var(dom=range(4))
    satisfy(b[0] == (x > 1), b[1] | b[2], ~b[3] | b[0], x == b[0] + b[1] + b[2] + b[3])


def conditional():
    x = VarArray(size=3, dom=range(5))
    satisfy(ift(x[0] < 2, Then=x[1], Else=x[2]) == x[0] + 1, abs(x[1] - x[2]) == 2)


def membership():
    x = VarArray(size=3, dom=range(8))
    satisfy(x[0] in {1, 4, 6}, x[1] not in {0, 2}, x[0] + x[1] in {5, 7, 9}, x[2] in range(2, 5), x[2] != x[1])


def supports():
    x = VarArray(size=3, dom=range(4))
    satisfy((x[0], x[1], x[2]) in {(0, 1, 2), (1, 2, 3), (3, 3, 0), (2, 0, 0)}, (x[1], x[2]) not in {(0, 0), (3, 3)})


def stars():
    x = VarArray(size=4, dom=range(3))
    satisfy((x[0], x[1], x[2]) in {(0, ANY, 2), (ANY, 1, 1), (2, 2, ANY)}, (x[3], x[0]) not in {(ANY, 1)}, x[3] <= x[2])


def unary_tables():
    x = VarArray(size=2, dom=range(20))
    satisfy(x[0] in {0, 1, 2, 3, 7, 12}, x[1] not in {3, 4, 5, 6, 19}, x[0] > x[1])


def short_tables():
    x = VarArray(size=3, dom=range(6))
    satisfy(Table(scope=x, supports=[(lt(3), ANY, {1, 2}), (range(2, 5), ne(0), 0), (5, ge(4), complement(0, 1))]))


def hybrid():
    x = VarArray(size=3, dom=range(5))
    satisfy(
        Table(scope=x, supports=[(lt(2), eq(col(0) + 1), ANY), (ANY, range(3), gt(col(1))), (4, ne(4), le(col(0)))])
    )


def automaton():
    x = VarArray(size=5, dom=range(3))
    a = Automaton(
        start="a",
        transitions=[("a", 0, "a"), ("a", 1, "b"), ("b", 1, "c"), ("c", 0, "a"), ("b", 2, "b"), ("c", 2, "c")],
        final=["a", "c"],
    )
    satisfy(x in a)


def diagram():
    x = VarArray(size=3, dom=range(3))
    d = MDD(
        [
            ("r", 0, "n1"),
            ("r", 2, "n2"),
            ("n1", 0, "n3"),
            ("n1", 2, "n4"),
            ("n2", 1, "n4"),
            ("n3", 1, "t"),
            ("n4", 0, "t"),
            ("n4", 2, "t"),
        ]
    )
    satisfy(x in d)


def different():
    x = VarArray(size=4, dom=range(5))
    satisfy(AllDifferent(x), AllDifferent(x[i] + i for i in range(4)), AllDifferent(x[i] - i for i in range(4)))


def different_except():
    x = VarArray(size=4, dom=range(4))
    satisfy(AllDifferent(x, excepting={0, 2}), Sum(x) == 6)


def different_lists():
    x = VarArray(size=[3, 2], dom=range(3))
    satisfy(AllDifferentList(x[0], x[1], x[2]), Sum(x) == 6)


def different_lists_except():
    x = VarArray(size=[3, 2], dom=range(2))
    satisfy(AllDifferentList(x, excepting=(0, 0)), Sum(x) <= 3)


def different_matrix():
    x = VarArray(size=[3, 3], dom=range(3))
    satisfy(AllDifferent(x, matrix=True))


def different_matrix_except():
    x = VarArray(size=[2, 3], dom=range(3))
    satisfy(AllDifferent(x, excepting=0, matrix=True))


def equal_to_all():
    x = VarArray(size=4, dom=range(4))
    satisfy(AllEqual(x[0], x[1], x[2]), NotAllEqual(x[1:4]))


def equal_except():
    x = VarArray(size=4, dom=range(3))
    satisfy(AllEqual(x, excepting=0))


def increasing():
    x = VarArray(size=4, dom=range(6))
    y = VarArray(size=3, dom=range(8))
    satisfy(Increasing(x, strict=True), Decreasing(y), Increasing(y[2], x[0], y[0], lengths=[1, 2]))


def lex_rows():
    x = VarArray(size=[3, 2], dom=range(3))
    satisfy(LexIncreasing(x[0], x[1], x[2], strict=True), LexDecreasing(x[0], [x[1][1], x[2][1]]))


def lex_matrix():
    x = VarArray(size=[3, 3], dom=range(2))
    satisfy(LexIncreasing(x, matrix=True), Sum(x) == 4)


def lex_limit():
    x = VarArray(size=3, dom=range(3))
    satisfy(LexIncreasing(x, [1, 2, 0]))


def preceding():
    x = VarArray(size=5, dom=range(3))
    satisfy(Precedence(x))


def preceding_values():
    x = VarArray(size=4, dom=range(4))
    satisfy(Precedence(x, values=[3, 1, 2], covered=True))


def sums():
    x = VarArray(size=4, dom=range(5))
    satisfy(Sum(x) == 9, x[0] * 2 - x[1] * 3 + x[2] <= 1, Sum(x[1:]) != 5)


def sums_in():
    x = VarArray(size=4, dom=range(4))
    satisfy(Sum(x) in {3, 7, 8}, [x[0], x[1], x[2]] * [2, 1, -1] in range(1, 4))


def variable_coefficients():
    x = VarArray(size=3, dom=range(4))
    y = VarArray(size=3, dom=range(-1, 2))
    satisfy([x[0], x[1], x[2]] * y == 3, Sum(x) <= 6)


def sums_of_expressions():
    x = VarArray(size=4, dom=range(4))
    satisfy(Sum(abs(x[i] - x[i + 1]) for i in range(3)) == 4, Sum(x[i] > 1 for i in range(4)) >= 2)


def sum_against_variable():
    x = VarArray(size=3, dom=range(4))
    y = Var(dom=range(12))
    satisfy(Sum(x) >= y, 2 * x[0] + x[1] == y)


def counting():
    x = VarArray(size=5, dom=range(3))
    k = Var(dom=range(4))
    satisfy(
        Count(x, value=1) == k,
        Count(x, value=2) <= 1,
        Count(x[:3], values={0, 2}) >= 2,
        Count(x, value=0) in range(1, 4),
    )


def counting_variable():
    x = VarArray(size=4, dom=range(3))
    y = VarArray(size=2, dom=range(3))
    satisfy(Count(x, value=y[0]) == 2, Count(x, values=y) == 3, Count(x, value=y[1]) != 0)


def counting_expressions():
    x = VarArray(size=4, dom=range(4))
    satisfy(Count([x[0] + x[1], x[1] + x[2], x[2] + x[3]], value=3) == 2, AtMostOne(x, value=0))


def numbers_of_values():
    x = VarArray(size=4, dom=range(4))
    k = Var(dom=range(5))
    satisfy(NValues(x) == k, NValues(x, excepting=0) <= 2, NValues(x[0] + x[1], x[2], x[3]) > 1)


def cardinalities():
    x = VarArray(size=5, dom=range(4))
    satisfy(Cardinality(x, occurrences={0: 1, 1: range(1, 3), 3: 2}))


def cardinalities_closed():
    x = VarArray(size=4, dom=range(5))
    o = VarArray(size=3, dom=range(4))
    satisfy(Cardinality(x, occurrences={1: o[0], 2: o[1], 4: o[2]}, closed=True), o[0] < o[1])


def extremes():
    x = VarArray(size=3, dom=range(5))
    m = Var(dom=range(5))
    satisfy(Maximum(x) == m, Minimum(x) >= 1, Maximum(x[0] + x[1], x[2] + 2) <= 5, Minimum(x[0], x[2]) != 2)


def places_of_extremes():
    x = VarArray(size=3, dom=range(3))
    p = VarArray(size=3, dom=range(3))
    satisfy(
        MaximumArg(x) == p[0],
        MinimumArg(x, rank=TypeRank.FIRST) == p[1],
        MaximumArg(x, rank=TypeRank.LAST) == p[2],
    )


def elements():
    x = VarArray(size=4, dom=range(5))
    i = Var(dom=range(4))
    v = Var(dom=range(5))
    satisfy(x[i] == v, cp_array(4, 2, 0, 1)[i] > 0, cp_array(4, 2, 0, 1)[i] == x[0])


def element_conditions():
    x = VarArray(size=3, dom=range(4))
    i = VarArray(size=2, dom=range(3))
    satisfy(x[i[0]] > 1, x[i[1]] != x[0], x[0] <= x[1])


def element_matrix():
    m = VarArray(size=[2, 3], dom=range(3))
    i = Var(dom=range(2))
    j = Var(dom=range(3))
    t = cp_array([[1, 2, 0], [0, 1, 2]])
    satisfy(m[i, j] == 2, t[i, j] == m[0, 0], Sum(m) == 5)


def channel():
    x = VarArray(size=4, dom=range(4))
    satisfy(Channel(x))


def channel_two():
    x = VarArray(size=4, dom=range(4))
    y = VarArray(size=4, dom=range(4))
    satisfy(Channel(x, y), x[0] < y[1])


def channel_unequal():
    x = VarArray(size=2, dom=range(3))
    y = VarArray(size=3, dom=range(2))
    satisfy(Channel(x, y))


def channel_value():
    b = VarArray(size=4, dom={0, 1})
    v = Var(dom=range(4))
    satisfy(Channel(b, v))


def no_overlap():
    s = VarArray(size=3, dom=range(7))
    satisfy(NoOverlap(origins=s, lengths=[2, 3, 1]), s[0] < s[2])


def no_overlap_variable():
    s = VarArray(size=3, dom=range(4))
    d = VarArray(size=3, dom=range(3))
    satisfy(NoOverlap(origins=s, lengths=d), Sum(d) == 4)


def no_overlap_strict():
    s = VarArray(size=3, dom=range(4))
    d = VarArray(size=3, dom=range(2))
    satisfy(NoOverlap(origins=s, lengths=d, zero_ignored=False))


def no_overlap_boxes():
    x = VarArray(size=3, dom=range(3))
    y = VarArray(size=3, dom=range(3))
    satisfy(NoOverlap(origins=[(x[i], y[i]) for i in range(3)], lengths=[(2, 1), (1, 2), (1, 1)]))


def no_overlap_variable_boxes():
    x = VarArray(size=2, dom=range(3))
    y = VarArray(size=2, dom=range(3))
    w = VarArray(size=2, dom=range(1, 3))
    h = VarArray(size=2, dom=range(1, 3))
    satisfy(NoOverlap(origins=[(x[i], y[i]) for i in range(2)], lengths=[(w[i], h[i]) for i in range(2)]))


def cumulative():
    s = VarArray(size=4, dom=range(4))
    satisfy(Cumulative(origins=s, lengths=[2, 1, 3, 2], heights=[1, 2, 1, 2]) <= 3)


def cumulative_variable():
    s = VarArray(size=3, dom=range(3))
    d = VarArray(size=3, dom=range(3))
    h = VarArray(size=3, dom=range(1, 3))
    c = Var(dom=range(2, 4))
    satisfy(Cumulative(origins=s, lengths=d, heights=h) <= c, Sum(d) == 4, Sum(h) == 4, s[0] == 0)


def bins():
    x = VarArray(size=5, dom=range(3))
    satisfy(BinPacking(x, sizes=[3, 1, 2, 2, 1]) <= 4)


def bins_limits():
    x = VarArray(size=4, dom=range(3))
    satisfy(BinPacking(x, sizes=[3, 1, 2, 2], limits=[3, 4, 2]))


def bins_loads():
    x = VarArray(size=4, dom=range(3))
    y = VarArray(size=3, dom=range(8))
    satisfy(BinPacking(x, sizes=[3, 1, 2, 2], loads=y), y[0] < y[1])


def knapsack():
    x = VarArray(size=4, dom=range(3))
    satisfy(Knapsack(x, weights=[2, 3, 1, 4], wlimit=9, profits=[3, 4, 1, 6]) >= 11)


def circuit():
    x = VarArray(size=5, dom=range(5))
    satisfy(Circuit(x))


def circuit_size():
    x = VarArray(size=5, dom=range(5))
    k = Var(dom=range(6))
    satisfy(Circuit(x, size=k), k <= 3)


def circuit_full():
    x = VarArray(size=5, dom=range(5))
    satisfy(Circuit(x, no_self_looping=True), x[0] != 1)


def instantiation():
    x = VarArray(size=[2, 3], dom=range(4))
    satisfy(x == [[1, 2, 3], [0, 0, 1]])


def fixed_values():
    x = VarArray(size=4, dom=range(4))
    satisfy(x[:2] == [1, 2], x[3] == 0, x[2] > x[0])


def slide():
    x = VarArray(size=6, dom=range(3))
    satisfy(Slide(x[i] + x[i + 1] != x[i + 2] for i in range(4)))


def slide_circular():
    x = VarArray(size=5, dom=range(3))
    satisfy(Slide(x, expression="ne(%0,%1)", circular=True))


def slide_offset():
    x = VarArray(size=6, dom=range(3))
    satisfy(Slide(x, expression="lt(%0,%1)", offset=2, collect=2))


def clauses():
    b = VarArray(size=4, dom={0, 1})
    satisfy(Clause(b[0], b[1], b[2], phases=[True, False, True]), Clause(b[3], ~b[0]))


def groups():
    x = VarArray(size=[3, 3], dom=range(1, 4))
    satisfy(
        [Sum(x[i]) == 6 for i in range(3)],
        [AllDifferent(x[:, j]) for j in range(3)],
        [x[i][0] + x[i][1] != x[i + 1][2] + 1 for i in range(2)],
    )


def blocks():
    x = VarArray(size=4, dom=range(4))
    satisfy(
        # each in its way
        (x[0] < x[1], [x[i] != x[i + 1] for i in range(3)]),
        # at the end
        x[3] == x[0] + x[1],
    )


def holes():
    x = VarArray(size=[3, 3], dom=lambda i, j: range(3) if i < j else {1, 5, 9} if i == j else None)
    satisfy(AllDifferent(x), Sum(x[0]) <= 6)


def mixed_domains():
    x = VarArray(size=6, dom=lambda i: range(i + 1) if i % 2 else {-1, 4, 7})
    satisfy(x[i] < x[i + 1] for i in range(0, 6, 2))


def symbols():
    x = VarArray(size=3, dom={"red", "green", "blue"})
    satisfy(
        AllDifferent(x[0], x[1]),
        x[2] != "red",
        (x[1], x[2]) in {("green", "blue"), ("red", "green"), ("blue", "green")},
    )


def reified_tables():
    x = VarArray(size=3, dom=range(3))
    satisfy(Or(AllDifferent(x), Sum(x) == 1, meta=True), Not([AllEqual(x[0], x[1])], meta=True))


def least_sum():
    x = VarArray(size=4, dom=range(1, 6))
    satisfy(AllDifferent(x), x[0] > x[1] + 1)
    minimize(3 * x[0] + 2 * x[1] + x[2] - x[3])


def greatest_expression():
    x = VarArray(size=3, dom=range(6))
    satisfy(Sum(x) <= 8)
    maximize(x[0] * x[1] + abs(x[2] - x[0]))


def least_maximum():
    x = VarArray(size=4, dom=range(8))
    satisfy(NoOverlap(origins=x, lengths=[2, 1, 3, 2]))
    minimize(Maximum(x[0] + 2, x[1] + 1, x[2] + 3, x[3] + 2))


def greatest_minimum():
    x = VarArray(size=4, dom=range(9))
    satisfy(AllDifferent(x), Sum(x) <= 14)
    maximize(Minimum(x))


def fewest_values():
    x = VarArray(size=5, dom=range(5))
    satisfy(x[i] != x[i + 1] for i in range(4))
    satisfy(x[0] != x[2])
    minimize(NValues(x))


def greatest_product():
    x = VarArray(size=3, dom=range(1, 6))
    satisfy(Sum(x) == 9)
    maximize(Product(x))


def annotated():
    x = VarArray(size=4, dom=range(4))
    satisfy(AllDifferent(x), x[0] < x[3])
    annotate(decision=x)


OPTIONS = {"hybrid": "-keep_hybrid", "reified_tables": "-use_meta"}

if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve()
    if len(sys.argv) == 2:
        for name, value in list(globals().items()):
            if getattr(value, "__module__", "") == "__main__":
                subprocess.run([sys.executable, __file__, str(folder), name], check=False)
    else:
        model = sys.argv[2]
        sys.argv[1:] = [OPTIONS[model]] if model in OPTIONS else []
        from pycsp3 import *

        globals()[model]()
        compile(str(folder / f"{model}.xml"))
