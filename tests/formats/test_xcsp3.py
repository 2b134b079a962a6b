"""Reading XCSP3: instances of every kind have as many solutions as a judge that shares no code finds."""

from __future__ import annotations

import json
from io import StringIO
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pytest
from xcsp3_judge import Instance
from xcsp3_meanings import MEANINGS

from csplib import FormatError, Problem, Status
from csplib.formats import Model, read, write

DATA = Path(__file__).parent.parent / "data" / "xcsp3"
COUNTS: dict[str, Any] = json.loads((DATA / "counts.json").read_text(encoding="utf-8"))
MOST_ROWS = 5_000  # of values, for the brute force


def xcsp3(constraints: str, variables: str = '<array id="x" size="[3]"> 0..3 </array>', more: str = "") -> Model:
    text = f"<instance format='XCSP3'><variables>{variables}</variables><constraints>{constraints}</constraints>{more}"
    return read(StringIO(f"{text}</instance>"), format="xcsp3")


@pytest.mark.parametrize("name", COUNTS)
def test_an_instance_has_the_known_solutions(name: str) -> None:
    model = read(DATA / f"{name}.xml")
    if model.objective is None:
        assert model.count() == COUNTS[name]["count"]
    else:
        best = model.best()
        assert best is not None
        assert best.objective == COUNTS[name]["best"]


@pytest.mark.parametrize("name", COUNTS)
def test_small_instances_have_the_solutions_of_the_judge(name: str) -> None:
    judge = Instance(DATA / f"{name}.xml")
    if prod(map(len, judge.domains.values())) > MOST_ROWS:
        return
    model = read(DATA / f"{name}.xml")
    found = [dict(solution) for solution in model.problem.solutions()]
    rows = list(judge.all_rows())
    assert sorted(found, key=str) == sorted([{n: row[n] for n in found[0]} for row in rows] if found else rows, key=str)
    if model.objective is not None:
        worths = [judge.worth(row) for row in rows]
        assert sorted(worths) == sorted(model.objective.evaluate(row) for row in found)


def test_most_instances_are_compared_with_the_judge_or_two_others() -> None:
    assert len(COUNTS) >= 80
    assert sum(len(known["by"]) > 1 for known in COUNTS.values()) >= 70


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_a_construct_means_what_the_specification_says(text: str, meaning: Any) -> None:
    found = {tuple(solution.values()) for solution in xcsp3(text).solutions()}
    rows = product(range(4), repeat=3)
    assert found == {row for row in rows if meaning(*row)}


FLAG = '<array id="x" size="[2]"> 0..2 </array><var id="b"> 0 1 </var>'


@pytest.mark.parametrize(
    ("attribute", "holds"),
    [
        ("reifiedBy", lambda x, y, b: (x == y) == bool(b)),
        ("hreifiedFrom", lambda x, y, b: x == y or not b),
        ("hreifiedTo", lambda x, y, b: x != y or bool(b)),
    ],
)
def test_a_constraint_can_be_told_by_a_variable(attribute: str, holds: Any) -> None:
    found = xcsp3(f"<allEqual {attribute}='b'> x[] </allEqual>", FLAG).solutions()
    rows = product(range(3), range(3), range(2))
    assert {tuple(solution.values()) for solution in found} == {row for row in rows if holds(*row)}


def test_domains_can_be_shared_and_mixed() -> None:
    model = xcsp3(
        "",
        """<var id="a"> -1 3..5 4 </var> <var id="b" as="a"/>
        <array id="x" size="[2][2]"><domain for="x[0][] x[1][0]"> 1 2 </domain><domain for="others" as="a"/></array>""",
    )
    others = dict.fromkeys(["x[0][0]", "x[0][1]", "x[1][0]"], (1, 2))
    assert model.problem.domains == {"a": (-1, 3, 4, 5), "b": (-1, 3, 4, 5), **others, "x[1][1]": (-1, 3, 4, 5)}


WRONG = [
    ("<instance format='XCSP3'><variables>", "this is not XML: no element found"),
    ("\x00\x01\x02", "this is not XML"),
    ("<!DOCTYPE instance [<!ENTITY a 'b'>]><instance/>", "a document type is not accepted"),
    ("<instance format='XCSP2'/>", "the format 'XCSP2' is not XCSP3"),
    ("<other/>", "begins with <instance>"),
    ("<a>" * 200, "nested more than 100 deep"),
    ("<instance><variables><var> 1 </var></variables></instance>", "a variable needs an id"),
    ("<instance><variables><var id='x'> 1..a </var></variables></instance>", "<var>: invalid literal"),
    ("<instance><variables><var id='x'> 5..1 </var></variables></instance>", "the range '5..1' is empty"),
    ("<instance><variables><var id='x'> -infinity..3 </var></variables></instance>", "infinitely many"),
    ("<instance><variables><var id='x' type='real'> 1 </var></variables></instance>", "the type 'real' are not read"),
    ("<instance><variables><array id='x' size='[9999999][99999]'> 1 </array></variables></instance>", "is too large"),
    ("<instance><variables><array id='x' size='[a]'> 1 </array></variables></instance>", "must look like"),
    ("<instance><variables><var id='x' as='y'/></variables></instance>", "there is no element 'y'"),
]
WRONG_CONSTRAINTS = [
    ("<unheard> x[] </unheard>", "the constraint <unheard> is not known"),
    ("<allDifferent> x[] y </allDifferent>", "'y' is no variable, number or expression"),
    ("<allDifferent> x[5] </allDifferent>", "an index outside of 0..2"),
    ("<allDifferent> x[][] </allDifferent>", "does not have 1 indices"),
    ("<intension> eq(x[0],foo(x[1])) </intension>", "there is no function 'foo'"),
    ("<intension> eq(x[0],x[1] </intension>", "brackets do not match"),
    ("<intension> eq(x[0]) </intension>", "'eq' cannot have 1 operands"),
    ("<intension> " + "iff(x[1]," * 5000 + "x[0]" + ")" * 5000 + " </intension>", "nested more than 100 deep"),
    ("<intension> eq(x[0],pow(9,pow(9,9))) </intension>", "cannot be computed"),
    ("<intension> eq(div(3,0),x[0]) </intension>", "divided by 0"),
    ("<extension><list> x[] </list><supports> (1,2)(1,2,3) </supports></extension>", "rows have 2 and 3 places"),
    ("<extension><list> x[] </list><supports> (1,2) </supports></extension>", "2 values for 3 variables"),
    ("<extension><list> x[] </list><supports> (1,2,3 </supports></extension>", "a row has no end"),
    ("<extension><list> x[] </list><supports> (1,?,3) </supports></extension>", "'\\?' is neither"),
    ("<extension><list> x[] </list></extension>", "<extension> needs <conflicts>"),
    ("<extension><supports> (1) </supports></extension>", "<extension> needs <list>"),
    ("<sum><list> x[] </list><coeffs> 1 2 </coeffs><condition> (le,3) </condition></sum>", "3 terms and 2 coeff"),
    ("<sum><list> x[] </list><coeffs> 1x999999999999 </coeffs><condition> (le,3) </condition></sum>", "more than"),
    ("<sum><list> x[] </list><condition> 3 </condition></sum>", "a condition must look like"),
    ("<sum><list> x[] </list></sum>", "<sum> needs <condition>"),
    ("<count><list> x[] </list><values> 1..99999999999 2 </values><condition> (eq,1) </condition></count>", "more than"),  # noqa: E501
    ("<count><list> x[] </list><values> 1..99999999999 </values><condition> (eq,1) </condition></count>", "more than"),
    ("<sum><list>" + " 1x1000000" * 20 + "</list><condition> (le,3) </condition></sum>", "more than 10,000,000"),
    ("<cumulative><origins> 1 </origins><lengths> 1 </lengths><heights> 1 </heights><condition> (ge,2) </condition></cumulative>", "must be le or lt"),  # noqa: E501
    ("<sum type='soft'><list> x[] </list><condition> (le,3) </condition></sum>", "soft constraints"),
    ("<group><allDifferent> %0 %1 </allDifferent><args> x[0] </args></group>", "there is no argument %1, only 1"),
    ("<group><allDifferent> %0 %1 </allDifferent><allDifferent> x[] </allDifferent></group>", "and then <args>"),
    ("<slide><list offset='0'> x[] </list><intension> ne(%0,%1) </intension></slide>", "must be at least 1"),
    ("<regular><list> x[] </list><transitions> a,0,b </transitions><start> a </start><final> b </final></regular>",
     "transitions look like"),
    ("<mdd><list> x[] </list><transitions> (a,0,b)(b,1,a) </transitions></mdd>", "<mdd> has no root"),
    ("<noOverlap><origins> x[] </origins><lengths> 1 2 </lengths></noOverlap>", "lists of 3 and 2 operands"),
    ("<allDifferent><list> x[] </list><set> 1 </set></allDifferent>", "<set> inside of <allDifferent> is not known"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_file_that_cannot_be_read_gets_one_clear_error(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=r"the text:\d+(:\d+)?: ") as caught:
        read(StringIO(text), format="xcsp3")
    assert message in str(caught.value)


@pytest.mark.parametrize(("text", "message"), WRONG_CONSTRAINTS)
def test_a_constraint_that_cannot_be_read_is_named_with_its_line(text: str, message: str | None) -> None:
    with pytest.raises(FormatError, match=rf"the text:1: .*{message or ''}") as caught:
        xcsp3(text)
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


def test_a_table_is_read_in_pieces() -> None:
    rows = list(product(range(4), repeat=3))[:-1] * 700  # several buffers of the parser
    text = "".join(map(str, rows)).replace(" ", "")
    model = xcsp3(f"<extension><list> x[] </list><supports> {text} </supports></extension>")
    assert model.count() == 63


def test_a_domain_with_gaps_and_very_many_values_is_a_range_without_them() -> None:
    model = xcsp3("<intension> ge(x,5) </intension>", '<var id="x"> 0..3 5 7..20000 </var>')
    assert model.count() == 1 + 20_000 - 6


def test_answers_are_printed_as_the_competition_wants_them() -> None:
    model = xcsp3(
        "<allDifferent> x[] </allDifferent>",
        '<array id="x" size="[3]"> 0..2 </array><array id="y" size="[2]"><domain for="y[0]"> 1 </domain></array>',
        "<objectives><minimize> x[2] </minimize></objectives>",
    )
    printer = model.printer
    found = model.solve()
    assert found is not None
    assert printer.solution(found) == (
        "s SATISFIABLE\nv <instantiation> <list> x[] y[0] </list> <values> 0 1 2 1 </values> </instantiation>\n"
    )
    best = xcsp3("", more="<objectives><maximize> x[0] </maximize></objectives>")
    shown = "".join([best.printer.better(one, value) for one, value in best.optimize()])
    assert shown.endswith("o 3\n")
    assert best.printer.end(Status.OPTIMAL, complete=True).startswith('s OPTIMUM FOUND\nv <instantiation cost="3">')
    assert xcsp3("").printer.end(Status.UNSATISFIABLE, complete=True) == "s UNSATISFIABLE\n"
    assert xcsp3("").printer.end(Status.LIMIT, complete=False) == "s UNKNOWN\n"


def test_annotations_guide_the_search_if_they_are_asked_for() -> None:
    more = """<annotations><decision> x[2] x[1] </decision>
    <varHeuristic lc="0"><static> x[2] x[0] </static></varHeuristic>
    <valHeuristic><static order="3 1"> x[2] </static></valHeuristic><restarts type="luby" cutoff="5"/></annotations>"""
    variables = '<array id="x" size="[3]"> 0..3 </array>'
    text = f"<instance format='XCSP3'><variables>{variables}</variables><constraints/>{more}</instance>"
    assert read(StringIO(text), format="xcsp3").options == {}
    model = read(StringIO(text), format="xcsp3", annotations=True)
    assert set(model.options) == {"select", "order", "restarts"}
    found = model.solve()
    assert found is not None
    assert found["x[2]"] == 3
    assert model.problem.count() == 64
    assert model.count() == 1  # no variable occurs in a constraint


def test_objectives_in_an_order_are_one() -> None:
    more = """<objectives combination="lexico"><minimize> x[0] </minimize><maximize> x[1] </maximize></objectives>"""
    model = xcsp3("", more=more)
    best = model.best()
    assert best is not None
    assert (best.solution["x[0]"], best.solution["x[1]"]) == (0, 3)
    lex = "<objectives><maximize type='lex'><list> x[2] sub(3,x[1]) </list></maximize></objectives>"
    best = xcsp3("<intension> ne(x[1],0) </intension>", more=lex).best()
    assert best is not None
    assert (best.solution["x[2]"], best.solution["x[1]"]) == (3, 1)
    with pytest.raises(FormatError, match="several objectives"):
        xcsp3("", more=more.replace("lexico", "pareto"))


@pytest.mark.parametrize(
    ("stated", "count"),
    [
        ("<intension> eq(x[0],x[1]) </intension>", 4),
        ("<allDifferent> x[] </allDifferent>", 24),
        ("<intension> eq(x[2],x[2]) </intension>", 4),
        ("<group><intension> lt(%0,%1) </intension><args> x[0] x[2] </args></group>", 6),
        ("<sum><list> x[0] x[1] </list><coeffs> 0 1 </coeffs><condition> (eq,1) </condition></sum>", 4),
        ("<extension><list> x[0] y </list><supports> (1,2)(2,*) </supports></extension>", 5),
        ("<allDifferent> z[0..1][1] </allDifferent>", 90),
    ],
)
def test_variables_that_occur_nowhere_do_not_count(stated: str, count: int) -> None:
    text = f"""<instance format="XCSP3" type="CSP"><variables><array id="x" size="[3]"> 0..3 </array>
        <array id="z" size="[2][2]"> 0..9 </array><var id="y"> 0..3 </var></variables>
        <constraints>{stated}</constraints></instance>"""
    model = read(StringIO(text), format="xcsp3")
    assert model.count() == count
    assert model.count(limit=2) == 2
    assert model.problem.count() > count


def test_a_useless_variable_counts_once_it_is_used_or_asked_for() -> None:
    text = """<instance format="XCSP3" type="CSP"><variables><array id="x" size="[3]"> 0..3 </array></variables>
        <constraints><intension> eq(x[0],x[1]) </intension></constraints></instance>"""
    model = read(StringIO(text), format="xcsp3")
    assert (model.count(), model.count(on=["x[2]"]), model.count(assuming={"x[2]": 3, "x[0]": 1})) == (4, 4, 1)
    model.problem.add(model.problem["x[2]"] >= 2)
    assert model.count() == 8


def test_a_problem_that_is_written_counts_the_same_with_free_variables() -> None:
    p = Problem[str, int]()
    x = p.add_variables("abcd", range(3))
    p.add(x[0] < x[1])
    to = StringIO()
    write(Model(p, x[2] + 1), to, format="xcsp3")
    assert read(StringIO(to.getvalue()), format="xcsp3").count() == p.count() == 27
