"""The meaning of each constraint of XCSP3, for the judge: one function of what the constraint is given."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xcsp3_judge import Facts

STAR = "*"
SIGNS = ["lt", "le", "ge", "gt", "eq", "ne"]
ORDERS = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def compared(left: Any, sign: str, right: Any) -> bool:
    if sign in {"in", "notin"}:
        return (left in right) == (sign == "in")
    if sign in {"eq", "ne"}:
        return bool(left == right) == (sign == "eq")
    return bool({"lt": left < right, "le": left <= right, "ge": left >= right, "gt": left > right}[sign])


def truncated(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def called(name: str, v: list[Any]) -> Any:
    if name in {*SIGNS, "in", "notin"} and len(v) == 2:
        return int(compared(v[0], name, v[1]))
    simple: dict[str, Callable[[], Any]] = {
        "add": lambda: sum(v),
        "sub": lambda: v[0] - v[1],
        "mul": lambda: v[0] * called("mul", v[1:]) if v else 1,
        "neg": lambda: -v[0],
        "abs": lambda: abs(v[0]),
        "dist": lambda: abs(v[0] - v[1]),
        "sqr": lambda: v[0] ** 2,
        "pow": lambda: v[0] ** v[1],
        "min": lambda: min(v),
        "max": lambda: max(v),
        "div": lambda: truncated(v[0], v[1]),
        "mod": lambda: v[0] - v[1] * truncated(v[0], v[1]),
        "not": lambda: int(not v[0]),
        "and": lambda: int(all(v)),
        "or": lambda: int(any(v)),
        "xor": lambda: sum(map(bool, v)) % 2,
        "iff": lambda: int(len(set(map(bool, v))) == 1),
        "imp": lambda: int(not v[0] or bool(v[1])),
        "if": lambda: v[1] if v[0] else v[2],
        "set": lambda: v,
        "eq": lambda: int(len(set(v)) == 1),
        "ne": lambda: int(len(set(v)) == len(v)),
    }
    return simple[name]()


def split(text: str) -> list[str]:
    """Return the parts that commas outside of brackets separate."""
    parts, depth = [""], 0
    for mark in text:
        depth += (mark in "({") - (mark in ")}")
        if mark == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += mark
    return [part for part in parts if part.strip()]


def distinct(values: list[Any], but: list[Any]) -> bool:
    kept = [value for value in values if value not in but]
    return len(kept) == len({tuple(v) if isinstance(v, list) else v for v in kept})


def all_different(f: Facts) -> bool:
    if f.has("matrix"):
        rows = f.tuples("matrix")
        but = f.of("except") if f.has("except") else []
        return all(distinct(list(line), but) for line in [*rows, *zip(*rows, strict=True)])
    if len(f.lists()) > 1:
        return distinct(f.lists(), f.tuples("except") if f.has("except") else [])
    return distinct(f.of(), f.of("except") if f.has("except") else [])


def all_equal(f: Facts) -> bool:
    but = f.of("except") if f.has("except") else []
    return len({value for value in f.of() if value not in but}) <= 1


def ordered(f: Facts) -> bool:
    values, sign = f.of(), f.text("operator")
    lengths = f.of("lengths") if f.has("lengths") else [0] * len(values)
    sign = ORDERS.get(sign, sign)
    return all(compared(a + by, sign, b) for (a, b), by in zip(pairwise(values), lengths, strict=False))


def lex(f: Facts) -> bool:
    sign = ORDERS.get(f.text("operator"), f.text("operator"))
    if f.has("matrix"):
        rows = f.tuples("matrix")
        groups = [rows, [list(column) for column in zip(*rows, strict=True)]]
    else:
        groups = [f.lists()]
    return all(compared(a, sign, b) for group in groups for a, b in pairwise(group))


def precedence(f: Facts) -> bool:
    values = f.of()
    if f.has("values"):
        order = f.of("values")
    else:
        order = sorted({v for name in f.instance.used(f.element, f.args) for v in f.instance.domains[name]})
    firsts = [values.index(value) if value in values else len(values) for value in order]
    good = all(a < b or b == len(values) for a, b in pairwise(firsts))
    return good and not (f.flag("covered", "values") and order[-1] not in values)


def cell(text: str, value: Any, row: list[Any]) -> bool:
    text = text.strip()
    if text == STAR:
        return True
    match = re.fullmatch(r"(≤|≥|≠|=|﹤|﹥|∁|∁|¬)?(.*)", text)
    assert match
    sign = {"≤": "le", "≥": "ge", "≠": "ne", "=": "eq", "﹤": "lt", "﹥": "gt", None: "eq"}.get(match[1], "notin")
    operand = match[2]
    if operand.startswith("{") or ".." in operand:
        if ".." in operand:
            low, high = operand.split("..")
            return bool(int(low) <= value <= int(high)) == (sign == "eq")
        return (value in [int(v) for v in operand[1:-1].split(",")]) == (sign == "eq")
    columns = re.fullmatch(r"c(\d+)(?:([+-])(c?)(\d+))?", operand)
    if columns:
        by = int(columns[4] or 0)
        more = row[by] if columns[3] else by
        return compared(value, sign, row[int(columns[1])] + (-more if columns[2] == "-" else more))
    return compared(value, sign, int(operand) if re.fullmatch(r"[+-]?\d+", operand) else operand)


def extension(f: Facts) -> bool:
    values, tag = f.of(), "supports" if f.has("supports") else "conflicts"
    text = f.text(tag)
    if not text.startswith("("):
        return (values[0] in f.instance.domain(text)) == (tag == "supports")
    rows = [split(one) for one in re.findall(r"\(([^()]*)\)", text)]
    found = any(all(cell(c, v, values) for c, v in zip(row, values, strict=True)) for row in rows)
    return found == (tag == "supports")


def moves(f: Facts) -> dict[tuple[str, int], str]:
    found = [one.split(",") for one in re.findall(r"\(([^()]*)\)", f.text("transitions"))]
    return {(a, int(v)): b for a, v, b in found}


def reached(f: Facts, start: str) -> str | None:
    node: str | None = start
    steps = moves(f)
    for value in f.of():
        node = steps.get((node, value)) if node is not None else None
    return node


def count(f: Facts) -> bool:
    values = f.of("values")
    return f.meets(sum(one in values for one in f.of()))


def cardinality(f: Facts) -> bool:
    values, given = f.of(), f.of("values")
    good = True
    for value, much in zip(given, f.of("occurs"), strict=True):
        times = values.count(value)
        good &= times in much if isinstance(much, list) else times == much
    return good and not (f.flag("closed", "values") and not set(values) <= set(given))


def extreme_place(best: Callable[[list[Any]], Any]) -> Callable[[Facts], bool]:
    def rule(f: Facts) -> bool:
        values = f.of()
        places = [place for place, value in enumerate(values) if value == best(values)]
        rank = f.element.get("rank", "any")
        kept = {"any": places, "first": places[:1], "last": places[-1:]}[rank]
        return any(f.meets(place) for place in kept)

    return rule


def element(f: Facts) -> bool:
    index = f.of("index")
    if f.has("matrix"):
        rows = f.tuples("matrix")
        inside = 0 <= index[0] < len(rows) and 0 <= index[1] < len(rows[0])
        item = rows[index[0]][index[1]] if inside else None
    else:
        items = f.of()
        item = items[index[0]] if 0 <= index[0] < len(items) else None
    if item is None:
        return False
    return f.meets(item) if f.has("condition") else bool(item == f.of("value")[0])


def channel(f: Facts) -> bool:
    if f.has("value"):
        flags = f.of()
        return flags == [int(place == f.of("value")[0]) for place in range(len(flags))] and 1 in flags
    lists = f.lists() or [f.of()]
    first, second = lists[0], lists[-1]
    return all(0 <= there < len(second) and second[there] == here for here, there in enumerate(first))


def no_overlap(f: Facts) -> bool:
    if f.text("lengths").startswith("("):
        boxes = list(zip(f.tuples("origins"), f.tuples("lengths"), strict=True))
    else:
        boxes = [([x], [n]) for x, n in zip(f.of("origins"), f.of("lengths"), strict=True)]
    if f.element.get("zeroIgnored", "true") == "true":
        boxes = [box for box in boxes if 0 not in box[1]]

    def apart(one: Any, other: Any) -> bool:
        return any(x + n <= y or y + m <= x for x, n, y, m in zip(*one, *other, strict=True))

    return all(apart(one, other) for one, other in combinations(boxes, 2))


def cumulative(f: Facts) -> bool:
    tasks = list(zip(f.of("origins"), f.of("lengths"), f.of("heights"), strict=True))
    if f.has("ends") and any(x + n != end for (x, n, _), end in zip(tasks, f.of("ends"), strict=True)):
        return False
    times = range(min(x for x, _, _ in tasks), max(x + n for x, n, _ in tasks) + 1)
    return all(f.meets(sum(h for x, n, h in tasks if x <= time < x + n)) for time in times)


def bin_packing(f: Facts) -> bool:
    items, sizes = f.of(), f.of("sizes")

    def load(place: int) -> int:
        return sum(size for item, size in zip(items, sizes, strict=True) if item == place)

    if f.has("limits"):
        limits = f.of("limits")
        return all(0 <= item < len(limits) for item in items) and all(load(b) <= most for b, most in enumerate(limits))
    if f.has("loads"):
        loads = f.of("loads")
        return all(0 <= item < len(loads) for item in items) and all(load(b) == much for b, much in enumerate(loads))
    bins = {value for name in f.instance.names(f.text("list")) for value in f.instance.domains[name]}
    return all(f.meets(load(place)) for place in bins)


def knapsack(f: Facts) -> bool:
    items = f.of()
    both = [sum(a * b for a, b in zip(items, f.of(tag), strict=True)) for tag in ("weights", "profits")]
    return all(f.meets(much, place) for place, much in enumerate(both))


def circuit(f: Facts) -> bool:
    after = f.of()
    start = next((node for node, value in enumerate(after) if value != node), -1)
    seen: list[int] = []
    node = start
    while node not in seen and 0 <= node < len(after):
        seen.append(node)
        node = after[node]
    moving = sum(value != node for node, value in enumerate(after))
    good = start >= 0 and node == start and len(seen) == moving
    return good and not (f.has("size") and f.of("size")[0] != moving)


def weighted(f: Facts) -> int:
    coeffs = f.of("coeffs") if f.has("coeffs") else [1] * len(f.of())
    return sum(a * b for a, b in zip(f.of(), coeffs, strict=True))


def distinct_values(f: Facts) -> int:
    return len(set(f.of()) - set(f.of("except") if f.has("except") else []))


RULES: dict[str, Callable[[Facts], Any]] = {
    "intension": lambda f: f.of("function")[0],
    "intention": lambda f: f.of("function")[0],
    "extension": extension,
    "regular": lambda f: reached(f, f.text("start")) in f.text("final").split(),
    "mdd": lambda f: reached(f, f.text("transitions")[1:].partition(",")[0]) is not None,
    "allDifferent": all_different,
    "allEqual": all_equal,
    "ordered": ordered,
    "lex": lex,
    "precedence": precedence,
    "sum": lambda f: f.meets(weighted(f)),
    "count": count,
    "nValues": lambda f: f.meets(distinct_values(f)),
    "cardinality": cardinality,
    "minimum": lambda f: f.meets(min(f.of())),
    "maximum": lambda f: f.meets(max(f.of())),
    "minimumArg": extreme_place(min),
    "maximumArg": extreme_place(max),
    "element": element,
    "channel": channel,
    "noOverlap": no_overlap,
    "cumulative": cumulative,
    "binPacking": bin_packing,
    "knapsack": knapsack,
    "circuit": circuit,
    "instantiation": lambda f: all(v in {w, STAR} for v, w in zip(f.of("values"), f.of(), strict=True) if v != STAR),
    "clause": lambda f: any(f.of()),
    "and": lambda f: all(f.inside()),
    "or": lambda f: any(f.inside()),
    "not": lambda f: not f.inside()[0],
}
