"""DIMACS files: clauses and graphs."""

from __future__ import annotations

import io
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import csplib
from csplib import AllDifferent, FormatError, Model, OptionError, Problem, Status


def read(text: str, **options: Any) -> Model:
    return csplib.read(io.StringIO(text), **options)


def written(model: Any, format: str, **objective: Any) -> str:  # noqa: A002 - as in csplib.write
    to = io.StringIO()
    csplib.write(model, to, format=format, **objective)
    return to.getvalue()


@st.composite
def clauses(draw: Any) -> tuple[int, list[list[int]]]:
    size = draw(st.integers(1, 6))
    literal = st.integers(1, size).flatmap(lambda number: st.sampled_from([number, -number]))
    return size, draw(st.lists(st.lists(literal, max_size=4), max_size=12))


@given(clauses(), st.sampled_from([" ", "\n", " \n ", "\nc between\n"]))
def test_clauses_have_the_solutions_of_brute_force(drawn: tuple[int, list[list[int]]], gap: str) -> None:
    size, stated = drawn
    lines = "".join([f"{gap.join([*map(str, clause), '0'])}\n" for clause in stated])
    model = read(f"c a comment\n\np  cnf {size} {len(stated)}\n{lines}")
    rows = product([False, True], repeat=size)
    expected = [row for row in rows if all(any(row[abs(n) - 1] == (n > 0) for n in one) for one in stated)]
    assert sorted(tuple(solution.values()) for solution in model.solutions()) == expected
    assert model.count() == len(expected)
    assert read(written(model, "cnf")).count() == len(expected)
    assert written(read(written(model, "cnf")), "cnf") == written(model, "cnf")


def test_a_percent_sign_ends_the_clauses() -> None:
    assert read("p cnf 2 1\n1 -2 0\n%\n0\n").count() == 3


def test_answers_are_written_as_sat_solvers_do() -> None:
    model = read("p cnf 2 1\n1 -2 0\n")
    assert model.printer.solution({"1": True, "2": False}) == "s SATISFIABLE\nv 1 -2 0\n"
    assert model.printer.solution({"1": True, "2": True}) == "v 1 2 0\n"
    assert model.printer.end(Status.COMPLETE, complete=True) == ""
    assert model.printer.count(3, complete=True) == "s SATISFIABLE\nc s type mc\nc s exact arb int 3\n"
    unknown = read("p cnf 2 1\n1 -2 0\n").printer
    assert unknown.end(Status.LIMIT, complete=False) == "s UNKNOWN\n"
    assert unknown.end(Status.UNSATISFIABLE, complete=True) == "s UNSATISFIABLE\n"
    many = unknown.solution({str(number): True for number in range(1, 100)}).splitlines()
    assert max(map(len, many)) <= 78
    assert " ".join([line[2:] for line in many[1:]]).split() == [*map(str, range(1, 100)), "0"]


def test_booleans_of_a_problem_are_written_as_clauses() -> None:
    p: Problem[str, bool] = Problem()
    rain, wet = p.add_booleans(["rain", "wet"])
    p.add(csplib.implies(rain, wet), (rain | wet) & ~(rain & wet))
    text = written(p, "cnf")
    assert text.startswith("c 1 is rain\nc 2 is wet\np cnf 2 3\n-1 2 0\n")
    assert read(text).count() == p.count() == 1


def test_what_clauses_cannot_state_is_named() -> None:
    p: Problem[Any, Any] = Problem()
    a, b = p.add_booleans("ab")
    p.add(a + b <= 1)
    with pytest.raises(FormatError, match=r"a file of clauses cannot state a \+ b <= 1"):
        written(p, "cnf")
    p.add_variable("x", range(3))
    with pytest.raises(FormatError, match="a file of clauses has booleans only, and x is not"):
        written(p, "cnf")
    with pytest.raises(FormatError, match="no objective"):
        written(p, "cnf", minimize=a)


@st.composite
def graphs(draw: Any) -> tuple[int, list[tuple[int, int]]]:
    size = draw(st.integers(1, 6))
    pairs = [(u, v) for u in range(1, size + 1) for v in range(1, size + 1) if u != v]
    return size, draw(st.lists(st.sampled_from(pairs), max_size=12)) if pairs else []


def text_of(size: int, edges: list[tuple[int, int]], header: str = "edge") -> str:
    return f"c a graph\np {header} {size} {len(edges)}\n" + "".join([f"e {u} {v}\n" for u, v in edges])


def colorings(size: int, edges: list[tuple[int, int]], colors: int) -> int:
    rows = product(range(colors), repeat=size)
    return sum(all(row[u - 1] != row[v - 1] for u, v in edges) for row in rows)


@given(graphs(), st.integers(1, 3))
def test_a_graph_has_the_colorings_of_brute_force(drawn: tuple[int, list[tuple[int, int]]], colors: int) -> None:
    size, edges = drawn
    text = text_of(size, edges)
    assert read(text, colors=colors).count() == colorings(size, edges, colors)
    least = next(number for number in range(1, 7) if colorings(size, edges, number))
    best = read(text).best()
    assert best is not None
    assert best.objective == least == len(set(best.solution.values()))
    assert all(best.solution[str(u)] != best.solution[str(v)] for u, v in edges)
    again = written(read(text), "col")
    assert written(read(again), "col") == again
    assert read(again, colors=colors).count() == colorings(size, edges, colors)


@pytest.mark.parametrize("lines", ["e 1 2\ne 2 3\n", "e 1 2\ne 2 1\ne 2 3\ne 3 2\n"])
@pytest.mark.parametrize("stated", [2, 4])
def test_a_header_may_count_edges_in_one_direction_or_in_both(lines: str, stated: int) -> None:
    best = read(f"p col 3 {stated}\n{lines}").best()
    assert best is not None
    assert best.objective == 2


def test_a_graph_without_nodes_has_no_objective() -> None:
    assert read("p edge 0 0\n").objective is None


def test_colorings_are_written_as_dimacs_does() -> None:
    model = read("p edge 2 1\ne 1 2\nx DENSITY 1\n")
    assert model.printer.better({"1": 1, "2": 2}, 2) == "s col 2\nl 1 1\nl 2 2\n"
    assert model.printer.end(Status.OPTIMAL, complete=True) == "c optimal\n"


def test_a_problem_of_differences_is_written_as_a_graph() -> None:
    p: Problem[str, str] = Problem()
    a, b, c, d = p.add_variables("abcd", ["red", "blue", "green"])
    p.add(AllDifferent([a, b, c]), c != d)
    assert written(p, "col") == "p edge 4 4\ne 1 2\ne 1 3\ne 2 3\ne 3 4\n"
    p.add(a != "red")
    with pytest.raises(FormatError, match="a graph cannot state a != 'red'"):
        written(p, "col")


MISTAKES = {
    "p cnf 2\n": "the text:1: a header such as 'p cnf 20 91' is missing",
    "p cnf x 1\n": "the text:1: 'x' is not an integer",
    "p cnf -2 1\n": "the text:1: a count is negative",
    "p cnf 2 1\n1 3 0\n": "the text:2: there is no variable 3, only 2",
    "p cnf 2 1\n1 two 0\n": "the text:2: 'two' is not an integer",
    "p cnf 2 1\n1 1_0 0\n": "the text:2: an integer has no underscores",
    "p cnf 2 1\n1 2\n": "the text:2: the last clause does not end with 0",
    "p cnf 2 2\n1 2 0\n": "the text:2: there are 1 clauses where the header counts 2",
    "p cnf 2 1\n1 0\n2 0\n": "the text:3: there are 2 clauses where the header counts 1",
    "p cnf 1000000000 1\n1 0\n": "the text:1: the header counts 1,000,000,000, and the file is too short to name them",
    "p edge 2 3\ne 1 2\n": "the text:2: there are 1 edges where the header counts 3",
    "p edge 2 1\ne 1 3\n": "the text:2: there is no node 3, only 2",
    "p edge 2 1\ne 2 2\n": "the text:2: an edge leads from node 2 to itself",
    "p edge 2 1\nn 1 2\n": "the text:2: 'n 1 2' is not an edge such as 'e 1 2'",
    "p edge 2 1\ne 1 x\n": "the text:2: 'x' is not an integer",
    "p edge 1000000000 1\ne 1 2\n": "the text:1: the header counts 1,000,000,000",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_a_file_is_named_with_its_line(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text, format="cnf" if "cnf" in text else "col")
    assert str(caught.value).startswith(MISTAKES[text])


def test_colors_must_be_positive() -> None:
    with pytest.raises(OptionError, match="colors must be a positive integer, not 0"):
        read("p edge 1 0\n", colors=0)
