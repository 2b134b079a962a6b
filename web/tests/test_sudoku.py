"""The room "Sudoku" in a real browser."""

from __future__ import annotations

import re

from browsing import EASY, Go
from playwright.sync_api import Locator, Page, expect

SOLVED = "973584621824916537165723894731698452692457318458132976587361249249875163316249785"
SMALL = "1.....3..1..4..."
SMALL_SOLVED = "1324243131424213"
TWO = "39..5.......2....5...719.8..5..68...2.6..3...........45........67.1.5.4.1.9...2.."


def cell(page: Page, place: int) -> Locator:
    """Return a cell of the board."""
    return page.locator(".sudoku-cell").nth(place)


def lives(page: Page, count: str) -> None:
    """Wait until this many lives are left."""
    expect(page.locator(".sudoku-lives")).to_have_attribute("aria-label", f"{count} left")


def button(page: Page, name: str) -> Locator:
    """Return a button of the room."""
    return page.get_by_role("main").get_by_role("button", name=name, exact=True)


def play(go: Go, board: str, more: str = "") -> Page:
    """Start a game."""
    page = go(f"#/sudoku?stage=play&board={board}{more}")
    expect(page.locator(".sudoku-lives")).to_have_attribute("aria-label", re.compile("left"))
    return page


def test_a_game_is_played_to_the_end_with_the_keyboard_only(go: Go) -> None:
    page = play(go, SMALL)
    cell(page, 0).focus()
    for place in range(16):
        if SMALL[place] == ".":
            page.keyboard.press(SMALL_SOLVED[place])
            if place < 15:
                expect(cell(page, place)).to_have_text(SMALL_SOLVED[place])
        if place % 4 == 3:
            page.keyboard.press("Home")
            page.keyboard.press("ArrowDown")
        else:
            page.keyboard.press("ArrowRight")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Solved!")
    expect(dialog).to_contain_text("3 lives left")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_three_lives_are_lost_and_each_wrong_value_has_its_reason(go: Go) -> None:
    page = play(go, EASY)
    cell(page, 0).click()
    page.keyboard.press("6")
    expect(page.get_by_role("alert")).to_have_text("6 is in row 1 already: at r1c7. 2 lives left.")
    expect(cell(page, 6)).to_have_class(re.compile("sudoku-wrong"))
    page.keyboard.press("1")
    expect(page.get_by_role("alert")).to_contain_text("differs from the only solution. 1 life left.")
    page.keyboard.press("1")
    expect(page.get_by_role("alert")).to_contain_text("You tried that before")
    page.locator(".sudoku-pad button").nth(1).click()
    expect(page.get_by_role("dialog")).to_contain_text("No life left")
    button(page, "Try again").click()
    lives(page, "3 lives")


def test_pencil_marks_undo_and_redo(go: Go) -> None:
    page = play(go, EASY)
    cell(page, 0).click()
    page.keyboard.press("Shift+Digit1")
    expect(cell(page, 0)).to_have_attribute("aria-label", "row 1, column 1, empty, pencil marks 1")
    page.keyboard.press(" ")
    page.keyboard.press("9")
    expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("marks 1 9$"))
    page.keyboard.press(" ")
    page.keyboard.press("9")
    expect(cell(page, 0)).to_have_text("9")
    page.keyboard.press("Control+z")
    expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("marks 1 9$"))
    page.keyboard.press("Control+y")
    expect(cell(page, 0)).to_have_attribute("aria-label", "row 1, column 1, 9")
    page.keyboard.press("Backspace")
    expect(cell(page, 0)).to_have_text("")
    button(page, "Fill in marks").click()
    expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("marks 1 7 9$"))
    button(page, "Undo").click()
    expect(cell(page, 0)).to_have_attribute("aria-label", re.compile("empty$"))


def test_a_hint_has_three_steps_and_can_be_done(go: Go) -> None:
    page = play(go, EASY)
    cell(page, 0).focus()
    page.keyboard.press("?")
    hint = page.locator(".sudoku-hint")
    expect(hint).to_contain_text(re.compile(r"Hint 1 of 3.*Look at \w+ \d"))
    assert page.locator(".sudoku-look").count() == 9
    page.keyboard.press("?")
    expect(hint).to_contain_text("naked single")
    expect(page.locator(".sudoku-pattern")).to_have_count(1)
    page.keyboard.press("?")
    expect(hint).to_contain_text("Only 1 is left for r5c8")
    expect(page.locator(".sudoku-disc")).to_have_count(1)
    button(page, "Do it").click()
    expect(cell(page, 43)).to_have_text("1")
    expect(hint).to_have_count(0)


def test_why_not(go: Go) -> None:
    page = play(go, EASY)
    cell(page, 0).click()
    button(page, "Why not?").click()
    page.locator(".sudoku-pad button").nth(5).click()
    expect(page.locator(".sudoku-why")).to_contain_text("r1c7, which r1c1 sees, is 6.")
    expect(page.locator(".sudoku-pattern")).to_have_count(2)
    lives(page, "3 lives")


def test_an_unsolvable_board_says_which_givens_clash(go: Go) -> None:
    page = go("#/sudoku?size=4")
    expect(page.locator(".sudoku-note")).to_have_text("0 givens. No two values clash.")
    cell(page, 0).click()
    page.keyboard.press("1")
    expect(cell(page, 0)).to_have_text("1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(page.get_by_role("alert")).to_have_text("1 occurs twice in row 1: at r1c1 and r1c2.")
    page.keyboard.press("Control+z")
    expect(page.locator(".sudoku-fault")).to_be_empty()
    page.keyboard.press("Control+y")
    button(page, "Solve it").click()
    expect(page.locator(".sudoku-bad")).to_contain_text("1 occurs twice in row 1")
    expect(page.locator(".sudoku-conflict")).to_have_count(2)
    go("#/sudoku?stage=solve&size=4&board=123....4........")
    expect(page.locator(".sudoku-bad")).to_contain_text("The 3 marked givens contradict each other")
    expect(page.get_by_role("alert")).to_contain_text("Unsolvable")


def test_several_solutions_are_shown_and_repaired(go: Go) -> None:
    page = go(f"#/sudoku?stage=solve&board={TWO}")
    expect(page.locator(".sudoku-note")).to_contain_text("differ in 6 cells")
    expect(page.locator(".sudoku-differs")).to_have_count(6)
    button(page, "Add these givens").click()
    expect(page.locator(".sudoku-note")).to_have_text("This is the only solution.")


def test_a_board_is_solved_with_log_grade_and_steps(go: Go) -> None:
    page = go(f"#/sudoku?board={EASY}")
    button(page, "Solve it").click()
    expect(page.locator(".sudoku-note")).to_have_text("This is the only solution.")
    assert "".join(page.locator(".sudoku-cell").all_inner_texts()) == SOLVED
    log = page.locator(".sudoku-log")
    expect(log).to_contain_text("step 1  set.size():1933  AC:(0,0)(0,6)  (0,0).remove(6)  domain:[12345789]")
    page.get_by_label("Method").select_option("backtracking")
    expect(log).to_contain_text("step 1  try 1 for (0,0)")
    expect(page.locator(".sudoku-grade")).to_contain_text("naked singles 40")
    page.get_by_text("All steps").click()
    page.locator(".sudoku-step").first.click()
    expect(page.locator(".sudoku-pattern")).to_have_count(1)


def test_a_puzzle_is_made_and_played_or_solved(go: Go) -> None:
    page = go("#/sudoku")
    page.get_by_label("Size").select_option("4")
    expect(page.locator(".sudoku-cell")).to_have_count(16)
    page.get_by_label("Kind").select_option("diagonals")
    button(page, "Make and play").click()
    lives(page, "3 lives")
    expect(page).to_have_url(re.compile("stage=play.*rules=diagonals&size=4"))
    button(page, "Fill in marks").click()
    expect(button(page, "Undo")).to_be_enabled()
    button(page, "New puzzle").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Give up this game?")
    dialog.get_by_role("button", name="Yes").click()
    button(page, "Make and solve").click()
    expect(page.locator(".sudoku-note")).to_have_text("This is the only solution.")


def test_a_link_keeps_the_game(go: Go) -> None:
    page = play(go, EASY)
    cell(page, 0).click()
    page.keyboard.press("6")
    lives(page, "2 lives")
    page.keyboard.press("9")
    expect(cell(page, 0)).to_have_text("9")
    expect(page).to_have_url(re.compile("steps=p006p009"))
    link = page.evaluate("location.hash")
    go("#/")
    go(link)
    expect(cell(page, 0)).to_have_text("9")
    lives(page, "2 lives")
    button(page, "Undo").click()
    expect(cell(page, 0)).to_have_text("")


def test_a_pasted_jigsaw_is_read_and_faults_are_told(go: Go) -> None:
    page = go("#/sudoku")
    page.get_by_text("Paste a puzzle", exact=True).click()
    text = page.get_by_label("A line, a grid")
    text.fill("12345")
    button(page, "Read it").click()
    expect(page.get_by_role("alert")).to_contain_text("5 cells do not make a square board")
    text.fill(".2....2..1....3.\n1123412341234423")
    button(page, "Read it").click()
    expect(page.locator(".sudoku-cell")).to_have_count(16)
    expect(cell(page, 1)).to_have_text("2")
    expect(page.get_by_label("Kind")).to_be_visible()
