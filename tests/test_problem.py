"""Stating problems: names, values, constraints, and what they compile to."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from typing import Any

import pytest
from puzzles import P0, sudoku

import csplib
from csplib import AllDifferent, Diff, In, NotIn, Predicate, Problem, Relation, Table


def test_the_example_of_the_design() -> None:
    p: Problem[str, str] = Problem()
    wa, nt, sa = p.add_variables(["WA", "NT", "SA"], ["red", "green", "blue"])
    p.add(wa != nt, Diff(nt, sa), AllDifferent([wa, nt, sa]))
    solution = p.solve()
    assert solution is not None
    assert solution[wa] != solution["NT"]
    assert csplib.count_solutions(p) == len(list(csplib.solutions(p))) == p.count() == 6
    assert p.count(limit=2) == 2
    assert csplib.solve(p) == solution


def test_a_name_works_wherever_a_handle_does() -> None:
    by_name, by_handle = Problem(), Problem()
    by_name.add_variables("xyz", range(3))
    x, y, z = by_handle.add_variables("xyz", range(3))
    for p, (a, b, c) in ((by_name, ("x", "y", "z")), (by_handle, (x, y, z))):
        p.add(Diff(a, b), AllDifferent([a, c]), Predicate([a, b, c], lambda a, b, c: a + b > c))
        p.add(Table([a, b], [(0, 1), (1, 0), (2, 1)]), Relation(b, c, lambda b, c: b <= c), In(c, [1, 2]))
    assert list(by_name.solutions()) == list(by_handle.solutions())
    assert by_handle.violations({x: 0, "y": 0, z: 1})[0] is by_handle.constraints[0]


def test_any_hashable_names_a_variable_and_any_hashable_is_a_value() -> None:
    p = Problem()
    values = [None, "a", 3, 2.5, (1, 2), frozenset({1}), True, b"x"]
    names: list[Any] = [None, "n", 1, (0, 0), frozenset(), 2.5]
    p.add(AllDifferent(p.add_variables(names, values)))
    solution = p.solve()
    assert solution is not None
    assert list(solution) == names
    assert len(set(solution.values())) == len(names)
    assert p.count() == 8 * 7 * 6 * 5 * 4 * 3


@pytest.mark.parametrize("values", [range(3), [-5, 0, 70], [0, 10**12, 10**12 + 1], [5, 3, 4]])
def test_offsets_work_over_dense_and_sparse_integers(values: Any) -> None:
    for i, j in ((0, 0), (2, 0), (0, 1), (-1, 3), (10**12, 0)):
        p: Problem[str, int] = Problem()
        x, y = p.add_variables("xy", values)
        p.add(x + i != y + j)
        expected = sum(a + i != b + j for a in values for b in values)
        assert p.count() == expected
        q: Problem[str, int] = Problem()
        x, y, z = q.add_variables("xyz", values)
        q.add(AllDifferent([x + i, y + j, z]))
        assert q.count() == sum(len({a + i, b + j, c}) == 3 for a in values for b in values for c in values)


def test_operators_read_like_the_statement() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", range(4))
    assert str(x + 2 != y - 1) == "x + 2 != y - 1"
    assert str(1 + x - 3 != y) == "x - 2 != y"
    assert str(x != 3) == "x != 3"
    assert repr(x) == "<Variable x>"
    assert repr(Diff(x, y, name="apart")) == "<apart: x != y>"
    assert repr(In(x, [1])) == "<x == 1>"
    with pytest.raises(TypeError):
        x + "a"  # type: ignore[operator]


def test_handles_are_keys_by_identity_and_their_equality_is_a_constraint() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", [1])
    assert str(x == y) == "x == y"
    with pytest.raises(csplib.KindError, match="'is'"):
        bool(x == y)
    assert {x: 1, y: 2}[x] == 1
    assert x in {x, y}
    assert p.variable("x") is x
    assert p.variable(x) is x


def test_names_of_constraints_show_in_messages() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", [1, 2])
    p.add((x != y).named("apart"), NotIn(x, [2], name="not two"))
    assert [str(c) for c in p.violations({"x": 2, "y": 2})] == ["apart", "not two"]


def test_violations_judge_domains_and_missing_values_too() -> None:
    p: Problem[str, int] = Problem()
    x, y = p.add_variables("xy", [1, 2])
    p.add(x != y)
    assert [c.scope for c in p.violations({"x": 7})] == [("x",), ("y",)]
    assert [c.scope for c in p.violations({"x": 7}, partial=True)] == [("x",)]
    assert p.violations({"x": 1}, partial=True) == []
    assert p.violations({"x": 1, "y": 2}) == []


def test_a_value_listed_twice_counts_once_and_order_is_kept() -> None:
    p: Problem[str, str] = Problem()
    p.add_variable("x", ["b", "a", "b"])
    assert p.domains["x"] == ("b", "a")
    assert [s["x"] for s in p.solutions()] == ["b", "a"]


def test_a_set_of_words_gives_the_same_run_whatever_the_hash_seed() -> None:
    script = (
        "import csplib; p = csplib.Problem(); p.add_variable('x', {'b', 'a', 1, None, (2,)}); print(*p.domains['x'])"
    )
    shown = {
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(5)
    }
    assert len(shown) == 1


def test_solving_never_changes_the_problem() -> None:
    p = sudoku(P0)
    before = (p.domains, p.constraints)
    list(p.solutions())
    p.solve(infer=csplib.mac, seed=3)
    assert (p.domains, p.constraints) == before


def test_a_problem_without_variables_has_the_empty_solution() -> None:
    assert Problem().solve() == {}
    assert Problem().count() == 1


def test_sudoku_compiles_to_1944_arcs_in_the_stated_order() -> None:
    csp = sudoku(P0).compile()
    assert len(csp.arcs) == 1944
    assert len({(arc.x, arc.y) for arc in csp.arcs}) == 1620
    assert [(csp.names[arc.x], csp.names[arc.y]) for arc in csp.arcs[:4]] == [
        ((0, 0), (0, 1)),
        ((0, 1), (0, 0)),
        ((0, 0), (0, 2)),
        ((0, 2), (0, 0)),
    ]
    assert [csp.names[x] for x in csp.neighbors[10]] == [
        *[(1, c) for c in (0, 2, 3, 4, 5, 6, 7, 8)],
        *[(r, 1) for r in (0, 2, 3, 4, 5, 6, 7, 8)],
        *[(0, 0), (0, 2), (2, 0), (2, 2)],
    ]
    assert len(csp.neighbors) == 81
    assert {len(names) for names in csp.neighbors} == {20}


def test_all_different_makes_an_arc_for_each_ordered_pair() -> None:
    p: Problem[int, int] = Problem()
    p.add(AllDifferent(p.add_variables(range(7), range(9))))
    assert len(p.compile().arcs) == 7 * 6


def test_the_compiled_form_is_kept_until_something_is_added() -> None:
    p: Problem[str, int] = Problem()
    p.add_variable("x", [1])
    csp = p.compile()
    assert p.compile() is csp
    p.add_variable("y", [1])
    assert p.compile() is not csp


def test_repr_says_what_is_in_it() -> None:
    assert repr(sudoku(P0)) == "<Problem: 81 variables, 27 constraints>"
    assert repr(sudoku(P0).compile().arcs[0]) == "DiffArc(0, 1)"


@pytest.mark.parametrize("infer", [None, csplib.no_inference, csplib.forward_check, csplib.mac])
def test_offsets_beside_values_that_are_not_integers(infer: csplib.Infer | None) -> None:
    p = Problem()
    a, b = p.add_variable("a", [1]), p.add_variable("b", ["none"])
    p.add(AllDifferent([a + 1, b]))
    assert p.count(infer=infer) == 1
    q = Problem()
    x, y = q.add_variable("x", [1, 2, 3]), q.add_variable("y", [1, 2, 3, "a"])
    q.add(x + 1 != y)
    assert q.count(infer=infer) == 10
    r = Problem()
    r.add_variable("u", [1.0])
    x, y = r.add_variables("xy", range(4))
    r.add(x + 1 != y)
    assert r.count(infer=infer) == 13
    s = Problem()
    x, y = s.add_variable("x", [1.0, 2.5, 10**9]), s.add_variable("y", [0, 1, 10**12])
    s.add(Diff(x, y + 1))
    assert s.count(infer=infer) == 8
    t = Problem()
    x, y, z = t.add_variable("x", [10**9]), t.add_variable("y", ["a", 0]), t.add_variable("z", ["a", 0])
    t.add(AllDifferent([x + 1, y, z]))
    assert t.count(infer=infer) == 2


def test_more_values_than_can_be_handled_are_refused_when_compiled() -> None:
    p = Problem()
    for i in range(3):
        p.add_variable(i, [f"{i} {k}" for k in range(9_000)])
    with pytest.raises(csplib.DomainError, match="27000 different values"):
        p.solve()


def test_what_is_stated_twice_or_cannot_fail_is_not_compiled_twice_or_at_all() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(4))
    p.add(x + y + z <= 5, x + y + z <= 5, x + y + z == 4, x + y + z == 4, AllDifferent("xyz"), AllDifferent("xyz"))
    p.add(x + y + z <= 9, 2 * x - y + z >= -3)
    assert len(p.compile().propagators) == 2
    assert len(p.compile().arcs) == 12  # those of the textbook are all there
    assert len(p.violations({"x": 3, "y": 3, "z": 3})) == 6
    assert {tuple(s.values()) for s in p.solutions()} == set(permutations((0, 1, 3)))


def test_unary_constraints_can_make_others_needless() -> None:
    p: Problem[str, int] = Problem()
    x, y, z = p.add_variables("xyz", range(10))
    p.add(x <= 1, y <= 1, z <= 1, x + y + z <= 3)
    assert not p.compile().propagators
    assert p.count() == 8


def test_variables_may_have_a_domain_each() -> None:
    p: Problem[Any, Any] = Problem()
    size, color = p.add_variables({"size": range(3), "color": ["red", "blue"]})
    assert (size.name, color.name, p.domains) == ("size", "color", {"size": (0, 1, 2), "color": ("red", "blue")})
    with pytest.raises(csplib.DomainError, match="'w' is empty"):
        p.add_variables({"v": [1], "w": []})
    with pytest.raises(csplib.DuplicateVariableError, match="'size' already"):
        p.add_variables({"v": [1], "size": [1]})
    assert len(p.variables) == 2
    assert p.add_variables({}) == []
