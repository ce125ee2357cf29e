"""The first deal from the first task to the last by keyboard, and a position of the questions played."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keyboard import reach
from tests.browser.looking import violations
from tests.browser.visitors import Visitor
from tests.browser.watching import Watch

WAY = ("D", "S2", "opponent", "hidden", "HJ", "D2", "CJ", "opponent", "DJ", "3")
SAID = {
    "nb": {"step": "Steg {} av 10", "wrong": "Ikke helt.", "right": "Riktig.", "end": "Nå kan du spille"},
    "sv": {"step": "Steg {} av 10", "wrong": "Inte riktigt.", "right": "Rätt.", "end": "Nu kan du spela"},
}

expect.set_options(timeout=15_000)


def focus_id(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.id"))


def test_ten_steps_by_keyboard_in_place(language: str, visit: Callable[..., Visitor]) -> None:
    visitor, said = visit(language), SAID[language]
    visitor.open("pages:first-deal")
    page = visitor.marked()
    for number, key in enumerate(WAY, start=1):
        expect(page.locator("#lesson")).to_contain_text(said["step"].format(number))
        reach(page, page.locator(f"#answer-{key}"))
        page.keyboard.press("Enter")
        expect(page.locator("#live")).to_contain_text(said["right"])
        expect(page.locator("#lesson-next")).to_be_focused()
        assert page.url.endswith(f"?step={number}&answer={key}")
        page.keyboard.press("Enter")
        expect(page.locator("#lesson h2")).to_be_focused()
    expect(page.locator("#lesson h2")).to_have_text(said["end"])
    assert visitor.stayed()
    page.go_back()
    expect(page.locator("#lesson")).to_contain_text(said["step"].format(10))


def test_wrong_answer_keeps_the_focus_and_is_said_once(language: str, visit: Callable[..., Visitor]) -> None:
    visitor, said = visit(language), SAID[language]
    page = visitor.open("pages:first-deal")
    page.goto(page.url + "?step=5")
    reach(page, page.locator("#answer-HA"))
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text(said["wrong"])
    assert focus_id(page) == "answer-HA"
    assert violations(page, language) == []
    page.keyboard.press("ArrowRight")
    assert focus_id(page) == "answer-HJ"
    page.keyboard.press("Enter")
    expect(page.locator("#lesson .note.right")).to_be_visible()
    page.reload()
    expect(page.locator("#lesson .note.right")).to_be_visible()
    assert violations(page, language) == []


def test_ten_steps_by_keyboard_without_script(language: str, visit: Callable[..., Visitor]) -> None:
    visitor, said = visit(language, java_script_enabled=False), SAID[language]
    page = visitor.open("pages:first-deal")
    for number, key in enumerate(WAY, start=1):
        expect(page.locator("#lesson")).to_contain_text(said["step"].format(number))
        press_through(page, f"#answer-{key}")
        expect(page.locator("#lesson .note.right")).to_contain_text(said["right"])
        press_through(page, "#lesson-next")
    expect(page.locator("#lesson h2")).to_have_text(said["end"])


def press_through(page: Page, selector: str) -> None:
    """Focus and press Enter: without a script nothing can ask where Tab has come to."""
    with page.expect_navigation(wait_until="load"):
        page.locator(selector).press("Enter")


def test_position_of_a_question_is_played_in_place(
    language: str, visit: Callable[..., Visitor], watch: Watch
) -> None:
    visitor = visit(language)
    visitor.open("pages:faq")
    page = visitor.marked()
    question = page.locator("details.faq", has=page.locator(".try")).first
    reach(page, question.locator("summary"))
    page.keyboard.press("Enter")
    figure = question.locator(".try").first
    reach(page, figure.get_by_role("link", name=visitor.words("Try it yourself")))
    page.keyboard.press("Enter")
    card = figure.locator(".hand button").first
    expect(card).to_be_focused()
    assert re.fullmatch(r"try-[a-z0-9-]+-[SHDC][0-9TJQKA]", focus_id(page))
    page.keyboard.press("Enter")
    expect(figure.get_by_role("link", name=visitor.words("Start again"))).to_be_visible()
    expect(page.locator("#live")).not_to_be_empty()
    assert visitor.stayed()
    assert violations(page, language) == []


@pytest.mark.parametrize("script", [True, False])
def test_position_opens_at_its_question(language: str, visit: Callable[..., Visitor], script: bool) -> None:
    visitor = visit(language, java_script_enabled=script)
    page = visitor.open("pages:faq")
    link = page.locator(".try a").first
    address = str(link.get_attribute("href"))
    response = page.goto(visitor.site + address)
    assert response is not None
    assert response.status == 200
    expect(page.locator(".try .hand button").first).to_be_visible()
    expect(page.locator(".try .hand button").first).to_be_in_viewport()
