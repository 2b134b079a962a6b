"""The models in examples/ give the answers that are known for them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from itertools import pairwise, product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from csplib import Problem

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem != "demo")


def load(name: str) -> ModuleType:
    spec = spec_from_file_location(f"examples_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GALLERY = {name: load(name) for name in NAMES}


def checked(p: Problem, limit: int | None = None) -> list[Any]:
    """List the solutions; the judge finds nothing wrong with any of them, and none comes twice."""
    found = list(p.solutions(solution_limit=limit))
    assert len(set(found)) == len(found)
    assert not [solution for solution in found if p.violations(solution)]
    return found


def counted(name: str, count: int, *arguments: Any, builder: str | None = None, **keywords: Any) -> Any:
    """Say how many solutions a model has."""
    numbers = [str(argument) for argument in arguments if isinstance(argument, int)]
    shown = ", ".join([*numbers, *[f"{key}={value}" for key, value in keywords.items()]])
    build = getattr(GALLERY[name], builder or name)
    return pytest.param(lambda: build(*arguments, **keywords), count, id=f"{name}({shown}) has {count}")


def complete(nodes: str) -> Any:
    return GALLERY["graceful_k4"].complete(nodes)


COLORS = ["red", "green", "blue", "yellow"]

COUNTS = [
    # A000170 of the OEIS.
    *[counted("queens", count, n) for n, count in enumerate([1, 0, 0, 2, 10, 4, 40, 92], 1)],
    # Dudeney, 1924.
    counted("send_more_money", 1),
    # Life International, 1962.
    counted("zebra", 1),
    # The Lo Shu; Frénicle de Bessy, 1693, for order 4. With turns and reflections order 4 has 8 * 880 = 7040.
    counted("magic_square", 8, 3),
    counted("magic_square", 1, 3, turned=False),
    counted("magic_square", 0, 2),
    counted("magic_square", 880, 4, turned=False),
    # A036501 of the OEIS: the shortest rulers, a ruler and its mirror image being one; nothing shorter.
    *[
        counted("golomb_ruler", count, marks, length)
        for marks, length, count in [(4, 6, 1), (5, 11, 2), (6, 17, 4), (7, 25, 5), (5, 10, 0), (6, 16, 0), (7, 24, 0)]
    ],
    # A014552 of the OEIS, twice.
    # A000438 of the OEIS, for 4 and 6 teams, times the orders of the rounds.
    counted("tournament", 6, 4),
    counted("tournament", 720, 6),
    *[counted("langford", 2 * count, n) for n, count in [(3, 1), (4, 1), (5, 0), (6, 0), (7, 26), (8, 150)]],
    # CSPLib problem 7; the same by listing permutations.
    *[counted("all_interval", count, n) for n, count in [(2, 2), (3, 4), (4, 4), (5, 8), (6, 24), (7, 32), (8, 40)]],
    counted("all_interval", 296, 10),
    # A008404 of the OEIS.
    *[counted("costas_array", count, n) for n, count in enumerate([1, 2, 4, 12, 40, 116, 200], 1)],
    # Fujita, Slaney and Stickel, 1993: with the condition against renamed copies.
    *[
        counted("quasigroup_existence", count, n, builder="quasigroup")
        for n, count in [(5, 1), (6, 0), (7, 3), (8, 1), (9, 0), (10, 0), (11, 5)]
    ],
    # By looking through all 48 idempotent Latin squares of order 5, and all 10752 of order 6.
    counted("quasigroup_existence", 6, 5, builder="quasigroup", renamed=True),
    counted("quasigroup_existence", 0, 6, builder="quasigroup", renamed=True),
    # The Fano plane has 168 automorphisms, so there are 7! / 168 = 30 on seven given points.
    counted("bibd", 30, 7, 3, 1, renamed=True),
    # Flener and others, Breaking Row and Column Symmetries in Matrix Models, CP 2002, with rows and columns in order.
    *[
        counted("bibd", count, v, k, shared)
        for v, k, shared, count in [(7, 3, 1, 1), (6, 3, 2, 1), (9, 3, 1, 8), (7, 3, 2, 24)]
    ],
    # A383660 and A383661 of the OEIS have 16 tours for 3 by 10 and 8 for 5 by 6, each in two directions.
    counted("knights_tour", 32, 3, 10),
    counted("knights_tour", 16, 5, 6),
    # A tour has as many white squares as black ones.
    counted("knights_tour", 0, 5, 5),
    # Golomb, 1972: two sets of labels for K4, in 4! orders, and none for K5.
    counted("graceful_k4", 48, complete("ABCD"), builder="graceful"),
    counted("graceful_k4", 0, complete("ABCDE"), builder="graceful"),
    # Made to have one answer each.
    counted("kakuro", 1, GALLERY["kakuro"].PUZZLE),
    counted("slitherlink", 1, GALLERY["slitherlink"].PUZZLE),
    counted("nonogram", 1, GALLERY["nonogram"].HEN_ROWS, GALLERY["nonogram"].HEN_COLUMNS),
    # Nevada and its five neighbors need four colors.
    counted("us_map", 0, COLORS[:3]),
    # Fisher and Thompson, 1963: the optimum is 55.
    counted("job_shop", 0, GALLERY["job_shop"].FT06, 54),
]


@pytest.mark.parametrize(("build", "count"), COUNTS)
def test_the_number_of_solutions_is_the_known_one(build: Callable[[], Problem], count: int) -> None:
    assert len(checked(build())) == count


def test_a_hundred_queens_stand_on_a_hundred_columns_and_twice_as_many_diagonals() -> None:
    (solution,) = checked(GALLERY["queens"].queens(100), limit=1)
    assert {len({solution[row] + slope * row for row in range(100)}) for slope in (-1, 0, 1)} == {100}


def test_send_more_money_is_9567_plus_1085() -> None:
    (solution,) = checked(GALLERY["send_more_money"].send_more_money())
    assert solution == dict(zip("SENDMORY", [9, 5, 6, 7, 1, 0, 8, 2], strict=True))


def test_the_japanese_owns_the_zebra_and_the_norwegian_drinks_water() -> None:
    (solution,) = checked(GALLERY["zebra"].zebra())
    assert solution["zebra"] == solution["Japanese"] == 5
    assert solution["water"] == solution["Norwegian"] == 1


def test_every_magic_square_of_order_three_has_five_in_the_middle() -> None:
    assert {solution[1, 1] for solution in checked(GALLERY["magic_square"].magic_square(3))} == {5}


def test_the_shortest_golomb_rulers_have_their_known_lengths() -> None:
    # A003022 of the OEIS.
    assert [GALLERY["golomb_ruler"].shortest_length(marks) for marks in range(2, 7)] == [1, 3, 6, 11, 17]


def test_langfords_own_arrangement_is_found_in_both_directions() -> None:
    langford = GALLERY["langford"]
    assert {langford.row(solution) for solution in checked(langford.langford(3))} == {"3 1 2 1 3 2", "2 3 1 2 1 3"}


def test_the_fisher_thompson_job_shop_takes_55() -> None:
    shop = GALLERY["job_shop"]
    assert shop.shortest_end(shop.FT06) == 55
    (schedule,) = checked(shop.job_shop(shop.FT06, 55), limit=1)
    chart = shop.chart(shop.FT06, schedule)
    # Everything that has to be done is on the chart, so nothing hides anything else.
    for job, steps in enumerate(shop.FT06, 1):
        assert chart.replace("machine", "").count(str(job)) == sum(duration for _, duration in steps) + 1


def test_a_rota_keeps_its_rules() -> None:
    hospital = GALLERY["nurse_rota"]
    p = hospital.nurse_rota(hospital.NURSES, hospital.DAYS, hospital.NEEDED, 2)
    hospital.add_wishes(p)
    (rota,) = checked(p, limit=1)
    for day in hospital.DAYS:
        assert sorted(rota[nurse, day] for nurse in hospital.NURSES) == sorted(
            ["early", "late", "free"] * 2 + ["night"]
        )
    for nurse in hospital.NURSES:
        assert is_fair([rota[nurse, day] for day in hospital.DAYS], 2)
    assert "night" not in [rota["Ben", day] for day in hospital.DAYS]


def is_fair(week: list[str] | tuple[str, ...], free_days: int) -> bool:
    rank = {"free": 3, "early": 0, "late": 1, "night": 2}
    rested = all(rank[after] >= rank[before] or before == "free" for before, after in pairwise(week))
    return rested and week.count("free") == free_days and week.count("night") <= 2


def test_there_are_as_many_small_rotas_as_plain_listing_finds() -> None:
    weeks = [week for week in product(["free", "early", "late", "night"], repeat=3) if is_fair(week, 1)]
    rotas = [rota for rota in product(weeks, repeat=3) if all(is_enough(day) for day in zip(*rota, strict=True))]
    hospital = GALLERY["nurse_rota"]
    p = hospital.nurse_rota(hospital.NURSES[:3], hospital.DAYS[:3], {"early": 1, "night": 1}, 1)
    assert {tuple(solution.values()) for solution in checked(p)} == {sum(rota, ()) for rota in rotas}


def is_enough(day: tuple[str, ...]) -> bool:
    return day.count("early") == day.count("night") == 1


def test_a_knight_returns_after_36_squares() -> None:
    knight = GALLERY["knights_tour"]
    (solution,) = checked(knight.knights_tour(6, 6), limit=1)
    visited = knight.tour(solution)
    assert sorted(visited) == list(range(36))
    for here, there in pairwise([*visited, 0]):
        down, right = abs(here // 6 - there // 6), abs(here % 6 - there % 6)
        assert sorted([down, right]) == [1, 2]


def test_the_kakuro_has_the_answer_it_was_made_from() -> None:
    (solution,) = checked(GALLERY["kakuro"].kakuro(GALLERY["kakuro"].PUZZLE))
    lines = ["# 4 8 # 9 8", "9 2 7 3 5 4", "3 1 # 1 2 #", "# 9 6 # 1 4", "1 6 4 9 7 2", "5 7 # 4 8 #"]
    assert GALLERY["kakuro"].answer(solution).split("\n") == lines


def test_the_slitherlink_has_the_answer_it_was_made_from() -> None:
    slitherlink = GALLERY["slitherlink"]
    (solution,) = checked(slitherlink.slitherlink(slitherlink.PUZZLE))
    lines = slitherlink.drawn(solution, slitherlink.PUZZLE).split("\n")
    assert lines[:4] == ["+ + + + + + + +", " 0   1     1", "+ +-+-+-+ +-+-+", "  |    3| |  3|"]
    assert lines[-2:] == ["     2|   |  1", "+ + + +-+-+ + +"]


def test_the_nonogram_shows_a_hen() -> None:
    nonogram = GALLERY["nonogram"]
    (solution,) = checked(nonogram.nonogram(nonogram.HEN_ROWS, nonogram.HEN_COLUMNS))
    # The picture in Hett's Ninety-Nine Problems.
    rows = [".XXX....", "XX.X....", ".XXX..XX", "..XX..XX", "..XXXXXX", "X.XXXXX.", "XXXXXX..", "....X...", "...XX..."]
    assert ["".join(".X"[solution[r, c]] for c in range(8)) for r in range(9)] == rows


def test_the_map_has_49_states_with_107_borders_and_four_colors_do() -> None:
    us_map = GALLERY["us_map"]
    borders = {frozenset(border) for border in us_map.borders()}
    assert len(borders) == len(us_map.borders()) == 107
    assert len(frozenset().union(*borders)) == 49
    # The states that have the most neighbors, and the one that has one.
    neighbors = {state: sum(state in border for border in borders) for state in ("TN", "MO", "ME")}
    assert neighbors == {"TN": 8, "MO": 8, "ME": 1}
    (solution,) = checked(us_map.us_map(COLORS), limit=1)
    assert all(len({solution[state] for state in border}) == 2 for border in borders)


def test_a_school_timetable_gives_every_lesson_a_time_and_a_room() -> None:
    school = GALLERY["school_timetable"]
    lessons = school.lessons_of(school.CLASSES)
    assert len(lessons) == 200
    p = school.timetable(lessons)
    plan = p.solve()
    assert not p.violations(plan)
    assert len(set(plan.values())) == 200
    taken = [(person, plan[lesson] // 9) for lesson in lessons for person in (lesson.group, lesson.teacher)]
    assert len(set(taken)) == 400


def test_a_seating_plan_meets_as_many_wishes_as_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    party = GALLERY["seating_plan"]
    guests = party.GUESTS[:10]
    together = [(one, other) for one, other in party.COUPLES if {one, other} <= set(guests)]
    apart = [(one, other) for one, other in party.ENEMIES if {one, other} <= set(guests)]
    friends = [(one, other) for one, other in party.FRIENDS if {one, other} <= set(guests)]
    for name, pairs in {"COUPLES": together, "ENEMIES": apart, "FRIENDS": friends}.items():
        monkeypatch.setattr(party, name, pairs)
    plans = [dict(zip(guests, row, strict=True)) for row in product(range(2), repeat=10) if sum(row) == 5]
    fitting = [
        plan
        for plan in plans
        if all(plan[a] == plan[b] for a, b in together) and all(plan[a] != plan[b] for a, b in apart)
    ]
    least = min(sum(plan[a] != plan[b] for a, b in friends) for plan in fitting)
    p = party.seating(guests, 2)
    assert 2 * p.count() == len(fitting)
    assert p.minimize(p.penalty).finish().objective == least


def test_a_configurator_builds_what_its_rules_allow() -> None:
    shop = GALLERY["laptop_configurator"]
    p = shop.laptop()
    fitting = 0
    for case, processor, memory, _, graphics, battery in product(*shop.PRICES.values()):
        fitting += (
            (graphics == "built in" or (case == 16 and processor != "4 cores"))
            and (graphics != "large" or battery == 99)
            and (case != 13 or (battery <= 70 and memory <= 32))
            and (processor != "16 cores" or memory >= 32)
        )
    assert p.count() == fitting == 576
    price = shop.price_of(p)
    solution = p.solve()
    assert solution[price] == sum(shop.PRICES[part][value] for part, value in solution.items())


def test_a_tuning_space_has_the_settings_that_all_restrictions_allow() -> None:
    tuning = GALLERY["tuning_space"]
    few = {name: values[::3] for name, values in tuning.PARAMETERS.items()}
    allowed = 0
    for row in product(*few.values()):
        setting = dict(zip(few, row, strict=True))
        allowed += all(function(*[setting[name] for name in names]) for names, function in tuning.RESTRICTIONS)
    assert 0 < allowed == tuning.tuning_space(few).count()


SAID = {
    "all_interval": "40 series",
    "bibd": "o o . . . . o",
    "costas_array": "12   40  116",
    "golomb_ruler": "6 marks, length 17: (0, 1, 4, 10, 12, 17)",
    "graceful_k4": "K5 has none",
    "job_shop": "after 55 units",
    "kakuro": "9 2 7 3 5 4",
    "knights_tour": "36",
    "laptop_configurator": "576 laptops can be built",
    "langford": "n = 8: 300",
    "magic_square": "8 squares, 1 up to symmetry",
    "nonogram": "the only answer",
    "nurse_rota": "Mon    Tue",
    "quasigroup_existence": "Order  7: 3 found",
    "queens": "92 ways",
    "school_timetable": "200 lessons, 9 rooms",
    "seating_plan": "3 wishes are not met",
    "send_more_money": "= MONEY    = 10652",
    "slitherlink": "|3 0  |2  | |",
    "sudoku_local_search": "systematic search    yes          32",
    "tournament": "720 timetables",
    "tuning_space": "settings are allowed",
    "us_map": "With three colors: impossible",
    "zebra": "Japanese owns the zebra",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_model_runs_and_says_what_it_should(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    GALLERY[name].main()
    shown = capsys.readouterr().out
    assert SAID[name] in shown
    assert all(line == line.rstrip() for line in shown.splitlines())


@pytest.mark.parametrize("name", NAMES)
def test_a_model_needs_csplib_alone(name: str) -> None:
    tree = ast.parse((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))
    assert "Source: " in (ast.get_docstring(tree) or "")
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Import)
        if isinstance(node, ast.ImportFrom):
            assert node.module == "csplib" or node.module in sys.stdlib_module_names
