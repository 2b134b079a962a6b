"""What notebooks show of problems, solutions and runs."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import product
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csplib import Problem, min_conflicts
from csplib.display.markup import counters_html, sentences
from csplib.display.notebook import problem_html, run_html, solution_html
from csplib.sudoku import Board, compare, grade, next_step, why_not

HOSTILE = "<script>alert('x')</script>\n\"&"


class Reader(HTMLParser):
    """Collects the tags and the text of a page, as a browser would see them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert {name for name, _ in attrs} <= {"style", "colspan"}

    def handle_data(self, data: str) -> None:
        self.text += data


def rows(page: str) -> list[list[str | None]]:
    root = ET.fromstring(page)  # noqa: S314 - our own output
    return [[cell.text for cell in row] for row in root.iter("tr")]


def test_a_problem_lists_its_variables_with_domains_and_its_constraints() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(9))
    p.add(x < y, (x != 3).named("not three"))
    page = problem_html(p.domains, p.constraints)
    assert "Problem: 2 variables, 2 constraints" in page
    assert rows(page) == [
        ["variable", "domain"],
        ["x", "0 … 8"],
        ["y", "0 … 8"],
        ["constraint"],
        ["x < y"],
        ["not three"],
    ]


def test_an_empty_problem_can_be_shown() -> None:
    page = problem_html({}, [])
    assert "no variable, no constraint" in page
    assert rows(page) == [["variable", "domain"]]


def test_names_and_values_cannot_smuggle_in_markup() -> None:
    p = Problem()
    hostile = p.add_variable(HOSTILE, [HOSTILE, 1])
    p.add((hostile != 1).named(HOSTILE))
    p.prefer((hostile != 1).named(HOSTILE))
    solution = p.solve()
    assert solution is not None
    grid = {(HOSTILE, column): HOSTILE for column in ("a", "b")} | {("plain", column): 1 for column in ("a", "b")}
    impossible = [p.explain(assuming={HOSTILE: 1}), p.why(HOSTILE, 1)]
    pages = [
        *[answer._repr_html_() for answer in impossible if answer is not None],
        min_conflicts(p)._repr_html_(),
        solution_html(grid),
        problem_html(p.domains, p.constraints),
        problem_html({}, [], p.preferences),
        solution_html(solution),
        run_html(HOSTILE, {HOSTILE: 1}, (solution, HOSTILE)),
    ]
    for page in pages:
        read = Reader(page)
        assert set(read.tags) <= {"div", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "li"}
        assert "<script>" in read.text


@given(st.dictionaries(st.text(), st.text()))
def test_every_page_is_well_formed(values: dict[str, str]) -> None:
    shown = rows(solution_html(values))
    assert len(shown) == 1 + min(len(values), 30) + (len(values) > 30)


@pytest.mark.parametrize("count", [30, 31, 1000])
def test_long_tables_end_with_the_number_of_rows_left_out(count: int) -> None:
    shown = rows(solution_html(dict.fromkeys(range(count), 0)))
    if count == 30:
        assert shown[-1] == ["29", "0"]
    else:
        assert shown[-1] == [f"… and {count - 30} more variables"]
    assert len(shown) == 31 + (count > 30)


def test_a_run_shows_its_status_counters_and_best_solution() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(4))
    p.add(x != y)
    found = p.maximize(x + y)
    best = found.finish()
    assert best is not None
    page = run_html(found.status.value, found.statistics.as_dict(), best)
    assert "Search: optimal" in page
    assert "Best objective: 5" in page
    assert rows(page)[0] == list(found.statistics.as_dict())
    assert rows(page)[-2:] == [["x", str(best.solution["x"])], ["y", str(best.solution["y"])]]


def test_counters_are_grouped_by_thousands_and_seconds_rounded() -> None:
    assert rows(counters_html({"nodes": 1234567, "seconds": 0.12345})) == [["nodes", "seconds"], ["1,234,567", "0.123"]]


def test_variables_named_by_row_and_column_show_as_a_grid() -> None:
    p: Problem[tuple[int, int], int] = Problem()
    p.add_variables(product(range(2), range(3)), [7])
    solution = p.solve()
    assert solution is not None
    assert rows(solution._repr_html_()) == [[None, "0", "1", "2"], ["0", "7", "7", "7"], ["1", "7", "7", "7"]]
    row = next(iter(p.solutions()))
    assert row._repr_html_() == solution._repr_html_()


def test_words_label_a_grid_as_they_come_and_numbers_in_order() -> None:
    values = {(chore, day): f"{chore} {day}" for day in (2, 1) for chore in ("wash", "cook")}
    assert rows(solution_html(values)) == [
        [None, "1", "2"],
        ["wash", "wash 1", "wash 2"],
        ["cook", "cook 1", "cook 2"],
    ]


def test_a_grid_may_have_gaps_but_not_too_many() -> None:
    values = {(0, 0): "a", (0, 1): "b", (1, 1): "c"}
    assert rows(solution_html(values)) == [[None, "0", "1"], ["0", "a", "b"], ["1", None, "c"]]
    diagonal = {(place, place): place for place in range(3)}
    assert rows(solution_html(diagonal))[0] == ["variable", "value"]


@pytest.mark.parametrize(
    "names",
    [
        [(0, 0), (0, 1), "x"],
        [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)],
        [(0, column) for column in range(5)],
        [(row, 0) for row in range(5)],
        list(product(range(2), range(31))),
        list(product(range(31), range(2))),
    ],
)
def test_what_is_no_grid_of_handy_size_shows_as_a_list(names: list[Any]) -> None:
    assert rows(solution_html(dict.fromkeys(names, 1)))[0] == ["variable", "value"]


def test_a_problem_lists_its_preferences_with_their_weights() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(9))
    p.prefer(x < y, weight=1500)
    page = p._repr_html_()
    assert "Problem: 2 variables, no constraint, 1 preference" in page
    assert rows(page)[-2:] == [["preference", "weight"], ["x < y", "1,500"]]


def test_lines_become_paragraphs_and_lists() -> None:
    page = sentences("One & two:\n- a < b\n- c\nNote:\n  d\nEnd.")
    assert [(part.tag, part.text) for part in ET.fromstring(page)] == [  # noqa: S314 - our own output
        ("p", "One & two:"),
        ("ul", None),
        ("p", "Note:"),
        ("ul", None),
        ("p", "End."),
    ]
    assert [item.text for item in ET.fromstring(page).iter("li")] == ["a < b", "c", "d"]  # noqa: S314
    assert sentences("") == "<div/>"


def test_reasons_show_as_sentences() -> None:
    p = Problem()
    x, y, z = p.add_variables("xyz", range(3))
    p.add(x < y, y < z)
    conflict = p.explain(assuming={"x": 1})
    assert conflict is not None
    assert "<li>y &#60; z</li>" in conflict._repr_html_()
    why = p.why(x, 1)
    assert why._repr_html_().startswith("<div><p>x cannot be 1:</p><ul><li>y &#60; z removes 2 from y.</li>")
    assert why.steps[0]._repr_html_() == "<div><p>y &#60; z removes 2 from y.</p></div>"


def test_the_best_solution_and_a_local_result_show_a_sentence_and_the_values() -> None:
    p = Problem()
    x, y = p.add_variables("xy", range(3))
    p.add(x + y == 3)
    best = p.maximize(x).finish()
    assert best is not None
    assert "<p>Objective: 2</p>" in best._repr_html_()
    assert rows(best._repr_html_())[1:] == [["x", "2"], ["y", "1"]]
    result = min_conflicts(p)
    assert f"<p>{result}</p>" in result._repr_html_()
    assert rows(result._repr_html_()) == rows(solution_html(result.assignment))


def test_answers_about_a_board_show_as_sentences() -> None:
    board = Board.parse("......6..8.4.....7..5..3.9...1.98.52692..73..45.1....65..36.24924.87.1.33.6249785")
    step = next_step(board)
    assert step is not None
    for answer in (step, grade(board), why_not(board, (0, 1), 4)):
        read = Reader(answer._repr_html_())
        assert set(read.tags) <= {"div", "p", "ul", "li"}
        assert read.text == "".join(line.removeprefix("  ") for line in str(answer).splitlines())
    table = compare({"<tiny>": board}, ["full"])
    assert Reader(table._repr_html_()).text == str(table)
