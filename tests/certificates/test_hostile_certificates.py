"""Whoever writes a certificate may be an attacker: what is malformed is refused, what is false is never proven."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from certificates.forging import forge
from certificates.second_checker import WrongError, second_check

from csplib import AllOf, AnyOf, OptionError, Problem, min_of
from csplib.certificates import checker
from csplib.certificates.checker import Checker, check

pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")

NONE = {"solutions": 0}


def file_of(claim: Any, *lines: Any, values: Any = (0, 1)) -> str:
    """Return a file with a claim, values, and lines; a text stands for a line as it is."""
    first = {"values": list(values) if isinstance(values, tuple) else values, "claim": claim}
    return "".join([(line if isinstance(line, str) else json.dumps(line)) + "\n" for line in [first, *lines]])


def two(*lines: Any, claim: Any = NONE) -> str:
    """Return a file with the variables x and y, both 0 or 1."""
    return file_of(claim, ["variables", ["x", "y"], [0, 1]], *lines)


FALSE = ["constraint", "", ["or"]]  # with the hint 0, it proves that there is no solution
PROOF = [[], [0]]


def refused(text: str, complaint: str = "") -> None:
    """Check that both checkers refuse a file, and that the first one says why in one line."""
    with pytest.raises(ValueError, match=rf"^line \d+: .*{complaint}") as caught:
        check(text)
    assert "\n" not in str(caught.value)
    with pytest.raises((WrongError, ValueError, TypeError, LookupError)):
        second_check(text)


def proven(text: str, says: str) -> None:
    assert check(text) == second_check(text) == says


def test_hints_to_an_empty_nogood_prove_nothing() -> None:
    refused(two([[], []], [[], [0]]), "do not exclude")
    refused(two([[], []], [[], [-1]]), "do not exclude")
    refused(two([[], []], [[0, 1], [0, 0]]), "do not refute")
    different = ["constraint", "", ["different", [0, 1]]]
    prefix = [different, ["solution", [0, 1]], [[0, 1], [0, 1]]]
    refused(two(*prefix, [[], []], [[], [3]], claim={"solutions": 1}), "do not exclude")
    proven(two(*prefix, [[], [0, 1]], claim={"at least": 1}), "there are at least 1 solutions")
    refused(two(["constraint", "", ["different", [0, 1]]], [[], []], [[], [1, 0, 1]]))


def test_a_solution_without_visible_variables_is_the_only_one() -> None:
    hidden = ["hidden", ["h"], [0, 1]]
    proven(file_of({"solutions": 1}, hidden, ["solution", [0]]), "there is exactly one solution")
    refused(file_of({"solutions": 2}, hidden, ["solution", [0]], ["solution", [1]]), "not new")
    refused(file_of(NONE, hidden, [[], []]))
    best = {"better": ["linear", [0], [1], "<", 1]}
    refused(file_of(best, hidden, ["solution", [1]]), "do not exclude")
    proven(file_of({"solutions": 1}, ["solution", []]), "there is exactly one solution")
    refused(file_of({"solutions": 0}, [[], []]))


def test_hidden_variables_do_not_make_more_solutions() -> None:
    lines = [["variables", ["x"], [0, 1]], ["hidden", ["h"], [0, 1]], ["solution", [0, 0]]]
    refused(file_of({"at least": 2}, *lines, ["solution", [0, 1]]), "not new")
    proven(file_of({"at least": 2}, *lines, ["solution", [1, 1]]), "there are at least 2 solutions")
    proven(file_of({"solutions": 2}, *lines, ["solution", [1, 1]], [[], [0, 1]]), "there are 2 solutions")
    refused(file_of({"solutions": 1}, *lines, [[], [0]]), "do not exclude")


@pytest.mark.parametrize(
    "claim",
    [
        {}, [], None, 0, "solutions", {"at least": 0}, {"at least": -5}, {"at least": True}, {"solutions": False},
        {"solutions": True}, {"solutions": -1}, {"solutions": 0.0}, {"solutions": "0"}, {"solutions": None},
        {"solutions": [0]}, {"Solutions": 0}, {"solutions": 0, "at least": 1}, {"solutions": 0, "more": 1},
        {"solutions": 0, "better": ["linear", [0], [1], "<", 0]}, {"better": []}, {"better": None},
        {"better": ["linear", [0], [1], "<"]}, {"better": ["linear", [0], [1], "<", 0, 0]},
        {"better": ["linear", [0], [1], "<=", 0]}, {"better": ["linear", [0], [1], "<", 0.0]},
        {"better": ["linear", [0], [1], "<", True]}, {"better": ["table", [0], [[1]]]},
    ],
)  # fmt: skip
def test_a_claim_is_one_and_strict(claim: Any) -> None:
    refused(two(FALSE, PROOF, claim=claim), "")
    refused(two(["solution", [0, 0]], ["solution", [0, 1]], claim=claim), "")


def test_keys_are_known_and_come_once() -> None:
    rest = two(FALSE, PROOF).partition("\n")[2]
    proven('{"claim": {"solutions": 0}, "values": [0, 1]}\n' + rest, "there are no solutions")
    for first in (
        '{"values": [0, 1], "claim": {"solutions": 1, "solutions": 0}}',
        '{"values": [0], "values": [0, 1], "claim": {"solutions": 0}}',
        '{"values": [0, 1], "claim": {"solutions": 1}, "claim": {"solutions": 0}}',
        '{"values": [0, 1], "claim": {"solutions": 0}, "more": 0}',
        '{"claim": {"solutions": 0}}',
        '[[0, 1], {"solutions": 0}]',
        '[["values", [0, 1]], ["claim", {"solutions": 0}]]',
        '{"values": [0, 1], "claim": [["solutions", 0]]}',
        "{}",
    ):
        refused(first + "\n" + rest, "")


@pytest.mark.parametrize("better", [
    [[0], [1], "<", 1], [[0, 1], [1], "<", 0], [[0], [[1, [0, 0]]], "<", 0], [[2], [1], "<", 0], [[-1], [1], "<", 0],
    [[0], [True], "<", 0], [[0], ["a"], "<", 0], [[0], [[1]], "<", 0], [[0], [[1, [7]]], "<", 0],
])  # fmt: skip
def test_an_optimum_needs_a_right_objective_and_a_solution(better: Any) -> None:
    claim = {"better": ["linear", *better]}
    refused(two(["solution", [0, 0]], [[], [0]], claim=claim))
    refused(two(FALSE, PROOF, claim=claim))


def test_an_optimum() -> None:
    least, most = ({"better": ["linear", [0, 1], [1, [2, [1]]], *end]} for end in (("<", 0), (">", 3)))
    proven(two(["solution", [0, 0]], [[], [0]], claim=least), "the least objective is 0")
    proven(two(["solution", [1, 1]], [[], [0]], claim=most), "the greatest objective is 3")
    refused(two(["solution", [0, 0]], claim=least), "do not exclude")
    refused(two(["solution", [0, 0]], ["solution", [0, 0]], [[], [0]], claim=least))
    refused(two(["solution", [0, 1]], [[], [0]], claim=least), "objective")
    refused(two([[], []], claim=least), "as many solutions")


@pytest.mark.parametrize("values", [[0, True], [0, 1.0], [0, None], [0, [1]], [0, 0], "01", {"0": 1}, None, 5])
def test_values_are_different_integers_and_texts(values: Any) -> None:
    refused(file_of(NONE, ["variables", ["x"], [0]], FALSE, PROOF, values=values))


def test_there_are_at_most_so_many_values() -> None:
    proven(file_of(NONE, FALSE, PROOF, values=list(range(20_000))), "there are no solutions")
    refused(file_of(NONE, FALSE, PROOF, values=list(range(20_001))))


@pytest.mark.parametrize("line", [
    ["variables", ["x"], [0]], ["variables", ["z"], []], ["variables", ["z"], [0, 0]], ["variables", ["z"], [2]],
    ["variables", ["z"], [True]], ["variables", ["z"], [1.0]], ["variables", ["z", "z"], [0]],
    ["variables", [1], [0]],
    ["variables", "z", [0]], ["variables", ["z"], "0"], ["variables", ["z"]], ["variables", ["z"], [0], []],
    ["variables", ["z"], [[0]]], ["variable", ["z"], [0]], ["hidden", ["x"], [0]], ["hidden", ["z"], [None]],
    [], {}, 5, "variables", None, [None, ["z"], [0]], [0, [], []], [True, []], [{}, []], ["constraint"],
    ["constraint", 0, ["and"]], ["constraint", "", ["and"], 0], ["solution"], ["step", [], []], "", "   ",
])  # fmt: skip
def test_lines_are_as_they_must_be(line: Any) -> None:
    refused(two(line, FALSE, PROOF))


@pytest.mark.parametrize("part", [
    None, 0, [], True, "and", {}, [None], [0], [[]], [True], [["and"]], ["xor", ["and"]], ["And"], ["not"], ["iff"],
    ["not", ["and"], ["and"]], ["and", 0], ["or", []], ["and", "or"], ["different"], ["different", 0],
    ["different", [2]],
    ["different", [-1]], ["different", [True]], ["different", [0.0]], ["different", ["x"]], ["different", [0], [1]],
    ["different", [[0]]], ["different", "01"], ["linear", [0], [1], "<"], ["linear", [0], [1], "<", 0, 0],
    ["linear", [0, 1], [1], "<", 0], ["linear", [0], [1, 1], "<", 0], ["linear", [0], [1], ">=", 0],
    ["linear", [0], [1], "=", 0], ["linear", [0], [1], ["<"], 0], ["linear", [0], [1], "<", 0.5],
    ["linear", [0], [1], "<", True], ["linear", [0], [1], "<", "0"], ["linear", [0], [True], "<", 0],
    ["linear", [0], [1.0], "<", 0], ["linear", [0], ["1"], "<", 0], ["linear", [0], [[1]], "<", 0],
    ["linear", [0], [[1, [0], 0]], "<", 0], ["linear", [0], [[True, [0]]], "<", 0], ["linear", [0], [[1, 0]], "<", 0],
    ["linear", [0], [[1, [2]]], "<", 0], ["linear", [0], [[1, [0, 0]]], "<", 0],
    ["linear", [0], [[1, [True]]], "<", 0],
    ["linear", [2], [1], "<", 0], ["linear", [-1], [1], "<", 0], ["linear", 0, 1, "<", 0], ["table", [0]],
    ["table", [0], [[0]], 0], ["table", [0], [[0, 1]]], ["table", [0], [[]]], ["table", [0], [[2]]],
    ["table", [0], [0]],
    ["table", [0], [[True]]], ["table", [0], [[1.0]]], ["table", [0], ["0"]], ["table", [0], [[[0]]]],
    ["table", [0], 0],
    ["table", [2], [[0]]], ["table", [0], [[None]]],
])  # fmt: skip
def test_constraints_are_as_they_must_be_also_within_others(part: Any) -> None:
    """A constraint that the proof does not need makes the file wrong, too."""
    refused(two(FALSE, ["constraint", "", part], PROOF))
    refused(two(FALSE, ["constraint", "", ["or", ["and"], part]], PROOF))
    refused(two(FALSE, ["constraint", "", ["not", ["iff", part, ["and"]]]], PROOF))
    proven(two(FALSE, ["constraint", "", ["or", ["and"]]], PROOF), "there are no solutions")


def test_texts_have_no_sum_but_can_be_counted() -> None:
    def stated(weight: Any) -> str:
        part = ["linear", [0], [weight], "<", 0]
        return file_of(NONE, ["variables", ["x"], [0, "a"]], ["constraint", "", part], [[], [0]], values=[0, "a"])

    refused(stated(1), "constraint")
    proven(stated([1, ["a"]]), "there are no solutions")
    rows = ["constraint", "", ["table", [0, 0], ["aa"]]]
    refused(file_of(NONE, ["variables", ["x"], ["a"]], FALSE, rows, PROOF, values=["a"]))


@pytest.mark.parametrize("row", [
    [0], [0, 0, 0], [0, 2], [0, True], [0, 0.0], [0, None], [0, [0]], "00", 0, [], [0, "0"],
])  # fmt: skip
def test_solutions_are_rows_of_values(row: Any) -> None:
    refused(two(["solution", row], claim={"at least": 1}))
    proven(two(["solution", [0, 1]], claim={"at least": 1}), "there are at least 1 solutions")


def test_solutions_are_true_and_new() -> None:
    different = ["constraint", "", ["different", [0, 1]]]
    refused(two(different, ["solution", [0, 0]], claim={"at least": 1}), "breaks")
    refused(two(["solution", [0, 0]], ["solution", [0, 0]], claim={"at least": 2}), "not new")
    refused(two(["solution", [0, 0]], claim={"at least": 2}), "fewer")
    lines = [["variables", ["x"], [0]], ["variables", ["y"], [1]]]
    refused(file_of({"at least": 1}, *lines, ["solution", [1, 1]]), "domain")
    refused(file_of({"at least": 1}, *lines, ["solution", [0, 0]]), "domain")


@pytest.mark.parametrize("step", [
    [[0], [0]], [[0, 1, 1], [0]], [[-1, 1], [0]], [[2, 1], [0]], [[0, -1], [0]], [[0, 4], [0]], [[True, 1], [0]],
    [[0, True], [0]], [[0.0, 1], [0]], [[0, 1.0], [0]], [["0", 1], [0]], [[0, "1"], [0]], [[[0, 1]], [0]],
    [[0, [1]], [0]],
    [[], [2]], [[], [-3]], [[], [1 << 70]], [[], [True]], [[], [0.0]], [[], ["0"]], [[], [None]], [[], [[]]],
    [[], [[0]]],
    [[], [[1]]], [[], [[1, 2]]], [[], [[1, -1]]], [[], [[1, 0, 0]]], [[], [[1, True]]], [[], [[-2, 0, 1]]],
    [[], [[0, 0]]],
    [[], [[1, 0]]], [[], [0], []], [[]], [[], 0], [[], "0"], [[], {}], [0, [0]], ["", [0]], [[], [[2, 0, 1]]],
    [[], [[1, [0]]]],
])  # fmt: skip
def test_steps_are_as_they_must_be(step: Any) -> None:
    refused(two(FALSE, ["constraint", "", ["different", [0, 1]]], step, PROOF))


def test_sums_and_tables_have_no_hall_sets() -> None:
    for part in (["linear", [0, 1], [1, 1], "==", 5], ["table", [0, 1], []], ["and", ["different", [0, 1]]]):
        refused(two(["constraint", "", part], [[], [[0, 0, 1]]]))


def test_parts_of_large_combinations_are_followed_one_by_one() -> None:
    """With 65,536 rows, the simple rule lists none. An "or" keeps what one part keeps, an "and" what all keep."""
    every = list(range(16))
    zeros, first = ["linear", every, [1] * 16, "==", 0], ["table", [0], [[0]]]
    row = ["solution", [0] * 16]
    for word, refuted in (("or", [0]), ("and", [0, 1, 15]), ("not", []), ("iff", [])):
        parts = [zeros] if word == "not" else [zeros, first]
        part = ["and", [word, *parts], ["linear", every, [0] * 16, "==", 0]]
        head = [["variables", [f"x{k}" for k in every], [0, 1]], ["constraint", "", part]]
        head += [row] if word in {"or", "and"} else [["solution", [1] * 16]]
        for x in (0, 1, 15):
            text = file_of({"at least": 1}, *head, [[x, 2], [0]])
            if x in refuted:
                proven(text, *AT_LEAST)
            else:
                refused(text, "do not refute")
            refused(file_of({"at least": 1}, *head, [[x, 1], [0]]), "do not refute")
    none: list[Any] = [
        ["variables", [f"x{k}" for k in every], [0, 1]],
        ["constraint", "", ["or", [*zeros[:4], -1], ["or"], zeros]],
    ]
    refused(file_of(NONE, *none, [[], [0]]), "do not exclude")
    none[1][2] = ["or", [*zeros[:4], -1], ["and", zeros, [*zeros[:4], 17]]]
    proven(file_of(NONE, *none, [[], [0]]), "there are no solutions")


def test_lines_come_in_order() -> None:
    x, h = ["variables", ["x"], [0, 1]], ["hidden", ["h"], [0, 1]]
    for lines in (
        [h, x, FALSE, PROOF],
        [x, FALSE, h, PROOF],
        [FALSE, x, PROOF],
        [FALSE, PROOF, ["constraint", "", ["and"]]],
        [x, [[], []], FALSE, [[], [1]]],
        [x, [[], []], h],
    ):
        refused(file_of(NONE, *lines), "too late")
    refused(file_of({"solutions": 1}, x, [[], []], ["solution", [0]], [[0, 2], []]), "too late")
    refused(file_of({"solutions": 1}, x, ["solution", [0]], ["constraint", "", ["and"]]), "too late")
    refused(two([[], [0]], FALSE), "not there")


def test_lists_are_not_too_deep() -> None:
    def nested(deep: int) -> str:
        return two(["constraint", "", json.loads('["not",' * deep + '["or"]' + "]" * deep)], [[], [0]])

    proven(nested(126), "there are no solutions")
    refused(nested(127), "deep")
    refused(nested(900), "")
    refused('{"values": ' + "[" * 100_000 + "\n")


AT_LEAST = ("there are at least 1 solutions",)


def test_lines_end_with_a_line_feed_and_with_nothing_else() -> None:
    names = json.dumps(["a\u2028", "b\u2029", "c\x85", "d\x0c"], ensure_ascii=False)
    text = file_of(NONE, f'["variables", {names}, [0, 1]]', FALSE, PROOF)
    proven(text, "there are no solutions")
    proven(text.rstrip("\n"), "there are no solutions")
    refused(text + "\n")
    refused(text.replace("\n", "\n\n", 1))
    refused("")
    refused(text.replace("\n", "\u2028"))


def test_names_may_have_any_letters() -> None:
    problem: Problem[Any, Any] = Problem()
    x = problem.add_variable("x\u2028\x85\u2029\n", ["\u2028", "\n"])
    problem.add(x == "\n")
    assert problem.certify().check() == second_check(str(problem.certify())) == "there is exactly one solution"


def test_variables_that_look_the_same_get_different_names() -> None:
    problem: Problem[Any, Any] = Problem()
    for name in (("x", 1), "x[1]", "x[1] (2)"):
        problem.add_variable(name, [0])
    certificate = problem.certify()
    assert '["x[1]","x[1] (2)","x[1] (2) (2)"]' in str(certificate)
    assert certificate.check() == second_check(str(certificate)) == "there is exactly one solution"


@pytest.mark.parametrize(
    ("constraint", "count"), [(AllOf([]), 2), (AnyOf([]), 0), (min_of([2]) == 1, 0), (~AnyOf([]), 2)]
)
def test_constraints_of_nothing_are_certified(constraint: Any, count: int) -> None:
    problem: Problem[str, int] = Problem()
    x = problem.add_variable("x", [1, 2])
    problem.add(constraint)
    assert problem.count() == count
    assert len(problem.certify().solutions) == count
    assert problem.certify().check() == second_check(str(problem.certify())) == f"there are {count or 'no'} solutions"
    if count:
        assert problem.certify(maximize=x).check() == "the greatest objective is 2"


def test_a_problem_without_variables_is_certified() -> None:
    problem: Problem[str, int] = Problem()
    assert problem.certify().check() == second_check(str(problem.certify())) == "there is exactly one solution"
    assert problem.certify(minimize=3).check() == "the least objective is 3"
    problem.add(AnyOf([]))
    assert problem.certify().check() == second_check(str(problem.certify())) == "there are no solutions"


@pytest.mark.parametrize("limit", [0, -1, 1.5, "1"])
def test_a_limit_is_a_positive_integer(limit: Any) -> None:
    problem: Problem[str, int] = Problem()
    problem.add_variable("x", [1, 2])
    with pytest.raises(OptionError, match="limit must be a positive integer"):
        problem.certify(limit=limit)


def test_a_deep_constraint_is_certified() -> None:
    problem: Problem[str, int] = Problem()
    x = problem.add_variable("x", [1, 2])
    deep: Any = x == 1
    for _ in range(5):
        deep = AnyOf([AllOf([deep, x != 3]), x == 4])
    problem.add(deep)
    assert problem.certify().check() == second_check(str(problem.certify())) == "there is exactly one solution"


def test_listing_rows_is_bounded_by_the_size_of_the_file() -> None:
    """A small file with many exact hints took seconds: now the rows that it may list are counted."""
    names = [f"x{k}" for k in range(16)]
    part = ["linear", list(range(16)), [1] * 16, "!=", 0]
    for constraint in (part, ["or", part, ["different", [0, 1]]]):
        lines = [["variables", names, [0, 1]], ["constraint", "", constraint]]
        refused(file_of(NONE, *lines, [[], [-1] * 60]), "too much work")
        proven(file_of({"at least": 1}, *lines, ["solution", [1] * 16], [[], [-1]]), *AT_LEAST)
    small = ["linear", list(range(14)), [1] * 14, "!=", 0]
    lines = [["variables", names, [0, 1]], ["constraint", "", small], ["solution", [1] * 16]]
    proven(file_of({"at least": 1}, *lines, [[], [-1] * 4]), *AT_LEAST)
    refused(file_of({"at least": 1}, *lines, [[], [-1] * 10]), "too much work")
    lines = [["variables", [f"more{k}" for k in range(2000)], [1]], *lines[:-1], ["solution", [1] * 2016]]
    lines[2] = ["constraint", "", ["linear", [2000 + x for x in range(14)], [1] * 14, "!=", 0]]
    proven(file_of({"at least": 1}, *lines, [[], [-1] * 10]), *AT_LEAST)


def test_a_long_file_is_not_kept_in_memory() -> None:
    """Lines are read one by one. Of a step, only the nogood is kept, and equal numbers once."""
    rng = random.Random(1)
    head = [{"values": list(range(9)), "claim": NONE}, ["variables", [f"x{k}" for k in range(81)], list(range(9))]]
    lines = [json.dumps(line).encode() + b"\n" for line in [*head, ["constraint", "", ["different", [0, 1]]]]]
    for _ in range(4000):
        nogood = [0, 4, 1, 4]
        for x in rng.sample(range(2, 81), 8):
            nogood += [x, rng.randrange(1, 512)]
        lines.append(json.dumps([nogood, [0] * 20]).encode() + b"\n")
    size = sum(map(len, lines))
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="do not exclude"):
            check(iter(lines))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 3 * size


def test_forged_certificates_prove_nothing_false() -> None:
    """Each step that is accepted is true by brute force, both checkers agree on each, and on what is known after it."""
    tally: Counter[str] = Counter()
    for seed in range(500):
        tally += forge(random.Random(seed), 40)
    assert min(tally[kind] for kind in ("accepted", "refused", "proven", "not proven")) > 50


def run(monkeypatch: pytest.MonkeyPatch, *words: object) -> str | int | None:
    """Run csplib-check; return the code it exits with, or what it says then."""
    monkeypatch.setattr(sys, "argv", ["csplib-check", *map(str, words)])
    try:
        checker.main()
    except SystemExit as stop:
        return stop.code
    return 0


def test_the_command_checks_every_file(tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_text(two(FALSE, PROOF), encoding="utf-8")
    bad.write_text(two(FALSE), encoding="utf-8")
    assert run(monkeypatch, good) == 0
    assert capsys.readouterr().out == "Proven: there are no solutions.\n"
    wrong = f"{bad}: Not proven: line 3: the steps do not exclude a further solution"
    for names in ((good, bad), (bad, good)):
        assert run(monkeypatch, *names) == wrong
        assert capsys.readouterr().out == f"{good}: Proven: there are no solutions.\n"
    assert str(run(monkeypatch, good, tmp_path / "missing", bad)).endswith(wrong)
    assert run(monkeypatch, good, good) == 0
    assert str(run(monkeypatch, tmp_path)).startswith("Not proven: ")
    bad.write_bytes(b'{"values": [0], "claim": {"solutions": 0}}\n\xff\n')
    assert str(run(monkeypatch, bad)).startswith("Not proven: line 2: ")


def test_the_command_reads_standard_input_and_helps() -> None:
    def ask(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", checker_source(), *words]
        return subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False)  # noqa: S603

    done = ask("-", text=two(FALSE, PROOF))
    assert (done.returncode, done.stdout) == (0, "Proven: there are no solutions.\n")
    done = ask("-", text=two(FALSE))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Not proven: line 3: ")
    done = ask("--help")
    assert done.returncode == 0
    assert "example: csplib-check proof.jsonl" in done.stdout
    assert ask().returncode == 2


def checker_source() -> str:
    return str(Path(checker.__file__).with_name("checker.py"))


def test_a_file_may_be_given_line_by_line() -> None:
    assert check(io.BytesIO(two(FALSE, PROOF).encode())) == "there are no solutions"
    with pytest.raises(ValueError, match="line 1: it is empty"):
        check([])
    with pytest.raises(ValueError, match="one claim"):
        Checker([1], {})
