"""Certificates: the checker accepts what `certify` makes, knows what constraints mean, and cannot be deceived."""

from __future__ import annotations

import ast
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from catalogue import CATALOGUE, stated
from certificates.second_checker import WrongError, second_check
from hypothesis import given, settings
from hypothesis import strategies as st
from models import australia, queens, zebra
from test_combined_features import Mixed, mixed_problems

import csplib
from csplib import AllDifferent, CertificateError, LimitReached, OptionError, Predicate, Problem, implies, reify
from csplib.certificates import checker
from csplib.certificates.checker import Checker, check
from csplib.certificates.following import CHANGED, IDLE, REFUTED, Follower
from csplib.certificates.hall_sets import hall_sets
from csplib.command import main
from csplib.sudoku import Board, certify

SOURCE = Path(csplib.__file__).parent / "certificates" / "checker.py"
pytestmark = pytest.mark.filterwarnings("ignore::csplib.ModelWarning")

TWO = '{"values": [1, 2], "claim": {"solutions": 0}}\n["variables", ["x", "y"], [1, 2]]\n'
HARD = "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3"


def counted(number: int) -> str:
    return "there is exactly one solution" if number == 1 else f"there are {number or 'no'} solutions"


def few_solutions(problem: Problem[Any, Any], most: int, seed: int) -> dict[Any, Any]:
    """Return assumptions that leave at least one solution, and at most some."""
    rng = random.Random(seed)
    facts: dict[Any, Any] = {}
    found = problem.solve(seed=seed)
    while found is not None and problem.count(most + 1, assuming=facts) > most:
        name = rng.choice(list(problem.domains))
        facts[name] = found[name]
    return facts


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_constraint_can_be_certified(name: str) -> None:
    problem = stated(name)
    facts = few_solutions(problem, 30, 1)
    certificate = problem.certify(assuming=facts)
    assert certificate.check() == certificate.claim == counted(problem.count(assuming=facts))
    assert second_check(str(certificate)) == certificate.claim
    objective: Any = sum(problem[variable] * (place + 1) for place, variable in enumerate(problem.domains))
    for goal in ("minimize", "maximize"):
        best = getattr(problem, goal)(objective, assuming=facts).finish()
        found = problem.certify(**{goal: objective}, assuming=facts)
        assert found.check() == f"the {'least' if goal == 'minimize' else 'greatest'} objective is {best.objective}"
        assert second_check(str(found)) == found.claim
        assert not problem.violations(found.solutions[0])


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_checker_means_by_a_constraint_what_the_judge_means(name: str) -> None:
    """For each full assignment the constraints hold, with some values of hidden variables, if the judge agrees."""
    problem = stated(name)
    facts = few_solutions(problem, 5, 2)
    lines = [json.loads(line) for line in str(problem.certify(assuming=facts)).splitlines()]
    judge = Checker(lines[0]["values"], lines[0]["claim"])
    hidden: list[list[Any]] = []
    for line in lines[1:]:
        if line[0] in ("variables", "hidden", "constraint"):
            judge.line(*line)
        if line[0] == "hidden":
            hidden += [line[2]] * len(line[1])
    rng = random.Random(3)
    rows = list(product(*problem.domains.values()))
    good = [tuple(solution.values()) for solution in problem.solutions(solution_limit=4)]
    for row in [*good, *rng.sample(rows, min(len(rows), 12))]:
        extended = (list(row) + list(rest) for rest in product(*hidden))
        holds = any(all(judge.holds(item, each) for item in judge.items) for each in extended)
        assert holds == (not problem.violations(dict(zip(problem.domains, row, strict=True)))), row


@given(mixed_problems(), st.integers(0, 5))
def test_random_problems_are_certified(mixed: Mixed, seed: int) -> None:
    problem = mixed.problem
    facts = few_solutions(problem, 12, seed)
    expected = [row for row in mixed.solutions if all(row[name] == value for name, value in facts.items())]
    certificate = problem.certify(assuming=facts)
    assert certificate.check() == second_check(str(certificate)) == counted(len(expected))
    assert len(certificate.solutions) == len(expected)
    assert all(dict(solution) in expected for solution in certificate.solutions)
    if len(expected) > 2:
        assert problem.certify(assuming=facts, limit=2).check() == "there are at least 2 solutions"


def changed(rng: random.Random, lines: list[str]) -> list[str]:
    """Return a certificate with a random change: of a number, a list, lines, or the claim."""
    lines = list(lines)
    place = rng.randrange(len(lines))
    kind = rng.randrange(5)
    if kind == 0:
        del lines[place]
    elif kind == 1:
        other = rng.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    elif kind == 2:
        first = json.loads(lines[0])
        key = rng.choice(list(first["claim"]))
        if isinstance(first["claim"][key], int):
            first["claim"][key] = max(0, first["claim"][key] + rng.choice([-1, 1]))
        else:
            first["claim"][key][4] += rng.choice([-1, 1])
        lines[0] = json.dumps(first)
    else:
        content = json.loads(lines[place])
        mutate(rng, content)
        lines[place] = json.dumps(content)
    return lines


def mutate(rng: random.Random, content: Any) -> None:
    """Change one number inside *content*, remove it, or swap two neighbors."""
    lists: list[list[Any]] = []
    waiting = [content]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
            lists.append(one)
    lists = [one for one in lists if one]
    if not lists:
        return
    chosen = rng.choice(lists)
    place = rng.randrange(len(chosen))
    action = rng.randrange(4)
    if action == 0:
        del chosen[place]
    elif action == 1:
        chosen[place], chosen[place - 1] = chosen[place - 1], chosen[place]
    elif isinstance(chosen[place], int):
        chosen[place] = rng.choice([chosen[place] ^ 1, chosen[place] + 1, -chosen[place], 1 << rng.randrange(5)])


def brute_force(lines: list[str]) -> list[tuple[Any, ...]]:
    """Return all rows of visible values that satisfy the problem of a certificate, for the meaning of the checker."""
    contents = [json.loads(line) for line in lines]
    judge = Checker(contents[0]["values"], contents[0]["claim"])
    domains: list[list[Any]] = []
    for line in contents[1:]:
        if line[0] in ("variables", "hidden"):
            domains += [sorted(set(line[2]), key=str)] * len(line[1])
        if line[0] in ("variables", "hidden", "constraint"):
            judge.line(*line)
    found = {row[: judge.visible]: row for row in product(*domains) if all(judge.holds(i, row) for i in judge.items)}
    if "better" in contents[0]["claim"]:
        return sorted(row for row in product(*domains) if all(judge.holds(i, row) for i in judge.items))
    return sorted(found, key=str)


def is_true(lines: list[str]) -> bool:
    """Return whether the claim of a certificate is true, by brute force."""
    claim = json.loads(lines[0])["claim"]
    rows = brute_force(lines)
    if "better" in claim:
        _, scope, weights, relation, best = claim["better"]
        totals = [sum(checker.number(w, row[x]) for w, x in zip(weights, scope, strict=True)) for row in rows]
        return bool(totals) and (min(totals) if relation == "<" else max(totals)) == best
    return bool(len(rows) >= claim["at least"] if "at least" in claim else len(rows) == claim["solutions"])


def small_certificates() -> list[list[str]]:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(3))
    p.add(x + y <= z + 1, (x != y) | (z == 2), reify(x < z) + y == 1)
    q: Problem[int, int] = Problem()
    cells = q.add_variables(range(4), range(3))
    q.add(AllDifferent(cells[:3]), *[cells[i] != cells[i + 1] for i in range(3)], implies(cells[0] == 1, cells[3] == 2))
    u: Problem[int, int] = Problem()
    some = u.add_variables(range(4), range(3))
    u.add(AllDifferent(some[:3]), *[some[3] != other for other in some[:3]])
    found = [
        p.certify(), p.certify(minimize=x + 2 * y - z), p.certify(maximize=x * y + z), q.certify(),
        q.certify(assuming={0: 1, 1: 0}), u.certify(), queens(4).certify(), p.certify(limit=2),
    ]  # fmt: skip
    return [str(one).splitlines() for one in found]


def verdict(judge: Callable[[str], str], text: str) -> str | None:
    """Return what a checker says is proven, or None."""
    try:
        return judge(text)
    except (ValueError, WrongError):
        return None


def test_changed_certificates_are_rejected_or_still_true() -> None:
    rng = random.Random(5)
    originals = small_certificates()
    rejected = 0
    for _ in range(1000):
        lines = changed(rng, rng.choice(originals))
        said = verdict(check, "\n".join(lines))
        assert said == verdict(second_check, "\n".join(lines)), "\n".join(lines)
        if said is None:
            rejected += 1
        else:
            assert is_true(lines), "\n".join(lines)
    assert rejected > 300


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        "not json",
        '{"values": [1, 1.0], "claim": {}}',
        '{"values": [1, true], "claim": {"solutions": 0}}',
        '{"values": [[1]], "claim": {"solutions": 0}}',
        '{"values": [1], "claim": {"solutions": 0}}\n[[], [0]]',
        '{"values": [1], "claim": {"solutions": 0}}\n["variables", ["x"], [1]]\n[[0, 1], []]',
        '{"values": [1], "claim": {"solutions": 0}}\n["variables", ["x"], [1]]\n[[-1, 0], []]',
        '{"values": [1], "claim": {"solutions": 0}}\n["variables", ["x"], [1]]\n[[], [["different", [0, 0]]]]',
        '{"values": [1], "claim": {"solutions": 0}}\n["constraint", "", ' + '["not",' * 900 + "[]" + "]" * 900 + "]",
        '{"values": [1], "claim": {"at least": "x"}}',
        TWO + '["constraint", "", ["different", [0, 1]]]\n[[], [[0, 0, 0, 5]]]',
        TWO + '["constraint", "", [[0, 1]]]\n[[], [0]]',
        TWO + '["constraint", "", ["linear", [0, 1], [0.5, 1], "<=", 0]]\n[[], [0]]',
    ],
)
def test_a_hostile_file_gets_one_clear_error(text: str, tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    path = tmp_path / "hostile"
    path.write_text(text)
    monkeypatch.setattr(sys, "argv", ["csplib-check", str(path)])
    with pytest.raises(SystemExit) as stop:
        checker.main()
    assert str(stop.value).startswith("Not proven: line ")
    assert "\n" not in str(stop.value)
    assert not capsys.readouterr().out


def test_the_checker_is_one_small_file() -> None:
    text = SOURCE.read_text()
    tree = ast.parse(text)
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {str(module).partition(".")[0] for module in modules} <= set(sys.stdlib_module_names)
    documented: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            documented.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = [line.strip() for number, line in enumerate(text.splitlines(), 1) if number not in documented]
    count = len([line for line in lines if line and not line.startswith("#")])
    assert count <= 250
    root = Path(__file__).parents[2]
    for page in ("docs/how-to/prove-an-answer.md", "README.md", "CHANGELOG.md"):
        text = (root / page).read_text(encoding="utf-8")
        assert re.search(rf"csplib-check`, {count} lines of code|a program of {count}\s+lines", text)


def run(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own


def test_a_copy_of_the_checker_needs_no_csplib(tmp_path: Path) -> None:
    copy = tmp_path / "check.py"
    copy.write_text(SOURCE.read_text())
    proof = tmp_path / "proof.jsonl"
    certify(Board.parse(HARD)).save(proof)
    done = run(copy, proof)
    assert (done.returncode, done.stdout) == (0, "Proven: there is exactly one solution.\n")
    proof.write_text(proof.read_text().replace('"solutions":1', '"solutions":2'))
    done = run(copy, proof)
    assert done.returncode == 1
    assert done.stderr.startswith("Not proven: line ")


def test_a_hard_board_has_a_small_certificate() -> None:
    certificate = certify(Board.parse(HARD))
    assert certificate.claim == "there is exactly one solution"
    assert len(str(certificate)) < 20_000
    assert certify(Board.parse("1" + 15 * ".")).claim == "there are at least 2 solutions"
    assert certify(Board.parse("12..3..4........")).check() == "there are no solutions"


def test_a_nogood_that_wipes_out_a_fixed_variable_does_not_make_the_search_endless() -> None:
    board = Board.parse("..3..6.8.4..1..2...9......4.7...8....35......9...3...5..9.4...7.....2.1....8..6..")
    assert certify(board, time_limit=60).check() == "there is exactly one solution"


def test_known_problems() -> None:
    assert queens(6).certify().claim == "there are 4 solutions"
    assert zebra().certify().check() == "there is exactly one solution"
    assert australia().certify().check() == "there are 18 solutions"
    assert repr(queens(3).certify()).startswith("<Certificate: there are no solutions (")


@given(st.lists(st.integers(1, 31), min_size=1, max_size=5))
@settings(max_examples=100)
def test_hall_sets_exclude_what_matching_excludes(masks: list[int]) -> None:
    rows = [row for row in product(range(5), repeat=len(masks)) if len(set(row)) == len(row)]
    rows = [row for row in rows if all(masks[k] >> v & 1 for k, v in enumerate(row))]
    possible = [sum({1 << row[k] for row in rows}) for k in range(len(masks))]
    left = list(masks)
    for few in hall_sets(range(len(masks)), masks):
        union = 0
        for x in few:
            union |= masks[x]
        assert union.bit_count() <= len(few)
        if union.bit_count() < len(few):
            left = [0] * len(masks)
        left = [mask if x in few else mask & ~union for x, mask in enumerate(left)]
    assert left == possible or not (rows or all(left))


@given(
    st.lists(st.integers(1, 31), min_size=6, max_size=6),
    st.lists(st.permutations(range(6)), min_size=1, max_size=3),
    st.lists(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 31)), min_size=1, max_size=4), max_size=3),
    st.lists(st.integers(0, 5), min_size=1, max_size=12),
)
@settings(max_examples=200)
def test_a_proof_is_followed_as_the_checker_does(
    domains: list[int], scopes: list[list[int]], nogoods: list[list[tuple[int, int]]], hints: list[int]
) -> None:
    judge = Checker([1, 2, 3, 4, 5], {"solutions": 0})
    judge.line("variables", list("abcdef"), [1, 2, 3, 4, 5])
    for place, scope in enumerate(scopes):
        judge.line("constraint", "", ["different", scope[: 2 + 2 * place]])
    judge.items += [tuple([number for literal in nogood for number in literal]) for nogood in nogoods]
    follower = Follower(judge)
    assert follower.assume([*domains], [(0, domains[0]), (1, -1)])
    assert not follower.assume([*domains], [(2, ~domains[2])])
    for hint in hints:
        if hint < len(judge.items):
            expected = [*domains]
            refuted = judge.refutes(expected, [], [judge.rule(hint)])
            before = [*domains]
            answer = follower.follow(domains, hint)
            assert (answer == REFUTED) == refuted
            if refuted:
                break
            assert domains == expected
            assert answer == (IDLE if domains == before else CHANGED)


def test_what_cannot_be_certified_is_said() -> None:
    p: Problem[int, int] = Problem()
    many = p.add_variables(range(8), range(9))
    p.add(Predicate(many, lambda *row: sum(row) % 7 == 3, name="a strange sum"))
    with pytest.raises(CertificateError, match="a strange sum cannot be certified"):
        p.certify(limit=1)
    p = Problem()
    x = p.add_variable(0, range(10**7))
    with pytest.raises(CertificateError, match="too many values"):
        p.certify(limit=1)
    with pytest.raises(OptionError, match="one of limit="):
        p.certify(limit=1, minimize=x)
    p = Problem()
    y = p.add_variable(0, range(3))
    p.add(y > 5)
    with pytest.raises(CertificateError, match="no solution"):
        p.certify(minimize=y)
    with pytest.raises(LimitReached):
        queens(12).certify(node_limit=3)


def test_values_may_be_anything() -> None:
    p: Problem[str, Any] = Problem()
    a, b, c = p.add_variables("abc", [None, "None", (1, 2), 1.5, True])
    p.add(AllDifferent([a, b, c]), a != None)  # noqa: E711 - a constraint
    certificate = p.certify(assuming={"b": "None", "c": (1, 2)})
    assert certificate.check() == "there are 2 solutions"
    assert {solution["a"] for solution in certificate.solutions} == {1.5, True}


def test_the_command_line_certifies_boards(tmp_path: Path, capsys: Any) -> None:
    proof = tmp_path / "proof.jsonl"
    assert main(["sudoku", "certify", "--output", str(proof), HARD]) == 0
    assert check(proof.read_text()) == "there is exactly one solution"
    assert "there is exactly one solution" in capsys.readouterr().err
    assert main(["sudoku", "certify", "1" + 15 * "."]) == 1
    said = capsys.readouterr()
    assert check(said.out) == "there are at least 2 solutions"
    assert "such as 1" in said.err
