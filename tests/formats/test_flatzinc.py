"""FlatZinc files: what they state, which solutions they show, and what is refused, with its line and column."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from csplib import FormatError, Status
from csplib.formats import Model, Source
from csplib.formats.flatzinc import read, recognizes

FILES = Path(__file__).parent.parent / "data" / "flatzinc"
ENDLESS = "9" * 5000


def model_of(text: str) -> Model:
    return read(Source(io.StringIO(text)))


def model_in(name: str) -> Model:
    with Source(FILES / f"{name}.fzn") as source:
        return read(source)


def shown(text: str) -> list[str]:
    """Return the solutions of a file as texts, without their last lines."""
    model = model_of(text)
    return sorted(model.printer.solution(one).removesuffix("----------\n") for one in model.solutions())


# The counts and the best objectives are those of Gecode 6.2 on the models in tests/data/minizinc.
@pytest.mark.parametrize(
    ("name", "count"), [("implied", 6), ("rooms", 92), ("shifts", 300), ("teams", 5), ("unsat", 0)]
)
def test_a_file_has_the_solutions_that_gecode_finds(name: str, count: int) -> None:
    model = model_in(name)
    found = {model.printer.solution(one) for one in model.solutions()}
    assert (len(found), model.count()) == (count, count)


@pytest.mark.parametrize(("name", "best"), [("golomb", 11), ("optional", 2), ("tour", 19)])
def test_a_file_has_the_best_objective_that_gecode_finds(name: str, best: int) -> None:
    found = model_in(name).best()
    assert found is not None
    assert found.objective == best


def test_every_kind_of_variable_is_shown_as_flatzinc_writes_it() -> None:
    text = """
    % a comment; with a semicolon
    int: n = 2; float: f = 1.5e3;
    set of int: few = {1, 3};
    array [1..2] of bool: truths = [true, false];
    array [1..2] of set of int: sets = [1..2, {}];
    var 3..3: x :: output_var;
    var {-1, 5}: y :: output_var = -1;
    var bool: b :: output_var;
    var set of 1..4: s :: output_var;
    var float: c :: output_var = 2.5;
    array [1..4] of var int: a :: output_array([1..2, {7, 9}]) = [x, y, 4, x];
    array [1..2] of var set of int: t :: output_array([1..2]) = [s, 1..3];
    constraint bool_eq(b, truths[1]);
    constraint set_eq(s, few);
    constraint int_le(n, x);
    solve :: note("a string; with a semicolon % and a percent sign") satisfy;
    """
    [solution] = shown(text)
    assert solution == (
        "x = 3;\ny = -1;\nb = true;\ns = {1,3};\nc = 2.5;\n"
        "a = array2d(1..2, {7,9}, [3, -1, 4, 3]);\nt = array1d(1..2, [{1,3}, 1..3]);\n"
    )


def test_solutions_differ_in_what_they_show() -> None:
    text = "var 1..3: x :: output_var; var 1..5: y; constraint int_lt(x, y); solve satisfy;"
    assert shown(text) == ["x = 1;\n", "x = 2;\n", "x = 3;\n"]
    assert model_of(text).count() == 3
    assert model_of(text).problem.count() == 9


def test_variables_that_are_others_in_disguise_keep_their_domains() -> None:
    text = """
    var bool: b :: output_var; var 0..1: i; var 1..9: x :: output_var; var 3..5: y; var 4..9: z;
    constraint bool2int(b, i);
    constraint int_lin_eq([1, -1], [x, y], -2);
    constraint int_lin_eq([-1, 1], [y, z], 1);
    constraint int_lin_le([1, 1], [z, i], 5);
    solve satisfy;
    """
    assert len(model_of(text).problem.variables) == 2
    assert shown(text) == ["b = false;\nx = 1;\n", "b = false;\nx = 2;\n", "b = true;\nx = 1;\n"]


def test_disguises_in_a_circle_are_constraints() -> None:
    text = """
    var 1..3: x; var 1..3: y; var 1..3: z :: output_var;
    constraint int_lin_eq([1, -1], [x, y], 0); constraint int_lin_eq([1, -1], [y, z], 0);
    constraint int_lin_eq([1, -1], [x, z], {gap});
    solve satisfy;
    """
    assert len(shown(text.replace("{gap}", "0"))) == 3
    assert shown(text.replace("{gap}", "1")) == []


def test_empty_domains_and_false_constants_have_no_solution() -> None:
    assert shown("var 3..2: x :: output_var; solve satisfy;") == []
    assert shown("var bool: b :: output_var; constraint bool_eq(true, false); solve satisfy;") == []
    assert shown("var 1..2: x :: output_var = 5; solve satisfy;") == []


def test_variables_without_bounds_take_those_of_their_constraints() -> None:
    text = """
    predicate fzn_regular(array [int] of var int: x, int: q, int: s, array [int] of int: d, int: q0, set of int: f);
    var int: x :: output_var; var int: y :: output_var; var int: sum :: output_var;
    constraint fzn_regular([x, y], 1, 2, [1, 0], 1, 1..1);
    constraint int_lin_eq([1, 1, -1], [x, y, sum], 0);
    solve satisfy;
    """
    assert shown(text) == ["x = 1;\ny = 1;\nsum = 2;\n"]


def test_search_annotations_are_followed() -> None:
    text = """
    var 1..3: x :: output_var; var 1..3: y :: output_var;
    constraint int_ne(x, y);
    solve :: seq_search([int_search([y], input_order, indomain_max, complete),
                         int_search([x, 7], first_fail, indomain_median, complete)]) satisfy;
    """
    model = model_of(text)
    assert model.solve() == {"y": 3, "x": 1}
    assert model.printer.solution(model.solve() or {}) == "x = 1;\ny = 3;\n----------\n"
    assert set(model.options) == {"select", "order"}
    assert len(list(model.solutions())) == 6
    assert model.solve(learning=True) is not None


def test_a_warm_start_is_a_hint() -> None:
    text = """
    var 1..9: x :: output_var; var bool: b :: output_var; var 2..10: y;
    constraint int_lin_eq([1, -1], [x, y], -1);
    solve :: warm_start_array([warm_start_int([y, 3], [7, 3]), warm_start_bool([b], [true])]) satisfy;
    """
    model = model_of(text)
    assert model.options == {"hint": {"x": 6, "b": True}}
    assert model.solve() == {"x": 6, "b": True}


def test_wide_domains_leave_the_search_to_the_engine() -> None:
    text = "var 1..99999: x :: output_var; solve :: int_search([x], input_order, indomain_max, complete) maximize x;"
    best = model_of(text).best()
    assert best is not None
    assert (best.objective, model_of(text).options) == (99999, {})


def test_the_printer_ends_as_minizinc_expects() -> None:
    printer = model_of("var 1..2: x :: output_var; solve satisfy;").printer
    assert printer.end(Status.UNSATISFIABLE, complete=True) == "=====UNSATISFIABLE=====\n"
    assert printer.end(Status.LIMIT, complete=False) == "=====UNKNOWN=====\n"
    assert printer.better({"x": 1}, 7) == "x = 1;\n----------\n"
    assert printer.end(Status.OPTIMAL, complete=True) == "==========\n"
    assert printer.end(Status.LIMIT, complete=False) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text: there is no solve item"),
        ("var 1..2: x;\n  var 1..2 y;\nsolve satisfy;", "the text:2:12: there should be ':' instead of 'y'"),
        ("var 1..2: x; solve", "the text:1:14: the file ends in the middle of an item, which begins with 'solve'"),
        ("solve satisfy; var 1..2: x;", "the text:1:16: nothing may follow the solve item"),
        ("var 1..2: x; var 1..3: x; solve satisfy;", "the text:1:24: the name 'x' is used already"),
        ("constraint int_le(x, 3); solve satisfy;", "the text:1:19: there is no variable or parameter 'x'"),
        ("constraint\nfoo(1, 2); solve satisfy;", "the text:2:1: csplib does not know the constraint 'foo'"),
        ("constraint int_le(1); solve satisfy;", r"the text:1:12: int_le cannot have these arguments: "),
        ("var 1.0..2.0: x; solve satisfy;", "the text:1:15: x is a variable of floats, and csplib has only integers"),
        ("\nvar float: y; solve satisfy;", "the text:2:12: y is a variable of floats, and csplib has only integers"),
        ("solve minimize 1.5;", "the text:1:16: csplib cannot optimize a float, only integers"),
        ("solve maximise x;", "the text:1:7: the goal must be satisfy, minimize or maximize"),
        ("array [1..3] of int: a = [1, 2]; solve satisfy;", "the text:1:22: the array a has 2 items, not 3"),
        ("array [1..9999999999] of int: a = []; solve satisfy;", "the text:1:31: the array a has 0 items, not 9999"),
        ("array [1..2] of int: a = [1, 2; solve satisfy;", "the text:1:26: this array has no end"),
        ("array [1..1] of int: a = [1]; var 1..2: x = a[2]; solve satisfy;", "the text:1:47: there is no item 2"),
        ("var set of 0..999999999999: s; solve satisfy;", "the text:1:12: a set variable needs at most 100,000 "),
        ("var set of int: s; solve satisfy;", "the text:1:12: a set variable needs at most 100,000 "),
        ("var set of 0..99999999999999999999999: s; solve satisfy;", "the text:1:12: a set variable needs "),
        (f"var 1..{ENDLESS}: x; solve satisfy;", "the text:1:8: this number has more than 4000 digits"),
        (f"constraint f({'[' * 9999}1{']' * 9999}); solve satisfy;", ": expressions are nested more than 60 deep"),
        (f"solve :: {'a(' * 9999}1{')' * 9999} satisfy;", ": expressions are nested more than 60 deep"),
        ("var 1..2: x :: output_var = y; solve satisfy;", "the text:1:29: there is no variable or parameter 'y'"),
        ('var bool: b = "yes"; solve satisfy;', "the text:1:15: the bool 'b' cannot be 'yes'"),
        ("array [1..1] of var 1..2: a :: output_array([1..2]) = [1]; solve satisfy;", ":27: output_array has index"),
        ("\x00\x01; \xff\xfe", r"the text:1:1: there should be a value instead of '\x00'"),
    ],
)
def test_a_mistake_is_one_sentence_that_says_where(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        model_of(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_text_are_named_with_their_line() -> None:
    with pytest.raises(FormatError, match="the text:2: the byte 0xff is not text in UTF-8"):
        read(Source(io.BytesIO(b"var 1..2: x;\n\xff;")))


def test_flatzinc_is_recognized_by_its_first_words() -> None:
    assert recognizes(b"% made by a compiler\n\npredicate p(var int: x);\n")
    assert recognizes(b"array [1..2] of int: a = [1, 2];")
    assert not recognizes(b"<instance format='XCSP3'>")
    assert not recognizes(b"p cnf 3 2\n")
    assert not recognizes(b"")


def test_reading_takes_time_in_proportion_to_the_file() -> None:
    """Each item is read once, however many there are, and however they are spread over lines."""
    rows: list[Any] = [f"constraint int_ne(x{i}, x{i + 1});" for i in range(3000)]
    variables = "".join(f"var 1..3: x{i};" for i in range(3001))
    names = ",".join(f"x{i}" for i in range(3001))
    text = f"{variables}\narray [1..3001] of var int: all :: output_array([1..3001]) = [{names}];\n"
    model = model_of(text + "\n".join(rows) + "\nsolve satisfy;")
    assert len(model.problem.constraints) == 3000
    model = model_of(text + "\n" * 30_000 + " ".join(rows).replace(" ", "\n") + "\nsolve satisfy;")
    assert len(model.problem.constraints) == 3000
