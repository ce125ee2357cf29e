"""Words of the glossary in a browser: by mouse, by keyboard, by touch and without a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.keyboard import reach
from tests.browser.looking import STICKS_OUT, violations
from tests.browser.visitors import Visitor

PHONE = {"width": 360, "height": 740}
MEANS = {
    "nb": "Det første åpne kortet bestemmer trumf",
    "sv": "trumf",
}


def word(page: Page) -> Locator:
    return page.locator('a[data-term*="/trump/"]').first


def shown(page: Page) -> Locator:
    return page.locator("#meaning")


def test_the_focus_shows_the_meaning_and_escape_puts_it_away(
    language: str, visit: Callable[..., Visitor]
) -> None:
    page = visit(language).open("pages:rules")
    reach(page, word(page))
    expect(shown(page)).to_be_visible()
    expect(shown(page)).to_contain_text(MEANS[language])
    expect(word(page)).to_have_attribute("aria-describedby", "meaning")
    assert not violations(page, "meaning")
    page.keyboard.press("Escape")
    expect(shown(page)).to_be_hidden()
    expect(word(page)).to_be_focused()


def test_the_mouse_may_move_onto_the_meaning(language: str, visit: Callable[..., Visitor]) -> None:
    page = visit(language).open("pages:rules")
    word(page).hover()
    expect(shown(page)).to_be_visible()
    shown(page).hover()
    page.wait_for_timeout(400)
    expect(shown(page)).to_be_visible()
    page.mouse.move(1, 1)
    expect(shown(page)).to_be_hidden()


@pytest.mark.parametrize("language", ["nb"])
def test_the_first_tap_explains_and_the_second_follows(language: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit(language, viewport=PHONE, has_touch=True)
    page = visitor.open("pages:rules")
    word(page).tap()
    expect(shown(page)).to_be_visible()
    assert page.evaluate(STICKS_OUT) == ""
    assert page.url == visitor.address("pages:rules")
    word(page).tap()
    page.wait_for_url(f"{visitor.address('pages:glossary')}#trump")


@pytest.mark.parametrize("language", ["sv"])
def test_without_a_script_the_word_leads_to_the_glossary(
    language: str, visit: Callable[..., Visitor]
) -> None:
    visitor = visit(language, java_script_enabled=False)
    page = visitor.open("pages:rules")
    word(page).click()
    page.wait_for_url(f"{visitor.address('pages:glossary')}#trump")
