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

from csplib import FormatError, Status
from csplib.formats import Model, read

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


def extreme_at(x: Any, y: Any, z: Any) -> bool:
    return bool(z in {1, 2} and [x, y][z - 1] == max(x, y))


FLAG = '<array id="x" size="[2]"> 0..2 </array><var id="b"> 0 1 </var>'

# Constructs of the specification that PyCSP3 does not write, over x[0], x[1], x[2] in 0..3, and what they mean.
MEANINGS: list[tuple[str, Any]] = [
    ("<element><list startIndex='1'> 3 1 2 </list><index> x[0] </index><value> x[1] </value></element>", lambda x, y, z: 1 <= x <= 3 and [3, 1, 2][x - 1] == y),
    ("<element><list> x[] </list><value> 2 </value></element>", lambda x, y, z: 2 in (x, y, z)),
    ("<element><list> x[0..1] </list><index rank='first'> x[2] </index><value> 1 </value></element>", lambda x, y, z: 1 in (x, y) and [x, y].index(1) == z),
    ("<element><list> x[0..1] </list><index rank='last'> x[2] </index><value> 1 </value></element>", lambda x, y, z: z < 2 and [x, y][z] == 1 and (z == 1 or y != 1)),
    ("<element><matrix startRowIndex='1' startColIndex='1'> (0,1)(2,3) </matrix><index> x[0] x[1] </index><condition> (ge,x[2]) </condition></element>", lambda x, y, z: x in {1, 2} and y in {1, 2} and [[0, 1], [2, 3]][x - 1][y - 1] >= z),
    ("<maximum><list startIndex='1'> x[0..1] </list><index> x[2] </index></maximum>", extreme_at),
    ("<minimum><list> x[0..1] </list><index rank='first'> x[2] </index><condition> (lt,2) </condition></minimum>", lambda x, y, z: min(x, y) < 2 and z == (y < x)),
    ("<maximumArg><list> x[0..1] </list><condition> (ne,x[2]) </condition></maximumArg>", lambda x, y, z: any([x, y][i] == max(x, y) and i != z for i in (0, 1))),
    ("<minimumArg rank='last'><list> x[0..1] </list><condition> (lt,x[2]) </condition></minimumArg>", lambda x, y, z: (1 if y <= x else 0) < z),
    ("<channel><list startIndex='1'> x[] </list></channel>", lambda x, y, z: all(1 <= v <= 3 and (x, y, z)[v - 1] == i + 1 for i, v in enumerate((x, y, z)))),
    ("<channel><list startIndex='1'> x[0] </list><list startIndex='2'> x[1..2] </list></channel>", lambda x, y, z: x in {2, 3} and (y, z)[x - 2] == 1),
    ("<circuit><list startIndex='1'> x[] </list><size> 2 </size></circuit>", lambda x, y, z: (x, y, z) in {(2, 1, 3), (3, 2, 1), (1, 3, 2)}),
    ("<circuit> x[] </circuit>", lambda x, y, z: (x, y, z) in {(1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (2, 0, 1)}),
    ("<sum><list> x[] </list><coeffs> 2x2 -1 </coeffs><condition> (in,{1,4,6}) </condition></sum>", lambda x, y, z: 2 * x + 2 * y - z in {1, 4, 6}),
    ("<sum><list> x[] </list><coeffs> x[0] 1 x[1] </coeffs><condition> (notin,3..6) </condition></sum>", lambda x, y, z: x * x + y + z * y not in range(3, 7)),
    ("<sum><list> eq(x[0],x[1]) dist(x[1], x[2]) 2 </list><condition> (le, x[0]) </condition></sum>", lambda x, y, z: (x == y) + abs(y - z) + 2 <= x),
    ("<count><list> x[0..1] </list><values> 1..2 </values><condition> (gt,x[2]) </condition></count>", lambda x, y, z: sum(v in {1, 2} for v in (x, y)) > z),
    ("<count><list> x[0..1] </list><values> x[2] 3 </values><condition> (eq,1) </condition></count>", lambda x, y, z: sum(v in {z, 3} for v in (x, y)) == 1),
    ("<nValues><list> x[] </list><except> 0 1 </except><condition> (in,1..1) </condition></nValues>", lambda x, y, z: len({x, y, z} - {0, 1}) == 1),
    ("<cardinality><list> x[] </list><values closed='true'> x[0] 2 </values><occurs> 1 2 </occurs></cardinality>", lambda x, y, z: (x, y, z).count(x) == 1 and (x, y, z).count(2) == 2),
    ("<cardinality closed='true'><list> x[0..1] </list><values> 0 1 2 </values><occurs> x[2] 0..1 1 </occurs></cardinality>", lambda x, y, z: 3 not in (x, y) and (x, y).count(0) == z and (x, y).count(1) <= 1 and (x, y).count(2) == 1),
    ("<allDifferent><list> x[0] </list><list> x[1] </list><list> x[2] </list><except> (0)(2) </except></allDifferent>", lambda x, y, z: len([v for v in (x, y, z) if v not in {0, 2}]) == len({x, y, z} - {0, 2})),
    ("<allEqual><list> x[0] x[1] </list><list> x[1] x[2] </list></allEqual>", lambda x, y, z: x == y == z),
    ("<allEqual><list> x[0] 1 </list><list> x[1] x[2] </list><except> (0,1) </except></allEqual>", lambda x, y, z: (x, 1) == (y, z) or x == 0 or (y, z) == (0, 1)),
    ("<ordered><list> x[0] x[1] </list><lengths> x[2] </lengths><operator> &lt; </operator></ordered>", lambda x, y, z: x + z < y),
    ("<ordered><list> x[] </list><operator> gt </operator></ordered>", lambda x, y, z: x > y > z),
    ("<lex><list> x[0] 1 </list><list> x[1] x[2] </list><operator> ge </operator></lex>", lambda x, y, z: (x, 1) >= (y, z)),
    ("<lex><list> x[] </list><limit> 1 2 3 </limit><operator> lt </operator></lex>", lambda x, y, z: (x, y, z) < (1, 2, 3)),
    ("<precedence><list> x[] </list><values> 2 1 </values></precedence>", lambda x, y, z: 1 not in (x, y, z) or 2 in (x, y, z)[: (x, y, z).index(1)]),
    ("<extension type='hybrid-1'><list> x[] </list><supports> (1..2,{0,3},≠1)(≥3,*,¬{0,1}) </supports></extension>", lambda x, y, z: (x in {1, 2} and y in {0, 3} and z != 1) or (x >= 3 and z > 1)),
    ("<extension type='hybrid-2'><list> x[] </list><conflicts> (*,c0+1,*)(0,*,≤c1) (2,1,=c0-c1)</conflicts></extension>", lambda x, y, z: not (y == x + 1 or (x == 0 and z <= y) or (x == 2 and y == 1 and z == x - y))),
    ("<extension><list> x[0] </list><conflicts> 0 2..5 </conflicts></extension>", lambda x, y, z: x == 1),
    ("<extension><list> x[0] x[1] </list><supports> </supports></extension>", lambda x, y, z: False),
    ("<extension><list> x[0] x[1] </list><conflicts/></extension>", lambda x, y, z: True),
    ("<regular><list> x[] </list><transitions> (a,0..1,a)(a,{2,3},b) (b , * , a) </transitions><start> a </start><final> a </final></regular>", lambda x, y, z: (x < 2 and ((y < 2 and z < 2) or y > 1)) or (x > 1 and z < 2)),
    ("<mdd><list> x[0] x[1] </list><transitions> (r,0,a)(r,1,b)(a,2,t)(b,0,t)(b,3,t) </transitions></mdd>", lambda x, y, z: (x, y) in {(0, 2), (1, 0), (1, 3)}),
    ("<noOverlap zeroIgnored='false'><origins> x[0] x[1] </origins><lengths> 2 0 </lengths></noOverlap>", lambda x, y, z: x + 2 <= y or y <= x),
    ("<noOverlap><origins> x[0] x[1] x[2] </origins><lengths> 2 0 1 </lengths></noOverlap>", lambda x, y, z: x + 2 <= z or z + 1 <= x),
    ("<noOverlap><origins> (x[0],x[1])(1,1) </origins><lengths> (x[2],2)(1,1) </lengths></noOverlap>", lambda x, y, z: z == 0 or x + z <= 1 or x >= 2 or y + 2 <= 1 or y >= 2),
    ("<cumulative><origins> x[0] 1 </origins><lengths> 2 x[1] </lengths><ends> x[2] 3 </ends><heights> 2 1 </heights><condition> (lt,3) </condition></cumulative>", lambda x, y, z: z == x + 2 and y == 2 and not (x < 3 and x + 2 > 1)),
    ("<binPacking><list> x[0..1] </list><sizes> 2 3 </sizes><condition> (le,4) </condition></binPacking>", lambda x, y, z: x != y),
    ("<binPacking><list startIndex='1'> x[0..1] </list><sizes> 2 3 </sizes><limits> 4 x[2] 5 </limits></binPacking>", lambda x, y, z: min(x, y) >= 1 and all(2 * (x == b) + 3 * (y == b) <= most for b, most in ((1, 4), (2, z), (3, 5)))),
    ("<binPacking><list> x[0..1] </list><sizes> 2 3 </sizes><conditions> (le,2)(eq,x[2])(in,0..3)(ne,2) </conditions></binPacking>", lambda x, y, z: all(test(2 * (x == b) + 3 * (y == b)) for b, test in enumerate((lambda n: n <= 2, lambda n: n == z, lambda n: n <= 3, lambda n: n != 2)))),
    ("<knapsack><list> x[0..1] </list><weights> 2 3 </weights><profits> 1 4 </profits><limit> 9 </limit><condition> (ge,x[2]) </condition></knapsack>", lambda x, y, z: 2 * x + 3 * y <= 9 and x + 4 * y >= z),
    ("<instantiation><list> x[] </list><values> 1 * 2 </values></instantiation>", lambda x, y, z: x == 1 and z == 2),
    ("<instantiation><list> x[] </list><values> 1x3 </values></instantiation>", lambda x, y, z: x == y == z == 1),
    ("<refutation><list> x[] </list><values> 1 1 2 </values></refutation>", lambda x, y, z: (x, y, z) != (1, 1, 2)),
    ("<intension><function> in(x[0], set(1,x[1])) </function></intension>", lambda x, y, z: x in {1, y}),
    ("<intension> notin(add(x[0],x[1]),2..4) </intension>", lambda x, y, z: x + y not in {2, 3, 4}),
    ("<intension> if(eq(x[0],0), lt(x[1],2), gt(x[2],1)) </intension>", lambda x, y, z: y < 2 if x == 0 else z > 1),
    ("<intension> eq(mod(sub(x[0],x[1]),2),div(sub(0,x[2]),2)) </intension>", lambda x, y, z: (abs(x - y) % 2) * (-1 if x < y else 1) == -(z // 2)),
    ("<intension> xor(lt(x[0],2),x[1],gt(x[2],1)) </intension>", lambda x, y, z: ((x < 2) + (y != 0) + (z > 1)) % 2 == 1),
    ("<intension> iff(lt(x[0],2),x[1],gt(x[2],1)) </intension>", lambda x, y, z: (x < 2) == (y != 0) == (z > 1)),
    ("<intension> ne(x[0],x[1],x[2]) </intension>", lambda x, y, z: len({x, y, z}) == 3),
    ("<intension> eq(x[0],lt(x[1],x[2])) </intension>", lambda x, y, z: x == (y < z)),
    ("<intension> eq(pow(x[0],2),add(sqr(x[1]),neg(x[2]))) </intension>", lambda x, y, z: x * x == y * y - z),
    ("<intension> eq(if(x[0],x[1],x[2]),2) </intension>", lambda x, y, z: (y if x else z) == 2),
    ("<xor><intension> lt(x[0],2) </intension><allDifferent> x[] </allDifferent></xor>", lambda x, y, z: (x < 2) != (len({x, y, z}) == 3)),
    ("<iff><intension> lt(x[0],2) </intension><allDifferent> x[] </allDifferent></iff>", lambda x, y, z: (x < 2) == (len({x, y, z}) == 3)),
    ("<ifThen><allEqual> x[0] x[1] </allEqual><intension> eq(x[2],0) </intension></ifThen>", lambda x, y, z: x != y or z == 0),
    ("<ifThenElse><allEqual> x[0] x[1] </allEqual><intension> eq(x[2],0) </intension><intension> eq(x[2],1) </intension></ifThenElse>", lambda x, y, z: z == (x != y)),
    ("<slide><list offset='1' collect='1'> x[0..1] </list><list offset='1' collect='1'> x[1..2] </list><intension> le(%0,%1) </intension></slide>", lambda x, y, z: x <= y <= z),
    ("<block class='a'><block><intension> lt(x[0],x[1]) </intension></block><group><allDifferent> %... </allDifferent><args> x[1] x[2] </args></group></block>", lambda x, y, z: x < y != z),
    ("<group><sum><list> %1 %... </list><condition> %0 </condition></sum><args> (eq,3) x[] </args><args> (in,{1,2,3}) add(x[0],1) x[1] </args></group>", lambda x, y, z: x + y + z == 3 and x + 1 + y in {1, 2, 3}),
    ("<group><extension><list> %0 %1 </list><conflicts> (1,2)(0,*) </conflicts></extension><args> x[0] x[1] </args><args> x[1..2] </args></group>", lambda x, y, z: all(a != 0 and (a, b) != (1, 2) for a, b in ((x, y), (y, z)))),
    ("<group><element><matrix> (x[0],%0)(2,%1) </matrix><index> x[1] x[2] </index><value> 1 </value></element><args> 1 0 </args></group>", lambda x, y, z: y < 2 and z < 2 and [[x, 1], [2, 0]][y][z] == 1),
    ("<extension><list> x[0] x[1] </list><supports id='s'> (0,1)(2,3) </supports></extension><extension><list> x[1] x[2] </list><supports as='s'/></extension>", lambda x, y, z: (x, y) in {(0, 1), (2, 3)} and (y, z) in {(0, 1), (2, 3)}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_a_construct_means_what_the_specification_says(text: str, meaning: Any) -> None:
    found = {tuple(solution.values()) for solution in xcsp3(text).solutions()}
    rows = product(range(4), repeat=3)
    assert found == {row for row in rows if meaning(*row)}


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
    ("<count><list> x[] </list><values> 1..99999999999 2 </values><condition> (eq,1) </condition></count>", "more than"),
    ("<count><list> x[] </list><values> 1..99999999999 </values><condition> (eq,1) </condition></count>", "more than"),
    ("<sum><list>" + " 1x1000000" * 20 + "</list><condition> (le,3) </condition></sum>", "more than 10,000,000"),
    ("<cumulative><origins> x[] </origins><lengths> 1 1 1 </lengths><heights> 1 1 1 </heights>"
     "<condition> (ge,2) </condition></cumulative>", "must be le or lt"),
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
    more = """<annotations><decision> x[2] x[1] </decision><varHeuristic lc="0"><static> x[2] x[0] </static></varHeuristic>
    <valHeuristic><static order="3 1"> x[2] </static></valHeuristic><restarts type="luby" cutoff="5"/></annotations>"""
    variables = '<array id="x" size="[3]"> 0..3 </array>'
    text = f"<instance format='XCSP3'><variables>{variables}</variables><constraints/>{more}</instance>"
    assert read(StringIO(text), format="xcsp3").options == {}
    model = read(StringIO(text), format="xcsp3", annotations=True)
    assert set(model.options) == {"select", "order", "restarts"}
    found = model.solve()
    assert found is not None
    assert found["x[2]"] == 3
    assert model.count() == 64


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
