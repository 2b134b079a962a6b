"""What notebooks show of problems, solutions and runs."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csplib import Problem
from csplib.notebook import counters_html, problem_html, run_html, solution_html

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
    solution = p.solve()
    assert solution is not None
    pages = [
        problem_html(p.domains, p.constraints),
        solution_html(solution),
        run_html(HOSTILE, {HOSTILE: 1}, (solution, HOSTILE)),
    ]
    for page in pages:
        read = Reader(page)
        assert set(read.tags) <= {"div", "p", "table", "thead", "tbody", "tr", "th", "td"}
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
