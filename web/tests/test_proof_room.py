"""The room "Proof" in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsing import HARD, Go
from playwright.sync_api import Page, expect


def prove(page: Page) -> None:
    page.get_by_role("button", name="Prove").click()
    expect(page.locator(".proof-verdict").first).to_be_visible()


@pytest.mark.parametrize(
    ("example", "claim"),
    [
        ("one", "exactly one solution"),
        ("hard", "exactly one solution"),
        ("none", "there are no solutions"),
        ("several", "there are 24 solutions"),
        ("program", "there are no solutions"),
    ],
)
def test_a_proof_is_made_and_checked(go: Go, example: str, claim: str) -> None:
    page = go("#/proof")
    page.get_by_label("Start from").select_option(example)
    prove(page)
    expect(page.locator(".proof-verdict")).to_contain_text(claim)
    expect(page.locator(".result")).to_contain_text("functools, itertools, json")


def test_a_tampered_proof_is_rejected(go: Go) -> None:
    page = go(f"#/proof?board={HARD}")
    prove(page)
    for change in ("digit", "drop", "claim"):
        page.locator("#proof-change").select_option(change)
        page.get_by_role("button", name="Tamper").click()
        expect(page.locator(".proof-seen .proof-rejected")).to_contain_text("does not accept")
        expect(page.locator(".proof-seen")).to_contain_text(re.compile("Line [0-9]+ is"))


def test_a_proof_can_be_read_and_searched(go: Go) -> None:
    page = go(f"#/proof?board={HARD}")
    prove(page)
    expect(page.locator(".proof-lines li")).to_have_count(25)
    page.get_by_role("button", name="Next lines").click()
    expect(page.locator(".proof-lines")).to_have_attribute("start", "26")
    page.get_by_label("Find in the proof").fill("impossible")
    page.keyboard.press("Enter")
    expect(page.locator(".proof-lines [aria-current]")).to_contain_text("Follows from")


def test_the_certificate_and_the_checker_are_downloaded(go: Go, tmp_path: Path) -> None:
    page = go(f"#/proof?board={HARD}")
    prove(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download the certificate").click()
    assert waiting.value.suggested_filename == "there-is-exactly-one-solution.txt"
    waiting.value.save_as(tmp_path / "proof.txt")
    assert (tmp_path / "proof.txt").read_text(encoding="utf-8").startswith('{"values":')
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download the checker").click()
    assert waiting.value.suggested_filename == "csplib_check.py"


def test_a_board_that_is_none_and_names_that_are_html(go: Go) -> None:
    image = "<img src=x onerror=document.body.dataset.broken=1>"
    page = go("#/proof")
    page.locator("textarea").fill(image)
    page.get_by_role("button", name="Prove").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.locator("textarea").fill(
        f"from csplib import Problem\np = Problem()\np.add_variables([{image!r}, 'b'], [{image!r}])"
    )
    prove(page)
    expect(page.locator(".proof-lines")).to_contain_text(image)
    assert page.locator("main img").count() == 0


def test_the_keyboard_alone(go: Go) -> None:
    page = go("#/proof?board=1.2.............")
    page.locator("textarea").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".proof-verdict")).to_contain_text("at least 2 solutions")
    expect(page.locator("p.spoken")).to_contain_text("at least 2 solutions")
