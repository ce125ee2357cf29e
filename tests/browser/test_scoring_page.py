"""The calculator and «which game is yours?»: in place by keyboard, back again, and without a script."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.keyboard import reach
from tests.browser.looking import STICKS_OUT, violations
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch

SAID = {
    "nb": {"standing": "Stillingen i partiet er 3–1.", "won": "Du vant partiet 8–1."},
    "sv": {"standing": "Ställningen i partiet är 3–1.", "won": "Du vann partiet med 8–1."},
}
GAME = {"nb": "Dere spiller tomannswhist", "sv": "Ni spelar tvåmanswhist"}
PATH = ("two", "no", "upcard", "free", "26", "deals", "10")


def test_match_is_counted_in_place_by_keyboard(language: str, visit: Callable[..., Visitor]) -> None:
    visitor, said = visit(language), SAID[language]
    visitor.open("pages:scoring")
    page = visitor.marked()
    reach(page, page.locator("#won-1"))
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(page.locator("#won-2")).to_be_focused()
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text(said["standing"])
    expect(page.locator("#won-3")).to_be_focused()
    assert visitor.stayed()
    assert page.url == visitor.address("pages:scoring") + "?won=8.6"
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.locator("#standing")).to_be_focused()
    expect(page.locator("#standing")).to_have_text(said["won"])
    page.go_back()
    expect(page.locator("#standing")).to_contain_text(said["standing"])


def test_wrong_number_is_told_in_place(language: str, visit: Callable[..., Visitor], watch: Watch) -> None:
    watch.expect("422")
    visitor = visit(language, viewport={"width": 320, "height": 640})
    visitor.open("pages:scoring")
    page = visitor.marked()
    page.locator("#won-1").fill("14")
    page.keyboard.press("Enter")
    expect(page.locator("#fault-1")).to_be_visible()
    expect(page.locator("#won-1")).to_be_focused()
    assert visitor.stayed()
    expect(page.locator("#live")).to_have_text(page.locator("#fault-1").inner_text().strip())
    assert violations(page, "wrong number") == []
    assert page.evaluate(STICKS_OUT) == ""


def test_match_is_counted_without_script(language: str, visit: Callable[..., Visitor], watch: Watch) -> None:
    watch.expect("422")
    visitor = visit(language, java_script_enabled=False)
    page = visitor.open("pages:scoring")
    for number, won in enumerate(("8", "6", "9"), start=1):
        page.locator(f"#won-{number}").fill(won)
        page.locator("#calculator button").click()
    assert page.url == visitor.address("pages:scoring") + "?won=8.6.9#calculator"
    expect(page.locator("#standing")).to_have_text(SAID[language]["won"])
    page.locator("#won-2").fill("?")
    page.locator("#calculator button").click()
    expect(page.locator("#fault-2")).to_be_visible()


def test_other_rules_keep_the_deals(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language)
    page = visitor.open("pages:scoring")
    page.goto(page.url + "?won=8.6")
    page.locator("#rules-switch summary").click()
    page.locator("#switch-scoring-over-six").check()
    expect(page.locator("#standing")).to_contain_text("2–1")
    assert page.url == visitor.address("pages:scoring") + "?won=8.6&scoring=over-six"


def test_questions_lead_to_a_game_by_keyboard_and_back(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, viewport={"width": 320, "height": 640})
    visitor.open("pages:which")
    page = visitor.marked()
    for number, answer in enumerate(PATH, start=1):
        reach(page, page.locator(f"#answer-{answer}"))
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{visitor.address('pages:which')}?answers={'.'.join(PATH[:number])}")
        expect(page.locator("#which-now")).to_be_focused()
    expect(page.locator("#which-now")).to_have_text(GAME[language])
    expect(page.locator("#live")).to_have_text(GAME[language])
    assert visitor.stayed()
    page.go_back()
    expect(page.locator("#answer-10")).to_be_visible()
    page.go_forward()
    page.locator("#which-game .btn.pri").click()
    assert page.url == visitor.address("pages:rules") + "?follow=free&tricks=26&target=10"


def test_questions_lead_to_a_game_without_script(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, java_script_enabled=False)
    page = visitor.open("pages:which")
    for answer in PATH:
        page.locator(f"#answer-{answer}").click()
    expect(page.locator("#which-now")).to_have_text(GAME[language])
    page.locator("#which-game .given a").first.click()
    expect(page.locator("#answer-two")).to_be_visible()
