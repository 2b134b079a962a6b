"""Constraints as text: parsed in Python's notation, never evaluated, with errors that point at a column."""

from __future__ import annotations

from datetime import date
from enum import Enum, IntEnum
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import csplib
from csplib import KindError, Problem, TextError

DOMAIN = range(-1, 4)


class Speed(Enum):
    LOW = "low"
    HIGH = "high"


class Level(IntEnum):
    HIGH = 9


def stated() -> Problem[Any, Any]:
    p: Problem[Any, Any] = Problem()
    p.add_variables("xyz", DOMAIN)
    p.add_booleans("ab")
    return p


def rows(p: Problem[Any, Any], **options: Any) -> list[tuple[Any, ...]]:
    return sorted([tuple(solution.values()) for solution in p.solutions(**options)])


def by_python(text: str) -> list[tuple[Any, ...]]:
    """Let Python itself evaluate the text for every row; without a value, it does not hold."""
    code = compile(text, "text", "eval")
    tools = {
        "all_different": lambda *v: len(set(v)) == len(v),
        "exactly_one": lambda *v: sum(map(bool, v)) == 1,
        "implies": lambda c, d: not c or bool(d),
    }
    found = []
    for row in product(DOMAIN, DOMAIN, DOMAIN, [False, True], [False, True]):
        names = dict(zip("xyzab", row, strict=True))
        if eval(code, {**tools, **names}):  # noqa: S307 - our own text
            found.append(row)
    return found


@st.composite
def numbers(draw: Any, depth: int = 2) -> str:
    if depth == 0:
        return draw(st.sampled_from(["x", "y", "z", "a", "2", "-1", "0"]))  # type: ignore[no-any-return]
    one, two = draw(numbers(depth - 1)), draw(numbers(depth - 1))
    texts = [f"{one} + {two}", f"({one} - {two})", f"({one}) * ({two})", f"({one}) // 2", f"({one}) % 3", f"abs({one})"]
    texts += [f"min({one}, {two}, 1)", f"max([{one}, {two}])", f"sum([{one}, {two}, 1])"]
    texts += [f"({one} if x < {two} else {two})", f"-({one})", f"({one}) ** 2"]
    return draw(st.sampled_from(texts))  # type: ignore[no-any-return]


@st.composite
def claims(draw: Any, depth: int = 2) -> str:
    if depth == 0:
        signs = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
        one, two = draw(numbers(1)), draw(numbers(0))
        texts = ["a", f"{one} {draw(signs)} {two}", f"y {draw(signs)} {one} {draw(signs)} {two}"]
        texts += [f"{one} in {{0, 2}}", f"{one} not in (1, 3)", f"{one} in range(1, 3)", f"x in [y, 1, {two}]"]
        return draw(st.sampled_from(texts))  # type: ignore[no-any-return]
    one, two = draw(claims(depth - 1)), draw(claims(depth - 1))
    texts = [f"({one}) and ({two})", f"({one}) or ({two}) or b", f"not ({one})", f"implies({one}, {two})"]
    texts += [f"exactly_one({one}, {two}, b)", "all_different(x, y, z)", f"any([{one}, {two}])", f"all([{one}, b])"]
    texts += [f"(({one}) if a else ({two}))", f"{draw(numbers())} <= 1"]
    return draw(st.sampled_from(texts))  # type: ignore[no-any-return]


@settings(max_examples=200)
@given(claims())
def test_texts_mean_what_python_means(text: str) -> None:
    p = stated()
    p.add(text)
    assert rows(p) == sorted(by_python(text)), text


@settings(max_examples=30)
@given(claims())
def test_cp_sat_understands_texts_too(text: str) -> None:
    pytest.importorskip("ortools")
    p = stated()
    p.add(text)
    assert rows(p, engine="cp-sat") == sorted(by_python(text))


def test_a_text_is_the_name_of_its_constraint() -> None:
    p = stated()
    p.add("x + y <= 2   and z != x", "x > 3")
    assert [str(one) for one in p.constraints] == ["x + y <= 2 and z != x", "x > 3"]
    conflict = p.explain()
    assert conflict is not None
    assert [str(one) for one in conflict.constraints] == ["x > 3"]
    p.remove("x > 3")
    assert p.solve() is not None


def test_texts_are_wishes_and_objectives() -> None:
    p = stated()
    p.prefer("x == 3", "y > x", weight=2)
    p.add("all_different(x, y, z)", "a == (x > 2)", "b or a")
    best = p.minimize(p.penalty + p.parse("x + (5 if b else 0)")).finish()
    assert best is not None
    judged = [
        2 * (x != 3) + 2 * (y <= x) + x + 5 * b
        for x, y, z, a, b in product(DOMAIN, DOMAIN, DOMAIN, [0, 1], [0, 1])
        if len({x, y, z}) == 3 and a == (x > 2) and (a or b)
    ]
    assert best.objective == min(judged)
    assert str(p.parse("x + 2 * y")) == "x + 2*y"
    assert str(p.parse("7")) == "7"


def test_names_of_all_kinds_can_be_written() -> None:
    p: Problem[Any, Any] = Problem()
    p.add_variables(["x[1]", "x[1,2]", ("y", 3), ("y", 1, 2), "odd name", (0, 1), 7, "p"], range(3))
    p.add("x[1] < x[1, 2] and y[3] == y[1, 2] + 1", "p['odd name'] == 2 * p[7]", "p[0, 1] == p", "p[7] > 0")
    assert p.count() == 3 * 2 * 1 * 3


def test_words_are_values() -> None:
    p: Problem[str, Any] = Problem()
    p.add_variables({"color": ["red", "green"], "size": ["s", "m", None], "point": [(0, 1), (1, 1)]})
    p.add(
        "color == 'red' or size in {'m', None}",
        "point != (0, 1)",
        "element(['s', 'm', 's'], 2) == size or color != 'red'",
    )
    assert rows_of(p) == {("red", "s"), ("green", "m"), ("green", None)}


def rows_of(p: Problem[str, Any]) -> set[tuple[Any, ...]]:
    return {(solution["color"], solution["size"]) for solution in p.solutions()}


def test_a_text_may_have_several_lines() -> None:
    p = stated()
    p.add("""
        x < y
        and y < z
    """)
    assert p.count() == 4 * 10
    with pytest.raises(TextError, match="must not have a #"):
        p.add("x < y # then\n and y < z")


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("x + w <= 3", "there is no variable 'w': there are x, y, z, a, b", 5),
        ("x + y", "this is an expression, not a constraint", 1),
        ("'x'", "this is a value, not a constraint", 1),
        ("x = 3", "invalid syntax", 3),
        ("x <", "invalid syntax", 4),
        ("", "invalid syntax", 1),
        ("neighbors differ", "write constraint.named", 11),
        ("x < y < z <= 'a'", "arithmetic takes integers", 1),
        ("x and y > 1", "'and' joins constraints, not <Variable x>", 1),
        ("x == 1 | y == 2", "| joins constraints", 6),
        ("x / 2 == 1", "write // to divide integers", 1),
        ("x is y", "'is' is not allowed", 6),
        ("x << 2 == 4", "LShift is not allowed", 1),
        ("x in y", "in needs values in brackets", 6),
        ("y > 1 and print(x)", "this function is not known", 11),
        ("x.name == 1", "x.name is not known: only members of enumerations", 1),
        ("__import__('os').system('true')", "this function is not known", 1),
        ("(lambda: x)() == 1", "this function is not known", 1),
        ("[x for x in y] == 1", "ListComp is not allowed", 1),
        ("x if a else (y > 1)", "two constraints, or two", 1),
        ("all_different(x, y, key=z)", "takes no keywords", 1),
        ("abs(x, y) == 1", "takes exactly one argument", 1),
        ("x // 0 == 1", "divisor must not be 0", 1),
        ("1 // 0 == x", "by zero", 1),
        ("x == 2 ** 999999999", "more than 65536 bits", 6),
        ("x == 2 ** 60000 * 2 ** 60000", "more than 65536 bits", 6),
        ("x == 2 ** -1", "must not be negative", 6),
        ("'a' * 999999999 == x", "cannot be computed", 1),
        ("x == b'a'", "is not allowed here", 6),
        ("x == ...", "is not allowed here", 6),
        ("x == f'{y}'", "JoinedStr is not allowed", 6),
        ("x[9] == 1", r"there is no variable 'x\[9\]' or \('x', 9\)", 1),
        ("x()[9] == 1", "only names", 1),
        ("-'a' == x", "arithmetic takes integers", 1),
        ("ä + x == 1", "there is no variable 'ä'", 1),
        ("'ä' == x and ö > 1", "there is no variable 'ö'", 14),
        ("   x + w == 1", "'w'", 8),
        ("(x := 3) == 1", "NamedExpr is not allowed", 2),
    ],
)
def test_a_mistake_is_shown_where_it_is(text: str, message: str, column: int) -> None:
    p = stated()
    with pytest.raises(TextError, match=message) as caught:
        p.add("x < y", text)
    assert not p.constraints
    lines = str(caught.value).split("\n")
    assert lines[-1].index("^") == column + 1, str(caught.value)
    assert lines[-2].strip() == text.strip()
    assert f"in column {column} of" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("x > 3 && y < 2", "write and instead of &&"),
        ("x != y || a", "write or instead of ||"),
        ("x => 3", "write >= instead of =>"),
        ("x <> 3", "write != instead of <>"),
        ("x = 3", "write == instead of ="),
        ("!a", "write not instead of !"),
        ("x ≥ 3", "write >= instead of ≥"),
        ("a -> b", "write implies(a, b) instead of ->"),
        ("if a then b", "write implies(a, b) instead of then"),
        ("x == 3, y == 2", "join constraints by and"),
        ("X == 3", "did you mean 'x'?"),
        ("a == true", "write True"),
        ("AllDifferent(x, y)", "did you mean all_different?"),
        ("color == red", "to mean the value write 'red' in quotes"),
        ("Speed.WARP == speed", "only members of enumerations have a dot"),
        ("speed == HIGH", "there are Speed.HIGH and Level.HIGH"),
    ],
)
def test_a_mistake_is_answered_by_what_to_write(text: str, hint: str) -> None:
    p = stated()
    p.add_variable("color", ["red", "blue"])
    p.add_variables({"speed": list(Speed), "level": list(Level)})
    with pytest.raises(TextError) as caught:
        p.add(text)
    assert hint in str(caught.value)


def test_members_of_enumerations_and_dates_are_values() -> None:
    p: Problem[Any, Any] = Problem()
    p.add_variables({"speed": list(Speed), "level": list(Level)})
    day = p.add_variable("day", [date(2026, 6, number) for number in range(1, 11)])
    p.add("speed != LOW and level == Level.HIGH", "day < date(2026, 6, 8)", "day + timedelta(2) >= date(2026, 6, 8)")
    found = list(p.solutions())
    assert {(one["speed"], one["level"]) for one in found} == {(Speed.HIGH, Level.HIGH)}
    assert sorted(one[day].day for one in found) == [6, 7]


def test_an_objective_can_be_a_text() -> None:
    p = stated()
    best = p.maximize("2 * x - y").finish()
    assert best is not None
    assert best.objective == p.maximize(2 * p["x"] - p["y"]).finish().objective  # type: ignore[union-attr]
    least = p.minimize("a").finish()
    assert least is not None
    assert least.objective == 0
    assert type(least.objective) is int


def test_the_message_shows_the_text_and_a_caret() -> None:
    p = stated()
    with pytest.raises(TextError) as caught:
        p.add("x + y <= 10 and w != x")
    assert str(caught.value).split("\n") == [
        "there is no variable 'w': there are x, y, z, a, b, in column 17 of",
        "  x + y <= 10 and w != x",
        "                  ^",
    ]


HOSTILE = {
    "brackets": "(" * 5000 + "x" + ")" * 5000,
    "signs": "-" * 9999 + "x",
    "some signs": "-" * 500 + "x == 1",
    "not": "not " * 2400 + "a",
    "some not": "not " * 300 + "a",
    "power": "x" + "**x" * 3000 + " == 1",
    "choices": "x if a else " * 800 + "y",
    "calls": "abs(" * 180 + "x" + ")" * 180 + " == 1",
    "lists": "[" * 190 + "]" * 190,
    "long": "x == 1 and " * 10_000 + "x == 1",
    "digits": "x == " + "9" * 9000,
    "null": "x == 1\0",
    "surrogate": "x == '\ud800'",
    "a long name": "v" * 9000,
    "powers": "x == " + "9**" * 2000 + "9",
    "subscripts": "x" + "[0]" * 3000,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_texts_get_one_clear_error(kind: str) -> None:
    p = stated()
    with pytest.raises(TextError) as caught:
        p.add(HOSTILE[kind])
    assert len(str(caught.value)) < 400 or kind == "a long name"
    assert not p.constraints


def test_long_sums_are_not_nested() -> None:
    p = stated()
    p.add(" + ".join(["x"] * 900) + " == 1800")
    assert {solution["x"] for solution in p.solutions()} == {2}
    p.add(" and ".join(["x < y"] * 900))
    assert {solution["y"] for solution in p.solutions()} == {3}


@pytest.mark.parametrize("wrong", [3, None, b"x < y", ["x < y"]])
def test_only_texts_are_parsed(wrong: Any) -> None:
    with pytest.raises(KindError, match="parse needs a text"):
        stated().parse(wrong)


@settings(max_examples=300)
@given(st.text(alphabet="xyab01+-*/%()[]{}<>=!, andorti'\"\\\n#:.", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    p = stated()
    try:
        p.add(text)
    except (csplib.CSPError, csplib.ModelWarning):
        return
    assert p.constraints
