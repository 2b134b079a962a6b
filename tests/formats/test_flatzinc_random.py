"""FlatZinc's constraints on random arguments: the solutions are those of an evaluator that only knows their meaning."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import combinations, product
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csplib.formats import Source
from csplib.formats.flatzinc import read

Values = list[Any]
INTS = range(-2, 4)
FEW = range(1, 4)


def quotient(x: int, y: int) -> int:
    """Return x / y, rounded towards 0."""
    size = abs(x) // abs(y)
    return size if (x < 0) == (y < 0) else -size


def power(x: int, y: int) -> int | None:
    size: int = x ** abs(y)
    if y >= 0:
        return size
    return None if x == 0 else quotient(1, size)


def is_cycle(row: list[int], first: int) -> bool:
    """Return whether the successors in *row* form one cycle; the nodes have numbers from *first* on."""
    node, seen = 0, []
    while 0 <= node < len(row) and node not in seen:
        seen.append(node)
        node = row[node] - first
    return not row or (node == 0 and len(seen) == len(row))


def counts(row: list[int], cover: list[int]) -> list[int]:
    return [row.count(value) for value in cover]


def within(row: list[int], cover: list[int], least: list[int], most: list[int]) -> bool:
    return all(low <= n <= high for low, n, high in zip(least, counts(row, cover), most, strict=True))


def fit(starts: list[int], durations: list[int], demands: list[int], capacity: int) -> bool:
    tasks = list(zip(starts, durations, demands, strict=True))
    return capacity >= 0 and all(
        sum(demand for start, long, demand in tasks if start <= time < start + long) <= capacity
        for time in range(-9, 9)
    )


def load(bins: list[int], sizes: list[int], one: int) -> int:
    return sum(size for place, size in zip(bins, sizes, strict=True) if place == one)


def apart(x: list[int], y: list[int], w: list[int], h: list[int]) -> bool:
    boxes = list(zip(x, y, w, h, strict=True))
    return all(
        a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
        for a, b in combinations(boxes, 2)
    )


def in_order(row: list[int]) -> bool:
    return sorted(row) == row


# The kinds of arguments: b, i, s: a boolean, an integer, a set, each a variable or a constant; B, I: arrays of such; w,
# t: constants: an integer for each item of the array next to it, and a number; S: a constant set; J, c, e, l, p:
# constants, from one to four, two different values, two rows, two, and for each item; D: an array of two integers.
MEANINGS: dict[str, tuple[str, Callable[..., bool]]] = {
    "int_eq": ("ii", lambda x, y: x == y),
    "int_ne": ("ii", lambda x, y: x != y),
    "int_le": ("ii", lambda x, y: x <= y),
    "int_lt": ("ii", lambda x, y: x < y),
    "int_abs": ("ii", lambda x, y: abs(x) == y),
    "int_plus": ("iii", lambda x, y, z: x + y == z),
    "int_times": ("iii", lambda x, y, z: x * y == z),
    "int_div": ("iii", lambda x, y, z: y != 0 and quotient(x, y) == z),
    "int_mod": ("iii", lambda x, y, z: y != 0 and x - y * quotient(x, y) == z),
    "int_pow": ("iii", lambda x, y, z: power(x, y) == z),
    "int_max": ("iii", lambda x, y, z: max(x, y) == z),
    "int_min": ("iii", lambda x, y, z: min(x, y) == z),
    "int_lin_eq": ("wIt", lambda w, row, t: sum(map(prod, zip(w, row, strict=True))) == t),
    "int_lin_ne": ("wIt", lambda w, row, t: sum(map(prod, zip(w, row, strict=True))) != t),
    "int_lin_le": ("wIt", lambda w, row, t: sum(map(prod, zip(w, row, strict=True))) <= t),
    "bool_lin_eq": ("wBi", lambda w, row, t: sum(map(prod, zip(w, row, strict=True))) == t),
    "bool_lin_le": ("wBt", lambda w, row, t: sum(map(prod, zip(w, row, strict=True))) <= t),
    "set_in": ("iS", lambda x, values: x in values),
    "array_int_element": ("iJi", lambda i, row, x: 1 <= i <= len(row) and row[i - 1] == x),
    "array_var_int_element": ("iIi", lambda i, row, x: 1 <= i <= len(row) and row[i - 1] == x),
    "array_var_bool_element": ("iBb", lambda i, row, x: 1 <= i <= len(row) and row[i - 1] == x),
    "array_int_maximum": ("iI", lambda x, row: max(row) == x),
    "array_int_minimum": ("iI", lambda x, row: min(row) == x),
    "bool2int": ("bi", lambda a, x: int(a) == x),
    "bool_and": ("bbb", lambda a, b, c: (a and b) == c),
    "bool_or": ("bbb", lambda a, b, c: (a or b) == c),
    "bool_xor": ("bbb", lambda a, b, c: (a != b) == c),
    "bool_eq": ("bb", lambda a, b: a == b),
    "bool_not": ("bb", lambda a, b: a != b),
    "bool_le": ("bb", lambda a, b: a <= b),
    "bool_lt": ("bb", lambda a, b: a < b),
    "bool_clause": ("BB", lambda some, others: any(some) or not all(others)),
    "array_bool_and": ("Bb", lambda row, b: all(row) == b),
    "array_bool_or": ("Bb", lambda row, b: any(row) == b),
    "array_bool_xor": ("B", lambda row: sum(row) % 2 == 1),
    "set_eq": ("ss", lambda a, b: a == b),
    "set_ne": ("ss", lambda a, b: a != b),
    "set_subset": ("ss", lambda a, b: a <= b),
    "set_superset": ("ss", lambda a, b: a >= b),
    "set_card": ("si", lambda a, x: len(a) == x),
    "set_union": ("sss", lambda a, b, c: a | b == c),
    "set_intersect": ("sss", lambda a, b, c: a & b == c),
    "set_diff": ("sss", lambda a, b, c: a - b == c),
    "set_symdiff": ("sss", lambda a, b, c: a ^ b == c),
    "set_le": ("ss", lambda a, b: sorted(a) <= sorted(b)),
    "set_lt": ("ss", lambda a, b: sorted(a) < sorted(b)),
    "fzn_all_different_int": ("I", lambda row: len(set(row)) == len(row)),
    "fzn_all_equal_int": ("I", lambda row: len(set(row)) <= 1),
    "fzn_alldifferent_except_0": ("I", lambda row: all(x == 0 or row.count(x) == 1 for x in row)),
    "fzn_alldifferent_except": ("IS", lambda row, but: all(x in but or row.count(x) == 1 for x in row)),
    "fzn_among": ("iIS", lambda n, row, values: sum(x in values for x in row) == n),
    "fzn_at_least_int": ("tIt", lambda n, row, x: row.count(x) >= n),
    "fzn_at_most_int": ("tIt", lambda n, row, x: row.count(x) <= n),
    "fzn_exactly_int": ("tIt", lambda n, row, x: row.count(x) == n),
    "fzn_count_eq": ("Iii", lambda row, x, n: n == row.count(x)),
    "fzn_count_neq": ("Iii", lambda row, x, n: n != row.count(x)),
    "fzn_count_leq": ("Iii", lambda row, x, n: n <= row.count(x)),
    "fzn_count_lt": ("Iii", lambda row, x, n: n < row.count(x)),
    "fzn_count_geq": ("Iii", lambda row, x, n: n >= row.count(x)),
    "fzn_count_gt": ("Iii", lambda row, x, n: n > row.count(x)),
    "fzn_increasing_int": ("I", in_order),
    "fzn_decreasing_int": ("I", lambda row: in_order(row[::-1])),
    "fzn_strictly_increasing_int": ("I", lambda row: in_order(row) and len(set(row)) == len(row)),
    "fzn_lex_less_int": ("II", lambda a, b: a < b),
    "fzn_lex_lesseq_int": ("II", lambda a, b: a <= b),
    "fzn_lex_less_bool": ("BB", lambda a, b: a < b),
    "fzn_member_int": ("Ii", lambda row, x: x in row),
    "fzn_nvalue": ("iI", lambda n, row: len(set(row)) == n),
    "fzn_maximum_arg_int": ("Ii", lambda row, i: bool(row) and row.index(max(row)) == i - 1),
    "fzn_minimum_arg_int": ("Ii", lambda row, i: bool(row) and row.index(min(row)) == i - 1),
    "fzn_value_precede_int": ("ttI", lambda s, t, row: t not in row or s in row[: row.index(t)]),
    "csplib_circuit": ("It", is_cycle),
    "csplib_inverse": (
        "IItt",
        lambda a, b, i, j: all(
            [0 <= x - j < len(b) and b[x - j] == place for place, x in enumerate(a, i)]
            + [0 <= y - i < len(a) and a[y - i] == place for place, y in enumerate(b, j)]
        ),
    ),
    "fzn_table_int": ("Ie", lambda row, t: tuple(row) in zip(*[iter(t)] * len(row), strict=True) if row else True),
    "fzn_global_cardinality": ("IcD", lambda row, cover, n: counts(row, cover) == n),
    "fzn_global_cardinality_closed": ("IcD", lambda row, cover, n: counts(row, cover) == n and {*row} <= {*cover}),
    "fzn_global_cardinality_low_up": ("Icll", within),
    "fzn_global_cardinality_low_up_closed": ("Icll", lambda row, c, a, b: within(row, c, a, b) and {*row} <= {*c}),
    "fzn_cumulative": ("Ippi", fit),
    "fzn_bin_packing": ("tIp", lambda most, bins, w: all(load(bins, w, one) <= most for one in bins)),
    "fzn_bin_packing_capa": (
        "lIp",
        lambda most, bins, w: {*bins} <= {1, 2} and all(load(bins, w, one) <= most[one - 1] for one in (1, 2)),
    ),
    "fzn_bin_packing_load": (
        "DIp",
        lambda loads, bins, w: {*bins} <= {1, 2} and loads == [load(bins, w, one) for one in (1, 2)],
    ),
    "fzn_diffn": ("IIpp", apart),
    "fzn_diffn_nonstrict": (
        "IIpp",
        lambda x, y, w, h: (
            apart(*map(list, zip(*[b for b in zip(x, y, w, h, strict=True) if b[2] * b[3]], strict=True)))
            if any(map(prod, zip(w, h, strict=True)))
            else True
        ),
    ),
    "fzn_disjunctive": ("Ip", lambda starts, long: fit(starts, long, [1] * len(long), 1)),
}
FUNCTIONS = {"array_int_maximum", "array_int_minimum", "fzn_maximum_arg_int", "fzn_minimum_arg_int"}
CONSTANT = {"i": st.integers(-3, 4), "b": st.booleans(), "s": st.frozensets(st.integers(0, 3), max_size=3)}
DOMAINS: dict[str, tuple[str, Values]] = {
    "i": ("var {}..{}", []),
    "b": ("var bool", [False, True]),
    "s": ("var set of 0..2", [frozenset(one for one in range(3) if bits >> one & 1) for bits in range(8)]),
}


def text_of(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, frozenset):
        return "{" + ",".join(map(str, sorted(value))) + "}"
    return f"[{','.join(map(text_of, value))}]" if isinstance(value, list) else str(value)


class Instance:
    """A file in the making: its variables with their values, and its items."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        self.items: list[str] = []
        self.domains: dict[str, Values] = {}

    def argument(self, kind: str, size: int) -> tuple[str, Callable[[dict[str, Any]], Any]]:
        """Return an argument as text, and the function that returns its value for given values of the variables."""
        if kind in "ibs":
            return self.term(kind)
        if kind in "IBD":
            terms = [self.term("b" if kind == "B" else "i") for _ in range(2 if kind == "D" else size)]
            return f"[{','.join(text for text, _ in terms)}]", lambda known: [value(known) for _, value in terms]
        constant = self.data.draw(
            {
                "w": st.lists(st.integers(-2, 2), min_size=size, max_size=size),
                "t": st.integers(-2, 4),
                "J": st.lists(st.integers(-1, 2), min_size=1, max_size=4),
                "S": st.frozensets(st.integers(-1, 3), max_size=3),
                "c": st.lists(st.integers(-1, 3), min_size=2, max_size=2),
                "e": st.lists(st.integers(-1, 3), min_size=2 * size, max_size=2 * size),
                "l": st.lists(st.integers(-1, 3), min_size=2, max_size=2),
                "p": st.lists(st.integers(0, 2), min_size=size, max_size=size),
            }[kind]
        )
        return text_of(constant), lambda _: constant

    def term(self, kind: str) -> tuple[str, Callable[[dict[str, Any]], Any]]:
        alike = [name for name in self.domains if name[0] == kind]
        choice = self.data.draw(st.integers(0, 5))
        if choice == 0 or (len(self.domains) == 5 and not alike):
            constant = self.data.draw(CONSTANT[kind])
            return text_of(constant), lambda _: constant
        if alike and (choice == 1 or len(self.domains) == 5):
            name = self.data.draw(st.sampled_from(alike))
        else:
            name = self.variable(kind)
        return name, lambda known: known[name]

    def variable(self, kind: str) -> str:
        name = f"{kind}{len(self.domains)}"
        text, values = DOMAINS[kind]
        if kind == "i":
            low = self.data.draw(st.sampled_from(INTS))
            high = self.data.draw(st.integers(low, min(low + 4, INTS[-1])))
            text, values = text.format(low, high), list(range(low, high + 1))
        self.domains[name] = values
        self.items.append(f"{text}: {name} :: output_var;")
        return name

    def rows(self, holds: Callable[[dict[str, Any]], bool]) -> set[tuple[Any, ...]]:
        names = list(self.domains)
        every = product(*self.domains.values())
        return {row for row in every if holds(dict(zip(names, row, strict=True)))}


def solutions_of(text: str, names: list[str]) -> list[tuple[Any, ...]]:
    model = read(Source(io.StringIO(text)))
    found = []
    for solution in model.solutions():
        lines = model.printer.solution(solution).splitlines()
        known = dict(line.removesuffix(";").split(" = ") for line in lines[:-1])
        found.append(tuple(value_of(known[name]) for name in names))
    return found


def value_of(text: str) -> Any:
    if text in {"true", "false"}:
        return text == "true"
    if text.startswith("{"):
        return frozenset(map(int, text[1:-1].split(",")))
    low, _, high = text.partition("..")
    return frozenset(range(int(low), int(high) + 1)) if high else int(low)


@pytest.mark.parametrize("name", MEANINGS)
@given(suffix=st.sampled_from(["", "_reif", "_imp"]), data=st.data())
def test_a_constraint_has_the_solutions_of_its_meaning(name: str, suffix: str, data: st.DataObject) -> None:
    kinds, meaning = MEANINGS[name]
    instance = Instance(data)
    size = data.draw(st.integers(1 if name in FUNCTIONS else 0, 3))
    given = [instance.argument(kind, size) for kind in kinds]
    truth, true_in = instance.argument("b", 0) if suffix else ("", lambda _: True)

    def holds(known: dict[str, Any]) -> bool:
        held = meaning(*[value(known) for _, value in given])
        if suffix == "_imp":
            return held or not true_in(known)
        return bool(held) == true_in(known)

    texts = [text for text, _ in given] + ([truth] if suffix else [])
    item = f"constraint {name}{suffix}({','.join(texts)});"
    found = solutions_of("\n".join([*instance.items, item, "solve satisfy;"]), list(instance.domains))
    assert len(found) == len(set(found))
    assert set(found) == instance.rows(holds), item
